# SPDX-License-Identifier: MIT
"""long_match.py - a match of as many plies as a test wants: a player of Incursio chooses a character's species, again and again. The
first choices are played through the door, the rest is written to the store at once; opening it plays all of them."""
import sqlite3

CHOICES = ('species c1', 'is molor', 'species c1', 'is esdefian')


class LongMatch:
    """Restarts the server. `token` is the first seat's, which moves; the other one waits for it."""

    def __init__(self, server, plies):
        client = server.client()
        status, made = client.post('/matches', {'game': 'incursio', 'seats': ['human', 'human'], 'listed': True})
        assert status == 201, made
        self.id, self.admin = made['match'], made['admin']
        self.token, self.other = (seat['token'] for seat in made['seats'])
        for text in CHOICES:
            self.choose(client, text)
        client.close()
        server.stop()
        self.lengthen(server.db, plies)
        server.start()

    def choose(self, client, text):
        ply = client.get(f'/matches/{self.id}', self.token)[1]['ply']
        status, answer = client.post(f'/matches/{self.id}/moves', {'ply': ply, 'text': text}, self.token)
        assert status == 200, answer

    def lengthen(self, path, plies):
        database = sqlite3.connect(path)
        number, = database.execute('SELECT number FROM matches WHERE id = ?', [self.id]).fetchone()
        last = database.execute('SELECT ply, seat, move, at FROM plies WHERE match = ? ORDER BY ply DESC LIMIT ?',
                                [number, len(CHOICES)]).fetchall()[::-1]
        first = last[-1][0] + 1
        database.executemany('INSERT INTO plies (match, ply, seat, move, at) VALUES (?, ?, ?, ?, ?)',
                             ((number, ply, *last[(ply - first) % len(last)][1:]) for ply in range(first, plies + 1)))
        database.commit()
        database.close()
