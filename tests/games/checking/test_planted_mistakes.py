"""Small games with a planted mistake each, which `check_plain` reports or suspects, and the same
games without, of which it suspects nothing. Nothing here is compiled."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pytest

from plyground import (
    LOSS,
    ONGOING,
    POINT,
    WIN,
    Game,
    Kernels,
    Piece,
    Problem,
    Rules,
    Scene,
    grid_spots,
    margin,
    vector,
)
from plyground.core.contract import REST_LOSES
from plyground.games.checking.checker import check_plain
from plyground.locale import override_language

# Three marks in a row. State: the side to move, and nine cells: 0, or the side that took it + 1.
LINES = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7))
SPOTS = grid_spots(3, 3)


def moves(state, out, tables):
    count = 0
    for cell in range(9):
        if state[1 + cell] == 0:
            out[count] = cell
            count += 1
    return count


def play(state, move, tables):
    state[1 + move] = state[0] + 1
    state[0] = 1 - state[0]


def find_line(state):
    for a, b, c in LINES:
        if state[a] != 0 and state[a] == state[b] == state[c]:
            return int(state[a])
    return 0


def outcome(state, tables):
    return LOSS if find_line(state) else ONGOING


def evaluate(state, features, tables):
    """The lines still open to each side, and the more so the fuller they are."""
    score = 0
    for line in LINES:
        own = sum(int(state[cell] == state[0] + 1) for cell in line)
        other = sum(int(state[cell] == 2 - state[0]) for cell in line)
        if own and not other:
            score += own**3
        elif other and not own:
            score -= other**3
    return score * 20


def key(state, tables):
    value = 0
    for slot in range(10):
        value = value * 3 + int(state[slot])
    return value


class Marks(Game):
    name = "marks"
    given: ClassVar[dict[str, Any]] = {}
    rules_given: ClassVar[dict[str, Any]] = {}
    needed: ClassVar[dict[str, Any]] = {"moves": moves, "play": play, "outcome": outcome}

    def build(self):
        given = {
            "start": np.zeros(10, np.int64),
            "move_limit": 9,
            "branching": 9,
        }
        return Rules(Kernels(**self.needed | self.given), **given | self.rules_given)

    def path(self, state, move):
        return (SPOTS[move].name,)

    def scene(self, state):
        cells = zip(SPOTS, state[1:10], strict=True)
        return Scene("cells", SPOTS, tuple(Piece(s.name, int(c) - 1) for s, c in cells if c))


# The same board, won by points: a mark turns the opposing marks beside it; most marks win.


def play_turning(state, move, tables):
    state[1 + move] = state[0] + 1
    for cell in range(9):
        across = abs(cell % 3 - move % 3) + abs(cell // 3 - move // 3)
        if across == 1 and state[1 + cell] != 0:
            state[1 + cell] = state[0] + 1
    state[0] = 1 - state[0]


def count_lead(state, side):
    return sum(int(cell == side + 1) - int(cell == 2 - side) for cell in state[1:10])


def outcome_by_points(state, tables):
    return ONGOING if 0 in state[1:10] else margin(count_lead(state, state[0]))


class Turning(Marks):
    name = "turning"
    needed: ClassVar = {"moves": moves, "play": play_turning, "outcome": outcome_by_points}
    rules_given: ClassVar = {"scoring": True, "scale": 3.0 * POINT}


# Runners on three columns and four rows: one step ahead onto an empty square, or diagonally ahead,
# also onto an opposing runner; who reaches the far row wins. A move is from * 12 + to.
SQUARES = grid_spots(3, 4)


def list_steps(state, accept, out):
    side, count = state[0], 0
    for square in range(12):
        for step in (-1, 0, 1):
            column, row = square % 3 + step, square // 3 + 1 - 2 * side
            if 0 <= column < 3 and 0 <= row < 4:
                target = state[1 + row * 3 + column]
                if accept(state[1 + square], target, step, side):
                    out[count] = square * 12 + row * 3 + column
                    count += 1
    return count


def is_step(runner, target, step, side):
    return runner == side + 1 and (target == 0 or (step != 0 and target == 2 - side))


def moves_running(state, out, tables):
    return list_steps(state, is_step, out)


def play_running(state, move, tables):
    state[1 + move // 12] = 0
    state[1 + move % 12] = state[0] + 1
    state[0] = 1 - state[0]


def outcome_running(state, tables):
    """Who has no runner left, or lets one through, has lost; and so has who cannot move."""
    far = state[1:4] if state[0] == 0 else state[10:13]
    if 2 - state[0] in far or state[0] + 1 not in state[1:13]:
        return LOSS
    out = np.zeros(36, np.int64)
    return LOSS if list_steps(state, is_step, out) == 0 else ONGOING


class Running(Marks):
    name = "running"
    needed: ClassVar = {
        "moves": moves_running,
        "play": play_running,
        "outcome": outcome_running,
    }
    rules_given: ClassVar = {
        "start": vector([0, *(1, 1, 1), *(0, 0, 0), *(0, 0, 0), *(2, 2, 2)]),
        "move_limit": 144,
        "branching": 36,
    }

    def path(self, state, move):
        return (SQUARES[move // 12].name, SQUARES[move % 12].name)

    def scene(self, state):
        cells = zip(SQUARES, state[1:13], strict=True)
        return Scene("cells", SQUARES, tuple(Piece(s.name, int(c) - 1) for s, c in cells if c))


# Sticks: take one, two or three of twelve; who takes the last one wins. State: the side to move,
# sticks left, moves played, and the moves themselves.


def moves_taking(state, out, tables):
    count = min(state[1], 3)
    for move in range(count):
        out[move] = move
    return count


def play_taking(state, move, tables):
    state[1] -= move + 1
    state[3 + state[2]] = move
    state[2] += 1
    state[0] = 1 - state[0]


def outcome_taking(state, tables):
    return LOSS if state[1] == 0 else ONGOING


class Sticks(Marks):
    name = "sticks"
    needed: ClassVar = {"moves": moves_taking, "play": play_taking, "outcome": outcome_taking}
    rules_given: ClassVar = {
        "start": vector([0, 12, *[0] * 13]),
        "move_limit": 3,
        "branching": 3,
    }

    def path(self, state, move):
        return (SPOTS[move].name,)

    def scene(self, state):
        return Scene("cells", SPOTS)


def change(base, rules=None, methods=None, **kernels):
    """A game with other kernels, rules or methods."""
    parts = {
        "given": base.given | kernels,
        "rules_given": base.rules_given | (rules or {}),
        **(methods or {}),
    }
    return type(base.__name__, (base,), parts)()


def check(game):
    # Patience without end: what is found must not depend on the speed of the machine.
    return check_plain(game, playouts=24, patience=1_000)


def suspicions(game):
    return {suspicion.key.removeprefix("check.suspicion.") for suspicion in check(game).suspicions}


@pytest.mark.parametrize(
    "game",
    [
        change(Marks),
        change(Marks, evaluate=evaluate, key=key),
        change(Turning),
        change(Running),
    ],
)
def test_a_sound_game_is_not_suspected(game):
    report = check(game)
    assert report.suspicions == ()
    assert not report.is_native
    assert report.playouts == 24


# Results and evaluations.


def outcome_reversed(state, tables):
    return WIN if find_line(state) else ONGOING


def outcome_for_first(state, tables):
    return {0: ONGOING, 1: WIN, 2: LOSS}[find_line(state)]


def outcome_blind(state, tables):
    return ONGOING


def outcome_at_once(state, tables):
    return LOSS


def play_alone(state, move, tables):
    state[1 + move] = state[0] + 1


def margin_reversed(state, tables):
    return ONGOING if 0 in state[1:10] else margin(-count_lead(state, state[0]))


def margin_for_first(state, tables):
    return ONGOING if 0 in state[1:10] else margin(count_lead(state, 0))


def evaluate_reversed(state, features, tables):
    return -evaluate(state, features, tables)


def evaluate_for_first(state, features, tables):
    return (1 - 2 * int(state[0])) * evaluate(state, features, tables)


def evaluate_for_second(state, features, tables):
    return -evaluate_for_first(state, features, tables)


def evaluate_nothing(state, features, tables):
    return 7


def evaluate_in_millions(state, features, tables):
    return evaluate(state, features, tables) * 100_000 + 50_000


# Moves and what the scene shows of them.


def moves_with_first_cell(state, out, tables):
    """The first cell is offered while there are others, taken or not."""
    count = moves(state, out, tables)
    if count and state[1] != 0:
        out[count] = 0
        count += 1
    return count


def moves_twice(state, out, tables):
    """The move to the lowest free cell has two numbers."""
    count = moves(state, out, tables)
    if count:
        out[count] = 9 + out[0]
        count += 1
    return count


def play_twice(state, move, tables):
    play(state, move % 9, tables)


def path_of_twins(self, state, move):
    spot = SPOTS[move % 9].name
    return (spot, spot) if move > 8 else (spot,)


def moves_onto_own(state, out, tables):
    def accept(runner, target, step, side):
        return is_step(runner, target, step, side) or (runner == target == side + 1 and step == 1)

    return list_steps(state, accept, out)


def moves_of_others(state, out, tables):
    def accept(runner, target, step, side):
        return is_step(runner, target, step, side) or (runner == 2 - side and target == step == 0)

    return list_steps(state, accept, out)


def scene_with_sides_exchanged(self, state):
    cells = zip(SPOTS, state[1:10], strict=True)
    return Scene("cells", SPOTS, tuple(Piece(s.name, 2 - int(c)) for s, c in cells if c))


def path_beside(self, state, move):
    return (SPOTS[(move + 1) % 9].name,)


# Slots.


def play_noting_move(state, move, tables):
    play(state, move, tables)
    state[10] = move


def play_counting(state, move, tables):
    play(state, move, tables)
    state[10] += 1


def play_back_and_forth(state, move, tables):
    """A mark on a corner is taken away by a mark in the middle."""
    play(state, move, tables)
    if move == 4 and state[1] != 0:
        state[1] = 0
        state[5] = 0


def key_without_side(state, tables):
    value = 0
    for slot in range(1, 10):
        value = value * 3 + int(state[slot])
    return value


LONGER = {"start": np.zeros(11, np.int64)}

PLANTED = [
    ("last_mover_loses", change(Marks, outcome=outcome_reversed)),
    ("one_winner", change(Marks, outcome=outcome_for_first)),
    ("never_won", change(Marks, outcome=outcome_blind)),
    ("no_game", change(Marks, outcome=outcome_at_once)),
    ("one_side", change(Marks, play=play_alone)),
    ("repeats", change(Marks, play=play_back_and_forth)),
    ("margin_against_pieces", change(Turning, outcome=margin_reversed)),
    ("margin_against_pieces", change(Turning, outcome=margin_for_first)),
    ("evaluate_reversed", change(Marks, evaluate=evaluate_reversed)),
    ("evaluate_reversed", change(Marks, evaluate=evaluate, outcome=outcome_reversed)),
    ("evaluate_side", change(Marks, evaluate=evaluate_for_first)),
    ("evaluate_side", change(Marks, evaluate=evaluate_for_second)),
    ("evaluate_constant", change(Marks, evaluate=evaluate_nothing)),
    ("scale_of_points", change(Turning, {"scale": 400.0})),
    ("scale_low", change(Marks, evaluate=evaluate_in_millions)),
    ("scale_high", change(Marks, {"scale": 1e9}, evaluate=evaluate)),
    ("occupied", change(Marks, moves=moves_with_first_cell)),
    ("twin_moves", change(Marks, {"move_limit": 18, "branching": 10},
        {"path": path_of_twins}, moves=moves_twice, play=play_twice)),
    ("onto_own", change(Running, moves=moves_onto_own)),
    ("from_other", change(Running, moves=moves_of_others)),
    ("opposing", change(Marks, methods={"scene": scene_with_sides_exchanged})),
    ("elsewhere", change(Marks, methods={"path": path_beside})),
    ("slot_splits", change(Marks, LONGER, play=play_noting_move)),
    ("slot_counts", change(Marks, LONGER, play=play_counting)),
    ("side_not_in_key", change(Marks, key=key_without_side)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("suspicion", "game"), PLANTED, ids=[f"{n}-{key}" for n, (key, _) in enumerate(PLANTED)]
)
def test_a_planted_mistake_is_suspected(suspicion, game):
    assert suspicion in suspicions(game)


def test_the_slots_of_a_log_are_suspected():
    assert "slot_splits" in suspicions(Sticks())


def play_collecting(state, move, tables):
    """A point for a mark beside another one, so that points depend on the order of moves."""
    state[10 + state[0]] += move > 0 and state[move] != 0
    play(state, move, tables)


def outcome_collected(state, tables):
    if any(state[cell] == 0 for cell in range(1, 10)):
        return ONGOING
    return margin(state[10 + state[0]] - state[11 - state[0]])


def bounds_of_collecting(state, out, tables):
    out[0], out[1], out[2] = state[10 + state[0]] - state[11 - state[0]], -9, 9


def test_points_that_only_score_bounds_tell_are_not_suspected():
    rules = {"start": np.zeros(12, np.int64), "scoring": True}
    game = change(
        Marks,
        rules,
        play=play_collecting,
        outcome=outcome_collected,
        score_bounds=bounds_of_collecting,
        key=key,
    )
    assert "slot_splits" not in suspicions(game)


# What breaks the contract, but not in every game.


calls: list[int] = []


def moves_by_mood(state, out, tables):
    calls.append(0)
    count = moves(state, out, tables)
    if len(calls) % 5 == 0:
        out[:count] = out[:count][::-1].copy()
    return count


def moves_by_leftovers(state, out, tables):
    """The number 0 is not written."""
    count = 0
    for cell in range(9):
        if state[1 + cell] == 0:
            if cell:
                out[count] = cell
            count += 1
    return count


def moves_by_last_table(state, out, tables):
    return moves(state, out, tables) + tables[-1]


def priors_of_some(state, moves, count, out, features, tables):
    for index in range(count):
        if moves[index] == 4:
            out[index] = 1_000


def priors_immense(state, moves, count, out, features, tables):
    for index in range(count):
        out[index] = 1 << 60


def key_that_forgets_the_owner(state, tables):
    """Of the last cell, while four others are free."""
    cells = [int(cell) for cell in state]
    if cells[1:].count(0) == 4:
        cells[9] = min(cells[9], 1)
    value = 0
    for cell in cells:
        value = value * 3 + cell
    return value


def candidates_too_few(state, out, info, features, tables):
    info[REST_LOSES] = 1
    return min(moves(state, out, tables), 1)


def known_points(state, tables):
    """A guess where one cell is left."""
    return 9 * POINT if sum(int(cell == 0) for cell in state[1:10]) == 1 else 0


RARE = [
    ("bounds", change(Sticks, {"start": vector([0, 12, *[0] * 11])})),
    ("changes", change(Marks, moves=moves_by_mood)),
    ("reads_out", change(Marks, moves=moves_by_leftovers)),
    ("reads_out", change(Marks, priors=priors_of_some)),
    ("bounds", change(Marks, {"tables": vector([0])}, moves=moves_by_last_table)),
    ("priors", change(Marks, priors=priors_immense)),
    ("key_shared", change(Turning, key=key_that_forgets_the_owner)),
    ("rest_loses", change(Marks, candidates=candidates_too_few)),
    ("untrue", change(Turning, known_result=known_points)),
]


@pytest.mark.parametrize(
    ("violation", "game"), RARE, ids=[f"{n}-{key}" for n, (key, _) in enumerate(RARE)]
)
def test_a_violation_that_random_games_seldom_show_is_reported(violation, game):
    with pytest.raises(Problem) as caught:
        check(game)
    problem = caught.value
    inner = problem.values.get("why")
    assert (inner if isinstance(inner, Problem) else problem).key == f"problem.check.{violation}"
    for language in ("en", "ko"):
        with override_language(language):
            assert "\n" not in str(problem)


def test_a_report_says_what_was_covered_and_what_looks_wrong():
    report = check(change(Marks, LONGER, play=play_counting))
    assert report.slots == report.slots_seen == 11
    assert report.moves_seen == report.move_limit == 9
    assert report.branching == report.widest == report.longest == 9
    assert sum(report.results) == 24
    with override_language("en"):
        lines = str(report).splitlines()
    assert lines[0].startswith("Marks() keeps its promises. Checked in ")
    assert "24 games" in lines[0]
    assert "kernels moves, play, outcome" in lines[0]
    assert "9 of 9 moves; 11 of 11 slots" in lines[2]
    assert lines[-1].startswith("Suspicious: slot 10 only counts the moves")
    with override_language("ko"):
        assert str(report).splitlines()[-1].startswith("의심: 10번 칸")
