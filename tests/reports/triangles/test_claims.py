"""The claims of the report against minimax over positions, and against counting by formula."""

from __future__ import annotations

from itertools import pairwise
from math import comb

import pytest

from plyground.games.position import Position
from plyground.games.triangles import Triangles
from plyground.locale import LANGUAGES, has_words, override_language
from plyground.reports import load_experiments
from plyground.reports.experiment import ExactExperiment
from plyground.reports.triangles import claims

NAMES = sorted(claims.EXPERIMENTS)


def ignore_progress(done: int, total: int) -> None:
    pass


def minimax(position: Position, known: dict[frozenset[str], int] | None = None) -> int:
    """What the side to move still gains on the other."""
    known = {} if known is None else known
    key = frozenset(position.line)
    if key not in known:
        known[key] = max((evaluate(position, move, known) for move in position.moves), default=0)
    return known[key]


def evaluate(position: Position, move: str, known: dict[frozenset[str], int]) -> int:
    after = position.play(move)
    return sum(after.scene.score) - sum(position.scene.score) - minimax(after, known)


def first_values(game: Triangles) -> dict[str, int]:
    start, known = game.start(), {}
    return {move: evaluate(start, move, known) for move in start.moves}


@pytest.mark.parametrize("name", NAMES)
def test_each_claim_has_words_for_all_it_shows(name, monkeypatch):
    for constant in ("LAW_SETS", "FEWEST_SETS", "CAPTURE_SETS", "CHAIN_SETS"):
        monkeypatch.setattr(claims, constant, 2)
    experiment = load_experiments()[name]
    assert isinstance(experiment, ExactExperiment)
    assert all(map(has_words, experiment.columns))
    assert has_words(f"experiment.{name}.title")
    assert has_words(f"experiment.{name}.report")
    steps = []
    findings = experiment.run(lambda done, total: steps.append((done, total)))
    assert steps[-1][0] == steps[-1][1]
    for row in findings.rows:
        assert len(row.cells) == len(experiment.columns)
    for language in LANGUAGES:
        with override_language(language):
            assert str(findings.conclusion)
            assert all(str(cell) for row in findings.rows for cell in row.cells)


def test_law_counts_what_minimax_finds(monkeypatch):
    monkeypatch.setattr(claims, "LAW_SIZES", range(3, 6))
    monkeypatch.setattr(claims, "LAW_SETS", 6)
    findings = claims.check_law(ignore_progress)
    for row, size in zip(findings.rows, range(3, 6), strict=True):
        games = claims.make_games([size], 6)
        signs = [1 if game.point_set.segment_total % 2 else -1 for game in games]
        values = [
            sign * max(first_values(game).values()) for sign, game in zip(signs, games, strict=True)
        ]
        won, drawn, lost = (
            sum(map(test, values)) for test in (lambda v: v > 0, lambda v: v == 0, lambda v: v < 0)
        )
        assert row.cells == (size, 6, signs.count(1), won, drawn, lost)
    assert findings.verdict == "agrees"


def test_law_would_be_contradicted_by_one_exception(monkeypatch):
    monkeypatch.setattr(claims, "LAW_SIZES", range(3, 4))
    monkeypatch.setattr(claims, "find_value", lambda position: -1)
    assert claims.check_law(ignore_progress).verdict == "contradicts"


def test_cases_have_their_exact_values():
    findings = claims.check_cases(ignore_progress)
    for row in findings.rows:
        position = row.position
        first, second = position.scene.score
        value = first - second + (1 - 2 * position.side) * minimax(position)
        assert row.cells[3] == value
    fails = [row.position.text for row in findings.rows if "fails" in row.cells[4].key]
    assert fails == ["A-B A-C", "A-C"]


def test_hull_edges_are_counted_with_what_they_keep(monkeypatch):
    monkeypatch.setattr(claims, "HULL_SIZES", range(4, 6))
    findings = claims.check_hull_edges(ignore_progress)
    for row, size in zip(findings.rows, (4, 5), strict=True):
        values = first_values(Triangles(layout="convex", n=size))
        best = max(values.values())
        # Around the circle, neighbours have neighbouring letters.
        letters = [chr(ord("A") + index) for index in range(size)]
        edges = {f"{a}-{b}" for a, b in pairwise(letters)}
        edges.add(f"A-{letters[-1]}")
        kept = {move for move, value in values.items() if value == best}
        diagonals = values.keys() - edges
        counts = (len(edges & kept), size, len(diagonals & kept), len(diagonals))
        assert row.cells == (size, best, *counts)


def test_fewest_is_right_with_four_points(monkeypatch):
    """One segment that leaves no other independent one, where the text says that it wins."""
    monkeypatch.setattr(claims, "FEWEST_SIZES", range(4, 5))
    monkeypatch.setattr(claims, "FEWEST_SETS", 12)
    count = {"odd": [0, 0, 0, 0], "even": [0, 0, 0, 0]}
    for game in claims.make_games([4], 12):
        values = first_values(game)
        tally = count["odd" if game.point_set.segment_total % 2 else "even"]
        lengths = {move: measure_case(game.start().play(move)) for move in values}
        for move, value in values.items():
            place = 0 if lengths[move] == min(lengths.values()) else 2
            tally[place] += value == max(values.values())
            tally[place + 1] += 1
    rows = claims.check_fewest(ignore_progress).rows
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


def test_a_polygon_has_as_many_ends_as_triangulations_have_diagonals():
    """A polygon with k corners has Catalan(k - 2) triangulations of k - 3 diagonals."""
    findings = claims.check_polygons(ignore_progress)
    for row in findings.rows[:5]:
        corners = row.cells[0]
        catalan = comb(2 * (corners - 2), corners - 2) // (corners - 1)
        assert row.cells[1:5] == (0, corners - 3, catalan * (corners - 3), 0)
    for row in findings.rows:
        assert row.cells[5] == minimax(row.position)
    assert findings.verdict == "agrees"


def test_captures_that_cost_points_are_found(monkeypatch):
    monkeypatch.setattr(claims, "CAPTURE_SIZES", range(5, 6))
    findings = claims.check_captures(ignore_progress)
    [row] = findings.rows
    size, positions, keeps, costs = row.cells
    assert (size, positions) == (5, keeps + costs)
    assert costs > 0
    position, known = row.position, {}
    values = {move: evaluate(position, move, known) for move in position.moves}
    gains = {
        move: sum(position.play(move).scene.score) - sum(position.scene.score)
        for move in position.moves
    }
    taken = max(gains, key=lambda move: gains[move])
    assert gains[taken] > 0
    assert values[taken] < max(values.values())


def test_chains_are_judged_by_exact_values(monkeypatch):
    """The two positions of the report's page: refusing two gains, refusing an even chain costs."""
    two = Triangles(set="hexagon_centre").start().play_all("A-B A-G B-C C-D D-G")
    assert claims.find_values(two)["A-C"] == max(claims.find_values(two).values()) - 2
    chain = Triangles(set="triangle_inside").start().play_all("C-D A-C B-D B-C")
    assert claims.find_values(chain) == {"A-B": -3, "A-D": -1}
