# SPDX-License-Identifier: MIT
"""notices.py - people are told that it is their turn: by webhooks, mail and web push, each with a real receiver on this machine that also fails,
hangs, redirects or has gone. Once, surely, and not when they have looked; a server that is killed at any moment loses nothing and says
nothing more than twice; nothing tells what somebody entered.
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
import subprocess
import sys
import tempfile
import threading
import time

from people import Browser
from serving import ALEA, Server, Tally, free_port

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
        status = 500 if '/fail' in self.path else 410 if '/gone' in self.path else 302 if '/redirect' in self.path else 200
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

    def play(self, stop, most=400):
        """Moves at random until stop(actor)."""
        chance = random.Random(7)
        for _ in range(most):
            actor = self.actor()
            if stop(actor):
                return actor
            state = self.state(actor)
            if not state.get('moves'):
                continue
            move = chance.choice(state['moves'])
            self.client.post(self.path + '/moves', {'ply': state['ply'], 'm': move['m']}, self.tokens[actor])
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


# ---- The checks ------------------------------------------------------------------------------------------------------------------


def nothing_unless_set(tally):
    with Server() as server:
        table = Table(server)
        tally.check(table.channels('A') == {'ways': [], 'push_key': '', 'channels': []}, 'ways without any option')
        for kind in ('mail', 'json'):
            status, said = table.add('A', kind=kind, address='a@example.org' if kind == 'mail' else 'https://example.org/')
            tally.check((status, said['error']) == (409, 'no_notices'), f'{kind} without any option: {status} {said}')
        status, _ = table.client.get(table.path + '/channels')
        tally.check(status == 401, f'channels without a token: {status}')


def bad_channels(tally, server, hooks):
    table = Table(server)
    refused = [
        ({'kind': 'pigeon', 'address': 'x'}, 400), ({'kind': 'json'}, 400), ({'kind': 'json', 'address': 'ftp://example.org/'}, 400),
        ({'kind': 'json', 'address': 'https://name@127.0.0.1/'}, 400), ({'kind': 'mail', 'address': 'a@b'}, 400),
        ({'kind': 'mail', 'address': 'a@example.org\r\nBcc: b@example.org'}, 400),
        ({'kind': 'push', 'address': hooks.url + '/push', 'keys': 'x.y'}, 400), ({'kind': 'push', 'address': hooks.url}, 400),
        ({'kind': 'json', 'address': hooks.url, 'zone': 'Europe/Nowhere'}, 400),
        ({'kind': 'json', 'address': hooks.url, 'quiet_from': 60}, 400), ({'kind': 'json', 'address': hooks.url, 'digest': -1}, 400),
        ({'kind': 'json', 'address': hooks.url, 'reminders': [5]}, 400),
        ({'kind': 'discord', 'address': hooks.url + '/other'}, 400),
    ]
    for body, wanted in refused:
        status, said = table.add('A', **body)
        tally.check(status == wanted and said.get('text'), f'{body}: {status} {said}')
    status, one = table.add('A', kind='json', address=hooks.url + '/own')
    tally.check(status == 201 and one['status'] == 'on', f'a channel: {status} {one}')
    tally.check(table.add('A', kind='json', address=hooks.url + '/own')[0] == 409, 'the same twice')
    path = f'{table.path}/channels/{one["channel"]}'
    for token in (table.tokens['B'], None):
        tally.check(table.client.call('DELETE', path, None, token)[0] in (401, 404), 'somebody else takes a channel away')
        tally.check(table.client.post(path + '/test', {}, token)[0] in (401, 404), 'somebody else tries a channel')
    status, changed = table.client.post(path, {'reminders': [6], 'quiet_from': 1320, 'quiet_to': 420, 'zone': 'Europe/Rome'},
                                        table.tokens['A'])
    tally.check(status == 200 and changed['reminders'] == [6] and changed['zone'] == 'Europe/Rome', f'settings: {changed}')
    tally.check(table.client.call('DELETE', path, None, table.tokens['A'])[0] == 200, 'taking it away')
    tally.check(table.channels('A')['channels'] == [], 'it is gone')


FORMS = {
    'json': ('/json', lambda body: body['type'] == 'test' and body['tables'] == []),
    'discord': ('/api/webhooks/1/x', lambda body: body['allowed_mentions'] == {'parse': []} and body['content']),
    'slack': ('/services/T/B/x', lambda body: list(body) == ['text']),
    'matrix': ('/rooms/!a:b/send/m.room.message?access_token=word', lambda body: body['msgtype'] == 'm.text' and body['body']),
    'telegram': ('/bot1:a/sendMessage?chat_id=7', lambda body: list(body) == ['text']),
    'ntfy': ('/topic', lambda body: body['topic'] == 'topic' and body['title'] and body['message']),
}


def hooks_of_all_kinds(tally, server, hooks):
    table = Table(server)
    for kind, (path, fits) in FORMS.items():
        before = len(hooks.got)
        status, made = table.add('A', kind=kind, address=hooks.url + path)
        if not tally.check(status == 201, f'{kind}: {status} {made}'):
            continue
        shown = table.try_out('A', made['channel'])
        tally.check(shown['trouble'] == '' and shown['tried'], f'{kind}: {shown}')
        got = hooks.got[before:]
        tally.check(len(got) == 1 and fits(json.loads(got[0]['body'])), f'{kind}: {got}')
        if kind == 'matrix':
            tally.check(got[0]['method'] == 'PUT' and 'word' not in got[0]['path'] and
                        got[0]['headers']['Authorization'] == 'Bearer word', f'matrix: {got}')


def hooks_that_misbehave(tally, server, hooks):
    table = Table(server)
    words = {'/fail': '500', '/redirect': 'redirects', '/gone': '410', '/large': '', '/hang': 'did not answer'}
    made = {path: table.add('B', '?lang=en', kind='json', address=hooks.url + path)[1]['channel'] for path in words}
    begun = time.monotonic()
    for path, number in made.items():
        shown = table.try_out('B', number)
        tally.check(words[path] in shown['trouble'] and bool(words[path]) == bool(shown['trouble']), f'{path}: {shown}')
        tally.check(shown['status'] == ('failed' if path == '/gone' else 'on'), f'{path}: {shown}')
    tally.check(time.monotonic() - begun < 40, 'one that hangs is given up')
    tally.check(not hooks.at('/secret'), 'a redirect was followed')
    # An address that nobody listens at, and one whose name there is not.
    for address, word in (('http://127.0.0.1:1/', 'reached'), ('https://no-such-host.invalid/', 'found')):
        table = Table(server)
        number = table.add('A', '?lang=en', kind='json', address=address)[1]['channel']
        shown = table.try_out('A', number)
        tally.check(word in shown['trouble'], f'{address}: {shown}')
    # The host's own network beside what it allows: other addresses of this machine, in other forms.
    for address in ('https://127.0.0.2:1/', 'https://[::1]:1/', 'https://169.254.169.254/latest', 'https://2130706434/'):
        table = Table(server)
        number = table.add('A', '?lang=en', kind='json', address=address)[1]['channel']
        shown = table.try_out('A', number)
        tally.check('not public' in shown['trouble'], f'{address}: {shown}')


def a_turn_is_told_once(tally, server, hooks):
    table = Table(server, name='Una volta')
    for seat in 'ABC':
        table.add(seat, '?lang=en', kind='json', address=f'{hooks.url}/turn/{seat}')
    first = table.actor()
    got = wait_for(lambda: hooks.at(f'/turn/{first}'))
    # The turn began before there was a channel: nothing is told of it again, but of the next.
    begun = {seat: len(hooks.at(f'/turn/{seat}')) for seat in 'ABC'}
    after = table.play(lambda actor: actor not in (None, first))
    got = wait_for(lambda: hooks.at(f'/turn/{after}')[begun[after]:])
    body = json.loads(got[0]['body'])
    tally.check(body['type'] == 'turns' and body['tables'][0]['table'] == 'Una volta' and
                body['tables'][0]['url'].endswith('/m/' + table.id), f'a notice: {body}')
    tally.check(body['tables'][0]['seat'] == {'A': 'Anna', 'B': 'Bruno', 'C': 'Carla'}[after], f'whose: {body}')
    # Small moves of the same turn tell nothing more.
    for _ in range(3):
        state = table.state(after)
        if table.actor() == after and state.get('moves'):
            table.client.post(table.path + '/moves', {'ply': state['ply'], 'm': state['moves'][0]['m']}, table.tokens[after])
    wait_for(lambda: outbox(server) == 0)
    turns = len(hooks.at(f'/turn/{after}')) - begun[after]
    tally.check(turns == 1 or table.actor() != after, f'{turns} notices of one turn')


def who_looks_is_left_alone(tally, hooks):
    with Server('--hooks', '--hooks-allow', '127.0.0.1', '--notice-after', '2') as server:
        table = Table(server, name='Guardo')
        seats = {seat: table.add(seat, kind='json', address=f'{hooks.url}/look/{seat}')[0] for seat in 'ABC'}
        tally.check(set(seats.values()) == {201}, f'{seats}')
        wait_for(lambda: not due(server))
        first = table.actor()
        after = table.play(lambda actor: actor not in (None, first))
        before = len(hooks.at(f'/look/{after}'))
        status, _ = table.client.post(table.path + '/looked', {}, table.tokens[after])
        tally.check(status == 200, f'looked: {status}')
        third = table.play(lambda actor: actor not in (None, after))
        wait_for(lambda: hooks.at(f'/look/{third}'))
        tally.check(len(hooks.at(f'/look/{after}')) == before, 'who had looked was told')
        tally.check(len(hooks.at(f'/look/{third}')) >= 1, 'who had not looked was not told')


def due(server):
    with sqlite3.connect(f'file:{server.db}?mode=ro', uri=True) as db:
        return db.execute('SELECT count(*) FROM turns WHERE due > 0').fetchone()[0]


def link_in(mail, pattern):
    for part in mail.walk():
        if part.get_content_type() == 'text/plain':
            found = re.search(pattern, part.get_content())
            if found:
                return found.group(0)
    return None


def mails(tally, server, relay):
    table = Table(server, name='Posta\u0300 <b>')
    status, made = table.add('A', '?lang=it', kind='mail', address='anna@example.org')
    tally.check(status == 201 and made['status'] == 'unconfirmed', f'{made}')
    asked = wait_for(lambda: relay.to('anna@example.org'))
    tally.check(len(asked) == 1 and asked[0]['Auto-Submitted'] == 'auto-generated', f'{asked}')
    kinds = [part.get_content_type() for part in asked[0].walk()]
    tally.check(kinds == ['multipart/alternative', 'text/plain', 'text/html'], f'{kinds}')
    page = link_in(asked[0], r'http\S+/n/\w+')
    secret = '/n/' + page.split('/n/')[1]
    client = table.client

    def form(words=None):
        status, _, data = client.raw('GET' if words is None else 'POST', secret, words,
                                     {'Content-Type': 'application/x-www-form-urlencoded'})
        return status, data.decode()
    status, page = form()
    tally.check(status == 200 and 'anna@example.org' in page and table.channel('A', made['channel'])['status'] == 'unconfirmed',
                'to look at the link changes nothing')
    # Nothing but that question goes to an address that nobody has confirmed.
    first = table.actor()
    table.play(lambda actor: actor not in (None, first))
    wait_for(lambda: outbox(server) == 0)
    tally.check(len(relay.to('anna@example.org')) == 1, 'a mail to an address that is not confirmed')
    tally.check(form('answer=maybe')[0] == 400 and form('answer=yes')[0] == 200, 'the form')
    tally.check(table.channel('A', made['channel'])['status'] == 'on', 'confirmed')
    shown = table.try_out('A', made['channel'])
    tally.check(shown['trouble'] == '', f'{shown}')
    # The turn's mail: both parts, a link that opens the seat once, one click to stop.
    before = len(relay.to('anna@example.org'))
    if table.actor() == 'A':
        table.play(lambda actor: actor not in (None, 'A'))
    table.play(lambda actor: actor == 'A')
    told = wait_for(lambda: relay.to('anna@example.org')[before:])[0]
    tally.check('Postà <b>' in told['Subject'] or 'Posta\u0300' in told['Subject'], f'{told["Subject"]}')
    tally.check(told['List-Unsubscribe-Post'] == 'List-Unsubscribe=One-Click' and secret in told['List-Unsubscribe'],
                f'{told["List-Unsubscribe"]}')
    html = [part.get_content() for part in told.walk() if part.get_content_type() == 'text/html'][0]
    tally.check('<b>' not in html and '&lt;b&gt;' in html, 'a name in HTML')
    once = link_in(told, r'http\S+#once=\S+').split('#once=')[1]
    words = ''.join(part.get_content() for part in told.walk() if not part.is_multipart())
    tally.check(not any(token in words for token in table.tokens.values()), 'the seat\'s token stands in a mail')
    status, opened = client.post('/passes', {'once': once})
    tally.check(status == 200 and opened['match'] == table.id and opened['seat'] == 'A', f'{opened}')
    tally.check(client.get(table.path, opened['token'])[1]['view'] is not None, 'it opens the seat')
    status, again = client.post('/passes', {'once': once})
    tally.check(status == 410 and again['text'], f'twice: {status} {again}')
    tally.check(client.post('/passes', {'once': 'A' * 43})[0] == 410, 'a pass that there never was')
    tally.check(form('List-Unsubscribe=One-Click')[0] == 200 and table.channel('A', made['channel'])['status'] == 'stopped', 'one click')
    # Who stopped it is asked anew; nobody is there: it is switched off.
    status, said = client.post(f'{table.path}/channels/{made["channel"]}/test', {}, table.tokens['A'])
    tally.check(status == 409, f'a test after the stop: {said}')
    number = table.add('B', '?lang=en', kind='mail', address='nobody@example.org')[1]['channel']
    gone = wait_for(lambda: (lambda one: one if one['tried'] else None)(table.channel('B', number)))
    tally.check(gone['status'] == 'failed' and '550' in gone['trouble'], f'nobody there: {gone}')
    # Links of whoever sat there before are dead with the seat's.
    status, _ = client.post(f'{table.path}/seats/A', {'who': 'human'}, server.host_token)
    tally.check(status == 200 and form()[0] == 404, 'the channel of who sat there before')


def pushes(tally, server, hooks):
    table = Table(server, name='Spinta')
    key = table.channels('A')['push_key']
    mine = {seat: Pushed(hooks, f'/push/{seat}') for seat in 'ABC'}
    made = {seat: table.add(seat, '?lang=en', **one.body())[1] for seat, one in mine.items()}
    shown = table.try_out('A', made['A']['channel'])
    tally.check(shown['trouble'] == '', f'{shown}')
    got = hooks.at('/push/A')
    said = mine['A'].read(got[0])
    tally.check(said['test'] and said['title'], f'{said}')
    claims = signed_by(got[0]['headers']['Authorization'], key)
    tally.check(claims['aud'] == hooks.url and 0 < claims['exp'] - time.time() <= 24 * 3600, f'{claims}')
    tally.check(got[0]['headers']['Content-Encoding'] == 'aes128gcm' and int(got[0]['headers']['TTL']) > 0, f'{got[0]["headers"]}')
    wait_for(lambda: outbox(server) == 0)
    before = {seat: len(hooks.at(f'/push/{seat}')) for seat in 'ABC'}
    first = table.actor()
    after = table.play(lambda actor: actor not in (None, first))
    told = wait_for(lambda: hooks.at(f'/push/{after}')[before[after]:])
    said = mine[after].read(told[0])
    tally.check(said['title'] == 'Your turn: Spinta' and said['url'].endswith('/m/' + table.id), f'{said}')
    # Its worker has no seat: by what came with the push it hears whether that turn still waits, and nothing else.
    client, news = server.client(), '/news/' + said['ask']
    tally.check(said['ask'] not in table.tokens.values() and '%d' in said['many'] and said['over'], f'{said}')
    tally.check(client.get(news) == (200, {'waits': True, 'tables': 1}), f'while it waits: {client.get(news)}')
    tally.check(client.get(table.path, said['ask'])[0] == 401, 'it opens a seat')
    tally.check(client.post('/passes', {'once': said['ask']})[0] == 410, 'it opens a seat like a pass')
    table.client.post(table.path + '/looked', {}, table.tokens[after])
    tally.check(client.get(news) == (200, {'waits': False, 'tables': 1}), f'once it was seen: {client.get(news)}')
    table.play(lambda actor: actor not in (None, after))
    tally.check(client.get(news) == (200, {'waits': False, 'tables': 0}), f'once it was played: {client.get(news)}')
    for word in ('x', 'A' * 43, table.tokens[after]):
        tally.check(client.get('/news/' + word)[0] == 410, 'news by something else')
    # The subscription has ended: it is switched off.
    ended = table.add('A', '?lang=en', **Pushed(hooks, '/gone/push').body())[1]
    tally.check(table.try_out('A', ended['channel'])['status'] == 'failed', 'a subscription that has ended')


def ended_orders(tally, server, hooks):
    """A standing order's end is told to its seat alone, without what ended it; with a turn of that seat it is one message."""
    table = Table(server, name='Ordini', game='polis', seats=['human'] * 2)
    first = table.actor()
    other = 'B' if first == 'A' else 'A'
    for path in ('order', 'both'):
        for seat in ('AB' if path == 'both' else other):
            status, answer = table.add(seat, '?lang=en', kind='json', address=f'{hooks.url}/{path}')
            tally.check(status == 201, f'{answer}')
    status, answer = table.client.post(table.path + '/standing-order', {'moves': ['pass'], 'times': 1}, table.tokens[other])
    tally.check(status == 200, f'{answer}')
    state = table.state(first)
    move = next(one['m'] for one in state['moves'] if one['text'] == 'pass')
    table.client.post(table.path + '/moves', {'ply': state['ply'], 'm': move}, table.tokens[first])

    def told(path):
        return [one for got in hooks.at(path) for one in json.loads(got['body'])['tables'] if one.get('order_ended')]
    wait_for(lambda: told('/order'))
    wait_for(lambda: outbox(server) == 0)
    tally.check(len(told('/order')) == 1, f'{hooks.at("/order")}')
    tally.check(not told('/both'), 'where the other seat reads, too')
    text = next(json.loads(got['body'])['text'] for got in hooks.at('/order') if b'order_ended' in got['body'])
    tally.check('standing order' in text and 'pass' not in text.lower(), f'{text}')
    # Who has put it away has read of it: nothing is queued any more.
    table.client.post(table.path + '/standing-order', {'pass': True}, table.tokens[other])
    table.client.call('DELETE', table.path + '/standing-order', None, table.tokens[other])
    wait_for(lambda: outbox(server) == 0)
    tally.check(len(told('/order')) == 1, 'an order that its person ended')


