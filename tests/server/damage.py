# SPDX-License-Identifier: MIT
"""damage.py - databases that are damaged in one place: a page overwritten or zeroed, a file cut short, bits flipped, a frame of the log
broken. How many servers start, what they still serve, and what `alea recover` saves: nothing that was never played, and whatever it
saves passes `alea check`.   ALEA_DAMAGED=N: how many (10; tests/soak/damage.sh: 100)"""
import os
import random
import re
import shutil
import sqlite3
import subprocess

from draw import WORDS, Table
from serving import ALEA, Server, Tally

DAMAGED = int(os.environ.get('ALEA_DAMAGED', '10'))
TABLES, PEOPLE = 12, 6
PAGE = 4096
MAX_FLIPS = 64
LIMIT = 120  # seconds, for any one run


# ---- A database worth saving ---------------------------------------------------------------------------------------------

def make(server):
    """Tables of bots that are played to their end, and of people in the middle of it, with chat, links and an account; one whose words were
    promised, one that was deleted, a device that signed in. Answers the one with promises."""
    client = server.client()
    status, answer = client.post('/accounts', {'name': 'Livia', 'password': 'tre cavalli baltici'})
    assert status in (200, 201), answer
    bots = [post(client, '/matches', {'game': 'spqrisiko', 'seats': ['bot:random'] * 3, 'options': {'max_rounds': 3}, 'name': f'bots {i}'})
            for i in range(TABLES)]
    for i in range(PEOPLE):
        made = post(client, '/matches', {'game': 'spqrisiko', 'seats': ['human'] * 3, 'name': f'people {i}'})
        tokens = {seat['seat']: seat['token'] for seat in made['seats']}
        path = f'/matches/{made["match"]}'
        for line in range(20):
            post(client, path + '/chat', {'text': f'line {line}: ' + 'ave ' * 50}, tokens['ABC'[line % 3]])
        for _ in range(60):
            actor = tokens[client.get(path + '?plain=1')[1]['actor']]
            state = client.get(path + '?plain=1', actor)[1]
            post(client, path + '/moves', {'ply': state['ply'], 'm': state['moves'][0]}, actor)
    drawn = Table(server, start='joined', names=['Anna', 'Bruno'])
    for seat in (0, 1):
        assert drawn.promise(seat, '/join')[0] == 200
    for seat in (0, 1):
        assert drawn.draw(seat, word=WORDS[seat])[0] == 200
    for seat in (0, 1):
        assert drawn.play(seat, 'bet one') == 200
    gone = post(client, '/matches', {'game': 'null', 'seats': ['human', 'human']})
    assert client.call('DELETE', f'/matches/{gone["match"]}', None, gone['admin'])[0] == 200
    status, answer = client.post('/session', {'name': 'Livia', 'password': 'tre cavalli baltici'})
    assert status == 200, answer
    for made in bots:
        since, state = 0, {'status': 'playing'}
        while state['status'] != 'over':
            path = f'/matches/{made["match"]}'
            messages = client.get(f'{path}/events?since={since}&wait=5&plain=1&limit=500')[1]['messages']
            since = max([since, *(message['ply'] for message in messages if message['kind'] == 'ply')])
            state = client.get(path + '?plain=1')[1]
    return drawn


def post(client, path, body, token=None):
    status, answer = client.post(path, body, token)
    assert status in (200, 201), (path, answer)
    return answer


def read(path):
    """Plies, name and number of links of each match, by id."""
    db = sqlite3.connect(path)
    ids = dict(db.execute('SELECT number, id FROM matches'))
    plies = {name: [] for name in ids.values()}
    for number, seat, move, note in db.execute('SELECT match, seat, move, note FROM plies ORDER BY match, ply'):
        plies[ids[number]].append((seat, move, note))
    db.close()
    return plies


# ---- Damage --------------------------------------------------------------------------------------------------------------

