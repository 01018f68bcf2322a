# SPDX-License-Identifier: MIT
"""wire.py - the server's sockets as hostile and clumsy clients see them: heads, bodies, pipelines, WebSockets, limits, the end.

Each part has a server of its own. Nothing here knows a game but the one that it opens tables of.
"""
import gzip
import json
import os
import random
import re
import signal
import socket
import subprocess
import time

from serving import ALEA, Server, Tally, WebSocket, packed

PLIES = 150  # moves made where plies are weighed

GAME = 'null'
TOKEN = re.compile(r'[A-Za-z0-9_-]{43}')


class Wire:
    """Bytes to the server and back, on one connection."""

    def __init__(self, port, timeout=120):
        self.socket = socket.create_connection(('127.0.0.1', port), timeout)
        self.buffer = b''

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode())
        return self

    def answer(self, bodiless=False):
        """(status, {header: value}, body) of the next answer; None when the connection is closed instead."""
        while b'\r\n\r\n' not in self.buffer:
            if not self.more():
                return None
        head, self.buffer = self.buffer.split(b'\r\n\r\n', 1)
        lines = head.decode().split('\r\n')
        headers = {name.lower(): value for name, value in (line.split(': ', 1) for line in lines[1:])}
        length = 0 if bodiless else int(headers.get('content-length', 0))
        while len(self.buffer) < length:
            if not self.more():
                return None
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        return int(lines[0].split()[1]), headers, body

    def more(self):
        try:
            data = self.socket.recv(65536)
        except ConnectionError:
            return False
        self.buffer += data
        return bool(data)

    def closed(self):
        """Nothing more comes, and the other side has gone."""
        return not self.buffer and not self.more()

    def close(self):
        self.socket.close()


def ask(port, data, bodiless=False):
    wire = Wire(port)
    answer = wire.send(data).answer(bodiless)
    wire.close()
    return answer


def get(path, *headers):
    return '\r\n'.join([f'GET {path} HTTP/1.1', 'Host: localhost', *headers, '', ''])


def post(path, body, *headers):
    return '\r\n'.join([f'POST {path} HTTP/1.1', 'Host: localhost', f'Content-Length: {len(body)}', *headers, '', body])


def cpu(server):
    return server.processor()[0]


def make_table(server, seats=2, game=GAME):
    status, made = server.client().post('/matches', {'game': game, 'seats': ['human'] * seats})
    assert status == 201, made
    return made


def closed_with(opened):
    """The status with which the server closes it; None if it just goes."""
    try:
        while opened.receive():
            pass
    except ConnectionError:
        return None
    return opened.close_code


def ends_with(tally, opened, frames, code, what):
    """After these frames the server closes it with that status."""
    opened.receive()
    for frame in frames:
        opened.frame(*frame)
    got = closed_with(opened)
    tally.check(got == code, f'{what}: {got}')
    opened.close()


def name_of(answer):
    return json.loads(answer[2]).get('error') if answer and answer[2] else None


# ---- Pages ---------------------------------------------------------------------------------------------------------------


def pages(tally):
    with Server() as server:
        status, headers, plain = ask(server.port, get('/'))
        tally.check(status == 200 and headers['content-type'] == 'text/html; charset=utf-8', 'GET / is the page')
        for path in ('/m/abcdefghijkl', '/a/abcdefghijkl', '/admin', '/new', '/verify', '/help/x', '//m//x', '/x/../new'):
            tally.check(ask(server.port, get(path))[2] == plain, f'{path} is the page')
        for path in ('/nothing.js', '/.env', '/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/m/%2e.%2fx.conf'):
            answer = ask(server.port, get(path))
            tally.check(answer[0] == 404 or answer[2] == plain, f'{path} is nothing: {answer[0]}')
            tally.check(b'root:' not in answer[2], f'{path} shows no file of the machine')
        tally.check(ask(server.port, get('/a%00b')) is None or ask(server.port, get('/a%00b'))[0] in (400, 403, 404), 'a 0 in a path')
        policy = headers['content-security-policy']
        for part in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"):
            tally.check(part in policy, f'the policy says {part}')
        tally.check('unsafe' not in policy.replace("'wasm-unsafe-eval'", ''), 'the policy lets nothing inline in, and no text become code')
        tally.check(headers['x-content-type-options'] == 'nosniff' and headers['referrer-policy'] == 'no-referrer', 'safety headers')
        answer = ask(server.port, get('/', 'Accept-Encoding: gzip'))
        tally.check(answer[1].get('content-encoding') == 'gzip' and gzip.decompress(answer[2]) == plain, 'gzip')
        tally.check(answer[1]['etag'] != headers['etag'], 'each form has a tag of its own')
        for tag in (headers['etag'], f'"x", W/{headers["etag"]}', '*'):
            answer = ask(server.port, get('/', f'If-None-Match: {tag}'), bodiless=True)
            tally.check(answer[0] == 304 and answer[1]['etag'] == headers['etag'], f'304 for {tag}')
        answer = ask(server.port, get('/').replace('GET', 'HEAD', 1), bodiless=True)
        tally.check(answer[0] == 200 and int(answer[1]['content-length']) == len(plain), 'HEAD tells the length')
        answer = ask(server.port, post('/', '{}'))
        tally.check(answer[0] == 405 and answer[1]['allow'] == 'GET, HEAD', f'the page takes no POST: {answer[0]}')
        for name in re.findall(rb'(?:src|href)="(/[^"]+-[0-9a-zA-Z]{8,}\.\w+)"', plain):
            answer = ask(server.port, get(name.decode()))
            tally.check(answer[0] == 200 and 'immutable' in answer[1]['cache-control'], f'{name} is for ever')
            tally.check(answer[1]['content-security-policy'] == "default-src 'none'; frame-ancestors 'none'", f'{name} by itself loads nothing')
        worker = ask(server.port, get('/sw.js'))
        tally.check(worker[0] == 200 and worker[1]['content-security-policy'] == policy, 'a worker has the policy of the page')
        tally.check(b'<script>' not in plain and b'style="' not in plain, 'the page has nothing inline')


