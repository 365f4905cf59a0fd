"""The referee's end of an agent's process: requests, answers, and what the process may use.

The process runs only while it is asked: in between it is frozen, so that nobody thinks in the
time of the other.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import weakref
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import IO, Any

from plyground.agents.isolation import freeze, kill_isolated, start_isolated, thaw
from plyground.agents.messages import MAX_LINE, read_message, write_message
from plyground.agents.output_tail import OutputTail
from plyground.agents.process_tree import list_tree, uses_more_memory
from plyground.core.limits import Stop
from plyground.locale import Sentence, say

MEMORY = "PLYGROUND_AGENT_MEMORY"
"""The variable with the memory of an agent in MiB."""
DEFAULT_MEMORY = 2048
MAX_PROCESSES = 64
POLL_SECONDS = 0.05
"""Between two looks at what the process uses."""
START_SECONDS = 120.0
"""For our own part of the start: Python, this package, the game. Only a broken machine needs it."""
MAX_MESSAGES = 100
"""Answers that nobody has asked for."""


class ProcessFault(Exception):
    """The process cannot be used any more, and why."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class TimeoutFault(ProcessFault):
    """No answer in time."""


class AgentProcess:
    """A running process. Every method but `kill` raises a ProcessFault when it is of no use."""

    def __init__(self, visible: Iterable[Path]) -> None:
        self._memory = read_memory_limit() << 20
        code = f"from plyground.agents.agent_host import main; main({self._memory})"
        self._process = process = start_isolated(code, visible)
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._input = process.stdin
        self._messages: SimpleQueue[bytes | None] = SimpleQueue()
        self._printed = OutputTail(process.stderr)
        self._frozen: list[int] = []
        self.kill = weakref.finalize(self, _kill, process, os.getpid())
        pipe = process.stdout, self._messages
        threading.Thread(target=_read_messages, args=pipe, daemon=True, name="agent pipe").start()
        self._receive(START_SECONDS, "agent.process.start")

    @property
    def id(self) -> int | None:
        return self._process.pid if self.kill.alive else None

    def request(
        self, document: dict[str, Any], seconds: float | None, timeout_key: str
    ) -> dict[str, Any]:
        """The answer to a request. If there is none after these seconds, that is a TimeoutFault
        with this sentence."""
        thaw(self._frozen)
        with suppress(OSError, ValueError):
            # If the process has ended, there will be no answer.
            self._input.write(write_message(document))
            self._input.flush()
        try:
            answer = self._receive(seconds, timeout_key)
            self._check_use()
        except ProcessFault:
            self.kill()
            raise
        self._frozen = freeze(self._process)
        return answer

    def _receive(self, seconds: float | None, timeout_key: str) -> dict[str, Any]:
        deadline = None if seconds is None else monotonic() + seconds
        with Stop() as stop:
            while True:
                try:
                    line = self._messages.get(timeout=POLL_SECONDS)
                    break
                except Empty:
                    pass
                self._check_use()
                if deadline is not None and monotonic() > deadline:
                    raise TimeoutFault(Sentence(timeout_key, {"seconds": f"{seconds:g}"}))
                if stop.is_set:
                    raise ProcessFault(Sentence("agent.process.stopped"))
        if line is None:
            raise ProcessFault(self._explain_end())
        document = read_message(line)
        if document is None:
            raise ProcessFault(Sentence("agent.process.garbled"))
        return document

    def _check_use(self) -> None:
        """Raise a fault if there are too many processes, or if they use too much memory."""
        tree = list_tree(self._process.pid, MAX_PROCESSES + 1)
        if len(tree) > MAX_PROCESSES:
            raise ProcessFault(Sentence("agent.process.processes", {"most": MAX_PROCESSES}))
        if uses_more_memory(tree, self._memory):
            mebibytes = self._memory >> 20
            raise ProcessFault(Sentence("agent.process.memory", {"mebibytes": mebibytes}))

    def _explain_end(self) -> Sentence:
        """Why a process closed its pipe."""
        if not self.kill.alive:
            return Sentence("agent.process.stopped")
        try:
            code = self._process.wait(POLL_SECONDS * 10)
        except subprocess.TimeoutExpired:
            return Sentence("agent.process.closed")
        printed = self._printed.read()
        said = say("agent.process.said", text=printed) if printed else ""
        return Sentence("agent.process.ended", {"code": _name_exit(code), "said": said})


def read_memory_limit() -> int:
    """MiB that an agent in a process of its own may use."""
    with suppress(ValueError):
        return max(int(os.environ.get(MEMORY, "")), 1)
    return DEFAULT_MEMORY


def _name_exit(code: int) -> str:
    """What ended a process: the name of a signal, or its exit code."""
    number = -code if code < 0 else code - 128
    with suppress(ValueError):
        return signal.Signals(number).name
    return f"exit {code}"


def _read_messages(pipe: IO[bytes], messages: SimpleQueue[bytes | None]) -> None:
    """Pass on lines until the pipe closes, or brings what is no answer."""
    with suppress(OSError, ValueError), pipe:
        while messages.qsize() < MAX_MESSAGES:
            line = pipe.readline(MAX_LINE)
            if not line.endswith(b"\n"):
                if line:
                    messages.put(b"")
                break
            messages.put(line)
    messages.put(None)


def _kill(process: subprocess.Popen[bytes], owner: int) -> None:
    # After a fork, it is still the process of the parent.
    if os.getpid() == owner:
        kill_isolated(process)
        assert process.stdin is not None
        with suppress(OSError):
            process.stdin.close()
