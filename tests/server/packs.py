# SPDX-License-Identifier: MIT
"""packs.py - what a group is sent of a day, over HTTP: the report in parts and the map of one viewer. Nobody gets more by another's
token, by none, or by naming a side: a refusal, one's own pack, or what everybody gets (proves INC-TABLE-11). A report is in the order of the
day, in sentences, and ends with what is asked and until when (proves INC-TABLE-23). Pictures are drawn beside the server: without the
program that draws they are refused, a request that goes takes its picture with it, and nobody crowds the others out."""
import copy
import http.client
import itertools
import json
import os
import re
import shutil
import struct
import tempfile
import threading
import time

import serving
from recording import SPECTATOR, Recording, chance_of
from scenario import read_data
from serving import Client, Server, Tally

CAMPAIGN = {'options': {'map': 'small'}, 'clock': {'kind': 'windows', 'zone': 'Europe/Rome'}}
SIDES = ('defenders', 'raiders')
MOST = 4096  # characters of a part
DRAWS = os.path.exists(os.path.join(os.path.dirname(serving.ALEA), 'alea-draw'))
JSON = {'Accept': 'application/json'}


def raw(client, path, token=None, **headers):
    """(status, headers, bytes)."""
    if token:
        headers['Authorization'] = f'Bearer {token}'
    return client.raw('GET', '/api/v1' + path, headers=headers)


# ---- Who may have what -------------------------------------------------------------------------------------------------------------


def packs_of(table, kind, round_):
    """{viewer: (bytes for that viewer, for its side)}, by their own tokens; None: the public's, which has no side."""
    packs = {}
    for viewer, token in (*table.tokens.items(), (SPECTATOR, None)):
        side = None if viewer is SPECTATOR else SIDES['ABCDEFGH'.index(viewer) % 2]
        got = [raw(table.client, f'{table.path}/{kind}?round={round_}{more}', token) for more in ('', f'&side={side}')[:1 + bool(side)]]
        assert all(status == 200 for status, _, _ in got), (kind, viewer, got)
        packs[viewer] = [data for _, _, data in got]
    return packs


def nobody_gets_more(tally, table, strangers, round_):
    """Everybody asks for everything."""
    refused = 0
    for kind in ('report', 'map.svg'):
        packs = packs_of(table, kind, round_)
        public = packs[SPECTATOR][0]
        for viewer in table.tokens:
            others = [other for other in packs if other != viewer]
            tally.check(all(packs[viewer][0] != packs[other][0] for other in others) or kind != 'report', f'{viewer} and others have one report')
        tally.check(packs['A'][1] == packs['C'][1] or kind != 'report', f'{kind}: two of one side are told different things')
        askers = {**table.tokens, SPECTATOR: None, **strangers}
        eyes = [f'&{key}={value}' for key, values in (('as', (*table.tokens, 'all', 'none')), ('seat', table.tokens), ('side', SIDES)) for value in values]
        for (who, token), first, second in itertools.product(askers.items(), ['', *eyes], ['', *eyes]):
            if first.split('=')[0] == second.split('=')[0] and first:
                continue
            status, _, data = raw(table.client, f'{table.path}/{kind}?round={round_}{first}{second}', token)
            may = status in (401, 403) or data in packs.get(who, []) or data == public
            refused += status == 403
            tally.check(may, f'{who} asks for {kind} {first}{second}: {status} {data[:100]}')
    return refused


def secrets(tally):
    with Server() as server:
        table, chance = Recording(server, 'incursio', 6, **CAMPAIGN), chance_of('packs')
        other = Recording(server, 'null', 2)
        strangers = {'admin': table.admin, 'host': server.host_token, 'other': other.tokens['A'], 'wrong': 'A' * 43}
        refused = 0
        for _ in range(3):
            table.play(60, chance)
            refused += nobody_gets_more(tally, table, strangers, table.state()['round'])
        tally.check(refused > 100, f'only {refused} were refused')
        caches(tally, table)
        given_up = table.client.post(table.path + '/host', {'ply': table.state()['ply'], 'text': 'resign raiders', 'note': 'they left'}, table.admin)
        tally.check(given_up[0] == 200, f'they can not give up: {given_up}')
        tally.check(table.state()['status'] == 'over', 'the campaign goes on')
        for side in SIDES:
            got = [raw(table.client, f'{table.path}/report?round=1&side={side}', token)[2] for token in (*table.tokens.values(), None)]
            tally.check(len(set(got)) == 1 and b'403' not in got[0], f'after the end {side} is told in several ways')
        table.close()


def caches(tally, table):
    """What everybody may have is asked about again; of what is one viewer's nothing is kept."""
    for kind in ('report', 'map.svg') + ('map.png',) * DRAWS:
        status, headers, data = raw(table.client, f'{table.path}/{kind}')
        tag = headers['ETag']
        tally.check(status == 200 and tag and headers['Cache-Control'] == 'no-cache', f'{kind}: {headers}')
        again = raw(table.client, f'{table.path}/{kind}', **{'If-None-Match': tag})
        tally.check(again[0] == 304 and again[2] == b'', f'{kind} again: {again[0]}')
        status, headers, own = raw(table.client, f'{table.path}/{kind}', table.tokens['B'], **{'If-None-Match': tag})
        tally.check(status == 200 and own != data and headers['Cache-Control'] == 'no-store' and not headers['ETag'], f"B's {kind}: {headers}")


