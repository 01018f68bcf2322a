#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""api_doc.py - docs/api.md and docs/openapi.json against a real server: the examples run as they stand, every path of the schema is
there and no other, every answer fits its schema, every status of an answer is one that the schema names.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse

from exchanges import fits
from json_schema import Schema
from serving import Server, Tally, WebSocket

HERE = os.path.dirname(os.path.abspath(__file__))
DOCS = os.path.join(HERE, '..', '..', 'docs')


# ---- Every operation once, and its refusals ----------------------------------------------------------------------------------

class Asker:
    def __init__(self, server, document, tally):
        self.server, self.document, self.tally = server, document, tally
        self.schema, self.client, self.asked = Schema(document), server.client(), set()

    def ask(self, method, path, body=None, token=None, headers=None, wanted=None):
        """The answer, checked against the schema of its path."""
        plain = urllib.parse.urlsplit(path).path
        name = next((name for name in self.document['paths']
                     if re.fullmatch(re.sub(r'\{\w+\}', '[^/]+', name), plain)), None)
        operation = self.document['paths'].get(name, {}).get(method.lower())
        headers = dict(headers or {}, **({'Authorization': f'Bearer {token}'} if token else {}))
        data = json.dumps(body) if body is not None else None
        status, head, answer = self.client.raw(method, '/api/v1' + path, data, headers)
        what = f'{method} {path} {data or ""}: {status}'
        if not self.tally.check(operation, f'{what}: the schema has no such path'):
            return None
        self.asked.add((method, name))
        response = operation['responses'].get(str(status))
        if not self.tally.check(response, f'{what}: the schema has no such status: {answer[:200]}'):
            return None
        self.tally.check(wanted is None or status == wanted, f'{what}: wanted {wanted}: {answer[:200]}')
        contents = self.schema.find(response)['content']
        kind = head['Content-Type'].split(';')[0]
        if not self.tally.check(kind in contents, f'{what}: {kind}') or kind != 'application/json':
            return answer
        content = contents[kind]
        value = json.loads(answer)
        faults = self.schema.faults(value, content['schema'])
        self.tally.check(not faults, f'{what}: {"; ".join(faults[:4])}')
        names = response.get('description', '').split(', ')
        self.tally.check(status < 400 or value['error'] in names, f'{what}: {value.get("error")} is not among {names}')
        self.cookie = head['Set-Cookie']
        return value


def look_around(asker, match, token):
    at = f'/matches/{match}'
    state = asker.ask('GET', at, token=token, wanted=200)
    for path in ('?plain=1', '?at=0', '?as=none', '/words', '/words?what=hand', '/transcript?explain=1', '/chat', '/odds',
                 '/events?since=0&wait=1', '/events?since=0&plain=1&chat=0&rev=1', '/events?since=999&wait=0'):
        asker.ask('GET', at + path, token=token, wanted=200)
    for path in ('?as=all', '?at=99999', '/words?what=what', '/why', '/why?text=nonsense', '/odds?text=nonsense', '/rules', '/scenario',
                 '/events?since=x'):
        asker.ask('GET', at + path, token=token)
    asker.ask('GET', at, token='x' * 43, wanted=401)
    asker.ask('GET', '/matches/aaaaaaaaaaaa', wanted=404)
    return state


def play_a_little(asker, game):
    """A table of that game: some moves by people and bots, looked at by all."""
    head = next(one for one in asker.ask('GET', '/games')['games'] if one['id'] == game)
    seats, clock = head['seats']['usual'], {'kind': 'live', 'reserve': 600, 'move': 30, 'late': 5}
    if head['windows']:
        clock = {'kind': 'windows', 'zone': 'Europe/Rome'}
    made = asker.ask('POST', '/matches', {'game': game, 'seats': ['human'] + ['bot:greedy'] * (seats - 1), 'listed': True,
                                          'clock': clock}, wanted=201)
    at, token = f'/matches/{made["match"]}', made['seats'][0]['token']
    asker.ask('GET', f'/games/{game}', wanted=200)
    if head['windows']:
        for said in ({'text': 'close'}, {'extend': 30}, {'closes': 1}, {'closes': int(time.time() * 1000) + 3600000}):
            asker.ask('POST', at + '/host', dict(said, ply=asker.ask('GET', at)['ply']), token=made['admin'])
    for _ in range(12):
        state = look_around(asker, made['match'], token)
        if state['status'] == 'over':
            break
        if not state.get('moves'):
            asker.ask('GET', f'{at}/events?since={state["ply"]}&wait=5', token=token)
            continue
        move = state['moves'][-1]
        asker.ask('GET', f'{at}/why?text={urllib.parse.quote(move["text"])}', token=token, wanted=200)
        asker.ask('GET', f'{at}/odds?stop=2&text={urllib.parse.quote(move["text"])}', token=token, wanted=200)
        asker.ask('POST', f'{at}/moves', {'ply': state['ply'], 'm': move['m']}, token)
    for query in ('', '?lang=it', '?text=nonsense', '?at=99999'):
        asker.ask('GET', f'{at}/explain{query}', token=token)
    asker.ask('GET', at, wanted=200)
    asker.ask('GET', at, token=made['admin'], wanted=200)
    asker.ask('GET', f'{at}/chain', token=token, wanted=200)
    asker.ask('GET', f'{at}/chain?at=0&as=none', wanted=200)


