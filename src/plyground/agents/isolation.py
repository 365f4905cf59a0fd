"""How a process is kept apart from this one, as far as the system allows.

| | killed with all it started | no network, no writing | frozen while it is not asked |
|---|---|---|---|
| `sandbox`: Linux with `bwrap` | by its PID namespace | yes | yes |
| `supervised`: Linux without | by a subreaper (`supervisor`) | no | yes |
| `group`: elsewhere | those of its process group | no | no |

In a sandbox the file system is that of this machine, read-only, with an own small `/tmp`; sockets
in `/tmp` and `/run` cannot be seen.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Literal

from plyground.agents.process_groups import has_exited, kill_group, start_group
from plyground.agents.process_tree import list_tree
from plyground.core.jit import cache_root
from plyground.locale import Sentence, current_language

Isolation = Literal["sandbox", "supervised", "group"]

NO_SANDBOX = "PLYGROUND_NO_SANDBOX"
"""The variable that lets agents use the network and write files, for those that have to."""
SCRATCH_FOLDERS = ("/tmp", "/var/tmp", "/run", "/dev/shm")
SCRATCH_BYTES = 64 << 20
"""What an agent can write to each of them."""
PROBE_SECONDS = 20.0
EXIT_SECONDS = 5.0
"""Seconds for a tree of processes to be gone after it was killed."""

# Of the environment, an agent gets these: others may hold passwords.
_ENVIRONMENT = (
    "PATH", "HOME", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH", "VIRTUAL_ENV",
    "PLYGROUND_CACHE", "OMP_NUM_THREADS", "SYSTEMROOT", "TEMP", "APPDATA", "LOCALAPPDATA",
    "USERPROFILE", "XDG_CACHE_HOME",
)  # fmt: skip


@cache
def find_isolation() -> Isolation:
    """The best isolation that works here."""
    if sys.platform != "linux":
        return "group"
    if os.environ.get(NO_SANDBOX) or shutil.which("bwrap") is None:
        return "supervised"
    command = _wrap([sys.executable, "-I", "-S", "-c", ""], _list_own_folders())
    with suppress(OSError, subprocess.SubprocessError):
        if subprocess.run(command, capture_output=True, timeout=PROBE_SECONDS).returncode == 0:
            return "sandbox"
    return "supervised"


def describe_isolation() -> Sentence | None:
    """What agents are not kept from here; None if from all that is promised."""
    isolation = find_isolation()
    return None if isolation == "sandbox" else Sentence(f"agent.isolation.{isolation}")


def start_isolated(code: str, visible: Iterable[Path]) -> subprocess.Popen[bytes]:
    """Start Python with some code; it can read these folders, wherever they are."""
    isolation = find_isolation()
    if isolation == "supervised":
        code = f"from plyground.agents.supervisor import supervise; supervise(); {code}"
    command = [sys.executable, "-P", "-c", code]
    if isolation == "sandbox":
        command = _wrap(command, [*visible, *_list_own_folders()])
    # Not in this thread: the kernel kills a process that is to die with its parent when the
    # *thread* that started it ends.
    return _get_starter(os.getpid()).submit(_start, command).result()


def kill_isolated(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with all that it has started, and wait until they are gone."""
    if process.poll() is None:
        if find_isolation() == "sandbox":
            # The death of the first process in a PID namespace is that of all others.
            for child in list_tree(process.pid)[1:2]:
                _send(child, signal.SIGKILL)
        elif find_isolation() == "supervised":
            process.terminate()
        else:
            _kill_tree(process)
        has_exited(process, EXIT_SECONDS)
    kill_group(process)


def freeze(process: subprocess.Popen[bytes]) -> list[int]:
    """Stop all that a process has started, until they are sent `thaw`."""
    if find_isolation() == "group":
        return []
    # Not the first: it ends the others when this process ends.
    frozen = list_tree(process.pid)[1:]
    for pid in frozen:
        _send(pid, signal.SIGSTOP)
    return frozen


def thaw(frozen: Sequence[int]) -> None:
    for pid in frozen:
        _send(pid, signal.SIGCONT)


def _send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _kill_tree(process: subprocess.Popen[bytes]) -> None:
    """On Windows, kill a process with its descendants; elsewhere, `kill_group` does it."""
    if os.name == "nt":
        words = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        with suppress(OSError):
            subprocess.run(words, capture_output=True, check=False)


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    environment |= {
        "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path),
        "PYTHONUTF8": "1",
        "PLYGROUND_LANG": current_language(),
        # The game was checked in this process.
        "PLYGROUND_NO_CHECK": "1",
    }
    pipe = subprocess.PIPE
    return start_group(list(command), stdin=pipe, stdout=pipe, stderr=pipe, env=environment)


@cache
def _get_starter(process: int) -> ThreadPoolExecutor:
    """The thread of this process that starts others; that of a parent has not survived a fork."""
    return ThreadPoolExecutor(1, "agent starter")


def _list_own_folders() -> list[Path]:
    """Where Python, this package and compiled kernels are."""
    folders = [Path(path) for path in (*sys.path, sys.prefix, sys.base_prefix) if path]
    return [*folders, cache_root(), Path.cwd()]


def _wrap(command: Sequence[str], visible: Iterable[Path]) -> list[str]:
    """The command in a sandbox."""
    words = ["bwrap", "--unshare-all", "--die-with-parent", "--cap-drop", "ALL"]
    words += ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    for folder in SCRATCH_FOLDERS:
        if os.path.isdir(folder):
            words += ["--size", str(SCRATCH_BYTES), "--tmpfs", folder]
    for path in sorted({path.absolute() for path in visible}):
        if path.exists() and any(path.is_relative_to(folder) for folder in SCRATCH_FOLDERS):
            words += ["--ro-bind", str(path), str(path)]
    return [*words, "--remount-ro", "/dev", "--chdir", os.getcwd(), "--", *command]
