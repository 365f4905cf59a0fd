"""Certificates, and a checker that knows the rules and nothing else."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from plyground import Game, load_game
from plyground.core.certificate import Certificate, certify
from plyground.core.contract import Vector
from plyground.core.limits import Stop
from plyground.core.solver import Solver
from plyground.core.values import LOSS, MARGIN, ONGOING, WIN, is_margin

DATA = Path(__file__).parents[1] / "data"


def solver_for(game: Game, memory: float = 16) -> Solver:
    return Solver(game.rules, game.native(), memory)


def holds(game: Game, state: Vector, certificate: Certificate) -> bool:
    """Does the strategy keep its promise in every game that can follow?"""
    rules = game.rules
    moves_in, play, outcome_of = (game.kernel(name) for name in ("moves", "play", "outcome"))
    fine: set[tuple[bytes, int]] = set()

    def good_end(code: int, side: int) -> bool:
        value = code - MARGIN if is_margin(code) else {WIN: 1, LOSS: -1}.get(code, 0)
        return (value if side == certificate.side else -value) >= certificate.value

    def keeps(state: Vector, left: int) -> bool:
        name = state.tobytes()
        if (name, left) in fine:
            return True
        code = outcome_of(state, rules.tables)
        out = np.zeros(rules.branching, np.int64)
        count = moves_in(state, out, rules.tables) if code == ONGOING else 0
        if count == 0:
            return good_end(code, int(state[0]))
        if left == 0:
            return False
        moves = out[:count].tolist()
        if state[0] == certificate.side:
            if certificate.moves.get(name) not in moves:
                return False
            moves = [certificate.moves[name]]
        for move in moves:
            child = state.copy()
            play(child, move, rules.tables)
            if not keeps(child, left - 1):
                return False
        fine.add((name, left))
        return True

    # No game here lasts a thousand plies.
    return keeps(state, 1_000 if certificate.plies is None else certificate.plies)


def spoilt(solver: Solver, certificate: Certificate, chance: Random) -> Certificate | None:
    """The same with one move changed, to one after which best play gives less than promised."""
    names = list(certificate.moves)
    chance.shuffle(names)
    for name in names:
        state = np.frombuffer(name, np.int64).copy()
        for move, worth in solver.solve_moves(state, Stop(), distance=False).moves.items():
            assert worth.value is not None
            if worth.value < certificate.value:
                return replace(certificate, moves={**certificate.moves, name: move})
    return None


def check(game: Game, state: Vector, distance: bool = True) -> int:
    """Certificates of a position are accepted, and rejected when spoilt; how often that was."""
    solver = solver_for(game)
    certificates = certify(solver, state, Stop(), distance)
    assert certificates
    value = solver.solve(state, Stop()).value
    chance = Random(7)
    spoils = 0
    for certificate in certificates:
        assert certificate.value == (value if certificate.side == state[0] else -value)
        assert holds(game, state, certificate)
        for _ in range(3):
            wrong = spoilt(solver, certificate, chance)
            if wrong is not None:
                assert not holds(game, state, wrong)
                spoils += 1
    return spoils


@pytest.mark.parametrize("moves", ["", "a1", "a1 b1", "b2 a1 c3", "a1 b2 c3 b1"])
def test_tictactoe(moves: str):
    game = load_game("tictactoe")
    assert check(game, game.start().play_all(moves).state) >= 3


@pytest.mark.parametrize("distance", [True, False])
def test_the_first_player_wins_on_a_wider_board(distance: bool):
    game = load_game("tictactoe", width=4, height=3)
    solver = solver_for(game)
    certificates = certify(solver, game.rules.start, Stop(), distance)
    assert certificates is not None
    [certificate] = certificates
    assert (certificate.side, certificate.value) == (0, 1)
    assert (certificate.plies is not None) == distance
    assert check(game, game.rules.start, distance) >= 3


def test_a_promise_of_fewer_plies_than_needed_is_rejected():
    game = load_game("tictactoe", width=4, height=3)
    [certificate] = certify(solver_for(game), game.rules.start, Stop()) or ()
    assert certificate.plies is not None
    assert not holds(game, game.rules.start, replace(certificate, plies=certificate.plies - 1))


def test_a_strategy_with_a_gap_is_rejected():
    game = load_game("tictactoe")
    for certificate in certify(solver_for(game), game.rules.start, Stop()) or ():
        name = Random(1).choice(list(certificate.moves))
        rest = {other: move for other, move in certificate.moves.items() if other != name}
        assert not holds(game, game.rules.start, replace(certificate, moves=rest))


def test_too_high_a_promise_is_rejected():
    game = load_game("triangles", n=6, seed=1)
    for certificate in certify(solver_for(game), game.rules.start, Stop()) or ():
        wrong = replace(certificate, value=certificate.value + 1)
        assert holds(game, game.rules.start, certificate)
        assert not holds(game, game.rules.start, wrong)


@pytest.mark.parametrize("extra_move", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_margins(seed: int, extra_move: bool):
    game = load_game("triangles", n=6, seed=seed, extra_move=extra_move)
    check(game, game.rules.start)


def test_wins_and_losses_with_symmetry_and_foresight():
    game = load_game("kamisado")
    spoils = 0
    entries = json.loads((DATA / "kamisado.json").read_text())["positions"]
    for entry in [entry for entry in entries if entry["plies"] <= 10][::6]:
        state = game.position(entry["position"]).state
        spoils += check(game, state)
        [certificate] = certify(solver_for(game), state, Stop()) or ()
        assert certificate.plies == entry["plies"]
    assert spoils >= 10


def test_the_start_of_kamisado_is_a_win_in_17_plies():
    game = load_game("kamisado")
    [certificate] = certify(solver_for(game, 256), game.rules.start, Stop()) or ()
    assert (certificate.side, certificate.value, certificate.plies) == (0, 1, 17)
    assert holds(game, game.rules.start, certificate)


def test_a_table_that_forgets_gives_true_certificates_too():
    game = load_game("tictactoe", width=4, height=3)
    state = game.start().play_all("a1 b1 c2").state
    certificates = certify(solver_for(game, memory=0.0005), state, Stop())
    assert certificates
    assert all(holds(game, state, certificate) for certificate in certificates)


def test_there_is_no_certificate_from_a_stopped_solver():
    game = load_game("triangles", layout="general", n=12, seed=1)
    with Stop(0.3) as stop:
        assert certify(solver_for(game), game.rules.start, stop) is None