def packs(asker):
    """What a group is sent of a day; a game without maps."""
    made = asker.ask('POST', '/matches', {'game': 'incursio', 'seats': ['human', 'human'], 'options': {'map': 'small'}}, wanted=201)
    at, token = f'/matches/{made["match"]}', made['seats'][1]['token']
    json_too = {'Accept': 'text/plain;q=0.5, application/json'}
    for path in ('report', 'map.svg', 'map.png'):
        for query in ('', '?side=raiders&lang=it', '?round=0&as=none'):
            asker.ask('GET', f'{at}/{path}{query}', token=token, wanted=200)
        for query, status in (('side=defenders', 403), ('side=attackers', 400), ('as=A', 403), ('round=1', 400), ('round=x', 400)):
            asker.ask('GET', f'{at}/{path}?{query}', token=token, wanted=status)
        asker.ask('GET', f'{at}/{path}?side=raiders', wanted=403)
        asker.ask('GET', f'{at}/{path}?seat=B', wanted=403)
        asker.ask('GET', f'{at}/{path}', token='x' * 43, wanted=401)
        asker.ask('GET', f'/matches/aaaaaaaaaaaa/{path}', wanted=404)
    told = asker.ask('GET', f'{at}/report?side=raiders', token=token, headers=json_too, wanted=200)
    asker.tally.check(told['side'] == 'raiders' and ''.join(told['parts']) ==
                      asker.ask('GET', f'{at}/report?side=raiders', token=token).decode(), f'parts that are not the report: {told}')
    asker.ask('GET', f'{at}/report?part=2', token=token, wanted=400)
    made = asker.ask('POST', '/matches', {'game': 'null', 'seats': ['human', 'human']}, wanted=201)
    asker.ask('GET', f'/matches/{made["match"]}/map.png', wanted=404)
    asker.ask('GET', f'/matches/{made["match"]}/report?side=raiders', wanted=404)


def draw(asker):
    """Words for the dice, by a table's seat."""
    made = asker.ask('POST', '/matches', {'game': 'null', 'seats': ['human', 'human'], 'start': 'joined'}, wanted=201)
    at, token = f'/matches/{made["match"]}', made['seats'][0]['token']
    asker.ask('POST', f'{at}/draw', {'commitment': made['commitment'], 'promise': '11' * 32}, token, wanted=200)
    asker.ask('GET', at, wanted=200)
    asker.ask('POST', f'{at}/draw', {'word': 'too early'}, token, wanted=409)
    asker.ask('POST', f'{at}/start', {}, made['admin'], wanted=200)
    asker.ask('POST', f'{at}/draw', {'word': 'another word'}, token, wanted=422)
    asker.ask('GET', at, wanted=200)


def rewind(asker):
    """The host takes a match back: with a reason, to an earlier ply at which somebody was to decide; each viewer is told its own number."""
    made = asker.ask('POST', '/matches', {'game': 'null', 'seats': ['human', 'human']}, wanted=201)
    at, admin, tokens = f'/matches/{made["match"]}', made['admin'], [seat['token'] for seat in made['seats']]
    words = {'ply': 3, 'text': 'rewind 0', 'note': 'a mistake'}
    asker.ask('POST', f'{at}/host', dict(words, ply=0), admin, wanted=409)
    for seat, bet in enumerate(('bet one', 'bet six')):
        asker.ask('POST', f'{at}/moves', {'ply': seat, 'text': bet}, tokens[seat], wanted=200)
    thrown = asker.ask('GET', f'{at}/events?since=0', wanted=200)['messages'][-1]
    asker.ask('POST', f'{at}/host', {'ply': 3, 'text': 'rewind 0'}, admin, wanted=409)
    asker.ask('POST', f'{at}/host', dict(words, text='rewind 2'), admin, wanted=409)
    asker.ask('POST', f'{at}/host', dict(words, text='rewind 1'), admin, wanted=422)
    asker.ask('POST', f'{at}/host', words, tokens[0], wanted=403)
    asker.ask('POST', f'{at}/moves', {'ply': 3, 'text': 'rewind 0'}, tokens[0], wanted=422)
    asker.ask('POST', f'{at}/host', words, admin, wanted=200)
    asker.ask('POST', f'{at}/host', words, admin, wanted=409)
    state = asker.ask('GET', at, token=tokens[0], wanted=200)
    asker.tally.check(thrown['seat'] == 'chance' and state['ply'] == 4 and state['view']['points'] == {}
                      and len(state['moves']) == 6, f'after a rewind the state is {json.dumps(state)[:300]}')
    told = asker.ask('GET', f'{at}/events?since=3', token=tokens[1], wanted=200)['messages'][-1]
    asker.tally.check(told['seat'] == 'host' and told['note'] == 'a mistake' and told['move']['text'] == 'rewind 0'
                      and 'ply 0' in told['move']['words'], f'of a rewind is told {json.dumps(told)[:300]}')


