#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fits what a game's evaluation() reckons by anew, on positions of train_positions: fit.py GAME linear|net POSITIONS... [-o FILE].

linear: a logistic regression among the seats, whose weights are held near those by which the positions were judged as they were written,
each in units of how much its look varies: few matches decide much. Writes the game's weights.c.

net: what is added to the linear sum, by one layer of units (src/games/polis/net.c), by gradient descent (AdamW). Polis has one. Of several files
of positions each goes on from what the one before it taught: first many games of a fast player, then some of search. Writes data/weights/polis.json,
with its hash and how it was made.

One game in eight is kept out of a first fit, to tell the loss in nats before and after, of all and of parts; what is written is fitted on
all games. Wants numpy (Debian: python3-numpy). The numbers are the same each time."""
import argparse
import base64
import hashlib
import json
import os
import re

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
import numpy as np  # noqa: E402

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
NET = os.path.join(ROOT, "data", "weights", "polis.json")
SEATS = 5                      # of a record
STEPS = 8                      # of Newton's method
FAR = 40.0                     # looks are cut there
CHUNK = 20000                  # positions that are reckoned with at once
HIDDEN, FULL, BIAS, ONE = 24, 4096, 64, 8192  # of net.c
BATCH, SEED, SPREAD = 256, 1, 100_000  # SPREAD: positions that tell how much inputs vary
RECIPE = ["style:keen 40000 12", "style:keen 120000 13", "search:100it 6700 11", "search:100it 3400 21", "search:100it 3400 22"]  # of the net in use
FIRST, LATER = (3, 0.002, 1.0), (2, 0.0005, 3.0)  # of the first positions and of those after them: passes, pace, how strongly weights are held
EXPECTED = 0.3                 # part of what search expected in what the net is to say; the rest is how the game ended
HEAD = [("game", "<u4"), ("variant", "u1"), ("seats", "u1"), ("seat", "u1"), ("", "u1"), ("chance", "<f4"), ("share", "<f4", (SEATS,))]


# ---- The games ----

class Polis:
    """Sparta's looks less Athens', by kind of siege rules, round and part of it."""
    VARIANTS, SHAPE, INPUTS = 4, (3, 8, 40), 347
    HELD = 1000.0                         # how strongly weights are held
    UNIT = 0                              # weights.c has floats
    KEPT = 1.0                            # how the game ended is all that counts
    FREE = [19]                           # the look that is always 1
    KIND_OF = np.array([0, 0, 1, 2])      # of a siege mode
    RECORD = np.dtype(HEAD + [("linear", "<f4"), ("look", "<f4", SHAPE[2:]), ("input", "<i2", (INPUTS,)), ("mode", "u1"), ("phase", "u1")])

    @staticmethod
    def linear(data):
        return np.stack([data["linear"], 1 - data["linear"]], 1)

    @staticmethod
    def cells(data):
        """Where weights stand, and the positions that they are for."""
        kind = Polis.KIND_OF[data["mode"]]
        for k in range(Polis.SHAPE[0]):
            for phase in range(Polis.SHAPE[1]):
                yield (k, phase), np.where((kind == k) & (data["phase"] == phase))[0]

    @staticmethod
    def looks(data):
        """Of each seat; what all have in common does not matter."""
        look = np.clip(data["look"].astype(float), -FAR, FAR)
        return np.stack([look, np.zeros_like(look)], 1)

    @staticmethod
    def parts(data):
        return {name: data["phase"] // 2 == i for i, name in enumerate(("first round", "second", "third", "last"))}


class Spqrisiko:
    """Each seat's looks in the game, and what is added as its end comes near, among few seats and among many. Before anybody has
    fought weights stay as they are: few positions are of that, and to fit them lost games."""
    VARIANTS, SHAPE, HELD, FREE = 13, (31, 8), 1000.0, []
    UNIT = 1000                           # weights.c has so many for 1
    KEPT = 0.99                           # from one position to the one before, of how the game ended; the rest is what search expected there
    RECORD = np.dtype(HEAD + [("linear", "<f4", (SEATS,)), ("progress", "<f4"), ("look", "<f4", (SEATS, SHAPE[0])), ("round", "<u2"),
                              ("setup", "u1"), ("alive", "u1")])

    @staticmethod
    def linear(data):
        return data["linear"]

    @staticmethod
    def cells(data):
        for at, seats in ((0, (2, 3)), (2, (4, 5))):
            yield np.s_[:, at:at + 2], np.where((data["setup"] == 0) & np.isin(data["seats"], seats))[0]

    @staticmethod
    def looks(data):
        look = data["look"] * (0.72 + 0.07 * data["seats"])[:, None, None]  # trust, as evaluation.c
        return np.stack([look, look * data["progress"][:, None, None]], 3).reshape(len(data), SEATS, -1)

    @staticmethod
    def parts(data):
        played = data["setup"] == 0
        rounds = {f"rounds {first} to {last}": played & (data["round"] >= first) & (data["round"] <= last)
                  for first, last in ((1, 3), (4, 7), (8, 12), (13, 999))}
        return {**{f"{seats} seats": data["seats"] == seats for seats in range(2, SEATS + 1)}, "setup": ~played, **rounds}


class Draft(Spqrisiko):
    """Each seat's looks at the map as it is dealt, by the number of seats, fitted from nothing on who won there: what they are compared with
    is even odds."""
    VARIANTS, HELD, KEPT = 4, 3.0, 1.0
    LOOKS = [5, 8, 24, 26, 27]            # turns, empire, exposed, rivals, neutrals

    @staticmethod
    def linear(data):
        return (np.arange(SEATS) < data["seats"][:, None]) / data["seats"][:, None]

    @staticmethod
    def cells(data):
        for seats in range(2, SEATS + 1):
            yield (Draft.LOOKS, 2 + seats), np.where((data["setup"] == 1) & (data["seats"] == seats))[0]

    @staticmethod
    def looks(data):
        return data["look"][:, :, Draft.LOOKS].astype(float)

    @staticmethod
    def parts(data):
        return {f"{seats} seats": data["seats"] == seats for seats in range(2, SEATS + 1)}


class Incursio:
    """The Defenders' looks, and what is added as the campaign goes by."""
    VARIANTS, SHAPE, HELD, KEPT, UNIT = 8, (21, 2), 100.0, 1.0, 0
    FREE = [0]                            # the look that is always 1
    RECORD = np.dtype(HEAD + [("linear", "<f4"), ("progress", "<f4"), ("look", "<f4", SHAPE[:1])])

    @staticmethod
    def linear(data):
        return np.stack([data["linear"], 1 - data["linear"]], 1)

    @staticmethod
    def cells(data):
        yield np.s_[:], np.arange(len(data))

    @staticmethod
    def looks(data):
        look = np.stack([data["look"], data["look"] * data["progress"][:, None]], 2).reshape(len(data), -1).astype(float)
        return np.stack([look, np.zeros_like(look)], 1)

    @staticmethod
    def parts(data):
        small = data["variant"] % 2 == 1
        thirds = {name: (data["progress"] * 3).astype(int).clip(0, 2) == i for i, name in enumerate(("first third", "second", "last"))}
        return {"whole map": ~small, "small map": small, **thirds}


