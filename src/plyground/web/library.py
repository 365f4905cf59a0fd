"""What a visitor holds: the games and studies whose tokens and keys a browser has kept.

There are no accounts. A browser sends the ids with their tokens, and gets what they open; an id
without its token is answered as if there were no such game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial

from plyground.games.game import Game
from plyground.games.options import Setting
from plyground.games.position import Position
from plyground.locale import Problem, say
from plyground.records.record import Record
from plyground.store import game_store, study_store
from plyground.store.database import Database
from plyground.store.game_store import GameSummary
from plyground.store.study_store import StudySummary
from plyground.web.game_cache import GameCache
from plyground.web.game_setup import GameSetup
from plyground.web.http_errors import NotFound
from plyground.web.live.live_game import restore_session
from plyground.web.live.seating import Seating
from plyground.web.lobby import Lobby, read_outcome
from plyground.web.seats import verify_token
from plyground.web.study_service import StudyService
from plyground.web.views import View, make_outcome_view

Tokens = Sequence[str]

MAX_COMMENT = 200
"""Characters of a study's comment in a list."""


class Library:
    """Lists, exports and deletes what somebody holds."""

    def __init__(
        self, store: Database, game_cache: GameCache, lobby: Lobby, studies: StudyService
    ) -> None:
        self._store = store
        self._game_cache = game_cache
        self._lobby = lobby
        self._studies = studies

    # Call these from threads, not from the event loop.

    def list_games(self, held: Mapping[str, Tokens]) -> list[View]:
        """The games of which these tokens hold a seat."""
        return [
            _make_game_entry(
                game,
                seats,
                self._name_sides(
                    game.game, game.setup["options"], partial(self.load_position, game.id)
                ),
            )
            for game, seats in self._find_games(held)
        ]

    def list_studies(self, held: Mapping[str, str]) -> list[View]:
        """The studies that these keys allow to edit."""
        return [
            _make_study_entry(
                study,
                self._name_sides(
                    study.game, study.options, partial(self.load_last_position, study.id)
                ),
            )
            for study in self._find_studies(held)
        ]

    def export(self, games: Mapping[str, Tokens], studies: Mapping[str, str]) -> Iterator[Record]:
        """The records of these games and studies, except of those that cannot be replayed here: of
        a game that is no longer installed."""
        for game, _ in self._find_games(games):
            with suppress(Problem):
                yield self._load_record(game.id)
        for study in self._find_studies(studies):
            with suppress(Problem):
                yield self._studies.get(study.id).tree.to_record()

    def delete_studies(self, held: Mapping[str, str]) -> list[str]:
        """Delete these studies, and return their ids."""
        deleted = [study.id for study in self._find_studies(held)]
        for id in deleted:
            self._studies.delete(id)
        return deleted

    def load_position(self, id: str) -> Position:
        """The current position of a game, for its picture. The game does not become a live one."""
        saved = self._store.read(partial(game_store.find_game, id=id))
        if saved is None:
            raise NotFound("server.problem.game", id=id)
        setup = GameSetup.from_document(saved.setup)
        moves = (*setup.moves, *(played.move for played in saved.moves))
        return self._game_cache.get_position(setup.game, setup.options, setup.start, moves)

    def load_last_position(self, id: str) -> Position:
        """The last position of a study's main line."""
        return self._studies.get(id).tree.root.main_line[-1].position

    # In the event loop, where live games are.

    async def delete_games(self, held: Mapping[str, Tokens]) -> list[str]:
        """Delete those of these games that nobody else plays, and return their ids."""
        found = await asyncio.to_thread(self._find_games, held)
        deleted = [game.id for game, seats in found if not _is_shared(game, seats)]
        for id in deleted:
            await self._lobby.delete(id)
        return deleted

    def _name_sides(
        self, name: str, options: Mapping[str, Setting], load_position: Callable[[], Position]
    ) -> tuple[str, str]:
        """What the sides are called, also if a game is no longer installed."""
        unnamed = say("side.0"), say("side.1")
        with suppress(Problem):
            game = self._game_cache.get_game(name, options)
            names = game.side_names(game.start().state)
            if names == unnamed and type(game).side_names is not Game.side_names:
                # Who has which colour is decided in the course of the game.
                return game.side_names(load_position().state)
            return names
        return unnamed

    def _find_games(self, held: Mapping[str, Tokens]) -> list[tuple[GameSummary, tuple[int, ...]]]:
        """The games with the sides that are held in them."""
        found = self._store.read(partial(game_store.list_games, ids=list(held)))
        seated = [
            (game, Seating.load(game.setup, game.state).find_sides(held[game.id])) for game in found
        ]
        return [(game, seats) for game, seats in seated if seats]

    def _find_studies(self, held: Mapping[str, str]) -> list[StudySummary]:
        found = self._store.read(partial(study_store.list_studies, ids=list(held)))
        return [study for study in found if verify_token(held[study.id], study.key)]

    def _load_record(self, id: str) -> Record:
        saved = self._store.read(partial(game_store.find_game, id=id))
        if saved is None:
            raise NotFound("server.problem.game", id=id)
        setup = GameSetup.from_document(saved.setup)
        return restore_session(saved, setup, setup.make_start(self._game_cache)).record


def _is_shared(game: GameSummary, seats: tuple[int, ...]) -> bool:
    """Does somebody else hold a seat? A seat that nobody has taken yet is nobody's."""
    seating = Seating.load(game.setup, game.state)
    return any(seating.joined[side] and side not in seats for side in seating.human_sides)


def _make_game_entry(game: GameSummary, seats: tuple[int, ...], names: tuple[str, str]) -> View:
    return {
        "id": game.id,
        "game": game.game,
        "options": game.setup["options"],
        "players": [
            {"kind": seat.kind, "name": seat.name, "spec": seat.spec}
            for seat in Seating.load(game.setup, game.state).seats
        ],
        "seats": seats,
        "shared": _is_shared(game, seats),
        "ply": game.plies + len(game.setup["moves"]),
        "result": make_outcome_view(read_outcome(game.state.get("result")), names),
        "names": names,
        "updated": game.updated,
    }


def _make_study_entry(study: StudySummary, names: tuple[str, str]) -> View:
    return {
        "id": study.id,
        "game": study.game,
        "options": study.options,
        "players": study.players,
        "comment": study.comment[:MAX_COMMENT],
        "result": make_outcome_view(read_outcome(study.result), names),
        "names": names,
        "updated": study.updated,
    }
