# SPDX-License-Identifier: MIT
"""contract.py - what the tests of the program as scripts see it share: how it is called, and what is expected of status and outputs.

The null game stands for all games; where a game for people is needed it is the first one listed.
"""
import json
import os
import pty
import re
import select
import signal
import subprocess
import termios
import time

from running import ALEA, LIMIT

FINE, WRONG, USAGE, UNFINISHED = 0, 1, 2, 3
for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):  # what a job in the background ignores, its programs ignore too
    signal.signal(number, signal.SIG_DFL)


def environment(**more):
    env = {key: value for key, value in os.environ.items() if key not in ("LC_ALL", "LC_MESSAGES", "NO_COLOR", "COLUMNS")}
    return {**env, "LANG": "C.UTF-8", "XDG_STATE_HOME": os.path.join(os.getcwd(), "state"), **more}


def alea(*args, stdin="", env=None, **more):
    return subprocess.run([ALEA, *args], input=stdin, text=True, capture_output=True, timeout=LIMIT,
                          env=environment(**(env or {})), **more)


def expect(run, status, out=None, err=None):
    """Checks the status, that nothing crashed, and what the outputs match."""
    said = f"\nstatus {run.returncode}\nstdout: {run.stdout[-1500:]}\nstderr: {run.stderr[-1500:]}"
    assert run.returncode == status, f"wanted status {status}{said}"
    assert "Sanitizer" not in run.stderr and "runtime error" not in run.stderr, said
    assert out is None or re.search(out, run.stdout), f"stdout does not match {out!r}{said}"
    assert err is None or re.search(err, run.stderr), f"stderr does not match {err!r}{said}"
    return run


def bots(game):
    """As many as seats are usual."""
    usual = {"incursio": 2}.get(game["id"], 3)
    return ",".join(["random"] * min(max(usual, game["seats"]["min"]), game["seats"]["max"]))


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


def listed():
    return json.loads(alea("games", "--json").stdout)["games"]


def finished(path="done.alea", seed="1"):
    expect(alea("play", "null", "--seats", "greedy,random", "--seed", seed, "--save", path), FINE)
    return path


def at_terminal(keys, *args, **env):
    """Types the keys (bytes, or seconds to wait) at a terminal of 80 by 24; all that was shown, and the status."""
    pid, fd = pty.fork()
    if pid == 0:
        try:
            os.execve(ALEA, [ALEA, *args], environment(**{"TERM": "xterm", **env}))
        finally:
            os._exit(127)
    shown, deadline = b"", time.time() + LIMIT

    edits = env.get("TERM") != "dumb"

    def waits():
        """It sleeps, and its line editor has the terminal, which loses keys typed before; where there is no editor, the terminal keeps them."""
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            state = file.read().rsplit(")", 1)[1].split()[0]
        return state == "Z" or state == "S" and not (edits and termios.tcgetattr(fd)[3] & termios.ICANON)

    def settle():
        """Reads what it says, until it waits for a key, with nothing more to read, or has ended."""
        nonlocal shown
        while time.time() < deadline:
            waited = waits()
            if select.select([fd], [], [], 0.05)[0]:
                try:
                    shown += os.read(fd, 65536)
                except OSError: # the terminal's other end is closed
                    return
            elif waited and waits():
                return
    settle()
    for key in keys:
        try:
            os.write(fd, key)
        except OSError:
            break
        settle()
    while time.time() < deadline:
        settle()
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            break
    else:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        raise AssertionError(f"still there: {shown.decode(errors='replace')}")
    os.close(fd)
    return shown.decode(errors="replace"), os.waitstatus_to_exitcode(status)