# ---- Heads and bodies ----------------------------------------------------------------------------------------------------


def heads(tally):
    with Server() as server:
        port, games = server.port, '/api/v1/games'
        for data, what in ((b'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' + bytes(200), 'TLS'),
                           (b'\r\n\r\n', 'empty lines'), (os.urandom(500), 'noise'), (b'GET\r\n\r\n', 'half a line'),
                           (b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'HTTP/2'), (b'BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n', 'a method of its own'),
                           (b'CONNECT example.org:80 HTTP/1.1\r\nHost: localhost\r\n\r\n', 'CONNECT'),
                           (b'GET / HTTP/1.1\r\nHost: localhost\r\nBig: ' + b'x' * 9000 + b'\r\n\r\n', 'a head of 9 KB'),
                           (b'GET /' + b'x' * 9000 + b' HTTP/1.1\r\n\r\n', 'an address of 9 KB'),
                           (b'GET / HTTP/1.1\r\n' + b'A: b\r\n' * 3000 + b'\r\n', '3000 headers')):
            wire = Wire(port)
            try:
                answer = wire.send(data).answer()
            except ConnectionError:
                answer = None
            tally.check(answer is None or answer[0] in (400, 403, 404), f'{what}: {answer and answer[0]}')
            wire.close()
        tally.check(ask(port, get('/' + 'x' * 600))[0] == 414, 'a path of 600 bytes')
        tally.check(ask(port, get(games + '?a=' + 'x' * 2100))[0] == 414, 'a query of 2100 bytes')
        tally.check(name_of(ask(port, get(games + '?lang=de'))) == 'bad_request', 'a query reaches the API')
        tally.check(ask(port, get(games + '?lang=%69%74'))[0] == 200, 'encoded in the query')
        tally.check(ask(port, get('/api/v1/%67ames'))[0] == 200, 'encoded in the path')
        tally.check(ask(port, get('/api/v1/games%2Fnull'))[0] in (200, 404), 'a slash in a word')
        for method in ('PUT', 'PATCH', 'OPTIONS', 'DELETE'):
            answer = ask(port, f'{method} {games} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')
            tally.check(answer[0] == 405 and answer[1]['allow'] == 'GET', f'{method}: {answer[0]}')
        answer = ask(port, get(games, 'Accept-Language: it'))
        tally.check('Accept-Language' in answer[1]['vary'], 'what depends on the language says so')
        again = ask(port, get(games, 'Accept-Language: it', f'If-None-Match: {answer[1]["etag"]}'), bodiless=True)
        tally.check(again[0] == 304, 'the API has 304 too')
        packed = ask(port, get(games, 'Accept-Language: it', 'Accept-Encoding: gzip'))
        tally.check(packed[1].get('content-encoding') == 'gzip' and gzip.decompress(packed[2]) == answer[2], 'what is public is compressed')
        again = ask(port, get(games, 'Accept-Language: it', 'Accept-Encoding: gzip', f'If-None-Match: {packed[1]["etag"]}'), bodiless=True)
        tally.check(packed[1]['etag'] != answer[1]['etag'] and again[0] == 304, 'under a tag of its own')
        known = json.loads(answer[2])['games']
        for game, lang, at in ((game['id'], lang, at) for game in known if game['lesson'] for lang in ('it', 'en') for at in range(20)):
            step = f'/api/v1/games/{game}/lesson/{at}?lang={lang}'
            packed = ask(port, get(step, 'Accept-Encoding: gzip'))
            encoded = packed[1].get('content-encoding') == 'gzip'
            tally.check(encoded == packed[1]['etag'].endswith('-gz"') and (encoded or len(packed[2]) < 4096), f'{step} is compressed if long')
        for game in known:
            packed = ask(port, get(f'/api/v1/games/{game["id"]}', 'Accept-Encoding: gzip'))
            tally.check(packed[1].get('content-encoding') == 'gzip', f'{game["id"]} still is, when lessons were read')
        made = make_table(server)
        past = f'/api/v1/matches/{made["match"]}/events?since=0&wait=0&chat='
        for _ in range(8):
            server.client().post(f'/matches/{made["match"]}/chat', {'text': 'Ave ' * 200}, made['seats'][0]['token'])
        plain, packed = ask(port, get(past + '0')), ask(port, get(past + '0', 'Accept-Encoding: br;q=1, gzip;q=0.5'))
        tally.check(packed[1].get('content-encoding') == 'gzip' and gzip.decompress(packed[2]) == plain[2], 'so is a long answer to one alone')
        for tail, header in (('0', 'Accept-Encoding: br'), ('0', 'Accept-Encoding: gzip;q=0'), ('6', 'Accept-Encoding: gzip')):
            answer = ask(port, get(past + tail, header))
            tally.check(answer[0] == 200 and 'content-encoding' not in answer[1], f'not for {header}, chat={tail}')
        answer = ask(port, get(games, 'Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABkAAQ'))
        tally.check(answer[0] == 200, 'an offer of HTTP/2 is not taken')
        wire = Wire(port).send('GET /healthz HTTP/1.0\r\n\r\n')
        tally.check(wire.answer()[0] == 200 and wire.closed(), 'HTTP/1.0 is answered and closed')
        wire = Wire(port).send(get('/healthz', 'Connection: close'))
        tally.check(wire.answer()[1]['connection'] == 'close' and wire.closed(), 'Connection: close')


