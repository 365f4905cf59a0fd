"""A game with its variations: a tree of moves.

Every node has an id that never changes and is never reused, so that the address of a position stays
valid when the tree is edited. The first child of a node is the main line; the others are
variations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from plyground.games.game import Game
from plyground.games.interchange import UNNAMED_PLAYERS, GameFile, MoveNode
from plyground.games.position import Outcome, Position
from plyground.games.score import Analysis
from plyground.locale import Problem
from plyground.records.record import Record, Variation

MAX_NODES = 2_000
MAX_COMMENT = 10_000


@dataclass(eq=False)
class GameNode:
    """One position of a tree, and the move that leads to it."""

    id: int
    position: Position
    move: str | None = None
    parent: GameNode | None = None
    children: list[GameNode] = field(default_factory=list)
    comment: str = ""
    analysis: Analysis | None = None
    """An agent's analysis of this position."""
    clock: float | None = None
    """Seconds left to the mover after the move."""

    @property
    def recorded_move(self) -> str:
        """The move as records have it."""
        before = self.position.before
        assert before is not None
        return before.game.canonical.move_text(before.state, self.position.history[-1])

    @property
    def line(self) -> list[GameNode]:
        """The nodes from the root to this one, both included."""
        nodes: list[GameNode] = []
        node: GameNode | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    @property
    def main_line(self) -> list[GameNode]:
        """This node and its main line."""
        nodes = [self]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    def walk(self) -> Iterator[GameNode]:
        """This node and all below it, in preorder."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack += reversed(node.children)


class VariationTree:
    """A game from a position on, with its variations."""

    def __init__(
        self,
        origin: Position,
        players: tuple[str, str] = UNNAMED_PLAYERS,
        result: Outcome | None = None,
    ) -> None:
        self.players = players
        self.root = GameNode(0, origin)
        self._declared = result
        self._nodes = {0: self.root}
        self._next = 1

    @property
    def game(self) -> Game:
        return self.root.position.game

    @property
    def result(self) -> Outcome | None:
        """How the game ended: by the position, else as declared."""
        return self.root.main_line[-1].position.outcome or self._declared

    @property
    def size(self) -> int:
        return len(self._nodes)

    def find_node(self, id: int) -> GameNode:
        if id not in self._nodes:
            raise Problem("tree.problem.node", node=id)
        return self._nodes[id]

    def has_node(self, node: GameNode) -> bool:
        return self._nodes.get(node.id) is node

    # Editing.

    def play(self, node: GameNode, move: str | int) -> GameNode:
        """The node after a move: the existing one, or a new one."""
        code = node.position.find(move) if isinstance(move, str) else move
        for child in node.children:
            if child.position.history[-1] == code:
                return child
        if self.size >= MAX_NODES:
            raise Problem("tree.problem.full", most=MAX_NODES)
        game, state = node.position.game, node.position.state
        child = GameNode(self._next, node.position.play(code), game.move_text(state, code), node)
        node.position.drop_cache()
        node.children.append(child)
        self._nodes[child.id] = child
        self._next += 1
        return child

    def promote(self, node: GameNode) -> None:
        """Move the variation that contains a node before the line that it branches off."""
        child = node
        while child.parent is not None:
            siblings = child.parent.children
            if siblings[0] is not child:
                siblings.remove(child)
                siblings.insert(0, child)
                return
            child = child.parent

    def delete(self, node: GameNode) -> None:
        """Delete a node and all below it."""
        if node.parent is None:
            raise Problem("tree.problem.root")
        node.parent.children.remove(node)
        for deleted in node.walk():
            del self._nodes[deleted.id]

    def comment(self, node: GameNode, text: str) -> None:
        if len(text) > MAX_COMMENT:
            raise Problem("tree.problem.comment", most=MAX_COMMENT)
        node.comment = text

    # Conversion.

    @classmethod
    def from_position(cls, position: Position) -> VariationTree:
        """The tree of the moves that led to a position."""
        tree = cls(position.origin)
        node = tree.root
        for move in position.line:
            node = tree.play(node, move)
        return tree

    @classmethod
    def from_record(cls, record: Record, game: Game | None = None) -> VariationTree:
        """The tree of a record, validated by playing all moves."""
        position = record.replay(game)
        tree = cls(position.origin, record.players, record.result)
        lines: dict[int | None, list[GameNode]] = {None: [tree.root]}
        tree._extend(lines[None], record.moves)
        for number, variation in enumerate(record.variations):
            at = lines[variation.of][variation.at]
            line = tree._extend([at], variation.moves)
            # Like the line of the game, its first node is before its first move.
            lines[number] = line
            _annotate(line[1:], variation.comments, variation.analysis)
        _annotate(lines[None], record.comments, record.analysis)
        for node, clock in zip(lines[None][1:], record.clocks, strict=False):
            node.clock = clock
        return tree

    def to_record(self) -> Record:
        line = self.root.main_line
        clocks = [node.clock for node in line[1:] if node.clock is not None]
        return replace(
            Record.from_position(line[-1].position, self.players),
            result=self.result,
            clocks=tuple(clocks) if len(clocks) == len(line) - 1 else (),
            analysis=_collect_analyses(line),
            comments=_collect_comments(line),
            variations=tuple(self._list_variations()),
        )

    @classmethod
    def from_game_file(cls, game_file: GameFile, game: Game) -> VariationTree:
        """The tree of a file, validated by playing all moves."""
        origin = game.start() if game_file.start is None else game.position(game_file.start)
        tree = cls(origin, game_file.players, game_file.result)
        tree.root.comment = game_file.comment[:MAX_COMMENT]
        nodes: list[GameNode] = []
        for step in game_file.steps:
            before = tree.root if step.after is None else nodes[step.after]
            node = tree._play_numbered(before, step.move)
            node.comment = step.comment[:MAX_COMMENT]
            nodes.append(node)
        reached, stated = tree.root.main_line[-1].position.outcome, game_file.result
        if reached and stated and reached.winner != stated.winner:
            raise Problem("record.problem.contradiction", said=stated, ended=reached)
        return tree

    def to_game_file(self) -> GameFile:
        indexes: dict[int, int | None] = {self.root.id: None}
        steps: list[MoveNode] = []
        for node in self.root.walk():
            if node.parent is not None and node.move is not None:
                indexes[node.id] = len(steps)
                steps.append(MoveNode(node.recorded_move, indexes[node.parent.id], node.comment))
        origin = self.root.position
        return GameFile(
            options=self.game.canonical.changed_settings,
            start=None if origin == self.game.start() else origin.text,
            steps=tuple(steps),
            comment=self.root.comment,
            players=self.players,
            result=self.result,
        )

    def _extend(self, line: list[GameNode], moves: tuple[str, ...]) -> list[GameNode]:
        for move in moves:
            line.append(self._play_numbered(line[-1], move))
        return line

    def _play_numbered(self, node: GameNode, move: str) -> GameNode:
        """Play a move; a Problem with it names its number."""
        try:
            return self.play(node, node.position.find_recorded(move))
        except Problem as problem:
            number = len(node.position.history) + 1
            raise Problem("problem.move.number", number=number, why=problem) from problem

    def _list_variations(self) -> Iterator[Variation]:
        """All lines but the main one, each after the line that it branches off."""
        lines: list[tuple[int | None, list[GameNode]]] = [(None, self.root.main_line)]
        count = 0
        for of, line in lines:
            for at, node in enumerate(line):
                # The first node of a variation belongs to the line that it branches off.
                if of is not None and at == 0:
                    continue
                for child in node.children[1:]:
                    lines.append((count, [node, *child.main_line]))
                    count += 1
                    below = child.main_line
                    moves = tuple(node.recorded_move for node in below)
                    yield Variation(
                        at, moves, of, _collect_comments(below), _collect_analyses(below)
                    )

    # Storage, with the ids of the nodes.

    def to_document(self) -> dict[str, Any]:
        """The tree as JSON, with the ids of its nodes."""
        record = self.to_record()
        nodes = [
            {
                "id": node.id,
                "parent": node.parent.id if node.parent else None,
                "move": node.move,
                "comment": node.comment,
                "analysis": node.analysis and node.analysis.as_json(),
                "clock": node.clock,
            }
            for node in self.root.walk()
        ]
        return {
            "game": record.game,
            "options": self.game.changed_settings,
            "start": record.start,
            "players": list(self.players),
            "agreed": self._declared and asdict(self._declared),
            "next": self._next,
            "nodes": nodes,
        }

    @classmethod
    def from_document(cls, document: dict[str, Any], game: Game) -> VariationTree:
        """The reverse of `to_document`, for trusted documents."""
        start, declared = document["start"], document["agreed"]
        origin = game.start() if start is None else game.position(start)
        first, second = document["players"]
        tree = cls(origin, (first, second), declared and Outcome(**declared))
        tree._nodes.clear()
        for entry in document["nodes"]:
            if entry["parent"] is None:
                node = tree.root
            else:
                parent = tree._nodes[entry["parent"]]
                after = parent.position.play(entry["move"])
                parent.position.drop_cache()
                node = GameNode(entry["id"], after, entry["move"], parent)
                parent.children.append(node)
            node.comment, node.clock = entry["comment"], entry["clock"]
            node.analysis = Analysis.from_json(entry["analysis"])
            tree._nodes[node.id] = node
        tree._next = document["next"]
        return tree


def _annotate(
    nodes: list[GameNode], comments: tuple[str | None, ...], analyses: tuple[Any, ...]
) -> None:
    for node, comment in zip(nodes, comments, strict=False):
        node.comment = (comment or "")[:MAX_COMMENT]
    for node, analysis in zip(nodes, analyses, strict=False):
        parsed = Analysis.from_json(analysis)
        game = node.position.game
        node.analysis = parsed and _rewrite(parsed, node.position, game.canonical, game)


def _collect_comments(nodes: list[GameNode]) -> tuple[str | None, ...]:
    comments = [node.comment or None for node in nodes]
    return tuple(comments) if any(comments) else ()


def _collect_analyses(nodes: list[GameNode]) -> tuple[dict[str, Any] | None, ...]:
    analyses = [_analysis_to_json(node) for node in nodes]
    return tuple(analyses) if any(analyses) else ()


def _analysis_to_json(node: GameNode) -> dict[str, Any] | None:
    game = node.position.game
    canonical = node.analysis and _rewrite(node.analysis, node.position, game, game.canonical)
    return canonical.as_json() if canonical else None


def _rewrite(analysis: Analysis, position: Position, source: Game, target: Game) -> Analysis | None:
    """An analysis with its moves written as in another display of the game."""
    if source is target:
        return analysis

    def rewrite(moves: tuple[str, ...]) -> tuple[str, ...]:
        at, texts = Position(source, position.state), []
        for move in moves:
            code = at.find(move)
            texts.append(target.move_text(at.state, code))
            at = at.play(code)
        return tuple(texts)

    try:
        return replace(
            analysis,
            move=rewrite((analysis.move,))[0],
            lines=tuple(replace(line, moves=rewrite(line.moves)) for line in analysis.lines),
            best_moves=tuple(rewrite((move,))[0] for move in analysis.best_moves),
        )
    except Problem:
        return None