def seen_elsewhere(tally, server):
    """Up to where a seat has seen the match is kept for its person, over a restart, and told to nobody else."""
    table = Table(server)
    tally.check('viewed' not in table.state('A'), 'before it said so')
    tally.check(table.client.post(table.path + '/looked', {'ply': 3}, table.tokens['A'])[0] == 200, 'looked')
    server.stop()
    server.start()
    table.client = server.client()
    own = table.state('A').get('viewed')
    tally.check(own and own['ply'] == 3 and abs(own['at'] / 1000 - time.time()) < 60, f'{own}')
    tally.check('viewed' not in table.state('B') and 'viewed' not in table.client.get(table.path)[1], 'others read it')
    tally.check(table.client.post(f'{table.path}/seats/A', {'who': 'human'}, server.host_token)[0] == 200, 'somebody else sits there')
    tally.check('viewed' not in table.client.get(table.path)[1], 'and has seen nothing')


def accounts(tally, server, hooks):
    """One channel for all tables of an account, their deadlines, and what goes when the account goes."""
    anna = Browser(server, '127.0.0.1')
    tally.check(anna.sign('/accounts', 'Anna')[0] == 201, 'signing up')
    tables = [Table(server, name=f'Tavolo {i}', clock={'kind': 'days', 'reserve': 86400, 'move': 86400, 'late': 0, 'then': 'forfeit'})
              for i in range(2)]
    for table in tables:
        first = table.actor()
        tally.check(anna.call('POST', table.path + '/claim', {}, table.tokens[first])[0] == 200, 'claiming')
    status, made = anna.call('POST', '/account/channels?lang=en', {'kind': 'json', 'address': hooks.url + '/account'})
    tally.check(status == 201, f'{made}')
    status, turns = anna.call('GET', '/account/turns')
    tally.check(status == 200 and len(turns['turns']) == 2 and all(one['deadline'] for one in turns['turns']), f'{turns}')
    tally.check([one['deadline'] for one in turns['turns']] == sorted(one['deadline'] for one in turns['turns']), 'by deadline')
    status, calendar = anna.call('GET', '/account/calendar')
    tally.check(calendar.count('BEGIN:VEVENT') == 2 and calendar.count('\r\n') == calendar.count('\n'), f'{calendar[:300]}')
    status, own = tables[0].client.get(tables[0].path + '/calendar', tables[0].tokens[tables[0].actor()])
    tally.check(own.count('BEGIN:VEVENT') == 1 and all(len(line.encode()) <= 75 for line in own.split('\r\n')), f'{own}')
    tally.check(Browser(server, '127.0.0.1').call('GET', '/account/turns')[0] == 401, 'turns of nobody')
    status, kept = anna.call('GET', '/account')
    tally.check(hooks.url + '/account' in json.dumps(kept), 'what is kept of an account names its channels')
    tally.check(anna.call('POST', '/account/delete', {'password': 'correct horse'})[0] == 200, 'the end of the account')
    with sqlite3.connect(server.db) as db:
        tally.check(db.execute('SELECT count(*) FROM channels WHERE account IS NOT NULL').fetchone()[0] == 0, 'its channels went')


