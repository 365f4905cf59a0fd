"""A game as a list of moves that people type: `h8 i9 g7`, `1. h8 i9 2. g7`, or `h8i9g7`.

Lines that begin with `;` tell what the moves alone do not: `; game gomoku`, `; set rule=renju`,
`; start TEXT`, `; first NAME`, `; second NAME`. Moves that are not written apart are told apart by
what is legal. A text that is no list of moves may be the text of a position. Variations and
comments have no place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from plyground.games.game import Game
from plyground.games.position import Position
from plyground.locale import Problem
from plyground.records.variation_tree import Tree

_NUMBER = re.compile(r"(?<![^\s,;(])\d+\s*(?:\.+|\))\s*")
_MOVES_A_LINE = 10


@dataclass
class Page:
    """A text taken apart, not yet understood."""

    game: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    start: str | None = None
    players: list[str] = field(default_factory=lambda: ["human", "human"])
    body: str = ""


def parse_page(text: str) -> Page:
    """Take the head of a text off its moves."""
    page = Page()
    body = []
    for line in text.splitlines():
        if not line.lstrip().startswith((";", "#")):
            body.append(line)
            continue
        word, _, value = line.strip(" \t;#").partition(" ")
        value = value.strip()
        if word == "game" and value:
            page.game = value
        elif word == "set" and "=" in value:
            option, _, setting = value.partition("=")
            page.options[option.strip()] = setting.strip()
        elif word == "start" and value:
            page.start = value
        elif word in ("first", "second") and value:
            page.players[word == "second"] = value
    page.body = " ".join(body).strip()
    return page


def read_page(page: Page, game: Game) -> Tree:
    """The game that a text tells of."""
    origin = game.start() if page.start is None else game.position(page.start)
    body = page.body
    if page.start is None and "/" in body and game.write_state(origin.state) is not None:
        origin, body = game.position(body), ""
    tree = Tree(origin, (page.players[0], page.players[1]))
    node = tree.root
    for word in _NUMBER.sub(" ", body).replace(",", " ").split():
        rest = word
        while rest:
            number = len(node.position.history) + 1
            try:
                move = _first_move(node.position, rest)
                node = tree.play(node, move or rest)
            except Problem as problem:
                raise Problem("problem.move.number", number=number, why=problem) from problem
            rest = rest[len(move) :] if move else ""
    return tree


def _first_move(position: Position, text: str) -> str | None:
    """The longest legal move that a text begins with; None if the text must be one as it is."""
    if text in position.moves:
        return text
    lower = text.lower()
    begins = [move for move in position.moves if lower.startswith(move.lower())]
    return max(begins, key=len, default=None)


def write_page(tree: Tree) -> str:
    record = tree.to_record()
    lines = [f"; game {record.game}"]
    lines += [f"; set {option}={setting}" for option, setting in record.options.items()]
    if record.start is not None:
        lines.append(f"; start {record.start}")
    names = (" ".join(player.split()) for player in record.players)
    lines += [f"; {word} {name}" for word, name in zip(("first", "second"), names, strict=True)]
    moves = record.moves
    for begin in range(0, len(moves), _MOVES_A_LINE):
        lines.append(" ".join(moves[begin : begin + _MOVES_A_LINE]))
    return "\n".join(lines) + "\n"
