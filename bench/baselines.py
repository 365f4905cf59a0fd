"""Does the engine beat the agents of the five reports with a tenth of their time?

    python bench/baselines.py                          # 40 games against every baseline
    python bench/baselines.py --only kamisado --games 10

Each random opening is played twice, with sides swapped; openings with a forced win within eight
moves are left out. The engine must score a share of the points; in tic-tac-toe it must not lose any
game from openings that are solved as draws. In Triangles, with 12 to 20 points, there is no
requirement, since the points mostly decide who wins; `triangles_exact.py` measures what the engine
makes of positions there, and plays whole games with up to 30. The exit code is 1 if a requirement
is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from time import perf_counter

from plyground.agents.engine import Engine
from plyground.agents.verdict import solve
from plyground.arena.match import A, B, Contender, Match, MatchGame, MatchReport
from plyground.arena.openings import generate_openings
from plyground.arena.referee import Referee
from plyground.arena.watchdog import Watchdog
from plyground.core.limits import Limit
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.registry import load_game
from plyground.reports import find_baselines, list_reported_games

ENGINE = "engine:time=0.05"
BASELINE_TIME = "time=0.5"
# Agents keep their own time; the referee only ends games that hang.
REFEREE_SECONDS = 30.0
SOLVER_MEMORY = 64
# Openings with a forced win within so many moves are left out.
FORCED_DEPTH = 8
POINT_COUNTS = range(12, 21)


def generate_undecided(game: Game, plies: int, seed: int) -> Iterator[Position]:
    """Openings without a forced win for either side."""
    engine = Engine()
    for opening in generate_openings(game.start(), plies, seed):
        found = engine.choose(opening, Limit(depth=FORCED_DEPTH, time=1.0))
        if found.score is None or found.score.plies is None:
            yield opening


def generate_drawn(game: Game, plies: int, seed: int) -> Iterator[Position]:
    """Openings that are draws under best play. After four moves there are too few of them."""
    openings = generate_openings(game.start(), min(plies, 2), seed)
    return (opening for opening in openings if solve(opening, memory=SOLVER_MEMORY).value == 0)


def generate_all_sizes(game: Game, plies: int, seed: int) -> Iterator[Position]:
    """Openings on another set of points each."""
    for number in count():
        points = POINT_COUNTS[number % len(POINT_COUNTS)]
        start = load_game(game.name, n=points, seed=seed + number).start()
        yield next(generate_openings(start, plies, seed + number))


@dataclass(frozen=True)
class Requirement:
    """What is required of the engine in a game, and its openings."""

    share: float = 0.95
    never_loses: bool = False
    openings: Callable[[Game, int, int], Iterator[Position]] = generate_undecided
    options: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """Options of the game, for baselines of another variant."""


REQUIREMENTS = {
    "tictactoe": Requirement(share=0.0, never_loses=True, openings=generate_drawn),
    "gomoku": Requirement(options={"deepening": {"rule": "report"}}),
    "kamisado": Requirement(),
    "triangles": Requirement(share=0.0, openings=generate_all_sizes),
}


@dataclass
class Result:
    """The games against one baseline."""

    games: list[MatchGame] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    """A description of every lost game."""
    seconds: float = 0.0

    @property
    def share(self) -> float:
        return MatchReport.from_games(self.games).tally.points / len(self.games)

    def list_missed(self, requirement: Requirement) -> list[str]:
        """The requirements that are not met."""
        missed = []
        if self.share < requirement.share:
            missed.append(f"NEEDS {requirement.share:.0%}")
        if requirement.never_loses and MatchReport.from_games(self.games).tally.losses:
            missed.append("LOST GAMES")
        return missed

    def slowest(self, contender: int) -> float:
        return max(
            timed.seconds
            for game in self.games
            for timed in game.result.timed_moves
            if game.contender_on(timed.side) == contender
        )


def main() -> int:
    given = parse_arguments()
    missed = 0
    print(f"{'baseline':<22} {'won':>4} {'lost':>5} {'drawn':>6} {'share':>7}  slowest moves")
    for name in given.only or list_reported_games():
        for variant in find_baselines(name):
            requirement = REQUIREMENTS[name]
            result = play(name, variant, requirement, given)
            missed += bool(result.list_missed(requirement))
            print(format_row(f"{name} {variant}", requirement, result), flush=True)
            for line in result.lost:
                print(f"    {line}", flush=True)
    return int(missed > 0)


def play(name: str, variant: str, requirement: Requirement, given: argparse.Namespace) -> Result:
    game = load_game(name, **requirement.options.get(variant, {}))
    has_time = any(option.name == "time" for option in find_baselines(name)[variant].options)
    baseline = f"baseline:{variant}" + (f",{BASELINE_TIME}" if has_time else "")
    openings = requirement.openings(game, given.plies, given.seed)
    result = Result()
    with Watchdog() as watchdog:
        contenders = Contender.from_spec(ENGINE), Contender.from_spec(baseline)
        match = Match(contenders, openings, given.games, Referee(REFEREE_SECONDS, watchdog))
        match.prepare(game)
        started = perf_counter()
        for one in match.play():
            result.games.append(one)
            if one.winner == B:
                result.lost.append(describe_game(one))
        result.seconds = perf_counter() - started
    return result


def describe_game(game: MatchGame) -> str:
    changed = game.result.game.changed_settings
    settings = "".join(f" {key}={value}" for key, value in changed.items())
    side = "first" if game.a_side == 0 else "second"
    return f"game {game.number}{settings}, engine {side}: {' '.join(game.result.moves)}"


def format_row(title: str, requirement: Requirement, result: Result) -> str:
    report = MatchReport.from_games(result.games)
    tally = report.tally
    notes = [f"{result.seconds:.0f} s", *result.list_missed(requirement)]
    if report.duplicates:
        notes.append(f"{report.duplicates} duplicates")
    if any(report.forfeits):
        notes.append(f"forfeits {dict(report.forfeits[0])} {dict(report.forfeits[1])}")
    return (
        f"{title:<22} {tally.wins:>4} {tally.losses:>5} {tally.draws:>6} {result.share:>7.1%}  "
        f"{result.slowest(A):.2f} s and {result.slowest(B):.2f} s ({', '.join(notes)})"
    )


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", action="append", choices=list_reported_games(), help="this game")
    parser.add_argument("--games", type=int, default=40, help="against each baseline")
    parser.add_argument("--plies", type=int, default=4, help="random moves of each opening")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
