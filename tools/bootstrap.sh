#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# bootstrap.sh build|page|wasm|test... - sees to it that what Alea needs is on this machine.
#
# Debian 12 and its kin: installs what is missing by apt-get, as root or through `sudo -n`, without questions.
# Elsewhere, or without the rights: prints exactly what is missing and what to type, exit 1.
# With nothing missing it does nothing, and is back in a few hundredths of a second.
set -u

# One row a need: group, how to see that it is there, Debian package, what people call it.
# A check is `bin PROGRAM`, `lib PKG-CONFIG-NAME`, or a function below.
needs='
build|bin meson       |meson          |Meson, 1.0 or later
build|bin ninja       |ninja-build    |Ninja
build|bin gcc         |gcc            |GCC
build|c_headers       |libc6-dev      |the headers of the C library
build|bin pkg-config  |pkg-config     |pkg-config
build|bin python3     |python3        |Python 3
build|lib jansson     |libjansson-dev |jansson
build|lib libsodium   |libsodium-dev  |libsodium
build|lib libedit     |libedit-dev    |libedit
build|lib sqlite3     |libsqlite3-dev |SQLite
build|lib libpq       |libpq-dev      |libpq
build|lib libuv       |libuv1-dev     |libuv
build|lib liburing    |liburing-dev   |liburing
build|header wslay/wslay.h|libwslay-dev|wslay
build|lib libmd       |libmd-dev      |libmd
build|header unictype.h|libunistring-dev|libunistring
build|lib zlib       |zlib1g-dev     |zlib
build|lib libcurl    |libcurl4-openssl-dev|libcurl
build|lib libcrypto  |libssl-dev     |OpenSSL
build|lib gmp         |libgmp-dev     |GMP
build|lib librsvg-2.0 |librsvg2-dev   |librsvg
build|dejavu          |fonts-dejavu-core|the DejaVu fonts
build|zones           |tzdata         |the time zones
page |node_18         |nodejs         |Node.js, 18 or later
page |bin npm         |npm            |npm
wasm |bin clang       |clang          |clang
wasm |bin wasm-ld     |lld            |the linker of LLVM
wasm |bin llvm-ar     |llvm           |the tools of LLVM for archives
wasm |bin wasm-opt    |binaryen       |the optimizer of WebAssembly (binaryen)
wasm |wasi_libc       |wasi-libc      |the C library for WebAssembly (wasi-libc)
wasm |wasm_runtime    |libclang-rt-dev-wasm32|the runtime of clang for WebAssembly (compiler-rt)
test |bin chromium    |chromium       |Chromium
test |bin chromium-headless-shell|chromium-headless-shell|Chromium without its window
test |bin curl        |curl           |curl
test |lib cmocka      |libcmocka-dev  |cmocka
test |bin clang       |clang          |clang
test |bin clang-tidy  |clang-tidy     |clang-tidy
test |bin clang-format|clang-format   |clang-format
test |clang_runtime   |libclang-rt-dev|the sanitizers and libFuzzer of clang (compiler-rt)
test |bin mpirun      |openmpi-bin    |Open MPI
test |lib ompi-c      |libopenmpi-dev |the headers of Open MPI
test |bin ld.lld      |lld            |the linker of LLVM
test |bin nm          |binutils       |nm of binutils
test |bin ccache      |ccache         |ccache
test |bin caddy       |caddy          |Caddy
test |aiosmtpd       |python3-aiosmtpd|aiosmtpd
test |cryptography   |python3-cryptography|cryptography for Python
test |numpy          |python3-numpy  |NumPy
test |bin haproxy     |haproxy        |HAProxy
test |bin nginx       |nginx-light    |nginx
test |postgres        |postgresql-15  |PostgreSQL
'

