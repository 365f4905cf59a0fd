"""Agents that do everything an agent must not do, and one that does nothing wrong.

Each bomb is small: it would stop by itself if nobody stopped it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time

MOST_FORKS = 120
MOST_MEBIBYTES = 1500
NAP_SECONDS = 60


class Honest:
    def act(self, state):
        return state.moves[0]


class Exits(Honest):
    def act(self, state):
        os._exit(0)


class Leaves(Honest):
    def act(self, state):
        sys.exit(3)


class Segfaults(Honest):
    def act(self, state):
        ctypes.string_at(0)


class LoopsInC(Honest):
    """Holds the GIL for longer than anybody lives."""

    def act(self, state):
        re.match(r"(a+)+$", "a" * 64 + "b")


class LoopsInPython(Honest):
    def act(self, state):
        while True:
            pass


class HangsWhenMade(Honest):
    def __init__(self):
        time.sleep(NAP_SECONDS)


class ExitsWhenMade(Honest):
    def __init__(self):
        os._exit(7)


class HangsWhenPrepared(Honest):
    def prepare(self, game):
        time.sleep(NAP_SECONDS)


class TakesMemory(Honest):
    def act(self, state):
        taken = [b"x" * (10 << 20) for _ in range(MOST_MEBIBYTES // 10)]
        time.sleep(NAP_SECONDS if taken else 0)


class Forks(Honest):
    def act(self, state):
        for _ in range(MOST_FORKS):
            if os.fork() == 0:
                time.sleep(NAP_SECONDS)
                os._exit(0)
        time.sleep(NAP_SECONDS)


class StartsDaemons(Honest):
    """Leaves the process group and the parent; the name of the program finds it again."""

    def __init__(self, mark):
        self.mark = str(mark)

    def act(self, state):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.execv("/bin/sleep", [self.mark, str(NAP_SECONDS)])
            os._exit(0)
        return super().act(state)


class FloodsOutput(Honest):
    def act(self, state):
        while True:
            os.write(1, b"x" * 65536)


class FloodsErrors(Honest):
    def act(self, state):
        while True:
            print("x" * 65536, file=sys.stderr)


class Prints(Honest):
    """More than a pipe holds, and what looks like an answer."""

    def act(self, state):
        print("y" * 200_000)
        print('{"analysis": null}', flush=True)
        return super().act(state)


class PatchesReferee(Honest):
    def act(self, state):
        from plyground.agents.isolated_agent import IsolatedAgent
        from plyground.arena.referee import Referee
        from plyground.games.position import Position
        from plyground.play.session import Session

        for kind in (IsolatedAgent, Referee, Session):
            for name in list(vars(kind)):
                with contextlib.suppress(AttributeError, TypeError):
                    setattr(kind, name, None)
        Position.outcome = None
        return super().act(state)


class ChangesPosition:
    def choose(self, position, limit):
        move = position.moves[0]
        position.state.base[:] = 1
        position.game.rules.tables.base[:] = 0
        position.history = ()
        object.__setattr__(limit, "time", 1e9)
        return move


class AnswersNonsense(Honest):
    def act(self, state):
        return object()


class PlaysIllegally(Honest):
    def act(self, state):
        return "z99"


class HostileError(Exception):
    def __str__(self):
        raise RuntimeError("no text")


class RaisesHostileError(Honest):
    def act(self, state):
        raise HostileError


class RaisesControlCharacters(BaseException, Honest):
    def act(self, state):
        raise RaisesControlCharacters("\x1b[2J\x07" + "z" * 100_000)


class ClosesPipes(Honest):
    def act(self, state):
        os.closerange(0, 256)
        return super().act(state)


class WritesToReferee(Honest):
    """Finds the pipe and sends what a careless reader would run or fail on."""

    def act(self, state):
        for descriptor in range(3, 30):
            with contextlib.suppress(OSError):
                os.write(descriptor, b"[" * 100_000 + b"\n")
        return super().act(state)


class SendsEndlessLine(Honest):
    def act(self, state):
        while True:
            for descriptor in range(3, 30):
                with contextlib.suppress(OSError):
                    os.write(descriptor, b"7" * 65536)


class IsLate(Honest):
    def __init__(self, seconds):
        self.seconds = seconds

    def act(self, state):
        time.sleep(self.seconds)
        return super().act(state)


class KillsParent(Honest):
    def act(self, state):
        # Only if that is not somebody's shell.
        if "plyground.agents.agent_host" in sys.modules:
            os.kill(os.getppid(), signal.SIGKILL)
        return super().act(state)


class ThinksInBetween:
    """Says how much it has computed since its last move, in milliseconds of a core."""

    def __init__(self):
        self.before = 0.0
        threading.Thread(target=self.count, daemon=True).start()

    def count(self):
        while True:
            pass

    def choose(self, position, limit):
        from plyground import Analysis

        spent = time.process_time() - self.before
        found = Analysis(position.moves[0], nodes=int(1000 * spent))
        self.before = time.process_time()
        return found


class Spies(Honest):
    """Says what it could do outside."""

    def __init__(self, file, port):
        self.file, self.port = file, port

    def act(self, state):
        could = []
        with contextlib.suppress(OSError):
            open(self.file, "w").close()
            could.append("write")
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", self.port), 5).close()
            could.append("connect")
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run(["/bin/true"], check=True, timeout=30)
            could.append("run")
        raise RuntimeError(f"could {could}, secret {os.environ.get('PLYGROUND_DATABASE')}")
