# SPDX-License-Identifier: MIT
"""recording.py - matches played by random clients through a real server, and all that each seat and a spectator is told of them."""
import json
import random

from serving import WebSocket

SPECTATOR = None


class Listener:
    """A WebSocket that has read all there is: hear() ends with the answer to a ping, which comes behind everything else."""

    def __init__(self, server, match, token=None, lang='en', plain=False):
        self.lang, self.plain, self.token = lang, plain, token
        self.socket = WebSocket(server.port, f'/api/v1/matches/{match}/live?lang={lang}{"&plain=1" if plain else ""}', token)
        self.told = []
        self.hear()

    def hear(self):
        """What has come since the last time."""
        fresh = []
        self.socket.send({'id': 'heard', 'ping': 1})
        while (message := self.socket.receive()).get('id') != 'heard':
            fresh.append(message)
        self.told += fresh
        return fresh

    def say(self, **said):
        """The answer to what is said; messages that come before it are kept."""
        self.socket.send(dict(said, id='said'))
        while (message := self.socket.receive()).get('id') != 'said':
            self.told.append(message)
        return message


class Recording:
    """A match with a WebSocket for each seat and one for a spectator, in words and plain."""

    def __init__(self, server, game, seats, languages=('en',), **plan):
        self.server, self.client = server, server.client()
        self.game = game
        status, made = self.client.post('/matches', dict(plan, game=game, seats=['human'] * seats))
        assert status == 201, made
        self.match, self.admin, self.master = made['match'], made['admin'], made.get('master')
        self.tokens = {seat['seat']: seat['token'] for seat in made['seats']}
        self.path = f'/matches/{self.match}'
        self.listeners = {}
        for viewer in (*self.tokens, SPECTATOR):
            token = self.tokens.get(viewer)
            self.listeners[viewer] = [Listener(server, self.match, token, lang) for lang in languages]
            self.listeners[viewer].append(Listener(server, self.match, token, plain=True))

    def state(self, viewer=SPECTATOR, query=''):
        status, state = self.client.get(self.path + query, self.tokens.get(viewer))
        assert status == 200, state
        return state

    def move(self, seat, move, ply=None):
        """(status, answer) of a move by its number or its words."""
        ply = self.state(seat, '?plain=1')['ply'] if ply is None else ply
        body = {'ply': ply, 'text' if isinstance(move, str) else 'm': move}
        return self.client.post(self.path + '/moves', body, self.tokens[seat])

    def play(self, moves, chance, wanted=None):
        """Up to so many random moves; the number of those made. wanted(moves), given, chooses one."""
        for made in range(moves):
            state = self.state(SPECTATOR, '?plain=1')
            if state['status'] != 'playing' or not state['actors']:
                return made
            seat = chance.choice(state['actors'])
            own = self.state(seat, '' if wanted else '?plain=1')
            move = wanted(own['moves'])['m'] if wanted else chance.choice(own['moves'])
            status, answer = self.move(seat, move, own['ply'])
            assert status == 200, answer
        return moves

    def offers(self, people, day, task):
        """The Master offers each of these people a free mission until that day; how many offers the rules allow."""
        made = 0
        for person in people:
            answers = [self.client.post(f'{self.path}/host', {'ply': self.state(SPECTATOR, '?plain=1')['ply'], **said}, self.master)
                       for said in ({'text': f'choose_person {person}'}, {'text': f'offer {day}', 'note': task})]
            assert all(status in (200, 422) for status, _ in answers), answers
            made += all(status == 200 for status, _ in answers)
        return made

    def hear(self):
        """{viewer: the fresh messages of its listeners}."""
        return {viewer: [listener.hear() for listener in listeners] for viewer, listeners in self.listeners.items()}

    def close(self):
        for listeners in self.listeners.values():
            for listener in listeners:
                listener.socket.close()


def merged(view, messages):
    """A view as a client has it that lays `changes` over it; a state stands for itself."""
    for message in messages:
        if message['kind'] == 'state':
            view = message['view']
        elif message['kind'] == 'ply':
            view = dict(view, **message['changes'])
    return view


def without_times(value):
    """The same without what the time of day makes: clocks' now and deadlines, moments, and names that the server draws."""
    text = json.dumps(value, sort_keys=True)
    return json.loads(text, object_hook=lambda at: {key: part for key, part in at.items() if key not in TIMES})


TIMES = {'now', 'deadline', 'left', 'at', 'created', 'changed'}


def chance_of(words):
    return random.Random(words)
