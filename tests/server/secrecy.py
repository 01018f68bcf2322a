# SPDX-License-Identifier: MIT
"""secrecy.py - the law of secrets, over the wire. Two worlds: a match is played to where a seat enters something in secret; its store is
copied, and in the two copies that seat enters different things. Whatever anybody else is then told must be the same, byte for byte but
for the time of day: messages, states, events, words, odds, reasons, errors, chat, transcripts, numbers of plies and revisions; reports and
pictures of days, too (proves INC-TABLE-11).

Where hands are dealt by chance there is no second world: there the names of hidden things are looked for, and messages are counted. In
battles in which each card is the only one of its name, all that can be heard or asked for is searched for the other's cards.
"""
import json
import re

from recording import SPECTATOR, Listener, Recording, chance_of, without_times
from scenario import scenario_of
from serving import Server, Tally

FORKS = {'incursio': 7, 'null': 1}  # of each game with sealed choices: of different verbs
SIDES = ('defenders', 'raiders')
LONGEST = 400
ENOUGH = 10  # cards dealt to hands
LONG = 300  # moves of one match: some go in circles
# Moves of the game whose hands are held in battles that lead to some, the best first.
LIKED = (r'(battle|fight|play|answer)\b', r'act move_(hoplites|galleys)', r'to (attica|boeotia|laconia|thessaly|cyclades|myrtoan_sea)',
         r'(?!pass|retreat|done)')


# ---- To the fork ---------------------------------------------------------------------------------------------------------------------


def strangers_to(heard, mover):
    """Who was not told which move it was."""
    def told(listeners):
        plies = [message for message in listeners[0] if message['kind'] == 'ply']
        return any(message['seat'] == mover and message['move'] for message in plies[:1])
    return [viewer for viewer, listeners in heard.items() if viewer != mover and not told(listeners)]


class Fork:
    """A match in a store that stands before a secret move of `mover`."""

    def __init__(self, recording, mover, move, plies, strangers):
        self.recording, self.mover, self.move, self.plies, self.strangers = recording, mover, move, plies, strangers


def find_fork(server, recording, chance, tried, from_side=False):
    """Plays on to a move with a choice, of a verb that was not tried yet, which nobody but its seat learns (from_side: no other side);
    None if the match ends before."""
    for _ in range(LONGEST):
        state = recording.state(SPECTATOR, '?plain=1')
        if state['status'] != 'playing':
            return None
        mover = chance.choice(state['actors'])
        own = recording.state(mover)
        plies, move = server.count_plies(), chance.choice(own['moves'])
        recording.hear()
        status, answer = recording.move(mover, move['m'], own['ply'])
        assert status == 200, answer
        strangers = strangers_to(recording.hear(), mover)
        secret = len(strangers) > 1 if from_side else len(strangers) == len(recording.tokens)
        others = [one for one in own['moves'] if one['verb'] == move['verb']]
        if len(others) > 1 and move['verb'] not in tried and secret:
            tried.add(move['verb'])
            return Fork(recording, mover, move, plies, strangers)
    return None


# ---- Worlds -----------------------------------------------------------------------------------------------------------------------------


