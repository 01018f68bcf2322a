# SPDX-License-Identifier: MIT
# proves INC-TABLE-6 (with src/server/lobby/windows_test.c)
"""windows.py - windows that close by the clock of a real server: told over a WebSocket, found again after kill -9, never twice; and a table
of the time when seats had clocks of their own goes on with them."""
import json
import sqlite3
import time

from serving import Server, Tally, WebSocket

PLAN = {'game': 'incursio', 'seats': ['human', 'human'], 'options': {'map': 'small'}}
SOON = 2000  # ms
AFTER_A_START = 10000  # ms, in which a busy machine kills a server and starts it again


def made_with(client, tally, **more):
    status, made = client.post('/matches', dict(PLAN, **more))
    tally.check(status == 201, f'a table: {made}')
    return f'/matches/{made["match"]}', made


def host(client, path, admin, **what):
    ply = client.get(path)[1]['ply']
    return client.post(path + '/host', dict(what, ply=ply), admin)


def closings(client, path):
    return [line for line in client.get(path + '/transcript')[1].splitlines() if '@deadline' in line]


def wait_for(client, path, number, seconds=40):
    end = time.monotonic() + seconds
    while len(closings(client, path)) < number and time.monotonic() < end:
        time.sleep(0.05)


def closed_in_time(tally, server):
    client = server.client()
    path, made = made_with(client, tally, clock={'kind': 'windows', 'zone': 'Asia/Kolkata'})
    admin = made['admin']
    later = int(time.time() * 1000) + 3600 * 1000  # the opening arrangement has no time of its own, but may be given one
    for what, closes in (({'extend': 60}, later), ({'closes': later}, later), ({'extend': 5}, later + 5 * 60 * 1000)):
        status, answer = host(client, path, admin, **what)
        window = client.get(path)[1].get('window') or {}
        tally.check(status == 200 and abs((window.get('closes') or 0) - closes) < 60 * 1000, f'day 0 by the clock, {what}: {answer} {window}')
    host(client, path, admin, text='close')
    opened = client.get(path)[1]['window']
    tally.check(opened['closes'] and '+05:30' in opened['local'], f'the first window has its time: {opened}')
    ears = WebSocket(server.port, f'/api/v1{path}/live?lang=en', made['seats'][1]['token'])
    closes = int(time.time() * 1000) + SOON
    status, answer = host(client, path, admin, closes=closes)
    tally.check(status == 200 and answer['closes'] == closes, f'brought forward: {status} {answer}')
    told = ears.until(lambda one: one['kind'] == 'table' and one['window']['closes'] == closes)[-1]
    told = ears.until(lambda one: one['kind'] == 'ply')[-1]
    late = int(time.time() * 1000) - closes
    tally.check(told['seat'] == 'host' and told.get('note') == 'it is closing time', f'it closes: {told}')
    tally.check(0 <= late < 5000, f'at that instant, not {late} ms beside it')
    window = told.get('window') or client.get(path)[1]['window']
    tally.check(window['closes'] > closes, f'the next one has its own time: {window}')
    ears.socket.close()
    time.sleep(0.5)
    tally.check(len(closings(client, path)) == 1, f'one window closed: {closings(client, path)}')
    return path, admin


def found_after_a_kill(tally, server, path, admin):
    client = server.client()
    closes = int(time.time() * 1000) + AFTER_A_START
    host(client, path, admin, closes=closes)
    server.kill()
    server.start()
    client = server.client()
    tally.check(client.get(path)[1]['window']['closes'] == closes, 'its time is found again')
    wait_for(client, path, 2)
    tally.check(len(closings(client, path)) == 2, f'it closes: {closings(client, path)}')
    server.kill()
    server.start()
    client = server.client()
    number = client.get(path)[1]['window']
    tally.check(len(closings(client, path)) == 2 and number['closes'] > closes, 'and not a second time')

    closes = int(time.time() * 1000) + SOON
    host(client, path, admin, closes=closes)
    server.kill()
    time.sleep(SOON / 1000 + 0.5)
    server.start()
    client = server.client()
    window = client.get(path)[1]['window']
    tally.check(3500 * 1000 < window['closes'] - closes < 3700 * 1000, f'past while the server was away: an hour of grace: {window}')
    tally.check(len(closings(client, path)) == 2, 'nothing closes before that')


def an_older_table(tally, server):
    client = server.client()
    path, made = made_with(client, tally)
    server.kill()
    now = int(time.time() * 1000)
    settings = {'start': 'now', 'clock': {'kind': 'days', 'reserve': 3600, 'move': 86400, 'late': 0, 'then': 'pass'}}
    state = {'deputies': 0, 'passing': 0, 'clock': {'running': 3, 'stopped': False, 'seats': [[now, 0, 3600000, 0]] * 2}}
    db = sqlite3.connect(server.db, isolation_level=None)
    db.execute('UPDATE matches SET settings = ?, state = ? WHERE id = ?', (json.dumps(settings), json.dumps(state), made['match']))
    db.close()
    server.start()
    client = server.client()
    for who, seats in ((None, []), (made['admin'], []), (made['seats'][0]['token'], ['A']), (made['seats'][1]['token'], ['B'])):
        told = client.get(path, who)[1]
        tally.check(list(told['clock']['seats']) == seats, f'each is told of its own clock alone: {told["clock"]}')
        tally.check(told['window']['closes'] is None, f'no window closes by itself there: {told["window"]}')
    mine = client.get(path, made['seats'][0]['token'])[1]['clock']['seats']['A']
    tally.check(mine['left'] == 3600000 and mine['deadline'] == now + (86400 + 3600) * 1000, f'the clock goes on: {mine}')


def main():
    tally = Tally('windows')
    with Server() as server:
        path, admin = closed_in_time(tally, server)
        found_after_a_kill(tally, server, path, admin)
        an_older_table(tally, server)
        tally.check(server.stop() == 0, 'the server does not stop cleanly')
    tally.end()


if __name__ == '__main__':
    main()
