#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs that play: `exec:`, bot-host, and what becomes of those that misbehave. bots.py [ALEA]; else $ALEA, else build/alea.

The last line is `N passed, N failed`.
"""
import json
import os
import re
import signal
import subprocess
import sys
import time

from contract import FINE, UNFINISHED, USAGE, WRONG, alea, expect, listed, read
from running import ALEA, LIMIT, ROOT, run, tests_of

sys.path.insert(0, os.path.join(ROOT, "tests", "server"))
from json_schema import Schema  # noqa: E402

PYTHON = os.path.realpath(sys.executable)
EXAMPLE, LEGATE, STRATEGOS, SCRIBE, BAD = (os.path.join(ROOT, *path) for path in
                                           (("examples", "bot.py"), ("examples", "legate.py"), ("examples", "strategos.py"),
                                            ("tests", "bots", "scribe.py"), ("tests", "bots", "bad.py")))


def scribe(*words, budget=""):
    return " ".join([f"exec:{budget}{PYTHON} {SCRIBE} heard", *words])


def heard():
    with open("heard", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def host(*words, how=(), game="null", games=2, ms=10000):  # a bot that answers is not late on a busy machine
    return alea("bot-host", "--game", game, "--games", str(games), "--time", str(ms), *how, "--", *words)


def conduct(said):
    """turns, stood in, late, refused, babbled, crashed."""
    line = re.search(r"(\d+) turns, (\d+) played by a deputy; late answers (\d+), refused moves (\d+), meaningless lines (\d+), "
                     r"ends (\d+)", said)
    assert line, said
    return tuple(map(int, line.groups()))


def bad(how, *more, status=WRONG, **others):
    return expect(host(PYTHON, BAD, how, *more, **others), status)


# ---- Those that play ------------------------------------------------------------------------------------------------------


def test_example_is_short_and_plays():
    with open(EXAMPLE, encoding="utf-8") as file:
        assert len(file.readlines()) <= 30
    for game in listed():
        if game["id"] == "incursio":
            continue  # at random a campaign takes some 20,000 orders: the scribe plays one below
        run = alea("bot-host", "--game", game["id"], "--games", "2", "--against", "random", "--", PYTHON, EXAMPLE)
        expect(run, FINE, out="0 played by a deputy; late answers 0, refused moves 0, meaningless lines 0, ends 0")


def test_budgets_and_levels_that_make_no_sense():
    budget = "a budget is written 500ms, 2000it or 2t"
    for game, words, error in (("polis", "search:0it", budget), ("polis", "search:-5it", budget), ("polis", "search:0ms", budget),
                               ("polis", "search:99999999999it", budget), ("polis", "search:4000000ms", budget),
                               ("polis", "search:1ms:65t", budget), ("polis", "search:", budget), ("polis", "plans:0it", budget),
                               ("polis", "plans:1it:linear", budget), ("polis", "search:linea", budget), ("polis", "greedy:linear", "takes no budget"),
                               ("incursio", "plans:2t", "one thread"),
                               ("polis", "greedy:5it", "takes no budget"), ("polis", "hard:0it", "takes no budget"),
                               ("incursio", "expert", "no level 'expert'"), ("polis", "style:bogus", "unknown style 'bogus'")):
        expect(alea("sim", game, "--games", "1", "--bots", f"{words},random", "--lang", "en"), USAGE, err=error)


def signature(*more):
    run = expect(alea("sim", "polis", "--games", "1", "--seed", "5", "--json", "--threads", "1", "--lang", "en", *more), FINE)
    return json.loads(run.stdout)["signature"], run.stderr


def test_search_reckons_by_what_was_learned():
    """And does without where it is told to, or where a scenario may have changed what it was learned of, which is said."""
    with open("same.json", "w", encoding="utf-8") as file:
        json.dump({"format": "alea.scenario", "version": 1, "game": "polis", "name": "same", "replace": {}}, file)
    learned, quiet = signature("--bots", "search:20it,search:20it")
    linear, _ = signature("--bots", "search:20it:linear,search:20it:linear")
    assert learned != linear and not quiet, quiet
    same, told = signature("--bots", "search:20it,search:20it", "--scenario", "same.json")
    assert same == linear and "data/weights/polis.json" in told and "by the linear estimate" in told, told
    _, told = signature("--bots", "greedy,greedy", "--scenario", "same.json")
    assert not told, told


def test_the_legate_beats_chance():
    """A bot made of examples/alea_bot.py: all of it is asked, and it wins what a bot at random can't."""
    run = expect(alea("bot-host", "--game", "spqrisiko", "--games", "3", "--against", "random", "--", PYTHON, LEGATE), FINE,
                 out="0 played by a deputy; late answers 0, refused moves 0, meaningless lines 0, ends 0")
    assert "3 won" in run.stdout and "called legate" in run.stdout, run.stdout


