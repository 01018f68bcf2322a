#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# signature.sh --check|--write - one hash a game over 200 games of random bots, kept in tests/signature.txt, so that a change
# of behaviour can't hide in a refactoring. By build/alea as it is. A commit that moves one says so: `Signature: null 9c41f0 -> 77ab02`.
set -u
cd "$(dirname "$0")/.." || exit 1

kept=tests/signature.txt

fail() { echo "signature: $*" >&2; echo '0 passed, 1 failed'; exit 1; }

# The signature of a game, played by the fewest random bots that it takes.
signature() {
    local bots=random answer
    for _ in 2 3 4 5 6 7 8; do
        bots+=,random
        answer=$(build/alea sim "$1" --games 200 --bots "$bots" --seed 1 --json 2>/dev/null) || continue
        python3 -c 'import json, sys; print(json.load(sys.stdin)["signature"])' <<<"$answer"
        return
    done
    return 1
}

now=$(mktemp) || exit 1
trap 'rm -f "$now"' EXIT

[ -x build/alea ] || fail 'there is no build/alea: make'
for game in $(sed -n 's/^games = //p' src/games/meson.build | tr -d "[]',"); do
    found=$(signature "$game") || fail "$game: alea sim could not play it"
    echo "$game $found"
done >"$now" || exit 1

case ${1:-} in
    --write)
        [ ! -e "$kept" ] || diff "$kept" "$now" && echo 'signature: nothing has changed'
        cp "$now" "$kept"
        ;;
    --check)
        [ -e "$kept" ] || fail "there is no $kept: make signature"
        changed=$(diff "$kept" "$now" | grep -c '^>')
        diff "$kept" "$now" | sed -n 's/^> /signature: now /p; s/^< /signature: kept /p'
        [ "$changed" -eq 0 ] || echo 'signature: games play otherwise than before. If that is meant: make signature, and say why'
        echo "$(($(wc -l <"$now") - changed)) passed, $changed failed"
        [ "$changed" -eq 0 ]
        ;;
    *) echo 'usage: tools/signature.sh --check|--write' >&2; exit 2 ;;
esac
