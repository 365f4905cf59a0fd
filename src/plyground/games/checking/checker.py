"""`check_game`: checks a game against the contract by random and directed games.

The order matters. The kernels run as plain Python first (`check_plain`), with every index checked,
so that an error in one is reported in a sentence; as native code, where it could crash the process,
they run after that (`check_native`).

What breaks the contract is a `Problem`. What only looks wrong (a game may be meant that way) is a
suspicion: a sentence in the report.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from time import monotonic

import numpy as np

from plyground.core.contract import Rules
from plyground.games.checking.conformance import Conformance
from plyground.games.checking.piece_checks import PieceChecks, suspect_margins
from plyground.games.checking.random_games import (
    POLICIES,
    SampledPosition,
    find_winner,
    locate_problems,
    play_game,
)
from plyground.games.checking.sandbox import NativeSandbox, PlainSandbox, Sandbox
from plyground.games.checking.scene_checks import check_scenes
from plyground.games.checking.sign_checks import (
    EvaluationChecks,
    suspect_results,
    suspect_scale,
)
from plyground.games.checking.state_checks import StateChecks
from plyground.games.game import Game
from plyground.locale import Problem, Sentence, say

# Comparing more positions than this would hardly find more.
_MAX_COMPARED = 200
_MIN_COMPARED = 5
_GAMES_DRAWN = 3

Games = Sequence[Sequence[SampledPosition]]


@dataclass(frozen=True)
class Report:
    """What was checked of a game that conforms to the contract."""

    game: str
    """The game with its settings, as it is written in Python."""
    kernels: tuple[str, ...]
    """The names of the kernels that it has."""
    is_native: bool
    """Did the kernels run as native code, too?"""
    playouts: int
    """Random games."""
    positions: int
    """Positions visited in these games."""
    compared: int
    """Positions in which every kernel ran twice: in plain Python and, if `is_native`, in native
    code."""
    longest: int
    """Plies of the longest game."""
    widest: int
    """Most legal moves in one position."""
    branching: int
    """Most legal moves that the rules allow for."""
    moves_seen: int
    """Different moves that were legal somewhere, of `move_limit`."""
    move_limit: int
    slots_seen: int
    """Slots of the state that took more than one value, of `slots`."""
    slots: int
    results: tuple[int, int, int]
    """Games won by the first side, won by the second, drawn."""
    seconds: float
    suspicions: tuple[Sentence, ...] = ()
    """What looks wrong, but may be meant."""

    def __str__(self) -> str:
        """The report in sentences, one per line."""
        first, second, drawn = self.results
        values = {
            **vars(self),
            "kernels": ", ".join(self.kernels),
            "seconds": f"{self.seconds:.1f}",
            "first": first,
            "second": second,
            "drawn": drawn,
        }
        keys = ("report", "native" if self.is_native else "plain", "covered", "results")
        lines = [say(f"check.{key}", **values) for key in keys]
        return "\n".join([*lines, *map(str, self.suspicions)])


def check_game(game: Game, playouts: int = 50, seed: int = 0, patience: float = 3.0) -> Report:
    """Check a game against the contract; raise a `Problem` for the first violation.

    `patience` is about how many seconds plain Python, the slow half, may take.
    """
    started = monotonic()
    plain = _make_plain_sandbox(game)
    _play_in_python(game, plain, Random(seed), playouts, patience / 2)
    return _check_native(game, plain, playouts, seed, patience / 2, started)


def check_plain(game: Game, playouts: int = 12, seed: int = 0, patience: float = 1.0) -> Report:
    """The half of `check_game` that compiles nothing and cannot crash the process: every kernel as
    plain Python, with every index checked. How far it gets in `patience` seconds depends on the
    machine; the report says how far it was.
    """
    started = monotonic()
    random = Random(seed)
    plain = _make_plain_sandbox(game)
    games = _play_in_python(game, plain, random, playouts, patience / 2)
    conformance = Conformance(game, plain, plain, random)
    deadline = monotonic() + patience / 4
    for one in games:
        if monotonic() < deadline:
            conformance.check_game(one)
    return _finish(conformance, plain, plain, games, random, patience / 4, started)


def check_native(game: Game, playouts: int = 50, seed: int = 0, patience: float = 1.5) -> Report:
    """The other half: native code against plain Python. Only `check_plain` makes it safe to run
    native code in this process."""
    return _check_native(game, _make_plain_sandbox(game), playouts, seed, patience, monotonic())


def _check_native(
    game: Game, plain: Sandbox, playouts: int, seed: int, patience: float, started: float
) -> Report:
    # How far plain Python got depends on the machine; what is played here does not.
    random = Random(seed)
    compiled, tables = game.native().compiled, np.array(game.rules.tables)
    present = game.kernels.present()
    native = NativeSandbox({name: compiled[name].native for name in present}, tables)
    conformance = Conformance(game, plain, native, random)
    games = []
    for number in range(playouts):
        policy = POLICIES[number % len(POLICIES)]
        games.append(list(play_game(game, native, random, policy)))
        conformance.check_game(games[-1])
    return _finish(conformance, plain, native, games, random, patience, started)


def _finish(
    conformance: Conformance,
    plain: Sandbox,
    native: Sandbox,
    games: Games,
    random: Random,
    patience: float,
    started: float,
) -> Report:
    """Check some of the positions of these games more closely, and report on all."""
    game = conformance.game
    samples = [sample for one in games for sample in one]
    compared = _compare_samples(game, conformance, samples, random, patience)
    pieces = PieceChecks()
    for one in games[:_GAMES_DRAWN]:
        check_scenes(game, one, random, pieces)
    observe = Conformance(game, plain, plain, random).observe
    states = StateChecks(game, plain, native, observe, random, monotonic() + patience / 2)
    suspicions = [
        *suspect_results(game.rules, games),
        *suspect_scale(game.rules),
        *pieces.suspect(),
        *suspect_margins(game, [one[-1] for one in games if one[-1].is_over]),
        *states.check(samples),
    ]
    evaluations = EvaluationChecks(game.rules, native, random, monotonic() + patience / 2)
    suspicions += evaluations.suspect(samples)
    report = _report(game, native is not plain, games, compared, monotonic() - started)
    return replace(report, suspicions=tuple(suspicions))


def _report(game: Game, is_native: bool, games: Games, compared: int, seconds: float) -> Report:
    samples = [sample for one in games for sample in one]
    states = np.array([sample.state for sample in samples])
    ends = [one[-1] for one in games if one[-1].is_over]
    winners = [find_winner(end) for end in ends]
    return Report(
        game=repr(game),
        kernels=tuple(game.kernels.present()),
        is_native=is_native,
        playouts=len(games),
        positions=len(samples),
        compared=compared,
        longest=max(sample.ply for sample in samples),
        widest=max(len(sample.moves) for sample in samples),
        branching=game.rules.branching,
        moves_seen=len({move for sample in samples for move in sample.moves}),
        move_limit=game.rules.move_limit,
        slots_seen=int(np.count_nonzero(np.any(states != states[0], axis=0))),
        slots=states.shape[1],
        results=(winners.count(0), winners.count(1), winners.count(None)),
        seconds=seconds,
    )


def _make_plain_sandbox(game: Game) -> PlainSandbox:
    rules = _build_rules(game)
    return PlainSandbox(rules.kernels.present(), rules.tables)


def _build_rules(game: Game) -> Rules:
    """The rules of a game; a `Problem` if their constructor rejects them."""
    try:
        return game.rules
    except Problem:
        raise
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise Problem("problem.check.build", game=repr(game), why=why) from error


def _play_in_python(
    game: Game, plain: Sandbox, random: Random, playouts: int, patience: float
) -> list[list[SampledPosition]]:
    """Games in plain Python, as many as there is patience for; the last may be cut short."""
    deadline = monotonic() + patience
    games: list[list[SampledPosition]] = []
    for number in range(playouts):
        games.append([])
        for sample in play_game(game, plain, random, POLICIES[number % len(POLICIES)]):
            games[-1].append(sample)
            if monotonic() > deadline:
                return games
    return games


def _compare_samples(
    game: Game,
    conformance: Conformance,
    samples: Sequence[SampledPosition],
    random: Random,
    patience: float,
) -> int:
    """Check some positions in plain Python and in native code; return how many."""
    deadline = monotonic() + patience
    chosen = random.sample(samples, min(len(samples), _MAX_COMPARED))
    for number, sample in enumerate(chosen):
        if number >= _MIN_COMPARED and monotonic() > deadline:
            return number
        with locate_problems(game, sample.history):
            conformance.check_position(sample)
    return len(chosen)
