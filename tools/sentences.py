# SPDX-License-Identifier: MIT
"""The holes in the sentences of a game's rules: looked up in the game's own data, and numbered for src/engine/sentence.c, whose
header tells how a hole is written."""
import json
import re

LANGS = ("it", "en")
TERM = re.compile(r"\d+|@[a-z_]+|#?[a-z_][a-z0-9_]*(?:\.[a-z0-9_]+|\[[^\]{}|]+\])*")
STEP = re.compile(r"\.?([a-z0-9_]+)|\[([^\]]+)\]")
NUMBER = re.compile(r"\d+(?:\.\d+)*")
NAME = re.compile(r"[a-z]\w*_\w*")  # of an option or a value: rulebook_2005


class Fault(Exception):
    """Something wrong at a path of the file."""

    def __init__(self, path, words):
        super().__init__(f"{path}: {words}")


def blank(value):
    """The value with 0 for each number within."""
    if isinstance(value, dict):
        return {key: blank(one) for key, one in value.items()}
    if isinstance(value, list):
        return [blank(one) for one in value]
    return 0 if isinstance(value, (int, float)) and not isinstance(value, bool) else value


class Fixed:
    """The numbers that the rules themselves fix, so that no scenario can change them: "2 6.3"."""

    def __init__(self, path, numbers):
        self.path, self.numbers, self.seen = path, numbers.split(), set()

    def allow(self, where, plain):
        for number in NUMBER.findall(NAME.sub("", plain)):
            if number not in self.numbers:
                raise Fault(where, f"the number {number} would be the same under every scenario: write its path in the data, "
                                   f'{{limits.cards}}, or "fixed": "{number}" if the rules themselves fix it')
            self.seen.add(number)

    def check(self):
        for number in self.numbers:
            if number not in self.seen:
                raise Fault(f"{self.path}.fixed", f"{number} does not stand in the sentence")


class Holes:
    def __init__(self, data, options):
        self.data = data
        self.options = {row.get("id"): [one.get("id") for one in row.get("values", [])] for row in options}
        self.texts = []

    def key(self, where, key):
        if key not in self.options:
            raise Fault(where, f"there is no option '{key}'; there are: {', '.join(self.options)}")
        return self.options[key]

    def elements(self, where, value, index):
        """What an index in brackets may lead to: several things where an option chooses."""
        if index == "*":
            return list(value.values() if isinstance(value, dict) else value)
        if not isinstance(value, list):
            raise Fault(where, f"[{index}] stands behind what is no array")
        if re.fullmatch(r"-?\d+", index):
            return [value[int(index)]] if -len(value) <= int(index) < len(value) else []
        if index.startswith("@"):
            self.key(where, index[1:])
            return value
        key, equals, word = index.rpartition("=")
        chosen = self.key(where, word[1:]) if word.startswith("@") else [word]
        found = [row for row in value if isinstance(row, dict) and row.get(key if equals else "id") in chosen]
        if len(found) > len(chosen):
            raise Fault(where, f"[{index}] names several rows")
        return found

    def follow(self, where, path):
        """All values that a path may lead to."""
        found = [self.data]
        for step in STEP.finditer(path):
            if step[1]:
                found = [value[step[1]] for value in found if isinstance(value, dict) and step[1] in value]
            else:
                found = [one for value in found for one in self.elements(where, value, step[2])]
            if not found:
                raise Fault(where, f"'{path}': the data has no {step[0]} there")
        return found

    def check_term(self, where, term):
        if term.isdigit():
            return
        if term.startswith("@"):
            self.key(where, term[1:])
            return
        found = self.follow(where, term.lstrip("#"))
        if term.startswith("#"):
            if not all(isinstance(value, (list, dict)) for value in found):
                raise Fault(where, f"'{term}': only arrays and tables have a number of elements")
        elif not any(isinstance(value, int) and not isinstance(value, bool) for value in found):
            raise Fault(where, f"'{term}' is no whole number in the data")

    def check(self, where, hole):
        at = 0
        while True:
            term = TERM.match(hole, at)
            if not term:
                raise Fault(where, f"'{hole}' can't be read at '{hole[at:]}': write a path, @option, #path or a number")
            self.check_term(where, term[0])
            at = term.end()
            if at == len(hole):
                return
            if hole[at] not in "+-*<":
                raise Fault(where, f"'{hole}': + - * or < is wanted at '{hole[at:]}'")
            at += 1

    def number(self, where, hole):
        """The number of a hole, which is checked the first time."""
        if hole not in self.texts:
            self.check(where, hole)
            self.texts.append(hole)
        return self.texts.index(hole)

    def compiled(self, path, texts, fixed):
        """Both sentences with numbers for holes; refuses numbers that come from nowhere."""
        made, used = [], []
        for lang, text in zip(LANGS, texts):
            where = f"{path}.{lang}"
            if re.search(r"[{}]", re.sub(r"\{[^{}]*\}", "", text)):
                raise Fault(where, "a brace without its other one")
            parts = re.split(r"\{([^{}]*)\}", text)
            for plain in parts[::2]:
                fixed.allow(where, plain)
            holes = set()
            for i in range(1, len(parts), 2):
                hole, bar, choices = parts[i].partition("|")
                holes.add(hole)
                if bar and "|" not in choices:
                    raise Fault(where, f"'{{{parts[i]}}}': one choice alone")
                parts[i] = f"{{{self.number(where, hole)}{bar}{choices}}}"
            used.append(holes)
            made.append("".join(parts))
        if used[0] != used[1]:
            raise Fault(path, f"only one language has the holes {', '.join(sorted(used[0] ^ used[1]))}")
        return made

    def conditions(self, path, rows):
        """What has to hold for a sentence: 'hole = hole', or a table of the shape that is there now."""
        for i, row in enumerate(rows):
            where = f"{path}.while[{i}]"
            left, equals, right = row.partition(" = ")
            if equals:
                self.check(where, left)
                self.check(where, right)
                yield left, "equals", right
                continue
            found = self.follow(where, row)
            if len(found) != 1 or isinstance(found[0], int):
                raise Fault(where, f"'{row}' is no table: write 'hole = hole' of a number")
            yield row, "shape", json.dumps(blank(found[0]), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
