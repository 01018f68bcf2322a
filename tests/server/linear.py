# SPDX-License-Identifier: MIT
"""linear.py - a match has one history, whichever process is asked and whatever befalls it. Many clients look and move at one table behind the
proxy of three processes, while processes are killed or stand still for longer than their lease, the database crashes and connections to it are
cut. All that was asked and answered is written down with its times, and must fit one sequence (linearizability, Herlihy and Wing 1990):
as each answer tells at which ply it was true, it is enough that none tells of an earlier one than an answer that had come before it was
asked, and that the plies are those which were asked for and answered.

ALEA_FAULTS: how often each of them happens.
"""
import collections
import http.client
import json
import os
import random
import signal
import socket
import threading
import time

from postgres import check, until
from processes import Cluster, Process, haproxy, has, spread
from proxies import Proxy
from serving import Client, Tally

CLIENTS = 6
FAULTS = dict(zip(('kill', 'stand', 'crash', 'cut'), map(int, os.environ.get('ALEA_FAULTS', '2 1 1 2').split())))
REST_S = 0.02  # of a client between two questions


# ---- What was asked and answered -----------------------------------------------------------------------------------------------------


class Asked(collections.namedtuple('Asked', 'began ended table ply seen seat move status')):
    """A question. ply: at which it was asked, of a move; seen: at which its answer was true, None without one that counts."""


class Table:
    """A match of three people, whose tokens every client has."""

    def __init__(self, client):
        status, made = client.post('/matches', {'game': 'spqrisiko', 'seats': ['human'] * 3, 'options': {'setup_mode': 'random'}})
        assert status == 201, made
        self.path = '/matches/' + made['match']
        self.tokens = {seat['seat']: seat['token'] for seat in made['seats']}


class Asking(threading.Thread):
    """A client that looks, moves, and writes down what it is told."""

    def __init__(self, port, tables, number):
        super().__init__()
        self.client, self.tables, self.random = Client(port), tables, random.Random(number)
        self.asked, self.stopped, self.last = [], False, None

    def ask(self, table, method, path, body=None, seat=None):
        """The answer, if it was an answer of the server's; what can't be known is written down as such."""
        began, status, answer = time.monotonic(), None, None
        try:
            status, answer = self.client.call(method, table.path + path, body, table.tokens.get(seat))
        except (OSError, http.client.HTTPException, ValueError) as trouble:
            self.client.close()
            answer = trouble
        self.last = status, answer
        seen = answer.get('ply') if status == 200 else None
        sent = body or {}
        self.asked.append(Asked(began, time.monotonic(), table, sent.get('ply'), seen, seat, sent.get('text'), status))
        return answer if status == 200 else {}

    def step(self):
        table = self.tables[-1]
        seen = self.ask(table, 'GET', '?plain=1')
        if seen.get('status') == 'over' and table is self.tables[-1]:
            self.tables.append(Table(self.client))
        seat = seen.get('actor')
        state = self.ask(table, 'GET', '', seat=seat) if seat else {}
        if state.get('moves'):
            move = self.random.choice(state['moves'])['text']
            self.ask(table, 'POST', '/moves', {'ply': state['ply'], 'text': move}, seat)

    def run(self):
        while not self.stopped:
            try:
                self.step()
            except (OSError, http.client.HTTPException, AssertionError) as trouble:  # a table that could not be made
                self.last = trouble
            time.sleep(REST_S)


# ---- The judge -----------------------------------------------------------------------------------------------------------------------


def history_of(client, table):
    """[seat, words of the move] of each ply; cards that chance deals have none."""
    plies, since = [], 0
    while True:
        status, answer = client.get(f'{table.path}/events?since={since}&wait=0', table.tokens['A'])
        assert status == 200, answer
        fresh = [(one['seat'], (one['move'] or {}).get('text')) for one in answer['messages'] if one['kind'] == 'ply']
        plies, since = plies + fresh, since + len(fresh)
        if not fresh:
            return plies


def in_one_sequence(asked):
    """The first question that was answered of an earlier ply than an answer which had come before it was asked; None: there is none."""
    ended = collections.deque(sorted((one for one in asked if one.seen is not None), key=lambda one: one.ended))
    newest = 0
    for one in sorted((one for one in asked if one.seen is not None), key=lambda one: one.began):
        while ended and ended[0].ended < one.began:
            newest = max(newest, ended.popleft().seen)
        if one.seen < newest:
            return one
    return None


