# SPDX-License-Identifier: MIT
"""A few dozen lines that a bot in Python begins with; docs/bot-protocol.md is what they speak. A bot is a class with a method
that chooses:

    from alea_bot import Bot

    class First(Bot):
        def choose(self, turn):
            return turn.moves[0]

    First().run()

It may return one move of turn.moves, or several in the order in which they are to be made: the rest is made as far as it stays
legal, and forgotten where it does not."""
import json
import random
import sys


class Turn:
    """One decision. seat: "A"; round; moves: [{"m", "text", "verb", "args"}]; view: the position as this seat may know it;
    facts: what follows from it by the rules (docs/api.md), as far as the game tells any."""

    def __init__(self, bot, line):
        self.bot, self.number, self.line = bot, line["turn"], line
        self.seat, self.round, self.moves, self.view = line["seat"], line["round"], line["moves"], line["view"]
        self.facts = line.get("facts", {})

    def of(self, *verbs):
        """The moves of these verbs."""
        return [move for move in self.moves if move["verb"] in verbs]

    def odds(self, move=None, stop=0):
        """The chance (0 to 1) that the attacker wins what this move begins, who stops with fewer than `stop`; None: no combat."""
        wish = {"stop": stop} if move is None else {"stop": stop, "move": move["m"]}
        answer = self.bot.ask(self.number, "odds", **wish)
        return answer["battle"]["win"] if answer.get("battle") else None

    def outcomes(self, move):
        """What chance does right after the move: [(chance, {"m", "text", ...})]; empty if it does nothing, or it can't be known."""
        answer = self.bot.ask(self.number, "outcomes", move=move["m"])
        return [(one["weight"] / answer["of"], one) for one in answer.get("outcomes", ())]

    def after(self, *moves):
        """{"made", "round", "moves", "view", "facts"} after these moves of one's own, as far as they are legal; None if it can't be known."""
        answer = self.bot.ask(self.number, "after", moves=[move["m"] for move in moves])
        return answer if answer["type"] == "after" else None


class Bot:
    """name: how it is called. data: the game's own tables and maps, as data/GAME.json; hello: the host's first line; random: the
    stream to draw from, the same each time that a match is repeated; seat: of this game."""
    name = "bot"
    skip_forced = True

    def run(self):
        self.kept = []  # lines that came while an answer was awaited
        self.hello = self.hear()
        self.data, self.random, self.seat = None, random.Random(), None
        self.say(ready=1, name=self.name, plain=True, data=True, skip_forced=self.skip_forced)
        while (line := self.kept.pop(0) if self.kept else self.hear())["type"] != "bye":
            if line["type"] == "data":
                self.data = line["data"]
            elif line["type"] == "game":
                self.seat = line["seat"]
                self.random.seed(line.get("seed"))
                self.begin()
            elif line["type"] == "turn":
                answer = self.choose(Turn(self, line))
                moves = answer if isinstance(answer, list) else [answer]
                self.say(turn=line["turn"], moves=[move["m"] for move in moves])
            elif line["type"] == "over":
                self.over(line)

    def begin(self):
        """A new game begins at self.seat."""

    def choose(self, turn):
        """The move, or a list of moves, for a turn."""
        raise NotImplementedError

    def over(self, line):
        """The game is over: line["scores"], line["places"]."""

    def ask(self, number, what, **wish):
        """The answer to a question; {"type": "error"} if it can't be known, or if the turn was over before it came."""
        if not self.kept:
            self.say(turn=number, ask=what, **wish)
        while not self.kept:
            line = self.hear()
            if line["type"] in ("turn", "game", "over", "bye"):
                self.kept.append(line)  # for run()
            elif line["type"] != "error" or line["error"] not in ("late", "stale"):
                return line
        return {"type": "error"}

    @staticmethod
    def say(**line):
        print(json.dumps(line, separators=(",", ":")), flush=True)

    @staticmethod
    def hear():
        return json.loads(sys.stdin.readline() or '{"type":"bye"}')
