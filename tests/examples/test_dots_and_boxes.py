"""Dots and Boxes: rules, extra moves, exact values, and the owners of boxes in the picture."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import pyspiel
import pytest

from plyground import check_game, solve

Box = tuple[int, int]


def sides(box: Box) -> set[str]:
    """The four lines around a box, by name."""
    x, y = box
    letter, after = "abcdef"[x], "abcdef"[x + 1]
    return {
        f"{letter}{y + 1}-{after}{y + 1}",
        f"{letter}{y + 2}-{after}{y + 2}",
        f"{letter}{y + 1}-{letter}{y + 2}",
        f"{after}{y + 1}-{after}{y + 2}",
    }


@dataclass(frozen=True)
class Oracle:
    width: int
    height: int
    drawn: frozenset[str] = frozenset()
    lead: int = 0
    """Of the first player."""
    side: int = 0

    @property
    def boxes(self) -> list[Box]:
        return [(x, y) for x in range(self.width) for y in range(self.height)]

    @property
    def moves(self) -> list[str]:
        return sorted(set().union(*map(sides, self.boxes)) - self.drawn)

    def play(self, move: str) -> Oracle:
        drawn = self.drawn | {move}
        closed = sum(move in sides(box) and sides(box) <= drawn for box in self.boxes)
        if not closed:
            return replace(self, drawn=drawn, side=1 - self.side)
        return replace(self, drawn=drawn, lead=self.lead + (closed, -closed)[self.side])

    @property
    def result(self) -> int | None:
        return None if self.moves else self.lead


@pytest.mark.parametrize("size", [(4, 4), (1, 3), (5, 5), (3, 2)])
def test_moves_and_results_are_those_of_the_oracle(load_example, compare_random_games, size):
    game = load_example("dots_and_boxes", width=size[0], height=size[1])
    compare_random_games(game, Oracle(*size), 600)


@pytest.mark.parametrize("size", [(4, 4), (5, 5)])
def test_it_keeps_the_contract(load_example, size):
    game = load_example("dots_and_boxes", width=size[0], height=size[1])
    assert check_game(game, playouts=20).longest == 2 * size[0] * size[1] + sum(size)


def test_results_are_those_of_another_program(load_example):
    """There the horizontal lines come first, row by row, and then the vertical ones."""
    width, height = 3, 2
    game = load_example("dots_and_boxes", width=width, height=height)
    letters = "abcd"
    names = [
        f"{letters[x]}{y + 1}-{letters[x + 1]}{y + 1}"
        for y in range(height + 1)
        for x in range(width)
    ]
    names += [
        f"{letters[x]}{y + 1}-{letters[x]}{y + 2}" for y in range(height) for x in range(width + 1)
    ]
    spiel = pyspiel.load_game(
        f"dots_and_boxes(num_cols={width},num_rows={height},utility_margin=true)"
    )
    chooser = random.Random(1)
    for _ in range(40):
        ours, theirs = game.start(), spiel.new_initial_state()
        while not theirs.is_terminal():
            assert ours.side == theirs.current_player()
            action = chooser.choice(theirs.legal_actions())
            ours = ours.play(names[action])
            theirs.apply_action(action)
        assert ours.utility() == theirs.returns()[0]


@pytest.mark.parametrize(("size", "value"), [((1, 1), -1), ((2, 1), None), ((2, 2), 2)])
def test_brute_force_and_solver_agree(load_example, find_value, size, value):
    game = load_example("dots_and_boxes", width=size[0], height=size[1])
    found = solve(game.start()).value
    assert found == find_value(Oracle(*size))
    assert value in (None, found)


def test_the_second_player_wins_3_x_2_by_2(load_example):
    """The larger ones are in `bench/examples_exact.py`."""
    for width, height in ((3, 2), (2, 3)):
        game = load_example("dots_and_boxes", width=width, height=height)
        assert solve(game.start()).value == -2


def test_who_closes_a_box_draws_again_and_owns_it(load_example):
    game = load_example("dots_and_boxes", width=2, height=1)
    position = game.start().play_all("a1-b1 a2-b2 a1-a2")
    assert position.side == 1
    position = position.play("b1-b2")
    assert position.side == 1
    scene = game.draw(position)
    assert [(area.corners, area.side) for area in scene.areas] == [(("a1", "b1", "b2", "a2"), 1)]
    assert scene.score == (0, 1)
    assert len(scene.lines) == 4
