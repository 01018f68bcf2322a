# SPDX-License-Identifier: MIT
"""notices_secrecy.py - the law of secrets over all texts of notices, by matches at random. Whatever is sent, by a webhook or in a mail, consists of
the sentences of data/text/engine.json, with nothing in their holes but the names of the table, its game and its seats, numbers of hours,
moments, and the table's policy. And that something is sent tells nothing: in two worlds, in which a seat enters different things in
secret, everybody else is told the same of the same turns.
"""
import html
import json
import os
import re
import time

from recording import SPECTATOR, Recording, chance_of
from secrecy import find_fork
from serving import Server, Tally
from telling import Hooks, Mails, due, outbox, wait_for

TEXTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'data', 'text', 'engine.json')
LANGUAGES = ('it', 'en')
OPTIONS = ('--hooks', '--hooks-allow', '127.0.0.1', '--notice-after', '0', '--tables', '0')
DAYS = {'kind': 'days', 'move': 86400, 'vacation': 3, 'then': 'pass'}
WINDOWS = {'kind': 'windows', 'zone': 'Europe/Rome'}
# The game, its seats, what else the table is made with.
TABLES = (('null', 2, {'clock': DAYS}), ('spqrisiko', 3, {'clock': DAYS}), ('polis', 2, {'clock': DAYS}),
          ('incursio', 2, {'clock': WINDOWS, 'options': {'map': 'small'}}),
          ('incursio', 6, {'clock': WINDOWS, 'options': {'map': 'small', 'teams': 'players'}}))
STEPS = 60  # at each table
LONGEST = 40  # rounds of all seats until another turn begins
FORKS = ((0, 1), (4, 3))  # of which tables, how many
HOURS = 3600


# ---- What may be said ----------------------------------------------------------------------------------------------------------------


def sentences(names, policies):
    """A pattern of all that a notice may say where these are the names."""
    with open(TEXTS, encoding='utf-8') as file:
        said = [entry[lang] for entry in json.load(file)['messages']['notice'] for lang in LANGUAGES]
    moment = r'\d{4}-\d\d-\d\d \d\d:\d\d \([\w/]+\)'
    name = '|'.join(map(re.escape, sorted(names, key=len, reverse=True)))
    filled = [re.escape(one.strip()).replace('%s', f'(?:{name}|{moment})').replace('%d', r'\d+') for one in said]
    whose = rf'(?:{name})(?: \((?:{name})\))?:'
    return re.compile('|'.join([*sorted([*filled, *map(re.escape, policies)], key=len, reverse=True), whose]))


ADDRESS = re.compile(r'http://127\.0\.0\.1:\d+/(?:m/\w+(?:#once=[\w-]+)?|n/\w+)')


def texts_of_hook(body):
    """The words of a webhook's message, its members with names too."""
    told = json.loads(body)
    assert told.keys() == {'type', 'id', 'server', 'title', 'text', 'tables'}, told
    for table in told['tables']:
        assert table.keys() - {'order_ended'} == {'table', 'game', 'seat', 'hours_left', 'deadline', 'url'}, table
    return [told['title'], told['text']], [table[key] for table in told['tables'] for key in ('table', 'game', 'seat')]


def texts_of_mail(mail):
    parts = {part.get_content_type(): part.get_content() for part in mail.walk() if not part.is_multipart()}
    addresses = ' '.join(re.findall(r'href="([^"]*)"', parts['text/html']))
    return [mail['Subject'], parts['text/plain'], addresses, html.unescape(re.sub(r'<[^>]*>', '\n', parts['text/html']))]


# ---- A table that is told ------------------------------------------------------------------------------------------------------------


