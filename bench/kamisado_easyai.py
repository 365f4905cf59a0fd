"""Does `baseline` play what easyAI plays on the report's Kamisado?

    python bench/kamisado_easyai.py --positions 5000

The positions are those of random games. `ReportGame` is the report's program as an easyAI game:
its board, its order of moves and its deadlock test, written anew. Every game is played in it and in
our rules side by side, so that legal moves and ends are compared, too.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator

from easyAI import AI_Player, Negamax, TwoPlayerGame

from plyground import Limit, agent, load_game
from plyground.games.position import Position

AGREEMENT = 0.995
"""The share of positions with the same move that is asked for."""

# From the top row down, each from the left: colours by their numbers.
COLOURS = (
    "76543210",
    "27416305",
    "14725036",
    "45670123",
    "32107654",
    "63052741",
    "50361472",
    "01234567",
)

Square = tuple[int, int]
"""Row and column, from the top left."""
Move = tuple[Square, Square]


class ReportGame(TwoPlayerGame):  # type: ignore[misc]
    """Player 1 begins at the top and moves down."""

    def __init__(self, depth: int = 3) -> None:
        self.players = [AI_Player(Negamax(depth)), AI_Player(Negamax(depth))]
        self.current_player = 1
        self.towers: dict[Square, tuple[int, str]] = {}
        for row, player in ((0, 1), (7, 2)):
            for column, colour in enumerate(COLOURS[row]):
                self.towers[row, column] = player, colour
        self.forced: str | None = None
        self.zero_moves = 0
        self.last_mover = 0

    def copy(self) -> ReportGame:
        """Like the inherited one, but only towers need copying."""
        twin = object.__new__(ReportGame)
        twin.__dict__.update(self.__dict__, towers=dict(self.towers))
        return twin

    def possible_moves(self) -> list[Move]:
        """In the order of the scan: by the square of the tower, then by that of its end."""
        starts = sorted(
            square
            for square, (player, colour) in self.towers.items()
            if player == self.current_player and self.forced in (None, colour)
        )
        moves = [(start, end) for start in starts for end in sorted(self.reach(start))]
        return moves or [(start, start) for start in starts]

    def reach(self, start: Square) -> Iterator[Square]:
        down = 1 if self.current_player == 1 else -1
        for aside in (-1, 0, 1):
            row, column = start[0] + down, start[1] + aside
            while 0 <= row < 8 and 0 <= column < 8 and (row, column) not in self.towers:
                yield row, column
                row, column = row + down, column + aside

    def make_move(self, move: Move) -> None:
        start, end = move
        self.forced = COLOURS[end[0]][end[1]]
        if start == end:
            self.zero_moves += 1
            return
        self.towers[end] = self.towers.pop(start)
        self.zero_moves, self.last_mover = 0, self.current_player

    def is_lost(self) -> bool:
        """Has the opponent arrived, or has the player to move caused a deadlock?"""
        home = 0 if self.current_player == 1 else 7
        arrived = any(
            row == home and player != self.current_player
            for (row, _), (player, _) in self.towers.items()
        )
        return arrived or (self.zero_moves >= 2 and self.last_mover == self.current_player)

    def is_over(self) -> bool:
        return self.is_lost()

    def scoring(self) -> int:
        return -100 if self.is_lost() else 0


def to_text(move: Move) -> str:
    """A move as our board has it, which is the report's rotated by 180 degrees."""
    return "-".join("hgfedcba"[column] + str(row + 1) for row, column in move)


def from_text(text: str) -> Move:
    start, end = ((int(spot[1]) - 1, "hgfedcba".index(spot[0])) for spot in text.split("-"))
    return start, end


def random_positions(count: int, seed: int) -> Iterator[tuple[Position, ReportGame]]:
    """Ongoing positions of random games, in our rules and in the report's."""
    game = load_game("kamisado", deadlock="printed")
    game.native()
    chance = random.Random(seed)
    while True:
        position, theirs = game.start(), ReportGame()
        while not position.is_over:
            if count == 0:
                return
            if theirs.is_over() or {*position.moves} != {*map(to_text, theirs.possible_moves())}:
                raise AssertionError(f"The rules differ: {position.text}")
            yield position, theirs
            count -= 1
            move = chance.choice(position.moves)
            position = position.play(move)
            theirs.play_move(from_text(move))
        if not theirs.is_over():
            raise AssertionError(f"The rules differ: {position.text}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    ours = agent("baseline")
    choices = same = same_choice = 0
    for position, theirs in random_positions(given.positions, given.seed):
        agrees = ours.choose(position, Limit()).move == to_text(theirs.get_move())
        if not agrees:
            print(f"differs: {position.text}")
        same += agrees
        if len(position.moves) > 1:
            choices += 1
            same_choice += agrees
    print(f"positions: {given.positions}, the same move in {same} ({same / given.positions:.2%})")
    print(f"with a choice: {choices}, the same move in {same_choice}")
    sys.exit(same < AGREEMENT * given.positions)


if __name__ == "__main__":
    main()
