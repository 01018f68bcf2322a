# SPDX-License-Identifier: MIT
"""several.py - three processes over one PostgreSQL database, behind HAProxy in round robin without affinity: nobody notices which one has a
table. One is killed, one is stopped for longer than its lease and goes on, one leaves and comes back: matches go on elsewhere, no
answered move is lost, none is made twice."""
import http.client
import itertools
import os
import re
import signal
import socket
import subprocess
import threading
import time

from postgres import Player, check, end, go_on, until
from processes import Cluster, haproxy, has, spread, started
from proxies import Proxy
from serving import ALEA, Client, Tally, WebSocket

TAKEOVER_S = 5


class Behind:
    """What Player wants of a server: clients of the proxy."""

    def __init__(self, port):
        self.port = port

    def client(self):
        return Client(self.port)


class Wanderer(Player):
    """A player who meets the proxy's own answers, too: it looks again, and tells nobody."""

    def run(self):
        while not self.stopped:
            try:
                self.step()
            except (OSError, http.client.HTTPException) as trouble:
                self.last = trouble
                time.sleep(0.05)


def table(client, seats=('human', 'human'), **more):
    status, made = client.post('/matches', {'game': 'null', 'seats': list(seats), **more})
    assert status == 201, (status, made)
    return made, [seat['token'] for seat in made['seats'] if seat['who'] == 'human']


def events(process):
    return [line['event'] for line in process.logged()]


def together(tally, proxy, processes):
    """Every process answers for every table; a socket here hears what is done there; lists are the same."""
    made = [table(client, listed=True, name=f'table {i}') for i, client in enumerate(process.client() for process in processes)]
    for one, tokens in made:
        path = f'/matches/{one["match"]}'
        for process in processes:
            status, state = process.client().get(path, tokens[0])
            tally.check(status == 200 and state['match'] == one['match'], f'{path} at {process.number}: {status} {state}')
            status, answer = process.client().post(path + '/chat', {'text': f'from {process.number}'}, tokens[0])
            tally.check(status == 201, f'chat at {process.number}: {status} {answer}')
    head = 'X-Forwarded-For: 127.0.0.1\r\n'
    for one, tokens in made:
        live = f'/api/v1/matches/{one["match"]}/live'
        wires = [WebSocket(process.port, live, tokens[0], headers=head, packs=True) for process in processes]
        tally.check(all(b'permessage-deflate' in wire.head for wire in wires), 'compressed, wherever the table is')
        tally.check(all(wire.status == 101 for wire in wires), f'sockets: {[wire.status for wire in wires]}')
        tally.check(all(wire.receive()['kind'] == 'state' for wire in wires), 'a state comes first')
        wires[0].send({'id': 1, 'chat': 'ave'})
        for wire in wires:
            tally.check(wire.until(lambda m: m['kind'] == 'chat')[-1]['text'] == 'ave', 'all hear it')
        refused = WebSocket(processes[0].port, live, 'A' * 43, headers=head)
        tally.check(refused.status == 401, f'a wrong token: {refused.status}')
        for wire in [*wires, refused]:
            wire.close()
    lists = [process.client().get('/matches')[1]['matches'] for process in processes]
    tally.check(lists[0] == lists[1] == lists[2] and len(lists[0]) == 3, f'lists: {lists}')
    client = Client(proxy.port)
    status, _, page = client.raw('GET', '/')
    tally.check(status == 200 and page.lower().startswith(b'<!doctype html>'), f'the page: {status}')
    status, answer = client.get('/matches/aaaaaaaaaaaa')
    tally.check(status == 404, f'no such match: {status} {answer}')
    raw = client.raw('GET', f'/api/v1/matches/{made[0][0]["match"]}/transcript', headers={'Accept-Encoding': 'gzip'})
    tally.check(raw[0] == 200, f'a transcript: {raw[0]}')


def glanced(process):
    return int(re.search(r'^alea_tables_glanced_total (\d+)$', process.metrics(), re.MULTILINE)[1])


