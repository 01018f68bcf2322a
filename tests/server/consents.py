# SPDX-License-Identifier: MIT
"""consents.py - a General asks, single people answer: by the page's API, by a link without an account, or elsewhere and recorded with its
source. What is refused writes nothing and tells nobody; the other side, spectators and whoever is not asked get nothing; links answer by
their form alone, end with their question, and a server that is killed in the middle keeps an answer whole or not at all.
"""
import http.client
import json
import re
import sqlite3
import subprocess
import threading
import time

from recording import SPECTATOR, Recording, chance_of
from serving import ALEA, Server, Tally

SMALL = {'options': {'map': 'small', 'teams': 'players'}}
ROMAN = {'clock': {'kind': 'windows', 'zone': 'Europe/Rome'}}
KILLS = 12


class Table(Recording):
    """A campaign of six, A and B the Generals, in the first window in which people are asked."""

    def __init__(self, server, **plan):
        super().__init__(server, 'incursio', 6, **{**SMALL, **plan})
        self.earlier = None  # a ply at which the window before that one was open
        self.play_on()

    def play_on(self):
        for _ in range(200):
            state = self.state()
            if state['window'] and state['window']['id'] == 'personal':
                break
            self.earlier = state['ply']
            for seat in state['actors']:
                own = self.state(seat)
                done = next((one for one in own['moves'] if one['verb'] == 'done'), None) or own['moves'][0]
                status, answer = self.move(seat, done['m'], own['ply'])
                assert status == 200, answer
        else:
            raise AssertionError('no window for personal actions')
        self.hear()

    def token(self, who):
        return {'admin': self.admin, 'master': self.master, 'host': self.server.host_token}.get(who) or self.tokens.get(who)

    def send(self, who, path, body):
        return self.client.post(self.path + path, body, self.token(who))

    def request(self, who, **body):
        return self.send(who, '/requests', {'ply': self.state(who if who in self.tokens else SPECTATOR)['ply'], **body})

    def asked(self, who, query=''):
        """The questions that somebody is told."""
        status, answer = self.client.get(self.path + '/consents' + query, self.token(who))
        assert status == 200, answer
        return answer['consents']

    def ask(self, order='c2 rest'):
        """A's question, and the link that puts it."""
        status, answer = self.request('A', order=order)
        assert status == 201 and len(answer['consents']) == 1, answer
        question = answer['consents'][0]['question']
        status, link = self.send('A', '/consents/links', {'question': question})
        assert status == 201, link
        return question, link['url'].split('/c/')[1]

    def page(self, token, answer=None, method=None, lang='en', headers=None):
        """(status, headers, text) of a consent link, looked at or answered."""
        method = method or ('GET' if answer is None else 'POST')
        form = {'Content-Type': 'application/x-www-form-urlencoded'} if answer is not None else {}
        status, got, data = self.client.raw(method, f'/c/{token}?lang={lang}', None if answer is None else f'answer={answer}',
                                            {**form, **(headers or {})})
        return status, got, data.decode()

    def answer_of(self, question, who='A'):
        return next((one['answer'] for one in self.asked(who) if one['question'] == question), None)

    def written(self):
        db = sqlite3.connect(f'file:{self.server.db}?mode=ro', uri=True)
        try:
            return [db.execute(f'SELECT count(*) FROM {name}').fetchone()[0] for name in ('plies', 'asked', 'chat', 'links')]
        finally:
            db.close()

    def looks(self):
        return json.dumps([self.state(viewer, '?plain=1') | {'clock': None} for viewer in (*self.tokens, SPECTATOR)])

    def refused(self, tally, what, status, error, ask):
        """Nothing is written, nobody told; the reason is there in both languages."""
        before = self.written(), self.looks()
        self.hear()
        got, answer = ask()
        fits = got == status and (isinstance(answer, str) or answer.get('error') == error and answer.get('text'))
        tally.check(fits, f'{what}: wanted {status} {error}, came {got} {answer}')
        told = [message for listeners in self.hear().values() for messages in listeners for message in messages]
        tally.check(not told and (self.written(), self.looks()) == before, f'{what}: refused, yet {told}')
        return answer