def test_the_strategos_beats_chance():
    """It asks what would be after its moves, and makes whole actions in one answer."""
    run = expect(alea("bot-host", "--game", "polis", "--games", "2", "--against", "random", "--", PYTHON, STRATEGOS), FINE,
                 out="0 played by a deputy; late answers 0, refused moves 0, meaningless lines 0, ends 0")
    assert "2 won" in run.stdout and "called strategos" in run.stdout, run.stdout


def test_a_slow_turn_costs_one():
    """Who still asks when its time is over hears of the next turn, and makes that one."""
    with open("slow.py", "w", encoding="utf-8") as file:
        file.write(f"import sys, time\nsys.path.insert(0, {os.path.dirname(LEGATE)!r})\nfrom alea_bot import Bot\n\n\n"
                   "class Slow(Bot):\n    slow = True\n\n    def choose(self, turn):\n        late = self.slow\n"
                   "        if self.slow:\n            self.slow = False\n            time.sleep(7)\n"
                   "        for _ in range(3):  # each answer must be that of its own question\n            turn.odds()\n"
                   "            assert late or turn.after(turn.moves[0])['made'] == 1\n        return turn.moves[0]\n\n\nSlow().run()\n")
    turns, stood_in, late, refused, babbled, ends = conduct(host(PYTHON, "slow.py", games=2, ms=6000).stdout)
    assert turns > 3 and (stood_in, late, refused, babbled, ends) == (1, 1, 0, 0, 0), (turns, stood_in, late, refused, babbled, ends)


def test_several_moves_in_one_answer():
    """Made as far as they stay legal; the next turn says how many were not."""
    expect(host(PYTHON, SCRIBE, "heard", "queue", "plain", game="spqrisiko", games=1, ms=5000), FINE)
    turns = [line for line in heard() if line["type"] == "turn"]
    os.remove("heard")
    unplayed = [turn.get("unplayed", 0) for turn in turns]
    assert {0, 1, 2} == set(unplayed), set(unplayed)
    expect(host(PYTHON, SCRIBE, "heard", "queue", "plain", games=5, ms=5000), FINE)
    lines = heard()
    os.remove("heard")
    firsts = [after for line, after in zip(lines, lines[1:]) if line["type"] == "game"]
    assert len(firsts) == 5 and not any("unplayed" in turn for turn in firsts), "what is left of one game is nothing in the next"
    assert min(turn.get("unplayed", 0) for turn in lines if turn["type"] == "turn") == 0
    expect(host(PYTHON, SCRIBE, "heard", "plain", game="spqrisiko", games=1, ms=5000), FINE)
    assert len(turns) < len([line for line in heard() if line["type"] == "turn"]), "fewer questions"


def test_one_legal_move_is_no_question_where_nobody_wants_it():
    for wish, asked in ((), True), (("skip_forced",), False):
        expect(host(PYTHON, SCRIBE, "heard", "plain", *wish, game="spqrisiko", games=1, ms=5000), FINE)
        lengths = [len(line["moves"]) for line in heard() if line["type"] == "turn"]
        os.remove("heard")
        assert (1 in lengths) == asked, wish


def test_data_and_seed():
    """The data are the game's file; the seed of a bot's stream is the same each time that a match is repeated, and fits a double."""
    seeds = []
    for seed in "7", "7", "8":
        expect(host(PYTHON, SCRIBE, "heard", "data", how=("--seed", seed)), FINE)
        lines = heard()
        os.remove("heard")
        seeds.append([line["seed"] for line in lines if line["type"] == "game"])
        data = [line["data"] for line in lines if line["type"] == "data"]
        assert data == [json.loads(expect(alea("games", "null", "--data"), FINE).stdout)]
    assert seeds[0] == seeds[1] != seeds[2] and all(0 <= seed < 2**53 for seed in seeds[0] + seeds[2])
    expect(alea("games", "--data"), USAGE, err="game")


