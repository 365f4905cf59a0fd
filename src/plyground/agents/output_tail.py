"""The end of what a process prints to standard error: its last words, if it ends by itself."""

from __future__ import annotations

import os
import threading
from collections import deque
from contextlib import suppress
from time import sleep
from typing import IO

from plyground.agents.messages import clean_text

TAIL_BYTES = 400
READ_SECONDS = 0.01
"""Between two reads: a flood of output keeps nobody busy but the process."""
END_SECONDS = 0.5
"""For the rest of the output of a process that has ended. What it started may hold the pipe."""


class OutputTail(threading.Thread):
    """Reads a pipe until it closes, and keeps its end."""

    def __init__(self, pipe: IO[bytes]) -> None:
        super().__init__(name="agent output", daemon=True)
        self._pipe = pipe
        self._chunks: deque[bytes] = deque(maxlen=2)
        self.start()

    def run(self) -> None:
        with suppress(OSError, ValueError), self._pipe as pipe:
            while chunk := os.read(pipe.fileno(), 1 << 16):
                self._chunks.append(chunk[-TAIL_BYTES:])
                sleep(READ_SECONDS)

    def read(self) -> str:
        """The end of the output of a process that has ended, in one harmless line."""
        self.join(END_SECONDS)
        return clean_text(b"".join(self._chunks)[-TAIL_BYTES:].decode("utf-8", "replace"))
