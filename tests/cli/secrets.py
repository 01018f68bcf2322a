#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What one side is shown of a match does not depend on the other's sealed orders. secrets.py [ALEA]; else $ALEA, else build/alea.

A campaign is played twice up to a window in which both sides decide at once. There one side enters other orders, and what the
other side is told by `alea replay` and `alea report` must be the same, byte for byte, until something shows, however many small
moves were entered. The last line is `N passed, N failed`.
"""
import os
import re

from contract import FINE, alea, expect, read, write
from running import run, tests_of

SEEDS = [f"{seed:064x}" for seed in (1, 2)]
OPTIONS = ("--option", "map=small")
WINDOWS = [("day 0: opening arrangement", 0), ("personal actions", 1), ("final movement", 1), ("deployment of reinforcements", 1),
           ("personal actions", 3), ("final movement", 3), ("deployment of reinforcements", 4)]
PLY = re.compile(r"\d+ (\S+) (.*)")


class Campaign:
    """The head, the plies as (seat, move), and at which of them each window of each day opens."""

    def __init__(self, path):
        self.head, self.plies, self.opens = [], [], {}
        day = 0
        for line in expect(alea("replay", path, "--explain", "--lang", "en"), FINE).stdout.splitlines():
            ply, news = PLY.match(line), re.match(r"#\s+- (?:Dawn of day (\d+)|Opens: (.*))$", line)
            if ply:
                self.plies.append(ply.groups())
            elif not self.plies and line and line[0] not in "#=":
                self.head.append(line)
            elif news and news[1]:
                day = int(news[1])
            elif news:
                self.opens.setdefault((news[2], day), len(self.plies))

    def orders(self, window, seat):
        """What the seat enters in the window, `done` included."""
        moves = []
        for actor, move in self.plies[self.opens[window]:]:
            if actor == seat:
                moves.append((seat, move))
                if move == "done":
                    break
        return moves

    def save(self, path, plies, bot=None):
        head = [re.sub(rf"^seat {bot[0]} \S+", f"seat {bot[0]} bot:{bot[1]}", line) if bot else line for line in self.head]
        write(path, "\n".join(head) + "\n\n" + "".join(f"{i + 1} {seat} {move}\n" for i, (seat, move) in enumerate(plies)))
        return path


def other_orders(campaign, window, seat, first=()):
    """What the bot `random` enters there instead, after the plies `first`."""
    path = campaign.save("other.alea", campaign.plies[:campaign.opens[window]] + list(first), (seat, "random"))
    expect(alea("play", "--resume", path), FINE)
    return Campaign(path).orders(window, seat)


def shown(path, viewer, day):
    side = {"A": "defenders", "B": "raiders"}[viewer]
    told = [expect(alea("report", path, "--side", side, "--round", str(day), "--lang", lang), FINE).stdout for lang in ("it", "en")]
    replayed = [expect(alea("replay", path, "--seat", viewer, *more), FINE).stdout for more in ((), ("--json",), ("--lang", "it"))]
    return told, replayed


def compare(campaign, window, mover):
    """By how many orders two lists differed that were being entered. Also compares closed windows."""
    viewer = "B" if mover == "A" else "A"
    before = campaign.plies[:campaign.opens[window]]
    mine, theirs = campaign.orders(window, mover), campaign.orders(window, viewer)
    one, other = other_orders(campaign, window, mover), other_orders(campaign, window, mover, [(viewer, "done")])
    entered = [shown(campaign.save("x.alea", before + orders[:-1] + theirs), viewer, window[1]) for orders in (one, other)]
    assert entered[0] == entered[1], (window, mover, "as orders are entered")
    if window[0] != "final movement":  # where contacts show
        closed = [shown(campaign.save("x.alea", before + orders + theirs), viewer, window[1]) for orders in (mine, one, other)]
        assert closed[0] == closed[1] == closed[2], (window, mover, "once the window is closed")
    return sum(a != b for a, b in zip(one, other))


def campaigns():
    for seed in SEEDS:
        path = f"{seed[-1]}.alea"
        if not os.path.exists(path):
            expect(alea("play", "incursio", *OPTIONS, "--seats", "greedy,greedy", "--seed", seed, "--save", path), FINE)
        yield Campaign(path)


def test_sealed_orders_do_not_show():
    for mover in "AB":
        differed = {}
        for campaign in campaigns():
            for window in WINDOWS:
                if window in campaign.opens:
                    differed[window[0]] = differed.get(window[0], 0) + compare(campaign, window, mover)
        assert len(differed) == 4 and all(differed.values()), f"{mover} entered the same: {differed}"


def test_own_orders_do_show():
    """The comparison would notice: a side is shown its own orders."""
    campaign, window = next(campaigns()), ("personal actions", 1)
    before, mine, others = campaign.plies[:campaign.opens[window]], campaign.orders(window, "A"), other_orders(campaign, window, "A")
    told = [shown(campaign.save("x.alea", before + orders), "A", 1) for orders in (mine, others)]
    assert told[0][0] != told[1][0] and told[0][1] != told[1][1]


if __name__ == "__main__":
    run(tests_of(globals()))
