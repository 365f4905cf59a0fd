from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plyground.games.registry import load_game
from plyground.locale import Problem

SINGLE = load_game("kamisado")
MATCH = load_game("kamisado", points=3)

HOME = "a1 b1 c1 d1 e1 f1 g1 h1 / h8 g8 f8 e8 d8 c8 b8 a8"
LOCKED = "a1 b2 a2 d1 e1 f1 g1 h1 / h8 g7 h7 e8 d8 c8 b8 a8"


def test_the_start_is_written_as_in_the_rules():
    assert SINGLE.start().text == f"{HOME} / 0 -"
    assert MATCH.start().text == f"{HOME} / 0 - / 0 0"
    assert MATCH.position(f"{HOME} / 0 -") == MATCH.start()


@pytest.mark.parametrize("typed", ["d1-d5", " D1-D5 ", "d1d5", "d1 d5"])
def test_moves_may_be_typed_carelessly(typed):
    assert SINGLE.start().play(typed).line == ("d1-d5",)


@pytest.mark.parametrize("written", ["1:a1,h8", "1:h8 a1", "1:a1h8"])
def test_zero_moves_may_be_typed_carelessly(written):
    assert SINGLE.position(f"{LOCKED} / 0 brown {written}").text.endswith("0 brown 1:a1,h8")


def test_a_zero_move_in_progress_makes_another_position():
    quiet = SINGLE.position(f"{LOCKED} / 1 brown")
    passed = SINGLE.position(f"{LOCKED} / 1 brown 1:a1")
    assert quiet != passed
    assert not quiet.play("h8-h8").is_over
    assert passed.play("h8-h8").is_over


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("nonsense", "position"),
        (HOME, "position"),
        (f"{HOME} / 0 - / 1 0 / 2", "position"),
        (f"a1 {HOME} / 0 -", "towers"),
        (HOME.replace("a1 ", "") + " / 0 -", "towers"),
        (HOME.replace("a1", "a9") + " / 0 -", "tower"),
        (HOME.replace("a1", "a1++++") + " / 0 -", "tower"),
        (HOME.replace("a1", "b1") + " / 0 -", "twice"),
        (HOME.replace("a1", "a8") + " / 0 -", "twice"),
        (f"{HOME} / 2 -", "turn"),
        (f"{HOME} / 0", "turn"),
        (f"{HOME} / 0 orang", "colour"),
        (f"{HOME} / 0 white", "colour"),
        (HOME.replace("a1", "a7").replace("a8", "a1") + " / 1 -", "far_row"),
        (HOME.replace("e8", "e5").replace("e1", "e8") + " / 0 red", "far_row"),
        (f"{HOME} / 0 red orange", "zero"),
        (f"{HOME} / 0 - 1:a1", "zero"),
        (f"{HOME} / 0 brown 1:h8", "zero_free"),
        (f"{LOCKED} / 0 red 1:a1", "zero_chain"),
        (f"{LOCKED} / 0 brown 1:a1", "zero_chain"),
    ],
)
@pytest.mark.parametrize("game", [SINGLE, MATCH], ids=["single", "match"])
def test_invalid_text_is_refused_in_one_sentence(game, text, key):
    with pytest.raises(Problem) as problem:
        game.position(text)
    assert problem.value.key == f"game.kamisado.problem.{key}"
    assert str(problem.value).endswith(".")


@pytest.mark.parametrize(
    ("game", "text", "key"),
    [
        (SINGLE, f"{HOME} / 0 - / 1 0", "points_single"),
        (SINGLE, f"{HOME} / 0 fill", "fill"),
        (MATCH, f"{HOME} / 0 - / 1", "points"),
        (MATCH, f"{HOME} / 0 - / 1 x", "points"),
        (MATCH, f"{HOME} / 0 - / 3 3", "points"),
        (MATCH, f"{HOME} / 0 - / 0 11", "points"),
        (MATCH, HOME.replace("e8", "e5").replace("e1", "e8") + " / 1 red / 0 0", "far_row_match"),
        (MATCH, HOME.replace("e8", "e5").replace("e1", "e8") + " / 1 fill / 0 0", "far_row"),
        (MATCH, f"{LOCKED} / 0 brown 1:a1,h8 / 0 0", "zero_match"),
    ],
)
def test_points_and_fill_belong_to_a_match(game, text, key):
    with pytest.raises(Problem) as problem:
        game.position(text)
    assert problem.value.key == f"game.kamisado.problem.{key}"
    assert str(problem.value).endswith(".")


FRAGMENTS = (
    "0",
    "1",
    "/",
    "-",
    "+",
    ":",
    ",",
    "7",
    "-1",
    "²",
    "fill",
    "orange",
    "a1",
    "b1++",
    "1:a1",
)
TOKENS = st.sampled_from((*FRAGMENTS, HOME, LOCKED, f"{LOCKED} / 1 brown 1:a1"))


@given(st.lists(TOKENS, max_size=12).map(" ".join) | st.text(max_size=40))
@example(f"{HOME} / 0 - / ² ²")
@example(f"{HOME} / 0 - / 0 {'9' * 5000}")
def test_any_text_is_a_position_or_a_problem(text):
    for game in (SINGLE, MATCH):
        with suppress(Problem):
            position = game.position(text)
            assert game.position(position.text) == position


def test_a_move_of_another_tower_is_refused_with_the_one_that_must_move():
    position = SINGLE.start().play("d1-d5")
    with pytest.raises(Problem, match="the orange tower on a8 must move"):
        position.play("b8-b7")
    with pytest.raises(Problem, match="legal are"):
        position.play("a8-b8")


def test_every_colour_of_the_scene_has_a_sign_of_its_own():
    scene = SINGLE.start().play("d1-d5").scene
    signs = {(spot.tone, spot.glyph) for spot in scene.spots}
    assert len(signs) == len({tone for tone, _ in signs}) == len({sign for _, sign in signs}) == 8
    assert {(piece.tone, piece.glyph) for piece in scene.pieces} == signs
    assert scene.last == ("d1", "d5")
    assert scene.score is None


def test_rings_are_ranks_of_the_scene():
    scene = SINGLE.position(HOME.replace("c1", "c1++") + " / 0 -").scene
    assert [piece.rank for piece in scene.pieces if piece.spot == "c1"] == [2]
