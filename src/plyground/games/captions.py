"""Text for games, options, positions and scores, from the catalogue or from the game itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.games.game import Game
from plyground.games.options import Option
from plyground.games.score import Analysis, Score
from plyground.locale import has_words, localize, say

if TYPE_CHECKING:
    # A position describes itself with the functions of this module.
    from plyground.games.position import Position

MAX_LINE_MOVES = 10
MINUS = "−"


def describe_game(game: Game) -> str:
    """One sentence about a game: from the catalogue, else the game's own, else the first line of
    its docstring."""
    key = f"game.{game.name}.about"
    if has_words(key):
        return say(key)
    own = localize(game.descriptions)
    return own or (type(game).__doc__ or "").strip().partition("\n")[0]


def describe_option(game: Game, option: Option) -> str:
    key = f"game.{game.name}.option.{option.name}"
    return say(key) if has_words(key) else localize(option.help)


def side_name(position: Position, side: int) -> str:
    return position.game.side_names(position.state)[side]


def describe_status(position: Position) -> str:
    """Whose turn it is, or how the game ended."""
    if position.outcome is not None:
        return position.outcome.describe(position.game.side_names(position.state))
    return say("turn", player=side_name(position, position.side))


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
    """A score in words: a result, or the winning chance and, in a game won by points, the margin.

    Units of an evaluation differ from game to game, so nobody is shown them.
    """
    if score.plies is not None:
        text = say(f"score.{score.kind}", plies=score.plies)
        return text if score.proven else say("score.unproven", score=text)
    if score.kind == "draw":
        return say("score.draw")
    if score.kind != "value":
        # A win whose distance is not known, or one by points.
        kind = "certain" if score.margin is None else "by"
        return say(f"score.{score.kind}_{kind}", points=f"{abs(score.value):g}")
    percent = round(100 * score.chance)
    if score.margin is None:
        return say("score.chance", percent=percent)
    return say("score.chance_margin", percent=percent, points=_sign_number(score.margin))


PROOF_MARK = "✓"


def abbreviate_score(score: Score) -> str:
    """A score in a few characters: `62%`, `62% +1.5`, `+#17`; a proven one is marked."""
    mark = f" {PROOF_MARK}" if score.proven else ""
    if score.plies is not None:
        return f"{'+' if score.kind == 'win' else MINUS}#{score.plies}{mark}"
    if score.kind == "draw":
        return f"={mark}"
    if score.kind != "value":
        return f"{_sign_number(score.value)}{mark}"
    percent = f"{round(100 * score.chance)}%"
    return percent if score.margin is None else f"{percent} {_sign_number(score.margin)}"


def label_bar(chance: float, score: Score | None) -> str:
    """The label of an evaluation bar: of the side that is ahead, at whose end it stands."""
    if score is not None and score.plies is not None:
        return f"#{score.plies}"
    if score is not None and score.kind in ("win", "loss"):
        return f"+{abs(score.value):g}"
    return f"{round(100 * max(chance, 1 - chance))}%"


def _sign_number(value: float) -> str:
    return f"{round(value, 1):+g}".replace("-", MINUS)


def describe_value(
    value: int | None,
    distance: int | None,
    by_points: bool,
    names: tuple[str, str] | None = None,
) -> str:
    """A game-theoretic value, which is for side 0, in words, with the names of the sides."""
    # Imported late: a position describes itself with the functions of this module.
    from plyground.games.position import Outcome

    if value is None:
        return say("cli.solve.unknown")
    winner = None if value == 0 else int(value < 0)
    result = Outcome(winner, value if by_points else None).describe(names)
    if by_points or winner is None or distance is None:
        return result
    return say("cli.solve.distance", result=result, plies=distance)


def describe_effort(nodes: int, seconds: float, depth: int | None = None) -> str:
    """How much a search has done: to which depth, if that is given, and how fast."""
    rate = f"{nodes / seconds / 1e6 if seconds else 0:.2f}"
    counts = {"nodes": f"{nodes:,}", "rate": rate, "seconds": f"{seconds:.2f}"}
    if depth is None:
        return say("cli.solve.caption", **counts)
    return say("cli.analyse.caption", depth=depth, **counts)


def analysis_headings() -> tuple[str, ...]:
    """The headings over `tabulate_analysis`."""
    return tuple(say(f"cli.analyse.{name}") for name in ("move", "score", "line"))


def tabulate_analysis(analysis: Analysis) -> list[tuple[str, str, str]]:
    """The lines of an analysis: first move, score, and the moves."""
    if not analysis.lines:
        return [(analysis.move, "", "")]
    rows = []
    for line in analysis.lines:
        dots = " ..." if len(line.moves) > MAX_LINE_MOVES else ""
        moves = " ".join(line.moves[:MAX_LINE_MOVES]) + dots
        rows.append((line.moves[0], describe_score(line.score), moves))
    return rows


def summarise_analysis(analysis: Analysis) -> str:
    """What stands below the lines: why the move was chosen, and how much was searched."""
    effort = describe_effort(analysis.nodes, analysis.seconds, analysis.depth)
    return f"{analysis.move}: {analysis.why}\n{effort}" if analysis.why else effort
