# SPDX-License-Identifier: MIT
"""failover.py - a PostgreSQL with a standby that each commit waits for: the primary dies, nothing is taken, the standby is promoted, and all goes
on there by itself. No move that was answered is lost, none is there twice; and so back again."""
import os
import signal

from postgres import Cluster, Player, check, end, go_on, health, until
from serving import Server, Tally

FAILOVERS = int(os.environ.get('ALEA_FAILOVERS', '2'))


def fail_over(tally, server, players, primary, standby):
    """The primary is gone in the middle of things. Nobody takes moves until the standby does."""
    primary.stop(signal.SIGQUIT)
    tally.check(until(lambda: health(server)[0] == 503), f'/healthz of a server with a standby alone: {health(server)}')
    moved = [player.moved for player in players]
    found = health(server)
    tally.check(found[0] == 503, f'a standby is taken for a primary: {found}')
    tally.check([player.moved for player in players] == moved, 'a move was answered that is nowhere')
    standby.promote()
    tally.check(until(lambda: health(server) == (200, b'ok\n')), f'/healthz after the standby was promoted: {health(server)}')


def main():
    tally, server = Tally('failover'), Server()
    with Cluster() as primary, Cluster(primary) as standby, server:
        server.kill()
        server.db = f'postgresql://alea@/postgres?host={primary.folder},{standby.folder}&target_session_attrs=read-write'
        server.start()
        players = [Player(server, seed) for seed in (1, 2, 3)]
        for player in players:
            player.start()
        for i in range(FAILOVERS):
            go_on(tally, players, 5, f'before failover {i}')
            fail_over(tally, server, players, primary, standby)
            go_on(tally, players, 5, f'after failover {i}')
            primary, standby = standby, primary
            standby.follow(primary)
        go_on(tally, players, 5, 'in the end')
        end(tally, players)
        check(tally, server)
        tally.check(server.stop() == 0, 'the server does not stop cleanly')
    tally.end()


if __name__ == '__main__':
    main()
