#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# one_place.sh - a new game is one folder and one word. In a copy of the tree, steps 1 and 2 of docs/adding-a-game.md are
# done as a script does them: the null game is copied to `null2` under new names, and `null2` is added to
# src/games/meson.build. Then it must build and be held to every law, with nothing else touched.
set -u
cd "$(dirname "$0")/.." || exit 1

copy=$(mktemp -d) || exit 1
trap 'rm -rf "$copy"' EXIT

fail() { echo "one_place: $*" >&2; echo '0 passed, 1 failed'; exit 1; }

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

# Copies a file or folder of the null game under the new name, and renames it inside: words null, null_x, NULL_X, NULL-X and
# alea_game_null become null2 and so on; C's NULL and JSON's null stay.
copy_renamed() {
    cp -r "$1" "$2"
    find "$2" -depth -name '*null*' -not -path "$2" | while read -r path; do
        mv "$path" "$(dirname "$path")/$(basename "$path" | sed 's/null/null2/')"
    done
    find "$2" -type f -exec sed -i -E \
        -e 's/\bnull_/null2_/g' -e 's/\bNULL([_-])/NULL2\1/g' -e 's/\balea_game_null\b/alea_game_null2/g' \
        -e 's/"null"/"null2"/g' -e "s/'null'/'null2'/g" -e 's/\bnull\.(h|c|json)\b/null2.\1/g' -e 's/^game null /game null2 /' {} +
}

copy_tree || fail 'could not copy the tree'
cd "$copy" || exit 1
copy_renamed src/games/null src/games/null2
copy_renamed data/null.json data/null2.json
copy_renamed data/text/null.json data/text/null2.json
sed -i -E "s/^(games *= *\[.*'null')/\1, 'null2'/" src/games/meson.build
grep -q "'null2'" src/games/meson.build || fail 'src/games/meson.build has no line games = [...]'

CC=${CC:-gcc} meson setup build --buildtype=debug -Doptimization=1 >setup.log 2>&1 || { tail -n 20 setup.log; fail 'does not configure'; }
ninja --quiet -C build >build.log 2>&1 || { tail -n 40 build.log; fail 'does not build'; }

# A part of the random games that the null game itself gets: the laws are the same.
ALEA_LAW_GAMES=${ALEA_LAW_GAMES:-400} ALEA_LAW_DIR=$copy build/tests/laws null2 >laws.log 2>&1 ||
    { grep -E '^(not ok|#)' laws.log | head -n 20; fail 'null2 breaks a law'; }
[ ! -d src/games/null2/cases ] || build/tests/cases null2 src/games/null2/cases >cases.log 2>&1 ||
    { grep -E '^(not ok|#)' cases.log | head -n 20; fail 'null2 fails a case'; }

passed=$(cat laws.log cases.log 2>/dev/null | grep -c '^ok ')
[ "$passed" -gt 0 ] || fail 'no law was asked of null2'
echo "$passed passed, 0 failed"
