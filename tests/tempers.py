#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What looks for stronger tempers, tools/train/tempers.c: tempers.py PROGRAM. One generation of a few games of each game that it plays."""
import re
import subprocess
import sys

PROGRAM = sys.argv[1]
SIDES = {"incursio": "AB", "polis": "", "spqrisiko": ""}  # whose tempers are told apart
OPTION = {"incursio": "map=small", "polis": "siege=standard,siege=diceless", "spqrisiko": "setup_mode=random"}
CENTRE = 14.3  # of the strongest temper of SPQRisiko's random setup, from which evolution begins


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=300, check=False)


def evolved(game, generations, seed):
    done = run(game, OPTION[game], str(generations), "1", str(seed))
    assert done.returncode == 0 and not done.stderr, done
    return done.stdout.splitlines()


def tells_each_generation(game):
    lines = evolved(game, 2, 1)
    heads = [f"{generation} {side} " if side else f"{generation} " for generation in range(2) for side in SIDES[game] or [""]]
    assert len(lines) == len(heads), lines
    for line, head in zip(lines, heads):
        won, *numbers = re.fullmatch(re.escape(head) + r"([01]\.\d{3})((?:,? \.\w+ = [-+.e\d]+)+)", line).groups()
        assert 0 <= float(won) <= 1
        names = re.findall(r"\.(\w+) = ", numbers[0])
        assert len(names) == len(set(names)) > 3, names


def is_the_same_by_the_same_seed(game):
    assert evolved(game, 1, 1) == evolved(game, 1, 1) != evolved(game, 1, 2)


def begins_at_the_strongest():
    centre = float(re.search(r"\.centre = ([.\d]+)", evolved("spqrisiko", 1, 1)[0])[1])
    assert 0.5 < centre / CENTRE < 2 and centre != CENTRE, centre  # a step away


def refuses_what_it_can_not_play():
    for words, why in ((("chess", "a=b", "1", "1", "1"), "usage: "), (("polis", "siege=standard", "none", "1", "1"), "usage: "), (("polis",), "usage: "),
                       (("polis", "siege=chance", "1", "1", "1"), "train_tempers: "), (("spqrisiko", "sea=none", "1", "1", "1"), "train_tempers: ")):
        done = run(*words)
        assert done.returncode == 2 and done.stderr.startswith(why) and not done.stdout, (words, done)


for each in SIDES:
    tells_each_generation(each)
    is_the_same_by_the_same_seed(each)
begins_at_the_strongest()
refuses_what_it_can_not_play()