def lengths(tally):
    with Server() as server:
        port, session = server.port, '/api/v1/session'
        for length in ('-1', 'abc', '5, 6', '+5', '0x5', '99999999999999999999', '5\r\nContent-Length: 6'):
            wire = Wire(port).send(f'POST {session} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n')
            answer = wire.answer()
            tally.check(answer and answer[0] == 400 and answer[1]['connection'] == 'close', f'Content-Length: {length}')
            wire.close()
        for header in ('Transfer-Encoding: gzip', 'Transfer-Encoding: gzip, chunked', 'Transfer-Encoding: chunked\r\nContent-Length: 5'):
            answer = ask(port, f'POST {session} HTTP/1.1\r\nHost: localhost\r\n{header}\r\n\r\n5\r\nhello\r\n0\r\n\r\n')
            tally.check(answer and answer[0] == 400, header)
        answer = ask(port, f'GET {session} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n')
        tally.check(answer and answer[0] == 400, 'chunks where no body belongs')
        wire = Wire(port).send(f'POST {session} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 70000\r\n\r\n')
        tally.check(wire.answer()[0] == 413, 'too large is said before the body comes')
        wire = Wire(port)
        try:
            wire.send(post(session, 'x' * 3000000))
        except ConnectionError:
            pass
        answer = wire.answer()
        tally.check(answer and answer[0] == 413, 'too large is said while the body comes')
        chunk = 'x' * 1000
        wire = Wire(port).send(f'POST {session} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n')
        wire.send(f'3e8\r\n{chunk}\r\n' * 80)
        answer = wire.answer()
        tally.check(answer and answer[0] == 413, 'too large in chunks')
        for body in ('zz\r\n', '5\r\nhelloX', '3e8;' + 'x' * 20000):
            answer = ask(port, f'POST {session} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n{body}')
            tally.check(answer and answer[0] == 400, f'chunks: {body[:8]!r}')
        wire = Wire(port).send(f'POST {session} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n')
        tally.check(wire.answer()[0] == 100, '100 Continue')
        tally.check(wire.send('[]').answer()[0] == 400, 'and then the answer')
        made = make_table(server)
        chat, seat = f'/api/v1/matches/{made["match"]}/chat', f'Authorization: Bearer {made["seats"][0]["token"]}'
        wire = Wire(port).send(f'POST {chat} HTTP/1.1\r\nHost: localhost\r\n{seat}\r\nTransfer-Encoding: chunked\r\n\r\n')
        for part in ('5\r\n{"tex', '\r\na;x=y\r', '\nt":"', 'ciao"', '}\r\n', '0\r\nTrailer: x\r\n\r\n'):
            wire.send(part)
            time.sleep(0.02)
        answer = wire.answer()
        tally.check(answer and answer[0] == 201, f'chunks in pieces: {answer}')
        answer = ask(port, f'POST {chat[:-4]}resign HTTP/1.1\r\nHost: localhost\r\n{seat}\r\n\r\n')
        tally.check(answer and answer[0] != 400 and answer[1]['connection'] == 'close', 'a POST without any length')