def desk(asker, at, master, player):
    """What a Master has on his desk, and what all may ask of it."""
    for path in ('/late', '/rehearsal'):
        asker.ask('GET', at + path, token=master, wanted=200)
        asker.ask('GET', at + path, token=player, wanted=403)
    asker.ask('POST', f'{at}/preview', {'text': 'resign sparta; resign sparta'}, master, wanted=422)
    asker.ask('POST', f'{at}/preview', {'text': 'dance'}, master, wanted=400)
    asker.ask('POST', f'{at}/rulings', {'rule': 'POL-RES-1', 'question': 'Why?', 'answer': 'So.'}, master, wanted=201)
    asker.ask('POST', f'{at}/rulings', {'rule': 'POL-RES-1', 'question': 'Why?', 'answer': ' '}, master, wanted=422)
    asker.ask('POST', f'{at}/rulings', {'rule': 'POL-RES-1', 'question': 'Why?', 'answer': 'So.'}, player, wanted=403)
    for path in ('/windows', '/timeline?since=0', '/history?set=polis&of=argos', '/posts', '/posts?after=0&kind=ruling', '/events?since=0&wait=0&posts=0'):
        asker.ask('GET', at + path, token=player, wanted=200)
        asker.ask('GET', f'{at}{path}{"&" if "?" in path else "?"}as=all', token=master, wanted=200)
        asker.ask('GET', f'{at}{path}{"&" if "?" in path else "?"}as=all', token=player, wanted=403)
    asker.ask('GET', f'{at}/timeline?since=9999', wanted=400)
    asker.ask('GET', f'{at}/history?set=polis&of=carthago', wanted=400)


def agreements(asker):
    """What one seat asks of all; the answers of the others."""
    made = asker.ask('POST', '/matches', {'game': 'polis', 'seats': ['human', 'human'], 'takebacks': 'all'}, wanted=201)
    at, (one, two) = f'/matches/{made["match"]}', [seat['token'] for seat in made['seats']]
    asker.ask('POST', f'{at}/agreements', {'what': 'dance'}, one, wanted=400)
    asker.ask('POST', f'{at}/agreements', {'what': 'rewind', 'to': 0}, one, wanted=409)
    asker.ask('POST', f'{at}/agreements', {'what': 'pause'}, one, wanted=201)
    asker.ask('GET', at, token=two, wanted=200)
    asker.ask('POST', f'{at}/agreements', {'what': 'end', 'winner': 'B'}, two, wanted=409)
    asker.ask('POST', f'{at}/agreements/1', {'answer': 'yes'}, two, wanted=200)
    asker.ask('POST', f'{at}/agreements/1', {'answer': 'yes'}, two, wanted=409)
    asker.ask('GET', f'{at}/agreements', token=two, wanted=200)
    asker.ask('GET', f'{at}/agreements?plain=1', wanted=200)
    asker.ask('POST', f'{at}/notes', {'text': 'ask about wheat'}, one, wanted=200)
    asker.ask('POST', f'{at}/notes', {'text': '', 'place': 'athens', 'to': 'sparta'}, one, wanted=200)
    asker.ask('POST', f'{at}/notes', {'text': 'x', 'place': 'rome'}, one, wanted=404)
    asker.ask('POST', f'{at}/notes', {}, one, wanted=400)
    asker.ask('GET', f'{at}/notes', token=one, wanted=200)
    asker.ask('GET', f'{at}/notes', wanted=401)
    until = int(time.time() * 1000) + 3600_000
    asker.ask('POST', f'{at}/loan', {'until': 5}, one, wanted=400)
    loan = asker.ask('POST', f'{at}/loan', {'until': until}, one, wanted=201)['token']
    asker.ask('POST', f'{at}/loan/take', {'name': 'Carla', 'seats': [two]}, loan, wanted=403)
    asker.ask('POST', f'{at}/loan/take', {'name': 'Carla', 'seats': [one]}, loan, wanted=409)
    asker.ask('POST', f'{at}/loan/take', {'name': 'Carla'}, loan, wanted=200)
    asker.ask('GET', at, token=loan, wanted=200)
    asker.ask('POST', f'{at}/loan', {'until': until}, loan, wanted=403)
    asker.ask('DELETE', f'{at}/loan', token=one, wanted=200)
    asker.ask('DELETE', f'{at}/loan', token=one, wanted=409)
    asker.ask('POST', f'{at}/loan/take', {'name': 'Carla'}, loan, wanted=401)
    asker.ask('POST', '/clock', {'clock': {'kind': 'days', 'move': 3600, 'often': {'times': 2, 'percent': 50}}}, wanted=200)
    asker.ask('POST', '/clock', {'clock': {'kind': 'days', 'move': 3600, 'often': {'times': 0, 'percent': 50}}}, wanted=400)
    asker.ask('POST', f'{at}/standing-order', {'until': until}, one, wanted=400)
    asker.ask('POST', f'{at}/standing-order', {'moves': ['march']}, one, wanted=400)
    asker.ask('POST', f'{at}/standing-order', {'question': 1}, one, wanted=404)
    asker.ask('POST', f'{at}/standing-order', {'moves': ['retreat'], 'until': until, 'times': 3}, one, wanted=200)
    asker.ask('GET', at, token=one, wanted=200)
    asker.ask('GET', f'{at}/standing-order', token=one, wanted=200)
    asker.ask('GET', f'{at}/standing-order', wanted=401)
    asker.ask('DELETE', f'{at}/standing-order', token=one, wanted=200)
    asker.ask('POST', f'{at}/vacation', {'until': until}, one, wanted=409)
    away = asker.ask('POST', '/matches', {'game': 'polis', 'seats': ['human', 'human'], 'clock': {'kind': 'days', 'move': 86400, 'vacation': 9}}, wanted=201)
    absent, one = f'/matches/{away["match"]}/vacation', away['seats'][0]['token']
    asker.ask('POST', absent, {'until': 5}, one, wanted=400)
    asker.ask('POST', absent, {'until': until}, one, wanted=200)
    asker.ask('GET', f'/matches/{away["match"]}', token=one, wanted=200)
    asker.ask('DELETE', absent, token=one, wanted=200)
    asker.ask('DELETE', absent, token=one, wanted=409)


