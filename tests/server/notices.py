# SPDX-License-Identifier: MIT
"""notices.py - people are told that it is their turn: once, surely, and not when they have looked; a server that is killed at any moment loses
nothing and says nothing more than twice; nothing tells what somebody entered.
"""
import json
import random
import re
import sqlite3
import time

from people import Browser
from serving import Server, Tally
from telling import Hooks, Table, due, outbox, wait_for


def a_turn_is_told_once(tally, server, hooks):
    table = Table(server, name='Una volta')
    for seat in 'ABC':
        table.add(seat, '?lang=en', kind='json', address=f'{hooks.url}/turn/{seat}')
    first = table.actor()
    got = wait_for(lambda: hooks.at(f'/turn/{first}'))
    # The turn began before there was a channel: nothing is told of it again, but of the next.
    begun = {seat: len(hooks.at(f'/turn/{seat}')) for seat in 'ABC'}
    after = table.play(lambda actor: actor not in (None, first))
    got = wait_for(lambda: hooks.at(f'/turn/{after}')[begun[after]:])
    body = json.loads(got[0]['body'])
    tally.check(body['type'] == 'turns' and body['tables'][0]['table'] == 'Una volta' and
                body['tables'][0]['url'].endswith('/m/' + table.id), f'a notice: {body}')
    tally.check(body['tables'][0]['seat'] == {'A': 'Anna', 'B': 'Bruno', 'C': 'Carla'}[after], f'whose: {body}')
    # Small moves of the same turn tell nothing more.
    for _ in range(3):
        state = table.state(after)
        if table.actor() == after and state.get('moves'):
            table.client.post(table.path + '/moves', {'ply': state['ply'], 'm': state['moves'][0]['m']}, table.tokens[after])
    wait_for(lambda: outbox(server) == 0)
    turns = len(hooks.at(f'/turn/{after}')) - begun[after]
    tally.check(turns == 1 or table.actor() != after, f'{turns} notices of one turn')


def who_looks_is_left_alone(tally, hooks):
    with Server('--hooks', '--hooks-allow', '127.0.0.1', '--notice-after', '2') as server:
        table = Table(server, name='Guardo')
        seats = {seat: table.add(seat, kind='json', address=f'{hooks.url}/look/{seat}')[0] for seat in 'ABC'}
        tally.check(set(seats.values()) == {201}, f'{seats}')
        wait_for(lambda: not due(server))
        first = table.actor()
        after = table.play(lambda actor: actor not in (None, first))
        before = len(hooks.at(f'/look/{after}'))
        status, _ = table.client.post(table.path + '/looked', {}, table.tokens[after])
        tally.check(status == 200, f'looked: {status}')
        third = table.play(lambda actor: actor not in (None, after))
        wait_for(lambda: hooks.at(f'/look/{third}'))
        tally.check(len(hooks.at(f'/look/{after}')) == before, 'who had looked was told')
        tally.check(len(hooks.at(f'/look/{third}')) >= 1, 'who had not looked was not told')


def ended_orders(tally, server, hooks):
    """A standing order's end is told to its seat alone, without what ended it; with a turn of that seat it is one message."""
    table = Table(server, name='Ordini', game='polis', seats=['human'] * 2)
    first = table.actor()
    other = 'B' if first == 'A' else 'A'
    for path in ('order', 'both'):
        for seat in ('AB' if path == 'both' else other):
            status, answer = table.add(seat, '?lang=en', kind='json', address=f'{hooks.url}/{path}')
            tally.check(status == 201, f'{answer}')
    status, answer = table.client.post(table.path + '/standing-order', {'moves': ['pass'], 'times': 1}, table.tokens[other])
    tally.check(status == 200, f'{answer}')
    state = table.state(first)
    move = next(one['m'] for one in state['moves'] if one['text'] == 'pass')
    table.client.post(table.path + '/moves', {'ply': state['ply'], 'm': move}, table.tokens[first])

    def told(path):
        return [one for got in hooks.at(path) for one in json.loads(got['body'])['tables'] if one.get('order_ended')]
    wait_for(lambda: told('/order'))
    wait_for(lambda: outbox(server) == 0)
    tally.check(len(told('/order')) == 1, f'{hooks.at("/order")}')
    tally.check(not told('/both'), 'where the other seat reads, too')
    text = next(json.loads(got['body'])['text'] for got in hooks.at('/order') if b'order_ended' in got['body'])
    tally.check('standing order' in text and 'pass' not in text.lower(), f'{text}')
    # Who has put it away has read of it: nothing is queued any more.
    table.client.post(table.path + '/standing-order', {'pass': True}, table.tokens[other])
    table.client.call('DELETE', table.path + '/standing-order', None, table.tokens[other])
    wait_for(lambda: outbox(server) == 0)
    tally.check(len(told('/order')) == 1, 'an order that its person ended')


