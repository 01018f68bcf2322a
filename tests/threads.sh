#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# threads.sh BUILD [--needs] - what runs on several threads, in a build with TSan: the server's own tests and the lab's, a whole server with a
# thread that sends, simulations and experiments on four threads. --needs: prints the tests among the targets of BUILD that must be built for it, beside alea.
set -u
cd "$(dirname "$0")/.." || exit 1

build=$1 passed=0 failed=0
needs() { sed -nE 's,^build (tests/(server_[a-z_]+|lab_(review|run))_test): .*,\1,p' "$build/build.ninja"; }
[ "${2:-}" != --needs ] || { needs; exit; }

log=$(mktemp) && folder=$(mktemp -d) || exit 1
trap 'rm -rf "$log" "$folder"' EXIT

try() {
    if TSAN_OPTIONS=halt_on_error=1 timeout 1500 "$@" >"$log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "threads: $*" >&2
        tail -n 40 "$log" >&2
    fi
}

for test in $(needs); do try "$build/$test"; done
try env ALEA="$PWD/$build/alea" python3 tests/server/sending.py
for game in $("$build/alea" games --json | sed -nE 's/^ {6}"id": "(.*)",$/\1/p'); do
    try "$build/alea" sim "$game" --games 20 --threads 4 --seed 1
    try "$build/alea" lab match greedy random --game "$game" --games 8 --threads 4 --seed 1 --resume "$folder/$game"
done
[ "$passed" -gt 1 ] || failed=$((failed + 1))
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
