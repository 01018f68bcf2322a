#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mutate.py [GAME...] [--seats] [--only RULE] [--file NAME] [--seconds 900] [--jobs 2] [--list] - do the cases bite?

At each line of src/games/GAME/*.c that carries a rule's ID in a comment, like [SPQ-LAND-2], or as a constant, the rule is
broken on purpose, one way at a time: a condition negated, a comparison shifted by one, a number made greater, a statement
dropped. The cases of the game run against each mutant; one that they don't notice is told with file, line and ID. A comment
above a function stands for the statements of its body that have no ID of their own. Files that decide no rule are left out,
and so is what is only told. What the cases let pass the laws of tests/laws.c may notice (chance, secrets): that counts, too.
With --seats the loops over seats are broken instead, in all files: the first seat is left out, the second, or the fifth; then
unit tests of the game count, too.
All happens in a copy of the tree. When time is up, what was not tried is told. Last line: N passed, N failed (mutants
noticed, and not)."""
import argparse
import concurrent.futures
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAG = re.compile(r"\[((?:[A-Z][A-Z0-9]*-[A-Z0-9-]*\d+)(?:(?:, | and | to )[A-Z][A-Z0-9]*-[A-Z0-9-]*\d*)*)\]")
COMMENT = re.compile(r"/\*.*?\*/|//.*")
FLAGS = ["-std=c17", "-D_POSIX_C_SOURCE=200809L", "-O1", "-w"]
LIBRARIES = ["-ljansson", "-lsodium", "-lgmp", "-lm", "-lcmocka"]
RUN_LIMIT = 20  # seconds at least; a mutant that takes longer is noticed
SLOWER = 10  # so many times what the proofs take by themselves
LAW_GAMES = "48"
NO_RULES = ("heuristic.c", "odds.c", "text.c")  # what a game thinks and says, not what it decides
BODY_LIMIT = 40  # lines of a function that its comment speaks for


def games():
    line = re.search(r"^games *= *\[(.*?)\]", (ROOT / "src/games/meson.build").read_text(encoding="utf-8"), re.MULTILINE)
    return re.findall(r"'([a-z0-9_]+)'", line[1])


# ---- Finding statements ---------------------------------------------------------------------------------------------------

def blank_comments(lines):
    """The lines without their comments and strings: as long as before, so that columns stay."""
    out, inside = [], False
    for line in lines:
        text, at = "", 0
        while at < len(line):
            if inside:
                end = line.find("*/", at)
                stop = len(line) if end < 0 else end + 2
                text += " " * (stop - at)
                inside, at = end < 0, stop
            elif line.startswith("/*", at):
                inside = True
            elif line[at] == '"':
                end = at + 1
                while end < len(line) and line[end] != '"':
                    end += 2 if line[end] == "\\" else 1
                text += '"' + " " * (end - at - 1) + '"'
                at = end + 1
            else:
                text += line[at]
                at += 1
        out.append(text[:len(line)].ljust(len(line)))
    return out


def ends_statement(code):
    return not code.strip() or code.strip().startswith("#") or code.rstrip()[-1] in ";{}:"


def statement_at(code, line):
    """First and last line of the statement that the line is part of."""
    first = last = line
    while first > 0 and not ends_statement(code[first - 1]):
        first -= 1
    while last + 1 < len(code) and not ends_statement(code[last]):
        last += 1
    return first, last


def tagged_statements(lines, constants):
    """(first, last, IDs) of statements. A comment by itself speaks for what follows it; a constant is like a comment."""
    code = blank_comments(lines)
    tags = {}
    for number, line in enumerate(lines):
        for match in TAG.finditer(line):
            tags.setdefault(number, []).append(match[1])
        for word in re.findall(r"\b[A-Z][A-Z0-9_]*_\d+\b", code[number]):
            if word in constants:
                tags.setdefault(number, []).append(constants[word])
    found = {}
    for number, ids in tags.items():
        words = ", ".join(ids)
        if code[number].strip():
            first, _ = statement_at(code, number)
            if first > 0 and code[first - 1].rstrip().endswith("= {"):
                continue  # a table
            found.setdefault(statement_at(code, number), words)
            continue
        start = number + 1
        while start < len(code) and not code[start].strip() and lines[start].strip():
            start += 1  # the rest of the comment
        if start >= len(code) or not code[start].strip():
            continue  # it speaks for a whole section
        first, last = statement_at(code, start)
        if code[last].rstrip().endswith("= {"):
            continue  # a table
        if not code[last].rstrip().endswith("{") or re.match(r"\s*(if|for|while|switch|\})", code[first]):
            found.setdefault((first, last), words)
            continue
        depth = 1
        at = last + 1
        while at < len(code) and depth > 0 and at - last <= BODY_LIMIT:
            here = statement_at(code, at)
            depth += sum(code[i].count("{") - code[i].count("}") for i in range(here[0], here[1] + 1))
            if not any(i in tags for i in range(here[0], here[1] + 1)) and code[at].strip():
                found.setdefault(here, words)
            at = here[1] + 1
    return [(first, last, words) for (first, last), words in sorted(found.items())]


