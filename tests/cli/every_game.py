#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What each listed game has to do: it is played, taught, asked about, taken back, and its golden games end in every way.

every_game.py [ALEA]; else $ALEA, else build/alea. Each function test_* is one test, in a folder of its own. The last line is
`N passed, N failed`.
"""
import json
import os
import re

from contract import FINE, UNFINISHED, USAGE, WRONG, alea, bots, expect, listed, read
from running import ROOT, run, tests_of


def test_listed_games_are_played():
    """A person who always takes the first choice, in both languages, saved, resumed half-way and checked."""
    for game in listed():
        for lang in ("it", "en"):
            args = ("play", game["id"], "--seed", "1", "--save", f"{lang}.alea", "--lang", lang)
            expect(alea(*args, stdin="1\n" * 3), UNFINISHED)  # the shortest game has seven turns
            expect(alea("play", "--resume", f"{lang}.alea", "--lang", lang, stdin="1\n" * 5000), FINE)
            expect(alea("check", f"{lang}.alea"), FINE)
            expect(alea("verify", f"{lang}.alea"), FINE)
        assert read("it.alea") == read("en.alea"), "a transcript knows no language"


def test_explained():
    """What a bot would do, and of a choice; the same numbers in both languages."""
    for game in listed():
        tries = {}
        for lang in ("it", "en"):
            word, head = ("spiega", "Che cosa farebbe") if lang == "it" else ("explain", "What it would do")
            args = ("play", game["id"], "--seed", "1", "--save", f"{lang}.alea", "--lang", lang)
            run = expect(alea(*args, stdin=f"{word}\n{word} 1\n"), UNFINISHED, out=head)
            assert run.stdout.count(head) == 2, run.stdout
            tries[lang] = re.findall(r"\((\d+) (?:prove|tries)\)", run.stdout)
        assert tries["it"] == tries["en"] != [], tries


def lessons():
    folder = os.path.join(ROOT, "data", "lessons")
    return sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".alea"))


def test_learn():
    assert lessons(), "no game has a lesson"
    for game in lessons():
        path = os.path.join(ROOT, "data", "lessons", game + ".alea")
        assert expect(alea("check", path), FINE).stdout == ""
        comments = [line for line in read(path).decode().splitlines() if line.startswith("# ")]
        for lang in ("it", "en"):  # every comment is shown that is not for the page alone
            run = expect(alea("learn", game, "--lang", lang, stdin="\n" * 200), FINE, out=rf"alea play {game}\n$")
            said = " ".join(run.stdout.split())
            for line in comments:
                mark, words = line[len("# "):].split(":", 1)
                shown = mark in (lang, f"{lang} terminal")
                assert (" ".join(words.split()) in said) == shown, f"{game} --lang {lang}: {words}"
        every = expect(alea("learn", game, "--step", "--lang", "en", stdin="\n" * 400), FINE)
        assert every.stdout.count("Enter makes it") > run.stdout.count("Enter makes it")
        expect(alea("learn", game, stdin="\n\n"), UNFINISHED, out=f"alea learn {game}")
        expect(alea("learn", game, stdin="quit\n"), UNFINISHED)
        expect(alea("learn", game, stdin="help\nmap\nhand\nodds\nlog\nwhy 1\n1\n2\n9999\nnonsense\nundo\nsave x\n" + "\n" * 200), FINE,
               out="real match the choice would be yours")
        assert not os.path.exists("x") and not os.path.exists("state"), "a lesson saves nothing"
    expect(alea("learn", "null"), WRONG, err=f"null has no lesson; these have one: {', '.join(lessons())}")
    expect(alea("learn"), USAGE, err="alea games")
    expect(alea("learn", "nothing-like-it"), USAGE, err="unknown game")


def test_why_of_another_phase():
    """Every move that a game of bots makes can be asked about in its words, whatever the phase."""
    for game in listed():
        who = bots(game)
        expect(alea("play", game["id"], "--seats", who, "--seed", "1", "--save", f"{game['id']}.alea"), FINE)
        plies = json.loads(alea("replay", f"{game['id']}.alea", "--json", "--lang", "en").stdout)["plies"]
        asked = {ply["move"].split()[0]: ply["words"] for ply in plies if ply["actor"] not in "*!" and not re.search(r"\d", ply["words"])}
        lines = "".join(f"why {words}\n" for words in asked.values())
        run = expect(alea("play", game["id"], "--save", "x.alea", "--lang", "en", stdin=lines), UNFINISHED)
        assert "I don't understand" not in run.stdout, [line for line in run.stdout.splitlines() if "understand" in line]


def test_whole_orders():
    """An order is entered move by move, all of it or nothing. Only where a game reads orders."""
    if "incursio" not in [game["id"] for game in listed()]:
        return
    def play(*lines):
        lines = "".join(line + "\n" for line in ("done", *lines, "quit"))
        run = alea("play", "incursio", "--option", "map=small", "--seats", "human,greedy", "--seed", "1", "--save", "x.alea",
                   "--lang", "en", stdin=lines)
        expect(run, UNFINISHED)
        expect(alea("check", "x.alea"), FINE, out="^$")
        return run.stdout, re.findall(r"(?m)^\d+ A (.*)$", read("x.alea").decode())[1:]
    assert play("move 4 to 5: A C")[1] == ["from s04", "to s05", "unit 1", "unit 2", "back"]
    assert play("Muovi Pozzo Dolce a Macchia Fitta")[1] == ["from s04", "to s05", "unit 1", "unit 2", "unit 3"]
    assert play("from s04", "move 7 to 11: F; done")[1] == ["from s04", "back", "from s07", "to s11", "unit 4", "back", "done"]
    said, moves = play("move 7 to 11: F; move 7 to 9: A")
    assert not moves and re.search(r"Order refused at 'March to 9 \w+': INC-MOVE-3: ", said), said
    said, moves = play("move 7 to nowhere", "help")
    assert not moves and "don't understand" in said and "A whole order" in said, said


def test_undo():
    """A decision is taken back, or it stands and undo says why: a game may be of such moves alone."""
    undone = []
    for game in listed():
        # the second choice: the first may end the person's part for good
        run = expect(alea("play", game["id"], "--save", "x.alea", stdin="undo\n2\nundo\nundo\nquit\n"), UNFINISHED,
                     out="taken back|can't undo: since then")
        undone.append("taken back" in run.stdout)
        left = re.search(rb"(?m)^\d+ A ", read("x.alea"))  # the bots' may be
        assert bool(left) != undone[-1], f"{game['id']}: {left}"
    assert any(undone), "no game takes anything back"


def test_golden_games_end_in_every_way():
    """Where a game's words list its outcomes, each has a golden game. The first is that of a game that goes on."""
    for game in listed():
        with open(os.path.join(ROOT, "data", "text", game["id"] + ".json"), encoding="utf-8") as file:
            outcomes = json.load(file).get("lists", {}).get("outcome", [])[1:]
        folder = os.path.join(ROOT, "src", "games", game["id"], "golden")
        told = b"".join(read(os.path.join(folder, name)) for name in os.listdir(folder) if name.endswith(".alea")).decode()
        missing = [outcome["id"] for outcome in outcomes if not re.search(rf"(?m)^# .*: {re.escape(outcome['en'])}$", told)]
        assert not missing, f"{game['id']}: no golden game ends so: {missing}"


if __name__ == "__main__":
    run(tests_of(globals()))
