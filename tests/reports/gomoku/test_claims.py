"""Claims of the reports on gomoku with exact answers."""

from __future__ import annotations

import pytest

from plyground.reports.gomoku import EXPERIMENTS


@pytest.mark.parametrize(
    ("name", "verdict", "values"),
    [
        ("omok-beaten", "agrees", {"losing": 2, "all": 2}),
        ("gomoku-threats", "contradicts", {"all": 3, "printed": 0, "mended": 3, "meant": 3}),
        ("gomoku-depth", "agrees", {"all": 4, "first4": 4, "first5": 1}),
    ],
)
def test_claims(name, verdict, values):
    cases = []
    experiment = EXPERIMENTS[name]
    found = experiment.run(lambda done, total: cases.append((done, total)))
    assert found.verdict == verdict
    assert values.items() <= found.conclusion.values.items()
    assert cases[-1][0] == cases[-1][1] == len(cases)
    for row in found.rows:
        assert len(row.cells) == len(experiment.columns)
        assert row.position is not None
    assert str(found.conclusion)
