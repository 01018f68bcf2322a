#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# test.sh [STAGE...] - everything that continuous integration runs; `make test` is this. Stages run side by side; after the
# first red one no other begins. At the end a table tells what each of them took; the last line is always
# `N passed, N failed`, every single test of every stage counted.
#
# Environment: ALEA_LAW_GAMES=N  random games of the laws in every build (else: all with gcc, fewer in the slower ones)
#              ALEA_LANES=N      stages side by side (else: as many as cores, from 2 to 5: those that wait run several tests at once)
set -u
cd "$(dirname "$0")/.." || exit 1

# In the order in which they begin: those that take longest first, those that compute beside those that wait.
all=(gcc browser lint server sanitize cli tsan page wasm one_place ranks golden signature rule_ids)

passed=0 failed=0 skipped=0 spent='' faults=''

# Files of the tests lie in memory where there is room for them: what ends here is a process, never a machine, so that waiting for
# a disk would prove nothing. `df` tells KiB.
memory=/dev/shm
if [ -w "$memory" ] && [ "$(df --output=avail "$memory" | tail -1)" -gt $((3 << 20)) ]; then export TMPDIR=$memory; fi
logs=$(mktemp -d) && TMPDIR=$logs/files && mkdir "$TMPDIR" || exit 1
export TMPDIR

# ---- Counting ----------------------------------------------------------------------------------------------------------

add() { passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3)); }

# Adds what the output of a script tells (`N passed, N failed` lines), or one test by its exit status.
add_output() {
    local log=$1 status=$2 told
    told=$(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed(, ([0-9]+) skipped)?$/\1 \2 \4/p' "$log" |
        awk '{ p += $1; f += $2; s += $3 } END { if (NR) print p, f, s }')
    [ -n "$told" ] || told="$((status == 0)) $((status != 0)) 0"
    # shellcheck disable=SC2086 # three numbers
    add $told
    [ "$status" -ne 0 ] && [ "$(echo "$told" | cut -d' ' -f2)" -eq 0 ] && add 0 1 0
}

# Runs one script as (part of) a stage; what it says is shown as it comes, but its count.
script() {
    local log status
    log=$(mktemp -p "$logs") || return 1
    "$@" 2>&1 | tee "$log" | grep -vE '^[0-9]+ passed, [0-9]+ failed'
    status=${PIPESTATUS[0]}
    add_output "$log" "$status"
    return "$status"
}

# ---- Building ----------------------------------------------------------------------------------------------------------

# Runs a command that builds in the folder $1. Stages share folders: one builds, and the others find what they need.
building() {
    local folder=$1
    shift
    (flock 9 && "$@") 9>"$logs/$folder.lock"
}

# Clang and its kin allocate much and give little back: with large pages they take a fifth to a quarter less of the processor.
large_pages=(env GLIBC_TUNABLES=glibc.malloc.hugetlb=1)

program() { building build make all || { add 0 1 0; return 1; }; }

# Sees to it that the folder $2 of tools/configure.sh $1 is there. One from before the tests' own needs were installed learns of them.
configured() {
    tools/configure.sh "$1" || return 1
    grep -q '^build tests/' "$2/build.ninja" || meson configure "$2" -Dtests=enabled
}

# Builds that folder: all of it, or the targets that are named.
build_folder() {
    local folder=$2
    configured "$1" "$folder" && "${large_pages[@]}" ninja --quiet -C "$folder" "${@:3}"
}

build_tests() { building "$2" build_folder "$@" || { add 0 1 0; return 1; }; }

# ---- Stages ------------------------------------------------------------------------------------------------------------

# Runs the Meson tests of the folder $1, with $2 games for the laws: all of them, or those that are named. Their timeouts are guards
# against hanging: a busy machine must not reach them.
run_meson() {
    local dir=$1 games=$2 log=$1/meson-logs/testlog.json status counted
    rm -f "$log"
    ALEA_LAW_GAMES=${ALEA_LAW_GAMES:-$games} meson test -C "$dir" --no-rebuild --quiet --timeout-multiplier 5 "${@:3}" >"$logs/$dir.meson" 2>&1
    status=$?
    [ -e "$log" ] || cat "$logs/$dir.meson"
    if counted=$(tools/count.py "$log"); then
        # shellcheck disable=SC2086 # three numbers
        add $counted
        [ "$status" -ne 0 ] && [ "$(echo "$counted" | cut -d' ' -f2)" -eq 0 ] && add 0 1 0
    else
        add 0 1 0
        status=1
    fi
    return "$status"
}

