"""Studies over REST: begin one, look at it, change it, take it away in any format."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from plyground.games.captions import describe_score
from plyground.games.registry import find_game_class
from plyground.records.formats import (
    JSON,
    TEXT,
    format_of_text,
    formats_of,
    read_tree,
    write_tree,
)
from plyground.records.plain_text import parse_page
from plyground.records.variation_tree import Node, Tree
from plyground.web.api.catalogue import Options, PositionRequest
from plyground.web.http_errors import TooManyRequests
from plyground.web.services import ClientAddress, Services, ServicesDep
from plyground.web.study_service import Study
from plyground.web.views import (
    make_analysis_view,
    make_board_view,
    make_outcome_view,
    make_position_view,
)

router = APIRouter(prefix="/api/studies")

EXTENSIONS = {TEXT: "txt"}

StudyId = Annotated[str, Path(max_length=32, description="The address of a study.")]
NodeId = Annotated[int, Field(ge=0, le=10**9)]
Key = Annotated[str, Field(max_length=100)]


class TextRequest(BaseModel):
    """A game as text, in any format; which one is guessed if it is not said. The game and its
    options are for a text that does not tell them: a mere list of moves."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(max_length=200_000)]
    format: Annotated[str, Field(max_length=20)] | None = None
    game: Annotated[str, Field(max_length=100)] | None = None
    options: Options = Field(default_factory=dict)


class NodeRequest(BaseModel):
    """A position of a study, and the key that allows to change it."""

    model_config = ConfigDict(extra="forbid")

    key: Key
    node: NodeId


class MoveRequest(NodeRequest):
    move: Annotated[str, Field(max_length=200)]


class CommentRequest(NodeRequest):
    text: Annotated[str, Field(max_length=20_000)]


@router.post("", status_code=201)
async def create_study(
    services: ServicesDep, client_address: ClientAddress, asked: PositionRequest
) -> dict[str, Any]:
    """Study a position, with the moves that led to it. The key is told here, once."""
    return await _create(services, client_address, lambda: _build_tree(services, asked))


@router.post("/draft")
async def draft_study(services: ServicesDep, asked: PositionRequest) -> dict[str, Any]:
    """What a study of a position would be, without keeping it."""

    def draft() -> dict[str, Any]:
        study = Study("", "", _build_tree(services, asked))
        services.compile_queue.submit(study.tree.game)
        return {"study": make_study_view(study)}

    return await asyncio.to_thread(draft)


@router.post("/import", status_code=201)
async def import_study(
    services: ServicesDep, client_address: ClientAddress, asked: TextRequest
) -> dict[str, Any]:
    """Study a game that somebody wrote down."""

    def build_tree() -> Tree:
        is_bare = (asked.format or format_of_text(asked.text)) == TEXT
        is_bare = is_bare and parse_page(asked.text).game is None
        kind = find_game_class(asked.game) if asked.game and is_bare else None
        read = read_tree(asked.text, asked.format, kind, asked.options if is_bare else None)
        # The same game from the shelf, so that it need not be compiled for itself.
        game = services.game_cache.get_game(read.game.name, read.game.changed)
        return Tree.from_document(read.to_document(), game)

    return await _create(services, client_address, build_tree)


@router.post("/game/{id}", status_code=201)
async def study_game(
    services: ServicesDep, client_address: ClientAddress, id: StudyId
) -> dict[str, Any]:
    """Study a game that was played here."""
    live_game = await services.lobby.get_game(id)
    record, game = await live_game.get_record(), live_game.position.game
    return await _create(services, client_address, lambda: Tree.from_record(record, game))


@router.post("/{id}/copy", status_code=201)
async def copy_study(
    services: ServicesDep, client_address: ClientAddress, id: StudyId
) -> dict[str, Any]:
    """The same study once more, with a key of its own."""
    _check_rate(services, client_address)
    study, key = await asyncio.to_thread(services.studies.copy, id)
    return {"id": study.id, "key": key, "study": await asyncio.to_thread(make_study_view, study)}


@router.get("/{id}")
async def get_study(services: ServicesDep, id: StudyId) -> dict[str, Any]:
    """A study with all its moves; positions are asked for one by one."""
    return await asyncio.to_thread(lambda: make_study_view(services.studies.get(id)))


@router.get("/{id}/nodes/{node}")
async def get_node(services: ServicesDep, id: StudyId, node: NodeId) -> dict[str, Any]:
    """One position of a study, and what was found of it."""

    def look() -> dict[str, Any]:
        found = services.studies.get(id).tree.node(node)
        analysis = found.analysis
        return {
            "position": make_position_view(found.position),
            "analysis": analysis and make_analysis_view(found.position, analysis),
        }

    return await asyncio.to_thread(look)


