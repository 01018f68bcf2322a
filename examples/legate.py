#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""SPQRisiko as a legate would play it: one strong army where most can be won, attacks that are likelier to win than not, what
can't be attacked left thin. alea sim spqrisiko --bots exec:examples/legate.py,greedy"""
from alea_bot import Bot

LIKELY = 0.6  # chance from which an attack is made


class Legate(Bot):
    name = "legate"

    def begin(self):
        self.near = {}
        for a, b in self.data["land_adjacency"]["pairs"]:
            self.near.setdefault(a, set()).add(b)
            self.near.setdefault(b, set()).add(a)
        self.seas_of = {}
        for province, sea in self.data["coast"]["pairs"]:
            self.seas_of.setdefault(province, set()).add(sea)

    def choose(self, turn):
        self.turn, self.view = turn, turn.view
        self.mine = set(self.view["own"].get(turn.seat, ()))
        self.army = self.view["legionaries"]
        verbs = {move["verb"] for move in turn.moves}
        for verb in ("set", "centre", "claim", "neutral", "launch", "place", "attack_to", "roll", "attack_from", "advance", "fight",
                     "again", "build_in", "build_from", "sail_from", "assault", "commit", "embark", "move_from", "move_to", "move"):
            if verb in verbs and (move := getattr(self, verb)(turn.of(verb))):
                return move
        return next((move for move in turn.moves if move["verb"] in ("done", "stop")), turn.moves[-1])

    # ---- What provinces are worth -----------------------------------------------------------------------------------------

    def prey(self, province):
        """What taking it brings: a province, its centre, an owner who is nearly out, and a front that gets shorter."""
        owner = next((seat for seat, own in self.view["own"].items() if province in own), None)
        return (1 + 4 * (province in self.view["centres"]) + (owner is not None) * 0.3 +
                0.15 * len(self.near.get(province, set()) & self.mine))

    def danger(self, province):
        """The largest army that could come over the border."""
        foes = (self.army.get(near, 0) for near in self.near.get(province, ()) if near not in self.mine and self.owned(near))
        return max(foes, default=0)

    def owned(self, province):
        return any(province in own for own in self.view["own"].values())

    def front(self, province):
        """How good an army stands here: the best of what it can take, for what it costs."""
        best = max((self.prey(to) / (1 + self.army.get(to, 1)) for to in self.near.get(province, set()) - self.mine), default=0)
        return best * (1 + 0.1 * self.army.get(province, 0)) + 0.02 * self.danger(province)

    # ---- The setup ----------------------------------------------------------------------------------------------------------

    def claim(self, moves):
        return max(moves, key=lambda move: 3 * len(self.near.get(place(move), set()) & self.mine) +
                   0.5 * len(self.seas_of.get(place(move), ())) - 0.3 * len(self.near.get(place(move), ())))

    def neutral(self, moves):
        return min(moves, key=lambda move: len(self.near.get(place(move), set()) & self.mine))

    # ---- Reinforcements: all that there is, in one answer --------------------------------------------------------------------

    def set(self, moves):
        return moves[0]

    def centre(self, moves):
        return min(moves, key=lambda move: self.danger(place(move)))

    def place(self, moves):
        threatened = [move for move in moves if place(move) in self.view["centres"] and
                      self.danger(place(move)) > self.army.get(place(move), 0)]
        best = max(threatened or moves, key=lambda move: self.front(place(move)))
        return [best] * (1 if threatened else max(1, min(32, self.view["pool"])))

    # ---- At sea ---------------------------------------------------------------------------------------------------------------

    def launch(self, moves):
        return max(moves, key=lambda move: self.wanted(place(move)))

    build_in = launch

    def build_from(self, moves):
        quiet = [move for move in moves if self.danger(place(move)) == 0 and self.army.get(place(move), 0) > 4 and
                 any(self.wanted(sea) > 1 for sea in self.seas_of.get(place(move), ()))]
        return max(quiet, key=lambda move: self.army.get(place(move), 0), default=None)

    def wanted(self, sea):
        """A sea that one trireme more would win is worth most."""
        ships = {seat: fleet.get(sea, 0) for seat, fleet in self.view["triremes"].items()}
        own = ships.pop(self.turn.seat, 0)
        most = max(ships.values(), default=0)
        return 2 if own == most else 1 if own < most else 0

    def fight(self, moves):
        return self.likely(moves)

    def again(self, moves):
        return self.likely(moves)

    def sail_from(self, moves):
        return None

    # ---- Attacks --------------------------------------------------------------------------------------------------------------

    def likely(self, moves, least=LIKELY):
        chances = [(self.turn.odds(move) or 0, i) for i, move in enumerate(moves)]
        best, i = max(chances)
        return moves[i] if best >= least else None

    def attack_from(self, moves):
        """From where the best prey can be reached with an army that is larger."""
        def best(move):
            army = self.army.get(place(move), 0) - 1
            return max((self.prey(to) for to in self.near[place(move)] - self.mine if army > 1.1 * self.army.get(to, 1) + 1),
                       default=0)
        move = max(moves, key=best)
        return move if best(move) > 0 else None

    def attack_to(self, moves):
        chances = {place(move): self.turn.odds(move) or 0 for move in moves}
        good = [move for move in moves if chances[place(move)] >= LIKELY]
        return max(good, key=lambda move: self.prey(place(move)) * chances[place(move)], default=None)

    def roll(self, moves):
        if (self.turn.odds(moves[-1]) or 0) < 0.45 and any(move["verb"] == "stop" for move in self.turn.moves):
            return None
        return max(moves, key=number)

    def advance(self, moves):
        return max(moves, key=number)  # the army stays together

    def embark(self, moves):
        return self.likely(moves, 0.75)

    def assault(self, moves):
        return self.likely(moves, 0.75)

    def commit(self, moves):
        return max(moves, key=number)

    # ---- The strategic move: from behind to the front -------------------------------------------------------------------------

    def move_from(self, moves):
        idle = [move for move in moves if self.front(place(move)) == 0 and self.army.get(place(move), 0) > 2]
        return max(idle, key=lambda move: self.army[place(move)], default=None)

    def move_to(self, moves):
        return max(moves, key=lambda move: self.front(place(move)))

    def move(self, moves):
        return max(moves, key=number)


def place(move):
    """The place that a move names."""
    return next(iter(move["args"].values()))


def number(move):
    return move["args"]["number"]


Legate().run()
