# SPDX-License-Identifier: MIT
"""agreements.py - matches taken back across turns by the consent of all, and again: everybody's view is the earlier one, the
numbers of plies and throws only grow, the record replays and verifies; a side that enters orders in secret tells nothing by what is asked;
and a server that is killed while the last one agrees has all of it or nothing.   ALEA_KILLS=N: how often (8)"""
import http.client
import json
import os
import re
import subprocess
import threading
import time

from recording import SPECTATOR, Recording, chance_of, merged
from serving import ALEA, Client, Server, Tally

KILLS = int(os.environ.get('ALEA_KILLS', '8'))
GAMES = (('polis', 2), ('spqrisiko', 4))
TIMES, MOVES, TRIES = 5, 14, 20


class Asked(Recording):
    """A match whose people ask things of each other."""

    def send(self, seat, path, body):
        return self.client.post(self.path + path, body, self.tokens[seat])

    def ask(self, seat, **what):
        status, answer = self.send(seat, '/agreements', what)
        assert status == 201, answer
        return answer['agreement'] and answer['agreement']['agreement']

    def answer(self, seat, number, answer='yes'):
        return self.send(seat, f'/agreements/{number}', {'answer': answer})

    def plies(self):
        plies, since = [], 0
        while True:
            status, page = self.client.get(f'{self.path}/events?since={since}&wait=0&limit=500')
            assert status == 200, page
            plies += [message for message in page['messages'] if message['kind'] == 'ply']
            if page['ply'] == since:
                return plies
            since = page['ply']

    def back(self, chance):
        """Where it may be taken back: to before one of the people's own plies, the rules permitting."""
        own = [ply['ply'] - 1 for ply in self.plies() if ply['seat'] in self.tokens]
        return chance.choice(own)


def same(ply):
    return [ply[key] for key in ('ply', 'chain', 'seat', 'move', 'events')]


def takes_back(server, tally, game, seats):
    """Times that matches were taken back. One that happens to be over within a few moves is begun anew."""
    chance, asked = chance_of(game), 0
    for _ in range(TRIES):
        table, asked = taken_back(server, tally, game, seats, chance)
        if asked >= 2:
            break
        table.close()
    tally.check(asked >= 2, f'{game}: taken back {asked} times only')
    finish(table, tally, game)
    return asked


def taken_back(server, tally, game, seats, chance):
    table = Asked(server, game, seats)
    asked = 0
    for _ in range(TIMES):
        table.play(MOVES, chance)
        state = table.state()
        if state['status'] != 'playing':
            break
        to, by = table.back(chance), chance.choice(list(table.tokens))
        status, answer = table.send(by, '/agreements', {'what': 'rewind', 'to': table.state(by)['ply'] if to > state['ply'] else to})
        if status == 422:
            continue  # a rule of the game's own
        assert status == 201, answer
        number, before = answer['agreement']['agreement'], table.plies()
        others = [seat for seat in table.tokens if seat != by]
        for seat in others:
            told = table.state(seat)['agreement']
            tally.check(told['by'] == by and told['may'] and told['to'] == to, f'{game}: {seat} is told {told}')
            tally.check(table.state()['ply'] == state['ply'], f'{game}: taken back before {seat} agreed')
            status, answer = table.answer(seat, number)
            assert status == 200, answer
        asked += 1
        plies = table.plies()
        back = next(ply for ply in plies[len(before):] if ply['seat'] == 'host')
        tally.check([same(ply) for ply in plies[:len(before)]] == [same(ply) for ply in before], f'{game}: what was played is told otherwise since it was taken back')
        tally.check(back['move']['text'] == f'rewind {to}' and f'seat {by}' in back['note'], f'{game}: of it is told {back["move"]} {back["note"]}')
        at = back['ply']
        for viewer in (*table.tokens, SPECTATOR):
            then, now = table.state(viewer, f'?at={to}'), table.state(viewer, f'?at={at}')
            tally.check(then['view'] == now['view'] and then['actors'] == now['actors'], f'{game}: {viewer} sees something else than at ply {to}')
            shown = merged({}, [message for message in table.listeners[viewer][0].told + table.listeners[viewer][0].hear()])
            tally.check(shown == table.state(viewer)['view'], f'{game}: changes do not lead {viewer} back')
        seat = table.state()['actors'][0]
        status, _ = table.move(seat, table.state(seat)['moves'][0]['m'], at - 1)
        tally.check(status == 409, f'{game}: what was sent for the old position is taken')
    return table, asked


