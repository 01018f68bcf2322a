# SPDX-License-Identifier: MIT
"""exchanges.py - requests and answers as data: exchanges/*.txt against a real server on real sockets.

    case NAME                     a new case; what was there before is gone
    given PATH JSON               the tables of this case are played with that part of the game's data changed: `given setup.athens.prestige 1`,
                                  `given events.*.count 0`; before the first case: the tables of all cases
    table GAME WHO,WHO [JSON]     makes a table; $match, and $A, $B... for its seats' tokens, $admin, $master
    > METHOD PATH [as WHO]        a request; WHO: A, B..., admin, master, host, other (a seat of another table), wrong, nobody
    > METHOD PATH [as WHO] jar J  the same by a browser: with the cookies of the jar J and the page's own Origin
    > BODY                        more lines of it are its body; a line `> header NAME: VALUE` adds a header (`Origin: none`: leaves it out)
    < STATUS [ERROR]              what must come: the status, and the name of the error; 0: the connection is closed without a word
    < JSON                        what the answer must hold; objects may hold more, "..." is anything, "/x/" fits the pattern
    < header NAME: VALUE          what a header of the answer must be; "/x/" as above
    < lacks WORD                  the answer must not have that word anywhere
    < within S                    the answer comes within S seconds
    later METHOD PATH as WHO BODY that is sent while the next request waits for its answer
    play WHO: MOVE; MOVE          moves in words, all of which must be taken
    refuse WHO: MOVE RULE         a move in words that this rule forbids, if it is made and if it is asked about
    keep NAME = a.b.0             $NAME is that part of the last answer
    body KIND N                   a body too long to write down: `body blanks 70000`, `body deep 500`, `body note 4001`: a bulletin

$ply is the ply of WHO, $m and $text the first move that WHO (or the seat to act) is offered, $soon a time in an hour. After every refusal of a case with
a table, nothing may have been written and nobody told: the WebSockets of all seats and of a spectator hear nothing, and the table is to
each of them what it was. It is refused for the same reason in Italian, in other words, and, if it can be said so, over the seat's
WebSocket. At the end every `refusal` of data/text/engine.json must have been said, but for those that no request alone brings about.
"""
import glob
import http.client
import json
import os
import re
import sys
import threading
import time
from urllib.parse import quote

from scenario import scenario_of
from serving import Server, Tally, WebSocket

HERE = os.path.dirname(os.path.abspath(__file__))
ERRORS = os.path.join(HERE, '..', '..', 'data', 'text', 'engine.json')
# What a request alone can't bring about: a full or damaged disk, short memory, a crowd, a server without accounts or behind a proxy,
# another process on the same store. full_disk.py, limits.py, master.py, notes.py, packs.py, wire.py, unreadable.py and the unit tests try these.
ELSEWHERE = {'INTERNAL', 'STORE', 'FULL', 'UNREADABLE', 'DAMAGED', 'UNSURE', 'UNREAD', 'STALE', 'SHUT_OUT', 'BUSY', 'RATE_LIMITED', 'ENROLMENTS_FULL', 'NOTES_FULL',
             'TOO_MANY_CONNECTIONS', 'ANSWER_TOO_LARGE', 'NO_ACCOUNTS', 'NO_FORWARDED', 'NO_DRAWING', 'SEALED',
             # channels.py, on a server that sends them
             'NO_SUCH_CHANNEL', 'NO_NOTICES', 'CHANNELS_FULL', 'CHANNEL_THERE', 'CHANNEL_STOPPED', 'BAD_ADDRESS', 'NEEDS_HTTPS', 'BAD_KEYS',
             'NO_ZONE', 'PASS_USED',
             # several.py: another process has the match
             'ELSEWHERE'}