bin() { PATH=$PATH:/usr/sbin command -v "$1" >/dev/null; }
lib() { pkg-config --exists "$1" 2>/dev/null; }
header() { [ -e "/usr/include/$1" ] || echo "#include <$1>" | gcc -E -xc - >/dev/null 2>&1; }
c_headers() { header stdio.h; }
node_18() { bin node && [ "$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null)" -ge 18 ]; }
dejavu() { [ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ] || [ -n "$(fc-list 'DejaVu Sans' 2>/dev/null)" ]; }
zones() { [ -e /usr/share/zoneinfo/Europe/Rome ]; }
aiosmtpd() { /usr/bin/python3 -c 'import aiosmtpd' 2>/dev/null; }
numpy() { /usr/bin/python3 -c 'import numpy' 2>/dev/null; }
cryptography() { /usr/bin/python3 -c 'import cryptography' 2>/dev/null; }
postgres() { compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || bin initdb; }
clang_runtime() {
    compgen -G '/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer*' >/dev/null ||
        compgen -G "$(clang -print-resource-dir 2>/dev/null)/lib/*/libclang_rt.fuzzer*" >/dev/null
}
wasi_libc() { [ -e /usr/lib/wasm32-wasi/libc.a ]; }
wasm_runtime() { compgen -G '/usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a' >/dev/null; }

# Fills `packages` and `names` with what the groups need and this machine lacks.
look() {
    packages=() names=()
    local group check package name
    while IFS='|' read -r group check package name; do
        case " $groups " in *" ${group%% *} "*) ;; *) continue ;; esac
        # shellcheck disable=SC2086 # a check is a command with its argument
        $check || { packages+=("${package%% *}"); names+=("$name"); }
    done <<<"${needs:1:-1}"
}

# Prints how to become root here without being asked for a password ("" when we are); false if there is no way.
root_by() {
    if [ "$(id -u)" -eq 0 ]; then echo ''; else sudo -n true 2>/dev/null && echo 'sudo -n'; fi
}

# The proxies and the database that tests start by themselves come as services, too. They are not started now (a policy-rc.d, for this one call) nor at
# the next boot; a machine that has them already, or a policy of its own, keeps both as they are.
policy=/usr/sbin/policy-rc.d
hold_services() {
    [ -e $policy ] && return 1
    # shellcheck disable=SC2086 # "" or "sudo -n"
    printf '#!/bin/sh\nexit 101\n' | $1 tee $policy >/dev/null && $1 chmod 755 $policy
}
let_services() {
    local package
    # shellcheck disable=SC2086
    $1 rm -f $policy
    bin systemctl || return 0
    for package in "${packages[@]}"; do
        # shellcheck disable=SC2086
        case $package in caddy | haproxy | nginx-light | postgresql-15) $1 systemctl --quiet disable "${package%-*}" 2>/dev/null ;; esac
    done
}

install_by_apt() {
    local become=$1 log
    log=$(mktemp) || return 1
    echo "alea: installing ${packages[*]}" >&2
    # An update that fails (no network, but a cache) is no reason not to try.
    # shellcheck disable=SC2086 # "" or "sudo -n"
    $become apt-get -q -y -o DPkg::Lock::Timeout=300 update >"$log" 2>&1
    hold_services "$become" && trap "let_services '$become'" EXIT
    # shellcheck disable=SC2086
    if ! $become env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 --no-install-recommends \
        install "${packages[@]}" >>"$log" 2>&1 </dev/null; then
        echo 'alea: apt-get could not install them:' >&2
        tail -n 5 "$log" | sed 's/^/    /' >&2
    fi
    rm -f "$log"
}

tell_what_is_missing() {
    echo 'alea: missing on this machine:'
    printf '    %s\n' "${names[@]}"
    echo 'On Debian and Ubuntu, type'
    echo "    sudo apt-get update && sudo apt-get install ${packages[*]}"
    echo 'Elsewhere, install them under those names by the means of your system, then type the same command again.'
} >&2

groups=${*:-build}
for group in $groups; do
    case $group in build | page | wasm | test) ;; *) echo "usage: tools/bootstrap.sh build|page|wasm|test..." >&2; exit 2 ;; esac
done

look
[ ${#packages[@]} -eq 0 ] && exit 0
if bin apt-get && become=$(root_by); then
    install_by_apt "$become"
    hash -r
    look
    [ ${#packages[@]} -eq 0 ] && exit 0
fi
tell_what_is_missing
exit 1