class World:
    """What all but the mover are told, in one of two copies."""

    def __init__(self, fork, server, number):
        self.fork, self.server, self.client = fork, server, server.client()
        self.chance = chance_of(f'world {number}')
        self.path, self.tokens = fork.recording.path, fork.recording.tokens
        self.others = [viewer for viewer in (*self.tokens, SPECTATOR) if viewer != fork.mover]
        self.record = {viewer: [] for viewer in self.others}
        match = fork.recording.match
        assert self.client.get(self.path)[0] == 200  # a question waits until a long match is opened, a socket is told to come again
        self.listeners = {viewer: [Listener(server, match, self.tokens.get(viewer), lang, plain)
                                   for lang, plain in (('en', False), ('it', False), ('en', True))] for viewer in self.others}

    def look(self):
        """Everything that can be asked for, by each of the others."""
        for viewer in self.others:
            token = self.tokens.get(viewer)
            moves = self.client.get(self.path, token)[1].get('moves') or [{'text': self.fork.move['text']}]
            asked = ['', '?lang=it', '?plain=1', '?at=1', '/events?since=0&wait=0', '/events?since=0&wait=0&chat=0&plain=1', '/transcript',
                     '/transcript?explain=1&lang=it', '/words', '/words?what=places', '/words?what=hand', '/odds', '/chat', '/posts', '/posts?as=none', '/consents', '/proposals', '/windows', '/timeline', '/timeline?lang=it&plain=1', *(f'/history?set=site&of=s{site:02}' for site in range(1, 14)),
                     '/report', '/report?round=0&lang=it', f'/report?as={self.fork.mover}', '/map.svg', f'/map.svg?as={self.fork.mover}',
                     *(f'/report?side={side}' for side in SIDES), *(f'/map.svg?round=1&side={side}' for side in SIDES),
                     f'/why?text={moves[0]["text"].replace(" ", "%20")}', f'/why?text={self.fork.move["text"].replace(" ", "%20")}',
                     f'/odds?text={self.fork.move["text"].replace(" ", "%20")}', '?as=all', '?at=9999', '/events?since=0&wait=0&as=none',
                     '/events?since=0&wait=0&as=all', f'/events?since=0&wait=0&as={self.fork.mover}']
            answers = [self.client.get(self.path + path, token) for path in asked]
            for path, body in (('/undo', {'ply': 0}), ('/moves', {'ply': 9999, 'm': 0}), ('/moves', {'ply': 0, 'text': 'nonsense'})):
                answers.append(self.client.post(self.path + path, body, token))
            state = self.client.get(self.path + '?plain=1', token)[1]
            answers.append(self.client.post(self.path + '/undo', {'ply': state['ply']}, token) if self.is_window(state) else None)
            answers.append(self.client.get('/matches'))
            self.record[viewer].append(answers)
            self.record[viewer].append([listener.hear() for listener in self.listeners[viewer]])

    def is_window(self, state):
        """Several enter orders, so that an undo is refused."""
        return len(state['actors']) > 1

    def heard_by_others(self):
        heard = [[listener.hear() for listener in self.listeners[viewer]] for viewer in self.others]
        for viewer, messages in zip(self.others, heard):
            if any(messages):
                self.record[viewer].append(messages)
        return any(any(messages) for messages in heard)

    def mover_moves(self, number):
        """The secret move, another in each world; then as many more as nobody hears of, a few more in the second world."""
        mover, token = self.fork.mover, self.tokens[self.fork.mover]
        made = []
        for i in range(1 + 4 * number):
            own = self.client.get(self.path, token)[1]
            moves = own.get('moves', [])
            if i == 0:
                moves = sorted((one for one in moves if one['verb'] == self.fork.move['verb']), key=lambda one: one['text'])
                move = moves[-1] if number else moves[0]
            else:
                moves = [one for one in moves if one['verb'] == made[0].split()[0]]
                if not moves:
                    break
                move = self.chance.choice(moves)
            status, answer = self.client.post(self.path + '/moves', {'ply': own['ply'], 'm': move['m']}, token)
            assert status == 200, answer
            made.append(move['text'])
            if self.heard_by_others() or mover not in self.client.get(self.path)[1]['actors']:
                break
        return made

    def others_move(self):
        """The same in both worlds, as long as the mover has not finished: nothing can come to light."""
        for viewer in self.others:
            state = self.client.get(self.path, self.tokens.get(viewer))[1]
            moves = state.get('moves') or []
            if viewer is SPECTATOR or len(moves) < 2 or self.fork.mover not in state['actors']:
                continue
            answer = self.client.post(self.path + '/moves', {'ply': state['ply'], 'm': moves[-1]['m']}, self.tokens[viewer])
            self.record[viewer].append(answer)
            self.client.post(self.path + '/chat', {'text': 'Ave'}, self.tokens[viewer])
            self.heard_by_others()

    def told(self):
        """All of it, without the time of day; revisions count from the first."""
        return {viewer: relative(without_times([[listener.told for listener in self.listeners[viewer]], self.record[viewer]]))
                for viewer in self.others}


def relative(told):
    first = told[0][0][0]['rev']
    text = json.dumps(told)
    return json.loads(text, object_hook=lambda at: dict(at, rev=at['rev'] - first) if isinstance(at.get('rev'), int) else at)


