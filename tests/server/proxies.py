# SPDX-License-Identifier: MIT
"""proxies.py - the server behind real proxies, with the configurations of docs/hosting.md: the page and WebSockets work through each, and
a stranger reads no metrics, has the limits of its own address, runs no body as a request, and makes nothing hang.

Of a configuration only names, ports and TLS are replaced."""
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time

from serving import Client, Server, Tally, WebSocket, free_port
from smuggling import NEVER, ODD, PREFIXES, statuses, talk

HOSTING = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'docs', 'hosting.md')
NGINX = """daemon off;
master_process off;
pid nginx.pid;
error_log error.log;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    {}
}}
"""


def block(language, word):
    """The code in docs/hosting.md that is of that language and has that word in it."""
    with open(HOSTING, encoding='utf-8') as file:
        found = [code for code in re.findall(rf'```{language}\n(.*?)```', file.read(), re.S) if word in code]
    assert len(found) == 1, f'{language}: {len(found)} blocks with {word}'
    return found[0]


def replace(text, *pairs):
    for old, new in pairs:
        assert re.search(old, text), f'docs/hosting.md: no {old}'
        text = re.sub(old, new, text)
    return text


def caddy(port, behind):
    code = replace(block('text', 'reverse_proxy'), (r'alea\.example\.org', f'http://127.0.0.1:{port}'), (r'127\.0\.0\.1:8080', f'127.0.0.1:{behind}'))
    return 'Caddyfile', '{\n admin off\n auto_https off\n}\n' + code, ['caddy', 'run', '--config', 'Caddyfile', '--adapter', 'caddyfile']


def haproxy(port, behind):
    code = replace(block('haproxy', 'frontend'), (r'bind :443 .*', f'bind 127.0.0.1:{port}'), (r'127\.0\.0\.1:8080', f'127.0.0.1:{behind}'))
    return 'haproxy.cfg', code, ['haproxy', '-db', '-f', 'haproxy.cfg']


def nginx(port, behind):
    code = replace(block('nginx', 'server_name'), (r'listen 443 ssl http2;', f'listen 127.0.0.1:{port};'), (r' *ssl_certificate.*\n', ''),
                   (r'127\.0\.0\.1:8080', f'127.0.0.1:{behind}'))
    return 'nginx.conf', NGINX.format(code), ['nginx', '-p', '.', '-c', 'nginx.conf', '-e', 'error.log']


class Proxy:
    """One that is started before the server at port `behind`. A context manager."""

    def __init__(self, plan, behind):
        self.port = free_port()
        self.folder = tempfile.mkdtemp(prefix='alea-proxy-')
        name, text, self.command = plan(self.port, behind)
        with open(os.path.join(self.folder, name), 'w', encoding='utf-8') as file:
            file.write(text)

    def __enter__(self):
        path = os.environ['PATH'] + ':/usr/sbin'
        places = {name: self.folder for name in ('HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME')}
        with open(os.path.join(self.folder, 'said'), 'wb') as said:
            self.process = subprocess.Popen([shutil.which(self.command[0], path=path), *self.command[1:]], cwd=self.folder,
                                            env=dict(os.environ, PATH=path, **places), stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                socket.create_connection(('127.0.0.1', self.port), 1).close()
                return self
            except OSError:
                time.sleep(0.02)
        with open(os.path.join(self.folder, 'said'), encoding='utf-8') as said:
            raise RuntimeError(f'{self.command[0]} did not start: {said.read()}')

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)


def ask(proxy, method, path, *fields, body='', host='127.0.0.1'):
    """The only answer of a connection that is closed behind it, as text."""
    return talk(proxy.port, '\r\n'.join([f'{method} {path} HTTP/1.1', f'Host: {host}:{proxy.port}', 'Connection: close', *fields, '', body]), 8)


def works(tally, name, proxy):
    client = Client(proxy.port)
    status, headers, page = client.raw('GET', '/')
    tally.check(status == 200 and page.lower().startswith(b'<!doctype html>'), f'{name}: the page: {status}')
    tally.check(client.raw('GET', '/', headers={'If-None-Match': headers['ETag']})[0] == 304, f'{name}: 304')
    tally.check(client.raw('GET', '/nothing.js')[0] == 404, f'{name}: 404')
    status, made = client.post('/matches', {'game': 'null', 'seats': ['human', 'human']})
    if not tally.check(status == 201, f'{name}: a table: {status}'):
        return
    live, tokens = f'/api/v1/matches/{made["match"]}/live', [seat['token'] for seat in made['seats']]
    one, two = (WebSocket(proxy.port, live, token) for token in tokens)
    tally.check(one.status == two.status == 101, f'{name}: WebSockets: {one.status}')
    tally.check(one.receive()['kind'] == two.receive()['kind'] == 'state', f'{name}: a state comes first')
    one.send({'id': 1, 'chat': 'ave'})
    tally.check(one.until(lambda m: m.get('id') == 1)[-1]['kind'] == 'answer', f'{name}: an answer')
    tally.check(two.until(lambda m: m['kind'] == 'chat')[-1]['text'] == 'ave', f'{name}: the other hears it')
    one.frame(9, b'x')
    one.send({'id': 2, 'ping': 1})
    tally.check(one.until(lambda m: m.get('id') == 2), f'{name}: ping and pong')
    refused = WebSocket(proxy.port, live, 'A' * 43)
    tally.check(refused.status == 401, f'{name}: a wrong token: {refused.status}')
    for wire in (one, two, refused):
        wire.close()
    body = json.dumps({'game': 'null', 'seats': ['human', 'human']})
    chunks = f'{len(body):x}\r\n{body}\r\n0\r\n\r\n'
    tally.check(statuses(ask(proxy, 'POST', '/api/v1/matches', 'Transfer-Encoding: chunked', body=chunks)) == [201], f'{name}: chunks')
    client.close()


