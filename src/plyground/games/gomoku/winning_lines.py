"""Wins by fours and threes, played to the five, as evidence of what a move missed or allowed."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from plyground.core.contract import INFO_SIZE, LINE_SIZE
from plyground.core.values import DECIDED
from plyground.games.gomoku import rules
from plyground.games.gomoku.shapes import ANYWHERE
from plyground.games.position import Position

BUDGET = 20_000
"""Positions that a search for a win may look at."""
PLAIN_BUDGET = 500
"""The same as Python, which is enough for fours alone."""


def find_threat_win(position: Position) -> tuple[int, ...]:
    """A win by fours and threats of the side to move, with one reply to each of its stones, up to
    the five. Empty if none was found."""
    here, attacker = position, position.side
    line: list[int] = []
    while not here.is_over:
        cells = _search(here) if here.side == attacker else _list_replies(here)
        if not cells:
            return ()
        for cell in cells:
            if here.is_over or cell not in here.codes:
                return ()
            here = here.play(cell)
            line.append(cell)
    return tuple(line) if _is_won_by(here, attacker) else ()


def replay(position: Position, cells: Iterable[int]) -> tuple[int, ...]:
    """A win by fours as legal moves; empty if it does not end with a five."""
    here, line = position, []
    for cell in cells:
        if cell == ANYWHERE:
            cell = here.codes[0]
        if here.is_over or cell not in here.codes:
            return ()
        here = here.play(cell)
        line.append(cell)
    return tuple(line) if _is_won_by(here, position.side) else ()


def pass_turn(position: Position) -> Position:
    """The same stones with the other side to move: what it does then is what it threatens."""
    state = np.array(position.state)
    state[rules.SIDE] = 1 - state[rules.SIDE]
    return Position(position.game, state)


def _search(position: Position) -> list[int]:
    """The stones of a win, perhaps without its last ones."""
    game, tables = position.game, position.game.rules.tables
    state, features = np.array(position.state), np.zeros(game.rules.features_size, np.int64)
    line, info = np.full(LINE_SIZE, -1), np.zeros(INFO_SIZE, np.int64)
    budget = BUDGET if game.is_native else PLAIN_BUDGET
    game.kernel("init_features")(state, features, tables)
    score = game.kernel("threat_search")(state, budget, line, info, features, tables)
    return line[: int(np.argmax(line < 0))].tolist() if score >= DECIDED else []


def _list_replies(position: Position) -> list[int]:
    """A reply to a four that cannot be stopped: in the way of a five where that is legal."""
    tables = position.game.rules.tables
    enemy = 1 - int(rules.colour_to_move(position.state))
    for cell in position.codes:
        if rules.wins(position.state, cell, enemy, tables):
            return [cell]
    return list(position.codes[:1])


def _is_won_by(position: Position, side: int) -> bool:
    return position.outcome is not None and position.outcome.winner == side
