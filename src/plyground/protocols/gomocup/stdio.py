"""Our engine for strangers' managers, over standard input and output.

Nothing but the games' rules is loaded before the first answer; the engine itself is loaded, and
where need be compiled, while the manager goes on.
"""

from __future__ import annotations

import os
import sys
import threading
from queue import SimpleQueue
from time import monotonic

from plyground.locale import say, use_language
from plyground.protocols.gomocup.handler import Session

SWITCH_SECONDS = 0.001


def main() -> None:
    """Answer until told to end, or until nobody speaks any more."""
    if sys.argv[1:]:
        print(say("gomocup.program"))
        return
    run()


def run() -> None:
    # Managers, and the logs of tournaments, read plain English.
    use_language("en")
    # While one thread compiles, the other one's turn must come soon.
    sys.setswitchinterval(SWITCH_SECONDS)
    lines: SimpleQueue[tuple[str, float] | None] = SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    session = Session(_speak)
    while (said := lines.get()) is not None and session.hear(*said):
        pass
    if said is None:
        # Nobody speaks any more, but somebody may still listen.
        session.wait()
    # At once, whatever is thinking or compiling: a manager kills after a second.
    os._exit(0)


def _read(lines: SimpleQueue[tuple[str, float] | None]) -> None:
    """Take lines with the time of their coming: the clock runs, whatever we are busy with."""
    for chunk in sys.stdin.buffer:
        # They end in LF, CR LF or, with some, CR.
        for line in chunk.decode("utf-8", "replace").replace("\0", " ").splitlines():
            lines.put((line, monotonic()))
    lines.put(None)


def _speak(line: str) -> None:
    try:
        sys.stdout.write(" ".join(line.splitlines()) + "\n")
        sys.stdout.flush()
    except OSError:
        # The manager is gone.
        os._exit(1)
