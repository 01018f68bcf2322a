#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a group is sent of a day: `alea report --part` and `--map`. packs.py [ALEA]; else $ALEA, else build/alea.

The last line is `N passed, N failed`. How packs keep secrets is tests/packs.c; hostile SVGs are src/tell/drawing_test.c.
"""
import os
import re
import struct
import xml.etree.ElementTree as tree

from contract import FINE, UNFINISHED, USAGE, WRONG, alea, expect, read
from running import ALEA, run, tests_of

SVG = "{http://www.w3.org/2000/svg}"
PLAIN = {"svg", "defs", "radialGradient", "stop", "pattern", "rect", "circle", "path", "text", "tspan", "g"}


def campaign(path, *options):
    if not os.path.exists(path):
        expect(alea("play", "incursio", "--seats", "greedy,greedy", "--seed", "3", "--save", path, *options), FINE)
    return path


def picture(path, *more):
    expect(alea("report", path, "--map", "map.svg", *more), FINE)
    return tree.fromstring(read("map.svg"))


def words_of(svg):
    return [text for element in svg.iter() for text in (element.text, element.tail) if text and text.strip()]


def test_map_is_plain_svg():
    """It reads as XML, holds plain shapes alone, in either language, for each viewer, on both maps."""
    for path in (campaign("small.alea", "--option", "map=small"), campaign("whole.alea")):
        for side, label in (("defenders", "Difensori di Esdef"), ("raiders", "Incursori del Varannah"), (None, "Vista pubblica")):
            for day in ("0", "2", "3"):
                who = ("--side", side) if side else ()
                svg = picture(path, "--round", day, "--lang", "it", *who)
                assert {element.tag for element in svg.iter()} <= {SVG + tag for tag in PLAIN}
                assert (svg.get("width"), svg.get("height")) == ("1080", "1350")
                said = words_of(svg)
                assert label in said and any(word.startswith("Giorno " + day if day != "0" else "Campagna di") for word in said), said
                assert re.fullmatch(r"Verifica di questa vista: [0-9a-f]{6}", said[-1]), said[-1]
                english = words_of(picture(path, "--round", day, "--lang", "en", *who))
                assert english[-1].split()[-1] == said[-1].split()[-1], "the check is of the view, in whatever language"


def test_each_has_its_own_map():
    path = campaign("small.alea", "--option", "map=small")
    maps = [words_of(picture(path, "--round", "2", "--lang", "en", *who)) for who in (("--side", "def"), ("--side", "rai"), ())]
    assert len({said[-1] for said in maps}) == 3
    assert any("Purse" in word for word in maps[0]) and not any("Purse" in word for word in maps[1] + maps[2])
    assert any("Resources" in word for word in maps[1]) and not any("Resources" in word for word in maps[0] + maps[2])


def test_png():
    path = campaign("small.alea", "--option", "map=small")
    there = os.path.exists(os.path.join(os.path.dirname(os.path.abspath(ALEA)), "alea-draw"))
    if not there:
        expect(alea("report", path, "--map", "map.png"), WRONG, err="alea-draw.* does not exist")
        return
    expect(alea("report", path, "--map", "map.png"), FINE, out="Result:")
    png = read("map.png")
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", png[16:24]) == (1080, 1350) and len(png) > 50000


def test_parts():
    path = campaign("whole.alea")
    last = int(re.search(r"da 0 a (\d+)", expect(alea("report", path, "--lang", "it", "--round", "99"), USAGE).stderr)[1])
    assert last >= 8, last
    for day in range(1, last + 1):
        report = ("report", path, "--lang", "it", "--side", "raiders", "--round", str(day))
        whole = expect(alea(*report), FINE).stdout
        n = int(re.search(r"da 1 a (\d+)", expect(alea(*report, "--part", "999"), USAGE).stderr)[1])
        parts = [expect(alea(*report, "--part", str(i + 1)), FINE).stdout for i in range(n)]
        assert "".join(parts) == whole and all(0 < len(part) <= 4096 for part in parts)
        assert (n > 1) == (len(whole) > 4096) and all(part.endswith("\n") for part in parts)
    expect(alea("report", path, "--part", "0"), USAGE, err="--part '0'")


def test_running():
    """Of a match that goes on, with its seed sealed: the last day ends with what is asked."""
    expect(alea("play", "incursio", "--option", "map=small", "--save", "x.alea", "--seed", "3", stdin=""), UNFINISHED)
    with open("sealed.alea", "wb") as file:
        file.write(expect(alea("replay", "x.alea", "--sealed"), FINE).stdout.encode())
    said = expect(alea("report", "sealed.alea", "--round", "0", "--side", "defenders", "--lang", "it", "--map", "map.svg"), FINE).stdout
    assert re.search(r"\nChe cosa si chiede a A: Disponi le unità", said), said
    assert "si chiede a B" not in said
    picture("sealed.alea", "--round", "0")
    for bad in ("no/such/folder/map.svg", "."):
        expect(alea("report", "sealed.alea", "--round", "0", "--map", bad), WRONG, err=re.escape(bad))


def test_games_without_maps():
    expect(alea("play", "null", "--seats", "random,random", "--seed", "1", "--save", "null.alea"), FINE)
    expect(alea("report", "null.alea", "--map", "map.svg"), USAGE, err="null has no maps")


if __name__ == "__main__":
    run(tests_of(globals()))
