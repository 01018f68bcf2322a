#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`alea master`: whoever runs a match, at its file. master.py [ALEA]; else $ALEA, else build/alea.

Each function test_* is one test, in a folder of its own. The last line is `N passed, N failed`.
"""
import re

from contract import FINE, UNFINISHED, USAGE, WRONG, alea, at_terminal, expect, finished, read, write
from running import run, tests_of

SMALL = ("--option", "map=small", "--seed", "1")


def lines(*orders):
    return "".join(f"{order}\n" for order in orders)


def campaign(*orders, seats=2, path="x.alea", more=()):
    """A campaign of people, played by these orders."""
    people = ",".join(["human"] * seats)
    expect(alea("play", "incursio", *SMALL, *more, "--seats", people, "--save", path, stdin=lines(*orders)), UNFINISHED)
    return path


def master(*typed, path="x.alea", status=UNFINISHED, lang="en", more=()):
    return expect(alea("master", path, "--lang", lang, *more, stdin=lines(*typed)), status).stdout


def plies(path="x.alea"):
    return re.findall(r"(?m)^\d+ \S+ .*", read(path).decode())


def posts(path="x.alea"):
    return re.findall(r"(?m)^post .*", read(path).decode())


def sound(path="x.alea"):
    expect(alea("check", path), FINE)
    expect(alea("verify", path), FINE)


def test_who_is_late():
    """The open window, until when, who is waited for; looking changes nothing."""
    campaign("done", seats=6)
    before = read("x.alea")
    said = master("late", "ritardi", "")
    assert said.count("Open: day 0: opening arrangement") == 4, said
    assert "Waited for: B, C, D, E, F" in said, said
    assert read("x.alea") == before
    said = master("close", "pause")
    assert re.search(r"Open: initial movement.*, until \d\d:\d\d\nWaited for: [AB]\n", said), said
    assert "paused: nothing closes" in said
    assert "Aperta: " in master("ritardi", lang="it")


def test_who_was_asked():
    """A question to one person stands until it is answered, with the move that records the yes."""
    campaign("done", seats=6)
    said = ""
    while "personal actions" not in said.split("Open: ")[-1]:
        said = master("close")
    ordered = alea("play", "--resume", "x.alea", "--lang", "en", stdin=lines("turn A", "c2: rest")).stdout
    asked = master("late")
    assert "C has not answered: " in asked, ordered[-2000:] + asked
    move = re.search(r"to record the yes: (\S+ \S+) \|", asked)[1]
    warned = master("preview close")
    assert "! Not done yet: A, B" in warned and "Stays without an answer: C, character 2" in warned, warned
    assert "! " not in master("preview pause | tea")
    said = master(f"{move} | in the group, 20:12")
    assert "has said yes" in said and "(recorded by somebody else)" in said, said
    assert f"! {move} | in the group, 20:12" in plies()[-1]
    sound()


def test_views():
    """Each side's board as that side has it, all of it as it is, and the difference; side by side where there is room."""
    campaign("done", "done")
    said = master("map", "view A", "view raiders", "views", "diff A", "diff B", "diff all")
    true, a = said.split("Faction map")[0], said.split("Faction map")[1]
    assert "camp: Tr As Di As" in true and "garrison: F" in true and "Purse" in true and "Resources" in true, true
    assert "Tr As Di" not in a
    assert said.count("Faction map") == 4
    diff_a, diff_b = said.split("- as it is seen; + as it is\n")[1:3]
    assert re.search(r"(?m)^\+ +camp: Tr As Di As Tr$", diff_a) and "garrison" not in diff_a, diff_a
    assert re.search(r"(?m)^\+ +garrison: F", diff_b) and not re.search(r"(?m)^[+-] .*Tr As Di", diff_b), diff_b
    wide = expect(alea("master", "x.alea", "--lang", "en", stdin="views\n", env={"COLUMNS": "200"}), UNFINISHED).stdout
    assert re.search(r"(?m)^=== Defenders of Esdef +=== Raiders", wide), wide
    shown, _ = at_terminal([b"views\r", b"map\r", b"quit\r"], "master", "x.alea", "--lang", "en", NO_COLOR="1", TERM="dumb")
    assert all(len(line) <= 80 for line in shown.replace("\r", "").split("\n")), shown
    expect(alea("play", "spqrisiko", "--seats", "human,human,human", "--seed", "1", "--save", "y.alea"), UNFINISHED)
    assert "All is seen as it is." in master("diff A", path="y.alea")
    assert "Whose? A seat (A to C)" in master("view nobody", "view", path="y.alea")