def fits(wanted, got):
    if wanted == '...':
        return True
    if isinstance(wanted, str) and isinstance(got, str) and len(wanted) > 2 and wanted[0] == wanted[-1] == '/':
        return re.search(wanted[1:-1], got) is not None
    if isinstance(wanted, dict):
        return isinstance(got, dict) and all(key in got and fits(value, got[key]) for key, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(got, list) and len(got) >= len(wanted) and all(fits(w, g) for w, g in zip(wanted, got))
    return type(wanted) is type(got) and wanted == got


class Case:
    def __init__(self, server, tally, name, given):
        self.server, self.tally, self.name, self.given = server, tally, name, given
        self.client = server.client()
        self.names, self.answer, self.jars = {'host': server.host_token}, None, {}
        self.sockets = {}  # of the last table: of a spectator, and of the people at it

    def make_table(self, words):
        game, who, *more = words.split(' ', 2)
        plan = {'game': game, 'seats': who.split(','), **json.loads(more[0] if more else '{}')}
        if self.given:
            plan['scenario'] = scenario_of(game, self.given)
        status, made = self.client.post('/matches', plan)
        assert status == 201, made
        tokens = {seat['seat']: seat['token'] for seat in made['seats']}
        self.names.update(tokens, match=made['match'], admin=made['admin'], master=made.get('master'))
        path = f'/api/v1/matches/{made["match"]}/live?lang=en'
        people = {'nobody': None, **{seat: token for seat, token in tokens.items() if token}}
        self.sockets = {who: WebSocket(self.server.port, path, token) for who, token in people.items()}
        self.heard()
        _, other = self.client.post('/matches', {'game': game, 'seats': ['human'] * len(who.split(','))})
        self.names['other'] = other['seats'][0]['token']
        self.names['wrong'] = 'A' * 43

    def look(self, token=None):
        return self.client.get(f'/matches/{self.names["match"]}', token)[1]

    def looks(self):
        """The table as each of its people, and a spectator, sees it."""
        return {who: self.look(self.bearer(who)) for who in self.sockets}

    def fill_in(self, words, who):
        names = dict(self.names, soon=int(time.time() + 3600) * 1000)
        if re.search(r'\$(ply|m|text)\b', words):
            state = self.look(self.names[who] if who in ('admin', 'master', *'ABCD') else None)
            names['ply'] = state['ply']
            mover = self.names.get(who if who in self.names and len(who or '') == 1 else state['actor'])
            moves = self.look(mover).get('moves') or self.look(self.names.get(state['actor'])).get('moves') or [{'m': 0, 'text': ''}]
            names['m'], names['text'] = moves[0]['m'], moves[0]['text']
        return re.sub(r'\$([A-Za-z]\w*)', lambda found: str(names.get(found[1], found[0])), words)

    def heard(self):
        """What people were told up to now: a ping is answered behind it."""
        return {who: got for who, socket in self.sockets.items() if (got := self.say(socket, {'ping': 1})[:-1])}

    @staticmethod
    def say(socket, said):
        """All that a WebSocket hears up to the answer."""
        got = []
        try:
            socket.frame(1, (json.dumps(dict(said, id='now')) if isinstance(said, dict) else said).encode())
            while (message := socket.receive()) is not None:
                got.append(message)
                if message['kind'] in ('answer', 'error'):
                    return got
        except OSError:
            pass
        return [*got, None]  # the table is gone

    def bearer(self, who):
        return self.names.get(who) if who and who != 'nobody' else None

    def play(self, words):
        who, moves = words.split(': ', 1)
        for move in moves.split('; '):
            body = {'ply': self.look(self.bearer(who))['ply'], 'text': self.fill_in(move, who)}
            status, answer = self.client.post(f'/matches/{self.names["match"]}/moves', body, self.bearer(who))
            self.tally.check(status == 200, f'{self.name}: {who} plays {move}: {answer}')

    def later(self, words):
        """In 0.2 s, on a connection of its own."""
        method, path, _, who, body = self.fill_in(words, None).split(' ', 4)
        client, token = self.server.client(), self.bearer(who)
        threading.Timer(0.2, lambda: client.call(method, path, body, token)).start()

    def browser(self, jar, headers):
        """What a browser adds, and keeps."""
        headers.setdefault('Origin', f'http://127.0.0.1:{self.server.port}')
        if self.jars.get(jar):
            headers['Cookie'] = '; '.join(f'{name}={value}' for name, value in self.jars[jar].items())

    def keep_cookies(self, jar):
        for line in self.client.headers.get_all('Set-Cookie') or []:
            name, value = line.split(';')[0].split('=', 1)
            self.jars.setdefault(jar, {})[name] = value
            if not value or 'Max-Age=0' in line:
                del self.jars[jar][name]

    def exchange(self, number, request, body, headers, expected, later=None):
        method, path, *more = request.split()
        more = dict(zip(more[::2], more[1::2]))
        who, jar = more.get('as'), more.get('jar')
        before = self.looks() if self.sockets and not later else None
        if before:
            self.heard()
        if jar:
            self.browser(jar, headers)
        headers = {name: value for name, value in headers.items() if value != 'none'}
        if later:
            self.later(later)
        call = method, self.fill_in(path, who), self.fill_in('\n'.join(body), who) if body else None, self.bearer(who), headers
        began = time.monotonic()
        try:
            status, answer = self.client.call(*call)
        except (http.client.HTTPException, ConnectionError):
            status, answer = 0, None
            self.client.close()
        self.answer, took = answer, time.monotonic() - began
        if jar:
            self.keep_cookies(jar)
        where = f'{self.name} (line {number}): {request} {" ".join(body)[:200]}'
        wanted_status, *error = expected[0].split()
        if not self.tally.check(status == int(wanted_status) and (not error or isinstance(answer, dict) and answer.get('error') == error[0]),
                                f'{where}: wanted {expected[0]}, came {status} {json.dumps(answer)[:300]}'):
            return
        for line in expected[1:]:
            self.expect(line, who, took, where)
        if status >= 400 and isinstance(answer, dict):
            self.tally.check(answer.get('error') and answer.get('text'), f'{where}: an error without words')
            SAID.add(answer['text'])
            if before:
                self.refused(answer, None if jar else who or 'nobody', call, where)
                told, after = self.heard(), self.looks()
                self.tally.check(not told and json.dumps(still(before)) == json.dumps(still(after)),
                                 f'{where}: refused, yet something changed or was told: {told}')

    def expect(self, line, who, took, where):
        kind, _, words = line.partition(' ')
        if kind == 'header':
            name, wanted = words.split(': ', 1)
            got = self.client.headers[name] or ''
            self.tally.check(fits(self.fill_in(wanted, who), got), f'{where}: wanted {line}, came {got!r}')
        elif kind == 'lacks':
            self.tally.check(words not in json.dumps(self.answer), f'{where}: wanted no {words}, came {self.answer}')
        elif kind == 'within':
            self.tally.check(took < float(words), f'{where}: it took {took:.2f} s')
        else:
            wanted = json.loads(self.fill_in(line, who))
            self.tally.check(fits(wanted, self.answer), f'{where}: wanted {line}, came {json.dumps(self.answer)[:600]}')

    def refused(self, answer, who, call, where):
        """The same again in Italian, and over the WebSocket of whoever asked."""
        method, path, body, token, headers = call
        if 'lang=' in path:
            return
        other = self.client.call(method, path, body, token, {**headers, 'Accept-Language': 'it'})[1]
        self.tally.check(other['text'] != answer['text'] and other == dict(answer, text=other['text']),
                         f'{where}: {answer}, but in Italian {other}')
        said = said_so(method, path, body, self.names['match'])
        if said and who in self.sockets:
            other = self.say(self.sockets[who], said)[-1]
            wanted = {'error': '/^bad_(json|request)$/'} if answer['error'] in ('bad_json', 'bad_request') else answer
            self.tally.check(fits(dict(wanted, kind='error'), other), f'{where}: {answer}, but over the WebSocket {other}')

    def refuse(self, number, words):
        who, words = words.split(': ', 1)
        move, rule = words.rsplit(' ', 1)
        self.exchange(number, f'POST /matches/$match/moves as {who}', [f'{{"ply":$ply,"text":"{move}"}}'], {},
                      ['422 refused', f'{{"rule":"{rule}","text":"/^{rule}: /"}}'])
        self.exchange(number, f'GET /matches/$match/why?text={quote(move)} as {who}', [], {},
                      ['200', f'{{"allowed":false,"rule":"{rule}","text":"/./"}}'])


def said_so(method, path, body, match):
    """What is said over a WebSocket instead of that request, as an object or as it stands; None if nothing is."""
    what = path.removeprefix(f'/matches/{match}/')
    if method != 'POST' or what not in ('moves', 'undo', 'chat') or len(body or '') > 4000:
        return None
    try:
        members = json.loads(body or '{}')
    except (ValueError, RecursionError):
        return body
    if not isinstance(members, dict) or len(members) != (body or '').count(':'):  # such as one member twice
        return body
    if what == 'chat' and 'text' in members:
        members['chat'] = members.pop('text')
    return dict(members, undo=True) if what == 'undo' else members


SAID = set()  # by all refusals


def all_was_said(tally, elsewhere):
    with open(ERRORS, encoding='utf-8') as file:
        rows = json.load(file)['messages']['refusal']
    for row in rows:
        name, sentences = row['id'].upper(), (row['it'], row['en'])
        patterns = [re.escape(sentence).replace('%s', '.*') for sentence in sentences]
        said = any(re.fullmatch(pattern, text) for pattern in patterns for text in SAID)
        tally.check(said != (name in elsewhere), f'{name}: {"said, but not expected" if said else "no row is refused so"}')


def still(states):
    """States without the time of day."""
    for state in states.values():
        if isinstance(state, dict) and isinstance(state.get('clock'), dict):
            state['clock'].pop('now', None)
    return states


def long_body(words):
    kind, n = words.split()
    n = int(n)
    return {'blanks': '{"game":"' + ' ' * n + '"}', 'deep': '[' * n + ']' * n, 'zeros': '0' * n,
            'options': json.dumps({'game': 'polis', 'seats': ['human', 'human'], 'options': {f'x{i}': 1 for i in range(n)}}),
            'text': json.dumps({'text': 'x' * n}), 'note': json.dumps({'ply': 0, 'text': 'bulletin', 'note': 'è' * n}), 'chat': json.dumps({'text': 'à' * n}, ensure_ascii=False).encode().decode()}[kind]


class Script:
    """A file of exchanges, line by line."""

    def __init__(self, path, server, tally, skipped):
        self.path, self.server, self.tally, self.skipped = path, server, tally, skipped
        self.case, self.pending, self.later, self.given = None, None, None, []

    def flush(self):
        if self.pending and self.case.name not in self.skipped:
            self.case.exchange(*self.pending)
        self.pending = None

    def request(self, number, words):
        if self.pending and self.pending[4]:
            self.flush()
        if self.pending is None:
            self.pending, self.later = [number, words, [], {}, [], self.later], None
        elif words.startswith('header '):
            name, value = words[7:].split(': ', 1)
            self.pending[3][name] = self.case.fill_in(value, None)
        else:
            self.pending[2].append(words)

    def line(self, number, line):
        kind, _, words = line.partition(' ')
        if kind == '>':
            self.request(number, words)
        elif kind == '<':
            self.pending[4].append(words)
        elif kind == 'body':
            self.pending[2].append(long_body(words))
        elif kind == 'later':
            self.flush()
            self.later = words
        elif kind in ('case', 'given', 'table', 'keep', 'play', 'refuse'):
            self.flush()
            self.step(kind, number, words)
        elif line.strip() and not line.startswith('#'):
            raise SystemExit(f'{self.path}:{number}: what is "{line}"?')

    def step(self, kind, number, words):
        if kind == 'case' and words:
            self.case = Case(self.server, self.tally, f'{os.path.basename(self.path)}: {words}', list(self.given))
        elif kind == 'given':
            path, value = words.split(' ', 1)
            (self.case or self).given.append((path, json.loads(value)))
        elif kind == 'table':
            self.case.make_table(words)
        elif kind == 'play':
            self.case.play(words)
        elif kind == 'refuse':
            self.case.refuse(number, words)
        elif kind == 'keep':
            name, steps = words.split(' = ')
            value = self.case.answer
            for step in steps.split('.'):
                value = value[int(step) if step.isdigit() else step]
            self.case.names[name] = value

    def run(self):
        with open(self.path, encoding='utf-8') as file:
            lines = file.read().split('\n')
        for number, line in enumerate(lines + ['case'], 1):
            self.line(number, line)


def main(make=Server, skipped=(), elsewhere=()):
    """skipped: names of cases that `make` answers otherwise; elsewhere: what is not refused because of that."""
    tally = Tally('exchanges')
    files = sys.argv[1:] or sorted(glob.glob(os.path.join(HERE, 'exchanges', '*.txt')))
    for path in files:
        with make() as server:
            Script(path, server, tally, skipped).run()
            tally.check(server.stop() == 0, f'{path}: the server does not stop cleanly')
    if not sys.argv[1:]:
        all_was_said(tally, ELSEWHERE.union(elsewhere))
    tally.end()


if __name__ == '__main__':
    main()
