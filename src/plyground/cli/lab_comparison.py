"""`plyground lab --compare`: the work of every algorithm as a table and as bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from plyground.cli.output import INTERRUPTED, console, print_json
from plyground.locale import say

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from plyground.lab.comparison import Effort, OnNodes
    from plyground.lab.search_tree import Setup

LONGEST = 60
"""Columns of a bar."""
_EIGHTHS = " ▏▎▍▌▋▊▉"


def run_comparison(start: Any, depth: float, order: str, ascii_only: bool, as_json: bool) -> None:
    """Search, and print what it took; after Ctrl-C, what it took so far."""
    from plyground.lab.comparison import compare
    from plyground.lab.search_setup import Search

    efforts: list[Effort] = []
    interrupted = False
    try:
        with counting("cli.lab.comparing") as tell:
            efforts.extend(compare(start, depth, order, tell))
    except KeyboardInterrupt:
        interrupted = True
    search = Search(start, depth=depth, order=order)
    if as_json:
        asked = search.setup.as_json()
        told = {name: asked[name] for name in ("title", "depth", "order", "horizon")}
        print_json({**told, "efforts": [effort.as_json() for effort in efforts]})
    elif efforts:
        _print(search.setup, efforts, ascii_only)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


@contextmanager
def counting(key: str) -> Iterator[OnNodes]:
    """A line on the screen that counts, for whoever waits at a terminal."""
    from rich.console import Console

    with Console(stderr=True).status("") as status:

        def tell(algorithm: str, nodes: int) -> None:
            if nodes:
                name = say(f"classic.{algorithm}")
                status.update(say(key, algorithm=name, nodes=f"{nodes:,}"))

        yield tell


def _print(setup: Setup, efforts: Sequence[Effort], ascii_only: bool) -> None:
    from plyground.cli.terminal_board import pen_for
    from plyground.lab.comparison import MOST_NODES, MOST_SECONDS
    from plyground.lab.tree_captions import subject

    page = console()
    is_ascii = pen_for(page, ascii_only).ascii
    page.print(subject(setup), style="bold")
    page.print()
    page.print(_table(efforts))
    page.print()
    page.print(say("lab.compare.chart"), style="bold")
    for line in bars(efforts, page.width, is_ascii):
        page.print(line)
    if not all(effort.complete for effort in efforts):
        bounds = {"nodes": f"{MOST_NODES:,}", "seconds": f"{MOST_SECONDS:g}"}
        page.print(say("lab.compare.unfinished", **bounds), style="dim")


def _table(efforts: Sequence[Effort]) -> Table:
    from rich.table import Table

    from plyground.lab.tree_captions import number_words

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
            say("lab.compare.stopped") if effort.value is None else number_words(effort.value),
        )
    return table


def bars(efforts: Sequence[Effort], room: int, is_ascii: bool) -> Iterator[Text]:
    """The nodes of every search as a bar; the longest bar is the most work."""
    from rich.text import Text

    from plyground.games.drawing import palette
    from plyground.games.drawing.text_canvas import text_width

    names = [_name(effort) for effort in efforts]
    wide = max(map(text_width, names))
    most = max(effort.nodes for effort in efforts)
    longest = max(10, min(LONGEST, room - wide - 16))
    for name, effort in zip(names, efforts, strict=True):
        line = Text(f"{name}{' ' * (wide - text_width(name))}  ")
        bar = _bar(longest * effort.nodes / most, is_ascii)
        line.append(bar, palette.SIDES[effort.table])
        line.append(f" {effort.nodes:,}")
        if not effort.complete:
            line.append(" +")
        yield line


def _name(effort: Effort) -> str:
    name = say(f"classic.{effort.algorithm}")
    return say("lab.compare.with", algorithm=name) if effort.table else name


def _bar(length: float, is_ascii: bool) -> str:
    if is_ascii:
        return "#" * max(1, round(length))
    eighths = max(1, round(8 * length))
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()
