# SPDX-License-Identifier: MIT
"""absence.py - a seat is lent: by a link that its owner makes and takes back, seen by the whole table, to nobody of another side nor to its owner;
what stays the owner's; it ends by itself at its time, also for whoever has the table open, and over a restart. A vacation: the clock stands still,
where windows close by themselves a deputy decides; days are counted, and come back."""
import subprocess
import time

from people import Browser
from serving import ALEA, Server, Tally, WebSocket

HOUR = 3600_000


def now():
    return int(time.time() * 1000)


class Table:
    def __init__(self, server, game='polis', seats=2, **plan):
        self.server, self.client = server, server.client()
        status, made = self.client.post('/matches', {'game': game, 'seats': ['human'] * seats, **plan})
        assert status == 201, made
        self.at, self.admin = f'/matches/{made["match"]}', made['admin']
        self.tokens = {seat['seat']: seat['token'] for seat in made['seats']}
        self.master = made.get('master')

    def state(self, token=None):
        return self.client.get(self.at, token)[1]

    def seat(self, letter):
        return next(one for one in self.state()['seats'] if one['seat'] == letter)

    def lend(self, letter, hours=48):
        status, loan = self.client.post(self.at + '/loan', {'until': now() + hours * HOUR}, self.tokens[letter])
        assert status == 201, loan
        return loan

    def take(self, loan, name='Carla', **more):
        return self.client.post(self.at + '/loan/take', {'name': name, **more}, loan['token'])

    def play(self, token):
        """One move by whoever holds that token, if the seat is to move."""
        state = self.state(token)
        if not state.get('moves'):
            return None
        return self.client.post(self.at + '/moves', {'ply': state['ply'], 'm': state['moves'][0]['m']}, token)[0]


def lent_and_back(tally, server):
    table = Table(server)
    own = table.tokens['A']
    loan = table.lend('A')
    tally.check(table.seat('A').get('lent') == {'until': loan['until'], 'name': None}, f'the table sees {table.seat("A")}')
    look = table.state(loan['token'])
    tally.check(look['you'] is None and look['lent'] == 'A', f'before it is taken the link shows {look["you"]} {look.get("lent")}')
    tally.check(table.client.post(table.at + '/moves', {'ply': 0, 'text': 'pass'}, loan['token'])[0] == 403, 'and moves nothing')
    tally.check(table.take(loan)[0] == 200, 'it is taken')
    tally.check(table.take(loan)[0] == 409, 'it is taken once')
    tally.check(table.seat('A')['lent']['name'] == 'Carla', f'the table sees {table.seat("A")}')
    tally.check(table.state(loan['token'])['you'] == 'A', 'who took it sits there')
    lines = [line['text'] for line in table.client.get(table.at + '/chat')[1]['messages']]
    tally.check(any('lent' in line or 'prestat' in line for line in lines), f'the table said {lines}')
    played = [table.play(token) for token in (loan['token'], table.tokens['B'], own)]
    tally.check(200 in played and set(played) <= {200, None}, f'moves of the borrower, the other, the owner: {played}')
    for path, body in (('/resign', {}), ('/join', {'name': 'Carla'}), ('/loan', {'until': now() + HOUR}), ('/notes', {'text': 'x'}),
                       ('/channels', None), ('/agreements', {'what': 'pause'})):
        status, answer = table.client.call('GET' if body is None else 'POST', table.at + path, body, loan['token'])
        tally.check((status, answer.get('error')) == (403, 'lent'), f'{path} by who has borrowed the seat: {status} {answer}')
    # Who listens by the loan looks on from the moment at which it is taken back; the link is dead.
    ear = WebSocket(server.port, f'/api/v1{table.at}/live', loan['token'])
    tally.check(ear.receive()['you'] == 'A', 'a socket sits there, too')
    tally.check(table.client.call('DELETE', table.at + '/loan', None, own)[0] == 200, 'the owner takes it back')
    you = 'A'
    while you == 'A':
        told = ear.receive()
        you = told['you'] if told['kind'] == 'state' else you
    tally.check(you is None, f'the socket is {you}')
    tally.check('lent' not in table.seat('A'), 'the table sees it')
    tally.check(table.client.get(table.at, loan['token'])[0] == 401, 'the link opens nothing any more')
    tally.check(table.client.call('DELETE', table.at + '/loan', None, own)[0] == 409, 'nothing is taken back twice')
    # Lent again, and given back by who has it; an older link dies with the next one.
    first, second = table.lend('A'), table.lend('A')
    tally.check(table.client.get(table.at, first['token'])[0] == 401, 'the older link is dead')
    tally.check(table.take(second)[0] == 200 and table.client.call('DELETE', table.at + '/loan', None, second['token'])[0] == 200,
                'who has it gives it back')


