# SPDX-License-Identifier: MIT
"""running.py - what the tests of the program share: which program, and a runner that gives each test an empty folder of its own."""
import functools
import os
import sqlite3
import subprocess
import sys
import tempfile
import traceback

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ALEA = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("ALEA", os.path.join(ROOT, "build", "alea")))
LIMIT = 300  # seconds, for any one run: a guard against hanging, which a busy machine must not reach


@functools.cache
def store_of_today():
    """The store of tests/store/version1.sql, as bytes, brought up to date by a server that opened it: check and backup upgrade nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "alea.db")
        db = sqlite3.connect(path)
        with open(os.path.join(ROOT, "tests", "store", "version1.sql"), encoding="utf-8") as file:
            db.executescript(file.read())
        db.close()
        with subprocess.Popen([ALEA, "serve", "--db", path, "--listen", "127.0.0.1:0", "--lang", "en"], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            while not server.stdout.readline().startswith("The database:"):
                assert server.poll() is None, "the server did not start"
            server.terminate()
        db = sqlite3.connect(path)
        db.execute("PRAGMA journal_mode = DELETE")  # one file, as the tests lay it out
        db.close()
        with open(path, "rb") as file:
            return file.read()


def tests_of(module):
    """The functions of globals() that are tests: (name, function)."""
    return [(name, function) for name, function in module.items() if name.startswith("test_")]


def run(tests):
    """Runs (name, function) pairs, counts them in the last line, and ends the process."""
    passed = failed = 0
    for name, function in tests:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                function()
                passed += 1
            except Exception:  # whatever it is, the others still run
                failed += 1
                print(f"tests/cli: {name}:\n{traceback.format_exc()}", flush=True)
            os.chdir(ROOT)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)
