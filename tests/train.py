#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The recipe of what Polis has learned, tools/train/fit.py, on made positions whose answer is known: train.py [FIT.PY]. Wants numpy; without
it nothing is tried."""
import contextlib
import hashlib
import importlib.util
import io
import json
import os
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
FIT = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "tools", "train", "fit.py")
try:
    import numpy as np
except ImportError:
    print("numpy is missing (python3-numpy)")
    sys.exit(77)  # skipped, to Meson

GAMES, EACH, LOOK, INPUT = 200, 20, 4, 50


def fit():
    spec = importlib.util.spec_from_file_location("fit", FIT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.EPOCHS, module.HELD = 30, 10.0  # for so few positions
    return module


def made(module, log_odds):
    """Positions of one kind and phase that the linear estimate takes for even, in which a look and an input vary and `log_odds` of both is
    the truth."""
    random = np.random.default_rng(5)
    data = np.zeros(GAMES * EACH, module.RECORD)
    look, bit = random.normal(0, 1, len(data)), random.integers(0, 2, len(data))
    data["game"] = np.repeat(np.arange(GAMES), EACH)
    data["look"][:, LOOK], data["input"][:, INPUT] = look, bit
    chance = module.share(log_odds(look, bit))
    data["result"] = 2 * (random.random(len(data)) < chance)
    data["linear"], data["chance"] = 0.5, chance
    return data


def quietly(function, *args):
    with contextlib.redirect_stdout(io.StringIO()) as said:
        function(*args)
    return said.getvalue()


def the_linear_fit_finds_what_is_true(module, folder):
    data = made(module, lambda look, bit: 0.8 * look)
    change = module.fit(data, np.ones(len(data), bool))
    assert 0.7 < change[0, 0, LOOK] < 0.9, change[0, 0, LOOK]
    change[0, 0, LOOK] = 0
    assert not change.any(), "what never varies has a weight"


def the_linear_fit_writes_the_same_twice(module, folder):
    path = os.path.join(folder, "positions")
    made(module, lambda look, bit: 0.8 * look).tofile(path)
    texts = []
    for out in ("one.c", "two.c"):
        quietly(module.main, "linear", path, os.path.join(folder, out))
        with open(os.path.join(folder, out), encoding="utf-8") as file:
            texts.append(file.read())
    with open(module.WEIGHTS, encoding="utf-8") as file:
        was = file.read()
    assert texts[0] == texts[1] and texts[0] != was
    changed = [line for line, old in zip(texts[0].split("\n"), was.split("\n")) if line != old]
    assert len(changed) == 1, changed


def the_net_finds_what_is_true(module, folder):
    """What no linear look says: an input that only it knows."""
    data = made(module, lambda look, bit: 2.0 * bit - 1)
    numbers = module.fit_net(data, np.ones(len(data), bool))
    chance = module.judged_by_net(data, numbers)
    for bit, truth in ((0, 0.269), (1, 0.731)):
        mean = chance[data["input"][:, INPUT] == bit].mean()
        assert abs(mean - truth) < 0.05, (bit, mean)


def the_net_is_written_the_same_twice_with_its_hash(module, folder):
    path, texts = os.path.join(folder, "positions"), []
    made(module, lambda look, bit: 2.0 * bit - 1).tofile(path)
    for out in ("one.json", "two.json"):
        quietly(module.main, "net", path, os.path.join(folder, out))
        with open(os.path.join(folder, out), encoding="utf-8") as file:
            texts.append(file.read())
    assert texts[0] == texts[1]
    check_hash(json.loads(texts[0]))


def the_file_that_is_kept_is_whole(module, folder):
    with open(module.NET, encoding="utf-8") as file:
        check_hash(json.load(file))


def check_hash(content):
    told = content.pop("hash")
    text = json.dumps(content, sort_keys=True, separators=(",", ":")).encode()
    assert told == hashlib.blake2b(text, digest_size=32).hexdigest()


def main():
    module, passed, failed = fit(), 0, 0
    for test in (the_linear_fit_finds_what_is_true, the_linear_fit_writes_the_same_twice, the_net_finds_what_is_true,
                 the_net_is_written_the_same_twice_with_its_hash, the_file_that_is_kept_is_whole):
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(module, folder)
                passed += 1
            except AssertionError as fault:
                failed += 1
                print(f"{test.__name__}: {fault}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
