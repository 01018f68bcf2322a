#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bot for tests: plays the first legal move, by number or in words in turn, and writes all that it hears to a file.
scribe.py FILE [plain] [data] [skip_forced] [ask] [queue]: `ask` asks for odds, outcomes and what is after each move that it is
about to make; `queue` says that move three times in one answer."""
import json
import sys


def say(**message):
    print(json.dumps(message), flush=True)


def hear(log):
    line = sys.stdin.readline()
    log.write(line)
    log.flush()
    return json.loads(line) if line else {"type": "bye"}


with open(sys.argv[1], "a", encoding="utf-8") as log:
    hear(log)
    say(ready=1, name="Scribe", **{wish: wish in sys.argv for wish in ("plain", "data", "skip_forced")})
    while (message := hear(log))["type"] != "bye":
        if message["type"] != "turn":
            continue
        move = message["moves"][0]
        if "ask" in sys.argv:
            for what in ({"ask": "odds"}, {"ask": "odds", "move": move["m"]}, {"ask": "outcomes", "move": move["text"]},
                         {"ask": "after", "moves": [move["m"], move["text"]]}):
                say(turn=message["turn"], **what)
                hear(log)
        if "queue" in sys.argv:
            say(turn=message["turn"], moves=[move["m"]] * 3)
            continue
        say(turn=message["turn"], move=move["m"] if message["turn"] % 2 else move["text"])
