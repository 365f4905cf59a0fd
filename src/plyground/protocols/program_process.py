"""The process of somebody else's program, which answers lines with lines.

What it sends is bounded: if nobody reads its lines it has to wait, and a line without end is not of
any protocol.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import threading
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from queue import Empty, Full, Queue
from time import monotonic
from typing import IO

from plyground.agents.messages import clean_text
from plyground.agents.output_tail import OutputTail
from plyground.agents.process_groups import has_exited, kill_group, start_group
from plyground.locale import Failure, Problem, say

EXIT_SECONDS = 0.5
"""Seconds that the process has to exit by itself."""
LOOK_SECONDS = 0.1
"""How often a silent program is looked after."""
MAX_LINE = 2**16
"""Bytes. A program that sends more without the end of a line has gone mad."""
MAX_LINES = 256
"""Lines that wait to be read."""
TIMEOUT = 10.0
"""Seconds after its time limit when a program is given up: more than the referee's timeout."""
UNEXPECTED_TIMEOUT = 1.0
"""The same for a program that has sent something else instead of an answer."""


class Reply(Enum):
    """What a line of a program is to whoever waits for an answer."""

    ANSWER = "answer"
    COMMENT = "comment"
    """Does not matter, and may be sent at any time."""
    UNEXPECTED = "unexpected"
    """Part of the error message, if no answer follows."""


def parse_command(kind: str, text: str) -> list[str]:
    """The program and its arguments: a path to a file, or words as in a shell.

    `kind` is the name of such agents, for the error message.
    """
    given = text.strip()
    path = os.path.abspath(os.path.expanduser(given))
    try:
        words = [path] if os.path.isfile(path) else shlex.split(given, posix=os.name == "posix")
    except ValueError:
        words = []
    program = shutil.which(os.path.expanduser(words[0])) if words else None
    if program is None and words and os.path.isfile(words[0]):
        raise Problem("program.problem.executable", given=words[0])
    if program is None:
        raise Problem("program.problem.program", given=given, kind=kind)
    return [os.path.abspath(program), *words[1:]]


class ProgramProcess:
    """A running program, and a queue of its output lines."""

    def __init__(self, words: list[str], goodbye: str, newline: str = "\n") -> None:
        """`goodbye`: the line that asks the program to exit."""
        files = [Path(word) for word in words[1:] if os.path.isfile(word)]
        # Of `node bot.js`, the script.
        self.name = (files or [Path(words[0])])[0].stem
        self._newline = newline
        # A program looks for its files in its own folder; arguments are paths relative to ours.
        folder = os.path.dirname(words[0]) if len(words) == 1 else None
        pipe = subprocess.PIPE
        try:
            process = start_group(words, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe)
        except OSError as error:
            why = error.strerror or error
            raise Failure("program.problem.start", name=self.name, why=why) from error
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._process = process
        self._input = process.stdin
        self._output = _Output(process.stdout)
        self._output.start()
        self._printed = OutputTail(process.stderr)
        self.terminate = weakref.finalize(
            self, _terminate, process, self._output, f"{goodbye}{newline}"
        )

    @property
    def is_alive(self) -> bool:
        return self.terminate.alive and not has_exited(self._process)

    def send(self, *lines: str) -> None:
        """Send lines. If the program has exited, `receive` raises EOFError."""
        with suppress(OSError, ValueError):
            self._input.write("".join(f"{line}{self._newline}" for line in lines).encode())
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

    def request(
        self, command: str, lines: Sequence[str], seconds: float, judge: Callable[[str], Reply]
    ) -> str:
        """Send the lines of a command, and return the first answer.

        `judge` says what a line is; it may also send another one. The last unexpected line is part
        of the Failure if there is no answer.
        """
        sent = monotonic()
        self.send(*lines)
        unexpected = ""
        while True:
            timeout = UNEXPECTED_TIMEOUT if unexpected else TIMEOUT
            try:
                line = self.receive(sent + seconds + timeout)
            except EOFError:
                raise self._explain_end(unexpected) from None
            if line is None:
                raise Failure(
                    "program.problem.silent",
                    name=self.name,
                    command=command,
                    seconds=f"{monotonic() - sent:.1f}",
                    said=unexpected,
                )
            reply = judge(line)
            if reply is Reply.ANSWER:
                return line
            if reply is Reply.UNEXPECTED:
                unexpected = _quote(line)

    def _explain_end(self, unexpected: str) -> Failure:
        """Kill what is left of a program that sends no more, and say how it ended."""
        is_over = has_exited(self._process, EXIT_SECONDS)
        kill_group(self._process)
        if self._output.is_endless:
            return Failure("program.problem.endless", name=self.name)
        printed = self._printed.read()
        said = _quote(printed) if printed else unexpected
        if not is_over:
            return Failure("program.problem.closed", name=self.name, said=said)
        code = self._process.returncode
        return Failure("program.problem.ended", name=self.name, code=code, said=said)


def _quote(line: str) -> str:
    """What a program has said, as the end of a sentence."""
    return say("agent.process.said", text=clean_text(line))


class _Output(threading.Thread):
    """Reads the lines of a program until it ends, or until they are no longer wanted."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(name="program output", daemon=True)
        self._stream = stream
        self._lines: Queue[str | None] = Queue(MAX_LINES)
        self.is_endless = False
        self.is_wanted = True

    def receive(self, until: float) -> str | None:
        seconds = until - monotonic()
        try:
            # A program that never stops sending must not delay the end of the time.
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


def _terminate(process: subprocess.Popen[bytes], output: _Output, goodbye: str) -> None:
    """Say goodbye, and kill what does not exit, and what the program has started."""
    output.is_wanted = False
    assert process.stdin is not None
    with suppress(OSError, ValueError):
        process.stdin.write(goodbye.encode())
        process.stdin.close()
    has_exited(process, EXIT_SECONDS)
    kill_group(process)
