"""The record of one game: a JSON document that is validated when it is read.

A record may come from an untrusted source. It names games, never files or modules, and every error
in it is a Problem.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from plyground.games.game import Game
from plyground.games.options import Setting, did_you_mean, resolve
from plyground.games.position import Outcome, Position
from plyground.games.registry import find_game_class
from plyground.locale import Problem, has_words

FORMAT = 1
"""The version of the format; incremented when older readers would misunderstand a record."""

# Fields that are omitted when empty.
_OPTIONAL = ("clocks", "analysis", "comments", "variations")

_RULES = re.compile(r"[\w.-]+@[0-9]{1,9}")
_REASON = re.compile(r"(game\.\w+\.)?reason(\.\w+)?")


@dataclass(frozen=True)
class Variation:
    """Moves that branch off another line: the game itself, or an earlier variation."""

    at: int
    """The number of moves of the other line before it branches off."""
    moves: tuple[str, ...]
    of: int | None = None
    """The index of the variation that it branches off; None for the game itself."""
    comments: tuple[str | None, ...] = ()
    """The comment on each move."""
    analysis: tuple[Mapping[str, Any] | None, ...] = ()
    """An agent's analysis of the position after each move."""


@dataclass(frozen=True)
class Record:
    """A game with its players, rules, moves and result."""

    game: str
    rules: str
    """Name and version of the rules that it was played by: `kamisado@1`."""
    players: tuple[str, str] = ("human", "human")
    options: Mapping[str, Setting] = field(default_factory=dict)
    start: str | None = None
    """The text of the start position, unless it is the default one."""
    moves: tuple[str, ...] = ()
    result: Outcome | None = None
    """None while the game is in progress."""
    clocks: tuple[float, ...] = ()
    """Seconds left to the mover after each move."""
    analysis: tuple[Mapping[str, Any] | None, ...] = ()
    """An agent's analysis of the position before each move, and of the final one."""
    comments: tuple[str | None, ...] = ()
    """The comments on the start and on each move."""
    variations: tuple[Variation, ...] = ()
    """Alternatives to the moves that were played."""

    @classmethod
    def from_position(
        cls,
        position: Position,
        players: tuple[str, str] = ("human", "human"),
        result: Outcome | None = None,
    ) -> Record:
        """The record of the game that led to a position. `result` overrides the position's own."""
        game, origin = position.game, position.origin
        return cls(
            game=game.name,
            rules=game.id,
            players=players,
            options=game.canonical.changed_settings,
            start=None if origin == game.start() else origin.text,
            moves=position.recorded_line,
            result=result or position.outcome,
        )

    def replay(self, game: Game | None = None) -> Position:
        """The final position. A game that is not built in must be given."""
        kind = type(game) if game else find_game_class(self.game)
        ours = f"{kind.name}@{kind.version}"
        try:
            # Check option names before they become arguments of a class.
            resolve(kind.name, kind.options, self.options)
            return self._replay_moves(game or kind(**self.options))
        except Problem as problem:
            if ours == self.rules:
                raise
            raise Problem(
                "record.problem.version", theirs=self.rules, ours=ours, why=problem
            ) from problem

    def _replay_moves(self, game: Game) -> Position:
        position = game.start() if self.start is None else game.position(self.start)
        for number, move in enumerate(self.moves, start=1):
            try:
                position = position.play(position.find_recorded(move))
            except Problem as problem:
                raise Problem("problem.move.number", number=number, why=problem) from problem
        reached, stated = position.outcome, self.result
        if (
            reached
            and stated
            and (reached.winner, reached.margin) != (stated.winner, stated.margin)
        ):
            raise Problem("record.problem.contradiction", said=stated, ended=reached)
        return position

    def to_json(self, indent: int | None = 2) -> str:
        """The record as text; on one line if `indent` is None."""
        document: dict[str, Any] = {"format": FORMAT}
        for entry in fields(self):
            value = getattr(self, entry.name)
            if isinstance(value, Outcome):
                value = asdict(value)
            if entry.name == "variations":
                value = [_drop_empty(asdict(variation)) for variation in value]
            if value or entry.name not in _OPTIONAL:
                document[entry.name] = value
        return json.dumps(document, ensure_ascii=False, indent=indent) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Parse and validate a record; a Problem if it is not one."""
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            raise Problem("record.problem.json") from None
        if not isinstance(document, dict):
            raise Problem("record.problem.json")
        return cls(**_RecordReader(document).read())


def _drop_empty(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value not in (None, ())}


class _RecordReader:
    """Validates the fields of a document one by one."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        known = {"format", *(entry.name for entry in fields(Record))}
        for name in document:
            if name not in known:
                hint = did_you_mean(name, known)
                raise Problem("record.problem.unknown", field=name, hint=hint)

    def read(self) -> dict[str, Any]:
        version = self._document.get("format")
        if type(version) is not int or version < 1:
            raise Problem("record.problem.format", known=FORMAT)
        if version > FORMAT:
            raise Problem("record.problem.newer", version=version)
        return {
            "game": self._read_text("game"),
            "rules": self._read_rules(),
            "players": self._read_players(),
            "options": self._read_options(),
            "start": None if self._document.get("start") is None else self._read_text("start"),
            "moves": self._read_moves(),
            "result": self._read_result(),
            "clocks": self._read_clocks(),
            "analysis": self._read_analysis(self._read_list("analysis")),
            "comments": self._read_comments(self._read_list("comments")),
            "variations": self._read_variations(),
        }

    def _expect(self, name: str, condition: bool) -> None:
        if not condition:
            raise Problem(f"record.problem.{name}")

    def _read_text(self, name: str) -> str:
        value = self._document.get(name)
        self._expect(name, isinstance(value, str) and bool(value.strip()))
        return str(value)

    def _read_list(self, name: str) -> list[Any]:
        value = self._document.get(name, [])
        self._expect(name, isinstance(value, list))
        return list(value)

    def _read_rules(self) -> str:
        rules = self._read_text("rules")
        self._expect("rules", _RULES.fullmatch(rules) is not None)
        return rules

    def _read_players(self) -> tuple[str, str]:
        players = self._read_list("players") or ["human", "human"]
        self._expect("players", len(players) == 2 and all(isinstance(p, str) for p in players))
        return players[0], players[1]

    def _read_options(self) -> dict[str, Setting]:
        options = self._document.get("options", {})
        is_flat = isinstance(options, dict) and all(
            isinstance(value, int | str) for value in options.values()
        )
        self._expect("options", is_flat)
        return dict(options)

    def _read_moves(self) -> tuple[str, ...]:
        moves = self._read_list("moves")
        self._expect("moves", all(isinstance(move, str) for move in moves))
        return tuple(moves)

    def _read_result(self) -> Outcome | None:
        result = self._document.get("result")
        if result is None:
            return None
        self._expect("result", isinstance(result, dict) and {"winner"} <= result.keys())
        winner, margin, reason = (result.get(key) for key in ("winner", "margin", "reason"))
        self._expect("result", winner is None or (type(winner) is int and winner in (0, 1)))
        self._expect("result", margin is None or type(margin) is int)
        self._expect("result", reason is None or isinstance(reason, str))
        is_known = reason is not None and _REASON.fullmatch(reason) and has_words(reason)
        return Outcome(winner, margin, reason if is_known else None)

    def _read_clocks(self) -> tuple[float, ...]:
        clocks = self._read_list("clocks")
        for value in clocks:
            self._expect("clocks", type(value) in (int, float) and math.isfinite(value))
        return tuple(clocks)

    def _read_analysis(self, analysis: Any) -> tuple[Mapping[str, Any] | None, ...]:
        is_list = isinstance(analysis, list)
        self._expect(
            "analysis",
            is_list and all(value is None or isinstance(value, dict) for value in analysis),
        )
        return tuple(analysis)

    def _read_comments(self, comments: Any) -> tuple[str | None, ...]:
        is_list = isinstance(comments, list)
        self._expect(
            "comments",
            is_list and all(value is None or isinstance(value, str) for value in comments),
        )
        return tuple(comments)

    def _read_variations(self) -> tuple[Variation, ...]:
        """Each variation must branch off a line before it, within the length of that line."""
        lengths: dict[int | None, int] = {None: len(self._read_moves())}
        read = []
        for number, given in enumerate(self._read_list("variations")):
            known = {entry.name for entry in fields(Variation)}
            self._expect("variations", isinstance(given, dict) and given.keys() <= known)
            of, at, moves = given.get("of"), given.get("at"), given.get("moves")
            self._expect("variations", of is None or type(of) is int)
            self._expect("variations", type(at) is int and 0 <= at <= lengths.get(of, -1))
            self._expect("variations", isinstance(moves, list) and len(moves) > 0)
            self._expect("variations", all(isinstance(move, str) for move in moves))
            comments = self._read_comments(given.get("comments", []))
            analysis = self._read_analysis(given.get("analysis", []))
            lengths[number] = len(moves)
            read.append(Variation(at, tuple(moves), of, comments, analysis))
        return tuple(read)