def first_difference(one, two, where=''):
    if type(one) is not type(two):
        return f'{where}: {json.dumps(one)[:200]} / {json.dumps(two)[:200]}'
    if isinstance(one, dict) and one.keys() == two.keys():
        pairs = [(key, one[key], two[key]) for key in one]
    elif isinstance(one, list) and len(one) == len(two):
        pairs = [(i, *pair) for i, pair in enumerate(zip(one, two))]
    else:
        return f'{where}: {json.dumps(one)[:300]} / {json.dumps(two)[:300]}'
    return next((first_difference(a, b, f'{where}.{key}') for key, a, b in pairs if a != b), f'{where}: {one} / {two}')


def two_worlds(tally, make, server, fork, game):
    """The two records of everybody else are the same."""
    told, made, own = [], [], []
    server.stop()
    for number in (0, 1):
        with make() as copy:
            copy.stop()
            copy.copy_from(server, fork.plies)
            copy.start()
            world = World(fork, copy, number)
            world.look()
            made.append(world.mover_moves(number))
            world.look()
            world.others_move()
            world.look()
            told.append(world.told())
            own.append(world.client.get(world.path + '?plain=1', world.tokens[fork.mover])[1]['view'])
    tally.check(made[0] != made[1], f'{game}: {fork.mover} did the same in both worlds: {made}')
    tally.check(own[0] != own[1], f'{game}: {fork.mover} sees no difference between {made[0]} and {made[1]}')
    for viewer in told[0]:
        same = told[0][viewer] == told[1][viewer]
        tally.check(same, f'{game}: {fork.mover} {made[0]} / {made[1]} shows to {viewer or "a spectator"}: '
                          f'{"" if same else first_difference(told[0][viewer], told[1][viewer])}')
        tally.check(len(json.dumps(told[0][viewer])) > 5000, 'nearly nothing was recorded')


def forks(tally, make, game):
    chance, tried, found, offered = chance_of(game), set(), [], 0
    for attempt in range(FORKS[game] * 2):
        with make() as server:
            seats = 2
            campaign = game == 'incursio'
            recording = Recording(server, game, seats, options={'map': 'small'} if campaign else {}, master=campaign)
            recording.play(attempt * 30, chance)  # each a little later in the match
            if campaign:
                offered += recording.offers(('d1', 'd2', 'd3', 'r1', 'r2', 'r3'), 6, 'Find the abbot.')
            fork = find_fork(server, recording, chance, tried)
            recording.close()
            if fork:
                two_worlds(tally, make, server, fork, game)
                found.append(fork.move['verb'])
        if len(found) == FORKS[game]:
            break
    tally.check(found, f'{game}: no seat ever entered anything in secret')
    tally.check(game != 'incursio' or offered > 6, f'{game}: {offered} free missions were offered')
    print(f'secrecy: {game}: secret moves {", ".join(found)} in two worlds')


# ---- Hands that chance deals ------------------------------------------------------------------------------------------------------------


def cards_of(shown):
    """{row of the hand: its cards} that a message shows, empty rows left out."""
    return {row: cards for row, cards in (shown.get('hand') or {}).items() if cards}


class Hands:
    """Who is shown which hand, and what the others are told of the plies in which it grows."""

    def __init__(self, tally, recording):
        self.tally, self.recording, self.game = tally, recording, recording.game
        self.owner, self.hand, self.dealt = {}, {}, 0

    def look(self, heard):
        plies = {viewer: [message for message in listeners[0] if message['kind'] == 'ply'] for viewer, listeners in heard.items()}
        told = {viewer: [(message['ply'], message['actor'], message['seat']) for message in messages] for viewer, messages in plies.items()}
        self.tally.check(all(one == told[SPECTATOR] for one in told.values()), f'{self.game}: not told of the same plies: {told}')
        for viewer, listeners in heard.items():
            for message in (message for messages in listeners for message in messages):
                shown = message.get('view') or message.get('changes') or {}
                for row in cards_of(shown):
                    owner = self.owner.setdefault(row, viewer)
                    self.tally.check(viewer is not SPECTATOR and owner == viewer, f'{self.game}: {viewer} is shown the hand of {row}')
                self.tally.check(not shown.get('deck'), f'{self.game}: {viewer} is shown the deck')
        for viewer, messages in plies.items():
            for i, message in enumerate(messages):
                self.grown(viewer, i, message, plies)

    def grown(self, viewer, i, message, plies):
        for row, cards in cards_of(message['changes']).items():
            before = self.hand.get((viewer, row), {})
            fresh = [card for card, n in cards.items() if n > before.get(card, 0)]
            self.hand[viewer, row] = cards
            for card in fresh if message['seat'] == 'chance' else []:
                self.dealt += 1
                for other in (other for other in plies if other != viewer):
                    same = plies[other][i]
                    named = [same['move'], [event['args'] for event in same['events']]]
                    self.tally.check(f'"{card}"' not in json.dumps(named), f'{self.game}: {other} is told that {viewer} drew {card}: {named}')


