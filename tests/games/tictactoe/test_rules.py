"""The rules against an obvious implementation, and the names of squares."""

from __future__ import annotations

from random import Random

import pytest

from plyground import Problem, load_game
from plyground.records.record import Record


def winner(width, height, line, marks):
    """The mark that has a line, found by trying every line there is."""
    for x in range(width):
        for y in range(height):
            for step_x, step_y in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = {
                    marks.get((x + step_x * index, y + step_y * index)) for index in range(line)
                }
                if len(cells) == 1 and cells != {None}:
                    return cells.pop()
    return None


@pytest.mark.parametrize(
    ("width", "height", "line"), [(3, 3, 3), (5, 4, 3), (7, 7, 5), (2, 6, 4), (1, 1, 1), (4, 4, 1)]
)
def test_random_games_end_when_a_line_is_there_or_the_board_is_full(width, height, line):
    start = load_game("tictactoe", width=width, height=height, line=line).start()
    for seed in range(30):
        chance, position, marks = Random(seed), start, {}
        while not position.is_over:
            assert winner(width, height, line, marks) is None
            assert len(position.moves) == width * height - len(marks)
            move = chance.choice(position.moves)
            marks[ord(move[0]) - ord("a"), int(move[1:]) - 1] = position.side
            position = position.play(move)
        assert position.outcome.winner == winner(width, height, line, marks)
        if position.outcome.winner is None:
            assert len(marks) == width * height


def test_a_line_of_the_side_to_move_is_no_position():
    game = load_game("tictactoe")
    assert game.position("a1 b1 c1 / a2 b2 / 1").outcome.winner == 0
    with pytest.raises(Problem, match="complete line already"):
        game.position("a1 b1 c1 / a2 b2 c3 / 0")


@pytest.mark.parametrize(
    ("style", "typed", "names"),
    [
        ("letters", ("a3", "c1", "B2"), ("a3", "c1", "b2")),
        ("report", ("A1", "c3", "b2"), ("A1", "C3", "B2")),
        ("numbers", ("0", "8", " 4 "), ("0", "8", "4")),
    ],
)
def test_squares_are_named_as_the_coordinates_say(style, typed, names):
    game = load_game("tictactoe", coordinates=style)
    position = game.start()
    for move in typed:
        position = position.play(move)
    assert position.line == names
    assert position.text == "b2 a3 / c1 / 1"
    assert game.position(position.text) == position
    assert {piece.spot for piece in position.scene.pieces} == set(names)
    assert game.arrange(position.text, "none", names[:1]) == "b2 / c1 / 1"
    record = Record.from_position(position)
    assert (record.moves, record.options) == (("a3", "c1", "b2"), {})


def test_numbers_begin_at_the_top_left():
    game = load_game("tictactoe", width=4, coordinates="numbers")
    rows = str(game.start()).splitlines()
    assert [row.split()[0] for row in rows[1:-1:2]] == ["0", "4", "8"]
    assert rows[-1].split() == ["0", "1", "2", "3"]
    assert game.start().play("11").text == "d1 / - / 1"
    with pytest.raises(Problem, match="from 0 to 11"):
        game.start().play("12")
