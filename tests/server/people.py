# SPDX-License-Identifier: MIT
"""people.py - what a stranger tries against people, over the wire: to guess a password by many spellings of a name, to lock an owner out,
to go on where somebody signed out, to pass for somebody else, to take a seat unseen, to forge what Alea itself says at a table and in the
record. Addresses are 127.x.y.z, each with limits of its own."""
import os
import subprocess
import tempfile

from serving import ALEA, Server, Client, Tally, WebSocket

PASSWORD = 'correct horse'


class Browser:
    """A client that keeps cookies, as a browser does."""

    def __init__(self, server, address, **cookies):
        self.client, self.cookies = Client(server.port, address), dict(cookies)
        self.origin = f'http://127.0.0.1:{server.port}'

    def header(self):
        return '; '.join(f'{name}={value}' for name, value in self.cookies.items())

    def call(self, method, path, body=None, token=None, **more):
        headers = {'Origin': self.origin, **more}
        if self.cookies:
            headers['Cookie'] = self.header()
        answer = self.client.call(method, path, body, token, headers)
        for cookie in self.client.headers.get_all('Set-Cookie') or []:
            name, value = cookie.split(';')[0].split('=', 1)
            self.cookies[name] = value
        return answer

    def sign(self, path, name, password=PASSWORD, **more):
        return self.call('POST', path, {'name': name, 'password': password}, **more)


def status_of(answer):
    return answer[0]


# ---- Passwords -------------------------------------------------------------------------------------------------------------------------


def spellings_are_one_name(tally, server):
    """Each try from an address of its own, each with another spelling: they are tries of one account all the same."""
    spellings = [one + two + three for one in 'AaÀàÁáÂâ' for two in ('nn', 'NN', 'ñn') for three in 'aå']
    said = [status_of(Browser(server, f'127.3.1.{i + 1}').sign('/session', spelling, 'wrong horse'))
            for i, spelling in enumerate(spellings[:24])]
    tally.check(said[:10] == [401] * 10, f'the first ten passwords: {said}')
    tally.check(said.count(429) >= 10, f'{said.count(401)} passwords were tried for one account')


def the_owner_gets_in(tally, server, owner):
    """After all that: a stranger waits, even one who knows the password; the device that was signed in before does not."""
    tally.check(status_of(Browser(server, '127.3.2.1').sign('/session', 'Anna')) == 429, 'a stranger waits')
    tally.check(status_of(Browser(server, '127.3.2.2', alea_device='A' * 43).sign('/session', 'Anna')) == 429, 'a made-up device waits')
    owner.cookies.pop('alea_session', None)
    before = dict(owner.cookies)
    tally.check(status_of(owner.sign('/session', 'ANNA')) == 200, 'the owner signs in where they had signed in before')
    tally.check(owner.cookies.get('alea_device') not in (None, before.get('alea_device')), 'the device has a new token')
    tally.check(status_of(Browser(server, '127.3.2.3', **before).sign('/session', 'Anna')) == 429, 'the old one is worth nothing')


def a_device_opens_nothing(tally, server, owner):
    """Stolen: no account, no seat, and few passwords."""
    stolen = owner.cookies.get('alea_device', 'A' * 43)
    thief = Browser(server, '127.3.3.1', alea_device=stolen)
    tally.check(thief.call('GET', '/session')[1]['account'] is None, 'a device is no session')
    tally.check(thief.call('GET', '/admin', None, stolen)[0] == 401, 'nor a link')
    said = [status_of(thief.sign('/session', 'Anna', 'wrong horse')) for _ in range(16)]
    tally.check(said[0] == 401 and said.count(429) >= 3, f'passwords tried on a device: {said}')
    other = [status_of(thief.sign('/session', 'Bruno', 'wrong horse')) for _ in range(16)]
    tally.check(429 in other, f'it is a stranger to others: {other}')
    attributes = [cookie for cookie in owner_cookies(server) if cookie.startswith('alea_device=')]
    tally.check(len(attributes) == 1 and all(word in attributes[0] for word in ('HttpOnly', 'SameSite=Strict', 'Max-Age=31536000')),
                f'the cookie: {attributes}')


