# SPDX-License-Identifier: MIT
"""proposals.py - whole orders that somebody proposes to the own side: read there alone, adopted as a whole or not at all, declined, taken
back, lapsed with their window; pushed, as all that is said beside the moves, to those who may read it and to nobody else. What is refused writes nothing and tells nobody. [proves INC-TABLE-9]
"""
import json
import sqlite3

from consents import Table
from recording import SPECTATOR, Listener
from serving import Server, Tally


def written(table):
    db = sqlite3.connect(f'file:{table.server.db}?mode=ro', uri=True)
    try:
        return [db.execute(f'SELECT count(*) FROM {name}').fetchone()[0] for name in ('plies', 'posts')]
    finally:
        db.close()


def proposals(table, who, query=''):
    status, answer = table.client.get(f'{table.path}/proposals{query}', table.token(who))
    assert status == 200, answer
    return answer['proposals']


def propose(table, who, **body):
    return table.send(who, '/proposals', body)


def adopt(table, who, number, ply=None):
    return table.send(who, f'/proposals/{number}/adopt', {'ply': table.state(who)['ply'] if ply is None else ply})


def told(table):
    return [message for listeners in table.hear().values() for messages in listeners for message in messages]


def refused(tally, table, what, status, error, ask):
    before = written(table), table.looks()
    told(table)
    got, answer = ask()
    tally.check(got == status and answer.get('error') == error and answer.get('text'), f'{what}: wanted {status} {error}, came {got} {answer}')
    tally.check(not told(table) and (written(table), table.looks()) == before, f'{what}: refused, yet something changed')
    return answer


