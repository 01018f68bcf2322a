#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fits the weights of Polis' evaluation() anew on positions of train_positions: fit.py POSITIONS [WEIGHTS.C].

For each kind of siege rules, round and part of it a logistic regression whose weights are held near those by which the positions
were judged as they were written, each in units of how much its look varies: few games reach an end of a round in three kinds of
rules. One game in eight is kept out of a first fit, to tell the loss in nats by round before and after; the weights that are
written are fitted on all games. Wants numpy (Debian: python3-numpy). The numbers are the same each time."""
import os
import re
import sys

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
import numpy as np  # noqa: E402

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
WEIGHTS = os.path.join(ROOT, "src", "games", "polis", "weights.c")
KINDS, PHASES, LOOKS, POSITION = 3, 8, 40, 300
HELD, STEPS = 1000.0, 8        # how strongly weights are held; steps of Newton's method
FAR = 40.0                     # looks are cut there
CONSTANT = 19                  # the look that is always 1: it is free
KIND_OF = np.array([0, 0, 1, 2])  # of a siege mode
RECORD = np.dtype([("game", "<u4"), ("mode", "u1"), ("phase", "u1"), ("result", "u1"), ("end", "u1"), ("chance", "<f4"),
                   ("linear", "<f4"), ("look", "<f4", (LOOKS,)), ("position", "u1", (POSITION,))])


def share(log_odds):
    return 1 / (1 + np.exp(-log_odds))


def loss(chance, result):
    chance = np.clip(chance, 1e-4, 1 - 1e-4)
    return -(result * np.log(chance) + (1 - result) * np.log(1 - chance))


def cells(data):
    kind = KIND_OF[data["mode"]]
    for k in range(KINDS):
        for phase in range(PHASES):
            yield k, phase, np.where((kind == k) & (data["phase"] == phase))[0]


def fit(data, chosen):
    """What is to be added to the weights."""
    start = np.clip(data["linear"].astype(float), 1e-4, 1 - 1e-4)
    start = np.log(start / (1 - start))
    looks, result, change = np.clip(data["look"].astype(float), -FAR, FAR), data["result"] / 2, np.zeros((KINDS, PHASES, LOOKS))
    for k, phase, all_in in cells(data):
        rows = all_in[chosen[all_in]]
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
    start = np.clip(data["linear"].astype(float), 1e-4, 1 - 1e-4)
    more = np.zeros(len(data))
    for k, phase, rows in cells(data):
        more[rows] = np.clip(data["look"][rows].astype(float), -FAR, FAR) @ change[k, phase]
    return share(np.log(start / (1 - start)) + more)


def tell(name, data, chance, rows):
    nats, rounds = loss(chance, data["result"] / 2), data["phase"] // 2
    print(f"{name:20s}{nats[rows].mean():8.4f}", *(f"{nats[rows & (rounds == each)].mean():8.4f}" for each in range(4)))


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


def main(positions, out=WEIGHTS):
    data = np.fromfile(positions, RECORD)
    kept = data["game"] // 4 % 8 == 0
    print(f"{len(data)} positions of {len(np.unique(data['game']))} games; loss in nats of those kept out, and by round")
    tell("as it was", data, data["linear"].astype(float), kept)
    tell("as search saw it", data, data["chance"].astype(float), kept)
    tell("fitted anew", data, judged(data, fit(data, ~kept)), kept)
    text = written(read() + fit(data, np.ones(len(data), bool)))
    with open(out, "w", encoding="utf-8") as file:
        file.write(text)


main(*sys.argv[1:3])