def commits(server):
    return int(re.search(r'^alea_commits_total (\d+)', server.metrics(), re.M).group(1))


def seen_elsewhere(tally, server):
    """Up to where a seat has seen the match is kept for its person, over a restart, and told to nobody else."""
    table = Table(server)
    tally.check('viewed' not in table.state('A'), 'before it said so')
    tally.check(table.client.post(table.path + '/looked', {'ply': 3}, table.tokens['A'])[0] == 200, 'looked')
    server.stop()
    server.start()
    table.client = server.client()
    own = table.state('A').get('viewed')
    tally.check(own and own['ply'] == 3 and abs(own['at'] / 1000 - time.time()) < 60, f'{own}')
    before = commits(server)
    tally.check(table.client.post(table.path + '/looked', {'ply': 3}, table.tokens['A'])[0] == 200, 'looked again')
    tally.check(table.state('A')['viewed'] == own and commits(server) == before, 'what is no news was written')
    tally.check('viewed' not in table.state('B') and 'viewed' not in table.client.get(table.path)[1], 'others read it')
    tally.check(table.client.post(f'{table.path}/seats/A', {'who': 'human'}, server.host_token)[0] == 200, 'somebody else sits there')
    tally.check('viewed' not in table.client.get(table.path)[1], 'and has seen nothing')


def accounts(tally, server, hooks):
    """One channel for all tables of an account, their deadlines, and what goes when the account goes."""
    anna = Browser(server, '127.0.0.1')
    tally.check(anna.sign('/accounts', 'Anna')[0] == 201, 'signing up')
    tables = [Table(server, name=f'Tavolo {i}', clock={'kind': 'days', 'reserve': 86400, 'move': 86400, 'late': 0, 'then': 'forfeit'})
              for i in range(2)]
    for table in tables:
        first = table.actor()
        tally.check(anna.call('POST', table.path + '/claim', {}, table.tokens[first])[0] == 200, 'claiming')
    status, made = anna.call('POST', '/account/channels?lang=en', {'kind': 'json', 'address': hooks.url + '/account'})
    tally.check(status == 201, f'{made}')
    status, turns = anna.call('GET', '/account/turns')
    tally.check(status == 200 and len(turns['turns']) == 2 and all(one['deadline'] for one in turns['turns']), f'{turns}')
    tally.check([one['deadline'] for one in turns['turns']] == sorted(one['deadline'] for one in turns['turns']), 'by deadline')
    status, calendar = anna.call('GET', '/account/calendar')
    tally.check(calendar.count('BEGIN:VEVENT') == 2 and calendar.count('\r\n') == calendar.count('\n'), f'{calendar[:300]}')
    status, own = tables[0].client.get(tables[0].path + '/calendar', tables[0].tokens[tables[0].actor()])
    tally.check(own.count('BEGIN:VEVENT') == 1 and all(len(line.encode()) <= 75 for line in own.split('\r\n')), f'{own}')
    tally.check(Browser(server, '127.0.0.1').call('GET', '/account/turns')[0] == 401, 'turns of nobody')
    status, kept = anna.call('GET', '/account')
    tally.check(hooks.url + '/account' in json.dumps(kept), 'what is kept of an account names its channels')
    tally.check(anna.call('POST', '/account/delete', {'password': 'correct horse'})[0] == 200, 'the end of the account')
    with sqlite3.connect(server.db) as db:
        tally.check(db.execute('SELECT count(*) FROM channels WHERE account IS NOT NULL').fetchone()[0] == 0, 'its channels went')


