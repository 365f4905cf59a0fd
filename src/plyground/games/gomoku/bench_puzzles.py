"""Solving a file of puzzles, each within its time, and confirming solutions that are given.

One JSON object a line: `rule`, `size`, `to_move` (`black` or `white`), `black` and `white` stones
as [x, y] from 0, y upward; and either `kind` (`vcf`, `win-in-three` or `vct`) or `solution`, the
names of the moves from the position to the win.

A puzzle is solved when the engine, on one thread, claims a win in time. Then the win is played out:
the claimed line first, and what the engine does for both sides where it ends. A win that is claimed
and not made is wrong.

A solution is confirmed if all its moves are legal and the attacker holds a won position before each
of its moves: either the engine proves so, or the move is a four, the solution has its only answer,
and the position after that is won.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from plyground.core.iterative_deepening import AlphaBeta, SearchResult
from plyground.core.limits import Limit, Stop
from plyground.core.values import DECIDED
from plyground.games.game import Game
from plyground.games.gomoku import rules
from plyground.games.grid import spot_name, write_stones
from plyground.games.jsonl import OnProgress, read_jsonl
from plyground.games.position import Position
from plyground.games.registry import load_game
from plyground.locale import Problem, say

SECONDS = {"vcf": 1.0, "win-in-three": 1.0, "vct": 2.0}
"""What each kind of puzzle may take."""
SOLUTION = "solution"

# A confirmation may take longer than a puzzle; a defender that is lost anyway need not think long.
_CONFIRMING = 5.0
_DEFENDING = 0.05
_MEBIBYTES = 32


@dataclass
class _Tally:
    """The puzzles of one kind: seconds for each that was solved."""

    count: int = 0
    seconds: list[float] = field(default_factory=list)

    def row(self, kind: str) -> dict[str, Any]:
        solved = len(self.seconds)
        return {
            "kind": kind,
            "solved": f"{solved}/{self.count}",
            "share": f"{100 * solved / self.count:.1f} %",
            "median": f"{median(self.seconds):.3f} s" if self.seconds else "",
            "slowest": f"{max(self.seconds):.3f} s" if self.seconds else "",
        }


def check_file(path: str | Path, on_progress: OnProgress) -> dict[str, Any]:
    """A row for each kind, and a sentence for each puzzle left unsolved or claimed in vain."""
    tallies: dict[str, _Tally] = {}
    unsolved: list[str] = []
    wrong: list[str] = []
    solvers: dict[Game, Solver] = {}
    for number, entry in read_jsonl(path, on_progress):
        try:
            position = _position(entry)
            kind = SOLUTION if SOLUTION in entry else str(entry["kind"])
            solution = [str(move) for move in entry.get(SOLUTION, ())]
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, Problem):
            raise Problem("game.gomoku.problem.puzzle_file", path=path, line=number) from None
        if position.game not in solvers:
            solvers[position.game] = Solver(position.game)
        solver = solvers[position.game]
        tally = tallies.setdefault(kind, _Tally())
        tally.count += 1
        found = (
            solver.confirm(position, solution)
            if kind == SOLUTION
            else solver.solve(position, SECONDS.get(kind, max(SECONDS.values())))
        )
        name = entry.get("name") or "{set} {index}".format_map({"set": "-", "index": "-", **entry})
        if found.seconds is not None:
            tally.seconds.append(found.seconds)
        elif found.is_wrong:
            wrong.append(say("game.gomoku.puzzles.wrong", line=number, kind=kind, name=name))
        else:
            unsolved.append(say("game.gomoku.puzzles.unsolved", line=number, kind=kind, name=name))
    rows = [tally.row(kind) for kind, tally in tallies.items()]
    count = sum(tally.count for tally in tallies.values())
    return {"positions": count, "kinds": rows, "unsolved": unsolved, "wrong": wrong}


def _position(entry: dict[str, Any]) -> Position:
    game = load_game("gomoku", rule=entry["rule"], size=entry["size"])
    black, white = ([spot_name(x, y) for x, y in entry[name]] for name in ("black", "white"))
    position = game.position(write_stones(black, white, ("black", "white").index(entry["to_move"])))
    if position.is_over:
        raise ValueError
    return position


@dataclass(frozen=True)
class Found:
    """Seconds if it was solved; wrong if more was claimed than is true."""

    seconds: float | None = None
    is_wrong: bool = False


class Solver:
    """The engine on one thread, for positions of one game."""

    def __init__(self, game: Game) -> None:
        self._engine = AlphaBeta(game.rules, game.native(), _MEBIBYTES, threads=1)

    def solve(self, position: Position, seconds: float) -> Found:
        self._engine.table[:] = 0
        found = self._search(position, seconds)
        if found.best.score < DECIDED:
            return Found()
        if self._plays_out(position, found.best.line, seconds):
            return Found(found.seconds)
        return Found(is_wrong=True)

    def confirm(self, position: Position, solution: list[str]) -> Found:
        """Does the solution hold? Then, how long its slowest proof took."""
        positions = [position]
        for move in solution:
            if positions[-1].is_over or move not in positions[-1].moves:
                return Found(is_wrong=True)
            positions.append(positions[-1].play(move))
        last = positions[-1]
        if len(solution) % 2 == 0 or not (_is_won(last) or self._is_lost(last)):
            return Found()
        slowest = 0.0
        for number in range(len(solution) - 3, -1, -2):
            if _answers(positions[number + 1]) == {
                positions[number + 1].find(solution[number + 1])
            }:
                continue
            found = self._search(positions[number], _CONFIRMING)
            if found.best.score < DECIDED:
                return Found()
            slowest = max(slowest, found.seconds)
        return Found(slowest)

    def _search(self, position: Position, seconds: float) -> SearchResult:
        limit = Limit(time=seconds)
        with Stop(limit.seconds) as stop:
            return self._engine.run(np.array(position.state), limit, stop)

    def _is_lost(self, position: Position) -> bool:
        return self._search(position, _CONFIRMING).best.score <= -DECIDED

    def _plays_out(self, position: Position, line: tuple[int, ...], seconds: float) -> bool:
        """Does the side to move win in play as it claims?"""
        attacker = position.side
        for move in line:
            if position.is_over or move not in position.codes:
                return False
            position = position.play(move)
        while not position.is_over and not (position.side != attacker and _is_won(position)):
            time = seconds if position.side == attacker else _DEFENDING
            position = position.play(self._search(position, time).best.move)
        return not position.is_over or _winner(position) == attacker


def _winner(position: Position) -> int | None:
    return position.outcome.winner if position.outcome else None


def _is_won(position: Position) -> bool:
    """Has the side that just moved won, or a five that no answer stops?"""
    if position.is_over:
        return _winner(position) == 1 - position.side
    return bool(_fives(position, 1 - position.side)) and not _answers(position)


def _answers(position: Position) -> set[int]:
    """The moves that win, or leave the other side without a five."""
    fives = _fives(position, 1 - position.side)
    answers = set(_fives(position, position.side))
    for move in position.codes:
        after = position.play(move)
        left = (cell for cell in fives if cell != move)
        if not after.is_over and not any(_wins(after, cell, after.side) for cell in left):
            answers.add(move)
    return answers


def _fives(position: Position, side: int) -> list[int]:
    size = position.game.settings["size"]
    return [
        cell
        for cell in range(size * size)
        if not any(
            rules.holds(position.state, cell % size, cell // size, colour, size)
            for colour in (0, 1)
        )
        and _wins(position, cell, side)
    ]


def _wins(position: Position, cell: int, side: int) -> bool:
    # Side 0 holds black: a puzzle begins after the opening.
    return bool(rules.wins(position.state, cell, side, position.game.rules.tables))
