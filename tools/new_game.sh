#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# new_game.sh NAME - makes a game out of the null game: its folder, its data and its words under the new name, and its word in
# src/games/meson.build. It builds, plays and is held to every law at once; docs/adding-a-game.md tells how to go on.
#
#   tools/new_game.sh ludus && make all && build/alea play ludus
set -u
cd "$(dirname "$0")/.." || exit 1

list=src/games/meson.build

fail() { echo "new_game: $*" >&2; exit "${status:-1}"; }
usage() { status=2 fail "$*. Usage: tools/new_game.sh NAME, for example tools/new_game.sh ludus"; }

[ "${1:-}" != --help ] || { sed -n '4,7s/^# \{0,1\}//p' "$0"; exit; }
[ $# -eq 1 ] || usage 'one name is needed'
name=$1
[[ $name =~ ^[a-z][a-z0-9_]{0,23}$ ]] || usage "'$name' is no name: up to 24 small letters, digits and underscores, a letter first"
[ "${name#alea}" = "$name" ] || usage "'$name': names that begin with alea are Alea's own"
grep -q '^games = \[' "$list" || fail "$list has no line games = [...]"
for path in "src/games/$name" "data/$name.json" "data/text/$name.json"; do
    [ ! -e "$path" ] || fail "$path is there already; nothing was changed"
done

# Words null, null_x, NULL_X, NULL-X and alea_game_null become the game's own; C's NULL and JSON's null stay. IDs of rules have no
# underscore: LUDUS-BET-1 is LUDUS_BET_1 in C.
upper=${name^^} rule=${name^^} rule=${rule//_/}
renames=(-e "s/\bNULL_([A-Z]+_[0-9]+)\b/${rule}_\1/g" -e "s/\bnull_/${name}_/g" -e "s/\bNULL_/${upper}_/g" -e "s/\bNULL-/${rule}-/g" -e "s/ALEA_NULL_H/ALEA_${upper}_H/g"
    -e "s/\balea_game_null\b/alea_game_$name/g" -e "s/([\"'])null\1/\1$name\1/g" -e "s/\bnull\.(h|c|json|case)\b/$name.\1/g"
    -e "s/, which a new game starts from as a copy\. Held to every law, never/. Not/" -e "s/alea\.data\.null/alea.data.$name/" -e "s/\b(the|The) null game\b/\1 game $name/g" -e "s/Il gioco nullo/Il gioco $name/")

set -e
cp -r src/games/null "src/games/$name"
cp data/null.json "data/$name.json"
cp data/text/null.json "data/text/$name.json"
rm -f "src/games/$name"/golden/*.alea # `make golden` plays its recipes anew
find "src/games/$name" -mindepth 1 -depth -name '*null*' | while read -r path; do
    mv "$path" "$(dirname "$path")/$(basename "$path" | sed "s/null/$name/")"
done
find "src/games/$name" "data/$name.json" "data/text/$name.json" -type f -exec sed -i -E "${renames[@]}" {} +
command -v clang-format >/dev/null && find "src/games/$name" -name '*.[ch]' -exec clang-format -i {} + # names have other lengths

# In alphabetical order: the registry offers games so.
word_list() { sed -nE 's/^games = \[(.*)\]$/\1/p' "$list" | tr -d "' " | tr ',' '\n'; }
games=$({ word_list; echo "$name"; } | sort | sed "s/.*/'&'/" | paste -sd, | sed 's/,/, /g')
sed -i -E "s/^games = \[.*\]$/games = [$games]/" "$list"

echo "new_game: $name is in src/games/$name, data/$name.json and data/text/$name.json, and in $list."
echo "new_game: next: make all && build/alea play $name; then docs/adding-a-game.md"
