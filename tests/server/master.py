# SPDX-License-Identifier: MIT
# proves INC-TABLE-12, proves INC-TABLE-19, proves INC-TABLE-24
"""master.py - a Master's eyes, over the wire: what he sees through a seat's is what that seat is told, byte for byte; with all eyes every
ply with its true move; each look leaves a line in the log; nobody else gains anything by asking for other eyes, at any address; and a
table that was made without a Master never has one, whatever its database says. People enrol, are seated, leave: all of it or nothing."""
import http.client
import json
import sqlite3
import threading
import time

from recording import Listener, Recording, chance_of
from serving import Server, Tally, WebSocket

# All that tells of a match while it goes on.
SURFACES = ['', '?lang=it', '?plain=1', '?at=3', '/events?since=0&wait=0', '/events?since=2&wait=0&plain=1&chat=0&rev=1', '/transcript',
            '/transcript?explain=1', '/words', '/words?what=places', '/words?what=hand', '/odds', '/odds?text=done', '/why?text=done',
            '/chat', '/chain', '/rules', '/consents', '/report', '/report?round=0&lang=it', '/map.svg']
CAMPAIGN = {'options': {'map': 'small'}, 'master': True}


def add(path, more):
    return path + ('&' if '?' in path else '?') + more


def raw(client, path, token):
    """(status, bytes) of a look."""
    status, _, data = client.raw('GET', '/api/v1' + path, headers={'Authorization': f'Bearer {token}'} if token else {})
    return status, data


def looks_of(server, match):
    return [(line['master'], line['as']) for line in server.logged() if line['event'] == 'looked' and line['match'] == match]


def same_bytes(tally, table):
    """Through each one's eyes the Master is told what that one is told."""
    for eyes, token in {**table.tokens, 'none': None, '-': None}.items():
        for path in SURFACES:
            own, his = raw(table.client, table.path + path, token), raw(table.client, add(table.path + path, f'as={eyes}'), table.master)
            tally.check(own == his, f'{eyes} is told at {path}: {own}; the Master: {his}')


def nobody_else(tally, table, strangers):
    """Asking for other eyes brings 403 at every address, and what anybody is told without asking is not touched by it."""
    for who, token in {**table.tokens, **strangers}.items():
        for eyes in ('all', *(seat for seat in table.tokens if seat != who)):
            for path in SURFACES:
                status, data = raw(table.client, add(table.path + path, f'as={eyes}'), token)
                tally.check(status == 403 and json.loads(data)['where'] == 'as', f'{who} looks at {path} as {eyes}: {status} {data[:200]}')
            socket = Listener(table.server, table.match, token)
            before = socket.hear()
            answer = socket.say(**{'as': eyes})
            tally.check(answer['kind'] == 'error' and answer['error'] == 'forbidden' and not before, f'{who} says as {eyes}: {answer}')
            tally.check(not socket.hear(), f'{who} was told something as {eyes}')
            socket.socket.close()
            refused = WebSocket(table.server.port, f'/api/v1{table.path}/live?as={eyes}', token)
            tally.check(refused.status == 403, f'{who} opens a socket as {eyes}: {refused.status}')
            refused.close()


