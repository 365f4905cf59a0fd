"""Piskvork's files: a line with the size of the board, then `x,y,time`, counted from 1 at the top
left; after the moves the players, a number, and from tournaments `winner,rule`.

Such a file has one line of play from the empty board: variations and comments have no place.
"""

from __future__ import annotations

import re

from plyground.games.game import Game
from plyground.games.gomoku import notation
from plyground.games.gomoku.rule_names import holder_of_black, read_rule, write_rule
from plyground.games.grid import parse_spot, spot_name
from plyground.games.interchange import UNNAMED_PLAYERS, GameFile, MoveNode, list_main_line
from plyground.games.options import Setting
from plyground.games.position import Outcome
from plyground.locale import Problem

_HEAD = re.compile(r"piskvorky\s+(\d+)\s*x\s*(\d+)(?:\s*,\s*\d+\s*:\s*\d+\s*,\s*(\d+))?", re.I)
_MOVE = re.compile(r"(-?\d+)\s*,\s*(-?\d+)(?:\s*,\s*-?\d+)?\s*")
_NUMBER = re.compile(r"-?\d+")
_VERDICT = re.compile(r"([012])\s*,\s*([A-Za-z].*)")
_PROGRAM = re.compile(r"(?:pbrain-)?(.+?)(?:\.(?:exe|zip))?", re.I)
_UNFINISHED = "-1"


def can_read(text: str) -> bool:
    return _HEAD.match(text.lstrip()) is not None


def read(text: str) -> GameFile:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    head = _HEAD.match(lines[0]) if lines else None
    if head is None:
        raise Problem("game.gomoku.psq.head")
    width, height, starter = int(head[1]), int(head[2]), head[3]
    if width != height:
        raise Problem("game.gomoku.problem.square", width=width, height=height)
    moves: list[str] = []
    rest = iter(lines[1:])
    for line in rest:
        found = _MOVE.fullmatch(line)
        if found is None:
            break
        moves.append(_spot(int(found[1]), int(found[2]), width, len(moves) + 1))
    else:
        line = ""
    players, verdict = _read_end([line, *rest])
    options: dict[str, Setting] = {"size": width}
    if verdict is not None:
        options |= read_rule(verdict[2])
    # Piskvork lists the players in its own order and says which of them began.
    if starter == "1":
        players = players[::-1]
    return GameFile(
        options=options,
        steps=tuple(
            MoveNode(move, number - 1 if number else None) for number, move in enumerate(moves)
        ),
        players=players,
        result=_winner(verdict[1]) if verdict else None,
    )


def write(game: Game, game_file: GameFile) -> str:
    if game_file.start is not None:
        raise Problem("game.gomoku.psq.start")
    size = int(game.settings["size"])
    lines = [f"Piskvorky {size}x{size}, 0:0, 0"]
    for step in list_main_line(game_file):
        if step.move not in notation.CHOICES:
            column, row = parse_spot(step.move, size, size)
            lines.append(f"{column + 1},{size - row},0")
    # The file has no colours: its first player is whoever put the first stone.
    black = holder_of_black(game, game_file) ^ (game.settings["begins"] == "white")
    winner = game_file.result.winner if game_file.result else None
    winner = 0 if winner is None else (winner ^ black) + 1
    lines += [_name(game_file.players[black]), _name(game_file.players[1 - black])]
    lines += [_UNFINISHED, f"{winner},{write_rule(game.settings)}"]
    return "\n".join(lines) + "\n"


def _spot(x: int, y: int, size: int, number: int) -> str:
    if not (1 <= x <= size and 1 <= y <= size):
        raise Problem("game.gomoku.psq.move", number=number, given=f"{x},{y}", size=size)
    return spot_name(x - 1, size - y)


def _read_end(lines: list[str]) -> tuple[tuple[str, str], re.Match[str] | None]:
    """The players, and the winner with the rule, if the lines after the moves tell them."""
    names = [line for line in lines if not _NUMBER.fullmatch(line) and not _VERDICT.fullmatch(line)]
    verdict = next((found for line in lines if (found := _VERDICT.fullmatch(line))), None)
    plain = [found[1] for name in names if name and (found := _PROGRAM.fullmatch(name))]
    return (plain[0], plain[1]) if len(plain) >= 2 else UNNAMED_PLAYERS, verdict


def _winner(text: str) -> Outcome | None:
    return Outcome(int(text) - 1) if text in "12" else None


def _name(player: str) -> str:
    """A name that cannot be taken for another line of the file."""
    plain = " ".join(player.split())
    is_name = plain and not _MOVE.fullmatch(plain) and not _NUMBER.fullmatch(plain)
    return plain if is_name and not _VERDICT.fullmatch(plain) else f"({plain})"
