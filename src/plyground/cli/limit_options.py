"""How long something may take, as it is said on the command line."""

from __future__ import annotations

from plyground.cli.arguments import whole_number
from plyground.core.limits import Clock, Limit
from plyground.locale import Problem
from plyground.play.clock import TimeControl

LONGEST = 86_400.0
"""Seconds: a day."""


def read_limit(time: str | None, depth: str | None, nodes: str | None) -> Limit:
    """The limit of a search; one second if nothing is said."""
    limit = Limit(
        time=None if time is None else read_seconds("--time", time),
        depth=None if depth is None else whole_number("--depth", depth, 1, 100),
        nodes=None if nodes is None else whole_number("--nodes", nodes, 1, 10**15),
    )
    return Limit(time=1.0) if limit.is_endless else limit


def read_control(time: str | None, clock: str | None) -> TimeControl:
    """How long both sides of a game may think."""
    if time is not None and clock is not None:
        raise Problem("cli.problem.time_or_clock")
    return TimeControl(
        None if time is None else read_seconds("--time", time),
        None if clock is None else read_clock(clock),
    )


def read_seconds(option: str, given: str) -> float:
    try:
        seconds = float(given)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= LONGEST:
        raise Problem("cli.problem.seconds", option=option, given=given)
    return seconds


def read_clock(given: str) -> Clock:
    """`5+3`: five minutes, and three seconds more with each move."""
    minutes, plus, increment = given.partition("+")
    try:
        clock = Clock(float(minutes) * 60, float(increment) if plus else 0.0)
    except ValueError:
        clock = Clock(-1.0)
    if not (0 < clock.left <= LONGEST and 0 <= clock.increment <= LONGEST):
        raise Problem("cli.problem.clock", given=given)
    return clock