# ---- The words ------------------------------------------------------------------------------------------------------------------------


def is_sentence(line):
    return not line.startswith('- ') or re.search(r'[.!?:]$', line) and not line[2].islower()


def reads_well(tally, words, where):
    """A title, then headings in the order of the day, with sentences under them."""
    title, _, rest = words.partition('\n')
    tally.check(re.search(r': (day|giorno) \d+, (for|per) ', title), f'{where}: {title}')
    faults = [line for line in rest.split('\n') if not is_sentence(line)]
    tally.check(not faults, f'{where}: no sentences: {faults[:2]}')


def at_once(tally, server, client, at, last):
    """The pack of a day of the default map, text and picture, takes less than 2 s, though the whole campaign is replayed for it: of the processor, for
    what else the machine does is not the pack's. The best of three days counts."""
    took = []
    for round_ in range(last, last - 3, -1):
        began = sum(server.processor())
        for kind in ('report', 'map.png'):
            status, _, data = raw(client, f'{at}/{kind}?round={round_}&side=raiders')
            tally.check(status == 200 and data, f'{kind} of day {round_}: {status}')
        took.append(sum(server.processor()) - began)
    print('packs: a pack of the default map took ' + ', '.join(f'{seconds:.2f}' for seconds in took) + ' s of the processor')
    tally.check(0 < min(took) < 2, f'a pack took {took} s')


def days(tally):
    """Bots play a campaign to its end; each of its days in parts, for each viewer, as text and as JSON."""
    with Server('--bot-tables', 'run') as server:
        client = server.client()
        status, made = client.post('/matches', {'game': 'incursio', 'seats': ['bot:greedy', 'bot:greedy']})
        assert status == 201, made
        at = f'/matches/{made["match"]}'
        deadline = time.monotonic() + 240
        while (state := client.get(at + '?plain=1')[1])['status'] != 'over' and time.monotonic() < deadline:
            time.sleep(0.2)
        tally.check(state['status'] == 'over', f'the campaign is not over: round {state["round"]}')
        if DRAWS:
            at_once(tally, server, client, at, state['round'])
        several = 0
        for round_, lang, who in itertools.product(range(state['round']), ('en', 'it'), ('as=none', 'side=raiders', 'as=A')):
            path = f'{at}/report?round={round_}&lang={lang}&{who}'
            status, words = client.get(path)
            if not tally.check(status == 200, f'{path}: {status} {words}'):
                continue
            told = client.get(path, headers=JSON)[1]
            reads_well(tally, words, path)
            tally.check(''.join(told['parts']) == words and max(map(len, told['parts'])) <= MOST, f'{path}: other parts')
            single = [client.get(f'{path}&part={n}')[1] for n in range(1, len(told['parts']) + 1)]
            tally.check(single == told['parts'], f'{path}: part by part it is not the same')
            tally.check(client.get(f'{path}&part={len(single) + 1}')[0] == 400, f'{path}: a part too many')
            several += len(single) > 1
        tally.check(several > 0, 'no day was long enough for two parts')


def until(tally):
    """Whoever is asked is told until when, with the date there and the zone; nobody else is, and nobody while all stands still."""
    ends = {'en': r'\nTime until: [A-Z][a-z]+day 20\d\d-[01]\d-[0-3]\d, [0-2]\d:[0-5]\d \(Europe/Rome\)\.\n$',
            'it': r'\nTempo fino a: [a-zì]+ 20\d\d-[01]\d-[0-3]\d alle [0-2]\d:[0-5]\d \(Europe/Rome\)\.\n$'}
    with Server() as server:
        table = Recording(server, 'incursio', 2, **CAMPAIGN)
        assert table.client.post(table.path + '/host', {'ply': table.state()['ply'], 'text': 'close'}, table.admin)[0] == 200
        now, asked = table.state(), 0
        for (seat, token), (lang, end) in itertools.product(table.tokens.items(), ends.items()):
            words = table.client.get(f'{table.path}/report?round={now["round"]}&lang={lang}', token)[1]
            awaited = seat in now['actors']
            asked += awaited
            tally.check(bool(re.search(end, words)) == awaited, f'{seat} ({now["actors"]}): {words[-300:]}')
            told = re.search(r'20\d\d-\d\d-\d\d\D+\d\d:\d\d', words)
            local = re.sub(r'\D', '', now['window']['local'])[:12]
            tally.check(not awaited or re.sub(r'\D', '', told[0]) == local, f'{seat}: {told} is not {now["window"]}')
        tally.check(asked > 0, 'nobody was asked anything')
        public = table.client.get(f'{table.path}/report?round={now["round"]}&lang=en')[1]
        tally.check('Time until' not in public, f'everybody is asked: {public}')
        table.client.post(table.path + '/pause', {'paused': True}, table.admin)
        for token in table.tokens.values():
            words = table.client.get(f'{table.path}/report?round={now["round"]}&lang=en', token)[1]
            tally.check('Time until' not in words, f'in a pause: {words[-300:]}')
        table.close()


