# SPDX-License-Identifier: MIT
"""channels.py - each way of being told, with a real receiver on this machine: webhooks, mail and web push, and receivers that fail, hang,
redirect, or have gone. What is set wrong is refused, what becomes of a test is shown, the host's own network is out of reach.
"""
import json
import os
import re
import subprocess
import tempfile
import time

from serving import ALEA, Server, Tally
from telling import Hooks, Mails, Pushed, Table, outbox, signed_by, wait_for


def nothing_unless_set(tally):
    with Server() as server:
        table = Table(server)
        tally.check(table.channels('A') == {'ways': [], 'push_key': '', 'channels': []}, 'ways without any option')
        for kind in ('mail', 'json'):
            status, said = table.add('A', kind=kind, address='a@example.org' if kind == 'mail' else 'https://example.org/')
            tally.check((status, said['error']) == (409, 'no_notices'), f'{kind} without any option: {status} {said}')
        status, _ = table.client.get(table.path + '/channels')
        tally.check(status == 401, f'channels without a token: {status}')


def bad_channels(tally, server, hooks):
    table = Table(server)
    refused = [
        ({'kind': 'pigeon', 'address': 'x'}, 400), ({'kind': 'json'}, 400), ({'kind': 'json', 'address': 'ftp://example.org/'}, 400),
        ({'kind': 'json', 'address': 'https://name@127.0.0.1/'}, 400), ({'kind': 'mail', 'address': 'a@b'}, 400),
        ({'kind': 'mail', 'address': 'a@example.org\r\nBcc: b@example.org'}, 400),
        ({'kind': 'push', 'address': hooks.url + '/push', 'keys': 'x.y'}, 400), ({'kind': 'push', 'address': hooks.url}, 400),
        ({'kind': 'json', 'address': hooks.url, 'zone': 'Europe/Nowhere'}, 400),
        ({'kind': 'json', 'address': hooks.url, 'quiet_from': 60}, 400), ({'kind': 'json', 'address': hooks.url, 'digest': -1}, 400),
        ({'kind': 'json', 'address': hooks.url, 'reminders': [5]}, 400),
        ({'kind': 'discord', 'address': hooks.url + '/other'}, 400),
    ]
    for body, wanted in refused:
        status, said = table.add('A', **body)
        tally.check(status == wanted and said.get('text'), f'{body}: {status} {said}')
    status, one = table.add('A', kind='json', address=hooks.url + '/own')
    tally.check(status == 201 and one['status'] == 'on', f'a channel: {status} {one}')
    tally.check(table.add('A', kind='json', address=hooks.url + '/own')[0] == 409, 'the same twice')
    path = f'{table.path}/channels/{one["channel"]}'
    for token in (table.tokens['B'], None):
        tally.check(table.client.call('DELETE', path, None, token)[0] in (401, 404), 'somebody else takes a channel away')
        tally.check(table.client.post(path + '/test', {}, token)[0] in (401, 404), 'somebody else tries a channel')
    status, changed = table.client.post(path, {'reminders': [6], 'quiet_from': 1320, 'quiet_to': 420, 'zone': 'Europe/Rome'},
                                        table.tokens['A'])
    tally.check(status == 200 and changed['reminders'] == [6] and changed['zone'] == 'Europe/Rome', f'settings: {changed}')
    tally.check(table.client.call('DELETE', path, None, table.tokens['A'])[0] == 200, 'taking it away')
    tally.check(table.channels('A')['channels'] == [], 'it is gone')


FORMS = {
    'json': ('/json', lambda body: body['type'] == 'test' and body['tables'] == []),
    'discord': ('/api/webhooks/1/x', lambda body: body['allowed_mentions'] == {'parse': []} and body['content']),
    'slack': ('/services/T/B/x', lambda body: list(body) == ['text']),
    'matrix': ('/rooms/!a:b/send/m.room.message?access_token=word', lambda body: body['msgtype'] == 'm.text' and body['body']),
    'telegram': ('/bot1:a/sendMessage?chat_id=7', lambda body: list(body) == ['text']),
    'ntfy': ('/topic', lambda body: body['topic'] == 'topic' and body['title'] and body['message']),
}


