"""The opening explorer: what was played in a position in the finished games of this server.

Games are counted by position, whichever moves led to it, and positions that symmetry makes equal
are one. Nothing but numbers leaves it: which games they are, and whose, nobody learns.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from plyground.core.contract import BOUNDS_SIZE
from plyground.games.position import Outcome, Position
from plyground.locale import Problem
from plyground.store import game_store, position_store
from plyground.store.database import Database
from plyground.store.game_store import SavedGame
from plyground.store.position_store import IndexedMove
from plyground.web.game_cache import GameCache, drop_cached_moves
from plyground.web.game_setup import GameSetup

log = logging.getLogger(__name__)

MAX_PLIES = 60
"""Moves of a game that are indexed."""
MAX_PROMPT = 10
"""Games that are indexed before a question is answered; others are left to the thread."""
BATCH = 100
PAUSE_SECONDS = 0.005
"""Seconds between two games, in which other threads get their turn."""


@dataclass
class PlayedMove:
    """A move that was played in a position, and the results of those games for who moved."""

    move: str
    same: list[str] = field(default_factory=list)
    """Moves that symmetry makes equal to it: they are counted here."""
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


class OpeningExplorer:
    """Counts games, and keeps their index up to date in a thread of its own."""

    def __init__(self, store: Database, game_cache: GameCache) -> None:
        self._store = store
        self._game_cache = game_cache
        self._lock = threading.Lock()
        """Held by who fills the index."""
        self._wake = threading.Event()
        self._is_closed = threading.Event()
        self._wake.set()
        self._thread = threading.Thread(target=self._run, name="explorer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._is_closed.set()
        self._wake.set()
        self._thread.join()

    def list_moves(self, position: Position) -> list[PlayedMove]:
        """What was played in a position, most games first."""
        # Games that have just ended are counted, unless the thread is busy with many others.
        if self._lock.acquire(blocking=False):
            try:
                found = self._index_games(MAX_PROMPT)
            finally:
                self._lock.release()
            if found == MAX_PROMPT:
                self._wake.set()
        counts = self._store.read(
            partial(position_store.count_moves, position=make_position_key(position))
        )
        results: dict[int, dict[int, int]] = defaultdict(dict)
        for count in counts:
            results[count.following][count.result] = count.count
        played: dict[int, PlayedMove] = {}
        for move in position.moves if results else ():
            key = make_position_key(position.play(move))
            if key in played:
                played[key].same.append(move)
            elif key in results:
                wins, draws, losses = (results[key].get(result, 0) for result in (1, 0, -1))
                played[key] = PlayedMove(move, [], wins, draws, losses)
        return sorted(played.values(), key=lambda move: -move.games)

    # Filling the index.

    def _run(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            try:
                with self._lock:
                    while not self._is_closed.is_set() and self._index_games(BATCH):
                        pass
            except Problem as problem:
                # The database is away; the next question asks for it again.
                log.warning("the index of positions is not up to date: %s", problem)
            if self._is_closed.is_set():
                return

    def _index_games(self, limit: int) -> int:
        """Index finished games, and return how many."""
        ids = self._store.read(partial(position_store.list_unindexed_games, limit=limit))
        for id in ids:
            self._index_game(id)
            if self._is_closed.wait(PAUSE_SECONDS):
                break
        return len(ids)

    def _index_game(self, id: str) -> None:
        saved = self._store.read(partial(game_store.find_game, id=id))
        if saved is None:
            return
        try:
            moves = self._read_moves(saved)
        except Problem:
            # It cannot be replayed here: its game is no longer installed.
            moves = []
        change = partial(position_store.index_game, id=saved.id, version=saved.version, moves=moves)
        self._store.write(change).result()

    def _read_moves(self, saved: SavedGame) -> list[IndexedMove]:
        outcome = Outcome(**saved.state["result"])
        position = GameSetup.from_document(saved.setup).make_start(self._game_cache)
        key = make_position_key(position)
        moves = []
        for played in saved.moves[:MAX_PLIES]:
            side = position.side
            position = drop_cached_moves(position.play(played.move))
            following = make_position_key(position)
            result = 0 if outcome.winner is None else 1 if outcome.winner == side else -1
            moves.append(IndexedMove(key, following, result))
            key = following
        return moves


def make_position_key(position: Position) -> int:
    """64 bits that are the same for positions of one game that symmetry makes equal.

    What a game's own key leaves out (points made so far) is part of it: it decides the result.
    """
    game, state = position.game.canonical, np.array(position.state)
    rules = game.rules
    if rules.kernels.canonical is not None:
        state = np.zeros_like(position.state)
        game.call("canonical", position.state, state, rules.tables)
    words = state
    if rules.kernels.key is not None:
        words = np.zeros(1 + BOUNDS_SIZE, np.int64)
        words[0] = game.call("key", state, rules.tables)
        if rules.kernels.score_bounds is not None:
            game.call("score_bounds", state, words[1:], rules.tables)
    options = sorted(game.changed_settings.items())
    hashed = hashlib.blake2b(repr((game.id, options)).encode(), digest_size=8)
    hashed.update(words.tobytes())
    return int.from_bytes(hashed.digest(), "little", signed=True)
