"""Traced searches as JSON for the lab page, which draws them and knows no algorithm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from plyground.games.drawing.svg import draw_miniature
from plyground.games.position import Position
from plyground.lab.node_box import BLANK, FONTS, INNER, LEAF, PADDING, SYMBOL_WIDTH
from plyground.lab.quiz import AnswerMark
from plyground.lab.search_tree import Node, SearchTree
from plyground.lab.timeline import Timeline
from plyground.lab.trace import Trace
from plyground.lab.tree_captions import (
    describe_search,
    describe_step,
    find_step_number,
    format_number,
    summarise,
)
from plyground.lab.tree_layout import Box

View = dict[str, Any]
Marks = Mapping[str, Mapping[str, AnswerMark]]

EVENTS = ("enter", "leaf", "window", "cut", "value")

CARD: View = {
    "faces": {kind: vars(face).copy() for kind, face in FONTS.items()},
    "padding": PADDING,
    "sign": SYMBOL_WIDTH,
    "blank": vars(BLANK).copy(),
    "inner": vars(INNER).copy(),
    "leaf": vars(LEAF).copy(),
}
"""Fonts and sizes of a node's box: the page must use those with which the layout was computed."""


def make_trace_view(trace: Trace) -> View:
    """A whole search: its events with their captions, and its totals."""
    algorithm, found = trace.search.algorithm, trace.found
    kinds = [kind for kind in EVENTS if algorithm != "minimax" or kind not in ("window", "cut")]
    return {
        **trace.search.setup.as_json(),
        "heading": describe_search(trace.search.setup),
        "steps": trace.steps,
        "events": trace.recorder.letters,
        "told": {kind[0]: describe_step(algorithm, kind) for kind in kinds},
        "numbers": {kind[0]: find_step_number(algorithm, kind) for kind in kinds},
        "rounds": [one.as_json() for one in trace.rounds],
        "nodes": found.nodes,
        "leaves": found.leaves,
        "cuts": found.cuts,
        "value": format_number(found.value),
        "line": [str(action) for action in found.line],
    }


def make_timeline_view(film: Timeline) -> View:
    """A timeline with thumbnails of its positions."""
    pictures = _make_pictures((strip.node for strip in film.nodes), film.board)
    return {**film.as_json(), "card": CARD, **pictures}


def make_quiz_view(tree: SearchTree) -> View:
    """A tree to be filled in."""
    labels = {node.id: node.action or getattr(node.position, "name", "") for node in tree.nodes}
    return {
        **tree.as_json(),
        "heading": describe_search(tree.setup),
        "task": " ".join(summarise(tree)),
        "labels": labels,
        "texts": {
            node.id: format_number(node.value) for node in tree.nodes if node.value is not None
        },
        "card": CARD,
        **_make_pictures(tree.nodes, tree.board),
    }


def make_marks_view(trace: Trace, tree: SearchTree, marks: Marks, reveal: bool) -> View:
    """Marks of the answers, and how many fields are still empty."""
    given = [mark for fields in marks.values() for mark in fields.values()]
    right = sum(mark.right for mark in given)
    return {
        "marks": {
            id: {field: _make_mark(mark, reveal) for field, mark in fields.items()}
            for id, fields in marks.items()
        },
        "right": right,
        "wrong": len(given) - right,
        "open": _count_open(trace, tree, marks),
    }


def _make_mark(mark: AnswerMark, reveal: bool) -> View:
    if not reveal:
        return {"right": mark.right}
    answer = mark.answer
    is_number = answer is not None and not isinstance(answer, bool)
    return {
        "right": mark.right,
        "answer": answer if isinstance(answer, bool) else None,
        "text": format_number(float(answer)) if is_number and answer is not None else "",
    }


def _count_open(trace: Trace, tree: SearchTree, marks: Marks) -> int:
    """Count unanswered fields: values and windows of visited nodes, and branches to cross out."""
    truth = trace.check({node.id: {"cut": True} for node in tree.nodes})
    is_cut = {id: fields["cut"].right for id, fields in truth.items()}
    count = 0
    for node in tree.nodes:
        given = marks.get(node.id, {})
        if not is_cut[node.id]:
            count += sum(field not in given for field in node.asks)
        elif not is_cut[str(node.parent)]:
            count += "cut" not in given
    return count


def _make_pictures(nodes: Iterable[Node], board: Box | None) -> View:
    """Thumbnails of the positions: shared backgrounds, and the pieces of each."""
    grounds: dict[str, int] = {}
    figures: dict[str, View] = {}
    for node in nodes:
        if board is None or not isinstance(node.position, Position):
            continue
        drawn = draw_miniature(node.position.scene)
        figures[node.id] = {
            "ground": grounds.setdefault(drawn.board, len(grounds)),
            "figures": drawn.pieces,
            "scale": round(board.width / drawn.width, 4),
        }
    return {"grounds": list(grounds), "pictures": figures}
