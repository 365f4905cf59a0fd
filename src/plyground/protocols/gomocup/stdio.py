"""Our engine over standard input and output, as managers start it.

The engine is loaded in the background from the beginning; if it has to be compiled, other processes
do that.
"""

from __future__ import annotations

import os
import sys
import threading
from queue import Queue
from time import monotonic

from plyground.locale import say, use_language
from plyground.protocols.gomocup.handler import CommandHandler

SWITCH_SECONDS = 0.001
MAX_LINE = 2**16
"""Bytes; the rest of a longer line is dropped."""
MAX_LINES = 10_000
"""Lines that wait to be handled."""
END_SECONDS = 0.5
"""After `END`, the lines before it have so long to be answered: a manager kills after a second."""

Lines = Queue[tuple[str, float] | None]


def main() -> None:
    """Run the engine; with any argument, print what this program is."""
    if sys.argv[1:]:
        print(say("gomocup.program"))
        return
    run()


def run() -> None:
    """Handle commands until `END` or the end of the input."""
    # Managers and the logs of tournaments expect English.
    use_language("en")
    # While one thread searches in Python, the other one must get the GIL soon.
    sys.setswitchinterval(SWITCH_SECONDS)
    lines: Lines = Queue(MAX_LINES)
    handler = CommandHandler(_write_line)
    threading.Thread(target=_read_lines, args=(lines, handler), daemon=True).start()
    while (received := lines.get()) is not None and handler.handle(*received):
        pass
    if received is None:
        # The input has ended, but the output may still be read.
        handler.wait()
    # Exit at once, even while a thread searches or compiles.
    os._exit(0)


def _read_lines(lines: Lines, handler: CommandHandler) -> None:
    """Queue each line with its time of arrival, from which the clock of a move runs."""
    is_rest = False
    while chunk := sys.stdin.buffer.readline(MAX_LINE):
        # Lines end in LF, CR LF or, from some managers, CR.
        text = "" if is_rest else chunk.decode("utf-8", "replace").replace("\0", " ")
        for line in text.splitlines():
            if line.strip().upper() == "END":
                handler.stop_waiting()
                _exit_soon()
            lines.put((line, monotonic()))
        is_rest = not chunk.endswith(b"\n")
    lines.put(None)


def _exit_soon() -> None:
    timer = threading.Timer(END_SECONDS, os._exit, (0,))
    timer.daemon = True
    timer.start()


def _write_line(line: str) -> None:
    try:
        sys.stdout.write(" ".join(line.splitlines()) + "\n")
        sys.stdout.flush()
    except OSError:
        # The manager has closed the pipe.
        os._exit(1)
