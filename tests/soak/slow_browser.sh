#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# slow_browser.sh - all scenarios of the browser over a slow network, where a page's parts come late and one answer overtakes another, on slow
# pages, where what is looked at has not come yet or has gone.
cd "$(dirname "$0")/../.." || exit 1
ALEA_TEST_NETWORK=slow ALEA_TEST_PAGES=slow exec node web/test/browser.mjs "$ALEA"
