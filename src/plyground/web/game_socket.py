"""The socket of a game: messages from players and spectators, and what each of them does."""

from __future__ import annotations

import asyncio
from functools import partial
from time import monotonic
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field, TypeAdapter
from starlette.websockets import WebSocket

from plyground.locale import LANGUAGES, Problem
from plyground.web.http_errors import NotFound
from plyground.web.live.broadcast import Pace
from plyground.web.live.live_game import MAX_DELAY_SECONDS, LiveGame
from plyground.web.lobby import NO_SUCH_GAME
from plyground.web.seat_request import Name, SeatRequest, make_seat
from plyground.web.services import ClientAddress, Services, ServicesDep
from plyground.web.socket_loop import PingMessage, SocketLoop

router = APIRouter()

HELLO_TIMEOUT = 10.0
"""Seconds within which the first message must arrive."""

Token = Annotated[str, Field(max_length=100)]


class HelloMessage(BaseModel):
    type: Literal["hello"]
    tokens: Annotated[list[Token], Field(max_length=8)] = Field(default_factory=list)
    claim: Annotated[str, Field(min_length=16, max_length=100)] | None = None
    """The token with which this client wants to hold the seat to which it is invited."""
    name: Name = ""
    seen: Any = None
    lang: Annotated[str, Field(max_length=10)] | None = None


class MoveMessage(BaseModel):
    type: Literal["move"]
    move: Annotated[str, Field(max_length=1_000)]
    ply: int


class UndoMessage(BaseModel):
    type: Literal["undo"]
    answer: Literal["offer", "accept", "decline"] = "offer"


class ResignMessage(BaseModel):
    type: Literal["resign"]


class DrawMessage(BaseModel):
    type: Literal["draw"]
    answer: Literal["offer", "accept", "decline"]


class RematchMessage(BaseModel):
    type: Literal["rematch"]


class NameMessage(BaseModel):
    type: Literal["name"]
    name: Name


class SeatMessage(BaseModel):
    """Another player for a side: an agent, or the person who holds the seat."""

    type: Literal["seat"]
    side: Literal[0, 1]
    player: SeatRequest


class PaceMessage(BaseModel):
    type: Literal["pace"]
    delay: Annotated[float, Field(ge=0, le=MAX_DELAY_SECONDS, allow_inf_nan=False)]
    paused: bool


AnyMessage = (
    HelloMessage
    | MoveMessage
    | UndoMessage
    | ResignMessage
    | DrawMessage
    | RematchMessage
    | NameMessage
    | SeatMessage
    | PaceMessage
    | PingMessage
)
_READER: TypeAdapter[AnyMessage] = TypeAdapter(Annotated[AnyMessage, Field(discriminator="type")])


@router.websocket("/api/games/{id}/socket")
async def serve_game_socket(
    socket: WebSocket, services: ServicesDep, client_address: ClientAddress, id: str
) -> None:
    """Play or watch one game."""
    if not services.socket_limit.acquire(client_address):
        services.metrics.refused += 1
        await socket.close(1013)
        return
    try:
        await socket.accept()
        try:
            # Sockets are counted, so that whoever holds a seat can always load its game.
            live_game = await services.lobby.get_game(id, even_if_full=True)
        except Problem as problem:
            await socket.close(NO_SUCH_GAME if isinstance(problem, NotFound) else 1013)
            return
        await GameSocket(socket, services, live_game, client_address).run()
    finally:
        services.socket_limit.release(client_address)


class GameSocket(SocketLoop):
    """The socket of one player or spectator."""

    def __init__(
        self, socket: WebSocket, services: Services, live_game: LiveGame, client_address: str
    ) -> None:
        super().__init__(socket, services.settings, services.metrics, services.rate_limits)
        self._services = services
        self._live_game = live_game
        live_game.open_sockets += 1
        self._client.address = client_address
        self._receive_timeout = HELLO_TIMEOUT

    async def handle(self, text: str) -> None:
        received = monotonic()
        message = _READER.validate_json(text)
        if self._receive_timeout is not None and not isinstance(message, HelloMessage):
            raise Problem("server.problem.hello")
        try:
            await self._dispatch(message)
        finally:
            self._metrics.answers.observe(monotonic() - received)

    def clean_up(self) -> None:
        # Closed first: a hello may still be waiting for the game's lock.
        self._client.close(1000)
        self._live_game.leave(self._client)
        self._live_game.open_sockets -= 1

    def refuse(self, why: str) -> None:
        ply = len(self._live_game.position.history)
        self._client.send({"type": "refused", "why": why, "ply": ply})

    async def _dispatch(self, message: AnyMessage) -> None:
        live_game, client = self._live_game, self._client
        match message:
            case HelloMessage():
                await self._join(message)
            case MoveMessage():
                await live_game.move(client, message.move, message.ply)
            case UndoMessage():
                await live_game.handle_undo(client, message.answer)
            case ResignMessage():
                await live_game.resign(client)
            case DrawMessage():
                await live_game.handle_draw(client, message.answer)
            case RematchMessage():
                admit = partial(self._services.storage.admit, "games", client.address)
                await self._services.lobby.start_rematch(live_game, client.seats, admit)
            case NameMessage():
                await live_game.rename(client, message.name)
            case SeatMessage():
                game, wanted = live_game.position.game, message.player
                if wanted.kind == "open":
                    raise Problem("server.problem.open_seat")
                player = await asyncio.to_thread(make_seat, self._services, game, wanted)
                await live_game.give_seat(client, message.side, player)
            case PaceMessage():
                await live_game.set_pace(client, Pace(message.delay, message.paused))
            case PingMessage():
                client.send({"type": "pong", "at": message.at})

    async def _join(self, hello: HelloMessage) -> None:
        if self._live_game.is_closed:
            # It could not be saved, or was put away just now; the next socket loads it again.
            self._client.close(1012)
            return
        self._live_game.leave(self._client)
        if hello.lang in LANGUAGES:
            self._client.language = str(hello.lang)
        self._receive_timeout = None
        await self._live_game.join(self._client, hello.tokens, hello.claim, hello.name)