def master(asker):
    """A table with a Master: a second one, and people who enrol."""
    made = asker.ask('POST', '/matches', {'game': 'polis', 'seats': ['human', 'human'], 'master': True}, wanted=201)
    at, token = f'/matches/{made["match"]}', made['master']
    second = asker.ask('POST', f'{at}/masters', {'name': 'Bruno'}, token, wanted=201)
    for path in ('', '/transcript', '/words', '/odds', '/why?text=pass', '/chat', '/rules', '/chain', '/events?since=0&wait=0'):
        for eyes in ('all', 'A', '-', 'sparta'):
            asker.ask('GET', f'{at}{path}{"&" if "?" in path else "?"}as={eyes}', token=second['token'], wanted=200)
        asker.ask('GET', f'{at}{path}{"&" if "?" in path else "?"}as=all', token=made['admin'], wanted=403)
    asker.ask('GET', at, token=token, wanted=200)
    desk(asker, at, token, made['seats'][0]['token'])
    asker.ask('DELETE', f'{at}/masters/{second["master"]}', token=token, wanted=200)
    asker.ask('DELETE', f'{at}/masters/1', token=token, wanted=403)
    offered = asker.ask('GET', f'{at}/host', token=token, wanted=200)
    asker.tally.check(any(move['verb'] == 'resign' for move in offered['moves']), f'the host may {offered}')
    asker.ask('POST', f'{at}/preview', {'text': 'resign sparta', 'note': 'a feast'}, token, wanted=200)
    asker.ask('POST', f'{at}/preview', {'text': 'resign sparta'}, made['seats'][0]['token'], wanted=403)
    link = asker.ask('POST', f'{at}/enrolment', {'open': True}, token, wanted=200)['token']
    own = asker.ask('POST', f'{at}/enrolments', {'name': 'Anna', 'seat': 'B', 'wishes': 'the fleet'}, link, wanted=201)
    for who in (token, own['token']):
        asker.ask('GET', f'{at}/enrolments', token=who, wanted=200)
    asker.ask('POST', f'{at}/enrolments/7', {'refuse': True}, token, wanted=404)
    asker.ask('POST', f'{at}/enrolments/{own["enrolment"]}', {'accept': 'B'}, token, wanted=200)
    asker.ask('POST', f'{at}/enrolments/{own["enrolment"]}', {'refuse': True}, token, wanted=409)
    asker.ask('GET', f'{at}/enrolments', token=own['token'], wanted=200)
    asker.ask('POST', f'{at}/leave', {}, own['token'], wanted=200)
    asker.ask('POST', f'{at}/enrolment', {'open': False}, token, wanted=200)


