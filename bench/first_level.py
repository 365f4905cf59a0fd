"""Can a child beat the lowest level? It plays somebody who sees just the next move.

    python bench/first_level.py                               # 40 games of each game
    python bench/first_level.py --game examples/connect4.py:Connect4 --level 2

That opponent takes what it can take at once (the game, or points), does not leave the same to the
other side, and else puts its pieces at random next to others. A row is a failure unless the level
loses more games than it wins and draws together.
"""

from __future__ import annotations

import argparse
import math
import sys
from random import Random
from time import perf_counter

from plyground.agents.blind_spot import BlindSpot, Vision
from plyground.agents.engine import Engine
from plyground.agents.specs import parse_spec
from plyground.core.limits import Limit
from plyground.games.position import Position
from plyground.games.registry import load_game
from plyground.games.score import Analysis

GAMES = ("gomoku", "tictactoe", "kamisado", "triangles")
SEES_ALL = BlindSpot(frozenset(), math.inf)


class NextMovePlayer:
    """Sees wins and blocks of the next move, and nothing else."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, position: Position, limit: Limit) -> Analysis:
        vision = Vision(position, SEES_ALL)
        chances = vision.list_chances(position.state, ())
        self._random.shuffle(chances)
        if chances:
            return Analysis(position.play(max(chances, key=lambda each: each.gain).move).line[-1])
        moves = list(position.codes)
        self._random.shuffle(moves)
        moves.sort(key=lambda move: not vision.is_near(position.game.path(position.state, move)))
        best, least = moves[0], math.inf
        while moves:
            after = position.play(moves.pop(0))
            replies = [] if after.is_over else vision.list_chances(after.state, ())
            danger = max((reply.gain for reply in replies), default=0.0)
            if danger < least:
                best, least = after.history[-1], danger
            if not danger:
                break
            wanted = {reply.move for reply in replies}
            moves.sort(key=lambda move: move not in wanted)
        return Analysis(position.game.move_text(position.state, best))


def play_game(start: Position, level: int, seed: int) -> float:
    """One game; the level has the first move in even ones. Its result: 1, 0.5 or 0."""
    engine_side = seed % 2
    players = [Engine(level, hash=1, seed=seed), NextMovePlayer(seed)]
    position = start
    while not position.is_over:
        player = players[0] if position.side == engine_side else players[1]
        position = position.play(player.choose(position, Limit()).move)
    assert position.outcome is not None
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner == engine_side)


def main() -> int:
    given = parse_arguments()
    failures = 0
    print(f"{'game':<30} {'level':>5} {'wins':>5} {'losses':>6} {'draws':>5}")
    for spec in given.game or GAMES:
        wanted = parse_spec(spec)
        game = load_game(wanted.reference, True, **wanted.settings)
        game.native()
        started = perf_counter()
        results = [play_game(game.start(), given.level, seed) for seed in range(given.games)]
        wins, losses = results.count(1.0), results.count(0.0)
        draws = len(results) - wins - losses
        failures += losses <= wins + draws
        seconds = perf_counter() - started
        print(
            f"{spec:<30} {given.level:>5} {wins:>5} {losses:>6} {draws:>5}  ({seconds:.0f} s)",
            flush=True,
        )
    return int(failures > 0)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", action="append", help="NAME or NAME:OPTION=VALUE,...")
    parser.add_argument("--level", type=int, default=1)
    parser.add_argument("--games", type=int, default=40)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
