"""Proves every shipped puzzle again, by means that the command does not use.

Puzzles of the solver: plain minimax by the rules values every move, where no more than `--minimax`
positions have to be visited. Where there are more, a strategy is taken for the right move, and one
against each wrong move, and played through against all replies by the rules alone: whoever made the
strategy need not be trusted. Of Triangles rules and search are written once more, in
`triangles_oracle.py`, because its strategies are large.

Puzzles by threats (freestyle gomoku): rules and search are written once more, without patterns and
tables, in `gomoku_oracle.py`. The solution must win by fours, or by threes after which every single
reply loses (how to go on then, the game's own search may say); and after each other move there must
be a reply that leaves no win by fours.

    python bench/puzzles_check.py [GAME ...] [--first N] [--minimax N]

Takes minutes to hours; says which puzzle is wrong, and which could not be proven again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from plyground.core.certificate import Certificate, certify
from plyground.core.limits import Stop
from plyground.core.solver import Solver
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.registry import find_game_class
from plyground.solving.look_alikes import find_signature
from plyground.solving.puzzle import Puzzle, load_puzzles

EXAMPLES = Path(__file__).parents[1] / "examples"
GAMES = ("tictactoe", "kamisado", "triangles", "gomoku")
MINIMAX = 20_000
SOLVER_MEBIBYTES = 128


class TooLarge(Exception):
    pass


class Minimax:
    """The textbook's, with a dictionary; values are for side 0."""

    def __init__(self, most: int) -> None:
        self.values: dict[bytes, int] = {}
        self._most = most

    def value(self, position: Position) -> int:
        key = position.state.tobytes()
        if key not in self.values:
            if len(self.values) >= self._most:
                raise TooLarge
            if position.outcome is not None:
                self.values[key] = position.outcome.value
            else:
                best = max if position.side == 0 else min
                self.values[key] = best(self.value(position.play(c)) for c in position.codes)
        return self.values[key]


def check_lines(puzzle: Puzzle, position: Position) -> str | None:
    """Are all lines legal, and does a won one end as it should?"""
    end = play_line(position, puzzle.solution)
    if puzzle.method == "solver" and puzzle.goal == "win":
        if end.outcome is None or end.outcome.winner != puzzle.side:
            return "the solution does not end in a win"
        if len(puzzle.solution) != puzzle.plies:
            return "the solution is not as long as it says"
    for move, refutation in puzzle.wrong.items():
        play_line(position, (move, *refutation.line))
        if move == puzzle.move:
            return "the solution is refuted"
    return None


