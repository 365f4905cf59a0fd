"""The door of the command line: languages, help in words, and every problem as one line.

Exit codes: 0 done, 1 failed, 2 asked wrongly, 130 interrupted.
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

from plyground.cli.output import INTERRUPTED, complain, write_anything
from plyground.cli.usage_errors import UsageError, no_such_command, translated
from plyground.locale import Problem, has_words, say, use_language
from plyground.records.failure import Failure

TRACE = "PLYGROUND_TRACE"
"""Set to anything, a problem shows where it arose: for those who write games and agents."""


class Command(TyperCommand):
    """One command, whose `--help` is explained in the language in use."""

    def get_help_option(self, ctx: Any) -> Any:
        return _explained(super().get_help_option(ctx))


class Group(TyperGroup):
    """All commands. Typer parses; what it and the commands raise is told here."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        write_anything()
        given = sys.argv[1:] if args is None else list(args)
        sys.exit(self._outcome(given, extra))

    def _outcome(self, given: list[str], extra: dict[str, Any]) -> int:
        """The exit code of a run."""
        try:
            wished = wished_language(given)
            if wished is not None:
                use_language(wished)
            speak(self)
            code = super().main(given, "plyground", standalone_mode=False, **extra)
            sys.stdout.flush()
            return code if isinstance(code, int) else 0
        except Problem as problem:
            _trace()
            complain(problem)
            return 1 if isinstance(problem, Failure) else 2
        except UsageError as error:
            complain(translated(error))
            return 2
        except (KeyboardInterrupt, typer.Abort):
            return INTERRUPTED
        except BrokenPipeError:
            # Nobody reads on; Python must not complain of it when it flushes at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
        except Exception as error:
            _trace()
            complain(say("cli.problem.defect", kind=type(error).__name__, why=error, trace=TRACE))
            return 1

    def get_help_option(self, ctx: Any) -> Any:
        return _explained(super().get_help_option(ctx))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands and not args[0].startswith("-"):
            raise no_such_command(args[0], self.commands)
        return super().resolve_command(ctx, args)


def wished_language(args: Sequence[str]) -> str | None:
    """The language asked for anywhere on the line: help itself must be in it."""
    for place, argument in enumerate(args):
        if argument == "--":
            break
        if argument == "--lang" and place + 1 < len(args):
            return args[place + 1]
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
    return None


def speak(group: Any) -> None:
    """Turn the keys in help, written where commands are defined, into words."""
    rich_utils.ARGUMENTS_PANEL_TITLE = say("cli.help.arguments")
    rich_utils.OPTIONS_PANEL_TITLE = say("cli.help.options")
    rich_utils.COMMANDS_PANEL_TITLE = say("cli.help.commands")
    rich_utils.REQUIRED_LONG_STRING = say("cli.help.required")
    rich_utils.DEFAULT_STRING = say("cli.help.default")
    for command in (group, *group.commands.values()):
        command.help = _words(command.help)
        command.epilog = _words(command.epilog)
        for param in command.params:
            param.help = _words(param.help)


def _trace() -> None:
    if os.environ.get(TRACE):
        traceback.print_exc()


def _explained(option: Any) -> Any:
    if option is not None:
        option.help = say("cli.help.help")
    return option


def _words(text: str | None) -> str | None:
    return say(text) if text and has_words(text) else text
