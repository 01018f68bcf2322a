#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tidy.py BUILD [--deep] - clang-tidy over every source that is compiled in BUILD, a clang build that is up to date, on all cores.

Nearly all of its time is the analyzer's, which walks the paths of a function until it has made so many states. --deep lets it make as
many as clang does by default, 225,000: `make soak` does. The checks are the same, and so is nearly all that they find: of 245 leaks
sown at the ends of functions, every other one behind a call, 25,000 states and fewer met 203, 75,000 and 225,000 met 205. (Clang's
own `mode=shallow`, as cheap, met 107: it follows few calls.)

A file that was found clean is not looked at again, in any clone, until something changes that it depends on: its key in ~/.cache/alea-tidy
is a hash of the source, of each header that its object was built from (of all headers, where none was built), of its compile command, of .clang-tidy
and of the version of clang-tidy. A key that nobody asked for in a month goes.
Prints each fault once, as clang-tidy words it; exit status 1 if there is one.
"""
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache", "alea-tidy")
MONTH_S = 30 * 86400
FAULT = re.compile(r": (error|warning):")
STATES = 20000  # of one function
QUICK = [f"--extra-arg={word}" for word in ("-Xclang", "-analyzer-config", "-Xclang", f"max-nodes={STATES}")]


@functools.cache
def content(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def said(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def dependencies(build):
    """{object: all files that it was built from}, as ninja noted them."""
    found, files = {}, []
    for line in said("ninja", "-C", build, "-t", "deps").splitlines():
        if line.startswith("    "):
            files.append(os.path.normpath(os.path.join(build, line.strip())))
        elif ": #deps" in line:
            files = found.setdefault(line.split(": #deps")[0], [])
    return found


def sources(build, how):
    """{source: key}; a source that is compiled several times counts once, as its first object is. What the build writes is left out."""
    deps, keys = dependencies(build), {}
    headers = [str(path) for folder in ("include", "src") for path in pathlib.Path(folder).rglob("*.h")]
    rules = " ".join(how) + said("clang-tidy", "--version") + pathlib.Path(".clang-tidy").read_text(encoding="utf-8")
    for row in json.loads(pathlib.Path(build, "compile_commands.json").read_text(encoding="utf-8")):
        source = os.path.relpath(os.path.join(row["directory"], row["file"]))
        if not source.startswith("build") and source not in keys:
            files = sorted({source, *deps.get(row["output"], headers)})
            parts = [rules, row["command"], *(f"{path} {content(path)}" for path in files)]
            keys[source] = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return keys


def known_clean():
    """Keys of what was found clean; old ones are thrown away."""
    CACHE.mkdir(parents=True, exist_ok=True)
    known, old = set(), time.time() - MONTH_S
    for path in CACHE.iterdir():
        if path.stat().st_mtime < old:
            path.unlink(missing_ok=True)
        else:
            known.add(path.name)
    return known


def look(build, how, source):
    """The faults of one file. A run for each: clang-tidy 14 takes every va_list of a second file for uninitialised."""
    run = subprocess.run(["clang-tidy", "--quiet", "-p", build, *how, source], capture_output=True, text=True, check=False)
    faults = {line.replace(f"{os.getcwd()}/", "") for line in run.stdout.splitlines() if FAULT.search(line)}
    if run.returncode and not faults:
        faults = {f"{source}:1: clang-tidy ended with {run.returncode}: {run.stderr.strip()[-400:]}"}
    return {re.sub(rf"^({re.escape(build)}/)?\.\./", "", line) for line in faults}


def main():
    build, how = sys.argv[1], [] if "--deep" in sys.argv[2:] else QUICK
    keys, faults = sources(build, how), set()
    known = known_clean()
    for key in known & set(keys.values()):
        (CACHE / key).touch()
    open_ones = [source for source, key in keys.items() if key not in known]
    open_ones.sort(key=os.path.getsize, reverse=True)  # the longest first: no core waits at the end
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, found in zip(open_ones, pool.map(functools.partial(look, build, how), open_ones)):
            faults |= found
            if not found:
                (CACHE / keys[source]).touch()
    print(*sorted(faults), sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
