# SPDX-License-Identifier: MIT
"""schema.py - every message of recorded matches of every game, for every seat and a spectator, in both languages and plain, against
docs/openapi.json and the game's docs/view.GAME.json: no member that is not foreseen. The committed schemas are what `alea games GAME
--schema` prints, and what a client has that lays changes over what it knew is what a fresh look tells.   ALEA_MOVES=N: of each match
"""
import functools
import glob
import json
import os
import subprocess

from json_schema import Schema, loose
from recording import Recording, chance_of, merged
from serving import ALEA, Server, Tally

DOCS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'docs')
MOVES = int(os.environ.get('ALEA_MOVES', '120'))
STEP = 10  # moves between two looks at what was told
# A second match, of two, by other rules.
OTHERWISE = {'spqrisiko': {'two_players': True, 'setup_mode': 'draft'}, 'incursio': {'map': 'small'}}
# What a state and the last message of a batch both tell.
SHARED = ('actor', 'actors', 'round', 'status', 'prompt', 'undo', 'ply', 'chain')


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


@functools.cache
def printed_schema(game):
    return subprocess.run([ALEA, 'games', game, '--schema'], capture_output=True, text=True, check=True, timeout=120).stdout


def fault_of_file(game):
    """What is wrong with the committed schema of a game that is listed, or None. Others need none."""
    path = os.path.join(DOCS, f'view.{game}.json')
    if not os.path.exists(path):
        return f'{game} is listed and has no docs/view.{game}.json: alea games {game} --schema >docs/view.{game}.json'
    return None if read(path) == printed_schema(game) else f'docs/view.{game}.json is not what `alea games {game} --schema` prints'


class Checker:
    def __init__(self, tally, game):
        self.tally, self.game, self.messages = tally, game, 0
        self.api = Schema(json.loads(read(os.path.join(DOCS, 'openapi.json'))))
        self.view = Schema(json.loads(printed_schema(game)))

    def faults_of_changes(self, changes):
        members = self.view.document['properties']
        found = [f'changes.{key} is not foreseen' for key in changes if key not in members]
        return found + [fault for key, value in changes.items() if key in members
                        for fault in self.view.faults(value, members[key], f'changes.{key}')]

    def check(self, message, schema, who):
        self.messages += 1
        faults = self.api.faults(message, {'$ref': f'#/components/schemas/{schema}'}, who)
        for one in message.get('messages', [message]) if schema in ('Message', 'State', 'Events') else []:
            if one['kind'] == 'state':
                faults += self.view.faults(one['view'], self.view.document, f'{who}: view')
            elif one['kind'] == 'ply':
                faults += self.faults_of_changes(one['changes'])
        self.tally.check(not faults, f'{self.game}, {who}: {"; ".join(faults[:4])} in {json.dumps(message)[:400]}')


def agree(tally, recording, viewer, listener, heard, known):
    """What the listener knows by its messages is what a look at the table tells."""
    query = '?plain=1' if listener.plain else f'?lang={listener.lang}'
    fresh = recording.state(viewer, query)
    view = merged(known, heard)
    different = [key for key in fresh['view'] if view.get(key) != fresh['view'][key]]
    tally.check(not different, f'{recording.game}, {viewer or "spectator"}: by its messages these are otherwise: {different}')
    last = next((message for message in reversed(heard) if message['kind'] in ('ply', 'state')), None)
    other = [key for key in SHARED if last and last.get(key) != fresh.get(key)]
    told = [message['rev'] for message in heard if 'rev' in message]
    tally.check(not told or told[-1] == fresh['rev'], f'{recording.game}, {viewer}: revisions {told}, then {fresh["rev"]}')
    tally.check(not other, f'{recording.game}, {viewer or "spectator"}: the last message tells otherwise: '
                           f'{[(key, last.get(key), fresh.get(key)) for key in other]}')
    if last:
        tally.check(last.get('moves') == fresh.get('moves'), f'{recording.game}, {viewer}: other moves than a look tells')
    return view


def look_around(checker, recording, viewer):
    client, path, token = recording.client, recording.path, recording.tokens.get(viewer)
    who = viewer or 'spectator'
    state = recording.state(viewer, '?lang=it')
    checker.check(state, 'State', who)
    checker.check(client.get(f'{path}/events?since={max(0, state["ply"] - 5)}&wait=0&lang=it', token)[1], 'Events', who)
    for words in ('lang=it', 'plain=1'):
        told = client.get(f'{path}/events?since={max(0, state["ply"] - 5)}&wait=0&brief=1&{words}', token)[1]
        checker.check(told, 'Events', who)
    checker.check(client.get(f'{path}/odds', token)[1], 'Odds', who)
    checker.check(client.get(f'{path}/words?what=places', token)[1], 'Words', who)
    checker.check(client.post(f'{path}/moves', {'ply': 0, 'm': 0}, token)[1], 'Error', who)
    checker.check(client.get(f'{path}?as=all', token)[1], 'State' if state['status'] == 'over' else 'Error', who)
    if state.get('moves'):
        checker.check(client.get(f'{path}/why?text={state["moves"][0]["text"].replace(" ", "+")}', token)[1], 'Why', who)
        checker.check(client.get(f'{path}/odds?text={state["moves"][-1]["text"].replace(" ", "+")}', token)[1], 'Odds', who)


