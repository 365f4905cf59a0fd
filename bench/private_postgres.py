"""A PostgreSQL server of one's own, in a temporary folder, for as long as another process lives.

    python bench/private_postgres.py             # until Ctrl-C
    python bench/private_postgres.py --while PID

It prints the URL of the server when that answers, and listens on a socket in the folder only. At
the end it stops the server and deletes the folder, however the other process has ended. It needs
Linux and Debian's package `postgresql`. The tests use it, and `kill.py`.
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


def find_programs() -> Path | None:
    """The folder with the newest PostgreSQL's programs, None if it is not installed."""
    found = [file.parent for file in Path("/usr").glob(PROGRAMS)]
    return max(found, key=lambda folder: float(folder.parent.name), default=None)


class Server:
    """A running server."""

    def __init__(self, programs: Path, folder: Path, is_durable: bool) -> None:
        self._programs = programs
        self._data = folder / "data"
        # PostgreSQL refuses to run as root.
        self._user = None if os.getuid() else "postgres"
        if self._user is not None:
            shutil.chown(folder, self._user)
        self._initialise()
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(folder),
            "max_connections": "300",
            "fsync": "on" if is_durable else "off",
        }
        options = [f"--{name}={value}" for name, value in settings.items()]
        self._process = subprocess.Popen(
            [programs / "postgres", "-D", self._data, *options],
            user=self._user,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=(folder / "log").open("w"),
            start_new_session=True,
        )
        self.url = f"postgresql://plyground@/postgres?host={folder}"
        try:
            self._wait(folder)
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

    def _wait(self, folder: Path) -> None:
        until = monotonic() + START_SECONDS
        ask = [self._programs / "pg_isready", "--quiet", "--host", folder]
        while subprocess.run(ask, check=False).returncode:
            if self._process.poll() is not None or monotonic() > until:
                sys.exit((folder / "log").read_text())
            sleep(0.05)

    def _initialise(self) -> None:
        options = ("--no-sync", "--auth=trust", "--username=plyground", "--encoding=UTF8")
        done = subprocess.run(
            [self._programs / "initdb", *options, "--no-locale", self._data],
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
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))
    # Taken before anything is started, so that the end of the process cannot be missed.
    watched = [] if process is None else [os.pidfd_open(process)]
    server = Server(programs, folder, is_durable)
    try:
        print(server.url, flush=True)
        select.select(watched, (), ())
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
