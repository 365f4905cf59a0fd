"""`plyground show`: a position as a board, as text, as JSON or as SVG."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.arguments import (
    Ascii,
    GameName,
    Json,
    Language,
    Moves,
    NoCheck,
    PositionText,
    Settings,
    read_game,
    read_position,
)
from plyground.cli.output import make_console, print_json
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from plyground.games.position import Position
    from plyground.games.scene import Overlay


def show(
    game: GameName,
    settings: Settings = None,
    no_check: NoCheck = False,
    moves: Moves = "",
    position: PositionText = "",
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE", help="cli.show.svg")] = None,
    overlay: Annotated[
        str | None, typer.Option("--overlay", metavar="NAME", help="cli.show.overlay")
    ] = None,
    strip: Annotated[bool, typer.Option("--strip", help="cli.show.strip")] = False,
    ascii_only: Ascii = False,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    start = read_position(read_game(game, settings), position, moves)
    layer = _make_overlay(start, overlay) if overlay is not None else None
    if strip and (svg is None or layer is not None):
        raise Problem("cli.show.problem.strip")
    if svg is not None:
        _write_svg(svg, _draw_strip(start) if strip else _draw_board(start, layer))
    if as_json:
        print_json(position_to_json(start) | ({"overlay": asdict(layer)} if layer else {}))
    elif svg is None:
        print_position(start, ascii_only)
        if layer is not None:
            _print_overlay(layer)
    elif svg != "-":
        print(say("cli.show.written", path=svg))


def print_position(position: Position, ascii_only: bool) -> None:
    """Print the board, the side to move and what the rules ask of it, the legal moves, and the
    text of the position."""
    from plyground.cli.terminal_board import make_text_style, render_board
    from plyground.games.captions import describe_status

    console = make_console()
    console.print(position.game.title, style="bold")
    console.print()
    console.print(render_board(position.scene, make_text_style(console, ascii_only)))
    console.print(describe_status(position), style="bold")
    if position.moves:
        if position.scene.prompt:
            console.print(position.scene.prompt)
        count, moves = len(position.moves), " ".join(position.moves)
        console.print(say("cli.show.moves", count=count, moves=moves))
    if position.text:
        console.print(say("cli.show.text", text=position.text))


def position_to_json(position: Position) -> dict[str, Any]:
    """The JSON description of a position."""
    from plyground.games.captions import describe_status

    outcome = position.outcome
    return {
        "game": position.game.name,
        "rules": position.game.id,
        "options": position.game.settings,
        "position": position.text,
        "side": position.side,
        "moves": list(position.moves),
        "played": list(position.line),
        "score": position.scene.score,
        "over": position.is_over,
        "outcome": {**asdict(outcome), "words": describe_status(position)} if outcome else None,
    }


def _make_overlay(position: Position, name: str) -> Overlay:
    from plyground.games.options import did_you_mean

    game = position.game
    if name not in game.overlays:
        hint = did_you_mean(name, game.overlays)
        known = ", ".join(game.overlays) or "-"
        raise Problem("cli.show.problem.overlay", given=name, hint=hint, known=known)
    return game.overlay(name, position)


def _print_overlay(overlay: Overlay) -> None:
    """Print the marks of an overlay as text: one line for all spots with the same meaning."""
    spots: dict[str, list[str]] = {}
    for mark in overlay.marks:
        spots.setdefault(mark.about or mark.text, []).append(mark.spot)
    for arrow in overlay.arrows:
        spots.setdefault(arrow.about or arrow.text, []).append("-".join(arrow.path))
    for zone in overlay.zones:
        spots.setdefault(zone.about or zone.text, []).append(" ".join(zone.corners))
    console = make_console()
    if overlay.caption:
        console.print(overlay.caption)
    for about, marked in spots.items():
        console.print(say("cli.show.marked", place=", ".join(marked), about=about))


def _draw_board(position: Position, overlay: Overlay | None) -> str:
    from plyground.games.captions import describe_position
    from plyground.games.drawing.svg import draw_svg

    return draw_svg(position.scene, position.game.title, describe_position(position), overlay)


def _draw_strip(position: Position) -> str:
    """All positions of the game so far, with the move that led to each."""
    from plyground.games.captions import describe_position
    from plyground.games.drawing.strip import draw_strip

    shown = position.origin
    frames = [(shown.scene, say("cli.show.start"))]
    for number, move in enumerate(position.recorded_line, start=1):
        shown = shown.play(move)
        frames.append((shown.scene, f"{number}. {shown.line[-1]}"))
    return draw_strip(frames, position.game.title, describe_position(position))


def _write_svg(file: str, picture: str) -> None:
    from plyground.records.files import write_text

    if file == "-":
        sys.stdout.write(picture + "\n")
    else:
        write_text(Path(file), picture + "\n")
