# SPDX-License-Identifier: MIT
"""desk.py - the Master's desk: who is late, what a move would tell each reader, what the next closing would bring, the windows there were and
what happened in lanes, what was known of a place when; each for those alone who may have it. A General replaces a person of his own side. [proves INC-TABLE-15]
"""
import itertools
import time

from consents import Table
from proposals import refused, told, written
from recording import SPECTATOR, Recording, chance_of
from serving import Server, Tally

ADDRESSES = ('/late', '/rehearsal')


def preview(table, text, note='', **asked):
    return table.client.post(f'{table.path}/preview', {'text': text, 'note': note, **asked}, table.master)


def readers(answer):
    return {who: one['text'] for one in answer['readings'] for who in (*one['seats'], *(['none'] if one['others'] else []))}


def desk(tally, server):
    table = Table(server, master=True)
    for address in ADDRESSES:
        for who in ('A', 'B', None, 'admin', 'host'):
            status, answer = table.client.get(table.path + address, table.token(who))
            wanted = (401, 'unauthorized') if who is None else (403, 'forbidden')
            tally.check((status, answer.get('error')) == wanted, f'{who} gets {address}: {status} {answer}')

    # Who is late.
    status, late = table.client.get(table.path + '/late', table.master)
    tally.check(status == 200 and [one['seat'] for one in late['people']] == list('ABCDEF') and all(one['waited'] for one in late['people']), f'late: {late}')
    tally.check([one['seat'] for one in late['people'] if one['leads']] == ['A', 'B'] and all(one['seen'] for one in late['people']), f'Generals: {late}')
    tally.check([one['side'] for one in late['people']] == list('ABABAB'), f'sides: {late}')
    table.request('A', order='c2 mission tithe')
    table.move('B', next(move for move in table.state('B')['moves'] if move['verb'] == 'done')['m'])
    people = {one['seat']: one for one in table.client.get(table.path + '/late', table.master)[1]['people']}
    tally.check(people['C']['asked'] == 1 and people['A']['asked'] == 0 and not people['B']['waited'], f'late: {people}')

    # He is warned of a closing, and of nothing else.
    warned = {one['text']: one.get('warning') for one in table.client.get(table.path + '/host?lang=en', table.master)[1]['moves']}
    tally.check(warned['close'].startswith('Not done yet: A, C') and 'Stays without an answer: C, character 2' in warned['close'] and
                'B' not in warned['close'].split('.')[0] and warned['pause'] is None, f'warnings: {warned}')

    # What a move would tell; nothing of it is made.
    before = written(table), table.looks()
    told(table)
    status, seen = preview(table, 'correct s07; add_unit f', 'miscounted')
    tally.check(status == 200 and 'miscounted' in readers(seen)['A'] and readers(seen)['A'] == readers(seen)['E'], f'a correction: {seen}')
    tally.check(readers(seen)['B'] == readers(seen)['none'] and 'Keep' not in readers(seen)['B'] and 'miscounted' not in readers(seen)['B'],
                f'which the other side reads: {seen}')
    status, seen = preview(table, 'correct s07; remove_unit 199')
    tally.check(status == 422 and seen['where'] == 'text[1]' and seen['rule'] and seen['text'], f'what can not be: {seen}')
    status, seen = preview(table, 'bulletin', 'Rain.')
    tally.check(set(readers(seen)) == {*table.tokens, 'none'} and 'Rain.' in readers(seen)['none'], f'a bulletin: {seen}')
    tally.check(preview(table, 'dance')[0] == 400 and preview(table, ' ; ')[0] == 400, 'no move')
    # What can't be any more, of a position that is past, is no refusal: the desk has not heard of the next one yet.
    ply = table.client.get(table.path + '/host?lang=en', table.master)[1]['ply']
    tally.check(preview(table, 'correct s07; remove_unit 199', ply=ply - 1) == (200, {'readings': None}), 'a position that is past')
    tally.check(preview(table, 'correct s07; remove_unit 199', ply=ply)[0] == 422 and preview(table, 'bulletin', 'Rain.', ply=ply) == (200, seen),
                'the position of now')
    windows = table.client.get(table.path + '/windows?as=all', table.master)[1]['windows']
    back = windows[-2]['plies']['none']
    status, seen = preview(table, f'rewind {back}', 'again')
    tally.check(status == 200 and 'again' in readers(seen)['none'] or status == 422 and seen['rule'] == 'INC-TABLE-16', f'a rewind: {seen}')
    tally.check(preview(table, 'rewind 9999', 'x')[0] == 409, 'a rewind that can not be')

    # The next closing.
    status, next_one = table.client.get(table.path + '/rehearsal', table.master)
    tally.check(status == 200 and next_one['closes'] and next_one['silent'] == ['A', 'C', 'D', 'E', 'F'] and next_one['window']['id'] == 'personal',
                f'the next closing: {next_one}')
    tally.check(readers(next_one)['none'], f'what is read: {next_one}')
    if next_one['throw']:
        chances = [one['chance'] for one in next_one['throw']['outcomes']]
        tally.check(chances == sorted(chances, reverse=True) and 0 < sum(chances) < 1.0001, f'a throw: {next_one["throw"]}')
    tally.check(table.client.get(table.path + '/rehearsal', table.master)[1] == next_one, 'it is drawn')
    tally.check((written(table), table.looks()) == before and not told(table), 'a look changes something')
    table.close()


