#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""longest.py - no request holds the loop: whatever is asked about a long match, the longest turn of the loop stays short. Counted is the
time that the loop's thread works, as /metrics tells it: how busy the machine is does not matter.

    ALEA_PLIES=N   how long the match is (60000)"""
import contextlib
import os
import re
import socket
import sqlite3
import threading
import time

from long_match import LongMatch
from scenario import scenario_of
from serving import Server, Tally, WebSocket

PLIES = int(os.environ.get('ALEA_PLIES', '60000'))
LONGEST_MS = float(os.environ.get('ALEA_LONGEST_MS', '20'))
CROWDS = (('setup.legionaries_per_claim', 110), ('setup.legionaries_per_neutral_group', 110))
PAGE = 4096  # bytes, of the database
SCENARIO = '{"a":[' + ','.join(['[]'] * 340000) + ']}'  # a MiB that takes long to read


def longest_ms(server):
    return 1000 * float(re.search(r'^alea_turn_longest_seconds (\S+)$', server.metrics(), re.M)[1])


def asked_for(match):
    """(what, method, path, body, token, statuses): one after the other."""
    at = f'/matches/{match.id}'
    get = [('the list of all', '/matches', None), ('its table', at, match.token), ('in the middle', f'{at}?at={PLIES // 2}', match.token),
           ('through other eyes', at, match.other), ('as they saw it', f'{at}?at=2', match.other),
           ('in words', f'{at}/words?at={PLIES * 3 // 4}', match.token), ('what happened first', f'{at}/events?since=0&wait=0', match.token),
           ('what happened later', f'{at}/events?since={PLIES // 2}&wait=0', match.token),
           ('what another heard', f'{at}/events?since=0&wait=0', match.other), ('why not', f'{at}/why?text=done', match.token),
           ('the record', f'{at}/transcript', match.token), ('another one\'s', f'{at}/transcript', match.other),
           ('a day', f'{at}/report', match.token), ('another one\'s day', f'{at}/report', match.other), ('a map', f'{at}/map.svg', match.token),
           ('the record, explained', f'{at}/transcript?explain=1', match.token), ('no review', f'{at}/review', match.token),
           *((f'a character\'s history from {since} on', f'{at}/history?set=character&of=c1&since={since}', match.token) for since in (0, PLIES // 2)),
           ('another one\'s', f'{at}/history?set=character&of=c1', match.other), ('a spectator\'s', f'{at}/history?set=site&of=s14', None),
           *((f'lines from {since} on', f'{at}/timeline?since={since}', match.token) for since in (0, PLIES // 2)),
           ('another one\'s lines', f'{at}/timeline', match.other)]
    return [(what, 'GET', path, None, token, (200, 409)) for what, path, token in get] + [
        ('a scenario', 'POST', '/matches', '{"game":"incursio","seats":["human","human"],"scenario":' + SCENARIO + '}', None, (400, 422)),
        ('its deletion', 'DELETE', at, None, match.admin, (200,))]


def one_after_the_other(tally, server):
    match, client = LongMatch(server, PLIES), server.client()
    for what, method, path, body, token, statuses in asked_for(match):
        before = longest_ms(server)
        status, answer = client.call(method, path, body, token)
        tally.check(status in statuses, f'{what}: {status} {str(answer)[:200]}')
        after = longest_ms(server)
        tally.check(after < LONGEST_MS or after == before, f'{what} held the loop for {after:.1f} ms')
    tally.check(client.get(f'/matches/{match.id}')[0] in (404, 410), 'it is gone')
    server.kill()
    server.start()
    client.close()
    tally.check(client.get(f'/matches/{match.id}')[0] in (404, 410), 'for good')
    tally.check(match.id not in str(client.get('/matches')[1]), 'and in no list')
    database = sqlite3.connect(server.db)
    deadline = time.monotonic() + 60
    while (left := database.execute('SELECT count(*) FROM plies').fetchone()[0]) and time.monotonic() < deadline:
        time.sleep(0.05)
    tally.check(left == 0 and not database.execute('SELECT * FROM matches').fetchall(), f'its deletion goes on after a restart: {left} plies')
    database.close()


def a_deletion_that_fails(tally, server):
    """Where a page in the middle of what is to be deleted is damaged, it is tried again later and later, and others play on."""
    match = LongMatch(server, PLIES)
    server.stop()
    with contextlib.closing(sqlite3.connect(server.db)) as database, database:
        database.execute("UPDATE matches SET state = json_set(state, '$.deleting', json('true')) WHERE id = ?", [match.id])
        database.execute('PRAGMA journal_mode = DELETE')
    with open(server.db, 'r+b') as file:
        file.seek(os.path.getsize(server.db) // PAGE // 2 * PAGE)
        file.write(bytes(PAGE))
    server.start()
    client, answers, until = server.client(), [], time.monotonic() + 8
    while time.monotonic() < until:
        answers.append(client.post('/matches', {'game': 'null', 'seats': ['human', 'human']})[0])
        time.sleep(0.05)
    tries = str(server.logged()).count("'store_failed'")
    tally.check(tries in (2, 3, 4), f'it is tried later and later: {tries} times in 8 s')
    made = answers.count(201)
    tally.check(made > len(answers) // 3, f'others play meanwhile: {made} of {len(answers)} tables were made')


def another_one_hears_late(tally, server):
    """Behind tens of thousands of plies that it heard nothing of stands one more that it did."""
    match, client = LongMatch(server, PLIES), server.client()
    now = client.get(f'/matches/{match.id}', match.other)[1]
    assert client.post(f'/matches/{match.id}/moves', {'ply': now['ply'], 'm': now['moves'][1]['m']}, match.other)[0] == 200
    heard = client.get(f'/matches/{match.id}', match.other)[1]['ply']
    for path, key in (('events?wait=0', 'messages'), ('timeline?plain=1', 'lines')):
        since, told = 0, []
        while since < heard:
            answer = client.get(f'/matches/{match.id}/{path}&since={since}', match.other)[1]
            told += [one['ply'] for one in answer[key]]
            tally.check(answer['ply'] > since, f'{path}: it goes on: {answer["ply"]}')
            since = answer['ply']
        once = told if key == 'messages' else list(dict.fromkeys(told))  # a ply may have several lines
        tally.check(once == list(range(1, heard + 1)), f'{path}: all of them, in order: {told}')


def many_at_once(tally, server):
    """One address asks for many records; another one's table is opened meanwhile, and who leaves is not worked for."""
    match = LongMatch(server, PLIES)
    statuses, path = [], f'/matches/{match.id}/transcript?explain=1'
    crowd = [threading.Thread(target=lambda: statuses.append(server.client().get(path, match.token)[0])) for _ in range(20)]
    for one in crowd:
        one.start()
    status, answer = server.client().get(f'/matches/{match.id}', match.other)
    tally.check(status == 200 and answer['ply'] > 0, f'others are answered: {status}')
    with socket.create_connection(('127.0.0.1', server.port)) as leaver:
        leaver.sendall(f'GET /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {match.token}\r\n\r\n'.encode())
    for one in crowd:
        one.join()
    tally.check(set(statuses) <= {200, 429, 503} and 200 in statuses, f'each is answered or refused: {statuses}')
    tally.check(len([one for one in statuses if one != 200]) > 0, 'nobody queues without end')
    waiting = 1
    deadline = time.monotonic() + 60
    while waiting and time.monotonic() < deadline:
        waiting = int(re.search(r'^alea_jobs_waiting (\d+)$', server.metrics(), re.M)[1])
        time.sleep(0.05)
    tally.check(waiting == 0, f'nothing is left to do: {waiting}')


