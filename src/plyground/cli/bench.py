"""`plyground bench`: the speed of the games, compared with other libraries."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.arguments import Json, Language, NoCheck, read_game
from plyground.cli.output import make_console, print_json
from plyground.locale import say

if TYPE_CHECKING:
    from plyground.bench.measure import Measurement

SECONDS = 2.0
QUICK_SECONDS = 0.3


def bench(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="cli.argument.games")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="cli.bench.quick")] = False,
    forbidden: Annotated[
        str | None, typer.Option("--forbidden", metavar="FILE", help="cli.bench.forbidden")
    ] = None,
    puzzles: Annotated[
        str | None, typer.Option("--puzzles", metavar="FILE", help="cli.bench.puzzles")
    ] = None,
    no_check: NoCheck = False,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    files = {"forbidden": forbidden, "puzzles": puzzles}
    if given := {kind: path for kind, path in files.items() if path is not None}:
        _check_known_answers(given, as_json)
        return
    from plyground.bench import easyai, openspiel

    games = [read_game(name, None) for name in names or _list_games()]
    peers = {openspiel.PACKAGE: openspiel.OpenSpiel.load(), easyai.PACKAGE: easyai.EasyAi.load()}
    measures = list(_measure_with_progress(games, quick, *peers.values()))
    if as_json:
        rows = [{**vars(measure), "ratio": measure.ratio} for measure in measures]
        print_json({"measures": rows, "peers": {name: bool(peer) for name, peer in peers.items()}})
        return
    _print_table(measures)
    for name, peer in peers.items():
        if peer is None:
            print(say("bench.no_peer", peer=name))


def _list_games() -> list[str]:
    from plyground.games.registry import game_names

    return game_names()


def _measure_with_progress(
    games: list[Any], quick: bool, spiel: Any, easy: Any
) -> Iterator[Measurement]:
    """The measurements, with a progress bar on standard error if that is a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    from plyground.bench.rules_speed import measure_rules
    from plyground.bench.search_speed import measure_search
    from plyground.cli.progress import prepare

    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("", total=sum(2 + len(game.yardsticks) for game in games))
        for game in games:
            progress.update(task, description=game.title)
            prepare(game)
            seconds = QUICK_SECONDS if quick else SECONDS
            for measure in chain(
                measure_rules(game, seconds, spiel), measure_search(game, quick, spiel, easy)
            ):
                progress.advance(task)
                yield measure


def _print_table(measures: list[Measurement]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("game", "what", "rate", "peer", "peer_rate", "ratio"):
        justify: Any = "right" if column in ("rate", "peer_rate", "ratio") else "left"
        table.add_column(say(f"bench.column.{column}"), justify=justify)
    for measure in measures:
        theirs = _format_rate(measure.peer_rate) if measure.peer_rate else ""
        ratio = f"{measure.ratio:.1f}x" if measure.ratio else ""
        what = say(f"bench.what.{measure.what}")
        table.add_row(
            measure.game, what, _format_rate(measure.rate), measure.peer or "", theirs, ratio
        )
    make_console().print(table)


def _format_rate(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"


def _check_known_answers(given: dict[str, str], as_json: bool) -> None:
    """Check the games against files of known answers; a wrong answer fails the command."""
    answers = {kind: _check_file(kind, path) for kind, path in given.items()}
    if as_json:
        print_json(answers if len(answers) > 1 else next(iter(answers.values())))
    results = [pair for by_game in answers.values() for pair in by_game.items()]
    for game, result in () if as_json else results:
        for value in result.values():
            if isinstance(value, list) and value and isinstance(value[0], dict):
                _print_rows(value)
        counts = ", ".join(
            f"{value} {name}" for name, value in result.items() if isinstance(value, int)
        )
        print(say("bench.answers", game=game, counted=counts, wrong=len(result["wrong"])))
        for sentence in chain(result.get("unsolved", ()), result["wrong"]):
            print(sentence)
    if any(result["wrong"] for _, result in results):
        raise typer.Exit(1)


def _check_file(kind: str, path: str) -> dict[str, dict[str, Any]]:
    from rich.console import Console
    from rich.progress import Progress

    from plyground.bench.known_answers import check_answers

    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(kind, total=None)
        return check_answers(
            kind, path, lambda done, total: progress.update(task, completed=done, total=total)
        )


def _print_rows(rows: list[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in rows[0]:
        table.add_column(
            say(f"bench.column.{column}"), justify="left" if column == "kind" else "right"
        )
    for row in rows:
        table.add_row(*map(str, row.values()))
    make_console().print(table)
