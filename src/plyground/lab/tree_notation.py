"""Trees written by hand, as in textbooks: `(3 12 8) (2 4 6) (14 5 2)`.

Numbers are leaves; parentheses hold the children of a node, to any depth. What stands outside all
of them are the children of the root; if that is one group, it is the root itself. Names are
optional: `B(3 12 8)` names a node, `x=3` a leaf.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from string import ascii_uppercase

from plyground.locale import Problem

MOST_NODES = 2_000
DEEPEST = 60

_TOKEN = re.compile(
    r"(?P<space>[\s,]+)|(?P<open>\()|(?P<close>\))"
    r"|(?P<number>[+-]?\d{1,9}(?:\.\d{1,6})?(?![\w.]))"
    r"|(?P<name>[^\W\d_]\w{0,11}'{0,2})(?P<mark>\s*=\s*|(?=\s*\())"
)


class Branch:
    """A node of such a tree, as a position of the textbook."""

    def __init__(self, name: str, side: int, value: float | None, children: dict[str, Branch]):
        self.name = name
        self.to_move = side
        self._value = value
        self._children = children

    def actions(self) -> tuple[str, ...]:
        """The names of the children."""
        return tuple(self._children)

    def result(self, action: str) -> Branch:
        return self._children[action]

    def is_terminal(self) -> bool:
        return self._value is not None

    def utility(self) -> float:
        if self._value is None:
            raise Problem("problem.utility")
        return self._value


@dataclass(eq=False)
class _Sprout:
    """A node while it is being read."""

    place: int
    """Where it begins in the text, from 1."""
    name: str = ""
    value: float | None = None
    children: list[_Sprout] = field(default_factory=list)


def read_tree(text: str, side: int = 0) -> Branch:
    """The root of the tree that a text describes; `side` moves there (0 is Max)."""
    root = _read(text)
    if not root.children:
        raise Problem("lab.problem.tree.empty")
    if len(root.children) == 1 and root.children[0].value is None:
        root = root.children[0]
    _name(root)
    return _grown(root, side)


def _read(text: str) -> _Sprout:
    root = _Sprout(1)
    way, count = [root], 0
    for token, place, name in _tokens(text):
        if token == ")":
            closed = way.pop()
            if not way:
                raise Problem("lab.problem.tree.close", place=place)
            if not closed.children:
                raise Problem("lab.problem.tree.hollow", place=closed.place)
            continue
        sprout = _Sprout(place, name)
        way[-1].children.append(sprout)
        if token == "(":
            way.append(sprout)
        else:
            sprout.value = float(token) if "." in token else int(token)
        count += 1
        if count >= MOST_NODES or len(way) > DEEPEST:
            raise Problem("lab.problem.tree.large", place=place, most=MOST_NODES, deepest=DEEPEST)
    if len(way) > 1:
        raise Problem("lab.problem.tree.open", place=way[-1].place)
    return root


def _tokens(text: str) -> Iterator[tuple[str, int, str]]:
    """Parentheses and numbers, each with its place and the name before it."""
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


def _name(root: _Sprout) -> None:
    """Letters for nodes without a name, level by level; leaves are numbered below their parent."""
    inner: list[_Sprout] = []
    taken: set[str] = set()
    waiting = deque([root])
    while waiting:
        sprout = waiting.popleft()
        if sprout.name in taken:
            raise Problem("lab.problem.tree.twice", place=sprout.place, name=sprout.name)
        taken.update({sprout.name} - {""})
        waiting.extend(sprout.children)
        if sprout.value is None:
            inner.append(sprout)
    letters = (name for name in _letters() if name not in taken)
    for sprout in inner:
        sprout.name = sprout.name or next(letters)
    for sprout in inner:
        for number, child in enumerate(sprout.children, start=1):
            name = f"{sprout.name.lower()}{number}"
            child.name = child.name or (f"{name}'" if name in taken else name)


def _letters() -> Iterator[str]:
    """A, B, ... Z, AA, BB, ..."""
    for times in range(1, MOST_NODES):
        yield from (letter * times for letter in ascii_uppercase)


def _grown(sprout: _Sprout, side: int) -> Branch:
    children = {child.name: _grown(child, 1 - side) for child in sprout.children}
    return Branch(sprout.name, side, sprout.value, children)