def to_nobody_of_another_side(tally, server):
    table = Table(server)
    loan = table.lend('A')
    for who, error in (('A', 'own_loan'), ('B', 'other_side')):
        status, answer = table.take(loan, seats=[table.tokens[who]])
        tally.check(answer.get('error') == error, f'taken by {who}: {status} {answer}')
    tally.check(table.seat('A')['lent']['name'] is None, 'nothing has changed')
    # By an account: the link opens nothing to it, whoever else may be told of it.
    for i, (letter, error) in enumerate((('A', 'own_loan'), ('B', 'other_side'))):
        browser = Browser(server, f'127.4.1.{i + 1}')
        assert browser.sign('/accounts', f'Owner {letter}')[0] == 201
        assert browser.call('POST', table.at + '/claim', {}, table.tokens[letter])[0] == 200
        for answer in (browser.call('POST', table.at + '/loan/take', {'name': 'x'}, loan['token'])[1],
                       browser.call('GET', table.at, None, loan['token'])[1]):
            tally.check(answer.get('error') == error, f'the account of {letter}: {answer}')
    tally.check(table.take(loan, seats=['nonsense'])[0] == 200, 'anybody else takes it')
    # In a game of sides: somebody of the same side may, a Master may not.
    teams = Table(server, 'incursio', 6, options={'map': 'small', 'teams': 'players'}, master=True)
    loan = teams.lend('C')
    for token in (teams.tokens['B'], teams.master):
        status, answer = teams.take(loan, seats=[token])
        tally.check((status, answer.get('error')) == (403, 'other_side'), f'of another side, a Master: {status} {answer}')
    tally.check(teams.take(loan, seats=[teams.tokens['E']])[0] == 200, 'somebody of the same side')
    status, answer = teams.client.post(teams.at + '/leave', {}, loan['token'])
    tally.check(status == 403, f'a borrower does not leave for its owner: {status} {answer}')


def bad_times(tally, server):
    table = Table(server)
    for until in (now() - 1, 0, now() + 61 * 24 * HOUR):
        status, answer = table.client.post(table.at + '/loan', {'until': until}, table.tokens['A'])
        tally.check((status, answer.get('where')) == (400, 'until'), f'until {until}: {status} {answer}')
    tally.check(table.client.post(table.at + '/loan', {'until': now() + HOUR})[0] == 401, 'by nobody')
    tally.check('lent' not in table.seat('A'), 'nothing has changed')
    loan = table.lend('A')
    assert table.take(loan)[0] == 200
    status, _ = table.client.post(f'{table.at}/seats/A', {'who': 'bot:greedy'}, table.admin)
    tally.check(status == 200 and table.client.get(table.at, loan['token'])[0] == 401, 'a seat that is given to somebody else is lent no more')


def ends_by_itself(tally, server):
    table = Table(server)
    status, loan = table.client.post(table.at + '/loan', {'until': now() + 3000}, table.tokens['A'])
    assert status == 201 and table.take(loan)[0] == 200
    ear = WebSocket(server.port, f'/api/v1{table.at}/live', table.tokens['B'])
    lent = True
    while lent:
        told = ear.receive()
        lent = 'lent' in told['seats'][0] if 'seats' in told else lent
    tally.check(now() >= loan['until'], 'it ended by itself, not before its time')
    tally.check(table.client.get(table.at, loan['token'])[0] == 401, 'and its link with it')
    # Over a kill: what was lent stays so.
    loan = table.lend('B')
    assert table.take(loan)[0] == 200
    server.kill()
    server.start()
    table.client = server.client()
    tally.check(table.seat('B').get('lent') == {'until': loan['until'], 'name': 'Carla'} and table.state(loan['token'])['you'] == 'B',
                f'after a kill: {table.seat("B")}')