def seen_before(tally, server):
    """When people were here last is told after kill -9, too: who has only looked and gone, who answered by a link."""
    table = Table(server, master=True)

    def people(key='seen'):
        return {one['seat']: one[key] for one in table.client.get(table.path + '/late', table.master)[1]['people']}

    _, token = table.ask('c2 mission tithe')
    here = people()
    time.sleep(0.02)
    for one in itertools.chain(*table.listeners.values()):
        one.socket.close()
    while any(people('online').values()):
        time.sleep(0.01)
    gone = people()
    time.sleep(0.02)
    status, _, _ = table.page(token, 'yes')
    before = people()
    time.sleep(0.02)
    table.page(token)  # as a chat program does
    tally.check(status == 200 and all(gone[seat] > here[seat] for seat in here), f'seen: {here}, once they have gone {gone}')
    tally.check([seat for seat in gone if before[seat] > gone[seat]] == ['C'] and people() == before, f'seen: {gone}, after an answer {before}, then {people()}')
    server.kill()
    server.start()
    table.client = server.client()
    tally.check(people() == before, f'seen: {before}, after a restart {people()}')
    table.close()


def what_has_been(tally, server):
    """Windows and lines, numbered as each reader counts; secrets of the other side in neither."""
    table = Table(server, master=True)
    table.send('C', '/chat', {'text': 'x', 'to': 'team'})
    table.request('A', order='c2 mission tithe', note='money')
    for viewer in (*table.tokens, SPECTATOR):
        status, answer = table.client.get(table.path + '/windows', table.token(viewer))
        ids = [one['window']['id'] for one in answer['windows']]
        tally.check(status == 200 and ids[-1] == 'personal' and 'plies' not in answer['windows'][0], f'{viewer}: {answer}')
        for one in answer['windows']:
            state = table.state(viewer, f'?at={one["ply"]}')
            tally.check((state['window'] or {}).get('id') == one['window']['id'] and state['round'] == one['round'], f'{viewer} at {one}: {state["window"]}')
        status, line = table.client.get(table.path + '/timeline', table.token(viewer))
        tally.check(status == 200 and line['ply'] == line['last'] == table.state(viewer)['ply'], f'{viewer}: {line["ply"]}')
        own = 'A' if viewer in ('A', 'C', 'E') else 'B' if viewer in ('B', 'D', 'F') else None
        tally.check({lane for one in line['lines'] for lane in one['lanes']} <= {'none', own}, f'{viewer} reads lanes of others')
        text = str(line)
        tally.check(('money' in text) == (own == 'A') and ('ithe' in text) == (own == 'A'), f'{viewer} reads {text[-600:]}')
    status, line = table.client.get(table.path + '/timeline?as=all', table.master)
    tally.check({lane for one in line['lines'] for lane in one['lanes']} == {'none', 'A', 'B'}, f'three lanes: {line["lines"][-3:]}')
    last = line['lines'][-1]
    tally.check(last['plies']['A'] == table.state('A')['ply'] and last['plies']['none'] == table.state()['ply'], f'where that was: {last}')
    status, rest = table.client.get(f'{table.path}/timeline?as=all&since={line["ply"] - 1}', table.master)
    tally.check([one['ply'] for one in rest['lines']] == [line['ply']] * len(rest['lines']) and rest['lines'][-1] == last, f'from there on: {rest}')
    for who, query, status in (('B', '?as=A', 403), ('B', '?as=all', 403), (SPECTATOR, '?as=A', 403), ('A', '?since=99999', 400)):
        tally.check(table.client.get(f'{table.path}/timeline{query}', table.token(who))[0] == status, f'{who} {query}')
    table.close()


