#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# lint.sh [CHECK...] - the style and the house rules, one small function a check (`lint.sh format arrows` runs those two).
# lint.sh --format   - lays out all C files as .clang-format says.
#
# Each check prints `lint: <name>: ok`, or one line a fault, FILE:LINE: what, and what to do. Last line: N passed, N failed.
# The checks that need a compile database or objects use build-clang: clang, -O0, all objects and no program.
set -u
cd "$(dirname "$0")/.." || exit 1

checks=(format spacing heads lengths debris arrows neutral door catalogue compile circles headers banned purity tidy)

# ---- The files that are looked at ------------------------------------------------------------------------------------

# shellcheck disable=SC2207 # no file here has a blank in its name; `spacing` would not like it either
c_files() { find include src tests fuzz bench -name '*.[ch]' 2>/dev/null | sort; }
text_files() {
    find . \( -path ./.git -o -path './build*' -o -path ./fuzz/corpus -o -name node_modules -o -name __pycache__ \) -prune -o -type f \
        -not -name '*.alea' -not -name '*.png' -print | sed 's,^\./,,' | sort
}
games() { find src/games -mindepth 1 -maxdepth 1 -type d -printf '%f\n' 2>/dev/null | sort; }

# Lines `FILE:LINE:TEXT` of the C files given on stdin that match the pattern, less those that match the second one.
find_lines() { xargs -r grep -HnE "$1" | grep -vE "${2:-^$}"; }

# Turns lines `FILE:LINE:TEXT` into faults; true if there was none.
fault() { awk -F: -v what="$1" '{ print $1 ":" $2 ": " what; n++ } END { exit n > 0 }'; }

# ---- Form ------------------------------------------------------------------------------------------------------------

check_format() {
    c_files | xargs -r clang-format --dry-run -Werror 2>&1 | grep -E ': (error|warning):' | sort -t: -k1,1 -u |
        fault 'not laid out as .clang-format says: make format'
}

check_spacing() {
    local file bad=0
    text_files | xargs -r grep -HnIE "$(printf '[ \t]+$|\r')" | fault 'trailing blank or carriage return' || bad=1
    text_files | grep -vx Makefile | xargs -r grep -HnIF "$(printf '\t')" | fault 'tab' || bad=1
    while read -r file; do
        [ ! -s "$file" ] || { echo "$file:$(wc -l <"$file"): no newline at the end"; bad=1; }
    done < <(text_files | xargs -r grep -LPaz '\n\z')
    return $bad
}

# First line: SPDX. Second: a comment that says what the file is.
check_heads() {
    c_files | xargs -r awk '
        FNR == 1 && $0 != "/* SPDX-License-Identifier: MIT */" { print FILENAME ":1: the SPDX line is missing"; bad = 1 }
        FNR == 2 && $0 !~ "^/[*]" { print FILENAME ":2: no comment says what this file is"; bad = 1 }
        END { exit bad }'
}

# Files that may be over 600 lines, `FILE # why`: none today.
long_files=()

check_lengths() {
    c_files | grep -vxF "$(printf '%s\n' "${long_files[@]%% *}")" | xargs -r wc -l |
        awk '$2 != "total" && $1 > 600 { print $2 ":" $1 ": over 600 lines: split it by subject"; bad = 1 } END { exit bad }'
}

check_debris() {
    local bad=0
    text_files | grep -v '^tools/lint\.sh$' |
        find_lines '\b(TODO|FIXME|XXX|HACK)\b' '^data/' | fault 'left over: finish it, or explain it' || bad=1
    text_files | grep -v '^tools/lint\.sh$' |
        find_lines '(^|[^A-Za-z0-9._-])/(tmp|work|root|home)/' | fault 'a path of one machine' || bad=1
    return $bad
}

# ---- Arrows: cli, server -> notify; cli, server, wasm, lab, tell -> bots, odds, store -> engine <- games ---------------------------------------------

# The rooms of the server from the ground up: each may include those before it.
rooms=' base lobby wire api net '