def owner_cookies(server):
    client = Client(server.port, '127.3.3.2')
    client.post('/accounts', {'name': 'Carla', 'password': PASSWORD})
    return client.headers.get_all('Set-Cookie') or []


# ---- New accounts ------------------------------------------------------------------------------------------------------------------------


def bad_names_and_passwords(tally, server):
    """Each is refused with a word for it, in both languages, and nothing is made."""
    names = {'An\u200bna': ('si vede', 'seen'), '\u202eannA': ('si vede', 'seen'), 'Anna\ufe0f': ('si vede', 'seen'),
             'Anna\u3164': ('si vede', 'seen'), 'Anna\u0378': ('si vede', 'seen'), 'x\u0300\u0301\u0302\u0303': ('mucchio', 'heap'),
             '\u0410nna': ('alfabeti', 'alphabets'), 'Ann\u03b1': ('alfabeti', 'alphabets'), '\uff21nna': ('alfabeti', 'alphabets')}
    passwords = {'password': ('più usate', 'commonest'), ' IloveYou ': ('più usate', 'commonest'), 'Password123': ('più usate', 'commonest'),
                 'dora doria': ('tuo nome', 'your name')}
    rows = [(name, PASSWORD, 'name', words) for name, words in names.items()]
    rows += [('Dora Doria', password, 'password', words) for password, words in passwords.items()]
    for i, (name, password, where, words) in enumerate(rows):
        for lang, word in zip(('it', 'en'), words):
            status, body = Browser(server, f'127.3.4.{i + 1}').sign(f'/accounts?lang={lang}', name, password)
            tally.check(status == 400 and body['where'] == where and word in body['text'], f'{name!r}, {password!r}: {status} {body}')
    for i, name in enumerate(('Анна', 'さくら', '김민수', 'Émile 7')):
        tally.check(status_of(Browser(server, f'127.3.5.{i + 1}').sign('/accounts', name)) == 201, f'{name!r} is a good name')


# ---- Signing out -------------------------------------------------------------------------------------------------------------------------


def signing_out_unseats(tally, server, owner):
    """What the session opened is a spectator's at once; the seat's link, and another session, go on."""
    maker = Client(server.port, '127.3.6.1')
    made = maker.post('/matches', {'game': 'null', 'seats': ['human', 'human']})[1]
    path, seat = f'/matches/{made["match"]}', made['seats'][0]['token']
    tally.check(status_of(owner.call('POST', path + '/claim', {}, seat)) == 200, 'the seat is claimed')
    elsewhere = Browser(server, '127.3.6.2', **owner.cookies)
    tally.check(status_of(elsewhere.sign('/session', 'Anna')) == 200, 'the same person on the same device, anew')
    live = f'/api/v1{path}/live?lang=en'
    headers = f'Origin: {owner.origin}\r\nCookie: {elsewhere.header()}\r\n'
    socket = WebSocket(server.port, live, headers=headers)
    linked = WebSocket(server.port, live, seat)
    tally.check(socket.receive()['you'] == 'A' and linked.receive()['you'] == 'A', 'both sockets sit at A')
    replaced = WebSocket(server.port, live, headers=f'Origin: {owner.origin}\r\nCookie: {owner.header()}\r\n')
    tally.check(replaced.receive()['you'] is None, 'the session before has ended')

    tally.check(status_of(elsewhere.call('DELETE', '/session')) == 200, 'they sign out')
    owner.cookies.update(elsewhere.cookies)
    told = socket.until(lambda message: message['kind'] == 'state')
    tally.check(told[-1]['you'] is None, f'the socket is a spectator\'s: {told[-1]["you"]}')
    socket.send({'id': 1, 'ply': 0, 'text': 'bet one'})
    answer = socket.until(lambda message: message['kind'] in ('answer', 'error'))[-1]
    tally.check(answer.get('error') == 'unauthorized', f'and moves nothing: {answer}')
    linked.send({'id': 2, 'ply': 0, 'text': 'bet one'})
    tally.check(linked.until(lambda message: message['kind'] in ('answer', 'error'))[-1]['kind'] == 'answer', 'the link still plays')
    for one in (socket, linked, replaced):
        one.close()


