#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program as scripts see it: exit status, output, files. contract.py [ALEA]; else $ALEA, else build/alea.

Each function test_* is one test, in a folder of its own. The null game stands for all games; where a game for people is
needed it is the first one listed. The last line is `N passed, N failed`.
"""
import json
import os
import pty
import random
import re
import resource
import select
import signal
import subprocess
import time

from running import ALEA, LIMIT, ROOT, run, store_of_today, tests_of

COMMANDS = ["games", "learn", "play", "replay", "report", "check", "odds", "verify", "backup", "restore", "recover", "sim", "lab",
            "bench"]
SERVERS = ["serve", "bot-host"]  # their examples want a server or a program: tests/server, bots.py
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


def server_database(path="alea.db"):
    write(path, store_of_today())


# ---- Help and usage ------------------------------------------------------------------------------------------------------

def test_help():
    expect(alea("--help"), FINE, out="Usage: alea")
    expect(alea("--version"), FINE, out=r"^alea \d+\.\d+\.\d+\n$")
    for command in COMMANDS + SERVERS:
        run = expect(alea(command, "--help"), FINE, out=rf"(?s)Usage: alea {command}.*Example:\n  alea {command}")
        assert max(map(len, run.stdout.splitlines())) <= 80, f"{command} --help is wider than 80 columns"
        expect(alea("help", command), FINE, out=rf"Usage: alea {command}")
        expect(alea(command, "--help", "--lang", "it"), FINE, out=rf"(?s)Uso: alea {command}.*Esempio:")


def test_examples():
    """Whoever copies an example of --help sees it work."""
    game = listed()[0]
    server_database()
    for lang in ("it", "en"):
        name = "partita.alea" if lang == "it" else "match.alea"
        who = bots(game)
        expect(alea("play", game["id"], "--seats", who, "--seed", "1", "--save", name), FINE)
        for command in COMMANDS:
            example = re.search(r"(?s)(?:Esempio|Example):\n(.*)", alea(command, "--help", "--lang", lang).stdout)[1]
            for line in filter(None, map(str.strip, example.splitlines())):
                assert line.startswith("alea "), line
                run = subprocess.run(["sh", "-c", f'"$ALEA_PROGRAM" {line[5:]}'], input="", text=True, capture_output=True,
                                     timeout=LIMIT, env=environment(ALEA_PROGRAM=ALEA))
                expect(run, UNFINISHED if command in ("play", "learn") else FINE)


def test_usage_errors():
    expect(alea("--foo"), USAGE, err="there are: --help")
    expect(alea("--langx", "games"), USAGE, err="--langx")
    expect(alea(), USAGE)
    expect(alea("plya"), USAGE, err="did you mean 'play'")
    expect(alea("zzzzzzzz"), USAGE, err="there are: games")
    for command in COMMANDS + SERVERS:
        expect(alea(command, "--helpp"), USAGE, err="did you mean '--help'")
        expect(alea(command, "--help=yes"), USAGE)
    expect(alea("play", "null", "--seatz", "human,human"), USAGE, err="did you mean '--seats'")
    expect(alea("play", "null", "--seats"), USAGE, err="wants a value")
    expect(alea("play"), USAGE, err="alea games")
    expect(alea("play", "null", "null"), USAGE)
    expect(alea("play", "nothing-like-it"), USAGE, err="unknown game")
    expect(alea("play", "null", "--seats", "human,gredy"), USAGE, err="did you mean 'greedy'")
    expect(alea("play", "null", "--seats", "human,human,human"), USAGE, err="3 seats")
    expect(alea("play", "null", "--option", "roundz=1"), USAGE, err="rounds")
    expect(alea("play", "null", "--option", "rounds=many"), USAGE, err="many")
    expect(alea("play", "null", "--option", "rounds"), USAGE)
    for seed in ("", "xyz", "0" * 65):
        expect(alea("play", "null", "--seed", seed), USAGE, err="hexadecimal")
    expect(alea("play", "null", "--dice", "loaded"), USAGE, err="loaded")
    expect(alea("play", "null", "--name", "Z=Zoe"), USAGE)
    expect(alea("play", "null", "--lang", "fr"), USAGE, err="fr")
    for bad in (("--games", "0"), ("--games", "x"), ("--threads", "0"), ("--seed", "-1"), ("--bots", "random"), ("--bots", "")):
        expect(alea("sim", "null", *bad), USAGE)
    for command in ("check", "verify", "replay", "report"):
        expect(alea(command), USAGE, err="which file")


def test_language():
    for env, words in (({"LANG": "it_IT.UTF-8"}, "Uso"), ({"LANG": "de_DE.UTF-8"}, "Usage"), ({"LANG": "C"}, "Usage"),
                       ({"LC_ALL": "en_GB", "LANG": "it_IT"}, "Usage"), ({"LC_MESSAGES": "it"}, "Uso")):
        expect(alea("--help", env=env), FINE, out=words)
        other = "en" if words == "Uso" else "it"
        expect(alea("--lang", other, "--help", env=env), FINE, out="Usage" if other == "en" else "Uso")
    expect(alea("plya", "--lang=it"), USAGE, err="volevi dire")
    expect(alea("play", "null", "--lang", "it", stdin="esci\n"), UNFINISHED, out="La partita è salvata")


def test_games():
    games = listed()
    for game in games:
        assert {"id", "title", "summary", "seats", "secrets", "options"} <= set(game) and game["id"] != "null"
        expect(alea("games"), FINE, out=f"(?m)^{game['id']} - ")
        for option in game["options"]:
            assert option["key"] and option["text"] and "default" in option
            expect(alea("games"), FINE, out=rf"(?m)^ +{option['key']} = ")
            assert len(option.get("words", [])) == len(option.get("values", []))
            for value, words in zip(option.get("values", []), option.get("words", [])):
                expect(alea("games", game["id"]), FINE, out=rf"(?m)^ +- {value}: {re.escape(words)}$")
        alone = json.loads(expect(alea("games", game["id"], "--json"), FINE).stdout)["games"]
        assert alone == [game]
        schema = json.loads(expect(alea("games", game["id"], "--schema"), FINE).stdout)
        assert schema["additionalProperties"] is False and schema["required"] == list(schema["properties"])
    expect(alea("games", "more"), USAGE)
    expect(alea("games", games[0]["id"], games[0]["id"]), USAGE)
    expect(alea("games", "--schema"), USAGE, err="which game")


# ---- Playing from a pipe ---------------------------------------------------------------------------------------------------

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
    for line in ("log x", "log -5", "log 1x", "log 0"):
        expect(alea("play", "null", "--save", "x.alea", stdin=f"{line}\nquit\n"), UNFINISHED, out="how many moves")
    expect(alea("play", "null", "--save", "z.alea", stdin="host resign A | had to leave\n"), FINE, out="had to leave")
    assert b"! resign A | had to leave" in read("z.alea")


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


# ---- Files that can't be written --------------------------------------------------------------------------------------------

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


# ---- A terminal -------------------------------------------------------------------------------------------------------------------

def at_terminal(keys, *args, **env):
    """Types the keys (bytes, or seconds to wait) at a terminal of 80 by 24; all that was shown, and the status."""
    pid, fd = pty.fork()
    if pid == 0:
        try:
            os.execve(ALEA, [ALEA, *args], environment(**{"TERM": "xterm", **env}))
        finally:
            os._exit(127)
    shown, deadline = b"", time.time() + LIMIT

    def sleeps():
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] in "SZ"

    def settle():
        """Reads what it says, until it waits for a key (it sleeps, and there is nothing more to read) or has ended."""
        nonlocal shown
        while time.time() < deadline:
            slept = sleeps()
            if select.select([fd], [], [], 0.05)[0]:
                try:
                    shown += os.read(fd, 65536)
                except OSError: # the terminal's other end is closed
                    return
            elif slept and sleeps():
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


def test_warnings():
    """What is feared of a move stands under it; at a terminal it has to be typed twice, from a pipe once."""
    args = ("play", "polis", "--seed", "a", "--seats", "human,human", "--save", "x.alea")
    piped = expect(alea(*args, stdin="pass\n"), UNFINISHED, out=r"(?m)^     ! After this, .* POL-END-2 .*$")
    assert "Type it again" not in piped.stdout and re.search(rb"(?m)^\d+ [AB] pass", read("x.alea"))
    shown, _ = at_terminal([b"pass\r", b"quit\r"], *args, "--lang", "en")
    assert "Type it again" in " ".join(shown.split()) and b" pass" not in read("x.alea"), shown
    shown, _ = at_terminal([b"pass\r", b"pass\r", b"quit\r"], *args, "--lang", "en")
    assert re.search(rb"(?m)^\d+ [AB] pass", read("x.alea")), shown


def test_terminal():
    args = ("play", "null", "--lang", "en", "--save", "x.alea")
    shown, status = at_terminal([b"bet th\t\r", b"\x03"], *args)
    assert status == UNFINISHED and "\033[1;38;5;" in shown and b"A bet three" in read("x.alea"), shown
    shown, status = at_terminal([b"quit\r"], *args, NO_COLOR="1")
    assert status == UNFINISHED and "38;5" not in shown, shown
    shown, status = at_terminal([b"quit\r"], *args, TERM="dumb")
    assert status == UNFINISHED and "\033" not in shown, shown
    shown, status = at_terminal([b"\x04"], *args)
    assert status == UNFINISHED and "saved" in shown, shown
    shown, status = at_terminal([b"perch\xc3\xa9 1\r", b"esci\r"], "play", "null", "--lang", "it", "--save", "x.alea")
    assert status == UNFINISHED and "si può" in shown, shown
    shown, status = at_terminal([b"3\r", b"\r", b"quit\r"], "play", "null", "--seats", "human,human", "--save", "y.alea")
    assert "\033[2J" in shown and "presses Enter" in shown and "bet on three" not in shown.split("\033[2J")[1], shown


CLEARED = "\033[3J"


def test_curtain():
    """Whoever still sits there when the screen is to be passed on learns nothing of the next, who learns nothing of theirs."""
    args = ("play", "null", "--lang", "en", "--seats", "human,human", "--seed", "1")
    keys = [b"why bet three\r", b"bet four\r", b"\t", b"\x1b[A", b"\r", b"\x1b[A", b"\x15quit\r"]
    shown, status = at_terminal(keys, *args, "--save", "x.alea", NO_COLOR="1")
    behind = shown.split(CLEARED, 1)[1]
    curtain, turn = behind.split("B: Which")[0], behind.split("B: Which")[1]
    assert status == UNFINISHED and not re.search(r"bet \w|why", curtain), curtain
    assert "bet four" not in turn and "why bet" not in turn, turn
    shown, status = at_terminal([b"quit\r"], *args, "--save", "z.alea")
    assert CLEARED not in shown, "at the start all see the same"


def test_curtain_of_a_resumed_match():
    """Whoever is next holds something hidden in some of these: it is not shown to whoever resumes."""
    hidden = 0
    for game in listed():
        for seed in range(2):
            rng, path = random.Random(seed), f"{game['id']}-{seed}.alea"
            lines = "".join(f"{rng.choice((1, 1, 2, 3, 4))}\n" for _ in range(300))
            alea("play", game["id"], "--seats", bots(game).replace("random", "human"), "--seed", str(seed), "--save", path, stdin=lines)
            hidden += "now it is the turn of" in alea("play", "--resume", path, "--lang", "en").stdout
    assert hidden > 0


# ---- Transcripts --------------------------------------------------------------------------------------------------------------------

def test_replay():
    path = finished()
    expect(alea("replay", path), FINE, out=r"(?s)The null game.*    1  .*Result:")
    data = json.loads(expect(alea("replay", path, "--json"), FINE).stdout)
    assert data["game"] == "null" and len(data["plies"]) == 6 and data["over"] and sum(data["score"]) == 1
    assert data["plies"][0]["move"].startswith("bet ") and data["plies"][2]["actor"] == "*"
    seen = json.loads(expect(alea("replay", path, "--json", "--seat", "B", "--ply", "2"), FINE).stdout)
    assert "move" not in seen["plies"][0] and seen["plies"][1]["move"].startswith("bet ") and not seen["over"]
    assert seen["position"]["bet"]["A"] is None and seen["position"]["bet"]["B"]
    expect(alea("replay", path, "--seat", "0", "--ply", "0"), FINE)
    expect(alea("replay", path, "--ply", "7"), WRONG, err="has 6")
    expect(alea("replay", path, "--ply", "-1"), USAGE)
    expect(alea("replay", path, "--seat", "C"), WRONG, err="A to B")
    run = expect(alea("replay", path, "--explain"), FINE, out="(?m)^#")
    write("explained.alea", run.stdout)
    expect(alea("check", "explained.alea"), FINE)
    part = expect(alea("replay", path, "--explain", "--ply", "3"), FINE).stdout
    assert run.stdout.startswith(part) and "\n4 " not in part
    expect(alea("replay", "-", stdin=read(path).decode()), FINE, out="Result:")


def test_replay_explained_for_a_seat():
    path = finished()
    text = read(path).decode()
    every = expect(alea("replay", path, "--explain"), FINE).stdout
    seen = expect(alea("replay", path, "--explain", "--seat", "B", "--ply", "2"), FINE).stdout
    bet = re.search(r"(?m)^1 A (bet \w+)", text)[1]
    own = re.search(r"(?m)^2 B (bet \w+)", seen)[1]
    assert "\n1 A ?\n" in seen and bet not in seen.replace(own, "")
    assert "seed " not in seen and "(known to" not in seen
    views = re.findall(r"; views:.* B (\w+)", every)[:3]
    assert re.findall(r"check of its view: (\w+)", seen) == views, (views, seen)
    assert not {hash for hash in re.findall(r"position (\w+)", every)[1:3] if hash in seen}, "a check of what is hidden"
    expect(alea("replay", path, "--explain", "--json"), USAGE, err="--explain and --json")
    for bad in ("4294967296", "1x", ""):
        expect(alea("replay", path, "--seat", bad), WRONG, err="A to B")


def told(path, *more):
    """What the reports of all days tell: events, and each of the moves of a line."""
    last = int(re.search(r"from \d+ to (\d+)", alea("report", path, "--lang", "en", "--round", "999999").stderr)[1])
    words = set()
    for day in range(last + 1):
        run = alea("report", path, "--lang", "en", "--round", str(day), *more)
        if run.returncode != USAGE or day > 0:  # some games count from 1
            expect(run, FINE, out=rf"^[^\n]+: day {day}, for ")
        assert "\033" not in run.stdout
        for line in re.findall(r"(?m)^- (.*?)(?: \(x\d+\))?$", run.stdout):
            words |= {line, *re.sub(r"^(\w+( \([^)]*\))?|Host): ", "", line).split("; ")}
    return words


def known(path, seat):
    """Words of the moves and events that a seat knows."""
    plies = json.loads(expect(alea("replay", path, "--json", "--lang", "en", "--seat", seat), FINE).stdout)["plies"]
    return {words for ply in plies for words in [*ply["events"], ply.get("words", "")]}


def test_report():
    path = finished()
    expect(alea("report", path, "--round", "1"), FINE, out=r"^The null game: day 1, for everybody\n- A has bet\n- B has bet\n")
    expect(alea("report", path, "--round", "1", "--lang", "it", "--seat", "B"), FINE, out=r"(?m)^Il.*: giorno 1, per B \(random\)$")
    expect(alea("report", "-", stdin=read(path).decode()), FINE, out="Result:")
    expect(alea("report", path, "--seat", "C"), WRONG, err="A to B")
    expect(alea("report", path, "--round", "99"), USAGE, err="--round '99'")
    expect(alea("report", path, "--round", "one"), USAGE, err="--round 'one'")
    expect(alea("report", path, "--side", "north"), USAGE, err="null has no sides; use --seat")
    expect(alea("report", path, "--side", "north", "--seat", "A"), USAGE, err="--side and --seat")
    alea("play", "null", "--save", "x.alea", stdin="")
    expect(alea("report", "x.alea"), WRONG, err="no day is over yet; --round")
    for game in listed():
        path, seats = f"{game['id']}.alea", bots(game)
        expect(alea("play", game["id"], "--seats", seats, "--seed", "1", "--save", path), FINE)
        knows = {seat: known(path, seat) for seat in "ABC"[:seats.count(",") + 1]}
        tells = {seat: told(path, "--seat", seat) for seat in knows}
        everybody = told(path)
        for seat in knows:
            own = knows[seat] - set.union(*(knows[other] for other in knows if other != seat))
            assert not own or own & tells[seat], f"{game['id']}: {seat} is told nothing of its own"
            for other in knows:
                leak = (knows[other] - knows[seat]) & tells[seat]
                assert not leak, f"{game['id']}: {seat} is told what {other} alone knows: {leak}"
            assert not own & everybody, f"{game['id']}: everybody is told what {seat} alone knows"


def test_report_of_a_side():
    expect(alea("play", "polis", "--seats", "random,random", "--seed", "1", "--save", "x.alea"), FINE)
    seat = expect(alea("report", "x.alea", "--round", "1", "--lang", "en", "--seat", "B"), FINE).stdout.split("\n", 1)
    for word in ("athens", "ATE", "Athens"):
        side = expect(alea("report", "x.alea", "--round", "1", "--lang", "en", "--side", word), FINE).stdout.split("\n", 1)
        assert side[1] == seat[1] and side[0].endswith("for Athens") and seat[0].endswith("for B (random)"), (side[0], seat[0])
    expect(alea("report", "x.alea", "--side", "zzzz"), USAGE, err="there are: sparta, athens")


def test_sealed():
    expect(alea("play", "null", "--seed", "7", "--save", "x.alea", "--seats", "human,greedy", stdin="1\n"), UNFINISHED)
    assert b"\nseed " in read("x.alea")
    write("sealed.alea", expect(alea("replay", "x.alea", "--sealed"), FINE, out="(?m)^commitment ").stdout)
    assert b"\nseed " not in read("sealed.alea") and read("sealed.alea") == re.sub(rb"(?m)^(seed|# of) .*\n", b"", read("x.alea"))
    expect(alea("check", "sealed.alea"), FINE)
    expect(alea("play", "--resume", "sealed.alea"), WRONG, err="only who holds it")
    assert expect(alea("replay", finished(), "--sealed"), FINE).stdout.encode() == read("done.alea"), "a finished match is open"
    for more in ("--json", "--seat=A"):
        expect(alea("replay", "x.alea", "--sealed", more), USAGE, err="--sealed and --")


def test_check_finds_faults():
    path = finished()
    text = read(path).decode()
    expect(alea("check", path, path), FINE, out="^$", err="^$")
    spoilt = {"move": re.sub(r"(?m)^4 A bet \w+", "4 A bet nine", text), "seat": re.sub(r"(?m)^2 B", "2 A", text),
              "hash": re.sub(r"(?m)^= ......", "= 000000", text), "end": re.sub(r"(?m)^end .*", "end 0.5 0.5 ", text),
              "version": text.replace("alea 1", "alea 99"), "game": text.replace("game null", "game chess"),
              "cut": text[:len(text) // 2], "binary": "\x7fELF\0\1\2", "empty": "", "options": text.replace("rounds=2", "rounds=77"),
              "long": "alea 1\n" + "x" * 10000 + "\n"}
    for name, words in spoilt.items():
        if words == text:
            continue
        write(f"{name}.alea", words)
        run = expect(alea("check", f"{name}.alea"), WRONG, out=rf"^{name}\.alea:", err="^$")
        assert len(run.stdout.splitlines()) >= 1
        expect(alea("verify", f"{name}.alea"), WRONG)
        expect(alea("play", "--resume", f"{name}.alea"), WRONG)
        assert read(f"{name}.alea").decode() == words, "a bad file was touched"
    expect(alea("check", "seat.alea"), WRONG, out=r"(?m)^seat\.alea:\d+: ply 2: refused NULL-[A-Z]+-\d+: .+")
    expect(alea("check", "seat.alea", "--lang", "it"), WRONG, out=r"(?m)^seat\.alea:\d+: ply 2: refused NULL-[A-Z]+-\d+: .+")
    run = expect(alea("check", path, "seat.alea", "cut.alea"), WRONG)
    assert "seat.alea:" in run.stdout and "cut.alea:" in run.stdout and path not in run.stdout


def test_bad_files():
    os.mkdir("folder")
    with open("huge.alea", "wb") as file:
        file.truncate((64 << 20) + 1)
    for command in ("check", "verify", "replay", "report"):
        expect(alea(command, "missing.alea"), WRONG, err="missing.alea")
        expect(alea(command, "folder"), WRONG, err="folder: can't be read")
        expect(alea(command, "missing.alea", "--lang", "it"), WRONG, err="non si può leggere: il file o la cartella non esiste")
        expect(alea(command, "huge.alea"), WRONG, err="too large")
    expect(alea("play", "--resume", "missing.alea"), WRONG, err="missing.alea")
    write("bad.json", "{")
    for name in ("bad.json", "folder", "missing.json"):
        for command in (["play", "null"], ["sim", "null"]):
            expect(alea(*command, "--scenario", name), WRONG, err=".")


def test_verify_catches_cheats():
    text = read(finished()).decode()
    write("die.alea", re.sub(r"(?m)^(3 \* dice) (\d)", lambda m: f"{m[1]} {7 - int(m[2])}", text))
    expect(alea("verify", "die.alea"), WRONG)
    write("seed.alea", re.sub(r"(?m)^seed .*", "seed " + "7" * 64, text))
    expect(alea("verify", "seed.alea"), WRONG, err="commitment")
    write("sealed.alea", re.sub(r"(?m)^seed .*\n", "", text))
    expect(alea("verify", "sealed.alea"), WRONG, err="open")
    data = json.loads(expect(alea("verify", "--json", "done.alea"), FINE).stdout)
    assert data["verified"] and data["throws"] == 2


# ---- Simulation and bench -------------------------------------------------------------------------------------------------------------

def sim(*args):
    return json.loads(expect(alea("sim", *args, "--json"), FINE).stdout)


def test_sim():
    keys = {"game", "options", "bots", "seed", "games", "plies", "steps", "seconds", "wins", "score", "unfinished", "rounds",
            "signature"}
    base = ("null", "--games", "5000", "--bots", "greedy,random", "--seed", "9")
    runs = [sim(*base, "--threads", str(threads)) for threads in (1, 2, 3, 7)]
    for run in runs:
        assert keys <= set(run), keys - set(run)
        assert abs(sum(run["score"]) + run["unfinished"] - run["games"]) < 1e-6
        same = {key: value for key, value in run.items() if key not in ("seconds", "threads")}
        assert same == {key: value for key, value in runs[0].items() if key not in ("seconds", "threads")}
    assert sim(*base[:-1], "10")["signature"] != runs[0]["signature"]
    assert sim(*base, "--option", "rounds=1")["options"]["rounds"] == 1
    assert runs[0]["rounds"]["min"] <= runs[0]["rounds"]["mean"] <= runs[0]["rounds"]["max"]
    expect(alea("sim", "null", "--games", "20"), FINE, out="signature")


def test_sim_ends():
    """Of a game whose positions say how they ended: how often each way came, and when."""
    assert "ends" not in sim("null", "--games", "5"), "the null game ends in one way"
    base = ("incursio", "--games", "40", "--option", "map=small", "--bots", "greedy,greedy")
    run = sim(*base, "--threads", "1")
    assert sum(end["games"] for end in run["ends"].values()) == run["games"] - run["unfinished"], run
    assert set(run["ends"]) <= {"erased", "gates", "purified", "last_dusk"}, run["ends"]
    rounds = sum(end["games"] * end["mean_round"] for end in run["ends"].values())
    assert abs(rounds - run["games"] * run["rounds"]["mean"]) < 1e-6, run
    assert sim(*base, "--threads", "3")["ends"] == run["ends"]
    expect(alea("sim", *base, "--lang", "en"), FINE, out=r"(?m)^Ended by .*: \d+ \(\d+\.\d%\), in round ")


def test_sim_saves():
    kept = sim("null", "--games", "12", "--bots", "greedy,random", "--save", "kept/here", "--threads", "3")
    assert kept["signature"] == sim("null", "--games", "12", "--bots", "greedy,random")["signature"]
    files = sorted(os.listdir("kept/here"))
    assert len(files) == 12, files
    expect(alea("check", *(f"kept/here/{name}" for name in files)), FINE, out="^$")
    assert b"seat A bot:greedy" in read(f"kept/here/{files[0]}") and b"seat B bot:greedy" in read(f"kept/here/{files[1]}")
    write("file", "")
    expect(alea("sim", "null", "--games", "2", "--save", "file"), WRONG, err="file")
    before = read(f"kept/here/{files[0]}")
    expect(alea("sim", "null", "--games", "2", "--seed", "9", "--save", "kept/here"), WRONG, err="games there already|games already")
    os.rename(f"kept/here/{files[0]}", "first.alea")
    expect(alea("sim", "null", "--games", "2", "--seed", "9", "--save", "kept/here", "--lang", "it"), WRONG, err="c'è già")
    assert read("first.alea") == before and b"greedy" in read(f"kept/here/{files[1]}"), "a game was overwritten"


def test_sim_of_listed_games():
    for game in listed():
        runs = [sim(game["id"], "--games", "12", "--threads", threads) for threads in ("1", "2")]
        assert runs[0]["signature"] == runs[1]["signature"] and runs[0]["unfinished"] == 0, runs


def test_golden_games_end_in_every_way():
    """Where a game's words list its outcomes, each has a golden game. The first is that of a game that goes on."""
    for game in listed():
        with open(os.path.join(ROOT, "data", "text", game["id"] + ".json"), encoding="utf-8") as file:
            outcomes = json.load(file).get("lists", {}).get("outcome", [])[1:]
        folder = os.path.join(ROOT, "src", "games", game["id"], "golden")
        told = b"".join(read(os.path.join(folder, name)) for name in os.listdir(folder) if name.endswith(".alea")).decode()
        missing = [outcome["id"] for outcome in outcomes if not re.search(rf"(?m)^# .*: {re.escape(outcome['en'])}$", told)]
        assert not missing, f"{game['id']}: no golden game ends so: {missing}"


