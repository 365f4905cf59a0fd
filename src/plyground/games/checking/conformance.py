"""What the kernels of a game promise beyond legal moves, each held against something independent:
native code against plain Python, `update_features` against `init_features`; `known_result`,
`threat_search` and `canonical` against a search that knows nothing but the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import numpy as np

from plyground.core.contract import (
    BOUNDS_SIZE,
    INFO_SIZE,
    LINE_SIZE,
    POSITIONS,
    WIN_ESTIMATE,
    Vector,
)
from plyground.core.values import EVALUATION_LIMIT, MARGIN, ONGOING, WON, is_decided, outcome_score
from plyground.games.checking.random_games import Visit, listed_moves, told
from plyground.games.checking.sandbox import Answer, Guard
from plyground.games.game import Game
from plyground.locale import Problem

# A few different states may share a key by chance; more than one in a thousand is bad mixing.
_SHARED_KEYS = 1_000
_TREE = 2_000
"""Nodes for proving one thing about one position."""
_FORESEEN = 3
"""A claim is proved when it is about at most this many plies."""
_TACTICS_BUDGET = 50


class Promises:
    """Looks at positions of random games and raises a `Problem` for the first broken promise."""

    def __init__(self, game: Game, plain: Guard, native: Guard, random: Random) -> None:
        self._game = game
        self._rules = game.rules
        self._has = frozenset(game.kernels.present())
        self._plain = plain
        self._native = native
        self._random = random
        self._tree = Tree(game)
        self._keys: dict[int, bytes] = {}
        self._states: dict[bytes, int] = {}
        self._shared = 0

    # Of a whole game, in native code.

    def of_game(self, visits: Sequence[Visit]) -> None:
        features = self._remembered(visits[0].state) if "init_features" in self._has else None
        for visit, after in pairwise(visits):
            move = visit.played[visit.ply]
            with told(self._game, after.history):
                if features is not None:
                    features = self._native.run(
                        "update_features", state=visit.state, move=move, features=features
                    ).vectors["features"]
                    if after.ply % 4 == 0 and not after.is_over:
                        self._check_same_sight(after.state, features, "update_features")
        for visit in visits:
            with told(self._game, visit.history):
                self._check_key(visit.state)
                self._check_standing(visit, visits[-1])

    def _check_key(self, state: Vector) -> None:
        if "key" not in self._has:
            return
        key, text = self._native.run("key", state=state).value, state.tobytes()
        if self._states.setdefault(text, key) != key:
            raise Problem("problem.check.key_changes")
        # With a standing, states that differ only in points made share a key on purpose.
        if self._keys.setdefault(key, text) != text and "score_bounds" not in self._has:
            self._shared += 1
            if self._shared > 1 + len(self._states) // _SHARED_KEYS:
                raise Problem("problem.check.key_shared")

    def _check_standing(self, visit: Visit, end: Visit) -> None:
        if "score_bounds" not in self._has or end.outcome < MARGIN // 2:
            return
        room = np.zeros(BOUNDS_SIZE, np.int64)
        answer = self._native.run("score_bounds", state=visit.state, out=room)
        ahead, least, most = answer.vectors["out"]
        sign = 1 if visit.state[0] == end.state[0] else -1
        added = sign * (end.outcome - MARGIN) - int(ahead)
        if not least <= added <= most:
            raise Problem(
                "problem.check.score_bounds", added=added, least=int(least), most=int(most)
            )

    # Of one position, in native code and in plain Python.

    def of_position(self, visit: Visit) -> None:
        self._both("outcome", state=visit.state)
        if "key" in self._has:
            self._both("key", state=visit.state)
        if visit.is_over:
            return
        self._both("moves", state=visit.state, out=self._room())
        move = self._random.choice(visit.moves)
        after = self._both("play", state=visit.state, move=move).vectors["state"]
        if "score_bounds" in self._has:
            self._both("score_bounds", state=visit.state, out=np.zeros(BOUNDS_SIZE, np.int64))
        self._check_canonical(visit)
        self._check_foresee(visit)
        self._check_sight(visit)
        self._check_following(visit, move, after)

    def _both(self, kernel: str, **given: object) -> Answer:
        """The answer of a kernel, if plain Python and native code agree on it."""
        plain = self._plain.run(kernel, **given)
        native = self._native.run(kernel, **given)
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

    def _check_canonical(self, visit: Visit) -> None:
        if "canonical" not in self._has:
            return
        room = np.zeros_like(visit.state)
        first = self._both("canonical", state=visit.state, out=room).vectors["out"]
        again = self._native.run("canonical", state=first, out=room).vectors["out"]
        if not np.array_equal(first, again):
            raise Problem("problem.check.canonical_moves_on")
        if self._native.run("outcome", state=first).value != ONGOING:
            raise Problem("problem.check.canonical_value", what="outcome")
        moves = listed_moves("moves", self._rules, self._native, state=first)
        if len(moves) != len(visit.moves):
            raise Problem("problem.check.canonical_value", what="moves")
        depth = self._tree.depth_for(len(moves))
        if self._tree.value(visit.state, depth) != self._tree.value(first, depth):
            raise Problem("problem.check.canonical_value", what=f"minimax({depth})")

    def _check_foresee(self, visit: Visit) -> None:
        if "known_result" in self._has:
            score = self._both("known_result", state=visit.state).value
            self._check_claim("known_result", visit, score, exactly=True)

    def _check_claim(self, kernel: str, visit: Visit, score: int, exactly: bool) -> None:
        """Is a certain score a score, and true as far as a small search can tell?"""
        if not is_decided(score):
            if abs(score) >= EVALUATION_LIMIT:
                raise Problem("problem.check.claim", kernel=kernel, given=score)
            return
        plies = WON - abs(score)
        if plies < 1:
            raise Problem("problem.check.claim", kernel=kernel, given=score)
        value = self._tree.value(visit.state, plies) if plies <= _FORESEEN else None
        if value is None:
            return
        is_true = value == score if exactly else abs(value) >= abs(score) and value * score > 0
        if not is_true:
            raise Problem("problem.check.untrue", kernel=kernel, given=score, value=value)

    # Evaluation and what goes with it.

    def _check_sight(self, visit: Visit) -> None:
        """Is what the game sees in a position in proper form, and the same when compiled?"""
        state, features = visit.state, np.zeros(self._rules.features_size, np.int64)
        if "init_features" in self._has:
            features = self._both("init_features", state=state, features=features).vectors[
                "features"
            ]
        if "evaluate" in self._has:
            score = self._both("evaluate", state=state, features=features).value
            if abs(score) >= EVALUATION_LIMIT:
                raise Problem("problem.check.evaluate", given=score, limit=EVALUATION_LIMIT)
        if "priors" in self._has:
            self._both("priors", state=state, features=features, **self._order_room(visit.moves))
        if "candidates" in self._has:
            info = np.zeros(INFO_SIZE, np.int64)
            self._both("candidates", state=state, out=self._room(), info=info, features=features)
            self._check_candidates(visit, features)
        if "threat_search" in self._has:
            for budget in (0, _TACTICS_BUDGET):
                self._check_tactics(visit, features, budget)

    def _list_candidates(self, state: Vector, features: Vector) -> tuple[int, ...]:
        info = np.zeros(INFO_SIZE, np.int64)
        return listed_moves(
            "candidates", self._rules, self._native, state=state, info=info, features=features
        )

    def _check_candidates(self, visit: Visit, features: Vector) -> None:
        chosen = self._list_candidates(visit.state, features)
        illegal = set(chosen) - set(visit.moves)
        if illegal:
            raise Problem("problem.check.candidate", given=min(illegal))
        if not chosen:
            raise Problem("problem.check.no_candidates")

    def _check_tactics(self, visit: Visit, features: Vector, budget: int) -> None:
        line = np.full(LINE_SIZE, -1, np.int64)
        info = np.zeros(INFO_SIZE, np.int64)
        answer = self._both(
            "threat_search", state=visit.state, budget=budget, line=line, info=info,
            features=features,
        )  # fmt: skip
        positions, estimate = answer.vectors["info"][[POSITIONS, WIN_ESTIMATE]].tolist()
        if positions < 0:
            raise Problem("problem.check.positions", given=positions)
        if not 0 <= estimate <= 100:
            raise Problem("problem.check.win_estimate", given=estimate)
        self._check_claim("threat_search", visit, answer.value, exactly=False)
        if answer.value == 0:
            return
        state = visit.state
        moves: tuple[int, ...] = visit.moves
        for number, move in enumerate(answer.vectors["line"]):
            if move < 0:
                if number == 0:
                    raise Problem("problem.check.line", number=1, given=int(move))
                return
            if move not in moves:
                raise Problem("problem.check.line", number=number + 1, given=int(move))
            state = self._native.run("play", state=state, move=int(move)).vectors["state"]
            over = self._native.run("outcome", state=state).value != ONGOING
            moves = () if over else listed_moves("moves", self._rules, self._native, state=state)

    def _check_following(self, visit: Visit, move: int, after: Vector) -> None:
        if "init_features" not in self._has:
            return
        before = self._remembered(visit.state)
        followed = self._both("update_features", state=visit.state, move=move, features=before)
        features = followed.vectors["features"]
        if self._native.run("outcome", state=after).value == ONGOING:
            self._check_same_sight(after, features, "update_features")
        forgotten = self._both("revert_features", state=visit.state, move=move, features=features)
        self._check_same_sight(visit.state, forgotten.vectors["features"], "revert_features")

    def _check_same_sight(self, state: Vector, features: Vector, kernel: str) -> None:
        """Does a memory kept up to date serve as well as one filled from nothing?"""
        if self._sight(state, features) != self._sight(state, self._remembered(state)):
            raise Problem("problem.check.features_differ", kernel=kernel)

    def _sight(self, state: Vector, features: Vector) -> list[object]:
        """All that the game sees in a position through a memory."""
        seen: list[object] = []
        moves = listed_moves("moves", self._rules, self._native, state=state)
        if "evaluate" in self._has:
            seen.append(self._native.run("evaluate", state=state, features=features).value)
        if "candidates" in self._has and moves:
            seen.append(self._list_candidates(state, features))
        if "priors" in self._has and moves:
            room = self._order_room(moves)
            priors = self._native.run("priors", state=state, features=features, **room).vectors[
                "out"
            ]
            seen.append(priors[: len(moves)].tolist())
        if "threat_search" in self._has and moves:
            line = np.full(LINE_SIZE, -1, np.int64)
            info = np.zeros(INFO_SIZE, np.int64)
            answer = self._native.run(
                "threat_search", state=state, budget=0, line=line, info=info, features=features
            )
            seen.append(answer.value)
        return seen

    def _remembered(self, state: Vector) -> Vector:
        room = np.zeros(self._rules.features_size, np.int64)
        return self._native.run("init_features", state=state, features=room).vectors["features"]

    def _order_room(self, moves: Sequence[int]) -> dict[str, object]:
        listed = self._room()
        listed[: len(moves)] = moves
        return {"moves": listed, "count": len(moves), "out": self._room()}

    def _room(self) -> Vector:
        return np.zeros(self._rules.branching, np.int64)


class Tree:
    """Minimax by the rules alone, without care: the rules have been seen to behave."""

    def __init__(self, game: Game) -> None:
        compiled = game.native().compiled
        self._moves, self._play, self._outcome = (
            compiled[name].native for name in ("moves", "play", "outcome")
        )
        self._branching = game.rules.branching
        self._tables = np.array(game.rules.tables)
        self._left = 0

    def depth_for(self, moves: int) -> int:
        """How deep a tree with so many moves everywhere can be."""
        return max(depth for depth in (1, 2, 3) if depth == 1 or moves**depth < _TREE)

    def value(self, state: Vector, depth: int) -> int | None:
        """The score to `depth`, 0 beyond it; None if the tree is too large."""
        self._left = _TREE
        score = self._search(np.array(state), depth, 0)
        return None if self._left < 0 else score

    def _search(self, state: Vector, depth: int, ply: int) -> int:
        self._left -= 1
        outcome = self._outcome(state, self._tables)
        if outcome != ONGOING:
            return int(outcome_score(outcome, ply))
        if depth == 0 or self._left < 0:
            return 0
        moves = np.zeros(self._branching, np.int64)
        scores = []
        for move in moves[: self._moves(state, moves, self._tables)]:
            child = state.copy()
            self._play(child, move, self._tables)
            sign = 1 if child[0] == state[0] else -1
            scores.append(sign * self._search(child, depth - 1, ply + 1))
        return max(scores, default=0)