def finish(table, tally, game):
    """To its end, and its record through the other programs."""
    for seat in list(table.tokens)[1:]:
        table.client.post(table.path + '/resign', {}, table.tokens[seat])
    state = table.state()
    tally.check(state['status'] == 'over', f'{game}: {state["status"]} after all but one gave up')
    status, record = table.client.get(table.path + '/transcript')
    assert status == 200, record
    path = os.path.join(table.server.folder, f'{game}.alea')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(record)
    rewinds = len(re.findall(r'^\d+ ! rewind \d+ \| @agreed_rewind [A-Z]$', record, re.M))
    tally.check(rewinds >= 2, f'{game}: {rewinds} traces in the record')
    for command in ('verify', 'replay'):
        run = subprocess.run([ALEA, command, path], capture_output=True, text=True, timeout=120)
        tally.check(run.returncode == 0, f'{game}: alea {command}: {run.stdout[-300:]}{run.stderr[-300:]}')
    table.close()


def secrets_stay(server, tally):
    """What is asked, and what agreed, tells all the same; nobody learns by a number what others enter in secret."""
    table = Asked(server, 'null', 2)
    status, answer = table.move('A', 'bet one')
    assert status == 200, answer
    table.hear()
    number = table.ask('A', what='pause')
    told = {viewer: messages[0] for viewer, messages in table.hear().items()}
    for viewer, messages in told.items():
        words = [{key: message[key] for key in ('agreement', 'status')} for message in messages if message['kind'] == 'table']
        words[-1]['agreement'].pop('may')
        told[viewer] = words[-1]
    tally.check(told['A'] == told['B'] == told[SPECTATOR], f'of what is asked is told: {told}')
    table.answer('B', number, 'no')
    # B has heard nothing of A's bet, and asks to go back to where the match stands for B: there is nothing to take back.
    status, answer = table.send('B', '/agreements', {'what': 'rewind', 'to': table.state('B')['ply'] + 1})
    tally.check(status == 409, f'a ply that B has not heard of: {status} {answer}')
    table.close()


def undone_links(server, tally):
    """Who undoes the ply to which it would go back, or takes back otherwise, leaves nothing to agree to."""
    table = Asked(server, 'spqrisiko', 3, takebacks='creator')
    for seat, move in (('A', 'claim italia'), ('A', 'neutral corsica'), ('B', 'claim britannia')):
        assert table.move(seat, move)[0] == 200
    number = table.ask('C', what='rewind', to=2)
    assert table.send('B', '/undo', {'ply': 3})[0] == 200
    tally.check(table.state()['agreement'] is None, 'what would lead to an undone ply still stands')
    tally.check(table.answer('A', number)[0] == 409, 'an overtaken question is answered')
    assert table.move('B', 'claim britannia')[0] == 200
    tally.check(table.state()['agreement'] is None, 'it came back by itself')
    number = table.ask('B', what='rewind', to=0)
    status, answer = table.client.post(table.path + '/host', {'ply': table.state()['ply'], 'text': 'rewind 0', 'note': 'alone'}, table.admin)
    tally.check(status == 200 and table.state()['agreement'] is None, f'the creator took it back meanwhile: {answer}')
    number = table.ask('C', what='pause')
    status, answer = table.client.post(table.path + '/seats/C', {'who': 'human'}, table.admin)
    tally.check(status == 200 and table.state()['agreement'] is None, 'a person who is replaced still asks')
    table.close()


def killed(server, tally):
    """In the middle of the last yes."""
    chance, done = chance_of('killed'), 0
    table = Asked(server, 'spqrisiko', 2, options={'two_players': True})
    for kill in range(KILLS):
        table.play(4, chance)
        ply = table.state()['ply']
        number = table.ask('A', what='rewind', to=table.back(chance))
        got = []

        def agree(port=server.port, number=number, got=got):
            try:
                got.append(Client(port).post(f'{table.path}/agreements/{number}', {'answer': 'yes'}, table.tokens['B'])[0])
            except (OSError, ValueError, http.client.HTTPException):
                pass

        thread = threading.Thread(target=agree)
        thread.start()
        time.sleep(chance.uniform(0, 0.0008))
        server.kill()
        thread.join(20)
        server.start()
        table.client = server.client()
        state = table.state()
        backs = [one for one in table.plies()[ply:] if one['seat'] == 'host']
        if state['agreement']:
            tally.check(not got and not backs, f'kill {kill}: answered {got}, yet it stands')
            tally.check(state['agreement']['agreement'] == number and state['agreement']['yes'] == ['A'], f'kill {kill}: {state["agreement"]}')
            assert table.answer('B', number)[0] == 200
        else:
            done += 1
            tally.check(len(backs) == 1, f'kill {kill}: {len(backs)} times taken back')
    tally.check(server.stop() == 0, 'the server does not stop cleanly')
    check = subprocess.run([ALEA, 'check', server.db], capture_output=True, text=True, timeout=120)
    tally.check(check.returncode == 0, f'alea check: {check.stdout}{check.stderr}')
    return done


def main():
    tally = Tally('agreements')
    with Server() as server:
        taken = sum(takes_back(server, tally, *game) for game in GAMES)
        secrets_stay(server, tally)
        undone_links(server, tally)
        done = killed(server, tally)
        print(f'agreements: {taken} times taken back; {KILLS} kills, {done} after it was done')
    tally.end()


if __name__ == '__main__':
    main()
