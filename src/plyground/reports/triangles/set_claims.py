"""What the report claims of sets of points, solved exactly.

Random sets come from fixed seeds, so every run finds the same figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from plyground.agents.verdict import solve
from plyground.core.contract import Vector
from plyground.games.position import Position
from plyground.games.triangles import Triangles
from plyground.games.triangles.rules import DRAWN, SEGMENTS_LEFT
from plyground.locale import Sentence
from plyground.reports.experiment import ExactExperiment, ExactFindings, OnCase, Row
from plyground.reports.triangles.segment_scan import GAIN, MOVE, OFFERED, SegmentScanner

SOLVER_MEMORY = 16
LAYOUTS = ("grid7", "general")


def find_value(position: Position) -> int:
    """The exact value for the first player."""
    found = solve(position, distance=False, memory=SOLVER_MEMORY).value
    assert found is not None
    return found


def find_values(position: Position) -> dict[str, int]:
    """The exact value of every move, for the side to move."""
    found = solve(position, every_move=True, distance=False, memory=SOLVER_MEMORY).moves
    sign = 1 - 2 * position.side
    return {move: sign * (value.value or 0) for move, value in found.items()}


def make_games(sizes: Iterable[int], sets: int) -> list[Triangles]:
    """So many random sets of each size, half of them on the grid of the course."""
    return [
        Triangles(n=size, layout=LAYOUTS[seed % 2], seed=seed)
        for size in sizes
        for seed in range(sets)
    ]


# An odd number of segments favours the first player, an even one the second.

LAW_SIZES, LAW_SETS = range(3, 9), 100


def check_law(on_case: OnCase) -> ExactFindings:
    games = make_games(LAW_SIZES, LAW_SETS)
    counts: dict[int, Counter[str]] = {size: Counter() for size in LAW_SIZES}
    for number, game in enumerate(games, start=1):
        is_odd = game.point_set.segment_total % 2 == 1
        value = find_value(game.start()) * (1 if is_odd else -1)
        counts[len(game.points)]["odd"] += is_odd
        counts[len(game.points)]["won" if value > 0 else "drawn" if value == 0 else "lost"] += 1
        on_case(number, len(games))
    names = ("odd", "won", "drawn", "lost")
    rows = [
        Row((size, LAW_SETS, *(count[name] for name in names))) for size, count in counts.items()
    ]
    total = sum(counts.values(), Counter())
    conclusion = Sentence(
        "experiment.triangles-law.conclusion",
        {"sets": len(games), "won": total["won"], "drawn": total["drawn"], "lost": total["lost"]},
    )
    return ExactFindings(tuple(rows), "contradicts" if total["lost"] else "agrees", conclusion)


# The small sets that the report goes through before it writes an agent.


@dataclass(frozen=True)
class Case:
    """A set of points, the moves drawn in it, and what the report expects then."""

    points: str
    moves: str
    claim: str
    """Who wins, or `better`: than a hull edge."""

    def holds(self, value: int, hull_edge: int) -> bool:
        """Is it so, with this value for the first player, and that of a hull edge?"""
        holds = {
            "first": value > 0,
            "draw": value == 0,
            "second": value < 0,
            "better": value > hull_edge,
        }
        return holds[self.claim]


CASES = (
    Case("triangle", "", "first"),
    Case("quadrilateral", "A-C", "first"),
    Case("quadrilateral", "A-B A-C", "draw"),
    Case("triangle_inside", "", "second"),
    Case("triangle_side", "C-D", "first"),
    Case("triangle_side", "A-C", "draw"),
    Case("square_centre", "A-E", "draw"),
    Case("square_centre", "A-B", "second"),
    Case("pentagon", "A-C", "better"),
)


def check_cases(on_case: OnCase) -> ExactFindings:
    rows, held = [], 0
    for number, case in enumerate(CASES, start=1):
        game = Triangles(set=case.points)
        position = game.start().play_all(case.moves)
        value = find_value(position)
        hull_edge = find_value(game.start().play(game.point_set.hull_edges[0]))
        holds = case.holds(value, hull_edge)
        held += holds
        words = (
            Sentence(f"experiment.triangles-cases.{key}")
            for key in (case.points, case.claim, "holds" if holds else "fails")
        )
        name, claim, verdict = words
        rows.append(Row((name, case.moves or "-", claim, value, verdict), position))
        on_case(number, len(CASES))
    conclusion = Sentence(
        "experiment.triangles-cases.conclusion", {"held": held, "cases": len(CASES)}
    )
    return ExactFindings(tuple(rows), "agrees" if held == len(CASES) else "contradicts", conclusion)


# With all points on the hull, do not begin with a hull edge.

HULL_SIZES = range(4, 9)


def check_hull_edges(on_case: OnCase) -> ExactFindings:
    rows, worse = [], []
    for number, size in enumerate(HULL_SIZES, start=1):
        game = Triangles(layout="convex", n=size)
        start = game.start()
        values = find_values(start)
        best = max(values.values())
        edges = {game.move_text(start.state, edge) for edge in game.point_set.hull_edges}
        keeping = {move for move, value in values.items() if value == best}
        others = values.keys() - edges
        cells = (size, best, len(edges & keeping), len(edges), len(others & keeping), len(others))
        rows.append(Row(cells, start))
        if not edges & keeping:
            worse.append(str(size))
        on_case(number, len(HULL_SIZES))
    conclusion = Sentence("experiment.triangles-hull.conclusion", {"sizes": ", ".join(worse)})
    is_always = len(worse) == len(HULL_SIZES)
    return ExactFindings(tuple(rows), "agrees" if is_always else "contradicts", conclusion)


# Begin a case with the fewest independent segments.

FEWEST_SIZES, FEWEST_SETS = range(4, 8), 40


def check_fewest(on_case: OnCase) -> ExactFindings:
    """Of the independent first segments, those that begin a case with fewest, and the others: how
    many of them keep the value?"""
    games = make_games(FEWEST_SIZES, FEWEST_SETS)
    counts: dict[tuple[int, int], Counter[str]] = {}
    for number, game in enumerate(games, start=1):
        key = len(game.points), game.point_set.segment_total % 2
        count = counts.setdefault(key, Counter())
        values = find_values(game.start())
        lengths = CaseLengths(game).of_first_moves()
        for move, length in lengths.items():
            group = "fewest" if length == min(lengths.values()) else "others"
            count[group] += 1
            count[f"{group}_keep"] += values[move] == max(values.values())
        count["sets"] += 1
        on_case(number, len(games))
    names = ("sets", "fewest_keep", "fewest", "others_keep", "others")
    rows = tuple(
        Row((size, name_parity(total), *(count[name] for name in names)))
        for (size, total), count in sorted(counts.items())
    )
    shares: dict[str, int] = {}
    for total, parity in ((1, "odd"), (0, "even")):
        count = sum((counts[key] for key in counts if key[1] == total), Counter())
        for group in ("fewest", "others"):
            share = round(100 * count[f"{group}_keep"] / max(1, count[group]))
            shares[f"{parity}_{group}"] = share
    is_better = all(shares[f"{name}_fewest"] > shares[f"{name}_others"] for name in ("odd", "even"))
    conclusion = Sentence("experiment.triangles-fewest.conclusion", {"sets": len(games), **shares})
    return ExactFindings(rows, "agrees" if is_better else "contradicts", conclusion)


def name_parity(number: int) -> Sentence:
    return Sentence(f"experiment.triangles.{'odd' if number % 2 else 'even'}")


class CaseLengths:
    """How few segments lead to saturation, without the report's limit of twelve cases."""

    def __init__(self, game: Triangles) -> None:
        self.game = game
        self._scanner = SegmentScanner(game)
        self._known: dict[bytes, int] = {}

    def of_first_moves(self) -> dict[str, int]:
        """For each independent first segment, itself counted."""
        start = self.game.start().state
        return {
            self.game.move_text(start, move): 1 + self._measure(self._scanner.play(start, move))
            for move in self._list_independent(start)
        }

    def _list_independent(self, state: Vector) -> list[int]:
        rows = self._scanner.scan(state)
        moves: list[int] = rows[rows[:, OFFERED] == 0, MOVE].tolist()
        return moves

    def _measure(self, state: Vector) -> int:
        key = state[DRAWN:].tobytes()
        if key not in self._known:
            self._known[key] = min(
                (
                    1 + self._measure(self._scanner.play(state, move))
                    for move in self._list_independent(state)
                ),
                default=0,
            )
        return self._known[key]


