"""Proves every shipped puzzle again, by means that the command does not use.

Puzzles of the solver: plain minimax by the rules values every move, where no more than `--minimax`
positions have to be visited. Where there are more, a strategy is taken for the right move, and one
against each wrong move, and played through against all replies by the rules alone: whoever made the
strategy need not be trusted.

Puzzles by threats (freestyle gomoku): rules and search are written here once more, without patterns
and tables. The solution must win by fours, or by threes after which every single reply loses; and
after each other move there must be a reply that leaves no win by fours.

    python bench/puzzles_check.py [GAME ...] [--first N] [--minimax N]

Takes minutes to hours; says which puzzle is wrong, and which could not be proven again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import numpy as np
from numba import njit

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


def check_solved(puzzle: Puzzle, position: Position, most: int) -> tuple[str, str | None]:
    """How it was checked, and what is wrong."""
    try:
        return "minimax", check_by_minimax(puzzle, position, Minimax(most))
    except TooLarge:
        return "strategies", check_by_strategies(puzzle, position)


def check_by_minimax(puzzle: Puzzle, position: Position, minimax: Minimax) -> str | None:
    sign = 1 - 2 * position.side
    values = {move: sign * minimax.value(position.play(move)) for move in position.moves}
    best = [move for move, value in values.items() if value == max(values.values())]
    if best != [puzzle.move] or values[puzzle.move] != puzzle.value:
        return f"minimax says {values}"
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


# Gomoku once more: a board with a border of 9, stones 1 and 2.


@njit
def is_five(board: np.ndarray, width: int, cell: int, colour: int) -> bool:
    """Would a stone here complete five or more?"""
    for step in (1, width, width + 1, width - 1):
        count = 1
        place = cell + step
        while board[place] == colour:
            count += 1
            place += step
        place = cell - step
        while board[place] == colour:
            count += 1
            place -= step
        if count >= 5:
            return True
    return False


@njit
def find_five(board: np.ndarray, width: int, stone: int, skip: int) -> int:
    """An empty cell, but not `skip`, that completes five with this stone; -1 if there is none."""
    colour = board[stone]
    for step in (1, width, width + 1, width - 1):
        for distance in range(-4, 5):
            cell = stone + distance * step
            if board[cell] == 0 and cell != skip and is_five(board, width, cell, colour):
                return cell
    return -1


@njit
def find_any_five(board: np.ndarray, width: int, colour: int) -> int:
    """An empty cell that completes five of a colour; -1 if there is none."""
    for cell in range(board.shape[0]):
        if board[cell] == 0 and is_five(board, width, cell, colour):
            return cell
    return -1


@njit
def may_be_four(board: np.ndarray, width: int, cell: int, colour: int) -> bool:
    """Are three own stones within four cells on one line, as a four needs at least?"""
    for step in (1, width, width + 1, width - 1):
        count = 0
        for distance in range(-4, 5):
            count += board[cell + distance * step] == colour
        if count >= 3:
            return True
    return False


@njit("boolean(int8[::1], int64, int64, int64, int64, int64[::1])")
def wins_by_fours(
    board: np.ndarray, width: int, colour: int, forced: int, depth: int, budget: np.ndarray
) -> bool:
    """Has the colour to move a win by fours? It has no five, and the enemy at most one, at `forced`
    (-1 for none). A budget that runs out means no."""
    budget[0] -= 1
    if depth == 0 or budget[0] <= 0:
        return False
    for cell in range(board.shape[0]):
        if board[cell] != 0 or (forced >= 0 and cell != forced):
            continue
        if not may_be_four(board, width, cell, colour):
            continue
        board[cell] = colour
        five = find_five(board, width, cell, -1)
        won = five >= 0 and find_five(board, width, cell, five) >= 0
        if five >= 0 and not won:
            board[five] = 3 - colour
            threat = find_five(board, width, five, -1)
            if threat < 0 or find_five(board, width, five, threat) < 0:
                won = wins_by_fours(board, width, colour, threat, depth - 1, budget)
            board[five] = 0
        board[cell] = 0
        if won:
            return True
    return False


@njit("boolean(int8[::1], int64, int64, int64, int64, int64[::1], int64, int64[::1])")
def wins_by_threats(
    board: np.ndarray, width: int, colour: int, forced: int, only: int, hints: np.ndarray,
    depth: int, budget: np.ndarray,
) -> bool:  # fmt: skip
    """Has the colour to move a win by fours, or by a threat after which every reply loses? With
    `only`, by that move alone (-1 for any)."""
    if only < 0 and wins_by_fours(board, width, colour, forced, 12, budget):
        return True
    for index in range(hints.shape[0]):
        if depth == 0 or budget[0] <= 0:
            return False
        cell = hints[index]
        if board[cell] != 0 or (forced >= 0 and cell != forced) or (only >= 0 and cell != only):
            continue
        board[cell] = colour
        five = find_five(board, width, cell, -1)
        won = five >= 0 and find_five(board, width, cell, five) >= 0
        # What threatens nothing need not be tried: a reply elsewhere refutes it.
        is_threat = five >= 0 or wins_by_fours(board, width, colour, -1, 12, budget)
        if not won and is_threat:
            won = True
            # The replies near the stone refute most.
            for place in range(2 * board.shape[0]):
                reply = place % board.shape[0]
                if board[reply] != 0 or (five >= 0 and reply != five):
                    continue
                across = abs(reply % width - cell % width)
                is_near = max(across, abs(reply // width - cell // width)) <= 4
                if is_near != (place < board.shape[0]):
                    continue
                board[reply] = 3 - colour
                threat = find_five(board, width, reply, -1)
                # Against two fives at once only one's own would help, which there is not.
                won = threat < 0 or find_five(board, width, reply, threat) < 0
                if won:
                    won = wins_by_threats(
                        board, width, colour, threat, -1, hints, depth - 1, budget
                    )
                board[reply] = 0
                if not won:
                    break
        board[cell] = 0
        if won:
            return budget[0] > 0
    return False


THREES = 6
"""Threats other than fours in a row that the oracle tries."""
THREAT_BUDGET = 8_000_000
FOURS_BUDGET = 20_000
BORDER = 5


def check_threats(puzzle: Puzzle, position: Position) -> tuple[str, str | None]:
    board, width, cells = read_board(position)
    colour = position.side + 1
    line = [cells[move] for move in puzzle.solution]
    near = [cell for cell in cells.values() if board[cell] == 0 and is_beside(board, width, cell)]
    hints = np.array(list(dict.fromkeys((*line, *near))))
    right = cells[puzzle.move]
    # The oracle assumes that nobody has a five on the board, or that the solution stops it.
    enemy_five = find_any_five(board, width, 3 - colour)
    if find_any_five(board, width, colour) >= 0 or enemy_five not in (-1, right):
        return "threats", "there is a five on the board"
    for depth in range(1, THREES + 1):
        budget = np.array([THREAT_BUDGET])
        if wins_by_threats(board, width, colour, enemy_five, right, hints, depth, budget):
            break
        if budget[0] <= 0:
            return "threats", "?"
    else:
        return "threats", "?"
    for move in position.moves:
        if move != puzzle.move and not has_reply(board, width, colour, cells[move]):
            return "threats", f"{move} wins by fours as well"
    return "threats", None


def has_reply(board: np.ndarray, width: int, colour: int, cell: int) -> bool:
    """After this move, is there a reply that leaves no win by fours?"""
    board[cell] = colour
    enemy = 3 - colour
    found = find_any_five(board, width, enemy) >= 0
    five = find_five(board, width, cell, -1)
    if not found and (five < 0 or find_five(board, width, cell, five) < 0):
        replies = [five] if five >= 0 else [c for c in range(len(board)) if board[c] == 0]
        for reply in replies:
            board[reply] = enemy
            threat = find_five(board, width, reply, -1)
            budget = np.array([FOURS_BUDGET])
            found = not wins_by_fours(board, width, colour, threat, 12, budget)
            board[reply] = 0
            if found:
                break
    board[cell] = 0
    return found


def is_beside(board: np.ndarray, width: int, cell: int) -> bool:
    return any(board[cell + x + y * width] in (1, 2) for x in range(-2, 3) for y in range(-2, 3))


def read_board(position: Position) -> tuple[np.ndarray, int, dict[str, int]]:
    """The stones of the scene with a border around them, and the places of the spots by name."""
    scene, game = position.scene, position.game
    assert set(game.changed_settings) <= {"size"}, "only freestyle is known here"
    size = int(game.settings["size"])
    width = size + 2 * BORDER
    board = np.full(width * width, 3, np.int8)
    cells = {spot.name: int(spot.x + BORDER) + int(spot.y + BORDER) * width for spot in scene.spots}
    board[list(cells.values())] = 0
    for piece in scene.pieces:
        board[cells[piece.spot]] = piece.side + 1
    return board, width, cells


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
    for puzzle in puzzles[:first]:
        position = puzzle.set_up(kind)
        signature = repr(sorted(puzzle.options.items())).encode() + find_signature(position)
        problem = "it looks like another one" if signature in seen else None
        seen.add(signature)
        problem = problem or check_lines(puzzle, position)
        how = ""
        if problem is None:
            if puzzle.method == "threats":
                how, problem = check_threats(puzzle, position)
            else:
                how, problem = check_solved(puzzle, position, most)
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
