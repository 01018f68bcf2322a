#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""draw.py - words for the dice over real sockets: a server that is killed between any two steps, a public beacon that is asked (recorded
rounds of drand's quicknet, served by this test), a database that was put back; and what is finished verifies by `alea verify`."""
import hashlib
import http.server
import json
import os
import shutil
import signal
import subprocess
import threading
import time

from serving import ALEA, Server, Tally

CHAIN = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'  # the chain's hash
ROUND = {'round': 1000000, 'randomness': 'b22aad4794f7451896f7a371aa46106fd84d919f3f569acd5b2fddf1d1440af3',
         'signature': '83ad29e4c409f9470fc2ef02f90214df49e02b441a1a241a82d622d9f608ef98fd8b11a029f1bee9d9e83b45088abe72'}
PERIOD = 1000  # seconds
WORDS = ('alea iacta est k3v7mnop2345qrst', 'non omnis moriar abcd2345efgh67')


def promise_of(commitment, seat, word):
    hashed = b'alea word 1' + bytes.fromhex(commitment) + bytes([seat]) + word.encode()
    return hashlib.blake2b(hashed, digest_size=32).hexdigest()


def until(holds, what, seconds=60):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = holds()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f'in vain: {what}')


class Table:
    def __init__(self, server, **plan):
        self.server = server
        status, made = server.client().post('/matches', {'game': 'null', 'seats': ['human', 'human'], **plan})
        assert status == 201, made
        self.at, self.tokens = f'/matches/{made["match"]}', [seat['token'] for seat in made['seats']]

    def ask(self, method, path, body=None, seat=None):
        return self.server.client().call(method, self.at + path, body, None if seat is None else self.tokens[seat])

    def state(self, seat=None):
        return self.ask('GET', '', seat=seat)[1]

    def draw(self, seat, **body):
        return self.ask('POST', '/draw', body, seat)

    def promise(self, seat, where='/draw'):
        commitment = self.state()['dice']['commitment']
        return self.ask('POST', where, {'commitment': commitment, 'promise': promise_of(commitment, seat, WORDS[seat])}, seat)

    def play(self, seat, text):
        return self.ask('POST', '/moves', {'ply': self.state(seat)['ply'], 'text': text}, seat)[0]

    def verified(self, *words):
        """What `alea verify` says of the finished match."""
        self.ask('POST', '/resign', {}, 0)
        path = os.path.join(self.server.folder, 'match.alea')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(self.ask('GET', '/transcript')[1])
        return subprocess.run([ALEA, 'verify', path, '--lang', 'en', *words], capture_output=True, text=True, check=False)


def killed_at_each_step(tally):
    with Server() as server:
        table = Table(server, start='joined', names=['Anna', 'Bruno'])
        steps = [lambda: table.promise(0, '/join'), lambda: table.promise(1, '/join'), lambda: table.draw(1, word=WORDS[1]),
                 lambda: table.draw(0, word=WORDS[0])]
        phases = ['promising', 'opening', 'opening', None]
        for step, phase in zip(steps, phases):
            tally.check(step()[0] == 200, 'a step of the draw is taken')
            server.kill(signal.SIGKILL)
            server.start()
            state = table.state()
            tally.check(state['dice'].get('draw', {}).get('phase') == phase, f'after a kill the draw is where it was: {state["dice"]}')
        tally.check(state['status'] == 'playing' and state['dice']['words'] == dict(zip('AB', WORDS)), f'it begins by their words: {state}')
        links = [table.ask('GET', '/chain', seat=seat)[1]['link'] for seat in (0, 1)]
        tally.check(links[0] != links[1], 'each has a chain of its own')
        for seat, text in ((0, 'bet one'), (1, 'bet two')):
            tally.check(table.play(seat, text) == 200, 'a move')
        status, heard = table.ask('GET', '/chain', seat=0)
        done = table.verified('--seat', 'A', '--link', heard['link'])
        tally.check(status == 200 and done.returncode == 0, f'alea verify with the link of A: {done.stdout}{done.stderr}')
        other = heard['link'].translate(str.maketrans('0123456789abcdef', '123456789abcdef0'))
        tally.check(table.verified('--seat', 'A', '--link', other).returncode != 0, 'another link is not of this record')


