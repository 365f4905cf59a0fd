"""Where games of a match begin: positions that are different from each other and still open."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from plyground.core.contract import INFO_SIZE
from plyground.core.values import LOSS, MARGIN, WIN, is_margin
from plyground.games.position import Position
from plyground.locale import Problem

PLIES = 4
# How often a new opening is looked for among the moves worth a thought, and then among all.
ATTEMPTS = 100
# How many moves are tried to see whether the opponent threatens to win.
SAMPLE = 16


def random_openings(start: Position, plies: int | None, seed: int) -> Iterator[Position]:
    """Positions `plies` random moves after `start`; again from the first when all were had.

    Without a number it is `PLIES`, or fewer in a game that is too short for them.
    """
    if start.is_over:
        raise Problem("arena.problem.over")
    random = Random(seed)
    if plies is None:
        lengths = range(PLIES, 0, -1)
        plies = next((length for length in lengths if _find(start, length, random, set())), 0)
    seen: set[Position] = set()
    while True:
        opening = _find(start, plies, random, seen) if plies else start
        if opening is not None:
            seen.add(opening)
            yield opening
        elif seen:
            seen.clear()
        else:
            raise Problem("arena.problem.plies", plies=plies)


def read_openings(text: str, start: Position) -> list[Position]:
    """Openings from a text: the moves of one in each line; empty lines and `#` are passed over."""
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


def _find(start: Position, plies: int, random: Random, seen: set[Position]) -> Position | None:
    """An open position that was not seen yet, if there is one to be found."""
    for attempt in range(2 * ATTEMPTS):
        position = start
        for _ in range(plies):
            if position.is_over:
                break
            position = position.play(random.choice(_choices(position, attempt < ATTEMPTS)))
        if position not in seen and is_open(position, random):
            return position
    return None


def _choices(position: Position, plausible: bool) -> tuple[int, ...]:
    """The moves worth a thought, if that is wanted and the game can tell; else all."""
    game = position.game
    if not plausible or game.kernels.candidates is None:
        return position.codes
    rules = game.rules
    out = np.zeros(rules.branching, np.int64)
    features = np.zeros(max(rules.features_size, 1), np.int64)
    if game.kernels.init_features is not None:
        game.kernel("init_features")(position.state, features, rules.tables)
    info = np.zeros(INFO_SIZE, np.int64)
    count = game.kernel("candidates")(position.state, out, info, features, rules.tables)
    return tuple(int(move) for move in out[:count])


def is_open(position: Position, random: Random) -> bool:
    """Does the game go on, with neither side about to win?

    The opponent is about to win if it could do so after most moves of the side to move.
    """
    if position.is_over or can_win(position):
        return False
    sample = random.sample(position.codes, min(SAMPLE, len(position.codes)))
    lost = sum(_loses(position.play(move), 1 - position.side) for move in sample)
    return 2 * lost <= len(sample)


def _loses(position: Position, opponent: int) -> bool:
    if position.is_over:
        return position.outcome is not None and position.outcome.winner == opponent
    return position.side == opponent and can_win(position)


def can_win(position: Position) -> bool:
    """Has the side to move a move that wins at once?"""
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
