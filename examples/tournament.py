"""A tournament: everybody plays everybody, and the result is a page with every game.

    python examples/tournament.py tournament.html tournament.svg

Players are named by their specs, or are agents of the program itself, as here the machine of
`own_agent.py`, before and after it has learned. Nothing depends on time, so that the result is the
same on every machine.
"""

import sys
from pathlib import Path

from hexapawn import Hexapawn
from own_agent import Matchboxes

from plyground import Limit, play_tournament


def main():
    tournament = play_tournament(
        Hexapawn().start(),
        {
            "random": "random:seed=1",
            "alpha-beta, 2 plies": "alphabeta:depth=2",
            "alpha-beta, 4 plies": "alphabeta:depth=4",
            "matchboxes, new": Matchboxes(games=0),
            "matchboxes, taught": Matchboxes(),
        },
        Limit(),
        rounds=10,
        anchor="random",
    )
    for row in tournament.standings.rows:
        print(f"{row.name:22} {row.totals.tally.points:5} of {row.totals.tally.games}")
    if len(sys.argv) > 2:
        page, chart = map(Path, sys.argv[1:])
        page.write_text(tournament.write_html("Hexapawn"), encoding="utf-8")
        chart.write_text(tournament.write_svg() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
