"""The command group: choice of language, translated help, and errors as one line each.

Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import typer
from typer import rich_utils
from typer.core import TyperCommand, TyperGroup

from plyground.cli.interrupts import INTERRUPTED
from plyground.cli.output import ignore_empty_screen, print_error, tolerate_unencodable
from plyground.cli.usage_errors import UsageError, make_unknown_command, translate_error
from plyground.locale import Failure, Problem, has_words, say, use_language

TRACE = "PLYGROUND_TRACE"
"""If this variable is set, errors print a traceback: for authors of games and agents."""


class Command(TyperCommand):
    """A command whose `--help` option is described in the current language."""

    def get_help_option(self, ctx: Any) -> Any:
        return _translate_help_option(super().get_help_option(ctx))


class Group(TyperGroup):
    """The group of all commands, which turns every exception into a line and an exit code."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        ignore_empty_screen()
        tolerate_unencodable()
        given = sys.argv[1:] if args is None else list(args)
        sys.exit(self._run(given, extra))

    def _run(self, given: list[str], extra: dict[str, Any]) -> int:
        """Run a command line and return its exit code."""
        try:
            language = find_language(given)
            if language is not None:
                use_language(language)
            translate_help(self)
            code = super().main(given, "plyground", standalone_mode=False, obj=given, **extra)
            sys.stdout.flush()
            return code if isinstance(code, int) else 0
        except Problem as problem:
            _print_trace()
            print_error(problem)
            return 1 if isinstance(problem, Failure) else 2
        except UsageError as error:
            print_error(translate_error(error))
            return 2
        except (KeyboardInterrupt, typer.Abort):
            return INTERRUPTED
        except BrokenPipeError:
            # The reader has closed the pipe; the flush at exit must not fail because of it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
        except Exception as error:
            _print_trace()
            print_error(
                say("cli.problem.defect", kind=type(error).__name__, why=error, trace=TRACE)
            )
            return 1

    def get_help_option(self, ctx: Any) -> Any:
        return _translate_help_option(super().get_help_option(ctx))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands and not args[0].startswith("-"):
            raise make_unknown_command(args[0], self.commands)
        return super().resolve_command(ctx, args)


def find_language(args: Sequence[str]) -> str | None:
    """The value of `--lang` anywhere on the line; help is printed before options are parsed."""
    for index, argument in enumerate(args):
        if argument == "--":
            break
        if argument == "--lang" and index + 1 < len(args):
            return args[index + 1]
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
    return None


def translate_help(group: Any) -> None:
    """Replace the catalogue keys in the help of all commands by their texts."""
    rich_utils.ARGUMENTS_PANEL_TITLE = say("cli.help.arguments")
    rich_utils.OPTIONS_PANEL_TITLE = say("cli.help.options")
    rich_utils.COMMANDS_PANEL_TITLE = say("cli.help.commands")
    rich_utils.REQUIRED_LONG_STRING = say("cli.help.required")
    rich_utils.DEFAULT_STRING = say("cli.help.default")
    for command in (group, *group.commands.values()):
        command.help = _translate(command.help)
        command.epilog = _translate(command.epilog)
        for param in command.params:
            param.help = _translate(param.help)


def _print_trace() -> None:
    if os.environ.get(TRACE):
        traceback.print_exc()


def _translate_help_option(option: Any) -> Any:
    if option is not None:
        option.help = say("cli.help.help")
    return option


def _translate(text: str | None) -> str | None:
    return say(text) if text and has_words(text) else text
