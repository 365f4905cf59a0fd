"""The atlas of solved positions over REST, with a picture of each."""

from __future__ import annotations

import logging
from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel
from starlette.responses import Response

from plyground.games.captions import describe_value
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.locale import Failure
from plyground.solving.atlas import load_atlas
from plyground.solving.proofs import SolvedPosition
from plyground.web.http_errors import NotFound
from plyground.web.services import Services, ServicesDep

log = logging.getLogger(__name__)

router = APIRouter(prefix="/api/solved")

GameName = Annotated[str, Path(max_length=100, description="The name of a game.")]
Number = Annotated[int, Path(ge=0, le=10**6, description="The place of a position in the atlas.")]


class SolvedGame(BaseModel):
    name: str
    title: str
    count: int


class SolvedGames(BaseModel):
    """The games of which positions are solved."""

    games: list[SolvedGame]


class SolvedEntry(BaseModel):
    """A solved position. `options`, `start` and `moves` are those of a position."""

    number: int
    options: dict[str, Any]
    start: str | None
    moves: list[str]
    spots: int
    """The size of its board."""
    names: tuple[str, str]
    winner: int | None
    margin: int | None
    plies: int | None
    words: str
    nodes: int
    proof: int
    """Positions in the proof: those in which its side has to choose."""
    command: str
    best: list[str]


class SolvedList(BaseModel):
    game: str
    title: str
    entries: list[SolvedEntry]


@router.get("")
async def list_solved_games(services: ServicesDep) -> SolvedGames:
    """The games with an atlas."""
    return await services.heavy_threads.run(lambda: SolvedGames(games=_list_games(services)))


@router.get("/{game}")
async def list_solved_positions(services: ServicesDep, game: GameName) -> SolvedList:
    """All solved positions of a game."""

    def make_list() -> SolvedList:
        played = services.game_cache.get_game(game)
        entries = [
            _make_entry(type(played), number, entry)
            for number, entry in enumerate(load_atlas(type(played)))
        ]
        return SolvedList(game=game, title=played.title, entries=entries)

    return await services.heavy_threads.run(make_list)


@router.get("/{game}/{number}/picture", response_class=Response)
async def get_solved_picture(services: ServicesDep, game: GameName, number: Number) -> Response:
    """A solved position as SVG."""

    def draw() -> str:
        kind = type(services.game_cache.get_game(game))
        entries = load_atlas(kind)
        if number >= len(entries):
            raise NotFound("web.solved.problem.number", number=number)
        return entries[number].load(kind)._repr_svg_()

    # What is solved stays so, but a new version may list it in another place.
    headers = {"Cache-Control": "private, max-age=3600"}
    text = await services.heavy_threads.run(draw)
    return Response(text, media_type="image/svg+xml", headers=headers)


def _list_games(services: Services) -> list[SolvedGame]:
    games = []
    for game in services.game_cache.list_games():
        try:
            count = len(load_atlas(type(game)))
        except Failure as failure:
            log.warning("%s", failure)
            continue
        if count:
            games.append(SolvedGame(name=game.name, title=game.title, count=count))
    return games


def _make_entry(kind: type[Game], number: int, entry: SolvedPosition) -> SolvedEntry:
    position = entry.load(kind)
    is_scoring = position.game.rules.scoring
    return SolvedEntry(
        number=number,
        options=dict(entry.options),
        start=entry.position or None,
        moves=entry.moves.split(),
        spots=_count_spots(position),
        names=position.game.side_names(position.state),
        winner=None if entry.value == 0 else int(entry.value < 0),
        margin=abs(entry.value) if is_scoring else None,
        plies=entry.plies,
        words=describe_value(entry.value, entry.plies, is_scoring),
        nodes=entry.nodes,
        proof=sum(proof.positions for proof in entry.proofs),
        command=entry.command,
        best=list(entry.best_moves),
    )


def _count_spots(position: Position) -> int:
    return len(position.game.scene(position.state).spots)
