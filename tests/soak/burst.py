# SPDX-License-Identifier: MIT
"""burst.py - many notices that are due at once don't slow a move: its p99 stays what it is without them; and while nobody plays they are soon told.

Tables are laid, each with one seat that is told by eight hooks, on a server that tells after an hour; it is stopped, the hour goes by in the
store, and it is started again. Meanwhile people go on with a match there, and with another at a server that tells nothing: move by move in
turn, so that what else the machine does slows both. Of each few hundred moves the p99 is taken, and of these the median: what the machine does
to a few moves at once is no matter of notices.

    ALEA_NOTICES=N   how many (5000)
"""
import os
import random
import selectors
import socket
import sqlite3
import statistics
import sys
import threading
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'server'))
from serving import Server, Tally  # noqa: E402
from telling import Table, outbox, wait_for  # noqa: E402

HOOKS = 8  # of a seat: as many as it may have
HOSTS = 100  # that they lead to: one alone is not given many at a time
TABLES = int(os.environ.get('ALEA_NOTICES', '5000')) // HOOKS
PAUSE = 0.004  # between moves
PATIENCE = 600  # seconds
BURSTS = 3
BLOCK = 250  # moves of which a p99 is taken
MOST = 1.10  # of the p99 without notices
SOON = 90  # seconds, while people play
AT_ONCE = 30  # while nobody does
OPTIONS = ('--hooks', '--hooks-allow', '127.0.0.0/8', '--tables', '0', '--notice-after', '3600')


class Sink:
    """Answers each request at once, in one thread that hardly works: the machine's time is for the server."""

    ANSWER = b'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

    def __init__(self):
        self.got = 0
        self.wires = selectors.DefaultSelector()
        self.door = socket.create_server(('', 0), backlog=1024)
        self.port = self.door.getsockname()[1]
        self.wires.register(self.door, selectors.EVENT_READ)
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            for key, _ in self.wires.select():
                if key.fileobj is self.door:
                    self.wires.register(self.door.accept()[0], selectors.EVENT_READ, bytearray())
                else:
                    self.read(key.fileobj, key.data)

    def read(self, wire, text):
        try:
            more = wire.recv(1 << 16)
        except ConnectionError:
            more = b''
        text += more
        if not more:
            self.wires.unregister(wire)
            wire.close()
            return
        head = text.find(b'\r\n\r\n')
        if head < 0:
            return
        length = next(int(line.split(b':')[1]) for line in bytes(text[:head]).split(b'\r\n') if line.lower().startswith(b'content-length:'))
        if len(text) >= head + 4 + length:
            del text[:head + 4 + length]
            self.got += 1
            wire.send(Sink.ANSWER)


class Match:
    """One that goes on and on: when it is over, another begins."""

    def __init__(self, server):
        self.server, self.chance, self.table = server, random.Random(5), Table(server)

    def move(self):
        """Seconds that a move took."""
        while not (chosen := self.table.choose(self.chance)):
            self.table = Table(self.server)
        time.sleep(PAUSE)
        begun = time.perf_counter()
        self.table.move(*chosen)
        return time.perf_counter() - begun


def lay(server, sink):
    """TABLES that wait for one of their seats, who has not been told so yet."""
    for i in range(TABLES):
        table = Table(server, name=f'Table {i}')
        actor = table.actor()
        for hook in range(HOOKS):
            status, answer = table.add(actor, kind='json', address=f'http://127.0.0.{1 + i % HOSTS}:{sink.port}/{i}/{hook}')
            assert status == 201, answer


def due_at_once(server):
    """The hour is over, for all tables, and nobody was told of anything in it."""
    server.stop()
    with sqlite3.connect(server.db) as db:
        db.execute('UPDATE turns SET due = 1, step = 0')
        db.execute('UPDATE channels SET tried = 0')
    server.start()


def milliseconds(took, percent):
    return sorted(took)[len(took) * percent // 100] * 1000


def usual_p99(took):
    blocks = [took[at:at + BLOCK] for at in range(0, len(took), BLOCK)]
    return statistics.median(milliseconds(block, 99) for block in blocks if len(block) == BLOCK or block is blocks[0])


def burst(server, sink, meanwhile):
    """Seconds that it takes."""
    due_at_once(server)
    wanted, begun = sink.got + TABLES * HOOKS, time.monotonic()
    while sink.got < wanted and time.monotonic() - begun < PATIENCE:
        meanwhile()
    lasted = time.monotonic() - begun
    wait_for(lambda: outbox(server) == 0)
    return lasted


def main():
    tally, sink = Tally('burst'), Sink()
    with Server(*OPTIONS) as server, Server(*OPTIONS) as calm:
        lay(server, sink)
        matches, took = (Match(server), Match(calm)), ([], [])

        def moves():
            for match, times in zip(matches, took):
                times.append(match.move())

        lasted = [burst(server, sink, moves) for _ in range(BURSTS)]
        tally.check(max(lasted) < SOON, f'bursts while people play: {lasted} s')
        meanwhile, without = (usual_p99(times) for times in took)
        tally.check(meanwhile <= MOST * without, f'p99 of a move: {meanwhile:.2f} ms, without them {without:.2f} ms')
        medians = ' and '.join(f'{milliseconds(times, 50):.2f}' for times in took)
        print(f'burst: {len(took[0])} moves during {TABLES * HOOKS} notices, {BURSTS} times, in {", ".join(f"{one:.0f}" for one in lasted)} s: '
              f'p99 {meanwhile:.2f} ms, as many without them {without:.2f} ms; medians {medians} ms')
        lasted = burst(server, sink, lambda: time.sleep(PAUSE))
        print(f'burst: the same in {lasted:.0f} s while nobody plays')
        tally.check(lasted < AT_ONCE, f'a burst while nobody plays: {lasted:.0f} s')
        tally.check(sink.got == TABLES * HOOKS * (BURSTS + 1), f'{sink.got} notices came')
    tally.end()


if __name__ == '__main__':
    main()
