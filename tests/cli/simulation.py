#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`alea sim` and `alea bench`: the same figures from any number of threads, and what they save.

simulation.py [ALEA]; else $ALEA, else build/alea. Each function test_* is one test, in a folder of its own. The last line is
`N passed, N failed`.
"""
import json
import os

from contract import FINE, USAGE, WRONG, alea, expect, listed, read, write
from running import run, tests_of


def sim(*args):
    return json.loads(expect(alea("sim", *args, "--json"), FINE).stdout)


def test_sim():
    keys = {"game", "options", "bots", "seed", "games", "plies", "steps", "seconds", "wins", "score", "unfinished", "rounds",
            "signature"}
    base = ("null", "--games", "5000", "--bots", "greedy,random", "--seed", "9")
    runs = [sim(*base, "--threads", str(threads)) for threads in (1, 2, 3, 7)]
    for run in runs:
        assert keys <= set(run), keys - set(run)
        assert abs(sum(run["score"]) + run["unfinished"] - run["games"]) < 1e-6
        same = {key: value for key, value in run.items() if key not in ("seconds", "threads")}
        assert same == {key: value for key, value in runs[0].items() if key not in ("seconds", "threads")}
    assert sim(*base[:-1], "10")["signature"] != runs[0]["signature"]
    assert sim(*base, "--option", "rounds=1")["options"]["rounds"] == 1
    assert runs[0]["rounds"]["min"] <= runs[0]["rounds"]["mean"] <= runs[0]["rounds"]["max"]
    expect(alea("sim", "null", "--games", "20"), FINE, out="signature")


def test_sim_ends():
    """Of a game whose positions say how they ended: how often each way came, and when."""
    assert "ends" not in sim("null", "--games", "5"), "the null game ends in one way"
    base = ("incursio", "--games", "40", "--option", "map=small", "--bots", "greedy,greedy")
    run = sim(*base, "--threads", "1")
    assert sum(end["games"] for end in run["ends"].values()) == run["games"] - run["unfinished"], run
    assert set(run["ends"]) <= {"erased", "gates", "purified", "last_dusk"}, run["ends"]
    rounds = sum(end["games"] * end["mean_round"] for end in run["ends"].values())
    assert abs(rounds - run["games"] * run["rounds"]["mean"]) < 1e-6, run
    assert sim(*base, "--threads", "3")["ends"] == run["ends"]
    expect(alea("sim", *base, "--lang", "en"), FINE, out=r"(?m)^Ended by .*: \d+ \(\d+\.\d%\), in round ")


def test_sim_saves():
    kept = sim("null", "--games", "12", "--bots", "greedy,random", "--save", "kept/here", "--threads", "3")
    assert kept["signature"] == sim("null", "--games", "12", "--bots", "greedy,random")["signature"]
    files = sorted(os.listdir("kept/here"))
    assert len(files) == 12, files
    expect(alea("check", *(f"kept/here/{name}" for name in files)), FINE, out="^$")
    assert b"seat A bot:greedy" in read(f"kept/here/{files[0]}") and b"seat B bot:greedy" in read(f"kept/here/{files[1]}")
    write("file", "")
    expect(alea("sim", "null", "--games", "2", "--save", "file"), WRONG, err="file")
    before = read(f"kept/here/{files[0]}")
    expect(alea("sim", "null", "--games", "2", "--seed", "9", "--save", "kept/here"), WRONG, err="games there already|games already")
    os.rename(f"kept/here/{files[0]}", "first.alea")
    expect(alea("sim", "null", "--games", "2", "--seed", "9", "--save", "kept/here", "--lang", "it"), WRONG, err="c'è già")
    assert read("first.alea") == before and b"greedy" in read(f"kept/here/{files[1]}"), "a game was overwritten"


def test_sim_of_listed_games():
    for game in listed():
        runs = [sim(game["id"], "--games", "12", "--threads", threads) for threads in ("1", "2")]
        assert runs[0]["signature"] == runs[1]["signature"] and runs[0]["unfinished"] == 0, runs


def test_styles_are_named():
    """`style:NAME` is a way to play of the game's own, a bot wherever bots are typed."""
    run = sim("polis", "--games", "4", "--bots", "style:raider,greedy", "--seed", "3")
    assert run["bots"] == ["style:raider", "greedy"], run["bots"]
    assert run["signature"] == sim("polis", "--games", "4", "--bots", "style:raider,greedy", "--seed", "3", "--threads", "2")["signature"]
    assert run["signature"] != sim("polis", "--games", "4", "--bots", "greedy,greedy", "--seed", "3")["signature"]
    even = sim("polis", "--games", "4", "--bots", "style:even,greedy", "--seed", "3")
    assert even["signature"] == sim("polis", "--games", "4", "--bots", "greedy,greedy", "--seed", "3")["signature"]
    expect(alea("sim", "polis", "--bots", "style,greedy", "--lang", "en"), USAGE, err="which style")
    expect(alea("sim", "polis", "--bots", "style:raiders,greedy", "--lang", "en"), USAGE, err="did you mean 'raider'")
    expect(alea("sim", "spqrisiko", "--bots", "style:zzzzzz,greedy,greedy", "--lang", "en"), USAGE, err="there are: even, keen, fierce")
    expect(alea("sim", "null", "--bots", "style:naval,greedy", "--lang", "en"), USAGE, err="unknown style 'naval'\n")
    expect(alea("lab", "match", "greedy", "style:naval", "--game", "polis", "--games", "4", "--lang", "en"), FINE, out="style:naval")


def test_bench():
    keys = {"game", "ns_per_step", "steps_per_second", "games_per_second", "position_bytes", "floor_ns", "ratio"}
    rows = json.loads(expect(alea("bench", "--json", "null"), FINE).stdout)["games"]
    assert len(rows) == 1 and keys <= set(rows[0]) and rows[0]["game"] == "null"
    assert abs(rows[0]["ratio"] - rows[0]["ns_per_step"] / rows[0]["floor_ns"]) < 1e-6
    expect(alea("bench", "nothing"), USAGE)


if __name__ == "__main__":
    run(tests_of(globals()))
