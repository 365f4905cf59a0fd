"""The bench signature: the node counts of a fixed set of searches.

A search with one thread to a fixed depth is deterministic, so the counts change only with the
search, an evaluation or the move ordering: they reveal a change of behaviour.
"""

from __future__ import annotations

from collections.abc import Iterator

from plyground.core.iterative_deepening import AlphaBeta
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.registry import game_names, load_game

DEPTH = 5
TABLE_MEBIBYTES = 4
PLIES = (0, 3, 6, 10)


def compute_signature() -> dict[str, int]:
    """The number of nodes by game, over a few positions of each."""
    return {name: _count_nodes(load_game(name)) for name in game_names()}


def _count_nodes(game: Game) -> int:
    total = 0
    for position in _list_positions(game):
        search = AlphaBeta(game.rules, game.native(), TABLE_MEBIBYTES)
        with Stop() as stop:
            total += search.run(position.state, Limit(depth=DEPTH), stop).nodes
    return total


def _list_positions(game: Game) -> Iterator[Position]:
    """The start, and positions after moves chosen by a fixed rule."""
    position = game.start()
    for ply in range(max(PLIES) + 1):
        if position.is_over:
            return
        if ply in PLIES:
            yield position
        position = position.play(position.codes[(7 * ply + 3) % len(position.codes)])
