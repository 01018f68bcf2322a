# SPDX-License-Identifier: MIT
"""notes.py - what people note for themselves and for their side: who may read it is told at once, nobody else, not even that something was
noted; what was answered is there after the server was killed; a seat takes so many; an account's file has them."""
import subprocess

import time

from recording import SPECTATOR, Listener, Recording, without_times
from serving import ALEA, Server, Tally

MOST = 200
SECRET = 'under the olive tree'


def secrets_stay(server, tally):
    table = Recording(server, 'incursio', 6, options={'map': 'small', 'teams': 'players'}, master=True)
    viewers = [seat for seat in (*table.tokens, SPECTATOR) if seat != 'A']
    # Whoever is at the table, but at no seat of his own: a Master through that seat's eyes, the creator, one to whom a seat of the side is lent.
    status, loan = table.client.post(table.path + '/loan', {'until': int(time.time() * 1000) + 3600000}, table.tokens['E'])
    assert status == 201 and table.client.post(table.path + '/loan/take', {'name': 'Carla'}, loan['token'])[0] == 200, loan
    others = {who: Listener(server, table.match, token) for who, token in
              (('the Master', table.master), ('the creator', table.admin), ('a borrower', loan['token']))}
    others['the Master'].socket.send({'token': table.master, 'as': 'A'})
    others['the Master'].hear()
    before = {viewer: table.state(viewer) for viewer in viewers}
    table.hear()
    written = []

    def post(seat, **note):
        return table.client.post(table.path + '/notes', note, table.tokens[seat])

    for number in range(MOST - 1):
        side, way = number % 2 == 0, number // 2
        to = f's{way // 13:02}' if way >= 13 else ''
        status, answer = post('A', text=f'{SECRET} {number}', place=f's{way % 13 + 1:02}', to=to, side=side)
        if status != 200:
            tally.check(False, f'note {number}: {answer}')
            break
        written.append((f'{SECRET} {number}', side))
    status, answer = post('A', text=SECRET)
    written.append((SECRET, False))
    tally.check(len(answer.get('notes', [])) == MOST, f'{len(answer.get("notes", []))} notes are kept')
    status, answer = post('A', text='one more', place='s13', to='s13', side=True)
    tally.check(status == 409 and answer['error'] == 'full' and str(MOST) in answer['text'], f'note {MOST + 1}: {status} {answer}')
    # The side hears what is for it, the seat's own devices all of it, in its order; nobody else does, and no number has moved.
    for viewer, told in table.hear().items():
        wanted = [text for text, side in written if viewer == 'A' or (side and viewer in ('C', 'E'))]
        for messages in told:
            got = [message['note']['text'] for message in messages if message['kind'] == 'note' and not message['gone']]
            tally.check(got == wanted and len(messages) == len(got), f'{viewer} is told {messages[:1]} when somebody notes something')
    for who, listener in others.items():
        tally.check(not [message for message in listener.hear() if message['kind'] != 'table'], f'{who} is told of a note')
    for viewer in viewers:
        tally.check(without_times(table.state(viewer)) == without_times(before[viewer]), f'{viewer} sees that something was noted')
        if viewer is None:
            continue
        status, answer = table.client.get(table.path + '/notes', table.tokens[viewer])
        mate = viewer in 'CE'
        tally.check(status == 200 and all(note['side'] and note['seat'] == 'A' for note in answer['notes']) and bool(answer['notes']) == mate,
                    f'{viewer} reads {str(answer)[:200]}')
    for path in ('', '/transcript', '/posts', '/timeline', '/chat', '/words?what=board', '/consents', '/late'):
        joint = '&' if '?' in path else '?'
        for token, query in ((table.master, 'as=all'), (table.master, 'as=A'), (table.admin, ''), (table.tokens['B'], ''), (None, '')):
            _, answer = table.client.get(f'{table.path}{path}{joint}{query}', token)
            tally.check(SECRET not in str(answer), f'{path} {query} tells what was noted')
    last = dict(place='s01', side=True, drop=True)
    tally.check(post('A', **last)[0] == 200, 'a note is taken out')
    for viewer, told in table.hear().items():
        gone = [[message['note'].get('place') for message in messages if message['gone']] for messages in told]
        tally.check(all(one == (['s01'] if viewer in ('A', 'C', 'E') else []) for one in gone), f'{viewer} is told {told} when a note goes')
    for who, listener in others.items():
        tally.check(not listener.hear(), f'{who} is told that a note goes')
        listener.socket.close()
    table.close()


def killed(server, tally):
    table = Recording(server, 'polis', 2)
    for number in range(6):
        status, _ = table.client.post(table.path + '/notes', {'text': f'{SECRET} {number}'}, table.tokens['A'])
        assert status == 200
        server.kill()
        server.start()
        table.client = server.client()
        notes = table.client.get(table.path + '/notes', table.tokens['A'])[1]['notes']
        tally.check([note['text'] for note in notes] == [f'{SECRET} {number}'], f'after a kill the notes are {notes}')


def exported(server, tally):
    client = server.client()
    own = {'Origin': f'http://127.0.0.1:{server.port}'}
    assert client.post('/accounts', {'name': 'Anna', 'password': 'under the olives'}, headers=own)[0] == 201
    cookies = '; '.join(line.split(';')[0] for line in client.headers.get_all('Set-Cookie'))
    signed = dict(own, Cookie=cookies)
    made = client.post('/matches', {'game': 'polis', 'seats': ['human', 'human']})[1]
    at, token = f'/matches/{made["match"]}', made['seats'][0]['token']
    assert client.post(f'{at}/claim', {}, token, headers=signed)[0] == 200
    assert client.post(f'{at}/notes', {'text': SECRET, 'place': 'athens'}, token)[0] == 200
    status, file = client.get('/account', headers=signed)
    notes = file['matches'][0]['seats'][0]['notes'] if status == 200 else None
    tally.check(notes and notes[0]['text'] == SECRET and notes[0]['place'] == 'athens', f'the account\'s file has {status} {notes}')


def main():
    tally = Tally('notes')
    with Server() as server:
        secrets_stay(server, tally)
        exported(server, tally)
        killed(server, tally)
        tally.check(server.stop() == 0, 'the server does not stop cleanly')
        check = subprocess.run([ALEA, 'check', server.db], capture_output=True, text=True, timeout=120)
        tally.check(check.returncode == 0, f'alea check: {check.stdout}{check.stderr}')
    tally.end()


if __name__ == '__main__':
    main()
