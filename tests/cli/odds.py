#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`alea odds` against full enumeration in exact fractions, written here a second time. odds.py [ALEA]; else $ALEA, else build/alea.

Dice are compared face by face, whole combats are played out throw by throw; nothing is taken from the program but its
answers. The last line is `N passed, N failed`.
"""
import json
import os
import re
import subprocess
from fractions import Fraction
from functools import lru_cache
from itertools import product

from running import ALEA, LIMIT, ROOT, run, tests_of

FINE, WRONG, USAGE = 0, 1, 2
FEW = 6
FITS = 1 << 64
TOLERANCE = 1e-12
GOLDEN = os.path.join(ROOT, "src", "games", "spqrisiko", "golden", "three_rounds.alea")


def alea(*args, lang="en"):
    return subprocess.run([ALEA, "odds", *map(str, args), "--lang", lang], text=True, capture_output=True, timeout=LIMIT,
                          env={**os.environ, "LANG": "C.UTF-8", "COLUMNS": "80"})


def ask(*args):
    said = alea(*args, "--json")
    assert said.returncode == FINE and not said.stderr, f"{args}: {said.returncode} {said.stderr}"
    return json.loads(said.stdout)


# The rule that refuses fewer dice than the defender's at the beginning.
BARRED = {"land": r"SPQ-LAND-2: .", "sea": r"SPQ-SEA-6: .", "naval": r"SPQ-NAVAL-4: ."}


def refuse(status, pattern, *args, lang="en"):
    said = alea(*args, lang=lang)
    assert said.returncode == status, f"{args}: status {said.returncode}\n{said.stdout}{said.stderr}"
    assert not said.stdout and said.stderr.count("\n") == 1 and re.search(pattern, said.stderr), f"{args}: {said.stderr}"


def same(told, value, wanted):
    """A fraction as told, "5/12" or null, and its value."""
    fits = wanted.numerator < FITS and wanted.denominator < FITS
    assert told == (str(wanted) if fits else None), f"{told} is not {wanted}"
    assert abs(value - wanted) < TOLERANCE, f"{value} is not {float(wanted)}"


# ---- The dice and the combats, once more ------------------------------------------------------------------------------------------


@lru_cache(None)
def throw(attack, defend, naval):
    """{(losses of the attacker, of the defender): chance}, over all faces. [SPQ-COMBAT-4 to 6]"""
    ends = {}
    for faces in product(range(1, 7), repeat=attack + defend):
        pairs = list(zip(sorted(faces[:attack], reverse=True), sorted(faces[attack:], reverse=True)))
        won = sum(mine > his for mine, his in pairs)
        lost = sum(mine < his if naval else mine <= his for mine, his in pairs)
        ends[lost, won] = ends.get((lost, won), 0) + 1
    return {end: Fraction(n, 6 ** (attack + defend)) for end, n in ends.items()}


@lru_cache(None)
def combat(kind, attackers, defenders, stop):
    """{(attackers left, defenders left): chance}. [SPQ-LAND-2, SPQ-SEA-7, SPQ-SEA-8, SPQ-NAVAL-4 to 8]"""
    barred = min(3, attackers) < min(3, defenders) or attackers < stop
    if not attackers or not defenders or (kind != "sea" and barred):
        return {(attackers, defenders): Fraction(1)}
    ends = {}
    for (lost, won), chance in throw(min(3, attackers), min(3, defenders), kind == "naval").items():
        over = not lost and not won  # only at sea, where equal dice hurt nobody
        rest = {(attackers, defenders): 1} if over else combat(kind, attackers - lost, defenders - won, stop)
        for end, more in rest.items():
            ends[end] = ends.get(end, 0) + chance * more
    return ends


@lru_cache(None)
def row(attackers, defenders, leave, stop):
    """{(provinces taken, attackers left): chance}. [SPQ-INVADE-2, SPQ-INVADE-3, SPQ-GARR-3]"""
    ends = {}
    for (left, against), chance in combat("land", attackers, defenders[0], stop).items():
        if against or len(defenders) == 1:
            more = {(0 if against else 1, left): Fraction(1)}
        else:
            there = max(min(3, left), left + 1 - leave[0])  # as many as the dice must go, and all others may but those that stay
            more = {(1 + taken, end): part for (taken, end), part in row(there - 1, defenders[1:], leave[1:], stop).items()}
        for end, part in more.items():
            ends[end] = ends.get(end, 0) + chance * part
    return ends


def share(ends, side, value):
    return sum((chance for end, chance in ends.items() if end[side] == value), Fraction(0))


def compare(answer, name, ends, side, most):
    assert len(answer[name]) == len(answer[f"{name}_p"]) == most + 1
    for value in range(most + 1):
        same(answer[f"{name}_p"][value], answer[name][value], share(ends, side, value))
    mean = sum(end[side] * chance for end, chance in ends.items())
    assert abs(answer[f"expected_{name}"] - mean) < 1e-9


# ---- Throws -----------------------------------------------------------------------------------------------------------------------


def test_throws():
    for kind in ("land", "sea", "naval"):
        for attack in range(1, 4):
            for defend in range(1, 4):
                if attack < defend and kind != "sea":  # only an attack by sea goes on so [SPQ-SEA-8]
                    refuse(WRONG, BARRED[kind], "spqrisiko", "throw", "--kind", kind, "--attack", attack, "--defend", defend)
                    continue
                outcomes = ask("spqrisiko", "throw", "--kind", kind, "--attack", attack, "--defend", defend)["outcomes"]
                wanted = throw(attack, defend, kind == "naval")
                told = {(end["attacker_losses"], end["defender_losses"]): end for end in outcomes}
                assert len(told) == len(outcomes) and set(told) == set(wanted)
                for end, chance in wanted.items():
                    same(told[end]["p"], told[end]["value"], chance)


def test_published_throws():
    """The known table of Risk, whose defender has two dice at most: ours is the same there. (Osborne, "Markov chains for the RISK
    board game revisited", 2003, table 2.)"""
    published = {(1, 1): {(0, 1): "15/36", (1, 0): "21/36"}, (1, 2): {(0, 1): "55/216", (1, 0): "161/216"},  # 1 against 2: by sea
                 (2, 1): {(0, 1): "125/216", (1, 0): "91/216"}, (3, 1): {(0, 1): "855/1296", (1, 0): "441/1296"},
                 (2, 2): {(0, 2): "295/1296", (1, 1): "420/1296", (2, 0): "581/1296"},
                 (3, 2): {(0, 2): "2890/7776", (1, 1): "2611/7776", (2, 0): "2275/7776"}}
    for (attack, defend), ends in published.items():
        kind = "land" if attack >= defend else "sea"
        outcomes = ask("spqrisiko", "throw", "--kind", kind, "--attack", attack, "--defend", defend)["outcomes"]
        told = {(end["attacker_losses"], end["defender_losses"]): Fraction(end["p"]) for end in outcomes}
        assert told == {end: Fraction(chance) for end, chance in ends.items()}


# ---- Combats ----------------------------------------------------------------------------------------------------------------------


def check_combat(kind, attackers, defenders, stop=0):
    side = "--committed" if kind == "sea" else "--attackers"
    more = ["--stop-below", stop] if stop else []
    if min(3, attackers) < min(3, defenders):
        refuse(WRONG, BARRED[kind], "spqrisiko", kind, side, attackers, "--defenders", defenders, *more)
        return
    answer = ask("spqrisiko", kind, side, attackers, "--defenders", defenders, *more)
    ends = combat(kind, attackers, defenders, stop)
    same(answer["win"], answer["value"], share(ends, 1, 0))
    compare(answer, "attackers_left", ends, 0, attackers)
    compare(answer, "defenders_left", ends, 1, defenders)


def test_small_combats():
    for kind in ("land", "sea", "naval"):
        for attackers in range(1, FEW + 1):
            for defenders in range(1, FEW + 1):
                check_combat(kind, attackers, defenders)


def test_stopping():
    for kind in ("land", "naval"):
        for stop in range(1, 8):
            check_combat(kind, 5, 4, stop)


def test_fractions_of_the_rules():
    """Worked out by hand in the rules: EX-50."""
    for committed, defenders, win in ((1, 1, "5/12"), (2, 1, "1955/2592"), (3, 2, "6610505/10077696"), (3, 3, "4402175/13436928")):
        assert ask("spqrisiko", "sea", "--committed", committed, "--defenders", defenders)["win"] == win


def flow(kind, attackers, defenders):
    """{(attackers left, defenders left): chance} of large forces, in floating point, from the beginning to the ends."""
    chances, ends = {(attackers, defenders): 1.0}, {}
    for mine in range(attackers, -1, -1):
        for his in range(defenders, -1, -1):
            here = chances.pop((mine, his), 0)
            over = not mine or not his or (kind != "sea" and min(3, mine) < min(3, his))
            for (lost, won), chance in ({(0, 0): 1} if over else throw(min(3, mine), min(3, his), kind == "naval")).items():
                into = chances if lost or won else ends
                into[mine - lost, his - won] = into.get((mine - lost, his - won), 0) + here * float(chance)
    return ends


def test_large_combats():
    for attackers, defenders in ((30, 30), (99, 40), (25, 99), (99, 99)):
        for kind, side in (("land", "--attackers"), ("sea", "--committed"), ("naval", "--attackers")):
            answer, ends = ask("spqrisiko", kind, side, attackers, "--defenders", defenders), flow(kind, attackers, defenders)
            for name, which, most in (("attackers_left", 0, attackers), ("defenders_left", 1, defenders)):
                for value in range(most + 1):
                    assert abs(answer[name][value] - share(ends, which, value)) < TOLERANCE
            assert abs(answer["value"] - share(ends, 1, 0)) < TOLERANCE
    most = ask("spqrisiko", "land", "--attackers", 99, "--defenders", 99)
    assert abs(sum(most["attackers_left"]) - 1) < TOLERANCE and abs(sum(most["defenders_left"]) - 1) < TOLERANCE


def check_row(attackers, defenders, leave, stop=0):
    given = ["--leave", ",".join(map(str, leave))] if leave else []
    each = tuple(leave * len(defenders) if len(leave) == 1 else leave) or (1,) * len(defenders)
    asked = ["spqrisiko", "chain", "--attackers", attackers, "--defenders", ",".join(map(str, defenders)), "--stop-below", stop, *given]
    if min(3, attackers) < min(3, defenders[0]):  # the first province; later ones may bar the way
        refuse(WRONG, BARRED["land"], *asked)
        return
    answer = ask(*asked)
    ends = row(attackers, tuple(defenders), each, stop)
    same(answer["win"], answer["value"], share(ends, 0, len(defenders)))
    compare(answer, "provinces_taken", ends, 0, len(defenders))
    compare(answer, "attackers_left", ends, 1, attackers)


def test_rows():
    for attackers in (1, 2, 4, 7, 12):
        for defenders in ([1], [2, 1], [1, 1, 1], [3, 1, 2], [1, 4, 1, 1]):
            check_row(attackers, defenders, [])
            check_row(attackers, defenders, [2])
            check_row(attackers, defenders, list(range(1, len(defenders) + 1)), stop=2)
    alone, together = ask("spqrisiko", "land", "--attackers", 8, "--defenders", 5), ask("spqrisiko", "chain", "--attackers", 8,
                                                                                      "--defenders", 5)
    assert alone["attackers_left"] == together["attackers_left"] and alone["value"] == together["value"]


# ---- The command --------------------------------------------------------------------------------------------------------------------


def questions():
    """(game, question) of all that can be asked."""
    return [(game["game"], question) for game in ask() for question in game["questions"]]


def test_lists():
    games = {game["game"]: game["questions"] for game in ask()}
    assert [question["name"] for question in games["spqrisiko"]] == ["throw", "land", "sea", "naval", "chain"]
    assert ask("spqrisiko")["questions"] == games["spqrisiko"]
    assert alea("spqrisiko").stdout in alea().stdout + alea("spqrisiko").stdout
    for lang in ("it", "en"):
        assert all(name in alea(lang=lang).stdout for name in games)


def test_examples():
    """Each question explains itself in both languages, and its example works, for people and for programs."""
    asked = questions()
    assert len(asked) >= 9
    for game, question in asked:
        for lang, head in (("it", "Uso"), ("en", "Usage")):
            said = alea(game, question["name"], "--help", lang=lang)
            assert said.returncode == FINE and said.stdout.startswith(f"{head}: alea odds {game} {question['name']}")
            assert all(f"--{parameter['name']} " in said.stdout for parameter in question["parameters"])
            example = said.stdout.splitlines()[-1].split()
            assert example[:4] == ["alea", "odds", game, question["name"]], example
            people = alea(*example[2:], lang=lang)
            assert people.returncode == FINE and people.stdout and not people.stderr, f"{example}: {people.stderr}"
        assert alea(*example[2:], "--json").stdout == alea(*example[2:], "--json").stdout


def test_words():
    said = alea("spqrisiko", "sea", "--committed=1", "--defenders=1")
    assert "win: 41.7% = 5/12" in said.stdout and "█" in said.stdout
    assert "vittoria: 41.7% = 5/12" in alea("spqrisiko", "sea", "--committed", 1, "--defenders", 1, lang="it").stdout


def test_refused_forces():
    """What the game would refuse is not answered: the rule is told, in both languages."""
    sea = ["spqrisiko", "sea", "--committed", 1, "--defenders", 3]
    refuse(WRONG, r"sea: 1 against 3 dice: the game does not allow it; SPQ-SEA-6: An attack by sea needs", *sea)
    refuse(WRONG, r"sea: 1 contro 3 dadi: il gioco non lo permette; SPQ-SEA-6: All'attacco via mare", *sea, lang="it")
    refuse(WRONG, r"throw: 1 against 3 dice: the game does not allow it; SPQ-LAND-2: The attacker rolls", "spqrisiko", "throw", "--attack", 1, "--defend", 3)
    refuse(WRONG, r"2 against 3 dice.*SPQ-NAVAL-4: No naval", "spqrisiko", "naval", "--attackers", 2, "--defenders", 9)
    refuse(WRONG, r"2 against 3 dice.*SPQ-SEA-6", *sea[:2], "--committed", 2, "--defenders", 50)
    for attackers, defenders in ((1, 1), (2, 2), (3, 3), (3, 99)):
        assert ask("spqrisiko", "sea", "--committed", attackers, "--defenders", defenders)["value"] > 0


def test_bad_input():
    land = ["spqrisiko", "land"]
    refuse(USAGE, "unknown game 'spqr'", "spqr")
    refuse(USAGE, "did you mean 'land'", "spqrisiko", "lnd")
    refuse(USAGE, "forse 'land'", "spqrisiko", "lnd", lang="it")
    refuse(USAGE, "'defenders'.*1..128", *land, "--attackers", 3)
    refuse(USAGE, "did you mean 'attackers'", *land, "--atackers", 3, "--defenders", 1)
    refuse(USAGE, "given twice", *land, "--attackers", 3, "--attackers", 3)
    refuse(USAGE, "wants a value", *land, "--attackers")
    refuse(USAGE, "wants a value", *land, "--attackers", "--defenders", 3)
    for number in ("0", "-3", "129", "99999999999999999999", "", "x", "3x", "3.5", "0x3", "3,1"):
        refuse(USAGE, "'attackers'.*whole number from 1 to 128", *land, f"--attackers={number}", "--defenders", 3)
        refuse(USAGE, "'attackers'.*numero intero da 1 a 128", *land, f"--attackers={number}", "--defenders", 3, lang="it")
    refuse(USAGE, "land|sea|naval", "spqrisiko", "throw", "--kind", "air", "--attack", 1, "--defend", 1)
    refuse(USAGE, "from 1 to 3", "spqrisiko", "throw", "--attack", 4, "--defend", 1)
    refuse(USAGE, "from 1 to 128", "spqrisiko", "chain", "--attackers", 4, "--defenders", "3,,1")
    refuse(USAGE, "more than 256", "spqrisiko", "chain", "--attackers", 4, "--defenders", ",".join(["1"] * 257))
    refuse(WRONG, "45 provinces", "spqrisiko", "chain", "--attackers", 4, "--defenders", ",".join(["1"] * 45))
    refuse(WRONG, "each of the 2 provinces", "spqrisiko", "chain", "--attackers", 4, "--defenders", "1,1", "--leave", "1,1,1")
    refuse(USAGE, "unknown option '--attackers'", "--attackers", 3)
    refuse(USAGE, "unknown option '--attackers'", "spqrisiko", "--attackers", 3)
    refuse(USAGE, "did you mean '--json'", *land, "--jsno")
    refuse(USAGE, "bogus", *land, "--attackers", 3, "--defenders", 1, "--option", "bogus=1")
    refuse(WRONG, "missing.json", *land, "--attackers", 3, "--defenders", 1, "--scenario", "missing.json")
    refuse(USAGE, "--samples", *land, "--attackers", 3, "--defenders", 1, "--samples", 0)
    refuse(USAGE, "--ply goes with", *land, "--attackers", 3, "--defenders", 1, "--ply", 1)
    refuse(USAGE, "'extra'", *land, "extra")


# ---- Matches --------------------------------------------------------------------------------------------------------------------------


def test_match():
    """At a land attack the choices have the chances that the question has; where no choice has any, one line says so."""
    seen, none = set(), "None of these choices has chances to tell"
    assert none in alea("match", GOLDEN, "--ply", 3).stdout
    with open(GOLDEN, encoding="utf-8") as file:
        plies = [(int(match[1]), match[2]) for match in re.finditer(r"(?m)^(\d+) \S+ (.+)$", file.read())]
    for ply, move in plies:
        if not move.startswith(("attack_to", "roll", "dice")):
            continue
        told = ask("match", GOLDEN, "--ply", ply - 1)
        assert told["game"] == "spqrisiko" and told["ply"] == ply - 1 and not told["over"]
        if move.startswith("dice"):
            assert abs(sum(end["value"] for end in told["chance"]) - 1) < TOLERANCE and not told["seats"]
            assert sum(Fraction(end["p"]) for end in told["chance"]) == 1
            seen.add("dice")
            continue
        choices = {choice["move"]: choice for choice in told["seats"][0]["choices"]}
        battle = choices[move]["battle"]
        attackers, defenders = len(battle["attackers_left"]) - 1, len(battle["defenders_left"]) - 1
        if move.startswith("roll") and int(move.split()[1]) < min(3, attackers):
            continue
        question = ask("spqrisiko", "land", "--attackers", attackers, "--defenders", defenders)
        assert abs(battle["win"] - question["value"]) < TOLERANCE
        assert all(abs(a - b) < TOLERANCE for a, b in zip(battle["attackers_left"], question["attackers_left"]))
        said = alea("match", GOLDEN, "--ply", ply - 1).stdout
        assert said.count("%") > 1 and none not in said
        seen.add(move.split()[0])
    assert seen == {"attack_to", "roll", "dice"}
    end = ask("match", GOLDEN)
    assert end["over"] and end["ply"] == end["plies"] and not end["seats"]


def test_match_of_every_game():
    for game in ("spqrisiko", "polis", "incursio"):
        folder = os.path.join(ROOT, "src", "games", game, "golden")
        path = os.path.join(folder, sorted(name for name in os.listdir(folder) if name.endswith(".alea"))[0])
        plies = ask("match", path)["plies"]
        for ply in range(0, plies, max(1, plies // 12)):
            told = ask("match", path, "--ply", ply)
            assert told["chance"] or all(seat["choices"] for seat in told["seats"])
            assert alea("match", path, "--ply", ply, lang="it").returncode == FINE


def test_bad_matches():
    refuse(USAGE, "file of the match", "match")
    refuse(WRONG, "missing.alea", "match", "missing.alea")
    refuse(WRONG, "nothing after ply 99999", "match", GOLDEN, "--ply", 99999)
    refuse(USAGE, "--ply", "match", GOLDEN, "--ply", -1)
    refuse(USAGE, "--attackers does not go with", "match", GOLDEN, "--attackers", 3)
    refuse(USAGE, "--option does not go with", "match", GOLDEN, "--option", "a=b")
    with open(GOLDEN, encoding="utf-8") as file, open("cut.alea", "w", encoding="utf-8") as cut:
        cut.write(re.sub(r"(?m)^(57 \* dice) 1", r"\1 7", file.read()))
    refuse(WRONG, "cut.alea", "match", "cut.alea")


if __name__ == "__main__":
    run(tests_of(globals()))
