"""Usage errors of Typer as sentences of the catalogue."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import typer

from plyground.locale import Problem, say

UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""Newer versions of Typer bundle Click, so its exceptions have no fixed module to import."""


def translate_error(error: Any) -> str:
    """One sentence for a usage error."""
    kind = type(error).__name__
    if kind == "NoSuchOption":
        hint = suggest(error.option_name, _list_options(error))
        return say("cli.problem.option", option=error.option_name, hint=hint)
    if kind == "MissingParameter" and error.param is not None:
        name = error.param.opts[0]
        return say("cli.problem.missing", name=name if "-" in name else error.param.metavar or name)
    if kind == "BadOptionUsage":
        is_flag = "not take a value" in error.message
        key = "cli.problem.flag" if is_flag else "cli.problem.value"
        return say(key, option=error.option_name)
    if error.message.startswith("Got unexpected extra argument"):
        given = error.message.rpartition("(")[2].rstrip(")")
        return say("cli.problem.extra", given=given)
    return str(error.format_message())


def make_unknown_command(given: str, known: Iterable[str]) -> Problem:
    known = list(known)
    hint = suggest(given, known)
    return Problem("cli.problem.command", given=given, hint=hint, known=", ".join(known))


def suggest(given: str, known: Iterable[str]) -> str:
    """The hint "did you mean". Not that of `games.options`, whose import would slow down help."""
    import difflib

    matches = difflib.get_close_matches(given.lower(), list(known), n=1, cutoff=0.5)
    return say("hint.did_you_mean", guess=matches[0]) if matches else ""


def _list_options(error: Any) -> list[str]:
    if error.ctx is None:
        return []
    return [option for param in error.ctx.command.params for option in param.opts if "-" in option]