def hooks_of_all_kinds(tally, server, hooks):
    table = Table(server)
    for kind, (path, fits) in FORMS.items():
        before = len(hooks.got)
        status, made = table.add('A', kind=kind, address=hooks.url + path)
        if not tally.check(status == 201, f'{kind}: {status} {made}'):
            continue
        shown = table.try_out('A', made['channel'])
        tally.check(shown['trouble'] == '' and shown['tried'], f'{kind}: {shown}')
        got = hooks.got[before:]
        tally.check(len(got) == 1 and fits(json.loads(got[0]['body'])), f'{kind}: {got}')
        if kind == 'matrix':
            tally.check(got[0]['method'] == 'PUT' and 'word' not in got[0]['path'] and
                        got[0]['headers']['Authorization'] == 'Bearer word', f'matrix: {got}')


def hooks_that_misbehave(tally, server, hooks):
    table = Table(server)
    words = {'/fail': '500', '/redirect': 'redirects', '/gone': '410', '/large': '', '/hang': 'did not answer'}
    made = {path: table.add('B', '?lang=en', kind='json', address=hooks.url + path)[1]['channel'] for path in words}
    begun = time.monotonic()
    for path, number in made.items():
        shown = table.try_out('B', number)
        tally.check(words[path] in shown['trouble'] and bool(words[path]) == bool(shown['trouble']), f'{path}: {shown}')
        tally.check(shown['status'] == ('failed' if path == '/gone' else 'on'), f'{path}: {shown}')
    tally.check(time.monotonic() - begun < 40, 'one that hangs is given up')
    tally.check(not hooks.at('/secret'), 'a redirect was followed')
    # An address that nobody listens at, and one whose name there is not.
    for address, word in (('http://127.0.0.1:1/', 'reached'), ('https://no-such-host.invalid/', 'found')):
        table = Table(server)
        number = table.add('A', '?lang=en', kind='json', address=address)[1]['channel']
        shown = table.try_out('A', number)
        tally.check(word in shown['trouble'], f'{address}: {shown}')
    # The host's own network beside what it allows: other addresses of this machine, in other forms.
    for address in ('https://127.0.0.2:1/', 'https://[::1]:1/', 'https://169.254.169.254/latest', 'https://2130706434/'):
        table = Table(server)
        number = table.add('A', '?lang=en', kind='json', address=address)[1]['channel']
        shown = table.try_out('A', number)
        tally.check('not public' in shown['trouble'], f'{address}: {shown}')


def link_in(mail, pattern):
    for part in mail.walk():
        if part.get_content_type() == 'text/plain':
            found = re.search(pattern, part.get_content())
            if found:
                return found.group(0)
    return None


