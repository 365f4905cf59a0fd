"""The value of every move, drawn on the board."""

from __future__ import annotations

import json
from pathlib import Path

from plyground.agents.verdict import GameValue, solve
from plyground.games.registry import find_game_class
from plyground.solving.move_values import find_first_moves, mark_values

DATA = Path(__file__).parents[1] / "data"


def test_the_atlas_has_the_first_moves_that_other_programs_found():
    kind = find_game_class("kamisado")
    found = find_first_moves(kind)
    assert found is not None
    entry, values = found
    assert entry.moves == ""
    assert sorted(values) == sorted(kind().start().moves)
    known = json.loads((DATA / "kamisado.json").read_text())["start"]["first_moves"]
    assert {move: [values[move].value, values[move].distance] for move in known} == known
    assert find_first_moves(find_game_class("tictactoe")) is None


def test_moves_to_one_square_are_marked_on_the_side_they_come_from():
    position = find_game_class("kamisado")().start()
    values = {"a1-a4": GameValue(-1, 24), "d1-a4": GameValue(-1, 18), "d1-d5": GameValue(1, 17)}
    overlay = mark_values(position, values)
    assert [(mark.spot, mark.origin, mark.text, mark.tone) for mark in overlay.marks] == [
        ("a4", "a1", "−24", "bad"),
        ("a4", "d1", "−18", "bad"),
        ("d5", "d1", "+17", "best"),
    ]
    assert overlay.marks[2].about == "d1-d5: The first player wins in 17"
    assert overlay.caption == "+17: a win in 17 plies\n−18: a loss in 18 plies"


def test_values_are_those_of_the_side_to_move():
    position = find_game_class("tictactoe")().start().play("a1")
    overlay = mark_values(position, {"b2": GameValue(0, None), "b1": GameValue(1, 6)})
    assert [(mark.spot, mark.text, mark.tone) for mark in overlay.marks] == [
        ("b2", "=", "good"),
        ("b1", "−6", "bad"),
    ]


def test_a_line_that_is_drawn_carries_its_points():
    sets = json.loads((DATA / "triangles.json").read_text())["strict"]
    [known] = [one for one in sets if one["name"] == "convex4"]
    names = {tuple(point): name for point, name in zip(known["points"], "ABCD", strict=True)}
    points = " ".join(f"{x},{y}" for x, y in known["points"])
    position = find_game_class("triangles")(points=points).start()
    overlay = mark_values(position, solve(position, every_move=True).moves)
    assert {arrow.path: arrow.text for arrow in overlay.arrows} == {
        (names[tuple(start)], names[tuple(end)]): f"{value:+d}".replace("-", "−").replace("+0", "=")
        for start, end, value in known["first_moves"]
    }
    assert not overlay.marks


def test_an_unknown_value_is_not_marked():
    position = find_game_class("tictactoe")().start()
    overlay = mark_values(position, {"a1": GameValue(None, None), "b2": GameValue(1, None)})
    assert [(mark.spot, mark.text) for mark in overlay.marks] == [("b2", "+")]
    assert overlay.caption == "+: a win"
