#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Puts the built page into the program: embed_page.py FOLDER page.c page.d

Each file goes in as it is, and compressed by gzip and brotli where that makes it smaller (brotli: Python's module, or the program
of that name; without either, gzip alone). Without the folder a notice is all that there is. page.d tells the build what was read.
"""
import gzip
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
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
SQUEEZED = {".ico", ".png", ".woff2"}  # compressed already
HASHED = re.compile(r"-([0-9a-f]{8,}|[A-Z0-9]{8,})\.[a-z0-9]+\Z")  # such a name never gets other bytes
WORTH = 0.95  # of its size, at most, is worth being kept beside it

NOTICE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Alea</title>
<h1>Alea</h1>
<p>This program was built without its page: only the API is here, under /api/v1. `make` builds both.</p>
<p lang="it">Questo programma è stato compilato senza la sua pagina: qui c'è solo l'API, sotto /api/v1. `make` le compila entrambe.</p>
</html>
"""


def brotli(data):
    try:
        import brotli as module
        return module.compress(data, quality=11)
    except ImportError:
        program = shutil.which("brotli")
    if not program:
        return None
    return subprocess.run([program, "-q", "11", "-c", "-"], input=data, stdout=subprocess.PIPE, check=True).stdout


def encodings(path, data):
    """The bytes plain, as gzip, as brotli; None where that is not worth it."""
    if pathlib.PurePath(path).suffix in SQUEEZED or not data:
        return [data, None, None]
    return [data] + [tight if tight is not None and len(tight) <= len(data) * WORTH else None
                     for tight in (gzip.compress(data, 9, mtime=0), brotli(data))]


def read(folder):
    """{path of the address: bytes} of all files, and what was looked at."""
    files, looked = {}, []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        looked.append(place)
        for name in sorted(name for name in names if not name.startswith(".")):
            path = os.path.join(place, name)
            if pathlib.PurePath(name).suffix not in TYPES:
                sys.exit(f"{path}: files of this kind have no type in tools/embed_page.py")
            data = pathlib.Path(path).read_bytes()
            if not data:
                sys.exit(f"{path}: an empty file")
            files["/" + os.path.relpath(path, folder).replace(os.sep, "/")] = data
            looked.append(path)
    return files, looked


def array(name, data):
    lines = [",".join(str(byte) for byte in data[at:at + 32]) for at in range(0, len(data), 32)]
    return f"static const unsigned char {name}[] = {{\n" + ",\n".join(lines) + "};\n"


def write(out, files):
    arrays, rows = [], []
    for number, path in enumerate(sorted(files)):
        cells = []
        for way, data in zip(("plain", "gzip", "brotli"), encodings(path, files[path])):
            if data is not None:
                arrays.append(array(f"{way}_{number}", data))
            cells.append(f"{{{way}_{number}, {len(data)}}}" if data is not None else "{NULL, 0}")
        tag = hashlib.sha256(files[path]).hexdigest()[:20]
        hashed = "true" if HASHED.search(path) else "false"
        rows.append(f'    {{"{path}", "{TYPES[pathlib.PurePath(path).suffix]}", "{tag}", {hashed}, {{{", ".join(cells)}}}}},\n')
    text = ('/* Made by tools/embed_page.py. */\n#include "assets.h"\n\n' + "".join(arrays) +
            "\nconst struct asset asset_table[] = {\n" + "".join(rows) + f"}};\nconst size_t asset_count = {len(rows)};\n")
    path = pathlib.Path(out)
    if not path.exists() or path.read_text(encoding="utf-8") != text:  # what depends on it is not built again for nothing
        path.write_text(text, encoding="utf-8")


def main():
    folder, out, depends = sys.argv[1:]
    files, looked = read(folder) if folder and os.path.isdir(folder) else ({}, [folder] if folder else [])
    if "/index.html" not in files:
        files = {"/index.html": NOTICE.encode()}
    write(out, files)
    with open(depends, "w", encoding="utf-8") as file:
        file.write(f"{out}: " + " ".join(path.replace(" ", "\\ ") for path in looked) + "\n")


if __name__ == "__main__":
    main()
