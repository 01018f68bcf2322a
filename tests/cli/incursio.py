#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Incursio in the terminal, as a General who types whole orders meets it. incursio.py [ALEA]; else $ALEA, else build/alea.

What every game has to do is in every_game.py. The last line is `N passed, N failed`.
"""
import os
import re

from contract import FINE, UNFINISHED, alea, at_terminal, expect, read
from running import ROOT, run, tests_of

SMALL = ("--option", "map=small", "--seed", "1")
# A day of a General who tries all there is: what can't be done now is refused, and costs nothing.
DAY = {
    "en": ["attack 4: all", "attack 2: all", "attack 7: all", "attack 13: all", "move 5 8: all", "move 11 12: A", "enter 7: F",
           "found 12", "build 03 in 4", "spy 4 structures", "spy 2", "mission levy 7", "rest", "deal F", "camp", "deal Tr", "done"],
    "it": ["attacca 4: tutti", "attacca 2: tutti", "attacca 7: tutti", "attacca 13: tutti", "muovi 5 8: tutti", "muovi 11 12: A",
           "entra 7: F", "fonda 12", "costruisci 03 in 4", "spia 4 strutture", "spia 2", "missione leva 7", "riposa",
           "schiera F", "campo", "schiera Tr", "fatto"],
}
SEATS = {"A": "human,greedy", "B": "greedy,human"}


def lines(*orders):
    return "".join(f"{order}\n" for order in orders)


def play(*orders, seats="human,greedy", lang="en", save="x.alea", more=SMALL):
    return alea("play", "incursio", *more, "--seats", seats, "--lang", lang, "--save", save, stdin=lines(*orders))


def campaign(seat, lang, save="x.alea"):
    return expect(play(*DAY[lang] * 400, seats=SEATS[seat], lang=lang, save=save), FINE)


def test_campaign():
    """Whole campaigns of either side in both languages; nothing is told of what the other side orders."""
    for seat, other in (("A", "B"), ("B", "A")):
        for lang in ("en", "it"):
            said = campaign(seat, lang).stdout.split("\nResult:")[0]
            assert not re.search(rf"(?m)^\s*{other} \(greedy\):", said), "an order of the other side was told"
            secrets = r"[Rr]esources (\d|are|grow)|Portals of|[Hh]arvest of" if seat == "A" else r"[Pp]urse (\d|holds)|[Ii]ncome (is|a day)|In the yard"
            assert lang == "it" or not re.search(secrets, said), "means of the other side were told"
            expect(alea("check", "x.alea"), FINE)
            expect(alea("verify", "x.alea"), FINE)


def test_the_end_in_numbers():
    """Both sides' points and where they came from stand beside the rule that decided, in both languages, once it is over."""
    path = os.path.join(ROOT, "src", "games", "incursio", "golden", "six_seats.alea")
    end = {"en": r"(?s)Result:\n  1\. Defenders of Esdef: A \(greedy\), C \(greedy\), E \(greedy\)  wins\n.*\n"
                 r"  Points +10 +0\n  From settlements +8 +0\n.*  From objectives +2 +0\n.*INC-WIN-4: Land purified",
           "it": r"(?s)Risultato:\n  1\. Difensori di Esdef: .*  vince\n.*  Punti +10 +0\n.*INC-WIN-4: Terra purificata"}
    for lang, words in end.items():
        expect(alea("replay", path, "--lang", lang), FINE, out=words)
    assert "From objectives" not in expect(alea("replay", path, "--ply", "400", "--lang", "en"), FINE).stdout


def test_battle_is_short():
    """The dice of a clash stand on one line, in play and in reports."""
    said = campaign("B", "en").stdout
    battles = re.findall(r"(?m)^Battle at .*\n((?:  .*\n)+)", said)
    assert battles
    for battle in battles:
        passes = len(re.findall("Pass [0-9]+, against", battle))
        assert len(battle.splitlines()) <= 3 * passes + 9, battle
    assert re.search(r"(?m)^  (\w+ \d - \w+ \d( \(d\d to d\d\))?; )+.* (falls to|are even)", said)


def test_what_fell_at_a_table_stays_marked():
    """Dice that the host entered are told as thrown by hand, to all who hear of them, in both languages; others are not."""
    play(*["done"] * 3)
    thrown = read("x.alea").decode()
    entered = re.sub(r"(?m)^(\d+) \* dice", r"\1 ! dice", thrown, count=1)
    assert entered != thrown
    with open("y.alea", "w", encoding="utf-8") as file:
        file.write(entered)
    for lang, words in (("en", "thrown by hand"), ("it", "tirato a mano")):
        for more in ((), ("--seat", "A"), ("--seat", "B")):
            assert expect(alea("replay", "y.alea", *more, "--lang", lang), FINE).stdout.count(f"({words})") == 1
            assert words not in expect(alea("replay", "x.alea", *more, "--lang", lang), FINE).stdout


