# SPDX-License-Identifier: MIT
"""campaign.py - the rehearsal of a campaign among people: twenty enrol by one link, some answer at once, some late, some never, some by a
link without an account, some in the chat group, where their General records it; some propose. Windows close by the clock when people are
silent. The Master pauses, corrects, publishes, goes back once with both sides' consent; a person is replaced; the server is killed.
Whatever happens, a side hears nothing of the other that it may not, nobody is told who of the other side is done, and numbers only grow.

    ALEA_CAMPAIGN_DAYS=N   how many days (3); all that happens in the first three happens again in each three that follow
    -v                     what each group was sent, day by day
"""
import json
import os
import re
import subprocess
import sys
import time

from recording import SPECTATOR, Listener, chance_of, without_times
from serving import ALEA, Server, Tally

DAYS = int(os.environ.get('ALEA_CAMPAIGN_DAYS', '3'))
VERBOSE = '-v' in sys.argv[1:]
SEATS = 'ABCDEFGHIJKLMNOPQRST'
SIDES = {'defenders': SEATS[0::2], 'raiders': SEATS[1::2]}  # the first of each is its General
TEMPERS = ('at once', 'late', 'by link', 'in the group', 'never', 'refuses')  # of the others, in turn
MARKS = {'defenders': 'olive press', 'raiders': 'black candle'}  # in all that a side says in secret
PLAN = {'game': 'incursio', 'seats': ['human'] * len(SEATS), 'options': {'teams': 'players'}, 'master': True, 'start': 'joined',
        'clock': {'kind': 'windows', 'zone': 'Europe/Rome'}}
ASKED = 5  # people of whom a General asks something in one window
BUDGET = 8  # moves of a General in one window, before he puts an end to what he has begun
STEPS = 40 * DAYS  # moves after which that end must have come: armies that are dealt unit by unit grow with the days
NOT_PLAYED = {'done', 'propose', 'deputy', 'delegate', 'assign', 'reopen', 'give', 'recall'}
REHEARSED = {'rewind', 'close_late', 'record', 'confirm', 'decline', 'consent', 'set_treasury', 'reopen', 'pause', 'bulletin_to'}
ANSWERS = {'confirm', 'decline'}  # to questions, which are answered as questions
SOON = 150  # ms until a window closes that nobody closes
PATIENCE = 20  # seconds until what the server does by itself must have happened


def other_of(side):
    return next(one for one in SIDES if one != side)


def side_of(seat):
    return next((side for side, seats in SIDES.items() if seat and seat in seats), None)


class Person:
    """Whoever sits at a seat now, by the own token."""

    def __init__(self, seat, name, enrolment, token):
        self.seat, self.name, self.enrolment, self.token = seat, name, enrolment, token
        self.listener = None
        place = SIDES[side_of(seat)].index(seat)
        self.temper = TEMPERS[(place - 1) % len(TEMPERS)] if place else 'at once'