# May a file of layer $1 include one of layer $2? A game is a layer of its own, "games/polis", and so is a room, "server/net".
may_include() {
    [ "$1" = "$2" ] && return 0
    case "$1 $2" in
        *' api' | *' loader') return 0 ;; # alea.h; engine/load.h, made for games
        tests' cli' | tests' server/'* | fuzz' cli' | server/tests' cli') return 1 ;;
        tests' '* | fuzz' '* | server/tests' '*) return 0 ;;
        server/*' server/'*) [[ $rooms == *" ${2#server/} "*"${1#server/} "* ]] && return 0 || return 1 ;;
        cli' server/lobby' | cli' server/net' | cli' lab' | server/api' lab') return 0 ;;
        cli' bots' | cli' odds' | cli' store' | cli' engine') return 0 ;;
        server/lobby' bots' | server/lobby' store' | server/wire' bots' | server/wire' odds' | server/api' bots' | server/api' odds' | server/*' engine') return 0 ;;
        lab' bots' | lab' odds' | lab' store' | lab' engine') return 0 ;;
        cli' notify' | server/lobby' notify' | server/api' notify' | server/net' notify' | notify' engine') return 0 ;;
        cli' tell' | server/api' tell' | tell' bots' | tell' odds' | tell' engine') return 0 ;;
        wasm' lab' | wasm' bots' | wasm' odds' | wasm' engine' | wasm' server/lobby' | wasm' server/wire') return 0 ;;
        bots' odds' | bots' engine' | odds' engine' | store' engine') return 0 ;;
        loader' engine') return 0 ;;
        *) return 1 ;;
    esac
}

# Puts the layer of the file $1 into $layer. Like header_of, it is asked thousands of times: neither starts a process.
layer_of() {
    local below=${1#src/}
    case $1 in
        include/*) layer=api ;;
        src/engine/load.h) layer=loader ;;
        src/server/*_test.[ch]) layer=server/tests ;; # a test of one room may use all of them; nothing else includes it
        src/games/*/* | src/server/*/*) layer=${below%"${below#*/*/}"} layer=${layer%/} ;;
        src/*/*_test.h) layer=tests ;; # what tests of a module share
        src/*/*) layer=${below%%/*} ;;
        fuzz/*) layer=fuzz ;; # what reads bytes from outside, down to the server
        *) layer=tests ;;
    esac
}

# Reads the paths of headers; ${headers[NAME]} is the first of those that end in it, from any folder on.
know_headers() {
    local path name
    while read -r path; do
        name=$path
        while headers[$name]=${headers[$name]-$path} && [[ $name == */* ]]; do name=${name#*/}; done
    done
}

# Puts where the header lies that $1 includes as "$2" into $header; nothing if the build makes it. Folders of games are on nobody else's path.
header_of() {
    header=${1%/*}/$2
    [ -e "$header" ] || header=${headers[$2]-}
    while [[ $header =~ ^(([^/]+/)*)[^/.][^/]*/\.\./(.*)$ ]]; do header=${BASH_REMATCH[1]}${BASH_REMATCH[3]}; done
}

# Lines `FROM TO` hold no circle? Names those of one.
no_circle() {
    tsort 2>&1 >/dev/null | awk -v what="$1" '
        / contains a loop:$/ { if (n++) exit; print what " in a circle:"; next }
        { print "  " $2 }
        END { exit n > 0 }'
}