GAMES = {"incursio": Incursio, "polis": Polis, "spqrisiko": Spqrisiko, "spqrisiko_draft": Draft}


def weights_of(game):
    folder = {Incursio: "incursio", Polis: "polis"}.get(game, "spqrisiko")
    return os.path.join(ROOT, "src", "games", folder, "weights.c")


# ---- Losses ----

def share(x):
    return 1 / (1 + np.exp(-x))


def shares(worth):
    """Of each seat; a seat that is out is worth -inf."""
    power = np.exp(worth - worth.max(1, keepdims=True))
    return power / power.sum(1, keepdims=True)


def worths(game, data):
    """Whose shares are what the linear estimate said."""
    linear = game.linear(data).astype(float)
    return np.where(linear > 0, np.log(np.clip(linear, 1e-4, 1)), -np.inf)


def loss(chances, data):
    return -(data["share"][:, :chances.shape[1]] * np.log(np.clip(chances, 1e-4, 1))).sum(1)


def tell(game, name, data, chances, rows):
    nats = loss(chances, data)
    means = [nats[some].mean() if some.any() else np.nan for some in (rows, *(rows & part for part in game.parts(data).values()))]
    print(f"{name:20s}", *(f"{mean:8.4f}" for mean in means))


def log_odds(chance):
    chance = np.clip(chance.astype(float), 1e-4, 1 - 1e-4)
    return np.log(chance / (1 - chance))


