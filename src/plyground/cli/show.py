"""`plyground show`: a position as a board, in words, or as a picture."""

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
    PositionText,
    Settings,
    read_game,
    read_position,
)
from plyground.cli.output import console, print_json
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from plyground.games.position import Position
    from plyground.games.scene import Overlay


def show(
    game: GameName,
    settings: Settings = None,
    moves: Moves = "",
    position: PositionText = "",
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE", help="cli.show.svg")] = None,
    overlay: Annotated[
        str | None, typer.Option("--overlay", metavar="NAME", help="cli.show.overlay")
    ] = None,
    ascii_only: Ascii = False,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    shown = read_position(read_game(game, settings), position, moves)
    laid = _overlay(shown, overlay) if overlay is not None else None
    if svg is not None:
        _write_picture(shown, svg, laid)
    if as_json:
        print_json(describe(shown) | ({"overlay": asdict(laid)} if laid else {}))
    elif svg is None:
        print_position(shown, ascii_only)
        if laid is not None:
            _print_overlay(laid)
    elif svg != "-":
        print(say("cli.show.written", path=svg))


def print_position(position: Position, ascii_only: bool) -> None:
    """Board, whose turn it is, legal moves, and the text that leads back here."""
    from plyground.cli.terminal_board import board, pen_for
    from plyground.games.captions import describe_status

    page = console()
    page.print(position.game.title, style="bold")
    page.print()
    page.print(board(position.scene, pen_for(page, ascii_only)))
    page.print(describe_status(position), style="bold")
    if position.moves:
        count, moves = len(position.moves), " ".join(position.moves)
        page.print(say("cli.show.moves", count=count, moves=moves))
    if position.text:
        page.print(say("cli.show.text", text=position.text))


def describe(position: Position) -> dict[str, Any]:
    """A position as `--json` tells it."""
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
        "outcome": {**asdict(outcome), "words": str(outcome)} if outcome else None,
    }


def _overlay(position: Position, name: str) -> Overlay:
    from plyground.games.options import did_you_mean

    game = position.game
    if name not in game.overlays:
        hint = did_you_mean(name, game.overlays)
        known = ", ".join(game.overlays) or "-"
        raise Problem("cli.show.problem.overlay", given=name, hint=hint, known=known)
    return game.overlay(name, position)


def _print_overlay(overlay: Overlay) -> None:
    """What is marked, in words: one line for all places of the same meaning."""
    places: dict[str, list[str]] = {}
    for mark in overlay.marks:
        places.setdefault(mark.about or mark.text, []).append(mark.spot)
    for arrow in overlay.arrows:
        places.setdefault(arrow.about or arrow.text, []).append("-".join(arrow.path))
    page = console()
    for about, where in places.items():
        page.print(say("cli.show.marked", place=", ".join(where), about=about))


def _write_picture(position: Position, file: str, overlay: Overlay | None) -> None:
    from plyground.games.captions import describe_position
    from plyground.games.drawing.svg import svg
    from plyground.records.files import write_text

    picture = svg(position.scene, position.game.title, describe_position(position), overlay)
    if file == "-":
        sys.stdout.write(picture + "\n")
    else:
        write_text(Path(file), picture + "\n")
