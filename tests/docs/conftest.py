"""How a reader changes a file of Python step by step, where a page says so.

What a block defines takes the place of what has the same name in the file, in a class method by
method. What is new goes where a reader would put it: values after other values, functions before
the class, methods at its end.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import pytest


@pytest.fixture
def edit() -> Callable[[str, str], str]:
    return _edit


def _edit(old: str, new: str) -> str:
    """The file after a reader has replaced and added what a block shows."""
    parts = _Parts(old, ast.parse(old).body)
    for node, text in _Parts(new, ast.parse(new).body):
        parts.put(node, text, gap="\n\n")
    return parts.text


class _Parts:
    """The statements of a file or of a class, each with the comments and decorators before it."""

    def __init__(self, text: str, body: Sequence[ast.stmt], first_line: int = 0) -> None:
        lines = text.splitlines(keepends=True)
        ends = [node.end_lineno for node in body]
        self._nodes = list(body)
        self._texts = ["".join(lines[a:b]) for a, b in pairwise([first_line, *ends])]

    def __iter__(self) -> Iterator[tuple[ast.stmt, str]]:
        return zip(self._nodes, self._texts, strict=True)

    @property
    def text(self) -> str:
        return "".join(self._texts)

    def put(self, node: ast.stmt, text: str, gap: str) -> None:
        for place, (kept, before) in enumerate(self):
            if _find_names(kept) & _find_names(node):
                blank = before[: -len(before.lstrip("\n"))]
                is_class = isinstance(node, ast.ClassDef)
                self._texts[place] = blank + (
                    _edit_class(before, text) if is_class else text.lstrip("\n")
                )
                return
        is_function = isinstance(node, ast.FunctionDef)
        later = ast.ClassDef if is_function else ast.ClassDef | ast.FunctionDef
        places = [place for place, kept in enumerate(self._nodes) if isinstance(kept, later)]
        place = places[0] if places else len(self._nodes)
        self._nodes.insert(place, node)
        self._texts.insert(place, gap * is_function + text.lstrip("\n"))


def _edit_class(old: str, new: str) -> str:
    """A class with the methods and values that a block shows of it."""
    old, new = old.lstrip("\n"), new.lstrip("\n")
    [kept], [shown] = (ast.parse(text).body for text in (old, new))
    parts = _Parts(old, kept.body, first_line=1)
    for node, text in _Parts(new, shown.body, first_line=1):
        parts.put(node, text, gap="\n")
    return old.splitlines(keepends=True)[0] + parts.text


def _find_names(node: ast.stmt) -> set[str]:
    """The names that a statement gives a meaning to."""
    if isinstance(node, ast.ImportFrom):
        return {f"from {node.module}"}
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Assign):
        return {name.id for name in ast.walk(node.targets[0]) if isinstance(name, ast.Name)}
    return {ast.dump(node)}