def shared_hooks_and_secrets(tally, server, hooks):
    """Where sides enter orders in secret, nobody reads at a common address who is still awaited."""
    client = server.client()
    status, made = client.post('/matches', {'game': 'incursio', 'seats': ['human'] * 6, 'options': {'map': 'small', 'teams': 'players'},
                                            'clock': {'kind': 'windows', 'zone': 'Europe/Rome'}})
    tally.check(status == 201, f'{made}')
    tokens = {seat['seat']: seat['token'] for seat in made['seats']}
    path = '/matches/' + made['match']
    for seat in 'AB':
        client.post(path + '/channels', {'kind': 'json', 'address': hooks.url + '/shared'}, tokens[seat])
    client.post(path + '/channels', {'kind': 'json', 'address': hooks.url + '/alone'}, tokens['C'])
    for seat, token in tokens.items():
        client.post(path + '/join', {'name': f'P{seat}'}, token)
    for _ in range(12):
        state = client.get(path, tokens['C'])[1]
        for seat, token in tokens.items():
            own = client.get(path, token)[1]
            if own.get('moves') and seat in own['actors']:
                client.post(path + '/moves', {'ply': own['ply'], 'm': own['moves'][-1]['m']}, token)
        if hooks.at('/alone'):
            break
    tally.check(wait_for(lambda: hooks.at('/alone')), 'an address of one person is told')
    wait_for(lambda: outbox(server) == 0)
    tally.check(not hooks.at('/shared'), 'an address that both sides read was told who is awaited')
    words = b' '.join(one['body'] for one in hooks.at('/alone'))
    keys = {key for one in hooks.at('/alone') for table in json.loads(one['body'])['tables'] for key in table}
    tally.check(keys == {'table', 'game', 'seat', 'hours_left', 'deadline', 'url'}, f'what a notice tells: {keys}')
    tally.check(not any(token.encode() in words for token in tokens.values()), 'a token in a notice')
    del state


def reminders_say_the_policy(tally, server, hooks):
    """Six hours before the time is over: the words in which the table was made, in the language of who is told."""
    clock = {'kind': 'days', 'move': 6 * 3600 + 2, 'vacation': 3, 'then': 'pass', 'often': {'times': 2, 'percent': 50}}
    status, said = server.client().post('/clock?lang=it', {'clock': clock})
    tally.check(status == 200 and len(said['policy']) == 4, f'before it is made: {status} {said}')
    table = Table(server, name='Lenta', clock=clock)
    actor = table.actor()
    status, answer = table.add(actor, '?lang=it', kind='json', address=hooks.url + '/reminded', reminders=[6])
    tally.check(status == 201, f'{answer}')
    status, state = table.client.get(table.path + '?lang=it', table.tokens[actor])
    tally.check(state['policy'] == said['policy'], f'at the table: {state["policy"]}')

    def reminded():
        told = [json.loads(one['body']) for one in hooks.at('/reminded')]
        return [one['text'] for one in told if one['tables'][0]['hours_left'] == 6]

    words = wait_for(reminded)
    tally.check(words and ' '.join(said['policy']) in words[0], f'the reminder: {words}')
    first = [json.loads(one['body'])['text'] for one in hooks.at('/reminded')]
    tally.check(sum(said['policy'][0] in one for one in first) == 1, f'the policy stands elsewhere: {first}')


def fails_again_and_again(tally, hooks):
    """Tried again after ever longer pauses, six times; one that keeps failing is switched off, and who comes back hears of it."""
    with Server('--hooks', '--hooks-allow', '127.0.0.1', '--notice-after', '0', '--tables', '0', own_clock=True) as server:
        table = Table(server)
        first = table.actor()
        seat = table.play(lambda actor: actor not in (None, first))
        number = table.add(seat, '?lang=en', kind='json', address=hooks.url + '/fail/again')[1]['channel']
        table.play(lambda actor: actor not in (None, seat))
        begun = len(hooks.at('/fail/again'))  # of the turn at which it was added

        def tried(times):
            wait_for(lambda: table.channel(seat, number)['failures'] >= times)
            return len(hooks.at('/fail/again')) - begun == times == table.channel(seat, number)['failures']

        def next_turn():
            if table.actor() == seat:
                table.play(lambda actor: actor not in (None, seat))
            table.play(lambda actor: actor == seat)

        next_turn()
        tally.check(begun == 0 and tried(1), f'a turn is told: {hooks.at("/fail/again")}')
        for times, pause in enumerate((30, 120, 480, 1920, 7680), 2):
            server.run_ahead(pause - 5)
            time.sleep(0.2)
            tally.check(tried(times - 1), f'before {pause} s are over it is tried again')
            server.run_ahead(5)
            tally.check(tried(times), f'after {pause} s it is not tried again')
        tally.check(outbox(server) == 0 and table.channel(seat, number)['status'] == 'on', 'after six times it is let be')
        next_turn()
        tally.check(tried(7), 'the next turn is told')
        server.run_ahead(31)
        tally.check(tried(8), 'and told again')
        shown = table.channel(seat, number)
        tally.check(shown['status'] == 'failed' and '500' in shown['trouble'], f'eight times one after the other: {shown}')
        status, said = table.client.post(table.path + '/looked', {}, table.tokens[seat])
        tally.check((status, said) == (200, {'looked': True, 'failed': 1}), f'who comes back hears {said}')
        next_turn()
        server.run_ahead(24 * 3600)
        wait_for(lambda: outbox(server) == 0)
        tally.check(tried(8), 'what is switched off is told of a turn')
        hooks.mended = True
        tally.check(table.try_out(seat, number)['status'] == 'on', 'a test that arrives switches it on')
        status, said = table.client.post(table.path + '/looked', {}, table.tokens[seat])
        tally.check(said['failed'] == 0, f'and then who comes back hears {said}')


