from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

COLOURS = ["brown", "green", "red", "yellow", "pink", "purple", "blue", "orange"]
MIRRORED = dict(zip(COLOURS, reversed(COLOURS), strict=True))
COLUMNS = str.maketrans("abcdefgh", "hgfedcba")
ROWS = str.maketrans("12345678", "87654321")

NOTHING = np.zeros(0, np.int64)
SEEDS = st.integers(0, 2**32)


def mirror(text):
    """Left and right swapped, and colour c for colour 7 - c."""
    first, second, turn, *points = text.split(" / ")
    side, forced, *zero = turn.split()
    towers = [" ".join(reversed(part.translate(COLUMNS).split())) for part in (first, second)]
    turn = [side, MIRRORED.get(forced, forced), *(part.translate(COLUMNS) for part in zero)]
    return " / ".join([*towers, " ".join(turn), *points])


def turn_board(text):
    """The board turned by 180 degrees, the sides swapped."""
    first, second, turn, *points = text.split(" / ")
    side, forced, *zero = turn.split()
    turn = [str(1 - int(side)), forced, *(turn_zero(part) for part in zero)]
    points = [" ".join(reversed(part.split())) for part in points]
    return " / ".join([turn_squares(second), turn_squares(first), " ".join(turn), *points])


def turn_squares(text):
    return text.translate(COLUMNS).translate(ROWS)


def turn_zero(text):
    side, squares = text.split(":")
    return f"{1 - int(side)}:{turn_squares(squares)}"


def mirror_move(move):
    return {"left": "right", "right": "left"}.get(move) or move.translate(COLUMNS)


def turn_move(move):
    return move if move in ("left", "right") else turn_squares(move)


def images(position):
    """The position, mirrored, turned, and both."""
    text = position.text
    texts = (text, mirror(text), turn_board(text), mirror(turn_board(text)))
    return [position.game.position(each) for each in texts]


def canonical(position):
    out = np.zeros_like(position.state)
    position.game.kernel("canonical")(position.state, out, position.game.rules.tables)
    return out


@settings(max_examples=100, deadline=None)
@given(seed=SEEDS)
def test_symmetric_positions_have_symmetric_moves(random_walk, seed):
    for position in random_walk(seed):
        mirrored = position.game.position(mirror(position.text))
        rotated = position.game.position(turn_board(position.text))
        assert set(mirrored.moves) == {mirror_move(move) for move in position.moves}
        assert set(rotated.moves) == {turn_move(move) for move in position.moves}
        for move in position.moves[:3]:
            after = position.play(move).text
            assert mirrored.play(mirror_move(move)).text == mirror(after)
            assert rotated.play(turn_move(move)).text == turn_board(after)


@settings(max_examples=150, deadline=None)
@given(seed=SEEDS)
def test_symmetric_positions_have_one_canonical_form_which_is_one_of_them(random_walk, seed):
    for position in random_walk(seed):
        states = [image.state.tolist() for image in images(position)]
        forms = [canonical(image).tolist() for image in images(position)]
        assert forms == [forms[0]] * 4
        assert forms[0] in states


def test_the_start_is_its_own_mirror_image(random_walk):
    start = next(random_walk(0)).game.start()
    assert mirror(start.text) == start.text
    assert canonical(start).tolist() == start.state.tolist()


@settings(max_examples=100, deadline=None)
@given(seed=SEEDS)
def test_symmetric_positions_look_equally_good_to_the_side_to_move(random_walk, seed):
    for position in random_walk(seed):
        evaluate, tables = position.game.kernel("evaluate"), position.game.rules.tables
        scores = {int(evaluate(image.state, NOTHING, tables)) for image in images(position)}
        assert len(scores) == 1
