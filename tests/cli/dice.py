#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fair dice, verified: by the script of docs/fair-dice.md, as it stands there, and by `alea verify`. dice.py [ALEA]

Over the matches of every golden recipe and over falsified ones (falsified.py): no honest one is accused, each falsified one is
caught by both. The last line is `N passed, N failed`.
"""
import contextlib
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile

import falsified
from running import ALEA, ROOT, run, tests_of

FINE, WRONG, USAGE = 0, 1, 2


def script():
    with open(os.path.join(ROOT, "docs", "fair-dice.md"), encoding="utf-8") as file:
        return re.search(r"```python\n(.*?)```", file.read(), re.S)[1]


SCRIPT = compile(script(), "docs/fair-dice.md", "exec")


def by_script(path):
    """Exit status and output, as if it were run as a program."""
    kept, told, status = sys.argv, io.StringIO(), FINE
    sys.argv = ["verify.py", path]
    try:
        with contextlib.redirect_stdout(told):
            exec(SCRIPT, {"__name__": "__main__"})  # pylint: disable=exec-used
    except SystemExit as leave:
        status = int(leave.code)
    finally:
        sys.argv = kept
    return status, told.getvalue()


def alea(*args):
    done = subprocess.run([ALEA, *args], text=True, capture_output=True, timeout=60, env={**os.environ, "LANG": "C.UTF-8"})
    return done.returncode, done.stdout + done.stderr


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)
    return name


MATCHES = {}


def matches():
    if not MATCHES:
        with tempfile.TemporaryDirectory() as folder:
            MATCHES.update(falsified.honest(ALEA, folder))
    return MATCHES


def test_honest_matches_are_not_accused():
    dice = 0
    for name, text in matches().items():
        path = write("match.alea", text)
        status, told = by_script(path)
        assert status == FINE and " 0 of dice whose" in told and told.endswith(" 0 faults\n"), (name, told)
        status, told = alea("verify", path)
        assert status == FINE, (name, told)
        dice += text.count(" * dice ")
    assert len(MATCHES) >= 25 and dice > 1000, (len(MATCHES), dice)


def test_older_files_are_not_accused():
    """Without the comments that tell faces: Incursio's dice may be of either kind then."""
    for name, text in matches().items():
        status, told = by_script(write("match.alea", re.sub(r"(?m)^# of .*\n", "", text)))
        assert status == FINE and (name.startswith("incursio") or " 0 of dice whose" in told), (name, told)


def test_golden_files_are_not_accused():
    """As they are kept: those that were played at a table have their seed, the others dice by hand."""
    seen = {FINE: 0, USAGE: 0}
    for game, _, names in os.walk(os.path.join(ROOT, "src", "games")):
        for name in names if game.endswith("golden") else []:
            if name.endswith(".alea"):
                path = os.path.join(game, name)
                with open(path, encoding="utf-8") as file:
                    fair = "\nseed " in file.read()
                status, told = by_script(path)
                assert status == (FINE if fair else USAGE), (name, told)
                seen[status] += 1
    assert min(seen.values()) >= 3, seen


def test_falsified_ones_are_caught():
    false = falsified.falsified(matches())
    assert len(false) >= 250
    for name, text in false.items():
        path = write("match.alea", text)
        status, told = by_script(path)
        assert status == WRONG and "false: " in told, (name, told)
        status, told = alea("verify", path)
        assert status == WRONG, (name, told)


def test_no_game_has_other_dice():
    """A die that would be right if it had five faces is wrong: alea verify doesn't read that comment, the script does."""
    for name, text in matches().items():
        throw = re.search(r"(?m)^\d+ \* dice .*\n# of ", text)
        if throw:
            status, told = by_script(write("match.alea", re.sub(r"(?m)^# of \d+", "# of 5", text)))
            assert status == WRONG and "false: ply" in told, (name, told)


def test_what_is_open_is_wanted():
    whole = next(text for text in matches().values() if "\nbeacon " in text)
    for without in (r"seed .*\n", r"(?<=657413) .*"):
        path = write("match.alea", re.sub(without, "", whole, count=1))
        status, told = by_script(path)
        assert status == USAGE and "not open yet" in told, told
        assert alea("verify", path)[0] == WRONG


def test_play_waits_for_the_beacon():
    head = whole_match().split("\n\n")[0] + "\n\n"
    path = write("match.alea", re.sub(r"(?<=657413) .*", "", head))
    status, told = alea("play", "--resume", path, "--lang", "en")
    assert status == WRONG and "wait for round 657413" in told, told


# ---- alea verify: words, names, links


def whole_match():
    return max((text for name, text in matches().items() if "\nbeacon " in text and name.startswith("polis")), key=len)


def verified(text, *args):
    status, told = alea("verify", write("match.alea", text), "--json", *args)
    return status, json.loads(told)