# ---- One connection, many requests ---------------------------------------------------------------------------------------


def pipelines(tally):
    with Server() as server:
        made = make_table(server)
        wire = Wire(server.port).send(get('/healthz') * 3 + get('/api/v1/games/nothing') + get('/'))
        got = [wire.answer() for _ in range(5)]
        tally.check([answer and answer[0] for answer in got] == [200, 200, 200, 404, 200], f'in order: {[a and a[0] for a in got]}')
        for requests in (get('/healthz') + post('/api/v1/session', '[]'), post('/api/v1/session', '[]') + get('/healthz'),
                         post('/api/v1/session', '[]') * 3, get('/api/v1/games') * 2 + post('/', '') + get('/')):
            wire = Wire(server.port).send(requests)
            tally.check(wire.answer() is not None, 'the first of several is answered, also with bodies')
            tally.check(server.client().raw('GET', '/healthz')[0] == 200, 'and others are')
        poll = f'/api/v1/matches/{made["match"]}/events?since=0&wait='
        revision = server.client().get(f'/matches/{made["match"]}')[1]['rev']
        for tail, what in (('', 'alone'), (get('/healthz'), 'with the next behind it'), ('rubbish' * 100, 'with rubbish behind it')):
            wire, before, began = Wire(server.port), cpu(server), time.monotonic()
            wire.send(get(poll + f'2&rev={revision}') + tail)
            answer = wire.answer()
            took, burnt = time.monotonic() - began, cpu(server) - before
            tally.check(answer and answer[0] == 200 and took > 1.5, f'a long poll {what}: {took:.1f} s')
            tally.check(burnt < 0.5, f'a long poll {what} costs {burnt:.2f} s of the processor')
            if tail.startswith('GET'):
                tally.check(wire.answer()[0] == 200, 'what came behind it is answered')
            wire.close()
        wire = Wire(server.port).send(get(poll + f'25&rev={revision}'))
        time.sleep(0.2)
        wire.close()
        deadline = time.monotonic() + 120
        while 'alea_connections 1' not in server.metrics() and time.monotonic() < deadline:
            time.sleep(0.1)
        tally.check(time.monotonic() < deadline, 'who leaves a long poll is let go')
        wire = Wire(server.port).send(get(poll + f'25&rev={revision}'))
        time.sleep(0.2)
        server.client().post(f'/matches/{made["match"]}/chat', {'text': 'ciao'}, made['seats'][0]['token'])
        began = time.monotonic()
        server.client().post(f'/matches/{made["match"]}/join', {'name': 'Anna'}, made['seats'][0]['token'])
        tally.check(wire.answer()[0] == 200 and time.monotonic() - began < 20, 'a change ends a long poll')


def silence(tally):
    """Who comes first after a long silence, longer than a head may take, is served."""
    with Server() as server:
        ask(server.port, get('/healthz', 'Connection: close'))
        time.sleep(12)
        wire = Wire(server.port).send(get('/healthz'))
        answer = wire.answer()
        tally.check(answer and answer[0] == 200, f'after 12 s of silence: {answer}')
        time.sleep(2)
        again = wire.send(get('/healthz')).answer()
        tally.check(again and again[0] == 200, 'and once more on the same connection')


def half_requests(tally):
    """Hundreds of connections that say nothing, half a head, half a body: others are served at once."""
    with Server() as server:
        wires = []
        for i in range(300):
            wire = Wire(server.port)
            wire.send(('', 'GET / HT', get('/')[:-2], post('/api/v1/session', 'x' * 500)[:-100])[i % 4])
            wires.append(wire)
        before = cpu(server)
        for _ in range(50):
            assert server.client().raw('GET', '/healthz')[0] == 200
        tally.check(cpu(server) - before < 1, 'others are served beside 300 slow ones, which cost nothing')
        began, before = time.monotonic(), cpu(server)
        while len(wires) > 75 and time.monotonic() - began < 120:
            time.sleep(0.5)
            wires = [wire for wire in wires if not gone(wire)]
        tally.check(len(wires) <= 75, f'heads that never end are closed: {len(wires)} of 300 left')
        tally.check(cpu(server) - before < 2, 'they cost nothing')
        tally.check(server.client().raw('GET', '/healthz')[0] == 200, 'and it still answers')