# ---- Pictures -------------------------------------------------------------------------------------------------------------------------


def is_png(data):
    return data[:8] == b'\x89PNG\r\n\x1a\n' and struct.unpack('>II', data[16:24]) == (1080, 1350) and data[-8:-4] == b'IEND'


def drawing(server):
    """Processes of that server that draw."""
    with os.popen(f'ps -o comm= --ppid {server.process.pid}') as lines:
        return sum(line.startswith('alea-draw') for line in lines)


def pictures(tally):
    with Server(limits=True) as server:
        table = Recording(server, 'incursio', 2, **CAMPAIGN)
        path = f'{table.path}/map.png'
        drawn = {token: raw(table.client, path, token)[2] for token in (*table.tokens.values(), None)}
        tally.check(all(map(is_png, drawn.values())) and len(set(drawn.values())) == 3, 'three viewers have three pictures')
        # Whoever goes takes the picture with them.
        for _ in range(4):
            gone = http.client.HTTPConnection('127.0.0.1', server.port)
            gone.request('GET', '/api/v1' + path)
            time.sleep(0.02)
            gone.close()
        deadline = time.monotonic() + 10
        while drawing(server) and time.monotonic() < deadline:
            time.sleep(0.05)
        tally.check(drawing(server) == 0, 'it is still drawn for nobody')
        # So many at once, from one address and from many: some are told to come again, and can.
        for addresses in (1, 60):
            got = []
            threads = [threading.Thread(target=lambda i=i: got.append(raw(Client(server.port, f'127.0.0.{2 + i % addresses}'), path)))
                       for i in range(60)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            counts = {status: sum(one[0] == status for one in got) for status in {one[0] for one in got}}
            tally.check(set(counts) == {200, 429} and all(is_png(data) for status, _, data in got if status == 200), f'{addresses}: {counts}')
            tally.check(all(headers['Retry-After'] for status, headers, _ in got if status == 429), 'without Retry-After')
        tally.check(is_png(raw(table.client, path)[2]), 'nothing is drawn any more')
        table.close()


MOST_SITES = 64


def largest():
    """The small map with as many sites as there can be: rows of empty land under it, on a grey line that winds through all of them."""
    maps = copy.deepcopy(read_data('incursio')['maps'])
    small = next(row for row in maps if row['id'] == 'small')
    before = 's13'
    for number in range(len(small['sites']) + 1, MOST_SITES + 1):
        row, column = divmod(number - 14, 10)
        column = column if row % 2 == 0 else 9 - column
        site = {'id': f's{number}', 'number': number, 'q': 2 * column - 12 - row, 'r': 9 + 2 * row, 'kind': 'empty', 'level': 0}
        small['sites'].append({**site, 'names': {'en': f'Far Field {number}', 'it': f'Campo Lontano {number}'}})
        small['lines']['grey'].append([before, site['id']])
        before = site['id']
    return {'format': 'alea.scenario', 'version': 1, 'game': 'incursio', 'name': 'largest', 'replace': {'maps': maps}}


def the_largest_map(tally):
    """A map of 64 sites has its picture, with all of them."""
    with Server() as server:
        table = Recording(server, 'incursio', 2, **CAMPAIGN, scenario=largest())
        status, _, data = raw(table.client, f'{table.path}/map.svg?lang=en', table.tokens['A'])
        drawn = data.decode()
        tally.check(status == 200 and all(f'>{number}<' in drawn for number in range(1, MOST_SITES + 1)), f'{status}: not all sites are drawn')
        tally.check('Far' in drawn, 'no names')
        if DRAWS:
            tally.check(is_png(raw(table.client, f'{table.path}/map.png', table.tokens['A'])[2]), 'it is not drawn')
        table.close()


def without_the_program(tally):
    """The same server where nothing draws."""
    with tempfile.TemporaryDirectory() as folder:
        usual, path = serving.ALEA, os.environ['PATH']
        serving.ALEA = shutil.copy(usual, folder)
        os.environ['PATH'] = ':'.join(at for at in path.split(':') if not os.path.exists(os.path.join(at, 'alea-draw')))
        with Server() as server:
            table = Recording(server, 'incursio', 2, **CAMPAIGN)
            for lang, words in (('en', 'alea-draw is missing'), ('it', 'manca alea-draw')):
                status, _, data = raw(table.client, f'{table.path}/map.png?lang={lang}', table.tokens['A'])
                tally.check(status == 501 and json.loads(data)['error'] == 'not_here' and words in json.loads(data)['text'], f'{status} {data}')
            tally.check(raw(table.client, f'{table.path}/map.svg')[0] == 200, 'no SVG either')
            table.close()
        serving.ALEA, os.environ['PATH'] = usual, path


def main():
    tally = Tally('packs')
    secrets(tally)
    days(tally)
    until(tally)
    if DRAWS:
        pictures(tally)
    the_largest_map(tally)
    without_the_program(tally)
    tally.end()


if __name__ == '__main__':
    main()
