"""Text for games, options, positions and scores, from the catalogue or from the game itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.games.game import Game
from plyground.games.options import Option
from plyground.games.score import Score
from plyground.locale import has_words, say

if TYPE_CHECKING:
    # A position describes itself with the functions of this module.
    from plyground.games.position import Position


def describe_game(game: Game) -> str:
    """One sentence about a game: from the catalogue, else the first line of its docstring."""
    key = f"game.{game.name}.about"
    return say(key) if has_words(key) else (type(game).__doc__ or "").strip().partition("\n")[0]


def describe_option(game: Game, option: Option) -> str:
    key = f"game.{game.name}.option.{option.name}"
    return say(key) if has_words(key) else option.help


def side_name(side: int) -> str:
    return say(f"side.{side}")


def describe_status(position: Position) -> str:
    """Whose turn it is, or how the game ended."""
    if position.outcome is not None:
        return str(position.outcome)
    return say("turn", player=side_name(position.side))


def describe_turn(position: Position) -> str:
    """The heading of a turn in a transcript: the game's own, or the number of the move."""
    key = f"game.{position.game.name}.turn"
    count = len(position.history)
    return say(key if has_words(key) else "turn.heading", number=count, index=count - 1)


def describe_position(position: Position) -> str:
    """A position as a screen reader announces it."""
    parts = [describe_status(position)]
    if position.history:
        parts.append(say("turn.last", move=position.line[-1]))
    parts.append(say("turn.text", text=position.text or say("turn.start")))
    return " ".join(f"{part}." for part in parts)


def describe_score(score: Score) -> str:
    """A score in words."""
    if score.plies is not None:
        text = say(f"score.{score.kind}", plies=score.plies)
        return text if score.proven else say("score.unproven", score=text)
    if score.kind == "value":
        return str(score)
    if score.kind == "draw":
        return say("score.draw")
    return say(f"score.{score.kind}_by", points=f"{abs(score.value):g}")