# A closed polygon with four corners or more gives two points at its end.

POLYGON_SIZES = range(4, 9)


def check_polygons(on_case: OnCase) -> ExactFindings:
    """Polygons whose sides are drawn, in all orders in which their insides can be filled."""
    games = [
        *(Triangles(layout="convex", n=size) for size in POLYGON_SIZES),
        *(Triangles(set=name) for name in ("triangle_inside", "square_centre", "pentagon_centre")),
    ]
    rows, is_always = [], True
    for number, game in enumerate(games, start=1):
        closed = game.start()
        for edge in game.point_set.hull_edges:
            closed = closed.play(edge)
        gains = count_last_gains(game, closed)
        sign = 1 - 2 * closed.side
        ahead = sign * (closed.scene.score[0] - closed.scene.score[1]) if closed.scene.score else 0
        value = sign * find_value(closed) - ahead
        corners, inside = len(game.point_set.hull), len(game.points) - len(game.point_set.hull)
        left = int(closed.state[SEGMENTS_LEFT])
        rows.append(Row((corners, inside, left, gains[2], gains[0] + gains[1], value), closed))
        is_always = is_always and gains.keys() == {2}
        on_case(number, len(games))
    conclusion = Sentence(f"experiment.triangles-polygons.{'always' if is_always else 'not'}")
    return ExactFindings(tuple(rows), "agrees" if is_always else "contradicts", conclusion)


