"""A game as a list of moves that people type: `h8 i9 g7`, `1. h8 i9 2. g7`, or `h8i9g7`.

Lines that begin with `;` are headers: `; game gomoku`, `; set rule=renju`, `; start TEXT`,
`; first NAME`, `; second NAME`. Moves without spaces between them are split by what is legal. The
text of a position is also accepted. There are no variations and comments.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from plyground.games.game import Game
from plyground.games.position import Position
from plyground.locale import Problem
from plyground.records.variation_tree import VariationTree

_NUMBER = re.compile(r"(?<![^\s,;(])\d+\s*(?:\.+|\))\s*")
_MOVES_PER_LINE = 10


@dataclass
class Movetext:
    """The headers and the moves of a text."""

    game: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    start: str | None = None
    players: list[str] = field(default_factory=lambda: ["human", "human"])
    body: str = ""


def parse_movetext(text: str) -> Movetext:
    """Split a text into its headers and its moves."""
    movetext = Movetext()
    body = []
    for line in text.splitlines():
        if not line.lstrip().startswith((";", "#")):
            body.append(line)
            continue
        word, _, value = line.strip(" \t;#").partition(" ")
        value = value.strip()
        if word == "game" and value:
            movetext.game = value
        elif word == "set" and "=" in value:
            option, _, setting = value.partition("=")
            movetext.options[option.strip()] = setting.strip()
        elif word == "start" and value:
            movetext.start = value
        elif word in ("first", "second") and value:
            movetext.players[word == "second"] = value
    movetext.body = " ".join(body).strip()
    return movetext


def build_tree(movetext: Movetext, game: Game) -> VariationTree:
    """Play the moves of a text."""
    origin = game.start() if movetext.start is None else game.position(movetext.start)
    body = movetext.body
    if movetext.start is None and "/" in body and game.write_state(origin.state) is not None:
        origin, body = game.position(body), ""
    tree = VariationTree(origin, (movetext.players[0], movetext.players[1]))
    node = tree.root
    for word in _NUMBER.sub(" ", body).replace(",", " ").split():
        rest = word
        while rest:
            number = len(node.position.history) + 1
            try:
                move = _find_prefix(node.position, rest)
                node = tree.play(node, move or rest)
            except Problem as problem:
                raise Problem("problem.move.number", number=number, why=problem) from problem
            rest = rest[len(move) :] if move else ""
    return tree


def _find_prefix(position: Position, text: str) -> str | None:
    """The longest legal move that is a prefix of a text; None if there is none."""
    if text in position.moves:
        return text
    lower = text.lower()
    prefixes = [move for move in position.moves if lower.startswith(move.lower())]
    return max(prefixes, key=len, default=None)


def write_movetext(tree: VariationTree) -> str:
    record = tree.to_record()
    lines = [f"; game {record.game}"]
    lines += [f"; set {option}={setting}" for option, setting in record.options.items()]
    if record.start is not None:
        lines.append(f"; start {record.start}")
    names = (" ".join(player.split()) for player in record.players)
    lines += [f"; {word} {name}" for word, name in zip(("first", "second"), names, strict=True)]
    moves = record.moves
    for begin in range(0, len(moves), _MOVES_PER_LINE):
        lines.append(" ".join(moves[begin : begin + _MOVES_PER_LINE]))
    return "\n".join(lines) + "\n"