def test_verify_tells_what_was_promised():
    status, told = alea("verify", write("match.alea", whole_match()), "--lang", "en")
    assert status == FINE
    for words in ("words as they were promised, before any was told: A, B\n", "did not open the word in an earlier draw: B\n",
                  "beacon, round 657413", "is not checked here", "called as at the start: A, B\n"):
        assert words in told, told
    status, told = alea("verify", "match.alea", "--lang", "it")
    assert status == FINE and "parole come promesse" in told and "qui non si controlla" in told, told


def test_verify_tells_what_the_host_entered():
    """A throw that the host makes is none of the seed's: all else is as promised, and it is told."""
    alea("play", "incursio", "--seats", "greedy,greedy", "--option", "map=small", "--save", "entered.alea")
    with open("entered.alea", encoding="utf-8") as file:
        match = file.read()
    last = re.findall(r"(?m)^(\d+) \* ", match)[-1]
    with open("entered.alea", "w", encoding="utf-8") as file:
        file.write(match.replace(f"\n{last} * ", f"\n{last} ! "))
    status, told = alea("verify", "entered.alea", "--lang", "en")
    assert status == FINE and "1 throw entered by the host" in told, told
    assert json.loads(alea("verify", "entered.alea", "--json")[1])["by_hand"] == 1


def test_verify_tells_whose_name_changed():
    text = whole_match().replace(" Bot A\n", " Anna\n")
    text = re.sub(r"(?m)^(bound B \S+) \S+$", r"\1", text)
    status, told = verified(text)
    assert status == FINE and told["names"] == {"same": [], "changed": ["A"], "erased": ["B"]}, told
    assert "A had another name at the start" in by_script("match.alea")[1]


def chain(text, letters):
    """The links of a viewer of a match without secrets, as docs/fair-dice.md says: from the lines of the file alone."""
    def blake(*parts, **more):
        return hashlib.blake2b(b"".join(parts), digest_size=32, **more).digest()
    head = [line.split(" ") for line in text.split("\n\n")[0].split("\n")]
    first = {line[0]: line for line in head}
    seats = [line[1] for line in head if line[0] == "seat"]
    lines = [f"game {first['game'][1]}", f"seats {len(seats)}"]
    lines += [f"option {option}" for option in first["options"][1:] if option != USUAL]
    lines += [f"commitment {first['commitment'][1]}"]
    lines += [" ".join(line[:{"beacon": 3, "bound": 3}.get(line[0], 99)]) for line in head
              if line[0] in ("unopened", "promise", "beacon", "word", "bound")]
    viewer = bytes([seats.index(letters) if letters else 255])
    salt = blake(b"alea salt 1chain", viewer, key=bytes.fromhex(first["seed"][1]))[:16]
    links = [blake(b"alea chain 1", salt, ("\n".join(lines) + "\n").encode())]
    for line in text.split("\n"):
        if re.match(r"\d+ ", line):
            links.append(blake(links[-1], line.encode()))
    return [link.hex() for link in links]


USUAL = "siege=standard"  # said by no line


def spectators_lines(text):
    """A match in which everybody knows every ply: those of Polis until the first battle deals cards."""
    head, plies = text.split("\n\n", 1)
    kept = re.split(r"(?m)^\d+ \* card ", plies)[0]
    return head + "\n\n" + kept


def test_links_are_found():
    text = spectators_lines(whole_match())
    for letters in ("A", "B", None):
        links = chain(text, letters)
        assert len(links) > 20
        who = ("--seat", letters) if letters else ()
        for ply in (0, 1, len(links) // 2, len(links) - 1):
            for digits in (64, 16):
                status, told = verified(text, *who, "--link", links[ply][:digits])
                assert status == FINE and told["link"]["ply"] == ply, told
        status, told = verified(text, *who)
        assert told["link"]["last"] == links[-1], told
        other = "B" if letters == "A" else "A"
        status, told = verified(text, "--seat", other, "--link", links[3])
        assert status == WRONG and told["error"] == "other_record" and told["link"]["ply"] is None, told


def test_another_past_has_no_such_link():
    """A record that was changed after a viewer heard of it: here a note, which no dice can tell."""
    text = spectators_lines(whole_match())
    line = next(line for line in text.split("\n") if re.match(r"\d+ A ", line))
    link = chain(text, "A")[-1]
    status, told = alea("verify", write("match.alea", text.replace(line, line + " | mine")), "--seat", "A", "--link", link,
                        "--lang", "en")
    assert status == WRONG and "not the one that A heard of" in told, told


def test_a_link_must_be_one():
    path = write("match.alea", whole_match())
    for link in ("", "12", "0123456789abcde", "0123456789abcdeg", "00" * 33):
        assert alea("verify", path, "--link", link)[0] == USAGE, link
    assert alea("verify", path, "--seat", "Z", "--link", "00" * 32)[0] == USAGE


if __name__ == "__main__":
    run(tests_of(globals()))