def all_eyes(tally, server):
    """A campaign with a Master who listens with all eyes, one who looks through A's, and a second one who comes and goes."""
    table, chance = Recording(server, 'incursio', 2, **CAMPAIGN), chance_of('all eyes')
    everything = Listener(server, table.match, table.master)
    everything.socket.send({'as': 'all'})
    through_a = Listener(server, table.match, table.master)
    through_a.socket.send({'as': 'A'})
    everything.hear(), through_a.hear()
    tally.check(everything.told[-1]['you'] == 'master' and through_a.told[-1]['you'] == 'A', 'the eyes that were asked for')
    begun = everything.told[-1]['ply']
    everything.told.clear()
    told_a = len(through_a.told)
    table.hear()
    heard_a = len(table.listeners['A'][0].told)
    for _ in range(6):
        table.play(8, chance)
        table.hear()
        same_bytes(tally, table)
        looks = Listener(server, table.match, table.master)
        looks.socket.send({'as': 'B'})
        looks.hear()
        looks.socket.close()
        told = {viewer: messages for viewer, heard in table.hear().items() for messages in heard if messages}
        tally.check(not told, f'that a Master looked was told to {json.dumps(told)[:300]}')
    everything.hear(), through_a.hear(), table.hear()
    plies = [message for message in everything.told if message['kind'] == 'ply']
    tally.check([message['ply'] for message in plies] == list(range(begun + 1, begun + 1 + len(plies))), 'plies are missing to all eyes')
    tally.check(all(message['move'] for message in plies), 'a move is hidden from all eyes')
    unknown = [message for message in table.listeners[None][0].told if message['kind'] == 'ply' and not message['move']]
    public = [message for message in table.listeners[None][0].told if message['kind'] == 'ply']
    tally.check(unknown or len(public) < len(plies), 'nothing was secret in what was played')
    his, own = through_a.told[told_a:], table.listeners['A'][0].told[heard_a:]
    tally.check(his == own, f'A hears {json.dumps(own)[:300]}, the Master through its eyes {json.dumps(his)[:300]}')
    acts = through_a.say(ply=table.state('A')['ply'], text='done')
    tally.check(acts['kind'] == 'error' and acts['error'] == 'forbidden', f'the Master acts for A: {acts}')

    nobody_else(tally, table, {'admin': table.admin, 'host': server.host_token, 'a spectator': None})
    record = table.client.get(f'{table.path}/transcript?as=all', table.master)[1]
    tally.check(table.client.get(f'{table.path}?as=all', table.master)[1]['dice']['seed'] is None and '\nseed' not in record,
                f'the Master is told the seed: {record[:600]}')
    server.stop()
    server.start()
    status, _ = raw(table.client, f'{table.path}?as=B', table.master)
    tally.check(status == 200, f'after a restart the Master is told {status}')
    table.client.post(f'{table.path}/host', {'ply': table.state()['ply'], 'text': 'end'}, table.master)
    if table.state()['status'] != 'over':
        table.client.post(f'{table.path}/resign', {}, table.tokens['A'])
    lines = [line.split(' | ')[0].split(' ', 2) for line in table.client.get(f'{table.path}/transcript')[1].split('\n') if line[:1].isdigit()]
    true_moves = {int(number): move for number, _, move in lines}
    tally.check(all(true_moves[message['ply']] == message['move']['text'] for message in plies), 'the Master was told other moves')


def revoked(tally, server):
    """A Master who is none any more is a spectator at once, on his sockets, too."""
    table = Recording(server, 'incursio', 2, **CAMPAIGN)
    made = table.client.post(f'{table.path}/masters', {'name': 'Bruno'}, table.master)[1]
    listener = Listener(server, table.match, made['token'])
    listener.socket.send({'as': 'B'})
    listener.hear()
    status, answer = table.client.call('DELETE', f'{table.path}/masters/{made["master"]}', None, table.master)
    tally.check(status == 200, f'revoked: {answer}')
    heard = [message for message in listener.hear() if message['kind'] == 'state']
    tally.check(heard and heard[-1]['you'] is None and heard[-1]['view'] == table.state(None)['view'], 'he sees what B sees still')
    answer = listener.say(**{'as': 'all'})
    tally.check(answer.get('error') == 'forbidden', f'he looks with all eyes still: {answer}')
    answer = listener.say(chat='Ave')
    tally.check(answer.get('error') == 'unauthorized', f'he speaks as the host still: {answer}')
    table.close()


def whose(tally, server):
    """With a name before it a note is as long as any other at most; it has several lines, and the table's record reads back."""
    table = Recording(server, 'incursio', 2, **CAMPAIGN)
    anna = table.client.post(f'{table.path}/masters', {'name': 'Anna'}, table.master)[1]['token']

    def host(note, token=anna):
        return table.client.post(f'{table.path}/host', {'ply': table.state()['ply'], 'text': 'pause', 'note': note}, token)
    for letter in ('x', '\U0001f409'):
        before = table.state()
        status, answer = host(letter * 4000)
        tally.check(status == 400 and answer['where'] == 'note' and table.state() == before, f'a note of 4,000 and a name: {status} {answer}')
    longest = 'one\n' + 'x' * (4000 - len('@master Anna: one\n'))
    status, answer = host(longest)
    tally.check(status == 200, f'the longest note: {status} {answer}')
    told = table.client.get(f'{table.path}/events?since={table.state()["ply"] - 1}&wait=0')[1]['messages'][0]
    tally.check(told['note'] == f'Master Anna: {longest}', f'the note is told as {told["note"][:60]}')
    lines = table.client.get(f'{table.path}/transcript')[1].split('\n')
    tally.check(any(' | @master Anna: one\\nxxx' in line for line in lines), 'the record has another note')
    server.kill()
    server.start()
    tally.check(table.state()['masters'] == [{'master': 1, 'name': '1'}, {'master': 2, 'name': 'Anna'}], 'the Masters after a restart')
    table.close()