def put_back(tally):
    """The same throw numbers for other moves: whoever kept a link notices."""
    with Server() as server:
        table = Table(server)
        for seat, text in enumerate(('bet one', 'bet two')):
            table.play(seat, text)
        server.stop()
        shutil.copy(server.db, server.db + '.kept')
        server.start()
        before = table.state()['ply']
        for seat in (0, 1):
            table.play(seat, 'bet three')
        ply = table.state(0)['ply']
        heard = {at: table.ask('GET', f'/chain?at={at}', seat=0)[1]['link'] for at in (before, ply)}
        dice = table.ask('GET', '/transcript')[1].count(' * ')
        server.stop()
        shutil.copy(server.db + '.kept', server.db)
        server.start()
        for seat in (0, 1):
            table.play(seat, 'bet four')
        tally.check(table.state(0)['ply'] == ply and table.ask('GET', '/transcript')[1].count(' * ') == dice, 'as far as it was before')
        tally.check(table.ask('GET', f'/chain?at={before}', seat=0)[1]['link'] == heard[before], 'what was not taken back is the same')
        tally.check(table.ask('GET', f'/chain?at={ply}', seat=0)[1]['link'] != heard[ply], 'what was heard behind it is not')
        tally.check(table.state(0)['chain'] == table.ask('GET', '/chain', seat=0)[1]['link'][:32], 'the state tells half of the link')


class Beacon(http.server.BaseHTTPRequestHandler):
    """A relay that first fails in every way: busy, too much, a number that is not the signature's."""
    answers = [lambda: 'x' * 10000, lambda: json.dumps(dict(ROUND, randomness='00' * 32)), lambda: json.dumps(ROUND)]
    infos, rounds, paths = 0, 0, []

    def do_GET(self):
        Beacon.paths.append(self.path)
        body, status = '', 200
        if self.path == f'/{CHAIN}/info':
            Beacon.infos += 1
            status = 503 if Beacon.infos == 1 else 200
            # The promises stand already: the recorded round is the next, four seconds from now.
            genesis = int(time.time()) + 5 - (ROUND['round'] - 1) * PERIOD
            body = json.dumps({'hash': CHAIN, 'period': PERIOD, 'genesis_time': genesis})
        elif self.path == f'/{CHAIN}/public/{ROUND["round"]}':
            body = Beacon.answers[min(Beacon.rounds, len(Beacon.answers) - 1)]()
            Beacon.rounds += 1
        else:
            status = 404
        self.send_response(status)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


def beacon(tally):
    relay = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Beacon)
    threading.Thread(target=relay.serve_forever, daemon=True).start()
    with Server('--beacon', f'http://127.0.0.1:{relay.server_port}/') as server:
        table = Table(server, beacon={'chain': CHAIN, 'round': 'next'})
        until(lambda: table.state()['dice']['beacon']['fails'], 'to be told that the beacon fails')
        state = until(lambda: (now := table.state())['status'] == 'playing' and now, 'the round to be named')
        tally.check(state['dice']['beacon']['round'] == ROUND['round'], f'the next round is named: {state["dice"]}')
        for seat, text in ((0, 'bet one'), (1, 'bet two')):
            tally.check(table.play(seat, text) == 200, 'who needs no dice may move')
        state = table.state()
        tally.check(state['actor'] == 'chance' and 'randomness' not in state['dice']['beacon'], f'the throw waits: {state["dice"]}')
        server.kill(signal.SIGKILL)
        server.start()
        table.state()  # somebody looks in again
        state = until(lambda: (now := table.state())['dice']['beacon'].get('randomness') and now, 'the round to come out')
        tally.check(state['dice']['beacon']['randomness'] == ROUND['randomness'], 'as it was recorded')
        tally.check(until(lambda: table.state()['actor'] != 'chance', 'the throw') and Beacon.rounds >= 3, 'thrown once it is out')
        text = table.ask('GET', '/transcript')[1]
        tally.check(f'beacon {CHAIN} {ROUND["round"]} {ROUND["randomness"]} {ROUND["signature"]}\n' in text, f'on record: {text[:900]}')
        done = table.verified()
        tally.check(done.returncode == 0, f'alea verify: {done.stdout}{done.stderr}')
    relay.shutdown()


def main():
    tally = Tally('draw')
    for test in (killed_at_each_step, put_back, beacon):
        test(tally)
    tally.end()


if __name__ == '__main__':
    main()
