#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bots.py - somebody's program at a server's table, by `alea bot-host` and the link of a seat; and that no request makes the server start
a program."""
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from serving import ALEA, Server, Tally

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PYTHON = os.path.realpath(sys.executable)
EXAMPLE, SCRIBE, BAD = (os.path.join(ROOT, *path) for path in
                        (('examples', 'bot.py'), ('tests', 'bots', 'scribe.py'), ('tests', 'bots', 'bad.py')))
FINE, WRONG, USAGE, UNFINISHED = 0, 1, 2, 3
PLAN = {'game': 'null', 'seats': ['human', 'bot:random'], 'options': {'rounds': 3}}


def made(server, **more):
    status, answer = server.client().post('/matches', dict(PLAN, **more))
    assert status == 201, answer
    return answer


def start(*words, **more):
    return subprocess.Popen([ALEA, 'bot-host', '--lang', 'en', *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


def ended(process, tally, status, what, out='', err=''):
    try:
        said, complained = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        said, complained = process.communicate()
    return tally.check(process.returncode == status and re.search(out, said) and re.search(err, complained),
                       f'{what}: {process.returncode}\n{said[-800:]}\n{complained[-800:]}')


def until(holds, seconds=20):
    deadline = time.monotonic() + seconds
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


def state(server, table, token=None):
    return server.client().get(f'/matches/{table["match"]}?lang=en', token)[1]


# ---- At the table ----------------------------------------------------------------------------------------------------------------


def plays_to_the_end(tally, server):
    for game, seats in (('polis', 2), ('null', 2)):
        table = made(server, game=game, seats=['human'] + ['bot:random'] * (seats - 1), options={})
        ended(start('--url', table['seats'][0]['url'], '--', PYTHON, EXAMPLE), tally, FINE, f'{game} to its end',
              out=rf'sits at seat A \({game}, match {table["match"]}\)(.|\n)*0 played by a deputy')
        over = state(server, table)
        tally.check(over['status'] == 'over' and over['seats'][0]['joined'], f'{game}: {over["status"]}')
    table = made(server)
    where = ('--url', f'http://127.0.0.1:{server.port}/', '--match', table['match'])
    ended(start(*where, '--token', table['seats'][0]['token'], '--', PYTHON, EXAMPLE), tally, FINE, 'by address, match and token')
    table = made(server)
    where = ('--url', f'http://127.0.0.1:{server.port}', '--match', table['match'])
    ended(start(*where, '--', PYTHON, EXAMPLE, env={**os.environ, 'ALEA_TOKEN': table['seats'][0]['token']}), tally, FINE,
          'with the token in the environment')
    ended(start(*where, '--', PYTHON, EXAMPLE, env={**os.environ, 'ALEA_TOKEN': table['seats'][0]['token']}), tally, FINE,
          'a match that is over already', out='wins|draw')


def who_has_won_is_named(tally, server):
    """A bot without a name is called what it is."""
    for who, titles in (('bot:hard', ('Hard bot', 'Bot difficile')), ('bot:random', ('Bot random', 'Bot random'))):
        table, client = made(server, game='polis', options={}, seats=['human', who]), server.client()
        at, token = f'/matches/{table["match"]}', table['seats'][0]['token']
        client.post(f'{at}/join', {'name': 'Anna'}, token)
        client.post(f'{at}/resign', {}, token)
        for lang, title in zip(('en', 'it'), titles):
            said = client.get(f'{at}?lang={lang}')[1]['result']['text']
            tally.check(f'{title} (B)' in said and 'Anna (A)' in said, f'who has won, {lang}: {said}')


def waits_for_others(tally, server):
    """The other seat is a person, who comes late; the program's name is told to the table."""
    table = made(server, seats=['human', 'human'], start='joined')
    host = start('--url', table['seats'][0]['url'], '--', PYTHON, SCRIBE, 'heard', 'ask')
    client, token = server.client(), table['seats'][1]['token']
    tally.check(until(lambda: state(server, table)['seats'][0]['name'] == 'Scribe'), 'the program has a name at the table')
    tally.check(client.post(f'/matches/{table["match"]}/join', {}, token)[0] == 200, 'the person joins')
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and (now := state(server, table, token))['status'] != 'over':
        if now.get('moves'):
            client.post(f'/matches/{table["match"]}/moves', {'ply': now['ply'], 'm': now['moves'][0]['m']}, token)
        else:
            time.sleep(0.02)
    ended(host, tally, FINE, 'a table with a person')
    with open('heard', encoding='utf-8') as file:
        heard = file.read()
    tally.check('"rules_version":1' in heard and '"type":"over"' in heard and '"type":"odds"' in heard, heard[-500:])
    tally.check('"error":"not_here"' in heard, 'outcomes are not told there')


