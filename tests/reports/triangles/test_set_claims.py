"""What the report claims of sets of points, against minimax over positions and formulas."""

from __future__ import annotations

from itertools import pairwise
from math import comb

from plyground.games.position import Position
from plyground.games.triangles import Triangles
from plyground.reports.triangles import set_claims


def ignore_progress(done: int, total: int) -> None:
    pass


def test_law_counts_what_minimax_finds(monkeypatch, exact_values):
    monkeypatch.setattr(set_claims, "LAW_SIZES", range(3, 6))
    monkeypatch.setattr(set_claims, "LAW_SETS", 6)
    findings = set_claims.check_law(ignore_progress)
    for row, size in zip(findings.rows, range(3, 6), strict=True):
        games = set_claims.make_games([size], 6)
        signs = [1 if game.point_set.segment_total % 2 else -1 for game in games]
        values = [
            sign * max(exact_values(game.start()).values())
            for sign, game in zip(signs, games, strict=True)
        ]
        won, drawn, lost = (
            sum(map(test, values)) for test in (lambda v: v > 0, lambda v: v == 0, lambda v: v < 0)
        )
        assert row.cells == (size, 6, signs.count(1), won, drawn, lost)
    assert findings.verdict == "agrees"


def test_law_would_be_contradicted_by_one_exception(monkeypatch):
    monkeypatch.setattr(set_claims, "LAW_SIZES", range(3, 4))
    monkeypatch.setattr(set_claims, "find_value", lambda position: -1)
    assert set_claims.check_law(ignore_progress).verdict == "contradicts"


def test_cases_have_their_exact_values(exact_values):
    findings = set_claims.check_cases(ignore_progress)
    for row in findings.rows:
        position = row.position
        first, second = position.scene.score
        value = first - second + (1 - 2 * position.side) * max(exact_values(position).values())
        assert row.cells[3] == value
    fails = [row.position.text for row in findings.rows if "fails" in row.cells[4].key]
    assert fails == ["A-B A-C", "A-C"]


def test_hull_edges_are_counted_with_what_they_keep(monkeypatch, exact_values):
    monkeypatch.setattr(set_claims, "HULL_SIZES", range(4, 6))
    findings = set_claims.check_hull_edges(ignore_progress)
    for row, size in zip(findings.rows, (4, 5), strict=True):
        values = exact_values(Triangles(layout="convex", n=size).start())
        best = max(values.values())
        # Around the circle, neighbours have neighbouring letters.
        letters = [chr(ord("A") + index) for index in range(size)]
        edges = {f"{a}-{b}" for a, b in pairwise(letters)}
        edges.add(f"A-{letters[-1]}")
        kept = {move for move, value in values.items() if value == best}
        diagonals = values.keys() - edges
        counts = (len(edges & kept), size, len(diagonals & kept), len(diagonals))
        assert row.cells == (size, best, *counts)


def test_fewest_is_right_with_four_points(monkeypatch, exact_values):
    """One segment that leaves no other independent one, where the text says that it wins."""
    monkeypatch.setattr(set_claims, "FEWEST_SIZES", range(4, 5))
    monkeypatch.setattr(set_claims, "FEWEST_SETS", 12)
    count = {"odd": [0, 0, 0, 0], "even": [0, 0, 0, 0]}
    for game in set_claims.make_games([4], 12):
        values = exact_values(game.start())
        tally = count["odd" if game.point_set.segment_total % 2 else "even"]
        lengths = {move: measure_case(game.start().play(move)) for move in values}
        for move, value in values.items():
            place = 0 if lengths[move] == min(lengths.values()) else 2
            tally[place] += value == max(values.values())
            tally[place + 1] += 1
    rows = set_claims.check_fewest(ignore_progress).rows
    assert {str(row.cells[1]): list(row.cells[3:]) for row in rows} == count
    assert count["odd"][0] == count["odd"][1] > 0
    assert count["odd"][2] == 0 < count["odd"][3]


def measure_case(position: Position) -> int:
    """How few independent segments lead to saturation."""
    independent = [
        after
        for after in map(position.play, position.moves)
        if not any(
            sum(after.play(reply).scene.score) > sum(after.scene.score) for reply in after.moves
        )
    ]
    return min((1 + measure_case(after) for after in independent), default=0)


def test_a_polygon_has_as_many_ends_as_triangulations_have_diagonals(exact_values):
    """A polygon with k corners has Catalan(k - 2) triangulations of k - 3 diagonals."""
    findings = set_claims.check_polygons(ignore_progress)
    for row in findings.rows[:5]:
        corners = row.cells[0]
        catalan = comb(2 * (corners - 2), corners - 2) // (corners - 1)
        assert row.cells[1:5] == (0, corners - 3, catalan * (corners - 3), 0)
    for row in findings.rows:
        assert row.cells[5] == max(exact_values(row.position).values())
    assert findings.verdict == "agrees"
