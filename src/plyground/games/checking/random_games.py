"""Games in the sandbox: the positions reached, and where a violation was found.

Random games hardly ever reach what breaks a game: the last cell of a full board, the position with
the most moves, a pass after a pass. Directed games look for these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Literal

import numpy as np

from plyground.core.contract import Rules, Vector
from plyground.core.values import DRAW, LOSS, MARGIN, MARGIN_LIMIT, ONGOING, PLY_LIMIT, WIN
from plyground.games.checking.sandbox import Sandbox
from plyground.games.game import Game
from plyground.locale import Problem, say


@dataclass(frozen=True, eq=False)
class SampledPosition:
    """A position of a random game, with its legal moves and outcome."""

    state: Vector
    moves: tuple[int, ...]
    outcome: int
    played: list[int]
    """All moves of the game, including those played later."""
    ply: int

    @property
    def history(self) -> list[int]:
        return self.played[: self.ply]

    @property
    def is_over(self) -> bool:
        return self.outcome != ONGOING


def find_winner(end: SampledPosition) -> int | None:
    """The side that won a finished game, None for a draw."""
    if end.outcome in (DRAW, MARGIN):
        return None
    mover, is_won = int(end.state[0]), end.outcome == WIN or end.outcome > MARGIN
    return mover if is_won else 1 - mover


Policy = Literal["random", "longest", "widest", "narrowest", "upward", "downward", "repeated"]
"""How moves are chosen: `longest` avoids the end, `widest` and `narrowest` look for positions with
many or few moves, `upward` and `downward` let one side take the lowest and the other the highest
number, `repeated` lets each side play the number it played last."""

POLICIES: tuple[Policy, ...] = (
    "random", "longest", "random", "upward", "random", "widest",
    "random", "downward", "random", "repeated", "random", "narrowest",
)  # fmt: skip
"""The policies of the games of a check, in turn."""

# How many children a directed game compares at each move.
_CHILDREN_COMPARED = 6
# A directed game that is not over by then is left: a random one is what must end.
_DIRECTED_PLIES = 1_000


def play_game(
    game: Game, sandbox: Sandbox, random: Random, policy: Policy = "random"
) -> Iterator[SampledPosition]:
    """The positions of one game from start to end. A directed game may stop before its end."""
    state = game.rules.start
    played: list[int] = []
    visited = set()
    while True:
        with locate_problems(game, played):
            sample = inspect_state(game.rules, sandbox, state, played)
        yield sample
        if sample.is_over:
            return
        if policy != "random" and (len(played) == _DIRECTED_PLIES or state.tobytes() in visited):
            return
        if len(played) == PLY_LIMIT:
            raise Problem("problem.check.endless", game=repr(game), plies=PLY_LIMIT)
        visited.add(state.tobytes())
        played.append(_choose(game, sandbox, sample, random, policy))
        with locate_problems(game, played):
            state = play_move(sandbox, state, played[-1])


def play_move(sandbox: Sandbox, state: Vector, move: int) -> Vector:
    """The state after a move; a `Problem` if its side to move is neither."""
    after = sandbox.run("play", state=state, move=move).vectors["state"]
    if after[0] not in (0, 1):
        raise Problem("problem.check.side", given=int(after[0]))
    return after


def _choose(
    game: Game, sandbox: Sandbox, sample: SampledPosition, random: Random, policy: Policy
) -> int:
    moves, side = sample.moves, sample.state[0]
    if policy == "random" or len(moves) == 1:
        return random.choice(moves)
    if policy in ("upward", "downward"):
        return min(moves) if (side == 0) == (policy == "upward") else max(moves)
    if policy == "repeated":
        return next((move for move in sample.history[-2:] if move in moves), random.choice(moves))

    def rank(move: int) -> tuple[bool, int]:
        history = [*sample.history, move]
        with locate_problems(game, history):
            after = play_move(sandbox, sample.state, move)
            child = inspect_state(game.rules, sandbox, after, history)
        return not child.is_over, {"widest": 1, "narrowest": -1}.get(policy, 0) * len(child.moves)

    return max(random.sample(moves, min(len(moves), _CHILDREN_COMPARED)), key=rank)


def inspect_state(
    rules: Rules, sandbox: Sandbox, state: Vector, played: list[int]
) -> SampledPosition:
    """The moves and the outcome of a state; a `Problem` if they break the contract."""
    outcome = sandbox.run("outcome", state=state).value
    is_margin = abs(outcome - MARGIN) < MARGIN_LIMIT
    if outcome not in (ONGOING, WIN, LOSS, DRAW) and not is_margin:
        raise Problem("problem.check.outcome", given=outcome)
    if outcome != ONGOING:
        if is_margin and not rules.scoring:
            raise Problem("problem.check.margin")
        if rules.scoring and not is_margin:
            raise Problem("problem.check.points", given=outcome)
        return SampledPosition(state, (), outcome, played, len(played))
    moves = list_moves("moves", rules, sandbox, state=state)
    return SampledPosition(state, moves, outcome if moves else DRAW, played, len(played))


def list_moves(kernel: str, rules: Rules, sandbox: Sandbox, **given: Vector) -> tuple[int, ...]:
    """The moves that `moves` or `candidates` writes; a `Problem` if they are not valid."""
    result = sandbox.run(kernel, out=np.zeros(rules.branching, np.int64), **given)
    count = result.value
    most, last = rules.branching, rules.move_limit - 1
    if not 0 <= count <= most:
        raise Problem("problem.check.count", kernel=kernel, given=count, most=most)
    moves = tuple(int(move) for move in result.vectors["out"][:count])
    for move in moves:
        if not 0 <= move <= last:
            raise Problem("problem.check.move", kernel=kernel, given=move, last=last)
    if len(set(moves)) < count:
        duplicate = next(move for move in moves if moves.count(move) > 1)
        raise Problem("problem.check.twice", kernel=kernel, given=duplicate)
    return moves


@contextmanager
def locate_problems(game: Game, history: Sequence[int]) -> Iterator[None]:
    """Add to a problem in which game and after which moves it was found."""
    try:
        yield
    except Problem as problem:
        where = describe_location(game, history)
        raise Problem(
            "problem.check", game=repr(game), where=where, why=problem, history=list(history)
        ) from problem


def describe_location(game: Game, history: Sequence[int]) -> str:
    if not history:
        return say("check.start")
    state = np.array(game.rules.start)
    texts = []
    try:
        for place, move in enumerate(history):
            if place:
                game.kernels.play(state, history[place - 1], game.rules.tables)
            # The last move is only named: playing it may be what went wrong.
            texts.append(game.move_text(state, move))
    except Exception:
        # The notation or the rules may be what is broken: fall back to numbers.
        texts = [str(move) for move in history]
    return say("check.after", moves=" ".join(texts))