def others_play_the_seat(tally, server):
    """Somebody moves for the seat while the program thinks: its move is stale, and it is asked anew."""
    with open('slow.py', 'w', encoding='utf-8') as file:
        file.write(f'import time, sys\nwrite = sys.stdout.write\nslow = iter([True])\n'
                   'def late(words):\n    if \'"move"\' in words and next(slow, False):\n'
                   '        open("thinking", "w").close()\n        time.sleep(1)\n    return write(words)\n'
                   f'sys.stdout.write = late\nexec(open({SCRIBE!r}).read())\n')
    table, client = made(server), server.client()
    host = start('--url', table['seats'][0]['url'], '--show', '--', PYTHON, 'slow.py', 'said')
    tally.check(until(lambda: os.path.exists('thinking')), 'the program thinks')
    now = state(server, table, table['seats'][0]['token'])
    status, answer = client.post(f'/matches/{table["match"]}/moves', {'ply': now['ply'], 'm': now['moves'][-1]['m']},
                                 table['seats'][0]['token'])
    tally.check(status == 200, f'somebody else moves: {status} {answer}')
    ended(host, tally, FINE, 'and the program goes on', out='0 played by a deputy')


# ---- What goes wrong -----------------------------------------------------------------------------------------------------------------


def no_way_in(tally, server):
    table = made(server)
    base, run = f'http://127.0.0.1:{server.port}', ('--', PYTHON, EXAMPLE)
    ended(start('--url', base, '--match', table['match'], '--token', 'A' * 43, *run), tally, WRONG, 'a token that nobody has',
          err=f'match {table["match"]} does not open with this token')
    ended(start('--url', base, '--match', table['match'], '--token', made(server)['seats'][0]['token'], *run), tally, WRONG,
          "another match's token", err='does not open with this token')
    ended(start('--url', table['admin_url'].replace('/a/', '/m/'), *run), tally, WRONG, "the admin's token", err="is not a seat's")
    ended(start('--url', base, '--match', 'nothing', '--token', 'A' * 43, *run), tally, WRONG, 'no such match', err='does not open')
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        nobody = f'http://127.0.0.1:{free.getsockname()[1]}/m/abcdefghijkl#token'
        ended(start('--url', nobody, '--patience', '1', *run), tally, WRONG, 'no server',
              err=r'does not answer \(.*\): trying again, for 1 s(.|\n)*does not answer any more')
    ended(start('--url', stranger(), *run), tally, WRONG, 'another server', err='is no server of Alea')
    for match in ('../admin', 'a b', 'x' * 100):
        ended(start('--url', base, '--match', match, '--token', 'A' * 43, *run), tally, USAGE, f'match {match}', err='link of a seat')
    ended(start('--url', 'http://a b', '--match', 'a', '--token', 'A', *run), tally, USAGE, 'no address', err="no server's address")


def stranger():
    """A server that says something else."""
    listening = socket.create_server(('127.0.0.1', 0))

    def serve():
        wire = listening.accept()[0]
        wire.recv(65536)
        wire.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHello')
        wire.close()

    threading.Thread(target=serve, daemon=True).start()
    return f'http://127.0.0.1:{listening.getsockname()[1]}/m/abcdefghijkl#token'


def server_comes_back(tally):
    """The server is killed and started again while the program plays."""
    with Server() as server:
        table = made(server, game='polis', seats=['human', 'bot:random'], options={})
        host = start('--url', table['seats'][0]['url'], '--', PYTHON, EXAMPLE)
        tally.check(until(lambda: state(server, table)['ply'] > 5), 'the program plays')
        server.kill()
        time.sleep(1.5)
        server.start()
        ended(host, tally, FINE, 'it goes on once the server is back', out='answers again', err='does not answer')
        tally.check(state(server, table)['status'] == 'over', 'to the end')


