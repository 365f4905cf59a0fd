"""What may stand at the cursor of a command line: commands, options, games, their options, agents.

What a parameter takes is known by its metavar, the word for it in help. Code of a user's own is
never run for it: of a game in a file nothing is suggested.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plyground.locale import has_words, say

if TYPE_CHECKING:
    from plyground.agents.specs import AgentKind
    from plyground.games.options import Option

MAX_NUMBERS = 20
"""An integer is suggested value by value if there are no more."""

AGENTS = {"AGENT", "SPEC", "A", "B", "A B C ..."}
GAMES = {"GAME", "[GAME]"}
"""Metavars of parameters that are agents, and of those that are games."""


@dataclass(frozen=True)
class Candidate:
    value: str
    about: str = ""


def split_line(line: str) -> tuple[list[str], str]:
    """The whole words of a line, and the one at its end that is being typed, perhaps empty."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
    lexer.whitespace_split, lexer.commenters = True, ""
    words: list[str] = []
    try:
        words.extend(lexer)
    except ValueError:
        # A quote is still open: what follows it is the word being typed.
        return words, lexer.token
    if not line or line[-1].isspace() or not words:
        return words, ""
    return words[:-1], words[-1]


def find_candidates(group: Any, words: Sequence[str], partial: str) -> list[Candidate]:
    """All candidates that begin with what is being typed. `words` begin with the program."""
    found = _Line(group, words[1:]).complete(partial)
    return [candidate for candidate in found if candidate.value.startswith(partial)]


class _Line:
    """A command line up to the word that is being typed."""

    def __init__(self, group: Any, words: Sequence[str]) -> None:
        self._group = group
        self._command: Any = None
        self._is_known = True
        """Is there such a command, if one is named?"""
        self._arguments: list[str] = []
        """The values of the command's arguments so far."""
        self._used: set[str] = set()
        self._open: Any = None
        """The option whose value is being typed."""
        for word in words:
            self._add(word)

    def complete(self, partial: str) -> Iterable[Candidate]:
        if not self._is_known:
            return ()
        if self._open is not None:
            return self._complete_parameter(self._open, partial)
        if partial.startswith("--") and "=" in partial:
            name, _, value = partial.partition("=")
            option = self._find_option(name)
            found = self._complete_parameter(option, value) if option is not None else ()
            return (Candidate(f"{name}={each.value}", each.about) for each in found)
        if partial.startswith("-"):
            return self._list_options()
        if self._command is None:
            return [
                Candidate(name, command.help or "")
                for name, command in self._group.commands.items()
            ]
        arguments = [each for each in self._command.params if each.param_type_name == "argument"]
        place = len(self._arguments)
        if arguments and place >= len(arguments) and arguments[-1].nargs == -1:
            place = len(arguments) - 1
        if place < len(arguments):
            return self._complete_parameter(arguments[place], partial)
        return self._list_options()

    def _add(self, word: str) -> None:
        if self._open is not None:
            self._open = None
        elif word.startswith("-") and word != "-":
            self._used.add(word.partition("=")[0])
            option = self._find_option(word)
            if option is not None and not option.is_flag:
                self._open = option
        elif self._command is None:
            self._command = self._group.commands.get(word)
            self._is_known &= self._command is not None
        else:
            self._arguments.append(word)

    @property
    def _params(self) -> list[Any]:
        owner = self._group if self._command is None else self._command
        return [param for param in owner.params if param.param_type_name == "option"]

    def _find_option(self, name: str) -> Any:
        return next((param for param in self._params if name in param.opts), None)

    def _list_options(self) -> Iterator[Candidate]:
        for param in self._params:
            if param.multiple or not self._used & set(param.opts):
                yield Candidate(param.opts[0], param.help or "")
        yield Candidate("--help", say("cli.help.help"))

    def _complete_parameter(self, param: Any, partial: str) -> Iterable[Candidate]:
        """What a parameter may be; nothing is suggested for names of files and numbers."""
        metavar = param.metavar or ""
        if metavar in GAMES:
            return _list_games()
        if metavar in AGENTS:
            return _complete_agent(partial, self._game)
        if metavar == "OPTION=VALUE":
            return _complete_setting(partial, self._game)
        if metavar == "PROTOCOL":
            from plyground.cli.engine import PROTOCOLS

            return map(Candidate, PROTOCOLS)
        if metavar == "KIND":
            from plyground.cli.new import TEMPLATES

            return map(Candidate, TEMPLATES)
        # Words in small letters stand for themselves: `en|ko`.
        return (Candidate(word) for word in metavar.split("|") if word.islower() and word.isalpha())

    @property
    def _game(self) -> str:
        """The name of the game of this line."""
        params = self._command.params if self._command is not None else ()
        arguments = [param for param in params if param.param_type_name == "argument"]
        for param, value in zip(arguments, self._arguments, strict=False):
            if param.metavar in GAMES:
                return value
        return ""


def _list_games() -> Iterator[Candidate]:
    from plyground.games.installed_names import list_installed_names

    for name in list_installed_names():
        key = f"game.{name}.title"
        yield Candidate(name, say(key) if has_words(key) else "")


def _complete_setting(partial: str, game: str) -> Iterable[Candidate]:
    """`size=`, `rule=renju`: the options of a game."""
    from plyground.games.installed_names import list_installed_names

    if game not in list_installed_names():
        return []
    from plyground.games.registry import find_game_class

    options = find_game_class(game).options
    return _complete_option(partial, options, f"game.{game}.option.")


def _complete_option(
    partial: str, options: Iterable[Option], about: str = "", prefix: str = ""
) -> Iterator[Candidate]:
    """`name=`, or, when that is there, `name=value`."""
    name, equals, _ = partial.partition("=")
    for option in options:
        key = f"{about}{option.name}"
        if not equals:
            yield Candidate(f"{prefix}{option.name}=", say(key) if has_words(key) else "")
        elif option.name == name:
            for value in _list_values(option):
                yield Candidate(f"{prefix}{name}={value}")


def _list_values(option: Option) -> Iterable[object]:
    if option.kind == "bool":
        return ("true", "false")
    if option.choices:
        return option.choices
    if option.kind == "int" and option.low is not None and option.high is not None:
        numbers = range(int(option.low), int(option.high) + 1)
        return numbers if len(numbers) <= MAX_NUMBERS else ()
    return ()


def _complete_agent(partial: str, game: str) -> Iterator[Candidate]:
    """`engine`, `engine:level=`, `engine:level=5`, and after a comma the next option."""
    from plyground.agents.specs import KINDS

    name, colon, rest = partial.partition(":")
    if not colon:
        for each, kind in KINDS.items():
            # A program is nothing without its command.
            yield Candidate(f"{each}:" if kind.is_program else each, say(f"agent.{each}"))
        return
    if name not in KINDS or KINDS[name].is_program:
        return
    before, comma, last = rest.rpartition(",")
    prefix = f"{name}:{before}{comma}"
    options = KINDS[name].options
    if KINDS[name].by_game:
        variants = _find_variants(game)
        if not comma:
            yield from (Candidate(f"{name}:{variant}") for variant in variants)
            return
        variant = variants.get(before.partition(",")[0])
        options = variant.options if variant is not None else ()
    used = {each.partition("=")[0] for each in before.split(",")}
    left = [option for option in options if option.name not in used]
    yield from _complete_option(last, left, prefix=prefix)


def _find_variants(game: str) -> dict[str, AgentKind]:
    from plyground.reports import find_baselines

    return find_baselines(game)