def shared_hooks_and_secrets(tally, server, hooks):
    """Where sides enter orders in secret, nobody reads at a common address who is still awaited."""
    client = server.client()
    status, made = client.post('/matches', {'game': 'incursio', 'seats': ['human'] * 6, 'options': {'map': 'small', 'teams': 'players'},
                                            'clock': {'kind': 'windows', 'zone': 'Europe/Rome'}})
    tally.check(status == 201, f'{made}')
    tokens = {seat['seat']: seat['token'] for seat in made['seats']}
    path = '/matches/' + made['match']
    for seat in 'AB':
        client.post(path + '/channels', {'kind': 'json', 'address': hooks.url + '/shared'}, tokens[seat])
    client.post(path + '/channels', {'kind': 'json', 'address': hooks.url + '/alone'}, tokens['C'])
    for seat, token in tokens.items():
        client.post(path + '/join', {'name': f'P{seat}'}, token)
    for _ in range(12):
        state = client.get(path, tokens['C'])[1]
        for seat, token in tokens.items():
            own = client.get(path, token)[1]
            if own.get('moves') and seat in own['actors']:
                client.post(path + '/moves', {'ply': own['ply'], 'm': own['moves'][-1]['m']}, token)
        if hooks.at('/alone'):
            break
    tally.check(wait_for(lambda: hooks.at('/alone')), 'an address of one person is told')
    wait_for(lambda: outbox(server) == 0)
    tally.check(not hooks.at('/shared'), 'an address that both sides read was told who is awaited')
    words = b' '.join(one['body'] for one in hooks.at('/alone'))
    keys = {key for one in hooks.at('/alone') for table in json.loads(one['body'])['tables'] for key in table}
    tally.check(keys == {'table', 'game', 'seat', 'hours_left', 'deadline', 'url'}, f'what a notice tells: {keys}')
    tally.check(not any(token.encode() in words for token in tokens.values()), 'a token in a notice')
    del state


