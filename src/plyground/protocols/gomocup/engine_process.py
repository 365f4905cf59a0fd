"""A stranger's program: started, spoken to line by line, and always ended."""

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

FAREWELL = 0.5
"""Seconds that a program has to end by itself."""


def read_command(text: str) -> list[str]:
    """The program and its arguments: a path as it stands, else words as a shell would take them."""
    given = text.strip()
    whole = Path(given).expanduser()
    try:
        words = [str(whole)] if whole.is_file() else shlex.split(given, posix=os.name == "posix")
    except (ValueError, OSError):
        words = []
    program = shutil.which(str(Path(words[0]).expanduser())) if words else None
    if program is None:
        raise Problem("gomocup.problem.program", given=given)
    return [os.path.abspath(program), *words[1:]]


class Program:
    """A running program, and the lines that it says."""

    def __init__(self, words: list[str]) -> None:
        self.name = Path(words[0]).stem
        # Engines look for their files where they are; arguments mean files from here.
        folder = os.path.dirname(words[0]) if len(words) == 1 else None
        process = subprocess.Popen(
            words,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # Ctrl-C is for us; we end it ourselves.
            start_new_session=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._input = process.stdin
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        threading.Thread(target=_listen, args=(process.stdout, self._lines), daemon=True).start()
        self.end = weakref.finalize(self, _end, process)

    @property
    def is_alive(self) -> bool:
        return self.end.alive and self._process.poll() is None

    @property
    def exit_code(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(FAREWELL)
        return None

    def tell(self, *lines: str) -> None:
        """Speak; that nobody listens any more shows in `hear`."""
        with suppress(OSError, ValueError):
            self._input.write("".join(f"{line}\r\n" for line in lines).encode())
            self._input.flush()

    def hear(self, until: float) -> str | None:
        """The next line, or None if there is none until that moment; EOFError at the end."""
        try:
            line = self._lines.get(timeout=max(until - monotonic(), 0))
        except Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise EOFError
        return line


def _listen(stream: IO[bytes], lines: SimpleQueue[str | None]) -> None:
    with suppress(OSError, ValueError), stream:
        for chunk in stream:
            for line in chunk.decode("utf-8", "replace").splitlines():
                if line.strip():
                    lines.put(line.strip())
    lines.put(None)


def _end(process: subprocess.Popen[bytes]) -> None:
    """`END`, and a kill for those who do not listen."""
    assert process.stdin is not None
    with suppress(OSError, ValueError):
        process.stdin.write(b"END\r\n")
        process.stdin.close()
    try:
        process.wait(FAREWELL)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
