"""Studies over REST: create, read and edit them, import and export games in any format."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from plyground.games.captions import describe_score, label_bar
from plyground.games.registry import find_game_class
from plyground.records.formats import (
    JSON,
    TEXT,
    detect_format,
    list_formats,
    read_tree,
    write_tree,
)
from plyground.records.movetext import parse_movetext
from plyground.records.variation_tree import GameNode, VariationTree
from plyground.web.api.catalogue import Options, PositionRequest, answer_apart, read_position
from plyground.web.heavy_context import HeavyContext
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

StudyId = Annotated[str, Path(max_length=32, description="The id of a study.")]
NodeId = Annotated[int, Field(ge=0, le=10**9)]
Key = Annotated[str, Field(max_length=100)]


class TextRequest(BaseModel):
    """A game as text; its format is detected if it is not given. The game and its options are for
    a text that does not name them: a bare list of moves."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(max_length=200_000)]
    format: Annotated[str, Field(max_length=20)] | None = None
    game: Annotated[str, Field(max_length=100)] | None = None
    options: Options = Field(default_factory=dict)


class NodeRequest(BaseModel):
    """A node of a study, and the key that allows to edit it."""

    model_config = ConfigDict(extra="forbid")

    key: Key
    node: NodeId


class MoveRequest(NodeRequest):
    move: Annotated[str, Field(max_length=200)]


class CommentRequest(NodeRequest):
    text: Annotated[str, Field(max_length=20_000)]


@router.post("", status_code=201)
async def create_study(
    services: ServicesDep, client_address: ClientAddress, body: PositionRequest
) -> dict[str, Any]:
    """Study a position, with the moves that led to it. The key is returned here only."""

    def build_tree() -> VariationTree:
        get_position = services.game_cache.get_position
        return VariationTree.from_position(
            get_position(body.game, body.options, body.start, body.moves)
        )

    return await _create(services, client_address, build_tree)


@router.post("/draft", response_model=dict[str, Any])
async def draft_study(services: ServicesDep, body: PositionRequest) -> Response:
    """A study of a position that is not saved."""
    response = await answer_apart(services, make_draft, body, body.game, body.options)
    services.compile_queue.submit(services.game_cache.get_game(body.game, body.options), "engine")
    return response


def make_draft(context: HeavyContext, body: PositionRequest, is_native: bool) -> dict[str, Any]:
    tree = VariationTree.from_position(read_position(context, body, is_native))
    return {"study": make_study_view(Study("", "", tree))}


@router.post("/import", status_code=201)
async def import_study(
    services: ServicesDep, client_address: ClientAddress, body: TextRequest
) -> dict[str, Any]:
    """Study a game from a text."""

    def build_tree() -> VariationTree:
        is_bare = (body.format or detect_format(body.text)) == TEXT
        is_bare = is_bare and parse_movetext(body.text).game is None
        kind = find_game_class(body.game) if body.game and is_bare else None
        read = read_tree(body.text, body.format, kind, body.options if is_bare else None)
        # The same game from the cache, so that it is not compiled again.
        game = services.game_cache.get_game(read.game.name, read.game.changed_settings)
        return VariationTree.from_document(read.to_document(), game)

    return await _create(services, client_address, build_tree)


@router.post("/game/{id}", status_code=201)
async def study_game(
    services: ServicesDep, client_address: ClientAddress, id: StudyId
) -> dict[str, Any]:
    """Study a game that was played here."""
    live_game = await services.lobby.get_game(id)
    record, game = await live_game.get_record(), live_game.position.game
    return await _create(services, client_address, lambda: VariationTree.from_record(record, game))


@router.post("/{id}/copy", status_code=201)
async def copy_study(
    services: ServicesDep, client_address: ClientAddress, id: StudyId
) -> dict[str, Any]:
    """Copy a study; the copy has a key of its own."""
    await services.storage.admit("studies", client_address)

    def copy() -> dict[str, Any]:
        study, key = services.studies.copy(id)
        return {"id": study.id, "key": key, "study": make_study_view(study)}

    return await services.heavy_threads.run(copy)


@router.get("/{id}")
async def get_study(services: ServicesDep, id: StudyId) -> dict[str, Any]:
    """A study with all its moves; positions are requested one by one."""
    return await services.heavy_threads.run(lambda: make_study_view(services.studies.get(id)))


@router.get("/{id}/nodes/{node}")
async def get_node(services: ServicesDep, id: StudyId, node: NodeId) -> dict[str, Any]:
    """One position of a study, and its analysis."""

    def read_node() -> dict[str, Any]:
        found = services.studies.get(id).tree.find_node(node)
        analysis = found.analysis
        return {
            "position": make_position_view(found.position),
            "analysis": analysis and make_analysis_view(found.position, analysis),
        }

    return await services.heavy_threads.run(read_node)


