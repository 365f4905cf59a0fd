"""Random games in the sandbox: the positions reached, and where a violation was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

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


def play_random_game(game: Game, sandbox: Sandbox, random: Random) -> Iterator[SampledPosition]:
    """The positions of one random game from start to end."""
    state = game.rules.start
    played: list[int] = []
    while True:
        with locate_problems(game, played):
            sample = _inspect(game.rules, sandbox, state, played)
        yield sample
        if sample.is_over:
            return
        if len(played) == PLY_LIMIT:
            raise Problem("problem.check.endless", game=repr(game), plies=PLY_LIMIT)
        played.append(random.choice(sample.moves))
        with locate_problems(game, played):
            state = sandbox.run("play", state=state, move=played[-1]).vectors["state"]
            if state[0] not in (0, 1):
                raise Problem("problem.check.side", given=int(state[0]))


def _inspect(rules: Rules, sandbox: Sandbox, state: Vector, played: list[int]) -> SampledPosition:
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
        where = _describe_location(game, history)
        raise Problem("problem.check", game=repr(game), where=where, why=problem) from problem


def _describe_location(game: Game, history: Sequence[int]) -> str:
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
