"""Checking the forbidden points of renju against a file of known positions.

One JSON object a line: `black` and `white` stones as [x, y] from 0, y upward; `forbidden`, a kind
for each point that black must not play (`overline`, `double-four`, `double-three`, or plain
`forbidden`); `legal`, points that black may play; `complete`, if every other empty point is legal.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.contract import Vector
from plyground.games.gomoku import variants
from plyground.games.gomoku.fouls import DOUBLE_FOUR, DOUBLE_THREE, LONG_ROW, judge
from plyground.games.gomoku.lines import PLANE
from plyground.games.grid import parse_spot, spot_name
from plyground.games.jsonl import OnProgress, read_jsonl
from plyground.games.options import resolve
from plyground.locale import Problem, say

_KINDS = {DOUBLE_THREE: "double-three", DOUBLE_FOUR: "double-four", LONG_ROW: "overline"}
_SIZE = 15


def check_file(path: str | Path, on_progress: OnProgress) -> dict[str, Any]:
    """How many positions and points the file has, and a sentence for each point judged wrong."""
    settings = resolve("gomoku", variants.OPTIONS, {"rule": "renju", "size": _SIZE})
    tables = variants.tables(settings)
    positions, points = 0, 0
    wrong: list[str] = []
    for number, entry in read_jsonl(path, on_progress):
        try:
            board = _board(entry)
            expected = _expected(entry, board)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError):
            raise Problem("game.gomoku.problem.forbidden_file", path=path, line=number) from None
        positions += 1
        points += len(expected)
        for spot, kind in expected.items():
            found = _kind(board, spot, tables)
            if found != kind and not (kind == "forbidden" and found != "legal"):
                wrong.append(
                    say(
                        "game.gomoku.bench.wrong",
                        line=number,
                        name=entry.get("name", "-"),
                        spot=spot,
                        kind=kind,
                        found=found,
                    )
                )
    return {"positions": positions, "points": points, "wrong": wrong}


def _board(entry: dict[str, Any]) -> Vector:
    board = np.zeros(_SIZE, np.int64)
    for colour, name in enumerate(("black", "white")):
        for x, y in entry[name]:
            if not (0 <= x < _SIZE and 0 <= y < _SIZE) or _taken(board, x, y):
                raise ValueError
            board[y] |= 1 << (x + PLANE * colour)
    return board


def _expected(entry: dict[str, Any], board: Vector) -> dict[str, str]:
    """Every point the entry speaks of, with its kind or `legal`."""
    expected = {}
    if entry.get("complete"):
        expected = {
            spot_name(x, y): "legal"
            for y in range(_SIZE)
            for x in range(_SIZE)
            if not _taken(board, x, y)
        }
    expected |= dict.fromkeys(entry["legal"], "legal")
    expected |= entry["forbidden"]
    for spot, kind in expected.items():
        if _taken(board, *parse_spot(spot, _SIZE, _SIZE)):
            raise ValueError
        if kind not in (*_KINDS.values(), "forbidden", "legal"):
            raise ValueError
    return expected


def _taken(board: Vector, x: int, y: int) -> bool:
    row = int(board[y])
    return bool((row | row >> PLANE) >> x & 1)


def _kind(board: Vector, spot: str, tables: Vector) -> str:
    x, y = parse_spot(spot, _SIZE, _SIZE)
    verdict = judge(board, 0, y * _SIZE + x, 0, tables)
    return _KINDS.get(int(verdict), "legal")
