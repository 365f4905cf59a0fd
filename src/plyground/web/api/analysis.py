"""Looking at positions: overlays, boards set up by hand, and the socket on which engines think."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.websockets import WebSocket

from plyground.games.game import Game
from plyground.games.options import did_you_mean
from plyground.locale import Problem
from plyground.web.analysis_socket import AnalysisSocket
from plyground.web.api.catalogue import Options, PositionRequest
from plyground.web.services import ClientAddress, ServicesDep
from plyground.web.views import make_board_view, make_overlay_view, make_position_view

router = APIRouter(prefix="/api")

Name = Annotated[str, Field(max_length=50)]


class OverlayRequest(PositionRequest):
    """What a game marks on a position."""

    overlay: Name


class ArrangeRequest(BaseModel):
    """A position that is being set up, and perhaps a stroke of a brush on it."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str, Field(max_length=100)]
    options: Options = Field(default_factory=dict)
    text: Annotated[str, Field(max_length=10_000)]
    brush: Name | None = None
    spots: Annotated[list[Name], Field(max_length=2)] = Field(default_factory=list)


@router.post("/overlays")
async def get_overlay(services: ServicesDep, asked: OverlayRequest) -> dict[str, Any]:
    """Marks and arrows that a game declares, for a position."""

    def make_overlay() -> dict[str, Any]:
        position = services.game_cache.get_position(
            asked.game, asked.options, asked.start, asked.moves
        )
        known = position.game.overlays
        if asked.overlay not in known:
            hint = did_you_mean(asked.overlay, known)
            raise Problem(
                "study.problem.overlay", given=asked.overlay, hint=hint, known=", ".join(known)
            )
        return make_overlay_view(position.game.overlay(asked.overlay, position))

    return await asyncio.to_thread(make_overlay)


@router.post("/arrange")
async def arrange(services: ServicesDep, asked: ArrangeRequest) -> dict[str, Any]:
    """A position set up by hand: its text, what to draw of it, and what is still wrong with it."""

    def apply_brush() -> dict[str, Any]:
        game = services.game_cache.get_game(asked.game, asked.options)
        if asked.brush is None:
            return _make_editor_view(game, asked.text)
        if asked.brush not in game.brushes:
            raise Problem("study.problem.brush", given=asked.brush, known=", ".join(game.brushes))
        spots = {spot.name for spot in game.start().scene.spots}
        for spot in asked.spots:
            if spot not in spots:
                raise Problem("study.problem.spot", spot=spot)
        return _make_editor_view(game, game.arrange(asked.text, asked.brush, tuple(asked.spots)))

    return await asyncio.to_thread(apply_brush)


def _make_editor_view(game: Game, text: str) -> dict[str, Any]:
    try:
        position = game.position(text)
    except Problem as problem:
        return {"text": text, "problem": str(problem), "board": None, "position": None}
    return {
        "text": position.text,
        "problem": None,
        "board": make_board_view(position),
        "position": make_position_view(position),
    }


@router.websocket("/analysis/socket")
async def analysis_socket(
    socket: WebSocket, services: ServicesDep, client_address: ClientAddress
) -> None:
    """Engines that think aloud."""
    if not services.socket_limit.acquire(client_address):
        services.metrics.refused += 1
        await socket.close(1013)
        return
    try:
        await socket.accept()
        await AnalysisSocket(socket, services, client_address).run()
    finally:
        services.socket_limit.release(client_address)
