"""`plyground puzzles`: positions in which one move alone is right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.arguments import (
    Ascii,
    GameName,
    Json,
    Language,
    NoCheck,
    Settings,
    read_game,
    read_integer,
)
from plyground.cli.interrupts import INTERRUPTED, run_interruptibly
from plyground.cli.output import make_console, print_json
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from plyground.games.game import Game
    from plyground.games.position import Position
    from plyground.solving.puzzle import Puzzle
    from plyground.solving.puzzle_search import PuzzleSearch
    from plyground.solving.sampling import Source

MAX_COUNT = 10_000


def puzzles(
    context: typer.Context,
    game: GameName,
    count: Annotated[str, typer.Option("--count", metavar="N", help="cli.puzzles.count")] = "5",
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="cli.puzzles.seed")] = "0",
    ready: Annotated[bool, typer.Option("--ready", help="cli.puzzles.ready")] = False,
    stored: Annotated[bool, typer.Option("--stored", help="cli.puzzles.stored")] = False,
    sources: Annotated[
        list[str] | None, typer.Option("--from", metavar="FILE|FOLDER", help="cli.puzzles.from")
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", metavar="OPTION=LOW..HIGH", help="cli.puzzles.vary"),
    ] = None,
    save: Annotated[
        str | None, typer.Option("--save", metavar="FILE", help="cli.puzzles.save")
    ] = None,
    settings: Settings = None,
    no_check: NoCheck = False,
    ascii_only: Ascii = False,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    from plyground.solving.puzzle import PuzzleSet, load_puzzles, sort_puzzles

    wanted = read_integer("--count", count, 1, MAX_COUNT)
    number = read_integer("--seed", seed, 0, 2**63 - 1)
    played = read_game(game, settings)
    ranges = [_read_range(text, played) for text in vary or ()]
    is_interrupted = False
    if ready:
        made = _pick(load_puzzles(type(played)).puzzles, wanted, number)
        if not made:
            raise Problem("cli.puzzles.problem.none_ready", game=played.name)
    else:
        ends = [end for source in sources or () for end in _read_ends(Path(source), played)]
        ends += _read_stored(played) if stored else []
        made, is_interrupted = _make(played, wanted, number, ranges, ends)
    found = sort_puzzles(made)
    if save is not None:
        from plyground.records.files import write_text

        command = " ".join(["plyground", *_quote(context.obj or [])])
        write_text(Path(save), PuzzleSet(played.name, played.id, command, found).to_jsonl())
    if as_json:
        print_json({"game": played.name, "puzzles": [puzzle.to_json() for puzzle in found]})
    elif save is not None:
        print(say("cli.puzzles.saved", count=len(found), path=save))
    else:
        _print(found, played, ascii_only)
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)
    if len(found) < wanted and not ready:
        from plyground.cli.output import print_error

        print_error(say("cli.puzzles.fewer", found=len(found), wanted=wanted))


def _pick(puzzles: tuple[Puzzle, ...], count: int, seed: int) -> list[Puzzle]:
    from random import Random

    return Random(seed).sample(puzzles, min(count, len(puzzles)))


def _make(
    game: Game,
    count: int,
    seed: int,
    ranges: list[tuple[str, range]],
    stored: list[Position],
) -> tuple[list[Puzzle], bool]:
    """Search in stored games, then in sampled ones; what was found, and whether Ctrl-C ended it."""
    from plyground.cli.progress import compile_entries
    from plyground.core.root_search import ENTRIES as SEARCH_ENTRIES
    from plyground.core.solver import ENTRIES
    from plyground.solving.puzzle_search import PuzzleSearch
    from plyground.solving.sampling import GameSampler

    compile_entries([*ENTRIES, *SEARCH_ENTRIES])
    game.native()
    search = PuzzleSearch(count)
    try:
        _run(search, iter([("stored", end) for end in stored]))
        start = game.start()
        if not ranges and run_interruptibly(lambda: search.search_every(start, seed)):
            return search.puzzles, False
        if not search.is_done:
            starts = _vary_starts(game, ranges, seed) if ranges else repeat(start)
            _run(search, GameSampler(seed).play_games(starts))
    except KeyboardInterrupt:
        return search.puzzles, True
    return search.puzzles, False


def _run(search: PuzzleSearch, ends: Iterator[tuple[Source, Position]]) -> None:
    from rich.console import Console

    console = Console(stderr=True)
    steps = search.search_games(ends)
    with console.status("") as status:
        while (progress := run_interruptibly(lambda: next(steps, None))) is not None:
            words = say(
                "cli.puzzles.progress",
                done=progress.puzzles,
                count=search.count,
                games=progress.games,
            )
            if console.is_terminal:
                status.update(words)


def _vary_starts(game: Game, ranges: list[tuple[str, range]], seed: int) -> Iterator[Position]:
    """Starts of games whose varied options are drawn for each of them."""
    from random import Random

    random = Random(seed)
    while True:
        drawn = {option: random.choice(values) for option, values in ranges}
        yield type(game)(**{**game.changed_settings, **drawn}).start()


def _read_range(text: str, game: Game) -> tuple[str, range]:
    """Parse `seed=0..99`."""
    match = re.fullmatch(r"\s*(\w+)\s*=\s*(\d{1,9})\.\.(\d{1,9})\s*", text)
    if match is None or int(match[2]) > int(match[3]):
        raise Problem("cli.puzzles.problem.vary", given=text)
    option, values = match[1], range(int(match[2]), int(match[3]) + 1)
    for value in (values[0], values[-1]):
        # An unknown option or a value out of bounds is a sentence now, not later.
        type(game)(**{**game.changed_settings, option: value})
    return option, values


def _read_ends(path: Path, game: Game) -> Iterator[Position]:
    """The last positions of games in a file, or in the files of a folder."""
    from plyground.records.files import read_bytes
    from plyground.records.formats import decode, guess_file_format, read_tree

    files = sorted(file for file in path.iterdir() if file.is_file()) if path.is_dir() else [path]
    for file in files:
        tree = read_tree(decode(read_bytes(file)), guess_file_format(file.name), type(game))
        yield tree.root.main_line[-1].position


def _read_stored(game: Game) -> list[Position]:
    """The last positions of all stored matches of a game from its start."""
    from plyground.cli.event_options import find_database_url
    from plyground.cli.rate import find_events, read_games
    from plyground.store.database import Database

    database = Database(find_database_url(None))
    try:
        games = read_games(database, find_events(database, game, ""), game)
    finally:
        database.close()
    return [game.start().play_all(" ".join(one.game.result.moves)) for one in games]


def _quote(words: list[str]) -> list[str]:
    import shlex

    skipped = {index for index, word in enumerate(words) if word == "--save"}
    return [
        shlex.quote(word)
        for index, word in enumerate(words)
        if index not in skipped and index - 1 not in skipped
    ]


def _print(found: tuple[Puzzle, ...], game: Game, ascii_only: bool) -> None:
    """Each puzzle with its board; the solutions below them all, so that nobody sees one early."""
    from plyground.cli.terminal_board import make_text_style, render_board
    from plyground.solving.puzzle_text import describe_task

    console = make_console()
    positions = [puzzle.set_up(type(game)) for puzzle in found]
    for number, (puzzle, position) in enumerate(zip(found, positions, strict=True), start=1):
        task = describe_task(puzzle, position)
        grade = say("cli.puzzles.grade", grade=puzzle.grade)
        console.print(f"{number}. {task} ({grade})", style="bold")
        console.print(render_board(position.scene, make_text_style(console, ascii_only)))
        if position.scene.prompt:
            console.print(position.scene.prompt)
        console.print(say("cli.show.text", text=puzzle.position))
        console.print()
    if found:
        console.print(say("cli.puzzles.solutions"), style="bold")
    for number, puzzle in enumerate(found, start=1):
        console.print(f"{number}. {' '.join(puzzle.solution)}")
        for move, refutation in puzzle.wrong.items():
            line = say("cli.puzzles.wrong", move=move, line=" ".join(refutation.line[:6]) or "-")
            console.print(f"   {line}", style="dim")
