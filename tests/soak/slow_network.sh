#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# slow_network.sh - all scenarios of the browser over a slow network, where a page's parts come late and one answer overtakes another.
cd "$(dirname "$0")/../.." || exit 1
ALEA_TEST_NETWORK=slow exec node web/test/browser.mjs "$ALEA"
