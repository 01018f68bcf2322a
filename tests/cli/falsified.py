# SPDX-License-Identifier: MIT
"""falsified.py - matches with fair dice, honest ones and falsified ones, for all that verifies dice: dice.py, and the page's tests.

Honest: the recipe of every golden transcript, played by `alea play` with an open seed; every third without a word, every third
with words, every third with all that a head can hold (promises, a round of a real beacon, bound names). Falsified: FALSE of
them, each with one change that docs/fair-dice.md says is noticed. The same ones at each run.
"""
import hashlib
import os
import random
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FALSE = 266
# Round 657413 of drand's chain quicknet, as it was published.
BEACON = ("52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971 657413 "
          "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587 "
          "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b")


def golden():
    """(name, lines of the head) of each golden transcript; people's seats are taken by bots."""
    found = []
    games = os.path.join(ROOT, "src", "games")
    for game in sorted(os.listdir(games)):
        folder = os.path.join(games, game, "golden")
        for name in sorted(os.listdir(folder) if os.path.isdir(folder) else []):
            if not name.endswith(".alea"):
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                head = file.read().split("\n\n")[0].split("\n")
            head = [re.sub(r"^(seat \S+) human.*", r"\1 bot:greedy", line) for line in head]
            found.append((f"{game}-{name[:-5]}", head))
    return found


def blake(*parts):
    return hashlib.blake2b(b"".join(parts), digest_size=32).digest()


def head_of(lines, number):
    """The head of a match about to begin, with an open seed; number mod 3 says how much stands in it."""
    seed = hashlib.sha256(b"seed %d" % number).digest()
    commitment = blake(b"alea seed 1", seed)
    seats = [line.split()[1] for line in lines if line.startswith("seat ")]
    words = {seat: f"parola di {seat}, word {number} è" for seat in seats[:2]} if number % 3 else {}
    head = [line for line in lines if not re.match(r"(dice|commitment|seed|word) ", line)]
    head += ["dice fair", f"commitment {commitment.hex()}", f"seed {seed.hex()}"]
    if number % 3 == 2:
        salt = bytes(range(16))
        head = [line + f" Bot {line.split()[1]}" if line.startswith("seat ") else line for line in head]
        head[0] = "alea 2"
        head += [f"unopened {seats[-1]} {'5a' * 32}"]
        head += [f"promise {seat} {blake(b'alea word 1', commitment, bytes([i]), words[seat].encode()).hex()}"
                 for i, seat in enumerate(seats) if seat in words]
        head += [f"beacon {BEACON}"]
    head += [f"word {seat} {word}" for seat, word in words.items()]
    if number % 3 == 2:
        head += [f"bound {seat} {blake(b'alea name 1', salt, b'Bot ' + seat.encode()).hex()} {salt.hex()}" for seat in seats]
    return "\n".join(head) + "\n\n"


def honest(alea, folder):
    """Plays them all in the (empty) folder; name -> text."""
    found = {}
    for number, (name, lines) in enumerate(golden()):
        path = os.path.join(folder, name + ".alea")
        with open(path, "w", encoding="utf-8") as file:
            file.write(head_of(lines, number))
        subprocess.run([alea, "play", "--resume", path], input="", text=True, capture_output=True, check=True, timeout=120,
                       env={**os.environ, "LANG": "C.UTF-8"})
        with open(path, encoding="utf-8") as file:
            found[name] = file.read()
    return found


# ---- One change each: (lines, where a throw of dice stands, random) -> changed lines, or None if it can't be made there


def throws_of(lines):
    return [i for i, line in enumerate(lines) if re.match(r"\d+ \* (dice|percent|die) ", line)]


def head_line(lines, keyword):
    found = [i for i, line in enumerate(lines) if line.startswith(keyword + " ")]
    return found[0] if found else None


def other_digit(text, at):
    return text[:at] + ("0123456789abcdef"[(int(text[at], 16) + 1) % 16]) + text[at + 1:]


def digit_of(keyword, word):
    """Changes one hexadecimal digit of a word of the first line with that keyword."""
    def change(lines, rng):
        i = head_line(lines, keyword)
        if i is None:
            return None
        parts = lines[i].split(" ")
        parts[word] = other_digit(parts[word], rng.randrange(len(parts[word])))
        return lines[:i] + [" ".join(parts)] + lines[i + 1:]
    return change


def seed_and_commitment(lines, rng):
    seed = rng.randbytes(32)
    change = {"seed": seed.hex(), "commitment": blake(b"alea seed 1", seed).hex()}
    return [f"{line.split()[0]} {change[line.split()[0]]}" if line.split(" ")[0] in change else line for line in lines]


def word_changed(lines, rng):
    i = head_line(lines, "word")
    return None if i is None else lines[:i] + [lines[i][:-1] + "é"] + lines[i + 1:]


def word_left_out(lines, rng):
    i = head_line(lines, "word")
    return None if i is None else lines[:i] + lines[i + 1:]


def words_exchanged(lines, rng):
    found = [i for i, line in enumerate(lines) if line.startswith("word ")]
    if len(found) < 2:
        return None
    changed = list(lines)
    for here, there in (found[:2], found[1::-1]):
        changed[here] = " ".join(lines[here].split(" ")[:2] + lines[there].split(" ")[2:])
    return changed


