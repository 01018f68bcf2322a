# SPDX-License-Identifier: MIT
"""table_dice.py - what is thrown at a real table (INC-TABLE-13): the server throws all else and waits there for the Master, through a restart;
nobody else enters dice; what is impossible is refused; the record marks it, with the address of its film, and verifies."""
import os
import subprocess
import tempfile

from recording import Recording
from serving import ALEA, Server, Tally


def until_thrown(table):
    """Everybody is done until nobody is waited for."""
    for _ in range(40):
        state = table.state()
        if not state['actors']:
            return state
        for seat in state['actors']:
            own = table.state(seat)
            if seat in own['actors']:
                done = next((move for move in own['moves'] if move['text'] == 'done'), own['moves'][0])
                assert table.move(seat, done['m'], own['ply'])[0] == 200
    raise AssertionError(state)


def entered(tally, server, what):
    table = Recording(server, 'incursio', 2, options={'map': 'small', 'opening': 'known', 'dice': what}, master=True)
    host, path = table.master, f'{table.path}/host'
    state = until_thrown(table)
    tally.check(state['status'] == 'playing', f'{what}: {state["status"]}')
    before = table.client.get(f'{table.path}/transcript?as=all', host)[1]
    server.stop()
    server.start()
    tally.check(table.client.get(f'{table.path}/transcript?as=all', host)[1] == before, f'{what}: the server threw by itself')

    def enter(text, token, note=None, **more):
        body = {'ply': table.client.get(table.path, token)[1]['ply'], 'text': text}
        return table.client.post(path, dict(body, **more, note=note) if note else dict(body, **more), token)
    for token in (table.tokens['A'], table.tokens['B'], table.admin):
        status, answer = enter('dice 6 - 1', token)
        tally.check(status == 403, f'{what}: others enter dice: {status} {answer}')
    for wrong in ('dice 7 - 1', 'dice 6', 'dice 6 - 1 1'):
        status, answer = enter(wrong, host)
        tally.check(status in (400, 422), f'{what}: {wrong}: {status} {answer}')
    for link in ('http://film.example/1', 'https://', 'https:///1', 'https://bank.example@film.example/', 'https://film.example/ 1',
                 'javascript:alert(1)', 'https://film.example/"><b>', 'https://film.example/' + 'x' * 500, 'https://film.example/\n', 7):
        status, answer = enter('dice 6 - 1', host, link=link)
        tally.check(status == 400 and answer['where'] == 'link', f'{link}: {status} {answer}')
    status, answer = enter('dice 6 - 1', host, 'See', link='https://film.example/1?a=b#c')
    tally.check(status == 200, f'{what}: {answer}')
    state = table.state('A')
    tally.check(state['view']['first'] == 'defenders' and state['actors'] == ['A'], f'{what}: {state["actors"]}')
    table.client.post(f'{table.path}/resign', {}, table.tokens['A'])
    record = table.client.get(f'{table.path}/transcript')[1]
    tally.check(' ! dice 6 - 1 | ' in record and 'See\\nhttps://film.example/1?a=b#c\n' in record and ' * dice ' not in record, f'{what}: {record}')
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, 'it.alea')
        with open(name, 'w', encoding='utf-8') as file:
            file.write(record)
        done = subprocess.run([ALEA, 'verify', name], capture_output=True, text=True, check=False)
        tally.check(done.returncode == 0, f'{what}: {done}')
    table.close()


def thrown(tally, server):
    """Where battles alone are thrown at the table, the initiative falls by itself."""
    table = Recording(server, 'incursio', 2, options={'map': 'small', 'opening': 'known', 'dice': 'battles'}, master=True)
    for seat in ('A', 'B'):
        tally.check(table.move(seat, 'done')[0] == 200, f'{seat} is done')
    tally.check(table.state()['actors'] != [] and table.state()['view']['first'] in ('defenders', 'raiders'), f'the initiative was not thrown: {table.state()}')
    table.close()


def main():
    tally = Tally('table_dice')
    with Server() as server:
        entered(tally, server, 'initiative')
        entered(tally, server, 'table')
        thrown(tally, server)
    tally.end()


if __name__ == '__main__':
    main()