def test_each_reads_what_it_may_before_it_is_made():
    campaign("done", "done")
    before = read("x.alea")
    said = master("preview bulletin_to raiders | rain tonight", "preview pause | tea", "preview close now", "preview", "preview rewind 1")
    raiders = said.index("B:\n"), said.index("A, onlookers: nothing")
    assert raiders[0] >= 0 and "rain tonight" in said, said
    assert re.search(r"A, B, onlookers:\n  The Master pauses the campaign \(tea\)", said), said
    assert "one word too many" in said and "preview MOVE" in said and "a reason is wanted" in said
    assert read("x.alea") == before


def test_correction_at_a_terminal():
    """There a move of the host is shown as each would read it, and made when it is typed again."""
    campaign("done", "done")
    first, second = b"correct s07\r", b"add_unit f | a clerk's mistake\r"
    shown, status = at_terminal([first, first, second, b"quit\r"], "master", "x.alea", "--lang", "en", NO_COLOR="1")
    assert status == UNFINISHED and "Type it again" in shown and "add_unit" not in read("x.alea").decode(), shown
    assert plies()[-1].endswith("! correct s07")
    own = shown.split("add_unit f")[-1]
    assert "a clerk's mistake" in own and "A" in own
    shown, status = at_terminal([second, second, b"quit\r"], "master", "x.alea", "--lang", "en", NO_COLOR="1")
    assert plies()[-1].endswith("! add_unit f | a clerk's mistake"), shown
    sound()


def test_moves_are_saved_at_once():
    campaign("done")
    said = master("pause | tea", "resume", "close", "host", "host bulletin | by the other name")
    assert [re.sub(r"^\d+ ", "", ply) for ply in plies()][10:13] == ["! pause | tea", "! resume", "! close"], plies()
    assert plies()[-1].endswith("! bulletin | by the other name")
    assert "deadline N" in said and "rewind N | ..." in said
    assert re.search(r"(?m)^ +11  Host: Pause \(tea\)$", master("log"))
    assert "INC-TABLE-16" in master("rewind 9 | too early")
    master("consent defenders", "consent raiders", "rewind 9 | too early")
    assert plies()[-1].endswith("! rewind 9 | too early") and "Waited for: A, B" in master("late")
    sound()
    expect(alea("play", "--resume", "x.alea", stdin="quit\n"), UNFINISHED)


def test_bulletins():
    """For all, a side or a person; of 4,000 characters and several lines; with an address. One that is too long changes nothing.
    proves INC-TABLE-18"""
    campaign("done", "done", seats=6)
    film = "https://example.org/film?day=1#t=2"
    long = "è" * 3990
    master(f"bulletin | see {film}\\nand come", f"bulletin_to raiders | {long}", "say C you alone: " + film)
    assert plies()[-2].endswith(f"! bulletin | see {film}\\nand come") and plies()[-1].endswith(long)
    assert posts() == [f"post 1 ! chat to C | you alone: {film}"]
    for seat, side, person in (("A", 0, 0), ("B", 1, 0), ("C", 0, 1)):
        told = expect(alea("replay", "x.alea", "--seat", seat, "--lang", "en"), FINE).stdout
        assert film in told and (long[:60] in told.replace("\n", "")) == bool(side), told
    # behind a second bar an address of its own, checked; other bars are words
    master(f"bulletin | come | {film}", "say C look|" + film, "bulletin | this | or that", f"bulletin | | {film}")
    assert plies()[-3].endswith(f"! bulletin | come\\n{film}") and plies()[-2].endswith("| this | or that"), plies()
    assert plies()[-1].endswith(f"! bulletin | {film}") and posts()[-1] == f"post 2 ! chat to C | look\\n{film}", posts()
    told = expect(alea("replay", "x.alea", "--seat", "B", "--lang", "en"), FINE).stdout
    assert f" (come)\n  {film}\n" in told, told
    pack = expect(alea("report", "x.alea", "--round", "0", "--lang", "en"), FINE).stdout
    assert f" (come)\n  {film}\n" in pack and f"{film}." not in pack, pack
    before = read("x.alea")
    for address in ("http://example.org", "https://me@example.org/x", "https://" + "x" * 500):
        assert "no address to be shown" in master(f"bulletin | see | {address}", f"preview bulletin | see | {address}", f"say C see | {address}")
    assert read("x.alea") == before
    said = master("bulletin | " + "x" * 4001, "say all " + "x" * 4001)
    assert "The note has 4001 characters: at most 4000" in said and "at most 4000 characters" in said, said
    assert read("x.alea") == before


