#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# libs.sh - makes build-wasm-libs: of jansson, libsodium and GMP what the engine calls, compiled to WebAssembly. Does nothing if it
# is there already.
#
# The sources are Debian's source packages, found beside the packages of this machine's own lists and checked against the sums below, so
# that everybody builds the same. Without a network: put the three files named below into build-wasm-sources.
set -u
cd "$(dirname "$0")/../.." || exit 1

out=build-wasm-libs sources=build-wasm-sources

# Source package, file, SHA-256 of the file.
wanted='
jansson   jansson_2.14.orig.tar.gz       c739578bf6b764aa0752db9a2fdadcfe921c78f1228c7ec0bb47fa804c55d17b
libsodium libsodium_1.0.18.orig.tar.gz   d59323c6b712a1519a5daf710b68f5e7fde57040845ffec53850911f10a5d4f4
gmp       gmp_6.2.1+dfsg1.orig.tar.xz    471b9e463e04362a0124f215afc5f0a4b99caedeeb62634c61bbc12988efa64c
'

fail() { printf 'alea: %s\n' "$@" >&2; exit 1; }

missing() {
    local package file sum
    while read -r package file sum; do
        [ -z "$package" ] || sha256sum --status -c <<<"$sum  $sources/$file" 2>/dev/null || echo "$package"
    done <<<"$wanted"
}

# Debian's own lists name packages; those of sources are read into a folder of ours, so that the machine's settings stay as they are.
fetch() {
    local lists from
    lists=$(mktemp -d) || return 1
    from=$(apt-get indextargets --format '$(LABEL)|$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 2>/dev/null |
        sed -n 's/^Debian|/deb-src /p' | grep -v updates | grep ' main$' | sort -u)
    echo "$from" >"$lists/sources.list"
    mkdir -p "$lists/lists/partial" "$lists/cache/archives/partial"
    local apt=(apt-get -q -o Acquire::Retries=3 -o "Dir::Etc::SourceList=$lists/sources.list" -o Dir::Etc::SourceParts=/dev/null
        -o "Dir::State::Lists=$lists/lists" -o "Dir::Cache=$lists/cache" -o APT::Sandbox::User=)
    { "${apt[@]}" update && (cd "$sources" && "${apt[@]}" source --download-only "$@"); } >"$lists/log" 2>&1
    rm -f "$sources"/*.dsc "$sources"/*.debian.tar.*
    tail -n 5 "$lists/log" >"$sources/.log"
    rm -rf "$lists"
}

# C files of $1, a folder of sources, that become lib$2.a with the flags that follow `--`.
library() {
    local folder=$1 name=$2 file objects=()
    shift 2
    local files=()
    while [ "$1" != -- ]; do files+=("$1"); shift; done
    shift
    for file in "${files[@]}"; do
        local object=$new/objects/$name-$(tr / - <<<"${file%.c}").o
        [ "${file#tools/}" != "$file" ] || file=$folder/$file
        $compiler -Oz -w "$@" -c "$file" -o "$object" || exit 1
        objects+=("$object")
    done
    llvm-ar rcs "$new/lib/lib$name.a" "${objects[@]}" || exit 1
}

# A .pc file, by which Meson finds the library $1 as it finds the machine's own.
describe() { printf 'prefix=%s\nName: %s\nDescription: for WebAssembly\nVersion: %s\nCflags: -I${prefix}/include\nLibs: -L${prefix}/lib -l%s\n' \
    "$PWD/$out" "$1" "$2" "$3" >"$new/lib/pkgconfig/$1.pc"; }

recipe=$(cat tools/wasm/*.* | sha256sum | cut -d' ' -f1)
[ "$(cat $out/.sum 2>/dev/null)" = "$recipe" ] && exit 0

mkdir -p "$sources"
# shellcheck disable=SC2046 # names of packages
[ -z "$(missing)" ] || { echo 'alea: fetching the sources of jansson, libsodium and GMP' >&2; fetch $(missing); }
[ -z "$(missing)" ] || fail "the sources of $(missing | paste -sd' ') could not be had by apt-get source:" \
    "$(sed 's/^/    /' "$sources/.log")" \
    "Put these files of Debian's source packages into $sources, then type the same command again:" \
    "$(awk 'NF { print "    " $2 }' <<<"$wanted")"

new=$out.new compiler='clang --target=wasm32-wasi'
ccache -s >/dev/null 2>&1 && compiler="ccache $compiler"
rm -rf "$new"
mkdir -p "$new"/{unpacked,objects,include,lib/pkgconfig}
while read -r _ file _; do
    [ -z "$file" ] || tar -C "$new/unpacked" -xf "$sources/$file" || fail "$sources/$file could not be unpacked"
done <<<"$wanted"

jansson=$new/unpacked/jansson-2.14/src
sed -e 's/@json_inline@/inline/; s/@json_have_long_long@/1/; s/@json_have_localeconv@/0/; s/@json_have_[a-z]*_builtins@/0/' \
    "$jansson/jansson_config.h.in" >"$jansson/jansson_config.h"
: >"$jansson/jansson_private_config.h"
cp "$jansson"/jansson{,_config}.h "$new/include/"
library "$jansson" jansson dump.c error.c hashtable.c hashtable_seed.c load.c memory.c pack_unpack.c strbuffer.c strconv.c utf.c value.c \
    -- -DHAVE_STDINT_H -DHAVE_SYS_TIME_H -DHAVE_GETTIMEOFDAY -DHAVE_UNISTD_H -I"$jansson"
describe jansson 2.14 jansson

sodium=$new/unpacked/libsodium-1.0.18/src/libsodium
sed -e 's/@VERSION@/1.0.18/; s/@SODIUM_LIBRARY_VERSION_MAJOR@/10/; s/@SODIUM_LIBRARY_VERSION_MINOR@/3/; /@SODIUM_LIBRARY_MINIMAL_DEF@/d' \
    "$sodium/include/sodium/version.h.in" >"$sodium/include/sodium/version.h"
cp -r "$sodium/include/sodium" "$sodium/include/sodium.h" "$new/include/"
library "$sodium" sodium crypto_generichash/crypto_generichash.c crypto_generichash/blake2b/generichash_blake2.c \
    crypto_generichash/blake2b/ref/blake2b-ref.c crypto_generichash/blake2b/ref/blake2b-compress-ref.c \
    crypto_generichash/blake2b/ref/generichash_blake2b.c crypto_hash/sha256/hash_sha256.c crypto_hash/sha256/cp/hash_sha256_cp.c \
    sodium/codecs.c tools/wasm/sodium.c -- -DCONFIGURED=1 -DNATIVE_LITTLE_ENDIAN -I"$sodium/include" -I"$sodium/include/sodium"
describe libsodium 1.0.18 sodium

gmp=$new/unpacked/gmp-6.2.1/mini-gmp
cp "$gmp/mini-gmp.h" "$gmp/mini-mpq.h" tools/wasm/gmp.h "$new/include/"
library "$gmp" gmp tools/wasm/gmp.c -- -I"$gmp"
describe gmp 6.2.1 gmp

# What tools/wasm/cross.ini calls `compiler` and `libs`.
echo "[constants]
compiler = ['${compiler// /\', \'}']
libs = '$PWD/$out'" >"$new/here.ini"

rm -rf "$new/unpacked" "$new/objects"
echo "$recipe" >"$new/.sum"
rm -rf "$out"
mv "$new" "$out"