# ---- What stands in the record -------------------------------------------------------------------------------------------------------------


def replay(record, lang):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, 'x.alea')
        with open(file, 'w', encoding='utf-8') as out:
            out.write(record)
        return subprocess.run([ALEA, 'replay', file, '--lang', lang], capture_output=True, text=True, check=True).stdout


def a_seat_is_not_given_away_unseen(tally, server):
    maker = Client(server.port, '127.3.7.1')
    made = maker.post('/matches', {'game': 'spqrisiko', 'seats': ['human'] * 3})[1]
    path, admin = f'/matches/{made["match"]}', made['admin']
    tokens = {seat['seat']: seat['token'] for seat in made['seats']}
    sockets = {lang: WebSocket(server.port, f'/api/v1{path}/live?lang={lang}') for lang in ('it', 'en')}
    for socket in sockets.values():
        socket.receive()
    status, given = maker.post(path + '/seats/B', {'who': 'human'}, admin)
    tally.check(status == 200, 'the seat is given away')
    for lang, words in (('it', 'ha dato il posto B a un\'altra persona'), ('en', 'has given seat B to another person')):
        heard = sockets[lang].until(lambda message: message['kind'] in ('chat', 'state'))[-1]
        tally.check(heard['kind'] == 'chat' and heard['seat'] == 'table' and words in heard['text'], f'{lang}: told at the table: {heard}')
        sockets[lang].close()
    lines = maker.get(path + '/chat?lang=it')[1]['messages']
    tally.check([line['seat'] for line in lines] == ['table'] and 'ha dato il posto B' in lines[0]['text'], f'it stays: {lines}')
    tally.check(maker.get(path, tokens['B'])[0] == 401, 'the old link is void')
    tokens['B'] = given['token']

    mover = maker.get(path)[1]['actor']
    state = maker.get(path, tokens[mover])[1]
    move = {'ply': state['ply'], 'm': state['moves'][0]['m']}
    status, answer = maker.post(path + '/moves', move, tokens[mover])
    tally.check(status == 200, f'the next move: {answer}')
    for lang, words in (('it', 'ha dato il posto B a un\'altra persona'), ('en', 'has given seat B to another person')):
        plies = maker.get(f'{path}/events?since={state["ply"]}&wait=0&lang={lang}')[1]['messages']
        tally.check(words in plies[0].get('note', ''), f'{lang}: told with the next move: {plies[0].get("note")}')
        record = maker.get(f'{path}/transcript?explain=1&lang={lang}')[1]
        tally.check(f'{state["moves"][0]["text"]} | @seat_to_person B\n' in record and words in record, f'{lang}: it stands in the record: {record}')
        tally.check(f'({"chi" if lang == "it" else "whoever"} ' in replay(record, lang) and words in replay(record, lang), f'{lang}: and is replayed')


def nobody_types_what_alea_says(tally, server):
    maker = Client(server.port, '127.3.8.1')
    made = maker.post('/matches', {'game': 'null', 'seats': ['human', 'human']})[1]
    path, admin, forged = f'/matches/{made["match"]}', made['admin'], '@seat_to_person B'
    tally.check(maker.post(path + '/chat', {'text': forged}, admin)[0] == 201, 'anything may be said')
    line = maker.get(path + '/chat')[1]['messages'][0]
    tally.check(line['seat'] == 'host' and line['text'] == forged, f'and is said as it was typed: {line}')
    maker.post(path + '/host', {'ply': 0, 'text': 'resign A', 'note': '@clock'}, admin)
    plies = maker.get(path + '/events?since=0&wait=0&lang=en')[1]['messages']
    tally.check(plies[0].get('note') == '@clock', f'a note is what was typed: {plies[0].get("note")}')
    record = maker.get(path + '/transcript')[1]
    tally.check('(@clock)' in replay(record, 'en') and 'out of time' not in replay(record, 'en'), f'in the record as well: {record}')


def resigning_is_a_key(tally, server):
    maker = Client(server.port, '127.3.9.1')
    made = maker.post('/matches', {'game': 'null', 'seats': ['human', 'human']})[1]
    path = f'/matches/{made["match"]}'
    maker.post(path + '/resign', {}, made['seats'][0]['token'])
    for lang, words in (('it', 'si ritira'), ('en', 'resigns')):
        note = maker.get(f'{path}/events?since=0&wait=0&lang={lang}')[1]['messages'][0].get('note')
        tally.check(note == words, f'{lang}: {note}')


