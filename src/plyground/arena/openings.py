"""Openings of a match: positions that differ from each other and are still undecided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import numpy as np

from plyground.core.contract import INFO_SIZE
from plyground.core.values import LOSS, MARGIN, WIN, is_margin
from plyground.games.position import Position
from plyground.locale import Problem

DEFAULT_PLIES = 4
# Attempts to find a new opening among the candidate moves, and then again among all moves.
ATTEMPTS = 100
# Moves that are tried to see whether the opponent threatens to win.
SAMPLE = 16
# Unbalanced openings in a row after which the search for a balanced one gives up.
MAX_UNBALANCED = 200


@dataclass(frozen=True)
class BalancedOpening:
    """An opening, and the winning chance of its side to move."""

    position: Position
    chance: float


def generate_openings(start: Position, plies: int | None, seed: int) -> Iterator[Position]:
    """Positions `plies` random moves after `start`, without repetition until all have been used.

    `plies` defaults to `DEFAULT_PLIES`, or fewer in a game that is too short for them.
    """
    if start.is_over:
        raise Problem("arena.problem.over")
    random = Random(seed)
    if plies is None:
        lengths = range(DEFAULT_PLIES, 0, -1)
        plies = next(
            (length for length in lengths if _sample_opening(start, length, random, set())), 0
        )
    seen: set[Position] = set()
    while True:
        opening = _sample_opening(start, plies, random, seen) if plies else start
        if opening is not None:
            seen.add(opening)
            yield opening
        elif seen:
            seen.clear()
        else:
            raise Problem("arena.problem.plies", plies=plies)


def read_openings(text: str, start: Position) -> list[Position]:
    """Openings from a text, the moves of one per line; `#` begins a comment."""
    openings = []
    for number, line in enumerate(text.splitlines(), start=1):
        moves = line.partition("#")[0]
        if not moves.strip():
            continue
        try:
            opening = start.play_all(moves)
        except Problem as problem:
            raise Problem("arena.problem.opening", line=number, why=problem) from problem
        if opening.is_over:
            raise Problem("arena.problem.opening", line=number, why=Problem("arena.problem.over"))
        openings.append(opening)
    if not openings:
        raise Problem("arena.problem.none")
    return openings


def generate_balanced_openings(
    start: Position,
    evaluate: Callable[[Position], float],
    plies: int | None,
    seed: int,
    tolerance: float,
) -> Iterator[BalancedOpening]:
    """Random openings whose winning chance by `evaluate` is within `tolerance` of one half."""
    unbalanced = 0
    for opening in generate_openings(start, plies, seed):
        chance = evaluate(opening)
        if abs(chance - 0.5) <= tolerance:
            unbalanced = 0
            yield BalancedOpening(opening, chance)
        elif (unbalanced := unbalanced + 1) == MAX_UNBALANCED:
            raise Problem("arena.problem.unequal", tried=MAX_UNBALANCED, tolerance=tolerance)


def _sample_opening(
    start: Position, plies: int, random: Random, seen: set[Position]
) -> Position | None:
    """A random undecided position that is not in `seen`; None if no attempt finds one."""
    for attempt in range(2 * ATTEMPTS):
        position = start
        for _ in range(plies):
            if position.is_over:
                break
            position = position.play(random.choice(_list_moves(position, attempt < ATTEMPTS)))
        if position not in seen and is_undecided(position, random):
            return position
    return None


def _list_moves(position: Position, candidates_only: bool) -> tuple[int, ...]:
    """The legal moves, or only the candidates if the game has a kernel for them."""
    game = position.game
    if not candidates_only or game.kernels.candidates is None:
        return position.codes
    rules = game.rules
    out = np.zeros(rules.branching, np.int64)
    features = np.zeros(max(rules.features_size, 1), np.int64)
    if game.kernels.init_features is not None:
        game.kernel("init_features")(position.state, features, rules.tables)
    info = np.zeros(INFO_SIZE, np.int64)
    count = game.kernel("candidates")(position.state, out, info, features, rules.tables)
    return tuple(int(move) for move in out[:count])


def is_undecided(position: Position, random: Random) -> bool:
    """Is the game in progress, and neither side about to win?

    The opponent is about to win if it can do so after most moves of the side to move.
    """
    if position.is_over or has_winning_move(position):
        return False
    sample = random.sample(position.codes, min(SAMPLE, len(position.codes)))
    lost = sum(_is_lost(position.play(move), 1 - position.side) for move in sample)
    return 2 * lost <= len(sample)


def _is_lost(position: Position, opponent: int) -> bool:
    """Has the opponent won, or can it win with its next move?"""
    if position.is_over:
        return position.outcome is not None and position.outcome.winner == opponent
    return position.side == opponent and has_winning_move(position)


def has_winning_move(position: Position) -> bool:
    """Does the side to move have a move that wins at once?"""
    game, side = position.game, position.side
    play, outcome, tables = game.kernel("play"), game.kernel("outcome"), game.rules.tables
    for move in position.codes:
        state = np.array(position.state)
        play(state, move, tables)
        result = int(outcome(state, tables))
        advantage = result - MARGIN if is_margin(result) else {WIN: 1, LOSS: -1}.get(result, 0)
        if advantage * (1 if state[0] == side else -1) > 0:
            return True
    return False
