#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""changed.py BUILD STAMP - the Meson tests of the folder BUILD that what has changed since STAMP was touched can break: a line
`NAME<tab>TARGET` each, TARGET the program that Ninja has to build for it. All of them where there is no STAMP.

A game's tests go with its folder and its data, and all games' with what every game stands on; any other test with the folder in
which the source of its program lies."""
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UNDER_GAMES = ("include", "src/engine", "src/odds", "src/bots", "src/tell", "src/games/meson.build", "tests")  # what laws, cases and packs are linked with
ALWAYS = ("texts",)  # takes no time


def changed_files(stamp):
    """The files of the tree, as paths from its root, that are younger than the stamp; None: any may be."""
    if not stamp.exists():
        return None
    since = stamp.stat().st_mtime
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, stdout=subprocess.PIPE, check=True
    ).stdout.decode()
    paths = [Path(name) for name in listed.split("\0") if name]
    return [path for path in paths if (ROOT / path).exists() and (ROOT / path).stat().st_mtime > since]


def introspect(build, what):
    return json.loads(subprocess.run(["meson", "introspect", what, str(build)], stdout=subprocess.PIPE, check=True).stdout)


def touched(changed, *folders):
    return any(path.is_relative_to(folder) for path in changed for folder in folders)


def concerns(test, sources, changed):
    """Can one of the changed files break that test, whose program is made of these sources?"""
    suite = test["suite"][0].partition(":")[2]
    if suite:
        return touched(changed, f"src/games/{suite}", f"data/{suite}.json", f"data/text/{suite}.json", *UNDER_GAMES)
    folders = {source.parent for source in sources}
    return test["name"] in ALWAYS or any(path.parent in folders for path in changed) or touched(changed, "meson.build")


def main(build, stamp):
    sources = {}  # of a program, by its path
    for target in introspect(build, "--targets"):
        of_it = [Path(os.path.normpath(name)) for part in target["target_sources"] for name in part.get("sources", [])]
        inside = [path.relative_to(ROOT) for path in of_it if path.is_relative_to(ROOT)]
        sources.update({name: inside for name in target["filename"]})
    changed = changed_files(Path(stamp))
    for test in introspect(build, "--tests"):
        programs = [part for part in test["cmd"] if part in sources]
        of_them = [source for program in programs for source in sources[program]]
        if changed is None or concerns(test, of_them, changed):
            for program in programs or [str(Path(build).resolve() / "alea")]:
                print(test["name"], os.path.relpath(program, build), sep="\t")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