def consents(asker):
    """A General asks, a player answers."""
    made = asker.ask('POST', '/matches', {'game': 'incursio', 'seats': ['human'] * 6, 'options': {'map': 'small', 'teams': 'players'}}, wanted=201)
    at, admin = f'/matches/{made["match"]}', made['admin']
    general, player, other = (made['seats'][i]['token'] for i in (0, 2, 1))
    asker.ask('POST', f'{at}/host', {'ply': asker.ask('GET', at)['ply'], 'text': 'close', 'note': 'begin'}, admin, wanted=200)
    ply = asker.ask('GET', at, token=general)['ply']
    asker.ask('POST', f'{at}/proposals', {'moves': ['dance']}, player, wanted=400)
    asker.ask('POST', f'{at}/proposals', {'moves': ['back'] * 65}, player, wanted=422)
    for _ in range(2):
        asker.ask('POST', f'{at}/proposals', {'moves': ['assign c3', 'rest'], 'text': 'Let her sleep.'}, player, wanted=201)
    asker.ask('GET', f'{at}/proposals', token=general, wanted=200)
    asker.ask('GET', f'{at}/proposals?plain=1&after=1', token=general, wanted=200)
    asker.ask('POST', f'{at}/proposals/1/decline', {}, player, wanted=200)
    asker.ask('POST', f'{at}/proposals/1/adopt', {'ply': ply}, general, wanted=409)
    asker.ask('POST', f'{at}/proposals/2/adopt', {'ply': ply - 1}, general, wanted=409)
    asker.ask('POST', f'{at}/proposals/2/adopt', {'ply': ply}, other, wanted=404)
    asker.ask('POST', f'{at}/proposals/2/adopt', {'ply': ply}, general, wanted=200)
    ply = asker.ask('GET', at, token=general)['ply']
    asker.ask('POST', f'{at}/requests', {'ply': ply, 'moves': ['dance']}, general, wanted=400)
    asker.ask('POST', f'{at}/requests', {'ply': ply, 'order': 'c2 rest'}, player, wanted=403)
    asker.ask('POST', f'{at}/requests', {'ply': ply - 1, 'order': 'c2 rest'}, general, wanted=409)
    asker.ask('POST', f'{at}/requests', {'ply': ply, 'order': 'c2 rest'}, admin, wanted=403)
    asker.ask('POST', f'{at}/requests', {'ply': ply, 'order': 'c2 rest', 'note': 'tonight'}, general, wanted=201)
    asker.ask('POST', f'{at}/requests', {'ply': asker.ask('GET', at, token=general)['ply'], 'order': 'c2 rest'}, general, wanted=422)
    question = asker.ask('GET', f'{at}/consents', token=player, wanted=200)['consents'][0]['question']
    asker.ask('GET', f'{at}/consents?plain=1', token=player, wanted=200)
    asker.ask('POST', f'{at}/consents/links', {'question': question}, other, wanted=404)
    asker.ask('POST', f'{at}/consents/links', {'question': question}, player, wanted=422)
    asker.ask('POST', f'{at}/consents/links', {'question': question}, general, wanted=201)
    asker.ask('POST', f'{at}/consents', {'question': question, 'answer': 'yes', 'source': 'x'}, player, wanted=403)
    asker.ask('POST', f'{at}/consents', {'question': question, 'answer': 'yes'}, player, wanted=200)
    asker.ask('POST', f'{at}/consents', {'question': question, 'answer': 'yes', 'source': 'x'}, general, wanted=422)
    asker.ask('POST', f'{at}/consents', {'question': question, 'answer': 'yes'}, other, wanted=404)
    for path in ('', '/windows', '/timeline', '/history?set=site&of=s07&since=1', '/posts', '/events?since=0&wait=0&posts=0'):
        for token in (general, player, other, None):
            asker.ask('GET', at + path, token=token, wanted=200)


def review(asker):
    """A match between bots to its end, and its review, asked for until it is there."""
    made = asker.ask('POST', '/matches', {'game': 'polis', 'seats': ['human', 'bot:greedy']}, wanted=201)
    at, token = f'/matches/{made["match"]}', made['seats'][0]['token']
    asker.ask('GET', f'{at}/review', wanted=409)
    asker.ask('GET', f'{at}/verify', wanted=409)
    asker.ask('POST', f'{at}/resign', {}, token, wanted=200)
    dice = asker.ask('GET', f'{at}/verify', wanted=200)
    good = dice['seed'] == 'good' and dice['throws'] and all(throw['written'] == throw['computed'] for throw in dice['throws'])
    asker.tally.check(good, f'the dice are not good: {str(dice)[:200]}')
    answer = asker.ask('GET', f'{at}/review', token=token)
    for _ in range(600):
        if not answer.get('coming'):
            break
        time.sleep(0.1)
        answer = asker.ask('GET', f'{at}/review', token=token)
    asker.tally.check(answer.get('plies') is not None and len(answer['seats']) == 2, f'no review came: {str(answer)[:200]}')
    asker.tally.check(asker.ask('GET', f'{at}/review?lang=it', wanted=200)['plies'] == answer['plies'], 'another review in Italian')


def lessons(asker):
    """Every step of every lesson."""
    for game in asker.ask('GET', '/games')['games']:
        at = f'/games/{game["id"]}/lesson'
        if not asker.ask('GET', f'/games/{game["id"]}')['lesson']:
            asker.ask('GET', at, wanted=404)
            continue
        for step in asker.ask('GET', at, wanted=200)['steps']:
            here = f'{at}/{step["ply"]}'
            for path in ('', '?lang=it&plain=1', '/odds', '/words', '/words?what=hand', '/why?text=nonsense', '/odds?stop=-1', '/words?what=what'):
                asker.ask('GET', here + path)
            move = asker.ask('GET', here, wanted=200)['move']
            if move:
                asker.ask('GET', f'{here}/why?text={urllib.parse.quote(move["text"])}', wanted=200)
                asked = asker.ask('GET', f'{here}/explain?text={urllib.parse.quote(move["text"])}', wanted=200)
                asker.tally.check(asked['plans'] and asked['made']['moves'][0]['m'] == move['m'], f'{here}: nothing was explained')
            else:
                asker.ask('GET', f'{here}/explain', wanted=403)
            asker.ask('GET', f'{here}/explain?text=nonsense')
            asker.ask('GET', f'{here}/explain?at=99999')
        asker.ask('GET', f'{at}/9999', wanted=404)


