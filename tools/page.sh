#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# page.sh [site] - makes build-page: the page of web/, ready to be built into the program. Does nothing if nothing has changed since.
# With `site` it makes build-site: the same for any file server, without a server of ours; that takes the engine.
set -u
cd "$(dirname "$0")/.." || exit 1

case ${1:-} in
    site) out=build-site how=--site ;;
    '') out=build-page how= ;;
    *) echo 'usage: tools/page.sh [site]' >&2; exit 2 ;;
esac

sum() { sha256sum "$@" | sha256sum | cut -d' ' -f1; }
# The page imports parts of the games' data.
# It takes the engine along, if that was built: make wasm.
sources() { find web data/*.json data/lessons build-wasm/alea.wasm -name node_modules -prune -o -path web/test -prune -o -path web/src/games/index.ts -prune -o -type f -print 2>/dev/null | sort; }

# What npm brings is pinned by the lockfile: it is fetched again when that changes.
packages=$(sum web/package.json web/package-lock.json)
if [ "$(cat web/node_modules/.alea 2>/dev/null)" != "$packages" ]; then
    echo 'alea: fetching what the page is built with (npm ci)' >&2
    log=$(cd web && npm ci --no-audit --no-fund 2>&1) || { echo "$log" | tail -n 20 >&2; echo 'alea: npm ci failed in web/: is the network there?' >&2; exit 1; }
    echo "$packages" >web/node_modules/.alea
fi

# shellcheck disable=SC2046 # no file here has a blank in its name
page=$(sum $(sources))
[ "$(cat "$out/.sum" 2>/dev/null)" = "$page" ] && exit 0
rm -rf "$out.new"
(cd web && node build.mjs "../$out.new" $how) >&2 || { echo 'alea: the page does not build' >&2; exit 1; }
echo "$page" >"$out.new/.sum"
rm -rf "$out"
mv "$out.new" "$out"
