"""One game's socket: what comes in is checked and done, what happens goes out."""

from __future__ import annotations

from time import monotonic
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field, TypeAdapter
from starlette.websockets import WebSocket

from plyground.locale import LANGUAGES, Problem
from plyground.web.http_errors import Missing
from plyground.web.live_game import Table
from plyground.web.seats import seats_held
from plyground.web.services import ClientOf, House, HouseOf
from plyground.web.socket_loop import Conversation

router = APIRouter()

FIRST_WORD = 10.0
"""Seconds within which a socket must say hello."""

Token = Annotated[str, Field(max_length=100)]


class Hello(BaseModel):
    type: Literal["hello"]
    tokens: Annotated[list[Token], Field(max_length=8)] = Field(default_factory=list)
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


class PingMessage(BaseModel):
    type: Literal["ping"]
    at: float | Annotated[str, Field(max_length=40)] | None = None


AnyMessage = (
    Hello | MoveMessage | UndoMessage | ResignMessage | DrawMessage | RematchMessage | PingMessage
)
_READER: TypeAdapter[AnyMessage] = TypeAdapter(Annotated[AnyMessage, Field(discriminator="type")])


@router.websocket("/api/games/{id}/socket")
async def game_socket(socket: WebSocket, house: HouseOf, client: ClientOf, id: str) -> None:
    """Play or watch one game."""
    if not house.doors.enter(client):
        house.metrics.refused += 1
        await socket.close(1013)
        return
    try:
        await socket.accept()
        try:
            table = await house.lobby.table(id)
        except Problem as problem:
            await socket.close(4404 if isinstance(problem, Missing) else 1013)
            return
        await Guest(socket, house, table, client).serve()
    finally:
        house.doors.leave(client)


class Guest(Conversation):
    """Somebody at one game's table."""

    def __init__(self, socket: WebSocket, house: House, table: Table, client: str) -> None:
        super().__init__(socket, house)
        self._table = table
        self._watcher.client = client
        self._patience = FIRST_WORD

    async def obey(self, text: str) -> None:
        received = monotonic()
        message = _READER.validate_json(text)
        if self._patience is not None and not isinstance(message, Hello):
            raise Problem("server.problem.hello")
        try:
            await self._do(message)
        finally:
            self._house.metrics.answers.observe(monotonic() - received)

    def end(self) -> None:
        # Closed first: a greeting may still be on its way to the table.
        self._watcher.close(1000)
        self._table.leave(self._watcher)

    def refuse(self, why: str) -> None:
        ply = len(self._table.position.history)
        self._watcher.send({"type": "refused", "why": why, "ply": ply})

    async def _do(self, message: AnyMessage) -> None:
        table, watcher = self._table, self._watcher
        match message:
            case Hello():
                await self._greet(message)
            case MoveMessage():
                await table.move(watcher, message.move, message.ply)
            case UndoMessage():
                await table.undo(watcher, message.answer)
            case ResignMessage():
                await table.resign(watcher)
            case DrawMessage():
                await table.draw(watcher, message.answer)
            case RematchMessage():
                await table.play_again(watcher.seats)
            case PingMessage():
                watcher.send({"type": "pong", "at": message.at})

    async def _greet(self, hello: Hello) -> None:
        self._table.leave(self._watcher)
        if hello.lang in LANGUAGES:
            self._watcher.language = str(hello.lang)
        self._watcher.seats = seats_held(self._table.setup.seats, hello.tokens)
        self._patience = None
        await self._table.join(self._watcher)
