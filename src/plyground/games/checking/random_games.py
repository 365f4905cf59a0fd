"""Random games under watch: the positions met on the way, and where a promise was broken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

import numpy as np

from plyground.core.contract import Rules, Vector
from plyground.core.values import DRAW, LOSS, MARGIN, MARGIN_LIMIT, ONGOING, PLY_LIMIT, WIN
from plyground.games.checking.sandbox import Guard
from plyground.games.game import Game
from plyground.locale import Problem, say


@dataclass(frozen=True, eq=False)
class Visit:
    """A position met in a random game, and what the rules say of it."""

    state: Vector
    moves: tuple[int, ...]
    outcome: int
    played: list[int]
    """All moves of the game, also those that came later."""
    ply: int

    @property
    def history(self) -> list[int]:
        return self.played[: self.ply]

    @property
    def is_over(self) -> bool:
        return self.outcome != ONGOING


def random_game(game: Game, guard: Guard, random: Random) -> Iterator[Visit]:
    """The positions of one random game from start to end."""
    state = game.rules.start
    played: list[int] = []
    while True:
        with told(game, played):
            visit = _visit(game.rules, guard, state, played)
        yield visit
        if visit.is_over:
            return
        if len(played) == PLY_LIMIT:
            raise Problem("problem.check.endless", game=repr(game), plies=PLY_LIMIT)
        played.append(random.choice(visit.moves))
        with told(game, played):
            state = guard.run("play", state=state, move=played[-1]).vectors["state"]
            if state[0] not in (0, 1):
                raise Problem("problem.check.side", given=int(state[0]))


def _visit(rules: Rules, guard: Guard, state: Vector, played: list[int]) -> Visit:
    """What the rules say of a state, if they say it properly."""
    outcome = guard.run("outcome", state=state).value
    is_margin = abs(outcome - MARGIN) < MARGIN_LIMIT
    if outcome not in (ONGOING, WIN, LOSS, DRAW) and not is_margin:
        raise Problem("problem.check.outcome", given=outcome)
    if outcome != ONGOING:
        if is_margin and not rules.scoring:
            raise Problem("problem.check.margin")
        if rules.scoring and not is_margin:
            raise Problem("problem.check.points", given=outcome)
        return Visit(state, (), outcome, played, len(played))
    moves = listed_moves("moves", rules, guard, state=state)
    return Visit(state, moves, outcome if moves else DRAW, played, len(played))


def listed_moves(kernel: str, rules: Rules, guard: Guard, **given: Vector) -> tuple[int, ...]:
    """The moves that `moves` or `candidates` writes, if they can be moves."""
    answer = guard.run(kernel, out=np.zeros(rules.branching, np.int64), **given)
    count = answer.value
    most, last = rules.branching, rules.move_limit - 1
    if not 0 <= count <= most:
        raise Problem("problem.check.count", kernel=kernel, given=count, most=most)
    moves = tuple(int(move) for move in answer.vectors["out"][:count])
    for move in moves:
        if not 0 <= move <= last:
            raise Problem("problem.check.move", kernel=kernel, given=move, last=last)
    if len(set(moves)) < count:
        twice = next(move for move in moves if moves.count(move) > 1)
        raise Problem("problem.check.twice", kernel=kernel, given=twice)
    return moves


@contextmanager
def told(game: Game, history: Sequence[int]) -> Iterator[None]:
    """Adds to a problem in which game it was found, and where."""
    try:
        yield
    except Problem as problem:
        where = _where(game, history)
        raise Problem("problem.check", game=repr(game), where=where, why=problem) from problem


def _where(game: Game, history: Sequence[int]) -> str:
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
        # What is broken may be the notation, or the rules: numbers will do.
        texts = [str(move) for move in history]
    return say("check.after", moves=" ".join(texts))