def test_what_would_be_after():
    """What the host says of moves not made is what there is after they were made; what others hide is not in it."""
    expect(host(PYTHON, SCRIBE, "heard", "ask", how=("--against", "idle"), game="spqrisiko", games=1, ms=5000), FINE)
    lines, seen = heard(), 0
    for i, line in enumerate(lines):
        later = next((one for one in lines[i:] if one["type"] in ("turn", "over")), line)
        if line["type"] == "after" and line["made"] == 1 and line["moves"] and later["type"] == "turn":
            assert line["view"] == later["view"] and line["round"] == later["round"], (line, later)
            assert [move["m"] for move in line["moves"]] == [move["m"] for move in later["moves"]]
            seen += 1
    assert seen > 10, seen


def test_facts_name_what_views_number():
    """Ids of what a view keeps as a number, and whose nobody's things are; a what-if has them, too."""
    expect(host(PYTHON, SCRIBE, "heard", "plain", "ask", how=("--against", "idle"), game="spqrisiko", games=1, ms=5000), FINE)
    lines = [line for line in heard() if line["type"] in ("turn", "after")]
    provinces = [one["id"] for one in json.loads(expect(alea("games", "spqrisiko", "--data"), FINE).stdout)["provinces"]["rows"]]
    named = [line for line in lines if line["facts"]["from"]]
    assert named and all(line["facts"]["from"] == provinces[line["view"]["from"]] for line in named), len(named)
    owned = [{place for own in line["view"]["own"].values() for place in own} for line in lines]
    assert all(not own & set(line["facts"]["neutral"]) for own, line in zip(owned, lines))
    assert any(line["facts"]["neutral"] for line in lines)
    for line in lines:
        assert line["facts"]["winners"] == [seat for i, seat in enumerate("AB") if line["view"]["winners"] >> i & 1], line
    os.remove("heard")
    expect(host(PYTHON, SCRIBE, "heard"), FINE)
    assert not any("facts" in line for line in heard()), "a game that has none"


def test_what_is_said():
    """Each line is what docs/bot-protocol.md says; views are those of the game's schema."""
    for game in listed():
        if game["id"] == "incursio":
            continue  # its views are looked at below
        schema = json.loads(expect(alea("games", game["id"], "--schema"), FINE).stdout)
        expect(alea("bot-host", "--game", game["id"], "--games", "2", "--", PYTHON, SCRIBE, "heard", "ask"), FINE)
        said = heard()
        os.remove("heard")
        assert said[0]["type"] == "hello" and said[0]["protocol"] == 1 and said[0]["game"] == game["id"]
        assert said[0]["rules_version"] >= 1 and said[0]["options"] and said[0]["limits"]["line"] == 65536
        assert [line["seat"] for line in said if line["type"] == "game"] == ["A", "B"], "it changes its seat"
        assert said[-1]["type"] == "bye" and [line["type"] for line in said].count("over") == 2
        turns = [line for line in said if line["type"] == "turn"]
        assert [turn["turn"] for turn in turns] == list(range(1, len(turns) + 1))
        for turn in turns:
            assert turn["ms"] > 0 and turn["prompt"] and turn["moves"]
            assert [move["m"] for move in turn["moves"]] == sorted({move["m"] for move in turn["moves"]})
            assert all(move["verb"] == move["text"].split()[0] and move["words"] for move in turn["moves"])
        for turn in turns[::10]:
            faults = Schema(schema).faults(turn["view"], schema)
            assert not faults, faults
        for over in (line for line in said if line["type"] == "over"):
            assert abs(sum(over["scores"].values()) - 1) < 1e-9 and min(over["places"].values()) == 1
        odds = [line for line in said if line["type"] == "odds"]
        assert len(odds) >= 2 * len(turns)
        for battle in (line["battle"] for line in odds if line["battle"]):
            assert 0 <= battle["win"] <= 1 and abs(sum(battle["attackers_left"]) - 1) < 1e-9
        for line in (line for line in said if line["type"] == "outcomes"):
            assert sum(outcome["weight"] for outcome in line["outcomes"]) == line["of"]


