# SPDX-License-Identifier: MIT
"""soak.py - two honest matches go on while crowds of bad clients do their worst, each from addresses of its own (127.x.y.z): slow and
half-open ones, floods, noise, huge bodies, readers who never read, thousands of connections, guessed tokens. The honest are answered
quickly all the time; afterwards memory is what it was, the log is short, no token is in it, nothing has leaked.

    ALEA_SOAK=SECONDS     how long (12)
    ALEA_SANITIZED=ALEA   the program, built with sanitizers; what they find is a failure
"""
import json
import multiprocessing
import os
import random
import re
import resource
import socket
import statistics
import struct
import threading
import time

if 'ALEA_SANITIZED' in os.environ:
    os.environ['ALEA'] = os.environ['ALEA_SANITIZED']

from serving import Server, Tally  # noqa: E402 (the program's name is set above)

SECONDS = float(os.environ.get('ALEA_SOAK', '12'))
SANITIZED = 'ALEA_SANITIZED' in os.environ
CROWD, CROWD_ADDRESSES = 2000, 40
CALM = 1.5  # seconds that the honest have for themselves
PAUSE = 0.08  # between moves of the honest: they stay within their limits


# ---- Speaking from an address ----------------------------------------------------------------------------------------------------


def connect(port, address, timeout=20, small=False):
    wire = socket.socket()
    if small:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    wire.settimeout(timeout)
    wire.bind((address, 0))
    wire.connect(('127.0.0.1', port))
    return wire


def request(method, path, body=None, token=None, more=''):
    data = b'' if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    bearer = f'Authorization: Bearer {token}\r\n' if token else ''
    return (f'{method} {path} HTTP/1.1\r\nHost: localhost\r\n{bearer}{more}Content-Length: {len(data)}\r\n\r\n').encode() + data


def upgrade(path):
    return (f'GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
            'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n').encode()


class Voice:
    """HTTP on one connection that is kept."""

    def __init__(self, port, address):
        self.port, self.address, self.wire, self.buffer = port, address, None, b''

    def ask(self, method, path, body=None, token=None):
        """(status, JSON, seconds)."""
        if self.wire is None:
            self.wire, self.buffer = connect(self.port, self.address), b''
        began = time.monotonic()
        self.wire.sendall(request(method, '/api/v1' + path, body, token))
        while b'\r\n\r\n' not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(b'\r\n\r\n', 1)
        length = int(re.search(rb'(?i)content-length: (\d+)', head)[1])
        while len(self.buffer) < length:
            self.more()
        data, self.buffer = self.buffer[:length], self.buffer[length:]
        if b'onnection: close' in head:
            self.wire = self.wire.close()
        return int(head.split()[1]), json.loads(data), time.monotonic() - began

    def more(self):
        data = self.wire.recv(65536)
        if not data:
            self.wire = None
            raise ConnectionError('closed')
        self.buffer += data


# ---- The honest ---------------------------------------------------------------------------------------------------------------------


class Match(threading.Thread):
    """Three seats that play random moves; a long poll beside them hears of each."""

    def __init__(self, port, address, game, seats):
        super().__init__(daemon=True)
        self.port, self.address, self.game, self.seats, self.tables = port, address, game, seats, 0
        self.random, self.times, self.faults, self.moves, self.stopping = random.Random(address), [], [], 0, False
        self.limited, self.secrets = 0, []
        self.begin()

    def begin(self):
        """People come from everywhere: a new match has a new address, as tables are counted by address."""
        self.voice, self.tables = Voice(self.port, f'{self.address}.{self.tables % 250 + 1}'), self.tables + 1
        status, made, _ = self.voice.ask('POST', '/matches', {'game': self.game, 'seats': ['human'] * self.seats})
        assert status == 201, made
        self.path, self.ply = f'/matches/{made["match"]}', 0
        self.tokens = {seat['seat']: seat['token'] for seat in made['seats']}
        self.seat = 'A'
        self.secrets += [*self.tokens.values(), made['admin']]

    def run(self):
        while not self.stopping:
            try:
                self.step()
            except (OSError, ValueError, AssertionError) as fault:
                self.faults.append(f'{self.address}: {fault!r}')
                self.voice.wire = None
                time.sleep(0.5)

    def ask(self, *what):
        """Politely: waits when it is told to."""
        while True:
            status, answer, took = self.voice.ask(*what)
            if status != 429:
                self.times.append(took)
                return status, answer
            self.limited += 1
            time.sleep(answer['retry_after'])

    def step(self):
        status, state = self.ask('GET', self.path + '?plain=1', None, self.tokens[self.seat])
        assert status == 200, state
        if state['status'] != 'playing':
            self.begin()
            return
        if not state.get('moves'):
            self.seat = state['actors'][0]
            return
        status, answer = self.ask('POST', self.path + '/moves', {'ply': state['ply'], 'm': self.random.choice(state['moves'])},
                                  self.tokens[self.seat])
        assert status == 200, answer
        status, heard = self.ask('GET', f'{self.path}/events?since={self.ply}&wait=5&plain=1')
        assert status == 200 and heard['messages'], heard
        self.ply, self.moves = heard['ply'], self.moves + 1
        time.sleep(PAUSE)


