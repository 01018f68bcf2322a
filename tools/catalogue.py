#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Words for people that stand in C, in Italian and English side by side: catalogue.py FILE...

They belong into data/text, where tools/texts.py looks at both. Tells each pair as FILE:LINE: what, and what to do. A pair is two
strings of which the first is Italian by an accent or by one of its small words, or which stand where both languages do.
"""
import re
import sys

STRING = r'"(?:[^"\\\n]|\\.)*"(?:[\s\\]*"(?:[^"\\\n]|\\.)*")*'
PAIR = re.compile(rf"({STRING})\)?[\s\\]*[,:][\s\\]*(?:\[ALEA_EN\] = )?\(?(?={STRING})")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
ITALIAN = re.compile(r"[àèéìòóù]|\b(?:il|lo|la|i|gli|le|un|uno|una|al|dai|dopo|di|del|della|dei|delle|da|dal|con|che|chi|non|nel|nella|"
                     r"alla|alle|si|sono|manca|serve|questo|questa|ogni|nessuno|nessuna|troppo|troppi)\b")
BOTH = re.compile(r"(?:\bin = |\[ALEA_LANGS\](?:\[\w*\])* = ){+\s*(?:\[ALEA_IT\] = )?{*\(?$|\[ALEA_IT\] = {*$|"
                  r"\balea_(?:reason|either|load_refuse)\([^;\"]*, $|\bit \? $|== ALEA_IT \? $")
CODES = re.compile(r'"(?:(?:# |\?lang=)?it[ :"]|true")')  # a language's own, in requests and lessons; or the JSON of a truth
WORDS = re.compile(r"(?<![%\\a-zA-Z])[a-zA-Z]{2}")


def pairs(text):
    """Where pairs begin; comments count as blanks."""
    text = COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), text)
    for found in PAIR.finditer(text):
        before = re.sub(r"\s+", " ", text[max(0, found.start() - 120):found.start()])
        if WORDS.search(found[1]) and not CODES.match(found[1]) and (ITALIAN.search(found[1]) or BOTH.search(before)):
            yield text.count("\n", 0, found.start()) + 1


def main():
    bad = 0
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            for line in pairs(file.read()):
                print(f"{name}:{line}: words in both languages: a message of data/text, see docs/adding-a-game.md")
                bad = 1
    sys.exit(bad)


if __name__ == "__main__":
    main()