def mails(tally, server, relay):
    table = Table(server, name='Posta\u0300 <b>')
    status, made = table.add('A', '?lang=it', kind='mail', address='anna@example.org')
    tally.check(status == 201 and made['status'] == 'unconfirmed', f'{made}')
    asked = wait_for(lambda: relay.to('anna@example.org'))
    tally.check(len(asked) == 1 and asked[0]['Auto-Submitted'] == 'auto-generated', f'{asked}')
    kinds = [part.get_content_type() for part in asked[0].walk()]
    tally.check(kinds == ['multipart/alternative', 'text/plain', 'text/html'], f'{kinds}')
    page = link_in(asked[0], r'http\S+/n/\w+')
    secret = '/n/' + page.split('/n/')[1]
    client = table.client

    def form(words=None):
        status, _, data = client.raw('GET' if words is None else 'POST', secret, words,
                                     {'Content-Type': 'application/x-www-form-urlencoded'})
        return status, data.decode()
    status, page = form()
    tally.check(status == 200 and 'anna@example.org' in page and table.channel('A', made['channel'])['status'] == 'unconfirmed',
                'to look at the link changes nothing')
    # Nothing but that question goes to an address that nobody has confirmed.
    first = table.actor()
    table.play(lambda actor: actor not in (None, first))
    wait_for(lambda: outbox(server) == 0)
    tally.check(len(relay.to('anna@example.org')) == 1, 'a mail to an address that is not confirmed')
    tally.check(form('answer=maybe')[0] == 400 and form('answer=yes')[0] == 200, 'the form')
    tally.check(table.channel('A', made['channel'])['status'] == 'on', 'confirmed')
    shown = table.try_out('A', made['channel'])
    tally.check(shown['trouble'] == '', f'{shown}')
    # The turn's mail: both parts, a link that opens the seat once, one click to stop.
    before = len(relay.to('anna@example.org'))
    if table.actor() == 'A':
        table.play(lambda actor: actor not in (None, 'A'))
    table.play(lambda actor: actor == 'A')
    told = wait_for(lambda: relay.to('anna@example.org')[before:])[0]
    tally.check('Postà <b>' in told['Subject'] or 'Posta\u0300' in told['Subject'], f'{told["Subject"]}')
    tally.check(told['List-Unsubscribe-Post'] == 'List-Unsubscribe=One-Click' and secret in told['List-Unsubscribe'],
                f'{told["List-Unsubscribe"]}')
    html = [part.get_content() for part in told.walk() if part.get_content_type() == 'text/html'][0]
    tally.check('<b>' not in html and '&lt;b&gt;' in html, 'a name in HTML')
    once = link_in(told, r'http\S+#once=\S+').split('#once=')[1]
    words = ''.join(part.get_content() for part in told.walk() if not part.is_multipart())
    tally.check(not any(token in words for token in table.tokens.values()), 'the seat\'s token stands in a mail')
    status, opened = client.post('/passes', {'once': once})
    tally.check(status == 200 and opened['match'] == table.id and opened['seat'] == 'A', f'{opened}')
    tally.check(client.get(table.path, opened['token'])[1]['view'] is not None, 'it opens the seat')
    status, again = client.post('/passes', {'once': once})
    tally.check(status == 410 and again['text'], f'twice: {status} {again}')
    tally.check(client.post('/passes', {'once': 'A' * 43})[0] == 410, 'a pass that there never was')
    tally.check(form('List-Unsubscribe=One-Click')[0] == 200 and table.channel('A', made['channel'])['status'] == 'stopped', 'one click')
    # Who stopped it is asked anew; nobody is there: it is switched off.
    status, said = client.post(f'{table.path}/channels/{made["channel"]}/test', {}, table.tokens['A'])
    tally.check(status == 409, f'a test after the stop: {said}')
    number = table.add('B', '?lang=en', kind='mail', address='nobody@example.org')[1]['channel']
    gone = wait_for(lambda: (lambda one: one if one['tried'] else None)(table.channel('B', number)))
    tally.check(gone['status'] == 'failed' and '550' in gone['trouble'], f'nobody there: {gone}')
    number = table.add('C', '?lang=en', kind='mail', address='picky@example.org')[1]['channel']
    kept = wait_for(lambda: (lambda one: one if one['tried'] else None)(table.channel('C', number)))
    tally.check(kept['status'] != 'failed' and '550' in kept['trouble'], f'what is refused for its content, or its sender: {kept}')
    # Links of whoever sat there before are dead with the seat's.
    status, _ = client.post(f'{table.path}/seats/A', {'who': 'human'}, server.host_token)
    tally.check(status == 200 and form()[0] == 404, 'the channel of who sat there before')


