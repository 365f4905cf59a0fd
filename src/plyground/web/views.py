"""Boards, positions and analyses as JSON for the pages, which know neither rules nor colours."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from plyground.games.captions import (
    abbreviate_score,
    describe_position,
    describe_score,
    label_bar,
)
from plyground.games.drawing import palette
from plyground.games.drawing.board_edges import label_hexagons, outline_borders
from plyground.games.drawing.glyphs import SHAPES, STONES
from plyground.games.drawing.seeds import scatter_seeds
from plyground.games.drawing.text_board import Grid
from plyground.games.game import Game
from plyground.games.position import Outcome, Position
from plyground.games.scene import Label, Overlay, Path, Piece, Pit, Scene, Spot
from plyground.games.score import Analysis, Line
from plyground.review.judgement import side_winning_chance

View = dict[str, Any]

ARROWS = 2
"""Moves of a line that are sent with their paths, to be drawn."""


def make_board_view(position: Position) -> View:
    """The part of a scene that stays the same from move to move."""
    scene = position.game.scene(position.state)
    grid = Grid(scene) if scene.board in ("cells", "points") else None
    labels = label_hexagons(scene) if scene.board == "hexagons" else ()
    high = scene.row_height
    lettered = grid is not None and grid.is_lettered
    return {
        "kind": scene.board,
        "spots": [_make_spot(spot, high) for spot in scene.spots],
        "columns": _make_labels(scene, grid, 0) if grid and lettered else None,
        "rows": _make_labels(scene, grid, 1) if grid and lettered else None,
        "labels": [_make_label(label, high) for label in labels],
        "borders": [
            {
                "corners": [{"x": x, "y": y * high} for x, y in strip.corners],
                "stripe": [{"x": x, "y": y * high} for x, y in strip.stripe],
                "side": strip.side,
            }
            for strip in outline_borders(scene)
        ],
        "sides": list(palette.side_colours(scene)),
        "star": [
            name
            for name, place in (grid.places.items() if grid else ())
            if scene.board == "points" and grid is not None and grid.is_star(*place)
        ],
    }


def make_position_view(position: Position) -> View:
    """The part of a scene that changes with every move, in the current language."""
    game, state = position.game, position.state
    # Not `position.scene`: it is cached in the language of its first reader. Only a game whose
    # scene depends on past moves (who drew a line) overrides `draw`; otherwise `scene` is cheaper.
    scene = game.scene(state) if type(game).draw is Game.draw else game.draw(position)
    colours, names = palette.side_colours(scene), game.side_names(state)
    return {
        "side": position.side,
        "text": position.text,
        "ply": len(position.history),
        "pieces": [_make_piece(piece, colours) for piece in scene.pieces],
        "lines": [
            {"start": line.start, "end": line.end, "side": line.side} for line in scene.lines
        ],
        "areas": [{"corners": area.corners, "side": area.side} for area in scene.areas],
        "pits": [_make_pit(pit, scene) for pit in scene.pits],
        "labels": [_make_label(label, scene.row_height) for label in scene.labels],
        "buttons": [{"name": button.name, "text": button.text} for button in scene.buttons],
        "score": scene.score,
        "winning": scene.winning,
        "prompt": scene.prompt,
        "colours": scene.colours,
        "paths": {
            text: game.path(state, move)
            for text, move in zip(position.moves, position.codes, strict=True)
        },
        "last": position.last_path,
        "over": position.is_over,
        "names": names,
        "outcome": make_outcome_view(position.outcome, names),
        "caption": " ".join(filter(None, (describe_position(position), scene.prompt))),
    }


def make_outcome_view(outcome: Outcome | None, names: tuple[str, str] | None = None) -> View | None:
    """How a game ended, and why, in words."""
    if outcome is None:
        return None
    return {
        "winner": outcome.winner,
        "margin": outcome.margin,
        "reason": outcome.reason,
        "words": outcome.describe(names),
    }


def make_analysis_view(position: Position, found: Analysis) -> View:
    """An analysis in the current language."""
    first = side_winning_chance(0, position, found)
    return {
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "lines": [_make_line(position, line) for line in found.lines],
        "best": found.best_moves,
        "move": found.move,
        "why": str(found.why) if found.why else "",
        "first": first,
        "label": label_bar(first, found.score),
        "words": describe_score(found.score) if found.score else "",
    }


def make_overlay_view(overlay: Overlay) -> View:
    return asdict(overlay)


def _make_spot(spot: Spot, high: float) -> View:
    colour = palette.tone_colour(spot.tone) if spot.tone else None
    return {
        "name": spot.name,
        "x": spot.x,
        "y": spot.y * high,
        "span": spot.span,
        "colour": colour,
        "ink": palette.pick_text_colour(colour) if colour else None,
        "glyph": spot.glyph,
    }


def _make_piece(piece: Piece, colours: tuple[str, str]) -> View:
    if piece.side is None:
        shape = "neutral" if piece.glyph in SHAPES else "mark"
        colour = palette.neutral_colour(piece.tone)
    elif piece.tone is not None:
        shape, colour = "tower", palette.tone_colour(piece.tone)
    else:
        shape = "stone" if piece.glyph in STONES else "mark"
        colour = colours[piece.side]
    return {
        "spot": piece.spot,
        "side": piece.side,
        "glyph": piece.glyph,
        "colour": colour,
        "ink": palette.pick_text_colour(colour),
        "rank": piece.rank,
        "shape": shape,
    }


def _make_label(label: Label, high: float) -> View:
    return {"x": label.x, "y": label.y * high, "text": label.text}


def _make_pit(pit: Pit, scene: Scene) -> View:
    [span] = (spot.span for spot in scene.spots if spot.name == pit.spot)
    seeds = [{"x": x, "y": y, "r": r} for x, y, r in scatter_seeds(pit.count, span)]
    return {"spot": pit.spot, "count": pit.count, "side": pit.side, "seeds": seeds}


def _make_labels(scene: Scene, grid: Grid, axis: int) -> dict[str, str]:
    """Labels along an edge of the board, by coordinate."""
    texts = (grid.column_labels, grid.row_labels)[axis]
    return {
        f"{(spot.x, spot.y)[axis]:g}": texts[grid.places[spot.name][axis]] for spot in scene.spots
    }


def _make_line(position: Position, line: Line) -> View:
    return {
        "moves": line.moves,
        "paths": _find_paths(position, line.moves[:ARROWS]),
        "score": asdict(line.score),
        "sign": abbreviate_score(line.score),
        "words": describe_score(line.score),
    }


def _find_paths(position: Position, moves: tuple[str, ...]) -> list[Path]:
    paths = []
    for move in moves:
        code = position.find(move)
        paths.append(position.game.path(position.state, code))
        position = position.play(code)
    return paths
