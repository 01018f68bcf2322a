#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Experiments as scripts see them: exit status, results, journals, interruptions. lab.py [ALEA]; else $ALEA, else build/alea.

Each function test_* is one test, in a folder of its own. The last line is `N passed, N failed`.
"""
import json
import os
import re
import shlex
import signal
import subprocess
import time

from contract import FINE, UNFINISHED, USAGE, WRONG, alea, environment, expect, read, write
from running import ALEA, LIMIT, ROOT, run, tests_of

KINDS = ["match", "tournament", "compare", "sweep"]
MATCH = ["lab", "match", "greedy", "random", "--game", "null"]


def result(*args):
    return json.loads(expect(alea(*args, "--json"), FINE).stdout)


def test_help():
    for kind in KINDS:
        run = expect(alea("lab", kind, "--help"), FINE, out=rf"(?s)Usage: alea lab {kind}.*--game.*Example:\n  alea lab {kind}")
        assert max(map(len, run.stdout.splitlines())) <= 80, f"{kind} --help is wider than 80 columns"
        expect(alea("lab", kind, "--help", "--lang", "it"), FINE, out=rf"(?s)Uso: alea lab {kind}.*Esempio:")


def test_examples():
    """Whoever copies an example of --help sees it work."""
    for kind in KINDS:
        line = re.search(r"Example:\n  alea (.*)", alea("lab", kind, "--help").stdout)[1]
        expect(alea(*line.split()), FINE, out="To repeat it: alea lab " + kind)


def test_a_match_in_words():
    run = expect(alea(*MATCH, "--games", "100"), FINE, out=r"100 games in 50 blocks \(of 2\)")
    assert re.search(r"greedy +\d+\.\d% \(\d+\.\d-\d+\.\d\) +won \d+, drawn \d+, lost \d+ +Elo", run.stdout)
    expect(alea(*MATCH, "--games", "100", "--lang", "it"), FINE, out=r"100 partite in 50 blocchi")


def test_a_result():
    found = result(*MATCH, "--games", "199", "--seed", "7", "-o", "result.json")
    assert found == json.loads(read("result.json"))
    assert found["format"] == "alea.lab" and found["version"] == 1 and found["kind"] == "match"
    assert found["bots"] == ["greedy", "random"] and found["seats"] == 2 and found["seed"] == 7
    assert found["blocks"] == 100 and found["games"] == 200 and found["stopped"] == "games" and found["sprt"] is None
    cell, = found["cells"]
    assert cell["bots"] == [0, 1] and len(cell["blocks_mean"]) == 100 and cell["block_games"] == 2
    first, second = cell["score"]
    assert first["low"] < first["mean"] < first["high"] and abs(first["mean"] + second["mean"] - 1) < 1e-9
    assert first["won"] + first["drawn"] + first["lost"] == 200 and first["won"] == second["lost"]
    assert abs(sum(cell["blocks_mean"]) / 100 - first["mean"]) < 1e-9
    assert sum(games for _, games in cell["rounds"]["histogram"]) == 200 and cell["rounds"]["mean"] == 2
    assert [seat["seat"] for seat in cell["seats"]] == ["A", "B"]


def test_the_command_repeats_it():
    found = result(*MATCH, "--games", "60", "--option", "rounds=3", "--sprt", "0.4", "0.7")
    words = shlex.split(found["command"])
    assert words[:2] == ["alea", "lab"]
    assert result(*words[1:]) == found


def test_threads_change_nothing():
    for words in MATCH, ["lab", "tournament", "greedy", "random", "idle", "--game", "polis"]:
        outs = {alea(*words, "--games", "20", "--json", "--threads", threads).stdout for threads in "124"}
        assert len(outs) == 1 and json.loads(outs.pop())["blocks"] == 10


def test_a_question_is_decided():
    found = result(*MATCH, "--sprt", "0.45", "0.6")
    assert found["stopped"] == "sprt" and found["sprt"]["decision"] == "high"
    assert found["sprt"]["llr"] >= found["sprt"]["upper"] and found["sprt"]["blocks"] == found["blocks"]
    assert result("lab", "match", "random", "greedy", "--game", "null", "--sprt", "0.4,0.55")["sprt"]["decision"] == "low"
    few = result(*MATCH, "--sprt", "0.62", "0.63", "--games", "20")
    assert few["stopped"] == "games" and few["sprt"]["decision"] == "none"


def test_the_last_bot_fills_the_table():
    found = result("lab", "match", "greedy", "random", "--game", "spqrisiko", "--seats", "3", "--games", "6")
    cell, = found["cells"]
    assert cell["bots"] == [0, 1, 1] and cell["block_games"] == 3 and found["blocks"] == 2
    assert [score["seats"] for score in cell["score"]] == [1, 2]
    assert abs(cell["score"][0]["mean"] + 2 * cell["score"][1]["mean"] - 1) < 1e-9


def test_a_beginner_wins_now_and_then():
    """It errs as people do, and is no victim: also where a turn is made of many small choices, each of which could be its last."""
    for game in ("incursio", "spqrisiko"):
        score = result("lab", "match", "beginner", "easy", "--game", game, "--games", "200", "--seed", "5")["cells"][0]["score"]
        assert 16 <= score[0]["won"] <= 60, (game, score)


def test_each_level_of_incursio_is_a_step():
    """As either side, on both maps."""
    for better, worse in (("normal", "easy"), ("hard", "normal")):
        for size in ("esdef", "small"):
            found = result("lab", "match", better, worse, "--game", "incursio", "--option", f"map={size}", "--games", "100", "--seed", "8")
            assert found["cells"][0]["score"][0]["won"] >= 58, (better, size, found["cells"][0]["score"])


def test_the_strongest_temper_of_polis():
    """It needs no thinking to beat `greedy`, by whatever rules a siege goes."""
    for siege in ("standard", "sacrifice", "diceless", "diceless_sacrifice"):
        found = result("lab", "match", "style:keen", "greedy", "--game", "polis", "--option", f"siege={siege}", "--games", "60", "--seed", "8")
        assert found["cells"][0]["score"][0]["won"] >= 48, (siege, found["cells"][0]["score"])


def test_a_tournament():
    found = result("lab", "tournament", "random", "greedy", "idle", "--game", "null", "--games", "400")
    assert [cell["bots"] for cell in found["cells"]] == [[0, 1], [0, 2], [1, 2]]
    ratings = {found["bots"][row["bot"]]: row for row in found["ratings"]}
    assert min(row["rating"] for row in ratings.values()) == 0
    assert ratings["greedy"]["rating"] > 50 and ratings["greedy"]["low"] < ratings["greedy"]["rating"] < ratings["greedy"]["high"]


def test_options_compared():
    found = result("lab", "compare", "--game", "null", "--bots", "random,greedy", "--option", "rounds=1,3", "--option",
                   "tie=nobody,both", "--games", "40")
    names = [variant["name"] for variant in found["variants"]]
    assert names == [f"rounds={rounds} tie={tie}" for rounds in (1, 3) for tie in ("nobody", "both")]
    assert [cell["rounds"]["mean"] for cell in found["cells"]] == [1, 1, 3, 3]
    rounds = {(row["a"], row["b"]): row["mean"] for row in found["differences"] if row["what"] == "rounds"}
    assert rounds == {(0, 1): 0, (0, 2): 2, (0, 3): 2, (1, 2): 2, (1, 3): 2, (2, 3): 0}


def test_variants_meet_the_same_luck():
    """What only counts points otherwise changes nothing else, game by game."""
    found = result("lab", "sweep", "--game", "null", "--bots", "random,greedy", "--set", "prize.points=1,2,3", "--games", "40")
    assert [variant["set"] for variant in found["variants"]] == [f"prize.points={n}" for n in (1, 2, 3)]
    means = [cell["blocks_mean"] for cell in found["cells"]]
    assert means[0] == means[1] == means[2]
    assert all(row["mean"] == row["low"] == row["high"] == 0 for row in found["differences"])


def test_a_sweep_over_a_scenario():
    write("scenario.json", json.dumps({"format": "alea.scenario", "version": 1, "game": "null", "name": "two_faces", "replace": {
        "faces": {"rows": [{"id": "one", "names": {"it": "uno", "en": "one"}}, {"id": "two", "names": {"it": "due", "en": "two"}}]}}}))
    found = result("lab", "sweep", "--game", "null", "--set", "prize.points=1,2", "--scenario", "scenario.json", "--games", "10")
    assert found["games"] == 20 and "--scenario scenario.json" in found["command"]
    expect(alea("lab", "sweep", "--game", "null", "--set", "prize.points=1,2", "--scenario", "missing.json"), WRONG, err="missing.json")
    head = {"format": "alea.scenario", "version": 1, "game": "null", "name": "x", "replace": {}}
    for wrong in b"{ nonsense", json.dumps(head | {"game": "polis"}).encode(), json.dumps(head | {"version": 99}).encode():
        write("wrong.json", wrong)
        expect(alea("lab", "sweep", "--game", "null", "--set", "prize.points=1,2", "--scenario", "wrong.json"), WRONG, err="wrong.json")


def begun(*words):
    """A long experiment with a journal, of which some blocks are finished."""
    job = subprocess.Popen([ALEA, *MATCH, "--games", "4000000", "--resume", "journal", *words], text=True, env=environment(),
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + LIMIT
    while not (os.path.exists("journal") and read("journal").count(b"\n") > 20):
        assert time.monotonic() < deadline and job.poll() is None
        time.sleep(0.01)
    return job


def resumed():
    """As many blocks as there are, and some more: the journal and no journal must agree."""
    blocks = read("journal").count(b"\n") - 1
    words = [*MATCH, "--games", str(2 * (blocks + 30)), "--json"]
    assert alea(*words, "--resume", "journal").stdout == alea(*words).stdout
    assert read("journal").count(b"\n") - 1 >= blocks + 30


def test_an_interrupted_run_says_how_to_go_on():
    for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
        job = begun("--lang", "en", "-o", "result.json")
        job.send_signal(number)
        job.send_signal(number)  # GNU timeout signals the program, then its group
        out, err = job.communicate(timeout=LIMIT)
        assert job.returncode == UNFINISHED, (job.returncode, err)
        assert "broken off before the 2000000 blocks" in out and "--resume journal" in err
        found = json.loads(read("result.json"))
        assert found["stopped"] == "interrupted" and found["games"] == 2 * found["blocks"] > 0
        resumed()
        os.remove("journal")


def test_a_killed_run_goes_on():
    job = begun()
    job.kill()
    job.communicate(timeout=LIMIT)
    resumed()


def test_a_journal_belongs_to_one_run():
    job = begun()
    expect(alea(*MATCH, "--games", "10", "--resume", "journal"), WRONG, err="another process")
    job.kill()
    job.communicate(timeout=LIMIT)


def test_journals_that_are_not():
    words = [*MATCH, "--games", "40", "--resume", "journal"]
    expect(alea(*words), FINE)
    whole = read("journal")
    write("journal", whole + b'{"task":')
    expect(alea(*words), FINE, err="torn")
    assert read("journal") == whole
    write("journal", whole.replace(b'"task":3', b'"task":4'))
    expect(alea(*words), WRONG, err=r"journal:\d+: the line was altered")
    write("journal", whole)
    expect(alea(*words, "--seed", "2"), WRONG, err=r"journal:1: the journal is of another plan.*alea lab match")
    expect(alea("lab", "match", "random", "greedy", "--game", "null", "--resume", "journal"), WRONG, err="another plan")
    assert read("journal") == whole
    for stranger in b"precious", b"precious\n", b"{}\n", b"\x00\xff\n", b'{"format":"alea.lab"}\n':
        write("stranger", stranger)
        expect(alea(*MATCH, "--resume", "stranger"), WRONG, err="no journal of the lab")
        assert read("stranger") == stranger
    expect(alea(*MATCH, "--resume", "/dev/zero"), WRONG, err="/dev/zero:1: the line is too long")
    expect(alea(*MATCH, "--resume", "."), WRONG, err="folder")
    expect(alea(*MATCH, "--resume", "nowhere/journal"), WRONG, err="nowhere/journal")


def test_a_result_that_cannot_be_written_is_not_lost():
    run = expect(alea(*MATCH, "--games", "10", "-o", "nowhere/result.json"), WRONG, err="nowhere/result.json")
    assert json.loads(run.stdout)["games"] == 10


def test_a_journal_is_not_overwritten_by_the_result():
    expect(alea(*MATCH, "--games", "10", "--resume", "run.journal"), FINE)
    before = read("run.journal")
    os.symlink("run.journal", "other")
    for output in "run.journal", "./run.journal", "other":
        expect(alea(*MATCH, "--games", "10", "--resume", "run.journal", "-o", output), USAGE, err="journal")
    expect(alea(*MATCH, "--games", "10", "--resume", "new.journal", "-o", "new.journal"), USAGE, err="journal")
    assert read("run.journal") == before and not os.path.exists("new.journal")


def test_results_go_down_a_pipe():
    """As what /dev/stdout leads to, a pipe has no name that could be replaced; and it is written as fast as somebody reads."""
    expect(alea(*MATCH, "--games", "10", "-o", "result.json"), FINE)
    run = expect(alea("lab", "report", "result.json", "-o", "/dev/stdout"), FINE, out="(?i)^<!doctype html>")
    expect(alea("lab", "report", "result.json", "-o", "page.html"), FINE)
    assert run.stdout.startswith(read("page.html").decode())


def test_the_longest_name_of_a_bot_is_reported():
    bot = f"exec:{os.path.join(ROOT, 'examples', 'bot.py')} "
    bot += "x" * (255 - len(bot))
    expect(alea("lab", "match", bot, "random", "--game", "null", "--games", "2", "-o", "result.json"), FINE)
    expect(alea("lab", "report", "result.json"), FINE, out="xxx")


def test_a_dash_is_standard_output():
    assert result(*MATCH, "--games", "10") == json.loads(expect(alea(*MATCH, "--games", "10", "-o", "-"), FINE).stdout)
    assert os.listdir() == []


def test_names_that_are_no_utf_8():
    folder = os.fsencode(os.getcwd())
    program = os.path.join(folder, b"bot-\xe8")
    os.symlink(os.fsencode(os.path.join(ROOT, "examples", "bot.py")), program)
    words = [b"lab", b"match", b"exec:" + program, b"random", b"--game", b"null", b"--games", b"2", b"--json"]
    done = subprocess.run([os.fsencode(ALEA), *words], capture_output=True, env=environment(), timeout=LIMIT)
    assert done.returncode == FINE, done.stderr
    result = json.loads(done.stdout)
    assert result["games"] == 2 and result["bots"][0].endswith("bot-?") and "bot-?" in result["command"]


def test_usage_errors():
    expect(alea("lab"), USAGE, err="which experiment")
    expect(alea("lab", "mtch"), USAGE, err="did you mean 'match'")
    expect(alea("lab", "match", "greedy", "random"), USAGE, err="--game")
    expect(alea("lab", "match", "greedy", "--game", "null"), USAGE, err="two bots")
    expect(alea("lab", "match", "greedy", "randm", "--game", "null"), USAGE, err="did you mean 'random'")
    expect(alea("lab", "match", "greedy", "random", "--game", "nul"), USAGE, err="unknown game")
    expect(alea("lab", "match", "greedy", "random", "idle", "--game", "null"), USAGE, err="seats given: 3")
    expect(alea("lab", "match", "greedy", "random", "idle", "--game", "null", "--seats", "2"), USAGE, err="3 bots for 2 seats")
    expect(alea("lab", "tournament", "greedy", "greedy", "--game", "null"), USAGE, err="twice")
    expect(alea("lab", "tournament", "greedy", "random", "--game", "spqrisiko", "--seats", "3"), USAGE, err="2 bots for 3 seats")
    for games in "0", "-1", "x", "1e3", "99999999999", "1.5", "":
        expect(alea(*MATCH, "--games", games), USAGE, err="--games")
    for low, high in ("0", "0.5"), ("0.5", "1"), ("x", "0.5"), ("0.5", ""), ("-0.1", "0.5"), ("nan", "0.5"), ("0.5", "inf"):
        expect(alea(*MATCH, "--sprt", low, high), USAGE, err="between 0 and 1")
    expect(alea(*MATCH, "--sprt", "0.6", "0.5"), USAGE, err="smaller")
    expect(alea(*MATCH, "--sprt", "0.6"), USAGE)
    expect(alea(*MATCH, "--alpha", "0.6", "--beta", "0.6"), USAGE, err="below 1")
    expect(alea(*MATCH, "--threads", "0"), USAGE)
    expect(alea(*MATCH, "--option", "rounds=1,2"), USAGE, err="alea lab compare")
    expect(alea(*MATCH, "--option", "roundz=1"), USAGE, err="rounds")
    expect(alea(*MATCH, "--option", "rounds"), USAGE, err="KEY=VALUE")
    expect(alea("lab", "compare", "--game", "null", "--option", "rounds=1"), USAGE, err="two variants")
    expect(alea("lab", "compare", "--game", "null", "--option", "rounds=1,x"), USAGE, err="'x'")
    expect(alea("lab", "compare", "--game", "null", "--option", "rounds=" + ",".join(["1"] * 65)), USAGE, err="at most 64")
    expect(alea("lab", "compare", "greedy", "--game", "null", "--option", "rounds=1,2"), USAGE)
    for path, hint in ("prise.points", "prize"), ("prize.pints", "points"), ("prize", "table"):
        expect(alea("lab", "sweep", "--game", "null", "--set", path + "=1,2"), USAGE, err=hint)
    expect(alea("lab", "sweep", "--game", "null", "--set", "prize.points=1,1000"), WRONG, err="prize.points")


if __name__ == "__main__":
    run(tests_of(globals()))
