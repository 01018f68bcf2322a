#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# golden.sh --check - replays each src/games/*/golden/*.alea and compares, byte for byte, what Alea writes of it today: every
#                     move, event, number of legal moves, and the hashes of the position and of each seat's view. By build/alea as it is.
# golden.sh --write - plays the games of golden/recipes anew, writes the others of today, and shows the first line that differs.
#
# golden/recipes has a line a file, `NAME ARGUMENTS OF alea sim`; files without a line are games that people played.
set -u
cd "$(dirname "$0")/.." || exit 1

alea=build/alea
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

fail() { echo "golden: $*" >&2; echo '0 passed, 1 failed'; exit 1; }

# The transcript as it is written today, with its explanations.
explain() { "$alea" replay "$1" --explain --lang en; }

# `FILE:LINE: ...` for the first line that differs.
first_difference() {
    local line
    line=$(cmp "$1" "$2" 2>/dev/null | sed -n 's/.* line //p')
    line=${line:-$(($(wc -l <"$1") < $(wc -l <"$2") ? $(wc -l <"$1") + 1 : $(wc -l <"$2") + 1))}
    echo "$1:$line: differs"
    echo "    kept: $(sed -n "${line}p" "$1")"
    echo "    now:  $(sed -n "${line}p" "$2")"
}

# Plays the game of a recipe into the file $1.
play_recipe() {
    local to=$1 game=$2 folder
    shift 2
    folder=$(mktemp -d -p "$work") || return 1
    "$alea" sim "$game" --games 1 "$@" --save "$folder" >/dev/null || return 1
    explain "$folder"/*.alea >"$to"
}

check() {
    local file passed=0 failed=0
    for file in src/games/*/golden/*.alea; do
        [ -e "$file" ] || fail 'there are no golden games: make golden'
        if explain "$file" >"$work/now" 2>"$work/words" && cmp -s "$file" "$work/now"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            cat "$work/words"
            first_difference "$file" "$work/now"
        fi
    done
    [ "$failed" -eq 0 ] || echo 'golden: if that is meant: make golden, and say why in the commit'
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}

# Puts what was made in place of the file; shows the first difference.
replace() {
    [ ! -e "$1" ] || cmp -s "$1" "$work/now" || first_difference "$1" "$work/now"
    cp "$work/now" "$1"
}

write() {
    local recipes game folder name arguments file bad=0
    for recipes in src/games/*/golden/recipes; do
        [ -e "$recipes" ] || continue
        folder=${recipes%/*} game=$(echo "$recipes" | cut -d/ -f3)
        while read -r name arguments; do
            case $name in '' | '#'*) continue ;; esac
            # shellcheck disable=SC2086 # words of a command line
            if play_recipe "$work/now" "$game" $arguments; then replace "$folder/$name.alea"; else bad=1; fi
        done <"$recipes"
    done
    for file in src/games/*/golden/*.alea; do
        [ -e "$file" ] || continue
        name=$(basename "$file" .alea)
        grep -qsE "^$name( |\$)" "${file%/*}/recipes" && continue
        if explain "$file" >"$work/now"; then replace "$file"; else echo "$file: does not replay any more: mend or drop it"; bad=1; fi
    done
    return $bad
}

[ -x build/alea ] || fail 'there is no build/alea: make'
case ${1:-} in
    --check) check ;;
    --write) write ;;
    *) echo 'usage: tools/golden.sh --check|--write' >&2; exit 2 ;;
esac
