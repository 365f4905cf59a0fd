"""The first run of a user's native code, in a child process and with bounds checks.

Native code can crash a process or never return, and then nothing in that process can say why. So
it first runs in a child. Before each call the child notes in a file that both processes have mapped
which kernel it calls and which moves led to the position. Whatever happens to the child, the parent
knows where.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import Any, BinaryIO

import numpy as np

from plyground.core.contract import KERNELS, Rules, Vector, signature
from plyground.core.jit import Compiled, compile_with_bounds_checks, reach_kernels
from plyground.core.pointers import NativeKernels
from plyground.core.values import PLY_LIMIT
from plyground.games.checking.checker import check_native
from plyground.games.checking.random_games import locate_problems
from plyground.games.checking.sandbox import CALL_SECONDS
from plyground.games.game import Game
from plyground.games.scene import Path as SpotPath
from plyground.games.scene import Scene
from plyground.locale import Failure, Problem, current_language, say

# Slots of the notes: how many calls were made, the kernel that runs now (1 + its place in the
# contract; 0 for none), how many moves led to the position, and then these moves.
_CALLS = 0
_KERNEL = 1
_PLIES = 2
_MOVES = 3
_NOTES_SIZE = _MOVES + PLY_LIMIT + 1

# Games played in the child. They are played in turn at random and directed to long games and to
# positions with many moves: some thousand positions of most games.
PLAYOUTS = 60
PATIENCE = 1.5
"""Seconds to compare native code with plain Python."""
TOTAL_SECONDS = 600.0
"""No check takes this long, even where compilation takes minutes."""
_POLL_SECONDS = 0.05
WAIT_SECONDS = 0.5
"""Seconds before standard error says what takes so long."""

MEMORY_LIMIT = 8 << 30
"""Bytes of address space; Numba itself takes two GiB of it."""


@dataclass(frozen=True)
class _Trial:
    """What the child is given."""

    rules: Rules
    title: str


# The parent.


def run_native_trial(game: Game) -> None:
    """Run a game's kernels as native code in a child process; raise a `Problem` if they break the
    contract, crash or do not return."""
    given = _serialise(_Trial(game.rules, repr(game)))
    if given is None:
        # Kernels that hold something which cannot be sent to another process.
        return
    with tempfile.TemporaryDirectory("-plyground", ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "notes"
        notes = np.memmap(file, np.int64, "w+", shape=(_NOTES_SIZE,))
        with _start_child(file) as child:
            assert child.stdin is not None
            try:
                # The pipe stays open: when it closes, the parent is gone, and the child ends.
                with suppress(BrokenPipeError):
                    child.stdin.write(len(given).to_bytes(8, "little") + given)
                    child.stdin.flush()
                answer = _wait(game, child, notes)
            finally:
                child.kill()
                with suppress(BrokenPipeError):
                    child.stdin.close()
        del notes
    _raise_answer(game, answer)


def _start_child(notes: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PLYGROUND_LANG": current_language(), "PYTHONUTF8": "1"}
    return subprocess.Popen(
        [sys.executable, "-P", "-c", f"from {__name__} import main; main()", str(notes)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**environment, "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path)},
        # Ctrl-C at the terminal is for the parent, which then ends the child.
        start_new_session=True,
    )


def _wait(game: Game, child: subprocess.Popen[bytes], notes: Vector) -> bytes:
    """What the child has to say; a `Problem` if it crashed or a kernel did not return."""
    assert child.stdout is not None
    parts: list[bytes] = []
    reader = threading.Thread(target=_read_all, args=(child.stdout, parts), daemon=True)
    reader.start()
    started = called = monotonic()
    calls = -1
    is_said = False
    while reader.is_alive():
        reader.join(_POLL_SECONDS)
        now = monotonic()
        if now - started > WAIT_SECONDS and not is_said:
            is_said = True
            print(say("check.wait", game=repr(game)), file=sys.stderr, flush=True)
        if notes[_CALLS] != calls or notes[_KERNEL] == 0:
            calls, called = int(notes[_CALLS]), now
        if now - called > CALL_SECONDS:
            seconds = f"{CALL_SECONDS:g}"
            raise _locate(game, notes, "problem.check.overdue", seconds=seconds)
        if now - started > TOTAL_SECONDS:
            raise _locate(game, notes, "problem.check.trial_overdue", seconds=f"{now - started:g}")
    code = child.wait()
    answer = b"".join(parts)
    if code != 0 or not answer:
        raise _locate(game, notes, "problem.check.crash", signal=_name_signal(code))
    return answer


def _read_all(pipe: BinaryIO, parts: list[bytes]) -> None:
    parts.append(pipe.read())


def _locate(game: Game, notes: Vector, key: str, **values: str) -> Problem:
    """A problem in the position that the child has noted."""
    running = int(notes[_KERNEL])
    values["kernel"] = list(KERNELS)[running - 1] if running else "?"
    history = [int(move) for move in notes[_MOVES : _MOVES + int(notes[_PLIES])]]
    return _catch(game, history, Problem(key, **values))


def _catch(game: Game, history: list[int], problem: Problem) -> Problem:
    """A problem with the game and the moves before it."""
    try:
        with locate_problems(game, history):
            raise problem
    except Problem as located:
        return located


def _name_signal(code: int) -> str:
    """What ended a process, as far as the system tells."""
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"exit {code}"


def _raise_answer(game: Game, answer: bytes) -> None:
    problem: Problem | None = pickle.loads(answer)
    if problem is None:
        return
    history = problem.values.get("history")
    why = problem.values.get("why")
    if problem.key == "problem.check" and isinstance(history, list) and isinstance(why, Problem):
        # The child knows the numbers of the moves only.
        raise _catch(game, history, why)
    raise problem


def _serialise(trial: _Trial) -> bytes | None:
    """A trial for another process, with the user's functions by value."""
    from numba import cloudpickle

    # What is in `__main__` is sent by value anyway.
    names = _list_modules(trial.rules) - {"__main__"}
    modules = [sys.modules[name] for name in names if name in sys.modules]
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
    try:
        return bytes(cloudpickle.dumps(trial))
    except Exception:
        return None
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)


