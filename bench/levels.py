"""Is every level of the engine stronger than the one two below it?

    python bench/levels.py                                   # all levels of the larger games
    python bench/levels.py --game kamisado --level 5 --games 100
    python bench/levels.py --game triangles:n=14,seed=3

Plays colour-swapped pairs from random openings. Games that the engine solves from the opening, such
as tic-tac-toe, have no levels.
"""

from __future__ import annotations

import argparse
import sys
from time import perf_counter

from plyground.agents.engine import LEVELS, Engine
from plyground.agents.specs import parse_spec
from plyground.arena.match import Contender, Match, MatchReport
from plyground.arena.openings import generate_openings
from plyground.arena.referee import Referee
from plyground.arena.watchdog import Watchdog
from plyground.games.game import Game
from plyground.games.registry import load_game

GAMES = ("gomoku", "kamisado", "triangles:n=14")
STEP = 2


def main() -> int:
    given = parse_arguments()
    weak = 0
    print(f"{'game':<20} {'level':>5} {'over':>4} {'wins':>5} {'losses':>6} {'draws':>5}  Elo")
    for spec in given.game or GAMES:
        wanted = parse_spec(spec)
        game = load_game(wanted.name, True, **wanted.settings)
        for level in given.level or range(STEP + 1, max(LEVELS) + 1):
            started = perf_counter()
            report = play(game, level, level - STEP, given)
            weak += report.tally.wins <= report.tally.losses
            print(format_row(spec, level, report, perf_counter() - started), flush=True)
    return int(weak > 0)


def play(game: Game, level: int, other: int, given: argparse.Namespace) -> MatchReport:
    contenders = (
        Contender(f"level {level}", lambda: Engine(level, hash=given.hash, seed=2 * given.seed)),
        Contender(
            f"level {other}", lambda: Engine(other, hash=given.hash, seed=2 * given.seed + 1)
        ),
    )
    openings = generate_openings(game.start(), given.plies, given.seed)
    with Watchdog() as watchdog:
        match = Match(contenders, openings, given.games, Referee(given.time, watchdog))
        return MatchReport.from_games(list(match.play()))


def format_row(spec: str, level: int, report: MatchReport, seconds: float) -> str:
    tally, rating = report.tally, report.rating
    elo = "all points" if rating.elo is None else f"{rating.elo:+.0f}"
    elo += "" if rating.error is None else f" +/- {rating.error:.0f}"
    remarks = [f"{seconds:.0f} s"]
    if tally.wins <= tally.losses:
        remarks.append("NOT STRONGER")
    if report.duplicates:
        remarks.append(f"{report.duplicates} duplicates")
    if any(report.forfeits):
        remarks.append(f"forfeits {dict(report.forfeits[0])} {dict(report.forfeits[1])}")
    return (
        f"{spec:<20} {level:>5} {level - STEP:>4} {tally.wins:>5} {tally.losses:>6} "
        f"{tally.draws:>5}  {elo:<16} ({', '.join(remarks)})"
    )


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", action="append", help="NAME or NAME:OPTION=VALUE,...")
    parser.add_argument("--level", action="append", type=int, choices=range(STEP + 1, 11))
    parser.add_argument("--games", type=int, default=40, help="for each pair of levels")
    parser.add_argument("--time", type=float, default=0.5, help="seconds for each move at most")
    parser.add_argument("--plies", type=int, default=4, help="random moves of each opening")
    parser.add_argument("--hash", type=int, default=16, help="MiB of each engine")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
