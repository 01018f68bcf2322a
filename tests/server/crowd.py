# SPDX-License-Identifier: MIT
"""crowd.py - all places are taken: by 64 sockets of each of 64 addresses, by one /48, by one /24. Whoever comes then is served, and those
who hold most give places up, the idlest first. Addresses come by X-Forwarded-For, as from a proxy, or are 127.x.y.z."""
import socket

from serving import Client, Server, Tally, WebSocket

PLACES, EACH = 256, 16


class Caller:
    """A connection that has asked once and stays."""

    def __init__(self, server, address, source=None):
        self.wire = socket.create_connection(('127.0.0.1', server.port), 10, source_address=(source, 0) if source else None)
        self.address = address
        self.status = self.ask()

    def ask(self):
        """The status of an answer; None if the connection is closed."""
        forwarded = f'X-Forwarded-For: {self.address}\r\n' if self.address else ''
        try:
            self.wire.sendall(f'HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n{forwarded}\r\n'.encode())
            said = self.wire.recv(4096)
        except ConnectionError:
            return None
        return int(said.split()[1]) if said else None

    def close(self):
        self.wire.close()


def evicted(server):
    return int(server.metrics().split('\nalea_connections_evicted_total ')[1].split()[0])


def crowd(tally, what, addresses, newcomers, sources=False):
    """The addresses take all places; then the newcomers come, each three times."""
    options = [] if sources else ['--trust-proxy']
    with Server(*options, '--max-connections', str(PLACES), '--max-per-address', str(EACH), '--rate', '0', limits=True) as server:
        held = []
        for address in addresses:
            for _ in range(EACH):
                held.append(Caller(server, None if sources else address, address if sources else None))
        tally.check(len(held) == PLACES and all(caller.status == 200 for caller in held), f'{what}: all places are taken')
        # They go on asking, but for one: the idlest of those that hold most.
        idle = held[0]
        for caller in held[1:]:
            caller.ask()
        came = []
        for address in newcomers * 3:
            came.append(Caller(server, None if sources else address, address if sources else None))
            if len(came) == 1:
                tally.check(idle.ask() is None, f'{what}: the idlest gives its place up')
        tally.check(all(caller.status == 200 for caller in came), f'{what}: newcomers are served: {[caller.status for caller in came]}')
        for _ in range(4):  # the crowd comes again and again
            held += [Caller(server, None if sources else addresses[0], addresses[0] if sources else None) for _ in range(EACH)]
        tally.check(all(caller.ask() == 200 for caller in came), f'{what}: and stay, whoever else comes')
        left = sum(caller.ask() == 200 for caller in held)
        tally.check(left <= PLACES - len(came), f'{what}: {left} of the crowd are left')
        tally.check(evicted(server) >= len(came), f'{what}: it is counted: {evicted(server)}')
        whats = [line for line in server.logged() if line['event'] == 'refused']
        tally.check(len(whats) == len({(line['what'], line['address']) for line in whats}), f'{what}: each is logged once')
        for caller in held + came:
            caller.close()


def sockets(tally):
    """A seat's WebSocket stays while others fill the server."""
    with Server('--trust-proxy', '--max-connections', '64', '--rate', '0', limits=True) as server:
        client = server.client()
        made = client.call('POST', '/matches', {'game': 'null', 'seats': ['human', 'human']}, headers={'X-Forwarded-For': '192.0.2.7'})[1]
        seat = WebSocket(server.port, f'/api/v1/matches/{made["match"]}/live', made['seats'][0]['token'], headers='X-Forwarded-For: 192.0.2.7\r\n')
        seat.receive()
        held = [Caller(server, f'2001:db8:{i % 7}:{i}::1') for i in range(400)]
        seat.send({'id': 1, 'ping': 1})
        tally.check(seat.receive() is not None, 'who plays is not disturbed by 400 others')
        for caller in held:
            caller.close()
        seat.close()
        client.close()


def full(tally):
    """One address alone: it can't take places from itself without end."""
    with Server('--max-connections', '50', '--max-per-address', '50', '--rate', '0', limits=True) as server:
        held = [Caller(server, None, '127.0.5.1') for _ in range(50)]
        tally.check(Caller(server, None, '127.0.5.1').status == 429, 'who holds all places is turned away')
        tally.check(all(caller.ask() == 200 for caller in held), 'and keeps them')
        tally.check(Client(server.port, '127.0.6.1').raw('GET', '/healthz')[0] == 200, 'another comes in')


def main():
    tally = Tally('crowd')
    apart = [f'10.{i}.0.7' for i in range(PLACES // EACH)]
    crowd(tally, '16 addresses of 16 networks', apart, ['192.0.2.7', '2001:db8:ffff::1'])
    crowd(tally, 'one /48', [f'2001:db8:1:{i:x}::1' for i in range(PLACES // EACH)], ['192.0.2.7', '2001:db8:2::1', '2001:db8:1:ff::1'])
    crowd(tally, 'one /24', [f'198.51.100.{i}' for i in range(PLACES // EACH)], ['192.0.2.7', '198.51.101.1', '198.51.100.200'])
    crowd(tally, '127.0.3.0/24', [f'127.0.3.{i + 1}' for i in range(PLACES // EACH)], ['127.0.4.1', '127.0.3.99'], sources=True)
    sockets(tally)
    full(tally)
    tally.end()


if __name__ == '__main__':
    main()
