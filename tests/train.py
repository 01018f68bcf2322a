#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The recipe of what games have learned, tools/train/fit.py, on made positions whose answer is known: train.py [FIT.PY]. Wants numpy; without
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
    module.FIRST = module.LATER = (30, 0.002, 3.0)  # passes for so few positions
    module.Incursio.HELD = module.Polis.HELD = module.Spqrisiko.HELD = 10.0  # Draft has its own
    module.Spqrisiko.KEPT = 1.0
    return module


def made(module, log_odds):
    """Positions of one kind and phase that the linear estimate takes for even, in which a look and an input vary and `log_odds` of both is
    the truth."""
    random = np.random.default_rng(5)
    data = np.zeros(GAMES * EACH, module.Polis.RECORD)
    look, bit = random.normal(0, 1, len(data)), random.integers(0, 2, len(data))
    data["game"] = np.repeat(np.arange(GAMES), EACH)
    data["look"][:, LOOK], data["input"][:, INPUT] = look, bit
    chance = module.share(log_odds(look, bit))
    won = random.random(len(data)) < chance
    data["share"][:, 0], data["share"][:, 1] = won, ~won
    data["linear"], data["chance"] = 0.5, chance
    return data


def made_of_three(module):
    """Positions of SPQRisiko with four at the table, one of whom is out, where what a seat is worth is 0.8 of a look of its own, and a quarter of
    that more at the end."""
    random = np.random.default_rng(5)
    data = np.zeros(GAMES * EACH, module.Spqrisiko.RECORD)
    data["game"] = np.repeat(np.arange(GAMES), EACH)
    data["seats"], data["alive"] = 4, 0b1011
    look, alive = random.normal(0, 1, (len(data), module.SEATS)), np.array([1, 1, 0, 1, 0], bool)
    data["look"][:, :, LOOK] = look * alive
    data["progress"] = random.random(len(data))
    data["linear"] = alive / 3
    worth = 0.8 * look * (1 + 0.25 * data["progress"][:, None])
    chances = module.shares(np.where(alive, worth, -np.inf))
    winner = (chances.cumsum(1) > random.random((len(data), 1))).argmax(1)
    data["share"][np.arange(len(data)), winner] = 1
    return data


def made_of_a_campaign(module):
    """Positions of Incursio whose log odds are 0.8 of a look, and a quarter of that more at the end; no search has looked at them."""
    random = np.random.default_rng(5)
    data = np.zeros(GAMES * EACH, module.Incursio.RECORD)
    data["game"] = np.repeat(np.arange(GAMES), EACH)
    look, data["progress"], data["linear"], data["chance"] = random.normal(0, 1, len(data)), random.random(len(data)), 0.5, np.nan
    data["look"][:, LOOK] = look
    won = random.random(len(data)) < module.share(0.8 * look * (1 + 0.25 * data["progress"]))
    data["share"][:, 0], data["share"][:, 1] = won, ~won
    return data


def quietly(function, *args):
    with contextlib.redirect_stdout(io.StringIO()) as said:
        function(*args)
    return said.getvalue()


def the_linear_fit_finds_what_is_true(module, folder):
    data = made(module, lambda look, bit: 0.8 * look)
    change = module.fit(module.Polis, data, np.ones(len(data), bool))
    assert 0.7 < change[0, 0, LOOK] < 0.9, change[0, 0, LOOK]
    change[0, 0, LOOK] = 0
    assert not change.any(), "what never varies has a weight"


def it_finds_what_is_true_among_several_seats(module, folder):
    data = made_of_three(module)
    change = module.fit(module.Spqrisiko, data, np.ones(len(data), bool))
    assert set(zip(*np.nonzero(change))) == {(LOOK, 2), (LOOK, 3)}, np.nonzero(change)
    assert abs(change[LOOK, 2] + change[LOOK, 3] / 2 - 0.9) < 0.08, change[LOOK]
    before, after = (module.loss(chances, data).mean() for chances in (data["linear"], module.judged(module.Spqrisiko, data, change)))
    assert after < before - 0.1, (before, after)


def it_finds_what_grows_as_a_campaign_goes_by(module, folder):
    data = made_of_a_campaign(module)
    change = module.fit(module.Incursio, data, np.ones(len(data), bool))
    assert set(zip(*np.nonzero(change))) == {(LOOK, 0), (LOOK, 1)}, np.nonzero(change)
    assert abs(change[LOOK, 0] + change[LOOK, 1] / 2 - 0.9) < 0.08, change[LOOK]


def the_setup_keeps_its_weights(module, folder):
    data = made_of_three(module)
    data["setup"] = 1
    assert not module.fit(module.Spqrisiko, data, np.ones(len(data), bool)).any()


def the_draft_is_fitted_from_nothing(module, folder):
    data = made_of_three(module)
    data["setup"], data["alive"], data["seats"], data["look"][:, 3:] = 1, 0b111, 3, 0
    random, turns, empire = np.random.default_rng(6), module.Draft.LOOKS[0], module.Draft.LOOKS[1]
    data["look"][:, :3, turns], data["look"][:, :3, empire] = [1, 2, 3], random.integers(1, 9, (len(data), 3))
    worth = np.full((len(data), module.SEATS), -np.inf)
    worth[:, :3] = 0.3 * data["look"][:, :3, empire] - 0.5 * data["look"][:, :3, turns]
    data["share"] = 0
    winner = (module.shares(worth).cumsum(1) > random.random((len(data), 1))).argmax(1)
    data["share"][np.arange(len(data)), winner] = 1
    change = module.fit(module.Draft, data, np.ones(len(data), bool))
    assert abs(change[empire, 5] - 0.3) < 0.05 and abs(change[turns, 5] + 0.5) < 0.1, change[:, 5]
    assert set(zip(*np.nonzero(change))) == {(empire, 5), (turns, 5)}, np.nonzero(change)
    path, out = os.path.join(folder, "positions"), os.path.join(folder, "weights.c")
    data.tofile(path)
    quietly(module.main, "spqrisiko_draft", "linear", [path], out)
    kept = module.read(module.Draft)[turns]
    kept[5] = change[turns, 5]
    with open(out, encoding="utf-8") as file:
        row = f"TURNS] = {{{', '.join(module.number(weight, module.Draft.UNIT) for weight in kept)}}},"
        assert row in file.read(), f"not {row}: three seats alone have new weights, fitted from nothing"


