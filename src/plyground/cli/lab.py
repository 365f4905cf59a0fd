"""`plyground lab`: a search of the textbook, shown as the tree that it really was."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.arguments import (
    Ascii,
    Json,
    Language,
    Moves,
    PositionText,
    Settings,
    read_game,
    read_position,
    whole_number,
)
from plyground.cli.output import print_json
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from plyground.lab.search_tree import Tree
    from plyground.lab.trace import Trace

DEPTH = 3
DEEPEST = 100
SMALLEST, LARGEST = 2, 5_000
"""Nodes that can be shown."""


def lab(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="cli.lab.game")] = None,
    settings: Settings = None,
    moves: Moves = "",
    position: PositionText = "",
    algorithm: Annotated[
        str, typer.Option("--algorithm", metavar="NAME", help="cli.lab.algorithm")
    ] = "alphabeta",
    depth: Annotated[str | None, typer.Option("--depth", metavar="N", help="cli.lab.depth")] = None,
    order: Annotated[
        str, typer.Option("--order", metavar="ORDER", help="cli.lab.order")
    ] = "natural",
    table: Annotated[bool, typer.Option("--table", help="cli.lab.table")] = False,
    tree: Annotated[str | None, typer.Option("--tree", metavar="TEXT", help="cli.lab.tree")] = None,
    root: Annotated[
        str | None, typer.Option("--root", metavar="max|min", help="cli.lab.root")
    ] = None,
    step: Annotated[str | None, typer.Option("--step", metavar="K", help="cli.lab.step")] = None,
    limit: Annotated[str | None, typer.Option("--limit", metavar="N", help="cli.lab.limit")] = None,
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE", help="cli.lab.svg")] = None,
    dot: Annotated[str | None, typer.Option("--dot", metavar="FILE", help="cli.lab.dot")] = None,
    quiz: Annotated[bool, typer.Option("--quiz", help="cli.lab.quiz")] = False,
    answers: Annotated[bool, typer.Option("--answers", help="cli.lab.answers")] = False,
    compare: Annotated[bool, typer.Option("--compare", help="cli.lab.compare")] = False,
    experiment: Annotated[
        str | None, typer.Option("--experiment", metavar="NAME", help="cli.lab.experiment")
    ] = None,
    games: Annotated[str | None, typer.Option("--games", metavar="N", help="cli.lab.games")] = None,
    ascii_only: Ascii = False,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    if sum(source is not None for source in (game, tree, experiment)) != 1:
        raise Problem("lab.problem.what")
    start_given = {"--set": settings, "--moves": moves, "--position": position}
    shown_given = {"--step": step, "--limit": limit, "--svg": svg, "--dot": dot, "--table": table}
    shown_given |= {"--quiz": quiz, "--answers": answers}
    source = "GAME" if game is not None else "--tree" if tree is not None else "--experiment"
    if game is None:
        _refuse(start_given, source)
    if experiment is None:
        _refuse({"--games": games}, source)
    if tree is None:
        _refuse({"--root": root}, source)
    if compare or experiment is not None:
        _refuse(shown_given, "--compare" if compare else "--experiment")
    if quiz:
        _refuse({"--answers": answers, "--step": step}, "--quiz")
    if experiment is not None:
        from plyground.cli.lab_experiment import run_experiment

        count = None if games is None else whole_number("--games", games, 1, 10_000)
        run_experiment(experiment, count, as_json)
        return
    start = _hand(tree, root) if tree is not None else _start(str(game), settings, position, moves)
    plies = None if depth is None else whole_number("--depth", depth, 0, DEEPEST)
    if compare:
        from plyground.cli.lab_comparison import run_comparison

        run_comparison(start, math.inf if plies is None else plies, order, ascii_only, as_json)
        return
    usual = DEPTH if tree is None else math.inf
    traced = _trace(start, algorithm, usual if plies is None else plies, order, table)
    shown = _shown(traced, step, limit, quiz, answers)
    _tell(shown, svg, dot, ascii_only, as_json)


def _refuse(given: Mapping[str, object], other: str) -> None:
    """Complain of options that make no sense beside another."""
    for option, value in given.items():
        if value:
            raise Problem("lab.problem.beside", option=option, other=other)


def _hand(text: str, root: str | None) -> Any:
    """The tree that somebody wrote down."""
    from plyground.lab.tree_notation import read_tree

    sides = {None: 0, "max": 0, "min": 1}
    if root not in sides:
        raise Problem("lab.problem.root", given=root)
    return read_tree(text, sides[root])


def _start(game: str, settings: list[str] | None, position: str, moves: str) -> Any:
    from plyground.cli.progress import prepare

    start = read_position(read_game(game, settings), position, moves)
    if start.game.kernels.evaluate is not None:
        # An evaluation is written for native code; in plain Python it would be slow.
        prepare(start.game)
    return start


def _trace(start: Any, algorithm: str, depth: float, order: str, table: bool) -> Trace:
    from plyground.cli.lab_comparison import counting
    from plyground.lab.trace import trace

    with counting("cli.lab.searching") as tell:
        from plyground.lab.comparison import Meter

        meter = Meter(algorithm, tell)
        return trace(start, algorithm, depth, order, table, stop=meter)


def _shown(traced: Trace, step: str | None, limit: str | None, quiz: bool, answers: bool) -> Tree:
    at = None if step is None else whole_number("--step", step, 1, traced.steps)
    most = None if limit is None else whole_number("--limit", limit, SMALLEST, LARGEST)
    return traced.tree(at, most, whole=True if answers else None, quiz=quiz)


def _tell(shown: Tree, svg: str | None, dot: str | None, ascii_only: bool, as_json: bool) -> None:
    """Files first, then JSON; words only if neither was asked for."""
    if svg is not None:
        from plyground.lab.tree_svg import draw_tree

        _write(svg, draw_tree(shown) + "\n")
    if dot is not None:
        from plyground.lab.dot import write_dot

        _write(dot, write_dot(shown))
    if as_json:
        print_json(shown.as_json())
    elif svg is None and dot is None:
        from plyground.cli.lab_text import print_tree

        print_tree(shown, ascii_only)
    else:
        for path in {svg, dot} - {None, "-"}:
            print(say("cli.lab.written", path=path))


def _write(file: str, text: str) -> None:
    from plyground.records.files import write_text

    if file == "-":
        sys.stdout.write(text)
    else:
        write_text(Path(file), text)
