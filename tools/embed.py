#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Puts files into the program: embed.py [--compact] data/GAME.json GAME_data.c
                                embed.py --lesson GAME GAME_lesson.c [data/lessons/GAME.alea]
                                embed.py --weights GAME GAME_weights.c [data/weights/GAME.json]
                                embed.py --json NAME FILE.json FILE.c
                                embed.py --bytes NAME FILE FILE.c

The bytes are alea_data_GAME, alea_lesson_GAME, alea_weights_GAME or alea_NAME, and their number is that with _size; a game without a
lesson or without weights has 0.
JSON that is asked for by --json or --compact is written without the blanks between its parts.
"""
import json
import pathlib
import sys


def write(out, name, data, source):
    lines = [", ".join(str(byte) for byte in data[at:at + 24]) for at in range(0, len(data), 24)] or ["0"]
    with open(out, "w", encoding="utf-8") as file:
        file.write(f"/* Made by tools/embed.py from {source}. */\n#include <stddef.h>\n\n"
                   f"extern const unsigned char {name}[];\nextern const size_t {name}_size;\n"
                   f"const unsigned char {name}[] = {{\n    " + ",\n    ".join(lines) + f",\n}};\n"
                   f"const size_t {name}_size = {len(data)};\n")


def compact(data):
    return json.dumps(json.loads(data), ensure_ascii=False, separators=(",", ":")).encode()


def main():
    if sys.argv[1] in ("--lesson", "--weights"):
        kind, game, out, paths = sys.argv[1][2:], sys.argv[2], sys.argv[3], [pathlib.Path(path) for path in sys.argv[4:]]
        write(out, f"alea_{kind}_{game}", paths[0].read_bytes() if paths else b"", paths[0].name if paths else "nothing")
        return
    if sys.argv[1] == "--json":
        name, path, out = f"alea_{sys.argv[2]}", pathlib.Path(sys.argv[3]), sys.argv[4]
        write(out, name, compact(path.read_bytes()), path.name)
        return
    if sys.argv[1] == "--bytes":
        name, path, out = f"alea_{sys.argv[2]}", pathlib.Path(sys.argv[3]), sys.argv[4]
        write(out, name, path.read_bytes(), path.name)
        return
    is_compact = sys.argv[1] == "--compact"
    path, out = pathlib.Path(sys.argv[1 + is_compact]), sys.argv[2 + is_compact]
    data = path.read_bytes()
    try:
        json.loads(data)
    except ValueError as fault:
        sys.exit(f"{path}: {fault}")
    write(out, f"alea_data_{path.stem}", compact(data) if is_compact else data, f"data/{path.name}")


if __name__ == "__main__":
    main()
