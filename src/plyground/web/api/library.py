"""What a visitor holds, over REST: list it, draw it, export it, delete it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from plyground.games.position import Position
from plyground.web.api.games import GameId, Tokens
from plyground.web.api.studies import Key, StudyId
from plyground.web.services import ServicesDep

router = APIRouter(prefix="/api")

MAX_LISTED = 200
"""Games, and studies, in one list."""
MAX_EXPORTED = 25
"""Games, and studies, in one export: each of them is replayed."""

Id = Annotated[str, Field(max_length=32)]


class HoldingsRequest(BaseModel):
    """Games with tokens of their seats, and studies with their keys."""

    model_config = ConfigDict(extra="forbid")

    games: Annotated[dict[Id, Tokens], Field(max_length=MAX_LISTED)] = Field(default_factory=dict)
    studies: Annotated[dict[Id, Key], Field(max_length=MAX_LISTED)] = Field(default_factory=dict)


class ExportRequest(HoldingsRequest):
    games: Annotated[dict[Id, Tokens], Field(max_length=MAX_EXPORTED)] = Field(default_factory=dict)
    studies: Annotated[dict[Id, Key], Field(max_length=MAX_EXPORTED)] = Field(default_factory=dict)


@router.post("/library")
async def list_library(services: ServicesDep, body: HoldingsRequest) -> dict[str, Any]:
    """Those of these games and studies that the tokens and keys open."""

    def make_lists() -> dict[str, Any]:
        library = services.library
        return {
            "games": library.list_games(body.games),
            "studies": library.list_studies(body.studies),
        }

    return await services.heavy_threads.run(make_lists)


@router.post("/library/export", response_class=Response)
async def export_library(services: ServicesDep, body: ExportRequest) -> Response:
    """The records of these games and studies, one on each line; a game whose rules are no longer
    installed is left out."""

    def write_records() -> str:
        records = services.library.export(body.games, body.studies)
        return "".join(record.to_json(indent=None) for record in records)

    text = await services.heavy_threads.run(write_records)
    return Response(text, media_type="application/x-ndjson")


@router.post("/library/delete")
async def delete_from_library(services: ServicesDep, body: HoldingsRequest) -> dict[str, Any]:
    """Delete these games and studies. A game in which somebody else plays is left alone."""
    return {
        "games": await services.library.delete_games(body.games),
        "studies": await asyncio.to_thread(services.library.delete_studies, body.studies),
    }


@router.get("/games/{id}/picture", response_class=Response)
async def get_game_picture(services: ServicesDep, id: GameId) -> Response:
    """The current position of a game as SVG."""
    return await services.heavy_threads.run(lambda: _draw(services.library.load_position(id)))


@router.get("/studies/{id}/picture", response_class=Response)
async def get_study_picture(services: ServicesDep, id: StudyId) -> Response:
    """The last position of a study's main line as SVG."""
    return await services.heavy_threads.run(lambda: _draw(services.library.load_last_position(id)))


def _draw(position: Position) -> Response:
    # Its address names the version, so that a page seen again loads nothing.
    headers = {"Cache-Control": "private, max-age=86400"}
    return Response(position._repr_svg_(), media_type="image/svg+xml", headers=headers)