def test_bench():
    keys = {"game", "ns_per_step", "steps_per_second", "games_per_second", "position_bytes", "floor_ns", "ratio"}
    rows = json.loads(expect(alea("bench", "--json", "null"), FINE).stdout)["games"]
    assert len(rows) == 1 and keys <= set(rows[0]) and rows[0]["game"] == "null"
    assert abs(rows[0]["ratio"] - rows[0]["ns_per_step"] / rows[0]["floor_ns"]) < 1e-6
    expect(alea("bench", "nothing"), USAGE)


# ---- A game for people ------------------------------------------------------------------------------------------------------------------

def test_listed_games_are_played():
    """A person who always takes the first choice, in both languages, saved, resumed half-way and checked."""
    for game in listed():
        for lang in ("it", "en"):
            args = ("play", game["id"], "--seed", "1", "--save", f"{lang}.alea", "--lang", lang)
            expect(alea(*args, stdin="1\n" * 12), UNFINISHED)
            expect(alea("play", "--resume", f"{lang}.alea", "--lang", lang, stdin="1\n" * 5000), FINE)
            expect(alea("check", f"{lang}.alea"), FINE)
            expect(alea("verify", f"{lang}.alea"), FINE)
        assert read("it.alea") == read("en.alea"), "a transcript knows no language"


