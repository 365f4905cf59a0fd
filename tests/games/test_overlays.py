"""Overlays: what a game marks is what its rules say."""

from __future__ import annotations

from random import Random

import pytest

from plyground.games.checking.checker import check_game
from plyground.games.gomoku import Gomoku
from plyground.games.registry import game_names, load_game
from plyground.games.scene import Mark, Overlay
from plyground.games.tictactoe import TicTacToe
from plyground.locale import Problem, has_words


def walk(game, seed, plies=60):
    """Positions of a random game in which stones stand near each other."""
    random = Random(seed)
    position = game.start()
    for _ in range(plies):
        if position.is_over:
            return
        yield position
        position = position.play(random.choice(position.moves))


@pytest.mark.parametrize("rule", ["renju", "omok"])
def test_forbidden_points_are_the_empty_ones_that_are_no_moves(rule):
    game = Gomoku(rule=rule, size=7)
    seen = 0
    for seed in range(25):
        for position in walk(game, seed, 40):
            marks = game.overlay("forbidden", position).marks
            taken = {piece.spot for piece in position.scene.pieces}
            empty = {spot.name for spot in position.scene.spots} - taken
            assert {mark.spot for mark in marks} == empty - set(position.moves)
            seen += len(marks)
    assert seen > 5


def test_the_reason_of_a_forbidden_point_is_given():
    """A four and a four, a three and a three: as the definitions of the RIF have them."""
    game = Gomoku(rule="renju")
    cross = game.position("h9 h10 i8 j8 / a1 c1 e1 g1 / 0")
    [mark] = game.overlay("forbidden", cross).marks
    assert (mark.spot, mark.text, mark.about) == ("h8", "33", "a forbidden double-three")
    row = game.position("a8 b8 c8 e8 f8 / a1 c1 e1 g1 i1 / 0")
    [mark] = game.overlay("forbidden", row).marks
    assert (mark.spot, mark.text) == ("d8", "6")


def test_white_and_free_players_may_play_everywhere():
    assert "forbidden" not in Gomoku().overlays
    assert "forbidden" in Gomoku(rule="renju").overlays
    white = Gomoku(rule="renju").position("h9 h10 i8 j8 / a1 c1 e1 / 1")
    assert white.game.overlay("forbidden", white) == Overlay()


def test_winning_points_are_the_moves_that_end_the_game():
    game = Gomoku(size=7)
    seen = 0
    for seed in range(25):
        for position in walk(game, seed, 40):
            marks = game.overlay("fives", position).marks
            wins = {move for move in position.moves if position.play(move).is_over}
            assert {mark.spot for mark in marks if mark.tone == "best"} == wins
            seen += len(wins)
    assert seen > 5


def test_the_points_that_stop_a_five_are_marked():
    game = Gomoku()
    position = game.position("a1 b1 c1 d1 / a3 b3 c3 / 1")
    assert [(mark.spot, mark.text) for mark in game.overlay("fives", position).marks] == [
        ("e1", "!")
    ]


def test_the_tower_that_must_move_and_its_reach():
    game = load_game("kamisado")
    assert game.overlay("called", game.start()) == Overlay()
    position = game.start().play("d1-d5")
    marks = game.overlay("called", position).marks
    # d5 is orange; the orange tower of the second side stands on a8.
    assert marks[0].spot == "a8"
    assert marks[0].about == "the orange tower must move"
    assert {mark.spot for mark in marks[1:]} == {move.split("-")[1] for move in position.moves}


def test_segments_that_score_are_those_that_gain_points():
    game = load_game("triangles", n=8)
    seen = 0
    for position in walk(game, 3):
        gains = {
            move: sum(position.play(move).scene.score) - sum(position.scene.score)
            for move in position.moves
        }
        arrows = game.overlay("scoring", position).arrows
        assert {"-".join(arrow.path) for arrow in arrows} == {
            m for m, gain in gains.items() if gain
        }
        seen += len(arrows)
    assert seen > 3


@pytest.mark.parametrize("name", game_names())
def test_every_overlay_has_a_title_and_only_marks_spots(name):
    game = load_game(name)
    for overlay in game.overlays:
        assert has_words(f"game.{name}.overlay.{overlay}")
        for position in walk(game, 1, 12):
            known = {spot.name for spot in position.scene.spots}
            overlay_drawn = game.overlay(overlay, position)
            assert {mark.spot for mark in overlay_drawn.marks} <= known
            assert {spot for arrow in overlay_drawn.arrows for spot in arrow.path} <= known


def test_an_overlay_that_marks_nothing_known_is_found_by_the_check():
    class Careless(TicTacToe):
        overlays = ("here",)

        def overlay(self, name, position):
            return Overlay(marks=(Mark("z9"),))

    with pytest.raises(Problem, match='marks "z9"'):
        check_game(Careless(), playouts=1)