def test_rulings():
    """With a question, an answer, a rule, a number and a date; for all or for one side; under their rule and in the record.
    proves INC-TABLE-17"""
    campaign("done", "done", seats=6)
    said = master("rule INC-MOVE-1 may cavalry go twice? | no\\nnever", "rule B inc-move-1 through walls? | yes",
                  "rule defenders INC-SPY-1 who spies? | you", "rule INC-MOVE-1", "rulings", "posts")
    date = r"20\d\d-\d\d-\d\d"
    assert re.search(rf"INC-MOVE-1: A faction .*\n  Ruling 1 of {date} on INC-MOVE-1: may cavalry go twice\?\n    no\n    never\n"
                     rf"  Ruling 1 \(Raiders[^)]*\) of {date} on INC-MOVE-1: through walls\?\n    yes\n", said), said
    assert re.search(rf"Ruling 1 \(Defenders[^)]*\) of {date} on INC-SPY-1: who spies\?", said), said
    assert re.search(r"2 ruling of the Master for B, D, F\n", said), said
    assert [line.split(" | ")[0] for line in posts()] == ["post 1 ! ruling to all", "post 2 ! ruling to B,D,F", "post 3 ! ruling to A,C,E"]
    sound()
    # who plays reads those that are for all or for the own side, by the numbers that all of these readers know
    said = expect(alea("play", "--resume", "x.alea", "--lang", "en", stdin=lines("rule", "rule INC-MOVE-1", "rule INC-SPY-1")), UNFINISHED).stdout
    who = re.search(r"(?m)^([A-F]): ", said)[1]
    mine, other = ("who spies?", "through walls?") if who in "ACE" else ("through walls?", "who spies?")
    assert "may cavalry go twice?" in said and mine in said and other not in said, said
    assert re.search(rf"Ruling 1 \(.*\) of {date} on \S+: {re.escape(mine)}", said), said
    # in the day's pack of each group, to whom they are for alone
    packs = {side: expect(alea("report", "x.alea", "--round", "0", "--lang", "en", *(("--side", side) if side else ())), FINE).stdout
             for side in ("", "defenders", "raiders")}
    for side, pack in packs.items():
        assert re.search(rf"\nRulings\n- No\. 1, INC-MOVE-1, {date}: may cavalry go twice\?\n  no\n  never\n", pack), pack
        assert ("who spies?" in pack, "through walls?" in pack) == (side == "defenders", side == "raiders"), pack
    assert re.search(rf"- No\. 1 \(Raiders[^)]*\), INC-MOVE-1, {date}: through walls\?\n  yes\n", packs["raiders"]), packs["raiders"]
    # and under `why`
    why = master("rule INC-ROLE-24 why does nothing close? | wait", "pause", "why close")
    assert re.search(rf"INC-ROLE-24: While .*\n  Ruling 2 of {date} on INC-ROLE-24: why does nothing close\?\n    wait", why), why
    assert "Decisione 2 del" in master("regola INC-ROLE-24", lang="it")


def test_bad_rulings_and_words():
    """Each says what is wrong; nothing is written."""
    campaign("done", "done")
    before = read("x.alea")
    said = master("rule INC-MOVE-9999 x | y", "rule INC-MOVE-1 x", "rule INC-MOVE-1 | x", "rule INC-MOVE-1 x |", "rule A INC-MOVE-1",
                  "rule INC-MOVE-1 " + "x" * 4000 + " | y", "say Q hallo", "say", "say A", "rule nothing", "posts", "rulings", "why", "why nonsense")
    for words in ("there is no 'INC-MOVE-9999'", "QUESTION | ANSWER", "at most 4000 characters", "say WHO WORDS", "No posts.", "No rulings."):
        assert words in said, words
    assert read("x.alea") == before


