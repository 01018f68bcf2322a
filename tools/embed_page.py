#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Puts the built page into the program: embed_page.py FOLDER page.c page.d

Each file goes in as it is and, where `make page` left them beside it, as gzip (`.gz`) and brotli (`.br`). The bytes lie in page.bin
beside page.c, which has the assembler take them in: a compiler would read them as millions of numbers. Without the folder a notice
is all that there is. page.d tells the build what was read.
"""
import hashlib
import os
import pathlib
import re
import sys

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
HASHED = re.compile(r"-([0-9a-f]{8,}|[A-Z0-9]{8,})\.[a-z0-9]+\Z")  # such a name never gets other bytes
WAYS = ("", ".gz", ".br")  # what a form's file ends in, in the order of asset_encoding

NOTICE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Alea</title>
<h1>Alea</h1>
<p>This program was built without its page: only the API is here, under /api/v1. `make` builds both.</p>
<p lang="it">Questo programma è stato compilato senza la sua pagina: qui c'è solo l'API, sotto /api/v1. `make` le compila entrambe.</p>
</html>
"""


def read(folder):
    """{path of the address: its forms}, None where it is not kept that way, and what was looked at."""
    files, looked = {}, []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        names = sorted(name for name in names if not name.startswith("."))
        looked += [place] + [os.path.join(place, name) for name in names]
        for name in (name for name in names if not name.endswith(WAYS[1:])):
            path = os.path.join(place, name)
            if pathlib.PurePath(name).suffix not in TYPES:
                sys.exit(f"{path}: files of this kind have no type in tools/embed_page.py")
            forms = [pathlib.Path(path + way).read_bytes() if os.path.exists(path + way) else None for way in WAYS]
            if not forms[0]:
                sys.exit(f"{path}: an empty file")
            files["/" + os.path.relpath(path, folder).replace(os.sep, "/")] = forms
    return files, looked


def change(path, data):
    """Writes the file unless that is what it holds: what depends on it is not built again for nothing."""
    if not path.exists() or path.read_bytes() != data:
        path.write_bytes(data)


def quoted(text):
    """As a string of C, or of the assembler."""
    for sign, escaped in (("\\", r"\\"), ('"', r'\"'), ("\n", r"\n")):
        text = text.replace(sign, escaped)
    return f'"{text}"'


def write(out, files):
    kept, rows = bytearray(), []
    for path in sorted(files):
        cells = []
        for data in files[path]:
            cells.append(f"{{page_bytes + {len(kept)}, {len(data)}}}" if data is not None else "{NULL, 0}")
            kept += data or b""
        tag = hashlib.sha256(files[path][0]).hexdigest()[:20]
        hashed = "true" if HASHED.search(path) else "false"
        rows.append(f'    {{"{path}", "{TYPES[pathlib.PurePath(path).suffix]}", "{tag}", {hashed}, {{{", ".join(cells)}}}}},\n')
    binary = pathlib.Path(out).absolute().with_suffix(".bin")
    change(binary, kept)
    taken = f".pushsection .rodata\n.globl page_bytes\npage_bytes: .incbin {quoted(str(binary))}\n.popsection"
    change(pathlib.Path(out), f"""/* Made by tools/embed_page.py. */
#include "assets.h"

/* {hashlib.sha256(kept).hexdigest()}: other bytes make another file of this one, which is compiled anew. */
__asm__({quoted(taken)});
extern const unsigned char page_bytes[];

const struct asset asset_table[] = {{
{"".join(rows)}}};
const size_t asset_count = {len(rows)};
""".encode())


def main():
    folder, out, depends = sys.argv[1:]
    files, looked = read(folder) if folder and os.path.isdir(folder) else ({}, [folder] if folder else [])
    if "/index.html" not in files:
        files = {"/index.html": [NOTICE.encode(), None, None]}
    write(out, files)
    with open(depends, "w", encoding="utf-8") as file:
        file.write(f"{out}: " + " ".join(path.replace(" ", "\\ ") for path in looked) + "\n")


if __name__ == "__main__":
    main()
