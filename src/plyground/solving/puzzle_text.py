"""A puzzle in words: what is asked, three hints, and what becomes of a try."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.games.captions import side_name
from plyground.games.position import Position
from plyground.games.scene import Path
from plyground.locale import say
from plyground.solving.puzzle import Puzzle, Refutation
from plyground.solving.puzzle_search import make_finder

CHOICES = 3
"""Wrong moves that the second hint names beside the right one."""


def describe_task(puzzle: Puzzle, position: Position) -> str:
    """Whose move it is, and what one move alone does: `White: win in 7`."""
    player = side_name(position, puzzle.side)
    if puzzle.goal == "win" and puzzle.plies is not None:
        return say("puzzles.task.win", player=player, moves=(puzzle.plies + 1) // 2)
    if puzzle.goal == "margin":
        return say(
            f"puzzles.task.{_name_margin(puzzle.value)}", player=player, points=abs(puzzle.value)
        )
    return say("puzzles.task.draw", player=player)


def _name_margin(value: int) -> str:
    if value == 0:
        return "even"
    return "points" if value > 0 else "lose_by"


@dataclass(frozen=True)
class Hint:
    """A step towards the solution: a sentence, and the spots that it is about."""

    text: str
    spots: Path = ()


def list_hints(puzzle: Puzzle, position: Position) -> tuple[Hint, Hint, Hint]:
    """How far to look; a few moves, one of which is right; where the right one begins, or ends."""
    depth = puzzle.difficulty.depth
    themes = " ".join(say(f"puzzles.theme.{theme}") for theme in puzzle.themes)
    far = say("puzzles.hint.depth", moves=depth)
    choices = sorted({puzzle.move, *list(puzzle.wrong)[:CHOICES]})
    path = position.scene.paths[puzzle.move]
    spots = tuple(spot for move in choices for spot in position.scene.paths[move][-1:])
    return (
        Hint(f"{far} {themes}".strip()),
        Hint(say("puzzles.hint.choices", moves=", ".join(choices)), spots),
        Hint(say("puzzles.hint.spot", spot=path[0]), path[:1]),
    )


@dataclass(frozen=True)
class Try:
    """An answer to a puzzle."""

    is_right: bool
    line: tuple[str, ...]
    """What follows: best play after the right move, the refutation of a wrong one. Empty if it
    would take too long to find."""
    text: str


def try_move(puzzle: Puzzle, position: Position, move: str) -> Try:
    """Judge a legal move; where the puzzle does not explain it, its refutation is searched for."""
    text = position.moves[position.codes.index(position.find(move))]
    if text == puzzle.move:
        return Try(True, puzzle.solution[1:], say("puzzles.right"))
    refutation = puzzle.wrong.get(text) or make_finder(position.game).refute(position, text)
    line = refutation.line if refutation is not None else ()
    return Try(False, line, describe_refutation(refutation, position))


def describe_refutation(refutation: Refutation | None, position: Position) -> str:
    """What a wrong move leads to, in one sentence."""
    if refutation is None or refutation.value is None:
        return say("puzzles.wrong.in_vain")
    if refutation.value == 0:
        return say("puzzles.wrong.draws")
    if position.game.rules.scoring:
        return say("puzzles.wrong.points", points=f"{refutation.value:+d}".replace("-", "−"))
    return say("puzzles.wrong.loses")