def test_a_program_that_was_not_ready_once_plays_the_next_game():
    """Whatever became of it in one game: an experiment goes on."""
    run = expect(alea("lab", "match", f"exec:{PYTHON} {BAD} begins_badly lives", "random", "--game", "null", "--games", "8", "--lang", "en",
                      "--threads", "1"), FINE)
    assert "8 games" in run.stdout, run.stdout


def test_outcomes_are_the_games_own():
    expect(host(PYTHON, SCRIBE, "heard", "ask", how=("--against", "idle")), FINE)
    outcomes = [line for line in heard() if line["type"] == "outcomes"]
    thrown = [line for line in outcomes if line["outcomes"]]
    assert thrown and len(thrown) < len(outcomes), "dice fall after the last bet alone"
    assert all(line["of"] == 6 and [one["weight"] for one in line["outcomes"]] == [1] * 6 for line in thrown)


def test_doc():
    """The page of the protocol knows all errors, and its numbers are those that a bot is told."""
    with open(os.path.join(ROOT, "docs", "bot-protocol.md"), encoding="utf-8") as file:
        page = file.read()
    with open(os.path.join(ROOT, "src", "bots", "external.h"), encoding="utf-8") as file:
        names = set(re.findall(r'X\([A-Z_]+, "([a-z_]+)"', file.read()))
    rows = re.search(r"(?s)## Errors.*?(?=## )", page)[0]
    told = {name for row in re.findall(r"(?m)^\| (`[a-z_`, ]+) \|", rows) for name in re.findall(r"`([a-z_]+)`", row)}
    assert names and told == names, (names, told)
    expect(host(PYTHON, SCRIBE, "heard"), FINE)
    hello = heard()[0]
    assert all(f"`{name}`" in page for name in hello["limits"]), hello["limits"]
    assert {"ready_ms": 10000, "ms": 10000, "line": 65536, "tries": 3, "bad_lines": 16, "questions": 1000, "strikes": 3,
            "restarts": 1, "moves": 32} == hello["limits"]
    assert all(f'"{name}":' in page for name in hello), hello


def test_plain_says_no_words():
    expect(host(PYTHON, SCRIBE, "heard", "plain"), FINE)
    for turn in (line for line in heard() if line["type"] == "turn"):
        assert "prompt" not in turn and all("words" not in move for move in turn["moves"])


def test_words_in_both_languages():
    for lang in ("it", "en"):
        expect(host(PYTHON, SCRIBE, "heard", how=("--lang", lang)), FINE)
        assert heard()[0]["lang"] == lang
        os.remove("heard")


def test_views_hide():
    """With the same dice and the same moves, what others hold in secret changes no line of a turn."""
    expect(alea("bot-host", "--game", "incursio", "--option", "map=small", "--against", "idle", "--", PYTHON, SCRIBE, "heard",
                "plain"), FINE)
    schema = json.loads(expect(alea("games", "incursio", "--schema"), FINE).stdout)
    turns = [line for line in heard() if line["type"] == "turn"]
    for turn in turns[::25]:
        faults = Schema(schema).faults(turn["view"], schema)
        assert not faults, faults
    expect(alea("sim", "incursio", "--option", "map=small", "--games", "1", "--bots", f"{scribe('plain')},idle"), FINE)
    again = [line for line in heard() if line["type"] == "turn"][len(turns):]
    assert [turn["moves"] for turn in again[:20]] == [turn["moves"] for turn in turns[:20]]


# ---- Where they play ---------------------------------------------------------------------------------------------------------


def test_at_the_terminal():
    run = alea("play", "null", "--seats", f"human,{scribe(budget='2000ms:')}", "--seed", "1", "--save", "x.alea", "--lang", "en",
               stdin="bet one\n" * 4)
    expect(run, FINE, out=r"\(exec:python")
    assert re.search(rb"(?m)^seat B bot:exec:python[0-9.]*$", read("x.alea")), "the file holds the program's name, not its command"
    assert b"heard" not in read("x.alea")
    assert heard()[0]["limits"]["ms"] == 2000 and heard()[-2]["type"] == "over"


