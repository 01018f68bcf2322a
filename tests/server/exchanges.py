# SPDX-License-Identifier: MIT
"""exchanges.py - requests and answers as data: exchanges/*.txt against a real server on real sockets.

    case NAME                     a new case; what was there before is gone
    table GAME WHO,WHO [JSON]     makes a table; $match, and $A, $B... for its seats' tokens, $admin
    > METHOD PATH [as WHO]        a request; WHO: A, B..., admin, host, other (a seat of another table), wrong, nobody
    > BODY                        more lines of it are its body; a line `> header NAME: VALUE` adds a header
    < STATUS [ERROR]              what must come: the status, and the name of the error
    < JSON                        what the answer must hold; objects may hold more, "..." is anything, "/x/" fits the pattern
    keep NAME = a.b.0             $NAME is that part of the last answer
    body KIND N                   a body too long to write down: `body blanks 70000`, `body deep 500`

$ply is the spectators' ply, $m and $text the first move that WHO (or the seat to act) is offered. After every refusal of a case with
a table, nothing may have been written and nobody told: a spectator's WebSocket hears nothing, and the table is what it was.
"""
import glob
import json
import os
import re
import sys

from serving import Server, Tally, WebSocket

HERE = os.path.dirname(os.path.abspath(__file__))


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
    def __init__(self, server, tally, name, line):
        self.server, self.tally, self.name, self.line = server, tally, name, line
        self.client = server.client()
        self.names, self.socket, self.answer = {'host': server.host_token}, None, None

    def make_table(self, words):
        game, who, *more = words.split(' ', 2)
        plan = {'game': game, 'seats': who.split(','), **json.loads(more[0] if more else '{}')}
        status, made = self.client.post('/matches', plan)
        assert status == 201, made
        self.names.update(match=made['match'], admin=made['admin'], **{s['seat']: s['token'] for s in made['seats']})
        self.socket = WebSocket(self.server.port, f'/api/v1/matches/{made["match"]}/live?lang=en')
        self.socket.receive()
        _, other = self.client.post('/matches', {'game': game, 'seats': ['human'] * len(who.split(','))})
        self.names['other'] = other['seats'][0]['token']
        self.names['wrong'] = 'A' * 43

    def look(self, token=None):
        return self.client.get(f'/matches/{self.names["match"]}', token)[1]

    def fill_in(self, words, who):
        names = dict(self.names)
        if re.search(r'\$(ply|m|text)\b', words):
            state = self.look()
            names['ply'] = state['ply']
            mover = self.names.get(who if who in self.names and len(who or '') == 1 else state['actor'])
            moves = self.look(mover).get('moves') or self.look(self.names.get(state['actor'])).get('moves') or [{'m': 0, 'text': ''}]
            names['m'], names['text'] = moves[0]['m'], moves[0]['text']
        return re.sub(r'\$([A-Za-z]\w*)', lambda found: str(names.get(found[1], found[0])), words)

    def heard(self):
        """What the spectator was told up to now: a ping comes back behind it."""
        self.socket.frame(9, b'now')
        got, timeout = [], self.socket.socket.gettimeout()
        self.socket.socket.settimeout(0.3)
        try:
            while True:
                got.append(self.socket.receive())
        except TimeoutError:
            pass
        finally:
            self.socket.socket.settimeout(timeout)
        return got

    def exchange(self, number, request, body, headers, expected):
        method, path, *who = request.split()
        who = who[1] if who else None
        before = (self.look(), self.look(self.names.get('A'))) if self.socket else None
        if before:
            self.drain()
        token = self.names.get(who) if who and who != 'nobody' else None
        text = self.fill_in('\n'.join(body), who) if body else None
        if text is not None:
            headers.setdefault('Content-Type', 'application/json')
        status, answer = self.client.call(method, self.fill_in(path, who), text, token, headers=headers)
        self.answer = answer
        where = f'{self.name} (line {number})'
        wanted_status, *error = expected[0].split()
        if not self.tally.check(status == int(wanted_status) and (not error or (answer or {}).get('error') == error[0]),
                                f'{where}: {request}: wanted {expected[0]}, came {status} {json.dumps(answer)[:300]}'):
            return
        for line in expected[1:]:
            wanted = json.loads(self.fill_in(line, who))
            self.tally.check(fits(wanted, answer), f'{where}: {request}: wanted {line}, came {json.dumps(answer)[:600]}')
        if status >= 400:
            self.tally.check(isinstance(answer, dict) and answer.get('error') and answer.get('text'), f'{where}: an error without words')
            if before:
                after = (self.look(), self.look(self.names.get('A')))
                told = [message for message in self.heard() if message]
                self.tally.check(not told and json.dumps(still(before)) == json.dumps(still(after)),
                                 f'{where}: {request} was refused, yet something changed or was told: {told}')

    def drain(self):
        self.socket.socket.settimeout(0.02)
        try:
            while self.socket.receive():
                pass
        except TimeoutError:
            pass
        self.socket.socket.settimeout(20)


def still(states):
    """States without the time of day."""
    for state in states:
        if isinstance(state, dict) and isinstance(state.get('clock'), dict):
            state['clock'].pop('now', None)
    return states


def long_body(words):
    kind, n = words.split()
    n = int(n)
    return {'blanks': '{"game":"' + ' ' * n + '"}', 'deep': '[' * n + ']' * n, 'zeros': '0' * n}[kind]


def run_file(path, server, tally):
    case, request = None, None
    with open(path, encoding='utf-8') as file:
        lines = file.read().split('\n')
    pending = None

    def flush():
        nonlocal pending
        if pending:
            case.exchange(*pending)
        pending = None

    for number, line in enumerate(lines + ['case'], 1):
        if line.startswith('> '):
            if pending and pending[4]:
                flush()
            if pending is None:
                pending = (number, line[2:], [], {}, [])
            elif line.startswith('> header '):
                name, value = line[9:].split(': ', 1)
                pending[3][name] = case.fill_in(value, None)
            else:
                pending[2].append(line[2:])
        elif line.startswith('body '):
            pending[2].append(long_body(line[5:]))
        elif line.startswith('< '):
            pending[4].append(line[2:])
        elif line.startswith('case'):
            flush()
            if line[5:]:
                case = Case(server, tally, f'{os.path.basename(path)}: {line[5:]}', number)
        elif line.startswith('table '):
            flush()
            case.make_table(line[6:])
        elif line.startswith('keep '):
            flush()
            name, steps = line[5:].split(' = ')
            value = case.answer
            for step in steps.split('.'):
                value = value[int(step) if step.isdigit() else step]
            case.names[name] = value
        elif line.strip() and not line.startswith('#'):
            raise SystemExit(f'{path}:{number}: what is "{line}"?')


def main():
    tally = Tally('exchanges')
    files = sys.argv[1:] or sorted(glob.glob(os.path.join(HERE, 'exchanges', '*.txt')))
    for path in files:
        with Server() as server:
            run_file(path, server, tally)
            tally.check(server.stop() == 0, f'{path}: the server does not stop cleanly')
    tally.end()


if __name__ == '__main__':
    main()