# ---- Requests, questions, answers [proves INC-TABLE-7] [proves INC-TABLE-8] ------------------------------------------------------


def requests(tally, server):
    table = Table(server)
    ply = table.state('A')['ply']
    status, answer = table.request('A', order='c2 mission tithe', note='we need the money')
    question = answer['consents'][0]
    tally.check(status == 201 and question['seat'] == 'C' and question['answer'] == 'open' and 'ithe' in question['text'],
                f'a request in words: {status} {answer}')
    tally.check(answer['ply'] > ply + 1, f'a whole order: {answer}')
    heard = table.hear()
    for viewer in 'BDF':
        tally.check('ithe' not in json.dumps(heard[viewer]) and 'money' not in json.dumps(heard[viewer]), f'{viewer} hears {heard[viewer]}')
    tally.check('ithe' not in json.dumps(heard[SPECTATOR]), f'spectators hear {heard[SPECTATOR]}')
    tally.check('we need the money' in json.dumps(heard['C']), f'C does not hear why: {heard["C"]}')

    # Who knows of it, and who may answer.
    tally.check([one['may'] for one in table.asked('C')] == [['yes', 'no']], f'C may {table.asked("C")}')
    tally.check([one['may'] for one in table.asked('A')] == [['yes']], f'A may record: {table.asked("A")}')
    tally.check([one['may'] for one in table.asked('E')] == [[]], f'E may {table.asked("E")}')
    for who in ('B', 'D', 'F', 'admin', 'host', None):
        tally.check(table.asked(who) == [], f'{who} is told {table.asked(who)}')
    tally.check('text' not in table.asked('C', '?plain=1')[0], 'plain has words')
    tally.check(table.asked('C', '?lang=it')[0]['text'] != table.asked('C')[0]['text'], 'a question in Italian')

    number = question['question']
    for who, why in (('B', 404), ('D', 404), ('E', 422)):
        table.refused(tally, f'{who} answers for C', why, 'refused' if why == 422 else 'not_found',
                      lambda who=who: table.send(who, '/consents', {'question': number, 'answer': 'yes', 'source': 'x'}))
    refusals = [
        ('nobody', 401, 'unauthorized', lambda: table.send(None, '/consents', {'question': number, 'answer': 'yes'})),
        ('no such question', 404, 'not_found', lambda: table.send('C', '/consents', {'question': number ^ 1, 'answer': 'yes'})),
        ('C with a source', 403, 'forbidden', lambda: table.send('C', '/consents', {'question': number, 'answer': 'yes', 'source': 'x'})),
        ('A without a source', 403, 'forbidden', lambda: table.send('A', '/consents', {'question': number, 'answer': 'yes'})),
        ('A records a no', 403, 'forbidden', lambda: table.send('A', '/consents', {'question': number, 'answer': 'no', 'source': 'x'})),
        ('an answer that is none', 400, 'bad_request', lambda: table.send('C', '/consents', {'question': number, 'answer': 'perhaps'})),
        ('no question', 400, 'bad_request', lambda: table.send('C', '/consents', {'answer': 'yes'})),
        ('asked again', 422, 'asks_nothing', lambda: table.request('A', order='c2 mission tithe')),
        ('an order of its own', 422, 'asks_nothing', lambda: table.request('A', order='c1 rest')),
        ('a stale order', 409, 'stale', lambda: table.send('A', '/requests', {'ply': ply, 'order': 'c3 rest'})),
        ('a stale order that asks nothing', 409, 'stale', lambda: table.send('A', '/requests', {'ply': ply, 'order': 'c1 rest'})),
        ('no order at all', 400, 'bad_move', lambda: table.request('A', order='please do something')),
        ('no move at all', 400, 'bad_move', lambda: table.request('A', moves=['assign c3', 'dance'])),
        ('neither', 400, 'bad_request', lambda: table.request('A')),
        ('both', 400, 'bad_request', lambda: table.request('A', order='c3 rest', moves=['assign c3', 'rest'])),
        ('moves of a wrong type', 400, 'bad_request', lambda: table.request('A', moves=['assign c3', 7])),
        ('the second move is refused', 422, 'refused', lambda: table.request('A', moves=['assign c3', 'found s01', 'done'])),
        ('who is no General', 422, 'refused', lambda: table.request('C', moves=['assign c3', 'rest'])),
        ('no structure, in words', 422, 'incomplete', lambda: table.request('A', order='c3 build 4')),
        ('no structure, as moves', 422, 'incomplete', lambda: table.request('A', moves=['assign c3', 'build s04'])),
        ('the admin', 403, 'forbidden', lambda: table.request('admin', moves=['assign c3', 'rest'])),
    ]
    for what, status, error, ask in refusals:
        table.refused(tally, what, status, error, ask)
    said = table.refused(tally, 'by a rule', 422, 'refused', lambda: table.request('C', moves=['assign c3', 'rest']))
    tally.check(said['rule'] == 'INC-ROLE-7', f'the rule: {said}')

    # By the person, changed, the same again.
    for answer in ('no', 'yes', 'yes'):
        before = table.written()
        status, got = table.send('C', '/consents', {'question': number, 'answer': answer})
        tally.check(status == 200 and table.answer_of(number) == answer, f'C says {answer}: {status} {got}')
    tally.check(table.written() == before and got['events'] == [], f'the same again: {got}')
    table.refused(tally, 'A records over C', 422, 'refused',
                  lambda: table.send('A', '/consents', {'question': number, 'answer': 'yes', 'source': 'x'}))

    # Recorded by the own General, with its source; the player is told, and has the last word.
    number = table.request('A', moves=['assign c3', 'rest'])[1]['consents'][0]['question']
    table.hear()
    status, got = table.send('A', '/consents', {'question': number, 'answer': 'yes', 'source': 'in the group, 20:12'})
    one = next(one for one in table.asked('E') if one['question'] == number)
    tally.check(status == 200 and one['answer'] == 'yes' and one['recorded'], f'recorded: {got} {one}')
    heard = {viewer: json.dumps(messages) for viewer, messages in table.hear().items()}
    tally.check('in the group, 20:12' in heard['E'] and '20:12' in heard['C'], f'E is told {heard["E"]}')
    tally.check(not any('20:12' in heard[viewer] for viewer in ('B', 'D', 'F', SPECTATOR)), 'others are told the source')
    tally.check('20:12' in table.client.get(table.path + '/transcript', table.token('E'))[1], 'the record of that side')
    status, got = table.send('E', '/consents', {'question': number, 'answer': 'no'})
    one = next(one for one in table.asked('E') if one['question'] == number)
    tally.check(status == 200 and one['answer'] == 'no' and not one['recorded'], f'E has the last word: {got} {one}')
    table.close()