def table_goes_away(tally, server):
    table = made(server, seats=['human', 'human'])
    host = start('--url', table['seats'][1]['url'], '--', PYTHON, EXAMPLE)
    tally.check(until(lambda: state(server, table)['seats'][1]['joined']), 'it sits there')
    tally.check(server.client().call('DELETE', f'/matches/{table["match"]}', None, table['admin'])[0] in (200, 204), 'deleted')
    ended(host, tally, WRONG, 'a match that is deleted', err='does not open')
    table = made(server, seats=['human', 'human'])
    host = start('--url', table['seats'][1]['url'], '--', PYTHON, EXAMPLE)
    tally.check(until(lambda: state(server, table)['seats'][1]['joined']), 'it sits there')
    host.send_signal(signal.SIGTERM)
    ended(host, tally, UNFINISHED, 'stopped', out='The seat stays')


def misbehaves(tally, server):
    table = made(server)
    ended(start('--url', table['seats'][0]['url'], '--', PYTHON, BAD, 'crashes'), tally, WRONG, 'a program that ends',
          err='the program leaves the table: .*exit status 7')
    tally.check(state(server, table)['status'] == 'playing', 'its seat stays')
    ended(start('--url', table['seats'][0]['url'], '--', PYTHON, EXAMPLE), tally, FINE, 'another one takes the seat')
    table = made(server)
    host = start('--url', table['seats'][0]['url'], '--show', '--', PYTHON, BAD, 'cheats twice')
    ended(host, tally, FINE, 'a program that learns', out=r' 0 played by a deputy.* refused moves ([6-9]|\d\d)',
          err='"error":"refused","rule":"NULL-[A-Z]+-[0-9]"')
    table = made(server)
    ended(start('--url', table['seats'][0]['url'], '--', PYTHON, BAD, 'cheats'), tally, WRONG, 'a program that cheats',
          out='a deputy moves in its place')
    chat = server.client().get(f'/matches/{table["match"]}/chat')[1]['messages']
    tally.check(len(chat) == 1 and 'deputy' in chat[0]['text'], f'the table is told, once: {chat}')
    table = made(server)
    ended(start('--url', table['seats'][0]['url'], '--time', '50', '--', PYTHON, BAD, 'is silent'), tally, WRONG, 'a silent program',
          err='leaves the table')


def starts_no_programs(tally, server):
    """Whatever a request says, the server starts nothing."""
    client, mark = server.client(), os.path.join(os.getcwd(), 'started')
    for command in (f'bot:exec:touch {mark}', f'bot:exec:10ms:touch {mark}', 'bot:exec', 'bot:exec:', 'exec:true', 'bot:exec:true'):
        status, answer = client.post('/matches', dict(PLAN, seats=['human', command]))
        tally.check(status == 400 and answer['error'] in ('bad_request', 'bad_seats'), f'{command} at a seat: {status} {answer}')
        clock = {'kind': 'live', 'reserve': 1, 'move': 1, 'then': command}
        status, answer = client.post('/matches', dict(PLAN, clock=clock))
        tally.check(status == 400, f'{command} as a deputy: {status} {answer}')
        table = made(server)
        status, answer = client.post(f'/matches/{table["match"]}/seats/A', {'who': command}, table['admin'])
        tally.check(status == 400, f'{command} later: {status} {answer}')
    bots = [bot['id'] for bot in client.get('/games')[1]['bots']]
    tally.check('random' in bots and 'exec' not in bots, f'it is not offered: {bots}')
    tally.check(not os.path.exists(mark), 'nothing was started')


def main():
    tally = Tally('bots')
    with tempfile.TemporaryDirectory() as folder, Server() as server:
        os.chdir(folder)
        plays_to_the_end(tally, server)
        who_has_won_is_named(tally, server)
        waits_for_others(tally, server)
        others_play_the_seat(tally, server)
        no_way_in(tally, server)
        table_goes_away(tally, server)
        misbehaves(tally, server)
        starts_no_programs(tally, server)
        server_comes_back(tally)
        os.chdir(ROOT)
    tally.end()


if __name__ == '__main__':
    main()
