#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""texts.py - tools/texts.py takes sentences with good holes and refuses others, each for its own reason: `texts.py TOOL`."""
import json
import pathlib
import subprocess
import sys
import tempfile

DATA = {"limits": {"cards": 7, "name": "x"}, "rows": [{"id": "a", "op": "raid", "cost": 2}, {"id": "b", "op": "raid", "cost": 3}]}
GOOD = [
    {"it": "{limits.cards} carte", "en": "{limits.cards} cards"},
    {"it": "{rows[a].cost|una|#}", "en": "{rows[a].cost|one|#}"},
    {"it": "{#rows} {@days} {rows[@siege].cost} {rows[-1].cost+2*rows[*].cost<limits.cards-1}",
     "en": "{rows[-1].cost+2*rows[*].cost<limits.cards-1} {#rows} {@days} {rows[@siege].cost}"},
    {"it": "regolamento, passo 6.3", "en": "rulebook, step 6.3", "fixed": "6.3"},
    {"it": "a {rows[id=@siege].cost}", "en": "b {rows[id=@siege].cost}", "while": ["rows", "rows[a].cost = rows[b].cost"],
     "else": {"it": "c {limits.cards}", "en": "d {limits.cards}"}},
]
BAD = [
    ({"it": "3 carte", "en": "cards"}, "the number 3"),
    ({"it": "carte", "en": "6.3 cards", "fixed": "6"}, "the number 6.3"),
    ({"it": "carte", "en": "cards", "fixed": "6"}, "6 does not stand"),
    ({"it": "senza max_rounds", "en": "without a limit"}, "'max_rounds' is an identifier"),
    ({"it": "a sorte", "en": "with mode=random"}, "'mode=random' is an identifier"),
    ({"it": "a", "en": "b", "else": {"it": "4", "en": "b"}, "while": ["rows"]}, "else.it: the number 4"),
    ({"it": "{limits.cards}", "en": "x"}, "only one language"),
    ({"it": "{limits.none}", "en": "{limits.none}"}, "has no .none"),
    ({"it": "{limits.name}", "en": "{limits.name}"}, "no whole number"),
    ({"it": "{#limits.cards}", "en": "{#limits.cards}"}, "number of elements"),
    ({"it": "{rows[c].cost}", "en": "{rows[c].cost}"}, "has no [c]"),
    ({"it": "{rows[op=raid].cost}", "en": "{rows[op=raid].cost}"}, "several rows"),
    ({"it": "{rows[9].cost}", "en": "{rows[9].cost}"}, "has no [9]"),
    ({"it": "{rows[-3].cost}", "en": "{rows[-3].cost}"}, "has no [-3]"),
    ({"it": "{limits[a].cost}", "en": "{limits[a].cost}"}, "no array"),
    ({"it": "{@river}", "en": "{@river}"}, "no option 'river'"),
    ({"it": "{limits.cards/2}", "en": "{limits.cards/2}"}, "is wanted at '/2'"),
    ({"it": "{limits.cards+}", "en": "{limits.cards+}"}, "can't be read"),
    ({"it": "{limits.cards|uno}", "en": "{limits.cards|one}"}, "one choice"),
    ({"it": "{limits.cards", "en": "{limits.cards"}, "a brace"),
    ({"it": "a", "en": "b", "while": ["limits.cards"]}, "is no table"),
    ({"it": "a", "en": "b", "while": ["limits.cards = limits.none"]}, "has no .none"),
]
MESSAGES = [
    ({"it": "%s: da %ld a %.40s, 100%%", "en": "%s: %ld to %.40s, 100%%"}, None),
    ({"it": "in %1 s a %2", "en": "in %1 s to %2"}, None),
    ({"it": "%s di %d", "en": "%d of %s"}, "has the holes"),
    ({"it": "%.*s", "en": "%s"}, "has the holes"),
    ({"it": "%1 a %2", "en": "%1"}, "has the holes"),
    ({"it": "a"}, "missing"),
]


VERB = {"it": "a", "en": "b"}
VERBS = [
    ([{"id": f"v{i}", **VERB} for i in range(254)], None),
    ([{"id": f"v{i}", **VERB} for i in range(255)], "at most 254"),
    ([{"id": "rewind", **VERB}], "the engine's own"),
    ([{"id": "mend", "note": "LUD-A-1", **VERB}], None),
    ([{"id": "mend", "note": "LUD-A-2", **VERB}], "asks for a reason"),
    ([{"id": "back", "token": "rewind", "arg": "number", "it": "{1}", "en": "{1}"}], "the engine's own"),
]


def run_verbs(tool, folder, verbs):
    return run(tool, folder, GOOD[0], verbs)


def run(tool, folder, rule, verbs=()):
    text = {"format": "alea.text", "version": 1, "game": "ludus", "title": {"it": "a", "en": "b"}, "summary": {"it": "a", "en": "b"},
            "changed": {"it": "a", "en": "b"}, "rules": [{"id": "LUD-A-1", **rule}], "verbs": list(verbs),
            "options": [{"id": "siege", "it": "a", "en": "b", "values": [{"id": "a", "it": "a", "en": "b"}]},
                        {"id": "days", "it": "a", "en": "b"}]}
    (folder / "text.json").write_text(json.dumps(text))
    (folder / "data.json").write_text(json.dumps(DATA))
    return subprocess.run([sys.executable, tool, folder / "text.json", folder / "out.h", folder / "out.c", folder / "data.json"],
                          capture_output=True, text=True, check=False)


def run_message(tool, folder, message):
    """A file of messages alone, as that of the engine."""
    text = {"format": "alea.text", "version": 1, "game": "ludus", "messages": {"map": [{"id": "a", **message}]}}
    (folder / "text.json").write_text(json.dumps(text))
    return subprocess.run([sys.executable, tool, folder / "text.json", folder / "out.h"], capture_output=True, text=True, check=False)


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as name:
        rows = [(run, rule, None) for rule in GOOD] + [(run, *row) for row in BAD] + [(run_message, *row) for row in MESSAGES] + [
            (run_verbs, *row) for row in VERBS]
        for tried, rule, wanted in rows:
            done = tried(sys.argv[1], pathlib.Path(name), rule)
            good = not done.returncode if wanted is None else done.returncode and wanted in done.stderr
            passed += bool(good)
            failed += not good
            if not good:
                print(f"{rule}: wanted {wanted or 'no fault'}: {done.stderr}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
