# SPDX-License-Identifier: MIT
"""crash.py - kills the server at random instants while moves are sent: every move that was answered is there afterwards, every match
replays, the store opens.   ALEA_KILLS=N: how often (40)"""
import http.client
import os
import random
import subprocess
import threading
import time

from serving import ALEA, Client, Server, Tally

KILLS = int(os.environ.get('ALEA_KILLS', '40'))
TABLES = 4


class Player(threading.Thread):
    """Plays random legal moves at one table for all its seats, and remembers what was answered."""

    def __init__(self, port, table, seed):
        super().__init__(daemon=True)
        self.client, self.table, self.random, self.seat = Client(port), table, random.Random(seed), 'A'

    def run(self):
        try:
            while self.step():
                pass
        except (OSError, ValueError, http.client.HTTPException):
            pass  # the server dies: that is the point

    def step(self):
        """Looks as the seat that moved last, so that most moves take two requests."""
        path, token = f'/matches/{self.table["match"]}', self.table['tokens'][self.seat]
        status, state = self.client.get(path + '?plain=1', token)
        if status != 200 or state['status'] != 'playing':
            return False
        if not state.get('moves'):
            self.seat = state['actor']
            return True
        sent = {'ply': state['ply'], 'm': self.random.choice(state['moves'])}
        status, _ = self.client.post(path + '/moves', sent, token)
        if status == 200:
            self.table['answered'][sent['ply'] + 1] = sent['m']
        return True


def new_table(client, game):
    status, made = client.post('/matches', {'game': game, 'seats': ['human'] * 3, 'options': {'max_rounds': 0}})
    assert status == 201, made
    return {'match': made['match'], 'tokens': {seat['seat']: seat['token'] for seat in made['seats']}, 'answered': {}}


def lost(client, table):
    """Answered moves that the store does not have, as the events of the match tell them."""
    told, since = {}, 0
    while True:
        status, page = client.get(f'/matches/{table["match"]}/events?since={since}&wait=0&plain=1&limit=500')
        assert status == 200, page
        plies = [message for message in page['messages'] if message['kind'] == 'ply']
        for message in plies:
            move = message['move']
            told[message['ply']] = move['m'] if isinstance(move, dict) else move
        if not plies:
            break
        since = plies[-1]['ply']
    return [ply for ply, move in table['answered'].items() if told.get(ply) != move]


def main():
    tally, chance, answered = Tally('crash'), random.Random(20261122), 0
    server = Server()
    with server:
        tables = [new_table(server.client(), 'spqrisiko') for _ in range(TABLES)]
        for kill in range(KILLS):
            players = [Player(server.port, table, f'{kill}.{i}') for i, table in enumerate(tables)]
            for player in players:
                player.start()
            time.sleep(chance.uniform(0.005, 0.12))
            server.kill()
            for player in players:
                player.join(10)
            server.start()
            client = server.client()
            for i, table in enumerate(tables):
                missing = lost(client, table)
                tally.check(not missing, f'kill {kill}: table {i} lost plies {missing} that were answered')
                if client.get(f'/matches/{table["match"]}?plain=1')[1]['status'] == 'over':
                    answered += len(table['answered'])
                    tables[i] = new_table(client, 'spqrisiko')
        answered += sum(len(table['answered']) for table in tables)
        tally.check(answered > 2 * KILLS, f'only {answered} moves were answered: nothing was tried')
        tally.check(server.stop() == 0, 'the server does not stop cleanly')
        check = subprocess.run([ALEA, 'check', server.db], capture_output=True, text=True, timeout=300)
        tally.check(check.returncode == 0, f'alea check: {check.stdout}{check.stderr}')
        print(f'crash: {KILLS} kills, {answered} answered moves, none lost' if not tally.failed else 'crash: see above')
    tally.end()


if __name__ == '__main__':
    main()
