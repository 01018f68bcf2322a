#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stores from the command line: check, backup, restore. store.py [ALEA]; else $ALEA, else build/alea.

The stores are made of tests/store/version1.sql, a finished match of the null game, and then spoilt in one place. Each function
test_* is one test, in a folder of its own. The last line is `N passed, N failed`.
"""
import os
import pty
import random
import re
import resource
import shutil
import sqlite3
import stat
import subprocess
import sys
import time

from running import ALEA, LIMIT, ROOT, run, store_of_today, tests_of

ID = "abcdefgh2345"
FINE, WRONG, USAGE = 0, 1, 2


def alea(*args, **more):
    return subprocess.run([ALEA, *args], stdin=subprocess.DEVNULL, text=True, capture_output=True, timeout=LIMIT,
                          env={**os.environ, "LC_ALL": "C.UTF-8"}, **more)


def expect(run, status, out="^$", err="^$"):
    said = f"\nstatus {run.returncode}\nstdout: {run.stdout[-1500:]}\nstderr: {run.stderr[-1500:]}"
    assert run.returncode == status, f"wanted status {status}{said}"
    assert "Sanitizer" not in run.stderr and "runtime error" not in run.stderr, said
    assert re.search(out, run.stdout), f"stdout does not match {out!r}{said}"
    assert re.search(err, run.stderr), f"stderr does not match {err!r}{said}"
    return run


def sql(path, *lines):
    """Runs lines of SQL that no rule of the tables holds back."""
    with sqlite3.connect(path, isolation_level=None) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        for line in lines:
            db.execute(line)
    db.close()


def make(path, *lines, matches=1):
    with open(path, "wb") as file:
        file.write(store_of_today())
    columns = "game, rules_version, seats, options, name, listed, by_hand, seed, commitment, status, created, changed, settings, state"
    for number in range(2, matches + 1):
        name = "b" * 10 + "ab"[number // 26 % 2] + chr(ord("a") + number % 26)
        sql(path, f"INSERT INTO matches (id, {columns}) SELECT '{name}', {columns} FROM matches WHERE number = 1",
            f"INSERT INTO seats SELECT {number}, seat, who, name, word, joined, muted, account FROM seats WHERE match = 1",
            f"INSERT INTO plies SELECT {number}, ply, seat, move, at, note FROM plies WHERE match = 1")
    sql(path, *lines)
    return path


def read(path):
    with open(path, "rb") as file:
        return file.read()


def count(path, what="matches"):
    db = sqlite3.connect(path)
    n = db.execute(f"SELECT count(*) FROM {what}").fetchone()[0]
    db.close()
    return n


# ---- check ---------------------------------------------------------------------------------------------------------------

def test_check_sound():
    make("alea.db")
    before = read("alea.db")
    expect(alea("check", "alea.db"), FINE, out="^alea.db: 1 match, 9 plies replayed, 0 faults\n$")
    expect(alea("check", "alea.db", "--lang", "it"), FINE, out="^alea.db: 1 partita, 9 mosse rigiocate, 0 difetti\n$")
    assert read("alea.db") == before, "a check wrote"
    make("many.db", matches=40)
    expect(alea("check", "many.db"), FINE, out="40 matches, 360 plies replayed, 0 faults")
    make("none.db", "DELETE FROM plies", "DELETE FROM links", "DELETE FROM chat", "DELETE FROM seats",
         "DELETE FROM draws", "DELETE FROM matches")
    expect(alea("check", "none.db"), FINE, out="0 matches, 0 plies")
    os.rename("alea.db", "no ending")
    expect(alea("check", "no ending", "many.db"), FINE, out="(?s)no ending: 1 match.*many.db: 40")


def test_check_names_the_place():
    """What is spoilt, and the words that tell where. The first match is spoilt; the second is still looked at."""
    refused = rf"match {ID}, ply 3: these rules do not allow it: NULL-"
    for line, words in (
            ("UPDATE plies SET move = move + 1 WHERE match = 1 AND ply = 3", refused),
            ("UPDATE plies SET move = move - 1 WHERE match = 1 AND ply = 3", rf"match {ID}: ply 3: throw 1 does not come from the seed"),
            ("UPDATE plies SET seat = 0 WHERE match = 1 AND ply = 3", refused),
            ("UPDATE plies SET seat = 99 WHERE match = 1 AND ply = 3", rf"match {ID}, ply 3: column seat holds 99"),
            ("UPDATE matches SET commitment = zeroblob(5) WHERE number = 1", rf"match {ID}: column commitment"),
            ("UPDATE matches SET seed = randomblob(32) WHERE number = 1", rf"match {ID}: the seed does not match the commitment"),
            ("UPDATE matches SET seed = x'00' WHERE number = 1", rf"match {ID}: column seed has not the right length"),
            ("UPDATE matches SET game = 'whist' WHERE number = 1", rf"match {ID}: unknown game 'whist'"),
            ("UPDATE matches SET rules_version = 99 WHERE number = 1", rf"match {ID}: version 99"),
            ("UPDATE matches SET options = 'rounds=3 tie=maybe' WHERE number = 1", rf"match {ID}: option 'tie'"),
            ("DELETE FROM plies WHERE match = 1 AND ply = 4", rf"match {ID}, ply 4: it is missing from the log"),
            ("DELETE FROM seats WHERE match = 1 AND seat = 1", rf"match {ID}: there are not as many seats"),
            ("UPDATE links SET match = 77 WHERE match = 1", "a row of links points at a row of matches that is not there"),
            ("UPDATE matches SET listed = 7 WHERE number = 1", "in the file: CHECK constraint failed in matches"),
            ("UPDATE chat SET seat = 99", "in the file: CHECK constraint failed in chat")):
        make("alea.db", line, matches=2)
        run = expect(alea("check", "alea.db"), WRONG, out=rf"(?m)^alea\.db: {words}")
        assert re.search(r"2 matches, .* [1-9]\d* faults?\n$", run.stdout), run.stdout
        os.remove("alea.db")
    make("alea.db", "UPDATE plies SET move = move + 1 WHERE ply = 3", matches=3)
    expect(alea("check", "alea.db"), WRONG, out="(?s)abcdefgh2345, ply 3.*bbbbbbbbbbac, ply 3.*bbbbbbbbbbad, ply 3.*3 faults")
    expect(alea("check", "alea.db", "--lang", "it"), WRONG, out=f"partita {ID}, mossa 3: queste regole non la ammettono: NULL-")


def test_check_what_is_no_store():
    make("newer.db", "PRAGMA user_version = 99")
    expect(alea("check", "newer.db"), WRONG, err="version 99.*newer")
    sql("other.db", "CREATE TABLE mine (x)")
    expect(alea("check", "other.db"), WRONG, err="other.db: is a database of another program")
    make("altered.db", "CREATE TABLE extra (x)")
    expect(alea("check", "altered.db"), WRONG, err="altered.db: its tables are not those")
    make("alea.db", matches=30)
    whole = read("alea.db")
    for name, data in (("short", whole[:20000]), ("head", whole[:100]), ("magic", whole[:16]),
                       ("holes", whole[:4096] + bytes(len(whole) - 4096))):
        with open(name, "wb") as file:
            file.write(data)
        run = alea("check", name)
        assert run.returncode == WRONG and (run.stdout + run.stderr).strip(), (name, run)
    expect(alea("check", "missing.db"), WRONG, err="missing.db: can't be read")


def test_check_beside_transcripts():
    make("alea.db")
    run = subprocess.run([ALEA, "play", "null", "--seats", "greedy,random", "--save", "x.alea"], capture_output=True,
                         stdin=subprocess.DEVNULL, timeout=LIMIT, check=False)
    assert run.returncode == FINE
    expect(alea("check", "x.alea", "alea.db", "x.alea"), FINE, out="^alea.db: 1 match, 9 plies replayed, 0 faults\n$")


# ---- copy ----------------------------------------------------------------------------------------------------------------

def test_copy():
    make("alea.db", matches=20)
    expect(alea("copy", "alea.db", "other.db"), FINE, out=r"^alea.db: copied to other.db, matches: 20, rows: \d+, read again and the same\n$")
    expect(alea("check", "other.db"), FINE, out="20 matches, 180 plies replayed, 0 faults")
    expect(alea("copy", "alea.db", "other.db"), WRONG, err="other.db: it has data in it already")
    expect(alea("copy", "alea.db", "alea.db", "--lang", "it"), WRONG, err="alea.db: contiene già dei dati")
    expect(alea("copy", "missing.db", "x.db"), WRONG, err="missing.db: it does not exist")
    expect(alea("copy", "alea.db", "postgresql://anna:secret@%2Fnowhere/x"), WRONG, err="^alea: postgresql://anna@/nowhere/x: there is no connection")
    for args in ((), ("alea.db",), ("alea.db", "x", "y")):
        expect(alea("copy", *args), USAGE, err="--help")
    assert sorted(os.listdir()) == ["alea.db", "other.db"]


# ---- backup --------------------------------------------------------------------------------------------------------------

def test_backup():
    make("alea.db", matches=20)
    expect(alea("backup", "alea.db", "copy.db"), FINE, out=r"^alea.db: copied to copy.db, \d+ bytes\n$")
    assert sorted(os.listdir()) == ["alea.db", "copy.db"]
    assert stat.S_IMODE(os.stat("copy.db").st_mode) == 0o600
    expect(alea("check", "copy.db"), FINE, out="20 matches, 180 plies replayed, 0 faults")
    before = read("copy.db")
    expect(alea("backup", "alea.db", "copy.db"), WRONG, err="copy.db: it is there already")
    expect(alea("backup", "alea.db", "copy.db", "--lang", "it"), WRONG, err="copy.db: c'è già")
    expect(alea("backup", "alea.db", "alea.db"), WRONG, err="there already")
    assert read("copy.db") == before
    expect(alea("backup", "missing.db", "x.db"), WRONG, err="missing.db: it does not exist")
    expect(alea("backup", "alea.db", "no/x.db"), WRONG, err="no/x.db")
    for args in ((), ("alea.db",), ("alea.db", "x", "y")):
        expect(alea("backup", *args), USAGE, err="--help")
    assert sorted(os.listdir()) == ["alea.db", "copy.db"]


def test_backup_while_others_write():
    make("alea.db")
    writer = sqlite3.connect("alea.db", isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("UPDATE matches SET name = 'sure'")
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE matches SET name = 'not yet'")
    expect(alea("backup", "alea.db", "copy.db"), FINE, out="copied")
    expect(alea("check", "alea.db"), FINE, out="0 faults")
    writer.execute("COMMIT")
    writer.close()
    copy = sqlite3.connect("copy.db")
    assert copy.execute("SELECT name FROM matches").fetchall() == [("sure",)]
    copy.close()


def test_backup_of_faults():
    make("alea.db", "UPDATE chat SET seat = 99")
    expect(alea("backup", "alea.db", "copy.db"), WRONG, err="(?s)copy.db: in the file: CHECK.*alea.db: the copy copy.db is made, but")
    assert os.path.exists("copy.db")


def test_disk_full():
    make("alea.db", matches=40)

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (40000, 40000))
    expect(alea("backup", "alea.db", "copy.db", preexec_fn=limit), WRONG, err="alea: alea.db: ")
    assert os.listdir() == ["alea.db"], os.listdir()
    make("old.db")
    before = read("old.db")
    expect(alea("restore", "alea.db", "old.db", "--force", preexec_fn=limit), WRONG, err="alea: ")
    assert sorted(os.listdir()) == ["alea.db", "old.db"] and read("old.db") == before


# ---- recover -------------------------------------------------------------------------------------------------------------

PAGE = 4096


def spoil(path, number, data=bytes(PAGE), offset=0):
    """Overwrites page `number`, from 1."""
    with open(path, "r+b") as file:
        file.seek((number - 1) * PAGE + offset)
        file.write(data)


def plies(path):
    db = sqlite3.connect(path)
    found = db.execute("SELECT m.id, p.ply, p.seat, p.move FROM plies AS p JOIN matches AS m ON m.number = p.match ORDER BY 1, 2").fetchall()
    db.close()
    return found


def test_recover_sound():
    make("alea.db", matches=40)
    before = read("alea.db")
    expect(alea("recover", "alea.db", "new.db"), FINE, out=r"^new.db: 40 matches saved \(40 whole\), 0 lost; 1 account, \d links?\nnew.db: 40 matches, 360 plies replayed, 0 faults\n$")
    assert read("alea.db") == before and plies("new.db") == plies("alea.db")
    for table in ("matches", "seats", "chat", "links", "accounts", "scenarios"):
        assert count("new.db", table) == count("alea.db", table), table
    assert stat.S_IMODE(os.stat("new.db").st_mode) == 0o600
    assert sorted(os.listdir()) == ["alea.db", "new.db"], os.listdir()
    before = read("new.db")
    expect(alea("recover", "alea.db", "new.db"), WRONG, err="new.db: it is there already")
    expect(alea("recover", "alea.db", "new.db", "--lang", "it"), WRONG, err="new.db: c'è già")
    assert read("new.db") == before
    expect(alea("recover", "missing.db", "x.db"), WRONG, err="missing.db: ")
    expect(alea("recover", "alea.db", "no/x.db"), WRONG, err="no/x.db")
    for args in ((), ("alea.db",), ("alea.db", "x", "y")):
        expect(alea("recover", *args), USAGE, err="--help")


def test_recover_each_page():
    """Whichever page is lost, what was saved has no fault, and nothing in it was never played."""
    make("alea.db", "UPDATE plies SET note = printf('%.*c', 400, 'x')", matches=10)  # notes, so that a page holds few plies
    whole, data, kept = plies("alea.db"), read("alea.db"), 0
    for number in range(1, len(data) // PAGE + 1):
        with open("bad.db", "wb") as file:
            file.write(data)
        spoil("bad.db", number, random.Random(number).randbytes(PAGE))
        run = alea("recover", "bad.db", "new.db")
        assert run.returncode in (FINE, WRONG) and re.search("new.db: .* 0 faults", run.stdout), (number, run)
        saved = plies("new.db")
        ids = {row[0] for row in whole}
        assert all(row in whole for row in saved if row[0] in ids), f"page {number}: plies that nobody played"
        kept += len(saved)
        os.remove("new.db")
    share = kept / len(whole) / (len(data) // PAGE)
    assert share > 0.9, f"one page costs {1 - share:.0%} of the plies"


def test_recover_says_what_is_lost():
    make("alea.db", "UPDATE matches SET name = 'first' WHERE number = 1", matches=3)
    for line, words in (
            ("DELETE FROM plies WHERE match = 1 AND ply = 4", rf"match {ID}: 3 of 9 plies saved; it was over"),
            ("UPDATE plies SET move = move + 1 WHERE match = 1 AND ply = 3", rf"match {ID}: 2 of 9 plies saved"),
            ("DELETE FROM seats WHERE match = 1 AND seat = 1", rf"match {ID}: 1 seat filled in, without a name"),
            ("UPDATE matches SET settings = '{' WHERE number = 1", rf"match {ID}: its settings are the usual ones"),
            ("UPDATE matches SET game = 'whist' WHERE number = 1", rf"match {ID} is lost: unknown game 'whist'"),
            ("UPDATE matches SET options = 'rounds=3 tie=maybe' WHERE number = 1", rf"match {ID} is lost: option 'tie'"),
            ("DELETE FROM matches WHERE number = 1", r"match [a-z2-7]{12}: its own row is lost: the game was found by trying")):
        shutil.copy("alea.db", "bad.db")
        sql("bad.db", "PRAGMA foreign_keys = OFF", line)
        expect(alea("recover", "bad.db", "new.db"), WRONG, out=rf"(?ms)^{words}.*^new.db: \d matches, \d+ plies replayed, 0 faults$")
        os.remove("new.db")
    sql("bad.db", "DELETE FROM plies WHERE match = 2 AND ply > 2")
    expect(alea("recover", "bad.db", "new.db", "--lang", "it"), WRONG, out="(?s)era finita, ma la fine è persa.*partite salvate")
    db = sqlite3.connect("new.db")
    assert db.execute("SELECT status FROM matches ORDER BY number").fetchall()[1] == (2,), "a match that was cut is not paused"
    db.close()


def test_recover_what_sqlite_refuses():
    """A head of noise, a file cut short, one that is no database: words, and never half a file."""
    make("alea.db", matches=40)
    whole = read("alea.db")
    with open("head.db", "wb") as file:
        file.write(random.Random(1).randbytes(PAGE) + whole[PAGE:])
    assert alea("check", "head.db").returncode == WRONG
    expect(alea("recover", "head.db", "head.new"), WRONG, out="(?s)which pages were free is not known.*head.new: 40 matches saved")
    with open("short.db", "wb") as file:
        file.write(whole[:len(whole) // 2])
    expect(alea("check", "short.db"), WRONG, err="alea recover")
    expect(alea("recover", "short.db", "short.new"), WRONG, out="short.new: .* 0 faults")
    with open("empty.db", "wb"):
        pass
    expect(alea("recover", "empty.db", "empty.new"), WRONG, out="empty.new: 0 matches saved")
    with open("noise.db", "wb") as file:
        file.write(random.Random(2).randbytes(200000))
    expect(alea("recover", "noise.db", "noise.new"), WRONG, out="noise.new: 0 matches saved")

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (40000, 40000))
    expect(alea("recover", "alea.db", "full.new", preexec_fn=limit), WRONG, err="alea: ")
    assert not [name for name in os.listdir() if name.startswith("full.new")], os.listdir()


def test_frames_behind_a_broken_one():
    make("alea.db", "PRAGMA journal_mode = WAL", "PRAGMA wal_checkpoint(TRUNCATE)")
    writer = sqlite3.connect("alea.db", isolation_level=None)
    for i in range(12):
        writer.execute(f"UPDATE matches SET name = 'name {i}'")
    for ending in ("", "-wal"):
        shutil.copy("alea.db" + ending, "torn.db" + ending)
    writer.close()
    frames = os.path.getsize("torn.db-wal") // (PAGE + 24)
    assert frames >= 12
    shutil.copy("torn.db", "tail.db")
    with open("tail.db-wal", "wb") as file:  # the last frame was being written when the machine stopped: nobody lost anything
        file.write(read("torn.db-wal")[:-1])
    expect(alea("check", "tail.db"), FINE, out=", 0 faults")
    with open("torn.db-wal", "r+b") as file:
        file.seek(32 + 5 * (PAGE + 24) + 1000)
        file.write(b"?")
    for name in ("one.db", "two.db"):
        for ending in ("", "-wal"):
            shutil.copy("torn.db" + ending, name + ending)
    expect(alea("check", "one.db"), WRONG, out=rf"one.db: {frames - 5} frames of the log .* could not be read")
    expect(alea("check", "one.db", "--lang", "it"), WRONG, out=rf"{frames - 5} pezzi del registro")
    expect(alea("recover", "two.db", "new.db"), WRONG, out=rf"two.db: {frames - 5} frames of the log")
    db = sqlite3.connect("new.db")
    assert db.execute("SELECT name FROM matches").fetchall() == [("name 11",)], "what stands behind the broken frame is not used"
    db.close()


def test_frames_that_were_never_committed():
    """A batch that was taken back has left frames behind a smaller one that came later: nobody lost anything."""
    make("alea.db", "PRAGMA journal_mode = WAL", "PRAGMA wal_checkpoint(TRUNCATE)")
    writer = sqlite3.connect("alea.db", isolation_level=None)
    writer.execute("UPDATE matches SET name = 'before'")
    writer.execute("PRAGMA cache_size = 2")  # pages: more go to the log before the commit
    writer.execute("BEGIN")
    for i in range(50):
        writer.execute("UPDATE matches SET state = ?", [f'{{"x":"{"x" * 60000}{i}"}}'])
    writer.execute("ROLLBACK")
    writer.execute("UPDATE matches SET name = 'after'")
    for ending in ("", "-wal"):
        shutil.copy("alea.db" + ending, "taken.db" + ending)
    writer.close()
    assert os.path.getsize("taken.db-wal") // (PAGE + 24) > 10, "frames were left"
    expect(alea("check", "taken.db"), FINE, out=", 0 faults")


NEWEST = max(int(name[len("version"):-len(".sql")]) for name in os.listdir(os.path.join(ROOT, "tests", "store")) if name.startswith("version"))
NAMED = "52" * 32 + "07" + "00" * 7  # a beacon's round that is not out yet, as draws.c writes it


def lay_out(path, version, *lines):
    """A store as that version of the schema was, and then spoilt."""
    with open(os.path.join(ROOT, "tests", "store", f"version{version}.sql"), encoding="utf-8") as file:
        db = sqlite3.connect(path)
        db.executescript(file.read())
        db.close()
    sql(path, "PRAGMA foreign_keys = OFF", *lines)
    return path


def rows(path, table):
    db = sqlite3.connect(path)
    found = db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
    db.close()
    return found


def test_recover_each_version():
    """What binds the dice, what is left of deleted matches and devices come back, of whichever version the file is."""
    for version, tables in ((1, ()), (2, ("draws", "graves")), (3, ("draws", "graves", "devices")), (4, ("draws", "graves", "devices", "posts")),
                            (6, ("draws", "graves", "devices", "posts", "enrolments", "asked")),
                            (7, ("draws", "graves", "devices", "posts", "enrolments", "asked", "recoveries"))):
        lay_out("old.db", version)
        graves = "new.db: 1 deleted match, whose seed is kept\n" if version > 1 else ""
        expect(alea("recover", "old.db", "new.db"), FINE, out=rf"^new.db: 1 match saved \(1 whole\), 0 lost; 1 account, 2 links\n{graves}new.db: 1 match, 9 plies replayed, 0 faults\n$")
        for table in ("matches", "plies", "seats", "links", "chat", *tables):
            assert rows("new.db", table) == rows("old.db", table), (version, table)
        for name in ("old.db", "new.db"):
            os.remove(name)
        lay_out("old.db", version, "DELETE FROM matches")  # a match whose own row is lost is found in an old file, too
        expect(alea("recover", "old.db", "new.db"), WRONG, out="(?s)its own row is lost: the game was found.*1 match, 9 plies replayed, 0 faults")
        assert count("new.db", "draws") == 0, "dice typed in are bound by nothing"
        for name in ("old.db", "new.db"):
            os.remove(name)


def test_recover_what_binds_dice():
    """Of dice that can still be computed what is lost is said; others count as typed in."""
    still = rf"match {ID}: its dice can still be proven, but of promises, bound names and failed draws 1 is lost\n"
    typed = rf"match {ID}: its dice can't be proven any more"
    for line, words, by_hand in (
            ("UPDATE draws SET bytes = zeroblob(40) WHERE kind = 2", still, 0),
            ("UPDATE draws SET bytes = zeroblob(33) WHERE kind = 1", still, 0),
            ("UPDATE draws SET number = 3 WHERE kind = 2", still, 0),
            ("INSERT INTO draws VALUES (1, 0, 2, 1, zeroblob(32))", still, 0),
            ("UPDATE draws SET bytes = randomblob(32) WHERE kind = 1", typed, 1),
            ("INSERT INTO draws VALUES (1, 3, 0, 0, zeroblob(120))", typed, 1),  # no randomness is its signature's
            ("INSERT INTO draws VALUES (1, 3, 0, 0, zeroblob(60))", typed, 1),
            ("INSERT INTO draws VALUES (1, 3, 0, 0, zeroblob(40))", typed, 1),  # there is no round 0
            (f"INSERT INTO draws VALUES (1, 3, 0, 0, x'{NAMED}')", typed, 1),  # it was never out, but dice were thrown
            ("UPDATE seats SET word = 'another' WHERE seat = 0", typed, 1)):
        lay_out("bad.db", NEWEST, line)
        check = alea("check", "bad.db")
        assert check.returncode == WRONG and check.stdout.count("\n") > 1, (line, check)
        expect(alea("recover", "bad.db", "new.db"), WRONG, out=rf"(?s)^{words}.*new.db: 1 match, 9 plies replayed, 0 faults\n$")
        assert rows("new.db", "matches")[0][8] == by_hand, line
        assert not by_hand or count("new.db", "draws") == 0, line
        for name in ("bad.db", "new.db"):
            os.remove(name)


def test_recover_while_words_are_drawn():
    """A promise whose word is not told yet, before the first ply, is no fault, and the dice stay fair."""
    lay_out("alea.db", NEWEST, "DELETE FROM posts", "DELETE FROM plies", "UPDATE seats SET word = ''", "UPDATE matches SET status = 0",
            f"INSERT INTO draws VALUES (1, 3, 0, 0, x'{NAMED}')")
    expect(alea("check", "alea.db"), FINE, out="0 faults")
    expect(alea("recover", "alea.db", "new.db"), FINE, out="1 match saved .1 whole.")
    assert rows("new.db", "draws") == rows("alea.db", "draws")


def test_graves_and_devices():
    for line, told, saved in (
            ("UPDATE graves SET seed = zeroblob(32)", "not the one that it committed to", "1 deleted match whose seed is lost"),
            ("UPDATE graves SET by_hand = 7", "column by_hand", "0 faults"),
            ("UPDATE devices SET account = 'nobody'", "a row of devices points at a row of accounts", "0 faults"),
            ("UPDATE recoveries SET account = 'nobody'", "a row of recoveries points at a row of accounts", "0 faults"),
            ("UPDATE devices SET until = -1", "CHECK constraint failed in devices", "0 faults"),
            ("UPDATE devices SET hash = zeroblob(31)", "column hash", "0 faults")):
        lay_out("bad.db", NEWEST, line)
        expect(alea("check", "bad.db"), WRONG, out=rf"(?ms){told}.*bad.db: 1 match, 9 plies replayed, [1-9]\d* faults?$")
        run = alea("recover", "bad.db", "new.db")
        assert re.search(saved, run.stdout) and ", 0 faults" in run.stdout, run
        for name in ("bad.db", "new.db"):
            os.remove(name)


def test_an_account_whose_name_and_key_differ():
    """Nobody could sign in there: the key counts if something points at it, else the name does."""
    none = ("UPDATE seats SET account = NULL", "DELETE FROM links WHERE account IS NOT NULL", "DELETE FROM devices", "DELETE FROM recoveries")
    for lines, kept in ((("UPDATE accounts SET name = 'Other'",), "anna anna"),
                        ((*none, "UPDATE accounts SET key = 'xx{'"), "anna Anna"),
                        ((*none, "UPDATE accounts SET key = 'XX', name = ''"), ""),
                        ((*none, "UPDATE accounts SET key = 'xx'", "INSERT INTO accounts SELECT 'anna', 'Anna', password_hash, 1 FROM accounts"),
                         "anna Anna, xx xx")):
        lay_out("bad.db", NEWEST, *lines)
        expect(alea("check", "bad.db"), WRONG, out="(?s).* [1-9] faults?$")
        run = alea("recover", "bad.db", "new.db")
        assert ", 0 faults" in run.stdout, run
        assert ", ".join(f"{row[0]} {row[1]}" for row in sorted(rows("new.db", "accounts"))) == kept, (lines, rows("new.db", "accounts"))
        for name in ("bad.db", "new.db"):
            os.remove(name)


def test_settings_that_the_server_refuses():
    """A beacon asked for whose chain can't be read: what the server would not open, check names."""
    make("alea.db", """UPDATE matches SET settings = json_set(settings, '$.beacon', json('{"chain":"zz","round":7}'))""")
    expect(alea("check", "alea.db"), WRONG, out=f"match {ID}: the settings of the match can't be read")