def look_back(tally, checker, recording):
    """Through any eyes, the plies told again page by page lead from the beginning to the end."""
    for eyes in (*recording.tokens, 'none', 'all'):
        view, ply, last = recording.state(None, f'?at=0&as={eyes}')['view'], 0, recording.state(None, f'?as={eyes}')
        while ply < last['ply']:
            told = recording.client.get(f'{recording.path}/events?since={ply}&limit=100&wait=0&lang=it&as={eyes}')[1]
            checker.check(told, 'Events', f'through {eyes}')
            view, ply, was = merged(view, told['messages']), told['ply'], ply
            tally.check([message['ply'] for message in told['messages']] == list(range(was + 1, ply + 1)), f'{eyes}: plies after {was}')
        tally.check(view == last['view'], f'{recording.game}: the plies that {eyes} saw do not lead to the end')


def play(tally, server, game, seats, **plan):
    """A match of random moves, looked at every few moves; then chat, a pause, and its end."""
    chance = chance_of(f'{game} {plan}')
    checker, recording = Checker(tally, game), Recording(server, game, seats, ('en', 'it'), **plan)
    views = {viewer: [{} for _ in listeners] for viewer, listeners in recording.listeners.items()}

    def listen():
        for viewer, heard in recording.hear().items():
            for i, messages in enumerate(heard):
                for message in messages:
                    checker.check(message, 'Message', viewer or 'spectator')
                listener = recording.listeners[viewer][i]
                whole = messages if views[viewer][i] else listener.told
                views[viewer][i] = agree(tally, recording, viewer, listener, whole, views[viewer][i])

    for listeners in recording.listeners.values():
        for listener in listeners:
            checker.check(listener.told[0], 'Message', 'first')
    for step in range(MOVES // STEP):
        made = recording.play(STEP, chance)
        listen()
        look_around(checker, recording, list(views)[step % len(views)])
        if made < STEP:
            break
    first = recording.listeners['A'][0]
    for said in ({'chat': 'Ave'}, {'undo': True, 'ply': 0}, {'ply': 0, 'm': 1}, {'ping': 1}, {'nonsense': 1}, {'ply': -1, 'm': 0}):
        checker.check(first.say(**said), 'Message', 'A')
    recording.client.post(recording.path + '/pause', {'paused': True}, recording.admin)
    recording.client.post(recording.path + '/pause', {'paused': False}, recording.admin)
    listen()
    for seat in recording.tokens:
        recording.client.post(recording.path + '/resign', {}, recording.tokens[seat])
    listen()
    checker.check(recording.state(None, '?as=all'), 'State', 'after the end')
    look_back(tally, checker, recording)
    recording.close()
    return checker.messages


def clock_of(game):
    return {'kind': 'windows', 'zone': 'Europe/Rome'} if game['windows'] else {'kind': 'live', 'reserve': 900, 'move': 60}


def main():
    tally = Tally('schema')
    document = json.loads(read(os.path.join(DOCS, 'openapi.json')))
    tally.check(not loose(document['components']), f'openapi.json lets members be added: {loose(document["components"])}')
    games = json.loads(subprocess.run([ALEA, 'games', '--json'], capture_output=True, text=True, check=True, timeout=20).stdout)['games']
    for game in games:
        fault = fault_of_file(game['id'])
        tally.check(not fault, fault)
        tally.check(not loose(json.loads(printed_schema(game['id']))), f'the schema of {game["id"]} lets members be added')
    others = {os.path.basename(path) for path in glob.glob(os.path.join(DOCS, 'view.*.json'))} - {f'view.{game["id"]}.json' for game in games}
    tally.check(not others, f'schemas of no game that is listed: {others}')
    with Server() as server:
        messages = 0
        for game in server.client().get('/games')[1]['games']:
            messages += play(tally, server, game['id'], game['seats']['usual'], clock=clock_of(game))
            messages += play(tally, server, game['id'], 2, options=OTHERWISE.get(game['id'], {}))
        print(f'schema: {messages} messages of {2 * len(games)} matches')
        tally.check(server.stop() == 0, 'the server does not stop cleanly')
    tally.end()


if __name__ == '__main__':
    main()
