#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A campaign before its first day: `alea campaign rehearse`. campaign.py [ALEA]; else $ALEA, else build/alea.

The last line is `N passed, N failed`. The same against a real server is tests/server/campaign.py.
"""
import re

from contract import FINE, USAGE, alea, expect, read
from running import run, tests_of

SMALL = ("--option", "map=small", "--option", "teams=players")
GROUPS = {"en": ("everybody", "Defenders of Esdef", "Raiders of the Varannah"), "it": ("tutti", "Difensori di Esdef", "Incursori del Varannah")}


def rehearse(*more):
    return expect(alea("campaign", "rehearse", "incursio", *more), FINE).stdout


def test_each_group_is_told_each_day():
    """In either language, for everybody and each side; the same seed makes the same campaign, another one another."""
    for lang, groups in GROUPS.items():
        out = rehearse(*SMALL, "--days", "2", "--lang", lang)
        heads = re.findall(r"^=== \w+ (\d+), \w+ (.+) \(\w+: (\d+)\)$", out, re.M)
        assert [(day, who) for day, who, _ in heads] == [(str(day), who) for day in range(3) for who in groups], heads
        assert all(int(parts) >= 1 for _, _, parts in heads), heads
    once = rehearse(*SMALL, "--days", "2", "--seed", "7")
    assert once == rehearse(*SMALL, "--days", "2", "--seed", "7") != rehearse(*SMALL, "--days", "2", "--seed", "8")


def test_the_match_is_kept_by_the_rules():
    """Twenty people, three days: it replays, people have answered in their ways, the Master has done all of his."""
    out = rehearse("--option", "teams=players", "--days", "4", "--save", "rehearsed.alea")
    expect(alea("check", "rehearsed.alea"), FINE)
    record = read("rehearsed.alea").decode()
    for words in (" pause", " resume", " rewind ", " close_late", " record ", " confirm ", " decline "):
        assert words in record, words
    asked, *answers = map(int, re.findall(r"\d+", out.splitlines()[-2]))
    proposed = dict(zip(("adopted", "declined", "lapsed"), map(int, re.findall(r"\d+", out.splitlines()[-3]))))
    assert proposed["adopted"] >= proposed["declined"] >= proposed["lapsed"] > 0, out.splitlines()[-3]
    posts = re.findall(r"(?m)^post \d+ \S+ (proposal|answer)\b.*?(adopted|declined|)$", record)
    assert sum(kind == "proposal" for kind, _ in posts) == sum(proposed.values()), posts[:5]
    assert all(posts.count(("answer", end)) == proposed[end] for end in ("adopted", "declined")), posts[:5]
    closed, silent, paused, corrected, rewound, _ = map(int, re.findall(r"\d+", out.splitlines()[-1]))
    assert asked > sum(answers[:5]) > 3 and closed and silent > closed and paused == corrected == rewound == 1, out.splitlines()[-2:]
    for side, others in (("defenders", "raiders"), ("raiders", "defenders")):
        told = expect(alea("report", "rehearsed.alea", "--round", "2", "--side", side), FINE).stdout
        assert told.strip() in out, f"what {side} are sent is another report"


def test_windows_close_by_the_calendar():
    """Each window is told with its hours, by the clocks of the zone and through a summer-time change; who comes too late is counted."""
    lines = {}
    for zone in ("Europe/Rome", "America/New_York"):
        out = rehearse(*SMALL, "--days", "3", "--zone", zone, "--begin", "2026-03-28", "--lang", "en")
        lines[zone] = re.findall(r"^--- (.+): from (\S+ \S+) to (\S+ \S+), (closed at its time|all were done)$", out, re.M)
        assert len(lines[zone]) == len(re.findall(r"^--- ", out, re.M)) > 15, out
        at = "2026-03-28 08:00"
        for _, opened, ended, _ in lines[zone]:
            assert opened == at < ended, (zone, opened, at)  # one after the other
            at = ended
        times = {name: ended[-5:] for name, _, ended, how in lines[zone] if how == "closed at its time"}
        assert times["personal actions"] == "20:30", times
        assert int(re.search(r"window was closed: (\d+) times", out)[1]) > 0, out[-600:]
    italian = expect(alea("campaign", "rehearse", "incursio", *SMALL, "--days", "1", "--lang", "it"), FINE).stdout
    assert re.search(r"^--- azioni personali: dal 2026-03-03 \S+ al 2026-03-03 20:30, chiusa alla sua ora$", italian, re.M), italian[:2000]


def test_what_cannot_be_rehearsed_is_refused():
    for words in ((), ("dance",), ("rehearse",), ("rehearse", "ludo"), ("rehearse", "polis"), ("rehearse", "incursio", "twice"),
                  ("rehearse", "incursio", "--days", "0"), ("rehearse", "incursio", "--days", "soon"),
                  ("rehearse", "incursio", "--seats", "41"), ("rehearse", "incursio", "--seats", "1"),
                  ("rehearse", "incursio", "--option", "map=moon"), ("rehearse", "incursio", "--seed", "-1"),
                  ("rehearse", "incursio", "--begin", "2026-02-30"), ("rehearse", "incursio", "--begin", "monday"),
                  ("rehearse", "incursio", "--begin", "1969-12-31"), ("rehearse", "incursio", "--zone", "Esdef/Varannah"),
                  ("rehearse", "incursio", "--dance")):
        for lang in ("it", "en"):
            got = expect(alea("campaign", *words, "--lang", lang), USAGE)
            assert got.stderr and not got.stdout, (words, got)
    assert "windows" in alea("campaign", "rehearse", "polis", "--lang", "en").stderr
    for lang in ("it", "en"):
        help_of = expect(alea("campaign", "--help", "--lang", lang), FINE).stdout
        assert "alea campaign rehearse incursio" in help_of and "--days" in help_of, help_of


if __name__ == "__main__":
    run(tests_of(globals()))