def test_resume_asks_for_the_program():
    play = ("play", "null", "--lang", "en")
    expect(alea(*play, "--seats", f"human,{scribe()}", "--seed", "1", "--save", "x.alea", stdin="bet one\n"), UNFINISHED)
    os.remove("heard")
    expect(alea(*play, "--resume", "x.alea"), WRONG, err=r"x\.alea: a program \(exec:python.*seat B.*--bot B=exec:PROGRAM")
    assert not os.path.exists("heard"), "a file starts no program"
    expect(alea(*play, "--resume", "x.alea", "--bot", f"A={scribe()}"), USAGE, err="a person sits there")
    expect(alea(*play, "--resume", "x.alea", "--bot", "C=random"), USAGE)
    expect(alea(*play, "--seats", "human,random", "--bot", "B=random"), USAGE, err="--bot goes with --resume")
    expect(alea(*play, "--resume", "x.alea", "--bot", f"B={scribe()}", stdin="bet one\n" * 4), FINE)
    assert heard()[-1]["type"] == "bye"


def test_in_simulations():
    said = json.loads(expect(alea("sim", "null", "--games", "20", "--threads", "2", "--bots", f"{scribe('plain')},random",
                                  "--json", "--save", "kept"), FINE).stdout)
    assert said["games"] == 20 and said["conduct"][1] is None
    assert said["conduct"][0]["turns"] == 40 and said["conduct"][0]["stood_in"] == 0
    assert [line["type"] for line in heard()].count("hello") == 2, "one process a thread"
    assert b"seat A bot:exec:python" in read("kept/null-000000.alea")
    expect(alea("check", "kept/null-000000.alea"), FINE)
    one, four = (json.loads(alea("sim", "null", "--games", "20", "--threads", n, "--bots", f"{scribe()},random", "--json").stdout)
                 for n in "14")
    assert one["signature"] == four["signature"] == said["signature"]


def test_in_the_lab():
    run = alea("lab", "match", f"exec:{PYTHON} {SCRIBE} heard plain", "random", "--game", "null", "--games", "8")
    expect(run, FINE)
    assert any(line["type"] == "over" for line in heard())


def test_nothing_of_ours_is_open_in_it():
    with open("fds.py", "w", encoding="ascii") as file:
        file.write("import os\nfds = os.listdir('/proc/self/fd')\nopen('fds', 'w').write(' '.join(fds) + f' {os.getpgrp()}')\n"
                   f"exec(open('{SCRIBE}').read())\n")
    with open("other", "w", encoding="ascii") as other:
        os.set_inheritable(other.fileno(), True)
        expect(alea("sim", "null", "--games", "1", "--bots", f"exec:{PYTHON} fds.py heard,random", close_fds=False), FINE)
    with open("fds", encoding="ascii") as file:
        *fds, group = file.read().split()
    assert sorted(fds) == ["0", "1", "2", "3"], fds  # three streams, and the folder that is listed
    assert int(group) != os.getpgrp()


# ---- Those that misbehave --------------------------------------------------------------------------------------------------


def test_a_name_that_begins_like_a_budget():
    os.symlink(EXAMPLE, "2to3")
    expect(alea("lab", "match", "exec:2to3", "random", "--game", "null", "--games", "2", env={"PATH": f".:{os.environ['PATH']}"}), FINE)


def test_that_do_not_start():
    expect(host(PYTHON, BAD, "ends at once"), WRONG, err=r"has ended \(exit status 3\)")
    expect(host(PYTHON, BAD, "wrong protocol", ms=100), WRONG, err="not said in 10 s that it is ready")
    for where in (("sim", "null", "--games", "4", "--bots", f"exec:{PYTHON} {BAD} nothing,random"),
                  ("play", "null", "--seats", "exec:cat,random")):
        expect(alea(*where, "--lang", "en"), WRONG, err=r"exec:.*: ")
    for words, why in (("exec:", "which program"), ("exec", "which program"), ("exec:100ms", "which program"),
                       ("exec:./nothing", "no such program"), ("exec:/", "may not be executed"), ("exec:5it:cat", "time alone"),
                       ("exec:0ms:cat", "no such program"), ("exec:" + "x" * 300, "too long|unknown|no such")):
        run = expect(alea("sim", "null", "--games", "1", "--bots", f"{words},random", "--lang", "en"), USAGE, err=why)
        assert run.stderr.count("\n") == 1, run.stderr
    expect(alea("bot-host", "--game", "null", "--", "./nothing"), USAGE, err=r"\./nothing: can't be started")
    expect(alea("bot-host", "--game", "null"), USAGE, err="which program")
    expect(alea("bot-host", "--", "cat"), USAGE, err="--game GAME.*--url LINK")
    expect(alea("bot-host", "--url", "http://localhost:1", "--", "cat"), USAGE, err="link of a seat")
    expect(alea("bot-host", "--url", "ftp://localhost/m/abc#token", "--", "cat"), USAGE, err="no server's address")


