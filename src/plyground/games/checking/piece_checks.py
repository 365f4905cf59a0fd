"""What the pieces of a scene say about the moves: on which spots they begin and end, and what
stands there afterwards. A game may well be meant that way, so every finding is a suspicion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from plyground.core.values import MARGIN
from plyground.games.checking.random_games import SampledPosition, find_winner
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.scene import Scene
from plyground.locale import Sentence

# An exception in fewer positions, or after one number of plies, like a swap, is a rule.
_MIN_POSITIONS = 3
_MIN_PLIES = 2
_MIN_MOVES = 8
_MOSTLY = 0.9
_MIN_MARGINS = 3
_MAX_ENDS = 12


class PieceChecks:
    """Counts what moves do with the pieces, over some positions of some games."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._examples: dict[str, str] = {}
        self._positions: dict[str, set[Position]] = {}

    def look_at_moves(self, position: Position) -> None:
        """Count where the legal moves of a position begin and end."""
        pieces = _find_owned(position)
        for text, path in position.scene.paths.items():
            target = pieces.get(path[-1])
            if len(path) == 1:
                self._count("free" if target is None else "occupied", text, position)
                continue
            is_own = target == position.side and path[0] != path[-1]
            self._count("onto_own" if is_own else "onto_other", text, position)
            starts_own = pieces.get(path[0]) == position.side
            self._count("from_own" if starts_own else "from_other", text, position)

    def _count(self, kind: str, text: str, position: Position) -> None:
        self._counts[kind] += 1
        self._examples.setdefault(kind, text)
        self._positions.setdefault(kind, set()).add(position)

    def look_at_result(self, before: Position, after: Position) -> None:
        """Count what stands on the last spot of a move that went to an empty one."""
        spot = after.last_path[-1]
        here, there = _find_owned(before), _find_owned(after)
        if spot in here or not there.keys() - here.keys():
            return
        kind = "elsewhere"
        if spot in there:
            kind = "own" if there[spot] == before.side else "opposing"
        self._count(kind, before.moves[before.codes.index(after.history[-1])], before)

    def suspect(self) -> Iterator[Sentence]:
        """What is odd about these moves."""
        for kind, usual in (
            ("occupied", "free"),
            ("onto_own", "onto_other"),
            ("from_other", "from_own"),
        ):
            positions = self._positions.get(kind, set())
            plies = {len(position.history) for position in positions}
            if (
                len(positions) >= _MIN_POSITIONS
                and len(plies) >= _MIN_PLIES
                and self._counts[kind] < self._counts[usual]
            ):
                yield Sentence(f"check.suspicion.{kind}", {"move": self._examples[kind]})
        moves = sum(self._counts[kind] for kind in ("own", "opposing", "elsewhere"))
        for kind in ("opposing", "elsewhere"):
            if moves >= _MIN_MOVES and self._counts[kind] > _MOSTLY * moves:
                yield Sentence(f"check.suspicion.{kind}", {"move": self._examples[kind]})


def _find_owned(position: Position) -> dict[str, int]:
    """The spots with pieces, and their sides; those of neither side say nothing about moves."""
    pieces = position.scene.pieces
    return {piece.spot: piece.side for piece in pieces if piece.side is not None}


def suspect_margins(game: Game, ends: Sequence[SampledPosition]) -> Iterator[Sentence]:
    """Is the margin of finished games the opposite of the pieces or areas that the scene shows?"""
    if not game.rules.scoring:
        return
    for kind in ("pieces", "areas"):
        pairs = [
            (_count_lead(Position(game, end.state).scene, kind), _margin(end))
            for end in ends[:_MAX_ENDS]
        ]
        decided = [(shown, margin) for shown, margin in pairs if margin]
        reversed_ = [pair for pair in decided if pair[0] == -pair[1]]
        is_measure = all(abs(shown) == abs(margin) for shown, margin in decided)
        if is_measure and len(decided) >= _MIN_MARGINS and reversed_:
            yield Sentence(f"check.suspicion.margin_against_{kind}")


def _count_lead(scene: Scene, kind: str) -> int:
    shown = scene.pieces if kind == "pieces" else scene.areas
    return sum((1, -1)[thing.side] for thing in shown if thing.side is not None)


def _margin(end: SampledPosition) -> int:
    """The margin of a finished game for the first side."""
    winner = find_winner(end)
    size = abs(end.outcome - MARGIN)
    return 0 if winner is None else size if winner == 0 else -size
