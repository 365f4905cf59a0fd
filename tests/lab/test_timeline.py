"""A timeline shows at every step what the tree of that step shows, and no box ever moves."""

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


def frame_at(track, step):
    return next((frame for frame in reversed(track.frames) if frame.step <= step), None)


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "negamax", "deepening"])
def test_frames_are_what_the_tree_shows_at_each_step(algorithm):
    traced = trace(late(), algorithm, 3)
    for step in range(1, traced.steps + 1):
        film = traced.timeline(step, limit=2_000)
        tree = traced.tree(step, limit=2_000)
        assert film.first <= step <= film.last
        assert film.round == tree.round
        frames = {track.node.id: frame_at(track, step) for track in film.nodes}
        shown = {id: frame.node for id, frame in frames.items() if frame is not None}
        assert shown.keys() == {node.id for node in tree.nodes}
        for node in tree.nodes:
            seen = shown[node.id]
            shown_state = (
                seen.state,
                seen.entry,
                seen.now,
                seen.value,
                seen.leaf,
                seen.cut,
                seen.lines,
            )
            assert shown_state == (
                node.state, node.entry, node.now, node.value, node.leaf, node.cut, node.lines,
            )  # fmt: skip


def test_each_event_begins_a_frame_of_its_own_node():
    traced = trace(late("b2 a1"), "alphabeta", 4)
    for step in range(1, traced.steps + 1, 7):
        tracks = traced.timeline(step, limit=20).nodes
        happened = [
            track
            for track in tracks
            if track.node.entered is not None and any(frame.step == step for frame in track.frames)
        ]
        assert len(happened) == 1, step


def test_no_box_is_too_small_for_any_of_its_frames():
    from plyground.lab.node_box import measure

    film = trace(late(), "alphabeta", 3).timeline()
    for track in film.nodes:
        for frame in track.frames:
            box = measure(frame.node, film.board)
            assert box.width <= track.node.width
            assert box.height <= track.node.height


def test_a_tree_written_by_hand_is_known_ahead():
    film = trace(read_tree(BOOK)).timeline()
    ahead = {track.node.position.name: frame_at(track, 0).as_json() for track in film.nodes}
    assert {name: frame["text"] for name, frame in ahead.items() if frame["text"]} == {
        "b1": "3", "b2": "12", "b3": "8", "c1": "2", "c2": "4", "c3": "6",
        "d1": "14", "d2": "5", "d3": "2",
    }  # fmt: skip
    assert {frame["state"] for frame in ahead.values()} == {"ahead"}
    names = {track.node.id: track.node.position.name for track in film.nodes}
    assert [names[id] for id in film.line] == ["A", "B", "b1"]
    best = {names[track.node.id]: track.best and names[track.best] for track in film.nodes}
    assert {name: best[name] for name in "ABCD"} == {"A": "B", "B": "b1", "C": "c1", "D": "d3"}


def test_a_game_is_not_known_ahead():
    film = trace(late(), "alphabeta", 3).timeline()
    assert all(frame_at(track, 0) is None for track in film.nodes)


def test_unfolding_shows_all_children():
    traced = trace(load_game("tictactoe").start(), "minimax", 2)
    few = traced.timeline(limit=10)
    stub = next(track.node for track in few.nodes if track.node.openable)
    many = traced.timeline(limit=10, expanded=[stub.parent])
    shown = [track for track in many.nodes if track.node.parent == stub.parent]
    assert len(shown) == (9 if stub.parent == "0" else 8)


def test_too_many_boxes_are_a_problem():
    traced = trace(load_game("tictactoe").start(), "minimax", 2)
    ids = ["0", *(f"0.{place}" for place in range(9))]
    with pytest.raises(Problem, match="More than 50 nodes"):
        traced.timeline(limit=20, expanded=ids, max_boxes=50)


def test_a_timeline_is_json():
    json.dumps(trace(late(), "deepening", 2).timeline(3).as_json(), allow_nan=False)


def test_the_events_can_be_had_in_a_row():
    traced = trace(read_tree("(1 2) (0 5)"))
    assert traced.recorder.letters == "eeelwelvweelcvv"
