"""Does a game keep the contract? One public function, for our games and for everybody's.

The order matters. Plain Python comes first, with every index watched, so that a kernel that runs
wild is told in a sentence; native code comes after it, and has been seen to behave by then.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import monotonic

from plyground.core.contract import Rules
from plyground.games.checking.conformance import Promises
from plyground.games.checking.random_games import Visit, random_game, told
from plyground.games.checking.sandbox import NativeGuard, PlainGuard
from plyground.games.checking.scene_checks import check_appearance
from plyground.games.game import Game
from plyground.locale import Problem, say

# Looking closer at more positions than this would hardly find what these did not show.
_MOST_LOOKS = 200
_FEWEST_LOOKS = 5
_SHOWN_GAMES = 3


@dataclass(frozen=True)
class Report:
    """What was checked of a game that kept all its promises."""

    game: str
    kernels: tuple[str, ...]
    playouts: int
    positions: int
    """Positions visited in random games."""
    compared: int
    """Positions in which plain Python and native code were seen to agree."""
    longest: int
    """Plies of the longest game."""
    widest: int
    """Most legal moves seen at once."""

    def __str__(self) -> str:
        return say("check.report", **{**vars(self), "kernels": ", ".join(self.kernels)})


def check_game(game: Game, playouts: int = 50, seed: int = 0, patience: float = 3.0) -> Report:
    """Hold a game against the contract by random playouts; tell the first broken promise as a
    `Problem`.

    `patience` is about how many seconds the slow half, plain Python, may take.
    """
    rules = _sound_rules(game)
    present = rules.kernels.present()
    plain = PlainGuard(present, rules.tables)
    _play_plainly(game, plain, Random(seed), playouts, patience / 2)

    # How far plain Python got depends on the machine; what follows must not.
    random = Random(seed)
    compiled = game.native().compiled
    native = NativeGuard({name: compiled[name].call for name in present}, rules.tables)
    promises = Promises(game, plain, native, random)
    games = []
    for _ in range(playouts):
        games.append(list(random_game(game, native, random)))
        promises.of_game(games[-1])
    visited = [visit for visits in games for visit in visits]
    compared = _look_closer(game, promises, visited, random, patience / 2)
    for visits in games[:_SHOWN_GAMES]:
        check_appearance(game, visits, random)
    return Report(
        game=repr(game),
        kernels=tuple(present),
        playouts=playouts,
        positions=len(visited),
        compared=compared,
        longest=max(visit.ply for visit in visited),
        widest=max(len(visit.moves) for visit in visited),
    )


def _sound_rules(game: Game) -> Rules:
    """The rules, if they can be built: their constructor refuses what cannot be right."""
    try:
        return game.rules
    except Problem:
        raise
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise Problem("problem.check.build", game=repr(game), why=why) from error


def _play_plainly(
    game: Game, plain: PlainGuard, random: Random, playouts: int, patience: float
) -> None:
    deadline = monotonic() + patience
    for _ in range(playouts):
        for _ in random_game(game, plain, random):
            if monotonic() > deadline:
                return


def _look_closer(
    game: Game, promises: Promises, visited: list[Visit], random: Random, patience: float
) -> int:
    """Compare plain Python with native code, and prove what else can be proved of a position."""
    deadline = monotonic() + patience
    looks = random.sample(visited, min(len(visited), _MOST_LOOKS))
    for number, visit in enumerate(looks):
        if number >= _FEWEST_LOOKS and monotonic() > deadline:
            return number
        with told(game, visit.history):
            promises.of_position(visit)
    return len(looks)
