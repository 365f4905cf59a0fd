"""What is kept of a search, and what is still known of what is not kept."""

from __future__ import annotations

import pytest

from plyground.classic import alphabeta, deepening, minimax
from plyground.games.registry import load_game
from plyground.lab.search_recorder import (
    RecordedNode,
    Recorder,
    find_principal_variation,
    walk_to_root,
)


def start(moves="b2 a1"):
    return load_game("tictactoe").start().play_all(moves)


def kept(recorder):
    waiting: list[RecordedNode] = list(recorder.roots)
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.children


@pytest.mark.parametrize("search", [minimax, alphabeta, deepening])
def test_events_are_counted_as_the_search_counts_them(search):
    recorder = Recorder()
    found = search(start(), 4, observer=recorder)
    assert recorder.count("enter", recorder.steps) == found.nodes
    assert recorder.count("leaf", recorder.steps) == found.leaves
    assert recorder.count("cut", recorder.steps) == found.cuts
    assert sum(root.size for root in recorder.roots) == found.nodes == len(list(kept(recorder)))


@pytest.mark.parametrize("most", [10, 60, 300])
def test_the_deepest_are_dropped_first_and_sizes_stay_right(most):
    everything, limited = Recorder(), Recorder(max_nodes=most)
    for recorder in (everything, limited):
        minimax(start(), 4, observer=recorder)
    sizes = {node.number: node.size for node in kept(everything)}
    kept_nodes = list(kept(limited))
    assert len(kept_nodes) <= most
    assert all(node.size == sizes[node.number] for node in kept_nodes)
    plies = {node.number: len(list(walk_to_root(node))) - 1 for node in kept(everything)}
    deepest = max(plies[node.number] for node in kept_nodes)
    assert {node.number for node in kept_nodes} == {n for n in plies if plies[n] <= deepest}


def test_sizes_grow_step_by_step():
    recorder = Recorder(max_nodes=10)
    alphabeta(start(), 4, observer=recorder)
    root = recorder.roots[0]
    for step in range(1, recorder.steps + 1, 7):
        assert recorder.size(root, step) == recorder.count("enter", step)
        parts = sum(recorder.size(child, step) for child in root.children)
        assert parts in (recorder.size(root, step) - 1, 0)


def test_the_line_of_best_play_is_that_of_the_answer():
    recorder = Recorder()
    found = alphabeta(start(), 5, observer=recorder)
    line = find_principal_variation(recorder.roots[0])
    assert tuple(node.action for node in line[1:]) == found.line
    assert find_principal_variation(recorder.roots[0], recorder.steps - 1) == []
