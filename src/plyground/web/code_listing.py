"""The Python source of the algorithms with syntax highlighting and the lines of each step.

Comments in `classic/` say `Step 3: ...`; the lines of a step go from its comment to the next one.
"""

from __future__ import annotations

import inspect
import io
import keyword
import re
import token
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from plyground.lab.search_setup import ALGORITHMS

Span = tuple[str, str]
"""A kind (`plain`, `keyword`, `string`, `number`, `comment`, `name` of a definition) and a text."""

_STEP = re.compile(r"(?P<indent> *)# Step (?P<number>\d+):")
_KINDS = {tokenize.COMMENT: "comment", token.STRING: "string", token.NUMBER: "number"}


@cache
def make_listings(algorithm: str) -> list[dict[str, Any]]:
    """The source of an algorithm; for iterative deepening also that of the search it repeats."""
    functions = [ALGORITHMS[algorithm]]
    if algorithm == "deepening":
        functions.append(ALGORITHMS["alphabeta"])
    return [_make_listing(function) for function in functions]


def _make_listing(function: Callable[..., Any]) -> dict[str, Any]:
    lines, first = inspect.getsourcelines(function)
    return {
        "name": f"{function.__module__.rpartition('.')[2]}.py",
        "first": first,
        "lines": _highlight(lines),
        "steps": dict(_find_steps(lines, first)),
    }


def _find_steps(lines: list[str], first: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the number of each step with its first and last line."""
    for start, line in enumerate(lines):
        if found := _STEP.match(line):
            end = _find_step_end(lines, start, len(found["indent"]))
            yield found["number"], (first + start, first + end)


def _find_step_end(lines: list[str], start: int, indent: int) -> int:
    end = start
    for index in range(start + 1, len(lines)):
        text = lines[index]
        if _STEP.match(text) or (text.strip() and len(text) - len(text.lstrip()) < indent):
            break
        if text.strip():
            end = index
    return end


def _highlight(lines: list[str]) -> list[list[Span]]:
    """Split every line into spans of one kind."""
    rows: list[list[Span]] = [[] for _ in lines]
    column = [0 for _ in lines]

    def add(row: int, end: int, kind: str) -> None:
        text = lines[row].rstrip("\n")[column[row] : end]
        column[row] = max(column[row], end)
        if text:
            rows[row].append((kind, text))

    before = ""
    for part in tokenize.generate_tokens(io.StringIO("".join(lines)).readline):
        kind = _KINDS.get(part.type, "plain")
        if part.type == token.NAME:
            is_defined = before in ("def", "class")
            kind = "keyword" if keyword.iskeyword(part.string) else "name" if is_defined else kind
        if part.string.strip() and part.start[0] <= len(lines):
            for row in range(part.start[0] - 1, part.end[0]):
                start = part.start[1] if row == part.start[0] - 1 else 0
                end = part.end[1] if row == part.end[0] - 1 else len(lines[row])
                add(row, start, "plain")
                add(row, end, kind)
        before = part.string
    return rows
