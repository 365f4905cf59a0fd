"""The output of an experiment between stubs, in which the first player wins with move seven."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import typer

from plyground.cli.lab_experiment import run_experiment
from plyground.games.score import Analysis
from plyground.locale import LANGUAGES, Problem, load_catalogue, use_language
from plyground.reports.experiment import Claim, ExactExperiment, Experiment


class First:
    def choose(self, position, limit):
        return Analysis(position.moves[0], stopped_by="time")


STUB = Experiment(
    game="tictactoe",
    a=f"{__name__}:First",
    b="nobody.else:First",
    games=4,
    seconds=10.0,
    measures={"experiment.measure.stub": lambda position: 1.0 - position.before.side},
    claims=(Claim("first"),),
)


@pytest.fixture
def run(monkeypatch, capsys):
    """Runs an experiment; what it printed to standard output, and to standard error."""
    monkeypatch.setattr("plyground.arena.match.make_contender", lambda spec: First())
    for language in LANGUAGES:
        for key, words in {
            "experiment.stub.title": "who begins",
            "experiment.stub.report": "Whoever begins wins.",
            "experiment.measure.stub": "moves as first",
        }.items():
            monkeypatch.setitem(load_catalogue(language), key, words)
    use_language("en")

    def run(experiment=STUB, games=None, as_json=False):
        known = {"stub": experiment, "other": experiment}
        monkeypatch.setattr("plyground.reports.load_experiments", lambda: known)
        try:
            run_experiment("stub", games, as_json)
        finally:
            run.printed = capsys.readouterr()
        return run.printed

    return run


def test_a_table_and_a_sentence_are_printed(run):
    printed = run().out
    assert printed.startswith("who begins\n")
    rows = [row.split() for row in printed.splitlines()]
    # Won, drawn, lost; then seconds; then how often time ran out (four moves a game, or three).
    assert [row[-7:-4] for row in rows if "first" in row[-8:-7]] == [["2", "0", "0"]] * 2
    assert [row[-7:-4] for row in rows if "second" in row[-8:-7]] == [["0", "0", "2"]] * 2
    assert [row[-2:] for row in rows if "first" in row[-8:-7]] == [["8", "1.00"]] * 2
    assert [row[-2:] for row in rows if "second" in row[-8:-7]] == [["6", "0.00"]] * 2
    assert "moves a game: 7.0; repetitions of an earlier game: 3; forfeits: 0 and 0" in printed
    sentence = "Whoever moved first made 4 of 4 points, as the report found."
    assert printed.splitlines()[-2] == sentence
    assert printed.splitlines()[-1] == "The report: Whoever begins wins."


@pytest.mark.parametrize(
    ("claims", "sentence"),
    [
        ((Claim("second"),), "Whoever moved second made 0 of 4 points, unlike what the report"),
        ((Claim("b"),), "B: nobody.else:First made 2 of 4 points against A: "),
        ((Claim("a"),), "which could be chance"),
        ((), "which the report gives no result for."),
        (
            (Claim("first", of="experiment.measure.stub"),),
            "moves as first: 1.00 (who moved first) and 0.00 (who moved second), as the report",
        ),
        (
            (Claim("second", of="experiment.measure.stub", by="b"),),
            "moves as first: 0.00 (who moved second, B: nobody.else:First) and 1.00",
        ),
        ((Claim("first"), Claim("neither")), "as the report found. A: "),
    ],
)
def test_the_sentence_names_the_subject_of_the_report(run, claims, sentence):
    assert sentence in run(replace(STUB, claims=claims)).out


def test_progress_goes_to_standard_error(run):
    printed = run(as_json=True)
    json.loads(printed.out)
    assert sum(line.startswith("Game ") for line in printed.err.splitlines()) == 4


def test_json_has_the_same(run):
    document = json.loads(run(as_json=True).out)
    assert document["experiment"] == "stub"
    assert document["game"] == "tictactoe"
    assert (document["games"], document["plies"], document["duplicates"], document["forfeits"]) == (
        4,
        7.0,
        3,
        0,
    )
    first, second = document["a"]["as_first"], document["b"]["as_second"]
    assert (first["wins"], first["draws"], first["losses"]) == (2, 0, 0)
    assert (second["wins"], second["draws"], second["losses"]) == (0, 0, 2)
    assert (first["moves"], first["timeouts"]) == (8, 8)
    assert 0 <= first["seconds_per_move"] <= first["longest_seconds"]
    assert first["measures"] == {"experiment.measure.stub": 1.0}
    assert document["claims"] == [
        {"more": "first", "of": "points", "by": None, "verdict": "agrees"}
    ]
    assert document["sentence"].endswith("as the report found.")
    assert document["interrupted"] is False


def test_the_number_of_games_can_be_chosen(run):
    document = json.loads(run(games=1, as_json=True).out)
    assert document["games"] == 1
    assert document["a"]["as_second"]["seconds_per_move"] is None


@pytest.mark.parametrize("as_json", [True, False])
def test_ctrl_c_leaves_the_games_so_far(run, as_json):
    def interrupt(position, asked=[]):  # noqa: B006
        asked.append(position)
        if len(asked) > 2 * 7:
            raise KeyboardInterrupt
        return 0.0

    stopped = replace(STUB, games=100, measures={"experiment.measure.stub": interrupt})
    with pytest.raises(typer.Exit) as ended:
        run(stopped, as_json=as_json)
    assert ended.value.exit_code == 130
    if as_json:
        document = json.loads(run.printed.out)
        assert (document["games"], document["interrupted"]) == (2, True)
    else:
        assert run.printed.out.startswith("Stopped after 2 of 100 games.\nwho begins\n")


def test_no_games_print_no_findings(run):
    def interrupt(position):
        raise KeyboardInterrupt

    stopped = replace(STUB, measures={"experiment.measure.stub": interrupt})
    with pytest.raises(typer.Exit):
        run(stopped)
    assert run.printed.out == "Stopped after 0 of 4 games.\n"
    with pytest.raises(typer.Exit):
        run(stopped, as_json=True)
    assert json.loads(run.printed.out)["plies"] is None


def test_output_is_translated_to_korean(run):
    use_language("ko")
    printed = run().out
    assert "먼저 둔 쪽은 4점 가운데 4점을 얻었으며, 보고서의 결과와 같습니다." in printed


def test_a_misspelt_experiment_is_refused_with_a_guess_and_the_list(run):
    run(games=1)
    with pytest.raises(Problem) as refused:
        run_experiment("sutb", None, False)
    sentence = str(refused.value)
    assert 'There is no experiment "sutb". Did you mean "stub"?' in sentence
    assert sentence.endswith("Experiments are: stub, other.")


def test_every_experiment_has_its_words_and_can_be_set_up():
    """The reports' own: agents, games and options exist, and every claim has what it is about."""
    from plyground.games.registry import load_game
    from plyground.reports import load_experiments
    from plyground.reports.trial import Trial

    for name, experiment in load_experiments().items():
        words = [f"experiment.{name}.title", f"experiment.{name}.report"]
        if isinstance(experiment, ExactExperiment):
            load_game(experiment.game)
            words += experiment.columns
        else:
            Trial(experiment, None, None)
            words += experiment.measures
            for claim in experiment.claims:
                assert claim.of == "points" or claim.of in experiment.measures
        for language in LANGUAGES:
            assert not [key for key in words if key not in load_catalogue(language)]
