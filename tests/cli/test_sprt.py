"""`sprt`: what it says of published results, and what it refuses."""

from __future__ import annotations

import pytest


def test_published_games_are_judged(line):
    document = line.json("sprt", "880", "759", "1863", "--sprt", "0,5")
    assert document["llr"] == pytest.approx(2.953, abs=0.0006)
    assert document["elo"] == pytest.approx(12.0, abs=0.05)
    assert document["error"] == pytest.approx(7.9, abs=0.05)
    assert (document["model"], document["verdict"]) == ("logistic", "elo1")
    assert document["upper"] == -document["lower"] == pytest.approx(2.9444, abs=0.0001)


def test_published_pairs_are_judged(line):
    counts = ("379", "10170", "21828", "10640", "343")
    document = line.json("sprt", "--pairs", *counts, "--sprt", "0,2")
    assert document["llr"] == pytest.approx(2.946, abs=0.0006)
    assert (document["nelo"], document["nelo_error"]) == (3.05, 2.31)
    assert document["model"] == "normalized"


def test_the_text_says_whether_more_games_are_needed(line):
    done = line("sprt", "12", "10", "30", "--sprt", "0,5")
    assert done.exit_code == 0
    assert "LLR" in done.stdout
    assert "more games are needed" in done.stdout
    assert "stronger by 5 Elo" in line("sprt", "880", "759", "1863", "--sprt", "0,5").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("1", "2"),
        ("1", "2", "3", "4"),
        ("1", "2", "x"),
        ("1", "2", "-3"),
        ("1", "2", "3", "--pairs", "1", "2", "3", "4", "5"),
        ("1", "2", "3", "--sprt", "5,0"),
        ("1", "2", "3", "--model", "bayes"),
    ],
    ids=" ".join,
)
def test_wrong_results_are_refused(line, arguments):
    assert line.refused("sprt", *arguments)