class Told:
    """A table whose seats read each a webhook and a mail of their own."""

    def __init__(self, server, hooks, relay, number):
        self.server, self.hooks, self.relay, self.number = server, hooks, relay, number
        self.game, seats, plan = TABLES[number]
        self.client = server.client()
        status, made = self.client.post('/matches', {'game': self.game, 'seats': ['human'] * seats, 'name': f'Table {number}', **plan})
        assert status == 201, made
        self.path = '/matches/' + made['match']
        self.tokens = {seat['seat']: seat['token'] for seat in made['seats']}
        self.names = {f'Table {number}', *self.tokens, *(f'Person {seat}' for seat in self.tokens)}
        for lang in LANGUAGES:
            self.names.add(self.client.get(f'/games/{self.game}?lang={lang}')[1]['title'])
        for i, (seat, token) in enumerate(self.tokens.items()):
            self.client.post(self.path + '/join', {'name': f'Person {seat}'}, token)
            lang = LANGUAGES[i % 2]
            for kind, address in (('json', hooks.url + self.hook(seat)), ('mail', self.mail(seat))):
                body = {'kind': kind, 'address': address, 'reminders': [24, 6, 1]}
                status, answer = self.client.post(f'{self.path}/channels?lang={lang}', body, token)
                assert status == 201, answer
            self.confirm(seat)
        self.policies = {line for lang in LANGUAGES for line in self.state('A', f'?lang={lang}')['policy']}

    def hook(self, seat):
        return f'/table{self.number}/{seat}'

    def mail(self, seat):
        return f'table{self.number}.{seat.lower()}@example.org'

    def confirm(self, seat):
        asked = wait_for(lambda: self.relay.to(self.mail(seat)))[0]
        page = '/n/' + re.search(r'/n/(\w+)', asked.get_body(('plain',)).get_content()).group(1)
        assert self.client.raw('POST', page, 'answer=yes', {'Content-Type': 'application/x-www-form-urlencoded'})[0] == 200

    def state(self, seat, query=''):
        status, state = self.client.get(self.path + query, self.tokens[seat])
        assert status == 200, state
        return state

    def play(self, chance):
        """Moves at random; now and then half a day goes by, or somebody leaves an order to pass."""
        for step in range(STEPS):
            state = self.state('A', '?plain=1')
            if state['status'] != 'playing' or not state['actors']:
                return
            seat = chance.choice(state['actors'])
            own = self.state(seat, '?plain=1')
            if own.get('moves'):
                self.client.post(self.path + '/moves', {'ply': own['ply'], 'm': chance.choice(own['moves'])}, self.tokens[seat])
            if step % 6 == 5:
                other = chance.choice(sorted(self.tokens))
                self.client.post(self.path + '/standing-order', {'moves': ['pass'], 'times': 1}, self.tokens[other])
            if step % 8 == 7:
                self.server.run_ahead(chance.choice((5, 12, 19)) * HOURS)
            if chance.random() < 0.5:
                self.rest()

    def rest(self):
        wait_for(lambda: due(self.server) == 0 or outbox(self.server) == 0, 5)

    def inspect(self, tally, seen):
        """Each text that was sent to each seat; how many there were."""
        said, may = 0, sentences(self.names, self.policies)
        for seat in self.tokens:
            texts = []
            for got in self.hooks.at(self.hook(seat)):
                words, names = texts_of_hook(got['body'])
                texts += words
                seen.update(self.kinds(json.loads(got['body'])))
                tally.check(set(names) <= self.names, f'{self.game}: names in a notice: {names}')
            for mail in self.relay.to(self.mail(seat)):
                texts += texts_of_mail(mail)
            for text in texts:
                rest = may.sub('', ADDRESS.sub('', text)).strip()
                tally.check(not rest, f'{self.game}: a notice to {seat} says "{rest}": {text}')
                tally.check(not any(token in text for token in self.tokens.values()), f'{self.game}: a token in a notice')
            said += len(texts)
        return said

    @staticmethod
    def kinds(told):
        yield told['type']
        for table in told['tables']:
            if table.get('order_ended'):
                yield 'order ended'
            if table['hours_left']:
                yield 'hours left'


def nothing_but_sentences(tally, hooks):
    relay, seen, said = Mails(), set(), 0
    with Server(*OPTIONS, '--mail-relay', f'smtp://127.0.0.1:{relay.port}', '--mail-from', 'alea@example.org', own_clock=True) as server:
        for number, (game, *_) in enumerate(TABLES):
            table = Told(server, hooks, relay, number)
            table.play(chance_of(f'notices {number}'))
            for token in table.tokens.values():
                table.client.post(table.path + '/resign', {}, token)
            wait_for(lambda: outbox(server) == 0)
            sent = table.inspect(tally, seen)
            tally.check(sent > 10, f'{game}: {sent} texts were sent')
            said += sent
    relay.controller.stop()
    tally.check(seen == {'turns', 'over', 'order ended', 'hours left'}, f'what was told: {seen}')
    print(f'notices_secrecy: {said} texts of notices say nothing but their sentences')


# ---- Two worlds ----------------------------------------------------------------------------------------------------------------------


