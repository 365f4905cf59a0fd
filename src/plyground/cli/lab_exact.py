"""`plyground lab --experiment NAME`, for experiments with an exact answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

import typer

from plyground.cli.output import INTERRUPTED, make_console, print_json
from plyground.locale import say

if TYPE_CHECKING:
    from rich.table import Table

    from plyground.reports.experiment import Cell, ExactExperiment, ExactFindings, OnCase


def run_exact(name: str, experiment: ExactExperiment, as_json: bool) -> None:
    from plyground.cli.interrupts import run_interruptibly
    from plyground.cli.progress import prepare
    from plyground.games.registry import load_game

    prepare(load_game(experiment.game))
    started = perf_counter()
    try:
        with show_progress() as on_progress:
            findings = run_interruptibly(lambda: experiment.run(on_progress))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        seconds = round(perf_counter() - started, 3)
        document = findings_to_json(name, experiment, findings)
        print_json({"experiment": name, **document, "seconds": seconds, "interrupted": False})
        return
    console = make_console()
    console.print(say(f"experiment.{name}.title"), style="bold")
    console.print(make_table(experiment, findings))
    console.print(str(findings.conclusion))
    console.print(say("experiment.report", report=say(f"experiment.{name}.report")))


@contextmanager
def show_progress() -> Iterator[OnCase]:
    """Show a progress bar, if standard error is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress

    columns = BarColumn(bar_width=24), MofNCompleteColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def make_table(experiment: ExactExperiment, findings: ExactFindings) -> Table:
    """A table of the findings, with numbers aligned to the right."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate(experiment.columns):
        is_number = all(isinstance(row.cells[place], int | float) for row in findings.rows)
        table.add_column(say(column), justify="right" if is_number else "left")
    for row in findings.rows:
        table.add_row(*map(format_cell, row.cells))
    return table


def format_cell(cell: Cell) -> str:
    return f"{cell:,.4g}" if isinstance(cell, float) else str(cell)


def findings_to_json(
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
