"""An experiment with an exact answer: its facts as a table, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

import typer

from plyground.cli.output import INTERRUPTED, console, print_json
from plyground.locale import say

if TYPE_CHECKING:
    from rich.table import Table

    from plyground.reports.experiment import Cell, ExactExperiment, ExactFindings, OnCase


def run_exact(name: str, experiment: ExactExperiment, as_json: bool) -> None:
    from plyground.cli.interrupts import interruptible
    from plyground.cli.progress import prepare
    from plyground.games.registry import load_game

    prepare(load_game(experiment.game))
    began = perf_counter()
    try:
        with show_progress() as on_progress:
            findings = interruptible(lambda: experiment.run(on_progress))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        seconds = round(perf_counter() - began, 3)
        document = describe_findings(name, experiment, findings)
        print_json({"experiment": name, **document, "seconds": seconds, "interrupted": False})
        return
    page = console()
    page.print(say(f"experiment.{name}.title"), style="bold")
    page.print(make_table(experiment, findings))
    page.print(str(findings.conclusion))
    page.print(say("experiment.report", report=say(f"experiment.{name}.report")))


@contextmanager
def show_progress() -> Iterator[OnCase]:
    """A bar on standard error, for whoever waits at a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress

    columns = BarColumn(bar_width=24), MofNCompleteColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def make_table(experiment: ExactExperiment, findings: ExactFindings) -> Table:
    """Words to the left, figures to the right."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate(experiment.columns):
        is_figure = all(isinstance(row.cells[place], int | float) for row in findings.rows)
        table.add_column(say(column), justify="right" if is_figure else "left")
    for row in findings.rows:
        table.add_row(*map(format_cell, row.cells))
    return table


def format_cell(cell: Cell) -> str:
    return f"{cell:,.4g}" if isinstance(cell, float) else str(cell)


def describe_findings(
    name: str, experiment: ExactExperiment, findings: ExactFindings
) -> dict[str, Any]:
    names = [column.rpartition(".")[2] for column in experiment.columns]
    rows: list[dict[str, Any]] = []
    for row in findings.rows:
        cells = (cell if isinstance(cell, int | float) else str(cell) for cell in row.cells)
        rows.append(dict(zip(names, cells, strict=True)))
        if row.position is not None:
            rows[-1]["position"] = row.position.text
    return {
        "title": say(f"experiment.{name}.title"),
        "game": experiment.game,
        "rows": rows,
        "verdict": findings.verdict,
        "sentence": str(findings.conclusion),
        "report": say(f"experiment.{name}.report"),
    }
