"""What an agent can see of a Kamisado position: the board, the towers, and which must move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from plyground.games.kamisado import rules
from plyground.games.kamisado.board import COLOUR_NAMES, SQUARE_COLOURS
from plyground.games.kamisado.notation import square_name
from plyground.games.observation import Observation, collect_common_fields
from plyground.games.position import Position

COLOURS = tuple(
    tuple(COLOUR_NAMES[colour] for colour in SQUARE_COLOURS[start : start + 8])
    for start in range(0, 64, 8)
)


@dataclass(frozen=True)
class KamisadoObservation(Observation):
    """Towers stand on the board as 1 (first) and 2 (second); row 0 is the first player's."""

    colours: tuple[tuple[str, ...], ...]
    """The colour of each square, by row and column."""
    towers: tuple[Mapping[str, str], Mapping[str, str]]
    """Of both sides: the square of the tower of each colour."""
    rings: tuple[Mapping[str, int], Mapping[str, int]]
    """Of both sides: how many rings the tower of each colour has; none in a single round."""
    must_move: str | None
    """The colour of the tower that must move; None for any."""


def observe(position: Position) -> KamisadoObservation:
    state = position.state
    forced = int(state[rules.FORCED])
    towers, rings = [], []
    for side in (0, 1):
        squares = (square_name(int(rules.square_of(state, side, colour))) for colour in range(8))
        ranks = (int(rules.rank_of(state, side, colour)) for colour in range(8))
        towers.append(MappingProxyType(dict(zip(COLOUR_NAMES, squares, strict=True))))
        rings.append(MappingProxyType(dict(zip(COLOUR_NAMES, ranks, strict=True))))
    return KamisadoObservation(
        **collect_common_fields(position),
        colours=COLOURS,
        towers=(towers[0], towers[1]),
        rings=(rings[0], rings[1]),
        must_move=COLOUR_NAMES[forced] if forced < rules.ANY else None,
    )