def gone(wire):
    try:
        wire.socket.setblocking(False)
        return wire.socket.recv(4096) == b''
    except BlockingIOError:
        return False
    except OSError:
        return True


# ---- WebSockets ------------------------------------------------------------------------------------------------------------


def sockets(tally):
    with Server() as server:
        made = make_table(server)
        live, seat = f'/api/v1/matches/{made["match"]}/live', made['seats'][0]['token']
        for path, token, status in ((live.replace(made['match'], 'aaaaaaaaaaaa'), None, 404), ('/api/v1/live', None, 404),
                                    ('/live', None, 404), (live, 'A' * 43, 401), (live + '/x', None, 404)):
            refused = WebSocket(server.port, path, token)
            tally.check(refused.status == status, f'{path}: {refused.status}')
            refused.close()
        for headers, status in (('Sec-WebSocket-Protocol: alea.v1\r\n', 101), ('Sec-WebSocket-Protocol: x, alea.v1\r\n', 101)):
            opened = WebSocket(server.port, live, seat, headers=headers)
            tally.check(opened.status == status and b'alea.v1' in opened.head, headers.strip())
            tally.check(opened.receive()['kind'] == 'state', 'a state comes first')
            opened.close()
        opened = WebSocket(server.port, live, seat)
        tally.check(opened.receive()['you'] == 'A', 'the seat is known by its token')
        message = json.dumps({'id': 7, 'chat': 'in parts'}).encode()
        opened.frame(1, message[:3], fin=False)
        opened.frame(9, b'ping between parts')
        for byte in message[3:-1]:
            opened.frame(0, bytes([byte]), fin=False)
        opened.frame(0, message[-1:])
        tally.check(opened.until(lambda m: m.get('id') == 7)[-1]['kind'] == 'answer', 'a message in parts')
        opened.send({'id': 8, 'chat': 'x' * 4100})
        code = closed_with(opened)
        tally.check(code == 1009, f'too long: {code}')
        for frames, code, what in (([(2, b'\x00\x01', True)], 1003, 'binary'), ([(3, b'', True)], 1002, 'an unknown opcode'),
                                   ([(9, b'x', False)], 1002, 'a control frame in parts'), ([(0, b'x', True)], 1002, 'a part of nothing'),
                                   ([(1, b'x' * 3000, False), (0, b'x' * 3000, True)], 1009, 'too long in parts'),
                                   ([(1, b'x', False), (1, b'x', True)], 1002, 'a second message within a first')):
            ends_with(tally, WebSocket(server.port, live), frames, code, what)
        rude = WebSocket(server.port, live)
        rude.receive()
        rude.socket.sendall(bytes([0x81, 0xFF]) + bytes([0x7F] * 8) + b'mask' + os.urandom(100000))
        tally.check(closed_with(rude) in (1009, None), 'a message of 2^63 bytes')
        rude.close()
        for bad in (b'', b'{', b'[]', b'null', b'\xff\xfe', b'{"chat":1}', b'{"id":{"a":1}}', b'{"m":1}', b'{"token":"x"}', b'[' * 2000):
            looker = WebSocket(server.port, live)
            looker.receive()
            looker.frame(1, bad)
            answer = looker.receive()
            tally.check(answer and answer['kind'] == 'error', f'{bad[:20]}: {answer and answer["kind"]}')
            looker.close()
        polite = WebSocket(server.port, live)
        polite.receive()
        polite.frame(8, b'\x03\xe8')
        tally.check(closed_with(polite) == 1000, 'a close is answered')
        tally.check(server.client().raw('GET', '/healthz')[0] == 200, 'and it still answers')


