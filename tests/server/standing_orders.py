# SPDX-License-Identifier: MIT
"""standing_orders.py - what a seat orders beforehand: its turns go by until it is attacked, and it reads what happened; answers are given
where they fit, a usual action is a yes to the same question again; counted, timed, kept over a restart; nobody else hears that there is one."""
import random
import time

from absence import HOUR, Table, now
from agreements import Asked
from consents import Table as Campaign
from serving import Server, Tally

LAST = 2000  # moves of others until somebody must have attacked


def path(table):
    return getattr(table, 'at', None) or table.path


def order(table, seat, **what):
    return table.client.post(path(table) + '/standing-order', what, table.tokens[seat])


def read(table, seat, lang='en'):
    status, answer = table.client.call('GET', f'{path(table)}/standing-order?lang={lang}', None, table.tokens[seat])
    assert status == 200, answer
    return answer['standing_order']


def end(table, seat):
    return table.client.call('DELETE', path(table) + '/standing-order', None, table.tokens[seat])


def attack(state, chance):
    """The move of this state that comes nearest to an attack on what A holds."""
    of, owner = {}, state['view']['own']['A']
    for move in state['moves']:
        of.setdefault(move['verb'], []).append(move)
    for verb in ('attack_to', 'attack_from', 'roll', 'place', 'claim'):
        mine = [move for move in of.get(verb, []) if verb != 'attack_to' or move['args']['province'] in owner]
        if mine:
            return chance.choice(mine)
    return (of.get('stop') or of.get('done') or state['moves'])[0]


def until_attacked(tally, server):
    """Three people; A's turns go by, B and C attack where they can."""
    table = Table(server, 'spqrisiko', 3, options={'setup_mode': 'random'})
    before = {seat: table.state(table.tokens[seat]) for seat in 'BC'}
    status, answer = order(table, 'A', times=50, **{'pass': True})
    tally.check(status == 200 and answer['standing_order']['pass'], f'ordered: {status} {answer}')
    own = table.state(table.tokens['A'])
    tally.check(own['standing_order']['pass'] and own['standing_order']['why'] is None, f'its seat reads {own.get("standing_order")}')
    if before['B']['actor'] != 'A':  # else its turn goes by, which all hear
        after = {seat: table.state(table.tokens[seat]) for seat in 'BC'}
        tally.check(all(after[seat]['rev'] == before[seat]['rev'] for seat in 'BC'), 'others hear that something has changed')
    for token in (table.tokens['B'], None, table.admin):
        tally.check('standing_order' not in table.state(token), 'somebody else reads it')
    chance = random.Random(19)
    for _ in range(LAST):
        state = table.state(table.tokens['A'])
        if state['standing_order']['why']:
            break
        if state['actor'] == 'A':
            time.sleep(0.01)
            continue
        mover = state['actor']
        view = table.state(table.tokens[mover])
        status, answer = table.client.post(table.at + '/moves', {'ply': view['ply'], 'm': attack(view, chance)['m']}, table.tokens[mover])
        tally.check(status == 200, f'{mover}: {status} {answer}')
    ended = read(table, 'A')
    tally.check(ended['why'] == 'alarm' and not ended['pass'], f'it stands after an attack: {ended}')
    tally.check('attack' in ended['says'].lower() or 'combat' in ended['says'].lower() or 'conquers' in ended['says'].lower(), f'why: {ended["says"]}')
    tally.check(read(table, 'A', 'it')['says'] != ended['says'], f'and in Italian: {read(table, "A", "it")["says"]}')
    plies = table.client.get(table.at + '/events?since=0&wait=0&limit=500')[1]['messages']
    tally.check(any(one['kind'] == 'ply' and one.get('seat') == 'A' for one in plies), 'A has made no move')
    tally.check(end(table, 'A')[1]['standing_order'] is None and 'standing_order' not in table.state(table.tokens['A']), 'what it read is put away')


def passes(state):
    return next(one['m'] for one in state['moves'] if one['text'] == 'pass')


def counted_and_kept(tally, server):
    """In Polis A passes twice by its order, over a restart; the record says how."""
    table = Table(server)
    first = table.state()['actor']
    other = 'B' if first == 'A' else 'A'
    status, answer = order(table, other, moves=['pass'], times=1, until=now() + HOUR)
    tally.check(status == 200 and [one['text'] for one in answer['standing_order']['answers']] == ['pass'], f'{status} {answer}')
    tally.check({'fight', 'retreat'} <= {one['text'] for one in answer['offers']}, f'offers: {answer["offers"]}')
    server.stop()
    server.start()
    table.client = server.client()
    tally.check(read(table, other)['left'] == 1, 'it is kept over a restart')
    state = table.state(table.tokens[first])
    status, answer = table.client.post(table.at + '/moves', {'ply': state['ply'], 'm': passes(state)}, table.tokens[first])
    tally.check(status == 200, f'{answer}')
    ended = read(table, other)
    tally.check((ended['why'], ended['left'], ended['answers']) == ('count', 0, []), f'carried out once: {ended}')
    told = [one for one in table.client.get(table.at + '/events?since=0&wait=0&limit=500')[1]['messages'] if one['kind'] == 'ply']
    by_order = [one for one in told if one.get('note')]
    tally.check([(one['seat'], one['note']) for one in by_order] == [(other, 'by an order given before')], f'the record: {by_order}')


