"""Games over REST: begin one, look at it, have its record, play again."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from plyground.core.limits import Clock
from plyground.games.game import Game
from plyground.locale import Problem
from plyground.play.clock import TimeControl
from plyground.records.formats import JSON, TEXT, write_tree
from plyground.records.variation_tree import Tree
from plyground.web.api.catalogue import PositionRequest
from plyground.web.game_setup import Setup
from plyground.web.http_errors import Busy, Missing
from plyground.web.seats import Seat, hash_of, new_token, seats_held
from plyground.web.services import ClientOf, House, HouseOf

router = APIRouter(prefix="/api/games")

ENDINGS = {TEXT: "txt"}
LONGEST_CLOCK = 6 * 3600.0

GameId = Annotated[str, Path(max_length=32, description="The address of a game.")]
Tokens = Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=8)]


class SeatRequest(BaseModel):
    """Who sits there: somebody here, somebody who will come by link, or an agent."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["human", "open", "agent", "engine"]
    name: Annotated[str, Field(max_length=40)] = ""
    spec: Annotated[str, Field(max_length=200)] = ""


class ClockRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    left: Annotated[float, Field(gt=0, le=LONGEST_CLOCK, allow_inf_nan=False)]
    increment: Annotated[float, Field(ge=0, le=600, allow_inf_nan=False)] = 0.0


class ControlRequest(BaseModel):
    """So much a move, or so much a game; neither: as long as they like."""

    model_config = ConfigDict(extra="forbid")

    per_move: Annotated[float, Field(gt=0, le=LONGEST_CLOCK, allow_inf_nan=False)] | None = None
    clock: ClockRequest | None = None


class GameRequest(PositionRequest):
    """A game to begin, perhaps from a position on."""

    players: Annotated[list[SeatRequest], Field(min_length=2, max_length=2)]
    random: bool = False
    """Deal the seats to the sides by lot."""
    control: ControlRequest | None = None
    undo: bool = True


class RematchRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    tokens: Tokens


@router.post("", status_code=201)
async def create_game(house: HouseOf, client: ClientOf, asked: GameRequest) -> dict[str, Any]:
    """Begin a game. The tokens are told here, once; the server keeps only their hashes."""
    wait = house.rates.take("creation", client)
    if wait:
        raise Busy("server.problem.often", after=wait)
    if sum(player.kind == "open" for player in asked.players) > 1:
        raise Problem("server.problem.open")
    players = list(asked.players)
    if asked.random and secrets.randbelow(2):
        players.reverse()
    tokens = [new_token() if player.kind in ("human", "open") else None for player in players]
    # In a thread: the first agent loads the compiler, and some games take a while to build.
    setup = await asyncio.to_thread(_setup, house, asked, players, tokens)
    id = await house.lobby.create(setup)
    is_open = [player.kind == "open" for player in players]
    return {
        "id": id,
        "tokens": [None if is_open[side] else tokens[side] for side in (0, 1)],
        "invite": tokens[is_open.index(True)] if any(is_open) else None,
        "players": [{"kind": seat.kind, "name": seat.name} for seat in setup.seats],
    }


@router.get("")
async def list_games(
    house: HouseOf, limit: Annotated[int, Query(ge=1, le=100)] = 20
) -> dict[str, Any]:
    """The games in which something happened last."""
    return {"games": await house.lobby.recent(limit)}


@router.get("/{id}")
async def get_game(house: HouseOf, id: GameId) -> dict[str, Any]:
    """How a game stands, as its socket tells it."""
    return await (await house.lobby.table(id)).view()


@router.get("/{id}/record", response_class=Response)
async def get_record(
    house: HouseOf, id: GameId, format: Annotated[str, Query(max_length=20)] = JSON
) -> Response:
    """The game on paper: as JSON, as text, or in another format that the game has."""
    table = await house.lobby.table(id)
    record, game = await table.record(), table.position.game
    text = await asyncio.to_thread(lambda: write_tree(Tree.from_record(record, game), format))
    media = "application/json" if format == JSON else "text/plain; charset=utf-8"
    name = f'attachment; filename="{game.name}-{id}.{ENDINGS.get(format, format)}"'
    return Response(text, media_type=media, headers={"Content-Disposition": name})


@router.post("/{id}/rematch", status_code=201)
async def play_again(house: HouseOf, id: GameId, asked: RematchRequest) -> dict[str, Any]:
    """The same again with sides exchanged; the tokens stay the same."""
    table = await house.lobby.table(id)
    held = seats_held(table.setup.seats, asked.tokens)
    next_id = await table.play_again(held)
    following = await house.lobby.table(next_id)
    tokens: list[str | None] = [None, None]
    for token in asked.tokens:
        for side in seats_held(following.setup.seats, [token]):
            tokens[side] = token
    return {"id": next_id, "tokens": tokens}


def _setup(
    house: House, asked: GameRequest, players: list[SeatRequest], tokens: list[str | None]
) -> Setup:
    game = house.shelf.game(asked.game, asked.options)
    first, second = (
        _seat(house, game, player, token) for player, token in zip(players, tokens, strict=True)
    )
    return Setup(
        game=asked.game,
        options=game.changed_settings,
        start=asked.start,
        moves=tuple(" ".join(asked.moves).split()),
        seats=(first, second),
        control=_control(asked.control),
        undo=asked.undo,
    )


def _seat(house: House, game: Game, player: SeatRequest, token: str | None) -> Seat:
    kept = token and hash_of(token)
    if player.kind in ("human", "open"):
        name = "".join(sign for sign in player.name if sign.isprintable()).strip()
        return Seat(player.kind, name, None, kept)
    if player.kind == "engine" and player.name not in house.guests.engines:
        raise Missing("server.problem.engine", name=player.name)
    spec = player.name if player.kind == "engine" else house.pool.allowed(player.spec, game)
    return Seat(player.kind, spec, spec)


def _control(asked: ControlRequest | None) -> TimeControl:
    if asked is None:
        return TimeControl()
    if asked.clock is None:
        return TimeControl(asked.per_move)
    return TimeControl(asked.per_move, Clock(asked.clock.left, asked.clock.increment))