def reminders_say_the_policy(tally, server, hooks):
    """Six hours before the time is over: the words in which the table was made, in the language of who is told."""
    clock = {'kind': 'days', 'move': 6 * 3600 + 2, 'vacation': 3, 'then': 'pass', 'often': {'times': 2, 'percent': 50}}
    status, said = server.client().post('/clock?lang=it', {'clock': clock})
    tally.check(status == 200 and len(said['policy']) == 4, f'before it is made: {status} {said}')
    table = Table(server, name='Lenta', clock=clock)
    actor = table.actor()
    status, answer = table.add(actor, '?lang=it', kind='json', address=hooks.url + '/reminded', reminders=[6])
    tally.check(status == 201, f'{answer}')
    status, state = table.client.get(table.path + '?lang=it', table.tokens[actor])
    tally.check(state['policy'] == said['policy'], f'at the table: {state["policy"]}')

    def reminded():
        told = [json.loads(one['body']) for one in hooks.at('/reminded')]
        return [one['text'] for one in told if one['tables'][0]['hours_left'] == 6]

    words = wait_for(reminded)
    tally.check(words and ' '.join(said['policy']) in words[0], f'the reminder: {words}')
    first = [json.loads(one['body'])['text'] for one in hooks.at('/reminded')]
    tally.check(sum(said['policy'][0] in one for one in first) == 1, f'the policy stands elsewhere: {first}')