@router.get("/{id}/export", response_class=Response)
async def export_study(
    services: ServicesDep,
    id: StudyId,
    format: Annotated[str, Query(max_length=20)] = JSON,
    annotated: bool = True,
) -> Response:
    """The study as a file, with the judgements of a review as comments and variations."""

    def write() -> tuple[str, str]:
        study = services.studies.get(id)
        tree = study.annotate() if annotated else study.tree
        return tree.game.name, write_tree(tree, format)

    game, text = await services.heavy_threads.run(write)
    media = "application/json" if format == JSON else "text/plain; charset=utf-8"
    name = f"{game}-{id}.{EXTENSIONS.get(format, format)}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=media, headers=headers)


@router.post("/{id}/play")
async def play(services: ServicesDep, id: StudyId, body: MoveRequest) -> dict[str, Any]:
    """Play a move: returns the node after it, new or existing."""

    def edit(study: Study) -> dict[str, Any]:
        node = study.tree.play(study.tree.find_node(body.node), body.move)
        return {"node": make_node_view(study, node), "position": make_position_view(node.position)}

    return await _change(services, id, body.key, edit)


@router.post("/{id}/promote")
async def promote(services: ServicesDep, id: StudyId, body: NodeRequest) -> dict[str, Any]:
    """Promote a variation above the line that it branches from."""

    def edit(study: Study) -> dict[str, Any]:
        study.tree.promote(study.tree.find_node(body.node))
        return make_study_view(study)

    return await _change(services, id, body.key, edit)


@router.post("/{id}/delete")
async def delete(services: ServicesDep, id: StudyId, body: NodeRequest) -> dict[str, Any]:
    """Delete a move and all that follows it."""

    def edit(study: Study) -> dict[str, Any]:
        study.delete(study.tree.find_node(body.node))
        return make_study_view(study)

    return await _change(services, id, body.key, edit)


@router.post("/{id}/comment")
async def comment(services: ServicesDep, id: StudyId, body: CommentRequest) -> dict[str, Any]:
    """Set the comment of a position."""

    def edit(study: Study) -> dict[str, Any]:
        node = study.tree.find_node(body.node)
        study.tree.comment(node, body.text.strip())
        return {"node": make_node_view(study, node)}

    return await _change(services, id, body.key, edit)


def make_study_view(study: Study) -> dict[str, Any]:
    """A study in the current language."""
    tree, game = study.tree, study.tree.game
    origin = tree.root.position
    names = game.side_names(tree.root.main_line[-1].position.state)
    return {
        "id": study.id,
        "game": game.name,
        "title": game.title,
        "options": game.changed_settings,
        "start": None if origin == game.start() else origin.text,
        "players": tree.players,
        "names": names,
        "result": make_outcome_view(tree.result, names),
        "accuracy": study.accuracy,
        "board": make_board_view(origin),
        "nodes": [make_node_view(study, node) for node in tree.root.walk()],
        "formats": list_formats(type(game)),
        "overlays": [{"name": name, "title": game.overlay_title(name)} for name in game.overlays],
        "brushes": game.brushes,
    }


def make_node_view(study: Study, node: GameNode) -> dict[str, Any]:
    judgement = study.judgements.get(node.id)
    chance = study.get_chance(node)
    score = node.analysis.score if node.analysis else None
    return {
        "id": node.id,
        "parent": node.parent.id if node.parent else None,
        "move": node.move,
        "side": node.parent.position.side if node.parent else None,
        "ply": len(node.position.history),
        "over": node.position.is_over,
        "comment": node.comment,
        "chance": chance,
        "label": "" if chance is None else label_bar(chance, score),
        "words": describe_score(score) if score else "",
        "judgement": judgement.as_json() if judgement and judgement.grade else None,
    }


async def _create(
    services: Services, client_address: str, build_tree: Callable[[], VariationTree]
) -> dict[str, Any]:
    await services.storage.admit("studies", client_address)

    def create() -> dict[str, Any]:
        study, key = services.studies.create(build_tree())
        services.compile_queue.submit(study.tree.game, "engine")
        return {"id": study.id, "key": key, "study": make_study_view(study)}

    return await services.heavy_threads.run(create)


async def _change(
    services: Services, id: str, key: str, edit: Callable[[Study], dict[str, Any]]
) -> dict[str, Any]:
    return await services.heavy_threads.run(lambda: services.studies.change(id, key, edit))
