"""The atlas of Triangles beside values that other programs found."""

from __future__ import annotations

import json
from pathlib import Path

from plyground.games.registry import find_game_class
from plyground.solving.atlas import load_atlas

DATA = Path(__file__).parents[1] / "data"


def test_point_sets_of_triangles_are_worth_what_other_programs_found():
    known = json.loads((DATA / "triangles.json").read_text(encoding="utf-8"))
    convex = {
        (len(entry.options["points"].split()), "extra_move" in entry.options): entry.value
        for entry in load_atlas(find_game_class("triangles"))
        if entry.options["points"].startswith("0,0 1,1 2,4")
    }
    for entry in known["strict"]:
        if entry["name"].startswith("convex"):
            assert convex[len(entry["points"]), False] == entry["value"]
    for size, value in known["extra_move_convex"].items():
        assert convex[int(size), True] == value
    assert {size for size, _ in convex} == set(range(3, 13))


def test_convex_points_with_extra_moves_are_worth_what_is_proven_of_them():
    """Aichholzer et al., Games on Triangulations, Theoretical Computer Science 343 (2005): an odd
    number of points is won by the first player, and an even one is a tie."""
    found = [
        (len(entry.options["points"].split()), entry.value)
        for entry in load_atlas(find_game_class("triangles"))
        if entry.options["points"].startswith("0,0 1,1 2,4") and "extra_move" in entry.options
    ]
    assert len(found) == 10
    for size, value in found:
        assert (value > 0) == (size % 2 == 1)
        assert value >= 0


def test_there_is_an_entry_for_each_order_type():
    """As many as are known for 3 to 7 points: 1, 2, 3, 16, 135."""
    sizes = [
        len(entry.options["points"].split())
        for entry in load_atlas(find_game_class("triangles"))
        if "extra_move" not in entry.options
    ]
    # One of each is the convex one, which is there anyway, in its own coordinates.
    assert [sizes.count(size) - 1 for size in range(3, 8)] == [1, 2, 3, 16, 135]
