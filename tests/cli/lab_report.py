#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The report of the lab as a page: lab_report.py [ALEA]; else $ALEA, else build/alea.

Pages are made of tests/lab/*.json, and of copies that were spoiled: a page is well-formed, whole and loads nothing, whatever the
file held; a file that is no result gets one line. The last line is `N passed, N failed`.
"""
import copy
import html.parser
import json
import os
import re
import subprocess

from running import ALEA, LIMIT, ROOT, run, tests_of

SAMPLES = ("compare", "match", "tournament")
SECTIONS = {"players", "seats", "length", "statistics", "repeat", "reading"}
VOID = {"meta"}
DRAWN = {"line", "rect", "circle", "path", "use"}  # close themselves


def sample(name):
    with open(os.path.join(ROOT, "tests", "lab", f"{name}.json"), encoding="utf-8") as file:
        return json.load(file)


def alea(*args, stdin=""):
    env = {**os.environ, "LANG": "C.UTF-8"}
    done = subprocess.run([ALEA, *args], input=stdin, text=True, capture_output=True, timeout=LIMIT, env=env)
    assert "Sanitizer" not in done.stderr and "runtime error" not in done.stderr, done.stderr
    return done


class Page(html.parser.HTMLParser):
    """Tags are closed as they were opened; what is where."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.ids, self.targets, self.words, self.where = [], [], [], [], [], {}
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"
        assert len(self.ids) == len(set(self.ids)), "an id is there twice"
        assert set(self.targets) <= set(self.ids), f"nothing called {set(self.targets) - set(self.ids)}"
        self.text = " ".join("".join(self.words).split())

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        assert len(attrs) == len(dict(attrs)), f"an attribute is there twice: {tag} {attrs}"
        for key, value in attrs:
            assert not key.startswith("on"), f"{tag} {key}"
            assert key not in ("src", "srcset", "action", "data") and "url(" not in (value or ""), f"{tag} {key}={value}"
            if key == "href":
                assert value.startswith("#"), value
                self.targets.append(value[1:])
            if key in ("aria-labelledby",):
                self.targets.append(value)
            if key == "id":
                self.ids.append(value)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        assert tag in DRAWN, tag
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> within {self.open[-3:]}"
        self.open.pop()

    def handle_data(self, data):
        if "style" not in self.open:
            self.words.append(data)

    def count(self, tag):
        return sum(1 for name, _ in self.tags if name == tag)


def page_of(result, lang="en"):
    done = alea("lab", "report", "-", "--lang", lang, stdin=json.dumps(result))
    assert done.returncode == 0, done.stderr
    page = Page(done.stdout)
    assert page.count("script") == 0 and page.count("iframe") == 0 and page.count("img") == 0
    return page


def refused(text, said, lang="en"):
    done = alea("lab", "report", "-", "--lang", lang, stdin=text)
    assert done.returncode == 1, f"status {done.returncode}: {done.stderr}"
    assert done.stdout == "" and done.stderr.count("\n") == 1, done.stderr
    assert re.search(said, done.stderr), f"{done.stderr!r} does not say {said!r}"


# ---- Pages -----------------------------------------------------------------------------------------------------------------

def test_whole_in_both_languages():
    for name in SAMPLES:
        for lang, games in (("it", "Partite"), ("en", "Games")):
            page = page_of(sample(name), lang)
            assert {tag: attrs for tag, attrs in page.tags}["html"]["lang"] == lang
            wanted = SECTIONS | ({"differences"} if name == "compare" else set())
            assert wanted == {attrs["id"] for tag, attrs in page.tags if tag == "section"}
            assert games in page.text and sample(name)["command"] in page.text
            assert page.count("h1") == 1 and page.count("figure") >= 8
            assert page.count("figcaption") == page.count("figure")


def test_every_plot_is_a_table_too():
    """A plot either is a table, with its figures in words, or has one folded under it."""
    for name in SAMPLES:
        text = alea("lab", "report", os.path.join(ROOT, "tests", "lab", f"{name}.json")).stdout
        for figure in re.findall(r"(?s)<figure.*?</figure>", text):
            assert "<table" in figure or 'class="gauge"' in figure, figure[:200]
            if 'role="img"' in figure or "compact" in figure:
                assert "<details>" in figure, figure[:200]


def test_the_answer():
    page = page_of(sample("compare"))
    assert "Sparta takes from 49.8% of the points (Sacrifice) to 58.3% (Diceless sacrifice)" in page.text
    assert "+8.5 percentage points from Sacrifice to Diceless sacrifice (95% interval +5.9 to +11.1)" in page.text
    assert "more than chance explains" in page.text and "hard, greedy" in page.text
    page = page_of(sample("compare"), "it")
    assert "Sparta prende dal 49,8% dei punti (Con sacrificio) al 58,3%" in page.text
    page = page_of(sample("match"))
    assert "does hard score 75% or more against greedy?" in page.text
    assert "Yes. hard scores 78.1% of the points (95% interval 75.7 to 80.5%)" in page.text
    page = page_of(sample("tournament"))
    assert "hard plays best: 512 Elo points above random (95% interval 490 to 534)" in page.text


def test_the_answer_turns():
    """Each decision and each verdict has its words."""
    for decision, words in (("high", "Yes."), ("low", "No."), ("none", "Not decided yet.")):
        result = sample("match")
        result["sprt"]["decision"] = decision
        assert words in page_of(result).text
    for (mean, low, high), words in (((0.8, 0.7, 0.9), "hard is stronger"), ((0.2, 0.1, 0.3), "hard is weaker"),
                                     ((0.52, 0.45, 0.59), "No certain difference")):
        result = sample("match")
        result["sprt"] = None
        result["cells"][0]["score"][0].update(mean=mean, low=low, high=high)
        assert words in page_of(result).text
    result = sample("compare")
    for one in result["differences"]:
        one.update(low=one["mean"] - 1, high=one["mean"] + 1)
    page = page_of(result)
    assert "may come from chance" in page.text.split("How to read")[0]
    for cell in result["cells"]:
        cell["seats"][0].update(mean=0.5, low=0.4, high=0.6)
    for one in result["differences"]:
        one.update(mean=0.0, low=-0.1, high=0.1)
    assert "Sparta takes 50.0% of the points in every variant" in page_of(result).text
    result = sample("tournament")
    result["ratings"][0].update(low=340.0)
    assert "hard comes first" in page_of(result).text


def test_many_comparisons_are_held_to_more():
    """1 of 6 pairs that alone would be just beyond chance is not."""
    result = sample("compare")
    for one in result["differences"]:
        one.update(mean=0.0, low=-0.03, high=0.03)
    seat = next(one for one in result["differences"] if one["what"] == "seat")
    seat.update(mean=0.033, low=0.003, high=0.063)
    assert "more than chance explains" not in page_of(result).text.split("How to read")[0].split("Games end")[0]
    seat.update(mean=0.06, low=0.03, high=0.09)
    assert "more than chance explains" in page_of(result).text.split("Games end")[0]


def test_what_is_not_known():
    """No intervals (one block), figures that nobody counted, a game that this program has not."""
    def blank(value):
        if isinstance(value, dict):
            return {key: None if key in ("low", "high", "elo", "elo_low", "elo_high") and not isinstance(value[key], list)
                    and "alpha" not in value else blank(one) for key, one in value.items()}
        return [blank(one) for one in value] if isinstance(value, list) else value
    for name in SAMPLES:
        page_of(blank(sample(name)))
        result = sample(name)
        result["game"] = "some-other-game"
        page = page_of(result)
        assert "some-other-game" in page.text and "seat A" in page.text
    result = sample("compare")
    for cell in result["cells"]:
        cell["statistics"], cell["ends"], cell["rounds"]["histogram"] = [], [], []
    assert "statistics" not in {attrs.get("id") for tag, attrs in page_of(result).tags if tag == "section"}
    result = sample("compare")
    for cell in result["cells"]:
        for one in cell["statistics"]:
            for key in ("mean", "low", "high"):
                one[key] = [[None] * len(row) for row in one[key]]
    page_of(result)


def test_many_variants():
    result = sample("compare")
    first = result["cells"][0]
    result["variants"] = [{"name": f"constants.x={i}", "options": "", "set": f"constants.x={i}"} for i in range(40)]
    result["cells"] = [{**copy.deepcopy(first), "variant": i} for i in range(40)]
    result["kind"] = "sweep"
    page = page_of(result)
    assert "constants.x=39" in page.text and "what does “constants.x” change" in page.text


def test_output_and_repetition():
    path = os.path.join(ROOT, "tests", "lab", "match.json")
    done = alea("lab", "report", path, "-o", "page.html")
    assert done.returncode == 0 and done.stdout == "", done.stderr
    with open("page.html", encoding="utf-8") as file:
        assert file.read() == alea("lab", "report", path, "--output", "-").stdout
    assert alea("lab", "report").returncode == 2
    assert alea("lab", "report", path, path).returncode == 2
    assert alea("lab", "report", "nowhere.json").returncode == 1
    assert alea("lab", "report", path, "-o", "no/such/folder/page.html").returncode == 1


# ---- What a file may hold --------------------------------------------------------------------------------------------------

def strings(value, path=()):
    if isinstance(value, dict):
        for key, one in value.items():
            yield from strings(one, path + (key,))
    elif isinstance(value, list):
        for i, one in enumerate(value[:3]):
            yield from strings(one, path + (i,))
    elif isinstance(value, str):
        yield path


def put(value, path, new):
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = new


FIXED = {"format", "kind", "stopped", "decision", "what"}  # words of the format itself


def test_hostile_strings_are_escaped():
    evil = '</title></style><script>alert(1)</script><img src=x onerror="x">\'"&<b>\u202e\u0007{1}*`'
    for name in SAMPLES:
        result = sample(name)
        for path in list(strings(result)):
            if path[-1] in FIXED:
                continue
            put(result, path, evil[:8] if path[-1] == "seat" else evil)
        for lang in ("it", "en"):
            page = page_of(result, lang)
            assert "<script>alert(1)</script>" in page.text, "told as it stands"
            assert "\u202e" not in page.text and "\u0007" not in page.text
            assert "<b>" in page.text and page.count("title") == 1


def test_numbers_at_the_edge():
    for value in (0, 1, 1e12, -1e12, 1e-300, -0.0):
        result = sample("compare")
        for cell in result["cells"]:
            for one in cell["statistics"]:
                for key in ("mean", "low", "high", "n"):
                    one[key] = [[value] * len(row) for row in one[key]]
            cell["rounds"].update(mean=value, low=value, high=value)
            cell["plies"].update(mean=value, low=value, high=value)
        for one in result["differences"]:
            one.update(mean=value, low=value, high=value)
        page = page_of(result)
        assert "nan" not in page.text.lower().split() and "inf" not in page.text.lower().split()
        for _, attrs in page.tags:
            assert not any(re.search(r"\b(nan|inf)\b", attrs.get(key) or "") for key in ("x", "y", "x1", "x2", "y1", "y2"))


def test_wrong_files():
    whole = json.dumps(sample("match"))
    refused("", "-: invalid result|not well-formed")
    refused(whole[:-40], r"-:\d+: invalid result: this is not well-formed JSON")
    refused("[]", "no file that `alea lab` wrote")
    refused("{}", "no file that `alea lab` wrote")
    refused('{"format":"alea.lab","version":2}', "version 2 is not supported")
    refused("[" * 100000, "well-formed")
    refused("{}", "non è un file scritto da `alea lab`", lang="it")
    for path, new, said in (
            (("kind",), "party", "kind: the word is unknown"),
            (("seats",), 0, "seats: the number is out of range"),
            (("seats",), "2", "seats: a whole number is wanted"),
            (("bots",), [], "bots: the list is too short"),
            (("bots",), ["x"] * 49, "bots: the list is too long"),
            (("bots", 0), "x" * 257, r"bots\[0\]: the string is too long"),
            (("bots",), {}, "bots: a list is wanted"),
            (("cells", 0), 7, r"cells\[0\]: an object is wanted"),
            (("cells", 0, "bots", 1), 2, r"cells\[0\]\.bots\[1\]: the number is out of range"),
            (("cells", 0, "variant"), 1, r"cells\[0\]\.variant: the number is out of range"),
            (("cells", 0, "score", 0, "mean"), 1.5, r"cells\[0\]\.score\[0\]: "),
            (("cells", 0, "score", 0, "mean"), "x", r"score\[0\]\.mean: a number is wanted"),
            (("cells", 0, "score", 0, "low"), 0.9, "outside of its interval"),
            (("cells", 0, "unfinished"), 10 ** 9, "unfinished: the number is out of range"),
            (("cells", 0, "rounds", "mean"), 1e13, r"rounds\.mean: the number is out of range"),
            (("cells", 0, "rounds", "histogram", 0), [1], r"histogram\[0\]: the list is too short"),
            (("cells", 0, "rounds", "histogram", 0), [-1, 1], r"histogram\[0\]: the number is out of range"),
            (("cells", 0, "statistics", 0, "mean"), [[1]], r"statistics\[0\]\.mean: the list is too short"),
            (("cells", 0, "statistics", 0, "mean", 0), [1, 2], r"statistics\[0\]\.mean\[0\]: the list is too long"),
            (("cells", 0, "statistics", 0, "rows"), [], r"statistics\[0\]\.rows: the list is too short"),
            (("cells", 0, "statistics", 0, "words"), None, r"statistics\[0\]\.words: an object is wanted"),
            (("sprt", "decision"), "perhaps", r"sprt\.decision: the word is unknown"),
            (("command",), "x" * 9000, "command: the string is too long")):
        result = sample("match")
        put(result, path, new)
        refused(json.dumps(result), said)


def test_members_that_are_missing():
    """Without any one member there is a page or one line, never a crash."""
    def members(value, path=()):
        if isinstance(value, dict):
            for key, one in value.items():
                yield path + (key,)
                yield from members(one, path + (key,))
        elif isinstance(value, list) and value:
            yield from members(value[0], path + (0,))
    for path in members(sample("match")):
        result = sample("match")
        at = result
        for step in path[:-1]:
            at = at[step]
        del at[path[-1]]
        done = alea("lab", "report", "-", stdin=json.dumps(result))
        assert done.returncode in (0, 1) and (done.returncode == 0) == (done.stderr == ""), f"{path}: {done.stderr}"


if __name__ == "__main__":
    run(tests_of(globals()))
