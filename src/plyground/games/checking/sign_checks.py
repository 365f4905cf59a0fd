"""Statistics of many games that show what no single position can: results and evaluations with
the wrong sign, winning chances that say nothing, sides that never change.

Nothing here is certain: a game may be meant to be lost by who moves last. So every finding is a
suspicion.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from time import monotonic

import numpy as np

from plyground.core.contract import Rules, Vector
from plyground.core.values import DRAW, POINT, outcome_score, winning_chance
from plyground.games.checking.random_games import (
    SampledPosition,
    find_winner,
    inspect_state,
    play_move,
)
from plyground.games.checking.sandbox import Sandbox
from plyground.locale import Sentence

Games = Sequence[Sequence[SampledPosition]]

_MIN_GAMES = 12
"""Fewer games say nothing about how games of this kind end."""
_MIN_ENDS = 4
_MIN_PLIES = 5
"""A game of fewer may well have no winner."""
# Games of a player that follows the evaluation, and of one that follows its opposite, against
# random moves: first a few, and all of them only if these look wrong.
_FIRST_TRIALS = 4
_TRIALS = 20
_TRIAL_PLIES = 400
_MOVES_TRIED = 10
_REVERSED = 0.4
"""By how much of a game the opposite must score more."""
# Chances beyond this are as good as certain; evaluations are useless if most are.
_SURE = 0.99
_MOSTLY = 0.9
_POINT_CHANCE = 0.9
"""The highest winning chance that a lead of one point may stand for."""
_UNDECIDED = 0.01
_MIN_EVALUATED = 30
_MAX_EVALUATED = 300


def suspect_results(rules: Rules, games: Games) -> Iterator[Sentence]:
    """What is strange about who moves and who wins."""
    if all(one[0].is_over for one in games):
        yield Sentence("check.suspicion.no_game")
        return
    if any(len({sample.state.tobytes() for sample in one}) < len(one) for one in games):
        yield Sentence("check.suspicion.repeats")
    if len(games) < _MIN_GAMES:
        return
    if len({int(sample.state[0]) for one in games for sample in one}) == 1:
        yield Sentence("check.suspicion.one_side")
    if not rules.scoring:
        yield from _suspect_winners(games)


def _suspect_winners(games: Games) -> Iterator[Sentence]:
    """Does the side that makes the last move always lose, or lose if it is one side?"""
    ends = {tuple(one[-1].played): one for one in games if one[-1].is_over and one[-1].ply}
    winners = [(int(one[-2].state[0]), find_winner(one[-1])) for one in ends.values()]
    decided = [(mover, winner) for mover, winner in winners if winner is not None]
    if not decided and max(one[-1].ply for one in games) >= _MIN_PLIES:
        yield Sentence("check.suspicion.never_won", {"games": len(games)})
    elif len(decided) >= _MIN_ENDS and all(mover != winner for mover, winner in decided):
        yield Sentence("check.suspicion.last_mover_loses", {"games": len(decided)})
    else:
        for side in (0, 1):
            own = [winner for mover, winner in decided if mover == side]
            others = [winner for mover, winner in decided if mover != side]
            if min(len(own), len(others)) >= _MIN_ENDS and set(own + others) == {1 - side}:
                yield Sentence("check.suspicion.one_winner", {"side": side + 1})


def suspect_scale(rules: Rules) -> Iterator[Sentence]:
    """Does one point say nearly all about who wins?"""
    chance = winning_chance(POINT, rules.scale)
    if rules.scoring and chance > _POINT_CHANCE:
        scale, share = f"{rules.scale:g}", f"{chance:.0%}"
        yield Sentence(
            "check.suspicion.scale_of_points", {"scale": scale, "chance": share, "point": POINT}
        )


class EvaluationChecks:
    """Compares evaluations with results, and with the scale of winning chances."""

    def __init__(self, rules: Rules, sandbox: Sandbox, random: Random, deadline: float) -> None:
        self._rules = rules
        self._sandbox = sandbox
        self._random = random
        self._deadline = deadline

    def suspect(self, samples: Sequence[SampledPosition]) -> Iterator[Sentence]:
        if self._rules.kernels.evaluate is not None:
            yield from self._suspect_chances(samples)
            yield from self._suspect_signs()

    def _evaluate(self, state: Vector) -> int:
        features = np.zeros(self._rules.features_size, np.int64)
        if self._rules.kernels.init_features is not None:
            run = self._sandbox.run("init_features", state=state, features=features)
            features = run.vectors["features"]
        return self._sandbox.run("evaluate", state=state, features=features).value

    def _suspect_chances(self, samples: Sequence[SampledPosition]) -> Iterator[Sentence]:
        """Do evaluations tell positions apart, and do their winning chances?"""
        ongoing = [sample.state for sample in samples if not sample.is_over]
        evaluations = []
        for state in self._random.sample(ongoing, min(len(ongoing), _MAX_EVALUATED)):
            if monotonic() > self._deadline:
                break
            evaluations.append(self._evaluate(state))
        if len(evaluations) < _MIN_EVALUATED:
            return
        scale = self._rules.scale
        chances = [winning_chance(evaluation, scale) for evaluation in evaluations]
        sure = sum(chance > _SURE or chance < 1 - _SURE for chance in chances) / len(chances)
        values: dict[str, str | int] = {"scale": f"{scale:g}", "share": f"{sure:.0%}"}
        if len(set(evaluations)) == 1:
            if any(sample.is_over and find_winner(sample) is not None for sample in samples):
                yield Sentence("check.suspicion.evaluate_constant", {"given": evaluations[0]})
        elif sure > _MOSTLY:
            yield Sentence("check.suspicion.scale_low", values)
        elif all(abs(chance - 0.5) < _UNDECIDED for chance in chances):
            yield Sentence("check.suspicion.scale_high", values)

    def _suspect_signs(self) -> Iterator[Sentence]:
        """Does a player do better that takes the evaluation for its opposite?"""
        sides = [side for side in (0, 1) if self._is_reversed(side)]
        if len(sides) == 2:
            yield Sentence("check.suspicion.evaluate_reversed")
        elif sides:
            yield Sentence("check.suspicion.evaluate_side", {"side": sides[0] + 1})

    def _is_reversed(self, side: int) -> bool:
        points = {1: 0.0, -1: 0.0}
        for trial in range(_TRIALS):
            for reading in points:
                if monotonic() > self._deadline:
                    return False
                points[reading] += self._play_trial(side, reading)
            if trial + 1 == _FIRST_TRIALS and points[-1] <= points[1]:
                return False
        return points[-1] - points[1] >= _REVERSED * _TRIALS

    def _play_trial(self, side: int, reading: int) -> float:
        """What one side scores that looks one ply ahead, against random moves."""
        state = self._rules.start
        for _ in range(_TRIAL_PLIES):
            sample = inspect_state(self._rules, self._sandbox, state, [])
            if sample.is_over:
                winner = find_winner(sample)
                return 0.5 if winner is None else float(winner == side)
            move = self._random.choice(sample.moves)
            if state[0] == side:
                chosen = self._random.sample(sample.moves, min(len(sample.moves), _MOVES_TRIED))
                move = max(chosen, key=lambda move: self._rate(sample.state, move, reading))
            state = play_move(self._sandbox, state, move)
        return 0.5

    def _rate(self, state: Vector, move: int, reading: int) -> int:
        after = play_move(self._sandbox, state, move)
        child = inspect_state(self._rules, self._sandbox, after, [])
        sign = 1 if after[0] == state[0] else -1
        if child.is_over:
            return sign * (0 if child.outcome == DRAW else int(outcome_score(child.outcome, 1)))
        return sign * reading * self._evaluate(after)
