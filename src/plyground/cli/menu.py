"""The menu of `plyground play`: asks for the game, its options and the players."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from plyground.agents.level_ratings import find_level_ratings
from plyground.agents.levels import LEVELS
from plyground.agents.specs import KINDS, agent
from plyground.cli.arguments import read_game
from plyground.cli.interrupts import INTERRUPTED, record_interrupts
from plyground.cli.output import make_console, print_error
from plyground.cli.prompt import read_line
from plyground.games.captions import describe_game, describe_option
from plyground.games.registry import game_names, load_game
from plyground.locale import Problem, say
from plyground.play.session import Session

if TYPE_CHECKING:
    from plyground.games.game import Game


def choose_session(first: str | None, second: str | None) -> Session:
    """Ask for what the command line does not say; leaving the menu ends the command."""
    try:
        with record_interrupts():
            game = _choose_game()
            if first is None and second is None:
                first, second = _choose_players(game)
    except (EOFError, KeyboardInterrupt) as end:
        print()
        raise typer.Exit(INTERRUPTED if isinstance(end, KeyboardInterrupt) else 0) from None
    return Session(game.start(), (first or "human", second or "random"))


def _choose_game() -> Game:
    console = make_console()
    names = game_names()
    console.print()
    console.print(say("cli.menu.title"), style="bold")
    games = [load_game(name) for name in names]
    console.print(_make_list((game.title, describe_game(game)) for game in games))
    name = names[_choose(say("cli.menu.game"), names)]
    return _choose_options(name)


def _choose_options(name: str) -> Game:
    game = load_game(name)
    if not game.options:
        return game
    helps = ((option.name, describe_option(game, option)) for option in game.options)
    make_console().print(_make_list(helps, numbered=False))
    while True:
        given = read_line(say("cli.menu.options"))
        try:
            return read_game(name, _split_settings(given))
        except Problem as problem:
            print_error(problem)


def _split_settings(text: str) -> list[str]:
    """Split `size=19 points=0,0 4,0` where a new option begins."""
    settings: list[str] = []
    for word in text.split():
        if "=" in word or not settings:
            settings.append(word)
        else:
            settings[-1] += f" {word}"
    return settings


def _choose_players(game: Game) -> tuple[str, str]:
    console = make_console()
    known = [name for name, kind in KINDS.items() if not kind.is_program]
    opponents = sorted(known, key=lambda name: name == "human")
    console.print(_make_list((name, say(f"agent.{name}")) for name in opponents))
    opponent = _choose_opponent(opponents)
    if opponent == "engine":
        opponent = f"engine:level={_choose_level(game)}"
    if opponent == "human":
        return "human", "human"
    sides = [say("side.0"), say("side.1")]
    console.print(_make_list((side, "") for side in sides))
    chosen = _choose(say("cli.menu.side"), sides)
    return ("human", opponent) if chosen == 0 else (opponent, "human")


def _choose_level(game: Game) -> int:
    """Ask for a level, beside what was measured of the levels in this game."""
    ratings = find_level_ratings(game)
    if ratings is not None:
        console = make_console()
        console.print()
        for level, elo in ratings.list_levels().items():
            console.print(f"  {say('agent.level.rated', level=level, elo=elo)}", style="dim")
        console.print()
    levels = [str(level) for level in LEVELS]
    return int(levels[_choose(say("cli.menu.level"), levels, "5")])


def _make_list(rows: Iterable[tuple[str, str]], numbered: bool = True) -> Padding:
    """Names and their meanings, in columns."""
    table = Table.grid(padding=(0, 2))
    for style in ("bold", "cyan", "dim"):
        table.add_column(style=style)
    for number, (name, meaning) in enumerate(rows, start=1):
        table.add_row(str(number) if numbered else "", Text(name), Text(meaning))
    return Padding(table, (1, 2))


def _choose_opponent(known: Sequence[str]) -> str:
    """Ask for an agent: a number of the list, or any spec."""
    while True:
        given = read_line(say("cli.menu.opponent")).strip() or "1"
        if given.isdigit() and 1 <= int(given) <= len(known):
            return known[int(given) - 1]
        try:
            agent(given)
        except Problem as problem:
            print_error(problem)
        else:
            return given


def _choose(question: str, known: Sequence[str], default: str = "1") -> int:
    """Ask for one of `known`, by number or by name, and return its index."""
    while True:
        given = read_line(question).strip().lower() or default
        if given.isdigit() and 1 <= int(given) <= len(known):
            return int(given) - 1
        matches = [index for index, name in enumerate(known) if name.lower().startswith(given)]
        if len(matches) == 1:
            return matches[0]
        sys.stdout.flush()
        print_error(say("cli.menu.problem", given=given, last=len(known)))
