"""Analysis over REST: overlays, positions set up by hand, what was played; and its socket."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response
from starlette.websockets import WebSocket

from plyground.games.game import Game, ImpossiblePosition
from plyground.games.options import did_you_mean
from plyground.games.position import Position
from plyground.locale import Problem
from plyground.web.analysis_socket import AnalysisSocket
from plyground.web.api.catalogue import Options, PositionRequest, answer_apart, read_position
from plyground.web.heavy_context import HeavyContext
from plyground.web.opening_explorer import PlayedMove
from plyground.web.services import ClientAddress, ServicesDep
from plyground.web.views import make_board_view, make_overlay_view, make_position_view

router = APIRouter(prefix="/api")

Name = Annotated[str, Field(max_length=50)]


class OverlayRequest(PositionRequest):
    """An overlay of a position."""

    overlay: Name


class ArrangeRequest(BaseModel):
    """A position being set up, and a stroke of a brush if there is one."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str, Field(max_length=100)]
    options: Options = Field(default_factory=dict)
    text: Annotated[str, Field(max_length=10_000)]
    brush: Name | None = None
    spots: Annotated[list[Name], Field(max_length=2)] = Field(default_factory=list)


@router.post("/overlays", response_model=dict[str, Any])
async def get_overlay(services: ServicesDep, body: OverlayRequest) -> Response:
    """The marks and arrows of one of a game's overlays, for a position."""
    return await answer_apart(services, make_overlay, body, body.game, body.options)


def make_overlay(context: HeavyContext, body: OverlayRequest, is_native: bool) -> dict[str, Any]:
    position = read_position(context, body, is_native)
    known = position.game.overlays
    if body.overlay not in known:
        hint = did_you_mean(body.overlay, known)
        raise Problem(
            "study.problem.overlay", given=body.overlay, hint=hint, known=", ".join(known)
        )
    return make_overlay_view(position.game.overlay(body.overlay, position))


@router.post("/explorer")
async def explore(services: ServicesDep, body: PositionRequest) -> dict[str, Any]:
    """What was played in a position in the finished games of this server, and how it went."""

    def make_view() -> dict[str, Any]:
        position = services.game_cache.get_position(body.game, body.options, body.start, body.moves)
        moves = services.explorer.list_moves(position)
        return {
            "games": sum(move.games for move in moves),
            "moves": [make_played_view(position, move) for move in moves],
        }

    return await services.heavy_threads.run(make_view)


@router.post("/arrange", response_model=dict[str, Any])
async def arrange(services: ServicesDep, body: ArrangeRequest) -> Response:
    """A position set up by hand: its text, its views, and what is wrong with it."""
    return await answer_apart(services, apply_brush, body, body.game, body.options)


def apply_brush(context: HeavyContext, body: ArrangeRequest, is_native: bool) -> dict[str, Any]:
    game = context.read_game(body.game, body.options, is_native)
    if body.brush is None:
        return _make_editor_view(game, body.text)
    if body.brush not in game.brushes:
        raise Problem("study.problem.brush", given=body.brush, known=", ".join(game.brushes))
    spots = {spot.name for spot in game.start().scene.spots}
    for spot in body.spots:
        if spot not in spots:
            raise Problem("study.problem.spot", spot=spot)
    return _make_editor_view(game, game.arrange(body.text, body.brush, tuple(body.spots)))


def make_played_view(position: Position, played: PlayedMove) -> dict[str, Any]:
    """A move with the results of its games, by side."""
    results = [played.wins, played.losses]
    first, second = results if position.side == 0 else reversed(results)
    return {
        "move": played.move,
        "same": played.same,
        "games": played.games,
        "first": first,
        "draws": played.draws,
        "second": second,
    }


def _make_editor_view(game: Game, text: str) -> dict[str, Any]:
    try:
        position = game.position(text)
    except ImpossiblePosition as problem:
        impossible = Position(game, problem.state)
        return _make_board_views(impossible) | {"problem": str(problem), "wrong": problem.spots}
    except Problem as problem:
        return {"text": text, "problem": str(problem), "wrong": (), "board": None, "position": None}
    return _make_board_views(position) | {"problem": None, "wrong": ()}


def _make_board_views(position: Position) -> dict[str, Any]:
    return {
        "text": position.text,
        "board": make_board_view(position),
        "position": make_position_view(position),
    }


@router.websocket("/analysis/socket")
async def serve_analysis_socket(
    socket: WebSocket, services: ServicesDep, client_address: ClientAddress
) -> None:
    """Stream the analyses of engines."""
    if not services.socket_limit.acquire(client_address):
        services.metrics.refused += 1
        await socket.close(1013)
        return
    try:
        await socket.accept()
        await AnalysisSocket(socket, services, client_address).run()
    finally:
        services.socket_limit.release(client_address)