def promise_and_word(lines, rng):
    """A word that was thought of later, with a promise that fits it: only the dice tell."""
    i, seat = head_line(lines, "word"), "A"
    if i is None or head_line(lines, "promise") is None:
        return None
    changed = word_changed(lines, rng)
    commitment = bytes.fromhex(lines[head_line(lines, "commitment")].split(" ")[1])
    word = changed[i].split(" ", 2)[2].encode()
    changed[head_line(lines, "promise")] = f"promise {seat} {blake(b'alea word 1', commitment, bytes([0]), word).hex()}"
    return changed


def round_changed(lines, rng):
    i = head_line(lines, "beacon")
    return None if i is None else lines[:i] + [lines[i].replace(" 657413 ", f" {rng.randrange(1, 657413)} ")] + lines[i + 1:]


def beacon_left_out(lines, rng):
    i = head_line(lines, "beacon")
    return None if i is None else lines[:i] + lines[i + 1:]


def die_changed(lines, rng):
    i = rng.choice(throws_of(lines))
    parts = lines[i].split(" ")
    at = rng.choice([at for at in range(3, len(parts)) if parts[at].isdigit()])
    sizes = [int(size) for size in lines[i + 1].split()[2:]]
    size = sizes[sum(part.isdigit() for part in parts[3:at])]
    parts[at] = str(rng.choice([face for face in range(1, size + 1) if face != int(parts[at])]))
    return lines[:i] + [" ".join(parts)] + lines[i + 1:]


def dice_exchanged(lines, rng):
    """Two different dice of one throw change places."""
    rng_throws = throws_of(lines)
    rng.shuffle(rng_throws)
    for i in rng_throws:
        parts = lines[i].split(" ")
        dice = [at for at in range(3, len(parts)) if parts[at].isdigit()]
        pairs = [(a, b) for a in dice for b in dice if parts[a] < parts[b]]
        if not pairs:
            continue
        a, b = rng.choice(pairs)
        parts[a], parts[b] = parts[b], parts[a]
        return lines[:i] + [" ".join(parts)] + lines[i + 1:]
    return None


def renumbered(lines):
    n, out = 0, []
    for line in lines:
        if re.match(r"\d+ ", line):
            n += 1
            line = f"{n} " + line.split(" ", 1)[1]
        out.append(line)
    return out


def early_throw(lines, rng):
    """One of the first half: enough throws follow it, which then have other numbers."""
    throws = throws_of(lines)
    return rng.choice(throws[:len(throws) // 2]) if len(throws) >= 8 else None


def throw_left_out(lines, rng):
    i = early_throw(lines, rng)
    return None if i is None else renumbered(lines[:i] + lines[i + 2:])


def throw_left_out_openly(lines, rng):
    i = rng.choice(throws_of(lines)[:-1] or [None])
    return None if i is None else lines[:i] + lines[i + 2:]


def throw_twice(lines, rng):
    i = early_throw(lines, rng)
    return None if i is None else renumbered(lines[:i + 2] + lines[i:])


def throw_by_the_host(lines, rng):
    i = early_throw(lines, rng)
    return None if i is None else lines[:i] + [lines[i].replace(" * ", " ! ", 1)] + lines[i + 1:]


def throws_exchanged(lines, rng):
    """Two throws of one shape that differ change places."""
    throws = throws_of(lines)
    bare = {i: lines[i].split(" ", 1)[1] for i in throws}
    shape = {i: (re.sub(r"\d", "", bare[i]), lines[i + 1]) for i in throws}
    pairs = [(a, b) for a in throws for b in throws if a < b and shape[a] == shape[b] and bare[a] != bare[b]]
    if not pairs:
        return None
    a, b = rng.choice(pairs)
    changed = list(lines)
    changed[a] = lines[a].split(" ", 1)[0] + " " + bare[b]
    changed[b] = lines[b].split(" ", 1)[0] + " " + bare[a]
    return changed


CHANGES = {
    "seed": digit_of("seed", 1),
    "commitment": digit_of("commitment", 1),
    "seed-and-commitment": seed_and_commitment,
    "promise": digit_of("promise", 2),
    "randomness": digit_of("beacon", 3),
    "signature": digit_of("beacon", 4),
    **{change.__name__.replace("_", "-"): change for change in (
        word_changed, word_left_out, words_exchanged, promise_and_word, round_changed, beacon_left_out, die_changed,
        dice_exchanged, throw_left_out, throw_left_out_openly, throw_twice, throw_by_the_host, throws_exchanged)},
}

# Told by the dice alone, which would be others: two throws may come out the same.
BY_DICE = {"seed-and-commitment", "word-changed", "word-left-out", "words-exchanged", "promise-and-word", "round-changed", "beacon-left-out"}


def falsified(matches):
    """name -> text of FALSE falsified ones: each change in turn, in a match drawn at random."""
    rng, found, kinds = random.Random(13), {}, list(CHANGES)
    while len(found) < FALSE:
        kind, name = kinds[len(found) % len(kinds)], rng.choice(sorted(matches))
        lines = matches[name].split("\n")
        changed = CHANGES[kind](lines, rng) if len(throws_of(lines)) >= (8 if kind in BY_DICE else 2) else None
        if changed and changed != lines:
            found[f"{len(found):03d}-{kind}-{name}"] = "\n".join(changed)
    return found


def write_all(alea, folder):
    """FOLDER/honest/*.alea and FOLDER/false/*.alea, for others than Python."""
    for part in ("honest", "false"):
        os.makedirs(os.path.join(folder, part))
    for name, text in falsified(honest(alea, os.path.join(folder, "honest"))).items():
        with open(os.path.join(folder, "false", name + ".alea"), "w", encoding="utf-8") as file:
            file.write(text)
