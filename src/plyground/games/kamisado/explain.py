"""Why a move was a mistake: the tower that it calls, and the towers that it blocks or lets through.

All of it is seen on the board: how the round goes on is for a search to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from plyground.games.kamisado import rules
from plyground.games.kamisado.board import COLOUR_NAMES
from plyground.games.kamisado.notation import square_name
from plyground.games.kamisado.threats import Call, list_calls, list_winning
from plyground.games.position import Position
from plyground.games.remark import Remark
from plyground.locale import Sentence


def explain_move(before: Position, move: int, better: int) -> Remark | None:
    """What a move does, and the better one does not; or else which towers the two call."""
    if before.is_over or move == better or max(move, better) >= rules.LEFT:
        return None
    return _Comparison(before, move, better).explain_move()


class _Choice:
    """A move, the position after it, and the tower that it calls."""

    def __init__(self, before: Position, move: int) -> None:
        self.move = move
        self.position = before.play(move)
        self.text = before.game.move_text(before.state, move)
        self.call = next(list_calls(before.state, (move,), before.game.rules.tables), None)
        self.is_far = move >> 6 != move & 63 and (move & 63) >> 3 == 7 * (1 - before.side)
        """Does it reach the far row?"""


class _Comparison:
    """A move beside a better one."""

    def __init__(self, before: Position, move: int, better: int) -> None:
        self.before, self.own = before, before.side
        self.tables = before.game.rules.tables
        self.played, self.preferred = _Choice(before, move), _Choice(before, better)

    def explain_move(self) -> Remark | None:
        if self.played.is_far or self.played.position.is_over:
            return None
        return (
            self._explain_missed_win()
            or self._explain_call()
            or self._explain_blocked()
            or self._explain_ways()
            or self._compare_calls()
        )

    def _explain_missed_win(self) -> Remark | None:
        """A tower of one's own that could have gone to its far row."""
        better = self.preferred
        if not better.is_far:
            return None
        start = better.move >> 6
        colour = int(rules.tower_on(self.before.state, self.own, start))
        sentence = _say("misses.win", _name_tower("", colour, start))
        return Remark(sentence, missed=(better.move,), proven=better.position.is_over)

    def _explain_call(self) -> Remark | None:
        """The tower that the opponent must move now: it wins, or it is blocked."""
        call, other = self.played.call, self.preferred.call
        if call is None or call.side == self.own:
            return None
        if call.wins and not (other and other.wins):
            return self._explain_winning_call(call)
        if call.blocked and not (other and other.blocked):
            return self._explain_zero_move(call)
        return None

    def _explain_winning_call(self, call: Call) -> Remark:
        position = self.played.position
        reply = next(code for code in position.codes if (code & 63) >> 3 == 7 * (1 - call.side))
        sentence = _say("calls.winning", _name_tower("", call.colour, call.square))
        return Remark(sentence, allowed=(reply,), proven=position.play(reply).is_over)

    def _explain_zero_move(self, call: Call) -> Remark | None:
        """The opponent's tower is blocked: which tower its zero move calls, or that all are."""
        here, zero_moves = self.played.position, []
        while not here.is_over and (zero := _find_zero_move(here)) is not None:
            zero_moves.append(zero)
            here = here.play(zero)
        called = _name_tower("", call.colour, call.square)
        if here.outcome is not None:
            is_lost = here.outcome.winner != self.own
            allowed = tuple(zero_moves)
            return Remark(_say("deadlock", called), (), allowed, True) if is_lost else None
        colour = int(here.state[rules.FORCED])
        if len(zero_moves) != 1 or colour >= rules.ANY:
            return None
        own = _name_tower("own_", colour, int(rules.square_of(here.state, self.own, colour)))
        return Remark(_say("calls.blocked", {**called, **own}), allowed=tuple(zero_moves))

    def _explain_blocked(self) -> Remark | None:
        """A blocked tower of one's own that the opponent can call now, and could not otherwise."""
        reply = next(self._list_blocking_replies(self.played), None)
        if reply is None or any(self._list_blocking_replies(self.preferred)):
            return None
        position = self.played.position
        text = position.game.move_text(position.state, reply.move)
        sentence = _say("blocked", {**_name_tower("", reply.colour, reply.square), "reply": text})
        return Remark(sentence, allowed=(reply.move, 65 * reply.square))

    def _list_blocking_replies(self, choice: _Choice) -> Iterator[Call]:
        """The replies after which this side can only make a zero move."""
        position = choice.position
        if not position.is_over and position.side != self.own:
            calls = list_calls(position.state, position.codes, self.tables)
            yield from (call for call in calls if call.blocked and call.side == self.own)

    def _explain_ways(self) -> Remark | None:
        """Ways to the far row: of the opponent that it opens, or one's own that it closes."""
        if self.preferred.position.is_over:
            return None
        for side, key in ((1 - self.own, "opens"), (self.own, "closes")):
            before, after, preferred = (
                set(list_winning(position.state, side, self.tables))
                for position in (self.before, self.played.position, self.preferred.position)
            )
            changed = after - preferred - before if key == "opens" else before & preferred - after
            for colour in sorted(changed):
                square = int(rules.square_of(self.before.state, side, colour))
                # A tower that has moved is another matter.
                if square == rules.square_of(self.played.position.state, side, colour):
                    return Remark(_say(key, _name_tower("", colour, square)))
        return None

    def _compare_calls(self) -> Remark | None:
        call, other = self.played.call, self.preferred.call
        if call is None or other is None or call.colour == other.colour:
            return None
        if self.own in (call.side, other.side):
            return None
        values = {
            **_name_tower("", call.colour, call.square),
            **_name_tower("other_", other.colour, other.square),
            "better": self.preferred.text,
        }
        return Remark(_say("calls.other", values))


def _find_zero_move(position: Position) -> int | None:
    """The zero move that has to be made; None if there is a choice."""
    code = position.codes[0]
    return code if len(position.codes) == 1 and code >> 6 == code & 63 else None


def _name_tower(prefix: str, colour: int, square: int) -> dict[str, str | Sentence]:
    name = Sentence(f"game.kamisado.colour.{COLOUR_NAMES[colour]}")
    return {f"{prefix}colour": name, f"{prefix}spot": square_name(square)}


def _say(what: str, values: dict[str, str | Sentence]) -> Sentence:
    return Sentence(f"game.kamisado.why.{what}", values)
