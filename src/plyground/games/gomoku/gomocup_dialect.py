"""What the Gomocup protocol calls our rules and points: a mask, and `x,y` from the top left.

The protocol knows the rules that its mask can say; of ours it has no word for the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from plyground.games.game import Game
from plyground.games.gomoku import notation, overlays, rules
from plyground.games.gomoku.variants import NAMED, variant
from plyground.games.grid import Coordinates, write_stones
from plyground.games.options import Setting
from plyground.games.position import Position
from plyground.locale import Problem

Point = tuple[int, int]

_RULES = {0: "freestyle", 1: "standard", 4: "renju", 8: "caro", 9: "caro5"}
_TAKE_WHITE, _TAKE_BLACK, _PLACE_MORE = notation.CHOICES


def make_options(width: int, height: int, rule: int) -> dict[str, Setting]:
    """The options of the game on such a board by such a mask."""
    if width != height:
        raise Problem("game.gomoku.problem.square", width=width, height=height)
    if rule not in _RULES:
        known = ", ".join(f"{mask} ({name})" for mask, name in _RULES.items())
        raise Problem("game.gomoku.gomocup.mask", given=rule, known=known)
    return {"size": width, "rule": _RULES[rule]}


def find_rule(game: Game) -> int:
    """The mask that says the rule of a game."""
    row = variant(game.settings)
    for mask, name in _RULES.items():
        if replace(NAMED[name], size=row.size) == row:
            return mask
    raise Problem("game.gomoku.gomocup.rule", known=", ".join(_RULES.values()))


def get_size(game: Game) -> int:
    return int(game.settings["size"])


def to_move(game: Game, point: Point) -> str:
    """The move that puts a stone on a point, which may be beyond the edge."""
    return _name_point(notation.coordinates(game), point)


def to_point(game: Game, move: str) -> Point:
    """The point on which a move puts its stone."""
    column, row = notation.coordinates(game).parse(move)
    return column, get_size(game) - 1 - row


def write_position(
    game: Game, own: Sequence[Point], enemy: Sequence[Point], holds_black: bool
) -> str:
    """The position with these stones, in which their owner is to move."""
    first, second = (own, enemy) if holds_black else (enemy, own)
    letters = Coordinates(get_size(game), get_size(game))
    black, white = ([_name_point(letters, stone) for stone in stones] for stones in (first, second))
    return write_stones(black, white, int(not holds_black))


def _name_point(coordinates: Coordinates, point: Point) -> str:
    column, row = point[0], coordinates.height - 1 - point[1]
    is_inside = 0 <= column < coordinates.width and 0 <= row < coordinates.height
    return coordinates.name(column, row) if is_inside else f"{point[0]},{point[1]}"


def list_common(game: Game) -> Iterator[Game]:
    """The game by every rule that the mask can say, on the same board."""
    for name in _RULES.values():
        yield type(game)(size=get_size(game), rule=name)


def list_stones(position: Position) -> tuple[tuple[Point, bool], ...]:
    """The stones in the order in which they were played, and whether the side to move owns them.

    Of those set up before the first move the order is not known: black and white take turns.
    """
    width, origin = get_size(position.game), position.origin.state
    placed = zip_longest(*(notation.cells_of(origin, colour, width) for colour in (0, 1)))
    ordered = chain(
        (cell for pair in placed for cell in pair if cell is not None),
        (code for code in position.history if code < width * width),
    )
    own = int(rules.colour_to_move(position.state))
    owned = set(notation.cells_of(position.state, own, width))
    return tuple(((cell % width, width - 1 - cell // width), cell in owned) for cell in ordered)


def list_forbidden(position: Position) -> Iterator[Point]:
    """The points that the rules forbid to the side to move."""
    if overlays.FORBIDDEN in position.game.overlays:
        for mark in position.game.overlay(overlays.FORBIDDEN, position).marks:
            yield to_point(position.game, mark.spot)


def is_opening(position: Position) -> bool:
    """Is the next move one of swap2?"""
    return bool(position.state[rules.STAGE] != rules.PLAYING)


def list_opening_moves(position: Position, answer: Sequence[Point]) -> tuple[str, ...]:
    """Our moves for an answer to swap2: the stones to put, or none of them for `SWAP`."""
    put = tuple(to_move(position.game, stone) for stone in answer)
    if position.state[rules.STAGE] not in (rules.FIRST_CHOICE, rules.LAST_CHOICE):
        return put
    if not put:
        return (_TAKE_BLACK,)
    return (_TAKE_WHITE if len(put) == 1 else _PLACE_MORE, *put)
