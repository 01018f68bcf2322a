#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# one_place.sh - a new game is one folder and one word. In a copy of the tree, tools/new_game.sh makes a game out of the null
# game, as docs/adding-a-game.md begins; a second one, the dice race of tests/dice_race, has no part of the contract that it can
# do without, and is listed. Both must build, be held to every law and pass what is asked of every game, with nothing else touched
# but what the guide says: the schema of the views, golden games, signatures.
set -u
cd "$(dirname "$0")/.." || exit 1

copy=$(mktemp -d) || exit 1
trap 'rm -rf "$copy"' EXIT

passed=0
fail() { echo "one_place: $*" >&2; echo "$passed passed, 1 failed"; exit 1; }
# Runs a step, whose output is shown only if it fails.
try() {
    "$@" >step.log 2>&1 && return
    { grep -E '^(not ok|#)' step.log || tail -n 20 step.log; } | head -n 20
    fail "$* fails"
}
count() { passed=$((passed + $(grep -cE '^ok ' step.log) + $(sed -nE 's/^([0-9]+) passed, 0 failed$/\1/p' step.log | paste -sd+ | sed 's/^$/0/' | bc))); }

# What git knows and what it would take in; without git, all but what was built.
copy_tree() {
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
            [ -e "$file" ] && printf '%s\0' "$file"
        done | tar -c --null -T - | tar -x -C "$copy"
    else
        tar -c --exclude='./build*' --exclude=./.git . | tar -x -C "$copy"
    fi
}

# The dice race in place of the copy of the null game.
lay_dice_race() {
    rm -r src/games/dice_race
    mkdir src/games/dice_race
    cp -r tests/dice_race/{game.c,meson.build,cases,golden} src/games/dice_race/
    cp tests/dice_race/data.json data/dice_race.json
    cp tests/dice_race/text.json data/text/dice_race.json
}

copy_tree || fail 'could not copy the tree'
cd "$copy" || exit 1
try tools/new_game.sh null2
try tools/new_game.sh dice_race
lay_dice_race

# With the options of build/, so that what is the same comes out of ccache where there is one. Of the tests' programs those are linked that
# hear of a game; each of the others takes half a second, and is the same with two games more.
try tools/configure.sh gcc
try meson configure build -Dpage= -Dtests=enabled
try ninja -C build alea tests/laws tests/cases

for game in null2 dice_race; do # a part of the random games that the null game itself gets: the laws are the same
    try env ALEA_LAW_GAMES="${ALEA_LAW_GAMES:-400}" ALEA_LAW_DIR="$copy" build/tests/laws $game
    count
    try build/tests/cases $game src/games/$game/cases
    count
done
build/alea games dice_race --schema >docs/view.dice_race.json || fail 'the dice race has no schema'
for step in "tools/golden.sh --write" "tools/signature.sh --write"; do try $step; done
contract=()
for test in usage play terminal transcripts simulation every_game; do contract+=("env ALEA=$copy/build/alea tests/cli/$test.py"); done
for step in "tools/golden.sh --check" "tools/signature.sh --check" "tests/rule_ids.py null2 dice_race" \
    "${contract[@]}" "env ALEA=$copy/build/alea tests/server/schema.py dice_race"; do
    [[ $step != *.py* ]] || step=${step/tests/python3 tests}
    try $step
    count
done
[ "$passed" -gt 0 ] || fail 'no law was asked'
echo "$passed passed, 0 failed"
