# SPDX-License-Identifier: MIT
"""serving.py - a real server of Alea for tests: its own port, its own database, real sockets; and clients for it."""
import base64
import contextlib
import functools
import http.client
import itertools
import json
import os
import select
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib

ALEA = os.environ.get('ALEA', os.path.join(os.path.dirname(__file__), '..', '..', 'build', 'alea'))


# Below those that the kernel gives to clients, one of which might take it before the server does, or while it is away.
PORTS = itertools.count(10000 + os.getpid() % 200 * 100)
MINE = []  # what keeps other tests from a port of this one while its server is away


def free_port():
    """A port that nobody uses and no other test will, as long as this process lives."""
    for port in PORTS:
        mine = socket.socket(socket.AF_UNIX)
        try:
            mine.bind(f'\0alea-test-port-{port}')
            with socket.socket() as probe:
                probe.bind(('127.0.0.1', port))
        except OSError:
            mine.close()
            continue
        MINE.append(mine)
        return port
    raise AssertionError


@functools.cache
def fate_library(name):
    """Where NAME.c, chance or clock, lies as a library beside the program; None for one built with sanitizers, which wants to be loaded first."""
    source = os.path.join(os.path.dirname(__file__), '..', f'{name}.c')
    library = os.path.join(os.path.dirname(os.path.abspath(ALEA)), f'{name}.so')
    with open(ALEA, 'rb') as program:
        if b'__asan_init' in program.read():
            return None
    if not os.path.exists(library) or os.path.getmtime(library) < os.path.getmtime(source):
        made = f'{library}.{os.getpid()}'
        subprocess.run(['gcc', '-shared', '-fPIC', '-O1', '-o', made, source, '-lsodium'], check=True)
        os.replace(made, library)
    return library


class Server:
    """A server that is started, killed and started again on the same database. A context manager. own_clock: its time can run ahead."""

    made = itertools.count()
    always = ()  # options of all servers of a test

    def __init__(self, *options, limits=False, own_clock=False):
        self.folder = tempfile.mkdtemp(prefix='alea-server-')
        self.db = os.path.join(self.folder, 'alea.db')
        self.log = os.path.join(self.folder, 'log')
        self.options = [*self.always, *options] + ([] if limits else ['--trust-loopback'])
        self.clock, self.ahead = os.path.join(self.folder, 'clock') if own_clock else None, 0
        self.process = None
        self.host_token = None
        self.port, self.metrics_port = free_port(), free_port()
        self.number, self.starts = next(Server.made), itertools.count()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def environment(self):
        """A test meets the same seeds each time; ALEA_TEST_SEED has it meet others. A second start draws others, too: the store has the first's."""
        libraries = [fate_library(name) for name in ('chance', 'clock') if name == 'chance' or self.clock]
        if not all(libraries):
            return None
        seed = f'{os.environ.get("ALEA_TEST_SEED", "alea")} {os.path.basename(sys.argv[0])} {self.number} {next(self.starts)}'
        return {**os.environ, 'LD_PRELOAD': ' '.join(libraries), 'ALEA_TEST_SEED': seed, 'ALEA_TEST_CLOCK': self.clock or ''}

    def run_ahead(self, seconds):
        """From now on its time is later by so much more; it looks when it next has something to do."""
        self.ahead += seconds
        with open(self.clock + '.new', 'w', encoding='ascii') as file:
            file.write(str(self.ahead * 1000))
        os.replace(self.clock + '.new', self.clock)
        self.client().get('/games')

    def start(self):
        self.process = subprocess.Popen(
            [ALEA, 'serve', '--db', self.db, '--listen', f'127.0.0.1:{self.port}',
             '--metrics', f'127.0.0.1:{self.metrics_port}', '--log', self.log, '--lang', 'en', *self.options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self.environment())
        said = ''
        for line in self.process.stdout:
            said += line
            if "The host's link" in line:
                if '/admin#' in line:  # else the one from before
                    self.host_token = line.rsplit('#', 1)[1].split()[0]
                break
        else:
            raise RuntimeError(f'the server did not start: {said or self.process.poll()}')
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                socket.create_connection(('127.0.0.1', self.port), 1).close()
                return
            except OSError:
                time.sleep(0.01)
        raise RuntimeError('the server does not listen')

    def processor(self):
        """Seconds of the processor that it has had, and those that the processes had which it has waited for."""
        with open(f'/proc/{self.process.pid}/stat', encoding='ascii') as file:
            ticks = [int(field) for field in file.read().rsplit(')', 1)[1].split()[11:15]]
        return sum(ticks[:2]) / os.sysconf('SC_CLK_TCK'), sum(ticks[2:]) / os.sysconf('SC_CLK_TCK')

    def kill(self, how=signal.SIGKILL):
        if self.process:
            self.process.send_signal(how)
            self.process.wait(120)
            self.process.stdout.close()
            status, self.process = self.process.returncode, None
            return status
        return None

    def stop(self):
        return self.kill(signal.SIGTERM)

    def metrics(self):
        with urllib.request.urlopen(f'http://127.0.0.1:{self.metrics_port}/metrics', timeout=20) as answer:
            return answer.read().decode()

    def client(self):
        return Client(self.port)

    def count_plies(self):
        with contextlib.closing(sqlite3.connect(f'file:{self.db}?mode=ro', uri=True)) as db:
            return db.execute('SELECT count(*) FROM plies').fetchone()[0]

    def copy_from(self, other, plies):
        """Both stand still. What the other has becomes this one's, but for plies behind so many."""
        os.makedirs(self.folder, exist_ok=True)
        shutil.copy(other.db, self.db)
        with contextlib.closing(sqlite3.connect(self.db)) as db, db:
            db.execute('DELETE FROM plies WHERE ply > ?', (plies,))

    def logged(self):
        with open(self.log, encoding='utf-8') as file:
            return [json.loads(line) for line in file]


class Client:
    """Speaks HTTP over one connection that is kept."""

    def __init__(self, port, address=None):
        self.port = port
        self.source = (address, 0) if address else None  # 127.x.y.z are all this machine
        self.connection = None
        self.headers = {}  # of the last answer

    def raw(self, method, path, body=None, headers=None, timeout=120):
        """(status, headers, bytes)."""
        if self.connection and self.connection.sock and select.select([self.connection.sock], [], [], 0)[0]:
            self.close()  # nothing is due: the server has closed what rested too long on a busy machine
        for again in (False, True):
            if self.connection is None:
                self.connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout, self.source)
            try:
                self.connection.request(method, path, body, headers or {})
                response = self.connection.getresponse()
                return response.status, response.headers, response.read()
            except (http.client.HTTPException, OSError):
                self.close()
                if again or method != 'GET':
                    raise
        raise AssertionError

    def call(self, method, path, body=None, token=None, headers=None):
        """(status, JSON or text) of a call of the API; a body that is no str or bytes is written as JSON."""
        headers = dict(headers or {})
        if token:
            headers['Authorization'] = f'Bearer {token}'
        if body is not None and not isinstance(body, (str, bytes)):
            body = json.dumps(body)
        if body is not None:
            headers.setdefault('Content-Type', 'application/json')
        status, self.headers, data = self.raw(method, '/api/v1' + path, body, headers)
        if data and (self.headers['Content-Type'] or '').startswith(('text/', 'image/svg')):
            return status, data.decode()
        return status, json.loads(data) if data else None

    def get(self, path, token=None, **more):
        return self.call('GET', path, None, token, **more)

    def post(self, path, body=None, token=None, **more):
        return self.call('POST', path, {} if body is None else body, token, **more)

    def close(self):
        if self.connection:
            self.connection.close()
            self.connection = None


