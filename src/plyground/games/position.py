"""An immutable position: its legal moves, the positions after them, and the outcome."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from plyground.core.contract import Vector
from plyground.core.game_calls import check_moves
from plyground.core.jit import make_readonly
from plyground.core.values import DRAW, MARGIN, ONGOING, WIN, is_margin
from plyground.games.captions import describe_position
from plyground.games.drawing.svg import draw_svg
from plyground.games.drawing.text_board import write_scene
from plyground.games.game import Game
from plyground.games.scene import Path, Scene
from plyground.locale import Problem, say

if sys.version_info < (3, 12) and not TYPE_CHECKING:

    class cached_property(cached_property):  # noqa: N801
        """As in Python 3.12. Before, one lock is held for the moves of all positions: a thread that
        lists those of one position would stop every other thread, and with it all games."""

        def __get__(self, instance: Any, owner: Any = None) -> Any:
            if instance is None:
                return self
            values = instance.__dict__
            if self.attrname not in values:
                values[self.attrname] = self.func(instance)
            return values[self.attrname]


_ROOM = 64
"""Places behind the list of moves that a kernel gets."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: int | None
    """The side that has won, or None if nobody has."""
    margin: int | None = None
    """Points of side 0 minus those of side 1, in a game won by points."""
    reason: str | None = None
    """Key of the text that says why."""

    @property
    def value(self) -> int:
        """+1, 0 or -1, or the margin, for side 0."""
        if self.margin is not None:
            return self.margin
        return 0 if self.winner is None else 1 - 2 * self.winner

    def __str__(self) -> str:
        return self.describe()

    def describe(self, names: tuple[str, str] | None = None) -> str:
        """The result in words, with the names of the sides if a game has its own."""
        if self.winner is None:
            text = say("outcome.draw")
        elif names is None or names[self.winner] == say(f"side.{self.winner}"):
            text = say(f"outcome.won{self.winner}")
        else:
            text = say("outcome.won", player=names[self.winner])
        if self.margin:
            text = say("outcome.margin", result=text, points=abs(self.margin))
        if self.reason:
            text = say("outcome.reason", result=text, reason=say(self.reason))
        return text


