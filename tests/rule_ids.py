#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""rule_ids.py [GAME...] - every rule has a case. Games: those of src/games/meson.build.

A case is named by the rule that it proves: `case SPQ-LAND-2b ...` counts for SPQ-LAND-2, and so does SPQ-LAND-2-x. A line
`# examples 50` at the head of a case file asks for cases EX-01 to EX-50 as well; examples that the rules in full number by
chapter (EX-C03a) may also be named in a test beside the game. A rule about the table, which no position shows, is proved by a test of the
server, the terminal or the page that says `proves`, and its ID, in a comment. Where the rules in full lie beside the
project (../shared/rules/GAME.md, and parts of it in GAME-PART.md), their list of IDs must be that of data/text/GAME.json. The cases that docs/rulings.md shows its
readings by must be there. Last line: N passed, N failed."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASE = re.compile(r"^case +(\S+)", re.MULTILINE)
EXAMPLES = re.compile(r"^# examples (\d+)$", re.MULTILINE)
RULE_LINE = re.compile(r"^- \*\*([A-Z]+-[A-Z]+-\d+)\*\*", re.MULTILINE)
RULE_ID = re.compile(r"^((?:[A-Z][A-Z0-9]*-)+[A-Z]?\d+)(?!\d)")
READING = re.compile(r"^\| \d+ \|(?:[^|]*\|){4} ([A-Z][^|]*) \|$", re.MULTILINE)  # its last cell: POL-DIC-18a, -18b, EX-44
PROVES = re.compile(r"\bproves ((?:[A-Z][A-Z0-9]*-)+\d+)\b")
EXAMPLE = re.compile(r"\bEX-[A-Z]\d+[a-z]?(?= )")  # EX-C03a


def games():
    words = re.search(r"^games *= *\[(.*?)\]", (ROOT / "src/games/meson.build").read_text(encoding="utf-8"), re.MULTILINE)
    return re.findall(r"'([a-z0-9_]+)'", words[1])


def proved():
    tests = [*ROOT.glob("tests/**/*.py"), *ROOT.glob("tests/*.c"), *ROOT.glob("src/**/*_test.c"), *ROOT.glob("web/test/**/*.ts")]
    return {rule for path in tests for rule in PROVES.findall(path.read_text(encoding="utf-8"))}


class Count:
    passed = failed = 0

    def check(self, good, what):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(what)


def check_game(game, count):
    data = ROOT / "data/text" / f"{game}.json"
    rules = [row["id"] for row in json.loads(data.read_text(encoding="utf-8"))["rules"]]
    named, examples, where = set(), 0, f"src/games/{game}/cases"
    for path in sorted((ROOT / where).glob("*.case")):
        text = path.read_text(encoding="utf-8")
        head = EXAMPLES.search(text)
        examples = max(examples, int(head[1]) if head else 0)
        for match in CASE.finditer(text):
            rule = RULE_ID.match(match[1])
            line = text.count("\n", 0, match.start()) + 1
            known = rule and (rule[1] in rules or rule[1].startswith("EX-") or "-BROKEN-" in rule[1])
            if not known:
                count.check(False, f"{where}/{path.name}:{line}: '{match[1]}' names no rule of {data.relative_to(ROOT)}")
            else:
                named.add(rule[1])
    named |= proved()
    for rule in rules:
        count.check(rule in named, f"{where}: {rule} has no case")
    for number in range(1, examples + 1):
        count.check(f"EX-{number:02}" in named, f"{where}: EX-{number:02} has no case")
    shelf = ROOT.parent / "shared/rules"
    book = "".join(path.read_text(encoding="utf-8") for path in [*shelf.glob(f"{game}.md"), *sorted(shelf.glob(f"{game}-*.md"))])
    if book:
        wanted = RULE_LINE.findall(book)
        for rule in wanted:
            count.check(rule in rules, f"{data.relative_to(ROOT)}: {rule} is in the rules in full, but not here")
        for rule in rules:
            count.check(rule in wanted, f"{data.relative_to(ROOT)}: {rule} is not in the rules in full")
        tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / f"src/games/{game}").glob("*_test.c"))
        names = " ".join(CASE.findall("".join(path.read_text(encoding="utf-8") for path in (ROOT / where).glob("*.case"))))
        for example in sorted(set(EXAMPLE.findall(book))):
            count.check(example in names or example in tests, f"{where}: {example} has no case")


def check_readings(count):
    """`POL-MOVH-5a to -5c` names two."""
    cases = {name for path in (ROOT / "src/games").glob("*/cases/*.case")
             for name in CASE.findall(path.read_text(encoding="utf-8"))}
    for cell in READING.findall((ROOT / "docs/rulings.md").read_text(encoding="utf-8")):
        stem = ""
        for word in re.split(r", | to ", cell):
            name = stem + word if word.startswith("-") else word
            stem = name.rpartition("-")[0]
            count.check(name in cases, f"docs/rulings.md: there is no case {name}")


def main():
    count = Count()
    check_readings(count)
    for game in sys.argv[1:] or games():
        check_game(game, count)
    print(f"{count.passed} passed, {count.failed} failed")
    return 1 if count.failed or not count.passed else 0


if __name__ == "__main__":
    sys.exit(main())
