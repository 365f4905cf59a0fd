"""What can be laid over a Kamisado board: the tower that must move, the tower that each move calls,
towers that win next, and blocked ones."""

from __future__ import annotations

from collections.abc import Callable

from plyground.games.kamisado import rules
from plyground.games.kamisado.board import COLOUR_NAMES, GLYPHS
from plyground.games.kamisado.notation import square_name
from plyground.games.kamisado.threats import (
    Call,
    list_blocked,
    list_calls,
    list_finishes,
    list_winning,
)
from plyground.games.position import Position
from plyground.games.scene import Arrow, Mark, Overlay, Tone
from plyground.locale import say

_WINS, _THREATENS, _BLOCKED = "★", "!", "×"


def overlay(name: str, position: Position) -> Overlay:
    """Between rounds nothing is called, threatened or blocked."""
    if position.is_over or position.state[rules.FORCED] == rules.FILL:
        return Overlay()
    return _MAKERS[name](position)


def _called(position: Position) -> Overlay:
    """The tower that must move, and where it can go."""
    state, forced = position.state, int(position.state[rules.FORCED])
    if forced == rules.ANY:
        return Overlay()
    start = square_name(int(rules.square_of(state, position.side, forced)))
    must = Mark(start, "!", say("game.kamisado.overlay.must", colour=_say_colour(forced)), "reply")
    reached = [square_name(code % 64) for code in position.codes]
    about = say("game.kamisado.overlay.reach")
    return Overlay(
        marks=(must, *(Mark(spot, "", about, "good", 0.5) for spot in reached if spot != start))
    )


def _calls(position: Position) -> Overlay:
    """For each square that can be moved to, the tower that it calls."""
    calls: dict[int, list[Call]] = {}
    for call in list_calls(position.state, position.codes, position.game.rules.tables):
        calls.setdefault(call.move % 64, []).append(call)
    marks = [_mark_call(square, position.side, calls[square]) for square in sorted(calls)]
    far_row = 7 - 7 * position.side
    ends = {code % 64 for code in position.codes if code % 64 >> 3 == far_row}
    wins = say("game.kamisado.overlay.ends")
    return Overlay((*(Mark(square_name(end), _WINS, wins, "best") for end in sorted(ends)), *marks))


def _mark_call(square: int, side: int, calls: list[Call]) -> Mark:
    """Several towers may get to a square, and open different lines where they have stood."""
    call = calls[0]
    sign, kind = "", "calls_tower"
    tone: Tone = "reply"
    if call.side == side:
        tone, kind = "good", "calls_own"
    elif any(call.wins for call in calls):
        sign, tone, kind = _THREATENS, "bad", "calls_winning"
    elif all(call.blocked for call in calls):
        sign, tone, kind = _BLOCKED, "good", "calls_blocked"
    return Mark(
        square_name(square),
        GLYPHS[call.colour] + sign,
        say(
            f"game.kamisado.overlay.{kind}",
            colour=_say_colour(call.colour),
            spot=square_name(call.square),
        ),
        tone,
    )


def _winning(position: Position) -> Overlay:
    """The towers of both sides that could reach the far row, and where."""
    state, tables = position.state, position.game.rules.tables
    marks: list[Mark] = []
    arrows: list[Arrow] = []
    for side in (position.side, 1 - position.side):
        is_own = side == position.side
        sign = _WINS if is_own else _THREATENS
        tone: Tone = "best" if is_own else "bad"
        about = _describe(position, side, "winning_tower")
        for colour in list_winning(state, side, tables):
            spot = square_name(int(rules.square_of(state, side, colour)))
            marks.append(Mark(spot, sign, about, tone))
            ends = map(square_name, list_finishes(state, side, colour, tables))
            arrows += (Arrow((spot, end), "", about, tone, weight=0.2) for end in ends)
    return Overlay(tuple(marks), tuple(arrows))


def _blocked(position: Position) -> Overlay:
    """The towers of both sides that could only make a zero move."""
    marks = []
    for side in (position.side, 1 - position.side):
        tone: Tone = "bad" if side == position.side else "good"
        about = _describe(position, side, "blocked_tower")
        for colour in list_blocked(position.state, side):
            spot = square_name(int(rules.square_of(position.state, side, colour)))
            marks.append(Mark(spot, _BLOCKED, about, tone))
    return Overlay(tuple(marks))


def _describe(position: Position, side: int, key: str) -> str:
    who = position.game.side_names(position.state)[side]
    return say(f"game.kamisado.overlay.{key}", who=who)


def _say_colour(colour: int) -> str:
    return say(f"game.kamisado.colour.{COLOUR_NAMES[colour]}")


_MAKERS: dict[str, Callable[[Position], Overlay]] = {
    "called": _called,
    "calls": _calls,
    "winning": _winning,
    "blocked": _blocked,
}

NAMES = tuple(_MAKERS)