def killed(tally, hooks):
    """Killed at any moment, again and again: each turn is told, none more than twice."""
    hooks.slow = 0.15
    options = ('--hooks', '--hooks-allow', '127.0.0.1', '--notice-after', '1', '--tables', '0')
    with Server(*options) as server:
        tables, chance = [], random.Random(3)
        for i in range(24):
            table = Table(server, name=f'Tavolo {i}')
            for seat in 'ABC':
                table.add(seat, kind='json', address=f'{hooks.url}/slow/{i}/{seat}')
            tables.append(table)
        awaited = {i: table.actor() for i, table in enumerate(tables)}
        for _ in range(8):
            time.sleep(chance.uniform(0.02, 0.6))
            server.kill()
            server.start()
        wait_for(lambda: outbox(server) == 0 and due(server) == 0)
        told = {i: len(hooks.at(f'/slow/{i}/{seat}')) for i, seat in awaited.items()}
        tally.check(all(1 <= n <= 2 for n in told.values()), f'told so often: {told}')
        for i in range(24):
            others = sum(len(hooks.at(f'/slow/{i}/{seat}')) for seat in 'ABC' if seat != awaited[i])
            tally.check(others == 0, f'table {i}: others were told {others} times')
        twice = sum(n == 2 for n in told.values())
        status = server.stop()
        tally.check(status == 0, f'it stops with {status}')
        server.start()
        wait_for(lambda: outbox(server) == 0)
        again = {i: len(hooks.at(f'/slow/{i}/{seat}')) for i, seat in awaited.items()}
        tally.check(again == told, 'a restart in peace tells nothing again')
        print(f'notices: {twice} of 24 were told twice by 8 kills')


