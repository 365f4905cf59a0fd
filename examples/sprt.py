"""Is a change of the evaluation an improvement? A sequential test decides as soon as it can.

    python examples/sprt.py sprt.svg

The evaluation of Breakthrough counts pieces, and how far each has come. Is that better than to
count pieces only? Both search equally deep. Each opening is played twice, with colours swapped,
until "50 Elo better" is much more likely than "no better", or the other way round.
"""

import sys
from dataclasses import replace
from pathlib import Path

from breakthrough import PIECES, Breakthrough

from plyground import (
    Limit,
    MatchReport,
    Position,
    Sprt,
    agent,
    draw_llr_chart,
    kernel,
    play_match,
    popcount,
)

SIZE = {"columns": 6, "rows": 6}
DEPTH = 2


@kernel
def count_pieces(state, features, tables):
    own, others = state[PIECES + state[0]], state[PIECES + 1 - state[0]]
    return 100 * (popcount(own) - popcount(others))


class OldBreakthrough(Breakthrough):
    """The same rules with another evaluation."""

    def build(self):
        rules = super().build()
        return replace(rules, kernels=replace(rules.kernels, evaluate=count_pieces))


class OldEngine:
    """Alpha-beta that sees every position as one of the old game."""

    def __init__(self):
        self.game = OldBreakthrough(**SIZE)
        self.search = agent(f"alphabeta:depth={DEPTH}")

    def prepare(self, game):
        """Called before the first game: compiling takes a moment."""
        self.search.prepare(self.game)

    def choose(self, position, limit):
        return self.search.choose(Position(self.game, position.state), limit).move


def main():
    sprt = Sprt(elo0=0, elo1=50)
    start = Breakthrough(**SIZE).start()
    games, course = [], []
    for game in play_match(start, f"alphabeta:depth={DEPTH}", OldEngine, Limit(), games=1000):
        games.append(game)
        if len(games) % 2 == 0:
            report = MatchReport.from_games(games)
            status = sprt.judge(report.pairs)
            course.append(status.llr)
            if status.verdict:
                break
    tally = report.tally
    print(f"{len(games)} games: {tally.wins} won, {tally.losses} lost, {tally.draws} drawn")
    print(f"LLR {status.llr:+.2f} ({status.lower:.2f} to {status.upper:.2f}): {status.verdict}")
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(draw_llr_chart(sprt, course) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
