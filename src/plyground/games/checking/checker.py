"""`check_game`: checks a game against the contract by random games.

The order matters. The kernels run as plain Python first, with every index checked, so that an error
in one is reported in a sentence; as native code, where it could crash the process, they run after
that.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import monotonic

from plyground.core.contract import Rules
from plyground.games.checking.conformance import Conformance
from plyground.games.checking.random_games import SampledPosition, locate_problems, play_random_game
from plyground.games.checking.sandbox import NativeSandbox, PlainSandbox
from plyground.games.checking.scene_checks import check_scenes
from plyground.games.game import Game
from plyground.locale import Problem, say

# Comparing more positions than this would hardly find more.
_MAX_COMPARED = 200
_MIN_COMPARED = 5
_GAMES_DRAWN = 3


@dataclass(frozen=True)
class Report:
    """What was checked of a game that conforms to the contract."""

    game: str
    kernels: tuple[str, ...]
    playouts: int
    positions: int
    """Positions visited in random games."""
    compared: int
    """Positions in which plain Python and native code agreed."""
    longest: int
    """Plies of the longest game."""
    widest: int
    """Most legal moves in one position."""

    def __str__(self) -> str:
        return say("check.report", **{**vars(self), "kernels": ", ".join(self.kernels)})


def check_game(game: Game, playouts: int = 50, seed: int = 0, patience: float = 3.0) -> Report:
    """Check a game against the contract by random games; raise a `Problem` for the first violation.

    `patience` is about how many seconds plain Python, the slow half, may take.
    """
    rules = _build_rules(game)
    present = rules.kernels.present()
    plain = PlainSandbox(present, rules.tables)
    _play_in_python(game, plain, Random(seed), playouts, patience / 2)

    # How far plain Python got depends on the machine; what follows must not.
    random = Random(seed)
    compiled = game.native().compiled
    native = NativeSandbox({name: compiled[name].call for name in present}, rules.tables)
    conformance = Conformance(game, plain, native, random)
    games = []
    for _ in range(playouts):
        games.append(list(play_random_game(game, native, random)))
        conformance.check_game(games[-1])
    samples = [sample for one in games for sample in one]
    compared = _compare_samples(game, conformance, samples, random, patience / 2)
    for one in games[:_GAMES_DRAWN]:
        check_scenes(game, one, random)
    return Report(
        game=repr(game),
        kernels=tuple(present),
        playouts=playouts,
        positions=len(samples),
        compared=compared,
        longest=max(sample.ply for sample in samples),
        widest=max(len(sample.moves) for sample in samples),
    )


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
    game: Game, plain: PlainSandbox, random: Random, playouts: int, patience: float
) -> None:
    deadline = monotonic() + patience
    for _ in range(playouts):
        for _ in play_random_game(game, plain, random):
            if monotonic() > deadline:
                return


def _compare_samples(
    game: Game,
    conformance: Conformance,
    samples: list[SampledPosition],
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
