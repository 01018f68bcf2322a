# SPDX-License-Identifier: MIT
"""unreadable.py - matches that this release can't open: the server starts, lists go on and say why, the address of the match says so
itself, others play on, and `alea check` names each."""
import sqlite3
import subprocess
import time

from serving import ALEA, Server, Tally

# What is spoilt (of the row, or of what hangs on it), words that the reason must have in English, and words of `alea check`.
SPOILT = (
    ('options', "UPDATE matches SET options = options || ' weather=fine' WHERE id = ?", 'weather', 'weather'),
    ('value', "UPDATE matches SET options = replace(options, 'max_rounds=0', 'max_rounds=many') WHERE id = ?", 'max_rounds', 'max_rounds'),
    ('game', "UPDATE matches SET game = 'whist' WHERE id = ?", "unknown game 'whist'", 'whist'),
    ('version', 'UPDATE matches SET rules_version = 99 WHERE id = ?', 'take a newer release', 'version 99'),
    ('settings', "UPDATE matches SET settings = '{' WHERE id = ?", 'settings', 'settings of the match'),
    ('clock', """UPDATE matches SET settings = '{"start":"now","clock":{"kind":"sundial"}}' WHERE id = ?""", 'must be none', 'must be none'),
    ('state', "UPDATE matches SET state = '[]' WHERE id = ?", 'settings', 'settings of the match'),
    ('seed', "UPDATE matches SET seed = x'00' WHERE id = ?", 'column seed', 'column seed'),
    ('name', "UPDATE matches SET name = CAST(x'ff' AS TEXT) WHERE id = ?", 'column name', 'column name'),
    ('seats', 'DELETE FROM seats WHERE seat = 1 AND match = (SELECT number FROM matches WHERE id = ?)', 'a seat is missing', 'a seat is missing'),
    ('joined', 'UPDATE seats SET joined = 7 WHERE match = (SELECT number FROM matches WHERE id = ?)', 'column joined', 'column joined'),
    ('chat', "UPDATE chat SET text = CAST(x'80' AS TEXT) WHERE match = (SELECT number FROM matches WHERE id = ?)", 'column text', 'column text'),
    ('ply', 'UPDATE plies SET move = 4294967295 WHERE ply = 2 AND match = (SELECT number FROM matches WHERE id = ?)', 'log', 'these rules'),
    ('gap', 'DELETE FROM plies WHERE ply = 1 AND match = (SELECT number FROM matches WHERE id = ?)', 'log', 'missing from the log'),
)
SEATS = ['human', 'human', 'human']


def spoil(path, made):
    db = sqlite3.connect(path, isolation_level=None)
    db.execute('PRAGMA ignore_check_constraints = ON')
    for name, line, _, _ in SPOILT:
        assert db.execute(line, (made[name]['match'],)).rowcount > 0, name
    db.close()


def play(client, made):
    path = f'/matches/{made["match"]}'
    actor = made['tokens']['ABC'.index(client.get(path + '?plain=1')[1]['actor'])]
    state = client.get(path + '?plain=1', actor)[1]
    status, answer = client.post(path + '/moves', {'ply': state['ply'], 'm': state['moves'][0]}, actor)
    assert status == 200, answer


def make(client, name, cookie):
    status, made = client.post('/matches', {'game': 'spqrisiko', 'seats': SEATS, 'name': name, 'listed': True, 'options': {'max_rounds': 0}})
    assert status == 201, made
    made['tokens'] = [seat['token'] for seat in made['seats']]
    own = {'Cookie': cookie, 'Origin': f'http://127.0.0.1:{client.port}'}
    for path, body, headers in (('claim', {}, own), ('chat', {'text': 'ave'}, None)):
        status, answer = client.post(f'/matches/{made["match"]}/{path}', body, made['tokens'][0], headers=headers)
        assert status in (200, 201), answer
    for _ in range(3):
        play(client, made)
    return made


def look_at_lists(tally, server, made):
    client = server.client()
    by_match = {one['match']: name for name, one in made['tables'].items()}
    lists = (('/matches', client.get('/matches')), ('/admin', client.get('/admin', server.host_token or made['host'])),
             ('mine', client.get('/matches?mine=1', headers={'Cookie': made['cookie']})),
             ('/session', client.get('/session', headers={'Cookie': made['cookie']})))
    for where, (status, answer) in lists:
        if not tally.check(status == 200, f'{where}: {status} {answer}'):
            continue
        told = {by_match[row['match']]: row for row in answer['matches']}
        tally.check('sound' in told and 'unreadable' not in told['sound'], f'{where}: the sound match: {told.get("sound")}')
        for name, _, words, _ in SPOILT:
            row = told.get(name, {})
            if name == 'seats' and where in ('mine', '/session'):
                continue
            tally.check(words in row.get('unreadable', ''), f'{where}: {name}: {row}')
    status, answer = client.get('/matches?lang=it')
    told = {by_match[row['match']]: row for row in answer['matches']}
    tally.check(status == 200 and 'gioco sconosciuto' in told['game']['unreadable'], f'in Italian: {told.get("game")}')


