"""`plyground analyse --review`: a whole game judged, with the lines that its mistakes rest on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plyground.cli.arguments import note_isolation
from plyground.cli.interrupts import run_interruptibly
from plyground.cli.output import make_console, print_json
from plyground.locale import Problem, say

if TYPE_CHECKING:
    from plyground.core.limits import Limit
    from plyground.games.game import Game
    from plyground.records.variation_tree import GameNode, VariationTree
    from plyground.review.game_review import Review


def show_review(
    tree: VariationTree, agent: str | None, limit: Limit | None, export: str | None, as_json: bool
) -> None:
    """Review a game, print what was found, and write it to a file if one is given."""
    from plyground.records.formats import find_file_format

    if export is not None:
        find_file_format(export, tree.game)
    review = _review_tree(tree, agent, limit)
    if as_json:
        _print_json(tree, review)
    else:
        _print(tree, review)
    if export is not None:
        _export(tree, review, export)
        if not as_json:
            print(say("cli.refute.written", path=export))


def read_game_file(file: str, game: Game) -> VariationTree:
    """The game in a file of any format."""
    from plyground.records.files import read_bytes
    from plyground.records.formats import decode, guess_file_format, read_tree

    path = Path(file)
    text = decode(read_bytes(path))
    return read_tree(text, guess_file_format(path.name), type(game), game.changed_settings)


def _review_tree(tree: VariationTree, agent: str | None, limit: Limit | None) -> Review:
    """Review the main line of a game."""
    from plyground.agents.agent import SearchAgent
    from plyground.agents.isolated_agent import make_player
    from plyground.cli.progress import StatusLine, prepare_agents
    from plyground.review.game_review import REVIEW_AGENT, Review, run_review

    positions = [node.position for node in tree.root.main_line]
    if len(positions) < 2:
        raise Problem("cli.analyse.problem.no_moves")
    spec = agent or REVIEW_AGENT
    note_isolation(spec)
    chosen = make_player(spec)
    if not isinstance(chosen, SearchAgent):
        raise Problem("cli.analyse.problem.agent", agent=spec)
    prepare_agents([chosen], tree.game)
    review = Review(positions)
    with StatusLine() as status:

        def work() -> None:
            for _ in run_review(review, chosen, limit):
                done, total = len(review.steps), len(positions)
                status.show(say("cli.analyse.progress", done=done, total=total))

        run_interruptibly(work)
    return review


def _print(tree: VariationTree, review: Review) -> None:
    console = make_console()
    names = tree.game.side_names(tree.root.main_line[-1].position.state)
    mistakes = 0
    for ply, judgement in enumerate(review.judgements, start=1):
        if judgement.grade is None:
            continue
        mistakes += 1
        console.print(f"{ply}. {judgement.move}{judgement.symbol}", style="bold", end=" ")
        console.print(judgement.words)
        for text in filter(None, (judgement.missed_text, judgement.refutation_text)):
            console.print(f"   {text}", style="dim")
    if not mistakes:
        console.print(say("cli.analyse.no_mistakes"))
    for name, accuracy in zip(names, review.accuracy, strict=True):
        if accuracy is not None:
            console.print(say("cli.analyse.accuracy", player=name, percent=round(accuracy)))


def _print_json(tree: VariationTree, review: Review) -> None:
    line = tree.root.main_line
    print_json(
        {
            "game": tree.game.name,
            "options": tree.game.changed_settings,
            "moves": [node.move for node in line[1:]],
            "chances": review.chances,
            "accuracy": review.accuracy,
            "judgements": [
                {"ply": ply, **judgement.as_json()}
                for ply, judgement in enumerate(review.judgements, start=1)
            ],
        }
    )


def _export(tree: VariationTree, review: Review, file: str) -> None:
    """Write the game with comments and variations."""
    from plyground.records.files import write_text
    from plyground.records.formats import find_file_format, write_tree
    from plyground.review.annotation import annotate_tree

    line: list[GameNode] = tree.root.main_line
    annotate_tree(
        tree, {node.id: one for node, one in zip(line[1:], review.judgements, strict=True)}
    )
    write_text(Path(file), write_tree(tree, find_file_format(file, tree.game)))