def compression(tally):
    """permessage-deflate: the same messages in fewer bytes for who offers it, both ways, and nothing else for all others."""
    with Server() as server:
        for game in server.client().get('/games')[1]['games']:
            made = make_table(server, seats=game['seats']['usual'], game=game['id'])
            live, seat = f'/api/v1/matches/{made["match"]}/live', made['seats'][0]['token']
            plain, other, small = (WebSocket(server.port, live, seat, packs=packs) for packs in (False, True, True))
            tally.check(b'permessage-deflate' in small.head and b'permessage-deflate' not in plain.head, f'the offer: {small.head}')
            told = [one.receive() for one in (plain, other, small)]
            tally.check(told[0] == told[1] == told[2], f'{game["id"]}: a state is the same compressed')
            long = plain.received >= 1400
            tally.check(small.received < plain.received / (2 if long else 1), f'{game["id"]}: {small.received} bytes of {plain.received}')
            for text in ('ave', 'ave ' * 100 + 'Caesar'):
                small.send({'id': 1, 'chat': text})
                heard = {ear.until(lambda m: m['kind'] == 'chat')[-1]['text'] for ear in (plain, other, small)}
                tally.check(heard == {text}, f'{game["id"]}: a message that was said compressed: {heard}')
            small.frame(0x41, packed(b'{"id":2,"chat":"vale"}', ends=True))
            heard = {ear.until(lambda m: m['kind'] == 'chat')[-1]['text'] for ear in (plain, other, small)}
            tally.check(heard == {'vale'}, f'{game["id"]}: a message whose last block ends its stream: {heard}')
            for one in (plain, other, small):
                one.close()
        plies_of_a_page(tally, server)
        for offer in ('permessage-deflate; server_max_window_bits=9', 'permessage-deflate; x=1', 'x', '', ';' * 3000):
            opened = WebSocket(server.port, live, headers=f'Sec-WebSocket-Extensions: {offer}\r\n')
            tally.check(opened.status == 101 and b'Extensions' not in opened.head, f'{offer[:40]}: {opened.head}')
            tally.check(opened.receive()['kind'] == 'state', 'and goes without')
            opened.close()
        for packs, frames, code, what in ((True, [(0x41, packed(b' ' * 1000000), True)], 1009, 'a million blanks'),
                                          (True, [(0x41, packed(b' ' * 1000000, ends=True), True)], 1009, 'a million blanks in a last block'),
                                          (True, [(0x41, os.urandom(500), True)], 1002, 'rubbish'),
                                          (True, [(0x41, packed(b'{}', ends=True) + b'rubbish', True)], 1002, 'rubbish behind a last block'),
                                          (True, [(1, b'{', False), (0x40, b'}', True)], 1002, 'compressed in its second part alone'),
                                          (True, [(0x49, b'', True)], 1002, 'a compressed ping'),
                                          (False, [(0x41, packed(b'{}'), True)], 1002, 'compressed, though it was not agreed on')):
            ends_with(tally, WebSocket(server.port, live, packs=packs), frames, code, what)
        tally.check(server.client().raw('GET', '/healthz')[0] == 200, 'and it still answers')


def plies_of_a_page(tally, server):
    """SPQRisiko's plies in words to seats, each compressed on from those before; to somebody who wants each by itself; to a spectator. All are
    told the same as without."""
    made = make_table(server, seats=3, game='spqrisiko')
    path, tokens = f'/matches/{made["match"]}', [seat['token'] for seat in made['seats']]
    each = 'Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover\r\n'
    ears = {name: WebSocket(server.port, f'/api/v1{path}/live', token, headers=headers, packs=packs) for name, token, headers, packs in (
        ('plain', tokens[0], '', False), ('page', tokens[0], '', True), ('other', tokens[1], '', True), ('each', tokens[0], each, False),
        ('spectator', None, '', True))}
    for ear in ears.values():
        ear.receive()
        ear.received = 0
    client, chance = server.client(), random.Random(7)
    for _ in range(PLIES):
        seen = client.get(path)[1]
        state = client.get(path, tokens['ABC'.index(seen['actor'])])[1]
        status, answer = client.post(path + '/moves', {'ply': state['ply'], 'm': chance.choice(state['moves'])['m']},
                                     tokens['ABC'.index(seen['actor'])])
        tally.check(status == 200, f'a move: {answer}')
    client.post(path + '/chat', {'text': 'vale'}, tokens[0])
    told = {name: [m for m in ear.until(lambda m: m['kind'] == 'chat') if m['kind'] == 'ply'] for name, ear in ears.items()}
    tally.check(told['page'] == told['plain'] == told['each'], 'a seat is told the same, however it comes')
    n = len(told['page'])
    sizes = {name: round(ear.received / n) for name, ear in ears.items()}
    tally.check(sizes['page'] <= 200 < sizes['each'] and sizes['other'] <= 200, f'bytes of a ply: {sizes}')
    print(f'wire: bytes of a ply of SPQRisiko in words: {sizes}')
    for ear in ears.values():
        ear.close()


def slow_readers(tally):
    """One who never reads is closed; the one beside, who is told the same, is not."""
    with Server() as server:
        made = make_table(server)
        live, tokens = f'/api/v1/matches/{made["match"]}/live', [seat['token'] for seat in made['seats']]
        slow, good = WebSocket(server.port, live, receive_buffer=4096), WebSocket(server.port, live)
        good.receive()
        client, closed = server.client(), False
        for i in range(60000):
            client.post(f'/matches/{made["match"]}/join', {'name': f'{i:060d}'}, tokens[0])
            if i % 500 == 0:
                slow.frame(9, b'here')  # so that it isn't closed for its silence
                closed = 'alea_slow_readers_total 1' in server.metrics()
                good.until(lambda m, i=i: f'{i:060d}' in json.dumps(m))
            if closed:
                break
        tally.check(closed, 'who never reads is closed')
        good.send({'ping': 1})
        tally.check(good.receive() is not None, 'the one beside is not')
        refused = [line for line in server.logged() if line['event'] == 'refused']
        tally.check(len(refused) <= 1, 'one line of the log')


