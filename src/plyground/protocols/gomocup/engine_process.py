"""The process of an external engine, with line-based input and output.

What it sends is bounded: if nobody reads its lines it has to wait, and a line without end is not of
this protocol.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import threading
import weakref
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue
from time import monotonic
from typing import IO

from plyground.agents.process_groups import has_exited, kill_group, start_group
from plyground.locale import Problem

EXIT_SECONDS = 0.5
"""Seconds that the process has to exit by itself."""
LOOK_SECONDS = 0.1
"""How often a silent engine is looked after."""
MAX_LINE = 2**16
"""Bytes. An engine that sends more without the end of a line has gone mad."""
MAX_LINES = 256
"""Lines that wait to be read."""


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
        process = start_group(
            words,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._input = process.stdin
        self._output = _Output(process.stdout)
        self._output.start()
        self.terminate = weakref.finalize(self, _terminate, process, self._output)

    @property
    def is_alive(self) -> bool:
        return self.terminate.alive and not has_exited(self._process)

    @property
    def has_gone_mad(self) -> bool:
        """Has it sent a line without end?"""
        return self._output.is_endless

    def end(self) -> int | None:
        """Kill what is left of an engine that sends no more; its exit code if it had exited."""
        is_over = has_exited(self._process, EXIT_SECONDS)
        kill_group(self._process)
        return self._process.returncode if is_over else None

    def send(self, *lines: str) -> None:
        """Send lines. If the engine has exited, `receive` raises EOFError."""
        with suppress(OSError, ValueError):
            self._input.write("".join(f"{line}\r\n" for line in lines).encode())
            self._input.flush()

    def receive(self, until: float) -> str | None:
        """The next line; None if there is none until that time; EOFError after the last one."""
        while (line := self._output.receive(min(until, monotonic() + LOOK_SECONDS))) is None:
            if monotonic() >= until:
                return None
            if has_exited(self._process):
                # What it has started may keep its output open for ever.
                kill_group(self._process)
        return line


class _Output(threading.Thread):
    """Reads the lines of an engine until it ends, or until they are no longer wanted."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(name="engine output", daemon=True)
        self._stream = stream
        self._lines: Queue[str | None] = Queue(MAX_LINES)
        self.is_endless = False
        self.is_wanted = True

    def receive(self, until: float) -> str | None:
        seconds = until - monotonic()
        try:
            # An engine that never stops sending must not delay the end of the time.
            line = self._lines.get(seconds > 0, seconds)
        except Empty:
            return None
        if line is None:
            # All has been read, so there is room for it to be read again.
            self._lines.put(None)
            raise EOFError
        return line if seconds > 0 else None

    def run(self) -> None:
        with suppress(OSError, ValueError), self._stream as stream:
            while self.is_wanted and (chunk := stream.readline(MAX_LINE)):
                if len(chunk) == MAX_LINE and not chunk.endswith(b"\n"):
                    self.is_endless = True
                    break
                for line in chunk.decode("utf-8", "replace").splitlines():
                    if line.strip():
                        self._put(line.strip())
        self._put(None)

    def _put(self, line: str | None) -> None:
        while True:
            with suppress(Full):
                self._lines.put(line, timeout=0.1)
                return
            if not self.is_wanted:
                return


def _terminate(process: subprocess.Popen[bytes], output: _Output) -> None:
    """Send `END`, and kill what does not exit, and what the engine has started."""
    output.is_wanted = False
    assert process.stdin is not None
    with suppress(OSError, ValueError):
        process.stdin.write(b"END\r\n")
        process.stdin.close()
    has_exited(process, EXIT_SECONDS)
    kill_group(process)