def before_its_window(tally, server):
    """In the windows of movement, too. [proves INC-TABLE-7]"""
    table = Recording(server, 'incursio', 6, **SMALL)
    for _ in range(20):
        state = table.state()
        if state['window'] and state['window']['id'] == 'move':
            break
        for seat in state['actors']:
            own = table.state(seat)
            table.move(seat, next(one for one in own['moves'] if one['verb'] == 'done')['m'], own['ply'])
    general, player = ('A', 'C') if 'A' in table.state()['window']['seats'] else ('B', 'D')
    other = 'B' if general == 'A' else 'A'
    own = table.state(general)
    table.move(general, next(one for one in own['moves'] if one['verb'] == 'from')['m'], own['ply'])
    before = table.state(general)
    for who in (other, general):
        status, answer = table.client.post(table.path + '/requests', {'ply': table.state(who)['ply'], 'order': 'c2 rest'}, table.tokens[who])
        if who == other:
            after = table.state(general)
            tally.check(after == before, f'{general} sees that {who} asks: {[key for key in before if before[key] != after[key]]}')
            table.move(general, 'back')
        tally.check(status == 201 and answer['consents'], f'{who} asks in the window of movement: {answer}')
    question = table.client.get(table.path + '/consents', table.tokens[player])[1]['consents'][0]
    status, answer = table.client.post(table.path + '/consents', {'question': question['question'], 'answer': 'yes'}, table.tokens[player])
    tally.check(status == 200, f'{player} answers there: {answer}')
    table.close()


