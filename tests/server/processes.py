# SPDX-License-Identifier: MIT
"""processes.py - for tests: several processes over one PostgreSQL database, behind HAProxy in round robin without affinity."""
import atexit
import contextlib
import functools
import itertools
import os
import sys

from postgres import until
from proxies import Proxy, replace
from serving import Client, Server, free_port

sys.path.append(os.path.join(os.path.dirname(__file__), '..', 'database'))
from cluster import Cluster  # noqa: E402

DEPLOY = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'deploy')


class Process(Server):
    """One of several over the same database."""

    def __init__(self, db, *options, **more):
        super().__init__('--trust-proxy', *options, **more)
        self.db, self.peer_port = db, free_port()
        self.options += ['--peer-listen', f'127.0.0.1:{self.peer_port}']

    def client(self):
        return Direct(self.port)

    def health(self):
        status, _, words = self.client().raw('GET', '/healthz')
        return status, words


class Direct(Client):
    """Speaks to one process as a proxy would, so that it is known which."""

    def raw(self, method, path, body=None, headers=None, timeout=120):
        return super().raw(method, path, body, {'X-Forwarded-For': '127.0.0.1', **(headers or {})}, timeout)


def haproxy(processes):
    """deploy/haproxy.cfg, of which TLS, ports and the number of servers are replaced."""
    def plan(port, _):
        with open(os.path.join(DEPLOY, 'haproxy.cfg'), encoding='utf-8') as file:
            text = file.read()
        servers = ''.join(f'    server alea{i} 127.0.0.1:{process.port}\n' for i, process in enumerate(processes))
        code = replace(text, (r'bind :443 .*', f'bind 127.0.0.1:{port}'), (r'( *server alea\d.*\n)+', servers))
        return 'haproxy.cfg', code, ['haproxy', '-db', '-f', 'haproxy.cfg']
    return plan


def has(process):
    """How many shares it says that it has."""
    shares = 0
    for line in process.logged():
        shares = 0 if line['event'] == 'listening' else shares  # an earlier life
        shares += {'shares_taken': 1, 'shares_given': -1}.get(line['event'], 0) * line.get('shares', 0)
        shares = 0 if line['event'] == 'lease_lost' else shares
    return shares


def spread(processes):
    return until(lambda: sorted(has(process) for process in processes) == [10, 11, 11])


@contextlib.contextmanager
def started(tally, cluster, *options, **more):
    """Three processes that have shared the matches out; at the end they are to stop cleanly."""
    processes = [Process(cluster.address(), *options, **more) for _ in range(3)]
    try:
        for process in processes:
            process.start()
        tally.check(spread(processes), f'shares are not spread: {[has(process) for process in processes]}')
        yield processes
        tally.check([process.stop() for process in processes] == [0, 0, 0], 'they do not stop cleanly')
    finally:
        for process in processes:
            process.__exit__()


@functools.cache
def cluster():
    """One PostgreSQL for all of a test; each of its hosts has a database of its own there."""
    made = Cluster()
    made.__enter__()
    atexit.register(made.__exit__)
    return made


class Three:
    """Three processes that are used as one Server is, through their proxy."""

    made = itertools.count()

    def __init__(self, *options, **more):
        self.database = f'three{next(Three.made)}'
        cluster().sql(f'CREATE DATABASE {self.database}')
        self.db = cluster().address(self.database)
        self.processes = [Process(self.db, *options, **more) for _ in range(3)]
        self.proxy = Proxy(haproxy(self.processes), 0)
        self.port, self.host_token = self.proxy.port, None

    def __enter__(self):
        self.proxy.__enter__()
        self.start()
        return self

    def __exit__(self, *_):
        self.proxy.__exit__()
        for process in self.processes:
            process.__exit__()
        cluster().sql(f'DROP DATABASE {self.database} WITH (FORCE)')

    def start(self):
        for process in self.processes:
            process.start()
        self.host_token = self.host_token or self.processes[0].host_token
        if not spread(self.processes):
            raise RuntimeError(f'shares are not spread: {[has(process) for process in self.processes]}')
        if not until(self.answers):
            raise RuntimeError('the proxy does not find them')

    def answers(self):
        return self.client().raw('GET', '/healthz')[0] == 200

    def stop(self):
        """The worst of their exit statuses."""
        return max(process.stop() for process in self.processes)

    def client(self):
        return Client(self.port)

    def count_plies(self):
        return int(cluster().sql('SELECT count(*) FROM plies', database=self.database))

    def copy_from(self, other, plies):
        """Both stand still. What the other has becomes this one's, but for plies behind so many."""
        cluster().sql(f'DROP DATABASE {self.database}', f'CREATE DATABASE {self.database} TEMPLATE {other.database}')
        cluster().sql(f'DELETE FROM plies WHERE ply > {plies}', database=self.database)
