"""Every experiment of the report on Triangles shows what it says, in both languages."""

from __future__ import annotations

import pytest

from plyground.locale import LANGUAGES, has_words, override_language
from plyground.reports import load_experiments
from plyground.reports.experiment import ExactExperiment
from plyground.reports.triangles import move_claims, set_claims

NAMES = [*set_claims.EXPERIMENTS, *move_claims.EXPERIMENTS]


@pytest.mark.parametrize("name", NAMES)
def test_each_claim_has_words_for_all_it_shows(name, monkeypatch):
    for module in (set_claims, move_claims):
        for constant in vars(module).copy():
            if constant.endswith("_SETS"):
                monkeypatch.setattr(module, constant, 2)
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