# ---- The bad ------------------------------------------------------------------------------------------------------------------------


def slow(port, address, chance, _):
    """A byte now and then."""
    with connect(port, address) as wire:
        for byte in request('POST', '/api/v1/session', b'x' * 400)[:chance.randrange(20, 300)]:
            wire.sendall(bytes([byte]))
            time.sleep(chance.uniform(0.01, 0.5))


def half_open(port, address, chance, match):
    """Connections in which nothing follows; some are torn."""
    wires = [connect(port, address) for _ in range(40)]
    for wire in wires:
        whole = chance.choice((b'', request('GET', '/healthz'), request('POST', '/api/v1/matches', b'{' * 900), upgrade(match + '/live')))
        wire.sendall(whole[:chance.randrange(len(whole) + 1)])
    time.sleep(chance.uniform(1, 6))
    for wire in wires:
        if chance.random() < 0.5:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
        wire.close()


def flood(port, address, chance, match):
    """Requests as fast as they go, answers thrown away."""
    whole = b''.join(chance.choice((request('GET', '/healthz'), request('GET', match), request('GET', '/api/v1/games'),
                                    request('GET', match + '/events?since=0&wait=25'))) for _ in range(50))
    with connect(port, address, 3) as wire:
        for _ in range(200):
            wire.sendall(whole)
            wire.recv(1 << 20)