def many_slow_readers(tally):
    """Those of one address keep no more waiting, all together, than an address may: others are heard."""
    with Server('--trust-proxy') as server:
        client = server.client()
        many = {'game': 'incursio', 'seats': ['human'] * 40}  # whose names make long messages
        made = client.post('/matches', many, headers={'X-Forwarded-For': '192.0.2.9'})[1]
        path = f'/matches/{made["match"]}'
        live = f'/api/v1{path}/live'
        slow = [WebSocket(server.port, live, receive_buffer=4096, headers='X-Forwarded-For: 198.51.100.7\r\n') for _ in range(64)]
        held, closed = 0, 0
        for i in range(10000):
            elsewhere = {'X-Forwarded-For': f'10.{i >> 8}.{i & 255}.1'}  # each within what an address may ask
            client.post(path + '/join', {'name': f'{i:060d}'}, made['seats'][0]['token'], headers=elsewhere)
            if i % 100 == 0:
                metrics = server.metrics()
                held = max(held, int(re.search(r'^alea_held_bytes (\d+)$', metrics, re.M)[1]))
                closed = int(re.search(r'^alea_slow_readers_total (\d+)$', metrics, re.M)[1])
                if closed:
                    break
                for one in slow:
                    one.frame(9, b'here')  # so that it isn't closed for its silence
        tally.check(closed and held < 24 << 20, f'{closed} of them are closed, and no more than {held} bytes were held')
        body = json.dumps({'game': GAME, 'seats': ['human', 'human']})
        answer = ask(server.port, post('/api/v1/matches', body, 'X-Forwarded-For: 192.0.2.1'))
        tally.check(answer and answer[0] == 201, f'another address makes a table: {answer}')


# ---- Limits ------------------------------------------------------------------------------------------------------------------


def limits(tally):
    with Server('--rate', '10', '--max-per-address', '6', limits=True) as server:
        time.sleep(0.3)
        wires = [Wire(server.port).send(get('/healthz')) for _ in range(6)]
        tally.check(all(wire.answer()[0] == 200 for wire in wires), 'six connections')
        extra = Wire(server.port)
        answer = extra.answer()
        tally.check(answer is None or answer[0] == 429, f'the seventh: {answer and answer[0]}')
        for wire in wires:
            wire.close()
        time.sleep(0.3)
        wire, began = Wire(server.port).send(get('/api/v1/games/nothing') * 60), time.monotonic()
        answers = [wire.answer() for _ in range(60)]
        good, answer = [answer[0] for answer in answers].count(404), answers[-1]
        tally.check(30 <= good <= 41 + 10 * (time.monotonic() - began) and answer[0] == 429, f'a burst of 40: {good}')
        tally.check(name_of(answer) == 'rate_limited' and answer[1]['retry-after'] == '1', 'and how long to wait')
        time.sleep(1.2)
        tally.check(wire.send(get('/api/v1/games/nothing')).answer()[0] == 404, 'then it goes on')
        wire.close()
        time.sleep(4)
        made = make_table(server)
        opened = WebSocket(server.port, f'/api/v1/matches/{made["match"]}/live')
        opened.receive()
        began = time.monotonic()
        for i in range(80):
            opened.send({'id': i, 'ping': 1})
        opened.until(lambda m: m.get('id') == 79)
        took = time.monotonic() - began
        tally.check(took > 2, f'80 messages at 10 a second, 40 at once: {took:.1f} s, and none is lost')
        whats = [line['what'] for line in server.logged() if line['event'] == 'refused']
        tally.check(sorted(whats) == ['too many connections', 'too many requests'], f'each told once: {whats}')


def crowd(tally):
    with Server('--max-connections', '50') as server:
        wires = []
        for _ in range(50):
            wires.append(Wire(server.port).send(get('/healthz')))
            wires[-1].answer()
        tally.check(Wire(server.port).answer()[0] == 429, 'the 51st is turned away')
        wires.pop().close()
        time.sleep(0.2)
        tally.check(ask(server.port, get('/healthz'))[0] == 200, 'there is room again')


