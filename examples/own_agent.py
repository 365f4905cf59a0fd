"""An agent of one's own: Gardner's matchboxes, which learn Hexapawn from their defeats.

    python examples/own_agent.py own_agent.svg       # teaches it, and draws its last game
    plyground play examples/hexapawn.py --second examples/own_agent.py:Matchboxes

A box for every position holds a bead for every move, and the machine plays a bead drawn at random.
When it has lost, the bead of its last move is taken away; if that was the last one of its box, the
box gives up from then on, and the move before it is to blame. That is all, and yet it becomes a
perfect player (Martin Gardner, Scientific American, March 1962).
"""

import sys
from pathlib import Path
from random import Random

from hexapawn import Hexapawn

from plyground import Limit, agent


class Matchboxes:
    """An agent needs nothing but `choose`. This one has played so many games before it begins."""

    def __init__(self, games=1000, seed=1):
        self.random = Random(seed)
        self.boxes = {}
        self.drawn = []
        for number in range(games):
            play_game(self, side=number % 2)

    def choose(self, position, limit):
        box = self.boxes.setdefault(position, list(position.moves))
        move = self.random.choice(box or position.moves)
        self.drawn.append((box, move))
        return move

    def learn(self, has_won):
        """Take away the last bead that was drawn, if that has lost the game."""
        while self.drawn:
            box, move = self.drawn.pop()
            if move in box and not has_won:
                box.remove(move)
                has_won = True


def play_game(machine, side=1):
    """One game against somebody who plays anything; returns its last position."""
    opponent = agent(f"random:seed={machine.random.randrange(2**32)}")
    position = Hexapawn().start()
    while not position.is_over:
        if position.side == side:
            move = machine.choose(position, Limit())
        else:
            move = opponent.choose(position, Limit()).move
        position = position.play(move)
    machine.learn(position.outcome.winner == side)
    return position


def main():
    for games in (0, 30, 200, 1000):
        machine = Matchboxes(games)
        won = sum(play_game(machine).outcome.winner == 1 for _ in range(100))
        print(f"after {games:4} games it wins {won:3} of the next 100 as second player")
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(play_game(machine).write_svg() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