@router.get("/{id}/export", response_class=Response)
async def export_study(
    services: ServicesDep, id: StudyId, format: Annotated[str, Query(max_length=20)] = JSON
) -> Response:
    """The study as a file."""
    study = await asyncio.to_thread(services.studies.get, id)
    text = await asyncio.to_thread(write_tree, study.tree, format)
    media = "application/json" if format == JSON else "text/plain; charset=utf-8"
    name = f"{study.tree.game.name}-{id}.{EXTENSIONS.get(format, format)}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=media, headers=headers)


@router.post("/{id}/play")
async def play(services: ServicesDep, id: StudyId, asked: MoveRequest) -> dict[str, Any]:
    """Make a move: the node after it, which may have been there."""

    def edit(study: Study) -> dict[str, Any]:
        node = study.tree.play(study.tree.node(asked.node), asked.move)
        return {"node": make_node_view(study, node), "position": make_position_view(node.position)}

    return await _change(services, id, asked.key, edit)


@router.post("/{id}/promote")
async def promote(services: ServicesDep, id: StudyId, asked: NodeRequest) -> dict[str, Any]:
    """Put a variation before what it varies."""

    def edit(study: Study) -> dict[str, Any]:
        study.tree.promote(study.tree.node(asked.node))
        return make_study_view(study)

    return await _change(services, id, asked.key, edit)


@router.post("/{id}/delete")
async def delete(services: ServicesDep, id: StudyId, asked: NodeRequest) -> dict[str, Any]:
    """Take a move away, and all that follows it."""

    def edit(study: Study) -> dict[str, Any]:
        study.delete(study.tree.node(asked.node))
        return make_study_view(study)

    return await _change(services, id, asked.key, edit)


@router.post("/{id}/comment")
async def comment(services: ServicesDep, id: StudyId, asked: CommentRequest) -> dict[str, Any]:
    """Write something to a position."""

    def edit(study: Study) -> dict[str, Any]:
        node = study.tree.node(asked.node)
        study.tree.comment(node, asked.text.strip())
        return {"node": make_node_view(study, node)}

    return await _change(services, id, asked.key, edit)


def make_study_view(study: Study) -> dict[str, Any]:
    """A study in the language spoken here."""
    tree, game = study.tree, study.tree.game
    origin = tree.root.position
    return {
        "id": study.id,
        "game": game.name,
        "title": game.title,
        "options": game.changed_settings,
        "start": None if origin == game.start() else origin.text,
        "players": tree.players,
        "result": make_outcome_view(tree.result),
        "accuracy": study.accuracy,
        "board": make_board_view(origin),
        "nodes": [make_node_view(study, node) for node in tree.root.walk()],
        "formats": formats_of(type(game)),
        "overlays": [{"name": name, "title": game.overlay_title(name)} for name in game.overlays],
        "brushes": game.brushes,
    }


def make_node_view(study: Study, node: Node) -> dict[str, Any]:
    judgement = study.judgements.get(node.id)
    found = node.analysis
    return {
        "id": node.id,
        "parent": node.parent.id if node.parent else None,
        "move": node.move,
        "side": node.parent.position.side if node.parent else None,
        "ply": len(node.position.history),
        "over": node.position.is_over,
        "comment": node.comment,
        "chance": study.chance(node),
        "words": describe_score(found.score) if found and found.score else "",
        "judgement": judgement.as_json() if judgement and judgement.grade else None,
    }


def _build_tree(services: Services, asked: PositionRequest) -> Tree:
    position = services.game_cache.get_position(asked.game, asked.options, asked.start, asked.moves)
    tree = Tree(position.origin)
    node = tree.root
    for move in position.line:
        node = tree.play(node, move)
    return tree


async def _create(
    services: Services, client_address: str, build_tree: Callable[[], Tree]
) -> dict[str, Any]:
    _check_rate(services, client_address)

    def create() -> dict[str, Any]:
        study, key = services.studies.create(build_tree())
        services.compile_queue.submit(study.tree.game)
        return {"id": study.id, "key": key, "study": make_study_view(study)}

    return await asyncio.to_thread(create)


def _check_rate(services: Services, client_address: str) -> None:
    wait = services.rate_limits.take("creation", client_address)
    if wait:
        raise TooManyRequests("server.problem.often", retry_after=wait)


async def _change(
    services: Services, id: str, key: str, edit: Callable[[Study], dict[str, Any]]
) -> dict[str, Any]:
    return await asyncio.to_thread(services.studies.change, id, key, edit)