def master(tally, server):
    """The Master knows of all questions, records with his source, hands out links; whoever merely made the table does not."""
    table = Table(server, master=True)
    number, _ = table.ask('c2 rest')
    tally.check([one['question'] for one in table.asked('master', '?as=all')] == [number], 'the Master does not see the question')
    tally.check(table.asked('master') == [] and table.asked('master', '?as=B') == [] and len(table.asked('master', '?as=C')) == 1, 'his eyes')
    for who in ('admin', 'host'):
        table.refused(tally, f'{who} records', 403, 'forbidden',
                      lambda who=who: table.send(who, '/consents', {'question': number, 'answer': 'yes', 'source': 'x'}))
        table.refused(tally, f'{who} makes a link', 403, 'forbidden', lambda who=who: table.send(who, '/consents/links', {'question': number}))
    status, link = table.send('master', '/consents/links', {'question': number})
    tally.check(status == 201 and link['seat'] == 'C' and '/c/' in link['url'], f'his link: {link}')
    table.hear()
    status, answer = table.send('master', '/consents', {'question': number, 'answer': 'yes', 'source': 'by telephone'})
    tally.check(status == 200 and table.answer_of(number) == 'yes', f'the Master records: {answer}')
    heard = {viewer: json.dumps(messages) for viewer, messages in table.hear().items()}
    tally.check('by telephone' in heard['C'] and not any('telephone' in heard[viewer] for viewer in ('B', 'D', 'F', SPECTATOR)),
                f'who is told of it: {heard}')
    table.close()


# ---- Links [proves INC-TABLE-8] ---------------------------------------------------------------------------------------------------


def links(tally, server):
    table = Table(server)
    table.client.post(table.path + '/join', {'name': 'Carla <b>&'}, table.tokens['C'])
    number, token = table.ask('c2 build 02 in 4')
    state = json.dumps([table.state(viewer) for viewer in (*table.tokens, SPECTATOR)] + [table.client.get('/matches')])
    tally.check(token not in state and len(token) == 43, 'the token is told')
    with open(server.db, 'rb') as db, open(server.db + '-wal', 'rb') as wal:
        tally.check(token.encode() not in db.read() + wal.read(), 'the token is kept')

    # To look answers nothing; what it shows, and what it does not.
    status, headers, page = table.page(token)
    tally.check(status == 200 and 'Carla &lt;b&gt;&amp;' in page and '500' in page and 'window' in page, f'the page: {status} {page}')
    tally.check(headers['Content-Type'] == 'text/html; charset=utf-8' and headers['Cache-Control'] == 'no-store' and
                headers['Referrer-Policy'] == 'no-referrer' and 'noindex' in page and '<script' not in page and
                "form-action 'self'" in headers['Content-Security-Policy'] and "default-src 'none'" in headers['Content-Security-Policy'] and
                'Set-Cookie' not in headers, f'its head: {headers}')
    tally.check(token not in page and table.match not in page and 'treasury' not in page.lower(), f'it shows more: {page}')
    tally.check('Sì' in table.page(token, lang='it')[2] and 'Yes' in page, 'in both languages')
    status, headers, page = table.page(token, method='HEAD')
    tally.check(status == 200 and not page, f'HEAD: {status} {page}')
    for method, answer in (('GET', None), ('HEAD', None), ('GET', 'yes'), ('HEAD', 'yes')):
        table.page(token, answer, method)
    table.client.raw('GET', f'/c/{token}?answer=yes')
    tally.check(table.answer_of(number) == 'open', 'a look has answered')

    # Answered, changed, twice the same; by a browser whose page tells nothing of itself, and which is signed in.
    for answer in ('yes', 'no', 'no', 'yes'):
        status, _, page = table.page(token, answer, headers={'Origin': 'null', 'Cookie': 'alea_session=' + 'A' * 43})
        tally.check(status == 200 and f'answer is: {answer}' in page and table.answer_of(number) == answer, f'the answer {answer}: {page}')
        tally.check('Thank you, Carla &lt;b&gt;&amp;' in page and f'href="/m/{table.match}"' in page and page.count('aria-pressed') == 1,
                    f'thanks, the way to the seat, the answer given: {page}')
    for what, status, ask in (
            ('no answer', 400, lambda: table.page(token, 'perhaps')), ('an empty form', 400, lambda: table.page(token, '')),
            ('JSON', 400, lambda: (lambda got: (got[0], {}, got[2].decode()))(table.client.raw('POST', f'/c/{token}', '{"answer":"no"}'))),
            ('another token', 404, lambda: table.page('A' * 43, 'no')), ('no token', 404, lambda: table.page('x', 'no')),
            ('a longer token', 404, lambda: table.page(token + 'A', 'no')), ('a seat\'s token', 404, lambda: table.page(table.tokens['C'], 'no'))):
        table.refused(tally, what, status, '', lambda ask=ask: (lambda got: (got[0], got[2]))(ask()))
    tally.check(table.answer_of(number) == 'yes', 'what was refused has answered')
    for path in ('', '/consents', '/chat'):
        tally.check(table.client.get(table.path + path, token)[0] == 401, f'the link opens {path}')
    tally.check(table.client.post(table.path + '/moves', {'ply': 0, 'text': 'done'}, token)[0] == 401, 'the link plays')
    logged = open(server.log, encoding='utf-8').read()
    tally.check('/c/...' in logged and token not in logged, 'the log tells the token')

    # Who may hand them out.
    for who, status, error in (('B', 404, 'not_found'), ('C', 422, 'refused'), ('E', 422, 'refused'), (None, 401, 'unauthorized')):
        table.refused(tally, f'a link by {who}', status, error, lambda who=who: table.send(who, '/consents/links', {'question': number}))
    table.close()