def lessons():
    folder = os.path.join(ROOT, "data", "lessons")
    return sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".alea"))


def test_learn():
    assert lessons(), "no game has a lesson"
    for game in lessons():
        path = os.path.join(ROOT, "data", "lessons", game + ".alea")
        assert expect(alea("check", path), FINE).stdout == ""
        comments = [line for line in read(path).decode().splitlines() if line.startswith("# ")]
        for lang in ("it", "en"):  # every comment is shown that is not for the page alone
            run = expect(alea("learn", game, "--lang", lang, stdin="\n" * 200), FINE, out=rf"alea play {game}\n$")
            said = " ".join(run.stdout.split())
            for line in comments:
                mark, words = line[len("# "):].split(":", 1)
                shown = mark in (lang, f"{lang} terminal")
                assert (" ".join(words.split()) in said) == shown, f"{game} --lang {lang}: {words}"
        every = expect(alea("learn", game, "--step", "--lang", "en", stdin="\n" * 400), FINE)
        assert every.stdout.count("Enter makes it") > run.stdout.count("Enter makes it")
        expect(alea("learn", game, stdin="\n\n"), UNFINISHED, out=f"alea learn {game}")
        expect(alea("learn", game, stdin="quit\n"), UNFINISHED)
        expect(alea("learn", game, stdin="help\nmap\nhand\nodds\nlog\nwhy 1\n1\n2\n9999\nnonsense\nundo\nsave x\n" + "\n" * 200), FINE,
               out="real match the choice would be yours")
        assert not os.path.exists("x") and not os.path.exists("state"), "a lesson saves nothing"
    expect(alea("learn", "null"), WRONG, err=f"null has no lesson; these have one: {', '.join(lessons())}")
    expect(alea("learn"), USAGE, err="alea games")
    expect(alea("learn", "nothing-like-it"), USAGE, err="unknown game")


