#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Polis as a strategos would play it: it asks what would be after each way to go through with an action (Turn.after), weighs
the view and the facts at its end, and makes the whole of the best. alea sim polis --bots exec:examples/strategos.py,random"""
from alea_bot import Bot

FATAL = 60  # what starving is taken for, in points of the final score
QUESTIONS = 600  # that one choice may cost; a host answers a thousand a turn
PILED = ("make_hoplites", "make_galleys", "make_merchants", "move_hoplites", "move_galleys", "collect_rows", "force_more", "growth")


class Strategos(Bot):
    name = "strategos"

    def begin(self):
        self.regions = {region["id"]: region for region in self.data["regions"]["items"]}
        self.poleis = {polis["id"]: polis for polis in self.data["poleis"]["items"]}
        self.posterity = {project["id"]: project.get("posterity", 0) for project in self.data["projects"]["items"]}
        self.sides = [side["id"] for side in self.data["sides"]["items"]]
        siege = self.hello["options"]["siege"]
        self.die = next(mode.get("die") or 0 for mode in self.data["siege_modes"]["items"] if mode["id"] == siege)
        self.constants = self.data["constants"]["items"]
        self.last = len(self.data["rounds"]["items"]) - 1
        self.rounds = [each["id"] for each in self.data["rounds"]["items"]]

    def choose(self, turn):
        self.turn, self.left = turn, QUESTIONS
        self.side = turn.view["decider"]
        for verb in ("play", "answer", "fight", "battle", "double"):
            if turn.of(verb):
                return getattr(self, verb)(turn.of(verb))
        return self.plan((), turn.moves, turn.view, turn.facts, 0)[1] or turn.moves[0]

    # ---- The best way through an action ------------------------------------------------------------------------------------

    def plan(self, made, moves, view, facts, depth):
        """(worth, the moves from here on). Where one more of the same can be done, more as long as that helps; else each way."""
        open_still = view["decider"] == self.side and moves and (depth == 0 or view["action"] is not None) and depth < 8
        if not open_still or self.left <= 0:
            return self.worth(view, facts), []
        if view["step"] in PILED and any(move["verb"] == "done" for move in moves):
            return self.pile(made, moves, view, facts, depth)
        return max((self.branch(made, move, depth) for move in moves), key=lambda way: way[0])

    def branch(self, made, move, depth):
        answer = self.after(made, move)
        if not answer:
            return -2 * FATAL, [move]
        worth, rest = self.plan((*made, move), answer["moves"], answer["view"], answer["facts"], depth + 1)
        return worth, [move, *rest]

    def after(self, made, move):
        self.left -= 1
        answer = self.turn.after(*made, move)
        return answer if answer and answer["made"] == len(made) + 1 else None

    def pile(self, made, moves, view, facts, depth):
        best, way = None, []
        while True:
            steps = [(self.stopped((*made, *way, move)), move) for move in moves if move["verb"] != "done"]
            if best is None:
                done = next(move for move in moves if move["verb"] == "done")
                best, end = self.branch((*made, *way), done, 7)[0], [done]
            worth, move = max(steps, key=lambda step: step[0], default=(best, None))
            if worth <= best or self.left <= 0:
                return best, way + end
            best, way = worth, [*way, move]
            answer = self.after(tuple(made) + tuple(way[:-1]), move)
            if not answer or answer["view"]["step"] != view["step"]:
                return best, way
            moves = answer["moves"]
            end = [next((each for each in moves if each["verb"] == "done"), move)]

    def stopped(self, made):
        """What it is worth to leave it at that."""
        answer = self.after(made[:-1], made[-1])
        if not answer:
            return -2 * FATAL
        done = next((move for move in answer["moves"] if move["verb"] == "done"), None)
        if done and answer["view"]["step"] in PILED:
            answer = self.after(made, done) or answer
        return self.worth(answer["view"], answer["facts"])

    # ---- What a view is worth ------------------------------------------------------------------------------------------------

    def worth(self, view, facts):
        if facts["winners"]:
            return 500 if facts["winners"] == [self.side] else -500
        other = next(side for side in view["own"] if side != self.side)
        worth = self.holds(view, facts, self.side) - 0.7 * self.holds(view, facts, other)
        return worth + self.siege_begun(view)

    def holds(self, view, facts, side):
        """Points at the end, as far as a glance tells."""
        number = self.rounds.index(view["round"])
        left, stock = self.last - number, view["resource"][side]
        active = not view["passed"] >> self.sides.index(side) & 1 and bool(facts["turn"])
        people = sum(view["population"].get(polis, 0) for polis in view["own"][side])
        points = view["prestige"].get(side, 0) + people * (0.8 if left else 1) + self.renown(view, side)
        points += facts["from_projects"].get(side, 0) + facts["from_megalopolis"].get(side, 0)
        points += self.supply(view, facts, side, active)
        points += sum(saved(stock.get(good, 0), 0.34 if left else 0.06, 5) for good in ("metal", "wood", "wine", "oil"))
        points += saved(stock.get("silver", 0), 0.5 if left else 0.1, 8)
        points += self.armies(view, facts, side, left) - self.dangers(view, side)
        points += 0.35 * bool(left) * (view["port"].get(side, 0) + list(view["trader"].values()).count(self.sides.index(side) + 1))
        if active:
            points += 0.8 * bool(left) * self.harvest(view, side)
        return points + self.hopes(view, side, active or left > 0) + self.intrigue(view, side, active)

    def supply(self, view, facts, side, active):
        """Wheat that is missing costs Prestige, and where that runs out the war."""
        wheat, need = view["resource"][side].get("wheat", 0), facts["need"].get(side, 0)
        if active:
            harvests = sorted((self.yields(view, side, region, "wheat") - self.abroad(side, region)
                               for region in self.fields(view, side)), reverse=True)
            wheat += sum(share * max(0, harvest) for share, harvest in zip((0.6, 0.25), harvests))
            wheat += 0.6 * min(2, view["port"].get(side, 0)) * bool(facts["reach"][side])
        missing = max(0, need - wheat)
        purse = view["prestige"].get(side, 0) + facts["from_projects"].get(side, 0) - missing
        spare = max(0, wheat - need) * 0.3
        if purse < 1:
            return -FATAL * (0.5 if active else 1) + 1.5 * (purse - 1)
        return spare - 1.1 * missing - (0.3 * (8 - purse) ** 2 if purse < 8 else 0)

    def harvest(self, view, side):
        """The best row that it could still collect, wheat apart."""
        rows = [self.yields(view, side, region, row) * (0.4 if row == "silver" else 0.25) - self.abroad(side, region)
                for region in self.fields(view, side) for row in self.regions[region]["yields"] if row != "wheat"]
        return max([0, *rows])

    def fields(self, view, side):
        """Lands where it may still collect."""
        seats = {self.poleis[polis]["region"] for polis in view["own"][side]}
        return [region for region in view["units"][side]
                if region in seats and "yields" in self.regions[region] and region not in view["tribute"]]

    def abroad(self, side, region):
        """The Prestige that a collection there costs."""
        return self.regions[region]["home_of"] != side

    def yields(self, view, side, region, row):
        row = self.regions[region]["yields"].get(row, [])
        return row[min(view["units"][side][region], len(row)) - 1] if row else 0

    def renown(self, view, side):
        """What its projects will count for with posterity."""
        return sum(self.posterity[project] for project, place in view["project"].items()
                   if place in ("progress", "completed") and view["project_at"].get(project) in view["own"][side])

    def dangers(self, view, side):
        """Own poleis that the other could besiege."""
        rivals, lost = next(units for one, units in view["units"].items() if one != side), 0
        for polis in view["own"][side]:
            about = self.poleis[polis]
            enemy, mine = rivals.get(about["region"], 0), view["units"][side].get(about["region"], 0)
            if about["besiegeable"] and enemy >= about["fortification"] and enemy > mine:
                lost += 0.25 * (view["population"].get(polis, 0) + about["fortification"])
        return lost

    def armies(self, view, facts, side, left):
        points, seats = 0, {self.poleis[polis]["region"] for polis in view["own"][side]}
        for region, units in view["units"][side].items():
            points += 0.25 * min(units, 3) * (left > 0 and region in seats)  # they will collect there
            sea = self.regions[region]["kind"] == "sea"
            points += units * ((0.45 if sea else 0.55) if left else 0.2) + 0.4 * (sea and region in facts["control"][side])
        return points

    def hopes(self, view, side, may):
        """What its hoplites could take where they stand: the best of it, and some of the next."""
        hopes = [0, 0]
        for polis, about in self.poleis.items():
            units, walls = view["units"][side].get(about["region"], 0), about["fortification"]
            rival = next((view["units"][one].get(about["region"], 0) for one in view["units"] if one != side), 0)
            if not may or not about["besiegeable"] or polis in view["own"][side] or units < walls:
                continue
            worth = walls + 0.75 * self.people(view, polis)
            if not self.die:
                hopes.append(worth * (0.45 * (0.4 + 0.6 / walls) + 0.45 * view["discs"].get(side, {}).get(polis, 0) / walls))
            elif units > rival and view["prestige"].get(side, 0):
                hopes.append(0.55 * max(0, self.falls(walls) * (worth + 0.5) - 1.5))
        best, following = sorted(hopes)[:-3:-1]
        return best + 0.6 * following

    def falls(self, walls):
        """The chance of a throw."""
        return max(0, self.die + 1 - walls) / self.die

    def people(self, view, polis):
        return view["population"].get(polis) or self.poleis[polis]["base_population"]

    def intrigue(self, view, side, active):
        """A civil war where its proxenos is, the nearer the silver for it is."""
        polis = view["proxenos"].get(side)
        if polis is None or view["captive"] >> self.sides.index(side) & 1:
            return -0.5
        if polis in view["own"][side] or self.poleis[polis]["capital_of"]:
            return 0
        theirs = any(polis in own for own in view["own"].values())
        people = self.people(view, polis)
        price = people * self.constants["civil_war_factor_enemy" if theirs else "civil_war_factor_neutral"]["value"]
        gain, near = people * (2.6 if theirs else 1.8) - 0.5 * price, view["resource"][side].get("silver", 0) / price
        if gain <= 0 or not active:
            return 0.05
        return 0.5 * gain * (1 if near >= 1 else 0.3 * near)

    def siege_begun(self, view):
        """A die is about to fall: a walled polis falls to few faces of it."""
        if view["step"] != "siege_die":
            return 0
        polis = list(self.poleis)[view["what"]]
        walls = self.poleis[polis]["fortification"]
        return self.falls(walls) * (walls + 0.8 * self.people(view, polis)) - 0.5 * (1 - self.falls(walls))

    # ---- Battles ---------------------------------------------------------------------------------------------------------------

    def play(self, moves):
        return max(moves, key=value)

    def answer(self, moves):
        """The same formation saves a unit; else the card that is missed least."""
        view = self.turn.view
        attack = view["attack"][0 if view["answer"][0] is None else 1]
        return min(moves, key=lambda move: (formation(card(move)) != formation(attack), value(move)))

    def fight(self, moves):
        """Stay, unless there are many more of them."""
        units = {side: units.get(self.turn.view["battle"], 0) for side, units in self.turn.view["units"].items()}
        away = self.turn.of("retreat")
        outnumbered = units.pop(self.side) + 3 < max(units.values())
        return away[0] if away and outnumbered and self.turn.view["prestige"].get(self.side, 0) > 3 else moves[0]

    def battle(self, moves):
        return max(moves, key=lambda move: self.turn.view["units"][self.side].get(next(iter(move["args"].values())), 0))

    def double(self, moves):
        return moves[0]


def saved(units, each, enough):
    """The first ones of a stock are what one needs."""
    return min(units, enough) * each + max(0, units - enough) * each * 0.3


def card(move):
    return move["args"]["card"]


def formation(name):
    return name.rsplit("_", 1)[0]


def value(move):
    return int(card(move).rsplit("_", 1)[1])


Strategos().run()
