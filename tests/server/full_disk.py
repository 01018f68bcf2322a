# SPDX-License-Identifier: MIT
"""full_disk.py - a server that is started where nothing can be written serves what is there, says clearly that it can't write, and
writes again as soon as there is room. What can't be read is no failed writing: its reader is told so, and the log why. Room is taken away by the ceiling of a file's size, which holds without being root."""
import os
import resource
import shutil
import signal
import subprocess
import time

from serving import ALEA, Server, Tally

PATIENCE = 30  # seconds, only against hanging
LONG = 60  # plies: the record of such a match is read from the file, by a thread


class FullDisk(Server):
    """The program may open files and read, but no file may grow."""

    def start(self):
        def fill():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        popen = subprocess.Popen
        subprocess.Popen = lambda *args, **more: popen(*args, preexec_fn=fill, restore_signals=False, **more)
        try:
            super().start()
        finally:
            subprocess.Popen = popen

    def make_room(self):
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def goes_on(client, path, tokens):
    while (state := client.get(path + '?plain=1')[1])['ply'] < LONG:
        token = tokens[state['actor']]
        state = client.get(path + '?plain=1', token)[1]
        status, answer = client.post(path + '/moves', {'ply': state['ply'], 'm': state['moves'][0]}, token)
        assert status == 200, answer


def not_read(tally, server, client, path):
    """The file is where no thread finds it."""
    away = server.db + '.away'
    os.rename(server.db, away)
    for lang, words in (('en', "can't be read now"), ('it', 'ora questo non si può leggere')):
        status, answer = client.get(f'{path}/transcript?lang={lang}')
        tally.check(status == 503 and answer['error'] == 'store' and words in answer['text'], f'what is not read: {status} {answer}')
        tally.check(server.db not in answer['text'] and client.headers.get('Retry-After') == '1', f'told besides: {answer}, {client.headers}')
    os.rename(away, server.db)
    why = [line['text'] for line in server.logged() if line['event'] == 'not_read']
    tally.check(len(why) == 2 and all(server.db in text for text in why), f'the log: {why}')
    tally.check(client.get(path + '/transcript')[0] == 200, 'and is read again')


def main():
    tally, server, full = Tally('full disk'), Server(), FullDisk()
    with server, full_later(full):
        client = server.client()
        status, made = client.post('/matches', {'game': 'spqrisiko', 'seats': ['human'] * 3, 'name': 'left', 'listed': True})
        tally.check(status == 201, made)
        tokens = {seat['seat']: seat['token'] for seat in made['seats']}
        path = f'/matches/{made["match"]}'
        goes_on(client, path, tokens)
        record = client.get(path + '/transcript')
        server.kill()  # the log stays, and has to be read
        for ending in ('', '-wal'):
            shutil.copy(server.db + ending, full.db + ending)
        full.start()
        client = full.client()
        status, listed = client.get('/matches')
        tally.check(status == 200 and [row['match'] for row in listed['matches']] == [made['match']], f'the list: {status} {listed}')
        status, state = client.get(path + '?plain=1')
        tally.check(status == 200 and state['status'] == 'playing', f'the match: {status} {state}')
        tally.check(client.get(path + '/transcript') == record and record[0] == 200, 'the record of a long match on a full disk')
        actor = tokens[state['actor']]
        state = client.get(path + '?plain=1', actor)[1]
        move = {'ply': state['ply'], 'm': state['moves'][0]}
        status, answer = client.post(path + '/moves', move, actor)
        tally.check(status == 503 and answer['error'] == 'store', f'a move on a full disk: {status} {answer}')
        status, _, words = client.raw('GET', '/healthz')
        tally.check(status == 503 and b'store fails' in words, f'/healthz: {status} {words}')
        again = client.get(path + '?plain=1', actor)[1]
        tally.check(again['ply'] == state['ply'], f'something changed: {again}')
        full.make_room()
        until = time.monotonic() + PATIENCE
        status, answer = client.post(path + '/moves', move, actor)
        while status == 503 and time.monotonic() < until:
            time.sleep(0.1)
            status, answer = client.post(path + '/moves', move, actor)
        tally.check(status == 200, f'a move when there is room again: {status} {answer}')
        tally.check(client.raw('GET', '/healthz')[0] == 200, '/healthz when there is room again')
        # Others may look at it beside the server again, which they could not before.
        check = subprocess.run([ALEA, 'check', full.db, '--lang', 'en'], capture_output=True, text=True, timeout=60, check=False)
        tally.check(check.returncode == 0, f'check beside the server: {check.stdout}{check.stderr}')
        not_read(tally, full, client, path)
        tally.check(full.stop() == 0, 'the server does not stop cleanly')
    tally.end()


class full_later:
    """Cleans up after a server that is started by hand."""

    def __init__(self, server):
        self.server = server

    def __enter__(self):
        return self.server

    def __exit__(self, *what):
        return self.server.__exit__(*what)


if __name__ == '__main__':
    main()
