# SPDX-License-Identifier: MIT
"""sending.py - a thread sends what WebSockets are told, from the first on (`--send-thread 1`): all hear every ply in order, beside those who do not
read and those who are gone in the midst of it; who is too slow is closed, and the end waits for nobody. What wire.py asks of WebSockets
holds as well.
"""
import random
import re
import socket
import struct
import time

import wire
from serving import Server, Tally, WebSocket

MOVES, EARS, RUDE = 120, 10, 20
WHOLE_S = 60


def frame(opcode, n):
    return bytes([0x80 | opcode, 0x80 | n, 0, 0, 0, 0] + [3] * n)


PINGS = frame(9, 125) * 500  # each is answered by as many bytes
# The server reads 2 KiB at a time: the first hold pings whose answers fill a queue, and silent pongs; so that the good-bye comes while these are sent.
FULL_AND_BYE = frame(9, 125) * 8 + frame(10, 125) * 7 + frame(10, 77) + frame(8, 0)


def metric(server, name):
    return float(re.search(rf'^{re.escape(name)} (\S+)$', server.metrics(), re.M)[1])


def listen(server, made, **more):
    return WebSocket(server.port, f'/api/v1/matches/{made["match"]}/live?plain=1', **more)


def move(client, made, chance):
    """One by chance, of whose turn it is."""
    path, tokens = f'/matches/{made["match"]}', {seat['seat']: seat['token'] for seat in made['seats']}
    token = tokens[client.get(path + '?plain=1')[1]['actor']]
    state = client.get(path, token)[1]
    status, answer = client.post(path + '/moves', {'ply': state['ply'], 'text': chance.choice(state['moves'])['text']}, token)
    assert status == 200, answer
    return answer['ply']


def deafen(server, made, full):
    """A WebSocket that says much and reads nothing, until that holds."""
    deaf, deadline = listen(server, made, receive_buffer=4096), time.monotonic() + WHOLE_S
    while not full() and time.monotonic() < deadline:
        try:
            deaf.socket.sendall(PINGS)
        except OSError:
            break
    return deaf


def leave_at_once(server, made):
    """Gone, without a word, while it is being answered."""
    rude = listen(server, made)
    rude.socket.sendall(PINGS)
    rude.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
    rude.close()


def leave_politely(server, made):
    """In the midst of being answered; the status with which the server goes, too."""
    polite = listen(server, made)
    polite.receive()
    polite.socket.sendall(FULL_AND_BYE)
    status = wire.closed_with(polite)
    polite.close()
    return status


def everybody_hears(tally):
    with Server() as server:
        made, chance, client = wire.make_table(server, 3, 'spqrisiko'), random.Random(1), server.client()
        ears = [listen(server, made) for _ in range(EARS)]
        begun = [ear.receive()['ply'] for ear in ears]
        deaf = deafen(server, made, lambda: metric(server, 'alea_held_bytes') > 100000)
        for number in range(MOVES):
            if number % (MOVES // RUDE) == 0:
                leave_at_once(server, made)
                tally.check(leave_politely(server, made) == 1000, 'who says good-bye is answered')
            last = move(client, made, chance)
        heard = [[m['ply'] for m in ear.until(lambda m: m['ply'] == last)] for ear in ears]
        tally.check(all(plies == list(range(first + 1, last + 1)) for plies, first in zip(heard, begun)), f'all hear all in order: {heard}')
        tally.check(metric(server, 'alea_websockets') <= EARS + 1, 'who is gone is forgotten')
        tally.check(metric(server, 'alea_thread_seconds_total{thread="send"}') > 0, 'the thread has sent it')
        began = time.monotonic()
        tally.check(server.stop() == 0, 'it ends well beside one who does not read')
        tally.check(time.monotonic() - began < 20, f'and soon: {time.monotonic() - began:.1f} s')
        for ear in ears:
            tally.check([m['kind'] for m in ear.until(lambda m: m['kind'] == 'bye')] == ['bye'], 'and says good-bye')
            tally.check(ear.receive() is None and ear.close_code == 1001, f'and goes: {ear.close_code}')
        deaf.close()


def too_slow(tally):
    with Server() as server:
        made = wire.make_table(server)
        good = listen(server, made)
        good.receive()
        deaf = deafen(server, made, lambda: metric(server, 'alea_slow_readers_total') > 0)
        tally.check(metric(server, 'alea_slow_readers_total') == 1, 'who never reads is closed')
        good.send({'ping': 1})
        tally.check(good.receive() is not None, 'the one beside is not')
        deaf.close()


def none_of_it(tally):
    """As it is on small machines."""
    with Server('--send-thread', '0') as server:
        made = wire.make_table(server)
        listen(server, made).receive()
        tally.check(metric(server, 'alea_thread_seconds_total{thread="send"}') == 0, 'no thread')
        tally.check(metric(server, 'alea_thread_seconds_total{thread="main"}') > 0, 'but the one')


def main():
    tally = Tally('sending')
    Server.always = ('--send-thread', '1')
    for part in (everybody_hears, too_slow, none_of_it, wire.sockets, wire.compression, wire.process):
        part(tally)
    tally.end()


if __name__ == '__main__':
    main()
