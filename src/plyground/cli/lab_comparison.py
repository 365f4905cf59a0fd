"""`plyground lab --compare`: the effort of every algorithm as a table and a bar chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from plyground.cli.interrupts import INTERRUPTED, record_interrupts
from plyground.cli.output import make_console, print_json
from plyground.locale import say

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from plyground.lab.comparison import Effort, OnNodes
    from plyground.lab.search_tree import SearchSettings

MAX_BAR_WIDTH = 60
"""Columns of the longest bar."""
_EIGHTHS = " ▏▎▍▌▋▊▉"


def run_comparison(start: Any, depth: float, order: str, ascii_only: bool, as_json: bool) -> None:
    """Run every search and print its effort; after Ctrl-C, the efforts so far."""
    from plyground.lab.comparison import compare
    from plyground.lab.search_setup import TextbookSearch

    efforts: list[Effort] = []
    interrupted = False
    try:
        with record_interrupts(), show_node_count("cli.lab.comparing") as on_nodes:
            efforts.extend(compare(start, depth, order, on_nodes))
    except KeyboardInterrupt:
        interrupted = True
    search = TextbookSearch(start, depth=depth, order=order)
    if as_json:
        setup = search.setup.as_json()
        document = {name: setup[name] for name in ("title", "depth", "order", "horizon")}
        print_json({**document, "efforts": [effort.as_json() for effort in efforts]})
    elif efforts:
        _print_comparison(search.setup, efforts, ascii_only)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


@contextmanager
def show_node_count(key: str) -> Iterator[OnNodes]:
    """Show a status line with the number of nodes, if standard error is a terminal."""
    from rich.console import Console

    with Console(stderr=True).status("") as status:

        def on_nodes(algorithm: str, nodes: int) -> None:
            if nodes:
                name = say(f"classic.{algorithm}")
                status.update(say(key, algorithm=name, nodes=f"{nodes:,}"))

        yield on_nodes


def _print_comparison(setup: SearchSettings, efforts: Sequence[Effort], ascii_only: bool) -> None:
    from plyground.cli.terminal_board import make_text_style
    from plyground.lab.comparison import MAX_NODES, MAX_SECONDS
    from plyground.lab.tree_captions import describe_subject

    console = make_console()
    is_ascii = make_text_style(console, ascii_only).ascii
    console.print(describe_subject(setup), style="bold")
    console.print()
    console.print(_make_table(efforts))
    console.print()
    console.print(say("lab.compare.chart"), style="bold")
    for line in make_bars(efforts, console.width, is_ascii):
        console.print(line)
    if not all(effort.complete for effort in efforts):
        bounds = {"nodes": f"{MAX_NODES:,}", "seconds": f"{MAX_SECONDS:g}"}
        console.print(say("lab.compare.unfinished", **bounds), style="dim")


def _make_table(efforts: Sequence[Effort]) -> Table:
    from rich.table import Table

    from plyground.lab.tree_captions import format_number

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column(say("lab.compare.algorithm"), style="bold")
    table.add_column(say("lab.compare.table"))
    for name in ("nodes", "leaves", "cuts", "seconds", "value"):
        table.add_column(say(f"lab.compare.{name}"), justify="right")
    for effort in efforts:
        counts = (effort.nodes, effort.leaves, effort.cuts)
        table.add_row(
            say(f"classic.{effort.algorithm}"),
            say("lab.compare.yes" if effort.table else "lab.compare.no"),
            *("" if count is None else f"{count:,}" for count in counts),
            f"{effort.seconds:.2f}",
            say("lab.compare.stopped") if effort.value is None else format_number(effort.value),
        )
    return table


def make_bars(efforts: Sequence[Effort], console_width: int, is_ascii: bool) -> Iterator[Text]:
    """A bar chart of the nodes of every search."""
    from rich.text import Text

    from plyground.games.drawing import palette
    from plyground.games.drawing.text_canvas import text_width

    labels = [_make_label(effort) for effort in efforts]
    label_width = max(map(text_width, labels))
    max_nodes = max(effort.nodes for effort in efforts)
    max_width = max(10, min(MAX_BAR_WIDTH, console_width - label_width - 16))
    for label, effort in zip(labels, efforts, strict=True):
        line = Text(f"{label}{' ' * (label_width - text_width(label))}  ")
        bar = _make_bar(max_width * effort.nodes / max_nodes, is_ascii)
        line.append(bar, palette.SIDES[effort.table])
        line.append(f" {effort.nodes:,}")
        if not effort.complete:
            line.append(" +")
        yield line


def _make_label(effort: Effort) -> str:
    name = say(f"classic.{effort.algorithm}")
    return say("lab.compare.with", algorithm=name) if effort.table else name


def _make_bar(length: float, is_ascii: bool) -> str:
    if is_ascii:
        return "#" * max(1, round(length))
    eighths = max(1, round(8 * length))
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()