class Position:
    """One position of a game, with the moves that led to it."""

    def __init__(
        self,
        game: Game,
        state: Vector,
        history: tuple[int, ...] = (),
        before: Position | None = None,
    ) -> None:
        self.game = game
        self.state: Vector = make_readonly(np.array(state, np.int64))
        """The vector of the position, read-only."""
        self.history = history
        """The moves played since `origin`."""
        self.before = before
        """The position one move earlier, if it is known."""

    def __reduce__(self) -> tuple[object, ...]:
        """Copied and pickled as its origin and the moves since: a chain of positions would be as
        deep as the game is long."""
        if self.before is None:
            return Position, (self.game, self.state, self.history)
        moves = [int(each.history[-1]) for each in self._walk_back() if each.before is not None]
        return _replay, (self.origin, tuple(reversed(moves)))

    # Rules.

    @property
    def side(self) -> int:
        """Who is to move: 0 (first) or 1 (second)."""
        return int(self.state[0])

    @cached_property
    def codes(self) -> tuple[int, ...]:
        """The legal moves as the core numbers them; none when the game is over."""
        return () if self._outcome_code != ONGOING else self._generated

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The legal moves as people write them."""
        return tuple(self.game.move_text(self.state, move) for move in self.codes)

    def play(self, move: str | int) -> Position:
        """The position after a legal move."""
        if isinstance(move, str):
            code = self.find(move)
        elif (code := int(move)) not in self.codes:
            raise self.game.explain_illegal(self, str(move))
        after = Position(self.game, self.state, (*self.history, code), self)
        self.game.call("play", after.state.base, code, self.game.rules.tables)
        return after

    def play_all(self, moves: str) -> Position:
        """The position after a list of moves separated by spaces."""
        position = self
        for number, text in enumerate(moves.split(), start=1):
            try:
                position = position.play(text)
            except Problem as problem:
                raise Problem("problem.move.number", number=number, why=problem) from problem
        return position

    def find(self, text: str) -> int:
        """The legal move that `text` means."""
        wanted = text if text in self.moves else self.game.tidy(text)
        if wanted in self.moves:
            return self.codes[self.moves.index(wanted)]
        raise self.game.explain_illegal(self, text)

    def find_recorded(self, text: str) -> int:
        """The legal move that `text` means in a record."""
        game = self.game.canonical
        if game is self.game:
            return self.find(text)
        moves = {game.move_text(self.state, code): code for code in self.codes}
        wanted = text if text in moves else game.tidy(text)
        if wanted not in moves:
            raise self.game.explain_illegal(self, text)
        return moves[wanted]

    def undo(self) -> Position:
        """The position one move earlier."""
        if self.before is None:
            raise Problem("problem.undo")
        return self.before

    @property
    def origin(self) -> Position:
        """The position from which the history is counted."""
        position = self
        while position.before is not None:
            position = position.before
        return position

    @property
    def is_over(self) -> bool:
        """Has the game ended here?"""
        return self._outcome_code != ONGOING

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        code = self._outcome_code
        if code == ONGOING:
            return None
        sign = 1 - 2 * self.side
        reason = self.game.reason(self.state)
        if is_margin(code):
            margin = sign * (code - MARGIN)
            winner = None if margin == 0 else int(margin < 0)
            return Outcome(winner, margin, reason)
        if code == DRAW:
            return Outcome(None, None, reason)
        return Outcome(self.side if code == WIN else 1 - self.side, None, reason)

    @cached_property
    def _generated(self) -> tuple[int, ...]:
        rules = self.game.rules
        # Room behind the moves, for a kernel that lists too many.
        out = np.zeros(rules.branching + _ROOM, np.int64)[: rules.branching]
        count = self.game.call("moves", self.state, out, rules.tables)
        check_moves(rules, out, count)
        return tuple(out[:count].tolist())

    @cached_property
    def _outcome_code(self) -> int:
        code = int(self.game.call("outcome", self.state, self.game.rules.tables))
        if code == ONGOING and not self._generated:
            return DRAW
        return code

    def drop_cache(self) -> None:
        """Free the cached moves and scene, which add up when many positions are kept; they are
        computed again on demand."""
        for name in ("codes", "moves", "_generated", "scene"):
            self.__dict__.pop(name, None)

    # The same, under the names of the textbook.

    @property
    def to_move(self) -> int:
        """The textbook's name of `side`."""
        return self.side

    def actions(self) -> tuple[str, ...]:
        """The textbook's name of `moves`."""
        return self.moves

    def result(self, action: str) -> Position:
        """The textbook's name of `play`."""
        return self.play(action)

    def is_terminal(self) -> bool:
        """The textbook's name of `is_over`."""
        return self.is_over

    def utility(self) -> int:
        """+1, 0 or -1, or the margin, for side 0, when the game is over."""
        if self.outcome is None:
            raise Problem("problem.utility")
        return self.outcome.value

    # Notation and drawing.

    @cached_property
    def scene(self) -> Scene:
        """What to draw, with the legal paths and the last move."""
        return self.game.draw(self)

    @property
    def last_path(self) -> Path:
        """The spots of the last move; empty at the origin."""
        if self.before is None:
            return ()
        return self.game.path(self.before.state, self.history[-1])

    @property
    def line(self) -> tuple[str, ...]:
        """The moves played since the origin, as people write them."""
        return self._line_in(self.game)

    @property
    def recorded_line(self) -> tuple[str, ...]:
        """The moves played since the origin, as records have them."""
        return self._line_in(self.game.canonical)

    def _line_in(self, game: Game) -> tuple[str, ...]:
        return tuple(
            game.move_text(position.before.state, position.history[-1])
            for position in reversed(list(self._walk_back()))
            if position.before is not None
        )

    def _walk_back(self) -> Iterator[Position]:
        position: Position | None = self
        while position is not None:
            yield position
            position = position.before

    @property
    def text(self) -> str:
        """The position as one line of text; `game.position(text)` reads it back."""
        return self.game.write_state(self.state) or " ".join(self.line)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.game == other.game
            and bool(np.array_equal(self.state, other.state))
        )

    def __hash__(self) -> int:
        return hash((self.game, self.state.tobytes()))

    def __str__(self) -> str:
        """The board as text."""
        return write_scene(self.scene)

    def write_svg(self) -> str:
        """The board as a picture that stands alone."""
        return self._repr_svg_()

    def _repr_svg_(self) -> str:
        """The board as a notebook shows it."""
        return draw_svg(self.scene, self.game.title, describe_position(self))

    def __repr__(self) -> str:
        return f"<{self.game!r}: {self.text or 'start'}>"


def _replay(origin: Position, moves: tuple[int, ...]) -> Position:
    for move in moves:
        origin = origin.play(move)
    return origin
