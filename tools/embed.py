#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Puts a game's data into the program: embed.py data/GAME.json GAME_data.c

The bytes are alea_data_GAME, and their number is alea_data_GAME_size.
"""
import json
import pathlib
import sys


def main():
    path, out = pathlib.Path(sys.argv[1]), sys.argv[2]
    data = path.read_bytes()
    try:
        json.loads(data)
    except ValueError as fault:
        sys.exit(f"{path}: {fault}")
    name = f"alea_data_{path.stem}"
    lines = [", ".join(str(byte) for byte in data[at:at + 24]) for at in range(0, len(data), 24)]
    with open(out, "w", encoding="utf-8") as file:
        file.write(f"/* Made by tools/embed.py from data/{path.name}. */\n#include <stddef.h>\n\n"
                   f"extern const unsigned char {name}[];\nextern const size_t {name}_size;\n"
                   f"const unsigned char {name}[] = {{\n    " + ",\n    ".join(lines) + f",\n}};\n"
                   f"const size_t {name}_size = sizeof {name};\n")


if __name__ == "__main__":
    main()
