"""Positions of Kamisado as one line of text, and the checks of such a line.

`a1 b1 c1 d1 e1+ f1 g1 h1 / h8 g8 f8 e8 d8 c8 b8 a8 / 0 orange 1:a8,h1 / 2 1`: the towers of both
sides in the order of the colours with a `+` for each ring; who is to move, the colour that must
move (`-` for any, `fill` for the choice between two rounds) and, only if zero moves are in
progress, who made the last real move and the squares of the zero moves since then; in a match,
the points. After a push that leaves the pusher blocked no zero move was made yet, but the last
real move is his own: `0 orange 0:-`.
"""

from __future__ import annotations

import re

import numpy as np

from plyground.core.contract import Vector
from plyground.games.game import ImpossiblePosition
from plyground.games.grid import parse_spot, spot_name
from plyground.games.kamisado import rules
from plyground.games.kamisado.board import COLOUR_NAMES
from plyground.games.options import did_you_mean
from plyground.locale import Problem

FILLS = ("left", "right")
"""The defender's choices as text, in the order of the moves' codes."""

Tower = tuple[int, int]
"""Side and colour."""

_TOWER = re.compile(r"([a-h][1-8])(\+{0,3})")
_FORCED = {**{name: colour for colour, name in enumerate(COLOUR_NAMES)}, "-": rules.ANY}
# The most a side can have: a triple sumo scores 8 when one point is missing.
_OVERSHOOT = 7


