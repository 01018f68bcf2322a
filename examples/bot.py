#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bot for any game, by docs/bot-protocol.md: alea play GAME --seats human,exec:examples/bot.py
It moves at random, shuns what it is warned of, and begins no combat that it is likelier to lose than to win: it asks."""
import json
import random
import sys


def say(**message):
    print(json.dumps(message), flush=True)


def hear():
    return json.loads(sys.stdin.readline() or '{"type":"bye"}')


def choose(turn):
    moves = turn["moves"]
    picks = random.choices(moves, k=3)
    best = next((move for move in picks if move["verb"] not in ("done", "stop") and "warning" not in move), picks[0])
    say(turn=turn["turn"], ask="odds", move=best["m"])
    battle = hear().get("battle")
    return random.choice(moves) if battle and battle["win"] < 0.5 else best


say(ready=1, name="bot.py")
while (message := hear())["type"] != "bye":
    if message["type"] == "turn":
        say(turn=message["turn"], move=choose(message)["m"])