def play_line(position: Position, moves: tuple[str, ...]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def check(puzzle: Puzzle, position: Position, most: int) -> tuple[str, str | None]:
    """How it was checked, and what is wrong: "?" if it could not be proven again."""
    # Compiled only where it is needed.
    if puzzle.method == "threats":
        from gomoku_oracle import check_threats

        return "threats", check_threats(puzzle, position)
    if position.game.name == "triangles" and not position.game.settings["extra_move"]:
        from triangles_oracle import value_moves

        return "other rules", check_values(puzzle, value_moves(position))
    return check_solved(puzzle, position, most)


def check_solved(puzzle: Puzzle, position: Position, most: int) -> tuple[str, str | None]:
    """By minimax if there are no more than so many positions, else by strategies."""
    try:
        return "minimax", check_by_minimax(puzzle, position, Minimax(most))
    except TooLarge:
        return "strategies", check_by_strategies(puzzle, position)


def check_by_minimax(puzzle: Puzzle, position: Position, minimax: Minimax) -> str | None:
    sign = 1 - 2 * position.side
    return check_values(
        puzzle, {move: sign * minimax.value(position.play(move)) for move in position.moves}
    )


def check_values(puzzle: Puzzle, values: dict[str, int]) -> str | None:
    """Are these, what each move leaves to the one who makes it, those of the puzzle?"""
    best = [move for move, value in values.items() if value == max(values.values())]
    if best != [puzzle.move] or values[puzzle.move] != puzzle.value:
        return f"the moves are worth {values}"
    for move, refutation in puzzle.wrong.items():
        if values[move] != refutation.value:
            return f"{move} is worth {values[move]}"
    return None


def check_by_strategies(puzzle: Puzzle, position: Position) -> str | None:
    game = position.game
    solver = Solver(game.rules, game.native(), SOLVER_MEBIBYTES)
    for move in position.moves:
        after = position.play(move)
        is_right = move == puzzle.move
        holder = puzzle.side if is_right else 1 - puzzle.side
        least = puzzle.value if is_right else 1 - puzzle.value
        if after.outcome is not None:
            if gain(after, holder) < least:
                return f"{move} ends the game otherwise"
            continue
        is_counted = is_right and puzzle.plies is not None
        with Stop() as stop:
            made = certify(solver, after.state, stop, distance=is_counted)
        strategy = next((one for one in made or () if one.side == holder), None)
        if strategy is None or strategy.value < least:
            return f"no strategy for {move}"
        longest = play_through(after, strategy, least)
        if longest is None:
            return f"the strategy for {move} does not hold"
        if is_counted and longest > (puzzle.plies or 0) - 1:
            return f"the win takes {longest + 1} plies"
    return None


def play_through(start: Position, strategy: Certificate, least: int) -> int | None:
    """The most plies that a strategy takes to get at least so much, against all replies; None if
    there is a line in which it does not."""
    longest: dict[bytes, int] = {}
    # Without recursion: a line may be long. A position is finished after those that follow it.
    stack: list[tuple[Position, list[Position] | None]] = [(start, None)]
    while stack:
        position, children = stack.pop()
        key = position.state.tobytes()
        if key in longest:
            continue
        if position.outcome is not None:
            if gain(position, strategy.side) < least:
                return None
            longest[key] = 0
        elif children is None:
            codes: tuple[int, ...] = position.codes
            if position.side == strategy.side:
                codes = (strategy.moves[key],)
            following = [position.play(code) for code in codes]
            stack.append((position, following))
            stack.extend((child, None) for child in following)
        else:
            longest[key] = 1 + max(longest[child.state.tobytes()] for child in children)
    return longest[start.state.tobytes()]


def gain(position: Position, side: int) -> int:
    assert position.outcome is not None
    return position.outcome.value * (1 - 2 * side)


# All puzzles.


def list_games(given: list[str]) -> Iterator[type[Game]]:
    names = given or [*GAMES, *map(str, sorted(EXAMPLES.glob("*.puzzles.jsonl")))]
    for name in names:
        if name.endswith(".puzzles.jsonl"):
            name = str(Path(name).with_name(f"{Path(name).name.partition('.')[0]}.py"))
        yield find_game_class(name, trusted=True)


def check_game(kind: type[Game], first: int | None, most: int) -> tuple[int, int]:
    """How many puzzles are wrong, and how many could not be proven again."""
    puzzles = load_puzzles(kind).puzzles
    seen: set[bytes] = set()
    wrong = unproven = 0
    began = monotonic()
    counts: dict[str, int] = {}
    for number, puzzle in enumerate(puzzles[:first]):
        print(
            f"{kind.name}: {number} of {len(puzzles[:first])}",
            file=sys.stderr,
            end="\r",
            flush=True,
        )
        position = puzzle.set_up(kind)
        signature = repr(sorted(puzzle.options.items())).encode() + find_signature(position)
        problem = "it looks like another one" if signature in seen else None
        seen.add(signature)
        problem = problem or check_lines(puzzle, position)
        how = ""
        if problem is None:
            how, problem = check(puzzle, position, most)
        counts[how] = counts.get(how, 0) + 1
        if problem == "?":
            unproven += 1
            print(f"  {kind.name} {puzzle.id}: not proven again", flush=True)
        elif problem is not None:
            wrong += 1
            print(f"  {kind.name} {puzzle.id}: {problem}", flush=True)
    by = ", ".join(f"{count} by {how}" for how, count in counts.items() if how)
    print(
        f"{kind.name}: {len(puzzles[:first])} puzzles ({by}), {wrong} wrong, "
        f"{unproven} not proven again, {monotonic() - began:.0f} s",
        flush=True,
    )
    return wrong, unproven


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="names or files; by default all that have puzzles")
    parser.add_argument("--first", type=int, help="only so many of each game")
    parser.add_argument("--minimax", type=int, default=MINIMAX, help="positions of a plain minimax")
    given = parser.parse_args()
    results = [check_game(kind, given.first, given.minimax) for kind in list_games(given.games)]
    sys.exit(any(wrong or unproven for wrong, unproven in results))


if __name__ == "__main__":
    main()
