"""Certificates: a strategy with the value it guarantees, for independent verification.

The strategy gives one move for every position that its side can reach by following it, against all
replies. A checker needs only the rules: it plays through all lines and verifies how they end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from plyground.core.contract import Vector
from plyground.core.limits import Stop
from plyground.core.prover import Expansion, Prover, Stopped
from plyground.core.solver import Solver
from plyground.core.values import ONGOING
from plyground.core.watched_thread import run_watched

NamePosition = Callable[[Vector], bytes]


def name_state(state: Vector) -> bytes:
    return state.tobytes()


@dataclass(frozen=True)
class Certificate:
    """The strategy of one side."""

    side: int
    value: int
    """The least that the side gets: 1 for a win, 0 for a draw, or the margin."""
    plies: int | None
    """The most plies that the win takes; None if not claimed."""
    moves: dict[bytes, int]
    """The move in each position, by its name: the bytes of its state, if nothing else was asked
    for. Of positions with one name it is the move in one of them."""
    following: dict[bytes, bytes]
    """The name of the position after that move."""


def certify(
    solver: Solver,
    state: Vector,
    stop: Stop,
    distance: bool = True,
    name: NamePosition = name_state,
) -> tuple[Certificate, ...] | None:
    """Strategies that prove the value of a position; None if stopped before that.

    The winner's proves a win. Of a draw or a margin there are two: neither side gets less.
    Positions with one name count as one: they must be equal but for a symmetry.
    """
    solution = solver.solve(state, stop, distance=distance)
    side, value = int(state[0]), solution.value
    if value is None or not solution.complete:
        return None
    if solver.rules.scoring or value == 0:
        claims = [(side, value), (1 - side, -value)]
    else:
        claims = [(side if value == 1 else 1 - side, 1)]
    found: list[Certificate] = []

    def work() -> None:
        for winner, least in claims:
            moves, following = _strategy(
                solver.provers[0], state, winner, least, solution.plies, stop, name
            )
            found.append(Certificate(winner, least, solution.plies, moves, following))

    try:
        run_watched(work, stop)
    except Stopped:
        return None
    return tuple(found)


def _strategy(
    prover: Prover,
    state: Vector,
    side: int,
    value: int,
    plies: int | None,
    stop: Stop,
    name: NamePosition,
) -> tuple[dict[bytes, int], dict[bytes, bytes]]:
    moves: dict[bytes, int] = {}
    following: dict[bytes, bytes] = {}
    here_name = name(state)
    seen = {here_name}
    waiting = [(here_name, state)]
    while waiting:
        here_name, position = waiting.pop()
        here = prover.expand_root(position)
        if here.outcome != ONGOING:
            continue
        children = list(range(len(here.moves)))
        if position[0] == side:
            children = [_choose(prover, position, here, value, plies is not None, stop)]
            moves[here_name] = here.moves[children[0]]
        for child in (here.states[index] for index in children):
            child_name = name(child)
            if position[0] == side:
                following[here_name] = child_name
            if child_name not in seen:
                seen.add(child_name)
                waiting.append((child_name, child))
    return moves, following


def _choose(
    prover: Prover, position: Vector, here: Expansion, value: int, is_counted: bool, stop: Stop
) -> int:
    """The index of a move that keeps the claim.

    Where plies are counted it is one of the shortest wins, because the same position may be
    reached with more or fewer plies left.
    """
    left = prover.plies(position, True, stop) - 1 if is_counted else 0

    def keeps_claim(child: Vector, stop: Stop) -> bool:
        same = bool(child[0] == position[0])
        if is_counted:
            return prover.distance(child, same, left, stop) <= left
        if same:
            return prover.can_reach(child, value, stop)
        return not prover.can_reach(child, 1 - value, stop)

    # A prover that is stopped still answers from its table, which is usually enough.
    stopped = Stop()
    stopped.set()
    for asked in (stopped, stop):
        for index, child in enumerate(here.states):
            try:
                if keeps_claim(child, asked):
                    return index
            except Stopped:
                if stop.is_set:
                    raise
    raise AssertionError("a position that keeps the claim has a move that does")
