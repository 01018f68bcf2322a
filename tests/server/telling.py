# SPDX-License-Identifier: MIT
"""telling.py - for tests of notices: somebody else's servers, which are real receivers on this machine and behave as they are asked to, and a
table whose seats are to be told.
"""
import base64
import email
import email.policy
import http.server
import json
import os
import random
import re
import sqlite3
import sys
import threading
import time

from serving import free_port

try:
    import aiosmtpd.controller
except ImportError:  # another Python than Debian's: these are plain modules
    sys.path.append('/usr/lib/python3/dist-packages')
    import aiosmtpd.controller
from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

PATIENCE = 60


def wait_for(what, seconds=PATIENCE):
    """The first answer of what() that is true."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        got = what()
        if got:
            return got
        time.sleep(0.02)
    return what()


# ---- Receivers -------------------------------------------------------------------------------------------------------------------


class Hooks(http.server.ThreadingHTTPServer):
    """A server of somebody else's: its path says how it behaves."""

    daemon_threads = True

    def __init__(self):
        self.got, self.lock = [], threading.Lock()
        self.slow = 0
        self.mended = False  # what failed
        super().__init__(('127.0.0.1', 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.url = f'http://127.0.0.1:{self.server_address[1]}'

    def at(self, path):
        with self.lock:
            return [one for one in self.got if one['path'].startswith(path)]

    def handle_error(self, *_):
        """Whoever was killed in the middle is no fault."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length'] or 0))
        with self.server.lock:
            self.server.got.append({'path': self.path, 'headers': dict(self.headers), 'body': body, 'method': self.command})
        if '/slow' in self.path:
            time.sleep(self.server.slow)
        if '/hang' in self.path:
            time.sleep(40)
        status = 500 if '/fail' in self.path and not self.server.mended else 410 if '/gone' in self.path else 302 if '/redirect' in self.path else 200
        self.send_response(status)
        if status == 302:
            self.send_header('Location', f'{self.server.url}/secret')
        answer = b'x' * (1 << 20) if '/large' in self.path else b'ok'
        self.send_header('Content-Length', str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_PUT = do_GET = do_POST

    def log_message(self, *_):
        pass


class Mails:
    """A relay that keeps what it is given."""

    def __init__(self):
        self.got = []
        self.port = free_port()
        self.controller = aiosmtpd.controller.Controller(self, hostname='127.0.0.1', port=self.port)
        self.controller.start()

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith('nobody'):
            return '550 no such user'
        envelope.rcpt_tos.append(address)
        return '250 OK'

    async def handle_DATA(self, server, session, envelope):
        if envelope.rcpt_tos[0].startswith('picky'):
            return '550 not from here'
        self.got.append((envelope.rcpt_tos, email.message_from_bytes(envelope.content, policy=email.policy.default)))
        return '250 OK'

    def to(self, address):
        return [mail for to, mail in list(self.got) if to == [address]]


class Pushed:
    """A browser's subscription: keys, and what is sent to its address, decrypted by RFC 8291."""

    def __init__(self, hooks, path):
        self.hooks, self.path = hooks, path
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.point = self.key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)

    def body(self):
        return {'kind': 'push', 'address': self.hooks.url + self.path, 'keys': f'{letters(self.point)}.{letters(self.auth)}'}

    def read(self, got):
        sealed = got['body']
        salt, size, n = sealed[:16], int.from_bytes(sealed[16:20], 'big'), sealed[20]
        other, data = sealed[21:21 + n], sealed[21 + n:]
        assert len(data) <= size and n == 65
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), other))
        secret = mac(mac(self.auth, shared), b'WebPush: info\0' + self.point + other + b'\1')
        pseudo = mac(salt, secret)
        key, nonce = mac(pseudo, b'Content-Encoding: aes128gcm\0\1')[:16], mac(pseudo, b'Content-Encoding: nonce\0\1')[:12]
        plain = AESGCM(key).decrypt(nonce, data, None)
        assert plain.endswith(b'\2')
        return json.loads(plain[:-1])


def mac(key, data):
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(data)
    return made.finalize()


def letters(data):
    return base64.urlsafe_b64encode(data).rstrip(b'=').decode()


def unletter(words):
    return base64.urlsafe_b64decode(words + '=' * (-len(words) % 4))


def signed_by(header, key):
    """Is the Authorization header a token of that public key (RFC 8292)? Its claims."""
    token, public = re.fullmatch(r'vapid t=([^,]+), k=(.+)', header).groups()
    head, claims, signature = token.split('.')
    raw = unletter(signature)
    pair = utils.encode_dss_signature(int.from_bytes(raw[:32], 'big'), int.from_bytes(raw[32:], 'big'))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unletter(public))
    point.verify(pair, f'{head}.{claims}'.encode(), ec.ECDSA(hashes.SHA256()))
    assert public == key
    return json.loads(unletter(claims))


# ---- Tables ----------------------------------------------------------------------------------------------------------------------


class Table:
    def __init__(self, server, name='Sabato', client=None, game='spqrisiko', **plan):
        self.server, self.client = server, client or server.client()
        status, made = self.client.post('/matches', {'game': game, 'seats': ['human'] * 3, 'name': name, **plan})
        assert status == 201, made
        self.id, self.path = made['match'], '/matches/' + made['match']
        self.tokens = {seat['seat']: seat['token'] for seat in made['seats']}
        for seat, token in self.tokens.items():
            self.client.post(self.path + '/join', {'name': {'A': 'Anna', 'B': 'Bruno', 'C': 'Carla'}[seat]}, token)

    def state(self, seat):
        status, state = self.client.get(self.path, self.tokens[seat])
        assert status == 200, state
        return state

    def actor(self):
        return self.state('A')['actor']

    def choose(self, chance):
        """What somebody who may move does next, for move(); None: the match is over."""
        while (actor := self.actor()):
            state = self.state(actor)
            if state.get('moves'):
                return actor, {'ply': state['ply'], 'm': chance.choice(state['moves'])['m']}
        return None

    def move(self, seat, move):
        status, answer = self.client.post(self.path + '/moves', move, self.tokens[seat])
        assert status == 200, answer

    def play(self, stop, most=400):
        """Moves at random until stop(actor)."""
        chance = random.Random(7)
        for _ in range(most):
            actor = self.actor()
            if stop(actor):
                return actor
            self.move(*self.choose(chance))
        raise AssertionError('it goes on for ever')

    def add(self, seat, query='', **body):
        return self.client.post(f'{self.path}/channels{query}', body, self.tokens[seat])

    def channels(self, seat):
        status, answer = self.client.get(self.path + '/channels', self.tokens[seat])
        assert status == 200, answer
        return answer

    def channel(self, seat, number):
        return next(one for one in self.channels(seat)['channels'] if one['channel'] == number)

    def try_out(self, seat, number):
        """What the test button shows."""
        before = self.channel(seat, number)['tried']
        status, answer = self.client.post(f'{self.path}/channels/{number}/test', {}, self.tokens[seat])
        assert status == 202, answer
        return wait_for(lambda: (lambda one: one if one['tried'] != before else None)(self.channel(seat, number)))


def outbox(server):
    with sqlite3.connect(f'file:{server.db}?mode=ro', uri=True) as db:
        return db.execute('SELECT count(*) FROM outbox').fetchone()[0]


def due(server):
    with sqlite3.connect(f'file:{server.db}?mode=ro', uri=True) as db:
        return db.execute('SELECT count(*) FROM turns WHERE due > 0').fetchone()[0]
