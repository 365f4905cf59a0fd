"""How much does the graph of a review zigzag?

    python bench/zigzag.py                          # gomoku, 12 games
    python bench/zigzag.py --game kamisado --games 40

Plays games of the engine against itself, and reviews their positions. Prints the mean absolute
second difference of the first player's winning chance, in percent, where nothing is proven: by the
last depth of each search, and by the mean of its last depths, which the review shows.
"""

from __future__ import annotations

import argparse

from plyground.agents.engine import Engine
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.registry import load_game
from plyground.games.score import Analysis
from plyground.review.game_review import make_review_limit, settle_score
from plyground.review.judgement import side_winning_chance

LONGEST = 60


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="gomoku")
    parser.add_argument("--games", type=int, default=12)
    given = parser.parse_args()
    game = load_game(given.game)
    last: list[float] = []
    settled: list[float] = []
    for seed in range(given.games):
        searches = [search(position) for position in play_game(game, seed)]
        last += bend([(position, depths[-1]) for position, depths in searches])
        settled += bend(
            [(position, settle_score(depths[-1], depths)) for position, depths in searches]
        )
    print(f"{len(last)} positions of {given.games} games of {game.title}")
    print(f"last depth       {100 * sum(last) / len(last):.2f} %")
    print(f"mean of depths   {100 * sum(settled) / len(settled):.2f} %")


def play_game(game: Game, seed: int) -> list[Position]:
    players = [Engine(seed=seed + 100 * side, variety=8) for side in (0, 1)]
    position = game.start()
    positions = []
    while not position.is_over and len(positions) < LONGEST:
        positions.append(position)
        position = position.play(players[position.side].choose(position, Limit(nodes=30_000)).move)
    return positions


def search(position: Position) -> tuple[Position, list[Analysis]]:
    """A position, and its analyses by depth; the last one is the answer."""
    engine = Engine(hash=8)
    engine.prepare(position.game)
    depths: list[Analysis] = []
    with Stop() as stop:
        limit = make_review_limit(position.game)
        depths.append(engine.think(position, limit, stop, on_depth=depths.append))
    return position, depths


def bend(found: list[tuple[Position, Analysis]]) -> list[float]:
    """The absolute second differences at positions around which nothing is proven."""
    chances = [side_winning_chance(0, *one) for one in found]
    is_open = [
        analysis.score is not None and analysis.score.kind == "value" for _, analysis in found
    ]
    return [
        abs(chances[ply + 1] - 2 * chances[ply] + chances[ply - 1])
        for ply in range(1, len(found) - 1)
        if all(is_open[ply - 1 : ply + 2])
    ]


if __name__ == "__main__":
    main()