def own_side(tally, server):
    """Made at any time, read by the own side and the Master, adopted as if typed."""
    table = Table(server, master=True)
    ply = table.state('A')['ply']
    told(table)
    status, made = propose(table, 'C', order='c3 rest')
    tally.check((status, made) == (201, {'proposal': 1}), f'in words, without an explanation: {made}')
    status, made = propose(table, 'C', moves=['assign c3', 'rest'], text='She is tired.\nLet her sleep.')
    number = made.get('proposal')
    tally.check(status == 201 and table.state('A')['ply'] == ply, f'a proposal: {status} {made}')
    one = next(one for one in proposals(table, 'A') if one['proposal'] == number)
    tally.check(one['from'] == 'C' and one['status'] == 'open' and one['by'] is None and one['text'] == 'She is tired.\nLet her sleep.' and
                [move['text'] for move in one['moves']] == ['assign c3', 'rest'] and one['moves'][0]['words'], f'as A reads it: {one}')
    for who in ('B', 'D', 'F', None, 'admin', 'host', 'master'):
        tally.check(not proposals(table, who), f'{who} reads {proposals(table, who)}')
    tally.check(len(proposals(table, 'master', '?as=all')) == len(proposals(table, 'A')), 'the Master does not read it')
    tally.check(proposals(table, 'A', f'?after={number}') == [], 'those behind it')
    for who in ('B', SPECTATOR):
        record = table.client.get(table.path + '/transcript', table.token(who))[1]
        tally.check('tired' not in record, f'the record of {who} tells it')
    tally.check('tired' in table.client.get(table.path + '/transcript', table.token('E'))[1], 'the record of its side does not')

    for what, status, error, ask in (
            ('B adopts', 404, 'not_found', lambda: adopt(table, 'B', number)),
            ('B declines', 404, 'not_found', lambda: table.send('B', f'/proposals/{number}/decline', {})),
            ('nobody adopts', 401, 'unauthorized', lambda: table.client.post(f'{table.path}/proposals/{number}/adopt', {'ply': ply})),
            ('the Master adopts', 403, 'forbidden', lambda: table.send('master', f'/proposals/{number}/adopt', {'ply': ply})),
            ('who may not assign', 422, 'refused', lambda: adopt(table, 'E', number)),
            ('who may not assign declines', 422, 'refused', lambda: table.send('E', f'/proposals/{number}/decline', {})),
            ('a stale adoption', 409, 'stale', lambda: adopt(table, 'A', number, ply - 1)),
            ('without a ply', 400, 'bad_request', lambda: table.send('A', f'/proposals/{number}/adopt', {})),
            ('none of that number', 404, 'not_found', lambda: adopt(table, 'A', 99)),
            ('a number that is none', 404, 'not_found', lambda: adopt(table, 'A', '1x')),
            ('no order', 400, 'bad_move', lambda: propose(table, 'C', order='be brave', text='x')),
            ('no order at all', 400, 'bad_request', lambda: propose(table, 'C', text='x')),
            ('too long an order', 422, 'bad_post', lambda: propose(table, 'C', moves=['back'] * 65)),
            ('the admin proposes', 403, 'forbidden', lambda: propose(table, 'admin', moves=['rest'])),
            ('a spectator proposes', 401, 'unauthorized', lambda: propose(table, None, moves=['rest']))):
        refused(tally, table, what, status, error, ask)

    before = written(table)
    status, answer = adopt(table, 'A', number)
    after = written(table)
    one = next(one for one in proposals(table, 'C') if one['proposal'] == number)
    tally.check(status == 200 and (one['status'], one['by']) == ('adopted', 'A') and after == [before[0] + 2, before[1] + 1], f'adopted: {answer} {one}')
    tally.check([(asked['seat'], asked['answer']) for asked in table.asked('E')] == [('E', 'open')], f'as if typed: {table.asked("E")}')
    refused(tally, table, 'adopted twice', 409, 'settled', lambda: adopt(table, 'A', number))

    # All or nothing: the last of its moves is against a rule.
    number = propose(table, 'C', moves=['assign c2', 'found s01', 'done'], text='A town!')[1]['proposal']
    said = refused(tally, table, 'against a rule', 422, 'refused', lambda: adopt(table, 'A', number))
    tally.check(said.get('rule'), f'by which rule: {said}')
    tally.check(next(one for one in proposals(table, 'A') if one['proposal'] == number)['status'] == 'open', 'refused, yet settled')
    status, answer = table.send('A', f'/proposals/{number}/decline', {})
    tally.check((status, answer.get('status')) == (200, 'declined'), f'declined: {answer}')
    refused(tally, table, 'declined twice', 409, 'settled', lambda: table.send('A', f'/proposals/{number}/decline', {}))
    number = propose(table, 'C', moves=['unit 1', 'back'], text='What nobody can begin')[1]['proposal']
    status, answer = table.send('A', f'/proposals/{number}/decline', {})
    tally.check((status, answer.get('status')) == (200, 'declined'), f'what nobody can begin is declined: {answer}')
    number = propose(table, 'E', moves=['assign c2', 'rest'])[1]['proposal']
    tally.check(table.send('E', f'/proposals/{number}/decline', {})[1].get('status') == 'taken_back', 'its author takes it back')

    # It lapses with its window; and it is there after a restart.
    number = propose(table, 'C', moves=['assign c2', 'rest'], text='later')[1]['proposal']
    server.kill()
    server.start()
    table.client = server.client()
    tally.check(next(one for one in proposals(table, 'A') if one['proposal'] == number)['status'] == 'open', 'lost with the server')
    table.client.post(f'{table.path}/host', {'ply': table.state()['ply'], 'text': 'close', 'note': 'time'}, table.master)
    tally.check(next(one for one in proposals(table, 'A') if one['proposal'] == number)['status'] == 'lapsed', 'it outlives its window')
    before = written(table)
    status, answer = adopt(table, 'A', number)
    tally.check((status, answer.get('error'), written(table)) == (409, 'settled', before), f'adopted too late: {answer}')