def _list_modules(rules: Rules) -> set[str]:
    """The names of the modules that the user's kernels are in."""
    return {
        marked.function.__module__
        for function in rules.kernels.present().values()
        for marked in reach_kernels(function)
        if not marked.function.__module__.startswith("plyground.")
    }


# The child.


class _RulesOnly(Game):
    """A game of which only the rules are known: moves are their numbers, and nothing is drawn."""

    name = "subject"

    def __init__(self, trial: _Trial, native: NativeKernels) -> None:
        super().__init__()
        self._trial = trial
        self._native = native

    def build(self) -> Rules:
        return self._trial.rules

    def path(self, state: Vector, move: int) -> SpotPath:
        return (str(move),)

    def scene(self, state: Vector) -> Scene:
        return Scene("plane", ())

    def draw(self, position: Any) -> Scene:
        return Scene("plane", ())

    def __repr__(self) -> str:
        return self._trial.title


class _Notes:
    """What the child is doing, in a file that its parent reads."""

    def __init__(self, file: Path) -> None:
        self._slots = np.memmap(file, np.int64, "r+", shape=(_NOTES_SIZE,))
        self._histories: dict[bytes, tuple[int, ...]] = {}
        self._noted = b""

    def watch(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A kernel that notes each of its calls."""
        number = list(KERNELS).index(name) + 1

        def call(state: Vector, *arguments: Any) -> Any:
            before = state.tobytes()
            history = self._histories.get(before, ())
            if before != self._noted:
                self._slots[_PLIES] = len(history)
                self._slots[_MOVES : _MOVES + len(history)] = history
                self._noted = before
            self._slots[_CALLS] += 1
            self._slots[_KERNEL] = number
            result = function(state, *arguments)
            self._slots[_KERNEL] = 0
            if name == "play" and len(history) < PLY_LIMIT:
                self._histories.setdefault(state.tobytes(), (*history, int(arguments[0])))
            return result

        return call


def _limit_resources() -> None:
    """Bound the memory and write no core file, where the system allows it."""
    try:
        import resource
    except ImportError:
        return
    for kind, most in ((resource.RLIMIT_AS, MEMORY_LIMIT), (resource.RLIMIT_CORE, 0)):
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))


def _end_with_parent() -> None:
    """End this process when the pipe from its parent closes."""
    os.read(0, 1)
    os._exit(1)


def _check(trial: _Trial, notes: _Notes) -> Problem | None:
    """Run the kernels as native code with bounds checks; return what is wrong, if anything."""
    for name in _list_modules(trial.rules):
        # Numba gives a recursion two names, and cannot link it, if its module is unknown.
        sys.modules.setdefault(name, ModuleType(name))
    try:
        present = trial.rules.kernels.present()
        compiled = {}
        for name, function in present.items():
            native = compile_with_bounds_checks(function, signature(name))
            compiled[name] = Compiled(notes.watch(name, native), 0, from_cache=False)
        game = _RulesOnly(trial, NativeKernels(np.zeros(len(KERNELS), np.int64), compiled))
        check_native(game, PLAYOUTS, patience=PATIENCE)
    except Problem as problem:
        return problem
    except MemoryError:
        return Failure("problem.check.memory", gibibytes=MEMORY_LIMIT >> 30)
    return None


def main() -> None:
    """What the child does: it reads a trial from standard input and answers with a problem or
    None."""
    # The answer has standard output for itself: whatever the game prints goes nowhere.
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    _limit_resources()
    given = sys.stdin.buffer
    size = int.from_bytes(given.read(8), "little")
    content = given.read(size)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    problem = _check(pickle.loads(content), _Notes(Path(sys.argv[1])))
    answer.write(pickle.dumps(problem))
    answer.close()
    # Without waiting for threads that native code may still keep busy.
    os._exit(0)
