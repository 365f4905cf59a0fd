"""What an agent found, as JSON for the page."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from plyground.games.captions import describe_score
from plyground.games.position import Position
from plyground.games.scene import Overlay, Path
from plyground.games.score import Analysis, Line
from plyground.review.judgement import chance_of

ARROWS = 2
"""Moves of a line whose paths are told, to be drawn."""


def analysis_view(position: Position, found: Analysis) -> dict[str, Any]:
    """An analysis in the language spoken here."""
    return {
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "lines": [_line(position, line) for line in found.lines],
        "best": found.best_moves,
        "move": found.move,
        "why": str(found.why) if found.why else "",
        "first": chance_of(0, position, found),
    }


def overlay_view(overlay: Overlay) -> dict[str, Any]:
    return asdict(overlay)


def _line(position: Position, line: Line) -> dict[str, Any]:
    return {
        "moves": line.moves,
        "paths": _paths(position, line.moves[:ARROWS]),
        "score": asdict(line.score),
        "words": describe_score(line.score),
    }


def _paths(position: Position, moves: tuple[str, ...]) -> list[Path]:
    paths = []
    for move in moves:
        code = position.find(move)
        paths.append(position.game.path(position.state, code))
        position = position.play(code)
    return paths