def hands(tally, server):
    """What the host may do is told to a Master alone, numbers as one; what each would read of it is what each reads then."""
    table = Recording(server, 'incursio', 6, options={'map': 'small', 'teams': 'players'}, master=True)
    offered = table.client.get(f'{table.path}/host', table.master)[1]
    by_verb = {}
    for move in offered['moves']:
        by_verb.setdefault(move['verb'], []).append(move)
    tally.check(offered['ply'] == table.state()['ply'] and {'pause', 'close', 'correct', 'bulletin'} <= set(by_verb), f'offered: {offered}')
    tally.check(len(by_verb['set_treasury']) == 1 and by_verb['set_treasury'][0]['number']['step'] > 0 and by_verb['set_treasury'][0]['reason'],
                f'a number: {by_verb["set_treasury"]}')
    tally.check(not by_verb['pause'][0]['reason'], 'a pause wants a reason')
    for who in (table.admin, table.tokens['A'], server.host_token, None):
        for status, answer in (table.client.get(f'{table.path}/host', who), table.client.post(f'{table.path}/preview', {'text': 'pause'}, who)):
            tally.check(status in (401, 403), f'{who} is told {status} {answer}')
    sides = [(one['side'], one['seats']) for one in table.state()['sides']]
    tally.check(sides == [('defenders', ['A', 'C', 'E']), ('raiders', ['B', 'D', 'F'])], f'sides: {sides}')
    status, refused = table.client.post(f'{table.path}/preview', {'text': 'resume'}, table.master)
    tally.check(status == 422 and refused['rule'], f'a move that is refused: {status} {refused}')

    texts = {eyes: [table.client.get(f'{table.path}/words?what={what}&as={eyes}', table.master)[1]['text'] for what in ('board', 'places')]
             for eyes in ('all', 'A', 'none')}
    tally.check(len({text for both in texts.values() for text in both}) == 6, f'in words he sees no more than others: {texts}')

    said = {'text': 'set_treasury 1000', 'note': 'miscounted by the mill'}
    before = table.state('A')
    readings = table.client.post(f'{table.path}/preview', said, table.master)[1]['readings']
    tally.check(table.state('A') == before, 'a preview has changed something')
    told = {tuple(one['seats']): (one['text'], one['others']) for one in readings}
    tally.check('by the mill' in told[('A', 'C', 'E')][0] and 'mill' not in told[('B', 'D', 'F')][0] and told[('B', 'D', 'F')][1],
                f'readings: {readings}')
    table.hear()
    table.client.post(f'{table.path}/host', {'ply': offered['ply'], **said}, table.master)
    heard = json.dumps(table.hear()['A'])
    tally.check('by the mill' in heard, f'A hears {heard}')
    table.close()


def long_poll(tally, server):
    """A poll with all eyes ends with a ply that nobody else hears of; it is one look, and one line."""
    table, got = Recording(server, 'incursio', 2, **CAMPAIGN), []
    state = table.client.get(f'{table.path}?as=all&plain=1', table.master)[1]
    path = f'{table.path}/events?since={state["ply"]}&as=all&wait=20'
    waiting = threading.Thread(target=lambda: got.append(server.client().get(path, table.master)))
    waiting.start()
    seat = state['actors'][0]
    own = table.state(seat)
    spectator = table.state(None)['ply']
    status, answer = table.move(seat, next(move for move in own['moves'] if move['verb'] != 'done')['m'], own['ply'])
    tally.check(status == 200, f'{answer}')
    waiting.join(30)
    told = got and got[0][1].get('messages')
    tally.check(told and told[0]['kind'] == 'ply' and told[0]['move'], f'the poll with all eyes was told {json.dumps(got)[:300]}')
    tally.check(table.state(None)['ply'] == spectator, 'the move was no secret')
    tally.check(looks_of(server, table.match) == [(1, 'all')] * 2, f'the log: {looks_of(server, table.match)}')
    raw(table.client, f'{table.path}?as=A', table.master), raw(table.client, f'{table.path}?as=A', table.tokens['A'])
    raw(table.client, f'{table.path}?as=A', table.tokens['B']), raw(table.client, table.path, table.master)
    tally.check(looks_of(server, table.match) == [(1, 'all')] * 2 + [(1, 'A')], f'the log: {looks_of(server, table.match)}')
    table.close()


ENOUGH = 100, 400  # enrolments that wait; that are kept


def enrol(table, link, name, **more):
    status, answer = table.client.post(f'{table.path}/enrolments', dict(more, name=name), link)
    return answer if status == 201 else (status, answer['error'])


def answer(table, number, **said):
    return table.client.post(f'{table.path}/enrolments/{number}', said, table.master)


def open_enrolment(table):
    return table.client.post(f'{table.path}/enrolment', {'open': True}, table.master)[1]['token']


