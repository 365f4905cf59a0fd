"""What a process of its own costs an agent: milliseconds a move, in this process and in another.

    python bench/agent_process.py --game gomoku --moves 2000

The same random moves are played both ways, in turns; the cost is the difference of the medians, and
the exit code is 1 if that is 2 ms or more. A move is measured as the referee does it.
"""

from __future__ import annotations

import argparse
import sys
from statistics import median, quantiles
from time import perf_counter

from plyground.agents.agent import prepare_agent, release_agent
from plyground.agents.human import Human
from plyground.agents.isolated_agent import make_player
from plyground.agents.isolation import find_isolation
from plyground.arena.referee import Referee
from plyground.arena.watchdog import Watchdog
from plyground.games.game import Game
from plyground.games.registry import load_game

MOST_MILLISECONDS = 2.0


def measure(spec: str, game: Game, moves: int) -> list[float]:
    """Milliseconds of so many moves under a referee."""
    agent = make_player(spec)
    assert not isinstance(agent, Human)
    prepare_agent(agent, game)
    taken: list[float] = []
    with Watchdog() as watchdog:
        referee = Referee(10.0, watchdog)
        while len(taken) < moves:
            played = referee.play(game.start(), (agent, agent))
            assert played.forfeit is None, played.forfeit
            taken += (1e3 * timed.seconds for timed in played.timed_moves)
    release_agent(agent)
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="gomoku")
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    game = load_game(given.game)
    game.native()
    specs = {"here": "random:seed=1", "apart": "isolated:random:seed=1"}
    taken: dict[str, list[float]] = {name: [] for name in specs}
    started = perf_counter()
    for _ in range(given.rounds):
        for name, spec in specs.items():
            taken[name] += measure(spec, game, given.moves // given.rounds)
    print(f"{given.game}, isolation: {find_isolation()}, {perf_counter() - started:.0f} s")
    for name, times in taken.items():
        low, *_, high = quantiles(times, n=20)
        print(f"  {name:6} {median(times):.3f} ms a move (5%: {low:.3f}, 95%: {high:.3f})")
    cost = median(taken["apart"]) - median(taken["here"])
    print(f"  a process costs {cost:.3f} ms a move")
    sys.exit(cost >= MOST_MILLISECONDS)


if __name__ == "__main__":
    main()
