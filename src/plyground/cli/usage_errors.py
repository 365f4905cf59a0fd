"""The command-line library's complaints, as sentences of our catalogue."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import typer

from plyground.locale import Problem, say

UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""Typer brings a copy of Click in newer versions, so its exceptions have no home of their own."""


def translated(error: Any) -> str:
    """One sentence for a usage error."""
    kind = type(error).__name__
    if kind == "NoSuchOption":
        hint = nearest(error.option_name, _options(error))
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


def no_such_command(given: str, known: Iterable[str]) -> Problem:
    known = list(known)
    hint = nearest(given, known)
    return Problem("cli.problem.command", given=given, hint=hint, known=", ".join(known))


def nearest(given: str, known: Iterable[str]) -> str:
    """The hint "did you mean", without the games' own: they would load what help must not."""
    import difflib

    near = difflib.get_close_matches(given.lower(), list(known), n=1, cutoff=0.5)
    return say("hint.did_you_mean", guess=near[0]) if near else ""


def _options(error: Any) -> list[str]:
    if error.ctx is None:
        return []
    return [option for param in error.ctx.command.params for option in param.opts if "-" in option]