def questions(asker):
    """Each question's example; what is not asked properly."""
    for game in asker.ask('GET', '/games')['games']:
        at = f'/games/{game["id"]}/odds'
        for question in asker.ask('GET', f'{at}?lang=it', wanted=200)['questions']:
            words = question['example'].removeprefix('--').split(' --')
            given = urllib.parse.urlencode([tuple(word.split(' ', 1)) for word in words])
            asker.ask('GET', f'{at}/{question["name"]}?{given}', wanted=200)
            asker.ask('GET', f'{at}/{question["name"]}?nonsense=1', wanted=400)
        asker.ask('GET', f'{at}/nonsense', wanted=404)
    asker.ask('GET', '/games/spqrisiko/odds/chain?attackers=3&defenders=1,1&leave=1,1,1', wanted=400)
    for lang, words in ('en', '1 against 3 dice'), ('it', '1 contro 3 dadi'):
        told = asker.ask('GET', f'/games/spqrisiko/odds/sea?committed=1&defenders=3&lang={lang}', wanted=400)
        asker.tally.check(words in told['text'] and 'SPQ-SEA-6' in told['text'], f'a refused force: {told}')
    asker.ask('GET', '/games/ludo/odds', wanted=404)


def refusals(asker, made, other):
    at, token = f'/matches/{made["match"]}', made['seats'][0]['token']
    for body in ({'ply': 0}, {'ply': 7, 'm': 1}, {'ply': 0, 'm': 1}, {'ply': 0, 'text': 'attack_from italia'}):
        asker.ask('POST', f'{at}/moves', body, token)
    for path in ('moves', 'undo', 'join', 'start', 'return', 'resign', 'pause', 'chat', 'claim', 'host', 'seats/A'):
        asker.ask('POST', f'{at}/{path}', {'nonsense': 1}, token, wanted=400)
        body = {'moves': {'ply': 0, 'm': 1}, 'undo': {'ply': 0}, 'pause': {'paused': True}, 'chat': {'text': 'x'},
                'host': {'ply': 0, 'text': 'resign A'}, 'seats/A': {'mute': True}}.get(path, {})
        asker.ask('POST', f'{at}/{path}', body, wanted=401)
        asker.ask('POST', f'{at}/{path}', body, 'x' * 43, wanted=401)
        asker.ask('POST', f'{at}/{path}', body, other['seats'][0]['token'], wanted=401 if path == 'claim' else 403)
    asker.ask('DELETE', at, token=token, wanted=403)


def what_an_admin_does(asker, made):
    at, admin, token = f'/matches/{made["match"]}', made['admin'], made['seats'][0]['token']
    asker.ask('POST', f'{at}/moves', {'ply': 0, 'm': 1}, token, wanted=409)
    asker.ask('POST', f'{at}/join', {'name': 'Anna', 'word': 'sole'}, token, wanted=200)
    asker.ask('POST', f'{at}/start', {}, admin, wanted=200)
    asker.ask('POST', f'{at}/join', {'word': 'luna'}, token, wanted=409)
    asker.ask('POST', f'{at}/moves', {'ply': 0, 'text': 'claim italia'}, token, wanted=200)
    asker.ask('POST', f'{at}/undo', {'ply': 1}, token, wanted=200)
    asker.ask('POST', f'{at}/undo', {'ply': 0}, token, wanted=409)
    asker.ask('POST', f'{at}/pause', {'paused': True}, admin, wanted=200)
    asker.ask('POST', f'{at}/moves', {'ply': 0, 'm': 1}, token, wanted=409)
    asker.ask('POST', f'{at}/pause', {'paused': False}, admin, wanted=200)
    asker.ask('POST', f'{at}/chat', {'text': 'Ave'}, token, wanted=201)
    asker.ask('POST', f'{at}/return', {}, token, wanted=200)
    asker.ask('POST', f'{at}/seats/B', {'mute': True}, admin, wanted=200)
    asker.ask('POST', f'{at}/seats/B', {'who': 'human'}, admin, wanted=200)
    asker.ask('POST', f'{at}/seats/C', {'who': 'bot:hal'}, admin, wanted=400)
    asker.ask('POST', f'{at}/host', {'ply': 0, 'text': 'resign B', 'note': 'left'}, admin, wanted=200)
    asker.ask('POST', f'{at}/resign', {}, token, wanted=200)
    asker.ask('POST', f'{at}/moves', {'ply': 0, 'm': 1}, token, wanted=410)
    asker.ask('GET', f'{at}?as=all', wanted=200)
    asker.ask('GET', '/admin', token=asker.server.host_token, wanted=200)
    asker.ask('DELETE', at, token=asker.server.host_token, wanted=200)