# Builds the folder of tools/configure.sh of that name and runs all of its tests, with $2 games for the laws.
meson_tests() {
    local dir=build
    [ "$1" = gcc ] || dir=build-$1
    build_tests "$1" "$dir" && run_meson "$dir" "$2"
}

# The tests of what has changed since all of them were green in this stage: they alone are built and run.
stage_changed() {
    local -a names targets
    touch "$logs/checking"
    building build build_folder gcc build build.ninja || { add 0 1 0; return 1; } # which tells what tests there are
    tools/changed.py build build/.checked >"$logs/changed" || { add 0 1 0; return 1; }
    mapfile -t names < <(cut -f1 "$logs/changed")
    mapfile -t targets < <(cut -f2 "$logs/changed" | sort -u)
    build_tests gcc build alea "${targets[@]}" || return 1
    [ "${#names[@]}" -eq 0 ] || run_meson build 20 "${names[@]}" || return 1
    touch -r "$logs/checking" build/.checked
}

# All of lint, and that part of it which needs no build (`make check`).
stage_lint() { script "${large_pages[@]}" tools/lint.sh; }
stage_style() { script tools/lint.sh format spacing heads lengths debris arrows neutral door; }
stage_gcc() { meson_tests gcc ''; }
# The other compiler's turn: clang's programs, with its sanitizers. Also replays the corpus of fuzz/.
stage_sanitize() {
    UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 ASAN_OPTIONS=detect_stack_use_after_return=1 meson_tests sanitize 200
}
stage_golden() { program && script tools/golden.sh --check; }
stage_signature() { program && script tools/signature.sh --check; }
stage_one_place() { script tests/one_place.sh && script python3 tests/a_variant.py; }

# Threads: the server's own tests and the lab's, simulations and experiments on four of them.
stage_tsan() {
    # shellcheck disable=SC2046 # names of targets
    tools/configure.sh tsan && "${large_pages[@]}" ninja --quiet -C build-tsan alea $(tests/threads.sh build-tsan --needs) || { add 0 1 0; return 1; }
    script tests/threads.sh build-tsan
}

# The lab over MPI, several ranks on this machine.
stage_ranks() {
    tools/configure.sh mpi && ninja --quiet -C build-mpi alea || { add 0 1 0; return 1; }
    script python3 tests/ranks.py "$PWD/build-mpi/alea"
}

# The page's own tests: types, words, maps, dice.
stage_page() { script npm --prefix web run --silent check && script npm --prefix web run --silent test; }

# The engine for browsers: it plays, reads and answers as the program does.
stage_wasm() {
    building build-wasm "${large_pages[@]}" make wasm && "${large_pages[@]}" ninja --quiet -C build-wasm tests/laws.wasm || { add 0 1 0; return 1; }
    program && ALEA=$PWD/build/alea script npm --prefix web run --silent test-engine
}

# A real server on real sockets, and a real browser before it.
stage_server() { scripts server "$beside"; }
stage_browser() { program && script node web/test/browser.mjs "$PWD/build/alea"; }

# The program as scripts see it.
stage_cli() { scripts cli "$beside"; }

# The files of tests/$1 that are tests, the largest first, as they take longest. One that others import has no main.
tests_in() {
    find tests/"$1" -name '*.py' -exec grep -q __main__ {} \; -printf '%s %p\n' -o -name '*.sh' -printf '%s %p\n' |
        sort -rn | cut -d' ' -f2
}

