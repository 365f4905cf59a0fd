from __future__ import annotations

import pytest

from plyground import Problem, load_game
from plyground.notebook import explore


def test_the_position_follows_the_board(open_page):
    start = load_game("tictactoe").start()
    explorer = explore(start.play_all("b2 a1"))
    page = open_page(explorer)
    page.request("/move", move="c3", ply=2)
    assert explorer.moves == ("b2", "a1", "c3")
    page.request("/go", ply=1)
    assert explorer.position == start.play("b2")
    assert [each["move"] for each in explorer.state["moves"]] == ["b2", "a1", "c3"]
    assert [each["side"] for each in explorer.state["moves"]] == [0, 1, 0]


def test_the_same_move_again_keeps_the_line_and_another_one_begins_a_new_one(open_page):
    explorer = explore("tictactoe")
    page = open_page(explorer)
    explorer.play("b2", "a1", "c3")
    page.request("/go", ply=0)
    page.request("/move", move="b2", ply=0)
    assert len(explorer.state["moves"]) == 3
    page.request("/move", move="a2", ply=1)
    assert [each["move"] for each in explorer.state["moves"]] == ["b2", "a2"]
    assert "a2" in page.request("/move", move="a2", ply=2)


def test_a_line_of_the_engine_is_played_at_once(open_page):
    explorer = explore("tictactoe")
    page = open_page(explorer)
    page.request("/line", moves=["b2", "a1"], ply=0)
    assert explorer.moves == ("b2", "a1")
    page.request("/line", moves=["c3"], ply=0)
    assert explorer.moves == ("b2", "a1")


def test_the_engine_reports_lines_and_the_chance_of_winning(open_page):
    # Side 0 wins by a3, whatever else is on the board.
    explorer = explore(load_game("tictactoe").start().play_all("a1 b1 a2 b2"))
    page = open_page(explorer)
    page.analyse(type="analyse", ask=7, moves=["a1", "b1", "a2", "b2"], lines=2, seconds=60)
    done = page.wait(lambda: page.find_report("done"))
    assert done["ask"] == 7
    assert done["lines"][0]["moves"] == ("a3",)
    assert done["first"] == 1.0


def test_an_analysis_without_end_stops_when_it_is_told_to(open_page):
    explorer = explore(load_game("gomoku").start())
    page = open_page(explorer)
    page.analyse(type="analyse", ask=1, moves=[], lines=1, endless=True)
    page.wait(lambda: page.find_report("depth"))
    page.analyse(type="stop")
    # The next one runs only when the first one has ended.
    page.analyse(type="analyse", ask=2, moves=["h8"], lines=1, seconds=0.1)
    assert page.wait(lambda: page.find_report("done"))["ask"] == 2


def test_a_finished_game_needs_no_engine(open_page):
    over = load_game("tictactoe").start().play_all("a1 b1 a2 b2 a3")
    explorer = explore(over)
    page = open_page(explorer)
    page.analyse(type="analyse", ask=1, moves=list(over.line), lines=1, seconds=1)
    assert page.wait(lambda: page.find_report("done"))["first"] == 1.0


def test_overlays_of_the_game_are_offered_and_drawn(open_page):
    explorer = explore("kamisado")
    overlay = explorer.overlays[0]
    shown = open_page(explorer).request("/api/overlays", moves=["d1-d6"], overlay=overlay["name"])
    assert shown["marks"] or shown["arrows"]


def test_an_agent_that_does_not_search_is_refused():
    with pytest.raises(Problem, match="random"):
        explore("tictactoe", "random")