def metrics(tally, server):
    text = server.metrics()
    sent = int(re.search(r'^alea_notices_sent_total (\d+)', text, re.M).group(1))
    tally.check(sent > 5, f'{sent} sent')
    for name in ('failed_total', 'dropped_total', 'waiting'):
        tally.check(f'alea_notices_{name} ' in text, f'no alea_notices_{name}')


def command(tally, hooks, relay):
    """alea notify: a key once, and a test by the host's own options."""
    def run(*words):
        ran = subprocess.run([ALEA, 'notify', *words, '--lang', 'en'], capture_output=True, text=True, timeout=60)
        return ran.returncode, ran.stdout + ran.stderr
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'push.pem')
        status, said = run('keys', path)
        tally.check(status == 0 and re.search(r': [\w-]{87}\n', said), f'{said}')
        tally.check(run('keys', path)[0] == 1, 'a key over another one')
    status, said = run('test', 'json', hooks.url + '/by-hand', '--hooks-allow', '127.0.0.1')
    tally.check(status == 0 and hooks.at('/by-hand'), f'{said}')
    status, said = run('test', 'json', hooks.url + '/fail', '--hooks-allow', '127.0.0.1')
    tally.check(status == 1 and '500' in said, f'{said}')
    status, said = run('test', 'json', 'https://127.0.0.1/')
    tally.check(status == 1 and 'not public' in said, f'{said}')
    status, said = run('test', 'mail', 'host@example.org', '--mail-relay', f'smtp://127.0.0.1:{relay.port}', '--mail-from',
                       'alea@example.org')
    tally.check(status == 0 and len(relay.to('host@example.org')) == 1, f'{said}')
    for words in ((), ('keys',), ('test', 'pigeon', 'x'), ('test', 'mail', 'x@example.org'), ('test', 'json', 'nowhere')):
        status, said = run(*words)
        tally.check(status == 2 and said, f'{words}: {status} {said}')


