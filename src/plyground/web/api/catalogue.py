"""The catalogue over REST: games, agents, their options, and the words of the pages."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from plyground.agents.level_ratings import find_level_ratings
from plyground.agents.specs import KINDS
from plyground.games.captions import describe_game, describe_option
from plyground.games.game import Game
from plyground.games.options import Option, Setting
from plyground.games.position import Position
from plyground.games.registry import game_names
from plyground.locale import LANGUAGES, current_language, localize, say
from plyground.records.formats import list_formats
from plyground.reports import find_baselines
from plyground.web.compile_queue import count_seconds
from plyground.web.heavy_context import Control, HeavyContext
from plyground.web.page_words import load_page_words
from plyground.web.services import Services, ServicesDep
from plyground.web.thumbnail import make_thumbnail
from plyground.web.views import make_board_view, make_position_view

router = APIRouter(prefix="/api")

Moves = Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=2_000)]
Options = Annotated[
    dict[
        Annotated[str, Field(max_length=50)],
        bool | int | float | Annotated[str, Field(max_length=4_000)],
    ],
    Field(max_length=50),
]


class PositionRequest(BaseModel):
    """A position: a game with its options, where it starts, and the moves since."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str, Field(max_length=100)]
    options: Options = Field(default_factory=dict)
    start: Annotated[str, Field(max_length=10_000)] | None = None
    moves: Moves = Field(default_factory=list)


Answer = Callable[[HeavyContext, Any, bool], Any]
"""Answers a request in the process of heavy requests; is the game's native code ready?"""


async def answer_apart(
    services: Services, answer: Answer, body: BaseModel, game: str, options: Mapping[str, Setting]
) -> Response:
    """The answer to a heavy request about a game, as JSON."""

    def call() -> str:
        is_native = services.game_cache.get_game(game, options).is_native
        return services.heavy_process.call(_answer_as_text, Control(), answer, body, is_native)

    text = await services.heavy_threads.run(call)
    return Response(text, media_type="application/json")


def _answer_as_text(context: HeavyContext, answer: Answer, body: Any, is_native: bool) -> str:
    return json.dumps(answer(context, body, is_native), ensure_ascii=False, separators=(",", ":"))


@router.get("/catalogue", response_model=dict[str, Any])
async def get_catalogue(services: ServicesDep) -> Response:
    """All games and agents with their options, in the visitor's language."""
    # Every page asks for it, and drawing the boards takes long: made once for each language.
    key = (current_language(), services.game_cache.broken_count)
    text = services.catalogues.get(key)
    if text is None:
        text = await services.heavy_threads.run(lambda: json.dumps(make_catalogue(services)))
        services.catalogues[current_language(), services.game_cache.broken_count] = text
    return Response(text, media_type="application/json")


def make_catalogue(services: Services) -> dict[str, Any]:
    games, broken = [], []
    for name in game_names():
        try:
            games.append(_make_game_entry(services, name))
        except (Exception, SystemExit) as error:
            # A user's game that fails must not take the others with it.
            problem = services.game_cache.report_broken(name, error)
            broken.append({"name": name, "problem": str(problem)})
    return {
        "games": games,
        "broken": broken,
        "agents": [
            {
                "name": name,
                "about": say(f"agent.{name}"),
                "options": [
                    _make_option_entry(option, localize(option.help)) for option in kind.options
                ],
            }
            for name, kind in KINDS.items()
            if name != "human" and not kind.is_program
        ],
        "engines": list(services.agent_policy.engines),
        "languages": list(LANGUAGES),
        "language": current_language(),
        "limits": {
            "seconds": services.settings.longest_thought,
            "hash": services.settings.most_hash,
            "default_hash": services.settings.engine_hash,
            "threads": services.settings.most_threads,
        },
    }


@router.get("/words")
def get_words(
    lang: Annotated[str | None, Query(max_length=10, description="The language.")] = None,
) -> dict[str, str]:
    """Every sentence of the pages, by its key."""
    return load_page_words()


@router.post("/positions", response_model=dict[str, Any])
async def get_position(services: ServicesDep, body: PositionRequest) -> Response:
    """What to draw of a position, and its legal moves."""
    return await answer_apart(services, make_views, body, body.game, body.options)


def make_views(context: HeavyContext, body: PositionRequest, is_native: bool) -> dict[str, Any]:
    position = read_position(context, body, is_native)
    return {
        "board": make_board_view(position),
        "position": make_position_view(position),
        "line": position.line,
        "legal": position.moves,
    }


def read_position(context: HeavyContext, body: PositionRequest, is_native: bool) -> Position:
    return context.read_position(body.game, body.options, body.start, body.moves, is_native)


@router.post("/warmup", status_code=202)
async def warm_up(services: ServicesDep, body: PositionRequest) -> dict[str, Any]:
    """Compile the engine for a game that a visitor has chosen, before the one chosen earlier."""
    game = await services.heavy_threads.run(
        lambda: services.game_cache.get_game(body.game, body.options)
    )
    compilation = services.compile_queue.submit(game, "engine")
    return {"seconds": None if compilation.is_ready else count_seconds(compilation)}


def _make_game_entry(services: Services, name: str) -> dict[str, Any]:
    game = services.game_cache.get_game(name)
    picture = base64.b64encode(game.start()._repr_svg_().encode()).decode()
    return {
        "name": name,
        "title": game.title,
        "about": describe_game(game),
        "svg": f"data:image/svg+xml;base64,{picture}",
        "portrait": make_thumbnail(game),
        "options": [
            _make_option_entry(option, describe_option(game, option)) for option in game.options
        ],
        "baselines": list(find_baselines(name)),
        "ratings": _make_ratings_entry(game),
        "formats": list(list_formats(type(game))),
    }


def _make_ratings_entry(game: Game) -> dict[str, Any] | None:
    """What was measured of the engine's levels, in the game as it is without options."""
    ratings = find_level_ratings(game)
    if ratings is None:
        return None
    return {
        "levels": ratings.list_levels(),
        "command": ratings.command,
        "date": ratings.date,
    }


def _make_option_entry(option: Option, help: str) -> dict[str, Any]:
    return {
        "name": option.name,
        "help": help,
        "kind": option.kind,
        "default": option.default,
        "choices": list(option.choices),
        "low": option.low,
        "high": option.high,
    }
