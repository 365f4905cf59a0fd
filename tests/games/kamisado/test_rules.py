from __future__ import annotations

import json
from pathlib import Path

import pytest

from plyground.core.perft import Perft
from plyground.games.registry import load_game

DATA = json.loads((Path(__file__).parents[2] / "data" / "kamisado.json").read_text())

LOCKED = "a1 b2 a2 d1 e1 f1 g1 h1 / h8 g7 h7 e8 d8 c8 b8 a8 / 0 brown"
"""Brown forces brown, and both brown towers are blocked on their home rows."""


def perft(position, depth):
    game = position.game
    return Perft(game.rules, game.native(), depth).count(position.state, depth)


@pytest.mark.parametrize("deadlock", ["cycle", "two"])
def test_move_sequences_from_the_start_are_as_many_as_known(deadlock):
    start = load_game("kamisado", deadlock=deadlock).start()
    known = [row["nodes"] for row in DATA[f"perft_{deadlock}"][:6]]
    assert [perft(start, depth) for depth in range(1, 7)] == known


@pytest.mark.parametrize("case", DATA["sumo_perft"], ids=lambda case: case["position"])
def test_move_sequences_with_rings_are_as_many_as_known(case):
    position = load_game("kamisado").position(case["position"])
    known = [row["nodes"] for row in case["perft"]]
    assert [perft(position, depth) for depth in range(1, len(known) + 1)] == known


def test_known_positions_have_the_known_moves():
    game = load_game("kamisado")
    for case in DATA["positions"]:
        position = game.position(case["position"])
        assert position.text == case["position"]
        assert set(position.moves) == set(case["moves"])


def test_a_landing_forces_the_tower_of_its_colour():
    position = load_game("kamisado").start().play("d1-d5")
    assert position.text == "a1 b1 c1 d5 e1 f1 g1 h1 / h8 g8 f8 e8 d8 c8 b8 a8 / 1 orange"
    assert {move[:2] for move in position.moves} == {"a8"}


def test_far_squares_are_listed_before_near_ones():
    position = load_game("kamisado").start().play("d1-d5")
    rows = [move[4] for move in position.moves]
    assert rows == sorted(rows)


def test_the_far_row_wins_at_once():
    game = load_game("kamisado")
    position = game.position("a1 b1 c1 d1 e7 f1 g1 h1 / h8 g8 f8 e5 d8 c8 b8 a8 / 0 pink")
    won = position.play("e7-e8")
    assert won.outcome.winner == 0
    assert won.outcome.reason == "game.kamisado.reason.far_row"
    assert won.moves == ()


def test_a_blocked_tower_must_pass():
    passed = load_game("kamisado").position(LOCKED).play("a1-a1")
    assert passed.before.moves == ("a1-a1",)
    assert passed.text.endswith(" / 1 brown 1:a1")


def test_the_printed_test_asks_for_a_third_zero_move():
    """Two brown towers block each other for good; the third zero move ends it all the same."""
    game = load_game("kamisado", deadlock="printed")
    two = game.position(LOCKED).play_all("a1-a1 h8-h8")
    assert two.text.endswith(" / 0 brown 1:a1,h8")
    assert game.position(two.text) == two
    assert two.moves == ("a1-a1",)
    three = two.play("a1-a1")
    assert three.text.endswith(" / 1 brown 1:a1,h8,a1")
    assert (three.outcome.winner, three.outcome.reason) == (0, "game.kamisado.reason.deadlock")


def test_the_printed_test_counts_zero_moves_in_no_circle():
    game = load_game("kamisado", deadlock="printed")
    text = "a1 a5 c1 b1 e4 f1 g1 h1 / a6 b6 d5 e5 h4 f5 h3 g3 / 0 green"
    two = game.position(text).play_all("a5-a5 h4-h4")
    assert not two.is_over
    assert two.play("e4-e4").outcome.winner == 0


def test_a_pusher_who_is_blocked_loses_after_two_zero_moves_by_the_printed_test():
    """He is the last real mover, and to move again after two."""
    game = load_game("kamisado", deadlock="printed")
    locked = game.position(LOCKED.replace("0 brown", "0 brown 0:-")).play_all("a1-a1 h8-h8")
    assert locked.outcome.winner == 1


@pytest.mark.parametrize("deadlock", ["cycle", "two"])
def test_who_made_the_last_real_move_loses_a_deadlock(deadlock):
    game = load_game("kamisado", deadlock=deadlock)
    locked = game.position(LOCKED).play_all("a1-a1 h8-h8")
    assert locked.outcome.winner == 0
    assert locked.outcome.reason == "game.kamisado.reason.deadlock"
    other = game.position(LOCKED.replace("0 brown", "0 brown 0:h8")).play("a1-a1")
    assert other.outcome.winner == 1


