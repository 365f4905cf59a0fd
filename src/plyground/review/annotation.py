"""Judgements written into a game: sentences as comments, their lines as variations.

So every program that reads the file shows them.
"""

from __future__ import annotations

from collections.abc import Mapping

from plyground.records.variation_tree import MAX_COMMENT, MAX_NODES, GameNode, VariationTree
from plyground.review.evidence import Evidence
from plyground.review.judgement import Judgement


def annotate_tree(tree: VariationTree, judgements: Mapping[int, Judgement]) -> None:
    """Add the judgements of moves, by the ids of the nodes after them, in the current language."""
    for id, judgement in judgements.items():
        if judgement.grade is not None:
            _annotate_move(tree, tree.find_node(id), judgement)


def _annotate_move(tree: VariationTree, node: GameNode, judgement: Judgement) -> None:
    parts = [node.comment, f"{judgement.symbol} {judgement.words}"]
    assert node.parent is not None
    for start, line, text in zip(
        (node.parent, node),
        (judgement.missed_line, judgement.refutation),
        (judgement.missed_text, judgement.refutation_text),
        strict=True,
    ):
        if not _add_variation(tree, start, line):
            parts.append(text)
    tree.comment(node, "\n".join(filter(None, parts))[:MAX_COMMENT])


def _add_variation(tree: VariationTree, node: GameNode, line: Evidence | None) -> bool:
    """Add a line after a node. At the end of the game it would go on with the game itself, and a
    tree may be full: then nothing is added, and the result is false."""
    if line is None:
        return True
    if not node.children or tree.size + len(line.moves) > MAX_NODES:
        return False
    for move in line.moves:
        node = tree.play(node, move)
    return True
