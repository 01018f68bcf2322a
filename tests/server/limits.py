# SPDX-License-Identifier: MIT
"""limits.py - what an address may do how often: tokens that nobody has, tables, passwords, accounts, chat, requests, connections. Who is
over is told how long to wait; others, and what is good, go on. Addresses are 127.x.y.z, each with limits of its own."""
import json
import re
import socket
import time
import typing
from concurrent.futures import ThreadPoolExecutor

from serving import Client, Server, Tally, WebSocket

WRONG = 'A' * 43


def refused(tally, answer, client, what, name='rate_limited'):
    status, body = answer
    wait = client.headers['Retry-After']
    tally.check(status == 429 and body['error'] == name, f'{what}: {status} {body}')
    tally.check(status == 429 and wait and 1 <= int(wait) == body['retry_after'], f'{what}: Retry-After: {wait}, {body}')


def until_refused(ask, most):
    """How many times it went well, and in how many seconds; the answer of the first that did not."""
    began = time.monotonic()
    for n in range(most):
        answer = ask(n)
        if answer[0] == 429:
            return Count(n, time.monotonic() - began), answer
    return Count(most, time.monotonic() - began), (0, {})


class Count(typing.NamedTuple):
    n: int
    seconds: float

    def fits(self, burst, period):
        """So many at once, given back evenly over so many seconds: also on a machine that is slow."""
        return burst <= self.n <= burst + 1 + self.seconds * burst / period


def wrong_tokens(tally, server, made):
    client, path, seat = Client(server.port, '127.0.2.1'), f'/matches/{made["match"]}', made['seats'][0]['token']
    count, answer = until_refused(lambda _: client.get(path, WRONG), 30)
    tally.check(count.fits(10, 60), f'{count} wrong tokens a minute')
    refused(tally, answer, client, 'a wrong token')
    tally.check(client.get(path, seat)[0] == 200, 'a good token is never held up')
    tally.check(client.get(path)[0] == 200, 'nor is a spectator')
    opened = WebSocket(server.port, f'/api/v1{path}/live')
    opened.receive()
    answers = []
    for _ in range(14):
        opened.send({'token': WRONG})
        answers.append(opened.receive())
    kinds = [answer.get('error') for answer in answers]
    tally.check(kinds[:10] == ['unauthorized'] * 10 and 'rate_limited' in kinds[10:], f'over a WebSocket: {kinds}')
    opened.send({'token': seat})
    tally.check(opened.receive()['kind'] == 'state', 'a good token is taken there as well')
    opened.close()


def creations(tally, server):
    client, plan = Client(server.port, '127.0.2.2'), {'game': 'null', 'seats': ['human', 'human']}
    client.post('/matches', dict(plan, seats=['human', 'bot:hal']))  # what is refused counts not
    count, answer = until_refused(lambda _: client.post('/matches', plan), 50)
    tally.check(count.fits(30, 3600), f'{count} tables an hour')
    refused(tally, answer, client, 'a table')
    tally.check(Client(server.port, '127.0.2.3').post('/matches', plan)[0] == 201, 'others make tables')


def people(tally, server):
    client, person = Client(server.port, '127.0.2.4'), {'name': 'Anna', 'password': 'correct horse'}
    count, answer = until_refused(lambda i: client.post('/accounts', dict(person, name=f'Anna{i}')), 20)
    tally.check(count.fits(10, 3600), f'{count} accounts an hour')
    refused(tally, answer, client, 'an account')
    client = Client(server.port, '127.0.2.5')
    count, answer = until_refused(lambda _: client.post('/session', dict(person, name='Anna1', password='wrong horse')), 20)
    tally.check(count.fits(10, 300), f'{count} passwords for one name')
    refused(tally, answer, client, 'a password')
    tally.check(client.post('/session', dict(person, name='Anna2'))[0] == 200, 'another name can sign in from there')
    # At once: one after the other, passwords take a busy machine longer than it takes the address to be forgiven.
    clients, began = [Client(server.port, '127.0.2.6') for _ in range(40)], time.monotonic()
    with ThreadPoolExecutor(len(clients)) as pool:
        answers = list(pool.map(lambda i: clients[i].post('/session', dict(person, name=f'Nobody{i}')), range(len(clients))))
    late = [i for i, (status, _) in enumerate(answers) if status == 429]
    count = Count(len(clients) - len(late), time.monotonic() - began)
    tally.check(late and count.fits(20, 60), f'{count} passwords of an address')
    for i in late:
        refused(tally, answers[i], clients[i], 'passwords')


