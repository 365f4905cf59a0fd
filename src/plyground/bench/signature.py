"""The bench signature: how many positions a fixed set of searches looks at.

A search with one thread and a depth is deterministic, so the numbers change only when the search,
an evaluation or an order of moves does: a change of behaviour announces itself.
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


def signature() -> dict[str, int]:
    """Nodes by game, over a few positions of each."""
    return {name: _nodes(load_game(name)) for name in game_names()}


def _nodes(game: Game) -> int:
    total = 0
    for position in _positions(game):
        search = AlphaBeta(game.rules, game.native(), TABLE_MEBIBYTES)
        with Stop() as stop:
            total += search.run(position.state, Limit(depth=DEPTH), stop).nodes
    return total


def _positions(game: Game) -> Iterator[Position]:
    """The start, and positions that a simple rule leads to."""
    position = game.start()
    for ply in range(max(PLIES) + 1):
        if position.is_over:
            return
        if ply in PLIES:
            yield position
        position = position.play(position.codes[(7 * ply + 3) % len(position.codes)])
