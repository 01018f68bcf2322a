#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# longer.sh - what `make test` does for a tenth of the time: kills of the server, crowds of bad clients, random games of the laws.
set -u
cd "$(dirname "$0")/../.." || exit 1

status=0
ALEA_KILLS=400 python3 tests/server/crash.py || status=1
ALEA_SOAK=120 python3 tests/server/soak.py || status=1

ninja --quiet -C build tests/laws || exit 1
for game in null $("$ALEA" games --json | sed -nE 's/^ {6}"id": "(.*)",$/\1/p'); do
    log=$(ALEA_LAW_GAMES=208000 ALEA_LAW_DIR=build build/tests/laws "$game") || status=1
    grep '^not ok' <<<"$log"
    echo "$(grep -c '^ok ' <<<"$log") passed, $(grep -c '^not ok ' <<<"$log") failed"
done
exit $status
