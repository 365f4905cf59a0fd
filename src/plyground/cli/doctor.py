"""`plyground doctor`: what is installed, what works, and what is missing for which feature."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import typer

from plyground.cli.arguments import Json, Language
from plyground.cli.output import make_console, print_json
from plyground.locale import say

if TYPE_CHECKING:
    from rich.table import Table

    from plyground.cli.installation_checks import Finding

STYLES = {"ok": "green", "note": "", "missing": "yellow", "problem": "red", "broken": "bold red"}


def doctor(as_json: Json = False, lang: Language = None) -> None:
    from plyground.cli.installation_checks import check_all

    findings = list(check_all())
    is_healthy = all(finding.state != "broken" for finding in findings)
    if as_json:
        print_json({"healthy": is_healthy, "findings": [each.as_json() for each in findings]})
    else:
        _print_findings(findings)
        states = {finding.state for finding in findings}
        key = "limited" if states & {"missing", "problem"} else "complete"
        print(say(f"cli.doctor.{key if is_healthy else 'broken'}"))
    if not is_healthy:
        raise typer.Exit(1)


def _print_findings(findings: Sequence[Finding]) -> None:
    console = make_console()
    for section, group in groupby(findings, lambda finding: finding.section):
        console.print(say(f"cli.doctor.section.{section}"), style="bold")
        console.print(_make_table(group))
        console.print()


def _make_table(findings: Iterable[Finding]) -> Table:
    from rich.table import Table

    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for finding in findings:
        state = say(f"cli.doctor.state.{finding.state}")
        about = "\n".join(filter(None, (finding.value, finding.fix and f"-> {finding.fix}")))
        table.add_row(f"  {state}", finding.title, about, style=STYLES[finding.state])
    return table
