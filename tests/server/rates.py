# SPDX-License-Identifier: MIT
"""rates.py - three processes over one PostgreSQL database: how much an address may ask a second is counted once, over all of them, also of what one
passes on to another; and what one tells another of that is believed only as far as it can be read."""
import hashlib
import http.client
import json
import os
import re
import socket
import threading
import time

from postgres import until
from processes import Cluster, started
from serving import Tally

RATE, BURST = 10, 40  # the burst is what is given back in four seconds
SECONDS = 15
MOST_US = 64_000_000
NOTHING = '/games/nothing'


def asks(client, address, path=NOTHING):
    """Is it answered?"""
    status, answer = client.get(path, headers={'X-Forwarded-For': address})
    assert status in (200, 404, 429), (status, answer)
    return status != 429


def flood(process, address, end, answered):
    client = process.client()
    while time.monotonic() < end:
        if asks(client, address):
            answered.append(process)
        else:
            time.sleep(0.02)


def heard(process):
    return int(re.search(r'^alea_rate_heard_total (\d+)$', process.metrics(), re.MULTILINE)[1])


def once(tally, processes):
    """Who asks all three as fast as they answer gets what one would give; who asks them for nearly what is allowed is not refused meanwhile."""
    answered, began = [], time.monotonic()
    floods = [threading.Thread(target=flood, args=(process, '198.51.100.7', began + SECONDS, answered)) for process in processes]
    for thread in floods:
        thread.start()
    steady, others = [], [process.client() for process in processes]
    while time.monotonic() < began + SECONDS:
        steady.append(asks(others[len(steady) % 3], '203.0.113.7'))
        time.sleep(1 / (0.9 * RATE))
    for thread in floods:
        thread.join()
    fair = BURST + RATE * (time.monotonic() - began)
    print(f'rates: {len(answered)} requests of an address were answered by three processes, where one answers {fair:.0f}')
    tally.check(BURST < len(answered) < 1.6 * fair, f'{len(answered)} of {fair:.0f} requests')
    tally.check(all(steady), f'another address: {steady.count(False)} of {len(steady)} are refused')
    tally.check(all(heard(process) for process in processes), 'all heard of it')


def table_of(cluster, process, asked):
    """A match of that process, made through the one that is asked."""
    for i in range(60):
        status, made = asked.client().post('/matches', {'game': 'null', 'seats': ['human', 'human']}, headers={'X-Forwarded-For': f'192.0.{i}.2'})
        assert status == 201, (status, made)
        share = 'abcdefghijklmnopqrstuvwxyz234567'.index(made['match'][0])
        owner = cluster.sql(f'SELECT address FROM processes JOIN shares ON process = number WHERE share = {share}').strip()
        if owner == f'127.0.0.1:{process.peer_port}':
            return f'/matches/{made["match"]}'
    raise AssertionError


def passed_on(tally, cluster, processes):
    """Of a match of another process an address may ask as much as of one of the process that it asks."""
    asked, owner = processes[:2]
    paths = {'192.0.2.11': table_of(cluster, asked, asked), '198.18.2.11': table_of(cluster, owner, asked)}
    answered, began, client = dict.fromkeys(paths, 0), time.monotonic(), asked.client()
    while time.monotonic() < began + SECONDS / 2:
        some = [asks(client, address, path) for address, path in paths.items()]
        for address, good in zip(paths, some, strict=True):
            answered[address] += good
        if not any(some):
            time.sleep(0.02)
    own, others = answered.values()
    print(f'rates: {own} requests of a match here were answered, {others} of one elsewhere')
    tally.check(own > BURST and abs(own - others) <= 3 + own / 10, f'of a match here {own}, elsewhere {others}')


class Peer:
    """Speaks to a process as another one does, with the secret of the database."""

    def __init__(self, cluster, process):
        secret = bytes.fromhex(cluster.sql("SELECT encode(bytes, 'hex') FROM secrets"))
        nonce = os.urandom(16)
        self.socket = socket.create_connection(('127.0.0.1', process.peer_port), 60)
        self.socket.sendall(f'ALEA-PEER 1 {nonce.hex()}\n'.encode())
        theirs = bytes.fromhex(self.socket.makefile('rb').readline().split()[2].decode())
        proof = hashlib.blake2b(bytes([1, 0]) + nonce + theirs, digest_size=32, key=secret)
        self.socket.sendall(f'ALEA-PEER 1 {proof.hexdigest()}\n'.encode())

    def post(self, path, body):
        """(status, text)."""
        self.socket.sendall(f'POST {path} HTTP/1.1\r\nHost: alea\r\nContent-Length: {len(body)}\r\n\r\n{body}'.encode())
        answer = http.client.HTTPResponse(self.socket)
        answer.begin()
        return answer.status, answer.read().decode()


def told(tally, cluster, processes):
    """What a process is told is owed there, is not told on, and is refused as a whole where it can't be read."""
    peer, before = Peer(cluster, processes[0]), heard(processes[0])
    for body in ('', '{}', 'x', '{"taken":{"192.0.7.1":-1}}', f'{{"taken":{{"192.0.7.1":{MOST_US},"192.0.7.2":{MOST_US + 1}}}}}',
                 f'{{"taken":{{"192.0.7.1":{MOST_US},"localhost":1}}}}', f'{{"taken":{{"192.0.7.1":{MOST_US}}},"more":1}}',
                 json.dumps({'taken': {f'192.0.7.{i}': MOST_US for i in range(256)} | {'::1': 1}})):
        status, words = peer.post('/peers/spent', body)
        tally.check((status, words) == (400, 'not understood\n'), f'{body[:60]}: {status} {words}')
    client = processes[0].client()
    tally.check(asks(client, '192.0.7.1') and heard(processes[0]) == before, 'none of that is owed')
    status, words = peer.post('/peers/spent', json.dumps({'taken': {'192.0.7.1': MOST_US}}))
    tally.check((status, words) == (200, 'heard\n') and heard(processes[0]) == before + 1, f'a debt: {status} {words}')
    status, answer = client.get(NOTHING, headers={'X-Forwarded-For': '192.0.7.1'})
    tally.check(status == 429 and 30 < int(client.headers['Retry-After']) <= 61, f'it waits: {status} {answer}')
    tally.check(asks(client, '192.0.7.2'), 'another one of its network does not')
    status, words = peer.post('/peers/future', '{}')
    tally.check(status == 400, f'what only a newer process knows: {status} {words}')
    status, _, words = client.raw('POST', '/peers/spent', '{"taken":{}}', headers={'X-Forwarded-For': '192.0.7.2'})
    tally.check(status in (404, 405), f'at the door of all: {status} {words}')
    tally.check(all(asks(process.client(), '192.0.7.1') for process in processes[1:]), 'it is not told on')


def main():
    tally = Tally('rates')
    with Cluster() as cluster, started(tally, cluster, '--rate', str(RATE), limits=True) as processes:
        once(tally, processes)
        passed_on(tally, cluster, processes)
        told(tally, cluster, processes)
    tally.end()


if __name__ == '__main__':
    main()