def square_name(square: int) -> str:
    return spot_name(square % 8, square // 8)


def parse_square(text: str) -> int:
    column, row = parse_spot(text, 8, 8)
    return 8 * row + column


def write_position(state: Vector, tables: Vector) -> str:
    towers = (
        " ".join(
            square_name(rules.square_of(state, side, colour))
            + "+" * rules.rank_of(state, side, colour)
            for colour in range(8)
        )
        for side in (0, 1)
    )
    side, forced = int(state[rules.SIDE]), int(state[rules.FORCED])
    turn = f"{side} {(*COLOUR_NAMES, '-', 'fill')[forced]}"
    if state[rules.PASSES] or state[rules.LAST_MOVER] == side:
        passes = ",".join(
            square_name(_square_of(state, tower)) for tower in list_zero_moves(state, tables)
        )
        turn += f" {state[rules.LAST_MOVER]}:{passes or '-'}"
    parts = [*towers, turn]
    if tables[rules.GOAL] > 1:
        parts.append(" ".join(str(points) for points in state[rules.POINTS :][:2]))
    return " / ".join(parts)


def read_position(text: str, tables: Vector) -> Vector:
    """The state that a text describes; a `Problem` if it describes none."""
    parts = [part.split() for part in text.lower().split("/")]
    match = tables[rules.GOAL] > 1
    if len(parts) == 4 and not match:
        raise Problem("game.kamisado.problem.points_single", given=" ".join(parts[3]))
    if len(parts) not in (3, 4):
        raise Problem("game.kamisado.problem.position", given=text)
    state = np.zeros(rules.SLOTS, np.int64)
    for side in (0, 1):
        _set_towers(state, side, parts[side])
    if len(parts) == 4:
        _set_points(state, parts[3], int(tables[rules.GOAL]))
    if len(parts[2]) < 2 or parts[2][0] not in ("0", "1"):
        raise Problem("game.kamisado.problem.turn", given=" ".join(parts[2]))
    mover, forced, *zero = parts[2]
    state[rules.SIDE] = int(mover)
    state[rules.LAST_MOVER] = 1 - int(mover)
    state[rules.FORCED] = _read_forced(forced, match)
    if state[rules.WINNER]:
        state[rules.FORCED] = rules.ANY
    else:
        _check_far_rows(state, match)
    if zero:
        _set_zero_moves(state, "".join(zero), tables)
    return state


def edit_position(text: str, brush: str, spots: tuple[str, ...]) -> str:
    """Move a tower by hand, or give the turn to the other side, in the text of a position.

    Afterwards any tower may move, until the text names a colour again.
    """
    parts = [part.split() for part in text.lower().split("/")]
    if len(parts) < 3 or not parts[2]:
        raise Problem("game.kamisado.problem.position", given=text)
    mover = parts[2][0]
    if brush == "turn":
        mover = "0" if mover == "1" else "1"
    if brush == "move" and len(spots) == 2:
        start, end = spots
        # Two towers change places if there is one already.
        swap = {start: end, end: start}
        for towers in parts[:2]:
            towers[:] = [swap.get(tower[:2], tower[:2]) + tower[2:] for tower in towers]
    parts[2] = [mover, "-"]
    return " / ".join(" ".join(part) for part in parts)


def list_zero_moves(state: Vector, tables: Vector) -> list[Tower]:
    """The towers of the zero moves in progress in their order; empty if there is no such order.

    Each must stand on the colour of the next, and the last on the colour that must move now. By
    `printed` a tower may pass twice, and the first to pass is the opponent of the last real mover,
    unless that one has pushed and must then move again.
    """
    passes = {divmod(bit, 8) for bit in range(16) if state[rules.PASSES] >> bit & 1}
    now = int(state[rules.SIDE]), int(state[rules.FORCED])
    last_mover = int(state[rules.LAST_MOVER])
    for first in sorted(passes, key=lambda tower: tower[0] == last_mover):
        longest = len(passes)
        if tables[rules.DEADLOCK] == rules.PRINTED:
            longest = 2 if first[0] == last_mover else 3
        for length in range(len(passes), longest + 1):
            *chain, following = _follow(state, first, length, tables)
            if set(chain) == passes and following == now:
                return chain
    return []


def _follow(state: Vector, first: Tower, count: int, tables: Vector) -> list[Tower]:
    """A tower and the towers that must move after it if each of `count` passes."""
    chain = [first]
    for _ in range(count):
        side = chain[-1][0]
        chain.append((1 - side, int(tables[_square_of(state, chain[-1])])))
    return chain


def _square_of(state: Vector, tower: Tower) -> int:
    return int(rules.square_of(state, *tower))


def _set_towers(state: Vector, side: int, tokens: list[str]) -> None:
    if len(tokens) != 8:
        raise Problem("game.kamisado.problem.towers", side=side, count=len(tokens))
    for colour, token in enumerate(tokens):
        found = _TOWER.fullmatch(token)
        if not found:
            raise Problem("game.kamisado.problem.tower", given=token)
        square = parse_square(found[1])
        if rules.is_occupied(state, square):
            raise Problem("game.kamisado.problem.twice", spot=found[1])
        state[rules.OCCUPANCY + (square >> 5)] |= 1 << (square & 31)
        state[rules.SQUARES + side] |= square << (6 * colour)
        state[rules.RANKS] |= len(found[2]) << (16 * side + 2 * colour)


def _set_points(state: Vector, tokens: list[str], goal: int) -> None:
    top = goal + _OVERSHOOT
    numbers = [int(token) for token in tokens if token.isdecimal() and len(token) < 4]
    if len(tokens) != 2 or len(numbers) != 2 or max(numbers) > top or min(numbers) >= goal:
        raise Problem(
            "game.kamisado.problem.points", given=" ".join(tokens), goal=goal, below=goal - 1
        )
    state[rules.POINTS : rules.POINTS + 2] = numbers
    if max(numbers) >= goal:
        state[rules.WINNER] = 1 + numbers.index(max(numbers))


def _read_forced(name: str, match: bool) -> int:
    if name == "fill" and match:
        return rules.FILL
    if name == "fill":
        raise Problem("game.kamisado.problem.fill")
    if name not in _FORCED:
        known = ", ".join(COLOUR_NAMES)
        hint = did_you_mean(name, COLOUR_NAMES)
        raise Problem("game.kamisado.problem.colour", given=name, hint=hint, known=known)
    return _FORCED[name]


def _check_far_rows(state: Vector, match: bool) -> None:
    """A tower on its far row has won the round: in a single round the game is over."""
    arrived = [
        (side, square)
        for side in (0, 1)
        for square in (_square_of(state, (side, colour)) for colour in range(8))
        if square // 8 == 7 - 7 * side
    ]
    if not arrived:
        return
    winner, square = arrived[0]
    filling = state[rules.FORCED] == rules.FILL
    last_mover = state[rules.SIDE] if filling else 1 - state[rules.SIDE]
    spot, spots = square_name(square), tuple(square_name(each) for _, each in arrived)
    if len(arrived) > 1 or winner != last_mover:
        key = "game.kamisado.problem.far_row"
        raise ImpossiblePosition(key, state=state, spots=spots, spot=spot)
    if match and not filling:
        key = "game.kamisado.problem.far_row_match"
        raise ImpossiblePosition(key, state=state, spots=spots, spot=spot, side=winner)
    if not match:
        state[rules.WINNER] = 1 + winner


def _set_zero_moves(state: Vector, text: str, tables: Vector) -> None:
    """Read `0:a8,h1` into the state, and check that play can lead to it."""
    found = re.fullmatch(r"([01]):(-|(?:[a-h][1-8],?)+)", text)
    if not found or state[rules.FORCED] >= rules.ANY or state[rules.WINNER]:
        raise Problem("game.kamisado.problem.zero", given=text)
    side, forced = int(state[rules.SIDE]), int(state[rules.FORCED])
    last_mover = int(found[1])
    squares = [parse_square(name) for name in re.findall("[a-h][1-8]", found[2])]
    if not squares:
        if last_mover == side and rules.is_blocked(state, side, forced):
            state[rules.LAST_MOVER] = side
        return
    for square in squares:
        _add_zero_move(state, square)
    state[rules.LAST_MOVER] = last_mover
    chain = list_zero_moves(state, tables)
    is_locked = {
        rules.CYCLE: (side, forced) in chain,
        rules.TWO: len(chain) == 2,
        rules.PRINTED: len(chain) >= 2 and side == last_mover,
    }[int(tables[rules.DEADLOCK])]
    if not chain or (tables[rules.DEADLOCK] == rules.TWO and len(chain) > 2):
        raise Problem("game.kamisado.problem.zero_chain", given=found[2])
    state[rules.FIRST_PASS] = chain[0][1]
    if is_locked:
        if tables[rules.GOAL] > 1:
            raise Problem("game.kamisado.problem.zero_match", given=found[2])
        state[rules.WINNER] = 2 - last_mover


def _add_zero_move(state: Vector, square: int) -> None:
    for side in (0, 1):
        colour = rules.tower_on(state, side, square)
        if colour >= 0 and rules.is_blocked(state, side, colour):
            state[rules.PASSES] |= 1 << (8 * side + colour)
            return
    raise Problem("game.kamisado.problem.zero_free", spot=square_name(square))
