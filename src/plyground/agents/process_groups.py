"""Programs of others: each is a group of processes that ends as a whole, and not after us.

A group of its own also keeps Ctrl-C away from them, which a terminal sends to the whole group in
front: whoever started a program ends it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

POLL_SECONDS = 0.005
EXIT_SECONDS = 1.0
"""Seconds for all programs to end by themselves, when they are asked to."""

_running: set[subprocess.Popen[bytes]] = set()
_lock = threading.Lock()


def start_group(words: list[str], **options: Any) -> subprocess.Popen[bytes]:
    """Start a program in a group of its own, with the options of `subprocess.Popen`."""
    with _lock:
        process = subprocess.Popen(
            words,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            **options,
        )
        _running.add(process)
        return process


def has_exited(process: subprocess.Popen[bytes], seconds: float = 0.0) -> bool:
    """Has the program itself exited, or does it within so many seconds?

    It is left as a zombie: its number is that of its group, and must not be given to another one
    before `kill_group`.
    """
    until = monotonic() + seconds
    while not _is_zombie(process):
        if monotonic() >= until:
            return False
        sleep(POLL_SECONDS)
    return True


def _is_zombie(process: subprocess.Popen[bytes]) -> bool:
    if process.returncode is not None or not hasattr(os, "waitid"):
        return process.poll() is not None
    try:
        state = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return True
    return state is not None


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a program with all that it has started, which may outlive it."""
    if process.returncode is None:
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
        process.wait()
    _running.discard(process)


def kill_all_groups() -> None:
    """Kill everything that still runs: for whoever ends this process without an orderly exit."""
    # A thread that starts a program does not wait for anything; but it may never run again.
    _lock.acquire(timeout=1)
    running = [process for process in list(_running) if process.returncode is None]
    for process in running:
        # A supervisor kills what has left its group, if it is asked and not killed itself.
        process.terminate()
    until = monotonic() + EXIT_SECONDS
    for process in running:
        has_exited(process, until - monotonic())
        kill_group(process)