def test_dice():
    """By the seed of the file; or as they fell at a table, which stays in the record; of a sealed seed only so."""
    campaign("done")
    said = master("close", more=("--dice", "table"))
    assert "what came up?" in said and plies()[-1].endswith("! close"), said
    said = master("9 9 9", "2 - 5", "pause", more=("--dice", "table"))
    assert re.search(r"! dice 2 - 5\b", "\n".join(plies())) and plies()[-1].endswith("! pause"), said
    expect(alea("check", "x.alea"), FINE)
    campaign("done", path="y.alea")
    write("sealed.alea", alea("replay", "y.alea", "--sealed").stdout)
    said = master("close", "dice 3 - 1", path="sealed.alea")
    assert re.search(r"! dice 3 - 1\b", "\n".join(plies("sealed.alea"))), said
    expect(alea("play", "null", "--seats", "human,human", "--dice", "hand", "--save", "z.alea", stdin="bet one\nbet two\n"), UNFINISHED)
    master("3", path="z.alea")
    assert re.search(r"(?m)^3 \* ", read("z.alea").decode()), read("z.alea")
    expect(alea("check", "z.alea"), FINE)


def test_a_battle_as_its_result():
    """Dice by hand: the Master types what fell, or of a battle its result; one that can't be is refused, and nothing is written."""
    def play(*orders):
        return alea("play", "--resume", "x.alea", "--lang", "en", stdin=lines(*orders)).stdout
    expect(alea("play", "incursio", "--option", "map=small", "--option", "opening=known", "--seats", "human,human", "--dice", "hand",
                "--save", "x.alea", stdin=lines(*"1111", "done", "done")), UNFINISHED)
    master("6 - 1")
    play("move 7 to 4: A C; move 11 to 12: C F", "done", "attack 5: all")
    before = read("x.alea")
    assert "INC-TABLE-13" in master("result_end") and read("x.alea") == before
    said = master("result repelled", "result_end")
    assert "5 Thick Scrub: repelled" in said and "by hand" in said and "Open: assault" in said, said
    assert [ply.split(" ", 1)[1] for ply in plies()[-2:]] == ["! result repelled", "! result_end"]
    expect(alea("check", "x.alea"), FINE)


def test_bad_input():
    """A line that is no move, a move that is not allowed, a file that is none: told, and nothing changed."""
    campaign("done")
    before = read("x.alea")
    said = master("nonsense", "close now", "resume", "rewind 3", "rewind 99 | x", "done", "attack 5: F", "correct s99", "\x00", "|", " | x", "9")
    for words in ("no verb 'nonsense'", "one word too many", "INC-ROLE-24", "a reason is wanted", "INC-ROLE-1"):
        assert words in said, words
    assert read("x.alea") == before
    expect(alea("master"), USAGE, err="which file")
    expect(alea("master", "-"), USAGE)
    expect(alea("master", "x.alea", "--dice", "loaded"), USAGE, err="seed or table")
    expect(alea("master", "x.alea", "y.alea"), USAGE)
    expect(alea("master", "none.alea"), WRONG)
    write("bad.alea", before + b"2 ! nonsense\n")
    expect(alea("master", "bad.alea", stdin="close\n"), WRONG, err=r"bad\.alea:\d+")
    assert read("bad.alea") == before + b"2 ! nonsense\n"


def test_a_match_that_is_over():
    path = finished()
    before = read(path)
    said = master("resign A", "map", "late", "say A well played", path=path, status=FINE)
    assert "over" in said, said
    assert read(path) != before and posts(path) == ["post 1 ! chat to A | well played"]
    expect(alea("verify", path), FINE)


def test_terminal():
    """At a terminal of 80 columns: help, completion, Ctrl-C; all is saved."""
    campaign("done")
    shown, status = at_terminal([b"help\r", b"rulin\t\r", b"\x03"], "master", "x.alea", "--lang", "en", NO_COLOR="1", TERM="dumb")
    assert status == UNFINISHED and all(len(line) <= 80 for line in shown.replace("\r", "").split("\n")), shown
    shown, status = at_terminal([b"pau\t\r", b"pause\r", b"quit\r"], "master", "x.alea", "--lang", "en", NO_COLOR="1")
    assert status == UNFINISHED and plies()[-1].endswith("! pause"), shown
    assert "alea master x.alea" in shown


if __name__ == "__main__":
    run(tests_of(globals()))
