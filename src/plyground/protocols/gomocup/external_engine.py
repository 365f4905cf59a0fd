"""A stranger's engine as an agent: `gomocup:PATH`.

An agent is asked about positions, an engine follows a game. So the engine is told the one move
that is new to it where that is all, and else a board from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from time import monotonic

from plyground.core.limits import Limit
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.locale import Problem, say
from plyground.protocols.gomocup.dialect import Dialect, dialect_of
from plyground.protocols.gomocup.engine_process import Program, read_command
from plyground.protocols.gomocup.match_info import UNLIMITED
from plyground.protocols.gomocup.message_parsing import (
    Point,
    is_point,
    quoted,
    read_point,
    write_points,
)
from plyground.protocols.gomocup.stones import ENEMY, OWN
from plyground.records.failure import Failure

USUAL_SECONDS = 1.0
"""For a move without a limit in time."""
START_PATIENCE = 10.0
"""Seconds for getting ready."""
ABOUT_PATIENCE = 1.0
PATIENCE = 10.0
"""Seconds after the end of a move at which an engine is given up: longer than any referee waits."""
DOUBT = 1.0
"""The same for an engine that said something else instead of a move."""
MEMORY = 350 * 2**20
"""Bytes, as in tournaments."""
AGAINST_ENGINE = 1
"""The type of a game."""


class Gomocup:
    """Plays what an engine answers; whatever else it does is a problem with its name."""

    def __init__(self, command: str) -> None:
        self._words = read_command(command)
        self._program: Program | None = None
        self._game: Game | None = None
        self._points: list[Point] = []
        """The stones that the engine knows of."""
        self._plan: dict[Position, str] = {}
        """Moves of an opening that were answered together."""

    def prepare(self, game: Game) -> None:
        """Have the engine at an empty board of this game."""
        dialect = dialect_of(type(game))
        rule, size = dialect.rule(game), dialect.size(game)
        if self._program is None or not self._knows(game) or not self._restarts(self._program):
            self.close()
            self._program = Program(self._words)
            _ask(self._program, [f"START {size}"], START_PATIENCE, _is_ok, refusals=True)
            # Never before START: there are engines that do not survive it.
            self._program.tell(
                f"INFO rule {rule}", f"INFO max_memory {MEMORY}", f"INFO game_type {AGAINST_ENGINE}"
            )
            # Who answers this has read all that was said before; not everybody answers.
            self._program.tell("ABOUT")
            self._program.hear(monotonic() + ABOUT_PATIENCE)
        self._game, self._points = game, []

    def choose(self, position: Position, limit: Limit) -> Analysis:
        began = monotonic()
        move = self._plan.pop(position, None)
        if move is None:
            try:
                move = self._move(position, limit)
            except Problem:
                # Whatever state it is in, the next game begins with another process.
                self.close()
                raise
        return Analysis(move, seconds=monotonic() - began)

    def close(self) -> None:
        """End the engine's process."""
        if self._program is not None:
            self._program.end()
        self._program = self._game = None

    def _knows(self, game: Game) -> bool:
        return self._program is not None and self._program.is_alive and self._game == game

    def _restarts(self, program: Program) -> bool:
        """Is the board empty again, without another process?"""
        return not self._points or _is_ok(_ask(program, ["RESTART"], START_PATIENCE, _is_decision))

    def _move(self, position: Position, limit: Limit) -> str:
        game, dialect = position.game, dialect_of(type(position.game))
        stones = dialect.stones(position)
        points = [point for point, _ in stones]
        if not self._knows(game) or (self._points and self._points != points[:-1]):
            self.prepare(game)
        assert self._program is not None
        seconds = self._tell_time(self._program, limit)
        if dialect.is_opening(position):
            return self._open(self._program, position, dialect, points, seconds)
        if not points:
            lines = ["BEGIN"]
        elif self._points == points[:-1]:
            lines = [f"TURN {write_points(points[-1:])}"]
        else:
            owners = ((*point, OWN if is_own else ENEMY) for point, is_own in stones)
            lines = ["BOARD", *(f"{x},{y},{owner}" for x, y, owner in owners), "DONE"]
        answer = read_point(_ask(self._program, lines, seconds, is_point))
        self._points = [*points, answer]
        return dialect.move(game, answer)

    def _open(
        self,
        program: Program,
        position: Position,
        dialect: Dialect,
        points: Sequence[Point],
        seconds: float,
    ) -> str:
        """Swap2: one answer may be several moves of ours."""
        lines = ["SWAP2BOARD", *(write_points([point]) for point in points), "DONE"]
        answer = _ask(program, lines, seconds, _is_opening)
        stones = [] if answer.upper() == "SWAP" else [read_point(word) for word in answer.split()]
        moves = dialect.opening_moves(position, stones)
        self._plan.clear()
        for move, following in pairwise(moves):
            try:
                position = position.play(move)
            except Problem:
                break
            self._plan[position] = following
        return moves[0] if moves else answer

    def _tell_time(self, program: Program, limit: Limit) -> float:
        """Say how long the engine may think, and tell how long that is."""
        times = [limit.time] if limit.time is not None else []
        left = UNLIMITED
        if limit.clock is not None:
            times.append(limit.clock.left)
            left = int(1000 * limit.clock.left)
            if not self._points:
                program.tell(f"INFO timeout_match {left}")
        seconds = min(times, default=USUAL_SECONDS)
        # What our own engine keeps back for passing the move on is kept back for others too.
        turn = Limit(time=seconds).seconds or seconds
        program.tell(f"INFO timeout_turn {round(1000 * turn)}", f"INFO time_left {left}")
        return seconds


def _ask(
    program: Program,
    lines: Sequence[str],
    seconds: float,
    accepts: Callable[[str], bool],
    refusals: bool = False,
) -> str:
    """The first acceptable line after a command. Other lines are doubts, and told if it fails."""
    asked = monotonic()
    program.tell(*lines)
    said = ""
    while True:
        patience = DOUBT if said else PATIENCE
        try:
            line = program.hear(asked + seconds + patience)
        except EOFError:
            raise Failure(
                "gomocup.problem.ended", name=program.name, code=program.exit_code, said=said
            ) from None
        if line is None:
            raise Failure(
                "gomocup.problem.silent",
                name=program.name,
                command=lines[0],
                seconds=f"{monotonic() - asked:.1f}",
                said=said,
            )
        word, _, rest = line.partition(" ")
        if word.upper() == "SUGGEST":
            program.tell(f"PLAY {rest}")
        elif word.upper() not in ("MESSAGE", "DEBUG"):
            if accepts(line):
                return line
            said = say("gomocup.said", line=quoted(line))
            if refusals and _is_decision(line):
                raise Failure(
                    "gomocup.problem.refused", name=program.name, command=lines[0], said=said
                )


def _is_ok(line: str) -> bool:
    return line.upper() == "OK"


def _is_decision(line: str) -> bool:
    return line.split()[0].upper() in ("OK", "ERROR", "UNKNOWN")


def _is_opening(line: str) -> bool:
    return line.upper() == "SWAP" or all(is_point(word) for word in line.split())
