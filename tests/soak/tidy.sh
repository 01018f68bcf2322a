#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# tidy.sh - clang-tidy as `make lint` runs it, but its analyzer walks as far as clang lets it: see tools/tidy.py.
cd "$(dirname "$0")/../.." || exit 1
tools/configure.sh clang && ninja --quiet -C build-clang && tools/tidy.py build-clang --deep
