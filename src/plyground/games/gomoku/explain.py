"""Why a move was a mistake, in terms of the shapes and the wins by fours that it missed or allowed.

Nothing is guessed: what is said was seen on the board, or found by a search that is certain. Where
nothing of the kind distinguishes the move from the better one, there is no explanation.
"""

from __future__ import annotations

from plyground.games.gomoku import rules
from plyground.games.gomoku.fouls import DOUBLE_FOUR, DOUBLE_THREE, LONG_ROW
from plyground.games.gomoku.shapes import BoardShapes, Shape
from plyground.games.position import Position
from plyground.locale import Sentence

_FOULS = {
    DOUBLE_THREE: "foul.double_three",
    DOUBLE_FOUR: "foul.double_four",
    LONG_ROW: "foul.overline",
}
_WINNING: tuple[Shape, ...] = ("open_four", "two_fours", "four_three")


def explain_move(before: Position, move: int, better: int) -> Sentence | None:
    """What a move missed or allowed, or else what the better one does."""
    if before.state[rules.STAGE] != rules.PLAYING or before.is_over or move == better:
        return None
    return _Comparison(before, move, better).explain_move()


class _Comparison:
    """A move beside a better one."""

    def __init__(self, before: Position, move: int, better: int) -> None:
        self.before = BoardShapes(before.game, before.state)
        self.own, self.enemy = self.before.own, 1 - self.before.own
        self.move, self.better = move, better
        self.played, self.preferred_position = before.play(move), before.play(better)
        self.after = BoardShapes(before.game, self.played.state)
        self.preferred = BoardShapes(before.game, self.preferred_position.state)

    def explain_move(self) -> Sentence | None:
        if self.played.is_over:
            foul = _FOULS.get(int(self.played.state[rules.RESULT]))
            return self._say(foul, self.move) if foul else None
        return self._explain_missed() or self._explain_allowed() or self._explain_better()

    def _explain_missed(self) -> Sentence | None:
        """A win of one's own, or a five of the enemy to be stopped."""
        before = self.before
        if fives := before.cells(self.own, "five"):
            return self._say("misses.five", fives[0])
        left = self.after.cells(self.enemy, "five")
        if left and not self.preferred.cells(self.enemy, "five"):
            return self._say("leaves.five", left[0])
        line = before.win(self.own)
        if not line or self.move == line[0] or self._still_wins():
            return None
        return self._say_win("misses", line, before.shapes[self.own])

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

    def _explain_allowed(self) -> Sentence | None:
        """What the enemy can do now, and could not after the better move."""
        if not self.preferred_position.is_over and self.preferred.win(self.enemy):
            return None
        if line := self.after.win(self.enemy):
            return self._say_win("allows", line, self.after.shapes[self.enemy])
        threes = self.after.cells(self.enemy, "two_threes")
        is_free = not self.after.cells(self.own, "five")
        if threes and is_free and not self.preferred.cells(self.enemy, "two_threes"):
            return self._say("allows.two_threes", threes[0])
        return None

    def _explain_better(self) -> Sentence | None:
        """What the better move makes, or what it stops."""
        shapes = self.before.shapes[self.own]
        shape = shapes.get(self.better)
        if shape in (*_WINNING, "two_threes") and shapes.get(self.move) != shape:
            return self._say(f"makes.{shape}", self.better)
        # Who can make an open four has an open three.
        if self.after.cells(self.enemy, "open_four") and not self.preferred.cells(
            self.enemy, "open_four"
        ):
            return self._say("blocks.three", self.better)
        return None

    def _say_win(self, what: str, line: tuple[int, ...], shapes: dict[int, Shape]) -> Sentence:
        shape = shapes.get(line[0])
        if shape in _WINNING:
            return self._say(f"{what}.{shape}", line[0])
        return self._say(f"{what}.win", line[0], moves=(len(line) + 1) // 2)

    def _say(self, what: str, cell: int, **values: int) -> Sentence:
        return Sentence(f"game.gomoku.why.{what}", {"spot": self.before.spot(cell), **values})
