#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""attention.py - people first: thirty tables of bots take nobody's time, and no more of the disk than their share; they may have to wait
until somebody looks; and the database has a ceiling, told before it is reached. Counted are moves, not seconds."""
import re
import sqlite3
import time

from serving import Server, Tally, WebSocket

CROWD = 30
PATIENCE = 60  # seconds: a guard against hanging


def measured(server, name):
    text = server.metrics()
    return float(re.search(rf'^{re.escape(name)} (\S+)$', text, re.M)[1])


def counted(server, name):
    return int(measured(server, name))


def thought(server):
    """Seconds that processors thought for people, and for the crowd."""
    return tuple(measured(server, f'alea_thought_seconds_total{{alone="{alone}"}}') for alone in (0, 1))


def made(client, game, seats, **more):
    status, table = client.post('/matches', dict({'game': game, 'seats': seats}, **more))
    assert status == 201, table
    return table


def until(holds):
    deadline = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


def play_until_bots_moved(client, table, wanted):
    """A person who moves at once; how many moves the bots of this table have made, which is at least as many."""
    match, token, since, moves = table['match'], table['seats'][0]['token'], 0, 0
    while moves < wanted:
        state = client.get(f'/matches/{match}', token)[1]
        assert state['status'] == 'playing', f'over after {state["ply"]} plies, {moves} of {wanted} by bots'
        turn = state.get('moves')
        if turn:
            client.post(f'/matches/{match}/moves', {'ply': state['ply'], 'm': turn[0]['m']}, token)
        answer = client.get(f'/matches/{match}/events?since={since}&wait={0 if turn else 20}&plain=1', token)[1]
        moves += sum(message['kind'] == 'ply' and message['seat'] in ('B', 'C') for message in answer['messages'])
        since = answer['ply']
    return moves


def people_first(tally):
    """While people play the crowd has a quarter of one processor's time to think, however busy the machine is. Without that, all."""
    with Server('--tables', '0') as server:
        client = server.client()
        for _ in range(CROWD):
            made(client, 'spqrisiko', ['bot:hard', 'bot:hard', 'bot:hard'])
        tally.check(until(lambda: counted(server, 'alea_bot_moves_alone_total') > 0), 'the crowd plays while nobody else does')
        table = made(client, 'spqrisiko', ['human', 'bot:hard', 'bot:hard'])
        before, began = thought(server), time.monotonic()
        moves = play_until_bots_moved(client, table, 36)
        people, crowd = (now - then for now, then in zip(thought(server), before))
        seconds = time.monotonic() - began
        print(f'attention: {seconds:.2f} s for {moves} moves: {people:.2f} s of thought, {crowd:.2f} s in the crowd')
        tally.check(crowd < 0.3 * seconds + 0.5, f'the crowd thought for {crowd:.2f} s of {seconds:.2f}')
        tally.check(counted(server, 'alea_bot_late_total') == 0, 'nobody was late')
        crowd = counted(server, 'alea_bot_moves_alone_total')
        tally.check(until(lambda: counted(server, 'alea_bot_moves_alone_total') > crowd), 'and the crowd goes on')


def share_of_the_disk(tally):
    """All of them together make so many plies a second, and no more."""
    with Server('--tables', '0') as server:
        client = server.client()
        for _ in range(CROWD):
            made(client, 'incursio', ['bot:greedy', 'bot:greedy'])
        database = sqlite3.connect(f'file:{server.db}?mode=ro', uri=True)
        plies = lambda: database.execute('SELECT count(*) FROM plies').fetchone()[0]
        began, before = time.monotonic(), plies()
        until(lambda: plies() > before + 1200)
        made_plies, seconds = plies() - before, time.monotonic() - began
        tally.check(made_plies <= 400 * (seconds + 2) + 256, f'{made_plies} plies in {seconds:.1f} s')
        tally.check(made_plies > 0, 'they play')
        database.close()


def watched(tally):
    """Where others may come bots wait until somebody looks, also after a restart."""
    with Server('--bot-tables', 'watched') as server:
        client = server.client()
        alone = made(client, 'spqrisiko', ['bot:random'] * 3, options={'max_rounds': 4})
        mixed = made(client, 'spqrisiko', ['human', 'bot:random', 'bot:random'])  # never over as early as a hungry Polis may be
        plies = lambda table: client.get(f'/matches/{table["match"]}')[1]['ply']
        first = plies(alone)
        play_until_bots_moved(client, mixed, 3)
        tally.check(plies(alone) == first, f'nobody looks: {plies(alone)} plies, {first} at first')
        server.kill()
        server.start()
        client.close()
        play_until_bots_moved(client, mixed, 6)
        tally.check(plies(alone) == first, 'nor after a restart')
        wire = WebSocket(server.port, f'/api/v1/matches/{alone["match"]}/live')
        wire.until(lambda message: message.get('ply', 0) > first + 10)
        tally.check(True, 'somebody looks')
        wire.close()
    with Server('--bot-tables', 'run') as server:
        alone = made(server.client(), 'spqrisiko', ['bot:random'] * 3, options={'max_rounds': 4})
        tally.check(until(lambda: server.client().get(f'/matches/{alone["match"]}')[1]['status'] == 'over'), 'they play by the host\'s leave')


def ceiling(tally):
    """Told at nine tenths; at the ceiling no tables are made, bots alone stop, people play on; deletion makes room."""
    most = 2 << 20
    with Server('--max-db', str(most), '--tables', '0') as server:
        client = server.client()
        health = lambda: client.raw('GET', '/healthz')[2].decode()
        tally.check(health() == 'ok\n', health())
        table = made(client, 'null', ['human', 'human'])
        fillers = []
        while counted(server, 'alea_store_bytes') < most * 0.92 and len(fillers) < 5000:
            fillers.append(made(client, **filling()))
        tally.check(until(lambda: 'nearly full' in health()), f'told before: {health()}')
        answer = (201, {})
        while answer[0] == 201 and len(fillers) < 10000:
            answer = client.post('/matches', filling())
            fillers.append(answer[1])
        tally.check(answer[0] == 503 and answer[1]['error'] == 'store', f'no more tables: {answer}')
        tally.check(re.search('database', answer[1]['text']) and client.post('/matches?lang=it', filling())[1]['text'].startswith('il database'),
                    f'in both languages: {answer}')
        tally.check('full: no new tables' in health(), health())
        state = client.get(f'/matches/{table["match"]}', table['seats'][0]['token'])[1]
        status, moved = client.post(f'/matches/{table["match"]}/moves', {'ply': state['ply'], 'm': state['moves'][0]['m']},
                                    table['seats'][0]['token'])
        tally.check(status == 200, f'people play on: {status} {moved}')
        for filler in fillers[:len(fillers) // 4]:
            client.call('DELETE', f'/matches/{filler["match"]}', None, filler['admin'])
        tally.check(until(lambda: client.post('/matches', filling())[0] == 201), 'deletion makes room')
        events = [line['event'] for line in server.logged() if 'event' in line]
        tally.check('database_nearly_full' in events and 'database_full' in events, f'the log says so: {set(events)}')
        tally.check(events.index('database_nearly_full') < events.index('database_full'), 'in that order')


def filling():
    return {'game': 'incursio', 'seats': ['human'] * 20, 'names': ['x' * 60] * 20, 'words': ['y' * 60] * 20}


def main():
    tally = Tally('attention')
    for test in (people_first, share_of_the_disk, watched, ceiling):
        test(tally)
    tally.end()


if __name__ == '__main__':
    main()