def looked_at(tally, processes):
    """A list tells of another process' table as it stands; it is read again only where something happened."""
    made = processes[0].client().post('/matches', {'game': 'null', 'seats': ['human', 'human'], 'open': ['B'], 'listed': True})[1]
    id_, path, token = made['match'], f'/matches/{made["match"]}', made['seats'][0]['token']

    def rows():
        return [next(row for row in process.client().get('/matches')[1]['matches'] if row['match'] == id_) for process in processes]

    def same(what):
        """All processes say the same, and say it again without reading a table."""
        first, before = rows(), [glanced(process) for process in processes]
        again, after = rows(), [glanced(process) for process in processes]
        tally.check(first[0] == first[1] == first[2] and again == first, f'lists of {what}: {first}, {again}')
        tally.check(before == after, f'tables read for a list of {what} that says nothing new: {before}, {after}')
        return first[0]

    def reads(do, what):
        """After it the two that don't serve the table read it anew, and nothing else."""
        before = sum(map(glanced, processes))
        status, answer = do()
        tally.check(status in (200, 201), f'{what}: {status} {answer}')
        row, after = same(what), sum(map(glanced, processes))
        tally.check(after == before + 2, f'after {what} {after - before} tables were read')
        return row

    row = same('a new table')
    tally.check(row['seats'][1].get('open'), f'an open seat: {row}')
    row = reads(lambda: processes[1].client().post(path + '/seats/B/take', {'name': 'Livia'}), 'a taken seat')
    tally.check(row['seats'][1]['name'] == 'Livia' and 'open' not in row['seats'][1], f'a taken seat: {row}')
    state = processes[0].client().get(path + '?plain=1', token)[1]
    move = {'ply': state['ply'], 'm': state['moves'][0]}
    told = reads(lambda: processes[2].client().post(path + '/moves', move, token), 'a move')
    tally.check(told['ply'] > row['ply'], f'a move is told: {row}, {told}')


def long_poll(tally, processes):
    """It waits at one process, is done at another, and is answered at the first."""
    made, tokens = table(processes[0].client())
    path, got = f'/matches/{made["match"]}', []
    for process in processes:
        got.clear()
        state = process.client().get(path, tokens[0])[1]
        line = process.client().get(path + '/chat', tokens[0])[1]
        seen = len(line['messages'])
        poll = threading.Thread(target=lambda: got.append(
            processes[1].client().get(f'{path}/events?since={state["ply"]}&chat={seen}&wait=25', tokens[0])))  # noqa: B023
        poll.start()
        tally.check(process.client().post(path + '/chat', {'text': 'news'}, tokens[1])[0] == 201, 'chat')
        poll.join()
        tally.check(got[0][0] == 200 and got[0][1]['messages'], f'a long poll: {got}')


def people(tally, processes):
    """An account that was made here is signed in there; what was signed out here is out there, with its sockets, and an account that ends here
    has no name there; limits count once."""
    cookies, clients = {}, [process.client() for process in processes]

    def call(client, method, path, body=None):
        origin = {'Origin': f'http://127.0.0.1:{client.port}'} if method != 'GET' else {}
        cookie = {'Cookie': '; '.join(f'{k}={v}' for k, v in cookies.items())} if cookies else {}
        status, answer = client.call(method, path, body, headers={**origin, **cookie})
        for value in client.headers.get_all('Set-Cookie') or []:
            name, rest = value.split('=', 1)
            cookies[name] = rest.split(';')[0]
        return status, answer

    word = 'correct horse battery staple'
    status, answer = call(clients[0], 'POST', '/accounts', {'name': 'anna', 'password': word})
    tally.check(status == 201, f'an account: {status} {answer}')
    for client in clients:
        status, answer = call(client, 'GET', '/session')
        tally.check(status == 200 and (answer['account'] or {}).get('name') == 'anna', f'signed in: {status} {answer}')
    paths = []
    for i in range(6):  # a table is of the process that its maker's address belongs to
        status, made = clients[0].post('/matches', {'game': 'null', 'seats': ['human', 'human']}, headers={'X-Forwarded-For': f'203.0.113.{i + 20}'})
        paths.append(f'/matches/{made["match"]}')
        cookie = {'Cookie': f'alea_session={cookies["alea_session"]}', 'Origin': f'http://127.0.0.1:{clients[0].port}'}
        for verb, body in (('/join', {'name': 'anna'}), ('/claim', {})):
            status, answer = clients[0].call('POST', paths[-1] + verb, body, made['seats'][0]['token'], headers=cookie)
            tally.check(status == 200, f'a seat of hers: {status} {answer}')

    def sockets():
        head = f'X-Forwarded-For: 127.0.0.1\r\nOrigin: {cookie["Origin"]}\r\nCookie: alea_session={cookies["alea_session"]}\r\n'
        return [WebSocket(clients[0].port, f'/api/v1{path}/live', headers=head) for path in paths]

    def who(wires):
        return [wire.until(lambda message: message['kind'] == 'state')[-1]['you'] for wire in wires]

    def names():
        return [call(clients[1], 'GET', path)[1]['seats'][0]['name'] for path in paths]

    wires = sockets()
    tally.check(who(wires) == ['A'] * 6 and names() == ['anna'] * 6, f'she sits at six tables: {names()}')
    status, answer = call(clients[1], 'DELETE', '/session')
    tally.check(status == 200, f'signed out: {status} {answer}')
    tally.check(who(wires) == [None] * 6, 'her sockets look on from now on, wherever their tables are')
    for client in clients:
        tally.check(call(client, 'GET', '/session')[1]['account'] is None, 'still signed in')
    cookies.clear()
    tally.check(call(clients[2], 'POST', '/session', {'name': 'anna', 'password': word})[0] == 200, 'in again')
    wires = sockets()
    tally.check(who(wires) == ['A'] * 6, 'and seated')
    status, answer = call(clients[1], 'POST', '/account/delete', {'password': word})
    tally.check(status == 200, f'the account ends: {status} {answer}')
    tally.check(who(wires) == [None] * 6, 'her sockets look on')
    tally.check(until(lambda: not any(names())), f'no table tells her name: {names()}')
    cookies.clear()
    tally.check(call(clients[0], 'POST', '/accounts', {'name': 'anna', 'password': word})[0] == 201, 'the name is free')
    cookies.clear()
    wrong, stranger = {'name': 'anna', 'password': 'wrong wrong wrong'}, {'X-Forwarded-For': '203.0.113.9'}
    statuses = [clients[i % 3].call('POST', '/session', wrong, headers=stranger)[0] for i in range(14)]
    tally.check(10 <= statuses.count(401) < 14 and statuses[-1] == 429, f'ten wrong passwords, wherever they are tried: {statuses}')