# ---- restore -------------------------------------------------------------------------------------------------------------

def test_restore():
    make("copy.db", matches=3)
    expect(alea("restore", "copy.db", "new.db"), FINE, out="^new.db: restored from copy.db\n$")
    assert stat.S_IMODE(os.stat("new.db").st_mode) == 0o600
    expect(alea("check", "new.db"), FINE, out="3 matches, 27 plies")
    make("alea.db")
    before = read("alea.db")
    expect(alea("restore", "copy.db", "alea.db"), WRONG, err="alea.db: it is there already; --force replaces it")
    expect(alea("restore", "copy.db", "alea.db", "--lang", "it"), WRONG, err="alea.db: c'è già; --force")
    assert read("alea.db") == before
    expect(alea("restore", "copy.db", "alea.db", "--force"), FINE, out="restored")
    assert count("alea.db") == 3
    os.symlink("alea.db", "link.db")
    make("copy1.db")
    expect(alea("restore", "--force", "copy1.db", "link.db"), FINE, out="restored")
    assert os.path.islink("link.db") and count("alea.db") == 1
    for args in ((), ("copy.db",), ("copy.db", "x", "y"), ("copy.db", "x", "--forced")):
        expect(alea("restore", *args), USAGE, err="help|--force")


def test_restore_in_use():
    make("alea.db")
    make("copy.db", matches=3)
    server = sqlite3.connect("alea.db", isolation_level=None)
    server.execute("PRAGMA journal_mode = WAL")
    server.execute("UPDATE matches SET name = 'in the log'")
    expect(alea("restore", "copy.db", "alea.db", "--force"), WRONG, err="alea.db: it is in use: stop the server first")
    expect(alea("restore", "copy.db", "alea.db", "--force", "--lang", "it"), WRONG, err="alea.db: è in uso")
    server.execute("UPDATE matches SET name = 'on it goes'")
    server.close()
    assert count("alea.db") == 1
    expect(alea("restore", "copy.db", "alea.db", "--force"), FINE, out="restored")
    assert count("alea.db") == 3 and sorted(os.listdir()) == ["alea.db", "copy.db"]


