# SPDX-License-Identifier: MIT
"""killed.py - kill -9 in the middle of what a Master does: a correction stands with its reason, or not at all; a rewind with all that lapses
by it, or not at all; and what was answered is there afterwards. [proves INC-TABLE-15] [proves INC-TABLE-16]"""
import http.client
import signal
import subprocess
import threading
import time

from consents import Table
from proposals import proposals, propose
from serving import ALEA, Server, Tally

KILLS, MOST_KILLS = 10, 60


class Instants:
    """When to kill, so that some kills come before the act is on the disk and some after it, on a fast machine as on a busy one."""

    def __init__(self):
        self.wait, self.seen = 0.004, {'whole': 0, 'nothing': 0}

    def kills(self):
        """The numbers of the kills: so many, and more until both were seen."""
        for kill in range(MOST_KILLS):
            if kill >= KILLS and all(self.seen.values()):
                return
            yield kill

    def learn(self, what):
        self.seen[what] += 1
        self.wait = min(self.wait * (1.5 if what == 'nothing' else 0.6), 1.0)


def while_killed(table, wait, act):
    """The status that came, None if none did; the server is up again."""
    server, got = table.server, []
    client = server.client()

    def send():
        try:
            got.append(act(client)[0])
        except (OSError, http.client.HTTPException):
            pass

    client.get('/games')  # the connection stands
    # The request lies before a server that stands still, so that no crowd on this machine comes between it and the kill.
    server.process.send_signal(signal.SIGSTOP)
    thread = threading.Thread(target=send)
    thread.start()
    time.sleep(0.02)
    server.process.send_signal(signal.SIGCONT)
    time.sleep(wait)
    server.kill()
    thread.join()
    server.start()
    table.client = server.client()
    return got[0] if got else None


def true_state(table):
    status, state = table.client.get(f'{table.path}?as=all&plain=1', table.master)
    assert status == 200, state
    return state


def record(table):
    return table.client.get(f'{table.path}/transcript?as=all', table.master)[1]


def corrections(tally, server):
    table, instants = Table(server, master=True), Instants()
    for kill in instants.kills():
        before, spectators = true_state(table), table.state()['ply']
        money, reason = 2000 + kill, f'miscounted, says the abacus {kill}'
        body = {'ply': spectators, 'text': f'set_treasury {money}', 'note': reason}
        status = while_killed(table, instants.wait, lambda client, body=body: client.post(f'{table.path}/host', body, table.master))
        after, heard = true_state(table), table.state()['ply']
        whole = after['ply'] == before['ply'] + 1 and after['view']['treasury'] == money and heard == spectators + 1 and reason in record(table)
        nothing = after['ply'] == before['ply'] and after['view'] == before['view'] and heard == spectators and reason not in record(table)
        tally.check(whole != nothing, f'kill {kill}: half a correction: {before["ply"]} {after["ply"]} {after["view"]["treasury"]}')
        tally.check(whole or status != 200, f'kill {kill}: answered, and lost')
        instants.learn('whole' if whole else 'nothing')
    return instants.seen


def rewinds(tally, server):
    """Back to before a question, its link and a proposal: all of them are gone, or all of them stand."""
    table, instants = Table(server, master=True), Instants()
    for kill in instants.kills():
        back, earlier = table.state()['ply'], true_state(table)['view']
        news = table.client.post(f'{table.path}/host', {'ply': back, 'text': 'bulletin', 'note': 'a storm'}, table.master)
        assert news[0] == 200, news  # all hear of it, so that spectators can tell the plies before it from those behind it
        number, link = table.ask('c2 rest')
        tally.check(table.page(link, 'yes')[0] == 200, 'the link does not answer')
        offer = propose(table, 'C', moves=['assign c3', 'rest'])[1]['proposal']
        before, spectators, reason = true_state(table), table.state()['ply'], f'the candle fell over, {kill}'
        body = {'ply': spectators, 'text': f'rewind {back}', 'note': reason}
        status = while_killed(table, instants.wait, lambda client, body=body: client.post(f'{table.path}/host', body, table.master))
        after, heard = true_state(table), table.state()['ply']
        stands = (table.answer_of(number), table.page(link)[0],
                  next(one['status'] for one in proposals(table, 'A') if one['proposal'] == offer), reason in record(table))
        whole = after['ply'] == before['ply'] + 1 and after['view'] == earlier and stands == (None, 410, 'lapsed', True)
        nothing = after['ply'] == before['ply'] and after['view'] == before['view'] and stands == ('yes', 200, 'open', False)
        tally.check(whole != nothing, f'kill {kill}: half a rewind: plies {before["ply"]} {after["ply"]}, {heard}; {stands}')
        tally.check(whole or status != 200, f'kill {kill}: answered, and lost')
        if not whole:  # begin anew there
            body['ply'] = heard
            again = table.client.post(f'{table.path}/host', body, table.master)
            tally.check(again[0] == 200 and true_state(table)['view'] == earlier, f'kill {kill}: the rewind, again: {again}')
        instants.learn('whole' if whole else 'nothing')
    return instants.seen


def main():
    tally, seen = Tally('killed'), {}
    with Server() as server:
        for work in (corrections, rewinds):
            seen[work.__name__] = work(tally, server)
        tally.check(server.stop() == 0, 'the server does not stop cleanly')
        check = subprocess.run([ALEA, 'check', server.db], capture_output=True, text=True, timeout=300)
        tally.check(check.returncode == 0, f'alea check: {check.stdout}{check.stderr}')
    for what, counts in seen.items():
        tally.check(all(counts.values()), f'{what}: nothing was tried: {counts}')
    print('killed: ' + ', '.join(f'{what} {counts}' for what, counts in seen.items()))
    tally.end()


if __name__ == '__main__':
    main()