class Campaign:
    def __init__(self, tally, server):
        self.tally, self.server, self.client, self.chance = tally, server, server.client(), chance_of('campaign')
        status, made = self.client.post('/matches', PLAN)
        assert status == 201, made
        self.path, self.master, self.admin = f'/matches/{made["match"]}', made['master'], made['admin']
        self.match, self.link, self.people, self.plies = made['match'], None, {}, {}
        self.opened = []  # [(day, name of a window, the spectators' ply there)], those taken back left out
        self.links = []  # [(question, token)] of this window
        self.counts = dict.fromkeys(('moves', 'asked', 'answered', 'by clock', 'battles'), 0)
        self.sent = {side: '' for side in SIDES}  # the plies in the record of a side
        self.kept = {}  # what a side was told by then, and the link of its General there

    # ---- Asking ------------------------------------------------------------------------------------------------------------------

    def token(self, who):
        return self.master if who == 'master' else self.people[who].token if who in self.people else None

    def state(self, who=SPECTATOR, query='?plain=1'):
        status, state = self.client.get(self.path + query, self.token(who))
        assert status == 200, state
        return state

    def send(self, who, path, body):
        return self.client.post(self.path + path, body, self.token(who))

    def wanted(self, wanted, what, got):
        """An answer of the status that was wanted; what came with it."""
        status, answer = got
        self.tally.check(status == wanted, f'{what}: {status} {str(answer)[:400]}')
        return answer

    def host(self, text, note=None, status=200):
        body = {'ply': self.state()['ply'], 'text': text, **({'note': note} if note else {})}
        return self.wanted(status, f'the Master: {text}', self.send('master', '/host', body))

    def questions(self, who):
        status, answer = self.client.get(self.path + '/consents?lang=en', self.token(who))
        assert status == 200, answer
        return answer['consents']

    def window(self):
        """What tells one window from another, as everybody knows it; None when none is open."""
        state = self.state()
        window = state['window']
        return window and (state['round'], window['id'], tuple(window['seats']), window['opened'])

    # ---- Listening -----------------------------------------------------------------------------------------------------------------

    def listen(self):
        """Everybody's sockets, anew."""
        for person in self.people.values():
            person.listener = Listener(self.server, self.match, person.token)
        self.spectator = Listener(self.server, self.match)

    def listeners(self):
        return {**{seat: person.listener for seat, person in self.people.items()}, SPECTATOR: self.spectator}

    def heard_by(self, who, listener):
        """What is fresh; plies come one after the other, whatever is taken back."""
        fresh = listener.hear()
        for message in fresh:
            if message['kind'] == 'ply':
                last = self.plies.get(who, message['ply'] - 1)
                self.tally.check(message['ply'] == last + 1, f'{who} hears ply {message["ply"]} after {last}')
                self.plies[who] = message['ply']
            if message['kind'] == 'state':
                self.tally.check(message['ply'] >= self.plies.get(who, 0), f'{who} was at {self.plies.get(who)}, is at {message["ply"]}')
                self.plies[who] = message['ply']
        side = side_of(who)
        secrets = [mark for one, mark in MARKS.items() if one != side and mark in json.dumps(fresh)]
        self.tally.check(not secrets, f'{who} is told {secrets}: {json.dumps(fresh)[:600]}')
        return fresh

    def hear(self):
        return {who: self.heard_by(who, listener) for who, listener in self.listeners().items()}

    def quietly(self, side, what, act):
        """What one side does in its own window leaves all others where they were, unless the window closes by it."""
        others = [who for who in self.listeners() if side_of(who) != side]
        looks = (SIDES[other_of(side)][0], SPECTATOR)
        for who in others:
            self.heard_by(who, self.listeners()[who])
        window, before = self.window(), [without_times(self.state(who)) for who in looks]
        result = act()
        if self.window() == window:
            for who in others:
                fresh = self.heard_by(who, self.listeners()[who])
                self.tally.check(not fresh, f'{what}: {who} hears {json.dumps(fresh)[:400]}')
            after = [without_times(self.state(who)) for who in looks]
            for who, was, now in zip(looks, before, after):
                self.tally.check(was == now, f'{what}: {who} sees a difference: {differing(was, now)}')
        return result

    # ---- Enrolling -------------------------------------------------------------------------------------------------------------------

    def enrol(self, seat, name, **more):
        made = self.wanted(201, f'{name} enrols', self.client.post(f'{self.path}/enrolments', {'name': name, **more}, self.link))
        return Person(seat, name, made['enrolment'], made['token'])

    def gather(self):
        """All by one link, in no order; the Master seats them; it begins when the last one has come."""
        self.link = self.wanted(200, 'the link', self.send('master', '/enrolment', {'open': True}))['token']
        seats = list(SEATS)
        self.chance.shuffle(seats)
        waiting = [self.enrol(seat, f'Person {seat}', wishes='by the river') for seat in seats]
        listed = self.client.get(f'{self.path}/enrolments', self.master)[1]['enrolments']
        self.tally.check([one['status'] for one in listed] == ['waiting'] * len(SEATS), f'who waits: {listed}')
        self.tally.check(self.state()['status'] == 'waiting', 'it has begun without people')
        for person in waiting:
            self.wanted(200, f'{person.name} is seated', self.send('master', f'/enrolments/{person.enrolment}', {'accept': person.seat}))
            self.people[person.seat] = person
            self.wanted(200, f'{person.name} joins', self.send(person.seat, '/join', {'name': person.name}))
        self.tally.check(self.state()['status'] == 'playing', 'all have joined, and it does not begin')
        self.listen()

    def replace(self, seat):
        """Somebody leaves in the middle, with a question open; the successor finds it, and the old ways in are dead."""
        asked = [one['question'] for one in self.questions(seat)]
        old = self.people[seat]
        successor = self.enrol(seat, f'{old.name} the Younger')
        body = {'accept': seat, 'replace': True}
        self.wanted(200, f'{old.name} is replaced', self.send('master', f'/enrolments/{successor.enrolment}', body))
        self.tally.check(self.client.get(self.path, old.token)[0] == 401, f'{old.name} still gets in')
        successor.temper = 'at once'
        self.people[seat] = successor
        self.wanted(200, f'{successor.name} joins', self.send(seat, '/join', {'name': successor.name}))
        self.tally.check([one['question'] for one in self.questions(seat)] == asked, f'{successor.name} is asked {self.questions(seat)}')
        for question, token, asked_seat in self.links:
            if asked_seat == seat:
                self.tally.check(self.page(token, 'yes')[0] == 404, f'the link of {old.name} answers {question}')
        old.listener.socket.close()
        self.plies.pop(seat)
        successor.listener = Listener(self.server, self.match, successor.token)
        self.hear()

    # ---- Generals --------------------------------------------------------------------------------------------------------------------

    def move(self, seat, move):
        own = self.state(seat)
        self.wanted(200, f'{seat} plays {move}', self.send(seat, '/moves', {'ply': own['ply'], 'm': move}))
        self.counts['moves'] += 1

    def plays(self, seat, budget):
        """Legal moves by chance, so many; then what was begun is ended, and the part is closed where that can be."""
        window = self.window()
        for made in range(STEPS):
            moves = [move for move in self.state(seat, '').get('moves', []) if move['verb'] not in ANSWERS]
            done = next((move for move in moves if move['verb'] == 'done'), None)
            if self.window() != window or not moves or (done is None and all(move['verb'] in NOT_PLAYED for move in moves)):
                return
            open_to_chance = [move for move in moves if move['verb'] not in NOT_PLAYED]
            ends = [move for move in moves if move['verb'] in ('back', 'cancel', 'rest', 'launch', 'camp')]
            if done and (made >= budget or not open_to_chance):
                self.quietly(side_of(seat), f'{seat} is done', lambda: self.move(seat, done['m']))
                return
            wanted = ends if made >= budget and ends and self.chance.random() < 0.8 else open_to_chance
            self.move(seat, self.chance.choice(wanted)['m'])
        self.tally.check(False, f'{seat} finds no end in {window}: {[move["text"] for move in moves][:20]}')

    def orders(self, side, character):
        """What a General might ask, in words; what can't be now is refused, and that costs nothing."""
        sites = [f'{site:02}' for site in (14, 15, 17, 22, 23, 28, 35, 13, 6, 12, 43)]
        site = self.chance.choice(sites)
        structure = self.chance.choice(('01', '02', '03', '10'))
        kinds = {'defenders': [f'build {structure} in {site}', 'mission tithe', f'spy {site}', 'mission levy'],
                 'raiders': [f'spy {site} soldiers', f'spy {site} structures', 'mission summoning', f'mission abduction {site}']}[side]
        self.chance.shuffle(kinds)
        return [f'{character} {kind}' for kind in (*kinds[:2], 'rest')]

    def asks(self, side):
        """The General asks some of the own people, each for one thing."""
        general = SIDES[side][0]
        for place in sorted(self.chance.sample(range(1, len(SIDES[side])), ASKED)):
            for order in self.orders(side, f'c{place + 1}'):
                ply = self.state(general)['ply']
                body = {'ply': ply, 'order': order, 'note': f'{MARKS[side]}, please'}
                status, answer = self.quietly(side, f'{general} asks {order}', lambda: self.send(general, '/requests', body))
                if status == 201:
                    self.counts['asked'] += len(answer['consents'])
                    self.tally.check([one['seat'] for one in answer['consents']] == [SIDES[side][place]], f'{order}: {answer}')
                    break
                refused = status in (400, 422) and answer['error'] in ('refused', 'asks_nothing', 'incomplete', 'bad_move')
                self.tally.check(refused and self.state(general)['ply'] == ply, f'{order}: {status} {answer}')

    # ---- Answers ---------------------------------------------------------------------------------------------------------------------

    def page(self, token, answer):
        form = {'Content-Type': 'application/x-www-form-urlencoded'}
        status, _, data = self.client.raw('POST', f'/c/{token}?lang=en', f'answer={answer}', form)
        return status, data.decode()

    def answer(self, one):
        """A question, as its person answers; None: not at all."""
        seat, number = one['seat'], one['question']
        side = side_of(seat)
        general = SIDES[side][0]

        def by_link():
            url = self.wanted(201, f'a link for {seat}', self.send(general, '/consents/links', {'question': number}))['url']
            self.links.append((number, url.split('/c/')[1], seat))
            return self.page(self.links[-1][1], 'yes')

        ways = {'at once': ('yes', lambda: self.send(seat, '/consents', {'question': number, 'answer': 'yes'})),
                'late': ('yes', lambda: self.send(seat, '/consents', {'question': number, 'answer': 'yes'})),
                'refuses': ('no', lambda: self.send(seat, '/consents', {'question': number, 'answer': 'no'})),
                'by link': ('yes', by_link),
                'in the group': ('yes', lambda: self.send(general, '/consents', {'question': number, 'answer': 'yes',
                                                                                'source': f'in the group, {MARKS[side]}'})),
                'never': None}
        way = ways[self.people[seat].temper]
        if way is None:
            return
        expected, act = way
        may = next(asked['may'] for asked in self.questions(seat) if asked['question'] == number)
        if expected not in may:
            return  # what others answered meanwhile has used up what the rules allow in a day
        self.wanted(200, f'{seat} answers {self.people[seat].temper}', self.quietly(side, f'{seat} answers', act))
        standing = {asked['question']: asked['answer'] for asked in self.questions(seat)}
        self.tally.check(standing.get(number, expected) == expected, f'{seat} said {expected}, but {standing} stands')
        self.counts['answered'] += 1

    def open_questions(self, tempers):
        return [one for side in SIDES for one in self.questions(SIDES[side][0])
                if one['answer'] == 'open' and self.people[one['seat']].temper in tempers]

    def people_act(self, tempers):
        """Who is asked answers; who is not, and is no General, chooses by chance or has nothing to say."""
        for one in self.open_questions(tempers):
            self.answer(one)
        for side, seats in SIDES.items():
            for seat in seats[1:]:
                if self.people[seat].temper in tempers and self.people[seat].temper in ('at once', 'late'):
                    self.plays(seat, self.chance.randrange(4))

    def proposes(self, side, adopted):
        """Somebody writes down what the General might ask of another, for the own side to read; he does so, or does not."""
        general, author, other = SIDES[side][0], SIDES[side][1], SIDES[other_of(side)][0]
        body = {'order': f'c{len(SIDES[side])} rest', 'text': f'Let them sleep by the {MARKS[side]}'}
        made = self.quietly(side, f'{author} proposes', lambda: self.send(author, '/proposals', body))
        number = self.wanted(201, f'{author} proposes', made)['proposal']
        for reader in (general, author, other, SPECTATOR):
            told = json.dumps(self.client.get(f'{self.path}/proposals', self.token(reader)))
            self.tally.check((MARKS[side] in told) == (side_of(reader) == side), f'{reader} reads of proposals {told[:400]}')
        act = 'adopt' if adopted else 'decline'
        answer = {'ply': self.state(general)['ply']} if adopted else {}
        self.wanted(200, f'{general}: {act}', self.quietly(side, f'{general}: {act}', lambda: self.send(
            general, f'/proposals/{self.number_of(general, number)}/{act}', answer)))

    def number_of(self, who, number):
        """Of a team the numbers are the same."""
        known = [one['proposal'] for one in self.client.get(f'{self.path}/proposals', self.token(who))[1]['proposals']]
        self.tally.check(number in known, f'{who} knows of proposals {known}, not of {number}')
        return number

    # ---- The Master ------------------------------------------------------------------------------------------------------------------

    def closes_in(self, ms):
        ply = self.state()['ply']
        closes = int(time.time() * 1000) + ms
        self.wanted(200, 'closing time', self.send('master', '/host', {'ply': ply, 'closes': closes}))
        return closes

    def wait_for(self, what, holds):
        deadline = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > deadline:
                return self.tally.check(False, f'{what} does not come: {self.state()}')
            time.sleep(0.01)
        return True

    def closing_time(self):
        """Somebody is silent: the clock closes the window, by the table's own move; one without a time of its own the Master closes."""
        window, state = self.window(), self.state()
        if state['window']['closes'] is None:
            self.host('close', 'it has been long enough')
            return
        self.closes_in(SOON)
        self.wait_for('the closing', lambda: self.window() != window)
        self.counts['by clock'] += 1

    def publishes(self):
        self.host('bulletin', 'A storm over Esdef.\nhttps://example.org/storm.mp4')
        for side in SIDES:
            self.host(f'bulletin_to {side}', f'For you alone: the {MARKS[side]}.')
        heard = self.hear()
        for who, fresh in heard.items():
            told = json.dumps(fresh)
            own = side_of(who)
            self.tally.check('A storm over Esdef' in told and (own is None or MARKS[own] in told), f'{who} reads {told[:400]}')

    def pauses(self):
        """Nothing closes in a pause, though its time goes by; orders are entered."""
        window = self.window()
        closes = self.closes_in(10 * SOON)
        self.host('pause', 'a funeral in the village')
        self.people_act(('at once',))
        time.sleep(max(0, closes / 1000 - time.time()) + 0.1)
        self.tally.check(self.window() == window and self.state()['window']['paused'], 'a window closes in a pause')
        self.host('resume', 'we go on')
        after = self.state()['window']
        self.tally.check(not after['paused'] and after['closes'] > time.time() * 1000, f'after a pause: {after}')

    def corrects(self):
        """The side concerned reads what and why, the other that something was corrected."""
        self.hear()
        self.host(f'set_treasury {1000 + 50 * self.chance.randrange(20)}', f'miscounted: the {MARKS["defenders"]}')
        self.host('correct s14')
        self.host('add_unit f', f'a late levy at the {MARKS["defenders"]}')
        heard = self.hear()
        for seat, fresh in heard.items():
            told = json.dumps(fresh)
            self.tally.check((MARKS['defenders'] in told) == (side_of(seat) == 'defenders') and told != '[]', f'{seat} reads {told[:400]}')

    def goes_back(self):
        """To the window for personal actions of that day, with a reason: not before both sides consent."""
        day, _, then = next(one for one in reversed(self.opened) if one[1] == 'personal')
        spectator, links = self.state()['ply'], self.links
        self.host(f'rewind {then}', 'a mistake in the maintenance', 422)
        for side in SIDES:
            self.host(f'consent {side}', 'agreed in the group')
        self.host(f'rewind {then}', 'a mistake in the maintenance')
        state = self.state()
        self.tally.check(state['window']['id'] == 'personal' and state['round'] == day, f'back at {state["window"]} of {state["round"]}')
        self.tally.check(state['ply'] > spectator, f'{spectator} plies have become {state["ply"]}')
        for number, token, _ in links:
            self.tally.check(self.page(token, 'yes')[0] in (404, 410), f'the link of {number} outlives the rewind')
        heard = self.hear()
        deaf = [who for who, fresh in heard.items() if 'a mistake in the maintenance' not in json.dumps(fresh)]
        self.tally.check(not deaf, f'{deaf} are not told the reason')

    def takes_back(self):
        """Whoever was done is not, and is again."""
        for side in SIDES:
            for seat in SIDES[side]:
                words = [move['text'] for move in self.state(seat, '').get('moves', [])]
                if 'reopen' in words:
                    for text in ('reopen', 'done'):
                        body = {'ply': self.state(seat)['ply'], 'text': text}
                        self.wanted(200, f'{seat}: {text}', self.quietly(side, f'{seat}: {text}', lambda: self.send(seat, '/moves', body)))
                    break

    # ---- A day -----------------------------------------------------------------------------------------------------------------------

    def killed(self):
        """kill -9: everybody finds what was there."""
        looks = (*SEATS, SPECTATOR)
        before = {who: without_times(self.state(who)) for who in looks}
        asked = {seat: self.questions(seat) for seat in SEATS}
        self.server.kill()
        self.server.start()
        self.client.close()
        self.state()  # waits until the match is open; a socket would be told to come again
        self.listen()
        online = {'seats', 'rev', 'clock'}
        for who in looks:
            after = without_times(self.state(who))
            differs = [key for key in before[who] if key not in online and before[who][key] != after.get(key)]
            self.tally.check(not differs and after['rev'] >= before[who]['rev'], f'{who} finds other {differs} after kill -9')
        self.tally.check({seat: self.questions(seat) for seat in SEATS} == asked, 'other questions after kill -9')
        self.hear()

    INCIDENTS = {(1, 'move'): ('publishes',), (1, 'personal'): ('pauses',), (1, 'final'): ('corrects',),
                 (2, 'personal'): ('replaces', 'killed'), (2, 'final'): ('goes_back',), (0, 'personal'): ('takes_back',)}

    def replaces(self):
        """The first who has not answered."""
        open_to = [one['seat'] for one in self.open_questions(TEMPERS)]
        self.replace(open_to[0] if open_to else SEATS[-1])

    def incidents(self, day, name, happened):
        for incident in self.INCIDENTS.get((day % 3, name), ()):
            if day > 0 and (day, incident) not in happened:
                happened.add((day, incident))
                getattr(self, incident)()
                if incident == 'goes_back':
                    return True
        return False

    def play_window(self, happened):
        """One window from its opening to its end; True if the Master went back meanwhile."""
        state, window = self.state(), self.window()
        name, seats, ply = state['window']['id'], state['window']['seats'], state['ply']
        self.opened.append((state['round'], name, ply))
        sides = [side for side, members in SIDES.items() if members[0] in seats]
        silent = name not in ('setup', 'personal') and self.chance.random() < 0.2
        if name == 'move' and (state['round'], 'proposes') not in happened:
            happened.add((state['round'], 'proposes'))
            for side in SIDES:
                self.proposes(side, (state['round'] + (side == 'raiders')) % 2)
        if name in ('move', 'assault', 'personal'):
            for side in SIDES:
                self.asks(side)
        self.people_act(('at once', 'by link'))
        if self.window() == window and self.incidents(state['round'], name, happened):
            return True
        for side in [] if silent else sides:
            if self.window() == window:
                self.plays(SIDES[side][0], BUDGET)
        if self.window() == window:
            self.people_act(('late', 'in the group', 'refuses'))
        if self.window() == window:
            self.closing_time()
        self.hear()
        if self.window() != window:
            self.links_are_dead(name)
        return False

    def links_are_dead(self, name):
        """Links of questions that stand no longer answer nothing."""
        standing = {one['question'] for side in SIDES for one in self.questions(SIDES[side][0])}
        for number, token, seat in self.links:
            if number not in standing:
                status, _ = self.page(token, 'yes')
                self.tally.check(status in (404, 410), f'after {name} the link of {seat} still answers: {status}')
        self.links = [one for one in self.links if one[0] in standing]

    def play(self):
        self.gather()
        day, happened = 0, set()
        while True:
            self.wait_for('a window', lambda: self.state()['window'] or self.state()['status'] == 'over')
            state = self.state()
            if state['status'] == 'over':
                self.report(day)
                return
            if state['round'] > day:
                self.evening(day)
                day = state['round']
                if day > DAYS:
                    return
            self.play_window(happened)

    # ---- Records ---------------------------------------------------------------------------------------------------------------------

    def record(self, who, query=''):
        status, text = self.client.get(f'{self.path}/transcript{query}', self.token(who))
        assert status == 200, text
        return text

    def told(self, who, query=''):
        """{ply: (seat, move or None)} of all that somebody was told."""
        told, since = {}, 0
        while True:
            status, page = self.client.get(f'{self.path}/events?since={since}&wait=0&lang=en&limit=500{query}', self.token(who))
            assert status == 200, page
            plies = [message for message in page['messages'] if message['kind'] == 'ply']
            if not plies:
                return told
            told.update({one['ply']: one['move'] and (one['seat'], one['move']['text']) for one in plies})
            since = plies[-1]['ply']

    def evening(self, day):
        """What each side was sent of the day, and that its record holds what it was told and nothing of the other."""
        public = set(plies_of(self.record(SPECTATOR)).values())
        for side, seats in SIDES.items():
            text = self.record(seats[0])
            lines = plies_of(text)
            told = self.told(seats[0])
            self.tally.check(lines == told, f'day {day}: the record of {seats[0]} differs from what it was told: {differing(lines, told)}')
            theirs = {one for one in lines.values() if one and one[0] in SIDES[other_of(side)]}
            self.tally.check(theirs <= public, f'day {day}: {side} have of the others {theirs - public}')
            self.tally.check(MARKS[other_of(side)] not in text, f'day {day}: the record of the {side} holds a secret of the others')
            body = body_of(text)
            self.tally.check(body.startswith(self.sent[side]), f'day {day}: the record of the {side} has lost something')
            self.sent[side], self.kept[side] = body, (told, self.state(seats[0])['chain'])
            his = self.record('master', f'?as={seats[0]}')
            self.tally.check(his == text, f'day {day}: through the eyes of {seats[0]} the Master has another record')
        self.report(day)

    def report(self, day):
        path = os.path.join(self.server.folder, 'campaign.alea')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(self.record('master', '?as=all'))
        for side in SIDES:
            got = alea('report', path, '--round', str(day), '--side', side, '--lang', 'en')
            self.tally.check(got.returncode == 0 and got.stdout, f'the report of day {day}: {got.stderr}')
            self.tally.check(MARKS[other_of(side)] not in got.stdout, f'day {day}: the report of the {side} holds a secret of the others')
            if VERBOSE:
                print(f'---- day {day}, {side} ----\n{got.stdout}')

    def ends(self):
        """One side resigns: everything is opened, and can be played again and verified."""
        if self.state()['status'] != 'over':
            self.host('resign raiders', 'we have seen enough')
        state = self.state()
        self.tally.check(state['status'] == 'over' and state['dice']['seed'], f'it does not end: {state["status"]}')
        whole, path = self.record(SPECTATOR), os.path.join(self.server.folder, 'whole.alea')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(whole)
        for command in ('check', 'verify'):
            got = alea(command, path)
            self.tally.check(got.returncode == 0, f'alea {command}: {got.stdout}{got.stderr}')
        for side, seats in SIDES.items():
            was, link = self.kept[side]
            now = {ply: one for ply, one in self.told(SPECTATOR, f'&as={seats[0]}').items() if ply in was}
            self.tally.check(now == was, f'the {side} were told other things before the end: {differing(was, now)}')
            got = alea('verify', path, '--seat', seats[0], '--link', link)
            self.tally.check(got.returncode == 0, f'the link of {seats[0]}: {got.stdout}{got.stderr}')
        texts = [one[1].split(' ')[0] for one in plies_of(whole).values()]
        self.tally.check(REHEARSED <= set(texts), f'not rehearsed: {REHEARSED - set(texts)}')
        self.counts['battles'] = texts.count('launch')
        return len(texts)


