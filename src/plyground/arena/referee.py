"""One game between two agents under a referee that trusts neither.

Each move request runs in its own thread. The referee measures the time, checks the move, and turns
whatever goes wrong into a forfeit with its reason. It alone keeps clock, position and result. The
process of an agent that is late or silent is killed; a thread of our own agents cannot be.

A move is late by the wall time, less what the machine took: the agent's threads waited for a core,
or nothing ran at all. That excuses a move for `TIMEOUT_SECONDS` after its limit and no longer.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import Literal, Protocol

from plyground.agents.agent import Agent, ProcessAgent, get_process_id, release_agent
from plyground.agents.answers import IllegalAnswer, read_answer
from plyground.agents.user_agent import AgentError
from plyground.arena.adjudication import Adjudication
from plyground.arena.watchdog import Watchdog
from plyground.core.limits import Limit
from plyground.games.game import Game
from plyground.games.position import Outcome, Position
from plyground.games.score import Analysis
from plyground.locale import Problem, say
from plyground.play.clock import Clocks, TimeControl
from plyground.play.run_queue import RunQueueDelay
from plyground.play.session import Session, TimedMove

# A move may come this much later than its limit.
GRACE_SECONDS = 0.020
# An agent that has not answered this long after its limit is considered to hang, however busy the
# machine is.
TIMEOUT_SECONDS = 5.0
# What a move may take where only depth or nodes are limited.
UNTIMED_SECONDS = 600.0
# A game with more moves is adjudicated as a draw.
MAX_MOVES = 10_000
MAX_DETAIL = 200


class Delay(Protocol):
    """Measures how long an agent waited for a core."""

    def measure(self, seconds: float) -> float: ...


StartDelay = Callable[[Callable[[], int | None]], Delay]
"""Measures from now on the delay of an agent in this thread and in the process that is found."""

OnMove = Callable[[Position], None]
"""Called with the position after every move of a game in progress."""

ForfeitKind = Literal["late", "silent", "illegal", "crashed"]


@dataclass(frozen=True)
class Forfeit:
    """A game lost by a fault of the player, not on the board."""

    side: int
    kind: ForfeitKind
    detail: str
    """Late and silent: the seconds waited. Illegal: what was returned. Crashed: the error."""

    def describe(self, names: tuple[str, str]) -> str:
        """The forfeit in words, with the names of the sides."""
        return say(f"arena.forfeit.{self.kind}", player=names[self.side], detail=self.detail)


@dataclass(frozen=True)
class Stall:
    """A late move that is excused because the machine was busy with something else."""

    number: int
    """The number of the move, from 1, not counting the opening."""
    side: int
    seconds: float
    stalled: float
    """Seconds of them that the machine took."""


@dataclass(frozen=True)
class GameResult:
    """A finished game: its opening, its moves with their times, and how it ended."""

    game: Game
    opening: tuple[str, ...]
    timed_moves: tuple[TimedMove, ...]
    """The moves of the agents."""
    outcome: Outcome
    forfeit: Forfeit | None = None
    stalls: tuple[Stall, ...] = ()
    waited: float = 0.0
    """Seconds in which the agents waited for a core."""

    @property
    def moves(self) -> tuple[str, ...]:
        return (*self.opening, *(timed.move for timed in self.timed_moves))

    @property
    def side_names(self) -> tuple[str, str]:
        """The names of the sides at the start: who chooses a colour later stays the first or second
        player."""
        return self.game.side_names(self.game.start().state)

    def describe(self) -> str:
        """How the game ended, in words."""
        if self.forfeit is not None:
            return self.reason
        return self.outcome.describe(self.side_names)

    @property
    def reason(self) -> str:
        """Why the game ended, in words."""
        if self.forfeit is not None:
            return self.forfeit.describe(self.side_names)
        return say(self.outcome.reason) if self.outcome.reason else ""


class Referee:
    """Referees games: every move has the same limit, given in full or as seconds."""

    def __init__(
        self,
        limit: Limit | float,
        watchdog: Watchdog,
        timeout: float = TIMEOUT_SECONDS,
        max_moves: int = MAX_MOVES,
        start_delay: StartDelay = RunQueueDelay,
        adjudication: Adjudication | None = None,
    ) -> None:
        self.limit = limit if isinstance(limit, Limit) else Limit(time=limit)
        self.adjudication = adjudication or Adjudication()
        self.timeout = timeout
        self.max_moves = max_moves
        self._watchdog = watchdog
        self._start_delay = start_delay

    def play(
        self,
        opening: Position,
        players: tuple[Agent, Agent],
        on_move: OnMove = lambda position: None,
    ) -> GameResult:
        """Play a game from an opening, with the first of the agents as side 0."""
        session = Session(opening)
        clocks = Clocks(TimeControl(self.limit.time, self.limit.clock))
        first = len(session.log)
        forfeit: Forfeit | None = None
        stalls: list[Stall] = []
        waited = 0.0
        while (outcome := session.result) is None:
            if len(session.log) - first == self.max_moves:
                session.end(Outcome(None, None, "reason.adjudicated"))
                continue
            side = session.position.side
            limit = replace(clocks.limit(side), depth=self.limit.depth, nodes=self.limit.nodes)
            allowed = clocks.seconds_left(side)
            allowed = UNTIMED_SECONDS if allowed is None else allowed
            request = self._request_move(players[side], session.position, limit, allowed)
            waited += request.delay
            stalled = self._measure_stall(request)
            answer = self._check_answer(side, request, allowed, stalled)
            if isinstance(answer, Forfeit):
                forfeit = answer
                if forfeit.kind in ("late", "silent"):
                    _end_process(players[side])
                session.forfeit(side, forfeit.kind)
                continue
            clocks.spend(side, min(max(request.seconds - stalled, 0.0), allowed))
            session.play(answer.move, request.seconds, answer)
            on_move(session.position)
            if _is_late(request.seconds, allowed):
                number = len(session.log) - first
                stalls.append(Stall(number, side, request.seconds, stalled))
            early = self.adjudication.judge(session.log[first:])
            if early is not None and not session.is_over:
                session.end(early)
        timed_moves = tuple(session.log[first:])
        return GameResult(
            opening.game, opening.line, timed_moves, outcome, forfeit, tuple(stalls), waited
        )

    def _request_move(
        self, agent: Agent, position: Position, limit: Limit, allowed: float
    ) -> _MoveRequest:
        """Ask an agent for a move, and wait for the answer or the timeout."""
        request = _MoveRequest(agent, position, limit, self._start_delay)
        request.start()
        while request.is_alive():
            waited = monotonic() - request.began
            stalled = self._watchdog.measure_stall(request.began, monotonic())
            left = allowed + self.timeout + stalled - waited
            if left <= 0:
                break
            request.join(left)
        return request

    def _measure_stall(self, request: _MoveRequest) -> float:
        """Seconds of a request that the machine took."""
        stalled = self._watchdog.measure_stall(request.began, request.ended or monotonic())
        # Both see the same delay, the watchdog only that of the whole process.
        return max(stalled, min(request.delay, self.timeout))

    def _check_answer(
        self, side: int, request: _MoveRequest, allowed: float, stalled: float
    ) -> Analysis | Forfeit:
        """The answer to a request, or the forfeit that it amounts to."""
        seconds, error = request.seconds, request.error
        if error is not None and not isinstance(error, IllegalAnswer):
            return Forfeit(side, "crashed", _describe(error))
        if request.ended is not None and _is_late(seconds - stalled, allowed):
            return Forfeit(side, "late", f"{seconds:.3f}")
        if error is not None:
            return Forfeit(side, "illegal", _describe(error))
        return request.answer or Forfeit(side, "silent", f"{seconds:.1f}")


def _end_process(agent: Agent) -> None:
    """Kill the process of an agent that did not keep its time: it may still be busy. It plays the
    next game in a new one.

    An agent in this process is left alone: it may still be searching.
    """
    if isinstance(agent, ProcessAgent):
        release_agent(agent)


def _is_late(seconds: float, allowed: float) -> bool:
    return seconds > allowed + GRACE_SECONDS


def _describe(error: BaseException) -> str:
    """An error in one line, without the name of the agent."""
    text = f"{type(error).__name__}: {error}"
    if isinstance(error, Problem):
        text = error.why if isinstance(error, AgentError) else str(error)
    line = " ".join(text.split())
    return line if len(line) <= MAX_DETAIL else f"{line[:MAX_DETAIL]} ..."


class _MoveRequest(threading.Thread):
    """Asks an agent for one move. Takes the time itself, so that the referee's waking up is not
    counted."""

    def __init__(
        self,
        agent: Agent,
        position: Position,
        limit: Limit,
        start_delay: StartDelay,
    ) -> None:
        super().__init__(daemon=True, name="agent")
        self._agent = agent
        self._position = position
        self._limit = limit
        self._start_delay = start_delay
        self.delay = 0.0
        """Seconds until the answer in which the agent waited for a core."""
        self.began = monotonic()
        self.ended: float | None = None
        self.answer: Analysis | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        delay = self._start_delay(partial(get_process_id, self._agent))
        self.began = monotonic()
        try:
            answer = self._agent.choose(self._position, self._limit)
            self.ended = monotonic()
            self.delay = delay.measure(self.seconds)
            self.answer = read_answer(answer, self._position)
        except BaseException as error:
            # Nothing that an agent raises may end the match, not even SystemExit.
            self.error = error
            self.ended = self.ended or monotonic()

    @property
    def seconds(self) -> float:
        """How long the answer took, or the wait so far."""
        return (self.ended or monotonic()) - self.began