def expected(game, data):
    """Shares as search saw them, who looked for the seat to move alone: the others have theirs of the rest in proportion."""
    all_of, linear = np.arange(len(data)), np.clip(game.linear(data).astype(float), 0, 1 - 1e-6)
    chance, before = np.clip(data["chance"].astype(float), 0, 1), linear[all_of, data["seat"]]
    seen = linear * ((1 - chance) / (1 - before))[:, None]
    seen[all_of, data["seat"]] = chance
    return seen


def aims(game, data):
    """Shares that the weights are to say: how the game ended, and what search expected on the way, which depends less on luck."""
    aim, seen = data["share"].astype(float), expected(game, data)
    aim = aim[:, :seen.shape[1]]
    if game.KEPT < 1:
        for at in range(len(data) - 2, -1, -1):
            if data["game"][at] == data["game"][at + 1]:
                aim[at] = (1 - game.KEPT) * seen[at + 1] + game.KEPT * aim[at + 1]
    return aim


# ---- The linear estimate ----

def fit_cell(looks, start, result, held):
    """What is to be added to the weights of one cell, by Newton's method; a step that leads too far is halved."""
    unit = looks[looks.any(2)].std(0)  # of those who have some
    unit[unit == 0] = 1

    def there(weights):
        """The loss that is to be the least, its slope and how that bends."""
        lost, slope, bend = held @ weights ** 2 / 2, held * weights, np.diag(held)
        for at in range(0, len(looks), CHUNK):
            x, some = looks[at:at + CHUNK] / unit, slice(at, at + CHUNK)
            chance = shares(start[some] + x @ weights)
            lost -= (result[some] * np.log(np.maximum(chance, 1e-300))).sum()
            slope = slope + np.einsum("nsk,ns->k", x, chance - result[some])
            apart = (x - np.einsum("nsk,ns->nk", x, chance)[:, None]) * np.sqrt(chance)[:, :, None]
            apart = apart.reshape(-1, len(unit))
            bend = bend + apart.T @ apart
        return lost, slope, bend

    weights = np.zeros(len(unit))
    lost, slope, bend = there(weights)
    for _ in range(STEPS):
        step = np.linalg.solve(bend, slope)
        while (found := there(weights - step))[0] > lost + 1e-9 * abs(lost):
            step /= 2
        weights -= step
        lost, slope, bend = found
    return weights / unit


def fit(game, data, chosen):
    """What is to be added to the weights."""
    start, aim, change = worths(game, data), aims(game, data), np.zeros(game.SHAPE)
    for place, all_in in game.cells(data):
        rows = all_in[chosen[all_in]]
        if not len(rows):
            continue
        looks = game.looks(data[rows])
        held = np.full(looks.shape[2], game.HELD)
        held[game.FREE] = 1
        added = fit_cell(looks, start[rows], aim[rows], held)
        change[place] = added.reshape(change[place].shape)
    return change


def judged(game, data, change):
    """The chances of the seats with changed weights."""
    worth = worths(game, data)
    for place, rows in game.cells(data):
        if len(rows):
            worth[rows] += game.looks(data[rows]) @ change[place].ravel()
    return shares(worth)


def written(game, weights):
    """weights.c, with other numbers in their places."""
    with open(weights_of(game), encoding="utf-8") as file:
        head, body = re.split(r"(?<== )(?=\{\n)", file.read(), maxsplit=1)
    numbers = iter(weights.ravel())
    parts = re.split(r"(/\*.*?\*/)", body, flags=re.S)
    return head + "".join(part if part.startswith("/*") else re.sub(r"-?\b\d[\d.]*f?", lambda _: number(next(numbers), game.UNIT), part)
                          for part in parts)


