"""The Smart Game Format for gomoku and renju, GM[4]: points are two letters from the top left.

Stones that stand before the first move are its start. Files of others write points like `h8` too,
leave out what they think is known, and call rules what they like; what they mean is read, and a
file of another game is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from string import ascii_lowercase

from sgfmill.sgf_grammar import (
    Coarse_game_tree,
    escape_text,
    make_coarse_game_tree,
    parse_compose,
    parse_sgf_game,
    serialise_game_tree,
    simpletext_value,
    text_value,
)

from plyground.games.game import Game
from plyground.games.gomoku import notation
from plyground.games.gomoku.rule_names import holder_of_black, read_rule, write_rule
from plyground.games.gomoku.rules import colour_to_move
from plyground.games.grid import parse_spot, spot_name, write_stones
from plyground.games.interchange import UNNAMED_PLAYERS, GameFile, MoveNode
from plyground.games.options import Setting
from plyground.games.position import Outcome, Position
from plyground.locale import Problem

COLOURS = "BW"
_GAME = "4"
_USUAL_SIZE = 15
_START = re.compile(r"\(\s*;")
_LETTERS = re.compile(r"[a-z]{2}")
_RESULT = re.compile(r"([bw])\s*\+\s*([rt]?)")
_REASONS = {"r": "reason.resigned", "t": "reason.time", "": None}

Properties = Mapping[str, list[bytes]]


def can_read(text: str) -> bool:
    return _START.match(text.lstrip()) is not None


# Reading.


def read(text: str) -> GameFile:
    try:
        tree = parse_sgf_game(text.encode("utf-8", "replace"))
    except ValueError:
        raise Problem("game.gomoku.sgf.grammar") from None
    root: Properties = tree.sequence[0]
    if _value(root, "GM", _GAME) != _GAME:
        raise Problem("game.gomoku.sgf.game", number=_value(root, "GM", ""))
    reader = _Reader(tree, _size(root))
    options: dict[str, Setting] = {"size": reader.size, **read_rule(_value(root, "RU", ""))}
    return GameFile(
        options=options,
        start=reader.start,
        steps=tuple(reader.steps),
        comment=reader.comment,
        players=(_value(root, "PB", UNNAMED_PLAYERS[0]), _value(root, "PW", UNNAMED_PLAYERS[1])),
        result=_read_result(_value(root, "RE", "")),
    )


class _Reader:
    """Walks through a tree of the file: the stones before the first move, then the moves."""

    def __init__(self, tree: Coarse_game_tree, size: int) -> None:
        self.size = size
        self.steps: list[MoveNode] = []
        self.comment = ""
        self._stones: dict[str, int] = {}
        self._side: int | None = None
        self._set_up(tree)
        self._colour = self._first_colour(tree)
        self._walk(tree)

    @property
    def start(self) -> str | None:
        if not self._stones and self._colour == 0:
            return None
        black, white = ([s for s, c in self._stones.items() if c == colour] for colour in (0, 1))
        return write_stones(black, white, self._colour)

    def _set_up(self, tree: Coarse_game_tree) -> None:
        for node in tree.sequence:
            if _moves(node):
                break
            for spot in self._points(node, "AE"):
                self._stones.pop(spot, None)
            for colour, name in enumerate(("AB", "AW")):
                self._stones |= dict.fromkeys(self._points(node, name), colour)
            turn = _value(node, "PL", "").upper()[:1]
            if turn and turn in COLOURS:
                self._side = COLOURS.index(turn)
            self.comment = "\n".join(filter(None, (self.comment, _comment(node))))

    def _first_colour(self, tree: Coarse_game_tree) -> int:
        """Whose turn it is: whoever makes the first move, else as it is said, else by number."""
        waiting = [tree]
        while waiting:
            below = waiting.pop()
            for node in below.sequence:
                for colour, _ in _moves(node):
                    return colour
            waiting += reversed(below.children)
        if self._side is not None:
            return self._side
        whites = sum(self._stones.values())
        return int(len(self._stones) - whites > whites)

    def _walk(self, tree: Coarse_game_tree) -> None:
        waiting: list[tuple[Coarse_game_tree, int | None, int]] = [(tree, None, 1)]
        while waiting:
            below, after, number = waiting.pop()
            for node in below.sequence:
                moves = _moves(node)
                is_setting_up = below is tree and after is None
                if {"AB", "AW", "AE"} & node.keys() and (moves or not is_setting_up):
                    raise Problem("game.gomoku.sgf.setup")
                for played, point in moves:
                    if played != (self._colour + number - 1) % 2:
                        raise Problem("game.gomoku.sgf.turn", number=number)
                    step = MoveNode(self._spot(point, number), after, _comment(node))
                    self.steps.append(step)
                    after, number = len(self.steps) - 1, number + 1
            waiting += [(child, after, number) for child in reversed(below.children)]

    def _points(self, node: Properties, name: str) -> Iterator[str]:
        """The points of a list, in which `aa:cc` is a rectangle."""
        for raw in node.get(name, ()):
            corner, opposite = parse_compose(raw)
            first = self._place(_text(corner), name)
            last = first if opposite is None else self._place(_text(opposite), name)
            (left, right), (low, high) = (sorted(pair) for pair in zip(first, last, strict=True))
            for row in range(low, high + 1):
                for column in range(left, right + 1):
                    yield spot_name(column, row)

    def _spot(self, point: str, number: int) -> str:
        if not point or (point == "tt" and self.size <= ascii_lowercase.index("t")):
            raise Problem("game.gomoku.sgf.pass", number=number)
        return spot_name(*self._place(point, str(number)))

    def _place(self, point: str, where: str) -> tuple[int, int]:
        """Column and row of a point, by two letters or by our own name."""
        point = point.lower()
        try:
            if not _LETTERS.fullmatch(point):
                return parse_spot(point, self.size, self.size)
            column, row = map(ascii_lowercase.index, point)
            return parse_spot(spot_name(column, self.size - 1 - row), self.size, self.size)
        except Problem:
            raise Problem(
                "game.gomoku.sgf.point", given=point, where=where, size=self.size
            ) from None


def _moves(node: Properties) -> list[tuple[int, str]]:
    return [
        (COLOURS.index(name), _text(value).strip())
        for name, values in node.items()
        if len(name) == 1 and name in COLOURS
        for value in values
    ]


def _size(root: Properties) -> int:
    given = _value(root, "SZ", str(_USUAL_SIZE))
    width, _, height = given.partition(":")
    if not width.isdecimal() or len(width) > 3 or height not in ("", width):
        raise Problem("game.gomoku.sgf.size", given=given)
    return int(width)


def _read_result(text: str) -> Outcome | None:
    found = _RESULT.match(text.lower())
    if found:
        return Outcome(COLOURS.lower().index(found[1]), None, _REASONS[found[2]])
    return Outcome(None) if text.lower() in ("0", "draw", "jigo") else None


def _value(node: Properties, name: str, default: str) -> str:
    return _text(node[name][0]).strip() or default if name in node else default


def _comment(node: Properties) -> str:
    raw = b"\n".join(node.get("C", ()))
    return str(text_value(raw).decode("utf-8", "replace")).strip()


def _text(raw: bytes) -> str:
    return str(simpletext_value(raw).decode("utf-8", "replace"))


# Writing.


def write(game: Game, game_file: GameFile) -> str:
    black = holder_of_black(game, game_file)
    nodes = [_root(game, game_file, black), *({} for _ in game_file.steps)]
    below: list[list[int]] = [[] for _ in nodes]
    colours = [1 - int(colour_to_move(_origin(game, game_file).state))]
    places = [0]
    for number, step in enumerate(game_file.steps, start=1):
        parent = places[0 if step.after is None else step.after + 1]
        if step.move in notation.CHOICES:
            # A choice puts no stone: what follows it follows the stone before it.
            places.append(parent)
            colours.append(0)
            continue
        colours.append(1 - colours[parent])
        nodes[number][COLOURS[colours[number]]] = [_point(step.move, game)]
        if step.comment:
            nodes[number]["C"] = [_escaped(step.comment)]
        below[parent].append(number)
        places.append(number)
    tree = make_coarse_game_tree(0, below.__getitem__, nodes.__getitem__)
    written: bytes = serialise_game_tree(tree)
    return written.decode("utf-8")


def _root(game: Game, game_file: GameFile, black: int) -> dict[str, list[bytes]]:
    texts = {
        "FF": "4",
        "GM": _GAME,
        "CA": "UTF-8",
        "AP": f"Plyground:{version('plyground')}",
        "SZ": str(game.settings["size"]),
        "RU": write_rule(game.settings),
        "PB": game_file.players[black],
        "PW": game_file.players[1 - black],
        "RE": _write_result(game_file.result, black),
        "C": game_file.comment,
    }
    root = {name: [_escaped(text)] for name, text in texts.items() if text}
    if game_file.start is not None:
        state, size = _origin(game, game_file).state, int(game.settings["size"])
        for colour, name in enumerate(("AB", "AW")):
            cells = notation.cells_of(state, colour, size)
            if cells:
                spots = (spot_name(cell % size, cell // size) for cell in cells)
                root[name] = [_point(spot, game) for spot in spots]
        root["PL"] = [COLOURS[int(colour_to_move(state))].encode()]
    return root


def _origin(game: Game, game_file: GameFile) -> Position:
    return game.start() if game_file.start is None else game.position(game_file.start)


def _point(spot: str, game: Game) -> bytes:
    size = int(game.settings["size"])
    column, row = parse_spot(spot, size, size)
    return (ascii_lowercase[column] + ascii_lowercase[size - 1 - row]).encode()


def _write_result(result: Outcome | None, black: int) -> str:
    if result is None:
        return ""
    if result.winner is None:
        return "Draw"
    letter = {reason: letter for letter, reason in _REASONS.items() if reason}
    return f"{COLOURS[result.winner ^ black]}+{letter.get(result.reason or '', '').upper()}"


def _escaped(text: str) -> bytes:
    raw: bytes = escape_text(text.encode("utf-8", "replace"))
    return raw
