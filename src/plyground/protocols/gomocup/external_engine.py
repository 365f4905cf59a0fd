"""An external engine as an agent: `gomocup:PATH`.

An agent gets positions, while an engine follows a game. So the engine is sent the last move if
that is all that is new to it, and otherwise the whole board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from time import monotonic

from plyground.core.limits import Limit
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.locale import Failure, Problem
from plyground.protocols.gomocup.dialect import NAME, Dialect, load_dialect
from plyground.protocols.gomocup.manager_board import ENEMY, OWN
from plyground.protocols.gomocup.match_info import UNLIMITED, to_milliseconds
from plyground.protocols.gomocup.wire_format import (
    Point,
    is_point,
    quote,
    read_point,
    write_points,
)
from plyground.protocols.program_process import ProgramProcess, Reply, parse_command

DEFAULT_SECONDS = 1.0
"""For a move without a time limit."""
START_TIMEOUT = 10.0
"""Seconds for an answer to START and RESTART."""
ABOUT_TIMEOUT = 1.0
MEMORY = 350 * 2**20
"""Bytes, as in the tournaments."""
AGAINST_ENGINE = 1
"""The game type of a game between two engines."""


class GomocupAgent:
    """Plays the moves of an external engine; any other answer is a Problem with its name."""

    def __init__(self, command: str) -> None:
        self._command = parse_command(NAME, command)
        self._process: ProgramProcess | None = None
        self._game: Game | None = None
        self._points: list[Point] = []
        """The stones on the engine's board, in the order of play."""
        self._planned_moves: dict[Position, str] = {}
        """Further moves of an opening that came in one answer."""

    def prepare(self, game: Game) -> None:
        """Start the engine, or restart it, with an empty board of this game."""
        dialect = load_dialect(type(game))
        rule, size = dialect.find_rule(game), dialect.get_size(game)
        if (
            self._process is None
            or not self._is_ready_for(game)
            or not self._restart(self._process)
        ):
            self.release()
            self._process = ProgramProcess(self._command, "END", newline="\r\n")
            _request(self._process, [f"START {size}"], START_TIMEOUT, _is_ok, can_refuse=True)
            # Not before START: some engines crash.
            self._process.send(
                f"INFO rule {rule}", f"INFO max_memory {MEMORY}", f"INFO game_type {AGAINST_ENGINE}"
            )
            # An answer to this means that all previous lines were read; not every engine answers.
            self._process.send("ABOUT")
            self._process.receive(monotonic() + ABOUT_TIMEOUT)
        self._game, self._points = game, []

    def choose(self, position: Position, limit: Limit) -> Analysis:
        started = monotonic()
        move = self._planned_moves.pop(position, None)
        if move is None:
            try:
                move = self._request_move(position, limit)
            except Problem:
                # Its state is unknown, so the next game begins with a new process.
                self.release()
                raise
        return Analysis(move, seconds=monotonic() - started)

    def release(self) -> None:
        """Terminate the engine's process."""
        if self._process is not None:
            self._process.terminate()
        self._process = self._game = None

    def _is_ready_for(self, game: Game) -> bool:
        return self._process is not None and self._process.is_alive and self._game == game

    def _restart(self, process: ProgramProcess) -> bool:
        """Clear the engine's board; False if it cannot do that without a new process."""
        return not self._points or _is_ok(
            _request(process, ["RESTART"], START_TIMEOUT, _is_decision)
        )

    def _request_move(self, position: Position, limit: Limit) -> str:
        game, dialect = position.game, load_dialect(type(position.game))
        stones = dialect.list_stones(position)
        points = [point for point, _ in stones]
        if not self._is_ready_for(game) or (self._points and self._points != points[:-1]):
            self.prepare(game)
        assert self._process is not None
        seconds = self._send_time(self._process, limit)
        if dialect.is_opening(position):
            return self._choose_opening(self._process, position, dialect, points, seconds)
        if not points:
            lines = ["BEGIN"]
        elif self._points == points[:-1]:
            lines = [f"TURN {write_points(points[-1:])}"]
        else:
            owners = ((*point, OWN if is_own else ENEMY) for point, is_own in stones)
            lines = ["BOARD", *(f"{x},{y},{owner}" for x, y, owner in owners), "DONE"]
        answer = read_point(_request(self._process, lines, seconds, is_point))
        self._points = [*points, answer]
        return dialect.to_move(game, answer)

    def _choose_opening(
        self,
        process: ProgramProcess,
        position: Position,
        dialect: Dialect,
        points: Sequence[Point],
        seconds: float,
    ) -> str:
        """A decision of swap2: one answer may be several moves."""
        lines = ["SWAP2BOARD", *(write_points([point]) for point in points), "DONE"]
        answer = _request(process, lines, seconds, _is_opening)
        stones = [] if answer.upper() == "SWAP" else [read_point(word) for word in answer.split()]
        moves = dialect.list_opening_moves(position, stones)
        self._planned_moves.clear()
        for move, following in pairwise(moves):
            try:
                position = position.play(move)
            except Problem:
                break
            self._planned_moves[position] = following
        return moves[0] if moves else answer

    def _send_time(self, process: ProgramProcess, limit: Limit) -> float:
        """Send the time limits of a move, and return its limit in seconds."""
        times = [limit.time] if limit.time is not None else []
        left = UNLIMITED
        if limit.clock is not None:
            times.append(limit.clock.left)
            left = to_milliseconds(limit.clock.left)
            if not self._points:
                process.send(f"INFO timeout_match {left}")
        seconds = min(times, default=DEFAULT_SECONDS)
        # Our own engine has a margin for the transport of its move; grant external ones the same.
        turn = Limit(time=seconds).seconds or seconds
        process.send(f"INFO timeout_turn {to_milliseconds(turn)}", f"INFO time_left {left}")
        return seconds


def _request(
    process: ProgramProcess,
    lines: Sequence[str],
    seconds: float,
    accepts: Callable[[str], bool],
    can_refuse: bool = False,
) -> str:
    """Send a command, and return the first line that is accepted as its answer."""

    def judge(line: str) -> Reply:
        word, _, rest = line.partition(" ")
        if word.upper() == "SUGGEST":
            process.send(f"PLAY {rest}")
        elif word.upper() not in ("MESSAGE", "DEBUG"):
            if accepts(line):
                return Reply.ANSWER
            if can_refuse and _is_decision(line):
                raise Failure(
                    "gomocup.problem.refused", name=process.name, command=lines[0], line=quote(line)
                )
            return Reply.UNEXPECTED
        return Reply.COMMENT

    return process.request(lines[0], lines, seconds, judge)


def _is_ok(line: str) -> bool:
    return line.upper() == "OK"


def _is_decision(line: str) -> bool:
    return line.split()[0].upper() in ("OK", "ERROR", "UNKNOWN")


def _is_opening(line: str) -> bool:
    return line.upper() == "SWAP" or all(is_point(word) for word in line.split())