def an_account_takes_its_names_along(tally):
    """Those at the table, in lists and in the record are told the name no more, the store has it nowhere; the match goes on, and its record
    is found in order."""
    name = 'Doralice Dandini'
    with Server() as server:
        owner, other = Browser(server, '127.3.10.1'), server.client()
        owner.sign('/accounts', 'Dora')
        made = other.post('/matches', {'game': 'null', 'listed': True, 'seats': ['human', 'human'], 'start': 'joined'})[1]
        path, tokens = f'/matches/{made["match"]}', [seat['token'] for seat in made['seats']]
        for token, who in zip(tokens, (name, 'Bruno')):
            other.post(path + '/join', {'name': who}, token)
        tally.check(owner.call('POST', path + '/claim', {}, tokens[0])[0] == 200, 'the seat is hers')
        step(other, path, tokens)
        at_table = WebSocket(server.port, f'/api/v1{path}/live', tokens[1])
        tally.check(name in str(at_table.receive()), 'the name is told')
        record = other.get(path + '/transcript', made['admin'])[1]
        tally.check(name in record and [len(line.split()) for line in bound(record)] == [4, 4], f'and stands in the record: {bound(record)}')

        tally.check(owner.call('POST', '/account/delete', {'password': PASSWORD})[0] == 200, 'the account is deleted')
        heard = at_table.until(lambda m: m['kind'] == 'table' and name not in str(m))[-1]
        tally.check([seat['name'] for seat in heard['seats']] == ['', 'Bruno'], f'the others are told of a seat without a name: {heard}')
        at_table.close()
        for again in ('', ' after a new start'):
            told = [other.get(place, token)[1] for place in (path, '/matches', path + '/transcript') for token in (None, *tokens, made['admin'])]
            tally.check(not any(name in str(one) for one in told), f'nobody is told it{again}')
            step(other, path, tokens)
            record = other.get(path + '/transcript', made['admin'])[1]
            tally.check([len(line.split()) for line in bound(record)] == [3, 4], f'her salt is gone, not his{again}: {bound(record)}')
            server.stop()
            with open(server.db, 'rb') as file:
                tally.check(name.encode() not in file.read(), f'the store does not have it{again}')
            server.start()
            other = server.client()
        other.post(path + '/resign', {}, tokens[1])
        record = other.get(path + '/transcript')[1]
        tally.check(name not in record and verified(record), f'the record is in order in the end: {record}')


def bound(record):
    return [line for line in record.splitlines() if line.startswith('bound ')]


def step(client, path, tokens):
    """Whoever may makes a move."""
    state = next(state for state in (client.get(path, token)[1] for token in tokens) if state.get('moves'))
    token = tokens['AB'.index(state['you'])]
    status, answer = client.post(path + '/moves', {'ply': state['ply'], 'm': state['moves'][0]['m']}, token)
    assert status == 200, answer


def verified(record):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, 'record.alea')
        with open(file, 'w', encoding='utf-8') as out:
            out.write(record)
        return subprocess.run([ALEA, 'verify', file], capture_output=True, check=False).returncode == 0


def main():
    tally = Tally('people')
    with Server(limits=True) as server:
        owner = Browser(server, '127.3.0.1')
        tally.check(owner.sign('/accounts', 'Anna')[0] == 201, 'Anna makes an account')
        tally.check(Browser(server, '127.3.0.2').sign('/accounts', 'Bruno')[0] == 201, 'so does Bruno')
        spellings_are_one_name(tally, server)
        the_owner_gets_in(tally, server, owner)
        signing_out_unseats(tally, server, owner)
        a_device_opens_nothing(tally, server, owner)
        bad_names_and_passwords(tally, server)
        a_seat_is_not_given_away_unseen(tally, server)
        nobody_types_what_alea_says(tally, server)
        resigning_is_a_key(tally, server)
    an_account_takes_its_names_along(tally)
    tally.end()


if __name__ == '__main__':
    main()
