#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""count.py TESTLOG.json - counts every single test in the log of `meson test`: prints `PASSED FAILED SKIPPED`.
What went wrong goes to stderr: the tests that failed with what they say of it, or the end of a program's output.

A test program counts by what it prints: TAP lines, cmocka's summary, or `N passed, N failed`; one that prints none of these
is one test. A program that ended badly without owning up to a failure (a crash, a sanitizer's report) adds one failure."""
import json
import re
import sys

TAP = re.compile(r"^(not )?ok\b(?:[^#\n]*)(# *skip\b)?", re.IGNORECASE | re.MULTILINE)
CMOCKA = {kind: re.compile(r"^\[  %s *\] (\d+) test\(s\)" % kind, re.MULTILINE) for kind in ("PASSED", "FAILED", "SKIPPED")}
PLAIN = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.MULTILINE)
SHOWN = 24  # lines of a program's output


def count_output(text):
    """(passed, failed, skipped) that a program's output tells of, or None."""
    plain = PLAIN.findall(text)
    if plain:
        return tuple(sum(int(row[i] or 0) for row in plain) for i in range(3))
    if CMOCKA["PASSED"].search(text) or CMOCKA["FAILED"].search(text):
        return tuple(sum(map(int, CMOCKA[kind].findall(text))) for kind in ("PASSED", "FAILED", "SKIPPED"))
    tap = TAP.findall(text)
    if tap and re.search(r"^1\.\.\d+", text, re.MULTILINE):
        skipped = sum(1 for _, skip in tap if skip)
        failed = sum(1 for no, skip in tap if no and not skip)
        return len(tap) - failed - skipped, failed, skipped
    return None


def is_bad(test):
    return test["result"] in ("FAIL", "TIMEOUT", "ERROR", "INTERRUPT", "UNEXPECTEDPASS")


def output_of(test):
    return (test.get("stdout") or "") + "\n" + (test.get("stderr") or "")


def count_test(test):
    told = count_output(output_of(test))
    if told is None:
        return (0, 1, 0) if is_bad(test) else (0, 0, 1) if test["result"] == "SKIP" else (1, 0, 0)
    passed, failed, skipped = told
    return passed, failed if failed or not is_bad(test) else 1, skipped


def tell_faults(test):
    lines = [line for line in output_of(test).split("\n") if line.strip()]
    faults, inside = [], False
    for line in lines:
        inside = line.startswith("not ok") or inside and line.startswith("#")
        if inside or re.match(r"\[  (ERROR|FAILED )|.*: error:|SUMMARY:|.*runtime error:", line):
            faults.append(line)
    shown = faults[:SHOWN] if faults else lines[-SHOWN:]
    print(f"{test['name']}: {test['result']}, exit status {test['returncode']}", file=sys.stderr)
    print(*(f"    {line}" for line in shown), sep="\n", file=sys.stderr)
    if len(faults) > SHOWN:
        print(f"    ... and {len(faults) - SHOWN} lines more", file=sys.stderr)


def main():
    totals = [0, 0, 0]
    with open(sys.argv[1], encoding="utf-8") as log:
        for line in log:
            test = json.loads(line)
            totals = [total + n for total, n in zip(totals, count_test(test))]
            if is_bad(test):
                tell_faults(test)
    print(*totals)


if __name__ == "__main__":
    main()
