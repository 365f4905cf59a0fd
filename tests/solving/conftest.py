"""Minimax by the rules alone, and the game of the README."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plyground.games.position import Position

README = Path(__file__).parents[2] / "README.md"


class Oracle:
    """Plain minimax with a dictionary: slow and obvious."""

    def __init__(self):
        self._values: dict[bytes, int] = {}

    def value(self, position: Position) -> int:
        """The value of a position for side 0."""
        key = position.state.tobytes()
        if key not in self._values:
            if position.outcome is not None:
                self._values[key] = position.outcome.value
            else:
                best = max if position.side == 0 else min
                self._values[key] = best(self.value(position.play(code)) for code in position.codes)
        return self._values[key]

    def own_value(self, position: Position) -> int:
        """The value for the side to move."""
        return self.value(position) * (1 - 2 * position.side)

    def value_moves(self, position: Position) -> dict[str, int]:
        """What each move leaves to the side that makes it."""
        sign = 1 - 2 * position.side
        return {move: sign * self.value(position.play(move)) for move in position.moves}


@pytest.fixture(scope="session")
def oracle():
    return Oracle()


@pytest.fixture
def sticks(tmp_path) -> Path:
    """The file of the game in the README."""
    code = re.search(
        r"```python[^\n]*\n(from plyground import LOSS.*?)```", README.read_text(), re.S
    )
    path = tmp_path / "sticks.py"
    path.write_text(code[1])
    return path