def noise(port, address, chance, match):
    """Bytes that are nearly requests, and frames that are nearly frames."""
    with connect(port, address, 2) as wire:
        data = bytearray(chance.choice((request('POST', match + '/moves', {'ply': 0, 'm': 1}), upgrade(match + '/live'),
                                        request('GET', match + '/why?text=x%20y', more='Transfer-Encoding: chunked\r\n'))))
        for _ in range(chance.randrange(12)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        wire.sendall(bytes(data) + chance.randbytes(chance.randrange(200)))
        wire.recv(65536)
    with connect(port, address, 2) as wire:
        wire.sendall(upgrade(match + '/live'))
        wire.recv(65536)
        for _ in range(20):
            body = chance.choice((chance.randbytes(20), b'{"ply":0,"m":' + b'9' * 30 + b'}', b'[' * 100, b'{"chat":1}', b'{"token":"x"}'))
            wire.sendall(bytes([chance.choice((0x81, 0x81, 0x82, 0x01, 0x89, 0x8f, 0xf1)), 0x80 | len(body[:100])]) + bytes(4) + body[:100])
        wire.recv(65536)


def huge(port, address, chance, match):
    """Bodies that are too large, too deep, or never end."""
    for data in (request('POST', match + '/chat', b'[' * 60000), request('POST', '/api/v1/matches', b'{"game":"' + b'x' * 1000000 + b'"}'),
                 b'POST ' + match.encode() + b'/moves HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n' + b'ffff\r\n' + b'x' * 500000,
                 b'GET /' + b'x' * 100000, b'GET / HTTP/1.1\r\n' + b'X: y\r\n' * 20000):
        try:
            with connect(port, address, 3) as wire:
                wire.sendall(data)
                wire.recv(65536)
        except OSError:
            pass


def never_read(port, address, chance, match):
    """Asks for much and does not read; hears a match and does not listen."""
    wires = []
    for i in range(20):
        wires.append(connect(port, address, 1, small=True))
        try:
            wires[-1].sendall(upgrade(match + '/live') if i % 2 else request('GET', '/api/v1/games/spqrisiko') * 9 +
                              request('GET', match + '/events?since=0') * 40)
        except OSError:
            pass
    time.sleep(chance.uniform(2, 8))
    for wire in wires:
        wire.close()


def guess(port, address, chance, match):
    """Tokens that nobody has, tables by the dozen, passwords."""
    voice = Voice(port, address)
    for _ in range(40):
        token = ''.join(chance.choice('abcdefghijABCDEFGHIJ0123456789-_') for _ in range(43))
        voice.ask('POST', match[7:] + '/moves', {'ply': 0, 'm': 1}, token)
        voice.ask('POST', '/session', {'name': 'Anna', 'password': 'wrong horse'})
        voice.ask('POST', '/matches', {'game': 'polis', 'seats': ['human', 'human']})
        voice.ask('GET', match[7:], None, token)


def crowd(port, address, _, __):
    """Thousands of connections, held."""
    base = address.rsplit('.', 1)[0]
    wires = []
    for i in range(CROWD):
        try:
            wires.append(connect(port, f'{base}.{i % CROWD_ADDRESSES + 1}', 2))
        except OSError:
            pass
    for wire in wires[::10]:
        wire.sendall(request('GET', '/healthz'))
    time.sleep(4)
    for wire in wires:
        wire.close()


KINDS = (slow, half_open, flood, noise, huge, never_read, guess, crowd, slow, flood)


def abuse(number, port, match, until):
    """A process: one kind of abuse, again and again. That it is refused is as it should be."""
    os.nice(5)
    chance = random.Random(number)
    while time.time() < until:
        try:
            KINDS[number](port, f'127.0.{number + 2}.{chance.randrange(1, 200)}', chance, match)
        except (OSError, ValueError, TypeError, AttributeError, KeyError):
            time.sleep(0.05)


# ---- What is looked at ----------------------------------------------------------------------------------------------------------------


def resident(server):
    with open(f'/proc/{server.process.pid}/statm', encoding='ascii') as file:
        return int(file.read().split()[1]) * resource.getpagesize() / (1 << 20)


def look_at_log(tally, server, secrets):
    text, refused, limited = '', {}, 0
    for path in (server.log + '.1', server.log):
        if os.path.exists(path):
            with open(path, encoding='utf-8') as file:
                text += file.read()
    for line in text.splitlines():
        line = json.loads(line)
        limited += line.get('status') == 429
        if line['event'] == 'refused':
            refused.setdefault((line.get('address'), line.get('what')), []).append(line['time'])
    tally.check(not any(secret in text for secret in secrets), 'a token stands in the log')
    minutes = SECONDS / 60 + 2
    most = max(refused.items(), key=lambda item: len(item[1]), default=(None, []))
    tally.check(len(most[1]) <= minutes, f'{len(most[1])} lines of {most[0]} in {SECONDS:.0f} s')
    tally.check(refused, 'nothing was refused: nothing was tried')
    return len(text.splitlines()), sum(map(len, refused.values())), limited


def soak(tally, server, folder):
    matches = [Match(server.port, '127.1.1', 'spqrisiko', 3), Match(server.port, '127.1.2', 'polis', 2)]
    for match in matches:
        match.start()
    time.sleep(CALM)
    calm = [statistics.median(match.times) for match in matches]
    target, until = '/api/v1' + matches[0].path, time.time() + SECONDS
    crowds = [multiprocessing.Process(target=abuse, args=(i, server.port, target, until), daemon=True) for i in range(len(KINDS))]
    for process in crowds:
        process.start()
    time.sleep(SECONDS / 3)
    warm = resident(server)
    for process in crowds:
        process.join(max(1, until - time.time()) + 30)
        if process.is_alive():
            process.terminate()
    time.sleep(3)
    after = resident(server)
    for match in matches:
        match.stopping = True
    for match, before in zip(matches, calm):
        match.join(30)
        times = sorted(match.times)
        middle, late = statistics.median(times), times[int(len(times) * 0.99)]
        tally.check(match.moves > SECONDS, f'{match.game}: only {match.moves} moves')
        tally.check(not match.faults, f'{match.game}: {match.faults[:3]} of {len(match.faults)}')
        # Beside what it is without the crowds, for the machine may do other things, too.
        tally.check(middle < 0.1 + 20 * before and late < 2 + 200 * before,
                    f'{match.game}: answered in {middle * 1000:.0f} ms, 99 of 100 in {late * 1000:.0f} ms, before in {before * 1000:.0f} ms')
        tally.check(match.limited <= SECONDS / 5, f'{match.game}: was told to wait {match.limited} times')
        print(f'soak: {match.game}: {match.moves} moves, median {middle * 1000:.1f} ms, 99 % {late * 1000:.0f} ms, '
              f'longest {times[-1] * 1000:.0f} ms')
    tally.check(after < warm * 1.25 + 30, f'memory grew from {warm:.0f} to {after:.0f} MiB')
    lines = look_at_log(tally, server, [server.host_token, *matches[0].secrets, *matches[1].secrets])
    print(f'soak: {SECONDS:.0f} s; resident {warm:.0f}, then {after:.0f} MiB; {lines[0]} lines of log, {lines[1]} refusals, {lines[2]} of 429')
    metrics = server.metrics()
    left = int(re.search(r'(?m)^alea_connections (\d+)', metrics)[1])
    tally.check(left <= 3, f'{left} connections are left')
    tally.check(server.stop() == 0, 'the server does not end well')
    for name in os.listdir(folder):
        if name.startswith('sanitizer'):
            with open(os.path.join(folder, name), encoding='utf-8', errors='replace') as file:
                tally.check(False, f'the sanitizer says: {file.read()[:4000]}')


def main():
    tally = Tally('soak')
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    server = Server(limits=True)
    if SANITIZED:
        report = os.path.join(server.folder, 'sanitizer')
        os.environ['ASAN_OPTIONS'] = f'log_path={report}:detect_leaks=1:quarantine_size_mb=16:halt_on_error=1'
        os.environ['UBSAN_OPTIONS'] = f'log_path={report}:halt_on_error=1:print_stacktrace=1'
    with server:
        soak(tally, server, server.folder)
    tally.end()


if __name__ == '__main__':
    main()
