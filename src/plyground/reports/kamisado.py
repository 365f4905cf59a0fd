"""The report on Kamisado: negamax with alpha-beta to depth 3, which knows nothing but losing.

From the report: a position in which the side to move has lost is worth -1, one that it has won +1,
and everything else at the horizon 0; a win in three is as good as one at once. Moves are tried in
the order in which its board is scanned, and the first of the best is kept. Two zero moves in a row
are a deadlock (`deadlock=two`); the agent plays by whichever rule the game has.

The report's first player sits on row 8 and moves down. Its board is scanned from the top left,
row by row: the squares that a tower stands on, and for each of them the squares that it can go to.
Our side 0 sits on row 1, so our board is the report's turned by 180 degrees, which leaves the
colours in place. The scan then begins at h1 and goes to a1, then from h2 to a2, and ends at a8;
for both sides alike, because the report has one board. Hence its habits: the nearest row comes
first for side 0, which moves up, and the farthest first for side 1, which moves down. Where
nothing is won or lost, the first player takes one step and the second goes as far as it can.

Ours: depths 1 and 2 are searched before 3, so that there is an answer when the time runs out. In
a match, which the report does not have, each round is played for itself, and home rows are filled
from the right.
"""

from __future__ import annotations

from dataclasses import dataclass

from plyground.agents.specs import Kind
from plyground.agents.textbook_agent import TextbookAgent
from plyground.classic import negamax
from plyground.games.kamisado.rules import FILL, FORCED
from plyground.games.options import Option
from plyground.games.position import Position
from plyground.reports.experiment import Claim, Experiment

DEPTH = 3


@dataclass(frozen=True, slots=True)
class Round:
    """A round in the words of the textbook, its moves in the order of the report."""

    position: Position

    @property
    def to_move(self) -> int:
        return self.position.side

    def actions(self) -> list[str]:
        listed = zip(self.position.codes, self.position.moves, strict=True)
        return [text for _, text in sorted((scanned(move), text) for move, text in listed)]

    def result(self, action: str) -> Round:
        return Round(self.position.play(action))

    def is_terminal(self) -> bool:
        return self.position.is_over or self._is_fill

    def utility(self) -> int:
        """Whoever won a round of a match is to choose how the home rows are filled."""
        return 1 - 2 * self.position.side if self._is_fill else self.position.utility()

    @property
    def _is_fill(self) -> bool:
        return bool(self.position.state[FORCED] == FILL)


def scanned(move: int) -> tuple[int, int]:
    """When the scan meets a move: its start and then its end, row 1 first, each row from h to a."""
    start, end = divmod(move, 64)
    return start ^ 7, end ^ 7


class Negamax(TextbookAgent):
    """Sees what is won or lost within three moves, and nothing else."""

    def __init__(self, depth: int = DEPTH) -> None:
        super().__init__(negamax, depth)

    def read(self, position: Position) -> Round:
        return Round(position)


def steps(position: Position) -> float:
    """The rows that the tower just moved has gone forward."""
    start, end = divmod(position.history[-1], 64)
    return abs(end // 8 - start // 8)


BASELINES = {
    "negamax": Kind(f"{__name__}:Negamax", (Option("depth", DEPTH, low=1, high=100),)),
}

EXPERIMENTS = {
    "kamisado-sides": Experiment(
        game="kamisado",
        a="baseline",
        b="random:seed=1",
        games=40,
        seconds=5.0,
        options={"deadlock": "two"},
        measures={"experiment.measure.steps": steps},
        claims=(Claim("second", of="experiment.measure.steps", by="a"),),
    ),
}
