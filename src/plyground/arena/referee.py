"""One game between two agents, watched by a referee who takes nobody's word for anything.

Each question to an agent runs in a thread of its own. The referee reads the clock, checks the move,
and turns whatever goes wrong into a forfeit with its reason. A thread cannot be killed: an agent
that never answers loses the game, and its thread is left behind.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from time import monotonic
from typing import Literal

from plyground.agents.agent import Agent
from plyground.arena.watchdog import Watchdog
from plyground.core.limits import Limit
from plyground.games.captions import side_name
from plyground.games.position import Outcome, Position
from plyground.locale import Problem, say

# A move may come this much later than its limit.
GRACE_SECONDS = 0.020
# After this much more, an agent is taken to be lost.
PATIENCE_SECONDS = 5.0
# A game that lasts longer is a draw.
LONGEST = 10_000
LONGEST_DETAIL = 200

Kind = Literal["late", "silent", "illegal", "crashed"]
KINDS: tuple[Kind, ...] = ("late", "silent", "illegal", "crashed")


@dataclass(frozen=True)
class Forfeit:
    """A game lost by what a player did, not by what is on the board."""

    side: int
    kind: Kind
    detail: str
    """Late and silent: the seconds waited. Illegal: what was played. Crashed: what went wrong."""

    def __str__(self) -> str:
        return say(f"arena.forfeit.{self.kind}", player=side_name(self.side), detail=self.detail)


@dataclass(frozen=True)
class Stall:
    """A late move that is forgiven, because the machine itself stood still."""

    turn: int
    """Which of the agents' moves it was, from 1."""
    side: int
    seconds: float
    overslept: float


@dataclass(frozen=True)
class Turn:
    """One move of an agent, and how long it took."""

    side: int
    move: str
    seconds: float


@dataclass(frozen=True)
class Played:
    """A game from its opening to its end."""

    opening: tuple[str, ...]
    turns: tuple[Turn, ...]
    outcome: Outcome
    forfeit: Forfeit | None = None
    stalls: tuple[Stall, ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        return (*self.opening, *(turn.move for turn in self.turns))

    @property
    def reason(self) -> str:
        """Why it ended, in words."""
        if self.forfeit is not None:
            return str(self.forfeit)
        return say(self.outcome.reason) if self.outcome.reason else ""


class Referee:
    """Judges games in which every move has the same limit."""

    def __init__(
        self,
        seconds: float,
        watchdog: Watchdog,
        patience: float = PATIENCE_SECONDS,
        longest: int = LONGEST,
    ) -> None:
        self.seconds = seconds
        self.patience = patience
        self.longest = longest
        self._watchdog = watchdog

    def play(self, opening: Position, players: tuple[Agent, Agent]) -> Played:
        """Let two agents play from an opening on, the first of them as side 0."""
        position, forfeit = opening, None
        turns: list[Turn] = []
        stalls: list[Stall] = []
        while not position.is_over and len(turns) < self.longest:
            side = position.side
            question = self._ask(players[side], position)
            overslept = self._watchdog.overslept(question.asked, question.answered or monotonic())
            forfeit = self._fault(position, question, overslept)
            if forfeit is not None:
                break
            move = position.find(question.move)
            turns.append(
                Turn(side, position.game.move_text(position.state, move), question.seconds)
            )
            if self._is_late(question.seconds):
                stalls.append(Stall(len(turns), side, question.seconds, overslept))
            position = position.play(move)
        outcome = position.outcome or Outcome(None, None, "reason.adjudicated")
        if forfeit is not None:
            outcome = Outcome(1 - forfeit.side, None, f"reason.{forfeit.kind}")
        return Played(opening.line, tuple(turns), outcome, forfeit, tuple(stalls))

    def _ask(self, agent: Agent, position: Position) -> _Question:
        """Put a position to an agent, and wait until it answers or must be lost."""
        question = _Question(agent, position, Limit(time=self.seconds))
        question.start()
        while question.is_alive():
            waited = monotonic() - question.asked
            overslept = self._watchdog.overslept(question.asked, monotonic())
            left = self.seconds + self.patience + overslept - waited
            if left <= 0:
                break
            question.join(left)
        return question

    def _is_late(self, seconds: float) -> bool:
        return seconds > self.seconds + GRACE_SECONDS

    def _fault(self, position: Position, question: _Question, overslept: float) -> Forfeit | None:
        """Why an answer forfeits the game, if it does."""
        side, seconds = position.side, question.seconds
        if question.answered is None:
            return Forfeit(side, "silent", f"{seconds:.1f}")
        if question.trouble is not None:
            return Forfeit(side, "crashed", _one_line(question.trouble))
        if self._is_late(seconds - overslept):
            return Forfeit(side, "late", f"{seconds:.3f}")
        try:
            position.find(question.move)
        except Problem:
            return Forfeit(side, "illegal", _one_line(question.move))
        return None


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_DETAIL else f"{line[:LONGEST_DETAIL]} ..."


class _Question(threading.Thread):
    """One position put to an agent; timed here, so that no waking up of the referee counts."""

    def __init__(self, agent: Agent, position: Position, limit: Limit) -> None:
        super().__init__(daemon=True, name="agent")
        self._agent = agent
        self._position = position
        self._limit = limit
        self.asked = monotonic()
        self.answered: float | None = None
        self.move = ""
        self.trouble: str | None = None

    def run(self) -> None:
        self.asked = monotonic()
        try:
            answer = self._agent.choose(self._position, self._limit)
            move = getattr(answer, "move", None)
            self.move = move if isinstance(move, str) else repr(answer)
        except BaseException as error:
            # Nothing that an agent raises may end the match, not even a wish to end the program.
            is_told = isinstance(error, Problem)
            self.trouble = str(error) if is_told else f"{type(error).__name__}: {error}"
        self.answered = monotonic()

    @property
    def seconds(self) -> float:
        """How long the answer took, or has been waited for."""
        return (self.answered or monotonic()) - self.asked
