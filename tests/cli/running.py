# SPDX-License-Identifier: MIT
"""running.py - what the tests of the program share: which program, and a runner that gives each test an empty folder of its own."""
import os
import sys
import tempfile
import traceback

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ALEA = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("ALEA", os.path.join(ROOT, "build", "alea")))
LIMIT = 300  # seconds, for any one run: a guard against hanging, which a busy machine must not reach


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
