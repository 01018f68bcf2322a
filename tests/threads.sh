#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# threads.sh BUILD - what runs on several threads, in a build with TSan: the server's own tests, and simulations on four threads.
set -u
cd "$(dirname "$0")/.." || exit 1

build=$1 passed=0 failed=0
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT

try() {
    if TSAN_OPTIONS=halt_on_error=1 timeout 300 "$@" >"$log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "threads: $*" >&2
        tail -n 40 "$log" >&2
    fi
}

for test in "$build"/tests/server_*_test; do try "$test"; done
for game in $("$build/alea" games --json | sed -nE 's/^ {6}"id": "(.*)",$/\1/p'); do
    try "$build/alea" sim "$game" --games 20 --threads 4 --seed 1
done
[ "$passed" -gt 1 ] || failed=$((failed + 1))
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
