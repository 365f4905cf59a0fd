"""Gomoku once more, for its puzzles: rules and search without patterns and tables; not a program.

A board has a border of `BORDER`, and stones 1 and 2.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from plyground.games.position import Position
from plyground.solving.puzzle import Puzzle
from plyground.solving.threat_puzzles import ThreatPuzzles

NEVER = 99


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
def has_company(board: np.ndarray, width: int, cell: int, colour: int, stones: int) -> bool:
    """Are so many own stones within four cells on one line? A four needs three, a three two."""
    for step in (1, width, width + 1, width - 1):
        count = 0
        for distance in range(-4, 5):
            count += board[cell + distance * step] == colour
        if count >= stones:
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
        if not has_company(board, width, cell, colour, 3):
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


@njit
def find_place(board: np.ndarray, codes: np.ndarray, memo: np.ndarray) -> int:
    """The row of `memo` for a board, emptied if it was that of another one."""
    key = 0
    for cell in range(board.shape[0]):
        if 0 < board[cell] < 3:
            key ^= codes[2 * cell + board[cell] - 1]
    place = key & (memo.shape[0] - 1)
    if memo[place, 0] != key:
        memo[place, 0] = key
        memo[place, 1] = NEVER
        memo[place, 2] = -1
    return place


@njit
def wins_by_threats(
    board: np.ndarray, width: int, colour: int, forced: int, only: int, hints: np.ndarray,
    depth: int, budget: np.ndarray, codes: np.ndarray, memo: np.ndarray,
) -> bool:  # fmt: skip
    """Has the colour to move a win by fours, or by a threat after which every reply loses? With
    `only`, by that move alone (-1 for any).

    A row of `memo` is a board, the least depth that is known to be enough, and the greatest that is
    known not to be.
    """
    if only < 0:
        place = find_place(board, codes, memo)
        if memo[place, 1] <= depth:
            return True
        if memo[place, 2] >= depth:
            return False
        if wins_by_fours(board, width, colour, forced, 12, budget):
            memo[place, 1] = 0
            return True
    for index in range(hints.shape[0]):
        if depth == 0 or budget[0] <= 0:
            break
        cell = hints[index]
        if board[cell] != 0 or (forced >= 0 and cell != forced) or (only >= 0 and cell != only):
            continue
        if only < 0 and not has_company(board, width, cell, colour, 2):
            continue
        board[cell] = colour
        won = wins_after(board, width, cell, hints, depth, budget, codes, memo)
        board[cell] = 0
        if budget[0] <= 0:
            return False
        if won:
            if only < 0:
                memo[find_place(board, codes, memo), 1] = depth
            return True
    if only < 0 and budget[0] > 0:
        memo[find_place(board, codes, memo), 2] = depth
    return False


@njit
def wins_after(
    board: np.ndarray, width: int, cell: int, hints: np.ndarray, depth: int,
    budget: np.ndarray, codes: np.ndarray, memo: np.ndarray,
) -> bool:  # fmt: skip
    """Does the stone just placed threaten to win, and does every reply lose?"""
    colour = board[cell]
    five = find_five(board, width, cell, -1)
    if five >= 0 and find_five(board, width, cell, five) >= 0:
        return True
    # What threatens nothing need not be tried: a reply elsewhere refutes it.
    if five < 0 and not wins_by_fours(board, width, colour, -1, 12, budget):
        return False
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
                board, width, colour, threat, -1, hints, depth - 1, budget, codes, memo
            )
        board[reply] = 0
        if not won:
            return False
    return True


THREES = 6
"""Threats in a row that the oracle tries before fours alone have to win."""
THREAT_BUDGET = 8_000_000
FOURS_BUDGET = 20_000
FINDER_NODES = 100_000
BORDER = 5


def check_threats(puzzle: Puzzle, position: Position) -> str | None:
    """What is wrong with a puzzle; "?" if it could not be proven again."""
    board, width, cells = read_board(position)
    colour = position.side + 1
    line = [cells[move] for move in puzzle.solution]
    near = [cell for cell in cells.values() if board[cell] == 0 and is_beside(board, width, cell)]
    hints = np.array(list(dict.fromkeys((*line, *near))))
    right = cells[puzzle.move]
    # The oracle assumes that nobody has a five on the board, or that the solution stops it.
    enemy_five = find_any_five(board, width, 3 - colour)
    if find_any_five(board, width, colour) >= 0 or enemy_five not in (-1, right):
        return "there is a five on the board"
    codes = np.random.default_rng(1).integers(1, 1 << 62, 2 * len(board))
    memo = np.zeros((1 << 20, 3), np.int64)
    finder = ThreatPuzzles(position.game, FINDER_NODES)
    follows = wins_by_strategy(position, puzzle.move, finder, board, width, cells)
    for depth in range(1, THREES + 1):
        if follows:
            break
        budget = np.array([THREAT_BUDGET])
        if wins_by_threats(
            board, width, colour, enemy_five, right, hints, depth, budget, codes, memo
        ):
            break
        if budget[0] <= 0:
            return "?"
    else:
        return "?"
    for move in position.moves:
        if move != puzzle.move and not has_reply(board, width, colour, cells[move]):
            return f"{move} wins by fours as well"
    return None


def wins_by_strategy(
    position: Position, move: str, finder: ThreatPuzzles,
    board: np.ndarray, width: int, cells: dict[str, int],
) -> bool:  # fmt: skip
    """Does a move win, with the game's own threat search to say how to go on?

    Only what it says is tried. That this wins is found out here: every reply is answered, until
    fours win.
    """
    colour, cell = position.side + 1, cells[move]
    if find_any_five(board, width, 3 - colour) not in (-1, cell):
        return False
    after = position.play(move)
    board[cell] = colour
    five = find_five(board, width, cell, -1)
    won = five >= 0 and find_five(board, width, cell, five) >= 0
    if not won:
        won = True
        for reply, place in cells.items():
            if board[place] != 0 or (five >= 0 and place != five):
                continue
            board[place] = 3 - colour
            threat = find_any_five(board, width, 3 - colour)
            won = find_five(board, width, place, threat) < 0
            budget = np.array([FOURS_BUDGET])
            if won and not wins_by_fours(board, width, colour, threat, 12, budget):
                met = after.play(reply)
                found = finder.solve(met)
                won = found is not None and wins_by_strategy(
                    met, met.game.move_text(met.state, found.move), finder, board, width, cells
                )
            board[place] = 0
            if not won:
                break
    board[cell] = 0
    return won


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
