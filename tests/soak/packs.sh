#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# packs.sh - the secrecy law of packs (tests/packs.c) over 200 games of each setup. ALEA: the program, beside which tests/packs was built.
set -u

build=$(dirname "${ALEA:?the program, as build/alea}")
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
"$build/tests/packs" --games 200 >"$log" || echo 'not ok: it ended' >>"$log"
grep -vE '^(ok |1\.\.|# [0-9])' "$log"
passed=$(grep -c '^ok ' "$log") failed=$(grep -c '^not ok ' "$log")
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