def in_one_message(tally, hooks):
    """Several tables are one message to their address; the end of a match, which two people hear of there, too."""
    with Server('--hooks', '--hooks-allow', '127.0.0.1', '--notice-after', '3600', '--tables', '0') as server:
        tables = [Table(server, name=name, game='polis', seats=['human'] * 2) for name in ('Sabato', 'Domenica')]
        for table in tables:
            for seat in 'AB':
                tally.check(table.add(seat, '?lang=en', kind='json', address=hooks.url + '/common')[0] == 201, 'a common address')
        server.stop()
        with sqlite3.connect(server.db) as db:  # the hour is over, for both at once
            db.execute('UPDATE turns SET due = 1 WHERE due > 0')
        server.start()
        wait_for(lambda: hooks.at('/common'))
        wait_for(lambda: outbox(server) == 0)
        told = [json.loads(one['body']) for one in hooks.at('/common')]
        tally.check([sorted(one['table'] for one in message['tables']) for message in told] == [['Domenica', 'Sabato']], f'{told}')
        tables[0].client = server.client()
        tally.check(tables[0].client.post(tables[0].path + '/resign', {}, tables[0].tokens['A'])[0] == 200, 'the end of a match')
        wait_for(lambda: outbox(server) == 0 and len(hooks.at('/common')) > 1)
        told = [json.loads(one['body']) for one in hooks.at('/common')][1:]
        tally.check([(message['type'], len(message['tables'])) for message in told] == [('over', 1)], f'{told}')


def killed(tally, hooks):
    """Killed at any moment, again and again: each turn is told, none more than twice."""
    hooks.slow = 0.15
    options = ('--hooks', '--hooks-allow', '127.0.0.1', '--notice-after', '1', '--tables', '0')
    with Server(*options) as server:
        tables, chance = [], random.Random(3)
        for i in range(24):
            table = Table(server, name=f'Tavolo {i}')
            for seat in 'ABC':
                table.add(seat, kind='json', address=f'{hooks.url}/slow/{i}/{seat}')
            tables.append(table)
        awaited = {i: table.actor() for i, table in enumerate(tables)}
        for _ in range(8):
            time.sleep(chance.uniform(0.02, 0.6))
            server.kill()
            server.start()
        wait_for(lambda: outbox(server) == 0 and due(server) == 0)
        told = {i: len(hooks.at(f'/slow/{i}/{seat}')) for i, seat in awaited.items()}
        tally.check(all(1 <= n <= 2 for n in told.values()), f'told so often: {told}')
        for i in range(24):
            others = sum(len(hooks.at(f'/slow/{i}/{seat}')) for seat in 'ABC' if seat != awaited[i])
            tally.check(others == 0, f'table {i}: others were told {others} times')
        twice = sum(n == 2 for n in told.values())
        status = server.stop()
        tally.check(status == 0, f'it stops with {status}')
        server.start()
        wait_for(lambda: outbox(server) == 0)
        again = {i: len(hooks.at(f'/slow/{i}/{seat}')) for i, seat in awaited.items()}
        tally.check(again == told, 'a restart in peace tells nothing again')
        print(f'notices: {twice} of 24 were told twice by 8 kills')


def metrics(tally, server, hooks):
    wait_for(lambda: outbox(server) == 0)
    text = server.metrics()
    sent = int(re.search(r'^alea_notices_sent_total (\d+)', text, re.M).group(1))
    tally.check(sent == len(hooks.got) > 0, f'{sent} sent, {len(hooks.got)} came')
    for name in ('failed_total', 'dropped_total', 'waiting'):
        tally.check(f'alea_notices_{name} ' in text, f'no alea_notices_{name}')


def main():
    tally, hooks = Tally('notices'), Hooks()
    with Server('--hooks', '--hooks-allow', '127.0.0.1', '--notice-after', '0', '--tables', '0') as server:
        a_turn_is_told_once(tally, server, hooks)
        ended_orders(tally, server, hooks)
        accounts(tally, server, hooks)
        shared_hooks_and_secrets(tally, server, hooks)
        reminders_say_the_policy(tally, server, hooks)
        metrics(tally, server, hooks)
        seen_elsewhere(tally, server)
    who_looks_is_left_alone(tally, hooks)
    fails_again_and_again(tally, hooks)
    in_one_message(tally, hooks)
    killed(tally, hooks)
    tally.end()


if __name__ == '__main__':
    main()
