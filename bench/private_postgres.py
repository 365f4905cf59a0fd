"""A PostgreSQL server of one's own, in a temporary folder, for as long as another process lives.

    python bench/private_postgres.py             # until Ctrl-C
    python bench/private_postgres.py --while PID

It prints the URL of the server when that answers, and listens on a socket in the folder only. At
the end it stops the server and deletes the folder, however the other process has ended. The signal
USR1 stops the server for a while, and USR2 starts it again. It needs Linux and Debian's package
`postgresql`. The tests use it, and `killed_server.py`.
"""

from __future__ import annotations

import argparse
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

PROGRAMS = "lib/postgresql/*/bin/initdb"
START_SECONDS = 120.0
STOP_SECONDS = 20.0
POLL_SECONDS = 0.1
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGUSR1, signal.SIGUSR2)


def find_programs() -> Path | None:
    """The folder with the newest PostgreSQL's programs, None if it is not installed."""
    found = [file.parent for file in Path("/usr").glob(PROGRAMS)]
    return max(found, key=lambda folder: float(folder.parent.name), default=None)


class Server:
    """A server with its folder."""

    def __init__(self, programs: Path, folder: Path, is_durable: bool) -> None:
        self.url = f"postgresql://plyground@/postgres?host={folder}"
        self._programs = programs
        self._folder = folder
        # PostgreSQL refuses to run as root.
        self._user = None if os.getuid() else "postgres"
        if self._user is not None:
            shutil.chown(folder, self._user)
        self._initialise()
        self._settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(folder),
            "max_connections": "300",
            "fsync": "on" if is_durable else "off",
        }
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = [f"--{name}={value}" for name, value in self._settings.items()]
        with (self._folder / "log").open("w") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self._folder / "data", *options],
                user=self._user,
                cwd=self._folder,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        # Without a word to the clients, and without waiting for them.
        self._process.send_signal(signal.SIGQUIT)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def _wait(self) -> None:
        until = monotonic() + START_SECONDS
        ask = [self._programs / "pg_isready", "--quiet", "--host", self._folder]
        while subprocess.run(ask, check=False).returncode:
            if self._process.poll() is not None or monotonic() > until:
                sys.exit((self._folder / "log").read_text())
            sleep(0.05)

    def _initialise(self) -> None:
        options = ("--no-sync", "--auth=trust", "--username=plyground", "--encoding=UTF8")
        done = subprocess.run(
            [self._programs / "initdb", *options, "--no-locale", self._folder / "data"],
            user=self._user,
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            sys.exit(done.stderr)


def serve(folder: Path, process: int | None, is_durable: bool) -> None:
    programs = find_programs()
    if programs is None:
        sys.exit("PostgreSQL is not installed; on Debian: sudo apt-get install postgresql")
    # Taken one by one below: a handler would interrupt another.
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    # Taken before anything is started, so that the end of the process cannot be missed.
    watched = [] if process is None else [os.pidfd_open(process)]
    server = Server(programs, folder, is_durable)
    try:
        print(server.url, flush=True)
        while not select.select(watched, (), (), 0)[0]:
            received = signal.sigtimedwait(SIGNALS, POLL_SECONDS)
            if received is None:
                continue
            if received.si_signo == signal.SIGUSR1:
                server.stop()
            elif received.si_signo == signal.SIGUSR2:
                server.start()
            else:
                return
    finally:
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--while", type=int, metavar="PID", help="stop when that process has ended")
    parser.add_argument("--durable", action="store_true", help="survive a loss of power, too")
    given = vars(parser.parse_args())
    # A socket's path may have 107 characters: not under a folder of a test.
    folder = Path(tempfile.mkdtemp(prefix="plyground-postgres-"))
    try:
        serve(folder, given["while"], given["durable"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
