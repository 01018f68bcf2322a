#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# fuzz.sh [TARGET...] [SECONDS] - throws rubbish at what reads bytes from outside (clang's libFuzzer, with ASan and UBSan), each
# target for so many seconds (60). What is new and interesting is kept in build-fuzz/corpus; what crashes is written here as
# crash-..., and belongs into fuzz/corpus/TARGET together with its mending. Last line: N passed, N failed.
set -u
cd "$(dirname "$0")/.." || exit 1

targets=() seconds=60
for word in "$@"; do
    case $word in
        *[!0-9]* | '') targets+=("$word") ;;
        *) seconds=$word ;;
    esac
done
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(find fuzz/corpus -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort)

tools/configure.sh fuzz && ninja --quiet -C build-fuzz || { echo '0 passed, 1 failed'; exit 1; }

passed=0 failed=0
for target in "${targets[@]}"; do
    [ -x "build-fuzz/fuzz/fuzz_$target" ] || { echo "fuzz: there is no target '$target'" >&2; exit 2; }
    found=build-fuzz/corpus/$target
    mkdir -p "$found"
    seeds=("fuzz/corpus/$target")
    if [ "$target" = transcript ]; then for folder in src/games/*/golden; do [ -d "$folder" ] && seeds+=("$folder"); done; fi
    more=()
    # A whole server has so many features that libFuzzer would count them for half of the time.
    case $target in campaign | http_body | store_rows | ws_frame) more=(-entropic=0) ;; esac
    if "build-fuzz/fuzz/fuzz_$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=65536 "${more[@]}" \
        -dict=fuzz/alea.dict -print_final_stats=1 "$found" "${seeds[@]}" >"$found.log" 2>&1; then
        passed=$((passed + 1))
        runs=$(sed -nE 's/^stat::number_of_executed_units: *//p' "$found.log")
        echo "fuzz: $target: clean after $runs inputs in $seconds s"
    else
        failed=$((failed + 1))
        grep -nE 'ERROR|SUMMARY|fuzz: |Test unit written' "$found.log" | sed "s,^,$found.log:," | head -n 8
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
