#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# longer.sh - what `make test` does for a tenth of the time: kills of the server, crowds of bad clients, a campaign of twenty people.
set -u
cd "$(dirname "$0")/../.." || exit 1

status=0
ALEA_KILLS=400 python3 tests/server/crash.py || status=1
ALEA_SOAK=120 python3 tests/server/soak.py || status=1
ALEA_CAMPAIGN_DAYS=18 python3 tests/server/campaign.py || status=1

# The same on the engine alone; what was played replays, and its dice are those of its seed.
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
alea=${ALEA:-build/alea}
"$alea" campaign rehearse incursio --option teams=players --days 18 --save "$folder/campaign.alea" >"$folder/told" || status=1
"$alea" check "$folder/campaign.alea" >/dev/null && "$alea" verify "$folder/campaign.alea" >/dev/null || status=1
tail -n 3 "$folder/told"
exit $status