# ---- Breaking them --------------------------------------------------------------------------------------------------------

def closing(text, at):
    """Where the parenthesis that opens at `at` closes."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return i
    return -1


OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+",
         "& ~": "& ", "+=": "-=", "-=": "+="}
OPERATOR = re.compile(r" (<=|>=|==|!=|&&|\|\||\+=|-=|<|>|\+|-) | (& ~)")
NUMBER = re.compile(r"(?<![\w.\]\[\"'%])(\d+)(?![\w.\"'\]])")
SIMPLE = re.compile(r"\s*[\w>\[\].()&*+ -]*?(\(.*\)| *[-+|&^]?= .*|\+\+|--);\s*$", re.DOTALL)
DECLARATION = re.compile(r"\s*(const |static |struct |enum |unsigned |int |bool |u?int\d+_t |size_t |char |void |alea_)")

CONTROL = re.compile(r"\s*(return|if|for|while|else|case|break|alea_emit)\b")


def quiet_spans(text):
    """Where nothing is broken: heads of counting loops, bounds for a loader, what is only told or asserted."""
    for match in re.finditer(r"\b(for|alea_emit|alea_load_\w+|assert) ?\(", text):
        end = closing(text, match.end() - 1)
        if end > 0:
            yield match.start(), end


def mutants_of(text):
    """(what was done, new text) for a statement without its comments."""
    spans = list(quiet_spans(text))

    def loud(at):
        return not any(start <= at < end for start, end in spans)

    def change(what, start, end, new):
        return (what, text[:start] + new + text[end:]) if loud(start) else None

    for match in re.finditer(r"\b(if|while) \(", text):
        end = closing(text, match.end() - 1)
        if end > 0 and not text[end + 1:].lstrip().startswith("alea_emit("):
            condition = text[match.end():end]
            yield change("condition negated", match.end(), end, f"!({condition})")
            if match[1] == "if":
                yield change("condition never true", match.end(), end, f"0 && ({condition})")
    match = re.match(r"(\s*return |.*[^=!<>]= )([^?;]+)( \? )", text, re.DOTALL)
    if match and match[2].count("(") == match[2].count(")"):
        yield change("choice swapped", match.start(2), match.end(2), f"!({match[2]})")
    match = re.match(r"(\s*return )([^?;]+);", text, re.DOTALL)
    if match and re.search(r" (<|>|<=|>=|==|!=|&&|\|\|) |^!|>> \w+ & 1", match[2]):
        yield change("answer negated", match.start(2), match.end(2), f"!({match[2]})")
    for match in OPERATOR.finditer(text):
        word = match[1] or match[2]
        start = match.start(1) if match[1] else match.start(2)
        yield change(f"{word} became {OTHER[word].strip()}", start, start + len(word), OTHER[word])
    for match in NUMBER.finditer(text):
        yield change(f"{match[1]} became {int(match[1]) + 1}", match.start(), match.end(), str(int(match[1]) + 1))
    if SIMPLE.match(text) and not DECLARATION.match(text) and not CONTROL.match(text):
        yield "statement dropped", "    ;"


SEATS = re.compile(r"for \(int (\w+) = (\d+)(;[^;]*?)\b\1( <=? [\w>-]*(?:seats|SEATS)\b[^;]*); \1\+\+\)")
LEFT_OUT = {"first": "{0} = {1} + 1{2}{0}{3}; {0}++", "second": "{0} = {1}{2}{0}{3}; {0} += {0} == {1} ? 2 : 1",
            "fifth": "{0} = {1}{2}{0}{3}; {0} += {0} == 3 ? 2 : 1"}


def seat_mutants(game, name):
    """Like all_mutants, with 'seats' for the IDs."""
    for path in sorted((ROOT / "src/games" / game).glob("*.c")):
        if path.name.endswith("_test.c") or (name and path.name != name):
            continue
        text = path.read_text(encoding="utf-8")
        for match in SEATS.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            for which, loop in LEFT_OUT.items():
                broken = f"for (int {loop.format(*match.groups())})"
                yield path, line, "seats", f"the {which} left out", text[:match.start()] + broken + text[match.end():]


def all_mutants(game, only, name):
    """(file, line from 1, IDs, what, new text of the file)."""
    words = json.loads((ROOT / "data/text" / f"{game}.json").read_text(encoding="utf-8"))
    constants = {row["id"].replace("-", "_"): row["id"] for row in words["rules"]}
    for path in sorted((ROOT / "src/games" / game).glob("*.c")):
        if path.name.endswith("_test.c") or path.name in NO_RULES or (name and path.name != name):
            continue
        lines = path.read_text(encoding="utf-8").split("\n")
        for first, last, ids in tagged_statements(lines, constants):
            if only and only not in ids:
                continue
            text = "\n".join(COMMENT.sub("", line) for line in lines[first:last + 1])
            seen = {text}
            for what, broken in filter(None, mutants_of(text)):
                if broken not in seen:
                    seen.add(broken)
                    yield path, first + 1, ids, what, "\n".join(lines[:first] + [broken] + lines[last + 1:])


# ---- Trying them ----------------------------------------------------------------------------------------------------------

def run(command, folder, limit=300):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=limit, errors="replace")


def tables_first(path):
    """The test of the data is quick, and notices most."""
    return path.name != "tables_test.c", path.name


class Bench:
    """A copy of the tree with everything compiled once; each mutant is one more object and its programs.

    proofs: what may notice a mutant: 'cases', 'laws', 'units' (the MODULE_test.c of the game). Each is a list of programs, and
    a program the objects of its own and the words that it is called with."""

    def __init__(self, folder, game, proofs):
        self.folder, self.game, self.limit = pathlib.Path(folder), game, None
        for name in ("include", "src", "tests", "tools", "data"):
            shutil.copytree(ROOT / name, self.folder / name)
        made, here = self.folder / "made", self.folder / "src/games" / game
        made.mkdir()
        (made / "games.inc").write_text(f"ALEA_GAME({game})\n", encoding="utf-8")
        self.must([sys.executable, "tools/texts.py", f"data/text/{game}.json", f"made/{game}_text.h", f"made/{game}_text.c",
                   f"data/{game}.json"])
        self.must([sys.executable, "tools/texts.py", "data/text/engine.json", "made/engine_text.h"])
        self.must([sys.executable, "tools/embed.py", f"data/{game}.json", f"made/{game}_data.c"])
        lesson = [f"data/lessons/{game}.alea"] if (ROOT / f"data/lessons/{game}.alea").exists() else []
        self.must([sys.executable, "tools/embed.py", "--lesson", game, f"made/{game}_lesson.c", *lesson])
        folders = ("include", "src", "src/engine", "src/bots", "src/odds", "tests", "made", here)
        self.includes = [f"-I{name}" for name in folders]
        tests = {"cases": [(sorted((self.folder / "tests").glob("cases*.c")), [game, f"src/games/{game}/cases"])],
                 "laws": [(sorted((self.folder / "tests").glob("laws*.c")), [game, "--games", LAW_GAMES])],
                 "units": [([test], [f"src/games/{game}/golden"]) for test in sorted(here.glob("*_test.c"), key=tables_first)]}
        shared = [path for place in ("src/engine", "src/bots", "src/odds", here, "made")
                  for path in (self.folder / place).glob("*.c") if not path.name.endswith("_test.c")]
        needed = shared + [path for proof in proofs for sources, _ in tests[proof] for path in sources]
        objects = {source: made / f"{i}.o" for i, source in enumerate(needed)}
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda source: self.must(self.compile(source, objects[source])), needed))
        self.objects = {source: objects[source] for source in shared}
        self.proofs = {proof: [([objects[source] for source in sources], words) for sources, words in tests[proof]]
                       for proof in proofs}

    def must(self, command):
        done = run(command, self.folder)
        if done.returncode:
            sys.exit(f"mutate: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}\n0 passed, 1 failed")

    def compile(self, source, target):
        return ["gcc", *FLAGS, *self.includes, f"-I{source.parent}", "-c", str(source), "-o", str(target)]

    def hold(self):
        """Do the proofs hold as things are? How long they take then tells how long a mutant may."""
        since = time.monotonic()
        if any(self.notices(proof, "") for proof in self.proofs):
            print(f"mutate: the proofs of {self.game} fail as they are: mend that first")
            return False
        self.limit = max(RUN_LIMIT, SLOWER * (time.monotonic() - since))
        return True

    def notices(self, proof, number, changed=None, target=None):
        """Does one of the proof's programs fail, with the object `target` in the place of that of the source `changed`?"""
        shared = [target if source == changed else made for source, made in self.objects.items()]
        return any(self.fails(shared + own, words, self.folder / f"made/{proof}{number}", changed)
                   for own, words in self.proofs[proof])

    def fails(self, objects, words, program, changed):
        try:
            self.must(["gcc", *objects, *LIBRARIES, "-o", program])
            done = run([str(program), *words], self.folder, self.limit)
            if done.returncode and not changed:
                print("\n".join(line for line in (done.stdout + done.stderr).split("\n") if not line.startswith("ok"))[:2000])
            return done.returncode != 0
        except subprocess.TimeoutExpired:
            return True
        finally:
            program.unlink(missing_ok=True)

    def try_one(self, number, path, text):
        """'by cases', 'by laws', 'unnoticed', or 'stillborn' if it does not compile."""
        source = self.folder / path.relative_to(ROOT)
        mutant, target = self.folder / f"made/m{number}.c", self.folder / f"made/m{number}.o"
        try:
            mutant.write_text(text, encoding="utf-8")
            command = self.compile(source, target)
            command[command.index(str(source))] = str(mutant)
            if run(command, self.folder).returncode:
                return "stillborn"
            for proof in self.proofs:
                if self.notices(proof, number, source, target):
                    return f"by {proof}"
            return "unnoticed"
        finally:
            mutant.unlink(missing_ok=True)
            target.unlink(missing_ok=True)


