"""Nim: rules, and who wins by Bouton's theory."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import reduce
from operator import xor

import pytest

from plyground import Problem, check_game, solve
from plyground.locale import override_language


@dataclass(frozen=True)
class Oracle:
    """The sticks of each heap."""

    heaps: tuple[int, ...]
    misere: bool = False
    side: int = 0

    @property
    def moves(self) -> list[str]:
        return [
            f"{'abcdefgh'[heap]}{stick}"
            for heap, size in enumerate(self.heaps)
            for stick in range(1, size + 1)
        ]

    def play(self, move: str) -> Oracle:
        heaps = list(self.heaps)
        heaps["abcdefgh".index(move[0])] = int(move[1:]) - 1
        return Oracle(tuple(heaps), self.misere, 1 - self.side)

    @property
    def result(self) -> int | None:
        if any(self.heaps):
            return None
        took_last = 1 - self.side
        winner = 1 - took_last if self.misere else took_last
        return 1 if winner == 0 else -1


def wins(heaps: list[int], misere: bool) -> bool:
    """Does the side to move win? C. L. Bouton, Nim, a game with a complete mathematical theory,
    Annals of Mathematics 3 (1902)."""
    balance = reduce(xor, heaps)
    if misere and max(heaps) <= 1:
        return balance == 0
    return balance != 0


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heaps", [(3, 4, 5), (1, 3, 5, 7), (12,), (1,) * 8, (12, 1, 12)])
def test_moves_and_results_are_those_of_the_oracle(
    load_example, compare_random_games, heaps, misere
):
    game = load_example("nim", heaps=" ".join(map(str, heaps)), misere=misere)
    compare_random_games(game, Oracle(heaps, misere), 500)


@pytest.mark.parametrize("options", [{}, {"misere": True}, {"heaps": "2 2 9 1 1"}, {"heaps": "1"}])
def test_it_keeps_the_contract(load_example, options):
    game = load_example("nim", **options)
    assert check_game(game, playouts=20).widest == sum(game.heaps)


@pytest.mark.parametrize("misere", [False, True])
def test_the_solver_finds_who_wins_by_theory(load_example, misere):
    chooser = random.Random(5)
    for _ in range(15):
        heaps = [chooser.randint(1, 5) for _ in range(chooser.randint(1, 4))]
        game = load_example("nim", heaps=" ".join(map(str, heaps)), misere=misere)
        expected = 1 if wins(heaps, misere) else -1
        assert solve(game.start(), distance=False).value == expected, heaps


def test_brute_force_agrees_with_the_theory(find_value):
    """So the theory is written down rightly."""
    for misere in (False, True):
        for heaps in ([1], [1, 1], [2, 2], [1, 2, 3], [2, 3, 4], [1, 1, 1, 2]):
            expected = 1 if wins(heaps, misere) else -1
            assert find_value(Oracle(tuple(heaps), misere)) == expected, heaps


@pytest.mark.parametrize("heaps", ["", "0 3", "3, 4", "13", "1 " * 9, "three"])
def test_heaps_that_cannot_be_are_refused_in_a_sentence(load_example, heaps):
    with pytest.raises(Problem, match="numbers from 1 to 12"):
        load_example("nim", heaps=heaps)
    with (
        override_language("ko"),
        pytest.raises(Problem, match="1부터 12까지의 수를 8개까지 쓰세요"),
    ):
        load_example("nim", heaps=heaps)
