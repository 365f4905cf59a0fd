"""A process between the referee and an agent, on a Linux without `bwrap`.

Whatever an agent starts stays below its supervisor, even if it leaves its session: the kernel
gives orphans to the nearest subreaper. When the agent ends, when the referee ends or when it sends
SIGTERM, the supervisor kills all of them, and is the last to go.
"""

from __future__ import annotations

import ctypes
import os
import signal
from contextlib import suppress
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def supervise() -> None:
    """Become the supervisor of a new process, and return in that process."""
    referee = os.getppid()
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    signals = {signal.SIGTERM, signal.SIGCHLD}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    agent = os.fork()
    if agent == 0:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)
        return
    # The pipes are the agent's: the referee must see that they close.
    for stream in (0, 1, 2):
        os.close(stream)
    status: int | None = None
    while status is None and os.getppid() == referee:
        if signal.sigwait(signals) == signal.SIGTERM:
            break
        status = _reap(agent)
    _kill_children()
    os._exit(128 if status is None else _make_exit_code(status))


def _reap(agent: int) -> int | None:
    """Bury the dead; the status of the agent if it is among them."""
    found = None
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == agent:
                found = status
    return found


def _kill_children() -> None:
    """Kill all children until there are none: those of a dead one become ours."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    with suppress(ChildProcessError):
        while True:
            for child in children.read_text().split():
                with suppress(ProcessLookupError):
                    os.kill(int(child), signal.SIGKILL)
            os.waitpid(-1, 0)


def _make_exit_code(status: int) -> int:
    """As shells and `bwrap` do it: 128 and the number of the signal."""
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code