def test_restore_after_a_crash():
    """The log that a killed server left beside its database is not played into the one that is restored."""
    make("alea.db", matches=2)
    make("copy.db")
    child = subprocess.Popen([sys.executable, "-c", "import os, signal, sqlite3\n"
                              "db = sqlite3.connect('alea.db', isolation_level=None)\n"
                              "db.execute('PRAGMA journal_mode = WAL')\n"
                              "db.execute(\"UPDATE matches SET name = 'lost'\")\n"
                              "os.kill(os.getpid(), signal.SIGKILL)"])
    child.wait(timeout=LIMIT)
    assert os.path.exists("alea.db-wal")
    expect(alea("restore", "copy.db", "alea.db", "--force"), FINE, out="restored")
    expect(alea("check", "alea.db"), FINE, out="1 match, 9 plies replayed, 0 faults")
    os.remove("alea.db")
    with open("alea.db-wal", "wb") as file:
        file.write(b"rubbish" * 1000)
    expect(alea("restore", "copy.db", "alea.db"), FINE, out="restored")
    expect(alea("check", "alea.db"), FINE, out="0 faults")


def test_restore_killed():
    """Killed at any instant, it has put the whole backup in place, or nothing."""
    make("old.db", matches=2)
    make("copy.db", matches=30)
    chance = random.Random(7)
    for _ in range(15):
        shutil.copy("old.db", "alea.db")
        run = subprocess.Popen([ALEA, "restore", "copy.db", "alea.db", "--force"], stdout=subprocess.DEVNULL,
                               stdin=subprocess.DEVNULL)
        time.sleep(chance.random() * 0.03)
        run.kill()
        run.wait(timeout=LIMIT)
        expect(alea("check", "alea.db"), FINE, out="^alea.db: (2|30) matches, (18|270) plies replayed, 0 faults\n$")
        for name in os.listdir():
            if name.startswith("alea.db"):
                os.remove(name)


