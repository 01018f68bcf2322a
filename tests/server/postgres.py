# SPDX-License-Identifier: MIT
"""postgres.py - a server whose matches are in PostgreSQL: kill -9 of either loses no move that was answered; while the database is away
/healthz says so and no move is taken; when it is back, all goes on by itself."""
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time

from serving import ALEA, Server, Tally

sys.path.append(os.path.join(os.path.dirname(__file__), '..', 'database'))
from cluster import Cluster  # noqa: E402

PATIENCE = 60  # seconds, only against hanging
CRASHES = int(os.environ.get('ALEA_CRASHES', '3'))


def until(holds):
    """Whether it came to hold."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


class Player(threading.Thread):
    """Plays all seats of a match of its own, and then of another one, whatever becomes of the server, until it is told to stop. `matches`: how
    many; `answered`: plies of this one that were, `moved`: moves of all of them."""

    def __init__(self, server, seed):
        super().__init__()
        self.client, self.random, self.stopped, self.faults = server.client(), random.Random(seed), False, []
        self.name, self.matches, self.moved, self.last = f'table {seed}', 0, 0, None
        self.begin()
        assert self.matches, 'there is no table'

    def begin(self):
        status, made = self.client.post('/matches', {'game': 'spqrisiko', 'seats': ['human'] * 3, 'options': {'max_rounds': 0, 'victory_points': 40},
                                                     'name': self.name, 'listed': True})
        if status != 201:
            return
        self.tokens = {seat['seat']: seat['token'] for seat in made['seats']}
        self.path, self.answered = f'/matches/{made["match"]}', 0
        self.matches += 1

    def state(self):
        """As whoever is to move sees it; `last`: the answer."""
        self.last = status, state = self.client.get(self.path + '?plain=1')
        if status == 200:
            self.last = self.client.get(self.path + '?plain=1', self.tokens.get(state.get('actor')))
        return self.last

    def step(self):
        """Asks where the match stands, and plays."""
        status, state = self.state()
        if status != 200:
            return
        if state['ply'] < self.answered:
            self.faults.append(f'ply {self.answered} was answered, {state["ply"]} is there')
        if state['status'] == 'over':
            self.begin()
        if not state.get('moves'):
            return
        status, answer = self.client.post(self.path + '/moves', {'ply': state['ply'], 'm': self.random.choice(state['moves'])},
                                          self.tokens[state['actor']])
        if status == 200:
            self.answered = max(self.answered, answer['ply'])
            self.moved += 1

    def run(self):
        while not self.stopped:
            try:
                self.step()
            except OSError:  # the server is away
                time.sleep(0.05)


def go_on(tally, players, more, when):
    """Every player makes so many moves more."""
    goals = [player.moved + more for player in players]
    good = until(lambda: all(player.moved >= goal for player, goal in zip(players, goals)))
    tally.check(good, f'nothing goes on {when}: {[str(player.last)[:200] for player in players]}')


def end(tally, players):
    """They stop; no move that was answered is missing."""
    for player in players:
        player.stopped = True
    for player in players:
        player.join()
        status, state = player.state()
        tally.check(status == 200 and state['ply'] >= player.answered, f'{player.path}: {player.answered} answered, {state}')
        tally.check(not player.faults, player.faults)


def check(tally, server):
    found = subprocess.run([ALEA, 'check', server.db, '--lang', 'en'], capture_output=True, text=True, timeout=120, check=False)
    tally.check(found.returncode == 0, f'alea check: {found.stdout}{found.stderr}')


def health(server):
    status, _, words = server.client().raw('GET', '/healthz')
    return status, words


def away(tally, server, cluster, player):
    """The database stops in order, and comes back."""
    state = player.state()[1]
    move = {'ply': state['ply'], 'm': state['moves'][0]}
    cluster.stop(signal.SIGINT)
    tally.check(until(lambda: health(server) == (503, b'store fails\n')), f'/healthz of a server without its database: {health(server)}')
    status, answer = player.client.post(player.path + '/moves', move, player.tokens[state['actor']])
    tally.check(status == 503 and answer['error'] == 'store', f'a move without a database: {status} {answer}')
    cluster.start()
    tally.check(until(lambda: health(server)[0] == 200), f'/healthz when the database is back: {health(server)}')
    status, again = player.state()
    tally.check(status == 200 and again['ply'] == state['ply'], f'something changed: {status} {again}')
    status, answer = player.client.post(player.path + '/moves', move, player.tokens[state['actor']])
    tally.check(status == 200, f'the same move when the database is back: {status} {answer}')


def crashes(tally, server, cluster, players):
    """Both are killed in the middle of things, again and again."""
    for player in players:
        player.start()
    for i in range(CRASHES):
        go_on(tally, players, 5, f'before crash {i}')
        if i % 2:
            server.kill()
            server.start()
        else:
            cluster.stop(signal.SIGQUIT)
            cluster.start()
    go_on(tally, players, 1, 'in the end')
    end(tally, players)


def moves_house(tally, server, matches):
    """All goes from the database into a file, and the file is as good. Of a match that was made in a crash nobody may have heard."""
    path = os.path.join(server.folder, 'house.db')
    copy = subprocess.run([ALEA, 'copy', server.db, path, '--lang', 'en'], capture_output=True, text=True, timeout=120, check=False)
    copied = re.search(r'matches: (\d+),', copy.stdout)
    tally.check(copy.returncode == 0 and copied and int(copied[1]) >= matches, f'alea copy of {matches}: {copy.stdout}{copy.stderr}')
    again = subprocess.run([ALEA, 'copy', path, server.db, '--lang', 'en'], capture_output=True, text=True, timeout=120, check=False)
    tally.check(again.returncode == 1 and 'it has data in it already' in again.stderr, f'over what is there: {again.stdout}{again.stderr}')
    server.db = path
    check(tally, server)


def main():
    tally, server = Tally('postgres'), Server()
    with Cluster() as cluster, server:
        server.kill()
        server.db = cluster.address()
        server.start()
        tally.check(health(server) == (200, b'ok\n'), f'/healthz: {health(server)}')
        player = Player(server, 1)
        for _ in range(5):
            player.step()
        tally.check(player.moved >= 5, f'five moves: {player.moved}')
        away(tally, server, cluster, player)
        players = [Player(server, seed) for seed in (2, 3)]
        crashes(tally, server, cluster, players)
        check(tally, server)
        tally.check(server.stop() == 0, 'the server does not stop cleanly')
        moves_house(tally, server, sum(one.matches for one in [player, *players]))
    tally.end()


if __name__ == '__main__':
    main()
