#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mutate_data.py [GAME...] [--only PATH] [--seconds 900] [--jobs 2] [--list] - do the tests know each digit of the data?

Each cell of data/GAME.json that says how the game goes is changed on purpose: a number made greater by one, and smaller; a
boolean turned; a name that stands for a row of another table (an end of an edge, the kind of a card) put for its neighbour in
that table. The cases of the game and its unit tests run against each; a cell that can be changed unnoticed is told with its
path. --only takes a path as the loader tells it, `reinforcements.rows[2]`, and all that lies below. Names, notes and places on
the page's map are no cells. Golden files and the signature don't count: they are written anew when behaviour changes.
Last line: N passed, N failed (cells noticed, and not)."""
import argparse
import concurrent.futures
import json
import random
import re
import sys
import tempfile
import time

from mutate import ROOT, Bench, games

NO_CELL = re.compile(r"^(format|version|game|id|index|names?|lon|lat|colours?|rules?|source_tags|_about|event_ops|"
                     r".*(label|name|text|source|sources|note))$")


# ---- Cells ----------------------------------------------------------------------------------------------------------------

def tables_of(node, found):
    """The ids of each list of rows, in order."""
    if isinstance(node, list):
        ids = [row["id"] for row in node if isinstance(row, dict) and isinstance(row.get("id"), str)]
        if ids:
            found.append(ids)
        for row in node:
            tables_of(row, found)
    elif isinstance(node, dict):
        for value in node.values():
            tables_of(value, found)
    return found


def cells_of(node, path, way):
    """(path, keys that lead there) of all cells."""
    if isinstance(node, dict):
        for key, value in node.items():
            if not NO_CELL.match(key):
                yield from cells_of(value, f"{path}.{key}" if path else key, [*way, key])
    elif isinstance(node, list):
        for at, value in enumerate(node):
            yield from cells_of(value, f"{path}[{at}]", [*way, at])
    elif node is not None:
        yield path, way


def neighbours(tables, word, taken):
    """For each table that has the word: the next one there that is not taken."""
    for ids in tables:
        if word in ids:
            at = ids.index(word)
            free = [other for other in ids[at + 1:] + ids[:at] if not taken(other)]
            if free and free[0] != word:
                yield free[0]


def others(data, tables, way):
    """The values that are put into the cell, each in its turn."""
    *_, value = parents = follow(data, way)
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, (int, float)):
        return [value + 1] + ([value - 1] if value > 0 else [])
    row, list_of_rows = parents[-2], parents[-3] if len(parents) > 2 else None
    if not isinstance(row, list):
        return list(dict.fromkeys(neighbours(tables, value, lambda other: False)))

    def taken(other):  # an edge twice, or from a place to itself: the loader would refuse it for that
        new = [other if i == way[-1] else word for i, word in enumerate(row)]
        edges = list_of_rows if isinstance(list_of_rows, list) else []
        return other in row or any(edge is not row and sorted(edge) == sorted(new) for edge in edges)

    return list(dict.fromkeys(neighbours(tables, value, taken)))


def follow(data, way):
    """All nodes from the data to the cell."""
    nodes = [data]
    for key in way:
        nodes.append(nodes[-1][key])
    return nodes


def changed(data, way, value):
    copy = json.loads(json.dumps(data))
    follow(copy, way[:-1])[-1][way[-1]] = value
    return json.dumps(copy, ensure_ascii=False)


def is_below(path, only):
    return not only or re.match(re.escape(only) + r"($|[.\[])", path)


# ---- Trying them ----------------------------------------------------------------------------------------------------------

class DataBench(Bench):
    """The game's data is one more object, made by the assembler: quicker than a list of numbers in C."""

    def is_noticed(self, number, text):
        made, name = self.folder / "made", f"alea_data_{self.game}"
        data, code, target = (made / f"d{number}.{kind}" for kind in ("json", "s", "o"))
        try:
            data.write_text(text, encoding="utf-8")
            code.write_text(f'.section .rodata\n.global {name}, {name}_size\n{name}: .incbin "{data}"\n.balign 8\n'
                            f'{name}_size: .quad {len(text.encode())}\n.section .note.GNU-stack,"",@progbits\n',
                            encoding="utf-8")
            self.must(["gcc", "-c", code, "-o", target])
            source = made / f"{self.game}_data.c"
            return any(self.notices(proof, number, source, target) for proof in self.proofs)
        finally:
            for path in (data, code, target):
                path.unlink(missing_ok=True)


def mutate(game, options, until):
    data = json.loads((ROOT / "data" / f"{game}.json").read_text(encoding="utf-8"))
    tables = tables_of(data, [])
    cells = [(path, way, values) for path, way in cells_of(data, "", []) if is_below(path, options.only)
             for values in [others(data, tables, way)] if values]
    if options.list:
        for path, way, values in cells:
            print(f"{path}: {follow(data, way)[-1]} -> {', '.join(map(str, values))}")
        return 0, 0
    with tempfile.TemporaryDirectory() as folder:
        bench = DataBench(folder, game, ("cases", "units"))
        if not bench.hold():
            return 0, 1

        def one(job):
            number, (_, way, values) = job
            if time.monotonic() > until:
                return None
            return all(bench.is_noticed(f"{number}_{i}", changed(data, way, value)) for i, value in enumerate(values))

        order = random.Random(1).sample(cells, len(cells))  # what time allows is spread over all tables
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            found = dict(zip((path for path, _, _ in order), pool.map(one, enumerate(order))))
    results = [found[path] for path, _, _ in cells]
    for (path, way, _), noticed in zip(cells, results):
        if noticed is False:
            print(f"data/{game}.json: {path}: {follow(data, way)[-1]}: nobody notices")
    print(f"mutate_data: {game}: {results.count(True)} cells noticed, {results.count(False)} by nobody; "
          f"{results.count(None)} not tried")
    return results.count(True), results.count(False)


def main():
    parser = argparse.ArgumentParser(description="Changes each cell of the data on purpose; prints what no test notices.")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--only", metavar="PATH")
    parser.add_argument("--seconds", type=float, default=900)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    until = time.monotonic() + options.seconds
    totals = [mutate(game, options, until) for game in options.games or games()]
    passed, failed = (sum(column) for column in zip(*totals))
    if options.list:
        return 0
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
