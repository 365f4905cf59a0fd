"""Admission: a user's game is checked before its code runs where it could do harm.

Two steps, each done once for every state of a game's code:

* `check_loaded`, when a game is loaded: the kernels as plain Python, for about a second;
* `admit`, before the kernels run as native code in this process: the same kernels as native code
  with bounds checks, in a child process (`native_trial`) that may crash or hang instead.

A game that has passed is remembered in the cache folder by a fingerprint of all that the result
depends on. A game that has failed is remembered by this process only: the reason may have been the
machine. Built-in games are checked by the tests.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from plyground.core.jit import cache_root, fingerprint
from plyground.games.game import Game
from plyground.locale import Failure, Problem

# Raise this when a check finds more than before: all games are then checked again.
VERSION = 1

NO_CHECK = "PLYGROUND_NO_CHECK"
"""The variable that switches checks off, in this process and in those it starts."""

_failed: dict[str, Problem] = {}
_passed: set[str] = set()
_locks: dict[str, threading.Lock] = {}


def switch_off() -> None:
    """Check no games any more."""
    os.environ[NO_CHECK] = "1"


def needs_check(game: Game) -> bool:
    """Is it a user's game, and are checks wanted?"""
    return not os.environ.get(NO_CHECK) and not type(game).__module__.startswith("plyground.")


def check_loaded(game: Game) -> None:
    """Check a user's game in plain Python; raise a `Failure` if it breaks the contract."""
    if needs_check(game):
        _require(game, f"plain-{_hash_source(game)}", _check_plain)


def admit(game: Game) -> None:
    """Check a user's game in plain Python and in a child process, before it runs natively here."""
    if needs_check(game):
        check_loaded(game)
        _require(game, "native", _check_native)


def _check_native(game: Game) -> None:
    from plyground.games.checking.native_trial import run_native_trial

    run_native_trial(game)


def _check_plain(game: Game) -> None:
    from plyground.games.checking.checker import check_plain

    check_plain(game)


def _require(game: Game, step: str, check: Callable[[Game], None]) -> None:
    """Do a check, unless its result is known; raise a `Failure` if the game did not pass."""
    try:
        key = f"{step}-{_hash_rules(game)}"
    except Problem as problem:
        raise _to_failure(problem) from problem
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise Failure("problem.check.build", game=repr(game), why=why) from error
    with _locks.setdefault(key, threading.Lock()):
        if key in _failed:
            raise _failed[key]
        if key in _passed or _stamp(key).is_file():
            _passed.add(key)
            return
        try:
            check(game)
        except Problem as problem:
            _failed[key] = _to_failure(problem)
            raise _failed[key] from problem
        _passed.add(key)
        _write_stamp(key, repr(game))


def _to_failure(problem: Problem) -> Failure:
    """The same sentence as the fault of the game, not of the request."""
    return problem if isinstance(problem, Failure) else Failure(problem.key, **problem.values)


def _stamp(key: str) -> Path:
    return cache_root() / "checked" / key


def _write_stamp(key: str, text: str) -> None:
    # Without a place to write to, the game is checked again by the next process.
    with suppress(OSError):
        _stamp(key).parent.mkdir(parents=True, exist_ok=True)
        _stamp(key).write_text(text, encoding="utf-8")


def _hash_rules(game: Game) -> str:
    """Hash the kernels, all other rules, the options and the version of the checks."""
    rules = game.rules
    digest = hashlib.sha256(repr((VERSION, sys.version, type(game).__qualname__)).encode())
    for name, function in rules.kernels.present().items():
        digest.update(f"{name} {fingerprint(function)} ".encode())
    for vector in (rules.start, rules.tables):
        digest.update(repr(vector.shape).encode())
        digest.update(vector.tobytes())
    numbers = (
        rules.move_limit, rules.branching, rules.features_size, rules.features_scratch,
        rules.scale, rules.futility, rules.scoring, sorted(map(repr, game.settings.items())),
    )  # fmt: skip
    digest.update(repr(numbers).encode())
    return digest.hexdigest()[:20]


def _hash_source(game: Game) -> str:
    """Hash the file of a game's class: its notation and scene are checked, too."""
    source = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    try:
        content = Path(source).read_bytes() if source else b""
    except OSError:
        content = b""
    return hashlib.sha256(content).hexdigest()[:10]
