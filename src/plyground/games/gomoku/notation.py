"""Positions as one line of text: `h8 i9 / g7 / 1`, and the words that may follow.

Black's stones, white's stones, the side to move. Where the stones do not say all, words follow
after another slash: `place` (the next move of swap2 is a stone) or `choose` (it is a choice),
`swapped` (side 1 holds black), and `3-3`, `4-4` or `overline` if the game was lost by that foul.
"""

from __future__ import annotations

import numpy as np

from plyground.core.contract import Vector
from plyground.games.game import Game, ImpossiblePosition
from plyground.games.gomoku import rules
from plyground.games.gomoku.fouls import DOUBLE_FOUR, DOUBLE_THREE, FIVE, LONG_ROW, judge
from plyground.games.gomoku.lines import PLANE
from plyground.games.gomoku.variants import FOUL_LOSES, SIZE
from plyground.games.grid import Coordinates, read_stones, spot_name, write_stones
from plyground.locale import Problem

CHOICES = ("white", "black", "more")

FOUL_WORDS = {DOUBLE_THREE: "3-3", DOUBLE_FOUR: "4-4", LONG_ROW: "overline"}
_OPENING_WORDS = ("place", "choose", "swapped")

# Stage by the word, the number of black and white stones, and the side to move.
_STAGES = {
    ("place", 0, 0, 0): 1,
    ("place", 1, 0, 0): 2,
    ("place", 1, 1, 0): 3,
    ("choose", 2, 1, 1): rules.FIRST_CHOICE,
    ("place", 2, 1, 1): rules.FOURTH_STONE,
    ("place", 2, 2, 1): 6,
    ("choose", 3, 2, 0): rules.LAST_CHOICE,
}


def coordinates(game: Game) -> Coordinates:
    """How a game names its points for people."""
    size = int(game.settings["size"])
    return Coordinates(size, size, str(game.settings["coordinates"]))


def cells_of(state: Vector, colour: int, size: int) -> list[int]:
    """The cells that hold stones of a colour, row by row from below."""
    return [
        row * size + column
        for row in range(size)
        for column in range(size)
        if int(state[rules.BOARD + row]) >> (column + PLANE * colour) & 1
    ]


def write(game: Game, state: Vector) -> str:
    size = int(game.settings["size"])
    black, white = (
        (spot_name(cell % size, cell // size) for cell in cells_of(state, colour, size))
        for colour in (0, 1)
    )
    text = write_stones(black, white, int(state[rules.SIDE]))
    words = []
    if state[rules.STAGE] in (rules.FIRST_CHOICE, rules.LAST_CHOICE):
        words.append("choose")
    elif state[rules.STAGE] != rules.PLAYING:
        words.append("place")
    if state[rules.BLACK_SIDE] != game.rules.start[rules.BLACK_SIDE]:
        words.append("swapped")
    if state[rules.RESULT] in FOUL_WORDS:
        words.append(FOUL_WORDS[int(state[rules.RESULT])])
    return " / ".join((text, " ".join(words))) if words else text


def read(game: Game, text: str) -> Vector:
    """The reverse of `write`; a position that cannot be is refused."""
    tables = game.rules.tables
    size = int(tables[SIZE])
    head, words = _split(text, game.settings["opening"] == "swap2")
    black, white, side = read_stones(head, size, size)
    state = np.zeros(rules.BOARD + size, np.int64)
    for colour, stones in enumerate((black, white)):
        for column, row in stones:
            state[rules.BOARD + row] |= 1 << (column + PLANE * colour)
    state[rules.SIDE] = side
    state[rules.STONES] = len(black) + len(white)
    state[rules.BLACK_SIDE] = game.rules.start[rules.BLACK_SIDE] ^ ("swapped" in words)
    stage_words = [word for word in words if word in ("place", "choose")]
    if stage_words:
        stage = _STAGES.get((stage_words[0], len(black), len(white), side))
        if stage is None or len(words) > 1:
            raise Problem("game.gomoku.problem.opening", given=text)
        state[rules.STAGE] = stage
    else:
        _refuse_five_to_move(game, state)
        state[rules.RESULT] = _result(state, words, tables)
    return state


def _split(text: str, swap2: bool) -> tuple[str, list[str]]:
    parts = text.split("/")
    if len(parts) > 4:
        raise Problem("problem.position.stones", given=text)
    words = parts[3].split() if len(parts) == 4 else []
    known = [*(_OPENING_WORDS if swap2 else ()), *FOUL_WORDS.values()]
    for word in words:
        if word not in known:
            raise Problem("game.gomoku.problem.word", given=word, known=", ".join(known))
    return "/".join(parts[:3]), words


def _refuse_five_to_move(game: Game, state: Vector) -> None:
    tables = game.rules.tables
    size, colour = int(tables[SIZE]), int(rules.colour_to_move(state))
    row = [
        cell for cell in cells_of(state, colour, size) if rules.wins(state, cell, colour, tables)
    ]
    if row:
        name = coordinates(game).name
        spots = tuple(name(cell % size, cell // size) for cell in row)
        raise ImpossiblePosition("game.gomoku.problem.five_to_move", state=state, spots=spots)


def _result(state: Vector, words: list[str], tables: Vector) -> int:
    """How the last move ended the game, if it did."""
    size = int(tables[SIZE])
    mover = 1 - int(rules.colour_to_move(state))
    stones = cells_of(state, mover, size)
    fives = any(rules.wins(state, cell, mover, tables) for cell in stones)
    for foul, word in FOUL_WORDS.items():
        if word in words:
            if fives or not any(_was(foul, state, cell, mover, tables) for cell in stones):
                raise Problem("game.gomoku.problem.foul", word=word)
            return foul
    return FIVE if fives else 0


def _was(foul: int, state: Vector, cell: int, colour: int, tables: Vector) -> bool:
    """Can the last move have been this foul, by the stone on `cell`?"""
    size = int(tables[SIZE])
    if not tables[FOUL_LOSES]:
        return False
    before = np.array(state)
    before[rules.BOARD + cell // size] ^= 1 << (cell % size + PLANE * colour)
    return bool(judge(before, rules.BOARD, cell, colour, tables) == foul)