def socket_waits(tally, server):
    """A socket to a match that has to be opened first is told to try again."""
    match = LongMatch(server, PLIES)
    tries, deadline = 0, time.monotonic() + 60
    while time.monotonic() < deadline:
        tries += 1
        wire = WebSocket(server.port, f'/api/v1/matches/{match.id}/live', match.token)
        if wire.status == 101:
            break
        tally.check(wire.status in (429, 503) and b'etry-' in wire.head, f'try again: {wire.head[:200]}')
        wire.close()
        time.sleep(0.1)
    tally.check(wire.status == 101 and tries > 1 and wire.receive()['kind'] == 'state', f'then it opens: {tries} tries')
    wire.close()


def to_a_great_landing(client):
    """A province of 110 legionaries may send any number of them over the sea against another one: (match, token)."""
    status, made = client.post('/matches', {'game': 'spqrisiko', 'seats': ['human'] * 3, 'options': {'setup_mode': 'random'},
                                            'scenario': scenario_of('spqrisiko', CROWDS)})
    assert status == 201, made
    at, tokens = f'/matches/{made["match"]}', {seat['seat']: seat['token'] for seat in made['seats']}
    verbs = ('assault', 'embark', 'build_in', 'build_from', 'done', 'place')
    built = set()
    while True:
        seat = client.get(at, tokens['A'])[1]['actor']
        state = client.get(at, tokens[seat])[1]
        moves, turn = state['moves'], (seat, state['round'])
        if moves[0]['text'].startswith('commit'):
            return at, tokens[seat]
        wanted = [move for verb in verbs for move in moves
                  if move['text'].split()[0] == verb and not (verb == 'build_from' and turn in built)]
        if wanted[0]['text'].startswith('build_from'):
            built.add(turn)
        status, answer = client.post(f'{at}/moves', {'ply': state['ply'], 'm': wanted[0]['m']}, tokens[seat])
        assert status == 200, answer


def a_great_landing(tally, server):
    """Beside each of a hundred moves stands the chance of the battle that it leads to."""
    client = server.client()
    at, token = to_a_great_landing(client)
    for what, path in (('the moves', ''), ('the words', '/words'), ('the chances', '/odds')):
        status, answer = client.get(at + path, token)
        tally.check(status == 200, f'{what}: {status} {str(answer)[:200]}')
        tally.check(path or len([move for move in answer['moves'] if move['remark'].endswith('%')]) >= 99, f'all have a chance: {answer}')
        tally.check(longest_ms(server) < LONGEST_MS, f'{what} of a great landing held the loop for {longest_ms(server):.1f} ms')


def main():
    tally = Tally('longest')
    for test in (one_after_the_other, a_deletion_that_fails, another_one_hears_late, many_at_once, socket_waits, a_great_landing):
        with Server() as server:
            test(tally, server)
            tally.check(longest_ms(server) < LONGEST_MS, f'{test.__name__}: the longest turn of the loop was {longest_ms(server):.1f} ms')
    tally.end()


if __name__ == '__main__':
    main()
