#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# faults.sh - tests/server/linear.py with 200 kills, 20 processes that stand still, 20 crashes of PostgreSQL, 50 cuts of its connections.
ALEA_FAULTS='200 20 20 50' exec python3 "$(dirname "$0")/../server/linear.py"