def words_of_links(tally, server):
    """A link tells the words of whoever asks, the last ones, and a free mission its task; none of another question. So does the list of what one is
    asked, to that person alone. [proves INC-TABLE-14]"""
    table = Table(server, master=True)

    def said(who, query=''):
        return [one.get('said') for one in table.asked(who, query)]

    def link(general='A', **request):
        status, answer = table.request(general, **request)
        tally.check(status == 201, f'{request}: {answer}')
        question = answer['consents'][0]['question']
        return question, table.send(general, '/consents/links', {'question': question})[1]['url'].split('/c/')[1]

    def host(text, note, **more):
        status, answer = table.send('master', '/host', {'ply': table.state()['ply'], 'text': text, 'note': note, **more})
        tally.check(status == 200, f'{text}: {answer}')

    number, token = link(order='c2 mission tithe', note='we need the <b>money</b>\nby tomorrow')
    _, other = link(order='c3 rest', note='you look tired')
    _, silent = link('B', order='c2 rest')
    page = table.page(token)[2]
    tally.check('class="said">we need the &lt;b&gt;money&lt;/b&gt;<br>\nby tomorrow</blockquote>' in page and 'In these words' in page and 'tired' not in page,
                f'the words of the request: {page}')
    tally.check('Con queste parole' in table.page(token, lang='it')[2], 'in Italian')
    tally.check('you look tired' in table.page(other)[2] and 'class="said"' not in table.page(silent)[2], 'the words of others')
    tally.check({one['by'] for one in table.asked('C')} == {'team'}, f'who asks: {table.asked("C")}')
    tally.check(said('C') == ['we need the <b>money</b>\nby tomorrow', None] and said('E') == [None, 'you look tired'] and said('C', '?plain=1') == [None, None] and
                said('D') == [None], f'the words to whom they are put: {said("C")}, {said("E")}, {said("D")}')
    tally.check(not any(said('A')) and 'money' not in json.dumps(table.state('C')['consents']), 'words that others are told, or that each state holds')
    back = table.state()['ply']
    host('bulletin', 'It snows.')
    tally.check('money' in table.page(token, 'no')[2], 'the words after the answer')
    again = link(order='c2 mission tithe', note='I ask you again')
    page = table.page(again[1])[2]
    tally.check(again[0] == number and 'I ask you again' in page and 'money' not in page, f'asked again: {page}')

    # What a rewind takes back counts no longer: the words of before it do.
    for side in ('defenders', 'raiders'):
        host(f'consent {side}', 'by telephone')
    host(f'rewind {back}', 'a slip of the hand')
    token = table.send('A', '/consents/links', {'question': number})[1]['url'].split('/c/')[1]
    page = table.page(token)[2]
    tally.check('money' in page and 'again' not in page and 'slip' not in page, f'taken back: {page}')

    host('choose_person d4', 'for the offer')
    host('offer 4', 'Find the abbot.', link='https://example.org/abbey?a=1&b=2')
    offered = next(one for one in table.asked('A') if one['by'] == 'host')
    page = table.page(table.send('master', '/consents/links', {'question': offered['question']})[1]['url'].split('/c/')[1])[2]
    tally.check('Find the abbot.<br>' in page and 'href="https://example.org/abbey?a=1&amp;b=2"' in page and 'the Master offers you' in page and 'for the offer' not in page, f'a free mission: {page}')
    table.close()


