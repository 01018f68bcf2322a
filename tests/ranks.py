#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Experiments over MPI: several ranks on this machine come to the bytes that threads come to, and one that is killed loses nothing.

ranks.py ALEA, a program built with -Dmpi=enabled. Without mpirun there is nothing to test. The last line is `N passed, N failed`.
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "cli"))
from running import ALEA, LIMIT, run, tests_of  # noqa: E402

MATCH = ["lab", "match", "greedy", "random", "--game", "polis", "--seed", "3", "--json"]
ENV = {**os.environ, "LC_ALL": "C", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
# Each rank leaves its process number in a file.
SHELL = 'echo $$ > "rank.$OMPI_COMM_WORLD_RANK"; exec "$0" "$@"'


def alea(*words):
    """The output of one process."""
    done = subprocess.run([ALEA, *words], capture_output=True, timeout=LIMIT, env=ENV)
    assert done.returncode == 0, done.stderr
    return done.stdout


def start(ranks, words, *options):
    return subprocess.Popen(["mpirun", "--oversubscribe", *options, "-n", str(ranks), "sh", "-c", SHELL, ALEA, *words],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENV)


def ranks_say(ranks, *words):
    job = start(ranks, words)
    out, err = job.communicate(timeout=LIMIT)
    assert job.returncode == 0, err
    return out


def kill_rank(rank, words, *options):
    """Runs three ranks, kills one when some blocks are finished, and waits for the end: what the job printed."""
    job = start(3, [*words, "--resume", "journal"], *options)
    deadline = time.monotonic() + LIMIT
    while not (os.path.exists("journal") and open("journal", "rb").read().count(b"\n") > 8):
        assert time.monotonic() < deadline and job.poll() is None
        time.sleep(0.01)
    with open(f"rank.{rank}") as file:
        os.kill(int(file.read()), signal.SIGKILL)
    out, _ = job.communicate(timeout=LIMIT)
    return out


def test_ranks_come_to_the_same_bytes():
    words = [*MATCH, "--games", "120"]
    wanted = alea(*words, "--threads", "2")
    for ranks in 2, 3:
        assert ranks_say(ranks, *words) == wanted


def test_ranks_stop_at_the_same_block():
    words = [*MATCH, "--sprt", "0.5", "0.7"]
    wanted = alea(*words)
    assert json.loads(wanted)["stopped"] == "sprt"
    assert ranks_say(3, *words) == wanted


def test_tournaments_too():
    words = ["lab", "tournament", "greedy", "random", "idle", "--game", "null", "--games", "400", "--json"]
    assert ranks_say(4, *words) == alea(*words)


def test_a_killed_rank_loses_no_finished_block():
    """The MPI ends the whole job then; what was finished is in the journal."""
    words = [*MATCH, "--games", "600"]
    kill_rank(1, words)
    with open("journal") as file:
        kept = file.read().count("\n")
    assert kept > 8
    assert alea(*words, "--resume", "journal") == alea(*words)


def test_the_others_go_on_where_mpi_lets_them():
    words = [*MATCH, "--games", "600"]
    assert kill_rank(2, words, "--enable-recovery") == alea(*words)


def test_nobody_waits_for_a_run_that_does_not_begin():
    words = [*MATCH, "--games", "40", "--resume", "journal"]
    whole = ranks_say(3, *words)
    assert ranks_say(3, *words) == whole  # the journal has all of it
    with open("journal", "w") as file:
        file.write("precious\n")
    job = start(3, words)
    _, err = job.communicate(timeout=LIMIT)
    assert job.returncode == 1
    assert err.count(b"no journal of the lab") == 1, err


def test_a_wrong_command_line_is_told_once():
    job = start(3, ["lab", "match", "greedy", "nobody", "--game", "polis"])
    _, err = job.communicate(timeout=LIMIT)
    assert job.returncode == 2
    assert err.count(b"unknown bot 'nobody'") == 1, err


if __name__ == "__main__":
    if shutil.which("mpirun"):
        run(tests_of(globals()))
    print("0 passed, 0 failed")
