"""The stack of a search: a frame for every ply, with the state of the node and lists of its moves.

A frame is one row of an array: fields, the state, room for its symmetric image, lists as long as
the game's branching, and the line from the node. What a search does not need has no room in it.

A guard word stands behind every state, and free space behind every list and behind the stack: a
game's kernel that writes a little too far is found out (`game_calls`), and damages nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.core import slots
from plyground.core.context import Context, Matrix, load_word, make_view
from plyground.core.contract import BOUNDS_SIZE, INFO_SIZE, LINE_SIZE, Rules, Vector
from plyground.core.jit import Intrinsic

WORD_BYTES = 8
MAX_PLY = 128
"""The deepest ply of a heuristic search."""

# Fields of a frame, in alpha-beta and minimax.
PROVEN = 0
STATIC = 1
KILLERS = 2
INFO = 4
BOUNDS = INFO + INFO_SIZE
# Fields of a frame in proof searches.
POSITION_KEY = 0
ENTRY = 1
"""The second word of the table entry, or 0."""
ANSWER = 2
"""The first of three fields whose meaning is up to the search."""
FIELDS = BOUNDS + BOUNDS_SIZE

GUARD = -0x5EEDBED5EEDBED
SPARE = 16
"""Words behind a list that its kernel may overwrite by mistake."""
SPARE_BEHIND = 1024
"""The same behind the whole stack."""


def bind_stack(
    context: Context, rules: Rules, plies: int, lists: int, image: bool = False, line: int = 0
) -> Matrix:
    """Give a context a stack for nodes down to ply `plies`, each with so many lists."""
    size, width = len(rules.start) + 1, rules.branching + SPARE
    context[slots.IMAGE_AT] = FIELDS + size
    context[slots.LISTS_AT] = FIELDS + size * (2 if image else 1)
    context[slots.LIST_WIDTH] = width
    context[slots.LINE_AT] = context[slots.LISTS_AT] + lists * width
    context[slots.THREAT_LINE_AT] = context[slots.LINE_AT] + 1
    context[slots.LINE_WIDTH] = line
    frame_width = context[slots.LINE_AT] + line
    stack = np.zeros((plies + 1 + -(-SPARE_BEHIND // frame_width), frame_width), np.int64)
    stack[:, context[slots.IMAGE_AT] - 1] = GUARD
    if image:
        stack[:, context[slots.LISTS_AT] - 1] = GUARD
    context.bind(slots.FRAMES, stack[: plies + 1])
    return stack[: plies + 1]


def read_state(stack: Matrix, ply: int, size: int) -> Vector:
    """The state in a frame: a view, to be read or written."""
    return stack[ply, FIELDS : FIELDS + size]


def read_list(context: Context, stack: Matrix, ply: int, number: int) -> Vector:
    """A list of a frame."""
    begin = context[slots.LISTS_AT] + number * context[slots.LIST_WIDTH]
    return stack[ply, begin : begin + context[slots.BRANCHING]]


class _Word(NamedTuple):
    """A number that stands in a slot of the context."""

    slot: int


def _define_part(
    name: str, begin: int | _Word, length: int | _Word, list_width: _Word | None
) -> Any:
    """An intrinsic that makes an array of a part of a frame, given a context and a ply.

    With `list_width` it also takes the number of a list.
    """
    from numba import types
    from numba.extending import intrinsic

    kind = types.Array(types.int64, 1, "C")

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        words = context.make_array(signature.args[0])(context, builder, values[0]).data

        def read_number(number: int | _Word) -> Any:
            if isinstance(number, _Word):
                return load_word(context, builder, words, number.slot)
            return context.get_constant(types.intp, number)

        place = builder.mul(values[1], read_number(_Word(slots.FRAME_WIDTH)))
        place = builder.add(place, read_number(begin))
        if list_width is not None:
            place = builder.add(place, builder.mul(values[2], read_number(list_width)))
        address = builder.add(
            read_number(_Word(slots.FRAMES)), builder.mul(place, read_number(WORD_BYTES))
        )
        return make_view(context, builder, kind, address, [read_number(length)])

    def read(typing_context: Any, words: Any, ply: Any) -> Any:
        return kind(words, types.int64), generate

    def read_list(typing_context: Any, words: Any, ply: Any, number: Any) -> Any:
        return kind(words, types.int64, types.int64), generate

    chosen = read if list_width is None else read_list
    chosen.__name__ = name
    return intrinsic(chosen)


_Part = Intrinsic[[Vector, int], Vector]


def _part(name: str, begin: int | _Word, length: int | _Word) -> _Part:
    return Intrinsic(_define_part, name, begin, length, None)


frame_at: _Part = _part("frame_at", 0, _Word(slots.FRAME_WIDTH))
state_at: _Part = _part("state_at", FIELDS, _Word(slots.STATE_SIZE))
image_at: _Part = _part("image_at", _Word(slots.IMAGE_AT), _Word(slots.STATE_SIZE))
info_at: _Part = _part("info_at", INFO, INFO_SIZE)
bounds_at: _Part = _part("bounds_at", BOUNDS, BOUNDS_SIZE)
line_at: _Part = _part("line_at", _Word(slots.LINE_AT), _Word(slots.LINE_WIDTH))
"""The principal variation of a node: its length, then its moves."""
threat_line_at: _Part = _part("threat_line_at", _Word(slots.THREAT_LINE_AT), LINE_SIZE)
"""The moves of that line, as a game's threat search writes them."""
list_at: Intrinsic[[Vector, int, int], Vector] = Intrinsic(
    _define_part, "list_at",
    _Word(slots.LISTS_AT), _Word(slots.BRANCHING), _Word(slots.LIST_WIDTH),
)  # fmt: skip
"""A list by its number."""

# Numbers of the lists, in every search.
MOVES = 0
RANKS = 1
