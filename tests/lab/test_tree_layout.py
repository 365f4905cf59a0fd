"""Boxes of a tree: none touch, parents stand over the middle of their children."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.lab.tree_layout import Box, lay_out

ACROSS, DOWN = 10.0, 40.0

SHAPES = st.recursive(st.just([]), lambda below: st.lists(below, max_size=5), max_leaves=40)
SIZES = st.floats(1, 300, allow_nan=False)


@st.composite
def trees(draw):
    """The children of each name, and a box for each."""
    children: dict[str, list[str]] = {}
    boxes = {}

    def grow(shape, name):
        boxes[name] = Box(draw(SIZES), draw(SIZES))
        children[name] = [f"{name}.{number}" for number in range(len(shape))]
        for below, child in zip(shape, children[name], strict=True):
            grow(below, child)

    grow(draw(SHAPES), "0")
    return children, boxes


def edges(name, boxes, layout):
    place, box = layout.places[name], boxes[name]
    return place.x - box.width / 2, place.x + box.width / 2, place.y, place.y + box.height


@given(trees())
def test_no_boxes_come_near_each_other(drawn):
    children, boxes = drawn
    layout = lay_out("0", children, boxes, ACROSS, DOWN)
    names = sorted(boxes)
    for number, one in enumerate(names):
        left, right, top, bottom = edges(one, boxes, layout)
        for other in names[number + 1 :]:
            left2, right2, top2, bottom2 = edges(other, boxes, layout)
            beside = right + ACROSS <= left2 + 0.01 or right2 + ACROSS <= left + 0.01
            below = bottom + DOWN <= top2 + 0.01 or bottom2 + DOWN <= top + 0.01
            assert beside or below, (one, other)


@given(trees())
def test_parents_are_centred_over_their_children_who_stand_in_order(drawn):
    children, boxes = drawn
    places = lay_out("0", children, boxes, ACROSS, DOWN).places
    for name, family in children.items():
        xs = [places[child].x for child in family]
        assert xs == sorted(xs)
        if family:
            assert places[name].x == pytest.approx((xs[0] + xs[-1]) / 2)
            assert len({places[child].y for child in family}) == 1


@given(trees())
def test_all_boxes_lie_within_the_picture(drawn):
    children, boxes = drawn
    layout = lay_out("0", children, boxes, ACROSS, DOWN)
    for name in boxes:
        left, right, top, bottom = edges(name, boxes, layout)
        assert -0.01 <= left <= right <= layout.width + 0.01
        assert 0 <= top <= bottom <= layout.height + 0.01


@given(trees())
def test_a_subtree_looks_the_same_wherever_it_stands(drawn):
    """The rule of tidy drawings by which equal subtrees are seen to be equal."""
    children, boxes = drawn
    whole = lay_out("0", children, boxes, ACROSS, DOWN).places
    for child in children["0"]:
        alone = lay_out(child, children, boxes, ACROSS, DOWN).places
        for name, place in alone.items():
            shift = whole[child].x - alone[child].x
            assert whole[name].x == pytest.approx(place.x + shift)
