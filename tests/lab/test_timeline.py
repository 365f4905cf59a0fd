"""A film shows at every step what the tree of that step shows, and nothing in it ever moves."""

from __future__ import annotations

import json

import pytest

from plyground.games.registry import load_game
from plyground.lab.trace import trace
from plyground.lab.tree_notation import read_tree
from plyground.locale import Problem

BOOK = "(3 12 8) (2 4 6) (14 5 2)"


def late(moves="b2 a1 c1 a3 a2"):
    return load_game("tictactoe").start().play_all(moves)


def frame_at(strip, step):
    return next((frame for frame in reversed(strip.frames) if frame.step <= step), None)


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "negamax", "deepening"])
def test_frames_are_what_the_tree_shows_at_each_step(algorithm):
    traced = trace(late(), algorithm, 3)
    for step in range(1, traced.steps + 1):
        film = traced.film(step, limit=2_000)
        tree = traced.tree(step, limit=2_000)
        assert film.first <= step <= film.last
        assert film.round == tree.round
        frames = {strip.node.id: frame_at(strip, step) for strip in film.strips}
        shown = {id: frame.node for id, frame in frames.items() if frame is not None}
        assert shown.keys() == {node.id for node in tree.nodes}
        for node in tree.nodes:
            seen = shown[node.id]
            told = (seen.state, seen.entry, seen.now, seen.value, seen.leaf, seen.cut, seen.lines)
            assert told == (
                node.state, node.entry, node.now, node.value, node.leaf, node.cut, node.lines,
            )  # fmt: skip


def test_each_event_begins_a_frame_of_its_own_node():
    traced = trace(late("b2 a1"), "alphabeta", 4)
    for step in range(1, traced.steps + 1, 7):
        strips = traced.film(step, limit=20).strips
        happened = [
            strip
            for strip in strips
            if strip.node.entered is not None and any(frame.step == step for frame in strip.frames)
        ]
        assert len(happened) == 1, step


def test_no_box_is_too_small_for_any_of_its_frames():
    from plyground.lab.node_box import measure

    film = trace(late(), "alphabeta", 3).film()
    for strip in film.strips:
        for frame in strip.frames:
            box = measure(frame.node, film.board)
            assert box.width <= strip.node.width
            assert box.height <= strip.node.height


def test_a_tree_written_by_hand_is_known_ahead():
    film = trace(read_tree(BOOK)).film()
    ahead = {strip.node.position.name: frame_at(strip, 0).as_json() for strip in film.strips}
    assert {name: frame["text"] for name, frame in ahead.items() if frame["text"]} == {
        "b1": "3", "b2": "12", "b3": "8", "c1": "2", "c2": "4", "c3": "6",
        "d1": "14", "d2": "5", "d3": "2",
    }  # fmt: skip
    assert {frame["state"] for frame in ahead.values()} == {"ahead"}
    names = {strip.node.id: strip.node.position.name for strip in film.strips}
    assert [names[id] for id in film.line] == ["A", "B", "b1"]
    best = {names[strip.node.id]: strip.best and names[strip.best] for strip in film.strips}
    assert {name: best[name] for name in "ABCD"} == {"A": "B", "B": "b1", "C": "c1", "D": "d3"}


def test_a_game_is_not_known_ahead():
    film = trace(late(), "alphabeta", 3).film()
    assert all(frame_at(strip, 0) is None for strip in film.strips)


def test_unfolding_shows_all_children():
    traced = trace(load_game("tictactoe").start(), "minimax", 2)
    few = traced.film(limit=10)
    stub = next(strip.node for strip in few.strips if strip.node.openable)
    many = traced.film(limit=10, expanded=[stub.parent])
    shown = [strip for strip in many.strips if strip.node.parent == stub.parent]
    assert len(shown) == (9 if stub.parent == "0" else 8)


def test_a_crowd_is_refused():
    traced = trace(load_game("tictactoe").start(), "minimax", 2)
    ids = ["0", *(f"0.{place}" for place in range(9))]
    with pytest.raises(Problem, match="More than 50 nodes"):
        traced.film(limit=20, expanded=ids, most=50)


def test_a_film_is_json():
    json.dumps(trace(late(), "deepening", 2).film(3).as_json(), allow_nan=False)


def test_the_events_can_be_had_in_a_row():
    traced = trace(read_tree("(1 2) (0 5)"))
    assert traced.recorder.letters == "eeelwelvweelcvv"