def talk(tally, server):
    """Each side's own chat, and a thread of each with the Master, who reads all. [proves INC-TABLE-10]"""
    table = Table(server, master=True)

    def say(who, text, to):
        return table.send(who, '/chat', {'text': text, 'to': to})

    def lines(who, to, more=''):
        status, answer = table.client.get(f'{table.path}/chat?to={to}{more}', table.token(who))
        return [(one['n'], one['seat'], one['text']) for one in answer['messages']] if status == 200 else answer['error']

    for who, text, to in (('A', 'we march', 'team'), ('E', 'may I stay?', 'master'), ('C', 'to the wells', 'team'), ('B', 'they march', 'team'),
                          ('master', 'you may', 'E')):
        status, answer = say(who, text, to)
        tally.check(status == 201 and answer['n'], f'{who} says {text}: {answer}')
    for who in 'ACE':
        tally.check([line[1:] for line in lines(who, 'team')] == [('A', 'we march'), ('C', 'to the wells')], f'{who} reads {lines(who, "team")}')
    tally.check([line[1:] for line in lines('B', 'team')] == [('B', 'they march')], f'B reads {lines("B", "team")}')
    tally.check([line[1:] for line in lines('E', 'master')] == [('E', 'may I stay?'), ('host', 'you may')], f'E reads {lines("E", "master")}')
    tally.check([line[1:] for line in lines('master', 'E')] == [('E', 'may I stay?'), ('host', 'you may')], f'he reads {lines("master", "E")}')
    tally.check([line[1:] for line in lines('master', 'team', '&as=B')] == [('B', 'they march')], 'the Master does not read all')
    tally.check(lines('B', 'team')[0][0] == 1 and lines('B', 'team', '&after=1') == [], 'numbers count what others say')
    tally.check(lines('A', 'master') == lines('C', 'master') == [], 'a thread is read by others')
    for who, to, error in ((None, 'team', 'forbidden'), ('admin', 'team', 'forbidden'), ('A', 'E', 'forbidden'), ('A', 'nobody', 'not_found')):
        tally.check(lines(who, to) == error, f'{who} reads {to}: {lines(who, to)}')
    for what, status, error, ask in (
            ('a spectator', 401, 'unauthorized', lambda: say(None, 'x', 'team')), ('the admin', 403, 'forbidden', lambda: say('admin', 'x', 'team')),
            ('the Master to no side', 403, 'forbidden', lambda: say('master', 'x', 'team')), ('to a seat', 403, 'forbidden', lambda: say('A', 'x', 'E')),
            ('to nobody', 404, 'not_found', lambda: say('A', 'x', 'nobody')), ('nothing', 400, 'bad_request', lambda: say('A', ' ', 'team'))):
        refused(tally, table, what, status, error, ask)
    for who, words in (('B', 'we march'), (SPECTATOR, 'march'), ('A', 'they march'), ('A', 'may I stay')):
        tally.check(words not in table.client.get(table.path + '/transcript', table.token(who))[1], f'the record tells {who}: {words}')
    table.client.post(f'{table.path}/seats/A', {'mute': True}, table.admin)
    refused(tally, table, 'who is muted', 403, 'forbidden', lambda: say('A', 'x', 'team'))
    without = Table(server)
    refused(tally, without, 'no Master', 403, 'forbidden', lambda: without.send('A', '/chat', {'text': 'x', 'to': 'master'}))


def posts_of(messages):
    return [message for message in messages if message['kind'] == 'post']


