"""What each move of a solved position is worth, on its board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plyground.agents.verdict import GameValue
from plyground.games.captions import MINUS, describe_value
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.scene import Arrow, Mark, Overlay, Tone
from plyground.locale import say
from plyground.solving.atlas import load_atlas
from plyground.solving.proofs import SolvedPosition

TONES: dict[int, Tone] = {1: "best", 0: "good", -1: "bad"}
"""For the side to move: a win, a draw, a loss."""


def find_first_moves(kind: type[Game]) -> tuple[SolvedPosition, dict[str, GameValue]] | None:
    """A position of the atlas with the values of all its moves, which are there too; None if there
    is none."""
    entries = load_atlas(kind)
    for parent in entries:
        children = [entry for entry in entries if _follows(entry, parent)]
        if children and len(children) == len(parent.load(kind).moves):
            return parent, {
                entry.moves.split()[-1]: GameValue(
                    entry.value, None if entry.plies is None else entry.plies + 1
                )
                for entry in children
            }
    return None


def _follows(entry: SolvedPosition, parent: SolvedPosition) -> bool:
    *before, last = entry.moves.split() or [""]
    place = entry.options, entry.position, before
    return bool(last) and place == (parent.options, parent.position, parent.moves.split())


def mark_values(position: Position, values: Mapping[str, GameValue]) -> Overlay:
    """The value of each move, for the side to move: on the spot where it is made or where its piece
    stops, or on the line that it draws."""
    scene = position.scene
    held = {piece.spot for piece in scene.pieces}
    names = {spot.name for spot in scene.spots}
    marks, arrows = [], []
    for move, value in values.items():
        path = [spot for spot in scene.paths[move] if spot in names]
        if value.value is None or not path:
            continue
        sign = _sign(value.value, position.side)
        text, tone = _abbreviate(position, value), TONES[sign]
        about = f"{move}: {_describe(position, value)}"
        if len(path) > 1 and path[0] not in held:
            arrows.append(Arrow(tuple(path), text, about, tone, weight=0.0))
        else:
            # Where several moves end, each on its side; else in the middle, if that is empty.
            is_open = path[-1] not in held and scene.board != "pits"
            origin = path[-2] if len(path) > 1 else path[-1] if is_open else None
            marks.append(Mark(path[-1], text, about, tone, origin=origin))
    caption = "\n".join(_explain(position, values))
    return Overlay(tuple(marks), tuple(arrows), caption)


def _sign(value: int, side: int) -> int:
    own = value if side == 0 else -value
    return (own > 0) - (own < 0)


def _abbreviate(position: Position, value: GameValue) -> str:
    """`+17` is a win in 17 plies, or by 17 points; `=` is a draw."""
    assert value.value is not None
    sign = {1: "+", 0: "=", -1: MINUS}[_sign(value.value, position.side)]
    size = abs(value.value) if position.game.rules.scoring else value.distance
    return sign if sign == "=" or size is None else f"{sign}{size}"


def _describe(position: Position, value: GameValue) -> str:
    game = position.game
    names = game.side_names(position.state)
    return describe_value(value.value, value.distance, game.rules.scoring, names)


def _explain(position: Position, values: Mapping[str, GameValue]) -> Iterator[str]:
    """What the signs mean, each by an example of the board."""
    kind = "points" if position.game.rules.scoring else "plies"
    for sign, word in ((1, "win"), (0, "draw"), (-1, "loss")):
        texts = [
            _abbreviate(position, value)
            for value in values.values()
            if value.value is not None and _sign(value.value, position.side) == sign
        ]
        if texts:
            example = min(texts, key=lambda text: (len(text), text))
            key = f"{word}_{kind}" if example[1:] else word
            yield say(f"solving.values.{key}", example=example, count=int(example[1:] or 0))
