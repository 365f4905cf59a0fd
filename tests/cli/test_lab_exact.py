"""What an experiment with an exact answer prints. Its facts are stubs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer

from plyground.cli.lab_experiment import run_experiment
from plyground.games.registry import load_game
from plyground.locale import LANGUAGES, Problem, Sentence, load_catalogue, use_language
from plyground.reports.experiment import ExactExperiment, ExactFindings, Row

POSITION = load_game("tictactoe").start().play("b2")


def find(on_case):
    on_case(1, 2)
    on_case(2, 2)
    rows = (
        Row((Sentence("experiment.stub.centre"), 4, 0.5), POSITION),
        Row(("a corner", 12_345, 2.0)),
    )
    return ExactFindings(rows, "contradicts", Sentence("experiment.stub.result", {"count": 4}))


COLUMNS = ("experiment.stub.move", "experiment.stub.count", "experiment.stub.share")


@pytest.fixture
def run(monkeypatch, capsys):
    """Runs the stub; what it printed to standard output."""
    for language in LANGUAGES:
        for name in ("title", "report", "centre", "move", "count", "share"):
            monkeypatch.setitem(load_catalogue(language), f"experiment.stub.{name}", f"{name}!")
        monkeypatch.setitem(
            load_catalogue(language), "experiment.stub.result", "There are {count}."
        )
    use_language("en")

    def run(games=None, as_json=False, find=find, **more):
        known = {"stub": ExactExperiment("tictactoe", COLUMNS, find)}
        monkeypatch.setattr("plyground.reports.load_experiments", lambda: known)
        run_experiment("stub", games, as_json, **more)
        return capsys.readouterr().out

    return run


def test_facts_are_a_table_with_the_conclusion_and_the_report_below(run):
    title, *table, conclusion, report = run().splitlines()
    assert title == "title!"
    rows = [line.split() for line in table if line.strip("─━ ")]
    assert rows == [
        ["move!", "count!", "share!"],
        ["centre!", "4", "0.5"],
        ["a", "corner", "12345", "2"],
    ]
    assert conclusion == "There are 4."
    assert report == "The report: report!"


def test_json_names_cells_by_their_columns(run):
    document = json.loads(run(as_json=True))
    assert document["rows"] == [
        {"move": "centre!", "count": 4, "share": 0.5, "position": POSITION.text},
        {"move": "a corner", "count": 12_345, "share": 2.0},
    ]
    assert document["game"] == "tictactoe"
    assert document["verdict"] == "contradicts"
    assert document["sentence"] == "There are 4."
    assert document["report"] == "report!"


def test_a_number_of_games_is_refused(run):
    with pytest.raises(Problem, match="plays no games"):
        run(games=3)


def test_ctrl_c_ends_it_without_findings(run, capsys):
    def interrupt(on_case):
        raise KeyboardInterrupt

    with pytest.raises(typer.Exit) as ended:
        run(find=interrupt)
    assert ended.value.exit_code == 130
    assert capsys.readouterr().out == ""


def test_files_are_written_beside_the_text(run, tmp_path):
    files = {kind: str(tmp_path / f"out.{kind}") for kind in ("csv", "markdown", "svg", "html")}
    printed = run(files=files)
    assert "There are 4." in printed
    for kind, path in files.items():
        text = Path(path).read_text(encoding="utf-8")
        assert "centre!" in text, kind
        assert path in printed


def test_lines_of_json_have_the_progress_and_then_the_page(run):
    *progress, summary = map(json.loads, run(as_jsonl=True).splitlines())
    assert progress == [{"type": "progress", "done": done, "total": 2} for done in (1, 2)]
    assert summary["type"] == "summary"
    assert summary["rows"] == [["centre!", "4", "0.5"], ["a corner", "12345", "2"]]
    assert [column["numeric"] for column in summary["columns"]] == [False, True, True]
    assert summary["chart"].startswith("<svg")
    [board] = summary["boards"]
    assert board["caption"] == "centre!"
    assert board["svg"].startswith("<svg")


def test_json_and_lines_of_json_exclude_each_other(run):
    with pytest.raises(Problem, match="--jsonl"):
        run(as_json=True, as_jsonl=True)