def test_why_of_another_phase():
    """Every move that a game of bots makes can be asked about in its words, whatever the phase."""
    for game in listed():
        who = bots(game)
        expect(alea("play", game["id"], "--seats", who, "--seed", "1", "--save", f"{game['id']}.alea"), FINE)
        plies = json.loads(alea("replay", f"{game['id']}.alea", "--json", "--lang", "en").stdout)["plies"]
        asked = {ply["move"].split()[0]: ply["words"] for ply in plies if ply["actor"] not in "*!" and not re.search(r"\d", ply["words"])}
        lines = "".join(f"why {words}\n" for words in asked.values())
        run = expect(alea("play", game["id"], "--save", "x.alea", "--lang", "en", stdin=lines), UNFINISHED)
        assert "I don't understand" not in run.stdout, [line for line in run.stdout.splitlines() if "understand" in line]


def test_whole_orders():
    """An order is entered move by move, all of it or nothing. Only where a game reads orders."""
    if "incursio" not in [game["id"] for game in listed()]:
        return
    def play(*lines):
        lines = "".join(line + "\n" for line in ("done", *lines, "quit"))
        run = alea("play", "incursio", "--option", "map=small", "--seats", "human,greedy", "--seed", "1", "--save", "x.alea",
                   "--lang", "en", stdin=lines)
        expect(run, UNFINISHED)
        expect(alea("check", "x.alea"), FINE, out="^$")
        return run.stdout, re.findall(r"(?m)^\d+ A (.*)$", read("x.alea").decode())[1:]
    assert play("move 4 to 5: A C")[1] == ["from s04", "to s05", "unit 1", "unit 2", "back"]
    assert play("Muovi Pozzo Dolce a Macchia Fitta")[1] == ["from s04", "to s05", "unit 1", "unit 2", "unit 3"]
    assert play("from s04", "move 7 to 11: F; done")[1] == ["from s04", "back", "from s07", "to s11", "unit 4", "back", "done"]
    said, moves = play("move 7 to 11: F; move 7 to 9: A")
    assert not moves and re.search(r"Order refused at 'March to 9 \w+': INC-MOVE-3: ", said), said
    said, moves = play("move 7 to nowhere", "help")
    assert not moves and "don't understand" in said and "A whole order" in said, said


def test_undo():
    """A decision is taken back, or it stands and undo says why: a game may be of such moves alone."""
    undone = []
    for game in listed():
        # the second choice: the first may end the person's part for good
        run = expect(alea("play", game["id"], "--save", "x.alea", stdin="undo\n2\nundo\nundo\nquit\n"), UNFINISHED,
                     out="taken back|can't undo: since then")
        undone.append("taken back" in run.stdout)
        left = re.search(rb"(?m)^\d+ A ", read("x.alea"))  # the bots' may be
        assert bool(left) != undone[-1], f"{game['id']}: {left}"
    assert any(undone), "no game takes anything back"


if __name__ == "__main__":
    run(tests_of(globals()))
