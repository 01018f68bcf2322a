#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# longest.sh - tests/server/longest.py with matches of 400,000 plies.
ALEA_PLIES=400000 exec python3 "$(dirname "$0")/../server/longest.py"
