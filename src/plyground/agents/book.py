"""The book: positions that follow the strategies of a game's atlas, whose values are proven.

A proof of the atlas (`tools/check_certificate.py` says how it is written) is a strategy: the moves
of one side against every reply. It is read with the rules at hand, and used only if every game
that follows it ends as it claims; a file that cannot be read is no book. A win is known in all
positions of the winner's strategy, a draw or a margin in those that follow both sides'.

That a win takes no fewer plies is what the solver has found that wrote the atlas.
"""

from __future__ import annotations

import base64
import json
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from plyground.agents.alphabeta_agent import format_line
from plyground.agents.solver_agent import to_score
from plyground.core.contract import Vector
from plyground.core.solver import ValueBounds
from plyground.core.values import DRAW, MARGIN, MARGIN_LIMIT, ONGOING
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.registry import find_atlas_file
from plyground.games.score import Analysis, Line
from plyground.locale import Problem, Sentence

# So many games are kept, and of each so many strategies.
GAMES, STRATEGIES = 8, 4
MOST_CHOICES = 10_000
"""Longer strategies are left alone: reading one takes as long as solving what it holds."""

_UNREADABLE = (OSError, ValueError, TypeError, KeyError, zlib.error, struct.error, RecursionError)


@dataclass(frozen=True)
class Known:
    """What is proven of a position."""

    value: int
    """For the side to move, as symmetric positions may have the sides exchanged."""
    plies: int
    """The most that the strategy takes to the end of the game."""


Strategy = Mapping[bytes, Known]
"""All positions that follow a strategy, by their keys."""


class Refused(ValueError):
    """A strategy that does not prove what it claims."""


@lru_cache(maxsize=GAMES)
def load_book(game: Game) -> Book:
    """The book of a game with its options, which may be empty."""
    return Book(game)


