#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""a_variant.py - docs/adding-a-variant.md, followed word by word in a copy of the tree: what it adds is there, and holds.

A line of the guide says where the block below it goes:

    In `FILE`, before the row of `WORDS`:   the block's lines, as deep as the row that holds the words; they stand there once
    New, `FILE`:                            a file of its own

and a block of `sh` is run, line by line. Any other block would be one that nobody tries, and is refused. Of the laws a few
games are played, and of the program no more is built than the guide asks for. At the end each check of a price is taken away
again, and the game no longer loads. Last line: N passed, N failed."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
GUIDE = "docs/adding-a-variant.md"
BLOCK = re.compile(r"(?:^(?P<where>[^\n]+)\n\n)?^```(?P<kind>\w*)\n(?P<lines>.*?)^```$", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"In `(?P<file>[^`]+)`, before the row of `(?P<row>[^`]+)`:")
NEW = re.compile(r"New, `(?P<file>[^`]+)`:")
LAW_GAMES = "400"
CHECKS = {"START_PRESTIGE": "prestige_start", "WIN_PRESTIGE": "prestige_win"}  # of what the guide's mode costs


class Fault(Exception):
    """What the guide says, and is not so."""


def copy_tree(to):
    """What git knows and would take in; without git all but what was built. The page's packages are shared."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True)
    if listed.returncode == 0:
        for name in filter(None, listed.stdout.decode().split("\0")):
            if (ROOT / name).is_file():
                (to / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, to / name)
    else:
        shutil.copytree(ROOT, to, dirs_exist_ok=True, ignore=shutil.ignore_patterns("build*", ".git", "node_modules"))
    if not (ROOT / "web/node_modules").is_dir():
        raise Fault("web/node_modules is not there: make page")
    (to / "web/node_modules").symlink_to(ROOT / "web/node_modules")


def add_rows(path, words, block):
    """Before the row that holds the words: a row may go over several lines, and begins with its bracket, if it has one."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    found = [i for i, line in enumerate(lines) if words in line]
    if len(found) != 1:
        raise Fault(f"{path.name} holds {words} in {len(found)} lines, not in one")
    at = found[0]
    if re.match(r'\s+"', lines[at]):
        while not lines[at].lstrip().startswith("{"):
            at -= 1
    depth = re.match(r"\s*", lines[at])[0]
    lines[at:at] = [depth + line for line in block.splitlines(keepends=True)]
    path.write_text("".join(lines), encoding="utf-8")


def run(folder, command, shown=40):
    env = {"ALEA_LAW_GAMES": LAW_GAMES, "ALEA_LAW_DIR": str(folder), **os.environ}
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        print("\n".join(done.stdout.splitlines()[-shown:]))
        raise Fault(f"`{command}` fails")


def follow(folder, guide):
    """Does what each block says; tells how many there were."""
    blocks = list(BLOCK.finditer(guide))
    for block in blocks:
        where, kind, lines = block["where"] or "", block["kind"], block["lines"]
        row, new = ROW.fullmatch(where), NEW.fullmatch(where)
        if kind == "sh":
            for command in lines.splitlines():
                run(folder, command)
        elif row:
            add_rows(folder / row["file"], row["row"], lines)
        elif new:
            if (folder / new["file"]).exists():
                raise Fault(f"{new['file']} is there already")
            (folder / new["file"]).write_text(lines, encoding="utf-8")
        else:
            raise Fault(f"nothing says where this block goes: {lines.splitlines()[0]}")
    return len(blocks)


def check_is_missed(folder, check):
    """What the mode costs is refused where its row lacks the check that it can be paid; nobody would notice who pays less."""
    path, row = folder / "src/games/polis/siege.c", f"{{{check}, POL_RUSH_1}},"
    text = path.read_text(encoding="utf-8")
    if text.count(row) != 1:
        raise Fault(f"siege.c holds {row} in {text.count(row)} places, not in one")
    path.write_text(text.replace(row, ""), encoding="utf-8")
    run(folder, "ninja -C build alea")
    run(folder, f"build/alea sim polis --games 1 --lang en 2>&1 | grep '{CHECKS[check]}: .*no check'")
    path.write_text(text, encoding="utf-8")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            copy_tree(folder)
            # With the options of build/, so that what is the same comes out of ccache where there is one.
            run(folder, "tools/configure.sh gcc && meson configure build -Dpage= -Dtests=enabled")
            passed = follow(folder, (folder / GUIDE).read_text(encoding="utf-8"))
            for check in CHECKS:
                check_is_missed(folder, check)
        except Fault as fault:
            print(f"{GUIDE}: {fault}")
            print("0 passed, 1 failed")
            return 1
    print(f"{passed + len(CHECKS)} passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
