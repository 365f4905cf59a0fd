"""The solver against slow and obvious programs, and against values known from elsewhere."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from plyground import Game, load_game
from plyground.core.contract import Kernels, Rules, Vector, vector
from plyground.core.jit import kernel
from plyground.core.limits import Stop
from plyground.core.pointers import compile_rules
from plyground.core.solver import Progress, Solution, Solver, ValueBounds
from plyground.core.values import (
    DRAW,
    LOSS,
    MARGIN,
    ONGOING,
    WIN,
    is_margin,
    lost_in,
    margin,
    won_in,
)

DATA = Path(__file__).parents[1] / "data"


def solver_for(rules: Rules, memory: float = 16, threads: int = 1) -> Solver:
    return Solver(rules, compile_rules(rules.kernels), memory, threads)


# A maze: rooms with doors to later rooms, each room belonging to one side. So the same side may
# move twice, ways meet again, and some rooms have no door at all. In some, the end is foreseen.
# Tables: doors at most, then for each room its side, outcome, what is foreseen, the least and most
# that can still be gained there, the number of doors, the doors, and what each is worth.

ROOM_HEAD = 6


@kernel
def room_at(state: Vector, tables: Vector) -> int:
    return 1 + state[1] * (ROOM_HEAD + 2 * tables[0])


@kernel
def maze_moves(state: Vector, out: Vector, tables: Vector) -> int:
    count = tables[room_at(state, tables) + 5]
    for door in range(count):
        out[door] = door
    return count


@kernel
def maze_play(state: Vector, move: int, tables: Vector) -> None:
    scratch = room_at(state, tables) + ROOM_HEAD
    state[2 + state[0]] += tables[scratch + tables[0] + move]
    state[1] = tables[scratch + move]
    state[0] = tables[room_at(state, tables)]


@kernel
def maze_outcome(state: Vector, tables: Vector) -> int:
    return tables[room_at(state, tables) + 1]


@kernel
def scored_outcome(state: Vector, tables: Vector) -> int:
    if tables[room_at(state, tables) + 5] > 0:
        return ONGOING
    return margin(state[2 + state[0]] - state[3 - state[0]])


@kernel
def maze_known_result(state: Vector, tables: Vector) -> int:
    return tables[room_at(state, tables) + 2]


@kernel
def maze_score_bounds(state: Vector, out: Vector, tables: Vector) -> None:
    scratch = room_at(state, tables)
    out[0] = state[2 + state[0]] - state[3 - state[0]]
    out[1] = tables[scratch + 3]
    out[2] = tables[scratch + 4]


@kernel
def maze_key(state: Vector, tables: Vector) -> int:
    return (state[1] + 1) * 0x61C8864680B583EB


BASIC = Kernels(maze_moves, maze_play, maze_outcome)
KNOWING = replace(BASIC, known_result=maze_known_result)
SCORED = Kernels(maze_moves, maze_play, scored_outcome)
SCORE_BOUNDS = replace(SCORED, score_bounds=maze_score_bounds, key=maze_key)


def make_maze(seed: int, kernels: Kernels, rooms: int = 40, doors: int = 4) -> Rules:
    """A maze with draws, or (scored) one in which doors are worth points."""
    chance = Random(seed)
    scoring = kernels.outcome is scored_outcome
    sides = [chance.randrange(2) for _ in range(rooms)]
    plan: list[list[int]] = [[] for _ in range(rooms)]
    bounds: list[tuple[int, int]] = [(0, 0)] * rooms
    known: list[tuple[int, int]] = [(0, 0)] * rooms
    for scratch in reversed(range(rooms)):
        ends = scratch >= rooms - 6 or chance.random() < 0.1
        nexts = range(scratch + 1, min(rooms, scratch + 9))
        ways = [] if ends else chance.sample(nexts, chance.randint(1, min(doors, len(nexts))))
        code = chance.choice((WIN, LOSS, DRAW, ONGOING)) if ends else ONGOING
        gains = [chance.randrange(4) for _ in ways]
        known[scratch] = best_room(sides, known, scratch, ways, code)
        bounds[scratch] = widest(sides, bounds, scratch, ways, gains)
        value, plies = known[scratch]
        foreseen = 0
        if value != 0 and plies > 0 and chance.random() < 0.3:
            foreseen = won_in(plies) if value > 0 else lost_in(plies)
        blank = [0] * (doors - len(ways))
        head = [sides[scratch], code, foreseen, *bounds[scratch], len(ways)]
        plan[scratch] = [*head, *ways, *blank, *gains, *blank]
    return Rules(
        kernels,
        start=vector([sides[0], 0, 0, 0]),
        tables=vector([doors, *(number for scratch in plan for number in scratch)]),
        move_limit=doors,
        branching=doors,
        scoring=scoring,
    )


def best_room(
    sides: list[int], known: list[tuple[int, int]], scratch: int, ways: list[int], code: int
) -> tuple[int, int]:
    """Value and plies of a room, from those of the later ones."""
    if not ways:
        return {WIN: 1, LOSS: -1}.get(code, 0), 0
    results = []
    for way in ways:
        value, plies = known[way]
        results.append((value if sides[way] == sides[scratch] else -value, plies + 1))
    best = max(value for value, _ in results)
    lengths = [plies for value, plies in results if value == best]
    return best, max(lengths) if best < 0 else min(lengths)


def widest(
    sides: list[int], bounds: list[tuple[int, int]], scratch: int, ways: list[int], gains: list[int]
) -> tuple[int, int]:
    """The least and the most that any play can add to the lead."""
    if not ways:
        return 0, 0
    spans = []
    for way, gain in zip(ways, gains, strict=True):
        low, high = bounds[way]
        spans.append((gain + low, gain + high) if sides[way] == sides[scratch] else
                     (gain - high, gain - low))  # fmt: skip
    return min(low for low, _ in spans), max(high for _, high in spans)


class Truth:
    """Minimax with nothing clever in it but a memory."""

    def __init__(self, rules: Rules) -> None:
        native = compile_rules(rules.kernels).compiled
        self._list, self._play, self._outcome = (
            native[name].call for name in ("moves", "play", "outcome")
        )
        self.rules = rules
        self._known: dict[bytes, ValueBounds] = {}

    def children(self, state: Vector) -> dict[int, Vector]:
        tables = self.rules.tables
        if self._outcome(state, tables) != ONGOING:
            return {}
        out = np.zeros(self.rules.branching, np.int64)
        found = {}
        for move in out[: self._list(state, out, tables)].tolist():
            found[move] = state.copy()
            self._play(found[move], move, tables)
        return found

    def moves(self, state: Vector) -> dict[int, ValueBounds]:
        """What each move leads to, for the side to move."""
        found = {}
        for move, child in self.children(state).items():
            after = self.bounds(child)
            plies = None if after.plies is None else after.plies + 1
            sign = 1 if child[0] == state[0] else -1
            found[move] = ValueBounds(sign * after.low, sign * after.low, plies)
        return found

    def bounds(self, state: Vector) -> ValueBounds:
        name = state.tobytes()
        if name not in self._known:
            self._known[name] = self._find(state)
        return self._known[name]

    def _find(self, state: Vector) -> ValueBounds:
        worths = self.moves(state).values()
        if not worths:
            code = self._outcome(state, self.rules.tables)
            value = code - MARGIN if is_margin(code) else {WIN: 1, LOSS: -1}.get(code, 0)
            return ValueBounds(value, value, None if self.rules.scoring or value == 0 else 0)
        best = max(bounds.low for bounds in worths)
        plies = [
            bounds.plies for bounds in worths if bounds.low == best and bounds.plies is not None
        ]
        if not plies:
            return ValueBounds(best, best)
        return ValueBounds(best, best, max(plies) if best < 0 else min(plies))

    def check(self, state: Vector, solver: Solver) -> None:
        """The solver says the same, in all its ways."""
        bounds, moves = self.bounds(state), self.moves(state)
        every = solver.solve_moves(state, Stop())
        assert every.complete
        assert every.bounds == bounds
        assert every.moves == moves
        assert every.best_moves == tuple(move for move in moves if moves[move] == bounds)
        single = solver.solve(state, Stop())
        assert (single.bounds, single.best_moves) == (bounds, every.best_moves)
        self.check_line(state, bounds, solver)
        plain = solver.solve(state, Stop(), distance=False)
        assert plain.value == bounds.value
        assert plain.best_moves == tuple(move for move in moves if moves[move].low == bounds.low)

    def check_line(self, state: Vector, bounds: ValueBounds, solver: Solver) -> None:
        """The line of best play goes to the end, and every move of it keeps the value."""
        line = solver.find_line(state, bounds, Stop())
        assert line is not None
        assert bounds.plies in (None, len(line))
        for move in line:
            assert self.moves(state)[move] == self.bounds(state)
            state = self.children(state)[move]
        assert not self.children(state)


@pytest.mark.parametrize("kernels", [BASIC, KNOWING, SCORED, SCORE_BOUNDS],
                         ids=["basic", "foreseeing", "scored", "score_bounds"])  # fmt: skip
def test_mazes_are_solved_as_by_minimax(kernels: Kernels):
    for seed in range(40):
        rules = make_maze(seed, kernels)
        Truth(rules).check(rules.start, solver_for(rules, 1))


@pytest.mark.parametrize("kernels", [BASIC, KNOWING, SCORED, SCORE_BOUNDS],
                         ids=["basic", "foreseeing", "scored", "score_bounds"])  # fmt: skip
def test_no_move_is_called_unsound_that_is_as_good_as_the_best(kernels: Kernels):
    known = refuted = 0
    for seed in range(40):
        rules = make_maze(seed, kernels)
        truth, solver = Truth(rules), solver_for(rules, 1)
        best, moves = truth.bounds(rules.start).low, truth.moves(rules.start)
        for nodes in (1, 5, 20, 80, 320) if moves else ():
            with solver.limit_nodes(nodes):
                found = solver.find_value(rules.start, Stop())
            assert found.bounds.low <= best <= found.bounds.high
            sound = solver.list_sound_moves(rules.start, found.bounds)
            left_out = moves.keys() - set(sound)
            assert any(moves[move].low == best for move in sound)
            if found.value is None:
                refuted += len(left_out)
                # Of a lost position's moves, those are left out that are known to lose.
                is_lost = best == -1 and not rules.scoring
                assert is_lost or all(moves[move].low < best for move in left_out)
            elif kernels.known_result is None:
                known += 1
                assert all(moves[move].low == best for move in sound)
    assert known > 40 or kernels.known_result is not None
    assert refuted > 0 or kernels.score_bounds is None


@pytest.mark.parametrize("memory", [0.0001, 0.001])
@pytest.mark.parametrize("kernels", [BASIC, SCORE_BOUNDS], ids=["basic", "score_bounds"])
def test_a_table_of_a_few_entries_loses_time_but_no_truth(kernels: Kernels, memory: float):
    for seed in range(60, 75):
        rules = make_maze(seed, kernels, rooms=60)
        Truth(rules).check(rules.start, solver_for(rules, memory))


def test_two_threads_find_the_same():
    for seed in range(80, 86):
        rules = make_maze(seed, BASIC, rooms=80)
        Truth(rules).check(rules.start, solver_for(rules, 1, threads=2))


def random_positions(game: Game, fewest: int, chance: Random) -> list[Vector]:
    """Positions after that many moves or more."""
    found = []
    for _ in range(20):
        position = game.start()
        for _ in range(chance.randrange(fewest, 12)):
            if position.is_over:
                break
            position = position.play(chance.choice(position.codes))
        found.append(position.state)
    return found


@pytest.mark.parametrize(
    ("width", "height", "line", "fewest"),
    [(3, 3, 3, 0), (4, 3, 3, 4), (5, 2, 3, 0), (4, 2, 2, 0), (3, 2, 3, 0)],
)
def test_small_boards_are_solved_as_by_minimax(width: int, height: int, line: int, fewest: int):
    game = load_game("tictactoe", width=width, height=height, line=line)
    truth, solver = Truth(game.rules), solver_for(game.rules)
    for state in random_positions(game, fewest, Random(width)):
        truth.check(state, solver)


def test_finished_positions_need_no_solving():
    game = load_game("tictactoe")
    lost = game.start().play_all("a1 b1 a2 b2 a3")
    solution = solver_for(game.rules).solve_moves(lost.state, Stop())
    assert (solution.bounds, solution.best_moves, solution.complete) == (
        ValueBounds(-1, -1, 0),
        (),
        True,
    )


def kamisado_solver(known: bool) -> tuple[Game, Solver]:
    game = load_game("kamisado")
    kernels = game.kernels
    if not known:
        kernels = replace(kernels, known_result=None, canonical=None)
    return game, solver_for(replace(game.rules, kernels=kernels), 256)


def kamisado_positions(longest: int) -> list[dict[str, Any]]:
    data = json.loads((DATA / "kamisado.json").read_text())
    return [entry for entry in data["positions"] if entry["plies"] <= longest]


def told(game: Game, state: Vector, solution: Solution) -> dict[str, list[int | None]]:
    return {
        game.move_text(state, move): [bounds.value, bounds.plies]
        for move, bounds in solution.moves.items()
    }


@pytest.mark.parametrize(("known", "longest"), [(True, 9), (False, 5)])
def test_kamisado_positions_have_their_known_values_and_lengths(known: bool, longest: int):
    game, solver = kamisado_solver(known)
    for entry in kamisado_positions(longest):
        state = game.position(entry["position"]).state
        solution = solver.solve_moves(state, Stop())
        assert (solution.value, solution.plies) == (entry["value"], entry["plies"])
        assert told(game, state, solution) == entry["moves"]


def test_kamisado_is_a_win_in_17_plies():
    game, solver = kamisado_solver(True)
    solution = solver.solve(game.rules.start, Stop())
    data = json.loads((DATA / "kamisado.json").read_text())["start"]
    assert (solution.value, solution.plies) == (data["value"], data["plies"]) == (1, 17)
    best = {game.move_text(game.rules.start, move) for move in solution.best_moves}
    first = data["first_moves"]
    assert {move for move in first if first[move] == [1, 17]} <= best
    assert not {move for move in first if first[move] != [1, 17]} & best


def test_16_of_the_102_first_moves_of_kamisado_win():
    game, solver = kamisado_solver(True)
    solution = solver.solve_moves(game.rules.start, Stop(), distance=False)
    values = [bounds.value for bounds in solution.moves.values()]
    assert (values.count(1), values.count(-1)) == (16, 86)
    first = json.loads((DATA / "kamisado.json").read_text())["start"]["first_moves"]
    found = told(game, game.rules.start, solution)
    assert {move: found[move][0] for move in first} == {move: first[move][0] for move in first}


def triangle_sets() -> list[Any]:
    data = json.loads((DATA / "triangles.json").read_text())
    return [
        pytest.param(entry, id=entry["name"])
        for entry in data["strict"]
        if len(entry["points"]) <= 9
    ]


@pytest.mark.parametrize("entry", triangle_sets())
@pytest.mark.parametrize("known", [True, False], ids=["known", "plain"])
def test_triangles_have_their_known_values(entry: dict[str, Any], known: bool):
    points = " ".join(f"{x},{y}" for x, y in entry["points"])
    game = load_game("triangles", points=points)
    rules = game.rules
    if not known:
        rules = replace(
            rules, kernels=replace(rules.kernels, key=None, score_bounds=None, priors=None)
        )
    solution = solver_for(rules).solve_moves(rules.start, Stop())
    assert solution.value == entry["value"]
    found = {}
    for move, bounds in solution.moves.items():
        a, b = game.point_set.segments[move]  # type: ignore[attr-defined]
        found[game.points[a], game.points[b]] = bounds.value  # type: ignore[attr-defined]
    for one, two, value in entry["first_moves"]:
        ends = tuple(one), tuple(two)
        assert found[ends if ends in found else ends[::-1]] == value


@pytest.mark.parametrize("corners", range(3, 12))
def test_convex_triangles_with_an_extra_move_are_as_in_the_literature(corners: int):
    """The first player wins if their number is odd, and else there is a tie (Aichholzer et al.,
    Games on Triangulations, 2005); up to nine the margins were computed by another program."""
    data = json.loads((DATA / "triangles.json").read_text())["extra_move_convex"]
    game = load_game("triangles", layout="convex", n=corners, extra_move=True)
    solution = solver_for(game.rules).solve(game.rules.start, Stop())
    assert solution.value is not None
    assert solution.value == data.get(str(corners), solution.value)
    assert (solution.value > 0) == (corners % 2 == 1)
    assert solution.value >= 0
    assert solution.plies is None


# One heap from which one is taken: as deep as it is high, and nothing else.


@kernel
def heap_moves(state: Vector, out: Vector, tables: Vector) -> int:
    out[0] = 0
    return 1


@kernel
def heap_play(state: Vector, move: int, tables: Vector) -> None:
    state[1] -= 1
    state[0] = 1 - state[0]


@kernel
def heap_outcome(state: Vector, tables: Vector) -> int:
    return LOSS if state[1] == 0 else ONGOING


def heap(height: int) -> Rules:
    return Rules(Kernels(heap_moves, heap_play, heap_outcome), vector([0, height]), 1, 1)


def test_long_games_can_be_solved():
    rules = heap(1_500)
    assert solver_for(rules).solve(rules.start, Stop()).bounds == ValueBounds(-1, -1, 1_500)


def test_too_long_games_are_given_up():
    rules, stop = heap(20_000), Stop()
    solution = solver_for(rules).solve(rules.start, stop)
    assert (solution.value, solution.complete, stop.reason) == (None, False, "depth")


def hard_case() -> tuple[Rules, Solver]:
    rules = load_game("triangles", layout="general", n=12, seed=1).rules
    return rules, solver_for(rules, 64)


def test_a_stopped_solver_tells_what_it_knows():
    rules, solver = hard_case()
    reports: list[Progress] = []

    def report(progress: Progress) -> None:
        """Stop as soon as there is something to compare, however fast the machine is."""
        reports.append(progress)
        if len(reports) >= 3 and progress.nodes > reports[0].nodes:
            stop.set()

    with Stop() as stop:
        solution = solver.solve(rules.start, stop, report)
    assert not solution.complete
    assert solution.value is None
    assert solution.bounds.low < solution.bounds.high
    assert len(reports) >= 3
    assert reports[0].nodes < reports[-1].nodes <= solution.nodes


def test_an_effort_in_positions_is_kept_and_ends_with_its_block():
    rules = load_game("tictactoe").rules
    solver, stop = solver_for(rules), Stop()
    with solver.limit_nodes(200):
        given_up = solver.solve_moves(rules.start, stop)
    assert not given_up.complete
    assert not stop.is_set
    # A position is counted with all its children, so the last one may exceed the limit.
    assert 200 <= given_up.nodes <= 200 + rules.branching
    found = solver.solve_moves(rules.start, stop)
    assert found.complete
    assert found.value == 0


def test_moves_valued_before_a_stop_are_kept():
    game, solver = kamisado_solver(True)
    with Stop(1.5) as stop:
        solution = solver.solve_moves(game.rules.start, stop)
    first = json.loads((DATA / "kamisado.json").read_text())["start"]["first_moves"]
    found = told(game, game.rules.start, solution)
    assert len(found) == 102
    for move, (value, plies) in first.items():
        assert found[move][0] in (None, value)
        assert found[move][1] in (None, plies)


def test_ctrl_c_ends_a_solver_but_not_the_program():
    rules, solver = hard_case()
    stop = Stop()
    solution = solver.solve_moves(rules.start, stop, lambda _: signal.raise_signal(signal.SIGINT))
    assert (solution.complete, stop.reason) == (False, "interrupt")


def test_an_error_of_the_listener_ends_the_solver():
    rules, solver = hard_case()

    def fail(_: Progress) -> None:
        raise RuntimeError("broken pipe")

    with pytest.raises(RuntimeError, match="broken pipe"):
        solver.solve(rules.start, Stop(), fail)


def test_what_was_found_is_kept_for_the_next_call():
    game = load_game("tictactoe", width=4, height=3)
    solver = solver_for(game.rules)
    first = solver.solve_moves(game.rules.start, Stop())
    again = solver.solve_moves(game.rules.start, Stop())
    assert again.bounds == first.bounds
    assert again.nodes < first.nodes / 100


def test_native_code_from_the_cache_works_in_another_process():
    game = load_game("tictactoe")
    solver_for(game.rules)
    program = (
        "from plyground import load_game\n"
        "from plyground.core.limits import Stop\n"
        "from plyground.core.solver import Solver\n"
        "for name, options in (('tictactoe', {}), ('triangles', {'n': 5})):\n"
        "    game = load_game(name, **options)\n"
        "    solver = Solver(game.rules, game.native(), 1)\n"
        "    print(solver.solve(game.rules.start, Stop()).complete)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.split() == ["True", "True"], done.stderr