def number(weight, unit=0):
    """As weights.c has it: a float, or a whole number of units."""
    if unit:
        return str(round(weight * unit))
    text = f"{weight:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("0", "-0") else text + ("f" if "." in text else "")


def read(game):
    """The weights as they are."""
    with open(weights_of(game), encoding="utf-8") as file:
        body = re.sub(r"/\*.*?\*/", "", file.read().split("= {", 1)[1], flags=re.S)
    return np.array([float(each.rstrip("f")) for each in re.findall(r"-?\b\d[\d.]*f?", body)]).reshape(game.SHAPE) / (game.UNIT or 1)


def write_linear(game, data, out):
    weights = read(game)
    if game is Draft:
        for place, rows in game.cells(data):
            weights[place] *= not len(rows)  # what is fitted is fitted from nothing
    text = written(game, weights + fit(game, data, np.ones(len(data), bool)))
    with open(out, "w", encoding="utf-8") as file:
        file.write(text)


# ---- The net ----

def units_of(inputs):
    """What takes inputs to a mean of 0 and a like spread: (mean, factor); those that never change count for nothing."""
    spread = inputs.std(0)
    return inputs.mean(0), np.where(spread > 1e-3, 1 / np.maximum(spread, 0.05), 0).astype(np.float32)


def slopes(x, target, start, weights):
    """Of the loss, by the weights: those of the units, their biases, those behind them, the constant."""
    into, bias, out, constant = weights
    level = x @ into + bias
    unit = np.clip(level, 0, 1)
    error = ((share(start + unit @ out + constant) - target) / len(x)).astype(np.float32)
    back = np.outer(error, out) * ((level > 0) & (level < 1))
    return x.T @ back, back.sum(0), unit.T @ error, error.sum(keepdims=True)