def hands(tally, make, game, seats, liked=()):
    """No message to anybody names what is in another's hand; everybody is told of the same plies at the same time."""
    with make() as server:
        moves, chance, dealt = 3000, chance_of(f'{game} hands'), 0

        def choose(own):
            best = ([move for move in own if re.match(pattern, move['text'])] for pattern in liked)
            return chance.choice(next(filter(None, best), own))

        while moves > 0 and dealt < ENOUGH:
            recording = Recording(server, game, seats)
            looked = Hands(tally, recording)
            looked.look({viewer: [listener.told for listener in listeners] for viewer, listeners in recording.listeners.items()})
            made, until = 5, moves - LONG
            while made == 5 and moves > max(until, 0) and dealt + looked.dealt < ENOUGH:
                made = recording.play(5, chance, choose if liked else None)
                looked.look(recording.hear())
                moves -= 5
            dealt += looked.dealt
            recording.close()
        tally.check(dealt > 0, f'{game}: no card was ever dealt')
        print(f'secrecy: {game}: {dealt} cards dealt to hands')


# ---- Battles --------------------------------------------------------------------------------------------------------------------------

BATTLES = 2
BATTLE = [('events.*.count', 0), *((f'events.{deck}_no_event_1.count', 1) for deck in ('r3', 'r4', 'r5a', 'r5b')), ('rounds.*.stack_limit', 4),
          ('setup.sparta.hoplites', {'attica': 4}), ('setup.athens.hoplites', {'attica': 4}), ('combat_cards.*.count', 1)]
SURFACES = ['', '?plain=1', '?at=5', '/events?since=0&wait=0', '/events?since=0&wait=0&as=none', '/events?since=5&wait=0&plain=1&chat=0',
            '/transcript', '/transcript?explain=1', '/words', '/words?what=places', '/words?what=hand', '/odds', '/odds?text=fight',
            '/why?text=fight', '/chat']
OTHER_EYES = [path + ('&' if '?' in path else '?') + 'as=' for path in (*SURFACES, '/chain', '/rules', '/scenario') if 'as=' not in path]


