"""Records: round trips, replays, and errors in one sentence."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games.position import Outcome
from plyground.games.registry import game_names, load_game
from plyground.games.tictactoe import TicTacToe
from plyground.locale import Problem
from plyground.records.record import Record

PLAYED = Record("tictactoe", "tictactoe@1", moves=("a1", "b2", "a2", "c3", "a3"))


def document(**changes):
    base = {"format": 1, "game": "tictactoe", "rules": "tictactoe@1", "moves": ["b2", "a1"]}
    return json.dumps({**base, **changes})


def sentence(text):
    with pytest.raises(Problem) as caught:
        Record.from_json(text).replay()
    return str(caught.value)


@pytest.mark.parametrize("name", game_names())
def test_a_game_round_trips_through_its_record(name):
    position = load_game(name).start()
    for ply in range(12):
        if position.is_over:
            break
        position = position.play(position.moves[(7 * ply + 3) % len(position.moves)])
    record = Record.from_position(position, ("human", "random:seed=7"))
    read = Record.from_json(record.to_json())
    assert read == record
    replayed = read.replay()
    assert replayed == position
    assert replayed.line == position.line


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tictactoe", {"width": 4, "line": 4}),
        ("gomoku", {"size": 7, "rule": "renju", "foul": "loses"}),
        ("kamisado", {"points": 3, "deadlock": "two"}),
        ("triangles", {"points": "0,0 4,0 2,3 2,1", "extra_move": True}),
        ("triangles", {"n": 6, "seed": 3, "layout": "convex"}),
    ],
)
def test_options_round_trip(name, options):
    game = load_game(name, **options)
    assert Record.from_json(Record.from_position(game.start()).to_json()).replay().game == game


def test_another_start_is_kept():
    origin = load_game("tictactoe").position("b2 / a1 / 0")
    record = Record.from_position(origin.play("c3"))
    assert (record.start, record.moves) == ("b2 / a1 / 0", ("c3",))
    assert record.replay() == origin.play("c3")
    assert Record.from_position(load_game("tictactoe").start()).start is None


def test_the_result_is_that_of_the_position_or_the_declared_one():
    won = PLAYED.replay()
    assert Record.from_position(won).result == Outcome(0, None, "reason.line")
    resigned = Outcome(1, None, "reason.resigned")
    record = Record.from_position(won.undo(), result=resigned)
    assert Record.from_json(record.to_json()).result == resigned


def test_hangul_is_readable_in_the_file():
    assert "홍길동" in Record("tictactoe", "tictactoe@1", ("홍길동", "human")).to_json()


def test_clocks_and_analysis_are_kept():
    text = document(clocks=[30, 29.5], analysis=[None, {"move": "a1"}])
    read = Record.from_json(text)
    assert read.clocks == (30, 29.5)
    assert read.analysis == (None, {"move": "a1"})
    assert Record.from_json(read.to_json()) == read


def test_an_older_record_still_replays(monkeypatch):
    monkeypatch.setattr(TicTacToe, "version", 2)
    assert PLAYED.replay().outcome == Outcome(0, None, "reason.line")


def test_an_older_record_that_no_longer_fits_says_why(monkeypatch):
    monkeypatch.setattr(TicTacToe, "version", 2)
    error = sentence(document(moves=["b2", "b2"]))
    assert error.startswith(
        "The record follows the rules tictactoe@1, which are tictactoe@2 by now"
    )
    assert "Move 2" in error
    assert "tictactoe@2" in sentence(document(options={"gone": 1}, rules="tictactoe@9"))


def test_a_game_that_is_not_built_in_is_given_to_replay():
    class Mine(TicTacToe):
        name = "mine"

    record = Record.from_position(Mine().start().play("b2"))
    assert record.replay(Mine()).line == ("b2",)
    with pytest.raises(Problem, match='no game "mine"'):
        record.replay()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": None}, '"format" must be'),
        ({"format": True}, '"format" must be'),
        ({"format": 2}, "newer"),
        ({"game": 3}, '"game" must be'),
        ({"game": "chess"}, 'no game "chess"'),
        ({"game": "os:path"}, 'no game "os:path"'),
        ({"game": "evil.py"}, 'no game "evil.py"'),
        ({"rules": "tictactoe"}, '"rules" must be'),
        ({"players": ["human"]}, '"players" must be'),
        ({"players": "human"}, '"players" must be'),
        ({"options": ["size"]}, '"options" must be'),
        ({"options": {"width": [3]}}, '"options" must be'),
        ({"options": {"width": 99}}, "Option width"),
        ({"options": {"self": 1}}, 'no option "self"'),
        ({"start": 5}, '"start" must be'),
        ({"start": "nonsense"}, "is no position"),
        ({"moves": "b2 a1"}, '"moves" must be'),
        ({"moves": ["b2", 7]}, '"moves" must be'),
        ({"moves": ["b2", "b2"]}, "Move 2"),
        ({"result": "1-0"}, '"result" must be'),
        ({"result": {"winner": 2}}, '"result" must be'),
        ({"result": {"winner": True}}, '"result" must be'),
        ({"result": {"winner": 0, "reason": 7}}, '"result" must be'),
        ({"clocks": ["x"]}, '"clocks" must be'),
        ({"analysis": [3]}, '"analysis" must be'),
        ({"move": ["b2"]}, 'no field "move". Did you mean "moves"?'),
    ],
)
def test_errors_are_one_sentence(changes, words):
    assert words in sentence(document(**changes))


@pytest.mark.parametrize("text", ["", "[]", "3", "{", "[" * 100_000, '{"clocks": 1e999', "\x00"])
def test_other_texts_are_no_records(text):
    assert sentence(text).startswith("This is no record")


def test_endless_clocks_are_refused():
    assert '"clocks" must be' in sentence(document(clocks=[float("inf")]))


def test_a_result_that_contradicts_the_moves_is_refused():
    moves = list(PLAYED.moves)
    error = sentence(document(moves=moves, result={"winner": 1}))
    assert error.startswith('The record says "The second player wins"')
    assert Record.from_json(document(moves=moves, result={"winner": 0})).replay().is_over


def test_unknown_reasons_are_dropped():
    for reason in ("reason.unheard_of", "problem.move", "../x", "reason"):
        read = Record.from_json(document(result={"winner": 0, "reason": reason}))
        assert str(read.result) == "The first player wins"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
FIELDS = st.sampled_from(
    ["format", "game", "rules", "players", "options", "start", "moves", "result", "clocks"]
)


@settings(max_examples=400, deadline=None)
@given(st.dictionaries(FIELDS, JSON, min_size=1, max_size=3))
def test_malformed_fields_never_crash(changes):
    with suppress(Problem):
        Record.from_json(document(**changes)).replay()


@settings(max_examples=200, deadline=None)
@given(JSON.map(json.dumps) | st.text())
def test_malformed_documents_never_crash(text):
    with pytest.raises(Problem) as caught:
        Record.from_json(text).replay()
    assert str(caught.value)