class World:
    """One of two copies of a store before a secret move, in which all others are told of what awaits them."""

    def __init__(self, fork, server, hooks, number):
        self.fork, self.server, self.hooks, self.number = fork, server, hooks, number
        self.client, self.path, self.tokens = server.client(), fork.recording.path, fork.recording.tokens
        self.others = [seat for seat in fork.strangers if seat is not SPECTATOR]
        self.base = f'/{id(fork)}/world{number}/'
        for seat in self.others:
            body = {'kind': 'json', 'address': hooks.url + self.base + seat, 'reminders': [24, 6, 1]}
            status, answer = self.client.post(self.path + '/channels', body, self.tokens[seat])
            assert status == 201, answer

    def move(self, seat, choose):
        own = self.client.get(self.path, self.tokens[seat])[1]
        moves = [one for one in sorted(own.get('moves', []), key=lambda one: one['text']) if one['verb'] == self.fork.move['verb']]
        if moves:
            move = choose(moves)
            assert self.client.post(self.path + '/moves', {'ply': own['ply'], 'm': move['m']}, self.tokens[seat])[0] == 200
            return move['text']
        return None

    def play(self):
        """The secret moves, another and more of them in the second world; then a day but an hour goes by."""
        chance = chance_of('worlds')
        made = [self.move(self.fork.mover, lambda moves: moves[-1 if self.number else 0])]
        for _ in range(3 * self.number):
            made.append(self.move(self.fork.mover, chance.choice))
        for hours in (1, 17, 5):
            self.server.run_ahead(hours * HOURS)
            wait_for(lambda: due(self.server) == 0 or outbox(self.server) > 0, 2)
            wait_for(lambda: outbox(self.server) == 0)
        return made

    def told(self):
        """Of each of the others, in sequence: its messages without their numbers, deadlines to the minute from now."""
        def without_numbers(message):
            del message['id'], message['server']
            message['text'] = re.sub(r'\d\d:\d\d', '', ADDRESS.sub('', message['text']))
            for table in message['tables']:
                table['url'] = table['url'].rpartition('/m/')[2]
                table['deadline'] = table['deadline'] and abs(table['deadline'] / 1000 - self.server.ahead - time.time()) < 2 * 86400
            return message
        return {seat: [without_numbers(json.loads(got['body'])) for got in self.hooks.at(self.base + seat)] for seat in self.others}


    def go_on(self):
        """All do what ends their turn, until the others are told of another: their addresses are heard."""
        def told():
            return any(self.hooks.at(self.base))
        for _ in range(LONGEST):
            for seat, token in self.tokens.items():
                own = self.client.get(self.path, token)[1]
                moves = own.get('moves') if seat in own['actors'] else None
                if moves:
                    move = next((one for one in moves if one['text'] == 'done'), moves[-1])
                    self.client.post(self.path + '/moves', {'ply': own['ply'], 'm': move['m']}, token)
            if told():
                break
        return wait_for(told, 10)


def the_same_is_sent(tally, hooks, number, times):
    game, seats, plan = TABLES[number]
    chance, tried, forks, sent = chance_of(f'{game} notices'), set(), 0, 0
    for attempt in range(times):
        with Server(*OPTIONS) as server:
            recording = Recording(server, game, seats, **plan)
            for seat, token in recording.tokens.items():
                recording.client.post(recording.path + '/join', {'name': f'Person {seat}'}, token)
            recording.play(attempt * 30, chance)
            fork = find_fork(server, recording, chance, tried, from_side=True)
            recording.close()
            if not fork:
                continue
            server.stop()
            told, made = [], []
            for number in (0, 1):
                with Server(*OPTIONS, own_clock=True) as copy:
                    copy.stop()
                    copy.copy_from(server, fork.plies)
                    copy.start()
                    world = World(fork, copy, hooks, number)
                    made.append(world.play())
                    told.append(world.told())
                    tally.check(world.go_on(), f'{game}: nobody is ever told anything')
            forks, sent = forks + 1, sent + sum(map(len, told[0].values()))
            tally.check(made[0] != made[1] and all(made[0]), f'{game}: {fork.mover} did the same in both worlds: {made}')
            tally.check(told[0] == told[1], f'{game}: {made[0]} / {made[1]} shows in notices: {told}')
    tally.check(forks == times, f'{game}: {forks} secret moves')
    print(f'notices_secrecy: {game}: {sent} notices before a secret comes to light, in each of two worlds; {forks} secrets')


def main():
    tally, hooks = Tally('notices_secrecy'), Hooks()
    nothing_but_sentences(tally, hooks)
    for number, times in FORKS:
        the_same_is_sent(tally, hooks, number, times)
    tally.end()


if __name__ == '__main__':
    main()