check_arrows() {
    local bad=0 file line name from to layer header arrows='' includes=''
    local -A headers=()
    know_headers < <(c_files | grep '\.h$' | grep -v '^src/games/'; c_files | grep '^src/games/.*\.h$')
    while IFS=: read -r file line name; do
        layer_of "$file"
        from=$layer
        header_of "$file" "$name"
        if [ -n "$header" ]; then
            layer_of "$header"
            to=$layer
            [[ $file != *.h || $file == "$header" ]] || includes+="$file $header"$'\n'
            [[ $file == *_test.c && $from != server/tests ]] && [ "$to" != "$from" ] && from=tests # a test beside its module may use what tests use
            [ "$from" = "$to" ] || arrows+="$from $to"$'\n'
            may_include "$from" "$to" || { echo "$file:$line: $from must not include $to ($name)"; bad=1; }
        elif [[ $from == games/* && $name != "${from#games/}"_* ]]; then
            echo "$file:$line: a game includes its own folder, alea.h, load.h and its own generated words alone ($name)"
            bad=1
        fi
    done < <(c_files | xargs -r grep -HnE '^ *# *include *"' | sed -E 's/^([^:]*:[0-9]*:) *# *include *"([^"]*)".*/\1\2/')
    no_circle layers <<<"$arrows" || bad=1
    no_circle headers <<<"$includes" || bad=1
    return $bad
}

# Nobody outside src/games, and on the page outside the folder of a game's board, knows a game by name; tests may.
check_neutral() {
    local names
    names=$(games | grep -v '^null$' | paste -sd'|')
    [ -z "$names" ] || {
        find src -path src/games -prune -o -name '*.[ch]' -not -name '*_test.c' -print
        find web/src -path web/src/games -prune -o -type f -print
        find web -maxdepth 2 -name '*.mjs' -not -name '*.test.mjs' -not -path '*/test/*' -print
    } | find_lines "($names)" | fault 'names a game: only its own folder may'
}

# Moves from outside go through alea_match_play. Calling a game's apply is for the match, playouts and tests.
check_door() {
    find src -path src/games -prune -o -name '*.c' -not -name '*_test.c' -print |
        grep -vE '^src/(engine/match|bots/.*|lab/.*|cli/(sim|bench))\.c$' |
        find_lines '(->|\.|\b)apply\(' ':[0-9]+: *(/?\*|//)' | fault 'calls apply: play through alea_match_play'
}

# Words that people read stand in data/text, not in C. Tests have what they expect.
check_catalogue() {
    c_files | grep -E '^(include|src)/' | grep -v '_test\.[ch]$' | xargs -r python3 tools/catalogue.py
}

# ---- Compiling -------------------------------------------------------------------------------------------------------

# Folders where headers lie, those that the build writes too.
include_flags() {
    { find include src tests fuzz bench -name '*.h' -printf '%h\n'; echo src; find build-clang -name '*.h' -printf '%h\n'; } \
        2>/dev/null | sort -u | sed 's/^/-I/'
}

# Lines `SOURCE OBJECT` of build-clang.
objects() {
    python3 -c '
import json, os
for row in json.load(open("build-clang/compile_commands.json")):
    source = os.path.relpath(os.path.join(row["directory"], row["file"]))
    print(source, os.path.join("build-clang", row["output"]))'
}

# With clang and its warnings as errors. The checks below look at what it makes.
check_compile() {
    tools/configure.sh clang && ninja -C build-clang -t targets rule c_COMPILER | cut -d: -f1 | xargs ninja --quiet -C build-clang
}

# Every header compiles alone.
check_headers() {
    local header bad=0 dirs libraries
    mapfile -t dirs < <(include_flags)
    read -ra libraries < <(pkg-config --cflags libpq) # not among the compiler's own folders
    while read -r header; do
        gcc -std=c17 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Werror -Wno-unused "${dirs[@]}" "${libraries[@]/#-I/-isystem}" \
            -fsyntax-only -include "$header" -xc /dev/null 2>&1 | grep -E '(error|warning):' && bad=1
    done < <(c_files | grep '\.h$')
    return $bad
}

check_tidy() {
    check_compile >/dev/null 2>&1 || { echo 'nothing to look at: see compile'; return 1; }
    tools/tidy.py build-clang
}

# Within a room of the server there is an order in which each file (a .c and its .h) uses only those before it: by the symbols of the
# objects, for one header may tell of many files.
check_circles() {
    local uses
    check_compile >/dev/null 2>&1 || { echo 'nothing to look at: see compile'; return 1; }
    uses=$(awk '
        function room(file) { sub("/[^/]*$", "", file); return file }
        NR == FNR { sub(/\.c$/, "", $1); source[$2] = $1; next }
        { object = $1; sub(/:.*/, "", object) }
        $(NF - 1) == "U" { user[++n] = source[object]; symbol[n] = $NF; next }
        $(NF - 1) ~ /^[A-Z]$/ { home[$NF] = source[object] }
        END {
            for (; n; n--) {
                to = home[symbol[n]]
                if (to && to != user[n] && room(to) == room(user[n])) print user[n], to
            }
        }' <(server_objects) <(server_objects | cut -d' ' -f2 | xargs -r nm -A) | sort -u)
    [ -n "$uses" ] || { echo 'src/server/meson.build:1: no file of the server uses another: are there no objects?'; return 1; }
    no_circle 'files of a room' <<<"$uses"
}
server_objects() { objects | grep -E '^src/server/' | grep -v '_test\.c '; }

banned='strcpy|strcat|sprintf|vsprintf|gets|atoi|atol|atof|rand|srand|random|localtime|gmtime|ctime|strtok|alloca'

# Functions that the C library should not have, by the symbols of the objects: no macro and no comment can deceive them.
check_banned() {
    local source symbol bad=0
    check_compile >/dev/null 2>&1 || { echo 'nothing to look at: see compile'; return 1; }
    while read -r source symbol; do
        grep -HnE "\b$symbol\(" "$source" | fault "$symbol is banned"
        bad=1
    done < <(awk 'NR == FNR { source[$2 ":"] = $1; next } { print source[$1], $3 }' <(objects) \
        <(objects | cut -d' ' -f2 | xargs nm -Au 2>/dev/null) | grep -E " ($banned)\$")
    c_files | find_lines '\balloca\(' | fault 'alloca is banned' || bad=1
    return $bad
}

pure='alea_.*|mem(cpy|move|set|cmp|chr)|str(len|n?cmp|r?chr|c?spn|str)|__assert_fail|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_'

# A game allocates nothing, reads and writes nothing, keeps nothing: its objects need alea_*, mem*,
# str* and the assert handler alone.
check_purity() {
    local game list symbol bad=0
    check_compile >/dev/null 2>&1 || { echo 'nothing to look at: see compile'; return 1; }
    for game in $(games); do
        list=$(objects | grep -E "(^src/games/$game/|/${game}_text\.c )" | grep -v '_test\.c ' | cut -d' ' -f2)
        [ -n "$list" ] || { echo "src/games/$game:1: not built: is its word in src/games/meson.build?"; bad=1; continue; }
        # shellcheck disable=SC2086 # a list of files
        for symbol in $(comm -23 <(nm -u $list | awk 'NF == 2 { print $2 }' | sort -u) \
            <(nm --defined-only $list | awk 'NF == 3 { print $3 }' | sort -u) |
            grep -vxE "$pure"); do
            grep -rnE --include='*.c' "\b$symbol\b" "src/games/$game" | head -n 1 | fault "$symbol: a game is pure"
            bad=1
        done
        # Variables that outlive a call are state. Tables of pointers are relocated once (.data.rel.ro) and then read-only.
        # shellcheck disable=SC2086
        nm -f sysv $list | awk -F'|' -v game="src/games/$game" '{ gsub(/ /, "") }
            $4 == "OBJECT" && $7 ~ /^([.]data|[.]bss|[*]COM[*])$/ { print game ":1: " $1 " can be written: const it"; n++ }
            END { exit n > 0 }' || bad=1
    done
    return $bad
}

# ---- The runner --------------------------------------------------------------------------------------------------------

main() {
    local name output passed=0 failed=0
    for name in "${@:-${checks[@]}}"; do
        declare -F "check_$name" >/dev/null || { echo "usage: tools/lint.sh [--format | ${checks[*]}]" >&2; exit 2; }
        if output=$("check_$name" 2>&1); then
            [ -z "$output" ] || sed "s/^/lint: $name: /" <<<"$output"
            echo "lint: $name: ok"
            passed=$((passed + 1))
        else
            sed "s/^/lint: $name: /" <<<"${output:-failed without a word}"
            failed=$((failed + 1))
        fi
    done
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}

if [ "${1:-}" = --format ]; then
    c_files | xargs -r clang-format -i
else
    main "$@"
fi