def vacation(tally, server):
    table = Table(server, 'spqrisiko', 3, clock={'kind': 'days', 'move': 86400, 'vacation': 5})
    own = table.tokens['A']
    before = table.state(own)['clock']['seats']['A']['deadline'] if isinstance(table.state(own)['clock']['seats'], dict) else None
    status, answer = table.client.post(table.at + '/vacation?lang=en', {'until': now() + 6 * 24 * HOUR}, own)
    tally.check((status, answer.get('where')) == (400, 'until') and '5' in answer['text'], f'for longer than the table lets: {status} {answer}')
    until = now() + 48 * HOUR
    status, answer = table.client.post(table.at + '/vacation', {'until': until}, own)
    tally.check((status, answer['days'], answer['until']) == (200, 3, until), f'A goes away: {status} {answer}')
    deadline = table.state(own)['clock']['seats']['A']['deadline']
    tally.check(deadline > until + 23 * HOUR and (before is None or deadline > before + 47 * HOUR), f'its deadline was {before}, is {deadline}')
    tally.check(table.seat('B')['vacation'] == {'days': 5, 'until': None}, f'B has its own: {table.seat("B")}')
    lines = [line['text'] for line in table.client.get(table.at + '/chat')[1]['messages']]
    tally.check(any('vacation' in line or 'vacanza' in line for line in lines), f'the table said {lines}')
    # Lent as well: the link does not end its owner's vacation.
    loan = table.lend('A', 24)
    assert table.take(loan)[0] == 200
    status, answer = table.client.call('DELETE', table.at + '/vacation', None, loan['token'])
    tally.check((status, answer.get('error')) == (403, 'lent'), f'by who has borrowed the seat: {status} {answer}')
    server.kill()
    server.start()
    table.client = server.client()
    tally.check(table.seat('A')['vacation'] == {'days': 3, 'until': until}, f'after a kill: {table.seat("A")}')
    status, answer = table.client.call('DELETE', table.at + '/vacation', None, own)
    tally.check((status, answer['days'], answer['until']) == (200, 4, None), f'A is back, with the day that had not begun: {answer}')
    # It ends by itself.
    ear = WebSocket(server.port, f'/api/v1{table.at}/live', table.tokens['B'])
    until = now() + 3000
    assert table.client.post(table.at + '/vacation', {'until': until}, own)[0] == 200
    away, seen = None, False
    while away or not seen:
        told = ear.receive()
        if 'seats' in told:
            away = told['seats'][0]['vacation']['until']
            seen = seen or away is not None
    tally.check(now() >= until and table.seat('A')['vacation'] == {'days': 3, 'until': None}, f'it ended by itself: {table.seat("A")}')


def deputy(tally, server):
    """Where windows belong to sides nobody's window waits: a bot decides for who is away, until then."""
    table = Table(server, 'incursio', 6, options={'map': 'small', 'teams': 'players'}, master=True,
                  clock={'kind': 'windows', 'zone': 'Europe/Rome', 'vacation': 7})
    for letter, token in table.tokens.items():
        table.client.post(table.at + '/join', {'name': f'P {letter}'}, token)
    status, answer = table.client.post(table.at + '/vacation', {'until': now() + HOUR}, table.tokens['A'])
    tally.check(status == 200 and answer['days'] == 6, f'a General goes away: {status} {answer}')
    tally.check(table.seat('A')['deputy'], f'a deputy steps in: {table.seat("A")}')
    tally.check(table.client.call('DELETE', table.at + '/vacation', None, table.tokens['A'])[0] == 200 and not table.seat('A')['deputy'],
                f'and leaves again: {table.seat("A")}')


def main():
    tally = Tally('absence')
    with Server() as server:
        lent_and_back(tally, server)
        to_nobody_of_another_side(tally, server)
        bad_times(tally, server)
        ends_by_itself(tally, server)
        vacation(tally, server)
        deputy(tally, server)
        tally.check(server.stop() == 0, 'the server does not stop cleanly')
        check = subprocess.run([ALEA, 'check', server.db], capture_output=True, text=True, timeout=120)
        tally.check(check.returncode == 0, f'alea check: {check.stdout}{check.stderr}')
    tally.end()


if __name__ == '__main__':
    main()
