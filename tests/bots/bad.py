#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bots that misbehave, for tests: bad.py HOW [FILE]. In FILE it writes its process and those that it started."""
import json
import os
import subprocess
import sys
import time

HOW = sys.argv[1].replace("_", " ")


def say(words):
    sys.stdout.write(words)
    sys.stdout.flush()


def turns():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "turn":
            yield message


def note(pid):
    with open(sys.argv[2], "a", encoding="ascii") as file:
        file.write(f"{pid}\n")


def first(turn):
    say(json.dumps({"turn": turn["turn"], "move": turn["moves"][0]["m"]}) + "\n")


def hang():
    while True:
        time.sleep(60)


os.environ["PYTHONUNBUFFERED"] = "1"
sys.stderr = open(os.devnull, "w", encoding="ascii")
if HOW == "ends at once":
    sys.exit(3)
if HOW == "never ready":
    hang()
if HOW == "wrong protocol":
    say('{"ready":7}\n')
    hang()
if HOW not in ("crashes", "crashes once", "begins badly", "is silent", "reads nothing", "late", "babbles", "says odd things", "writes without end",
               "asks without end", "cheats", "cheats twice", "paints", "leaves children"):
    sys.exit(f"bad.py: there is no '{HOW}'")
if HOW == "begins badly":  # its first life ends in its second game, the last of a block; its second one before it is ready
    note(os.getpid())
    with open(sys.argv[2], encoding="ascii") as file:
        life = len(file.readlines())
    if life == 2:
        sys.exit(3)
say('{"ready":1}\n')
if HOW == "begins badly":
    games = 0
    for line in sys.stdin:
        message = json.loads(line)
        games += message["type"] == "game"
        if message["type"] == "turn":
            if life == 1 and games == 2:
                os.abort()
            first(message)
if HOW == "crashes":  # in each turn
    for _ in turns():
        sys.exit(7)
if HOW == "crashes once":  # of all its lives
    for turn in turns():
        if not os.path.exists(sys.argv[2]):
            note(os.getpid())
            os.abort()
        first(turn)
if HOW == "is silent":
    for _ in turns():
        if sys.argv[2:]:
            note(os.getpid())
if HOW == "reads nothing":
    hang()
if HOW == "late":  # the answer to a turn comes in the next one
    before = None
    for turn in turns():
        if before:
            first(before)
            first(turn)
        before = turn
if HOW == "babbles":
    for _ in turns():
        say("I think that\n" * 40)
if HOW == "says odd things":  # a few of them, and then the move
    for turn in turns():
        say('[]\n{"move":[1]}\n\x00\xff\n{"ask":"the time"}\n{"turn":1e99,"move":1}\n{"ready":1}\n{"ask":"odds","move":"nonsense"}\n')
        first(turn)
if HOW == "writes without end":
    for _ in turns():
        while True:
            say("x" * 4096)
if HOW == "asks without end":
    for _ in turns():
        while True:
            say('{"ask":"odds"}\n')
if HOW == "cheats":
    for _ in turns():
        say('{"move":"resign A"}\n{"move":4294967295}\n{"move":"bet on a good day"}\n')
if HOW == "cheats twice":  # then it has learnt; a turn that is asked anew, as others have moved, gets its own answers alone
    for turn in turns():
        say("".join(json.dumps({"turn": turn["turn"], "move": move}) + "\n" for move in ("resign A", 0)))
        first(turn)
if HOW == "paints":  # on the terminal of whoever reads what it said
    for _ in turns():
        say(('{"move":"\\u001b[31mred\\u0007\\nand' + "\\u00e8" * 100 + '"}\n') * 3)
if HOW == "leaves children":  # that hold its pipes open, and go on when it has ended
    note(os.getpid())
    note(subprocess.Popen(["sleep", "600"]).pid)
    for turn in turns():
        first(turn)
    hang()
