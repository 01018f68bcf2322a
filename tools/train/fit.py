#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fits what Polis' evaluation() reckons by anew, on positions of train_positions: fit.py linear|net POSITIONS [FILE].

linear: for each kind of siege rules, round and part of it a logistic regression whose weights are held near those by which the positions
were judged as they were written, each in units of how much its look varies: few games reach an end of a round in three kinds of
rules. Writes weights.c.

net: what is added to the linear sum, by one layer of units (src/games/polis/net.c), by gradient descent (AdamW). Writes
data/weights/polis.json, with its hash and how it was made.

One game in eight is kept out of a first fit, to tell the loss in nats by round before and after; what is written is fitted on all
games. Wants numpy (Debian: python3-numpy). The numbers are the same each time."""
import base64
import hashlib
import json
import os
import re
import sys

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
import numpy as np  # noqa: E402

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
WEIGHTS = os.path.join(ROOT, "src", "games", "polis", "weights.c")
NET = os.path.join(ROOT, "data", "weights", "polis.json")
KINDS, PHASES, LOOKS, INPUTS = 3, 8, 40, 347
HELD, STEPS = 1000.0, 8        # how strongly weights are held; steps of Newton's method
FAR = 40.0                     # looks are cut there
CONSTANT = 19                  # the look that is always 1: it is free
KIND_OF = np.array([0, 0, 1, 2])  # of a siege mode
HIDDEN, FULL, BIAS, ONE = 24, 4096, 64, 8192  # of net.c
EPOCHS, BATCH, RATE, DECAY, SEED = 3, 256, 0.002, 3.0, 1
EXPECTED = 0.3                 # part of what search expected in what the net is to say; the rest is how the game ended
RECORD = np.dtype([("game", "<u4"), ("mode", "u1"), ("phase", "u1"), ("result", "u1"), ("end", "u1"), ("chance", "<f4"),
                   ("linear", "<f4"), ("look", "<f4", (LOOKS,)), ("input", "<i2", (INPUTS,)), ("", "<u2")])


def share(x):
    return 1 / (1 + np.exp(-x))


def loss(chance, result):
    chance = np.clip(chance, 1e-4, 1 - 1e-4)
    return -(result * np.log(chance) + (1 - result) * np.log(1 - chance))


def cells(data):
    kind = KIND_OF[data["mode"]]
    for k in range(KINDS):
        for phase in range(PHASES):
            yield k, phase, np.where((kind == k) & (data["phase"] == phase))[0]


def log_odds(chance):
    chance = np.clip(chance.astype(float), 1e-4, 1 - 1e-4)
    return np.log(chance / (1 - chance))


def tell(name, data, chance, rows):
    nats, rounds = loss(chance, data["result"] / 2), data["phase"] // 2
    means = [nats[some].mean() if some.any() else np.nan for some in (rows, *(rows & (rounds == each) for each in range(4)))]
    print(f"{name:20s}", *(f"{mean:8.4f}" for mean in means))


# ---- The linear estimate ----

def fit(data, chosen):
    """What is to be added to the weights."""
    start = log_odds(data["linear"])
    looks, result, change = np.clip(data["look"].astype(float), -FAR, FAR), data["result"] / 2, np.zeros((KINDS, PHASES, LOOKS))
    for k, phase, all_in in cells(data):
        rows = all_in[chosen[all_in]]
        if not len(rows):
            continue
        unit = looks[rows].std(0)
        unit[unit == 0] = 1
        held = np.full(LOOKS, HELD)
        held[CONSTANT] = 1
        x, w = looks[rows] / unit, np.zeros(LOOKS)
        for _ in range(STEPS):
            p = share(start[rows] + x @ w)
            slope = x.T @ (p - result[rows]) + held * w
            w -= np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + np.diag(held), slope)
        change[k, phase] = w / unit
    return change


def judged(data, change):
    """The chances of Sparta with changed weights."""
    more = np.zeros(len(data))
    for k, phase, rows in cells(data):
        more[rows] = np.clip(data["look"][rows].astype(float), -FAR, FAR) @ change[k, phase]
    return share(log_odds(data["linear"]) + more)


def written(weights):
    """weights.c, with other numbers in their places."""
    with open(WEIGHTS, encoding="utf-8") as file:
        head, body = re.split(r"(?<== )(?=\{\n)", file.read(), maxsplit=1)
    numbers = iter(weights.ravel())
    parts = re.split(r"(/\*.*?\*/)", body, flags=re.S)
    return head + "".join(part if part.startswith("/*") else re.sub(r"-?\b\d[\d.]*f?", lambda _: number(next(numbers)), part)
                          for part in parts)


def number(weight):
    text = f"{weight:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("0", "-0") else text + ("f" if "." in text else "")


def read():
    """The weights as they are."""
    with open(WEIGHTS, encoding="utf-8") as file:
        body = re.sub(r"/\*.*?\*/", "", file.read().split("= {", 1)[1], flags=re.S)
    return np.array([float(each.rstrip("f")) for each in re.findall(r"-?\b\d[\d.]*f?", body)]).reshape(KINDS, PHASES, LOOKS)


def write_linear(data, out):
    text = written(read() + fit(data, np.ones(len(data), bool)))
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


def fit_net(data, chosen):
    """The net's numbers as net.c takes them, in its order."""
    rows, random = np.where(chosen)[0], np.random.default_rng(SEED)
    mean, factor = units_of(data["input"][rows].astype(np.float32))
    start = log_odds(data["linear"]).astype(np.float32)
    target = ((1 - EXPECTED) * data["result"] / 2 + EXPECTED * data["chance"]).astype(np.float32)
    weights = [random.normal(0, 0.06, (INPUTS, HIDDEN)).astype(np.float32), np.full(HIDDEN, 0.5, np.float32),
               np.zeros(HIDDEN, np.float32), np.zeros(1, np.float32)]
    first, second = ([np.zeros_like(each) for each in weights] for _ in range(2))
    steps = EPOCHS * (len(rows) // BATCH)
    for step in range(1, steps + 1):
        at = (step - 1) % (len(rows) // BATCH) * BATCH
        if at == 0:
            random.shuffle(rows)
        some = rows[at:at + BATCH]
        slope = slopes((data["input"][some] - mean) * factor, target[some], start[some], weights)
        rate = RATE * min(1, step / 200) * (0.5 + 0.5 * np.cos(np.pi * step / steps))
        for i, weight in enumerate(weights):
            first[i] = 0.9 * first[i] + 0.1 * slope[i]
            second[i] = 0.999 * second[i] + 0.001 * slope[i] ** 2
            move = first[i] / (1 - 0.9 ** step) / (np.sqrt(second[i] / (1 - 0.999 ** step)) + 1e-8)
            weights[i] = (weight - rate * (move + (DECAY * weight if i in (0, 2) else 0))).astype(np.float32)
    return numbers_of(weights, mean, factor)


def numbers_of(weights, mean, factor):
    into, bias, out, constant = (each.astype(float) for each in weights)
    into *= factor[:, None]
    bias -= mean @ into
    whole = np.concatenate([(into * FULL).ravel(), bias * FULL / BIAS, out * ONE, constant * ONE])
    return np.clip(np.round(whole), -32768, 32767).astype("<i2")


def judged_by_net(data, numbers):
    """The chances of Sparta, by the integers of net.c."""
    into, bias, out, constant = np.split(numbers.astype(np.int64), np.cumsum([INPUTS * HIDDEN, HIDDEN, HIDDEN]))
    level = data["input"].astype(np.int64) @ into.reshape(INPUTS, HIDDEN) + bias * BIAS
    added = (np.clip(level, 0, FULL) // 4) @ out + constant * 1024
    return share(log_odds(data["linear"]) + added / (ONE * 1024))


def write_net(data, out):
    content = {"format": "alea.weights", "version": 1, "game": "polis", "rules_version": 1,
               "recipe": {"program": "tools/train/fit.py", "positions": "train_positions search:100it:linear 3720 1", "games": len(np.unique(data["game"])),
                          "records": len(data), "numpy": np.__version__, "seed": SEED, "epochs": EPOCHS},
               "numbers": base64.b64encode(fit_net(data, np.ones(len(data), bool)).tobytes()).decode()}
    text = json.dumps(content, sort_keys=True, separators=(",", ":")).encode()
    content["hash"] = hashlib.blake2b(text, digest_size=32).hexdigest()
    with open(out, "w", encoding="utf-8") as file:
        file.write(json.dumps(content, indent=1) + "\n")


# ---- Both ----

def main(what, positions, out=None):
    data = np.fromfile(positions, RECORD)
    kept = data["game"] // 4 % 8 == 0
    print(f"{len(data)} positions of {len(np.unique(data['game']))} games; loss in nats of those kept out, and by round")
    tell("the linear estimate", data, data["linear"].astype(float), kept)
    tell("as search saw it", data, data["chance"].astype(float), kept)
    if what == "linear":
        tell("fitted anew", data, judged(data, fit(data, ~kept)), kept)
        write_linear(data, out or WEIGHTS)
    else:
        tell("with the net", data, judged_by_net(data, fit_net(data, ~kept)), kept)
        write_net(data, out or NET)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or sys.argv[1] not in ("linear", "net"):
        sys.exit("usage: fit.py linear|net POSITIONS [FILE]")
    main(*sys.argv[1:])
