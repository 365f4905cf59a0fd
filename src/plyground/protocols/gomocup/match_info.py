"""What a manager demands by `INFO`, and what follows: how long to think, how much memory to use."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from plyground.core.limits import Clock, time_for_move
from plyground.locale import Problem
from plyground.protocols.gomocup.message_parsing import quoted, read_numbers

CONTINUOUS, RENJU = 2, 4
"""Of the mask of rules."""
UNLIMITED = 2_147_483_647
"""Milliseconds left of a game without a limit."""

USUAL_SECONDS = 5.0
"""For a move, where nobody says."""
MARGIN = 0.030
"""Seconds kept back of a move for waking up and for the pipe; `bench/gomocup.py` shows what is
needed."""
LAST_MOMENT = 0.012
"""Seconds before the end of a move at which whatever is known then is played."""
AT_ONCE = 0.020
"""How long a search takes where the answer is wanted at once."""

MEBIBYTE = 2**20
PROGRAM = 270
"""MiB that the program needs besides its table, where the system does not tell: after compiling.
Loaded from the cache it is 170."""
RESERVE = 16
"""MiB that it may still take."""
USUAL_TABLE, LARGEST_TABLE = 128, 1024
"""MiB, where nobody says and at most."""
MOST_THREADS = 64


@dataclass(frozen=True)
class Budget:
    """Seconds of one move, counted from its command."""

    think: float
    """When the search ends."""
    latest: float
    """When there must be an answer, come what may."""


@dataclass
class Terms:
    turn: float = USUAL_SECONDS
    left: float | None = None
    """Seconds for the rest of the game."""
    memory: int = 0
    """Bytes; 0 is no limit."""
    mask: int = 0
    game_type: int | None = None
    depth: int | None = None
    nodes: int | None = None
    hash: int | None = None
    """KiB of the table, if it is said apart from the memory."""
    threads: int = 1

    def hear(self, text: str) -> None:
        """The rest of an `INFO` line. What nobody knows is passed over, as it should be."""
        key, _, value = text.strip().partition(" ")
        if not key:
            raise Problem("gomocup.problem.info")
        hearer = _KEYS.get(key.lower())
        if hearer is not None:
            try:
                [number] = read_numbers(value, 1)
            except Problem:
                raise Problem(
                    "gomocup.problem.value", key=quoted(key), given=quoted(value)
                ) from None
            hearer(self, number)

    @property
    def rule(self) -> int:
        """The mask; alone and without a type of game, 2 is the renju of Yixin's managers."""
        if self.mask == CONTINUOUS and self.game_type is None:
            return RENJU
        return self.mask

    def budget(self, overhead: float) -> Budget:
        """The time of the next move; `overhead` is what earlier ones took beyond theirs."""
        allowed = latest = self.turn
        if self.left is not None:
            left = max(self.left, 0.0)
            allowed, latest = min(allowed, time_for_move(Clock(left))), min(latest, left)
        think = max(allowed - MARGIN - overhead, AT_ONCE if not self.turn else 0.0)
        return Budget(think, max(latest - LAST_MOMENT, think))

    def spend(self, seconds: float) -> None:
        """A move was made; whoever keeps the clock will say so too, if it speaks of it at all."""
        if self.left is not None:
            self.left -= seconds


def table_size(memory: int, hash: int | None, used: int) -> int:
    """MiB of the table: what is left of the memory beside a program that uses so many."""
    wanted = LARGEST_TABLE if memory else USUAL_TABLE
    if hash is not None:
        wanted = hash // 1024
    if memory:
        wanted = min(wanted, memory // MEBIBYTE - used - RESERVE)
    return min(max(wanted, 1), LARGEST_TABLE)


def used_memory() -> int:
    """MiB that this process uses now."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return PROGRAM
    return pages * os.sysconf("SC_PAGE_SIZE") // MEBIBYTE


def _hear_turn(terms: Terms, value: int) -> None:
    terms.turn = max(value, 0) / 1000


def _hear_left(terms: Terms, value: int) -> None:
    terms.left = None if value >= UNLIMITED else value / 1000


def _hear_match(terms: Terms, value: int) -> None:
    # What is left, if told, counts; without it this is what there is at the beginning.
    if value <= 0:
        terms.left = None
    elif terms.left is None:
        terms.left = value / 1000


def _hear_memory(terms: Terms, value: int) -> None:
    terms.memory = max(value, 0)


def _hear_rule(terms: Terms, value: int) -> None:
    terms.mask = value


def _hear_type(terms: Terms, value: int) -> None:
    terms.game_type = value


def _hear_depth(terms: Terms, value: int) -> None:
    terms.depth = value if value > 0 else None


def _hear_nodes(terms: Terms, value: int) -> None:
    terms.nodes = value if value > 0 else None


def _hear_hash(terms: Terms, value: int) -> None:
    terms.hash = value if value > 0 else None


def _hear_threads(terms: Terms, value: int) -> None:
    terms.threads = min(max(value, 1), MOST_THREADS)


_KEYS = {
    "timeout_turn": _hear_turn,
    "timeout_match": _hear_match,
    "time_left": _hear_left,
    "max_memory": _hear_memory,
    "rule": _hear_rule,
    "game_type": _hear_type,
    "max_depth": _hear_depth,
    "max_node": _hear_nodes,
    "hash_size": _hear_hash,
    "thread_num": _hear_threads,
}
"""`evaluate` is for debugging and `folder` for files that we have none of: both are passed over."""