def crowd(tally, server):
    """Who floods the link keeps out nobody for ever: what was answered makes room, and what is at work stays."""
    table = Recording(server, 'incursio', 2, **CAMPAIGN)
    link = open_enrolment(table)
    seated = enrol(table, link, 'Anna')
    tally.check(answer(table, seated['enrolment'], accept='B')[0] == 200, 'Anna is not seated')
    first, n = seated['enrolment'] + 1, seated['enrolment'] + 1
    while n < ENOUGH[1] + first:
        made = [enrol(table, link, f'x{i}') for i in range(ENOUGH[0])]
        tally.check(all(isinstance(one, dict) for one in made), f'no room: {made[-1]}')
        tally.check(enrol(table, link, 'Bruno') == (409, 'full'), 'more wait than may')
        for one in made:
            answer(table, one['enrolment'], refuse=True)
        n += len(made)
    kept = table.client.get(f'{table.path}/enrolments', table.master)[1]['enrolments']
    tally.check(len(kept) == ENOUGH[1] and kept[0]['status'] == 'seated' and kept[0]['name'] == 'Anna', f'{len(kept)} are kept, {kept[0]}')
    tally.check(isinstance(enrol(table, link, 'Carla'), dict), 'no room for Carla')
    tally.check(table.client.get(table.path, seated['token'])[1]['you'] == 'B', 'Anna has lost her seat')
    table.close()


def told_of_a_seat(tally, server):
    """All are told that a seat has changed hands, and nothing of who enrolled for it, nor why; whoever had it looks on."""
    table = Recording(server, 'incursio', 2, **CAMPAIGN)
    link = open_enrolment(table)
    table.hear()
    one = enrol(table, link, 'Anna', seat='A', wishes='the castle')
    tally.check(not any(messages for heard in table.hear().values() for messages in heard), 'somebody was told that Anna enrolled')
    tally.check(answer(table, one['enrolment'], accept='A')[0] == 200, 'Anna is not seated')
    for viewer, heard in table.hear().items():
        for messages in heard:
            tally.check(messages and 'castle' not in json.dumps(messages), f'{viewer} was told {json.dumps(messages)[:300]}')
            states = [message['you'] for message in messages if message['kind'] == 'state']
            tally.check(states == ([None] if viewer == 'A' else []), f'{viewer} is {states}')
    secret = table.client.get(f'{table.path}?as=A', table.master)[1]
    tally.check(secret == table.client.get(table.path, one['token'])[1], 'Anna does not see what A does')
    table.close()


def killed(tally, server):
    """All of an answer or nothing of it."""
    table = Recording(server, 'incursio', 2, **CAMPAIGN)
    link, outcomes = open_enrolment(table), set()
    for i in range(12):
        one = enrol(table, link, f'x{i}')
        before = [row['enrolment'] for row in table.client.get(f'{table.path}/enrolments', table.master)[1]['enrolments']
                  if row['status'] == 'seated']
        call = threading.Thread(target=try_to, args=(table, one['enrolment'], server.client()))
        call.start()
        time.sleep(i * 0.0006)
        server.kill()
        call.join()
        server.start()
        table.client.close()
        rows = {row['enrolment']: row['status'] for row in table.client.get(f'{table.path}/enrolments', table.master)[1]['enrolments']}
        you = table.client.get(table.path, one['token'])[1].get('you')
        seated = [number for number, status in rows.items() if status == 'seated']
        whole = you == 'B' and seated == [one['enrolment']]
        nothing = you is None and seated == before and rows[one['enrolment']] == 'waiting'
        outcomes.add(whole)
        tally.check(whole or nothing, f'killed: {you}, {rows}, before {before}')
    tally.check(server.stop() == 0, 'the server does not stop cleanly')
    server.start()
    print(f'master: killed 12 times in an answer: {sorted(outcomes)}')


def try_to(table, number, client):
    try:
        client.post(f'{table.path}/enrolments/{number}', {'accept': 'B', 'replace': True}, table.master)
    except (OSError, http.client.HTTPException):
        pass


def never_gained(tally, server):
    """A link that somebody wrote into the database makes no Master of a table that was made without one."""
    table, other = Recording(server, 'incursio', 2, options={'map': 'small'}), Recording(server, 'incursio', 2, **CAMPAIGN)
    tally.check(table.master is None and 'masters' not in table.state('A'), 'a table without a Master has one')
    server.stop()
    with sqlite3.connect(server.db) as database:
        number = 'SELECT number FROM matches WHERE id = ?'
        database.execute(f'UPDATE links SET match = ({number}) WHERE kind = 4 AND match = ({number})', (table.match, other.match))
    database.close()
    server.start()
    for path in ('', '?as=all', '/transcript?as=A'):
        status, data = raw(table.client, table.path + path, other.master)
        tally.check(status == 403, f'a Master of a table without one: {path} {status} {data[:200]}')


def main():
    tally = Tally('master')
    with Server() as server:
        all_eyes(tally, server)
        revoked(tally, server)
        whose(tally, server)
        hands(tally, server)
        long_poll(tally, server)
        crowd(tally, server)
        told_of_a_seat(tally, server)
        killed(tally, server)
        never_gained(tally, server)
    tally.end()


if __name__ == '__main__':
    main()
