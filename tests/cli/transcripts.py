#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`alea replay`, `report`, `check` and `verify`: what is shown of a transcript, to whom, and which faults are found.

transcripts.py [ALEA]; else $ALEA, else build/alea. Each function test_* is one test, in a folder of its own. The last line is
`N passed, N failed`.
"""
import json
import os
import re

from contract import FINE, UNFINISHED, USAGE, WRONG, alea, bots, expect, finished, listed, read, write
from running import run, tests_of


def test_replay():
    path = finished()
    expect(alea("replay", path), FINE, out=r"(?s)The null game.*    1  .*Result:")
    data = json.loads(expect(alea("replay", path, "--json"), FINE).stdout)
    assert data["game"] == "null" and len(data["plies"]) == 6 and data["over"] and sum(data["score"]) == 1
    assert data["plies"][0]["move"].startswith("bet ") and data["plies"][2]["actor"] == "*"
    seen = json.loads(expect(alea("replay", path, "--json", "--seat", "B", "--ply", "2"), FINE).stdout)
    assert "move" not in seen["plies"][0] and seen["plies"][1]["move"].startswith("bet ") and not seen["over"]
    assert seen["position"]["bet"]["A"] is None and seen["position"]["bet"]["B"]
    expect(alea("replay", path, "--seat", "0", "--ply", "0"), FINE)
    expect(alea("replay", path, "--ply", "7"), WRONG, err="has 6")
    expect(alea("replay", path, "--ply", "-1"), USAGE)
    expect(alea("replay", path, "--seat", "C"), WRONG, err="A to B")
    run = expect(alea("replay", path, "--explain"), FINE, out="(?m)^#")
    write("explained.alea", run.stdout)
    expect(alea("check", "explained.alea"), FINE)
    part = expect(alea("replay", path, "--explain", "--ply", "3"), FINE).stdout
    assert run.stdout.startswith(part) and "\n4 " not in part
    expect(alea("replay", "-", stdin=read(path).decode()), FINE, out="Result:")


def test_replay_explained_for_a_seat():
    path = finished()
    text = read(path).decode()
    every = expect(alea("replay", path, "--explain"), FINE).stdout
    seen = expect(alea("replay", path, "--explain", "--seat", "B", "--ply", "2"), FINE).stdout
    bet = re.search(r"(?m)^1 A (bet \w+)", text)[1]
    own = re.search(r"(?m)^2 B (bet \w+)", seen)[1]
    assert "\n1 A ?\n" in seen and bet not in seen.replace(own, "")
    assert "seed " not in seen and "(known to" not in seen
    views = re.findall(r"; views:.* B (\w+)", every)[:3]
    assert re.findall(r"check of its view: (\w+)", seen) == views, (views, seen)
    assert not {hash for hash in re.findall(r"position (\w+)", every)[1:3] if hash in seen}, "a check of what is hidden"
    expect(alea("replay", path, "--explain", "--json"), USAGE, err="--explain and --json")
    for bad in ("4294967296", "1x", ""):
        expect(alea("replay", path, "--seat", bad), WRONG, err="A to B")


def told(path, *more):
    """What the reports of all days tell: events, and each of the moves of a line."""
    last = int(re.search(r"from \d+ to (\d+)", alea("report", path, "--lang", "en", "--round", "999999").stderr)[1])
    unit = "day" if path == "incursio.alea" else "round"
    words = set()
    for day in range(last + 1):
        run = alea("report", path, "--lang", "en", "--round", str(day), *more)
        if run.returncode != USAGE or day > 0:  # some games count from 1
            expect(run, FINE, out=rf"^[^\n]+: {unit} {day}, for ")
        assert "\033" not in run.stdout
        for line in re.findall(r"(?m)^- (.*?)(?: \(x\d+\))?\.?$", run.stdout):
            words |= {capital(part) for part in (line, *re.sub(r"^(\w+( \([^)]*\))?|Host): ", "", line).split("; "))}
    return words


def capital(words):
    """As at the beginning of a sentence; its end doesn't count."""
    return words[:1].upper() + words[1:].removesuffix(".")


def known(path, seat):
    """Words of the moves and events that a seat knows."""
    plies = json.loads(expect(alea("replay", path, "--json", "--lang", "en", "--seat", seat), FINE).stdout)["plies"]
    return {capital(words) for ply in plies for words in [*ply["events"], ply.get("words", "")]}


def test_report():
    path = finished()
    expect(alea("report", path, "--round", "1"), FINE, out=r"^The null game: round 1, for everybody\n- A has bet\.\n- B has bet\.\n")
    expect(alea("report", path, "--round", "1", "--lang", "it", "--seat", "B"), FINE, out=r"(?m)^Il.*: giro 1, per B \(random\)$")
    expect(alea("report", "-", stdin=read(path).decode()), FINE, out="Result:")
    expect(alea("report", path, "--seat", "C"), WRONG, err="A to B")
    expect(alea("report", path, "--round", "99"), USAGE, err="--round '99'")
    expect(alea("report", path, "--round", "one"), USAGE, err="--round 'one'")
    expect(alea("report", path, "--side", "north"), USAGE, err="null has no sides; use --seat")
    expect(alea("report", path, "--side", "north", "--seat", "A"), USAGE, err="--side and --seat")
    alea("play", "null", "--save", "x.alea", stdin="")
    expect(alea("report", "x.alea"), WRONG, err="no round is over yet; --round")
    for game in listed():
        path, seats = f"{game['id']}.alea", bots(game)
        expect(alea("play", game["id"], "--seats", seats, "--seed", "1", "--save", path), FINE)
        knows = {seat: known(path, seat) for seat in "ABC"[:seats.count(",") + 1]}
        tells = {seat: told(path, "--seat", seat) for seat in knows}
        everybody = told(path)
        for seat in knows:
            own = knows[seat] - set.union(*(knows[other] for other in knows if other != seat))
            assert not own or own & tells[seat], f"{game['id']}: {seat} is told nothing of its own"
            for other in knows:
                leak = (knows[other] - knows[seat]) & tells[seat]
                assert not leak, f"{game['id']}: {seat} is told what {other} alone knows: {leak}"
            assert not own & everybody, f"{game['id']}: everybody is told what {seat} alone knows"