# All tests of tests/$1, $2 of them at once, each given the program as ALEA. What one of them says is shown in one piece.
scripts() {
    local folder=$1 most=$2 test log interpreter status=0 tests
    program || return 1
    # shellcheck disable=SC2207 # names without blanks
    tests=($(tests_in "$folder"))
    [ "${#tests[@]}" -gt 0 ] || { echo "tests/$folder has no test"; add 0 1 0; return 1; }
    for test in "${tests[@]}"; do
        while [ "$(jobs -rp | wc -l)" -ge "$most" ]; do wait -n; done
        case $test in *.py) interpreter=python3 ;; *) interpreter=bash ;; esac
        log=$logs/$folder-${test##*/}
        { ALEA=$PWD/build/alea "$interpreter" "$test" >"$log" 2>&1; echo $? >"$log.status"; } &
    done
    wait
    for test in "${tests[@]}"; do
        log=$logs/$folder-${test##*/}
        grep -vE '^[0-9]+ passed, [0-9]+ failed' "$log"
        add_output "$log" "$(cat "$log.status")"
        [ "$(cat "$log.status")" -eq 0 ] && continue
        status=1
        { echo "$test is red:"; tail -n 12 "$log"; } >>"$logs/$folder.faults"
    done
    return $status
}

stage_rule_ids() { script python3 tests/rule_ids.py; }

# What takes too long for every landing: `make soak`.
stage_soak() {
    build_tests gcc build && scripts soak 1
}

# ---- The runner --------------------------------------------------------------------------------------------------------

# A stage in a process of its own. What it says and counts is put into files, to be shown in one piece when it is over.
run_stage() {
    local since=$SECONDS verdict
    passed=0 failed=0 skipped=0
    "stage_$1" && [ "$failed" -eq 0 ]
    verdict=$?
    [ "$verdict" -eq 0 ] || [ "$failed" -gt 0 ] || add 0 1 0
    times >"$logs/$1.times"
    echo "$passed $failed $skipped $((SECONDS - since)) $(seconds_of "$logs/$1.times")" >"$logs/$1.count"
    return "$verdict"
}

# What a process and those that it has waited for have had of the processor, by what `times` says in it: 1m2.345s 0m1.000s, twice.
seconds_of() { awk -F'[ms]' '{ for (i = 1; i < NF; i += 2) sum += 60 * $i + $(i + 1) } END { printf "%.0f", sum }' "$1"; }

# What a red stage says of that: of what is kept of a long output the end may be all.
faults_of() {
    if [ -s "$logs/$1.faults" ]; then cat "$logs/$1.faults"
    elif grep -aqE '^(FAILED|not ok|✖)' "$logs/$1.out"; then grep -aE -A2 '^(FAILED|not ok|✖)' "$logs/$1.out" | head -n 20
    else tail -n 12 "$logs/$1.out"; fi | cut -c1-300 | sed "s/^/$1: /"
}

# Shows a stage that is over, and counts it. Without its count it was killed.
report() {
    local name=$1 p=0 f=1 s=0 took='?' busy='?'
    cat "$logs/$name.out"
    # shellcheck disable=SC2034 # read by name
    [ ! -s "$logs/$name.count" ] || read -r p f s took busy <"$logs/$name.count"
    add "$p" "$f" "$s"
    spent+=$(printf '%-10s %6s s %6s s' "$name" "$took" "$busy")$'\n'
    if [ "$f" -eq 0 ]; then echo "$name: $((p + s)) ok ($took s)"; else echo "$name: RED ($took s)"; red=1 faults+=$(faults_of "$name")$'\n'; fi
}

# Whatever happens, the last line counts.
finish() {
    local status=$?
    trap - EXIT
    for pid in $(jobs -p); do kill -- "-$pid" 2>/dev/null; done # with all that the stage has started
    wait 2>/dev/null
    rm -rf "$logs"
    printf '%s' "$faults"
    [ -z "$spent" ] || printf '%-10s %8s %8s\n%s%-10s %6s s\n' stage wall 'processor' "$spent" all "$SECONDS"
    if [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then add 0 1 0; fi
    if [ $((passed + failed)) -eq 0 ]; then
        echo 'alea: no test ran' >&2
        add 0 1 0
    fi
    echo "$passed passed, $failed failed$([ "$skipped" -eq 0 ] || echo ", $skipped skipped")"
    exit $((failed > 0))
}
trap finish EXIT
trap 'exit 130' INT TERM

for stage in "$@"; do
    declare -F "stage_$stage" >/dev/null || { echo "usage: tools/test.sh [${all[*]} | changed | style | soak]" >&2; exit 2; }
done

declare -A job # the stage of a process
cores=$(nproc) red=0 running=0
lanes=${ALEA_LANES:-$((cores < 2 ? 2 : cores < 5 ? cores : 5))} beside=$((cores < 4 ? cores + 1 : 5))
set -m # each stage is a group of processes, which ends as one
for stage in "${@:-${all[@]}}" ''; do
    while [ "$running" -ge "$lanes" ] || { [ -z "$stage" ] && [ "$running" -gt 0 ]; }; do
        wait -n -p pid
        running=$((running - 1))
        report "${job[$pid]}"
    done
    [ -n "$stage" ] && [ "$red" -eq 0 ] || continue
    echo "$stage: running"
    run_stage "$stage" >"$logs/$stage.out" 2>&1 </dev/null &
    job[$!]=$stage running=$((running + 1))
done
exit "$red"