def overwrite(chance, data, log):
    at = PAGE * chance.randrange(len(data) // PAGE)
    data[at:at + PAGE] = chance.randbytes(PAGE)


def zero(chance, data, log):
    at = PAGE * chance.randrange(len(data) // PAGE)
    data[at:at + PAGE] = bytes(PAGE)


def cut(chance, data, log):
    del data[chance.randrange(PAGE, len(data)):]


def flip(chance, data, log):
    for _ in range(chance.choice((1, 8, MAX_FLIPS))):
        at = chance.randrange(len(data))
        data[at] ^= 1 << chance.randrange(8)


def tear(chance, data, log):
    at = chance.randrange(32, len(log))
    log[at] ^= 1 << chance.randrange(8)


KINDS = (overwrite, zero, cut, flip, tear)


def damage(number, data, log, path):
    """Writes the damaged copy; the kind of damage."""
    chance, kind = random.Random(number), KINDS[number % len(KINDS)]
    data, log = bytearray(data), bytearray(log if kind is tear else b'')
    kind(chance, data, log)
    for ending, content in (('', data), ('-wal', log)):
        if content or not ending:
            with open(path + ending, 'wb') as file:
                file.write(content)
    return kind.__name__


# ---- What is left ---------------------------------------------------------------------------------------------------------

def serve(path, ids):
    """Whether a server starts on it and lists; how many of its matches it opens."""
    server = Server()
    for ending in ('', '-wal'):
        if os.path.exists(path + ending):
            shutil.copy(path + ending, server.db + ending)
    try:
        with server:
            client = server.client()
            listed = client.get('/matches')[0] == 200
            opened = sum(client.get(f'/matches/{name}?plain=1')[0] == 200 for name in ids)
            healthy = client.raw('GET', '/healthz')[0] in (200, 503)
            alive = server.process.poll() is None
            return True, listed, opened, healthy and alive
    except (RuntimeError, OSError) as why:
        return False, False, 0, 'did not start' in str(why)


def recover(tally, path, whole, flipped, what):
    """How many matches are saved whole, how many in part, and how many plies. A bit that is flipped may make another legal move of one:
    nobody can see that."""
    saved = path + '.saved'
    run = subprocess.run([ALEA, 'recover', path, saved, '--lang', 'en'], capture_output=True, text=True, timeout=LIMIT, check=False)
    if not tally.check(run.returncode in (0, 1) and os.path.exists(saved), f'{what}: recover: {run.returncode} {run.stdout}{run.stderr}'):
        return 0, 0, 0
    check = subprocess.run([ALEA, 'check', saved, '--lang', 'en'], capture_output=True, text=True, timeout=LIMIT, check=False)
    tally.check(check.returncode == 0, f'{what}: what was saved has faults: {check.stdout}{check.stderr}')
    plies = read(saved)
    false = sum(one != other for name, moves in plies.items() for one, other in zip(moves, whole.get(name, ())))
    tally.check(false <= flipped, f'{what}: {false} plies that were never played so, of {flipped} bits that were flipped')
    longer = [name for name, moves in plies.items() if name in whole and len(moves) > len(whole[name])]
    tally.check(not longer, f'{what}: matches that were never played so far: {longer}')
    for name, moves in plies.items():
        told = name in run.stdout or re.search(r'[1-9]\d* broken pages?:', run.stdout)
        tally.check(told or len(moves) == len(whole.get(name, ())), f'{what}: nothing is said of match {name}, {len(moves)} plies')
    good = sum(moves == whole.get(name) for name, moves in plies.items())
    return good, len(plies) - good, sum(len(moves) for moves in plies.values())


def without_damage(tally, drawn, path):
    """What was recovered of a file without damage: the same rows, and for each viewer the same transcript."""
    before = [drawn.ask('GET', '/transcript', seat=seat)[1] for seat in (0, 1, None)]
    drawn.server.stop()
    shutil.copy(drawn.server.db, path)
    run = subprocess.run([ALEA, 'recover', path, path + '.saved', '--lang', 'en'], capture_output=True, text=True, timeout=LIMIT, check=False)
    tally.check(run.returncode == 0, f'a sound file loses nothing: {run.stdout}{run.stderr}')
    tables = ('draws', 'graves', 'devices')
    one, other = ([sorted(db.execute(f'SELECT * FROM {table}')) for table in tables] for db in map(sqlite3.connect, (path, path + '.saved')))
    tally.check(all(one) and one == other, f'each row of {tables} comes back, of which there are {[len(rows) for rows in one]}')
    whole = drawn.server.db + '.whole'
    os.rename(drawn.server.db, whole)
    os.rename(path + '.saved', drawn.server.db)
    drawn.server.start()
    tally.check([drawn.ask('GET', '/transcript', seat=seat)[1] for seat in (0, 1, None)] == before, 'each transcript is the same, byte for byte')
    done = drawn.verified()
    tally.check(done.returncode == 0 and 'promise' in done.stdout + drawn.ask('GET', '/transcript')[1], f'its dice verify: {done.stdout}{done.stderr}')
    drawn.server.kill()
    os.remove(path)


def main():
    tally, server = Tally('damage'), Server()
    counts = {'started': 0, 'listed': 0, 'opened': 0, 'whole': 0, 'part': 0, 'plies': 0}
    with server:
        make(server)
        server.kill()  # the log stays
        shutil.copy(server.db, server.db + '.torn')
        with open(server.db + '-wal', 'rb') as file:
            log = file.read()
        with open(server.db, 'rb') as file:
            torn = file.read()
        whole = read(server.db)  # and closes it: the log goes into the file
        with open(server.db, 'rb') as file:
            data = file.read()
        path = os.path.join(server.folder, 'damaged.db')
        for number in range(DAMAGED):
            kind = damage(number, torn if KINDS[number % len(KINDS)] is tear else data, log, path)
            what = f'{number} ({kind})'
            started, listed, opened, sound = serve(path, whole)
            tally.check(sound, f'{what}: the server does not stand')
            good, part, plies = recover(tally, path, whole, MAX_FLIPS if 'flip' in what else 0, what)
            tally.check(good + part >= opened, f'{what}: a server opens {opened} matches, but {good} + {part} are saved')
            if os.environ.get('ALEA_TELL'):
                print(f'damage: {what}: started {started}, listed {listed}, {opened} open, {good} whole, {part} in part, {plies} plies')
            for key, value in zip(counts, (started, listed, opened, good, part, plies)):
                counts[key] += value
            for name in os.listdir(server.folder):
                if name.startswith('damaged'):
                    os.remove(os.path.join(server.folder, name))
    with Server() as server:
        without_damage(tally, make(server), os.path.join(server.folder, 'sound.db'))
    n, all_plies = len(whole) * DAMAGED, sum(map(len, whole.values())) * DAMAGED
    print(f'damage: {DAMAGED} databases of {len(data) // PAGE} pages and {len(log) // (PAGE + 24)} frames: {counts["started"]} start, '
          f'{counts["listed"]} list; {counts["opened"]} of {n} matches open; recover saves {counts["whole"]} whole and '
          f'{counts["part"]} in part, {counts["plies"]} of {all_plies} plies')
    tally.end()


if __name__ == '__main__':
    main()
