#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the tables of a game's words: texts.py data/text/GAME.json GAME_text.h GAME_text.c [data/GAME.json]
Of a file that has messages alone, as that of the engine: texts.py data/text/engine.json engine_text.h
--without PREFIX before them: labels whose ids begin so are checked, but say nothing; for where nobody asks for them.

The file format is told in docs/adding-a-game.md. What is wrong is told with file and path, and nothing is written then. The
holes in sentences of rules are looked up in the data file.
"""
import json
import os.path
import re
import sys

import sentences

LANGS = ("it", "en")
BUILT_IN = {"none": "ALEA_SET_NONE", "number": "ALEA_SET_NUMBER", "seat": "ALEA_SET_SEAT", "dice": "ALEA_SET_DICE",
            "rule": "ALEA_SET_RULE"}
EVENT_ARGS = 4
ROLES = ("news", "round", "step", "move", "routine", "part", "tally")
VERB_FLAGS = ("ask", "rest")
MAX_VERBS = 254  # 255 is the engine's own: ALEA_VERB_REWIND
ENGINE_TOKENS = ("rewind",)
ID = re.compile(r"[a-z][a-z0-9_]*\Z")
VALUE = re.compile(r"[a-z0-9][a-z0-9_]*\Z")
RULE_ID = re.compile(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)+\Z")
CONVERSION = re.compile(r"%(?:%|[1-9]\b(?!\.)|[-+ #0]*(?:\*|[0-9]+)?(?:\.(?:\*|[0-9]+))?(?:hh?|ll?|z|j|t)?[a-zA-Z])")
IDENTIFIER = re.compile(r"\b[a-z0-9]+_[a-z0-9_]+\b|\b[a-z]+=[a-z0-9]+\b")
HOLE = re.compile(r"([1-9])(\|[^{}|]*\|[^{}|]*)?\}")
TOP = {"format", "version", "game", "title", "summary", "sets", "lists", "verbs", "events", "rules", "options", "labels",
       "broken", "changed", "messages"}
Fault = sentences.Fault


def no_duplicates(pairs):
    table = {}
    for key, value in pairs:
        if key in table:
            raise Fault(key, "the key is there twice")
        table[key] = value
    return table


def only_keys(path, row, allowed):
    if not isinstance(row, dict):
        raise Fault(path, "an object is wanted here")
    for key in row:
        if key not in allowed:
            raise Fault(f"{path}.{key}", f"unknown key; there are: {', '.join(sorted(allowed))}")


def words(path, row):
    """The Italian and the English words of a row."""
    for lang in LANGS:
        if not isinstance(row.get(lang), str) or not row[lang].strip():
            raise Fault(f"{path}.{lang}", "the words in this language are missing")
        if any(ord(letter) < 32 and letter != "\n" for letter in row[lang]):
            raise Fault(f"{path}.{lang}", "control characters are not allowed")
    return [row[lang] for lang in LANGS]


def plain_words(path, row):
    """words() that people read who have never seen a file of ours: no identifiers but within holes."""
    for lang, text in zip(LANGS, words(path, row)):
        found = IDENTIFIER.search(re.sub(r"\{[^}]*\}", "", text))
        if found:
            raise Fault(f"{path}.{lang}", f"'{found[0]}' is an identifier: say it in words")
    return [row[lang] for lang in LANGS]


def holes(path, text, n_args):
    """The numbers of the arguments that a template uses; refuses what alea_say() could not read."""
    found = set()
    at = 0
    while (at := text.find("{", at)) >= 0:
        if text.startswith("{{", at):
            at += 2
            continue
        hole = HOLE.match(text, at + 1)
        if not hole:
            raise Fault(path, f"bad hole at '{text[at:at + 20]}': write {{1}}, {{1|one|many}}, or {{{{ for a brace")
        if int(hole[1]) > n_args:
            raise Fault(path, f"{{{hole[1]}}} is out of range: there are {n_args} arguments")
        found.add(int(hole[1]))
        at = hole.end()
    return found


def template(path, row, n_args):
    texts = words(path, row)
    used = [holes(f"{path}.{lang}", text, n_args) for lang, text in zip(LANGS, texts)]
    if used[0] != used[1]:
        raise Fault(path, f"Italian uses the arguments {sorted(used[0])}, English {sorted(used[1])}")
    return texts


def rows_of(source, key, allowed, pattern=ID):
    """The rows of a table with their paths; ids are checked."""
    rows = source.get(key, [])
    if not isinstance(rows, list):
        raise Fault(key, "an array is wanted here")
    seen = set()
    for i, row in enumerate(rows):
        path = f"{key}[{i}]"
        only_keys(path, row, allowed)
        name = row.get("id")
        if not isinstance(name, str) or not pattern.match(name):
            raise Fault(f"{path}.id", f"an id like {'SPQ-LAND-2' if pattern is RULE_ID else 'attack_from'} is wanted")
        if name in seen:
            raise Fault(f"{path}.id", f"'{name}' is there twice")
        seen.add(name)
        yield f"{path} ({name})", row


def quote(text):
    """A C string; '?' is escaped where C17 would see a trigraph."""
    out = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("??", "?\\?")
    return f'"{out}"'


def phrase(name, texts):
    return f".id = {quote(name)}, .in = {{{quote(texts[0])}, {quote(texts[1])}}}"


def enum(names, first=None, last=None, tag=""):
    lines = []
    for i, name in enumerate(names):
        lines.append(f"    {name} = {first}," if i == 0 and first is not None else f"    {name},")
    if last:
        lines.append(f"    {last}," if names else f"    {last} = {first or 0},")
    return f"enum {tag + ' ' if tag else ''}{{\n" + "\n".join(lines) + "\n};\n" if lines else ""


def game_of(source):
    if source.get("format") != "alea.text" or source.get("version") != 1:
        raise Fault("format", 'this is not {"format": "alea.text", "version": 1}')
    if not isinstance(source.get("game"), str) or not ID.match(source["game"]):
        raise Fault("game", "the id of the game is missing")
    return source["game"]


def messages(game, sections):
    """A macro for each sentence that C fills as printf() does, Italian and English: so the compiler sees what fills them."""
    made = {}
    for section, rows in sections.items():
        for path, row in rows_of({section: rows}, section, {"id", *LANGS}):
            texts = words(path, row)
            found = [CONVERSION.findall(text) for text in texts]
            if found[0] != found[1]:
                raise Fault(path, f"Italian has the holes {found[0]}, English {found[1]}")
            name = "_".join([game, "SAY", section, row["id"]]).upper()
            if not ID.match(section) or name in made:
                raise Fault(path, f"{name} is there twice, or is no good name")
            made[name] = f"#define {name} {quote(texts[0])}, {quote(texts[1])}\n"
    return "".join(made.values())


def catalogue(source):
    """The header of a file that has messages alone."""
    only_keys("(top)", source, {"format", "version", "game", "messages"})
    game = game_of(source)
    guard = f"{game}_TEXT_H".upper()
    return (f"/* Made by tools/texts.py from data/text/{game}.json. */\n#ifndef {guard}\n#define {guard}\n\n"
            f"{messages(game, source.get('messages', {}))}\n#endif\n")


class Words:
    """The checked file."""

    def __init__(self, source, data):
        only_keys("(top)", source, TOP)
        self.game = game_of(source)
        self.title = words("title", source.get("title") or {})
        self.summary = words("summary", source.get("summary") or {})
        self.sets = source.get("sets", [])
        self.lists = {}
        for name, rows in source.get("lists", {}).items():
            self.lists[name] = [(row["id"], words(path, row)) for path, row in rows_of({name: rows}, name, {"id", *LANGS})]
            if not rows:
                raise Fault(f"lists.{name}", "the list is empty")
        self.set_names = {name: self.macro("SET", name) for name in [*self.sets, *self.lists]}
        for name in self.set_names:
            if name in BUILT_IN or not ID.match(name):
                raise Fault("sets", f"'{name}' is no good name for a set")
        if len(self.set_names) < len(self.sets) + len(self.lists):
            raise Fault("sets", "a name is there twice (lists share their names with sets)")
        self.tokens = set()
        self.verbs = [self.verb(path, row) for path, row in rows_of(source, "verbs", {"id", "token", "arg", "ask", "rest", "note", *LANGS})]
        if len(self.verbs) > MAX_VERBS:
            raise Fault("verbs", f"at most {MAX_VERBS}: the engine has one of its own")
        self.events = []
        for path, row in rows_of(source, "events", {"id", "args", "role", *LANGS}):
            args = row.get("args", [])
            if len(args) > EVENT_ARGS:
                raise Fault(f"{path}.args", f"at most {EVENT_ARGS}")
            sets = [self.set(f"{path}.args[{i}]", arg) for i, arg in enumerate(args)]
            role = row.get("role", ROLES[0])
            if role not in ROLES:
                raise Fault(f"{path}.role", f"unknown role '{role}'; there are: {', '.join(ROLES)}")
            self.events.append((row["id"], role, sets, template(path, row, len(args))))
        simple = {"id", *LANGS}
        self.holes = sentences.Holes(data, source.get("options", []))
        self.rules, self.conditions = [], []
        for path, row in rows_of(source, "rules", simple | {"fixed", "while", "else"}, RULE_ID):
            fixed = sentences.Fixed(path, row.get("fixed", ""))
            self.rules.append((row["id"], self.holes.compiled(path, plain_words(path, row), fixed)))
            instead = row.get("else") and self.holes.compiled(f"{path}.else", words(f"{path}.else", row["else"]), fixed)
            fixed.check()
            self.conditions += [(row["id"], *one, instead) for one in self.holes.conditions(path, row.get("while", []))]
        known = {name for name, _ in self.rules}
        for name, *_, note, _ in self.verbs:
            if note not in {None, *known}:
                raise Fault(f"verbs ({name}).note", f"unknown rule {note!r}: the one that asks for a reason is wanted")
        self.changed = words("changed", source.get("changed") or {}) if self.conditions else None
        self.labels = [(row["id"], template(path, row, 9)) for path, row in rows_of(source, "labels", simple)]
        self.options, self.choices = [], {}
        for path, row in rows_of(source, "options", simple | {"values"}):
            self.options.append((row["id"], plain_words(path, row)))
            values = self.values(path, row)
            if values:
                self.choices[row["id"]] = [value for value, _ in values]
            self.options += [(f"{row['id']}={value}", texts) for value, texts in values]
        self.broken = [(row["id"], words(path, row)) for path, row in rows_of(source, "broken", simple)]
        self.messages = messages(self.game, source.get("messages", {}))

    def verb(self, path, row):
        """Id, token, set, flags, the rule that wants a note, and words; verbs that share a token are told apart by their sets."""
        token, arg = row.get("token", row["id"]), row.get("arg", "none")
        if not isinstance(token, str) or not ID.match(token):
            raise Fault(f"{path}.token", "a word like attack_from is wanted")
        if token in ENGINE_TOKENS:
            raise Fault(f"{path}.token", f"'{token}' is the engine's own")
        if (token, arg) in self.tokens:
            raise Fault(f"{path}.token", f"'{token}' with the argument '{arg}' is there twice")
        self.tokens.add((token, arg))
        flags = [flag for flag in VERB_FLAGS if row.get(flag, False)]
        for flag in VERB_FLAGS:
            if not isinstance(row.get(flag, False), bool):
                raise Fault(f"{path}.{flag}", "true or false is wanted")
        return row["id"], token, self.set(f"{path}.arg", arg), flags, row.get("note"), template(path, row, 0 if arg == "none" else 1)

    def values(self, path, row):
        """An option's values, if they are words, with what people read of them."""
        if not row.get("values", True):
            raise Fault(f"{path}.values", "the list is empty")
        return [(value["id"], words(where, value))
                for where, value in rows_of({f"{path}.values": row.get("values", [])}, f"{path}.values", {"id", *LANGS}, VALUE)]

    def macro(self, *parts):
        return "_".join([self.game, *parts]).upper()

    def set(self, path, name):
        if name in BUILT_IN:
            return BUILT_IN[name]
        if name not in self.set_names:
            raise Fault(path, f"unknown set '{name}'; there are: {', '.join([*BUILT_IN, *self.set_names])}")
        return self.set_names[name]

    def header(self):
        guard = self.macro("TEXT_H")
        parts = [enum(list(self.set_names.values()), "ALEA_SET_GAME")]
        for name, rows in self.lists.items():
            parts.append(enum([self.macro(name, row) for row, _ in rows], 0, self.macro(name + "s"), f"{self.game}_{name}"))
        for name, values in self.choices.items():
            parts.append(enum([self.macro(name, value) for value in values], 0, self.macro(name, "values"), f"{self.game}_{name}"))
        parts += [enum([self.macro("VERB", verb[0]) for verb in self.verbs], 1, self.macro("VERBS")),
                  enum([self.macro("EVENT", event[0]) for event in self.events], 0, self.macro("EVENTS")),
                  enum([name.replace("-", "_") for name, _ in self.rules], 1, self.macro("RULES")),
                  enum([self.macro("LABEL", name) for name, _ in self.labels], 0, self.macro("LABELS")),
                  enum([self.macro("BROKEN", name) for name in ["none", *(row for row, _ in self.broken)]])]
        members = re.findall(r"^    (\w+)", "".join(parts), re.M)
        for member in members:
            if members.count(member) > 1:
                raise Fault("(top)", f"two ids make the same C name, {member}")
        return (f"/* Made by tools/texts.py from data/text/{self.game}.json. */\n#ifndef {guard}\n#define {guard}\n\n"
                '#include "alea.h"\n\n' + "\n".join(part for part in parts if part)
                + "".join(self.named(name, values) for name, values in self.choices.items())
                + f"\n{self.messages}\nextern const struct alea_texts {self.game}_texts;\n\n#endif\n")

    def named(self, name, values):
        """The values of an option as requests write them: in an array, and each of them handed to a macro as a literal."""
        each = " ".join(f"row({quote(value)})" for value in values)
        return (f"\nextern const char *const {self.game}_{name}_words[{self.macro(name, 'values')}];\n"
                f"#define {self.macro('each', name)}(row) {each}\n")

    def source(self):
        out = [f'/* Made by tools/texts.py from data/text/{self.game}.json. */\n#include "{self.game}_text.h"\n']
        members = [f"    .title = {{{phrase(self.game, self.title)}}},",
                   f"    .summary = {{{phrase(self.game, self.summary)}}},"]

        def table(kind, name, rows, spare=False):
            """A table and the members that point at it; a spare row 0 says nothing."""
            if rows:
                out.append(f"static const {kind} {name}[] = {{\n" + "\n".join(rows) + "\n};\n")
                members.append(f"    .{name} = {name},")
            members.append(f"    .n_{name} = {len(rows) or int(spare)},")

        def phrases(rows, spare=""):
            made = [f"    {{{phrase(name, texts)}}}," for name, texts in rows]
            return [f"    {{{spare}}},"] + made if spare else made

        blank = '.in = {"", ""}'
        table("struct alea_verb", "verbs", [f'    {{.token = "", {blank}}},'] + [
            f"    {{.token = {quote(token)}, .set = {arg}, {''.join(f'.{flag} = true, ' for flag in flags)}"
            + (f".note = {note.replace('-', '_')}, " if note else "")
            + f".in = {{{quote(texts[0])}, {quote(texts[1])}}}}}," for _, token, arg, flags, note, texts in self.verbs])
        table("struct alea_event_kind", "events", [
            f"    {{.token = {quote(name)}, .role = ALEA_ROLE_{role.upper()}, .set = {{{', '.join(args) or '0'}}}, "
            f".in = {{{quote(texts[0])}, {quote(texts[1])}}}}},"
            for name, role, args, texts in self.events])
        table("struct alea_phrase", "rules", phrases(self.rules, f'.id = "", {blank}'))
        table("char *const", "holes", [f"    {quote(hole)}," for hole in self.holes.texts])
        table("struct alea_condition", "conditions", [
            f"    {{.rule = {rule.replace('-', '_')}, .what = {quote(what)}, .{kind} = {quote(value)}"
            + (f", .otherwise = {{{quote(instead[0])}, {quote(instead[1])}}}" if instead else "") + "},"
            for rule, what, kind, value, instead in self.conditions])
        if self.changed:
            members.append(f"    .changed = {{{phrase('changed', self.changed)}}},")
        table("struct alea_phrase", "labels", phrases(self.labels))
        table("struct alea_phrase", "options", phrases(self.options))
        table("struct alea_phrase", "broken", phrases(self.broken, f'.id = "none", {blank}'))
        table("char *const", "sets", [f"    {quote(name)}," for name in self.sets])
        for name, rows in self.lists.items():
            out.append(f"static const struct alea_phrase list_{name}[] = {{\n" + "\n".join(phrases(rows)) + "\n};\n")
        table("struct alea_names", "lists", [
            f"    {{.at = list_{name}, .n = {len(rows)}}}," for name, rows in self.lists.items()])
        for name, values in self.choices.items():
            out.append(f"const char *const {self.game}_{name}_words[] = {{{', '.join(quote(value) for value in values)}}};\n")
        if self.lists:
            out.append("static const char *const list_ids[] = {" + ", ".join(quote(name) for name in self.lists) + "};\n")
            members.append("    .list_ids = list_ids,")
        out.append(f"const struct alea_texts {self.game}_texts = {{\n" + "\n".join(members) + "\n};\n")
        return "\n".join(out)


def main():
    given = sys.argv[1:]
    unsaid = given[1] if given[0] == "--without" else None
    path, header, *more = given[2:] if unsaid else given  # then, but for a file of messages: the source, and the game's data
    at = path
    try:
        table = {}
        for at in more[1:]:
            with open(at, encoding="utf-8") as file:
                table = json.load(file)
        at = path
        with open(path, encoding="utf-8") as file:
            source = json.load(file, object_pairs_hook=no_duplicates)
        made = Words(source, table) if more else None
        if made and unsaid:
            made.labels = [(name, ("", "") if name.startswith(unsaid) else texts) for name, texts in made.labels]
        texts = [(header, made.header()), (more[0], made.source())] if made else [(header, catalogue(source))]
    except (Fault, ValueError) as fault:
        sys.exit(f"{os.path.normpath(at)}: {fault}")
    for name, text in texts:
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
