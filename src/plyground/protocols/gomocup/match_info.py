"""The settings that a manager sends by `INFO`: time, memory, rules and limits."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from plyground.core.limits import Clock, time_for_move
from plyground.locale import Problem
from plyground.protocols.gomocup.wire_format import quote

CONTINUOUS, RENJU = 2, 4
"""Bits of the mask of rules."""
UNLIMITED = 2_147_483_647
"""The value of `time_left` in a game without a limit."""

MAX_NUMBER = 2**62
"""Larger numbers mean no more, and might not fit into native code."""

DEFAULT_SECONDS = 5.0
"""For a move, unless the manager sends another limit."""
MARGIN = 0.030
"""Seconds of a move that are reserved for waking up and for the pipe; `bench/gomocup.py` measures
what is needed."""
DEADLINE_MARGIN = 0.012
"""Seconds before the time limit when the best move so far is played."""
MIN_SECONDS = 0.020
"""Seconds of a search if the limit is 0."""

MEBIBYTE = 2**20
PROGRAM = 270
"""MiB of the process without its table after compiling, where the system does not say. It is 170
if the code comes from the cache."""
RESERVE = 16
"""MiB by which the process may still grow."""
DEFAULT_TABLE, MAX_TABLE = 128, 1024
"""MiB."""
MAX_THREADS = 64

_NUMBER = re.compile(r"-?\d+", re.ASCII)


@dataclass(frozen=True)
class TimeBudget:
    """Seconds of one move, from the arrival of its command."""

    think: float
    """When the search stops."""
    latest: float
    """When an answer must be sent in any case."""


@dataclass
class MatchInfo:
    """The current settings."""

    turn: float = DEFAULT_SECONDS
    left: float | None = None
    """Seconds for the rest of the game."""
    memory: int = 0
    """Bytes; 0 is no limit."""
    mask: int = 0
    game_type: int | None = None
    depth: int | None = None
    nodes: int | None = None
    hash: int | None = None
    """KiB of the table, if given separately from the memory."""
    threads: int = 1

    def update(self, text: str) -> None:
        """Apply the rest of an `INFO` line. Unknown keys are ignored, as the protocol demands."""
        key, _, value = text.strip().partition(" ")
        if not key:
            raise Problem("gomocup.problem.info")
        setter = _KEYS.get(key.lower())
        if setter is not None:
            digits = value.strip()
            if not _NUMBER.fullmatch(digits):
                raise Problem("gomocup.problem.value", key=quote(key), given=quote(value))
            # Some managers send absurd numbers for "no limit", and INFO has no answer to complain;
            # a float has room for any of them.
            setter(self, int(min(max(float(digits), -MAX_NUMBER), MAX_NUMBER)))

    @property
    def rule(self) -> int:
        """The mask of rules. 2 without a game type is renju, as Yixin's managers send it."""
        if self.mask == CONTINUOUS and self.game_type is None:
            return RENJU
        return self.mask

    def make_budget(self, overhead: float) -> TimeBudget:
        """The time of the next move; `overhead` is by how much earlier ones exceeded theirs."""
        allowed = latest = self.turn
        if self.left is not None:
            left = max(self.left, 0.0)
            allowed, latest = min(allowed, time_for_move(Clock(left))), min(latest, left)
        think = max(allowed - MARGIN - overhead, MIN_SECONDS if not self.turn else 0.0)
        return TimeBudget(think, max(latest - DEADLINE_MARGIN, think))

    def spend(self, seconds: float) -> None:
        """Subtract the time of a move. The manager may send `time_left`, which replaces it."""
        if self.left is not None:
            self.left -= seconds


def compute_table_size(memory: int, hash: int | None, used: int) -> int:
    """MiB of the table, if the process without it already uses `used` MiB."""
    size = MAX_TABLE if memory else DEFAULT_TABLE
    if hash is not None:
        size = hash // 1024
    if memory:
        size = min(size, memory // MEBIBYTE - used - RESERVE)
    return min(max(size, 1), MAX_TABLE)


def measure_memory() -> int:
    """The resident memory of this process in MiB."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return PROGRAM
    return pages * os.sysconf("SC_PAGE_SIZE") // MEBIBYTE


def to_milliseconds(seconds: float) -> int:
    """A time as a manager sends it: never negative, at most `UNLIMITED`."""
    return round(1000 * min(max(seconds, 0.0), UNLIMITED / 1000))


def _set_turn(info: MatchInfo, value: int) -> None:
    # No longer than a timer can wait: 25 days are enough for a move.
    info.turn = min(max(value, 0), UNLIMITED) / 1000


def _set_left(info: MatchInfo, value: int) -> None:
    info.left = None if value >= UNLIMITED else max(value, 0) / 1000


def _set_match(info: MatchInfo, value: int) -> None:
    # `time_left` takes precedence; without it this is the time at the start of the game.
    if value <= 0:
        info.left = None
    elif info.left is None:
        info.left = min(value, UNLIMITED) / 1000


def _set_memory(info: MatchInfo, value: int) -> None:
    info.memory = max(value, 0)


def _set_rule(info: MatchInfo, value: int) -> None:
    info.mask = value


def _set_type(info: MatchInfo, value: int) -> None:
    info.game_type = value


def _set_depth(info: MatchInfo, value: int) -> None:
    info.depth = value if value > 0 else None


def _set_nodes(info: MatchInfo, value: int) -> None:
    info.nodes = value if value > 0 else None


def _set_hash(info: MatchInfo, value: int) -> None:
    info.hash = value if value > 0 else None


def _set_threads(info: MatchInfo, value: int) -> None:
    info.threads = min(max(value, 1), MAX_THREADS)


_KEYS = {
    "timeout_turn": _set_turn,
    "timeout_match": _set_match,
    "time_left": _set_left,
    "max_memory": _set_memory,
    "rule": _set_rule,
    "game_type": _set_type,
    "max_depth": _set_depth,
    "max_node": _set_nodes,
    "hash_size": _set_hash,
    "thread_num": _set_threads,
}
"""`evaluate` is for debugging, and `folder` is for files, of which there are none."""
