#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bot for any game of Alea, over the lines of docs/bot-protocol.md: alea play --seats human,exec:examples/bot.py

It does something rather than nothing, at random, but begins no combat that it is likelier to lose than to win: it asks."""
import json
import random
import sys


def say(**message):
    print(json.dumps(message), flush=True)


def hear():
    return json.loads(sys.stdin.readline() or '{"type":"bye"}')


def choose(turn):
    moves = turn["moves"]
    best = random.choice([move for move in moves if move["verb"] not in ("pass", "done", "stop", "no")] or moves)
    say(turn=turn["turn"], ask="odds", move=best["m"])
    battle = hear().get("battle")
    return random.choice(moves) if battle and battle["win"] < 0.5 else best


say(ready=1, name="bot.py")
while (message := hear())["type"] != "bye":
    if message["type"] == "turn":
        say(turn=message["turn"], move=choose(message)["m"])
