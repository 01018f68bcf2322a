#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Scenario files that are wrong: each is refused with one line that says what and where, and leaves nothing behind.

scenarios.py [ALEA]; else $ALEA, else build/alea. A test takes the game's own data, spoils one table and lays it over the
game as a scenario. The last line is `N passed, N failed`.
"""
import copy
import json
import os
import re
import subprocess

from running import ALEA, LIMIT, ROOT, run

SEATS = {"spqrisiko": "greedy,greedy,greedy", "polis": "greedy,greedy"}


def rename(old, new):
    """Replaces one occurrence of a string wherever it stands in the table."""
    def spoil(table):
        text = json.dumps(table)
        assert f'"{old}"' in text
        return json.loads(text.replace(f'"{old}"', f'"{new}"', 1))
    return spoil


def change(path, value):
    """Sets what stands at a path of keys and indices; None takes it away."""
    def spoil(table):
        at = table
        for step in path[:-1]:
            at = at[step]
        if value is None:
            del at[path[-1]]
        elif callable(value):
            at[path[-1]] = value(at[path[-1]])
        else:
            at[path[-1]] = value
        return table
    return spoil


def again(table):
    """A 46th province."""
    table["rows"].append({**table["rows"][0], "id": "atlantis"})
    return table


# game, table, what is spoilt, what the message says (place and fault)
WRONG = [
    ("spqrisiko", "land_adjacency", rename("belgica", "belgium"), r"land_adjacency\.pairs\[\d+\].*'belgium'.*belgica"),
    ("spqrisiko", "land_adjacency", change(["pairs", 0], ["italia", "italia"]), r"pairs\[0\].*itself"),
    ("spqrisiko", "land_adjacency", change(["pairs", 1], lambda pair: ["germania_inferior", "belgica"]), r"pairs\[1\].*already"),
    ("spqrisiko", "land_adjacency", change(["pairs", 2], ["belgica"]), r"pairs\[2\].*pair"),
    ("spqrisiko", "land_adjacency", change(["pairs"], None), r"land_adjacency\.pairs"),
    ("spqrisiko", "coast", change(["pairs"], []), r"coast\.count.*0"),
    ("spqrisiko", "coast", lambda table: {"pairs": []}, r"wrong\.json: provinces\.rows\[\d+\].*reach"),
    ("spqrisiko", "reinforcements", change(["rows"], lambda rows: rows + rows[-1:]), r"reinforcements\.rows\[3\]\.provinces_min"),
    ("spqrisiko", "setup", change(["legionaries_per_claim"], 10000), r"setup\.legionaries_per_claim"),
    ("spqrisiko", "victory", lambda table: table, r"replace\.victory.*not read"),
    ("polis", "graphs", change(["hoplites", "edges"], []), r"graphs \(.*nobody could get there"),
    ("spqrisiko", "coast", rename("tyrrenum", "tirreno"), r"coast\.pairs.*'tirreno'"),
    ("spqrisiko", "provinces", again, r"provinces\.rows.*45"),
    ("spqrisiko", "provinces", rename("italia", "Italia!"), r"provinces\.rows\[\d+\]\.id"),
    ("spqrisiko", "provinces", change(["rows", 1, "id"], "britannia"), r"provinces\.rows\[1\]\.id"),
    ("spqrisiko", "cards", change(["rows", 0, "count"], -1), r"cards\.rows\[0\]\.count"),
    ("spqrisiko", "cards", change(["rows", 0, "count"], "many"), r"cards\.rows\[0\]\.count"),
    ("spqrisiko", "reinforcements", change(["rows", 1, "provinces_max"], 9), r"reinforcements\.rows\[2\]\.provinces_min"),
    ("spqrisiko", "setup", change(["rows", 1, "provinces_per_player"], 13), r"setup\.rows\[1\].*45"),
    ("spqrisiko", "pieces", change(["caps", "legionaries_per_province"], 10 ** 12), r"pieces\.caps\.legionaries_per_province"),
    ("spqrisiko", "proovinces", lambda table: {}, r"proovinces.*provinces"),
    ("polis", "graphs", rename("macedonia", "macedonya"), r"graphs\.hoplites\.edges\[0\].*'macedonya'.*macedonia"),
    ("polis", "graphs", change(["galleys", "edges", 0], ["cyclades", "cyclades"]), r"graphs\.galleys\.edges\[0\].*itself"),
    ("polis", "graphs", change(["trade"], None), r"graphs\.trade\.edges"),
    ("polis", "poleis", change(["items", 7, "region"], None), r"poleis\.items\[7\]\.region"),
    ("polis", "poleis", change(["items", 7, "region"], "atlantis"), r"poleis\.items\[7\]\.region.*'atlantis'"),
    ("polis", "poleis", change(["items", 7, "ports"], ["arcadia"]), r"poleis\.items\[7\]\.ports\[0\].*sea"),
    ("polis", "poleis", change(["items", 0, "capital_of"], None), r"poleis\.items.*capital"),
    ("polis", "regions", change(["items", 0, "yields", "wood", 0], -1), r"regions\.items\[0\]\.yields\.wood\[0\]"),
    ("polis", "regions", change(["items", 0, "kind"], "sea"), r"regions\.items\[0\]\.kind"),
    ("polis", "combat_cards", lambda table: {**table, "items": [{**card, "count": 0} for card in table["items"]]}, r"combat_cards.*small"),
    ("polis", "events", change(["items", 2, "effects", 0, "op"], "rain_of_frogs"), r"events\.items\[2\]\.effects\[0\]\.op.*'rain_of_frogs'"),
    ("polis", "events", change(["items", 2, "effects", 0, "region"], "laconia"), r"events\.items\[2\]\.effects\[0\]\.region.*sea"),
    ("polis", "siege_modes", change(["items", 0, "die"], 99), r"siege_modes\.items\[0\]\.die"),
    ("polis", "siege_modes", change(["items", 0, "prestige_win"], 1), r"siege_modes\.items\[0\]\.prestige_win.*check"),
    ("polis", "siege_modes", change(["items", 2, "prestige_start"], 1), r"siege_modes\.items\[2\]\.prestige_start.*check"),
    ("polis", "siege_modes", change(["items", 2, "prestige_continue"], 1), r"siege_modes\.items\[2\]\.prestige_continue.*check"),
    ("polis", "siege_modes", change(["items", 2, "die"], 4), r"siege_modes\.items\[2\]\.prestige_win.*check"),
    ("polis", "siege_modes", change(["items", 3, "prestige_win"], 1), r"siege_modes\.items\[3\]\.prestige_win.*check"),
    ("polis", "setup", change(["items", 0, "poleis"], {"gythion": 1}), r"setup\.items\[0\]\.poleis.*capital"),
    ("polis", "setup", change(["items", 0, "hoplites"], {"ionian_sea": 1}), r"setup\.items\[0\]\.hoplites\.ionian_sea"),
    ("polis", "projects", change(["items", 0, "cost", "metal"], 10 ** 9), r"projects\.items\[0\]\.cost\.metal"),
]


def refused(game, table, spoil, words):
    with open(os.path.join(ROOT, "data", game + ".json"), encoding="utf-8") as file:
        data = json.load(file)
    spoilt = spoil(copy.deepcopy(data.get(table)))
    scenario = {"format": "alea.scenario", "version": 1, "game": game, "name": "wrong", "replace": {table: spoilt}}
    with open("wrong.json", "w", encoding="utf-8") as file:
        json.dump(scenario, file)
    run = subprocess.run([ALEA, "play", game, "--lang", "en", "--seats", SEATS[game], "--scenario", "wrong.json", "--save", "x.alea"],
                         input="", text=True, capture_output=True, timeout=LIMIT)
    said = f"status {run.returncode}\n{run.stdout[-300:]}{run.stderr[-600:]}"
    assert run.returncode == 1, said
    assert run.stderr.count("\n") == 1 and "wrong.json" in run.stderr, said
    assert re.search(words, run.stderr), f"wanted {words!r}: {said}"
    assert not os.path.exists("x.alea"), "a match was begun"


def example_plays():
    """The file of docs/scenario.md is accepted, and changes how games go."""
    with open(os.path.join(ROOT, "docs", "scenario.md"), encoding="utf-8") as file:
        example = re.search(r"```json\n(.*?)```", file.read(), re.S)[1]
    with open("two.json", "w", encoding="utf-8") as file:
        file.write(example)
    command = [ALEA, "sim", "spqrisiko", "--games", "20", "--bots", "random,random,random", "--json"]
    signature = [json.loads(subprocess.run(command + more, text=True, capture_output=True, timeout=LIMIT).stdout)["signature"]
                 for more in ([], ["--scenario", "two.json"])]
    assert signature[0] != signature[1], "the scenario changes nothing"


if __name__ == "__main__":
    run([("the example of the docs", example_plays)] + [(f"{row[0]} {row[1]}", lambda row=row: refused(*row)) for row in WRONG])