def judge(tally, table, asked, plies):
    """The number of moves that were answered."""
    late = in_one_sequence(asked)
    tally.check(late is None, f'{table.path}: an answer out of its time: {late}')
    tried = collections.defaultdict(set)
    for one in asked:
        if one.move:
            tried[one.ply].add((one.seat, one.move))
    taken = [one for one in asked if one.move and one.status == 200]
    tally.check(len({one.ply for one in taken}) == len(taken), f'{table.path}: two moves were taken for one ply')
    for one in taken:
        there = plies[one.ply] if one.ply < len(plies) else None
        tally.check(there == (one.seat, one.move), f'{table.path}: {one} was taken, and there is {there}')
    of_people = [(ply, move) for ply, move in enumerate(plies) if move[0] in table.tokens]
    strange = [(ply, move) for ply, move in of_people if move not in tried[ply] and len(tried[ply]) > 0]
    tally.check(not strange, f'{table.path}: plies that nobody asked for: {strange[:3]}')
    return len(taken)


# ---- What befalls them ---------------------------------------------------------------------------------------------------------------


class Wire:
    """The way of one process to the database, which can be cut."""

    def __init__(self, cluster, number):
        self.there = os.path.join(cluster.folder, '.s.PGSQL.5432')
        self.folder = os.path.join(cluster.folder, f'wire{number}')
        os.makedirs(self.folder)
        self.open, self.pairs, self.listening = True, set(), socket.socket(socket.AF_UNIX)
        self.listening.bind(os.path.join(self.folder, '.s.PGSQL.5432'))
        self.listening.listen(64)
        threading.Thread(target=self.accept, daemon=True).start()

    def address(self):
        return f'postgresql://alea@/postgres?host={self.folder}'

    def accept(self):
        while True:
            near, far = self.listening.accept()[0], socket.socket(socket.AF_UNIX)
            try:
                if not self.open:
                    raise ConnectionError
                far.connect(self.there)
            except OSError:
                near.close()
                far.close()
                continue
            self.pairs.add((near, far))
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    @staticmethod
    def carry(one, other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        self.open = False
        for pair in list(self.pairs):
            self.pairs.discard(pair)
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def mend(self):
        self.open = True


class Host:
    """Three processes, their database, and the ways between."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.wires = [Wire(cluster, number) for number in range(3)]
        self.processes = [Process(wire.address()) for wire in self.wires]

    def kill(self, i):
        self.processes[i].kill()
        self.processes[i].start()

    def stand(self, i):
        """It stands still for longer than its lease, and goes on as if nothing had been."""
        others = [process for process in self.processes if process is not self.processes[i]]
        before = {process.number: has(process) for process in others}
        self.processes[i].process.send_signal(signal.SIGSTOP)
        until(lambda: any(has(process) > before[process.number] for process in others))
        self.processes[i].process.send_signal(signal.SIGCONT)

    def crash(self, _):
        self.cluster.stop(signal.SIGQUIT)
        self.cluster.start()

    def cut(self, i):
        self.wires[i].cut()
        time.sleep(0.5)
        self.wires[i].mend()


def taken_by(clients):
    return sum(1 for client in clients for one in client.asked if one.move and one.status == 200)


def befall(tally, host, clients):
    """Each fault as often as is asked for, in a sequence by chance, whenever all goes on again."""
    chance = random.Random(1)
    faults = [name for name, times in FAULTS.items() for _ in range(times)]
    chance.shuffle(faults)
    for number, name in enumerate(faults):
        before = taken_by(clients)
        going = until(lambda: taken_by(clients) >= before + 10)
        if not tally.check(going, f'nothing goes on before fault {number}, {name}: {[str(client.last)[:200] for client in clients]}'):
            return
        getattr(host, name)(chance.randrange(3))
    before = taken_by(clients)
    tally.check(until(lambda: taken_by(clients) >= before + 10), f'nothing goes on in the end: {[str(client.last)[:200] for client in clients]}')


def main():
    tally = Tally('linear')
    with Cluster() as cluster:
        host = Host(cluster)
        try:
            for process in host.processes:
                process.start()
            spread(host.processes)
            with Proxy(haproxy(host.processes), 0) as proxy:
                until(lambda: Client(proxy.port).raw('GET', '/healthz')[0] == 200)
                tables = [Table(Client(proxy.port))]
                clients = [Asking(proxy.port, tables, number) for number in range(CLIENTS)]
                for client in clients:
                    client.start()
                befall(tally, host, clients)
                for client in clients:
                    client.stopped = True
                for client in clients:
                    client.join()
                asked = [one for client in clients for one in client.asked]
                moves = sum(judge(tally, table, [one for one in asked if one.table is table], history_of(Client(proxy.port), table))
                            for table in tables)
            check(tally, host.processes[0])
            tally.check([process.stop() for process in host.processes] == [0, 0, 0], 'they do not stop cleanly')
        finally:
            for process in host.processes:
                process.__exit__()
    unanswered = sum(one.status is None for one in asked)
    print(f'linear: {len(asked)} questions, {moves} moves taken, {unanswered} without an answer, faults: {json.dumps(FAULTS)}')
    tally.end()


if __name__ == '__main__':
    main()
