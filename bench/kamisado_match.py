"""What it gives to play the rounds of a Kamisado match with the match in mind.

    python bench/kamisado_match.py --matches 200 --points 3 --nodes 20000
    python bench/kamisado_match.py --matches 40 --points 15 --nodes 100000 --seed 1

The engine plays against itself used naively: at every move the naive player sees a single round
(the same towers and rings, with one point to win), and it always fills from the left; with
`--fill engine` it fills as the engine does, so that only the play within rounds differs. Both have
the same number of positions, or the same time, for each move. Matches come in pairs: from the same
opening of random moves, each plays each side once. The interval is that of the mean of pairs.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from statistics import fmean, stdev

import numpy as np

from plyground.agents.engine import Engine
from plyground.arena.openings import generate_openings
from plyground.arena.rating import Z_95
from plyground.core.limits import Limit
from plyground.games.game import Game
from plyground.games.kamisado.rules import FILL, FORCED, POINTS
from plyground.games.position import Position
from plyground.games.registry import load_game
from plyground.games.score import Analysis

MEMORY = 16


class NaivePlayer:
    """The engine in the round that it sees, whatever the points."""

    def __init__(self, fill: str = "left") -> None:
        self._engine = Engine(hash=MEMORY)
        self._fill = fill

    def prepare(self, game: Game) -> None:
        self._engine.prepare(load_round(game))

    def release(self) -> None:
        self._engine.release()

    def choose(self, position: Position, limit: Limit) -> Analysis:
        if position.state[FORCED] == FILL:
            if self._fill == "engine":
                return self._engine.choose(position, limit)
            return Analysis(self._fill)
        state = np.array(position.state)
        state[POINTS : POINTS + 2] = 0
        return self._engine.choose(Position(load_round(position.game), state), limit)


def load_round(game: Game) -> Game:
    return load_game("kamisado", **{**game.settings, "points": 1})


@dataclass
class Result:
    """The results of the player that is measured."""

    pairs: list[float] = field(default_factory=list)
    """Its share of the matches of each pair."""
    rounds: Counter[int] = field(default_factory=Counter)
    """How many rounds it won (key 0) and lost (key 1)."""
    points: Counter[int] = field(default_factory=Counter)
    """Its points and the other's."""

    def __str__(self) -> str:
        share = fmean(self.pairs)
        error = Z_95 * stdev(self.pairs) / len(self.pairs) ** 0.5 if len(self.pairs) > 1 else 0.5
        count = 2 * len(self.pairs)
        return (
            f"{round(share * count)} of {count} matches, {share:.1%} +/- {error:.1%}; "
            f"rounds {self.rounds[0]}:{self.rounds[1]}, points {self.points[0]}:{self.points[1]}"
        )


def play_match(players: tuple[Engine, NaivePlayer], opening: Position, side: int, limit: Limit,
               result: Result) -> float:  # fmt: skip
    """Play a match in which the first player has `side`; 1 if it wins, else 0."""
    position = opening
    for player in players:
        player.release()
        player.prepare(position.game)
    while not position.is_over:
        after = position.play(players[position.side ^ side].choose(position, limit).move)
        for each in (0, 1):
            made = int(after.state[POINTS + each] - position.state[POINTS + each])
            if made:
                result.rounds[each ^ side] += 1
                result.points[each ^ side] += made
        position = after
    return (1 + position.utility() * (1 - 2 * side)) / 2


def main() -> None:
    options = read_arguments()
    limit = Limit(time=options.time) if options.time else Limit(nodes=options.nodes)
    game = load_game("kamisado", points=options.points)
    game.native()
    players = Engine(hash=MEMORY), NaivePlayer(options.fill)
    result = Result()
    openings = generate_openings(game.start(), options.plies, options.seed)
    for _ in range((options.matches + 1) // 2):
        opening = next(openings)
        result.pairs.append(
            fmean(play_match(players, opening, side, limit, result) for side in (0, 1))
        )
        if len(result.pairs) % 10 == 0:
            print(f"# {result}", flush=True)
    print(f"{options.points} points, {options.time or options.nodes} a move: {result}")


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--points", type=int, default=3, choices=(3, 7, 15))
    parser.add_argument("--nodes", type=int, default=20_000, help="positions a move")
    parser.add_argument("--time", type=float, help="seconds a move instead of positions")
    parser.add_argument("--plies", type=int, default=3, help="random moves of each opening")
    parser.add_argument("--fill", default="left", choices=("left", "right", "engine"))
    parser.add_argument("--seed", type=int, default=0, help="of the openings")
    return parser.parse_args()


if __name__ == "__main__":
    main()