class Battle:
    """A battle of two seats in a match of its own, and which cards each of them has held that nobody else has seen."""

    def __init__(self, tally, server, number):
        self.tally, self.number, self.chance = tally, number, chance_of(f'battle {number}')
        self.recording = Recording(server, 'polis', 2, ('en', 'it'), scenario=scenario_of('polis', BATTLE), master=number > 0)
        self.client, self.path, self.tokens = self.recording.client, self.recording.path, self.recording.tokens
        self.viewers = (*self.tokens, SPECTATOR)
        self.names = {}  # of each card, in all languages
        for lang in ('en', 'it'):
            for card in self.client.get(f'/games/polis?lang={lang}')[1]['sets']['card']:
                self.names.setdefault(card['id'], {card['id']}).add(card['name'])
        self.held = {seat: set() for seat in self.tokens}
        self.inspected = 0

    def named(self, cards, told):
        """Those of the cards that are named in what was told."""
        text = json.dumps(told, ensure_ascii=False)
        return {card for card in cards if any(name in text and re.search(rf'\b{name}\b', text) for name in self.names[card])}

    def inspect(self, viewer, told, what):
        others = set().union(*(cards for seat, cards in self.held.items() if seat != viewer))
        self.inspected += 1
        found = self.named(others, told)
        self.tally.check(not found, f'polis: {viewer or "a spectator"} reads of {found} in {what}: {json.dumps(told)[:400]}')

    def look_at_hands(self, heard):
        """What is held now; what a spectator has heard of is nobody's secret any more."""
        for seat, cards in self.held.items():
            rows = self.recording.state(seat, '?plain=1')['view']['hand']
            cards.update(card for row in rows.values() for card in row)
            cards -= self.named(cards, heard[SPECTATOR])

    def look(self, heard):
        self.look_at_hands(heard)
        for viewer in self.viewers:
            self.inspect(viewer, heard[viewer], 'messages')
            for path in SURFACES:
                for lang in ('en', 'it'):
                    answer = self.client.get(f'{self.path}{path}{"&" if "?" in path else "?"}lang={lang}', self.tokens.get(viewer))[1]
                    self.inspect(viewer, answer, path)
        self.look_elsewhere()

    def look_elsewhere(self):
        """Nobody has other eyes yet, at no address, whether or not the table has a Master; and why a card can't be played does not tell where it is."""
        for viewer in self.viewers:
            for eyes in ('all', *(seat for seat in self.tokens if seat != viewer)):
                for path in OTHER_EYES:
                    status, answer = self.client.get(self.path + path + eyes, self.tokens.get(viewer))
                    self.tally.check(status == 403, f'polis: {viewer} looks at {path}{eyes}: {status} {json.dumps(answer)[:200]}')
            elsewhere = [card for card in self.names if card not in self.held.get(viewer, ())]
            reasons = {json.dumps({**self.client.get(f'{self.path}/why?text=play+{card}', self.tokens.get(viewer))[1], 'words': ''})
                       for card in elsewhere}
            self.tally.check(len(reasons) == 1, f'polis: {viewer} learns where cards are: {reasons}')

    def move(self, seat, state):
        """A over its WebSocket, B by requests. From the first battle somebody retreats, and cards stay unseen."""
        flees = self.number == 0 and state['view']['played']
        moves = [move for move in state['moves'] if move['verb'] != ('fight' if flees else 'retreat')]
        choice = self.chance.choice(moves)
        if seat == 'A':
            answer = self.recording.listeners[seat][0].say(ply=state['ply'], m=choice['m'])
        else:
            answer = self.recording.move(seat, choice['m'], state['ply'])[1]
        self.tally.check('events' in answer, f'polis: {seat} {choice["text"]}: {answer}')
        return answer

    def fight(self):
        """The ply at which all hands have been dealt."""
        self.recording.move('A', 'pass')
        self.look(self.recording.hear())
        dealt = self.recording.state()['ply']
        while (state := self.recording.state())['view']['battle']:
            seat = state['actor']
            answer = self.move(seat, self.recording.state(seat))
            heard = self.recording.hear()
            self.look(heard)
            self.inspect(seat, answer, 'the answer to its move')
        self.move(state['actor'], self.recording.state(state['actor']))  # the hands are gone, and stay unseen
        self.look(self.recording.hear())
        return dealt

    def look_back(self, ply):
        """After the end each side's cards are in what its own eyes saw, and in no other's."""
        self.client.post(f'{self.path}/resign', {}, self.tokens['A'])
        for eyes in (*self.tokens, 'none', 'all'):
            told = self.client.get(f'{self.path}/events?since=0&wait=0&as={eyes}')[1]
            for seat, cards in self.held.items():
                seen = cards if eyes in (seat, 'all') else set()
                self.tally.check(self.named(cards, told) == seen, f'polis: {eyes} saw {self.named(cards, told)} of {seat}, not {seen}')
            hand = self.recording.state(SPECTATOR, f'?at={ply}&as={eyes}')['view']['hand']
            self.tally.check(len(cards_of({'hand': hand})) == {'none': 0, 'all': 2}.get(eyes, 1), f'polis: the hands that {eyes} saw: {hand}')
        self.recording.close()


def battles(tally, make):
    with make() as server:
        inspected = unseen = 0
        for number in range(BATTLES):
            battle = Battle(tally, server, number)
            battle.look_back(battle.fight())
            inspected += battle.inspected
            unseen += sum(map(len, battle.held.values()))
        tally.check(unseen > 0, 'polis: all cards of all battles came to light')
        print(f'secrecy: polis: {BATTLES} battles, {inspected} messages and answers searched for the other hand')


def main(make=Server):
    tally = Tally('secrecy')
    for game in FORKS:
        forks(tally, make, game)
    hands(tally, make, 'spqrisiko', 3)
    hands(tally, make, 'polis', 2, LIKED)
    battles(tally, make)
    tally.end()


if __name__ == '__main__':
    main()