def strangers(tally, processes, cluster):
    """Who does not know the secret speaks to nobody; who serves the database alone does not start."""
    port = processes[0].peer_port
    for words in (b'GET /api/v1/matches HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n', b'ALEA-PEER 2 ' + b'0' * 32 + b'\n',
                  b'ALEA-PEER 1 ' + b'z' * 32 + b'\n', b'x' * 400):
        with socket.create_connection(('127.0.0.1', port), 20) as peer:
            peer.sendall(words)
            tally.check(peer.recv(1000) == b'', f'{words[:20]} is answered')
    with socket.create_connection(('127.0.0.1', port), 20) as peer:
        peer.sendall(b'ALEA-PEER 1 ' + b'0' * 32 + b'\n')
        said = peer.recv(1000)
        tally.check(said.startswith(b'ALEA-PEER 1 ') and len(said) == 12 + 32 + 1 + 64 + 1, f'a greeting: {said}')
        peer.sendall(b'ALEA-PEER 1 ' + b'0' * 64 + b'\nGET /api/v1/matches HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n')
        tally.check(peer.recv(1000) == b'', 'a wrong proof')
    status, _, words = processes[0].client().raw('POST', '/peers/people', '{"account":"anna"}')
    tally.check(status in (404, 405), f'what processes tell each other, at the door of all: {status} {words}')
    tally.check('peer_refused' in events(processes[0]), 'the log does not tell of strangers')
    alone = subprocess.run([ALEA, 'serve', '--db', cluster.address(), '--listen', '127.0.0.1:0', '--lang', 'en', '--log', '-'],
                           capture_output=True, text=True, timeout=120, check=False)
    tally.check(alone.returncode != 0 and '--peer-listen' in alone.stderr, f'alone: {alone.returncode} {alone.stderr}')
    file = subprocess.run([ALEA, 'serve', '--db', os.path.join(processes[0].folder, 'never.db'), '--peer-listen', '127.0.0.1:0', '--lang', 'en', '--log', '-'],
                          capture_output=True, text=True, timeout=120, check=False)
    tally.check(file.returncode != 0 and 'PostgreSQL' in file.stderr, f'a file: {file.returncode} {file.stderr}')


def killed(tally, processes, players):
    """kill -9: the tables of that process go on elsewhere within five seconds."""
    victim, others = processes[0], processes[1:]
    before = {process.number: has(process) for process in others}
    victim.kill()
    began = time.monotonic()
    tally.check(until(lambda: all(has(process) > before[process.number] for process in others)), 'nobody takes over')
    took = time.monotonic() - began
    tally.check(took < TAKEOVER_S, f'taken over after {took:.1f} s')
    go_on(tally, players, 5, 'after a kill')
    print(f'several: taken over {took:.1f} s after kill -9')
    victim.start()
    tally.check(spread(processes), f'shares are not spread: {[has(process) for process in processes]}')
    go_on(tally, players, 5, 'after a start')