def test_progress():
    """On a terminal one sees how far it is, and nothing is left of that."""
    make("alea.db", matches=3)
    master, slave = pty.openpty()
    run = subprocess.run([ALEA, "check", "alea.db"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=slave, timeout=LIMIT,
                         env={**os.environ, "LC_ALL": "C.UTF-8"}, check=False)
    os.close(slave)
    said = os.read(master, 65536).decode()
    os.close(master)
    assert run.returncode == FINE and b"\033" not in run.stdout, run
    assert said.endswith("\r\033[K"), repr(said)


def test_restore_of_faults():
    make("alea.db")
    before = read("alea.db")
    make("faulty.db", "DELETE FROM plies WHERE ply = 4")
    expect(alea("restore", "faulty.db", "alea.db", "--force"), WRONG,
           err="(?s)8 plies, but the last is number 9.*alea.db: not restored: the backup faulty.db has the faults")
    with open("text.db", "w", encoding="utf-8") as file:
        file.write("alea 1\n" * 100)
    expect(alea("restore", "text.db", "alea.db", "--force"), WRONG, err="text.db: it is not a database of Alea")
    make("newer.db", "PRAGMA user_version = 99")
    expect(alea("restore", "newer.db", "alea.db", "--force"), WRONG, err="version 99")
    expect(alea("restore", "missing.db", "alea.db", "--force"), WRONG, err="missing.db: it does not exist")
    expect(alea("restore", "alea.db", "text.db", "--force"), WRONG, err="text.db: .*move it away")
    assert read("alea.db") == before and read("text.db").startswith(b"alea 1")
    assert sorted(os.listdir()) == ["alea.db", "faulty.db", "newer.db", "text.db"]


if __name__ == "__main__":
    run([(f"store: {name}", function) for name, function in tests_of(globals())])
