"""Checks of keys and slots, which need many positions: those of the games played, and reachable
ones close to them.

A key may leave out what has no influence on the game, and different states may share a key if they
play alike. So states are compared by what follows from them: the same moves with the same results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic

import numpy as np

from plyground.core.contract import BOUNDS_SIZE, Vector
from plyground.core.values import MARGIN, ONGOING
from plyground.games.checking.random_games import (
    SampledPosition,
    describe_location,
    find_winner,
    inspect_state,
    play_move,
)
from plyground.games.checking.sandbox import Sandbox
from plyground.games.game import Game
from plyground.locale import Problem, Sentence

# How many states are collected, and how many of the children of one.
_MAX_STATES = 6_000
_MAX_CHILDREN = 24
# Lines of play compared to say that two states play alike, and the plies of each.
_LINES = 2
_LINE_PLIES = 300
_CHILDREN_COMPARED = 10
# Pairs of states with one key are many in a game with score bounds; some of them are compared.
_MAX_PAIRS = 100
# Changes of one slot that are tried, and how many it takes to say that a slot decides nothing.
_MAX_CHANGES = 24
_MIN_CHANGES = 8
_MOSTLY = 0.7
_MAX_COUNT = 1_000
# Two moves may lead to the same state now and then, but not in one position of ten.
_MIN_TWINS = 3
_TWIN_SHARE = 0.1


@dataclass(frozen=True, eq=False)
class ReachedState:
    """A state, and the moves that lead to it."""

    state: Vector
    history: list[int]


class StateChecks:
    """Checks of the keys and of the slots of a game."""

    def __init__(
        self,
        game: Game,
        plain: Sandbox,
        native: Sandbox,
        observe: Callable[[Vector], object],
        random: Random,
        deadline: float,
    ) -> None:
        """`observe` runs all other kernels on a state in plain Python."""
        self._game = game
        self._rules = game.rules
        self._present = frozenset(game.kernels.present())
        self._plain = plain
        self._native = native
        self._random = random
        self._deadline = deadline
        self._observe = observe
        self._expanded = 0
        self._twins: list[tuple[str, str]] = []

    def check(self, samples: Sequence[SampledPosition]) -> list[Sentence]:
        """Raise a `Problem` for a key that collides; return what looks wrong with the slots."""
        reached = list(self._collect(samples))
        if "key" in self._present:
            self._check_keys(reached)
        return [*self._suspect_twins(), *self._check_slots(samples, reached)]

    def _collect(self, samples: Sequence[SampledPosition]) -> Iterator[ReachedState]:
        """The states of the samples; children of some; and what other orders of moves lead to."""
        for sample in samples:
            yield ReachedState(sample.state, sample.history)
        ongoing = [sample for sample in samples if not sample.is_over]
        left = _MAX_STATES - len(samples)
        for sample in self._random.sample(ongoing, len(ongoing)):
            if left < 0 or monotonic() > self._deadline:
                return
            moves = sample.moves
            chosen = self._random.sample(moves, min(len(moves), _MAX_CHILDREN))
            children = [self._reach(sample, [move]) for move in chosen]
            self._look_for_twins(sample, children)
            left -= len(children)
            yield from children
            line = sample.played[sample.ply : sample.ply + 3]
            if len(line) == 3 and self._is_playable(sample, line[::-1]):
                left -= 1
                yield self._reach(sample, line[::-1])

    def _reach(self, sample: SampledPosition, line: Sequence[int]) -> ReachedState:
        state = sample.state
        for move in line:
            state = play_move(self._native, state, move)
        return ReachedState(state, [*sample.history, *line])

    def _is_playable(self, sample: SampledPosition, line: Sequence[int]) -> bool:
        state = sample.state
        for move in line:
            if move not in inspect_state(self._rules, self._native, state, []).moves:
                return False
            state = play_move(self._native, state, move)
        return True

    def _look_for_twins(self, sample: SampledPosition, children: list[ReachedState]) -> None:
        """Note two moves of a position that lead to the same state."""
        self._expanded += 1
        first: dict[bytes, int] = {}
        for child in children:
            one, other = (
                first.setdefault(child.state.tobytes(), child.history[-1]),
                child.history[-1],
            )
            if one != other:
                move_text = self._game.move_text
                self._twins.append((move_text(sample.state, one), move_text(sample.state, other)))
                return

    def _suspect_twins(self) -> Iterator[Sentence]:
        if len(self._twins) > max(_MIN_TWINS, _TWIN_SHARE * self._expanded):
            one, other = self._twins[0]
            yield Sentence("check.suspicion.twin_moves", {"one": one, "other": other})

    # Keys.

    def _check_keys(self, reached: Sequence[ReachedState]) -> None:
        """Check that no two states have one key, unless they play alike."""
        first: dict[int, ReachedState] = {}
        pairs: dict[tuple[bytes, bytes], tuple[ReachedState, ReachedState]] = {}
        for place in reached:
            key = self._native.run("key", state=place.state).value
            other = first.setdefault(key, place)
            texts = other.state.tobytes(), place.state.tobytes()
            if texts[0] != texts[1]:
                pairs.setdefault(texts, (other, place))
        chosen = self._random.sample(list(pairs.values()), min(len(pairs), _MAX_PAIRS))
        for number, (one, other) in enumerate(chosen):
            if number and monotonic() > self._deadline:
                return
            if not self._share_entries(one.state, other.state, self._native):
                where = [describe_location(self._game, place.history) for place in (one, other)]
                raise Problem(
                    "problem.check.key_shared",
                    game=repr(self._game), one=where[0], other=where[1],
                )  # fmt: skip

    def _share_entries(self, one: Vector, other: Vector, sandbox: Sandbox) -> bool:
        """May two states share entries of a table? Finished games have none."""
        try:
            outcomes = [sandbox.run("outcome", state=state).value for state in (one, other)]
        except Problem:
            return False
        return any(outcome != ONGOING for outcome in outcomes) or self._play_alike(
            one, other, sandbox
        )

    # What follows from two states.

    def _play_alike(self, one: Vector, other: Vector, sandbox: Sandbox) -> bool:
        """Do two states have the same moves with the same results for the side to move, as far as
        some lines of play show?"""
        try:
            gap = self._lead(one, sandbox) - self._lead(other, sandbox)
            moves = self._compare(one, other, gap, sandbox)
            if moves is None:
                return False
            chosen = self._random.sample(moves, min(len(moves), _CHILDREN_COMPARED))
            lines = [[move] for move in chosen] + [[] for _ in range(_LINES if moves else 0)]
            return all(self._compare_line(one, other, gap, line, sandbox) for line in lines)
        except Problem:
            # A state that was made up may be an impossible one.
            return False

    def _compare_line(
        self, one: Vector, other: Vector, gap: int, line: Sequence[int], sandbox: Sandbox
    ) -> bool:
        """Play the same moves in both states: those given, or random ones to the end."""
        for ply in range(len(line) or _LINE_PLIES):
            moves = self._compare(one, other, gap, sandbox)
            if not moves:
                return moves is not None
            move = line[ply] if line else self._random.choice(moves)
            after = [play_move(sandbox, state, move) for state in (one, other)]
            turned = [after[0][0] != one[0], after[1][0] != other[0]]
            if turned[0] != turned[1]:
                return False
            gap = -gap if turned[0] else gap
            one, other = after
        return self._compare(one, other, gap, sandbox) is not None

    def _compare(
        self, one: Vector, other: Vector, gap: int, sandbox: Sandbox
    ) -> tuple[int, ...] | None:
        """The moves of both states; None if the states differ in moves or outcome."""
        here, there = (inspect_state(self._rules, sandbox, state, []) for state in (one, other))
        margin = gap if here.outcome > MARGIN // 2 else 0
        if set(here.moves) != set(there.moves) or here.outcome - there.outcome != margin:
            return None
        return here.moves

    def _lead(self, state: Vector, sandbox: Sandbox) -> int:
        if "score_bounds" not in self._present:
            return 0
        out = np.zeros(BOUNDS_SIZE, np.int64)
        return int(sandbox.run("score_bounds", state=state, out=out).vectors["out"][0])

    # Slots, in plain Python: a state with one slot changed may be an impossible one.

    def _check_slots(
        self, samples: Sequence[SampledPosition], reached: Sequence[ReachedState]
    ) -> list[Sentence]:
        ongoing = [sample.state for sample in samples if not sample.is_over]
        if not ongoing:
            return []
        values = [np.unique(column) for column in np.array(ongoing).T]
        varying = [slot for slot, seen in enumerate(values) if len(seen) > 1]
        suspicions = []
        if "key" in self._present and self._is_side_missing(ongoing, values):
            suspicions.append(Sentence("check.suspicion.side_not_in_key"))
        if all(find_winner(sample) is None for sample in samples if sample.is_over):
            # Where every game is drawn, nothing shows what a slot decides.
            return suspicions
        idle = [slot for slot in varying if slot and self._is_idle(slot, ongoing, values[slot])]
        # A slot that seldom changes may decide something that seldom happens.
        idle = [slot for slot in idle if not _is_rare([state[slot] for state in ongoing])]
        for slot in sorted(_find_splitting(idle, reached)):
            suspicions.append(Sentence("check.suspicion.slot_splits", {"slot": slot}))
            idle.remove(slot)
        plies = {sample.ply for sample in samples}
        suspicions += [
            Sentence("check.suspicion.slot_counts", {"slot": slot})
            for slot in idle
            if len({(sample.ply, sample.state[slot]) for sample in samples}) == len(plies)
            and not self._decides_later(slot, ongoing[0], int(values[slot][-1]))
        ]
        return suspicions

    def _decides_later(self, slot: int, state: Vector, highest: int) -> bool:
        """Would a counter decide something if it got higher than it does?"""
        other = state.copy()
        for value in range(highest + 1, highest + _MAX_COUNT):
            other[slot] = value
            try:
                if self._compare(state, other, 0, self._plain) is None:
                    return True
            except Problem:
                return True
        return False

    def _is_idle(self, slot: int, states: Sequence[Vector], values: Vector) -> bool:
        """Does nothing change when a slot takes other values that it has elsewhere?"""
        for number in range(_MAX_CHANGES):
            if monotonic() > self._deadline:
                return number >= _MIN_CHANGES
            state = self._random.choice(states)
            # The extremes first: a counter may decide something when it gets high.
            other = self._change(state, slot, [values[0], values[-1]] if number < 4 else values)
            if not self._play_alike(state, other, self._plain) or self._is_seen(state, other):
                return False
        return True

    def _change(self, state: Vector, slot: int, values: Sequence[int] | Vector) -> Vector:
        """The state with another of these values in one slot."""
        other = state.copy()
        other[slot] = self._random.choice([value for value in values if value != state[slot]])
        return other

    def _is_seen(self, one: Vector, other: Vector) -> bool:
        """Do the points, evaluation and the like see a difference between two states?"""
        try:
            leads = [self._lead(state, self._plain) for state in (one, other)]
            return leads[0] != leads[1] or self._observe(one) != self._observe(other)
        except Problem:
            return True

    def _is_side_missing(self, states: Sequence[Vector], values: Sequence[Vector]) -> bool:
        """Is the key the same whoever is to move, although what follows is not?

        A key that looks at few slots has the others in them, such as a hash that `play` updates.
        """
        varying = [slot for slot, seen in enumerate(values) if len(seen) > 1]
        chosen = self._random.sample(states, min(len(states), _MAX_CHANGES))
        turned = [(state, self._change(state, 0, (0, 1))) for state in chosen]
        changed = [
            (chosen[0], self._change(chosen[0], slot, values[slot])) for slot in varying if slot
        ]
        return (
            len(turned) >= _MIN_CHANGES
            and all(self._have_one_key(*pair) for pair in turned)
            and not all(self._share_entries(*pair, self._plain) for pair in turned)
            and 2 * sum(self._have_one_key(*pair) for pair in changed) < len(changed)
        )

    def _have_one_key(self, one: Vector, other: Vector) -> bool:
        try:
            keys = [self._plain.run("key", state=state).value for state in (one, other)]
            return keys[0] == keys[1]
        except Problem:
            return False


def _is_rare(values: Sequence[int]) -> bool:
    """Does one value make up most of these?"""
    return Counter(values).most_common(1)[0][1] > _MOSTLY * len(values)


def _find_splitting(idle: Sequence[int], reached: Sequence[ReachedState]) -> set[int]:
    """The idle slots in which reachable states differ that are equal in all others."""
    first: dict[bytes, Vector] = {}
    splitting: set[int] = set()
    for place in reached if idle else ():
        kept = place.state.copy()
        kept[idle] = 0
        other = first.setdefault(kept.tobytes(), place.state)
        splitting.update(np.flatnonzero(other != place.state).tolist())
    return splitting