def links_end(tally, server):
    """With their question: overtaken, replaced, at another seat, window closed, taken back."""
    table = Table(server)

    def gone(token, what, status=410, says=''):
        for answer in (None, 'yes'):
            got, _, page = table.page(token, answer)
            tally.check(got == status and '<form' not in page and len(page) > 200 and says in page, f'{what}: {got} {page}')

    number, first = table.ask('c2 rest')
    again = table.send('A', '/consents/links', {'question': number})[1]['url'].split('/c/')[1]
    gone(first, 'a link that was replaced', 404)
    tally.check(table.page(again)[0] == 200, 'the one in its place')
    _, other = table.ask('c2 mission tithe')
    gone(again, 'a question that was overtaken', says='another one has taken its place')
    table.client.post(f'{table.path}/seats/C', {'who': 'human'}, table.admin)
    gone(other, 'a seat that was given to another', 404)
    _, last = table.ask('c3 rest')
    _, answered = table.ask('c2 rest')
    tally.check(table.page(answered, 'yes')[0] == 200, 'the answer before the closing')
    for _ in range(40):
        state = table.state()
        if not state['window'] or state['window']['id'] != 'personal':
            break
        table.client.post(f'{table.path}/host', {'ply': state['ply'], 'text': 'close', 'note': 'time'}, table.admin)
    tally.check(not state['window'] or state['window']['id'] != 'personal', 'the window does not close')
    gone(last, 'a window that has closed', says='There was no answer')
    gone(answered, 'a window that has closed on an answer', says='The answer that stood is: yes')
    table.client.call('DELETE', table.path, None, table.admin)
    gone(last, 'a match that is no more', 404)
    table.close()


def taken_back(tally, server):
    """A rewind to before it was asked ends a link, though the same is asked again."""
    table = Table(server)
    back = table.earlier
    number, token = table.ask('c2 rest')
    for side in ('defenders', 'raiders'):
        table.client.post(f'{table.path}/host', {'ply': table.state()['ply'], 'text': f'consent {side}', 'note': 'yes'}, table.admin)
    status, answer = table.client.post(f'{table.path}/host', {'ply': table.state()['ply'], 'text': f'rewind {back}', 'note': 'wrong'}, table.admin)
    tally.check(status == 200, f'the rewind: {answer}')
    status, _, page = table.page(token, 'yes')
    tally.check(status == 410 and 'taken back to before' in page, f'the link outlives the rewind: {status} {page}')
    table.play_on()
    status, answer = table.request('A', order='c2 rest')
    tally.check(answer['consents'][0]['question'] == number, f'the same question, asked again: {answer}')
    tally.check(table.page(token, 'yes')[0] == 410 and table.answer_of(number) == 'open', 'the old link answers the new question')
    fresh = table.send('A', '/consents/links', {'question': number})[1]['url'].split('/c/')[1]
    tally.check(table.page(fresh, 'yes')[0] == 200 and table.answer_of(number) == 'yes', 'the new link does not')
    table.close()