def main():
    tally, hooks, relay = Tally('notices'), Hooks(), Mails()
    nothing_unless_set(tally)
    command(tally, hooks, relay)
    with tempfile.TemporaryDirectory() as folder:
        keys = os.path.join(folder, 'push.pem')
        subprocess.run([ALEA, 'notify', 'keys', keys], check=True, stdout=subprocess.DEVNULL)
        with Server('--hooks', '--hooks-allow', '127.0.0.1', '--mail-relay', f'smtp://127.0.0.1:{relay.port}', '--mail-from',
                    'alea@example.org', '--push-keys', keys, '--notice-after', '0', '--tables', '0') as server:
            bad_channels(tally, server, hooks)
            hooks_of_all_kinds(tally, server, hooks)
            a_turn_is_told_once(tally, server, hooks)
            mails(tally, server, relay)
            pushes(tally, server, hooks)
            ended_orders(tally, server, hooks)
            accounts(tally, server, hooks)
            shared_hooks_and_secrets(tally, server, hooks)
            reminders_say_the_policy(tally, server, hooks)
            hooks_that_misbehave(tally, server, hooks)
            metrics(tally, server)
            seen_elsewhere(tally, server)
    who_looks_is_left_alone(tally, hooks)
    killed(tally, hooks)
    relay.controller.stop()
    tally.end()


if __name__ == '__main__':
    main()
