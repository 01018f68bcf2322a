# SPDX-License-Identifier: MIT
# proves INC-TABLE-21
"""sealed.py - sealed scenarios over the wire: refused with the place where something is no secret, the Master's alone at every address until
the end, and then open, as the transcript is, which `alea verify` compares with the commitment. Two that differ in what a side can't see tell
it the same."""
import copy
import datetime
import json
import os
import subprocess
import tempfile

from master import SURFACES, raw
from recording import Recording
from scenario import read_data
from serving import ALEA, Server, Tally

MONEY = 4321  # stands nowhere else
CAMPAIGN = {'options': {'map': 'small', 'opening': 'known'}, 'master': True}
OWN = {'raiders': ['r_roots', 'r_scourge']}


def winter(money, objectives=None, **site):
    """The small map with that purse; `site` changes members of its first settlement."""
    maps = copy.deepcopy(read_data('incursio')['maps'])
    small = next(row for row in maps if row['id'] == 'small')
    small['setup'].update(treasury=money, objectives=objectives or OWN)
    next(row for row in small['sites'] if row['kind'] == 'settlement').update(site)
    return {'format': 'alea.scenario', 'version': 1, 'game': 'incursio', 'name': 'winter', 'replace': {'maps': maps}}


def refused(tally, server):
    """Each with its place, and no table is made."""
    client = server.client()

    def attempt(where, **plan):
        before = client.get('/matches')[1]
        status, answer = client.post('/matches', dict({'game': 'incursio', 'seats': ['human'] * 2, 'listed': True}, **plan))
        tally.check(status == 400 and answer['where'] == where and answer['text'], f'{where}: {status} {answer}')
        tally.check(client.get('/matches')[1] == before, f'{where}: a table was made')

    attempt('master', options=CAMPAIGN['options'], sealed=winter(MONEY))
    attempt('sealed', **CAMPAIGN, sealed=winter(MONEY), scenario=winter(MONEY))
    attempt('sealed: maps[1].setup.days', **CAMPAIGN, sealed=patched(('setup', 'days', 7)))
    attempt('sealed: maps[1].sites[0].level', **CAMPAIGN, sealed=patched(('sites', 0, 'level', 3)))
    attempt('sealed: structures', **CAMPAIGN, sealed={**winter(MONEY), 'replace': {'structures': []}})
    attempt('sealed: format', **CAMPAIGN, sealed={**winter(MONEY), 'format': 'something'})
    attempt('sealed: game', game='polis', master=True, sealed=winter(MONEY))
    attempt('sealed', **CAMPAIGN, sealed='winter')


def patched(change):
    scenario, (*path, last, value) = winter(MONEY), change
    place = scenario['replace']['maps'][1]
    for step in path:
        place = place[step]
    place[last] = value
    return scenario


def hours(tally, server):
    """Closing times in a sealed scenario count, days without play with them; each window tells its own."""
    deadlines = copy.deepcopy(read_data('incursio')['deadlines'])
    for window in deadlines['windows']:
        window['closes'] = '23:17'
    scenario = winter(MONEY)
    scenario['replace']['deadlines'] = {**deadlines, 'rest_days': [6, 7], 'minimum_minutes': 0}
    table = Recording(server, 'incursio', 2, **CAMPAIGN, sealed=scenario, clock={'kind': 'windows', 'zone': 'Europe/Rome'})
    status, answer = table.client.post(f'{table.path}/host', {'ply': table.state()['ply'], 'text': 'close'}, table.master)
    local = table.state()['window']['local']
    tally.check(status == 200 and 'T23:17' in local, f'it closes {local}: {answer}')
    tally.check(datetime.date.fromisoformat(local[:10]).isoweekday() < 6, f'no play on {local}')
    table.close()


def nobody_has_it(tally, table, others):
    """Others than the Master have no address that gives it, nor any number of it; whoever plays it sees his own purse."""
    for who, token in others.items():
        status, data = raw(table.client, table.path + '/scenario', token)
        tally.check(status == 403 and json.loads(data)['error'] == 'sealed', f'{who} fetches the scenario: {status} {data[:200]}')
        for path in (*SURFACES, '/scenario?as=-'):
            status, data = raw(table.client, table.path + path, token)
            tally.check(b'opened' not in data.split(b'\n\n')[0] if path.startswith('/transcript') else True, f'{who} opens it: {path}')
            if who != 'A':
                tally.check(str(MONEY).encode() not in data, f'{who} reads the purse at {path}: {data[:300]}')
    for path in ('/games', '/games/incursio', '/games/incursio?lang=it'):
        status, data = raw(table.client, path, None)
        tally.check(status == 200 and str(MONEY).encode() not in data and b'"salt"' not in data, f'{path} tells it')