class Book:
    """The solved positions of a game with its options."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._roots = dict(self._read_roots())
        self._read = lru_cache(maxsize=STRATEGIES)(self._read_strategy)

    def _read_roots(self) -> Iterator[tuple[bytes, tuple[Position, dict[str, Any]]]]:
        path = find_atlas_file(type(self.game))
        if path is None or not path.is_file():
            return
        game = self.game.canonical
        try:
            entries = json.loads(path.read_text(encoding="utf-8"))["entries"]
            for entry in entries:
                if entry["options"] == game.explicit_settings:
                    text = entry["position"]
                    start = game.position(text) if text else game.start()
                    root = start.play_all(entry["moves"])
                    yield self._key(root.state), (root, entry)
        except (*_UNREADABLE, Problem):
            return

    def look_up(self, position: Position) -> Analysis | None:
        """The best moves of a position and its proven value; None if it is not in the book."""
        for root in self._list_roots(position):
            strategy = self._read(root)
            if not position.is_over and self._key(position.state) in strategy:
                return self._answer(position, strategy, self._roots[root][1])
        return None

    def _list_roots(self, position: Position) -> Iterator[bytes]:
        """Where strategies begin that the position may follow: itself, what was before it, and the
        start of the game."""
        if not self._roots:
            return
        seen: set[bytes] = set()
        before: Position | None = position
        while before is not None:
            seen.add(key := self._key(before.state))
            if key in self._roots:
                yield key
            before = before.before
        start = self._key(self.game.start().state)
        if start in self._roots and start not in seen:
            yield start

    def _answer(self, position: Position, strategy: Strategy, entry: Mapping[str, Any]) -> Analysis:
        known = strategy[self._key(position.state)]
        plies = known.plies if entry["plies"] is not None else None
        score = to_score(ValueBounds(known.value, known.value, plies), self.game)
        best = self._list_best(position.state, strategy)
        lines = tuple(Line(self._write_line(position, code, strategy), score) for code in best)
        return Analysis(
            lines[0].moves[0],
            score,
            lines,
            tuple(line.moves[0] for line in lines),
            len(lines[0].moves),
            stopped_by="proven",
            why=Sentence("agent.engine.book", {}),
        )

    def _write_line(self, position: Position, code: int, strategy: Strategy) -> tuple[str, ...]:
        """A move, and what follows it to the end of the game."""
        state, line, codes = np.array(position.state), [], [code]
        while codes:
            line.append(codes[0])
            self.game.call("play", state, codes[0], self.game.rules.tables)
            codes = self._list_best(state, strategy)
        return format_line(position, tuple(line))

    def _list_best(self, state: Vector, strategy: Strategy) -> list[int]:
        """The moves that keep the value: of a win the shortest, of a loss the longest; none if the
        game is over."""
        value = strategy[self._key(state)].value
        ends = {}
        for code in _list_moves(self.game, state):
            child = np.array(state)
            self.game.call("play", child, code, self.game.rules.tables)
            known = strategy.get(self._key(child))
            if known is not None and _turn(known.value, child, int(state[0])) == value:
                ends[code] = known.plies
        if not ends or self.game.rules.scoring or value == 0:
            return list(ends)
        plies = min(ends.values()) if value > 0 else max(ends.values())
        return [code for code, end in ends.items() if end == plies]

    def _read_strategy(self, root: bytes) -> Strategy:
        position, entry = self._roots[root]
        try:
            return self._check(position, entry)
        except (*_UNREADABLE, Problem):
            return {}

    def _check(self, root: Position, entry: Mapping[str, Any]) -> Strategy:
        """The positions whose value the proofs of an entry prove."""
        value = int(entry["value"])
        proofs = {proof["side"]: proof for proof in entry["proofs"]}
        is_decided = not self.game.rules.scoring and value != 0
        sides = [0 if value > 0 else 1] if is_decided else [0, 1]
        found = []
        for side in sides:
            least = value if side == 0 else -value
            choices = _read_choices(proofs[side]["choices"])
            ends = follow(root.game, root.state, side, choices)
            worst, plies, _ = ends[root.game.name_position(root.state)]
            if worst != least or entry["plies"] not in (None, plies):
                raise Refused("the strategy proves something else")
            found.append({name: end for name, end in ends.items() if end.worst == least})
        strategy: dict[bytes, Known] = {}
        for name in found[0].keys() & found[-1].keys():
            state = found[0][name].state
            key = self._key(state)
            plies = min(ends[name].plies for ends in found)
            if key not in strategy or plies < strategy[key].plies:
                strategy[key] = Known(_turn(value, state, 0), plies)
        return strategy

    def _key(self, state: Vector) -> bytes:
        """The same for symmetric positions."""
        image = np.array(state)
        if self.game.kernels.canonical is not None:
            self.game.call("canonical", state, image, self.game.rules.tables)
        return blake2b(self.game.name_position(image), digest_size=16).digest()


class End(NamedTuple):
    """The least that a strategy gets from a position on, and the most plies it takes."""

    worst: int
    plies: int
    state: Vector


def follow(game: Game, start: Vector, side: int, choices: Sequence[int]) -> dict[bytes, End]:
    """All positions that arise when a side follows a strategy, by name; raises `Refused` if it is
    no strategy."""
    tables, text = game.rules.tables, game.canonical.move_text
    moves, play, outcome = (game.kernel(name) for name in ("moves", "play", "outcome"))
    out = np.zeros(game.rules.branching, np.int64)
    numbers = iter(choices)
    ends: dict[bytes, End | None] = {}

    def visit(state: Vector) -> End:
        name = game.name_position(state)
        if name in ends:
            end = ends[name]
            if end is None:
                raise Refused("a game goes round in circles")
            return end
        code = int(outcome(state, tables))
        count = int(moves(state, out, tables)) if code == ONGOING else 0
        if count == 0:
            ends[name] = end = End(_read_outcome(code, bool(state[0] == side)), 0, state)
            return end
        ends[name] = None
        codes = out[:count].tolist()
        if count > 1:
            codes.sort(key=lambda code: text(state, code))
        if count > 1 and state[0] == side:
            number = next(numbers, count)
            if number >= count:
                raise Refused("a choice is missing, or no legal move")
            codes = [codes[number]]
        found = []
        for code in codes:
            child = state.copy()
            play(child, code, tables)
            found.append(visit(child))
        worst, plies = min(one.worst for one in found), 1 + max(one.plies for one in found)
        ends[name] = end = End(worst, plies, state)
        return end

    visit(np.array(start))
    if next(numbers, None) is not None:
        raise Refused("choices are left over")
    return {name: end for name, end in ends.items() if end is not None}


def _turn(value: int, state: Vector, side: int) -> int:
    """A value for the side to move as one for the given side, or the reverse."""
    return value if state[0] == side else -value


def _list_moves(game: Game, state: Vector) -> list[int]:
    """The legal moves; none if the game is over."""
    rules = game.rules
    if game.call("outcome", state, rules.tables) != ONGOING:
        return []
    out = np.zeros(rules.branching, np.int64)
    codes: list[int] = out[: game.call("moves", state, out, rules.tables)].tolist()
    return codes


def _read_outcome(code: int, is_own: bool) -> int:
    """How a finished game ended: 1, 0 or -1, or the margin. Without a move it is a draw."""
    if code in (ONGOING, DRAW):
        return 0
    value = code - MARGIN if code > MARGIN_LIMIT else code
    return value if is_own else -value


def _read_choices(text: str) -> tuple[int, ...]:
    data = zlib.decompress(base64.b64decode(text, validate=True))
    if len(data) > 2 * MOST_CHOICES:
        raise Refused("the strategy is too long")
    return tuple(number for (number,) in struct.iter_unpack(">H", data))