def mutate(game, options, until):
    mutants = list(seat_mutants(game, options.file) if options.seats else all_mutants(game, options.only, options.file))
    if options.list:
        for path, line, ids, what, _ in mutants:
            print(f"{path.relative_to(ROOT)}:{line}: {ids}: {what}")
        return 0, 0
    random.Random(1).shuffle(mutants)  # so that what time allows is spread over all rules
    counts = {"by cases": 0, "by units": 0, "by laws": 0, "unnoticed": 0, "stillborn": 0, "untried": 0}
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder, game, ("cases", "units", "laws") if options.seats else ("cases", "laws"))
        if not bench.hold():
            return 0, 1

        def one(job):
            number, (path, _, _, _, text) = job
            return "untried" if time.monotonic() > until else bench.try_one(number, path, text)

        unnoticed = []
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for (path, line, ids, what, _), result in zip(mutants, pool.map(one, enumerate(mutants))):
                counts[result] += 1
                if result == "unnoticed":
                    unnoticed.append((str(path.relative_to(ROOT)), line, ids, what))
        for path, line, ids, what in sorted(unnoticed):
            print(f"{path}:{line}: {ids}: {what}: nobody notices")
    print(f"mutate: {game}: {counts['by cases']} noticed by cases, {counts['by units']} by unit tests, "
          f"{counts['by laws']} by laws alone, {counts['unnoticed']} by nobody; "
          f"{counts['stillborn']} did not compile, {counts['untried']} not tried")
    return sum(n for result, n in counts.items() if result.startswith("by ")), counts["unnoticed"]


def main():
    parser = argparse.ArgumentParser(description="Breaks each rule on purpose; prints what no case notices.")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seats", action="store_true")
    parser.add_argument("--only", metavar="RULE")
    parser.add_argument("--file", metavar="NAME")
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