def count_last_gains(game: Triangles, start: Position) -> Counter[int]:
    """Of all last segments that can be drawn, how many triangles they complete."""
    scanner = SegmentScanner(game)
    waiting = {start.state.tobytes(): start.state}
    gains: Counter[int] = Counter()
    for _ in range(int(start.state[SEGMENTS_LEFT]) - 1):
        after: dict[bytes, Vector] = {}
        for state in waiting.values():
            for row in scanner.scan(state):
                child = scanner.play(state, int(row[MOVE]))
                after[child[DRAWN:].tobytes()] = child
        waiting = after
    for state in waiting.values():
        gains.update(scanner.scan(state)[:, GAIN].tolist())
    return gains


def make_experiment(run: Callable[[OnCase], ExactFindings], *columns: str) -> ExactExperiment:
    keys = tuple(f"experiment.triangles.column.{column}" for column in columns)
    return ExactExperiment("triangles", keys, run)


EXPERIMENTS = {
    "triangles-law": make_experiment(
        check_law, "points", "sets", "odd", "favoured", "drawn", "exceptions"
    ),
    "triangles-cases": make_experiment(check_cases, "set", "moves", "claim", "value", "verdict"),
    "triangles-hull": make_experiment(
        check_hull_edges, "points", "value", "edges_keep", "edges", "diagonals_keep", "diagonals"
    ),
    "triangles-fewest": make_experiment(
        check_fewest,
        "points",
        "parity",
        "sets",
        "fewest_keep",
        "fewest",
        "others_keep",
        "others",
    ),
    "triangles-polygons": make_experiment(
        check_polygons, "corners", "inside", "left", "last_two", "last_less", "mover"
    ),
}
