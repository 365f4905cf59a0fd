"""Checks certificates of solved games. Needs Python, the rules beside this file, and nothing else.

    python tools/check_certificate.py FILE...

A file is the JSON of `plyground solve --certificate FILE`, or one of the atlas: the name of a game,
and entries. An entry is a position (`options`, `position`, `moves` from there on), its `value` for
the first player, the most `plies` that the win takes, and `proofs`. A proof is a strategy of one
side that gets at least its `value`. Its `choices` are that side's moves in all positions that can
arise, against every reply: numbers in the sorted list of legal moves, in the order of a depth-first
search that visits each position once; where there is only one move, there is no number.
"""

from __future__ import annotations

import base64
import importlib.util
import json
import struct
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any


class Refused(Exception):
    """What is wrong with a certificate."""


def load_rules(game: str) -> ModuleType:
    file = Path(__file__).parent / "rules" / f"{game}.py"
    if not game.isidentifier() or not file.exists():
        raise Refused(f"no rules of {game} in {file.parent}")
    spec = importlib.util.spec_from_file_location(f"rules_of_{game}", file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check_entry(rules: ModuleType, entry: dict[str, Any]) -> int:
    """The number of positions that were visited; raises `Refused`."""
    given = {"position": entry["position"]} if entry["position"] else {}
    position = rules.start(**entry["options"], **given)
    for move in entry["moves"].split():
        if move not in position.moves:
            raise Refused(f"{move} is not legal")
        position = position.play(move)
    visited = 0
    least: dict[int, int] = {}
    for proof in entry["proofs"]:
        worst, plies, count = follow(position, proof["side"], read_choices(proof["choices"]))
        if worst != proof["value"]:
            raise Refused(f"the strategy of side {proof['side']} gets {worst}")
        if proof["plies"] != entry["plies"] or entry["plies"] not in (None, plies):
            raise Refused(f"the strategy of side {proof['side']} takes up to {plies} plies")
        least[proof["side"]] = worst
        visited += count
    # Nobody gets more than a win, so one side's strategy proves it; all else takes both sides'.
    value = entry["value"]
    if not getattr(rules, "SCORING", False) and abs(value) == 1:
        least.setdefault(0 if value == -1 else 1, -1)
    if least != {0: value, 1: -value}:
        raise Refused(f"the proofs do not give the value {value}")
    return visited


def follow(start: Any, side: int, choices: Iterator[int]) -> tuple[int, int, int]:
    """The least that a strategy gets, the most plies it takes, and the number of positions."""
    known: dict[Any, tuple[int, int] | None] = {}

    def visit(position: Any) -> tuple[int, int]:
        if position in known:
            found = known[position]
            if found is None:
                raise Refused("a game goes round in circles")
            return found
        if position.result is not None:
            return (position.result if side == 0 else -position.result), 0
        known[position] = None
        moves = sorted(position.moves)
        if position.side == side and len(moves) > 1:
            number = next(choices, len(moves))
            if number >= len(moves):
                raise Refused("a choice is missing, or no legal move")
            moves = [moves[number]]
        ends = [visit(position.play(move)) for move in moves]
        known[position] = min(worst for worst, _ in ends), 1 + max(plies for _, plies in ends)
        return known[position] or (0, 0)

    worst, plies = visit(start)
    if next(choices, None) is not None:
        raise Refused("choices are left over")
    return worst, plies, len(known)


def read_choices(text: str) -> Iterator[int]:
    """Numbers of 16 bits, the high byte first, compressed by zlib, as base64."""
    try:
        data = zlib.decompress(base64.b64decode(text, validate=True))
        return iter([number for (number,) in struct.iter_unpack(">H", data)])
    except (ValueError, zlib.error, struct.error) as error:
        raise Refused(f"the choices cannot be read: {error}") from None


def check_file(path: str) -> bool:
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    rules = load_rules(document["game"])
    accepted = True
    for entry in document["entries"]:
        chosen = " ".join(f"{name}={value}" for name, value in entry["options"].items())
        title = " ".join(
            filter(None, (document["game"], chosen, entry["position"], entry["moves"]))
        )
        try:
            visited = check_entry(rules, entry)
            print(f"{title}: {entry['value']:+d}, {visited} positions checked")
        except Refused as refusal:
            accepted = False
            print(f"{title}: REFUSED: {refusal}")
    return accepted


def main() -> None:
    sys.setrecursionlimit(10_000)
    if len(sys.argv) < 2:
        sys.exit("Give the files to check: python tools/check_certificate.py FILE...")
    try:
        results = [check_file(path) for path in sys.argv[1:]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, Refused) as error:
        sys.exit(f"This is not a file of certificates: {error}")
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