def people(asker, made):
    person = {'name': 'Anna', 'password': 'correct horse'}
    origin = {'Origin': f'http://127.0.0.1:{asker.server.port}'}
    asker.ask('POST', '/accounts', {'name': 'Anna', 'password': 'short'}, wanted=400)
    asker.ask('POST', '/accounts', person, headers=origin, wanted=201)
    asker.ask('POST', '/accounts', person, wanted=409)
    asker.ask('POST', '/session', dict(person, password='wrong horse'), wanted=401)
    asker.ask('POST', '/session', person, headers=origin, wanted=200)
    cookie = {'Cookie': asker.cookie.split(';')[0]}
    at = f'/matches/{made["match"]}'
    asker.ask('POST', f'{at}/claim', {}, made['seats'][0]['token'], cookie, wanted=403)
    asker.ask('POST', f'{at}/claim', {}, made['seats'][0]['token'], dict(cookie, **origin), wanted=200)
    asker.ask('GET', '/session', headers=cookie, wanted=200)
    asker.ask('GET', '/matches?mine=1', headers=cookie, wanted=200)
    notices(asker, made, dict(cookie, **origin))
    own(asker, dict(cookie, **origin), origin)
    asker.ask('GET', '/session', headers=cookie, wanted=200)


def notices(asker, made, headers):
    """By the seat's link and by the account: what can be had, a channel, its settings, a test, and taking it away."""
    hook = {'kind': 'json', 'address': 'https://hooks.invalid/x', 'reminders': [6], 'zone': 'Europe/Rome'}
    at, token = f'/matches/{made["match"]}', made['seats'][1]['token']
    for path, who in ((at, {'token': token}), ('/account', {'headers': headers})):
        asker.ask('GET', f'{path}/channels', wanted=401)
        asker.ask('POST', f'{path}/channels', {'kind': 'mail', 'address': 'a@example.org'}, **who, wanted=409)
        asker.ask('POST', f'{path}/channels', {'kind': 'json', 'address': 'http://hooks.invalid/x'}, **who, wanted=400)
        number = asker.ask('POST', f'{path}/channels', hook, **who, wanted=201)['channel']
        asker.ask('POST', f'{path}/channels', hook, **who, wanted=409)
        asker.ask('GET', f'{path}/channels', **who, wanted=200)
        asker.ask('POST', f'{path}/channels/{number}', {'on': False, 'digest': 60}, **who, wanted=200)
        asker.ask('POST', f'{path}/channels/{number}/test', {}, **who, wanted=202)
        if path == '/account':
            asker.ask('GET', '/account', headers=headers, wanted=200)
        asker.ask('DELETE', f'{path}/channels/{number}', **who, wanted=200)
        asker.ask('DELETE', f'{path}/channels/{number}', **who, wanted=404)
        asker.ask('GET', f'{path}/calendar', **who, wanted=200)
    asker.ask('POST', f'{at}/looked', {}, token, wanted=200)
    asker.ask('POST', f'{at}/looked', {'ply': -1}, token, wanted=400)
    asker.ask('POST', f'{at}/looked', {'ply': 0}, token, wanted=200)
    asker.ask('GET', at, token=token, wanted=200)
    asker.ask('GET', '/news/x', wanted=410)
    asker.ask('GET', '/account/turns', headers=headers, wanted=200)
    asker.ask('POST', '/passes', {'once': 'x'}, wanted=410)


def own(asker, headers, origin):
    """What somebody does with an account: another password, a code, the export, and its end."""
    asker.ask('GET', '/account', headers=headers, wanted=200)
    asker.ask('GET', '/account', wanted=401)
    asker.ask('POST', '/account/password', {'password': 'correct horse', 'new': 'battery staple'}, headers=headers, wanted=200)
    code = asker.ask('POST', '/account/code', {'password': 'battery staple'}, headers=headers, wanted=200)['recovery']
    asker.ask('POST', '/account/recover', {'name': 'Anna', 'code': 'x', 'new': 'another horse'}, headers=origin, wanted=401)
    asker.ask('POST', '/account/recover', {'name': 'anna', 'code': code, 'new': 'another horse'}, headers=origin, wanted=200)
    headers = dict(origin, Cookie=asker.cookie.split(';')[0])
    asker.ask('POST', '/account/delete', {'password': 'wrong horse'}, headers=headers, wanted=401)
    asker.ask('POST', '/account/delete', {'password': 'another horse'}, headers=headers, wanted=200)
    asker.ask('DELETE', '/session', headers=headers, wanted=200)


def open_seats(asker):
    made = asker.ask('POST', '/matches', {'game': 'polis', 'seats': ['human', 'human'], 'open': ['B'], 'listed': True, 'start': 'joined'}, wanted=201)
    at = f'/matches/{made["match"]}'
    asker.ask('GET', '/matches', wanted=200)
    asker.ask('GET', at, wanted=200)
    asker.ask('POST', f'{at}/seats/A/take', {'name': 'Carla'}, wanted=409)
    asker.ask('POST', f'{at}/seats/B/take', {}, wanted=400)
    asker.ask('POST', f'{at}/seats/B/take', {'name': 'Carla'}, wanted=201)
    asker.ask('POST', f'{at}/seats/B/take', {'name': 'Dario'}, wanted=409)


