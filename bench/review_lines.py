"""How many of the lines behind judgements go to the end of the game, and what do they cost?

    python bench/review_lines.py                             # Kamisado, 12 games
    python bench/review_lines.py --game gomoku --games 6
    python bench/review_lines.py --searches 4                # at most 4 parts of a line

Plays games between low levels of the engine and reviews them. Of the positions before and after
mistakes whose result is proven it counts those with a line to the end, and of all searches those
of other positions than the game's: second looks, and what continues a line. Every line is replayed
by the rules.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from time import process_time

from plyground.agents.engine import Engine
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.registry import load_game
from plyground.review import evidence
from plyground.review.game_review import Review, make_review_limit, settle_score

LONGEST = 60


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="kamisado")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--searches", type=int, default=evidence.MAX_SEARCHES)
    given = parser.parse_args()
    evidence.MAX_SEARCHES = given.searches
    game, counts, began = load_game(given.game), Counter[str](), process_time()
    for seed in range(given.games):
        count_review(play_game(game, seed), counts)
    print(f"{counts['mistakes']} mistakes in {given.games} games of {game.title}")
    print(f"results proven   {counts['proven']}, with a line to the end {counts['to the end']}")
    print(f"searches         {counts['searches']}, of other positions {counts['others']}")
    print(f"CPU seconds      {process_time() - began:.0f}")


def play_game(game: Game, seed: int) -> list[Position]:
    random = Random(seed)
    players = [Engine(level=4, seed=seed + 100 * side) for side in (0, 1)]
    positions = [game.start()]
    while not positions[-1].is_over and len(positions) < LONGEST:
        position = positions[-1]
        move: str | int = random.choice(position.codes)
        if len(positions) > 2:
            move = players[position.side].choose(position, Limit(nodes=5_000)).move
        positions.append(position.play(move))
    return positions


def count_review(positions: list[Position], counts: Counter[str]) -> None:
    review, engine = Review(positions), Engine(hash=8)
    limit = make_review_limit(positions[0].game)
    engine.prepare(positions[0].game)
    known = set(positions)
    while (position := review.next_position) is not None:
        engine.release()
        depths: list[evidence.Analysis] = []
        with Stop() as stop:
            found = engine.think(position, limit, stop, on_depth=depths.append)
        counts["searches"] += 1
        counts["others"] += position not in known
        review.add_analysis(settle_score(found, depths))
    for ply, step in review.steps.items():
        judgement = step.judgement
        if judgement is None or judgement.grade is None:
            continue
        counts["mistakes"] += 1
        for at, line in ((ply, judgement.missed_line), (ply + 1, judgement.refutation)):
            analysis = review.steps[at].analysis
            if line is None or analysis is None or analysis.score is None:
                continue
            end = evidence.follow(positions[at], line.moves)
            assert end.is_over or not line.proven
            counts["proven"] += analysis.score.proven
            counts["to the end"] += analysis.score.proven and line.proven


if __name__ == "__main__":
    main()