def stopped(tally, processes, players, cluster):
    """SIGSTOP for longer than the lease, then SIGCONT: what it wanted to write late is refused, and it joins anew."""
    victim, others = processes[1], [processes[0], processes[2]]
    made, tokens = table(victim.client())
    path = f'/matches/{made["match"]}'
    client = victim.client()
    status, state = client.get(path, tokens[0])
    before = {process.number: has(process) for process in others}
    victim.process.send_signal(signal.SIGSTOP)
    late = []

    def say_late():
        try:
            late.append(client.post(path + '/chat', {'text': 'late'}, tokens[0])[0])
        except OSError:
            late.append(0)  # it stood still for too long for the connection, too

    chat = threading.Thread(target=say_late)
    chat.start()
    tally.check(until(lambda: all(has(process) > before[process.number] for process in others)), 'nobody takes over from who stopped')
    status, answer = others[0].client().post(path + '/chat', {'text': 'meanwhile'}, tokens[0])
    tally.check(status == 201, f'elsewhere: {status} {answer}')
    go_on(tally, players, 3, 'while one is stopped')
    victim.process.send_signal(signal.SIGCONT)
    chat.join()
    tally.check(until(lambda: 'lease_lost' in events(victim)), f'it did not notice: {events(victim)[-5:]}')
    tally.check(spread(processes), f'shares are not spread: {[has(process) for process in processes]}')
    tally.check(until(lambda: victim.health()[0] == 200), f'/healthz of who joined anew: {victim.health()}')
    lines = [[line['text'] for line in process.client().get(path + '/chat', tokens[0])[1]['messages']] for process in processes]
    said = ['meanwhile'] + (['late'] if late[0] == 201 else [])
    tally.check(all(sorted(one) == sorted(said) for one in lines), f'{late}, and there is: {lines}')
    go_on(tally, players, 3, 'after it came back')


def leaves(tally, processes, players):
    """SIGTERM: it gives its tables up at once, and comes back."""
    victim, others = processes[2], processes[:2]
    before = {process.number: has(process) for process in others}
    began = time.monotonic()
    victim.process.send_signal(signal.SIGTERM)
    tally.check(until(lambda: all(has(process) > before[process.number] for process in others)), 'nobody takes over from who left')
    took = time.monotonic() - began
    print(f'several: handed over {took:.1f} s after SIGTERM')
    tally.check(victim.stop() == 0, 'it does not stop cleanly')
    tally.check('lease_lost' not in events(victim)[-6:] and 'shares_given' in events(victim), f'it left like that: {events(victim)[-6:]}')
    go_on(tally, players, 5, 'after one left')
    victim.start()
    tally.check(spread(processes), f'shares are not spread: {[has(process) for process in processes]}')


def bots(tally, processes):
    """A match of bots is played once, by one process."""
    made, tokens = table(processes[0].client(), ['human', 'bot:greedy'])
    path = f'/matches/{made["match"]}'
    turn = itertools.cycle(processes)

    def over():
        client = next(turn).client()
        state = client.get(path + '?plain=1', tokens[0])[1]
        if state.get('moves'):
            client.post(path + '/moves', {'ply': state['ply'], 'm': state['moves'][0]}, tokens[0])
        return state['status'] == 'over'

    tally.check(until(over), f'a match with a bot does not end: {processes[0].client().get(path, tokens[0])}')


def away(tally, cluster, processes, players):
    """The database stops: nobody takes a move, and all goes on when it is back."""
    cluster.stop(signal.SIGQUIT)
    tally.check(until(lambda: all(process.health()[0] == 503 for process in processes)), f'{[process.health() for process in processes]}')
    cluster.start()
    tally.check(until(lambda: all(process.health()[0] == 200 for process in processes)), f'{[process.health() for process in processes]}')
    go_on(tally, players, 3, 'when the database is back')


def main():
    tally = Tally('several')
    with Cluster() as cluster, started(tally, cluster) as processes:
        with Proxy(haproxy(processes), 0) as proxy:
            together(tally, proxy, processes)
            looked_at(tally, processes)
            long_poll(tally, processes)
            people(tally, processes)
            strangers(tally, processes, cluster)
            bots(tally, processes)
            players = [Wanderer(Behind(proxy.port), seed) for seed in (1, 2, 3)]
            for player in players:
                player.start()
            killed(tally, processes, players)
            stopped(tally, processes, players, cluster)
            leaves(tally, processes, players)
            away(tally, cluster, processes, players)
            end(tally, players)
        check(tally, processes[0])
    tally.end()


if __name__ == '__main__':
    main()