def offered_again(tally, server):
    """A free mission that was turned down and is offered again the same day is another question: what was handed out for the first one is
    dead. A consent that was not used is given again. [proves INC-TABLE-14] [proves INC-TABLE-16]"""
    table = Table(server, master=True)

    def host(text, note=None):
        body = {'ply': table.state()['ply'], 'text': text, **({'note': note} if note else {})}
        status, answer = table.send('master', '/host', body)
        tally.check(status == 200, f'{text}: {answer}')

    def offer():
        host('choose_person d2')
        host('offer 4', 'Find the abbot.')
        question = table.asked('C')[0]['question']
        return question, table.send('master', '/consents/links', {'question': question})[1]['url'].split('/c/')[1]

    first, old = offer()
    tally.check(table.page(old, 'no')[0] == 200 and table.asked('C') == [], f'turned down: {table.asked("C")}')
    second, fresh = offer()
    tally.check(first != second and table.page(old, 'yes')[0] == 410 and table.answer_of(second, 'C') == 'open', f'the link of the first offer: {table.asked("C")}')
    tally.check(table.page(fresh, 'yes')[0] == 200 and table.answer_of(second, 'C') == 'yes', f'that of the second: {table.asked("C")}')
    for side in ('defenders', 'raiders'):
        host(f'consent {side}', 'in the group')
    back = table.state()['ply']
    host('close', 'time')
    while not table.state()['window']:  # what follows by itself
        time.sleep(0.01)
    tally.check(not table.state()['view']['consent'], 'a consent outlives its window')
    refused = table.send('master', '/host', {'ply': table.state()['ply'], 'text': f'rewind {back}', 'note': 'too early'})
    tally.check(refused[0] == 422 and refused[1]['rule'] == 'INC-TABLE-16', f'without a consent: {refused}')
    for side in ('defenders', 'raiders'):
        host(f'consent {side}', 'by telephone')
    host(f'rewind {back}', 'the abbot was ill')
    tally.check(table.state()['window']['id'] == 'personal', f'back: {table.state()["window"]}')
    table.close()


def at_once(tally, server):
    """Yes and no in the same moment: both are answered, and what stands is one of them."""
    table = Table(server)
    number, token = table.ask('c2 rest')
    got = []

    def send(answer):
        client = server.client()
        got.append((client.raw('POST', f'/c/{token}?lang=en', f'answer={answer}')[0], answer))
        client.close()

    for _ in range(4):
        threads = [threading.Thread(target=send, args=(answer,)) for answer in ('yes', 'no')]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    standing = table.answer_of(number)
    tally.check([status for status, _ in got] == [200] * 8 and standing in ('yes', 'no'), f'at once: {got}, {standing}')
    tally.check(f'answer is: {standing}' in table.page(token)[2], 'the page tells what stands')
    table.close()


