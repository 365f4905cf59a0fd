from __future__ import annotations

import json
import threading
from types import SimpleNamespace

import pytest

from plyground import Problem, game_names, load_game
from plyground.notebook import play


def play_last(state):
    """An agent as a function."""
    return state.moves[-1]


def test_an_agent_answers_a_move_that_was_clicked(open_page):
    game = play("tictactoe", play_last)
    page = open_page(game)
    assert page.request("/move", move="b2", ply=0) is None
    page.wait(lambda: len(game.moves) == 2)
    assert game.moves == ("b2", "c3")
    assert game.position == load_game("tictactoe").start().play_all("b2 c3")
    assert game.record.players == ("human", "play_last")
    assert game.record.moves == ("b2", "c3")


def test_the_agent_begins_if_the_player_is_second(open_page):
    game = play("tictactoe", play_last, side=1)
    page = open_page(game)
    page.wait(lambda: game.moves and game.state["thinking"] is None)
    assert game.moves == ("c3",)
    assert [player["kind"] for player in game.state["players"]] == ["agent", "human"]


def test_a_spec_names_an_agent_and_human_means_both_sides():
    game = play("tictactoe", "random:seed=1")
    game.play("b2")
    game.wait()
    assert len(game.moves) == 2
    both = play("tictactoe", "human")
    both.play("b2")
    both.play("a1")
    assert both.moves == ("b2", "a1")
    assert both.state["seats"] == [0, 1]


def test_an_illegal_move_is_refused_in_words(open_page):
    game = play("tictactoe", "human")
    page = open_page(game)
    page.request("/move", move="b2", ply=0)
    assert "b2" in page.request("/move", move="b2", ply=1)
    assert game.moves == ("b2",)


def test_a_click_in_a_position_that_is_gone_is_ignored(open_page):
    game = play("tictactoe", "human")
    page = open_page(game)
    page.request("/move", move="b2", ply=0)
    assert page.request("/move", move="a1", ply=0) is None
    assert game.moves == ("b2",)


def test_undo_leads_to_the_players_own_last_turn_and_stops_the_agent(open_page, players):
    hanging = players.hanging()
    game = play("tictactoe", hanging)
    page = open_page(game)
    page.request("/move", move="b2", ply=0)
    assert game.state["thinking"] == 1
    with pytest.raises(Problem, match="not your turn"):
        game.play("a1")
    page.request("/undo")
    assert game.moves == ()
    hanging.free.set()
    # The answer of a turn that was taken back is dropped.
    page.request("/move", move="a1", ply=0)
    page.wait(lambda: len(game.moves) == 2)
    assert game.moves[0] == "a1"


def test_a_new_game_begins_where_the_first_one_did(open_page):
    start = load_game("tictactoe").start().play_all("b2 a1")
    game = play(start, "human")
    page = open_page(game)
    assert not game.state["settings"]["undo"]
    page.request("/move", move="c3", ply=2)
    assert game.state["settings"]["undo"]
    page.request("/new")
    assert game.moves == ("b2", "a1")
    assert page.request("/undo")
    assert game.moves == ("b2", "a1")


@pytest.mark.parametrize("agent", [lambda state: "z9", lambda state: 1 // 0])
def test_an_agent_that_fails_loses_and_the_page_says_why(open_page, agent):
    game = play("tictactoe", agent)
    page = open_page(game)
    game.play("b2")
    page.wait(lambda: game.state["result"])
    assert game.state["result"]["winner"] == 0
    assert game.state["problem"]
    assert game.record.result.winner == 0


def test_the_kernel_is_free_while_an_agent_thinks(open_page, players):
    hanging = players.hanging()
    game = play("tictactoe", hanging)
    game.play("b2")
    assert not hanging.free.is_set()
    hanging.free.set()
    open_page(game).wait(lambda: len(game.moves) == 2)


def test_plain_python_plays_while_an_agent_is_compiled(open_page, monkeypatch, held_compilation):
    held_compilation.planned = threading.Event()
    held_compilation.planned.set()
    module = "plyground.notebook.play_widget.needs_compiling"
    monkeypatch.setattr(module, lambda agents, game: True)
    pool = SimpleNamespace(submit=lambda list_entries: held_compilation)
    monkeypatch.setattr("plyground.agents.warm_start.get_pool", lambda: pool)
    game = play("tictactoe", "engine:level=10,time=0.1")
    page = open_page(game)
    game.play("b2")
    page.wait(lambda: len(game.moves) == 2)
    assert game.state["warming_up"] == 40
    held_compilation.release()


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_shown_and_played(open_page, name):
    game = play(name, "human")
    page = open_page(game)
    first = game.position.moves[0]
    page.request("/move", move=first, ply=0)
    assert game.moves == (first,)
    json.dumps([game.state, game.board], allow_nan=False)
    shown = page.request("/api/positions", moves=[])
    assert shown["position"]["ply"] == 0
    assert game.state["position"]["ply"] == 1


def test_a_picture_is_shown_where_nothing_is_live():
    data, _ = play("tictactoe", "human")._repr_mimebundle_()
    assert data["image/svg+xml"].startswith("<svg")
    assert "application/vnd.jupyter.widget-view+json" in data


def test_a_widget_speaks_the_language_that_was_asked_for(open_page):
    game = play("tictactoe", "human", lang="ko")
    page = open_page(game)
    page.request("/move", move="b2", ply=0)
    assert "둘 수" in page.request("/move", move="b2", ply=1)
    assert game.words["web.new"] == "새 대국"
    with pytest.raises(Problem, match="There is no language"):
        play("tictactoe", lang="xx")


def test_what_cannot_be_played_is_a_sentence():
    with pytest.raises(Problem, match="is needed, not int"):
        play(7)
    with pytest.raises(Problem, match="Your side is 0"):
        play("tictactoe", side=2)