def proxies(tally):
    with Server('--trust-proxy', '--rate', '1', '--max-per-address', '2', '--base-url', 'https://alea.example.org', limits=True) as server:
        wire = Wire(server.port)
        for i in range(30):
            answer = wire.send(get('/api/v1/games/nothing', f'X-Forwarded-For: 10.9.9.9, 192.{i}.2.1', 'X-Forwarded-Proto: https')).answer()
            if answer[0] != 404:
                break
        tally.check(answer[0] == 404, 'each client behind the proxy has limits of its own')
        for _ in range(8):
            answer = wire.send(get('/api/v1/games/nothing', 'X-Forwarded-For: 198.51.100.7, 192.0.2.99')).answer()
        tally.check(answer[0] == 429, 'and what a client says of itself does not help it')
        status, made = server.client().call('POST', '/matches', {'game': GAME, 'seats': ['human', 'human']},
                                            headers={'X-Forwarded-For': '192.0.2.201'})
        tally.check(status == 201 and made['url'].startswith('https://alea.example.org/m/'), 'links are of the proxy')
        addresses = {line.get('address') for line in server.logged() if line['event'] == 'request'}
        tally.check('192.1.2.1' in addresses and '127.0.0.1' not in addresses, 'the log knows the clients')


def hoarders(tally):
    """One address makes the server keep room for as much as it may: the others still have theirs."""
    with Server('--trust-proxy', limits=True) as server:
        wires = []
        for _ in range(64):
            wires.append(Wire(server.port))
            wires[-1].send('POST /api/v1/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1048576\r\n'
                           'X-Forwarded-For: 198.51.100.7\r\n\r\n{')
        time.sleep(0.5)
        body = json.dumps({'game': GAME, 'seats': ['human', 'human']})
        answer = ask(server.port, post('/api/v1/matches', body, 'X-Forwarded-For: 192.0.2.1'))
        tally.check(answer and answer[0] == 201, f'another address makes a table: {answer}')
        answer = wires[-1].answer()
        tally.check(answer and answer[0] == 429, f'who keeps too much is refused: {answer}')
        for wire in wires:
            wire.close()


# ---- The process -----------------------------------------------------------------------------------------------------------------


def process(tally):
    with Server() as server:
        made = make_table(server)
        live = f'/api/v1/matches/{made["match"]}/live'
        seats = [WebSocket(server.port, live + '?lang=it', seat['token']) for seat in made['seats']]
        poll = Wire(server.port).send(get(f'/api/v1/matches/{made["match"]}/events?since=0'))
        for seat in seats:
            seat.receive()
        client = server.client()
        for seat in made['seats']:
            client.get(f'/matches/{made["match"]}', seat['token'])
            ask(server.port, get(f'/m/{made["match"]}/{seat["token"]}'))
            ask(server.port, get(f'/m/{made["match"]}?token={seat["token"]}'))
        taken = subprocess.run([ALEA, 'serve', '--db', server.db, '--listen', f'127.0.0.1:{server.port}', '--lang', 'en'],
                               capture_output=True, text=True, timeout=120, check=False)
        tally.check(taken.returncode == 1 and 'another program uses this port' in taken.stderr, 'the port is taken')
        status = client.raw('GET', '/metrics', headers={'X-Forwarded-For': '203.0.113.7'})[0]
        tally.check(status == 404, f'metrics for somebody behind a proxy: {status}')
        metrics = server.metrics()
        for line in metrics.splitlines():
            tally.check(re.fullmatch(r'# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]+"\})? -?[0-9.e+-]+', line), f'metrics: {line}')
        tally.check('alea_websockets 2' in metrics and 'alea_build_info{version="' in metrics, 'metrics count')
        os.rename(server.log, server.log + '.old')
        server.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + 120
        while not os.path.exists(server.log) and time.monotonic() < deadline:
            time.sleep(0.05)
        tally.check(os.path.exists(server.log), 'SIGHUP begins a new log')
        began = time.monotonic()
        tally.check(server.stop() == 0, 'SIGTERM ends it well')
        tally.check(time.monotonic() - began < 20, f'before a long poll ends: {time.monotonic() - began:.2f} s')
        for seat in seats:
            last = None
            while (message := seat.receive()) is not None:
                last = message
            tally.check(last and last['kind'] == 'bye' and seat.close_code == 1001, f'sockets hear that it goes: {seat.close_code}')
        poll.close()
        for path in (server.log, server.log + '.old'):
            with open(path, encoding='utf-8') as file:
                tally.check(not TOKEN.search(file.read()), 'no token stands in the log')


def main():
    tally = Tally('wire')
    for part in (pages, heads, lengths, pipelines, silence, half_requests, sockets, compression, slow_readers, many_slow_readers, limits, crowd,
                 proxies, hoarders, process):
        part(tally)
    tally.end()


if __name__ == '__main__':
    main()