def pushed(tally, server):
    """Who may read it is told at once, in STATE and by a message; to all others nothing moves, no number either. [proves INC-TABLE-25]"""
    table = Table(server, master=True)
    eyes = Listener(server, table.match, table.master)
    eyes.socket.send({'as': 'all'})
    eyes.hear()
    own, others = ('A', 'C', 'E'), ('B', 'D', 'F', SPECTATOR)

    def heard():
        got = {viewer: listeners[0] for viewer, listeners in table.hear().items()}
        return dict(got, master=eyes.hear())

    def still():
        return [{key: value for key, value in table.state(viewer).items() if key != 'clock'} for viewer in others]

    def step(what, ask, readers, kind):
        heard()
        before = still()
        status, answer = ask()
        tally.check(status in (200, 201), f'{what}: {answer}')
        got = heard()
        for viewer in (*table.tokens, SPECTATOR, 'master'):
            reads = viewer in readers or viewer == 'master'
            posts = posts_of(got[viewer])
            tally.check([post['post'] for post in posts] == ([kind] if reads else []), f'{what}: {viewer} is told {got[viewer]}')
            tally.check(reads or not got[viewer] or kind == 'answer' and not posts, f'{what}: {viewer} notices it: {got[viewer]}')
        if kind != 'answer':
            tally.check(set(readers) & set(others) or still() == before, f'{what}: their state has changed')
        for viewer in readers:
            state, post = table.state(viewer), posts_of(got[viewer])[-1]
            tally.check(state['posts'] == post['n'] and state['rev'] == post['rev'], f'{what}: {viewer} at {state["posts"]}, {state["rev"]}: {post}')
            tally.check(post.get('proposals', state['proposals']) == state['proposals'], f'{what}: its proposals {post}')
        return posts_of(got[readers[0]])[0]

    said = step('talk', lambda: table.send('C', '/chat', {'text': 'we march', 'to': 'team'}), own, 'chat')
    tally.check((said['from'], said['to'], said['text'], said['n']) == ('C', ['A', 'C', 'E'], 'we march', 1), f'a line: {said}')
    said = step('a thread', lambda: table.send('E', '/chat', {'text': 'may I?', 'to': 'master'}), ('E',), 'chat')
    tally.check(said['to'] == ['E'], f'to the Master: {said}')
    said = step('a proposal', lambda: propose(table, 'C', moves=['assign c3', 'rest'], text='tired'), own, 'proposal')
    tally.check([one['text'] for one in table.state('A')['proposals']] == ['tired'] == [one['text'] for one in said['proposals']], f'it stands: {said}')
    tally.check([move['text'] for move in said['moves']] == ['assign c3', 'rest'] and table.state('B')['proposals'] == [], f'its moves: {said}')
    number = said['n']
    said = step('adopted', lambda: adopt(table, 'A', number), own, 'answer')
    tally.check((said['re'], said['answer'], said['proposals']) == (number, 'adopted', []), f'an answer: {said}')
    tally.check([(one['seat'], one['answer']) for one in table.state('E')['consents']] == [('E', 'open')], f'and what it asks: {table.state("E")["consents"]}')
    said = step('a ruling', lambda: table.client.post(f'{table.path}/rulings', {'rule': 'INC-SPY-2', 'question': 'Twice a day?', 'answer': 'No.'}, table.master),
                (*own, *others), 'ruling')
    tally.check((said['rule'], said['question'], said['text'], said['to']) == ('INC-SPY-2', 'Twice a day?', 'No.', None) and said['date'], f'a ruling: {said}')
    step('for one side', lambda: table.client.post(f'{table.path}/rulings', {'rule': 'inc-spy-2', 'question': 'And at night?', 'answer': 'No.', 'to': 'defenders'},
                                                   table.master), own, 'ruling')
    status, all_of_them = table.client.get(f'{table.path}/posts?kind=ruling', table.tokens['B'])
    tally.check([one['question'] for one in all_of_them['posts']] == ['Twice a day?'], f'rulings that B reads: {all_of_them}')
    tally.check([one['number'] for one in all_of_them['posts']] == [1], f'their numbers: {all_of_them}')
    day = table.state()['round']
    for who, reads in (('A', True), ('C', True), ('B', False), (None, False)):  # and in the day's pack, each to its readers
        status, pack = table.client.get(f'{table.path}/report?round={day}&lang=en', table.tokens.get(who))
        tally.check(status == 200 and '- No. 1, INC-SPY-2' in pack and ('And at night?' in pack) == reads, f'the pack of {who}: {pack}')
    status, all_of_them = table.client.get(f'{table.path}/posts?as=all', table.master)
    tally.check([one['n'] for one in all_of_them['posts']] == list(range(1, all_of_them['last'] + 1)) and all_of_them['last'] == 6, f'all: {all_of_them}')
    tally.check(table.client.get(f'{table.path}/posts?after=4', table.tokens['A'])[1]['posts'][0]['post'] == 'ruling', 'those behind a number')
    status, got = table.client.get(f'{table.path}/events?since={table.state("A")["ply"]}&wait=0&posts=3', table.tokens['A'])
    tally.check([message['kind'] for message in got['messages']] == ['post', 'post'], f'a long poll: {got}')
    for what, status, error, ask in (
            ('a player rules', 403, 'forbidden', lambda: table.send('A', '/rulings', {'rule': 'INC-SPY-2', 'question': 'x', 'answer': 'y'})),
            ('the admin rules', 403, 'forbidden', lambda: table.send('admin', '/rulings', {'rule': 'INC-SPY-2', 'question': 'x', 'answer': 'y'})),
            ('no such rule', 422, 'bad_post', lambda: table.send('master', '/rulings', {'rule': 'INC-SPI-2', 'question': 'x', 'answer': 'y'})),
            ('no answer', 422, 'bad_post', lambda: table.send('master', '/rulings', {'rule': 'INC-SPY-2', 'question': 'x', 'answer': ' '})),
            ('no such side', 404, 'not_found', lambda: table.send('master', '/rulings', {'rule': 'INC-SPY-2', 'question': 'x', 'answer': 'y', 'to': 'elves'})),
            ('no such kind', 400, 'bad_request', lambda: table.client.get(f'{table.path}/posts?kind=rumour', table.tokens['A']))):
        refused(tally, table, what, status, error, ask)

    # Who has answered, of the own side alone.
    team = {viewer: table.state(viewer)['team'] for viewer in (*own, *others)}
    tally.check(team['A'] == team['C'] == {'seats': ['A', 'C', 'E'], 'waited': ['A', 'C', 'E'], 'answered': []} and team[SPECTATOR] is None, f'{team}')
    heard()
    before = still()
    tally.check(table.move('E', next(move for move in table.state('E')['moves'] if move['verb'] == 'done')['m'])[0] == 200, 'E is done')
    got = heard()
    tally.check(got['A'][-1]['team'] == table.state('A')['team'] == {'seats': ['A', 'C', 'E'], 'waited': ['A', 'C'], 'answered': ['E']}, f'{got["A"]}')
    tally.check(not got['B'] and not got[SPECTATOR] and still() == before, f'the other side: {got["B"]}')

    # What is asked comes with its ply, what lapses with its window.
    step('another', lambda: propose(table, 'C', moves=['assign c2', 'rest']), own, 'proposal')
    heard()
    status, asked = table.request('A', order='c2 mission tithe')
    got = heard()
    for viewer in own:
        tally.check(got[viewer][-1]['consents'] == table.state(viewer)['consents'] and len(got[viewer][-1]['consents']) == 2, f'{viewer}: {got[viewer]}')
    tally.check(not any('consents' in message for viewer in others for message in got[viewer]), f'others are asked: {got}')
    tally.check(table.client.post(f'{table.path}/host', {'ply': table.state()['ply'], 'text': 'close', 'note': 'time'}, table.master)[0] == 200, 'closed')
    got = heard()
    tally.check(got['A'][-1]['proposals'] == table.state('A')['proposals'] == [], f'lapsed: {got["A"][-1]}')
    eyes.socket.close()
    table.close()


def main():
    tally = Tally('proposals')
    with Server() as server:
        own_side(tally, server)
        talk(tally, server)
        pushed(tally, server)
        tally.check(server.stop() == 0, 'the server does not stop cleanly')
        text = json.dumps(server.logged())
        tally.check('tired' not in text, 'the log tells what was said')
    tally.end()


if __name__ == '__main__':
    main()
