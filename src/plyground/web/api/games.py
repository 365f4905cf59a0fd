"""Games over REST: create, list and read them, download a record, start a rematch."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from plyground.core.limits import Clock
from plyground.locale import Problem
from plyground.play.clock import TimeControl
from plyground.records.formats import JSON, TEXT, write_tree
from plyground.records.variation_tree import VariationTree
from plyground.web.api.catalogue import PositionRequest
from plyground.web.game_setup import GameSetup
from plyground.web.live.live_game import MAX_DELAY_SECONDS
from plyground.web.seat_request import SeatRequest, make_seat
from plyground.web.seats import Seat, hash_token, make_token
from plyground.web.services import ClientAddress, Services, ServicesDep

router = APIRouter(prefix="/api/games")

EXTENSIONS = {TEXT: "txt"}
MAX_CLOCK_SECONDS = 6 * 3600.0

GameId = Annotated[str, Path(max_length=32, description="The id of a game.")]
Tokens = Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=8)]


class ClockRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    left: Annotated[float, Field(gt=0, le=MAX_CLOCK_SECONDS, allow_inf_nan=False)]
    increment: Annotated[float, Field(ge=0, le=600, allow_inf_nan=False)] = 0.0


class ControlRequest(BaseModel):
    """Time per move, or per game; without either, unlimited."""

    model_config = ConfigDict(extra="forbid")

    per_move: Annotated[float, Field(gt=0, le=MAX_CLOCK_SECONDS, allow_inf_nan=False)] | None = None
    clock: ClockRequest | None = None


class GameRequest(PositionRequest):
    """A game to create, from a position if one is given."""

    players: Annotated[list[SeatRequest], Field(min_length=2, max_length=2)]
    random: bool = False
    """Assign the seats to sides at random."""
    control: ControlRequest | None = None
    undo: bool = True
    listed: bool | None = None
    """Show it in the lobby. If not given, games by invitation are not shown."""
    delay: Annotated[float, Field(ge=0, le=MAX_DELAY_SECONDS, allow_inf_nan=False)] = 0.0
    """Seconds before each move of a game between agents."""


class RematchRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    tokens: Tokens


@router.post("", status_code=201)
async def create_game(
    services: ServicesDep, client_address: ClientAddress, body: GameRequest
) -> dict[str, Any]:
    """Create a game. Its tokens are returned here only; the server stores their hashes. In a game
    between agents, the tokens allow to pause it, and to exchange the agents."""
    await services.storage.admit("games", client_address)
    if sum(player.kind == "open" for player in body.players) > 1:
        raise Problem("server.problem.open")
    players = list(body.players)
    if body.random and secrets.randbelow(2):
        players.reverse()
    is_between_agents = all(player.kind in ("agent", "engine") for player in players)
    tokens = [
        make_token() if is_between_agents or player.kind in ("human", "open") else None
        for player in players
    ]

    def make_setup() -> GameSetup:
        setup = _make_setup(services, body, players, tokens)
        setup.make_start(services.game_cache)
        return setup

    # In a thread: the first agent loads the compiler, and some games are slow to build. A usual
    # game is ready, and does not queue with those that are not.
    if body.options or body.start or body.moves:
        setup = await services.heavy_threads.run(make_setup)
    else:
        setup = await asyncio.to_thread(make_setup)
    id = await services.lobby.create(setup)
    is_open = [player.kind == "open" for player in players]
    return {
        "id": id,
        "tokens": [None if is_open[side] else tokens[side] for side in (0, 1)],
        "invite": tokens[is_open.index(True)] if any(is_open) else None,
        "players": [{"kind": seat.kind, "name": seat.name} for seat in setup.seats],
    }


@router.get("")
async def list_games(
    services: ServicesDep, limit: Annotated[int, Query(ge=1, le=100)] = 20
) -> dict[str, Any]:
    """The games that changed last, newest first."""
    return {"games": await services.lobby.list_recent(limit)}


@router.get("/{id}")
async def get_game(services: ServicesDep, id: GameId) -> dict[str, Any]:
    """The state of a game, as its socket sends it."""
    return await (await services.lobby.get_game(id)).get_state()


@router.get("/{id}/record", response_class=Response)
async def get_record(
    services: ServicesDep, id: GameId, format: Annotated[str, Query(max_length=20)] = JSON
) -> Response:
    """The record of a game: as JSON, as text, or in another format of the game."""
    live_game = await services.lobby.get_game(id)
    record, game = await live_game.get_record(), live_game.position.game
    text = await services.heavy_threads.run(
        lambda: write_tree(VariationTree.from_record(record, game), format)
    )
    media = "application/json" if format == JSON else "text/plain; charset=utf-8"
    name = f'attachment; filename="{game.name}-{id}.{EXTENSIONS.get(format, format)}"'
    return Response(text, media_type=media, headers={"Content-Disposition": name})


@router.post("/{id}/rematch", status_code=201)
async def start_rematch(
    services: ServicesDep, client_address: ClientAddress, id: GameId, body: RematchRequest
) -> dict[str, Any]:
    """Start a rematch with sides exchanged; the tokens stay the same."""
    live_game = await services.lobby.get_game(id)
    held = live_game.seating.find_sides(body.tokens)
    admit = partial(services.storage.admit, "games", client_address)
    next_id = await services.lobby.start_rematch(live_game, held, admit)
    following = await services.lobby.get_game(next_id)
    tokens: list[str | None] = [None, None]
    for token in body.tokens:
        for side in following.seating.find_sides([token]):
            tokens[side] = token
    return {"id": next_id, "tokens": tokens}


def _make_setup(
    services: Services, body: GameRequest, players: list[SeatRequest], tokens: list[str | None]
) -> GameSetup:
    game = services.game_cache.get_game(body.game, body.options)
    first, second = (
        _add_token(make_seat(services, game, player), token)
        for player, token in zip(players, tokens, strict=True)
    )
    is_open = "open" in (first.kind, second.kind)
    return GameSetup(
        game=body.game,
        options=game.changed_settings,
        start=body.start,
        moves=tuple(" ".join(body.moves).split()),
        seats=(first, second),
        control=_make_control(body.control),
        undo=body.undo,
        listed=not is_open if body.listed is None else body.listed,
        delay=body.delay,
    )


def _add_token(seat: Seat, token: str | None) -> Seat:
    """A seat that this token holds, or to which it invites."""
    token_hash = token and hash_token(token)
    if seat.kind == "open":
        return replace(seat, invitation=token_hash)
    return replace(seat, token=token_hash)


def _make_control(body: ControlRequest | None) -> TimeControl:
    if body is None:
        return TimeControl()
    if body.clock is None:
        return TimeControl(body.per_move)
    return TimeControl(body.per_move, Clock(body.clock.left, body.clock.increment))