def by_hand(tally, server):
    """Who plays is back: turns do not go by any more, and answers stay."""
    table = Table(server)
    mover = table.state()['actor']
    order(table, 'B' if mover == 'A' else 'A', **{'pass': True})
    status, answer = order(table, mover, moves=['retreat'], until=now() + HOUR)
    tally.check(status == 200, f'{answer}')
    state = table.state(table.tokens[mover])
    tally.check(state['actor'] == mover and state['standing_order']['answers'] == 1, 'an answer that does not fit is not given')
    status, answer = table.client.post(table.at + '/moves', {'ply': state['ply'], 'm': passes(state)}, table.tokens[mover])
    tally.check(status == 200 and read(table, mover)['answers'], f'answers stay: {answer}')


def taken_back(tally, server):
    """A match that all take back does not go the same way again by itself."""
    table = Asked(server, 'polis', 2)
    state = table.state()
    mover, other = state['actor'], 'B' if state['actor'] == 'A' else 'A'
    order(table, other, moves=['pass'], times=9)
    own = table.state(mover)
    status, answer = table.move(mover, passes(own), own['ply'])
    tally.check(status == 200, f'{answer}')
    number = table.ask(mover, what='rewind', to=state['ply'])
    table.answer(other, number)
    ended = read(table, other)
    tally.check(ended['why'] == 'undone' and ended['says'], f'after it was taken back: {ended}')
    table.close()


def another_day(table):
    """All are done with this window, and play on to the next of its kind."""
    for seat in table.state()['actors']:
        for verb in ('back', 'done'):
            own = table.state(seat)
            move = next((one for one in own.get('moves', []) if one['verb'] == verb), None)
            status, answer = table.move(seat, move['m'], own['ply']) if move else (200, None)
            assert status == 200, answer
    table.play_on()


def usual_action(tally, server):
    """The same question again is a yes, marked as given before; another question is not answered. [proves INC-TABLE-7]"""
    table = Campaign(server)
    question, _ = table.ask('c2 rest')
    seat = next(one['seat'] for one in table.asked('A') if one['question'] == question)
    status, answer = order(table, 'A', question=question)
    tally.check(status == 404, f'a General for somebody else: {status} {answer}')
    status, answer = order(table, seat, question=question)
    tally.check(status == 200 and answer['standing_order']['answers'][0]['question'], f'{status} {answer}')
    tally.check(table.answer_of(question) == 'yes', f'the question that stood: {table.answer_of(question)}')
    for words, answer in (('c2 mission tithe', 'open'), ('c2 rest', 'yes')):
        another_day(table)
        status, asked = table.request('A', order=words)
        given = [one['answer'] for one in table.asked('A') if one['seat'] == seat]
        tally.check(status == 201 and given == [answer], f'{words} on another day: {status} {given} {asked}')
    own = [one for one in table.client.get(table.path + '/events?since=0&wait=0&limit=500', table.tokens[seat])[1]['messages'] if one.get('note')]
    tally.check([one['note'] for one in own if one.get('seat') == seat] == ['by an order given before'] * 2, f'the record: {own}')
    tally.check('standing_order' not in table.state('A'), 'its General reads of it')
    table.close()


def refused(tally, server):
    table = Table(server)
    for body, status, error in (({}, 400, 'bad_request'), ({'pass': True, 'until': 5}, 400, 'bad_request'),
                                ({'pass': True, 'until': now() + 91 * 24 * HOUR}, 400, 'bad_request'),
                                ({'pass': True, 'times': 0}, 400, 'bad_request'), ({'moves': ['march on']}, 400, 'bad_move'),
                                ({'moves': ['fight'] * 5}, 400, 'bad_request'), ({'moves': [7]}, 400, 'bad_request'),
                                ({'question': 1}, 404, 'not_found'), ({'pass': 'yes'}, 400, 'bad_request')):
        got, answer = order(table, 'A', **body)
        tally.check((got, answer.get('error')) == (status, error) and answer['text'], f'{body}: {got} {answer}')
    tally.check(table.client.post(table.at + '/standing-order', {'pass': True}, None)[0] == 401, 'by nobody')
    tally.check(table.client.post(table.at + '/standing-order', {'pass': True}, table.admin)[0] == 403, 'by the creator')
    loan = table.lend('A')
    table.take(loan)
    tally.check(table.client.post(table.at + '/standing-order', {'pass': True}, loan['token'])[1]['error'] == 'lent', 'by who has borrowed it')
    tally.check(read(table, 'A') is None, 'and nothing is ordered')


def main():
    tally = Tally('standing orders')
    with Server() as server:
        until_attacked(tally, server)
        counted_and_kept(tally, server)
        by_hand(tally, server)
        taken_back(tally, server)
        usual_action(tally, server)
        refused(tally, server)
    tally.end()


if __name__ == '__main__':
    main()