def pushes(tally, server, hooks):
    table = Table(server, name='Spinta')
    key = table.channels('A')['push_key']
    mine = {seat: Pushed(hooks, f'/push/{seat}') for seat in 'ABC'}
    made = {seat: table.add(seat, '?lang=en', **one.body())[1] for seat, one in mine.items()}
    shown = table.try_out('A', made['A']['channel'])
    tally.check(shown['trouble'] == '', f'{shown}')
    got = hooks.at('/push/A')
    said = mine['A'].read(got[0])
    tally.check(said['test'] and said['title'], f'{said}')
    claims = signed_by(got[0]['headers']['Authorization'], key)
    tally.check(claims['aud'] == hooks.url and 0 < claims['exp'] - time.time() <= 24 * 3600, f'{claims}')
    tally.check(got[0]['headers']['Content-Encoding'] == 'aes128gcm' and int(got[0]['headers']['TTL']) > 0, f'{got[0]["headers"]}')
    wait_for(lambda: outbox(server) == 0)
    before = {seat: len(hooks.at(f'/push/{seat}')) for seat in 'ABC'}
    first = table.actor()
    after = table.play(lambda actor: actor not in (None, first))
    told = wait_for(lambda: hooks.at(f'/push/{after}')[before[after]:])
    said = mine[after].read(told[0])
    tally.check(said['title'] == 'Your turn: Spinta' and said['url'].endswith('/m/' + table.id), f'{said}')
    # Its worker has no seat: by what came with the push it hears whether that turn still waits, and nothing else.
    client, news = server.client(), '/news/' + said['ask']
    tally.check(said['ask'] not in table.tokens.values() and '%d' in said['many'] and said['over'], f'{said}')
    tally.check(client.get(news) == (200, {'waits': True, 'tables': 1}), f'while it waits: {client.get(news)}')
    tally.check(client.get(table.path, said['ask'])[0] == 401, 'it opens a seat')
    tally.check(client.post('/passes', {'once': said['ask']})[0] == 410, 'it opens a seat like a pass')
    table.client.post(table.path + '/looked', {}, table.tokens[after])
    tally.check(client.get(news) == (200, {'waits': False, 'tables': 1}), f'once it was seen: {client.get(news)}')
    table.play(lambda actor: actor not in (None, after))
    tally.check(client.get(news) == (200, {'waits': False, 'tables': 0}), f'once it was played: {client.get(news)}')
    for word in ('x', 'A' * 43, table.tokens[after]):
        tally.check(client.get('/news/' + word)[0] == 410, 'news by something else')
    # The subscription has ended: it is switched off.
    ended = table.add('A', '?lang=en', **Pushed(hooks, '/gone/push').body())[1]
    tally.check(table.try_out('A', ended['channel'])['status'] == 'failed', 'a subscription that has ended')


def command(tally, hooks, relay):
    """alea notify: a key once, and a test by the host's own options."""
    def run(*words):
        ran = subprocess.run([ALEA, 'notify', *words, '--lang', 'en'], capture_output=True, text=True, timeout=60)
        return ran.returncode, ran.stdout + ran.stderr
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'push.pem')
        status, said = run('keys', path)
        tally.check(status == 0 and re.search(r': [\w-]{87}\n', said), f'{said}')
        tally.check(run('keys', path)[0] == 1, 'a key over another one')
    status, said = run('test', 'json', hooks.url + '/by-hand', '--hooks-allow', '127.0.0.1')
    tally.check(status == 0 and hooks.at('/by-hand'), f'{said}')
    status, said = run('test', 'json', hooks.url + '/fail', '--hooks-allow', '127.0.0.1')
    tally.check(status == 1 and '500' in said, f'{said}')
    status, said = run('test', 'json', 'https://127.0.0.1/')
    tally.check(status == 1 and 'not public' in said, f'{said}')
    status, said = run('test', 'mail', 'host@example.org', '--mail-relay', f'smtp://127.0.0.1:{relay.port}', '--mail-from',
                       'alea@example.org')
    tally.check(status == 0 and len(relay.to('host@example.org')) == 1, f'{said}')
    status, said = run('test', 'mail', 'host@example.org', '--mail-relay', 'smtp://127.0.0.1:1', '--mail-from', 'alea@example.org')
    tally.check(status == 1 and 'reached' in said, f'a relay that is not there: {said}')
    for words in ((), ('keys',), ('test', 'pigeon', 'x'), ('test', 'mail', 'x@example.org'), ('test', 'json', 'nowhere')):
        status, said = run(*words)
        tally.check(status == 2 and said, f'{words}: {status} {said}')


def main():
    tally, hooks, relay = Tally('channels'), Hooks(), Mails()
    nothing_unless_set(tally)
    command(tally, hooks, relay)
    with tempfile.TemporaryDirectory() as folder:
        keys = os.path.join(folder, 'push.pem')
        subprocess.run([ALEA, 'notify', 'keys', keys], check=True, stdout=subprocess.DEVNULL)
        with Server('--hooks', '--hooks-allow', '127.0.0.1', '--mail-relay', f'smtp://127.0.0.1:{relay.port}', '--mail-from',
                    'alea@example.org', '--push-keys', keys, '--notice-after', '0', '--tables', '0') as server:
            bad_channels(tally, server, hooks)
            hooks_of_all_kinds(tally, server, hooks)
            mails(tally, server, relay)
            pushes(tally, server, hooks)
            hooks_that_misbehave(tally, server, hooks)
    relay.controller.stop()
    tally.end()


if __name__ == '__main__':
    main()
