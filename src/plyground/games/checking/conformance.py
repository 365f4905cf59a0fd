"""What the contract requires of kernels beyond legal moves, each checked against an independent
computation: native code against plain Python (plain Python alone against itself, with other numbers
in the vectors that it should only write), `update_features` against `init_features`;
`known_result`, `threat_search` and `canonical` against a search that uses nothing but the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np

from plyground.core.contract import (
    BOUNDS_SIZE,
    INFO_SIZE,
    KERNELS,
    LINE_SIZE,
    POSITIONS,
    REST_LOSES,
    WIN_ESTIMATE,
    Vector,
)
from plyground.core.move_ordering import TABLE_MOVE
from plyground.core.values import DRAW, EVALUATION_LIMIT, MARGIN, ONGOING, WON, is_decided
from plyground.games.checking.random_games import SampledPosition, list_moves, locate_problems
from plyground.games.checking.reference_search import ReferenceSearch
from plyground.games.checking.sandbox import KernelResult, Sandbox
from plyground.games.game import Game
from plyground.locale import Problem

_VERIFIED_PLIES = 3
"""A claimed win or loss is verified if it is at most this many plies away."""
_THREAT_BUDGET = 50
# Calls that must agree before `out` is blamed for a difference.
_REPETITIONS = 10
# What `out` holds before a call: no move, and no index.
_LEFTOVER = -0x5EEDBED5EEDBED


class Conformance:
    """Checks positions of random games, and raises a `Problem` for the first violation."""

    def __init__(self, game: Game, plain: Sandbox, native: Sandbox, random: Random) -> None:
        """`native` is where most is computed; it may be `plain`, too."""
        self.game = game
        self._rules = game.rules
        self._present = frozenset(game.kernels.present())
        self._plain = plain
        self._native = native
        self._random = random
        self._reference = ReferenceSearch(game.rules, native)
        self._states: dict[bytes, int] = {}

    # A whole game, in native code.

    def check_game(self, samples: Sequence[SampledPosition]) -> None:
        features = (
            self._init_features(samples[0].state) if "init_features" in self._present else None
        )
        for sample, after in pairwise(samples):
            move = sample.played[sample.ply]
            with locate_problems(self.game, after.history):
                if features is not None:
                    features = self._native.run(
                        "update_features", state=sample.state, move=move, features=features
                    ).vectors["features"]
                    if after.ply % 4 == 0 and not after.is_over:
                        self._check_equivalent_features(after.state, features, "update_features")
        for sample in samples:
            with locate_problems(self.game, sample.history):
                self._check_key(sample.state)
                self._check_score_bounds(sample, samples[-1])

    def _check_key(self, state: Vector) -> None:
        if "key" not in self._present:
            return
        key, text = self._native.run("key", state=state).value, state.tobytes()
        if self._states.setdefault(text, key) != key:
            raise Problem("problem.check.key_changes")

    def _check_score_bounds(self, sample: SampledPosition, end: SampledPosition) -> None:
        if "score_bounds" not in self._present or end.outcome < MARGIN // 2:
            return
        out = np.zeros(BOUNDS_SIZE, np.int64)
        result = self._native.run("score_bounds", state=sample.state, out=out)
        ahead, least, most = result.vectors["out"]
        sign = 1 if sample.state[0] == end.state[0] else -1
        added = sign * (end.outcome - MARGIN) - int(ahead)
        if not least <= added <= most:
            raise Problem(
                "problem.check.score_bounds", added=added, least=int(least), most=int(most)
            )

    # One position, in native code and in plain Python.

    def check_position(self, sample: SampledPosition) -> None:
        outcome = self._run_both("outcome", state=sample.state).value
        if sample.outcome not in (outcome, DRAW):
            raise Problem("problem.check.changes", kernel="outcome")
        if "key" in self._present:
            self._run_both("key", state=sample.state)
        if sample.is_over:
            return
        moves = self._run_both("moves", state=sample.state, out=self._make_move_buffer())
        if tuple(moves.vectors["out"][: moves.value].tolist()) != sample.moves:
            raise Problem("problem.check.changes", kernel="moves")
        move = self._random.choice(sample.moves)
        after = self._run_both("play", state=sample.state, move=move).vectors["state"]
        if "score_bounds" in self._present:
            self._run_both("score_bounds", state=sample.state, out=np.zeros(BOUNDS_SIZE, np.int64))
        self._check_canonical(sample)
        self._check_known_result(sample)
        self._check_search_aids(sample)
        self._check_incremental_features(sample, move, after)

    def _run_both(self, kernel: str, **given: Any) -> KernelResult:
        """Run a kernel in plain Python and in native code; a `Problem` if they differ."""
        plain = self._plain.run(kernel, **given)
        self._check_overwritten(kernel, plain, given)
        native = self._native.run(kernel, **given)
        if self._native is self._plain:
            if not _equal_results(plain, native):
                raise Problem("problem.check.changes", kernel=kernel)
            return plain
        if plain.value != native.value:
            raise Problem(
                "problem.check.compiled", kernel=kernel, native=native.value, plain=plain.value
            )
        for name, vector in plain.vectors.items():
            differing = np.flatnonzero(vector != native.vectors[name])
            if len(differing):
                slot = int(differing[0])
                raise Problem(
                    "problem.check.compiled_vector",
                    kernel=kernel,
                    vector=name,
                    slot=slot,
                    native=int(native.vectors[name][slot]),
                    plain=int(vector[slot]),
                )
        return native

    def _check_overwritten(
        self, kernel: str, expected: KernelResult, given: dict[str, Any]
    ) -> None:
        """Check that what `out` holds before a call has no influence: searches do not clear it."""
        if "out" not in given:
            return
        changed = given | {"out": np.full_like(given["out"], _LEFTOVER)}
        used = given["count"] if kernel == "priors" else len(given["out"])
        used = min(used, expected.value) if KERNELS[kernel][1] else used
        try:
            found = self._plain.run(kernel, **changed)
            same = np.array_equal(found.vectors["out"][:used], expected.vectors["out"][:used])
            if same and found.value == expected.value:
                return
        except Problem:
            pass
        again = (self._plain.run(kernel, **given) for _ in range(_REPETITIONS))
        what = "reads_out" if all(_equal_results(expected, one) for one in again) else "changes"
        raise Problem(f"problem.check.{what}", kernel=kernel)

    def _check_canonical(self, sample: SampledPosition) -> None:
        if "canonical" not in self._present:
            return
        out = np.zeros_like(sample.state)
        first = self._run_both("canonical", state=sample.state, out=out).vectors["out"]
        again = self._native.run("canonical", state=first, out=out).vectors["out"]
        if not np.array_equal(first, again):
            raise Problem("problem.check.canonical_moves_on")
        if self._native.run("outcome", state=first).value != ONGOING:
            raise Problem("problem.check.canonical_value", what="outcome")
        moves = list_moves("moves", self._rules, self._native, state=first)
        if len(moves) != len(sample.moves):
            raise Problem("problem.check.canonical_value", what="moves")
        depth = self._reference.affordable_depth(len(moves))
        if self._reference.value(sample.state, depth) != self._reference.value(first, depth):
            raise Problem("problem.check.canonical_value", what=f"minimax({depth})")

    def _check_known_result(self, sample: SampledPosition) -> None:
        if "known_result" in self._present:
            score = self._run_both("known_result", state=sample.state).value
            self._check_claim("known_result", sample, score, exactly=True)

    def _check_claim(self, kernel: str, sample: SampledPosition, score: int, exactly: bool) -> None:
        """Check that a certain score is in range, and right as far as a small search can tell."""
        if not is_decided(score):
            if abs(score) >= EVALUATION_LIMIT:
                raise Problem("problem.check.claim", kernel=kernel, given=score)
            value = self._reference.certain_value(sample.state, _VERIFIED_PLIES) if score else None
            if value is not None and value != score:
                raise Problem("problem.check.untrue", kernel=kernel, given=score, value=value)
            return
        plies = WON - abs(score)
        if plies < 1:
            raise Problem("problem.check.claim", kernel=kernel, given=score)
        value = self._reference.value(sample.state, plies) if plies <= _VERIFIED_PLIES else None
        if value is None:
            return
        is_right = value == score if exactly else abs(value) >= abs(score) and value * score > 0
        if not is_right:
            raise Problem("problem.check.untrue", kernel=kernel, given=score, value=value)

    # Search aids, features and expert kernels.

    def _check_search_aids(self, sample: SampledPosition) -> None:
        """Check evaluation, priors, candidates and threats, in plain Python and in native code."""
        state, features = sample.state, np.zeros(self._rules.features_size, np.int64)
        if "init_features" in self._present:
            features = self._run_both("init_features", state=state, features=features).vectors[
                "features"
            ]
        if "evaluate" in self._present:
            score = self._run_both("evaluate", state=state, features=features).value
            if abs(score) >= EVALUATION_LIMIT:
                raise Problem("problem.check.evaluate", given=score, limit=EVALUATION_LIMIT)
        if "priors" in self._present:
            arguments = self._priors_arguments(sample.moves)
            priors = self._run_both("priors", state=state, features=features, **arguments)
            largest = int(np.max(np.abs(priors.vectors["out"][: len(sample.moves)])))
            if largest >= TABLE_MOVE // 2:
                raise Problem("problem.check.priors", given=largest, limit=TABLE_MOVE // 2)
        if "candidates" in self._present:
            info = np.zeros(INFO_SIZE, np.int64)
            run = self._run_both(
                "candidates",
                state=state,
                out=self._make_move_buffer(),
                info=info,
                features=features,
            )
            self._check_candidates(sample, features, bool(run.vectors["info"][REST_LOSES]))
        if "threat_search" in self._present:
            for budget in (0, _THREAT_BUDGET):
                self._check_threat_search(sample, features, budget)

    def _list_candidates(self, state: Vector, features: Vector) -> tuple[int, ...]:
        info = np.zeros(INFO_SIZE, np.int64)
        return list_moves(
            "candidates", self._rules, self._native, state=state, info=info, features=features
        )

    def _check_candidates(
        self, sample: SampledPosition, features: Vector, rest_loses: bool
    ) -> None:
        chosen = self._list_candidates(sample.state, features)
        illegal = set(chosen) - set(sample.moves)
        if illegal:
            raise Problem("problem.check.candidate", given=min(illegal))
        if not chosen:
            raise Problem("problem.check.no_candidates")
        for move in set(sample.moves) - set(chosen) if rest_loses else ():
            after = self._native.run("play", state=sample.state, move=move).vectors["state"]
            value = self._reference.certain_value(after, self._reference.affordable_depth(50))
            sign = 1 if after[0] == sample.state[0] else -1
            if value is not None and sign * value >= 0:
                raise Problem("problem.check.rest_loses", given=move)

    def _check_threat_search(self, sample: SampledPosition, features: Vector, budget: int) -> None:
        line = np.full(LINE_SIZE, -1, np.int64)
        info = np.zeros(INFO_SIZE, np.int64)
        result = self._run_both(
            "threat_search", state=sample.state, budget=budget, line=line, info=info,
            features=features,
        )  # fmt: skip
        positions, estimate = result.vectors["info"][[POSITIONS, WIN_ESTIMATE]].tolist()
        if positions < 0:
            raise Problem("problem.check.positions", given=positions)
        if not 0 <= estimate <= 100:
            raise Problem("problem.check.win_estimate", given=estimate)
        self._check_claim("threat_search", sample, result.value, exactly=False)
        if result.value == 0:
            return
        state = sample.state
        moves: tuple[int, ...] = sample.moves
        for number, move in enumerate(result.vectors["line"]):
            if move < 0:
                if number == 0:
                    raise Problem("problem.check.line", number=1, given=int(move))
                return
            if move not in moves:
                raise Problem("problem.check.line", number=number + 1, given=int(move))
            state = self._native.run("play", state=state, move=int(move)).vectors["state"]
            is_over = self._native.run("outcome", state=state).value != ONGOING
            moves = () if is_over else list_moves("moves", self._rules, self._native, state=state)

    def _check_incremental_features(
        self, sample: SampledPosition, move: int, after: Vector
    ) -> None:
        if "init_features" not in self._present:
            return
        before = self._init_features(sample.state)
        updated = self._run_both("update_features", state=sample.state, move=move, features=before)
        features = updated.vectors["features"]
        if self._native.run("outcome", state=after).value == ONGOING:
            self._check_equivalent_features(after, features, "update_features")
        reverted = self._run_both(
            "revert_features", state=sample.state, move=move, features=features
        )
        self._check_equivalent_features(
            sample.state, reverted.vectors["features"], "revert_features"
        )

    def _check_equivalent_features(self, state: Vector, features: Vector, kernel: str) -> None:
        """Check that updated features give the same results as features computed from scratch."""
        if self._read_features(state, features) != self.observe(state)[1:]:
            raise Problem("problem.check.features_differ", kernel=kernel)

    def observe(self, state: Vector) -> list[object]:
        """The results of all kernels that do not decide the game but how it is searched."""
        known = (
            self._native.run("known_result", state=state).value
            if "known_result" in self._present
            else 0
        )
        features = np.zeros(self._rules.features_size, np.int64)
        if "init_features" in self._present:
            features = self._init_features(state)
        return [known, *self._read_features(state, features)]

    def _read_features(self, state: Vector, features: Vector) -> list[object]:
        """The results of all kernels that read the features."""
        results: list[object] = []
        moves = list_moves("moves", self._rules, self._native, state=state)
        if "evaluate" in self._present:
            results.append(self._native.run("evaluate", state=state, features=features).value)
        if "candidates" in self._present and moves:
            results.append(self._list_candidates(state, features))
        if "priors" in self._present and moves:
            arguments = self._priors_arguments(moves)
            priors = self._native.run(
                "priors", state=state, features=features, **arguments
            ).vectors["out"]
            results.append(priors[: len(moves)].tolist())
        if "threat_search" in self._present and moves:
            line = np.full(LINE_SIZE, -1, np.int64)
            info = np.zeros(INFO_SIZE, np.int64)
            result = self._native.run(
                "threat_search", state=state, budget=0, line=line, info=info, features=features
            )
            results.append(result.value)
        return results

    def _init_features(self, state: Vector) -> Vector:
        empty = np.zeros(self._rules.features_size, np.int64)
        return self._native.run("init_features", state=state, features=empty).vectors["features"]

    def _priors_arguments(self, moves: Sequence[int]) -> dict[str, object]:
        buffer = self._make_move_buffer()
        buffer[: len(moves)] = moves
        return {"moves": buffer, "count": len(moves), "out": self._make_move_buffer()}

    def _make_move_buffer(self) -> Vector:
        return np.zeros(self._rules.branching, np.int64)


def _equal_results(one: KernelResult, other: KernelResult) -> bool:
    return one.value == other.value and all(
        np.array_equal(vector, other.vectors[name]) for name, vector in one.vectors.items()
    )
