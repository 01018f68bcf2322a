#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# laws.sh - the laws of tests/laws.c over ten times the games of `make test`, those that begin late too, in two processes.
# ALEA: the program, beside which tests/laws was built. ALEA_LAW_GAMES: another number of games.
set -u

build=$(dirname "${ALEA:?the program, as build/alea}")
logs=$(mktemp -d) || exit 1
trap 'rm -rf "$logs"' EXIT
export ALEA_LAW_GAMES=${ALEA_LAW_GAMES:-208000} ALEA_LAW_DIR=$build

"$build/tests/laws" --part 1/2 >"$logs/1" & first=$!
"$build/tests/laws" --part 2/2 >"$logs/2" & second=$!
failed=0
wait "$first" || failed=1
wait "$second" || failed=1
grep -hvE '^(ok |1\.\.)' "$logs"/?
passed=$(cat "$logs"/? | grep -c '^ok ') broken=$(cat "$logs"/? | grep -c '^not ok ')
[ "$broken" -gt 0 ] || broken=$failed # a process that ended without a word
[ "$passed" -gt 0 ] || broken=$((broken + 1))
echo "$passed passed, $broken failed"
[ "$broken" -eq 0 ]
