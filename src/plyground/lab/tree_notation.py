"""Trees written by hand, as in textbooks: `(3 12 8) (2 4 6) (14 5 2)`.

Numbers are leaves; parentheses enclose the children of a node, to any depth. Whatever is outside of
all parentheses is a child of the root; a single group is the root itself. Names are optional:
`B(3 12 8)` names a node, `x=3` a leaf.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from string import ascii_uppercase

from plyground.locale import Problem

MAX_NODES = 2_000
MAX_DEPTH = 60

_TOKEN = re.compile(
    r"(?P<space>[\s,]+)|(?P<open>\()|(?P<close>\))"
    r"|(?P<number>[+-]?\d{1,9}(?:\.\d{1,6})?(?![\w.]))"
    r"|(?P<name>[^\W\d_]\w{0,11}'{0,2})(?P<mark>\s*=\s*|(?=\s*\())"
)


class NotationNode:
    """A node of a tree written by hand, as a position of the textbook."""

    def __init__(
        self, name: str, side: int, value: float | None, children: dict[str, NotationNode]
    ):
        self.name = name
        self.to_move = side
        self._value = value
        self._children = children

    def actions(self) -> tuple[str, ...]:
        """The names of the children."""
        return tuple(self._children)

    def result(self, action: str) -> NotationNode:
        return self._children[action]

    def is_terminal(self) -> bool:
        return self._value is not None

    def utility(self) -> float:
        if self._value is None:
            raise Problem("problem.utility")
        return self._value


@dataclass(eq=False)
class _ParsedNode:
    """A node while the text is being parsed."""

    place: int
    """Position of its first character in the text, from 1."""
    name: str = ""
    value: float | None = None
    children: list[_ParsedNode] = field(default_factory=list)


def read_tree(text: str, side: int = 0) -> NotationNode:
    """The root of the tree that a text describes; `side` moves there (0 is Max)."""
    root = _parse(text)
    if not root.children:
        raise Problem("lab.problem.tree.empty")
    if len(root.children) == 1 and root.children[0].value is None:
        root = root.children[0]
    _assign_names(root)
    return _build_node(root, side)


def _parse(text: str) -> _ParsedNode:
    root = _ParsedNode(1)
    path, count = [root], 0
    for token, place, name in _tokenize(text):
        if token == ")":
            closed = path.pop()
            if not path:
                raise Problem("lab.problem.tree.close", place=place)
            if not closed.children:
                raise Problem("lab.problem.tree.hollow", place=closed.place)
            continue
        node = _ParsedNode(place, name)
        path[-1].children.append(node)
        if token == "(":
            path.append(node)
        else:
            node.value = float(token) if "." in token else int(token)
        count += 1
        if count >= MAX_NODES or len(path) > MAX_DEPTH:
            raise Problem("lab.problem.tree.large", place=place, most=MAX_NODES, deepest=MAX_DEPTH)
    if len(path) > 1:
        raise Problem("lab.problem.tree.open", place=path[-1].place)
    return root


def _tokenize(text: str) -> Iterator[tuple[str, int, str]]:
    """Parentheses and numbers, each with its position and the name before it."""
    at, name, named_at = 0, "", 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        place = at + 1
        if found is None:
            given = text[at:].split()[0][:12]
            raise Problem("lab.problem.tree.sign", place=place, given=given)
        at = found.end()
        if found.lastgroup == "mark":
            name, named_at = found["name"], place
            following = _TOKEN.match(text, at)
            if found["mark"] and (following is None or following.lastgroup != "number"):
                raise Problem("lab.problem.tree.name", place=place, name=name)
        elif found.lastgroup != "space":
            yield found[0], named_at or place, name
            name, named_at = "", 0


def _assign_names(root: _ParsedNode) -> None:
    """Name nodes without a name by letters, level by level, and leaves by their parent's letter."""
    inner: list[_ParsedNode] = []
    taken: set[str] = set()
    queue = deque([root])
    while queue:
        node = queue.popleft()
        if node.name in taken:
            raise Problem("lab.problem.tree.twice", place=node.place, name=node.name)
        taken.update({node.name} - {""})
        queue.extend(node.children)
        if node.value is None:
            inner.append(node)
    letters = (name for name in _generate_letters() if name not in taken)
    for node in inner:
        node.name = node.name or next(letters)
    for node in inner:
        for number, child in enumerate(node.children, start=1):
            name = f"{node.name.lower()}{number}"
            child.name = child.name or (f"{name}'" if name in taken else name)


def _generate_letters() -> Iterator[str]:
    """A, B, ... Z, AA, BB, ..."""
    for times in range(1, MAX_NODES):
        yield from (letter * times for letter in ascii_uppercase)


def _build_node(node: _ParsedNode, side: int) -> NotationNode:
    children = {child.name: _build_node(child, 1 - side) for child in node.children}
    return NotationNode(node.name, side, node.value, children)