def two_links(tally, server):
    """Links of several people used in the same moment, of both sides: each is answered, and what stands is each one's own last word."""
    table, chance = Table(server), chance_of('two links')
    asked = {}
    for general, order, seat in (('A', 'c2 rest', 'C'), ('A', 'c3 mission tithe', 'E'), ('B', 'c2 rest', 'D'), ('B', 'c3 rest', 'F')):
        status, made = table.request(general, order=order)
        assert status == 201, made
        question = made['consents'][0]['question']
        link = table.send(general, '/consents/links', {'question': question})[1]['url'].split('/c/')[1]
        asked[seat] = general, question, link
    start, got = threading.Barrier(len(asked)), {seat: [] for seat in asked}

    def answer(seat, words):
        client = server.client()
        for word in words:
            start.wait(60)
            status, _, data = client.raw('POST', f'/c/{asked[seat][2]}?lang=en', f'answer={word}')
            got[seat].append((word, status, f'answer is: {word}' in data.decode()))
        client.close()

    said = {seat: [chance.choice(('yes', 'no')) for _ in range(6)] for seat in asked}
    before = table.written()[0]
    threads = [threading.Thread(target=answer, args=one) for one in said.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seat, (general, question, _) in asked.items():
        tally.check(got[seat] == [(word, 200, True) for word in said[seat]], f'{seat} at once with others: {got[seat]}')
        tally.check(table.answer_of(question, general) == said[seat][-1], f'{seat} said {said[seat]}: {table.asked(general)}')
    changes = sum(1 for words in said.values() for i, word in enumerate(words) if i == 0 or words[i - 1] != word)
    tally.check(table.written()[0] - before == changes, f'{changes} changes wrote {table.written()[0] - before} plies')
    table.close()


def replaced_in_use(tally, server):
    """A fresh link is asked for in the moment in which the old one answers: whichever comes first, one link works, and it alone."""
    table = Table(server)
    for general, order in (('A', 'c2 rest'), ('A', 'c3 rest'), ('B', 'c2 rest'), ('B', 'c3 rest')):
        question = table.request(general, order=order)[1]['consents'][0]['question']

        def link(question=question, general=general):
            return table.send(general, '/consents/links', {'question': question})

        old, used = link()[1]['url'].split('/c/')[1], []
        using = threading.Thread(target=lambda: used.append(server.client().raw('POST', f'/c/{old}', 'answer=yes')[0]))
        using.start()
        status, made = link()
        using.join()
        fresh = made['url'].split('/c/')[1] if status == 201 else None
        fits = (status, used) in ((201, [200]), (201, [404]), (422, [200]))  # who has answered is asked no more
        works = [table.page(token, 'no')[0] for token in (old, fresh) if token]
        tally.check(fits and works == ([404, 200] if fresh else [200]), f'replaced while it answers: {status} {used} {works}')
        tally.check(table.answer_of(question, general) == 'no', 'the link that works does not answer')
    table.close()


def limited(tally):
    """Tries of links are counted, as of any token."""
    with Server(limits=True) as server:
        client = server.client()
        seen = [client.raw('GET', '/c/' + f'{i:043d}') for i in range(40)]
        stati = [status for status, _, _ in seen]
        tally.check(stati[0] == 404 and stati[-1] == 429 and int(seen[-1][1]['Retry-After']) > 0, f'tries: {stati}')
        tally.check(server.stop() == 0, 'the server does not stop cleanly')


def killed(tally, server):
    """In the middle of a consent: whole, or not at all; and what was answered is kept."""
    table, chance = Table(server), chance_of('killed')
    number, token = table.ask('c2 rest')
    answered = 0
    for kill in range(KILLS):
        said = {'last': None, 'sent': None}

        def keep_answering():
            client = server.client()
            try:
                for i in range(200):
                    said['sent'] = ('yes', 'no')[i % 2]
                    if client.raw('POST', f'/c/{token}', f'answer={said["sent"]}')[0] != 200:
                        time.sleep(0.02)
                        continue
                    said['last'] = said['sent']
            except (OSError, http.client.HTTPException):
                pass

        thread = threading.Thread(target=keep_answering)
        thread.start()
        time.sleep(chance.uniform(0.01, 0.15))
        server.kill()
        thread.join()
        server.start()
        table.client = server.client()
        standing = table.answer_of(number)
        tally.check(standing in ({said['last'], said['sent']} if said['last'] else {'open', 'yes', 'no'}), f'kill {kill}: {said}, but {standing} stands')
        tally.check(table.page(token)[0] == 200, f'kill {kill}: the link is lost')
        answered += said['last'] is not None
    tally.check(answered > KILLS // 3, f'only {answered} of {KILLS} rounds answered: nothing was tried')
    check = subprocess.run([ALEA, 'check', server.db], capture_output=True, text=True, timeout=300)
    tally.check(check.returncode == 0, f'alea check: {check.stdout}{check.stderr}')


def closing(tally, server):
    """The page tells until when."""
    table = Table(server, **ROMAN)
    _, token = table.ask('c2 rest')
    page = table.page(token)[2]
    tally.check('rest</blockquote>' in page, f'what is asked, and no more: {page}')
    tally.check(re.search(r'until .*\d\d:\d\d', page), f'no time is told: {page}')
    table.close()


def main():
    tally = Tally('consents')
    with Server() as server:
        for work in (requests, before_its_window, master, links, words_of_links, links_end, taken_back, offered_again, at_once, two_links, replaced_in_use, closing):
            work(tally, server)
        tally.check(server.stop() == 0, 'the server does not stop cleanly')
    limited(tally)
    with Server() as server:
        killed(tally, server)
        tally.check(server.stop() == 0, 'the server does not stop cleanly')
    tally.end()


if __name__ == '__main__':
    main()
