"""A puzzle: a position in which one move alone keeps what can be had, with its proof and its grade.

Puzzles of a game are a file beside its class, `NAME.puzzles.jsonl`: one JSON object a line, the
first of which says how the others were made.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha1
from pathlib import Path
from typing import Any, Literal

from plyground.games.game import Game
from plyground.games.options import Setting
from plyground.games.position import Position
from plyground.locale import Failure

FORMAT = 1
SUFFIX = ".puzzles.jsonl"

Goal = Literal["win", "draw", "margin"]
Method = Literal["solver", "threats"]
"""How a puzzle is proven: all moves solved, or a win by threats that no other move has."""

GRADES = (1, 2, 3, 4, 5)


@dataclass(frozen=True)
class Refutation:
    """What becomes of a wrong move."""

    value: int | None
    """What is left for the side that made it: 1, 0 or -1, or the margin. None where it is only
    known that a search for a win was in vain."""
    line: tuple[str, ...]
    """The replies to it and what follows, the first one the opponent's; may be cut short."""


@dataclass(frozen=True)
class Difficulty:
    """What it takes to see the solution."""

    depth: int
    """Moves of one's own up to the win; else how deep one has to look for the only best move."""
    failed_levels: tuple[int, ...]
    """The levels of the engine whose search prefers another move."""
    lures: int
    """Wrong moves that look better at first sight, by the game's evaluation."""

    @property
    def is_obvious(self) -> bool:
        """Is it seen by whoever looks one move ahead?"""
        return self.depth <= 1 and self.lures == 0

    @property
    def grade(self) -> int:
        """From 1 to 5."""
        effort = min(self.depth, 6) + len(self.failed_levels) + min(self.lures, 3)
        return 1 + sum(effort >= least for least in (4, 7, 10, 13))


@dataclass(frozen=True)
class Puzzle:
    """A position with one move that is right. Values are for the side to move."""

    options: Mapping[str, Setting]
    position: str
    """Its text, as `Game.position` reads it."""
    side: int
    goal: Goal
    value: int
    plies: int | None
    """How long the win takes, against the longest defence; by threats, as it was found."""
    solution: tuple[str, ...]
    """The right move, and best play after it."""
    wrong: Mapping[str, Refutation]
    """Wrong moves that look natural, the most natural first."""
    difficulty: Difficulty
    themes: tuple[str, ...]
    method: Method
    nodes: int
    """Positions that the proof took."""
    searched: int | None = None
    """By threats: for how many positions every other move was searched in vain."""
    source: str = "sensible"

    @property
    def id(self) -> str:
        """The same for the same position of the same game."""
        text = json.dumps([dict(self.options), self.position], sort_keys=True)
        return sha1(text.encode(), usedforsecurity=False).hexdigest()[:8]

    @property
    def move(self) -> str:
        return self.solution[0]

    @property
    def grade(self) -> int:
        return self.difficulty.grade

    def set_up(self, kind: type[Game]) -> Position:
        """The position, of a game of this class."""
        return kind(**self.options).position(self.position)

    def to_json(self) -> dict[str, Any]:
        document: dict[str, Any] = {
            "id": self.id,
            "options": dict(self.options),
            "position": self.position,
            "side": self.side,
            "goal": self.goal,
            "value": self.value,
            "plies": self.plies,
            "solution": " ".join(self.solution),
            "wrong": {
                move: [refutation.value, " ".join(refutation.line)]
                for move, refutation in self.wrong.items()
            },
            "grade": self.grade,
            "depth": self.difficulty.depth,
            "failed_levels": list(self.difficulty.failed_levels),
            "lures": self.difficulty.lures,
            "themes": list(self.themes),
            "method": self.method,
            "nodes": self.nodes,
            "searched": self.searched,
            "source": self.source,
        }
        return document

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Puzzle:
        """The reverse of `to_json`, for files of our own."""
        return cls(
            options=document["options"],
            position=document["position"],
            side=document["side"],
            goal=document["goal"],
            value=document["value"],
            plies=document["plies"],
            solution=tuple(document["solution"].split()),
            wrong={
                move: Refutation(value, tuple(line.split()))
                for move, (value, line) in document["wrong"].items()
            },
            difficulty=Difficulty(
                document["depth"], tuple(document["failed_levels"]), document["lures"]
            ),
            themes=tuple(document["themes"]),
            method=document["method"],
            nodes=document["nodes"],
            searched=document["searched"],
            source=document["source"],
        )


@dataclass(frozen=True)
class PuzzleSet:
    """The puzzles of a game, and the command that made them."""

    game: str
    rules: str
    command: str = ""
    puzzles: tuple[Puzzle, ...] = field(default=(), repr=False)

    def find(self, id: str) -> Puzzle | None:
        return next((puzzle for puzzle in self.puzzles if puzzle.id == id), None)

    def to_jsonl(self) -> str:
        head = {"format": FORMAT, "game": self.game, "rules": self.rules, "command": self.command}
        return "".join(map(_write_line, (head, *(puzzle.to_json() for puzzle in self.puzzles))))

    @classmethod
    def from_jsonl(cls, text: str) -> PuzzleSet:
        head, *documents = (json.loads(line) for line in text.splitlines() if line.strip())
        if head["format"] != FORMAT:
            raise ValueError
        puzzles = tuple(map(Puzzle.from_json, documents))
        return cls(head["game"], head["rules"], head["command"], puzzles)


def _write_line(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def find_file(kind: type[Game]) -> Path | None:
    """Where the puzzles of a game are, if there are any."""
    source = getattr(sys.modules.get(kind.__module__), "__file__", None)
    path = Path(source).with_name(f"{kind.name}{SUFFIX}") if source else None
    return path if path is not None and path.is_file() else None


@cache
def load_puzzles(kind: type[Game]) -> PuzzleSet:
    """The puzzles that come with a game; an empty set if there are none."""
    path = find_file(kind)
    if path is None:
        return PuzzleSet(kind.name, f"{kind.name}@{kind.version}")
    try:
        return PuzzleSet.from_jsonl(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise Failure("puzzles.problem.file", path=path) from error


def sort_puzzles(puzzles: Iterable[Puzzle]) -> tuple[Puzzle, ...]:
    """The easy ones first."""
    return tuple(
        sorted(puzzles, key=lambda one: (one.grade, one.difficulty.depth, one.plies or 0, one.id))
    )
