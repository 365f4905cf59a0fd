"""Regret: what an agent gives away in positions whose value is known.

Each sampled game gives one position, at a random move of it. If that is too hard to solve, one
halfway to the end of the game is tried, and so on; what is too hard is counted and left out, so the
measure is about positions that can be solved, which are often late ones. A game with no more
positions than are asked for is not sampled: all of them are taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from itertools import repeat
from random import Random
from typing import Any, Literal

from plyground.agents.agent import Agent
from plyground.agents.answers import read_answer
from plyground.agents.user_agent import AgentError
from plyground.core.limits import Limit
from plyground.games.position import Position
from plyground.locale import Problem
from plyground.solving.exact_values import EFFORT, ExactValue, know_values
from plyground.solving.sampling import GameSampler, Source, list_all_choices, list_choices

PATIENCE = 100
"""Games in a row without a new position after which the game is considered to have no more."""

Kind = Literal["kept", "points", "draw", "loss", "unknown", "failed"]
"""What became of the value: kept; fewer points, but the same result; a win became a draw; a win or
a draw became a loss; not known; the agent made no move."""

KINDS: tuple[Kind, ...] = ("kept", "points", "draw", "loss", "unknown", "failed")


@dataclass(frozen=True)
class SolvedPosition:
    """A position of a sampled game with its value for the side to move."""

    position: Position
    source: Source
    value: int
    right: tuple[str, ...] | None
    """All moves that keep the value, if they are known."""
    best: str
    """One that does."""

    @property
    def is_critical(self) -> bool:
        """Is there a move that gives something away, as far as is known?"""
        return self.right is None or len(self.right) < len(self.position.codes)

    @property
    def luck(self) -> float | None:
        """The chance that a random move keeps the value."""
        return None if self.right is None else len(self.right) / len(self.position.codes)


@dataclass(frozen=True)
class RegretCase:
    """What an agent did in a position."""

    solved: SolvedPosition
    move: str | None
    """None if it made none."""
    after: int | None
    """What its move leaves to it."""
    failure: str = ""
    """Why it made no move."""

    @property
    def loss(self) -> int | None:
        """How much of the value is gone: in points, or 1 from a win to a draw and 2 to a loss."""
        return None if self.after is None else self.solved.value - self.after

    @property
    def kind(self) -> Kind:
        if self.move is None:
            return "failed"
        if self.after is None:
            return "unknown"
        if self.loss == 0:
            return "kept"
        before, after = _sign(self.solved.value), _sign(self.after)
        if before == after:
            return "points"
        return "draw" if after == 0 else "loss"

    def to_json(self) -> dict[str, Any]:
        solved = self.solved
        return {
            "position": solved.position.text,
            "options": dict(solved.position.game.changed_settings),
            "side": solved.position.side,
            "source": solved.source,
            "value": solved.value,
            "right": None if solved.right is None else list(solved.right),
            "move": self.move,
            "after": self.after,
            "kind": self.kind,
            "loss": self.loss,
            "failure": self.failure,
        }


RowName = Literal["won", "drawn", "lost", "all"]


@dataclass(frozen=True)
class RegretRow:
    """The positions of one value: won, drawn or lost, or all of them."""

    name: RowName
    positions: int
    critical: int
    """Those in which a move can be wrong."""
    counts: dict[Kind, int]
    """All of them, by what became of the value."""
    kept_critical: int
    luck: float | None
    """The share of critical positions in which a random move would keep the value."""
    points: int
    """Points given away in all, in a game won by points."""


@dataclass
class RegretReport:
    """What an agent gave away, position by position."""

    agent: str
    is_scoring: bool
    effort: int
    cases: list[RegretCase] = field(default_factory=list)
    too_hard: int = 0
    """Positions that were left out because they take more than the effort."""
    is_exhausted: bool = False
    """Has the game no more positions?"""

    @property
    def worst_first(self) -> list[RegretCase]:
        """The positions in which something was given away, or no move was made."""
        bad = [case for case in self.cases if case.kind not in ("kept", "unknown")]
        return sorted(bad, key=lambda case: (case.move is not None, -(case.loss or 0)))

    @property
    def rows(self) -> list[RegretRow]:
        """By value, and all together."""
        signs: dict[RowName, int] = {"won": 1, "drawn": 0, "lost": -1}
        rows = [
            self._count(name, [case for case in self.cases if _sign(case.solved.value) == sign])
            for name, sign in signs.items()
        ]
        return [*(row for row in rows if row.positions), self._count("all", self.cases)]

    def _count(self, name: RowName, cases: list[RegretCase]) -> RegretRow:
        critical = [case for case in cases if case.solved.is_critical]
        lucks = [case.solved.luck for case in critical if case.solved.luck is not None]
        counts = Counter(case.kind for case in cases)
        return RegretRow(
            name=name,
            positions=len(cases),
            critical=len(critical),
            counts={kind: counts[kind] for kind in KINDS},
            kept_critical=sum(case.kind == "kept" for case in critical),
            luck=sum(lucks) / len(lucks) if lucks else None,
            points=sum(case.loss or 0 for case in cases) if self.is_scoring else 0,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "agent": self.agent,
            "effort": self.effort,
            "too_hard": self.too_hard,
            "exhausted": self.is_exhausted,
            "rows": [asdict(row) for row in self.rows],
            "cases": [case.to_json() for case in self.worst_first],
        }


class PositionSampler:
    """Samples up to `count` solved positions of a game by a seed; where there are no more than
    that, all of them."""

    def __init__(self, start: Position, seed: int, count: int, effort: int = EFFORT) -> None:
        if start.is_over:
            raise Problem("arena.problem.over")
        self.start = start
        self.count = count
        self.too_hard = 0
        self._random = Random(seed)
        self._games = GameSampler(seed).play_games(repeat(start))
        self._values = know_values(start.game, effort)
        self._seen: set[bytes] = set()

    def sample(self) -> Iterator[SolvedPosition]:
        """Solved positions that differ."""
        every = list_all_choices(self.start, self.count)
        if every is not None:
            for position in every:
                known = self._values.solve(position)
                self.too_hard += known is None
                if known is not None:
                    yield _to_solved(position, "every", known)
            return
        in_vain = 0
        for source, end in self._games:
            found = self._solve_one(source, end)
            in_vain = 0 if found is not None else in_vain + 1
            if found is not None:
                yield found
            elif in_vain == PATIENCE:
                return

    def _solve_one(self, source: Source, end: Position) -> SolvedPosition | None:
        """A position of a game, the nearer to its end the harder they are to solve."""
        choices = list_choices(end)
        place = self._random.randrange(len(choices)) if choices else 0
        while choices:
            position = choices[place]
            if position.state.tobytes() in self._seen:
                return None
            known = self._values.solve(position)
            if known is not None:
                self._seen.add(position.state.tobytes())
                return _to_solved(position, source, known)
            self.too_hard += 1
            if place == 0:
                return None
            place //= 2
        return None

    def judge(self, solved: SolvedPosition, agent: Agent, limit: Limit) -> RegretCase:
        """Ask an agent for its move in a position, and value it."""
        position = solved.position
        try:
            move = read_answer(agent.choose(position, limit), position).move
        except Exception as error:
            # Whatever an agent raises is its own fault, and no reason to stop.
            return RegretCase(solved, None, None, _describe(error))
        if solved.right is not None and move in solved.right:
            return RegretCase(solved, move, solved.value)
        return RegretCase(solved, move, self._values.value_move(position, position.find(move)))


def _to_solved(position: Position, source: Source, known: ExactValue) -> SolvedPosition:
    texts = dict(zip(position.codes, position.moves, strict=True))
    right = known.right_moves
    right_texts = None if right is None else tuple(texts[move] for move in right)
    return SolvedPosition(position, source, known.value, right_texts, texts[known.best_move])


def _describe(error: Exception) -> str:
    text = error.why if isinstance(error, AgentError) else str(error)
    return " ".join(text.split()) or type(error).__name__


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
