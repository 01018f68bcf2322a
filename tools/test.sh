#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# test.sh [STAGE...] - everything that continuous integration runs; `make test` is this. As many stages as there are cores
# run side by side; after the first red one no other begins. The last line is always `N passed, N failed`, every single
# test of every stage counted.
#
# Environment: ALEA_LAW_GAMES=N  random games of the laws in every build (else: all with gcc, fewer in the slower ones)
#              ALEA_LANES=N      stages side by side (else: the cores, at most 4)
set -u
cd "$(dirname "$0")/.." || exit 1

# One row a stage: its name, and what must be over before it begins, because it uses the same build folder. In the order in
# which they begin: those that take longest, and those that others wait for, first.
table='
gcc      |
lint     |
server   | gcc
browser  | gcc
clang    | lint
sanitize |
cli      | gcc
tsan     |
one_place|
golden   | gcc
signature| gcc
ranks    |
page     |
rule_ids |
'

passed=0 failed=0 skipped=0
logs=$(mktemp -d) || exit 1

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

# Builds all of the folder $2 of tools/configure.sh $1. One from before the tests' own needs were installed learns of them.
build_tests() {
    tools/configure.sh "$1" || return 1
    grep -q '^build tests/' "$2/build.ninja" || meson configure "$2" -Dtests=enabled
    ninja --quiet -C "$2"
}

# Builds the folder of tools/configure.sh of that name and runs its Meson tests, with $2 games for the laws. Their timeouts
# are guards against hanging: a busy machine must not reach them.
meson_tests() {
    local build=$1 games=$2 dir=build log status counted
    [ "$build" = gcc ] || dir=build-$build
    build_tests "$build" "$dir" || { add 0 1 0; return 1; }
    log=$dir/meson-logs/testlog.json
    rm -f "$log"
    ALEA_LAW_GAMES=${ALEA_LAW_GAMES:-$games} meson test -C "$dir" --no-rebuild --quiet --timeout-multiplier 5 >"$logs/meson" 2>&1
    status=$?
    [ -e "$log" ] || cat "$logs/meson"
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

# ---- Stages ------------------------------------------------------------------------------------------------------------

stage_lint() { script tools/lint.sh; }
stage_gcc() { meson_tests gcc ''; }
stage_clang() { meson_tests clang 1000; }
# Also replays the corpus of fuzz/.
stage_sanitize() {
    UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 ASAN_OPTIONS=detect_stack_use_after_return=1 meson_tests sanitize 300
}
stage_golden() { script tools/golden.sh --check; }
stage_signature() { script tools/signature.sh --check; }
stage_one_place() { script tests/one_place.sh && script python3 tests/a_variant.py; }

# Threads: the server's own tests and the lab's, simulations and experiments on four of them.
stage_tsan() {
    tools/configure.sh tsan && ninja --quiet -C build-tsan || { add 0 1 0; return 1; }
    script tests/threads.sh build-tsan
}

# The lab over MPI, several ranks on this machine.
stage_ranks() {
    tools/configure.sh mpi && ninja --quiet -C build-mpi alea || { add 0 1 0; return 1; }
    script python3 tests/ranks.py "$PWD/build-mpi/alea"
}

# The page's own tests: types, words, maps, dice.
stage_page() { script npm --prefix web run --silent check && script npm --prefix web run --silent test; }

# A real server on real sockets, and a real browser before it.
stage_server() { scripts server; }
stage_browser() {
    make all || { add 0 1 0; return 1; }
    script node web/test/browser.mjs "$PWD/build/alea"
}

# The program as scripts see it.
stage_cli() { scripts cli; }

# All tests of tests/$1, each of them given the program as ALEA. A file that others import has no main.
scripts() {
    local test interpreter status=0 found=0
    make all || { add 0 1 0; return 1; }
    for test in tests/"$1"/*.sh tests/"$1"/*.py; do
        [ -e "$test" ] || continue
        [[ $test == *.sh ]] || grep -q __main__ "$test" || continue
        case $test in *.py) interpreter=python3 ;; *) interpreter=bash ;; esac
        script env ALEA="$PWD/build/alea" "$interpreter" "$test" || status=1
        found=1
    done
    [ "$found" -eq 1 ] || { echo "tests/$1 has no test"; add 0 1 0; return 1; }
    return $status
}

stage_rule_ids() { script python3 tests/rule_ids.py; }

# What takes too long for every landing: `make soak`.
stage_soak() {
    make all && build_tests gcc build || { add 0 1 0; return 1; }
    scripts soak
}

# ---- The runner --------------------------------------------------------------------------------------------------------

# A stage in a process of its own. What it says and counts is put into files, to be shown in one piece when it is over.
run_stage() {
    local since=$SECONDS verdict
    passed=0 failed=0 skipped=0
    "stage_$1" && [ "$failed" -eq 0 ]
    verdict=$?
    [ "$verdict" -eq 0 ] || [ "$failed" -gt 0 ] || add 0 1 0
    echo "$passed $failed $skipped $((SECONDS - since))" >"$logs/$1.count"
    return "$verdict"
}

# Is everything over that the stage waits for? What was not asked for is not waited for.
ready() {
    local after
    for after in $(sed -nE "s/^$1 *\|//p" <<<"$table"); do
        [ -z "${state[$after]:-}" ] || [ "${state[$after]}" = over ] || return 1
    done
}

# Shows a stage that is over, and counts it. Without its count it was killed.
report() {
    local name=$1 p=0 f=1 s=0 took='?'
    cat "$logs/$name.out"
    # shellcheck disable=SC2034 # read by name
    [ ! -s "$logs/$name.count" ] || read -r p f s took <"$logs/$name.count"
    add "$p" "$f" "$s"
    state[$name]=over
    if [ "$f" -eq 0 ]; then echo "$name: $((p + s)) ok ($took s)"; else echo "$name: RED ($took s)"; red=1; fi
}

# Whatever happens, the last line counts.
finish() {
    local status=$?
    trap - EXIT
    [ -z "$(jobs -p)" ] || { kill $(jobs -p) 2>/dev/null; wait; }
    rm -rf "$logs"
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

# shellcheck disable=SC2207 # names without blanks
all=($(cut -d'|' -f1 <<<"$table"))
for stage in "$@"; do
    declare -F "stage_$stage" >/dev/null || { echo "usage: tools/test.sh [${all[*]} | soak]" >&2; exit 2; }
done

declare -A state job # state: waiting, running, over; job: the stage of a process
queue=("${@:-${all[@]}}") red=0 running=0
lanes=${ALEA_LANES:-$(($(nproc) < 4 ? $(nproc) : 4))}
for stage in "${queue[@]}"; do state[$stage]=waiting; done

while :; do
    for stage in "${queue[@]}"; do
        [ "$red" -eq 0 ] && [ "$running" -lt "$lanes" ] || break
        [ "${state[$stage]}" = waiting ] && ready "$stage" || continue
        echo "$stage: running"
        run_stage "$stage" >"$logs/$stage.out" 2>&1 </dev/null &
        job[$!]=$stage state[$stage]=running running=$((running + 1))
    done
    [ "$running" -gt 0 ] || break
    wait -n -p pid
    running=$((running - 1))
    report "${job[$pid]}"
done
exit "$red"
