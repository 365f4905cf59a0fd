"""What can be laid over a board of gomoku: forbidden points with their reason, fives and lesser
threats, the moves worth a thought, and a win by fours move by move."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from plyground.core.contract import Vector
from plyground.games.game import Game
from plyground.games.gomoku import rules
from plyground.games.gomoku.fouls import DOUBLE_FOUR, DOUBLE_THREE, LONG_ROW, find_suspects, judge
from plyground.games.gomoku.lines import PLANE
from plyground.games.gomoku.notation import coordinates
from plyground.games.gomoku.shapes import ANYWHERE, SHAPES, BoardShapes, Shape
from plyground.games.gomoku.variants import FOULS, SIZE
from plyground.games.scene import Mark, Overlay, Tone
from plyground.locale import say

FORBIDDEN = "forbidden"

FOUL_REASONS = {
    DOUBLE_THREE: "game.gomoku.reason.double_three",
    DOUBLE_FOUR: "game.gomoku.reason.double_four",
    LONG_ROW: "game.gomoku.reason.overline",
}
_FOUL_SIGNS = {DOUBLE_THREE: "33", DOUBLE_FOUR: "44", LONG_ROW: "6"}

_SHAPE_SIGNS: dict[Shape, str] = {
    "five": "5",
    "open_four": "4+",
    "two_fours": "44",
    "four_three": "43",
    "two_threes": "33",
    "four": "4",
    "three": "3",
}
_DECISIVE = ("five", "open_four", "two_fours")

# Candidates: what a factor of e in likelihood adds to a prior; how many are shown, and from where.
_PRIOR_UNIT = 1_000.0
_MOST_CANDIDATES = 12
_LEAST_SHARE = 0.01


def names(tables: Vector) -> tuple[str, ...]:
    """Forbidden points are shown where the rule has them."""
    has_fouls = bool(tables[FOULS : FOULS + 2].any())
    return tuple(name for name in _MAKERS if name != FORBIDDEN or has_fouls)


def overlay(name: str, game: Game, state: Vector) -> Overlay:
    if state[rules.STAGE] != rules.PLAYING or state[rules.RESULT]:
        return Overlay()
    return Overlay(marks=tuple(_MAKERS[name](game, state)))


def _forbidden(game: Game, state: Vector) -> Iterator[Mark]:
    """The points that the rules forbid to the colour to move."""
    tables = game.rules.tables
    size, colour = int(tables[SIZE]), int(rules.colour_to_move(state))
    if not tables[FOULS + colour]:
        return
    board, name = np.array(state), coordinates(game).name
    for row in range(size):
        doubtful = int(find_suspects(state, rules.BOARD, row, colour, tables))
        for column in _empty(state, row, size):
            if not doubtful >> column & 1:
                continue
            verdict = int(judge(board, rules.BOARD, row * size + column, colour, tables))
            if verdict in _FOUL_SIGNS:
                about = say(FOUL_REASONS[verdict])
                yield Mark(name(column, row), _FOUL_SIGNS[verdict], about, "bad")


def _fives(game: Game, state: Vector) -> Iterator[Mark]:
    """Where the side to move wins at once; and where its opponent would, if it were not stopped."""
    tables = game.rules.tables
    size, own = int(tables[SIZE]), int(rules.colour_to_move(state))
    name = coordinates(game).name
    for row in range(size):
        for column in _empty(state, row, size):
            cell = row * size + column
            if rules.wins(state, cell, own, tables):
                about = say("game.gomoku.overlay.wins")
                yield Mark(name(column, row), "5", about, "best")
            elif rules.wins(state, cell, 1 - own, tables):
                about = say("game.gomoku.overlay.stops")
                yield Mark(name(column, row), "!", about, "reply")


def _threats(game: Game, state: Vector) -> Iterator[Mark]:
    """What a stone would make, of either colour; the sign is that of the stronger."""
    seen = BoardShapes(game, state)
    for cell in sorted(seen.shapes[0].keys() | seen.shapes[1].keys()):
        made = [
            (seen.shapes[colour][cell], colour)
            for colour in (seen.own, 1 - seen.own)
            if cell in seen.shapes[colour]
        ]
        made.sort(key=lambda pair: SHAPES.index(pair[0]))
        about = [say(f"game.gomoku.shape.{shape}", who=_name(colour)) for shape, colour in made]
        shape, colour = made[0]
        if colour != seen.own:
            yield Mark(seen.spot(cell), _SHAPE_SIGNS[shape], ", ".join(about), "reply")
        else:
            tone: Tone = "best" if shape in _DECISIVE else "good"
            yield Mark(seen.spot(cell), _SHAPE_SIGNS[shape], ", ".join(about), tone)


def _win(game: Game, state: Vector) -> Iterator[Mark]:
    """A win by fours of the side to move, or else that which its opponent threatens."""
    seen = BoardShapes(game, state)
    for colour, key in ((seen.own, "by_fours"), (1 - seen.own, "threatens")):
        line = seen.win(colour)
        moves = (len(line) + 1) // 2
        if moves == 1:
            about = say("game.gomoku.shape.five", who=_name(colour))
        else:
            about = say(f"game.gomoku.overlay.{key}", who=_name(colour), moves=moves)
        for ply, cell in enumerate(line):
            if cell == ANYWHERE:
                continue
            mover = colour ^ ply & 1
            own_tone: Tone = "best" if colour == seen.own else "good"
            tone: Tone = own_tone if mover == seen.own else "reply"
            yield Mark(seen.spot(cell), str(ply + 1), about, tone)
        if line:
            return


def _heat(game: Game, state: Vector) -> Iterator[Mark]:
    """How likely each candidate is to be chosen, by what games against itself have taught."""
    seen = BoardShapes(game, state)
    priors = seen.priors()
    most = max(priors.values(), default=0)
    weights = {cell: math.exp((prior - most) / _PRIOR_UNIT) for cell, prior in priors.items()}
    total = sum(weights.values())
    best = sorted(weights, key=lambda cell: (-weights[cell], cell))[:_MOST_CANDIDATES]
    for rank, cell in enumerate(best):
        share = weights[cell] / total
        if share < _LEAST_SHARE:
            return
        percent = round(100 * share)
        about = say("game.gomoku.overlay.share", percent=percent)
        tone: Tone = "good" if rank else "best"
        yield Mark(seen.spot(cell), str(percent), about, tone, heat=round(share, 3))


_MAKERS: dict[str, Callable[[Game, Vector], Iterator[Mark]]] = {
    FORBIDDEN: _forbidden,
    "fives": _fives,
    "threats": _threats,
    "win": _win,
    "heat": _heat,
}


def _name(colour: int) -> str:
    return say(f"game.gomoku.colour.{colour}")


def _empty(state: Vector, row: int, size: int) -> Iterator[int]:
    stones = int(state[rules.BOARD + row])
    taken = stones | stones >> PLANE
    return (column for column in range(size) if not taken >> column & 1)