def test_two_zero_moves_are_a_deadlock_only_where_the_option_says_so():
    # Green on a5 forces pink on h4, which forces pink on e4, which forces orange: no cycle yet.
    text = "a1 a5 c1 b1 e4 f1 g1 h1 / a6 b6 d5 e5 h4 f5 h3 g3 / 0 green"
    after = {
        option: load_game("kamisado", deadlock=option).position(text).play_all("a5-a5 h4-h4")
        for option in ("cycle", "two")
    }
    assert after["two"].outcome.winner == 0
    assert after["cycle"].text.endswith(" / 0 pink 1:a5,h4")
    assert after["cycle"].moves == ("e4-e4",)
    assert after["cycle"].play("e4-e4").text.endswith(" / 1 orange 1:a5,h4,e4")


def test_a_pusher_moves_again_with_the_tower_of_the_colour_the_pushed_one_lands_on():
    game = load_game("kamisado")
    position = game.position("a1 b1 c1 d4+ e1 f1 g1 h1 / h8 g8 f8 d5 e8 c8 b8 a8 / 0 yellow")
    assert "d4-d5" in position.moves
    assert (
        position.play("d4-d5").text == "a1 b1 c1 d5+ e1 f1 g1 h1 / h8 g8 f8 d6 e8 c8 b8 a8 / 0 red"
    )


@pytest.mark.parametrize(
    ("pusher", "first", "second", "pushes"),
    [
        ("d4", "d5", "a6", False),
        ("d4+", "d5", "a6", True),
        ("d4+", "d5+", "a6", False),
        ("d4+", "d5", "d6", False),
        ("d4++", "d5", "d6+", True),
        ("d4++", "d5", "d6++", False),
        ("d4+++", "d5++", "d6", True),
        ("d6+++", "d7", "d8", False),
        ("d7+++", "d8", "a6", False),
    ],
)
def test_a_push_needs_more_rings_than_every_tower_ahead_and_room_behind(
    pusher, first, second, pushes
):
    text = f"a1 b1 c1 {pusher} e1 f1 g1 h1 / h8 g8 f8 {first} {second} c8 b8 a8 / 0 yellow"
    position = load_game("kamisado").position(text)
    assert (f"{pusher[:2]}-{first[:2]}" in position.moves) == pushes


@pytest.mark.parametrize(("rings", "farthest"), [("", 7), ("+", 6), ("++", 4), ("+++", 2)])
def test_rings_shorten_the_range(rings, farthest):
    text = f"a1 b1 c1 d1{rings} e1 f1 g1 h1 / h8 g8 f8 e8 d8 c8 b8 a8 / 0 yellow"
    position = load_game("kamisado").position(text)
    assert max(int(move[4]) for move in position.moves) == farthest


def test_a_won_round_promotes_the_tower_and_lets_the_winner_fill():
    game = load_game("kamisado", points=3)
    position = game.position("a1 b1 c1 d1 e7+ f1 g1 h1 / h8 g8 f8 e5 d8 c8 b8 a8 / 0 pink / 0 2")
    won = position.play("e7-e8")
    assert won.text == "a1 b1 c1 d1 e8++ f1 g1 h1 / h8 g8 f8 e5 d8 c8 b8 a8 / 0 fill / 2 2"
    assert won.moves == ("left", "right")
    assert [button.name for button in won.scene.buttons] == ["left", "right"]
    assert (
        won.play("right").text == "b1 c1 d1 e1 a1++ f1 g1 h1 / g8 f8 e8 h8 d8 c8 b8 a8 / 1 - / 2 2"
    )


def test_the_other_reading_fills_from_the_most_advanced_tower():
    game = load_game("kamisado", points=3, fill_order="advanced_first")
    won = game.position("a1 b1 c1 d1 e8++ f1 g1 h1 / h8 g8 f8 e5 d8 c8 b8 a8 / 0 fill / 2 2")
    assert (
        won.play("left").text == "b1 c1 d1 e1 a1++ f1 g1 h1 / g8 f8 e8 h8 d8 c8 b8 a8 / 1 - / 2 2"
    )


def test_the_winner_of_a_deadlock_promotes_the_tower_that_was_forced():
    game = load_game("kamisado", points=3)
    locked = game.position(f"{LOCKED} / 0 0").play_all("a1-a1 h8-h8")
    assert locked.text == "a1+ b2 a2 d1 e1 f1 g1 h1 / h8 g7 h7 e8 d8 c8 b8 a8 / 0 fill / 1 0"
    assert (
        locked.play("left").text == "a1+ h1 g1 b1 c1 d1 e1 f1 / h8 a8 b8 g8 f8 e8 d8 c8 / 1 - / 1 0"
    )


def test_enough_points_win_the_match():
    game = load_game("kamisado", points=15)
    text = "a1 b1 c1 d1 e7+++ f1 g1 h1 / h8 g8 f8 e5 d8 c8 b8 a8 / 0 pink / 7 3"
    won = game.position(text).play("e7-e8")
    assert won.outcome.winner == 0
    assert won.outcome.reason == "game.kamisado.reason.match"
    assert won.scene.score == (15, 3)
    assert game.position(won.text) == won