def fit_net(sets):
    """The net's numbers as net.c takes them, in its order, learned from one set after the other: positions, and which of them."""
    random = np.random.default_rng(SEED)
    data, rows = sets[0]
    mean, factor = units_of(data["input"][rows[::max(1, len(rows) // SPREAD)]].astype(np.float32))
    weights = [random.normal(0, 0.06, (Polis.INPUTS, HIDDEN)).astype(np.float32), np.full(HIDDEN, 0.5, np.float32),
               np.zeros(HIDDEN, np.float32), np.zeros(1, np.float32)]
    held, how = [np.zeros_like(each) for each in weights], FIRST
    for data, rows in sets:
        learn(random, data, rows.copy(), lambda inputs: (inputs - mean) * factor, weights, held, *how)
        held, how = [each.copy() for each in weights], LATER
    return numbers_of(weights, mean, factor)


def learn(random, data, rows, scaled, weights, held, passes, pace, hold):
    """Changes the weights by what those rows tell, in so many passes. They are drawn to what is held."""
    start = log_odds(data["linear"]).astype(np.float32)
    result, seen = data["share"][:, 0], expected(Polis, data)[:, 0]
    target = np.where(np.isnan(seen), result, (1 - EXPECTED) * result + EXPECTED * seen).astype(np.float32)
    first, second = ([np.zeros_like(each) for each in weights] for _ in range(2))
    steps = passes * (len(rows) // BATCH)
    for step in range(1, steps + 1):
        at = (step - 1) % (len(rows) // BATCH) * BATCH
        if at == 0:
            random.shuffle(rows)
        some = rows[at:at + BATCH]
        slope = slopes(scaled(data["input"][some]), target[some], start[some], weights)
        rate = pace * min(1, step / 200) * (0.5 + 0.5 * np.cos(np.pi * step / steps))
        for i, weight in enumerate(weights):
            first[i] = 0.9 * first[i] + 0.1 * slope[i]
            second[i] = 0.999 * second[i] + 0.001 * slope[i] ** 2
            move = first[i] / (1 - 0.9 ** step) / (np.sqrt(second[i] / (1 - 0.999 ** step)) + 1e-8)
            weights[i] = (weight - rate * (move + (hold * (weight - held[i]) if i in (0, 2) else 0))).astype(np.float32)


def numbers_of(weights, mean, factor):
    into, bias, out, constant = (each.astype(float) for each in weights)
    into *= factor[:, None]
    bias -= mean @ into
    whole = np.concatenate([(into * FULL).ravel(), bias * FULL / BIAS, out * ONE, constant * ONE])
    return np.clip(np.round(whole), -32768, 32767).astype("<i2")


def judged_by_net(data, numbers):
    """The chances of Sparta, by the integers of net.c."""
    into, bias, out, constant = np.split(numbers.astype(np.int64), np.cumsum([Polis.INPUTS * HIDDEN, HIDDEN, HIDDEN]))
    level = data["input"].astype(np.int64) @ into.reshape(Polis.INPUTS, HIDDEN) + bias * BIAS
    added = (np.clip(level, 0, FULL) // 4) @ out + constant * 1024
    chance = share(log_odds(data["linear"]) + added / (ONE * 1024))
    return np.stack([chance, 1 - chance], 1)


def games_of(data):
    """Their number; those of several runs may lie one after the other."""
    return int(np.count_nonzero(np.diff(data["game"].astype(np.int64)))) + 1


def write_net(sets, out):
    content = {"format": "alea.weights", "version": 1, "game": "polis", "rules_version": 1,
               "recipe": {"program": "tools/train/fit.py", "positions": RECIPE, "games": [games_of(data) for data in sets],
                          "records": [len(data) for data in sets], "numpy": np.__version__, "seed": SEED},
               "numbers": base64.b64encode(fit_net([(data, np.arange(len(data))) for data in sets]).tobytes()).decode()}
    text = json.dumps(content, sort_keys=True, separators=(",", ":")).encode()
    content["hash"] = hashlib.blake2b(text, digest_size=32).hexdigest()
    with open(out, "w", encoding="utf-8") as file:
        file.write(json.dumps(content, indent=1) + "\n")


# ---- Both ----

def main(name, what, positions, out=None):
    game = GAMES[name]
    sets = [np.memmap(path, game.RECORD, "r") for path in positions]
    chosen = [data["game"] // game.VARIANTS % 8 != 0 for data in sets]
    data, kept = sets[-1], ~chosen[-1]
    print(f"{len(data)} positions of {games_of(data)} games; loss in nats of those kept out: all,", ", ".join(game.parts(data)))
    tell(game, "the linear estimate", data, game.linear(data), kept)
    if not np.isnan(data["chance"]).any():
        tell(game, "as search saw it", data, expected(game, data), kept)
    if what == "linear":
        tell(game, "fitted anew", data, judged(game, data, fit(game, data, ~kept)), kept)
        write_linear(game, data, out or weights_of(game))
    else:
        numbers = fit_net([(each, np.where(rows)[0]) for each, rows in zip(sets, chosen)])
        tell(game, "with the net", data[kept], judged_by_net(data[kept], numbers), np.ones(kept.sum(), bool))
        write_net(sets, out or NET)


def asked():
    what = argparse.ArgumentParser(description="What a game's evaluation() reckons by, fitted on positions of train_positions: the first lines of this file tell how.",
                                   epilog="Example: fit.py polis net keen.bin search.bin -o weights.json")
    what.add_argument("game", choices=GAMES)
    what.add_argument("model", choices=("linear", "net"), help="net: of Polis alone")
    what.add_argument("positions", nargs="+", help="a file of train_positions; of a net several, the one to go on from first")
    what.add_argument("-o", dest="out", metavar="FILE", help="where to write it, if not where the program is built from")
    args = what.parse_args()
    if args.model == "net" and args.game != "polis":
        what.error("Polis alone has a net")
    if args.model == "linear" and len(args.positions) > 1:
        what.error("a linear fit takes one file of positions")
    return args.game, args.model, args.positions, args.out


if __name__ == "__main__":
    main(*asked())
