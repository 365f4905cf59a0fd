"""Why a move was a mistake: every sentence against the plain rules of the checker."""

from __future__ import annotations

from random import Random

import pytest

from plyground.games.registry import load_game
from plyground.locale import Sentence, override_language


@pytest.fixture(scope="module")
def slow(check_certificate):
    return check_certificate.load_rules("kamisado")


def colour_of(sentence, name="colour"):
    return sentence.values[name].key.rpartition(".")[2]


def must_move(position, sentence, name=""):
    """Is this the tower that must move, on the square that the sentence says?"""
    starts = {move[:2] for move in position.moves}
    return starts == {sentence.values[f"{name}spot"]} and tower_on(position, starts) == (
        position.side,
        colour_of(sentence, f"{name}colour"),
    )


def tower_on(position, starts):
    [start] = starts
    return position.towers[start]


def wins(position):
    return any(position.play(move).winner == position.side for move in position.moves)


def is_blocked(position):
    return all(move[:2] == move[3:] for move in position.moves)


def way_is_open(slow, position, side, sentence):
    """Could the tower of a sentence win, were it to move?"""
    first, second = position.text.split(" / ")[:2]
    text = f"{first} / {second} / {side} {colour_of(sentence)}"
    return wins(slow.start(text))


def test_every_sentence_is_true_by_the_plain_rules(slow):
    game, told = load_game("kamisado"), {}
    for seed in range(150):
        random = Random(seed)
        position = game.start()
        while not position.is_over and len(position.history) < 30:
            move, better = random.choice(position.codes), random.choice(position.codes)
            remark = game.remark(position, move, better)
            if remark is not None:
                what = remark.sentence.key.removeprefix("game.kamisado.why.")
                told[what] = told.get(what, 0) + 1
                check(slow, position, position.play(move), position.play(better), what, remark)
            position = position.play(random.choice(position.codes))
    assert told.keys() >= {"misses.win", "calls.winning", "calls.blocked", "calls.other"}
    assert told.keys() >= {"blocked", "opens", "closes"}


def check(slow, before, after, preferred, what, remark):
    own, sentence = before.side, remark.sentence
    if what == "misses.win":
        assert preferred.outcome.winner == own
        assert after.outcome is None
        assert preferred.line[-1].startswith(sentence.values["spot"])
        return
    then = slow.start(after.text)
    if what == "calls.winning":
        assert must_move(then, sentence)
        assert wins(then)
        assert after.play(remark.allowed[0]).outcome.winner == 1 - own
        assert remark.proven
        assert preferred.is_over or not wins(slow.start(preferred.text))
    elif what == "calls.blocked":
        assert must_move(then, sentence)
        assert is_blocked(then)
        assert must_move(then.play(then.moves[0]), sentence, "own_")
    elif what == "deadlock":
        assert must_move(then, sentence)
        while then.winner is None:
            assert is_blocked(then)
            then = then.play(then.moves[0])
        assert then.winner == 1 - own
    elif what == "blocked":
        called = then.play(sentence.values["reply"])
        assert must_move(called, sentence)
        assert is_blocked(called)
        for reply in slow.start(preferred.text).moves if not preferred.is_over else ():
            other = slow.start(preferred.text).play(reply)
            assert other.winner is not None or not is_blocked(other)
    elif what == "calls.other":
        assert must_move(then, sentence)
        assert must_move(slow.start(preferred.text), sentence, "other_")
    else:
        side = own if what == "closes" else 1 - own
        is_open = [way_is_open(slow, one, side, sentence) for one in (before, after, preferred)]
        assert is_open == ([True, False, True] if what == "closes" else [False, True, False])


def test_a_deadlock_is_told(slow):
    """Every tower that has to move in turn is blocked."""
    game = load_game("kamisado")
    position = game.position("e2 d2 b2 h3 a3 a2 g3 b3 / e4 g5 h4 f4 f2 c3 a5 b4 / 1 -")
    move, better = position.find("e4-e3"), position.find("e4-g2")
    remark = game.remark(position, move, better)
    assert remark.sentence.key == "game.kamisado.why.deadlock"
    check(slow, position, position.play(move), position.play(better), "deadlock", remark)
    end = position.play(move)
    for code in remark.allowed:
        end = end.play(code)
    assert end.outcome.winner == 0


def test_names_of_colours_are_in_the_language_of_the_reader():
    game = load_game("kamisado")
    position = game.position("a1 h7 f4 d1 e1 f1 g1 e4 / h8 g8 f8 e8 d8 c6 e5 a7 / 0 brown")
    remark = game.remark(position, position.find("a1-a3"), position.find("a1-a4"))
    assert str(remark.sentence) == (
        "It calls the opponent's blue tower on e5, which goes straight to the far row."
    )
    with override_language("ko"):
        assert "파란색 탑" in str(remark.sentence)
    document = {
        "key": remark.sentence.key,
        "values": {"colour": {"key": "game.kamisado.colour.blue", "values": {}}, "spot": "e5"},
    }
    assert Sentence.from_json(document) == remark.sentence


def test_the_choice_how_to_refill_has_no_explanation():
    game = load_game("kamisado", points=3)
    position = game.start()
    random = Random(1)
    while "left" not in position.moves:
        position = position.play(random.choice(position.codes))
    assert game.remark(position, position.find("left"), position.find("right")) is None
