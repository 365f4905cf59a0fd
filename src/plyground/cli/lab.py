"""`plyground lab`: a textbook search, shown as the tree that it really searched."""

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
    NoCheck,
    PositionText,
    Settings,
    read_game,
    read_integer,
    read_position,
)
from plyground.cli.output import print_json
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from plyground.lab.search_tree import SearchTree
    from plyground.lab.trace import Trace

DEFAULT_DEPTH = 3
MAX_DEPTH = 100
MIN_NODES, MAX_NODES = 2, 5_000
"""Bounds of `--limit`: how many nodes are shown."""


def lab(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="cli.lab.game")] = None,
    settings: Settings = None,
    no_check: NoCheck = False,
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
    csv: Annotated[str | None, typer.Option("--csv", metavar="FILE", help="cli.lab.csv")] = None,
    markdown: Annotated[
        str | None, typer.Option("--markdown", metavar="FILE", help="cli.lab.markdown")
    ] = None,
    html: Annotated[str | None, typer.Option("--html", metavar="FILE", help="cli.lab.html")] = None,
    as_jsonl: Annotated[bool, typer.Option("--jsonl", help="cli.lab.jsonl")] = False,
    ascii_only: Ascii = False,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    if sum(source is not None for source in (game, tree, experiment)) != 1:
        raise Problem("lab.problem.what")
    start_options = {"--set": settings, "--moves": moves, "--position": position}
    tree_options = {"--step": step, "--limit": limit, "--dot": dot, "--table": table}
    tree_options |= {"--quiz": quiz, "--answers": answers}
    files = {"csv": csv, "markdown": markdown, "html": html}
    source = "GAME" if game is not None else "--tree" if tree is not None else "--experiment"
    if game is None:
        _refuse_options(start_options, source)
    if experiment is None:
        _refuse_options({"--games": games, "--jsonl": as_jsonl}, source)
        _refuse_options({f"--{kind}": path for kind, path in files.items()}, source)
    if tree is None:
        _refuse_options({"--root": root}, source)
    if compare or experiment is not None:
        _refuse_options(tree_options, "--compare" if compare else "--experiment")
    if compare:
        _refuse_options({"--svg": svg}, "--compare")
    if quiz:
        _refuse_options({"--answers": answers, "--step": step}, "--quiz")
    if experiment is not None:
        from plyground.cli.lab_experiment import run_experiment

        count = None if games is None else read_integer("--games", games, 1, 10_000)
        run_experiment(experiment, count, as_json, as_jsonl, {**files, "svg": svg})
        return
    if tree is not None:
        start = _read_tree(tree, root)
    else:
        start = _read_start(str(game), settings, position, moves)
    plies = None if depth is None else read_integer("--depth", depth, 0, MAX_DEPTH)
    if compare:
        from plyground.cli.lab_comparison import run_comparison

        run_comparison(start, math.inf if plies is None else plies, order, ascii_only, as_json)
        return
    default_depth = DEFAULT_DEPTH if tree is None else math.inf
    run = _run_trace(start, algorithm, default_depth if plies is None else plies, order, table)
    searched = _make_tree(run, step, limit, quiz, answers)
    _output_tree(searched, svg, dot, ascii_only, as_json)


def _refuse_options(given: Mapping[str, object], other: str) -> None:
    """Refuse options that make no sense together with another."""
    for option, value in given.items():
        if value:
            raise Problem("lab.problem.beside", option=option, other=other)


def _read_tree(text: str, root: str | None) -> Any:
    """The tree that `--tree` describes."""
    from plyground.lab.tree_notation import read_tree

    sides = {None: 0, "max": 0, "min": 1}
    if root not in sides:
        raise Problem("lab.problem.root", given=root)
    return read_tree(text, sides[root])


def _read_start(game: str, settings: list[str] | None, position: str, moves: str) -> Any:
    from plyground.cli.progress import prepare
    from plyground.games.game import Game

    if ":" in game or game.endswith(".py"):
        from plyground.lab.class_position import ClassPosition, load_class

        kind = load_class(game)
        if not issubclass(kind, Game):
            _refuse_options({"--set": settings, "--position": position}, game)
            return ClassPosition.start(kind).play(moves)
    start = read_position(read_game(game, settings), position, moves)
    if start.game.kernels.evaluate is not None:
        # An evaluation is written for native code; in plain Python it would be slow.
        prepare(start.game)
    return start


def _run_trace(start: Any, algorithm: str, depth: float, order: str, table: bool) -> Trace:
    from plyground.cli.lab_comparison import show_node_count
    from plyground.lab.search_setup import TextbookSearch
    from plyground.lab.trace import Trace

    with show_node_count("cli.lab.searching") as on_nodes:
        from plyground.lab.comparison import SearchBudget

        budget = SearchBudget(algorithm, on_nodes)
        return Trace(TextbookSearch(start, algorithm, depth, order, table), budget)


def _make_tree(
    run: Trace, step: str | None, limit: str | None, quiz: bool, answers: bool
) -> SearchTree:
    at_step = None if step is None else read_integer("--step", step, 1, run.steps)
    max_nodes = None if limit is None else read_integer("--limit", limit, MIN_NODES, MAX_NODES)
    return run.tree(at_step, max_nodes, whole=True if answers else None, quiz=quiz)


def _output_tree(
    tree: SearchTree, svg: str | None, dot: str | None, ascii_only: bool, as_json: bool
) -> None:
    """Write the files, then JSON; print the tree as text only without any of them."""
    if svg is not None:
        from plyground.lab.tree_svg import draw_tree

        _write_file(svg, draw_tree(tree) + "\n")
    if dot is not None:
        from plyground.lab.dot import write_dot

        _write_file(dot, write_dot(tree))
    if as_json:
        print_json(tree.as_json())
    elif svg is None and dot is None:
        from plyground.cli.lab_text import print_tree

        print_tree(tree, ascii_only)
    else:
        for path in {svg, dot} - {None, "-"}:
            print(say("cli.lab.written", path=path))


def _write_file(file: str, text: str) -> None:
    from plyground.records.files import write_text

    if file == "-":
        sys.stdout.write(text)
    else:
        write_text(Path(file), text)
