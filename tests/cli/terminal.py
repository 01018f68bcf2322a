#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`alea play` at a terminal: keys, colours, warnings, and the curtain between two people at one screen.

terminal.py [ALEA]; else $ALEA, else build/alea. Each function test_* is one test, in a folder of its own. The last line is
`N passed, N failed`.
"""
import random
import re

from contract import UNFINISHED, alea, at_terminal, bots, expect, listed, read
from running import run, tests_of


def test_warnings():
    """What is feared of a move stands under it; at a terminal it has to be typed twice, from a pipe once."""
    args = ("play", "polis", "--seed", "a", "--seats", "human,human", "--save", "x.alea")
    piped = expect(alea(*args, stdin="pass\n"), UNFINISHED, out=r"(?m)^     ! After this, .* POL-END-2 .*$")
    assert "Type it again" not in piped.stdout and re.search(rb"(?m)^\d+ [AB] pass", read("x.alea"))
    shown, _ = at_terminal([b"pass\r", b"quit\r"], *args, "--lang", "en")
    assert "Type it again" in " ".join(shown.split()) and b" pass" not in read("x.alea"), shown
    shown, _ = at_terminal([b"pass\r", b"pass\r", b"quit\r"], *args, "--lang", "en")
    assert re.search(rb"(?m)^\d+ [AB] pass", read("x.alea")), shown


def test_terminal():
    args = ("play", "null", "--lang", "en", "--save", "x.alea")
    shown, status = at_terminal([b"bet th\t\r", b"\x03"], *args)
    assert status == UNFINISHED and "\033[1;38;5;" in shown and b"A bet three" in read("x.alea"), shown
    shown, status = at_terminal([b"quit\r"], *args, NO_COLOR="1")
    assert status == UNFINISHED and "38;5" not in shown, shown
    shown, status = at_terminal([b"quit\r"], *args, TERM="dumb")
    assert status == UNFINISHED and "\033" not in shown, shown
    shown, status = at_terminal([b"\x04"], *args)
    assert status == UNFINISHED and "saved" in shown, shown
    shown, status = at_terminal([b"perch\xc3\xa9 1\r", b"esci\r"], "play", "null", "--lang", "it", "--save", "x.alea")
    assert status == UNFINISHED and "si può" in shown, shown
    shown, status = at_terminal([b"3\r", b"\r", b"quit\r"], "play", "null", "--seats", "human,human", "--save", "y.alea")
    assert "\033[2J" in shown and "presses Enter" in shown and "bet on three" not in shown.split("\033[2J")[1], shown


CLEARED = "\033[3J"


def test_curtain():
    """Whoever still sits there when the screen is to be passed on learns nothing of the next, who learns nothing of theirs."""
    args = ("play", "null", "--lang", "en", "--seats", "human,human", "--seed", "1")
    keys = [b"why bet three\r", b"bet four\r", b"\t", b"\x1b[A", b"\r", b"\x1b[A", b"\x15quit\r"]
    shown, status = at_terminal(keys, *args, "--save", "x.alea", NO_COLOR="1")
    behind = shown.split(CLEARED, 1)[1]
    curtain, turn = behind.split("B: Which")[0], behind.split("B: Which")[1]
    assert status == UNFINISHED and not re.search(r"bet \w|why", curtain), curtain
    assert "bet four" not in turn and "why bet" not in turn, turn
    shown, status = at_terminal([b"quit\r"], *args, "--save", "z.alea")
    assert CLEARED not in shown, "at the start all see the same"


def test_curtain_of_a_resumed_match():
    """Whoever is next holds something hidden in some of these: it is not shown to whoever resumes."""
    hidden = 0
    for game in listed():
        for seed in range(2):
            rng, path = random.Random(seed), f"{game['id']}-{seed}.alea"
            lines = "".join(f"{rng.choice((1, 1, 2, 3, 4))}\n" for _ in range(300))
            alea("play", game["id"], "--seats", bots(game).replace("random", "human"), "--seed", str(seed), "--save", path, stdin=lines)
            hidden += "now it is the turn of" in alea("play", "--resume", path, "--lang", "en").stdout
    assert hidden > 0


if __name__ == "__main__":
    run(tests_of(globals()))
