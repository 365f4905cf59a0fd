"""Time, depth and node limits on the command line."""

from __future__ import annotations

from plyground.cli.arguments import read_integer
from plyground.core.limits import Clock, Limit
from plyground.locale import Problem
from plyground.play.clock import TimeControl

MAX_SECONDS = 86_400.0


def read_limit(time: str | None, depth: str | None, nodes: str | None) -> Limit:
    """The limit of a search; one second by default."""
    limit = Limit(
        time=None if time is None else read_seconds("--time", time),
        depth=None if depth is None else read_integer("--depth", depth, 1, 100),
        nodes=None if nodes is None else read_integer("--nodes", nodes, 1, 10**15),
    )
    return Limit(time=1.0) if limit.is_endless else limit


def read_control(time: str | None, clock: str | None) -> TimeControl:
    """The time control of a game."""
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
    if not 0 < seconds <= MAX_SECONDS:
        raise Problem("cli.problem.seconds", option=option, given=given)
    return seconds


def read_clock(given: str) -> Clock:
    """Parse `5+3`: five minutes, and an increment of three seconds per move."""
    minutes, plus, increment = given.partition("+")
    try:
        clock = Clock(float(minutes) * 60, float(increment) if plus else 0.0)
    except ValueError:
        clock = Clock(-1.0)
    if not (0 < clock.left <= MAX_SECONDS and 0 <= clock.increment <= MAX_SECONDS):
        raise Problem("cli.problem.clock", given=given)
    return clock