def socket(asker, made):
    """What a WebSocket is told fits Message."""
    listener = WebSocket(asker.server.port, f'/api/v1/matches/{made["match"]}/live?lang=en')
    asker.asked.add(('GET', '/matches/{match}/live'))
    says = [{'token': made['seats'][0]['token'], 'lang': 'it'}, {'id': 1, 'ply': 0, 'm': 0}, {'id': 'x', 'nonsense': True}, {'ping': 1},
            {'id': 2, 'chat': 'Ave'}]
    for said in says:
        listener.send(said)
    messages = listener.until(lambda message: message['kind'] == 'chat')
    if not any(message.get('n') for message in messages if message['kind'] == 'answer'):
        messages += listener.until(lambda message: message['kind'] == 'answer')
    schema = {'$ref': '#/components/schemas/Message'}
    for message in messages:
        faults = asker.schema.faults(message, schema, message['kind'])
        asker.tally.check(not faults, f'{json.dumps(message)[:200]}: {"; ".join(faults[:4])}')
    kinds = sorted(message['kind'] for message in messages if message['kind'] != 'table')
    asker.tally.check(kinds == ['answer', 'answer', 'chat', 'error', 'error', 'state', 'state'], f'the WebSocket was told {kinds}')
    listener.close()


def schema_holds(server, tally):
    with open(os.path.join(DOCS, 'openapi.json'), encoding='utf-8') as file:
        document = json.load(file)
    asker = Asker(server, document, tally)
    tally.check(asker.ask('GET', '/openapi.json') == document, 'the server serves another openapi.json')
    for game in asker.ask('GET', '/games')['games']:
        play_a_little(asker, game['id'])
    lessons(asker)
    questions(asker)
    review(asker)
    packs(asker)
    draw(asker)
    rewind(asker)
    agreements(asker)
    master(asker)
    consents(asker)
    three = {'game': 'spqrisiko', 'seats': ['human'] * 3}
    one, two = asker.ask('POST', '/matches', dict(three, start='joined'), wanted=201), asker.ask('POST', '/matches', three, wanted=201)
    for body in ({}, dict(three, options={'x': 1}), dict(three, seats=['human']), dict(three, game='ludo'), dict(three, scenario={}),
                 dict(three, clock={'kind': 'blitz'})):
        asker.ask('POST', '/matches', body, wanted=400)
    refusals(asker, two, one)
    what_an_admin_does(asker, one)
    people(asker, two)
    open_seats(asker)
    socket(asker, two)
    asker.ask('GET', '/matches', wanted=200)
    asker.ask('GET', '/matches?status=over&before=1', wanted=200)
    asker.ask('GET', '/admin', wanted=401)
    wanted = {(method.upper(), path) for path, methods in document['paths'].items() for method in methods}
    tally.check(asker.asked == wanted, f'never asked: {wanted - asker.asked}')


def routes_are_told(tally):
    """The table of addresses in the program, and the document, have the same."""
    with open(os.path.join(HERE, '..', '..', 'src', 'server', 'api', 'api.c'), encoding='utf-8') as file:
        routes = re.findall(r'\{API_(GET|POST|DELETE), "([^"]+)", api_', file.read())
    with open(os.path.join(DOCS, 'openapi.json'), encoding='utf-8') as file:
        paths = json.load(file)['paths']
    pages = {('GET', '/c/*'), ('POST', '/c/*'), ('GET', '/n/*'), ('POST', '/n/*')}  # no API: consents.py, channels.py
    told = {(method.upper(), re.sub(r'\{\w+\}', '*', path)) for path, methods in paths.items() for method in methods}
    tally.check((set(routes) - pages) | {('GET', '/matches/*/live')} == told, f'not the same: {set(routes) ^ told}')


# ---- The examples ---------------------------------------------------------------------------------------------------------------

def examples_run(server, tally):
    """One shell runs all blocks; the JSON behind a block is what its last command says."""
    with open(os.path.join(DOCS, 'api.md'), encoding='utf-8') as file:
        blocks = re.findall(r'^```(sh|json)\n(.*?)^```$', file.read(), re.M | re.S)
    script, expected = ['set -eu'], []
    for kind, words in blocks:
        if kind == 'sh':
            script.append(f'echo "@@@ {len(expected)}"\n{words}')
            expected.append(None)
        else:
            expected[-1] = json.loads(words)
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run(['bash', '-c', '\n'.join(script)], cwd=folder, capture_output=True, text=True, timeout=120,
                             env=dict(os.environ, URL=f'http://127.0.0.1:{server.port}'))
    tally.check(ran.returncode == 0, f'the examples of api.md end with {ran.returncode}: {ran.stderr[-400:]}')
    said = re.split(r'@@@ \d+\n', ran.stdout)[1:]
    for i, wanted in enumerate(expected):
        if wanted is None or not tally.check(i < len(said), f'block {i + 1} of api.md did not run'):
            continue
        lines = said[i].strip().split('\n')
        answer = json.loads(lines[-1]) if lines[-1].startswith('{') else None
        tally.check(fits(wanted, answer), f'block {i + 1} of api.md: wanted {json.dumps(wanted)[:200]}, came {said[i][:300]}')


def main():
    tally = Tally('api_doc')
    routes_are_told(tally)
    with Server('--hooks') as server:
        schema_holds(server, tally)
        examples_run(server, tally)
    tally.end()


if __name__ == '__main__':
    sys.exit(main())