def what_search_expected_later_counts_too(module, folder):
    class Half(module.Spqrisiko):
        KEPT = 0.5
    data = np.zeros(3, module.Spqrisiko.RECORD)
    data["game"], data["linear"], data["chance"] = [1, 1, 2], [0.5, 0.5, 0, 0, 0], [0.1, 0.7, 0.2]
    data["share"] = [[1, 0, 0, 0, 0]] * 2 + [[0, 1, 0, 0, 0]]
    aim = module.aims(Half, data)
    assert np.allclose(aim[0], [0.5 * 0.7 + 0.5, 0.5 * 0.3, 0, 0, 0]) and np.array_equal(aim[1:], data["share"][1:]), aim


def what_search_saw_is_shared_out(module, folder):
    data = np.zeros(1, module.Spqrisiko.RECORD)
    data["seat"], data["chance"], data["linear"] = 1, 0.6, [0.5, 0.2, 0.3, 0, 0]
    seen = module.expected(module.Spqrisiko, data)[0]
    assert np.allclose(seen, [0.25, 0.6, 0.15, 0, 0]), seen


def a_fit_comes_back_from_far_off(module, folder):
    """Where the estimate was sure of the wrong side, Newton's whole step would lead further away."""
    random = np.random.default_rng(5)
    look = random.normal(0, 1, 4000)
    won = random.random(len(look)) < module.share(2 * look)
    looks = np.stack([np.stack([look, np.zeros_like(look)], 1)], 2)
    start = np.stack([-8 * look, np.zeros_like(look)], 1)
    added = module.fit_cell(looks, start, np.stack([won, ~won], 1).astype(float), np.ones(1))
    assert abs(added[0] - 10) < 0.3, added


def the_linear_fit_writes_the_same_twice(module, folder):
    path = os.path.join(folder, "positions")
    for name, data in (("polis", made(module, lambda look, bit: 0.8 * look)), ("spqrisiko", made_of_three(module)), ("incursio", made_of_a_campaign(module))):
        data.tofile(path)
        texts = []
        for out in ("one.c", "two.c"):
            quietly(module.main, name, "linear", [path], os.path.join(folder, out))
            with open(os.path.join(folder, out), encoding="utf-8") as file:
                texts.append(file.read())
        with open(module.weights_of(module.GAMES[name]), encoding="utf-8") as file:
            was = file.read()
        assert texts[0] == texts[1] and texts[0] != was
        changed = [line for line, old in zip(texts[0].split("\n"), was.split("\n")) if line != old]
        assert len(changed) == 1, changed


def the_net_finds_what_is_true(module, folder):
    """What no linear look says: an input that only it knows."""
    data = made(module, lambda look, bit: 2.0 * bit - 1)
    numbers = module.fit_net([(data, np.arange(len(data)))])
    chance = module.judged_by_net(data, numbers)[:, 0]
    for bit, truth in ((0, 0.269), (1, 0.731)):
        mean = chance[data["input"][:, INPUT] == bit].mean()
        assert abs(mean - truth) < 0.05, (bit, mean)


def the_net_goes_on_from_what_it_knows(module, folder):
    """What the second set does not tell stays as the first one taught it, in which nobody searched."""
    first, second = made(module, lambda look, bit: 2.0 * bit - 1), made(module, lambda look, bit: 2.0 * bit - 1)
    first["chance"], first["input"][:, INPUT + 1] = np.nan, np.arange(len(first)) % 2
    second["input"][:, INPUT + 1], second["input"][:, INPUT] = second["input"][:, INPUT], 0
    both = [(data, np.arange(len(data))) for data in (first, second)]
    asked = np.zeros(4, module.Polis.RECORD)
    asked["linear"], asked["input"][:, INPUT], asked["input"][:, INPUT + 1] = 0.5, [0, 0, 1, 1], [0, 1, 0, 1]
    for sets, least, most in ((both[:1], (1.6, -0.4), (2.4, 0.4)), (both, (1.2, 1), (2.8, 3))):
        said = module.log_odds(module.judged_by_net(asked, module.fit_net(sets))[:, 0])
        found = said[2] - said[0], said[1] - said[0]
        assert np.all(np.greater(found, least) & np.less(found, most)), found


def the_net_is_written_the_same_twice_with_its_hash(module, folder):
    path, texts = os.path.join(folder, "positions"), []
    made(module, lambda look, bit: 2.0 * bit - 1).tofile(path)
    for out in ("one.json", "two.json"):
        quietly(module.main, "polis", "net", [path], os.path.join(folder, out))
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
    for test in (the_linear_fit_finds_what_is_true, it_finds_what_is_true_among_several_seats, it_finds_what_grows_as_a_campaign_goes_by, the_setup_keeps_its_weights, the_draft_is_fitted_from_nothing,
                 what_search_saw_is_shared_out, what_search_expected_later_counts_too, a_fit_comes_back_from_far_off,
                 the_linear_fit_writes_the_same_twice, the_net_finds_what_is_true, the_net_goes_on_from_what_it_knows, the_net_is_written_the_same_twice_with_its_hash,
                 the_file_that_is_kept_is_whole):
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