def attacks(tally, name, proxy, server):
    inner = f'GET {NEVER} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n'
    for prefix in PREFIXES:
        for path in ('/metrics', '//metrics'):
            said = ask(proxy, 'GET', path, prefix, 'X-Forwarded-For: 127.0.0.1')
            tally.check('alea_' not in said and not said.endswith('hangs'), f'{name}, {prefix}: {path}: {said[:80]!r}')
        for field, body in ((f'Content-Length: {len(inner)}', inner), ('Transfer-Encoding: chunked', f'{len(inner):x}\r\n{inner}\r\n0\r\n\r\n')):
            said = ask(proxy, 'POST', '/api/v1/session', prefix, field, prefix, body=body)
            tally.check(statuses(said) == [400] and not said.endswith('hangs'), f'{name}, {prefix}, {field}: {said[:80]!r}')
        said = ask(proxy, 'GET', '/api/v1/games/nothing', prefix)
        tally.check(statuses(said) == [404], f'{name}, {prefix}: {said[:80]!r}')
    for what, head in ODD:
        said = talk(proxy.port, head.format('Connection: close\r\n\r\n') + inner, 8)
        tally.check(NEVER not in said and not said.endswith('hangs'), f'{name}, {what}: {said[-80:]!r}')
    for field, body in (('Transfer-Encoding: chunked\r\nContent-Length: 4', f'{len(inner):x}\r\n{inner}\r\n0\r\n\r\n'),
                        ('Content-Length: 6\r\nTransfer-Encoding: chunked', '0\r\n\r\nX'), ('Content-Length: 0\r\nContent-Length: 83', inner),
                        ('Transfer-Encoding: xchunked\r\nContent-Length: 5', '0\r\n\r\n'), ('Transfer-Encoding : chunked', '0\r\n\r\n' + inner)):
        said = ask(proxy, 'POST', '/api/v1/session', field, body=body)
        tally.check(not said.endswith('hangs'), f'{name}, {field}: {said[-80:]!r}')
    requests = [line for line in server.logged() if line['event'] == 'request']
    tally.check(len(requests) > len(PREFIXES), f'{name}: requests come through')
    # What was sent as the next request of a connection is one by right, where the proxy took the head before it; a body never is.
    bodies = [line for line in requests if line['path'] == NEVER and line['address'] == '203.0.113.1']
    tally.check(not bodies, f'{name}: nothing brings an address of its own: {bodies}')


def limits(tally, name, plan):
    """Who asks too much is held up, whatever it says of itself; the others are not."""
    with Server('--trust-proxy', '--rate', '5', limits=True) as server, Proxy(plan, server.port) as proxy:
        for prefix in ('X: y', 'A: b', 'Con: y', 'X-Forwarded-Fo: y'):
            got = []
            for i in range(40):
                said = ask(proxy, 'GET', '/api/v1/games/nothing', prefix, f'X-Forwarded-For: 198.51.{i}.7', f'Forwarded: for=198.51.{i}.7')
                got += statuses(said)
            tally.check(429 in got and len(got) == 40, f'{name}, {prefix}: the limits of its address hold: {sorted(set(got))}')
        other = Client(proxy.port, '127.9.0.1')
        tally.check(other.raw('GET', '/api/v1/games/nothing')[0] == 404, f'{name}: another address is not held up')
        other.close()
        addresses = {line.get('address') for line in server.logged() if line['event'] == 'request'}
        tally.check(addresses == {'127.0.0.1', '127.9.0.1'}, f'{name}: the addresses are those of the clients: {addresses}')


def main():
    tally = Tally('proxies')
    for plan in (caddy, haproxy, nginx):
        with Server('--trust-proxy', '--rate', '0', limits=True) as server, Proxy(plan, server.port) as proxy:
            works(tally, plan.__name__, proxy)
            attacks(tally, plan.__name__, proxy, server)
            tally.check('alea_build_info' in server.metrics(), f'{plan.__name__}: metrics where they belong')
        limits(tally, plan.__name__, plan)
    tally.end()


if __name__ == '__main__':
    main()
