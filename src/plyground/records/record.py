"""One game as a document: JSON that is checked when it is read, and replays when it is asked to.

A record may come from anybody. It names games, never files or modules, and whatever is wrong with
it becomes one sentence.
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
"""Raised when a reader of today could misunderstand what is written."""

# Fields that are left out where they say nothing.
_SELDOM = ("clocks", "analysis", "comments", "variations")

_RULES = re.compile(r"[\w.-]+@[0-9]{1,9}")
_REASON = re.compile(r"(game\.\w+\.)?reason(\.\w+)?")


@dataclass(frozen=True)
class Variation:
    """Moves that leave another line: the game's own, or an earlier variation."""

    at: int
    """How many moves of the line it leaves are played before it."""
    moves: tuple[str, ...]
    of: int | None = None
    """The place, among the variations, of the line it leaves; None for the game itself."""
    comments: tuple[str | None, ...] = ()
    """What somebody wrote to each move."""
    analysis: tuple[Mapping[str, Any] | None, ...] = ()
    """What an agent said after each move."""


@dataclass(frozen=True)
class Record:
    """What was played."""

    game: str
    rules: str
    """Name and version of the rules at that time: `kamisado@1`."""
    players: tuple[str, str] = ("human", "human")
    options: Mapping[str, Setting] = field(default_factory=dict)
    start: str | None = None
    """The position the game began with, if it is not the usual one."""
    moves: tuple[str, ...] = ()
    result: Outcome | None = None
    """None while the game goes on."""
    clocks: tuple[float, ...] = ()
    """Seconds that each move left to the side that made it."""
    analysis: tuple[Mapping[str, Any] | None, ...] = ()
    """What an agent said before each move, and at last of where the moves end."""
    comments: tuple[str | None, ...] = ()
    """What somebody wrote: first to the start, then to each move."""
    variations: tuple[Variation, ...] = ()
    """Other ways the game could have gone."""

    @classmethod
    def of(
        cls,
        position: Position,
        players: tuple[str, str] = ("human", "human"),
        result: Outcome | None = None,
    ) -> Record:
        """The game that led to a position. A result given wins over the position's own."""
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
        """The position at the end. A game that has no name of its own to be found by is given."""
        kind = type(game) if game else find_game_class(self.game)
        ours = f"{kind.name}@{kind.version}"
        try:
            # Names are checked before they become arguments of a class.
            resolve(kind.name, kind.options, self.options)
            return self._replayed(game or kind(**self.options))
        except Problem as problem:
            if ours == self.rules:
                raise
            raise Problem(
                "record.problem.version", theirs=self.rules, ours=ours, why=problem
            ) from problem

    def _replayed(self, game: Game) -> Position:
        position = game.start() if self.start is None else game.position(self.start)
        for number, move in enumerate(self.moves, start=1):
            try:
                position = position.play(position.find_recorded(move))
            except Problem as problem:
                raise Problem("problem.move.number", number=number, why=problem) from problem
        ended, said = position.outcome, self.result
        if ended and said and (ended.winner, ended.margin) != (said.winner, said.margin):
            raise Problem("record.problem.contradiction", said=said, ended=ended)
        return position

    def to_json(self) -> str:
        document: dict[str, Any] = {"format": FORMAT}
        for part in fields(self):
            value = getattr(self, part.name)
            if isinstance(value, Outcome):
                value = asdict(value)
            if part.name == "variations":
                value = [_without_blanks(asdict(variation)) for variation in value]
            if value or part.name not in _SELDOM:
                document[part.name] = value
        return json.dumps(document, ensure_ascii=False, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Record:
        """The record that a text describes; a Problem if it describes none."""
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            raise Problem("record.problem.json") from None
        if not isinstance(document, dict):
            raise Problem("record.problem.json")
        return cls(**_Reader(document).read())


def _without_blanks(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value not in (None, ())}


class _Reader:
    """Checks the fields of a document one by one."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        known = {"format", *(part.name for part in fields(Record))}
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
            "game": self._text("game"),
            "rules": self._rules(),
            "players": self._players(),
            "options": self._options(),
            "start": None if self._document.get("start") is None else self._text("start"),
            "moves": self._moves(),
            "result": self._result(),
            "clocks": self._clocks(),
            "analysis": self._analysis(self._list("analysis")),
            "comments": self._comments(self._list("comments")),
            "variations": self._variations(),
        }

    def _expect(self, name: str, condition: bool) -> None:
        if not condition:
            raise Problem(f"record.problem.{name}")

    def _text(self, name: str) -> str:
        value = self._document.get(name)
        self._expect(name, isinstance(value, str) and bool(value.strip()))
        return str(value)

    def _list(self, name: str) -> list[Any]:
        value = self._document.get(name, [])
        self._expect(name, isinstance(value, list))
        return list(value)

    def _rules(self) -> str:
        rules = self._text("rules")
        self._expect("rules", _RULES.fullmatch(rules) is not None)
        return rules

    def _players(self) -> tuple[str, str]:
        players = self._list("players") or ["human", "human"]
        self._expect("players", len(players) == 2 and all(isinstance(p, str) for p in players))
        return players[0], players[1]

    def _options(self) -> dict[str, Setting]:
        options = self._document.get("options", {})
        is_flat = isinstance(options, dict) and all(
            isinstance(value, int | str) for value in options.values()
        )
        self._expect("options", is_flat)
        return dict(options)

    def _moves(self) -> tuple[str, ...]:
        moves = self._list("moves")
        self._expect("moves", all(isinstance(move, str) for move in moves))
        return tuple(moves)

    def _result(self) -> Outcome | None:
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

    def _clocks(self) -> tuple[float, ...]:
        clocks = self._list("clocks")
        for value in clocks:
            self._expect("clocks", type(value) in (int, float) and math.isfinite(value))
        return tuple(clocks)

    def _analysis(self, analysis: Any) -> tuple[Mapping[str, Any] | None, ...]:
        is_list = isinstance(analysis, list)
        self._expect(
            "analysis",
            is_list and all(value is None or isinstance(value, dict) for value in analysis),
        )
        return tuple(analysis)

    def _comments(self, comments: Any) -> tuple[str | None, ...]:
        is_list = isinstance(comments, list)
        self._expect(
            "comments",
            is_list and all(value is None or isinstance(value, str) for value in comments),
        )
        return tuple(comments)

    def _variations(self) -> tuple[Variation, ...]:
        """Each leaves a line that was read before it, at a place that this line has."""
        lengths: dict[int | None, int] = {None: len(self._moves())}
        read = []
        for number, given in enumerate(self._list("variations")):
            known = {part.name for part in fields(Variation)}
            self._expect("variations", isinstance(given, dict) and given.keys() <= known)
            of, at, moves = given.get("of"), given.get("at"), given.get("moves")
            self._expect("variations", of is None or type(of) is int)
            self._expect("variations", type(at) is int and 0 <= at <= lengths.get(of, -1))
            self._expect("variations", isinstance(moves, list) and len(moves) > 0)
            self._expect("variations", all(isinstance(move, str) for move in moves))
            comments = self._comments(given.get("comments", []))
            analysis = self._analysis(given.get("analysis", []))
            lengths[number] = len(moves)
            read.append(Variation(at, tuple(moves), of, comments, analysis))
        return tuple(read)