def test_the_host_takes_it_back():
    """With a reason, to an open window; each General is told by his own number, and what was told stays in the record."""
    orders = ["done", "done", "done", "host rewind 7", "host rewind 6 | x", "host rewind 7 | by mistake", "done", "done", "host rewind 5 | y"]
    said = expect(play(*orders, seats="human,human", more=(*SMALL, "--option", "opening=known")), UNFINISHED).stdout
    for words in ("a reason is wanted", "nobody was to decide there", "back to day 1", "INC-TABLE-16"):
        assert words in said, words
    file = read("x.alea").decode()
    plies = re.findall(r"(?m)^(\d+ \S+ \S+).*", file)
    assert plies[7:10] == ["8 B done", "9 ! rewind", "10 B done"], plies
    assert "9 ! rewind 7 | by mistake\n" in file
    expect(alea("check", "x.alea"), FINE)
    expect(alea("verify", "x.alea"), FINE)
    for seat, number in (("A", 6), ("B", 4)):
        told = expect(alea("replay", "x.alea", "--seat", seat, "--lang", "en"), FINE).stdout
        assert f"The match goes back to where it stood after ply {number} (by mistake)" in told, told
        assert "Opens: assault" in told
    told = expect(alea("report", "x.alea", "--round", "1", "--side", "raiders", "--lang", "en"), FINE).stdout
    assert "The Master takes the campaign back to day 1" in told and "by mistake" in told, told


def test_units_are_told_by_type():
    said = expect(play("done", "move 7 4: 2C"), UNFINISHED).stdout
    assert "Orders to the units of 7 Little Keep; March to 4 Sweetwell; cavalry (x2); That is all" in said, said
    assert "Unit number" not in said


def test_report():
    """A day for each side: its own orders, none of the other's; for everybody only what is public."""
    campaign("B", "en")
    days = 0
    while True:
        run = alea("report", "x.alea", "--round", str(days + 1), "--lang", "en")
        if run.returncode != FINE:
            break
        days += 1
        assert not re.search(r"[AB] \(?\w*\)?: |In the line|Pass \d|falls to|[Ii]ncome|[Rr]esources", run.stdout.split("\nResult:")[0]), run.stdout
        defenders = expect(alea("report", "x.alea", "--round", str(days), "--side", "defenders", "--lang", "en"), FINE).stdout
        raiders = expect(alea("report", "x.alea", "--round", str(days), "--side", "raiders", "--lang", "en"), FINE).stdout
        assert not re.search(r"(?m)^- B: |[Rr]esources (are|grow)|[Hh]arvest|A portal opens", defenders), defenders
        assert not re.search(r"(?m)^- A \(greedy\): |[Ii]ncome|starts works|founds at", raiders), raiders
        assert "Unit number" not in defenders + raiders
        expect(alea("report", "x.alea", "--round", str(days), "--side", "raiders", "--lang", "it"), FINE, out="giorno")
    assert days >= 3


def test_resume_within_an_order():
    """A match that was left in the middle of an order, and anywhere else, goes on as if it had not been."""
    orders = ["2", "1", "1"] + DAY["en"] * 3
    play(*orders, save="whole.alea")
    for cut in (1, 2, 3, 8, 20):
        play(*orders[:cut], "quit", save="cut.alea")
        expect(alea("play", "--resume", "cut.alea", "--lang", "en", stdin=lines(*orders[cut:])), UNFINISHED)
        moves = [re.findall(rb"(?m)^\d+ [AB*] .*", read(name)) for name in ("whole.alea", "cut.alea")]
        assert moves[0] == moves[1], f"cut after {cut} lines"


def test_curtain():
    """Two Generals at one screen: behind the curtain nothing of the other side's."""
    said = expect(play(*DAY["en"] * 150, seats="human,human"), FINE).stdout
    turns = re.split(r"(?m)^--- .*\b([AB])\b.* ---$", said)
    assert len(turns) > 8
    for who, shown in zip(turns[1::2], turns[2::2]):
        other = "AB"["BA".index(who)]
        assert f"\n{other}: " not in shown.split("\n\n", 1)[1] if "\n\n" in shown else True
        secrets = r"[Rr]esources (\d|are|grow)|Portals of|[Hh]arvest of" if who == "A" else r"[Pp]urse (\d|holds)|In the yard|[Ii]ncome (\d|is)"
        assert not re.search(secrets, shown), f"{who} sees: {re.search(secrets, shown)[0]}"


def test_undo_takes_the_whole_order():
    before = ["done"]
    play(*before, save="a.alea")
    said = expect(play(*before, "move 7 4: 2C", "undo", save="b.alea"), UNFINISHED, out="taken back").stdout
    assert re.findall(rb"(?m)^\d+ .*", read("a.alea")) == re.findall(rb"(?m)^\d+ .*", read("b.alea")), said


