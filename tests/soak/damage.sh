#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# damage.sh - a hundred damaged databases: see tests/server/damage.py.
cd "$(dirname "$0")/../.." || exit 1
ALEA_DAMAGED=100 exec python3 tests/server/damage.py