FLUSHED = b'\0\0\xff\xff'


def packed(data, ends=False):
    """As a message of permessage-deflate, whose last block ends its stream or not (RFC 7692, 7.2.3.4)."""
    stream = zlib.compressobj(wbits=-15)
    if ends:
        return stream.compress(data) + stream.flush() + b'\0'
    return (stream.compress(data) + stream.flush(zlib.Z_SYNC_FLUSH))[:-len(FLUSHED)]


class WebSocket:
    """A WebSocket client, as little of RFC 6455 and, where it `packs`, of RFC 7692 as a test needs."""

    def __init__(self, port, path, token=None, timeout=120, headers='', receive_buffer=None, packs=False):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(timeout)
        self.socket.connect(('127.0.0.1', port))
        key = base64.b64encode(os.urandom(16)).decode()
        bearer = f'Authorization: Bearer {token}\r\n' if token else ''
        if packs:  # as Chromium does
            headers += 'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n'
        self.packs, self.received = packs, 0  # received: bytes of messages, as they came
        self.socket.sendall((f'GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
                             f'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{bearer}{headers}\r\n').encode())
        self.buffer = b''
        while b'\r\n\r\n' not in self.buffer:
            self._more()
        self.head, self.buffer = self.buffer.split(b'\r\n\r\n', 1)
        self.status = int(self.head.split()[1])
        self.window = zlib.decompressobj(-15)  # what it was told so far

    def _more(self):
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError('closed')
        self.buffer += data

    def _take(self, n):
        while len(self.buffer) < n:
            self._more()
        data, self.buffer = self.buffer[:n], self.buffer[n:]
        return data

    def frame(self, opcode, data, fin=True):
        mask = os.urandom(4)
        length = len(data)
        head = bytes([(0x80 if fin else 0) | opcode])
        if length < 126:
            head += bytes([0x80 | length])
        elif length < 65536:
            head += bytes([0x80 | 126]) + struct.pack('>H', length)
        else:
            head += bytes([0x80 | 127]) + struct.pack('>Q', length)
        self.socket.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    def send(self, value):
        text = json.dumps(value).encode()
        self.frame(*((0x41, packed(text)) if self.packs else (1, text)))

    def receive(self):
        """The next message as JSON; None when the server closed."""
        while True:
            first, second = self._take(2)
            length = second & 127
            if length == 126:
                length = struct.unpack('>H', self._take(2))[0]
            elif length == 127:
                length = struct.unpack('>Q', self._take(8))[0]
            data = self._take(length)
            self.received += length
            if first & 15 == 8:
                self.close_code = struct.unpack('>H', data[:2])[0] if len(data) >= 2 else None
                return None
            if first & 15 == 9:
                self.frame(10, data)
            elif first & 15 == 1:
                return json.loads(self._unpacked(data) if first & 0x40 else data)

    def _unpacked(self, data):
        window = zlib.decompressobj(-15) if b'server_no_context_takeover' in self.head else self.window
        return window.decompress(data + FLUSHED)

    def until(self, wanted):
        """Messages up to the first for which wanted(message) holds, that one included."""
        got = []
        while not got or not wanted(got[-1]):
            message = self.receive()
            if message is None:
                raise ConnectionError('closed')
            got.append(message)
        return got

    def close(self):
        self.socket.close()


class Tally:
    """Counts checks; the last line is what tools/test.sh reads."""

    def __init__(self, name):
        self.name, self.passed, self.failed = name, 0, 0

    def check(self, holds, what):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f'{self.name}: {what}', flush=True)
        return bool(holds)

    def end(self):
        print(f'{self.passed} passed, {self.failed} failed')
        raise SystemExit(self.failed > 0)
