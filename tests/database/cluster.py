# SPDX-License-Identifier: MIT
"""cluster.py PROGRAM... - runs the tests of the store over a PostgreSQL server of their own, one program after the other.

The server is made in a temporary folder, answers on a socket there alone, belongs to nobody of rights, and is gone at the end.
A program finds in ALEA_TEST_POSTGRES an address that ends in the first letters of a schema's name; NAME0 to NAME99 are there."""

import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PATIENCE_S = 60
SCHEMAS = 100
IN_MEMORY = '/dev/shm'  # where flushing costs nothing
ROOM = 300 << 20


def programs():
    """The folder of initdb and postgres, newest release first; None if there is none."""
    found = sorted(pathlib.Path('/usr/lib/postgresql').glob('*/bin/initdb'), key=lambda path: -int(path.parent.parent.name))
    if found:
        return found[0].parent
    initdb = shutil.which('initdb')
    return pathlib.Path(initdb).parent if initdb else None


class Cluster:
    """A server in a temporary folder; `with Cluster() as cluster`. With a primary it begins as the standby of that one."""

    def __init__(self, primary=None):
        self.primary = primary
        in_memory = os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > ROOM
        self.folder = tempfile.mkdtemp(prefix='alea-pg-', dir=IN_MEMORY if in_memory else None)
        self.data = os.path.join(self.folder, 'data')
        self.bin = programs()
        self.process = None
        # PostgreSQL does not run as root.
        self.user = {'user': 'nobody', 'group': pwd.getpwnam('nobody').pw_gid, 'extra_groups': []} if os.geteuid() == 0 else {}

    def __enter__(self):
        if self.user:
            os.chmod(self.folder, 0o711)
            shutil.chown(self.folder, 'nobody')
        try:
            if self.primary:
                self.follow(self.primary)
            else:
                self.make()
                self.start()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *_):
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, program, *args):
        subprocess.run([self.bin / program, *args], check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self.user)

    def make(self):
        self.run('initdb', '--pgdata', self.data, '--username=alea', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync')

    def follow(self, primary):
        """It is stopped, or new: from now on it has what that one has, which waits with each commit until it is here, too."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.run('pg_basebackup', '--host', primary.folder, '--username=alea', '--pgdata', self.data, '--write-recovery-conf', '--wal-method=stream',
                 '--checkpoint=fast', '--no-sync')
        self.start()
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", 'SELECT pg_reload_conf()')
        until = time.monotonic() + PATIENCE_S
        while primary.sql('SELECT sync_state FROM pg_stat_replication').strip() != 'sync':
            if time.monotonic() > until:
                raise SystemExit('the standby does not follow:\n' + pathlib.Path(self.folder, 'log').read_text('utf-8'))
            time.sleep(0.05)

    def promote(self):
        self.run('pg_ctl', 'promote', '--wait', '--pgdata', self.data)

    def start(self):
        """Comes back when it answers."""
        settings = {'listen_addresses': '', 'unix_socket_directories': self.folder, 'shared_buffers': '16MB', 'max_connections': '40'}
        args = [word for name, value in settings.items() for word in ('-c', f'{name}={value}')]
        with open(os.path.join(self.folder, 'log'), 'ab') as log:
            self.process = subprocess.Popen([self.bin / 'postgres', '-D', self.data, *args], stdout=log, stderr=log, cwd=self.folder, **self.user)
        until = time.monotonic() + PATIENCE_S
        while subprocess.run([self.bin / 'pg_isready', '-q', '-h', self.folder], check=False).returncode:
            if self.process.poll() is not None or time.monotonic() > until:
                raise SystemExit('PostgreSQL does not start:\n' + pathlib.Path(self.folder, 'log').read_text('utf-8'))
            time.sleep(0.05)

    def stop(self, how):
        """SIGTERM: when all have left; SIGINT: at once, in order; SIGQUIT: as in a crash."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE_S)

    def sql(self, *statements, database='postgres'):
        """Runs each in a transaction of its own; what they answer, as text."""
        words = [word for statement in statements for word in ('-c', statement)]
        return subprocess.run(['psql', '-qXtA', '-v', 'ON_ERROR_STOP=1', '-h', self.folder, '-U', 'alea', '-d', database, *words],
                              check=True, stdout=subprocess.PIPE, text=True).stdout

    def address(self, database='postgres', schema=None, user='alea'):
        place = f'&options=-csearch_path%3D{schema}' if schema else ''
        return f'postgresql://{user}@/{database}?host={self.folder}{place}'


def main(tests):
    with Cluster() as cluster:
        failed = []
        for test in tests:
            name = pathlib.Path(test).name.removesuffix('_test')
            cluster.sql(''.join(f'CREATE SCHEMA {name}{i};' for i in range(SCHEMAS)))
            env = dict(os.environ, ALEA_TEST_POSTGRES=cluster.address(schema=name))
            if subprocess.run([test], env=env, check=False).returncode:
                failed.append(name)
        return 'failed over PostgreSQL: ' + ', '.join(failed) if failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
