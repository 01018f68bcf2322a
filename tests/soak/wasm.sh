#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# wasm.sh - the engine for browsers beside the program over 20,000 games, with all options, and its laws over more.
cd "$(dirname "$0")/../.." || exit 1
make wasm && ninja --quiet -C build-wasm tests/laws.wasm && ALEA_WASM_GAMES=20000 ALEA_WASM_LAW_GAMES=2000 exec npm --prefix web run --silent test-engine
