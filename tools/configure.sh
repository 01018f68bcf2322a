#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# configure.sh gcc|clang|sanitize|tsan|mpi|fuzz|wasm - makes the build folder of that name, if it is not there yet. Silent when all is well.
#
#   gcc       build           optimised: what people run                  needs bootstrap.sh build (its tests: build test)
#   clang     build-clang     -O0: what lint.sh reads: compile database, symbols of objects
#   sanitize  build-sanitize  clang with ASan and UBSan, which end the program: the tests by the other compiler; the fuzz targets replay their corpus here
#   tsan      build-tsan      clang with TSan: the threads of the server, of the lab and of simulations
#   mpi       build-mpi       optimised, with the lab over MPI
#   fuzz      build-fuzz      clang with libFuzzer, ASan and UBSan
#   wasm      build-wasm      clang for WebAssembly: the engine in a browser   needs bootstrap.sh build wasm, tools/wasm/libs.sh
set -u
cd "$(dirname "$0")/.." || exit 1

# A fault's lines are told, its variables are not: some 140 programs are linked in each folder of the tests, which so takes half as long.
lean=(--buildtype=plain -Dc_args=-gline-tables-only -Dc_link_args=-fuse-ld=lld -Dtests=enabled)
# Nothing is done after a fault, so nothing is compiled for going on: a fifth less work.
sanitized=(-Doptimization=1 -Db_sanitize=address,undefined -Db_lundef=false '-Dc_args=-gline-tables-only -fno-sanitize-recover=undefined')
case ${1:-} in
    gcc) dir=build compiler=${CC:-gcc} options=() ;;
    clang) dir=build-clang compiler=clang options=("${lean[@]}" -Doptimization=0) ;;
    sanitize) dir=build-sanitize compiler=clang options=("${lean[@]}" "${sanitized[@]}") ;;
    tsan)
        dir=build-tsan compiler=clang
        options=("${lean[@]}" -Doptimization=1 -Db_sanitize=thread -Db_lundef=false)
        ;;
    mpi) dir=build-mpi compiler=gcc options=(-Dmpi=enabled -Dtests=disabled) ;;
    fuzz) dir=build-fuzz compiler=clang options=(--buildtype=debug "${sanitized[@]}" -Dtests=disabled -Ddraw=disabled -Dfuzz=true) ;;
    wasm) dir=build-wasm compiler=${CC:-gcc} options=(--cross-file build-wasm-libs/here.ini --cross-file tools/wasm/cross.ini) ;;
    *) echo 'usage: tools/configure.sh gcc|clang|sanitize|tsan|mpi|fuzz|wasm' >&2; exit 2 ;;
esac

[ -e "$dir/build.ninja" ] && exit 0
# Folders that compile the same with the same options then compile it once: build, build-mpi, the copy that tests/one_place.sh makes.
ccache -s >/dev/null 2>&1 && compiler="ccache $compiler"
log=$(CC=$compiler meson setup "$dir" "${options[@]}" 2>&1) || { echo "$log" >&2; exit 1; }
