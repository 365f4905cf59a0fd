"""Refuting an agent: the shortest game in which it is beaten, or fails to make a move.

Its answers are fixed, so a game is a choice of its opponent's moves alone, and the shortest lost
one is found by looking through all games ply by ply. First the engine plays some games against it:
if it wins one, no longer game has to be looked at, and there is something to show when the effort
ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Literal

from plyground.agents.agent import Agent, release_agent
from plyground.agents.answers import IllegalAnswer, read_answer
from plyground.agents.engine import Engine
from plyground.agents.user_agent import AgentError
from plyground.core.limits import Limit
from plyground.games.position import Outcome, Position
from plyground.locale import Problem
from plyground.records.record import Record

QUESTIONS = 2_000
"""Positions in which the agent is asked, if no other effort is given."""
MOST_POSITIONS = 500_000
"""Positions of one length that are kept."""
GAMES = 3
"""Games of the engine against the agent, on each side."""
ENGINE_NODES = 30_000
ENGINE_PLIES = 300
PROBES = 6
"""Positions in which two copies of the agent are asked the same."""

Fault = Literal["crashed", "illegal"]


class UnstableAgent(Problem):
    """An agent that answers the same position in two ways."""


@dataclass(frozen=True)
class LostGame:
    """A game that the agent has lost, or in which it made no legal move."""

    end: Position
    agent_side: int
    fault: Fault | None = None
    detail: str = ""

    @property
    def plies(self) -> int:
        return len(self.end.history)

    def to_record(self, agent: str, opponent: str) -> Record:
        players = (agent, opponent) if self.agent_side == 0 else (opponent, agent)
        result = None
        if self.fault is not None:
            result = Outcome(1 - self.agent_side, None, f"reason.{self.fault}")
        return Record.from_position(self.end, players, result)


@dataclass(frozen=True)
class Refutation:
    """What was found."""

    game: LostGame | None
    looked_through: int
    """All games of up to so many plies were looked through; 0 if the effort ended before."""
    is_complete: bool
    """Was every game looked through that could be a better answer?"""
    questions: int


OnProgress = Callable[[int, int], None]
"""Called with the plies of the games that are looked at, and the number of questions so far."""


class _NoEffortLeft(Exception):
    pass


class Refuter:
    """Looks for the shortest game in which an agent is beaten, from one position."""

    def __init__(
        self,
        start: Position,
        make_agent: Callable[[], Agent],
        limit: Limit,
        questions: int = QUESTIONS,
        on_progress: OnProgress = lambda plies, questions: None,
    ) -> None:
        if start.is_over:
            raise Problem("arena.problem.over")
        self.start = start
        self.questions = 0
        self._make_agent = make_agent
        self._limit = limit
        self._most = questions
        self._on_progress = on_progress
        self._answers: dict[bytes, int | tuple[Fault, str]] = {}
        self._agent: Agent | None = None
        self._looked_through = 0

    def run(self) -> Refutation:
        """The shortest lost game, as far as the effort goes. An agent that turns out to answer the
        same position in two ways raises an `UnstableAgent`."""
        self._agent = self._make_agent()
        try:
            self._probe()
            best, is_complete = self._search()
            if best is not None:
                self._confirm(best)
        finally:
            release_agent(self._agent)
        return Refutation(best, self._looked_through, is_complete, self.questions)

    def _search(self) -> tuple[LostGame | None, bool]:
        best: LostGame | None = None
        try:
            for game in self._let_engine_play():
                if best is None or game.plies < best.plies:
                    best = game
        except _NoEffortLeft:
            return best, False
        try:
            shorter = self._look_through(None if best is None else best.plies)
        except _NoEffortLeft:
            return best, False
        return shorter or best, True

    # All games, ply by ply.

    def _look_through(self, below: int | None) -> LostGame | None:
        """The shortest lost game of fewer than `below` plies; None if there is none."""
        level = [(self.start, side) for side in (0, 1)]
        first = len(self.start.history)
        for plies in count(first + 1):
            self._looked_through = plies - 1
            if not level or (below is not None and plies >= below):
                return None
            self._on_progress(plies, self.questions)
            seen: set[tuple[bytes, int]] = set()
            after: list[tuple[Position, int]] = []
            for position, side in level:
                for child in self._list_children(position, side):
                    if isinstance(child, LostGame):
                        return child
                    key = (child.state.tobytes(), side)
                    if key not in seen:
                        seen.add(key)
                        after.append((child, side))
                position.drop_cache()
                if len(after) > MOST_POSITIONS:
                    raise _NoEffortLeft
            level = after
        return None

    def _list_children(self, position: Position, side: int) -> Iterator[Position | LostGame]:
        """The ongoing positions after one; a lost game if there is one among them."""
        if position.side != side:
            children = [position.play(code) for code in position.codes]
        else:
            answer = self._ask(position)
            if isinstance(answer, tuple):
                yield LostGame(position, side, *answer)
                return
            children = [position.play(answer)]
        yield from (LostGame(end, side) for end in children if _is_lost(end, side))
        yield from (child for child in children if not child.is_over)

    # Games of the engine.

    def _let_engine_play(self) -> Iterator[LostGame]:
        for number in range(GAMES):
            for side in (0, 1):
                # The first game is its best, the others begin differently.
                engine = Engine(hash=16, seed=number, variety=6 if number else 0)
                game = self._play_engine(engine, side)
                if game is not None:
                    yield game

    def _play_engine(self, engine: Engine, side: int) -> LostGame | None:
        position = self.start
        for _ in range(ENGINE_PLIES):
            if position.is_over:
                break
            if position.side == side:
                answer = self._ask(position)
                if isinstance(answer, tuple):
                    return LostGame(position, side, *answer)
                position = position.play(answer)
            else:
                position = position.play(engine.choose(position, Limit(nodes=ENGINE_NODES)).move)
        return LostGame(position, side) if _is_lost(position, side) else None

    # The agent.

    def _ask(self, position: Position) -> int | tuple[Fault, str]:
        """Its answer to a position, which is asked for once."""
        key = position.state.tobytes()
        if key not in self._answers:
            if self.questions >= self._most:
                raise _NoEffortLeft
            self.questions += 1
            assert self._agent is not None
            self._answers[key] = self._ask_agent(self._agent, position)
        return self._answers[key]

    def _ask_agent(self, agent: Agent, position: Position) -> int | tuple[Fault, str]:
        try:
            return position.find(read_answer(agent.choose(position, self._limit), position).move)
        except IllegalAnswer as error:
            return "illegal", str(error)
        except Exception as error:
            why = error.why if isinstance(error, AgentError) else f"{type(error).__name__}: {error}"
            return "crashed", why

    def _probe(self) -> None:
        """Ask a copy of the agent the same positions in another order."""
        random = Random(0)
        positions: list[Position] = []
        position = self.start
        while len(positions) < PROBES and not position.is_over:
            if len(position.codes) > 1:
                positions.append(position)
            position = position.play(random.choice(position.codes))
        for one in positions:
            self._ask(one)
        self._compare(list(reversed(positions)))

    def _confirm(self, game: LostGame) -> None:
        """Let a copy of the agent play the game again."""
        positions: list[Position] = []
        here: Position | None = game.end
        while here is not None:
            if here.side == game.agent_side and not here.is_over:
                positions.append(here)
            here = here.before
        self._compare(list(reversed(positions)))

    def _compare(self, positions: list[Position]) -> None:
        other = self._make_agent()
        try:
            for position in positions:
                first, then = self._ask(position), self._ask_agent(other, position)
                if isinstance(first, int) and isinstance(then, int) and first != then:
                    one, two = (position.game.move_text(position.state, m) for m in (first, then))
                    raise UnstableAgent(
                        "refute.problem.unstable", one=one, two=two, position=position.text or "-"
                    )
        finally:
            release_agent(other)


def _is_lost(position: Position, side: int) -> bool:
    return position.outcome is not None and position.outcome.winner == 1 - side
