"""The process of an external engine, with line-based input and output."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import threading
import weakref
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import IO

from plyground.locale import Problem

EXIT_SECONDS = 0.5
"""Seconds that the process has to exit by itself."""


def parse_command(text: str) -> list[str]:
    """The program and its arguments: a path to a file, or words as in a shell."""
    given = text.strip()
    path = Path(given).expanduser()
    try:
        words = [str(path)] if path.is_file() else shlex.split(given, posix=os.name == "posix")
    except (ValueError, OSError):
        words = []
    program = shutil.which(str(Path(words[0]).expanduser())) if words else None
    if program is None:
        raise Problem("gomocup.problem.program", given=given)
    return [os.path.abspath(program), *words[1:]]


class EngineProcess:
    """A running engine, and a queue of its output lines."""

    def __init__(self, words: list[str]) -> None:
        self.name = Path(words[0]).stem
        # An engine looks for its files in its own folder; arguments are paths relative to ours.
        folder = os.path.dirname(words[0]) if len(words) == 1 else None
        process = subprocess.Popen(
            words,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # Ctrl-C must not reach the engine; `terminate` ends it.
            start_new_session=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._input = process.stdin
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        threading.Thread(
            target=_read_lines, args=(process.stdout, self._lines), daemon=True
        ).start()
        self.terminate = weakref.finalize(self, _terminate, process)

    @property
    def is_alive(self) -> bool:
        return self.terminate.alive and self._process.poll() is None

    @property
    def exit_code(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(EXIT_SECONDS)
        return None

    def send(self, *lines: str) -> None:
        """Send lines. If the engine has exited, `receive` raises EOFError."""
        with suppress(OSError, ValueError):
            self._input.write("".join(f"{line}\r\n" for line in lines).encode())
            self._input.flush()

    def receive(self, until: float) -> str | None:
        """The next line; None if there is none until that time; EOFError after the last one."""
        try:
            line = self._lines.get(timeout=max(until - monotonic(), 0))
        except Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise EOFError
        return line


def _read_lines(stream: IO[bytes], lines: SimpleQueue[str | None]) -> None:
    with suppress(OSError, ValueError), stream:
        for chunk in stream:
            for line in chunk.decode("utf-8", "replace").splitlines():
                if line.strip():
                    lines.put(line.strip())
    lines.put(None)


def _terminate(process: subprocess.Popen[bytes]) -> None:
    """Send `END`, and kill the process if it does not exit."""
    assert process.stdin is not None
    with suppress(OSError, ValueError):
        process.stdin.write(b"END\r\n")
        process.stdin.close()
    try:
        process.wait(EXIT_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
