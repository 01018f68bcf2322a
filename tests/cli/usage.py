#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Help, usage errors, languages and the list of games: what the program says before anything is played.

usage.py [ALEA]; else $ALEA, else build/alea. Each function test_* is one test, in a folder of its own. The last line is
`N passed, N failed`.
"""
import json
import re
import subprocess

from contract import FINE, UNFINISHED, USAGE, alea, bots, environment, expect, listed, write
from running import ALEA, LIMIT, run, store_of_today, tests_of

COMMANDS = ["games", "learn", "play", "master", "replay", "report", "check", "odds", "verify", "backup", "restore", "recover", "sim", "lab",
            "bench"]
SERVERS = ["serve", "bot-host", "copy"]  # their examples want a server or a program: tests/server, bots.py


def server_database(path="alea.db"):
    write(path, store_of_today())


def test_help():
    expect(alea("--help"), FINE, out="Usage: alea")
    expect(alea("--version"), FINE, out=r"^alea \d+\.\d+\.\d+\n$")
    for command in COMMANDS + SERVERS:
        run = expect(alea(command, "--help"), FINE, out=rf"(?s)Usage: alea {command}.*Example:\n  alea {command}")
        assert max(map(len, run.stdout.splitlines())) <= 80, f"{command} --help is wider than 80 columns"
        expect(alea("help", command), FINE, out=rf"Usage: alea {command}")
        expect(alea(command, "--help", "--lang", "it"), FINE, out=rf"(?s)Uso: alea {command}.*Esempio:")


def test_examples():
    """Whoever copies an example of --help sees it work."""
    named = re.search(r"\n  alea play (\w+)", alea("play", "--help", "--lang", "en").stdout)[1]
    game = next(game for game in listed() if game["id"] == named)  # that the examples are of
    server_database()
    for lang in ("it", "en"):
        name = "partita.alea" if lang == "it" else "match.alea"
        who = bots(game)
        expect(alea("play", game["id"], "--seats", who, "--seed", "1", "--save", name), FINE)
        for command in COMMANDS:
            example = re.search(r"(?s)(?:Esempio|Example):\n(.*)", alea(command, "--help", "--lang", lang).stdout)[1]
            for line in filter(None, map(str.strip, example.splitlines())):
                assert line.startswith("alea "), line
                run = subprocess.run(["sh", "-c", f'"$ALEA_PROGRAM" {line[5:]}'], input="", text=True, capture_output=True,
                                     timeout=LIMIT, env=environment(ALEA_PROGRAM=ALEA))
                expect(run, UNFINISHED if command in ("play", "learn") else FINE)


def test_levels():
    """Each game that has levels tells them; one that it does not have is no other bot in silence."""
    told = [expect(alea("games", game["id"], "--lang", "en"), FINE).stdout for game in listed()]
    with_levels = [page for page in told if "Levels of bots" in page]
    assert with_levels and all(re.search(r"easy \(greedy\): ", page) for page in with_levels)
    expect(alea("play", "null", "--seats", "human,expert", "--lang", "en"), USAGE, err="no level 'expert'; there are: easy, hard, normal")
    expect(alea("sim", "null", "--bots", "beginner,greedy", "--lang", "it"), USAGE, err="non ha il livello 'beginner'")
    expect(alea("lab", "match", "expert", "greedy", "--game", "null", "--lang", "en"), USAGE, err="no level 'expert'")


def test_usage_errors():
    expect(alea("--foo"), USAGE, err="there are: --help")
    expect(alea("--langx", "games"), USAGE, err="--langx")
    expect(alea(), USAGE)
    told = expect(alea("play", "--foo", "--lang", "en"), USAGE, err="--foo")
    assert "did you mean" not in told.stderr, told.stderr
    expect(alea("plya"), USAGE, err="did you mean 'play'")
    expect(alea("campaign", "zzz", "--lang", "en"), USAGE, err=r"unknown command 'zzz'; there are: rehearse")
    expect(alea("zzzzzzzz"), USAGE, err="there are: games")
    for command in COMMANDS + SERVERS:
        expect(alea(command, "--helpp"), USAGE, err="did you mean '--help'")
        expect(alea(command, "--help=yes"), USAGE)
    for wrong in ("many", "1001"):
        expect(alea("serve", "--send-thread", wrong, "--lang", "en"), USAGE, err=f"--send-thread '{wrong}': a whole number from 0 to 1000")
    expect(alea("play", "null", "--seatz", "human,human"), USAGE, err="did you mean '--seats'")
    expect(alea("play", "null", "--seats"), USAGE, err="wants a value")
    expect(alea("play"), USAGE, err="alea games")
    expect(alea("play", "null", "null"), USAGE)
    expect(alea("play", "nothing-like-it"), USAGE, err="unknown game")
    expect(alea("play", "null", "--seats", "human,gredy"), USAGE, err="did you mean 'greedy'")
    expect(alea("play", "null", "--seats", "human,human,human"), USAGE, err="seats given: 3")
    expect(alea("play", "null", "--option", "roundz=1"), USAGE, err="rounds")
    expect(alea("play", "null", "--option", "rounds=many"), USAGE, err="many")
    expect(alea("play", "null", "--option", "rounds"), USAGE)
    for seed in ("", "xyz", "0" * 65):
        expect(alea("play", "null", "--seed", seed), USAGE, err="hexadecimal")
    expect(alea("play", "null", "--dice", "loaded"), USAGE, err="loaded")
    expect(alea("play", "null", "--name", "Z=Zoe"), USAGE)
    expect(alea("play", "null", "--lang", "fr"), USAGE, err="fr")
    for bad in (("--games", "0"), ("--games", "x"), ("--threads", "0"), ("--seed", "-1"), ("--bots", "random"), ("--bots", "")):
        expect(alea("sim", "null", *bad), USAGE)
    for command in ("check", "verify", "replay", "report", "master"):
        expect(alea(command), USAGE, err="which file")


def test_language():
    for env, words in (({"LANG": "it_IT.UTF-8"}, "Uso"), ({"LANG": "de_DE.UTF-8"}, "Usage"), ({"LANG": "C"}, "Usage"),
                       ({"LC_ALL": "en_GB", "LANG": "it_IT"}, "Usage"), ({"LC_MESSAGES": "it"}, "Uso")):
        expect(alea("--help", env=env), FINE, out=words)
        other = "en" if words == "Uso" else "it"
        expect(alea("--lang", other, "--help", env=env), FINE, out="Usage" if other == "en" else "Uso")
    expect(alea("plya", "--lang=it"), USAGE, err="volevi dire")
    expect(alea("play", "null", "--lang", "it", stdin="esci\n"), UNFINISHED, out="La partita è salvata")


def test_games():
    games = listed()
    for game in games:
        assert {"id", "title", "summary", "seats", "secrets", "options"} <= set(game) and game["id"] != "null"
        expect(alea("games"), FINE, out=f"(?m)^{game['id']} - ")
        least, most = game["seats"]["min"], game["seats"]["max"]
        said = f"{least} to {most}" if least < most else str(least)
        expect(alea("games", game["id"], "--lang", "en"), FINE, out=f"(?m)^ *seats: {said}$")
        for option in game["options"]:
            assert option["key"] and option["text"] and "default" in option
            usual = f"; usually {option['default']}" if option.get("values") or option["min"] < option["max"] else ""
            expect(alea("games", game["id"]), FINE, out=rf"(?m)^ +{option['key']} = [^;\n]+{usual}$")
            assert len(option.get("words", [])) == len(option.get("values", []))
            for value, words in zip(option.get("values", []), option.get("words", [])):
                expect(alea("games", game["id"]), FINE, out=rf"(?m)^ +- {value}: {re.escape(words)}$")
        alone = json.loads(expect(alea("games", game["id"], "--json"), FINE).stdout)["games"]
        assert alone == [game]
        schema = json.loads(expect(alea("games", game["id"], "--schema"), FINE).stdout)
        assert schema["additionalProperties"] is False and schema["required"] == list(schema["properties"])
    expect(alea("games", "more"), USAGE)
    expect(alea("games", games[0]["id"], games[0]["id"]), USAGE)
    expect(alea("games", "--schema"), USAGE, err="which game")


if __name__ == "__main__":
    run(tests_of(globals()))