def test_why_and_odds_of_orders():
    """Asked before it is made: which rule forbids it, how good its chances are; nothing is made by asking."""
    done = ["done"] * 2  # to the assault of the Defenders
    said = expect(play(*done[:1], "why move 7 4: C", "why move 11 10: C", "why enter 7: C", "why found 7", save="a.alea"),
                  UNFINISHED).stdout
    for words in ("move 7 4: C: it is legal", "INC-MOVE-3", "INC-GARR-", "INC-TURN-1"):
        assert words in said, (words, said)
    for line in ("odds attack 5: A", "perché attacca 5: A", "odds attack 5: 9A", "odds nonsense"):
        said = expect(play(*done, line, save="b.alea"), UNFINISHED).stdout
        play(*done, save="c.alea")
        assert read("b.alea").splitlines()[-3:] == read("c.alea").splitlines()[-3:], line
    assert re.search(r"\?\*\d+: no defender is left ~\d+\.\d%", expect(play(*done, "odds attack 5: A", save="b.alea"), UNFINISHED).stdout)


def test_refused():
    """Bad orders change nothing, and the answer names the rule, or says that it was not understood."""
    done = ["done"] * 2
    play(*done, save="a.alea")
    for order, answer in (("attack 2: 9A", "INC-"), ("attack 7: F", "INC-ASSAULT"), ("move 7 4: F", "INC-TURN-1"),
                          ("attack 99: A", "understand"), ("attack 2: Tr", "understand"), ("spy 2 structures; dance", "understand"),
                          ("2 3 4", "understand"), ("attack", "may mean"), ("c9: rest", "understand"),
                          ("done done", "understand|can't read")):
        said = expect(play(*done, order, save="b.alea"), UNFINISHED).stdout
        assert re.search(answer, said.splitlines()[-2]), (order, said.splitlines()[-2])
        assert re.findall(rb"(?m)^\d+ .*", read("a.alea")) == re.findall(rb"(?m)^\d+ .*", read("b.alea")), order
    said = expect(play(*done, "attack 2: A", "attack 2: A", "attack 2: A", "attack 2: A"), UNFINISHED).stdout
    assert re.search(r"INC-", said.splitlines()[-2]), said.splitlines()[-2]


def test_what_done_leaves():
    said = expect(play(*["done"] * 9), UNFINISHED).stdout
    for words in ("units have not moved", "3 attacks not launched", "4 characters rest", "reinforcements not dealt"):
        assert words in said, words


def test_arrange():
    said = expect(play("arrange 7: F F A camp C C A F", "arrange 4: C", "arrange 11: camp C F"), UNFINISHED).stdout
    assert "2F A | 2C A F" in said and "INC-GARR-4" in said and "Hamlet, C F A F" in said, said


def test_alone():
    """One person hears all that fell before the first decision; help tells the orders; the host's list hides numbers."""
    said = expect(play("help", "host"), UNFINISHED).stdout
    assert len(re.findall("[Oo]bjective of the Defenders", said)) == 2, said
    assert "arrange 7" in said and "set_treasury N" in said and "set_treasury 0" not in said
    assert "{{" not in said
    said = expect(play("aiuto", "host pause", "fatto", "1", "host resume", lang="it"), UNFINISHED).stdout
    assert "disponi 7" in said and "Non ho ancora finito" in said and "da 1 a 0" not in said


def test_turn_and_notes():
    """In a window of a team the screen goes to whom one asks for: the General may look at what his players plan."""
    teams = (*SMALL, "--option", "teams=players")
    said = expect(play("turn B", "turn C", "done", "propose | hold 7", "turn x", "done",
                       seats="human,greedy,human,greedy,greedy,greedy", more=teams), UNFINISHED).stdout
    order = re.findall(r"(?m)^([A-F])(?: is done|: Arrange)", said)
    assert order[:4] == ["A", "C", "C", "A"], order
    assert said.count("Who may move now: A") == 2 and "hold 7" in said, said
    assert re.search(rb"(?m)^\d+ A propose \| hold 7$", read("x.alea")), read("x.alea")


def test_eighty_columns():
    """Nothing that is shown at a terminal of 80 columns is wider, on either map."""
    for more in (SMALL, ("--seed", "1")):
        keys = [b"done\r"] * 5 + [b"places\r", b"hand\r", b"help\r", b"quit\r"]
        shown = at_terminal(keys, "play", "incursio", *more, "--seats", "human,greedy", "--lang", "it", "--save", "x.alea")
        text = shown[0] if isinstance(shown, tuple) else shown
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text.decode() if isinstance(text, bytes) else text)
        wide = [line for line in re.split(r"[\r\n]+", text) if len(line) > 80 and not line.startswith(">")]
        assert "Casella" in text and not wide, wide[:3]


if __name__ == "__main__":
    run(tests_of(globals()))