def look_at_matches(tally, server, made):
    client = server.client()
    for name, _, words, _ in SPOILT:
        match, token = made[name]['match'], made[name]['tokens'][1]
        for status, answer in (client.get(f'/matches/{match}'), client.get(f'/matches/{match}', token),
                               client.post(f'/matches/{match}/moves', {'ply': 0, 'm': 0}, token)):
            tally.check(status == 500 and answer['error'] == 'unreadable' and words in answer['text'], f'{name}: {status} {answer}')
            tally.check(server.db not in answer['text'], f'{name}: a path is told: {answer}')
    play(client, made['sound'])


def break_free_list(path):
    """The list of free pages says nonsense: what is there can be read, and written to, as long as no new page is wanted."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute('PRAGMA wal_checkpoint(TRUNCATE)')
    db.execute('CREATE TABLE gone (bytes BLOB)')
    db.executemany('INSERT INTO gone VALUES (?)', [(bytes(4000),)] * 20)
    db.execute('DROP TABLE gone')
    db.execute('PRAGMA wal_checkpoint(TRUNCATE)')
    db.close()
    with open(path, 'r+b') as file:
        file.seek(32)
        trunk = int.from_bytes(file.read(4), 'big')
        assert trunk, 'no page is free'
        file.seek((trunk - 1) * 4096 + 4)
        file.write(b'\xff' * 4)


def look_at_damage_while_writing(tally):
    """A table that the file has no room for stands still; the batch of the others, and the server, go on."""
    server = Server()
    with server:
        client = server.client()
        seats = {'game': 'spqrisiko', 'seats': SEATS, 'options': {'max_rounds': 0}}
        talker, other = client.post('/matches', seats)[1], client.post('/matches', seats)[1]
        for made in (talker, other):
            made['tokens'] = [seat['token'] for seat in made['seats']]
        play(client, other)
        server.stop()
        break_free_list(server.db)
        server.start()
        client = server.client()
        path, token, status = f'/matches/{talker["match"]}', talker['tokens'][0], 201
        for _ in range(12):  # two pages and more of chat; a table may say so many lines in a while
            status, answer = client.post(path + '/chat', {'text': 'ave ' * 240}, token)
            if status >= 500:
                break
        tally.check(status in (500, 503), f'a line that there is no page for: {status} {answer}')
        status, answer = client.post(path + '/chat', {'text': 'ave'}, token)
        tally.check(status == 500 and answer['error'] == 'unreadable', f'a line more: {status} {answer}')
        tally.check(client.get(path + '?plain=1', token)[0] == 200, 'a table that stands still can be looked at')
        deadline = time.monotonic() + 30
        while client.raw('GET', '/healthz')[0] != 200 and time.monotonic() < deadline:
            time.sleep(0.1)
        status, _, words = client.raw('GET', '/healthz')
        tally.check(status == 200 and b'damaged' in words, f'/healthz: {status} {words}')
        play(client, other)
        tally.check(any(line.get('event') == 'damaged' for line in server.logged()), 'the log tells the damage')
        tally.check(server.stop() == 0, 'the server does not stop cleanly')


def main():
    tally = Tally('unreadable')
    server = Server()
    with server:
        client = server.client()
        status, answer = client.post('/accounts', {'name': 'Livia', 'password': 'tre cavalli baltici'})
        assert status in (200, 201), answer
        made = {}
        cookie = client.headers['Set-Cookie'].split(';')[0]
        for name in [*(row[0] for row in SPOILT), 'sound']:
            made[name] = make(client, name, cookie)
        host = server.host_token
        server.stop()
        spoil(server.db, made)
        server.start()
        everything = {'tables': made, 'cookie': cookie, 'host': host}
        look_at_lists(tally, server, everything)
        look_at_matches(tally, server, made)
        look_at_lists(tally, server, everything)
        events = [line for line in server.logged() if line.get('event') == 'not_opened']
        tally.check({line['match'] for line in events} == {made[row[0]]['match'] for row in SPOILT}, f'the log names each: {events}')
        tally.check(len(events) == len(SPOILT), f'the log names each once: {len(events)}')
        status, _, words = client.raw('GET', '/healthz')
        tally.check(status == 200 and f'{len(SPOILT)} matches' in words.decode(), f'/healthz: {status} {words}')
        tally.check(server.stop() == 0, 'the server does not stop cleanly')
        check = subprocess.run([ALEA, 'check', server.db, '--lang', 'en'], capture_output=True, text=True, timeout=60, check=False)
        tally.check(check.returncode == 1, f'check: {check.returncode} {check.stderr}')
        for name, _, _, words in SPOILT:
            lines = [line for line in check.stdout.splitlines() if made[name]['match'] in line]
            tally.check(any(words in line for line in lines), f'check: {name}: {lines}')
    look_at_damage_while_writing(tally)
    tally.end()


if __name__ == '__main__':
    main()