def test_crash():
    run = bad("crashes", ms=10000)
    assert conduct(run.stdout) == (4, 4, 0, 0, 0, 4), "twice a game, then it is out"
    assert "exit status 7" in run.stdout
    assert conduct(bad("crashes once", "crashed", status=FINE, ms=10000).stdout) == (4, 0, 0, 0, 0, 1), "it is asked again"


def test_silence():
    assert conduct(bad("is silent", ms=50).stdout) == (4, 4, 4, 0, 0, 0)
    assert conduct(bad("reads nothing", ms=50).stdout) == (4, 4, 4, 0, 0, 0)
    turns, stood_in, *rest = conduct(bad("is silent", game="polis", games=1, ms=30).stdout)
    assert turns == stood_in > 3 and rest == [3, 0, 0, 0], "after three turns it is out, and nobody waits for it"


def test_late_answers_are_for_the_turn_that_they_name():
    turns, stood_in, late, refused, babbled, ends = conduct(bad("late", ms=300, games=1).stdout)
    assert (stood_in, late, refused, babbled, ends) == (1, 1, 0, 0, 0)


def test_babble():
    turns, stood_in, late, refused, babbled, ends = conduct(bad("babbles").stdout)
    assert (turns, stood_in, late, refused) == (4, 4, 0, 0) and babbled == 64, "16 lines, twice a game"
    assert conduct(bad("says odd things", status=FINE).stdout)[:5] == (4, 0, 0, 0, 24), "a few are borne"
    assert conduct(bad("writes without end").stdout)[:2] == (4, 4)
    assert conduct(bad("asks without end", ms=20000, games=1).stdout)[:2] == (2, 2)


def test_cheats():
    assert conduct(bad("cheats").stdout) == (4, 4, 0, 12, 0, 0)
    run = expect(host(PYTHON, BAD, "cheats twice", how=("--show",)), FINE)
    assert conduct(run.stdout) == (4, 0, 0, 8, 0, 0)
    errors = [json.loads(line[2:]) for line in run.stderr.splitlines() if line.startswith('> {"type":"error"')]
    assert [error["error"] for error in errors[:2]] == ["refused", "bad_move"] and [error["left"] for error in errors[:2]] == [2, 1]
    assert all(error["text"] for error in errors)


def test_what_it_says_is_shown_on_one_clean_line():
    run = bad("paints")
    assert conduct(run.stdout) == (4, 4, 0, 12, 0, 0)
    assert "red" in run.stdout and len(run.stdout.splitlines()) == 2
    assert run.stdout.replace("\n", " ").isprintable(), run.stdout


def test_the_match_says_so():
    run = alea("play", "null", "--seats", f"exec:10000ms:{PYTHON} {ROOT}/tests/bots/bad.py crashes,random", "--save", "y.alea",
               "--lang", "en")
    expect(run, FINE, out=r"A \(exec:python.*: the program has ended \(exit status 7\); a deputy moves in its place")
    assert re.search(rb"(?m)^\d+ A bet \w+ \| @bot_ended exit status 7$", read("y.alea"))
    expect(alea("replay", "y.alea", "--lang", "it"), FINE, out=r"\(il programma è finito \(exit status 7\)\)")
    expect(alea("check", "y.alea"), FINE)


def test_stopping_does_not_wait_for_it():
    """Whoever wants to leave need not wait until a bot has thought to its end; nothing is played for it then."""
    process = subprocess.Popen([ALEA, "play", "null", "--seats", f"exec:600000ms:{PYTHON} {BAD} is_silent asked,human", "--save", "x.alea"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + LIMIT
    while not os.path.exists("asked") and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    assert process.wait(LIMIT) == UNFINISHED
    assert not re.search(rb"(?m)^1 A", read("x.alea"))


def test_nothing_is_left_behind():
    bad("leaves children", "pids", status=FINE)
    with open("pids", encoding="ascii") as file:
        pids = [int(line) for line in file]
    assert len(pids) == 2
    deadline = time.monotonic() + LIMIT
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(map(alive, pids)), pids


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


if __name__ == "__main__":
    run(tests_of(globals()))
