"""Why a move was a mistake: the wins by fours and threes that it missed, allowed or did not stop.

Nothing is guessed: what is said was seen on the board, or found by a search that is certain. Where
nothing of the kind distinguishes the move from the better one, there is no explanation. A win that
the opponent would have if one passed is a threat; a move that leaves it there does not stop it.
"""

from __future__ import annotations

from functools import cached_property

from plyground.games.gomoku import rules
from plyground.games.gomoku.fouls import DOUBLE_FOUR, DOUBLE_THREE, LONG_ROW
from plyground.games.gomoku.shapes import BoardShapes, Shape
from plyground.games.gomoku.winning_lines import find_threat_win, pass_turn, replay
from plyground.games.position import Position
from plyground.games.remark import Remark
from plyground.locale import Sentence

_FOULS = {
    DOUBLE_THREE: "foul.double_three",
    DOUBLE_FOUR: "foul.double_four",
    LONG_ROW: "foul.overline",
}
_WINNING: tuple[Shape, ...] = ("open_four", "two_fours", "four_three")


def explain_move(before: Position, move: int, better: int) -> Remark | None:
    """What a move missed or allowed, or else what the better one does."""
    if before.state[rules.STAGE] != rules.PLAYING or before.is_over or move == better:
        return None
    return _Comparison(before, move, better).explain_move()


class _Comparison:
    """A move beside a better one."""

    def __init__(self, before: Position, move: int, better: int) -> None:
        self.position = before
        self.before = BoardShapes(before.game, before.state)
        self.own, self.enemy = self.before.own, 1 - self.before.own
        self.move, self.better = move, better
        self.played, self.preferred_position = before.play(move), before.play(better)
        self.after = BoardShapes(before.game, self.played.state)
        self.preferred = BoardShapes(before.game, self.preferred_position.state)

    def explain_move(self) -> Remark | None:
        if self.played.is_over:
            foul = _FOULS.get(int(self.played.state[rules.RESULT]))
            return Remark(self._say(foul, self.move)) if foul else None
        return self._explain_missed() or self._explain_allowed() or self._explain_better()

    # A win of one's own, or a five of the enemy to be stopped.

    def _explain_missed(self) -> Remark | None:
        before = self.before
        if fives := before.cells(self.own, "five"):
            return Remark(self._say("misses.five", fives[0]), missed=(fives[0],), proven=True)
        left = self.after.cells(self.enemy, "five")
        if left and not self.preferred.cells(self.enemy, "five"):
            return Remark(self._say("leaves.five", left[0]), allowed=(left[0],), proven=True)
        if line := before.win(self.own):
            if self.move == line[0] or self._still_wins():
                return None
            missed = replay(self.position, line)
            sentence = self._say_win("misses", line, before.shapes[self.own])
            return Remark(sentence, missed=missed, proven=bool(missed))
        if (line := find_threat_win(self.position)) and self._is_answered(line):
            sentence = self._say_threats("misses", line, before.shapes[self.own])
            return Remark(sentence, missed=line, proven=True)
        return None

    def _still_wins(self) -> bool:
        """Is the move the first of another win by fours?"""
        fives = self.after.cells(self.own, "five")
        if len(fives) != 1:
            return bool(fives)
        if fives[0] not in self.played.codes:
            return True
        answered = self.played.play(fives[0])
        if answered.outcome is not None:
            return answered.outcome.winner == 1 - self.played.side
        return bool(BoardShapes(answered.game, answered.state).win(self.own))

    def _is_answered(self, line: tuple[int, ...]) -> bool:
        """Is there a reply to the move, on a cell of the win, after which none is found?"""
        if self.move == line[0]:
            return False
        fives = self.after.cells(self.own, "five")
        for reply in fives or line:
            if reply in self.played.codes:
                answered = self.played.play(reply)
                if answered.is_over or not find_threat_win(answered):
                    return True
        return False

    # What the enemy can do now, and could not after the better move.

    def _explain_allowed(self) -> Remark | None:
        if not self.preferred_position.is_over and self.preferred.win(self.enemy):
            return None
        if line := self.after.win(self.enemy):
            what = "leaves" if self.before.win(self.enemy) else "allows"
            allowed = replay(self.played, line)
            sentence = self._say_win(what, line, self.after.shapes[self.enemy])
            return Remark(sentence, allowed=allowed, proven=bool(allowed))
        threes = self.after.cells(self.enemy, "two_threes")
        is_free = not self.after.cells(self.own, "five")
        if threes and is_free and not self.preferred.cells(self.enemy, "two_threes"):
            line = self._threat_win
            proven = bool(line) and line[0] in threes
            cell = line[0] if proven else threes[0]
            allowed = line if proven else (cell,)
            what = "leaves" if cell in self.before.cells(self.enemy, "two_threes") else "allows"
            return Remark(self._say(f"{what}.two_threes", cell), allowed=allowed, proven=proven)
        if self._threat_win and not self._preferred_loses():
            what = "leaves" if find_threat_win(pass_turn(self.position)) else "allows"
            sentence = self._say_threats(what, self._threat_win, self.after.shapes[self.enemy])
            return Remark(sentence, allowed=self._threat_win, proven=True)
        return None

    @cached_property
    def _threat_win(self) -> tuple[int, ...]:
        """The win by fours and threes that the enemy has after the move."""
        return find_threat_win(self.played)

    def _preferred_loses(self) -> bool:
        position = self.preferred_position
        return not position.is_over and bool(find_threat_win(position))

    def _explain_better(self) -> Remark | None:
        """What the better move makes, or what it stops."""
        shapes = self.before.shapes[self.own]
        shape = shapes.get(self.better)
        if shape in (*_WINNING, "two_threes") and shapes.get(self.move) != shape:
            return Remark(self._say(f"makes.{shape}", self.better), missed=(self.better,))
        # Who can make an open four has an open three.
        if self.after.cells(self.enemy, "open_four") and not self.preferred.cells(
            self.enemy, "open_four"
        ):
            return Remark(self._say("blocks.three", self.better))
        return None

    def _say_win(self, what: str, line: tuple[int, ...], shapes: dict[int, Shape]) -> Sentence:
        shape = shapes.get(line[0])
        if shape in _WINNING:
            return self._say(f"{what}.{shape}", line[0])
        return self._say(f"{what}.win", line[0], moves=(len(line) + 1) // 2)

    def _say_threats(self, what: str, line: tuple[int, ...], shapes: dict[int, Shape]) -> Sentence:
        if shapes.get(line[0]) == "two_threes":
            return self._say(f"{what}.two_threes", line[0])
        return self._say(f"{what}.threats", line[0], moves=(len(line) + 1) // 2)

    def _say(self, what: str, cell: int, **values: int) -> Sentence:
        return Sentence(f"game.gomoku.why.{what}", {"spot": self.before.spot(cell), **values})
