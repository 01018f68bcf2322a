#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`alea play` from a pipe: moves, commands, saving and resuming; files that can't be written; a program that is cut off.

play.py [ALEA]; else $ALEA, else build/alea. Each function test_* is one test, in a folder of its own. The last line is
`N passed, N failed`.
"""
import json
import os
import random
import re
import resource
import signal
import subprocess
import time

from contract import FINE, UNFINISHED, USAGE, WRONG, alea, environment, expect, finished, listed, read, write
from running import ALEA, LIMIT, run, tests_of

# ---- Playing from a pipe -------------------------------------------------------------------------------------------------------

def test_piped_play():
    run = expect(alea("play", "null", "--seed", "a", "--save", "x.alea", stdin="1\n" * 50), FINE, out="Result:")
    assert "\033" not in run.stdout and "\n> " not in run.stdout
    expect(alea("check", "x.alea"), FINE, out="^$", err="^$")
    expect(alea("verify", "x.alea"), FINE, out="commitment ok; 2 throws recomputed")
    again = alea("play", "null", "--seed", "A", "--save", "y.alea", stdin="bet one\n" * 50)
    assert again.stdout.replace("y.alea", "x.alea") == run.stdout and read("x.alea") == read("y.alea")
    first = read("x.alea")
    expect(alea("play", "null", "--seed", "b", "--save", "x.alea", stdin="1\n" * 50), FINE, out="stays as x.alea~")
    assert read("x.alea~") == first and read("x.alea") != first


def test_moves_in_words():
    expect(alea("play", "null", "--save", "x.alea", "--lang", "en", stdin="F\nONE\nfi\n"), FINE, out="'F' may mean: bet four, bet five")
    assert b"A bet one" in read("x.alea") and b"A bet five" in read("x.alea")
    run = alea("play", "null", "--save", "y.alea", "--lang", "it", stdin="Scommetti su tre\n  BET   four \n")
    expect(run, FINE)
    assert b"A bet three" in read("y.alea") and b"A bet four" in read("y.alea")


def test_commands():
    words = {"en": ["why 1", "map", "places", "hand", "odds", "log", "save", "help", "?", "why", "why nonsense", "undo", "", "host"],
             "it": ["perché 1", "perche 1", "mappa", "mano", "probabilità", "probabilita", "registro", "salva", "aiuto",
                    "annulla", "arbitro", "why 1", "undo"]}
    for lang, lines in words.items():
        for line in lines:
            run = alea("play", "null", "--save", "x.alea", "--lang", lang, stdin=f"{line}\nquit\n")
            expect(run, UNFINISHED)
            assert "I don't understand 'why'" not in run.stdout and f"capisco '{line}'" not in run.stdout, (line, run.stdout)
    expect(alea("play", "null", "--lang", "en", stdin="why dice 3\nquit\n"), UNFINISHED, out=r"NULL-[A-Z]+-\d+: \w")
    expect(alea("play", "null", stdin="save other.alea\n1\nquit\n"), UNFINISHED, out="Saved in other.alea")
    assert b"\n1 " not in read("other.alea")
    expect(alea("play", "null", "--save", "x.alea", "--lang", "en", stdin="bett one\n7\n0\n99999999999999999999\nfoo\nthre\nquit\n"),
           UNFINISHED, out=r"(?s)bett.*no choice 7.*no choice 0.*no choice 9999.*'foo'.*")
    expect(alea("play", "null", "--save", "x.alea", stdin="host resign nobody\nquit\n"), UNFINISHED, out="(?s)nobody.*Moves of the host")
    for loser, side in ("A", b"sparta"), ("B", b"athens"):
        expect(alea("play", "polis", "--save", f"{loser}.alea", stdin=f"host resign {loser} | ill\n"), FINE, out="ill")
        assert b"! resign " + side + b" | ill" in read(f"{loser}.alea")
    expect(alea("play", "polis", "--save", "x.alea", stdin="host resign C\nquit\n"), UNFINISHED, out="'C'")
    for line in ("log x", "log -5", "log 1x", "log 0"):
        expect(alea("play", "null", "--save", "x.alea", stdin=f"{line}\nquit\n"), UNFINISHED, out="how many moves")
    expect(alea("play", "null", "--save", "z.alea", stdin="host resign A | had to leave\n"), FINE, out="had to leave")
    assert b"! resign A | had to leave" in read("z.alea")
    expect(alea("play", "null", "--save", "z.alea", stdin="host resign A | it rains\\nC:\\\\new\n"), FINE, out=r"(?m)it rains\n  C:\\new")
    assert read("z.alea").startswith(b"alea 3\n") and b"! resign A | it rains\\nC:\\\\new\n" in read("z.alea")
    expect(alea("play", "null", "--save", "z.alea", stdin="host resign A | C:\\temp\n"), FINE)
    assert read("z.alea").startswith(b"alea 1\n") and b"! resign A | C:\\temp\n" in read("z.alea")
    long = "à" * 4000
    expect(alea("play", "null", "--save", "z.alea", stdin=f"host resign A | {long}b\n"), FINE)
    assert f"! resign A | {long}\n" in read("z.alea").decode()
    expect(alea("report", "z.alea"), FINE, out=long)


def test_rubbish_in():
    garbage = bytes(random.Random(1).randrange(256) for _ in range(20000))
    for data in (b"\0\0\0\n", b"x" * 100000 + b"\n1\n", b"\xff\xfe\n\xc3(\n", garbage, b"\x1b[2J\n", b"1"):
        run = subprocess.run([ALEA, "play", "null", "--save", "x.alea"], input=data, capture_output=True, timeout=LIMIT,
                             env=environment())
        assert run.returncode in (FINE, UNFINISHED), (data[:20], run)
        assert b"\x1b" not in run.stdout
        assert alea("check", "x.alea").returncode == FINE


def test_end_of_input_and_resume():
    expect(alea("play", "null", "--seed", "5", "--save", "whole.alea", "--seats", "human,greedy", stdin="2\n2\n"), FINE)
    run = expect(alea("play", "null", "--seed", "5", "--save", "part.alea", "--seats", "human,greedy", stdin="2\n"), UNFINISHED,
                 out="alea play null --resume part.alea")
    expect(alea("check", "part.alea"), FINE)
    expect(alea("play", "--resume", "part.alea", "--save", "copy.alea", stdin=""), UNFINISHED)
    assert read("copy.alea") == read("part.alea")
    expect(alea("play", "null", "--resume", "part.alea", stdin="2\n"), FINE)
    assert read("part.alea") == read("whole.alea"), "a match resumed is the same match"
    assert not os.path.exists("part.alea~")
    expect(alea("play", "--resume", "part.alea"), FINE, out="Result:")
    expect(alea("play", "--resume", "part.alea", "--seed", "7"), USAGE)
    for game in listed():
        expect(alea("play", game["id"], "--resume", "part.alea"), WRONG, err="null")
    assert "Round 1" in run.stdout


def test_default_save():
    run = expect(alea("play", "null", stdin="1\n"), UNFINISHED)
    files = os.listdir("state/alea")
    assert len(files) == 1 and re.fullmatch(r"null-\d{8}-\d{6}\.alea", files[0]) and files[0] in run.stdout, files
    home = environment(HOME=os.getcwd())
    del home["XDG_STATE_HOME"]
    subprocess.run([ALEA, "play", "null"], input="", text=True, capture_output=True, timeout=LIMIT, env=home)
    assert len(os.listdir(".local/state/alea")) == 1


def test_default_saves_at_once():
    """Matches that begin in the same second have a file each."""
    runs = [subprocess.Popen([ALEA, "play", "null", "--seed", str(seed)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, env=environment()) for seed in range(8)]
    for run in runs:
        run.communicate(b"1\n", timeout=LIMIT)
    files = [os.path.join("state/alea", name) for name in os.listdir("state/alea")]
    assert len(files) == 8 and len({read(file) for file in files}) == 8, files
    expect(alea("check", *files), FINE)


def test_saving_keeps_what_was_there():
    os.mkdir("far")
    write("far/real", "precious\n")
    os.symlink("far/real", "link")
    expect(alea("play", "null", "--save", "link", stdin="1\n"), UNFINISHED, out="stays as link~")
    assert read("link~") == b"precious\n" and not os.path.islink("link~") and b"bet" in read("far/real")
    write("f", "one\n")
    write("f~", "two\n")
    expect(alea("play", "null", "--save", "f", stdin="1\n"), UNFINISHED, out="stays as f~2")
    assert read("f~") == b"two\n" and read("f~2") == b"one\n" and b"bet" in read("f")
    name = "x" * 255  # there is no longer name: the backup can't be made
    write(name, "three\n")
    expect(alea("play", "null", "--save", name, "--lang", "it", stdin="1\n2\n"), WRONG, err="non si può tenere.*troppo lungo")
    assert read(name) == b"three\n", "a file without a backup was replaced"


def test_way_on():
    """The line that tells how to go on can be pasted into a shell."""
    write("a scenario.json", json.dumps({"format": "alea.scenario", "version": 1, "game": "null", "name": "x", "replace": {}}))
    for more in ([], ["--scenario", "a scenario.json"]):
        if more and alea("play", "null", *more, "--save", "try.alea").returncode == WRONG:
            continue
        run = expect(alea("play", "null", "--seed", "1", *more, "--save", "it's my game.alea", stdin="1\n"), UNFINISHED)
        line = re.search(r"To go on: alea (.*)", run.stdout)[1]
        again = subprocess.run(["sh", "-c", f'"$ALEA_PROGRAM" {line}'], input="1\n", text=True, capture_output=True, timeout=LIMIT,
                               env=environment(ALEA_PROGRAM=ALEA))
        expect(again, FINE)
        line = re.search(r"To verify.*: alea (.*)", again.stdout)[1]
        expect(subprocess.run(["sh", "-c", f'"$ALEA_PROGRAM" {line}'], text=True, capture_output=True, timeout=LIMIT,
                              env=environment(ALEA_PROGRAM=ALEA)), FINE)
        os.remove("it's my game.alea")


def test_several_people():
    run = alea("play", "null", "--seats", "human,human", "--name", "A=Anna", "--name", "Bruno", "--lang", "en",
               "--save", "x.alea", stdin="3\n4\n1\n2\n")
    expect(run, FINE, out=r"(?s)A \(Anna\): Which.*turn of B \(Bruno\).*B \(Bruno\): Which")
    before = run.stdout.split("B (Bruno): Which")[0].split("turn of B")[1]
    assert "three" not in before, "B sees the bet of A"
    assert b"seat A human Anna" in read("x.alea")


def test_dice_by_hand():
    run = alea("play", "null", "--dice", "hand", "--seats", "human,random", "--save", "x.alea", stdin="1\n9\n2\n1\ndice 6\n")
    expect(run, FINE, out="as they fell")
    assert b"dice by hand" in read("x.alea") and b"* dice 2" in read("x.alea") and b"* dice 6" in read("x.alea")
    expect(alea("verify", "x.alea"), WRONG, err="by hand")
    expect(alea("check", "x.alea"), FINE)


def test_words_and_shuffle():
    for i, more in enumerate(([], ["--word", "A=ciao"], ["--word", "B=ciao"])):
        expect(alea("play", "null", "--seats", "random,random", "--seed", "1", "--save", f"{i}.alea", *more), FINE)
        expect(alea("verify", f"{i}.alea"), FINE)
    dice = [re.findall(r"\* dice \d", read(f"{i}.alea").decode()) for i in range(3)]
    assert len({str(d) for d in dice}) > 1 and b"word A ciao" in read("1.alea")
    orders = set()
    for seed in range(8):
        expect(alea("play", "null", "--seats", "random,greedy", "--shuffle", "--seed", f"{seed}", "--save", f"s{seed}.alea"), FINE)
        orders.add(re.search(rb"seat A (\S+)", read(f"s{seed}.alea"))[1])
    assert len(orders) == 2


# ---- Files that can't be written -----------------------------------------------------------------------------------------------

def test_unwritable():
    for path in ("/nonexistent/folder/x.alea", ".", "state/"):
        os.makedirs("state", exist_ok=True)
        run = alea("play", "null", "--save", path, stdin="1\n2\n")
        expect(run, WRONG, out="Result:", err="NOT saved")
        assert run.stderr.count("goes on") == 1, "one complaint for each cause"
        assert "is saved after" not in run.stdout
    run = alea("play", "null", "--save", "/nonexistent/x.alea", stdin="1\nsave good.alea\nquit\n")
    expect(run, WRONG, out="Saved in good.alea", err="NOT saved")
    assert b"A bet one" in read("good.alea")


def test_disk_full():
    def tiny():
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))
    write("x.alea", b"old game\n")
    run = alea("play", "null", "--save", "x.alea", stdin="1\n2\n", preexec_fn=tiny)
    expect(run, WRONG, out="Result:", err="NOT saved in x.alea")
    assert read("x.alea") == b"old game\n", "the old file was damaged"
    assert {"x.alea", "x.alea~"} >= set(os.listdir(".")) - {"state"}, f"debris: {os.listdir('.')}"
    expect(alea("play", "null", stdin="1\n", preexec_fn=tiny), WRONG, err="NOT saved")
    assert os.listdir("state/alea") == [], "a reserved name was left"
    expect(alea("play", "null", "--save", "/dev/full", stdin="1\n2\n"), WRONG, out="Result:", err="NOT saved")
    assert os.path.exists("/dev/full") and not os.path.isfile("/dev/full")
    with open("/dev/full", "w") as full:
        for command in (["games"], ["--help"], ["sim", "null", "--games", "5"], ["replay", finished()]):
            run = subprocess.run([ALEA, *command], stdout=full, stderr=subprocess.PIPE, text=True, timeout=LIMIT, env=environment())
            assert run.returncode == WRONG and "output" in run.stderr, (command, run)
        run = subprocess.run([ALEA, "play", "null", "--save", "y.alea"], input="1\n", stdout=full, stderr=subprocess.PIPE, text=True,
                             timeout=LIMIT, env=environment())
        assert run.returncode == UNFINISHED and "--resume y.alea" in run.stderr and "output" in run.stderr, run
    expect(alea("check", "y.alea"), FINE)


def test_save_through_a_link():
    os.mkdir("far")
    os.symlink("far/real.alea", "link.alea")
    expect(alea("play", "null", "--save", "link.alea", stdin="1\n"), UNFINISHED)
    assert os.path.islink("link.alea") and b"bet" in read("far/real.alea")


# ---- Cut off in the middle -----------------------------------------------------------------------------------------------------

def start(*args):
    return subprocess.Popen([ALEA, "play", "null", "--lang", "en", *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, env=environment())


def read_until(process, words):
    """Lines of the process up to one with the words."""
    lines, deadline = "", time.time() + LIMIT
    while words not in lines:
        assert time.time() < deadline, lines
        line = process.stdout.readline()
        assert line, lines
        lines += line
    return lines


def test_two_sessions_lose_nothing():
    """What another session on the same file has made meanwhile stays as FILE~."""
    expect(alea("play", "null", "--lang", "en", "--option", "rounds=3", "--save", "x.alea", stdin="1\n"), UNFINISHED)
    one, other = start("--resume", "x.alea"), start("--resume", "x.alea")
    for process in one, other:
        read_until(process, "6) ")
    ours = []
    for process, move in (one, "2"), (other, "3"):
        process.stdin.write(move + "\n")
        process.stdin.flush()
        read_until(process, "6) ")
        ours.append(read("x.alea"))
    out = other.communicate(timeout=LIMIT)[0] + one.communicate(timeout=LIMIT)[0]
    assert ours[0] != ours[1] and read("x.alea~") == ours[0] and read("x.alea") == ours[1], out
    assert os.listdir(".").count("x.alea~2") == 0, "who made nothing leaves nothing"


def test_resumed_from_a_pipe():
    """It goes on under a name of its own, which is told."""
    expect(alea("play", "null", "--lang", "en", "--save", "x.alea", stdin="1\n"), UNFINISHED)
    expect(alea("play", "null", "--lang", "en", "--resume", "-", stdin=read("x.alea").decode()), UNFINISHED, out=r"--resume \S+/null-\S+alea")
    assert not os.path.exists("-")


def test_kill_loses_nothing():
    for number, status in ((signal.SIGKILL, -9), (signal.SIGINT, UNFINISHED), (signal.SIGTERM, UNFINISHED), (signal.SIGHUP, UNFINISHED)):
        path = f"{number.name}.alea"
        process = start("--seed", "3", "--save", path)
        process.stdin.write("2\n")
        process.stdin.flush()
        shown = read_until(process, "scores") if number == signal.SIGKILL else read_until(process, "The die shows")
        read_until(process, "6) ")
        process.send_signal(number)
        _, err = process.communicate(timeout=LIMIT)
        assert process.returncode == status, (number, process.returncode, err)
        assert number == signal.SIGKILL or f"--resume {path}" in err, (number, err)
        expect(alea("check", path), FINE)
        die = re.search(r"die shows (\w+)", shown)[1]
        faces = dict(zip("one two three four five six".split(), "123456"))
        assert f"* dice {faces[die]}" in read(path).decode()
        expect(alea("play", "--resume", path, stdin="2\n"), FINE)


def test_kill_while_saving():
    """Whatever the moment, the file is a whole transcript or not there."""
    rng = random.Random(4)
    for i in range(20):
        process = start("--save", "x.alea")
        try:
            process.stdin.write("2\n")
            process.stdin.flush()
            time.sleep(rng.random() * 0.03)
        except BrokenPipeError:
            pass
        process.kill()
        process.communicate()
        if os.path.exists("x.alea"):
            expect(alea("check", "x.alea"), FINE)


def test_closed_pipe():
    process = start("--save", "x.alea")
    read_until(process, "6) ")
    process.stdout.close()
    process.stdin.write("2\n2\n")
    process.stdin.close()
    err = process.stderr.read()
    assert process.wait(timeout=LIMIT) == UNFINISHED and "--resume x.alea" in err, (process.returncode, err)
    expect(alea("check", "x.alea"), FINE)


if __name__ == "__main__":
    run(tests_of(globals()))
