"""Kalah: rules, exact values, and the seeds in the picture."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pyspiel
import pytest

from plyground import check_game, solve


@dataclass(frozen=True)
class Oracle:
    """A ring: the pits of the first player, the store, the pits of the second, the store."""

    ring: tuple[int, ...]
    side: int = 0

    @classmethod
    def start(cls, pits: int, seeds: int) -> Oracle:
        return cls((*(seeds,) * pits, 0) * 2)

    @property
    def pits(self) -> int:
        return len(self.ring) // 2 - 1

    def places(self, side: int) -> range:
        first = side * (self.pits + 1)
        return range(first, first + self.pits)

    @property
    def moves(self) -> list[str]:
        own = enumerate(self.places(self.side), 1)
        return [f"{'ab'[self.side]}{number}" for number, place in own if self.ring[place]]

    def play(self, move: str) -> Oracle:
        ring, own = list(self.ring), self.places(self.side)
        store, others_store = own.stop, self.places(1 - self.side).stop
        place = own[int(move[1:]) - 1]
        seeds, ring[place] = ring[place], 0
        while seeds:
            place = (place + 1) % len(ring)
            if place != others_store:
                ring[place] += 1
                seeds -= 1
        opposite = 2 * self.pits - place
        if place in own and ring[place] == 1 and ring[opposite]:
            ring[store] += ring[place] + ring[opposite]
            ring[place] = ring[opposite] = 0
        return Oracle(tuple(ring), self.side if place == store else 1 - self.side)

    @property
    def result(self) -> int | None:
        rows = [[self.ring[place] for place in self.places(side)] for side in (0, 1)]
        if all(map(any, rows)):
            return None
        first, second = (sum(rows[side]) + self.ring[self.places(side).stop] for side in (0, 1))
        return first - second


@pytest.mark.parametrize("size", [(6, 4), (3, 3), (4, 9), (1, 5), (9, 2)])
def test_moves_and_results_are_those_of_the_oracle(load_example, compare_random_games, size):
    game = load_example("kalah", pits=size[0], seeds=size[1])
    compare_random_games(game, Oracle.start(*size), 700)


@pytest.mark.parametrize("size", [(6, 4), (2, 9)])
def test_it_keeps_the_contract(load_example, size):
    game = load_example("kalah", pits=size[0], seeds=size[1])
    assert check_game(game, playouts=20).widest == size[0]


def test_games_are_those_of_another_program(load_example):
    game, spiel = load_example("kalah"), pyspiel.load_game("mancala")
    chooser = random.Random(1)
    for _ in range(40):
        ours, theirs = game.start(), spiel.new_initial_state()
        while not theirs.is_terminal():
            assert ours.side == theirs.current_player()
            first = 1 if ours.side == 0 else 8
            actions = {f"{'ab'[ours.side]}{one - first + 1}": one for one in theirs.legal_actions()}
            assert sorted(ours.moves) == sorted(actions)
            move = chooser.choice(ours.moves)
            ours = ours.play(move)
            theirs.apply_action(actions[move])
        won = ours.utility()
        assert theirs.returns()[0] == (won > 0) - (won < 0)


@pytest.mark.parametrize(("size", "value"), [((2, 3), None), ((3, 2), None), ((3, 3), 2)])
def test_brute_force_and_solver_agree(load_example, find_value, size, value):
    found = solve(load_example("kalah", pits=size[0], seeds=size[1]).start()).value
    assert found == find_value(Oracle.start(*size))
    assert value in (None, found)


def test_the_first_player_wins_kalah_4_3_by_6(load_example):
    assert solve(load_example("kalah", pits=4, seeds=3).start()).value == 6


def test_the_last_seed_in_the_store_gives_another_move(load_example):
    again = load_example("kalah").start().play("a3")
    assert again.side == 0
    assert again.play("a6").side == 1


def test_the_last_seed_in_an_empty_own_pit_captures_those_opposite(load_example):
    game = load_example("kalah")
    position = game.start().play_all("a6 b3 a2")  # a6 is empty, and five lie in b1
    counts = {pit.spot: pit.count for pit in game.draw(position).pits}
    assert (counts["A"], counts["a6"], counts["b1"]) == (7, 0, 0)
    assert sum(counts.values()) == 48
    assert position.side == 1