def body_of(text):
    """The plies of a record, without its head and what stands behind them."""
    return ''.join(line + '\n' for line in text.split('\n') if PLY.match(line))


PLY = re.compile(r'(?:# )?(\d+) (\S+)(?: ([^|]*?))?(?: \|.*)?$')
SIGNS = {'*': 'chance', '!': 'host'}


def plies_of(text):
    """{ply: (seat, move), or None where it is left out}."""
    plies = {}
    for line in text.split('\n'):
        if match := PLY.match(line):
            number, seat, move = match.groups()
            plies[int(number)] = None if line.startswith('#') else (SIGNS.get(seat, seat), move)
    return plies


def differing(one, other):
    return [(key, one.get(key), other.get(key)) for key in sorted(one.keys() | other.keys()) if one.get(key) != other.get(key)][:5]


def alea(*words):
    return subprocess.run([ALEA, *words], capture_output=True, text=True, timeout=300)


def main():
    tally, began = Tally('campaign'), time.monotonic()
    with Server() as server:
        campaign = Campaign(tally, server)
        campaign.play()
        plies = campaign.ends()
        tally.check(server.stop() == 0, 'the server does not stop cleanly')
        got = alea('check', server.db)
        tally.check(got.returncode == 0, f'alea check: {got.stdout}{got.stderr}')
        counts = ', '.join(f'{number} {what}' for what, number in campaign.counts.items())
        print(f'campaign: {DAYS} days of {len(SEATS)} people in {time.monotonic() - began:.1f} s: {plies} plies, {counts}')
    tally.end()


if __name__ == '__main__':
    main()