def test_report_of_a_side():
    expect(alea("play", "polis", "--seats", "random,random", "--seed", "1", "--save", "x.alea"), FINE)
    seat = expect(alea("report", "x.alea", "--round", "1", "--lang", "en", "--seat", "B"), FINE).stdout.split("\n", 1)
    for word in ("athens", "ATE", "Athens"):
        side = expect(alea("report", "x.alea", "--round", "1", "--lang", "en", "--side", word), FINE).stdout.split("\n", 1)
        assert side[1] == seat[1] and side[0].endswith("for Athens") and seat[0].endswith("for B (random)"), (side[0], seat[0])
    expect(alea("report", "x.alea", "--side", "zzzz"), USAGE, err="there are: sparta, athens")


def test_sealed():
    expect(alea("play", "null", "--seed", "7", "--save", "x.alea", "--seats", "human,greedy", stdin="1\n"), UNFINISHED)
    assert b"\nseed " in read("x.alea")
    write("sealed.alea", expect(alea("replay", "x.alea", "--sealed"), FINE, out="(?m)^commitment ").stdout)
    assert b"\nseed " not in read("sealed.alea") and read("sealed.alea") == re.sub(rb"(?m)^(seed|# of) .*\n", b"", read("x.alea"))
    expect(alea("check", "sealed.alea"), FINE)
    expect(alea("play", "--resume", "sealed.alea"), WRONG, err="only who holds it")
    assert expect(alea("replay", finished(), "--sealed"), FINE).stdout.encode() == read("done.alea"), "a finished match is open"
    for more in ("--json", "--seat=A"):
        expect(alea("replay", "x.alea", "--sealed", more), USAGE, err="--sealed and --")


def test_check_finds_faults():
    path = finished()
    text = read(path).decode()
    expect(alea("check", path, path), FINE, out="^$", err="^$")
    spoilt = {"move": re.sub(r"(?m)^4 A bet \w+", "4 A bet nine", text), "seat": re.sub(r"(?m)^2 B", "2 A", text),
              "hash": re.sub(r"(?m)^= ......", "= 000000", text), "end": re.sub(r"(?m)^end .*", "end 0.5 0.5 ", text),
              "version": text.replace("alea 1", "alea 99"), "game": text.replace("game null", "game chess"),
              "cut": text[:len(text) // 2], "binary": "\x7fELF\0\1\2", "empty": "", "options": text.replace("rounds=2", "rounds=77"),
              "long": "alea 1\n" + "x" * 30000 + "\n"}
    for name, words in spoilt.items():
        if words == text:
            continue
        write(f"{name}.alea", words)
        run = expect(alea("check", f"{name}.alea"), WRONG, out=rf"^{name}\.alea:", err="^$")
        assert len(run.stdout.splitlines()) >= 1
        expect(alea("verify", f"{name}.alea"), WRONG)
        expect(alea("play", "--resume", f"{name}.alea"), WRONG)
        assert read(f"{name}.alea").decode() == words, "a bad file was touched"
    expect(alea("check", "seat.alea"), WRONG, out=r"(?m)^seat\.alea:\d+: ply 2: refused NULL-[A-Z]+-\d+: .+")
    expect(alea("check", "seat.alea", "--lang", "it"), WRONG, out=r"(?m)^seat\.alea:\d+: ply 2: refused NULL-[A-Z]+-\d+: .+")
    run = expect(alea("check", path, "seat.alea", "cut.alea"), WRONG)
    assert "seat.alea:" in run.stdout and "cut.alea:" in run.stdout and path not in run.stdout


def test_bad_files():
    os.mkdir("folder")
    with open("huge.alea", "wb") as file:
        file.truncate((64 << 20) + 1)
    for command in ("check", "verify", "replay", "report"):
        expect(alea(command, "missing.alea"), WRONG, err="missing.alea")
        expect(alea(command, "folder"), WRONG, err="folder: can't be read")
        expect(alea(command, "missing.alea", "--lang", "it"), WRONG, err="non si può leggere: il file o la cartella non esiste")
        expect(alea(command, "huge.alea"), WRONG, err="too large")
    expect(alea("play", "--resume", "missing.alea"), WRONG, err="missing.alea")
    write("bad.json", "{")
    for name in ("bad.json", "folder", "missing.json"):
        for command in (["play", "null"], ["sim", "null"]):
            expect(alea(*command, "--scenario", name), WRONG, err=".")


def test_verify_catches_cheats():
    text = read(finished()).decode()
    write("die.alea", re.sub(r"(?m)^(3 \* dice) (\d)", lambda m: f"{m[1]} {7 - int(m[2])}", text))
    expect(alea("verify", "die.alea"), WRONG)
    write("seed.alea", re.sub(r"(?m)^seed .*", "seed " + "7" * 64, text))
    expect(alea("verify", "seed.alea"), WRONG, err="commitment")
    write("sealed.alea", re.sub(r"(?m)^seed .*\n", "", text))
    expect(alea("verify", "sealed.alea"), WRONG, err="open")
    data = json.loads(expect(alea("verify", "--json", "done.alea"), FINE).stdout)
    assert data["verified"] and data["throws"] == 2


if __name__ == "__main__":
    run(tests_of(globals()))