def chat(tally, server, made):
    client, path = Client(server.port, '127.0.2.7'), f'/matches/{made["match"]}'
    one, two = (seat['token'] for seat in made['seats'])
    count, answer = until_refused(lambda i: client.post(path + '/chat', {'text': f'{i}'}, one), 20)
    tally.check(count.fits(10, 10), f'{count} lines of chat')
    refused(tally, answer, client, 'chat')
    tally.check(client.post(path + '/chat', {'text': 'Ave'}, two)[0] == 201, 'the other seat may talk')
    for size, status in ((1000, 201), (1001, 400)):
        tally.check(client.post(path + '/chat', {'text': 'x' * size}, made['admin'])[0] == status, f'chat of {size} bytes')
    lines = client.get(path + '/chat')[1]
    tally.check(lines['chat'] == count.n + 2, f'what was refused is not there: {lines["chat"]}')


def loans(tally, server, made):
    """Each stands in a line of the table's own: who lends and takes back without end would leave no room for what people say."""
    client, path, one = Client(server.port, '127.0.2.7'), f'/matches/{made["match"]}/loan', made['seats'][0]['token']
    until = int(time.time() * 1000) + 3_600_000
    count, answer = until_refused(
        lambda i: client.call('DELETE', path, token=one) if i % 2 else client.post(path, {'until': until}, one), 30)
    tally.check(count.fits(10, 10), f'{count} loans and ends of them')
    refused(tally, answer, client, 'loans')


def requests(tally, server):
    client, began = Client(server.port, '127.0.2.8'), time.monotonic()
    with socket.create_connection(('127.0.0.1', server.port), 120, source_address=('127.0.2.8', 0)) as wire:
        wire.sendall(b'GET /api/v1/games/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n' * 999 +
                     b'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
        said = b''.join(iter(lambda: wire.recv(1 << 16), b''))
    count = Count(said.count(b'HTTP/1.1 404'), time.monotonic() - began)
    tally.check(count.fits(200, 4), f'{count} requests at once')
    wait, told = re.search(rb'HTTP/1.1 429.*?Retry-After: (\d+).*?"retry_after":(\d+)', said, re.DOTALL).groups()
    tally.check(wait == told == b'1', f'a request too many: Retry-After: {wait}, {told}')
    tally.check(Client(server.port, '127.0.2.9').get('/games/nothing')[0] == 404, 'others ask on')
    tally.check(client.raw('GET', '/healthz')[0] in (200, 429), 'it lives')
    flood_log(tally, server, '127.0.2.8', refused_at_least=999 - count.n)


def flood_log(tally, server, address, refused_at_least):
    """A flood is counted, and told once: a line for each 429 would fill the disk at the flood's own speed."""
    lines = [line for line in server.logged() if line.get('address') == address]
    tally.check(not [line for line in lines if line.get('status') == 429], 'no 429 has a line of its own')
    told = [line for line in lines if line['event'] == 'refused']
    tally.check([line['what'] for line in told] == ['too many requests'], f'a flood is told once: {told}')
    found = re.search(r'^alea_http_requests_total\{code="429"\} (\d+)$', server.metrics(), re.MULTILINE)
    tally.check(found and int(found[1]) >= refused_at_least, f'a flood is counted: {found}, of {refused_at_least}')


def connections(tally, server):
    wires = []
    for _ in range(80):
        wire = socket.create_connection(('127.0.0.1', server.port), 5, source_address=('127.0.2.10', 0))
        wires.append(wire)
        wire.sendall(b'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    good = sum(answered(wire) for wire in wires)
    tally.check(good == 64, f'{good} connections of an address')
    tally.check(Client(server.port, '127.0.2.11').raw('GET', '/healthz')[0] == 200, 'others connect')
    for wire in wires:
        wire.close()


def answered(wire):
    try:
        return b' 200 ' in wire.recv(4096)
    except OSError:
        return False


def main():
    tally = Tally('limits')
    with Server(limits=True) as server:
        status, made = server.client().post('/matches', {'game': 'null', 'seats': ['human', 'human']})
        assert status == 201, made
        wrong_tokens(tally, server, made)
        creations(tally, server)
        people(tally, server)
        chat(tally, server, made)
        loans(tally, server, made)
        requests(tally, server)
        connections(tally, server)
        refusals = [(line['what'], line.get('address')) for line in server.logged() if line['event'] == 'refused']
        tally.check(len(refusals) == len(set(refusals)), f'each is logged once: {refusals}')
        tally.check(WRONG not in json.dumps(server.logged()), 'no token stands in the log')
    tally.end()


if __name__ == '__main__':
    main()
