"""Matches and tournaments over REST: everybody watches, the owner starts and stops them."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field

from plyground.web.api.catalogue import Options
from plyground.web.arena_service import TournamentRequest
from plyground.web.http_errors import Forbidden
from plyground.web.services import Services, ServicesDep

router = APIRouter(prefix="/api/events")

MAX_PLAYERS = 30
MAX_ROUNDS = 1_000

EventId = Annotated[str, Path(max_length=32)]


class OwnerRequest(BaseModel):
    """A request that only the owner of the server may make."""

    model_config = ConfigDict(extra="forbid")

    owner: Annotated[str, Field(max_length=200)]

    def check(self, services: Services) -> None:
        if not secrets.compare_digest(self.owner.encode(), services.settings.owner_key.encode()):
            raise Forbidden("web.arena.problem.owner")


class StartRequest(OwnerRequest):
    game: Annotated[str, Field(max_length=100)]
    options: Options = Field(default_factory=dict)
    players: Annotated[
        list[Annotated[str, Field(max_length=200)]], Field(min_length=2, max_length=MAX_PLAYERS)
    ]
    format: Annotated[str, Field(max_length=20)] = "round-robin"
    rounds: Annotated[int, Field(ge=1, le=MAX_ROUNDS)] = 1
    seconds: Annotated[float, Field(ge=0.01, le=60.0)] = 0.1
    workers: Annotated[int, Field(ge=1, le=64)] = 1


@router.get("")
async def list_events(services: ServicesDep) -> dict[str, Any]:
    """The newest matches and tournaments of this server's database."""
    return {"events": await asyncio.to_thread(services.arena.list_events)}


@router.get("/{id}")
async def get_event(services: ServicesDep, id: EventId) -> dict[str, Any]:
    """An event with its table, its last games and those in progress."""
    return await services.heavy_threads.run(lambda: services.arena.show_event(id))


@router.post("", status_code=202)
async def start_event(services: ServicesDep, body: StartRequest) -> dict[str, Any]:
    """Start a tournament; one runs at a time."""
    body.check(services)
    fields = body.model_dump(exclude={"owner"})
    await services.arena.start(TournamentRequest(**fields))
    return {}


@router.post("/stop")
async def stop_event(services: ServicesDep, body: OwnerRequest) -> dict[str, Any]:
    """Stop the tournament that was started here; what is finished stays."""
    body.check(services)
    await services.arena.stop()
    return {}


@router.post("/{id}/resume", status_code=202)
async def resume_event(services: ServicesDep, id: EventId, body: OwnerRequest) -> dict[str, Any]:
    """Continue a tournament that has stopped."""
    body.check(services)
    await services.arena.resume(id)
    return {}
