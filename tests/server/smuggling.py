# SPDX-License-Identifier: MIT
"""smuggling.py - requests that two readers could take for different ones, at the bare port: what is odd is refused with 400 and closed,
nothing behind it is run as a request, and no header makes the next one vanish."""
import json
import socket

from serving import Server, Tally

SECOND = 'GET /api/v1/games/second HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n'
NEVER = '/api/v1/games/never'  # the path of what only a smuggler asks for
# A reader that looks names up letter by letter, and gives up in the middle of one that it knows, may lose the line that follows.
PREFIXES = ('X: y', 'A: b', 'Con: y', 'H: y', 'C: y', 'T: y', 'Co: y', 'Ac: y', 'Au: y', 'Or: y', 'X-: y', 'X-Forwarded: y',
            'X-Forwarded-Fo: y', 'Content: y', 'Content-: y', 'Content-Lengt: y', 'Transfer: y', 'Hos: y', 'Sec: y', 'Upgr: y',
            'x: y', 'con: y', 'X:y', 'X:', 'Con:')

# What is wrong, and the head; {} stands for its fields but the one that is wrong.
ODD = (
    ('two Host lines', 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n{}'),
    ('two Host lines, one in small letters', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n{}'),
    ('two Host lines apart', 'GET / HTTP/1.1\r\nHost: a\r\nX: y\r\nHost: b\r\n{}'),
    ('no Host', 'GET / HTTP/1.1\r\n{}'),
    ('an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n{}'),
    ('two hosts in one line', 'GET / HTTP/1.1\r\nHost: a, b\r\n{}'),
    ('HTTP/1.2', 'GET / HTTP/1.2\r\nHost: a\r\n{}'),
    ('HTTP/2.0', 'GET / HTTP/2.0\r\nHost: a\r\n{}'),
    ('HTTP/0.9', 'GET /\r\n{}'),
    ('HTTP/01.1', 'GET / HTTP/01.1\r\nHost: a\r\n{}'),
    ('http/1.1', 'GET / http/1.1\r\nHost: a\r\n{}'),
    ('a blank behind the version', 'GET / HTTP/1.1 \r\nHost: a\r\n{}'),
    ('a bare LF in the first line', 'GET / HTTP/1.1\nHost: a\r\n{}'),
    ('a bare LF behind a field', 'GET / HTTP/1.1\r\nHost: a\nX: y\r\n{}'),
    ('a bare CR within a field', 'GET / HTTP/1.1\r\nHost: a\r\nX: y\rContent-Length: 5\r\n{}'),
    ('two CR', 'GET / HTTP/1.1\r\r\nHost: a\r\n{}'),
    ('an empty line first', '\r\nGET / HTTP/1.1\r\nHost: a\r\n{}'),
    ('a 0 in a field', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n{}'),
    ('a control byte', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\x0bb\r\n{}'),
    ('a blank before the colon', 'GET / HTTP/1.1\r\nHost : a\r\n{}'),
    ('a tab before the colon', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length\t: 5\r\n{}'),
    ('a blank before a name', 'GET / HTTP/1.1\r\n Host: a\r\n{}'),
    ('a folded line', 'GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n Content-Length: 5\r\n{}'),
    ('a line folded by a tab', 'GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n\tz\r\n{}'),
    ('a line without a colon', 'GET / HTTP/1.1\r\nHost: a\r\nnothing\r\n{}'),
    ('a field without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: y\r\n{}'),
    ('brackets in a name', 'GET / HTTP/1.1\r\nHost: a\r\nX(y): z\r\n{}'),
    ('a method in small letters', 'get / HTTP/1.1\r\nHost: a\r\n{}'),
    ('no method', ' / HTTP/1.1\r\nHost: a\r\n{}'),
    ('a method that is no word', 'G<T / HTTP/1.1\r\nHost: a\r\n{}'),
    ('an unknown method', 'BREW / HTTP/1.1\r\nHost: a\r\n{}'),
    ('TRACE', 'TRACE / HTTP/1.1\r\nHost: a\r\n{}'),
    ('CONNECT', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n{}'),
    ('tabs between', 'GET\t/\tHTTP/1.1\r\nHost: a\r\n{}'),
    ('two blanks', 'GET  / HTTP/1.1\r\nHost: a\r\n{}'),
    ('a blank in the address', 'GET /a b HTTP/1.1\r\nHost: a\r\n{}'),
    ('an address with a host', 'GET http://a/ HTTP/1.1\r\nHost: a\r\n{}'),
    ('an address without a slash', 'GET x HTTP/1.1\r\nHost: a\r\n{}'),
    ('an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n{}'),
    ('a fragment', 'GET /#x HTTP/1.1\r\nHost: a\r\n{}'),
    ('a 0 in the address', 'GET /a%00b HTTP/1.1\r\nHost: a\r\n{}'),
    ('a percent sign alone', 'GET /a%zz HTTP/1.1\r\nHost: a\r\n{}'),
    ('two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 5\r\n{}'),
    ('the same length twice', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5\r\n{}'),
    ('two lengths in one line', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n{}'),
    ('a length with +', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n{}'),
    ('a length with -', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n{}'),
    ('a length in hex', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x5\r\n{}'),
    ('an empty length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n{}'),
    ('a length of 20 digits', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 00000000000000000005\r\n{}'),
    ('chunked and a length', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n{}'),
    ('a length and chunked', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\ntransfer-encoding: chunked\r\n{}'),
    ('chunked twice', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n{}'),
    ('chunked, chunked', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n{}'),
    ('chunked, identity', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n{}'),
    ('identity', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n{}'),
    ('xchunked', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n{}'),
    ('chunked behind a tab of its own', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \x0bchunked\r\n{}'),
    ('chunked with HTTP/1.0', 'POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n{}'),
    ('chunks of a GET', 'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n{}'),
    ('two Origin lines', 'GET / HTTP/1.1\r\nHost: a\r\nOrigin: a\r\nOrigin: b\r\n{}'),
    ('two tokens', 'GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n{}'),
)

# Bodies in chunks whose end two readers could see in two places.
CHUNKS = ('5\nhello\r\n0\r\n\r\n', '5\r\nhello\n0\r\n\r\n', '5\r\nhello\r\n0\n\n', '5\rhello\r\n0\r\n\r\n', '5 \r\nhello\r\n0\r\n\r\n', '+5\r\nhello\r\n0\r\n\r\n',
          '0x5\r\nhello\r\n0\r\n\r\n', '5;a\nb\r\nhello\r\n0\r\n\r\n', '5;\0\r\nhello\r\n0\r\n\r\n', '5\r\nhelloXX0\r\n\r\n', '-1\r\n\r\n', '\r\n\r\n',
          '100000000000000005\r\nhello\r\n0\r\n\r\n', '5\r\nhello\r\n0\r\nX: y\n\r\n')


def talk(port, data, timeout=10):
    """All that comes until the other side closes; 'hangs' behind it if it does not."""
    with socket.create_connection(('127.0.0.1', port), timeout) as wire:
        said = b''
        try:
            wire.sendall(data.encode('latin-1'))
            while chunk := wire.recv(65536):
                said += chunk
        except TimeoutError:
            said += b'hangs'
        except ConnectionError:
            pass
        return said.decode('latin-1')


def statuses(said):
    return [int(part.split()[0]) for part in said.split('HTTP/1.1 ')[1:]]


def closing(method, path, *fields, body='', address='192.0.2.7'):
    return '\r\n'.join([f'{method} {path} HTTP/1.1', 'Host: localhost', 'Connection: close', *fields, f'X-Forwarded-For: {address}', '', body])


def paths(server):
    return [line['path'] for line in server.logged() if line['event'] == 'request']


def odd_heads(tally, server):
    for what, head in ODD:
        said = talk(server.port, head.format('X-Forwarded-For: 192.0.2.7\r\n\r\n') + SECOND)
        tally.check(statuses(said) == [400] and 'Connection: close' in said and not said.endswith('hangs'), f'{what}: {said[:80]!r}')
    for chunks in CHUNKS:
        head = 'POST /api/v1/session HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.7\r\nTransfer-Encoding: chunked\r\n\r\n'
        said = talk(server.port, head + chunks + SECOND)
        tally.check(statuses(said) == [400] and not said.endswith('hangs'), f'{chunks[:12]!r}: {said[:80]!r}')
    tally.check('/api/v1/games/second' not in paths(server), 'nothing that came behind was run')


def lost_lines(tally, server):
    """Each field that matters, behind each prefix: it is read."""
    made = json.loads(talk(server.port, closing('POST', '/api/v1/matches', 'Content-Length: 42', body='{"game":"null","seats":["human","human"]}\n'))
                      .split('\r\n\r\n', 1)[1])
    seat = f'Authorization: Bearer {made["seats"][0]["token"]}'
    inner = f'GET {NEVER} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n'
    chunked = f'{len(inner):x}\r\n{inner}\r\n0\r\n\r\n'
    for i, prefix in enumerate(PREFIXES):
        address = f'198.51.{i}.7'
        said = talk(server.port, closing('GET', '/api/v1/games/nothing', prefix, address=address))
        seen = [line['address'] for line in server.logged() if line['event'] == 'request'][-1]
        tally.check(statuses(said) == [404] and seen == address, f'{prefix}, X-Forwarded-For: {seen}')
        said = talk(server.port, f'GET / HTTP/1.1\r\nHost: a\r\n{prefix}\r\nHost: b\r\nX-Forwarded-For: {address}\r\n\r\n')
        tally.check(statuses(said) == [400], f'{prefix}, Host: {said[:60]!r}')
        for field, body in ((f'Content-Length: {len(inner)}', inner), ('Transfer-Encoding: chunked', chunked)):
            said = talk(server.port, closing('POST', '/api/v1/session', prefix, field, body=body, address=address))
            tally.check(statuses(said) == [400] and 'bad_json' in said, f'{prefix}, {field}: {said[:60]!r}')
        said = talk(server.port, f'POST /api/v1/session HTTP/1.1\r\nHost: a\r\n{prefix}\r\nContent-Length: 5\r\n{prefix}\r\n'
                                 f'Transfer-Encoding: chunked\r\nX-Forwarded-For: {address}\r\n\r\n{chunked}')
        tally.check(statuses(said) == [400] and 'Transfer-Encoding' in said, f'{prefix}, both: {said[:60]!r}')
        said = talk(server.port, closing('GET', f'/api/v1/matches/{made["match"]}', prefix, seat, address=address))
        tally.check(statuses(said) == [200] and '"you":"A"' in said, f'{prefix}, Authorization: {said[:60]!r}')
    tally.check(NEVER not in paths(server), 'no body was run as a request')


def strangers(tally, server):
    """Who does not come through the proxy, and what the public port does not show."""
    for fields in ('', 'X: y\r\n', 'X-Forwarded-For: unknown\r\n', 'X-Forwarded-For:\r\n', 'X-Forwarded-For : 192.0.2.7\r\n', 'Forwarded: for=192.0.2.7\r\n'):
        said = talk(server.port, f'GET /api/v1/games HTTP/1.1\r\nHost: a\r\n{fields}\r\n')
        tally.check(statuses(said) == [400], f'without an address of the client: {fields!r}: {said[:60]!r}')
    tally.check('X-Forwarded-For' in talk(server.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'), 'the refusal says what is missing')
    tally.check(statuses(talk(server.port, 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')) == [200], '/healthz is for all')
    for path in ('/metrics', '/%6detrics', '//metrics', '/x/../metrics', '/metrics?x'):
        for field in ('X: y', 'A: b', 'Connection: x'):
            said = talk(server.port, closing('GET', path, field))
            tally.check(statuses(said) == [404] and 'alea_' not in said, f'{path} at the public port: {said[:60]!r}')
    metrics = server.metrics()
    tally.check('alea_build_info' in metrics, 'metrics are read at a port of their own')
    for path in ('/', '/healthz', '/api/v1/games', '/api/v1/matches/x/live', '/metrics/'):
        said = talk(server.metrics_port, f'GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
        tally.check(statuses(said) == [404], f'{path} at the port of the metrics: {said[:60]!r}')
    held = [socket.create_connection(('127.0.0.1', server.metrics_port), 5) for _ in range(40)]
    tally.check(statuses(talk(server.port, closing('GET', '/healthz'))) == [200], 'who crowds the metrics disturbs nobody')
    for wire in held:
        wire.close()


def main():
    tally = Tally('smuggling')
    with Server('--trust-proxy', '--rate', '0', limits=True) as server:
        odd_heads(tally, server)
        lost_lines(tally, server)
        strangers(tally, server)
        tally.check(server.stop() == 0, 'it ends well')
    tally.end()


if __name__ == '__main__':
    main()
