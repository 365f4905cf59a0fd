"""What environments of PettingZoo and Gymnasium show of a position, for any game.

An observation is the state vector, which is all that decides the future, with a mask of the legal
actions. An action is the number of a move.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from plyground.games.game import Game
from plyground.games.position import Position

RENDER_MODES = ["human", "ansi"]


def make_observation_space(game: Game) -> spaces.Dict:
    bounds = np.iinfo(np.int64)
    shape = game.rules.start.shape
    return spaces.Dict(
        {
            "observation": spaces.Box(bounds.min, bounds.max, shape, np.int64),
            "action_mask": spaces.Box(0, 1, (game.rules.move_limit,), np.int8),
        }
    )


def make_action_space(game: Game) -> spaces.Discrete[Any]:
    return spaces.Discrete(game.rules.move_limit)


def observe(position: Position, acting: bool = True) -> dict[str, Any]:
    """An observation; nobody acts in a game that is over, nor when the other side is to move."""
    mask = np.zeros(position.game.rules.move_limit, np.int8)
    if acting:
        mask[list(position.codes)] = 1
    return {"observation": position.state.copy(), "action_mask": mask}


def render(position: Position, mode: str | None) -> str | None:
    """The board as text, or on the screen."""
    if mode == "human":
        print(position)
        return None
    return str(position) if mode == "ansi" else None
