"""A game with all that could have been played instead: a tree of moves.

Every node has a number that never changes and is never given again, so that an address of a
position outlives whatever happens around it. The first child of a node is what was played; the
others are variations.
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

MOST_NODES = 2_000
LONGEST_COMMENT = 10_000


@dataclass(eq=False)
class Node:
    """One position of a tree, and the move that led to it."""

    id: int
    position: Position
    move: str | None = None
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)
    comment: str = ""
    analysis: Analysis | None = None
    """What an agent said of this position."""
    clock: float | None = None
    """Seconds that the move left to the side that made it."""

    @property
    def recorded_move(self) -> str:
        """The move as records have it."""
        before = self.position.before
        assert before is not None
        return before.game.canonical.move_text(before.state, self.position.history[-1])

    @property
    def line(self) -> list[Node]:
        """The nodes from the start to this one, both included."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    @property
    def main(self) -> list[Node]:
        """This node and what is played from it on."""
        nodes = [self]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    def walk(self) -> Iterator[Node]:
        """This node and all below it, every line to its end before the next one."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


class Tree:
    """A game from a position on, with its variations."""

    def __init__(
        self,
        origin: Position,
        players: tuple[str, str] = UNNAMED_PLAYERS,
        result: Outcome | None = None,
    ) -> None:
        self.players = players
        self.root = Node(0, origin)
        self._agreed = result
        self._nodes = {0: self.root}
        self._next = 1

    @property
    def game(self) -> Game:
        return self.root.position.game

    @property
    def result(self) -> Outcome | None:
        """How the game ended: as the board has it, else as it was agreed."""
        return self.root.main[-1].position.outcome or self._agreed

    @property
    def size(self) -> int:
        return len(self._nodes)

    def node(self, number: int) -> Node:
        if number not in self._nodes:
            raise Problem("tree.problem.node", node=number)
        return self._nodes[number]

    def has(self, node: Node) -> bool:
        return self._nodes.get(node.id) is node

    # Changes.

    def play(self, node: Node, move: str | int) -> Node:
        """The node after a move: the one that is there, or a new one."""
        code = node.position.find(move) if isinstance(move, str) else move
        for child in node.children:
            if child.position.history[-1] == code:
                return child
        if self.size >= MOST_NODES:
            raise Problem("tree.problem.full", most=MOST_NODES)
        game, state = node.position.game, node.position.state
        child = Node(self._next, node.position.play(code), game.move_text(state, code), node)
        node.position.drop_cache()
        node.children.append(child)
        self._nodes[child.id] = child
        self._next += 1
        return child

    def promote(self, node: Node) -> None:
        """Put the variation that a node stands in before what it varies."""
        child = node
        while child.parent is not None:
            siblings = child.parent.children
            if siblings[0] is not child:
                siblings.remove(child)
                siblings.insert(0, child)
                return
            child = child.parent

    def delete(self, node: Node) -> None:
        """Take a move away, and all that follows it."""
        if node.parent is None:
            raise Problem("tree.problem.root")
        node.parent.children.remove(node)
        for gone in node.walk():
            del self._nodes[gone.id]

    def comment(self, node: Node, text: str) -> None:
        if len(text) > LONGEST_COMMENT:
            raise Problem("tree.problem.comment", most=LONGEST_COMMENT)
        node.comment = text

    # On paper.

    @classmethod
    def from_record(cls, record: Record, game: Game | None = None) -> Tree:
        """The game of a record, checked by playing it through."""
        position = record.replay(game)
        tree = cls(position.origin, record.players, record.result)
        lines: dict[int | None, list[Node]] = {None: [tree.root]}
        tree._extend(lines[None], record.moves)
        for number, variation in enumerate(record.variations):
            at = lines[variation.of][variation.at]
            line = tree._extend([at], variation.moves)
            # Counted like the line of the game, whose first node stands before its first move.
            lines[number] = line
            _annotate(line[1:], variation.comments, variation.analysis)
        _annotate(lines[None], record.comments, record.analysis)
        for node, clock in zip(lines[None][1:], record.clocks, strict=False):
            node.clock = clock
        return tree

    def to_record(self) -> Record:
        line = self.root.main
        clocks = [node.clock for node in line[1:] if node.clock is not None]
        return replace(
            Record.of(line[-1].position, self.players),
            result=self.result,
            clocks=tuple(clocks) if len(clocks) == len(line) - 1 else (),
            analysis=_analyses(line),
            comments=_comments(line),
            variations=tuple(self._variations()),
        )

    @classmethod
    def from_game_file(cls, game_file: GameFile, game: Game) -> Tree:
        """The game of a file, checked by replaying it."""
        origin = game.start() if game_file.start is None else game.position(game_file.start)
        tree = cls(origin, game_file.players, game_file.result)
        tree.root.comment = game_file.comment[:LONGEST_COMMENT]
        nodes: list[Node] = []
        for step in game_file.steps:
            before = tree.root if step.after is None else nodes[step.after]
            node = tree._numbered(before, step.move)
            node.comment = step.comment[:LONGEST_COMMENT]
            nodes.append(node)
        ended, said = tree.root.main[-1].position.outcome, game_file.result
        if ended and said and ended.winner != said.winner:
            raise Problem("record.problem.contradiction", said=said, ended=ended)
        return tree

    def to_game_file(self) -> GameFile:
        places: dict[int, int | None] = {self.root.id: None}
        steps: list[MoveNode] = []
        for node in self.root.walk():
            if node.parent is not None and node.move is not None:
                places[node.id] = len(steps)
                steps.append(MoveNode(node.recorded_move, places[node.parent.id], node.comment))
        origin = self.root.position
        return GameFile(
            options=self.game.canonical.changed_settings,
            start=None if origin == self.game.start() else origin.text,
            steps=tuple(steps),
            comment=self.root.comment,
            players=self.players,
            result=self.result,
        )

    def _extend(self, line: list[Node], moves: tuple[str, ...]) -> list[Node]:
        for move in moves:
            line.append(self._numbered(line[-1], move))
        return line

    def _numbered(self, node: Node, move: str) -> Node:
        """Play a move; what is wrong with it is told with its number."""
        try:
            return self.play(node, node.position.find_recorded(move))
        except Problem as problem:
            number = len(node.position.history) + 1
            raise Problem("problem.move.number", number=number, why=problem) from problem

    def _variations(self) -> Iterator[Variation]:
        """All lines but the main one, each after the line that it leaves."""
        lines: list[tuple[int | None, list[Node]]] = [(None, self.root.main)]
        count = 0
        for of, line in lines:
            for at, node in enumerate(line):
                # The first node of a variation is where it leaves: its others belong to that line.
                if of is not None and at == 0:
                    continue
                for child in node.children[1:]:
                    lines.append((count, [node, *child.main]))
                    count += 1
                    below = child.main
                    moves = tuple(node.recorded_move for node in below)
                    yield Variation(at, moves, of, _comments(below), _analyses(below))

    # As one document of numbered nodes.

    def to_document(self) -> dict[str, Any]:
        """The tree as JSON, with the numbers of its nodes."""
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
            "agreed": self._agreed and asdict(self._agreed),
            "next": self._next,
            "nodes": nodes,
        }

    @classmethod
    def from_document(cls, document: dict[str, Any], game: Game) -> Tree:
        """The reverse of `to_document`, for documents that nobody else could change."""
        start, agreed = document["start"], document["agreed"]
        origin = game.start() if start is None else game.position(start)
        first, second = document["players"]
        tree = cls(origin, (first, second), agreed and Outcome(**agreed))
        tree._nodes.clear()
        for entry in document["nodes"]:
            if entry["parent"] is None:
                node = tree.root
            else:
                parent = tree._nodes[entry["parent"]]
                after = parent.position.play(entry["move"])
                parent.position.drop_cache()
                node = Node(entry["id"], after, entry["move"], parent)
                parent.children.append(node)
            node.comment, node.clock = entry["comment"], entry["clock"]
            node.analysis = Analysis.from_json(entry["analysis"])
            tree._nodes[node.id] = node
        tree._next = document["next"]
        return tree


def _annotate(
    nodes: list[Node], comments: tuple[str | None, ...], analyses: tuple[Any, ...]
) -> None:
    for node, comment in zip(nodes, comments, strict=False):
        node.comment = (comment or "")[:LONGEST_COMMENT]
    for node, analysis in zip(nodes, analyses, strict=False):
        found = Analysis.from_json(analysis)
        game = node.position.game
        node.analysis = found and _rewrite(found, node.position, game.canonical, game)


def _comments(nodes: list[Node]) -> tuple[str | None, ...]:
    comments = [node.comment or None for node in nodes]
    return tuple(comments) if any(comments) else ()


def _analyses(nodes: list[Node]) -> tuple[dict[str, Any] | None, ...]:
    analyses = [_recorded_analysis(node) for node in nodes]
    return tuple(analyses) if any(analyses) else ()


def _recorded_analysis(node: Node) -> dict[str, Any] | None:
    game = node.position.game
    found = node.analysis and _rewrite(node.analysis, node.position, game, game.canonical)
    return found.as_json() if found else None


def _rewrite(found: Analysis, position: Position, source: Game, target: Game) -> Analysis | None:
    """An analysis with its moves written as in another display of the game."""
    if source is target:
        return found

    def rewrite(moves: tuple[str, ...]) -> tuple[str, ...]:
        at, texts = Position(source, position.state), []
        for move in moves:
            code = at.find(move)
            texts.append(target.move_text(at.state, code))
            at = at.play(code)
        return tuple(texts)

    try:
        return replace(
            found,
            move=rewrite((found.move,))[0],
            lines=tuple(replace(line, moves=rewrite(line.moves)) for line in found.lines),
            best_moves=tuple(rewrite((move,))[0] for move in found.best_moves),
        )
    except Problem:
        return None