def until_the_end(tally, server):
    table = Recording(server, 'incursio', 2, **CAMPAIGN, sealed=winter(MONEY))
    others = {**table.tokens, 'admin': table.admin, 'a spectator': None}
    tally.check(table.state('A')['view']['treasury'] == MONEY, 'the Defenders have another purse')
    nobody_has_it(tally, table, others)
    server.stop()
    server.start()
    nobody_has_it(tally, table, others)
    for query in ('', '?as=all', '?as=B', '?as=-'):
        status, his = raw(table.client, f'{table.path}/scenario{query}', table.master)
        tally.check(status == 200 and json.loads(his)['replace'] == winter(MONEY)['replace'], f'the Master fetches it: {status}')
    tally.check(json.loads(his)['format'] == 'alea.sealed' and len(json.loads(his)['salt']) == 32, 'it is not sealed')
    commitment = [line for line in table.client.get(f'{table.path}/transcript', table.tokens['B'])[1].split('\n') if line.startswith('sealed ')]
    _, name, digits = commitment[0].split()
    seal = {'name': name, 'hash': digits, 'sealed': True}
    tally.check(all(table.state(who).get('scenario') == seal for who in ('A', 'B', None)), f'its seal is not told: {table.state().get("scenario")}')
    table.client.post(f'{table.path}/resign', {}, table.tokens['A'])
    tally.check(table.state()['status'] == 'over', 'it is not over')
    for who, token in others.items():
        tally.check(raw(table.client, table.path + '/scenario', token) == (200, his), f'{who} is not given it after the end')
    record = table.client.get(f'{table.path}/transcript')[1]
    tally.check(commitment and commitment[0] in record.split('\n') and '\nopened ' in record, f'the record does not open it: {record[:400]}')
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'it.alea')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(record)
        verified = subprocess.run([ALEA, 'verify', path], capture_output=True, text=True, check=False)
        tally.check(verified.returncode == 0 and commitment[0].split()[2] in verified.stdout, f'verified: {verified}')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(record.replace('sealed winter ' + commitment[0].split()[2][:4], 'sealed winter 0000'))
        verified = subprocess.run([ALEA, 'verify', path], capture_output=True, text=True, check=False)
        tally.check(verified.returncode != 0 and 'sealed' in verified.stderr, f'another commitment: {verified}')
    table.close()


def two_worlds(tally, server):
    """What B and a spectator are told at the beginning of two tables whose Defenders have other purses, soldiers and objectives."""
    one = Recording(server, 'incursio', 2, **CAMPAIGN, sealed=winter(1, {**OWN, 'defenders': ['d_capital', 'd_purifiers']}))
    other = Recording(server, 'incursio', 2, **CAMPAIGN, sealed=winter(
        MONEY, {**OWN, 'defenders': ['d_frontier', 'd_treasury']}, camp=['cavalry'] * 7, garrison=['archers']))
    for who in ('B', None):
        for path in ('/words', '/words?what=places', '/words?what=hand&lang=it', '/odds', '/rules', '/consents', '/report', '/map.svg'):
            told = [raw(table.client, table.path + path, table.tokens.get(who))[1].replace(table.match.encode(), b'') for table in (one, other)]
            tally.check(told[0] == told[1], f'{who} is told at {path}: {told}')
        tally.check(one.state(who)['view'] == other.state(who)['view'], f'{who} has two views')
        heads = [table.client.get(table.path + '/transcript', table.tokens.get(who))[1].split('\n\n', 1)[1] for table in (one, other)]
        tally.check(heads[0] == heads[1], f'{who} has two transcripts')
    tally.check(one.state('A')['view'] != other.state('A')['view'], 'A has one view of two worlds')
    one.close()
    other.close()


def main():
    tally = Tally('sealed')
    with Server() as server:
        refused(tally, server)
        hours(tally, server)
        until_the_end(tally, server)
        two_worlds(tally, server)
    tally.end()


if __name__ == '__main__':
    main()
