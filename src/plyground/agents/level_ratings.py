"""Measured ratings of the engine's levels in one game: a file beside the class of the game.

`plyground rate --levels GAME --save FILE` writes it. The ratings hold for the options that they
were measured with; in all other games nothing is said.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from plyground.agents.levels import LEVELS
from plyground.agents.specs import parse_spec
from plyground.games.game import Game
from plyground.locale import Failure, say

FILE = "level_ratings.json"


@dataclass(frozen=True)
class MeasuredRating:
    elo: int
    error: int | None
    """Half the width of the 95 % confidence interval."""


@dataclass(frozen=True)
class LevelRatings:
    game: str
    options: Mapping[str, Any]
    zero: str
    """The player whose rating is 0."""
    reference: str
    """The player to whom errors are relative."""
    players: Mapping[str, MeasuredRating]
    """By spec. Who won or lost everything has none."""
    games: int
    command: str
    date: str
    version: str

    def find(self, level: int) -> MeasuredRating | None:
        return self.players.get(f"engine:level={level}")

    def about(self, level: int) -> int | None:
        """The rating of a level as it is shown: to the tens, since errors are larger."""
        rating = self.find(level)
        return None if rating is None else round(rating.elo, -1)

    def list_levels(self) -> dict[int, int]:
        """The ratings of all levels as they are shown."""
        return {level: elo for level in LEVELS if (elo := self.about(level)) is not None}

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> LevelRatings:
        players = {name: MeasuredRating(**rated) for name, rated in document["players"].items()}
        return cls(**{**document, "players": players})


def find_level_ratings(game: Game) -> LevelRatings | None:
    """The ratings that were measured for a game with these options, if any."""
    ratings = load_level_ratings(type(game))
    if ratings is None or ratings.options != game.canonical.changed_settings:
        return None
    return ratings


@cache
def load_level_ratings(kind: type[Game]) -> LevelRatings | None:
    """The ratings beside the class of a game, with whatever options."""
    source = getattr(sys.modules.get(kind.__module__), "__file__", None)
    path = Path(source or "").with_name(FILE) if source else None
    if path is None or not path.is_file():
        return None
    try:
        ratings = LevelRatings.from_json(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise Failure("agent.problem.ratings", path=path) from error
    return ratings if ratings.game == kind.name else None


def describe_level(spec: str, game: Game) -> str | None:
    """The level that a spec asks of the engine, with its rating: "level 4, about 900 here"."""
    parsed = parse_spec(spec)
    # With other settings, such as more time, it is another player.
    if parsed.name != "engine" or parsed.settings.keys() != {"level"}:
        return None
    ratings = find_level_ratings(game)
    level = int(parsed.settings["level"])
    elo = None if ratings is None else ratings.about(level)
    return None if elo is None else say("agent.level.rated", level=level, elo=elo)