def known_of_places(tally, server):
    """The history of a place, laid one line over the other, is at each ply what that viewer's own view holds of it, and says nothing that the
    viewer has not heard. After a rewind what was known since is marked, and no more believed."""
    table, chance = Recording(server, 'incursio', 2, options={'map': 'small'}, master=True), chance_of('places')
    table.play(1500, chance)
    windows = table.client.get(table.path + '/windows?as=all', table.master)[1]['windows']
    moves = [one['plies']['none'] for one in windows if one['window']['id'] == 'move']
    back = moves[len(moves) // 2]  # something was learnt before it, and something after it

    def history(viewer, site, query=''):
        """Its lines, page by page."""
        lines, since = [], 0
        while True:
            status, answer = table.client.get(f'{table.path}/history?set=site&of={site}&since={since}{query}', table.tokens.get(viewer))
            assert status == 200, answer
            lines += answer['lines']
            since = answer['ply']
            if since == answer['last']:
                return lines

    def compare(what):
        learnt = 0
        for viewer in (*table.tokens, SPECTATOR):
            last, sites = table.state(viewer)['ply'], sorted(table.state(viewer)['view']['raiders_know'])
            heard, since = {}, 0
            while since < last:
                page = table.client.get(f'{table.path}/events?since={since}&wait=0&lang=en', table.tokens.get(viewer))[1]
                heard.update({one['ply']: one['events'] for one in page['messages'] if one['kind'] == 'ply'})
                since = page['ply']
            looks = {ply: table.state(viewer, f'?at={ply}')['view'] for ply in {0, last, *(chance.randrange(last) for _ in range(6))}}
            for site in sites:
                lines = history(viewer, site)
                known, at = {}, 0
                learnt += sum(1 for line in lines[1:] if any('know' in name for name in line['members']))
                for ply in sorted(looks):
                    while at < len(lines) and lines[at]['ply'] <= ply:
                        known.update(lines[at]['members'])
                        at += 1
                    held = {name: looks[ply][name][site] for name in ('raiders_know', 'defenders_know', 'garrison', 'demons', 'soldiers')}
                    tally.check({name: known[name] for name in held} == held, f'{what}: {viewer} at {ply} of {site}: {known}, {held}')
                for line in lines:
                    told = [one for one in line['events'] if one not in heard.get(line['ply'], [])]
                    tally.check(not told and all(site in one['args'] for one in line['events']), f'{what}: {viewer} has not heard {told} of {site}')
                status, his = table.client.get(f'{table.path}/history?set=site&of={site}&as={viewer or "none"}', table.master)
                tally.check((status, his) == table.client.get(f'{table.path}/history?set=site&of={site}', table.tokens.get(viewer)), f'{what}: his {his}')
        return learnt

    tally.check(compare('played') > 10, 'nothing was learnt')
    for text in ('consent defenders', 'consent raiders', f'rewind {back}'):
        status, answer = table.client.post(f'{table.path}/host', {'ply': table.state()['ply'], 'text': text, 'note': 'again'}, table.master)
        tally.check(status == 200, f'{text}: {answer}')
    compare('taken back')
    lines = [line for site in table.state('A')['view']['raiders_know'] for line in history('B', site)]
    tally.check({line['taken_back'] for line in lines} == {True, False}, 'nothing is marked as taken back')
    table.close()


def generals(tally, server):
    """A General seats and replaces people of his own side, and of no other. [proves INC-TABLE-24]"""
    table = Table(server, master=True)
    at = table.path
    link = table.client.post(at + '/enrolment', {'open': True}, table.master)[1]['token']
    people = {}
    for name in ('Carla', 'Dino', 'Elsa'):
        people[name] = table.client.post(at + '/enrolments', {'name': name}, link)[1]
    table.client.post(at + '/join', {'name': 'Piero'}, table.tokens['C'])
    table.request('A', order='c2 mission tithe')

    def accept(who, name, **body):
        return table.client.post(f'{at}/enrolments/{people[name]["enrolment"]}', body, table.token(who))

    names = [one['name'] for one in table.client.get(at + '/enrolments', table.tokens['A'])[1]['enrolments']]
    tally.check(names == list(people), f'the General sees {names}')
    tally.check(table.client.get(at + '/enrolments', table.tokens['C'])[1]['enrolments'] == [], 'a player sees who enrolled')
    for what, status, error, ask in (
            ('a player seats', 403, 'forbidden', lambda: accept('E', 'Carla', accept='C', replace=True)),
            ('on the other side', 403, 'forbidden', lambda: accept('B', 'Carla', accept='C', replace=True)),
            ('on his own seat', 403, 'forbidden', lambda: accept('A', 'Carla', accept='A', replace=True)),
            ('he refuses', 403, 'forbidden', lambda: accept('A', 'Carla', refuse=True)),
            ('where somebody sits', 409, 'taken', lambda: accept('A', 'Carla', accept='C')),
            ('a bot over there', 403, 'forbidden', lambda: table.send('A', '/seats/D', {'who': 'bot:greedy'})),
            ('a bot for himself', 403, 'forbidden', lambda: table.send('A', '/seats/A', {'who': 'bot:greedy'})),
            ('a link of his own making', 403, 'forbidden', lambda: table.send('A', '/seats/C', {'who': 'human'})),
            ('he mutes', 403, 'forbidden', lambda: table.send('A', '/seats/C', {'mute': True})),
            ('a player gives a seat away', 403, 'forbidden', lambda: table.send('C', '/seats/E', {'who': 'bot:greedy'})),
            ('no such enrolment', 404, 'not_found', lambda: table.client.post(at + '/enrolments/99', {'accept': 'C'}, table.tokens['A']))):
        refused(tally, table, what, status, error, ask)

    old = table.tokens['C']
    status, answer = accept('A', 'Carla', accept='C', replace=True)
    tally.check((status, answer.get('status'), answer.get('seat')) == (200, 'seated', 'C'), f'replaced: {status} {answer}')
    tally.check(table.client.get(at, old)[0] == 401, 'the old link opens it still')
    table.tokens['C'] = people['Carla']['token']
    state = table.state('C')
    tally.check(state['you'] == 'C' and [(one['seat'], one['answer']) for one in state['consents']] == [('C', 'open')], f'what was asked is hers: {state["consents"]}')
    status, answer = table.send('A', '/seats/E', {'who': 'bot:greedy'})
    tally.check((status, answer.get('who')) == (200, 'bot:greedy') and table.client.get(at, table.tokens['E'])[0] == 401, f'out: {status} {answer}')
    status, answer = accept('A', 'Elsa', accept='E')
    tally.check((status, answer.get('seat')) == (200, 'E'), f'a seat that is free: {status} {answer}')
    table.tokens['E'] = people['Elsa']['token']
    tally.check(table.state('E')['you'] == 'E', 'Elsa does not sit')
    tally.check(accept('B', 'Dino', accept='D', replace=True)[0] == 200, 'the other General')
    table.close()


def main():
    tally = Tally('desk')
    with Server() as server:
        desk(tally, server)
        what_has_been(tally, server)
        known_of_places(tally, server)
        generals(tally, server)
        seen_before(tally, server)
        tally.check(server.stop() == 0, 'the server does not stop cleanly')
    tally.end()


if __name__ == '__main__':
    main()
