"""A live game: the session that is played, its connected clients, and whose clock runs.

Everything runs in the event loop, one action at a time under the game's lock: the session changes,
the store commits it, and only then clients are notified. If the store fails, the live game is
closed and loaded again from the store.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import asdict, dataclass
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from plyground.games.position import Outcome, Position
from plyground.games.score import Analysis
from plyground.locale import Problem, Sentence
from plyground.play.session import Session
from plyground.records.record import Record
from plyground.store import game_store
from plyground.store.game_store import SavedGame, SavedMove
from plyground.web.broadcast import Broadcast
from plyground.web.client import Client
from plyground.web.game_cache import drop_cached_moves
from plyground.web.game_setup import GameSetup
from plyground.web.http_errors import Conflict, Forbidden
from plyground.web.turn_clock import GRACE_SECONDS, TurnClock
from plyground.web.warm_up import WarmUp

if TYPE_CHECKING:
    from plyground.web.services import Services

log = logging.getLogger(__name__)

Change = Callable[[Connection], None]
"""A write to the store."""

MAX_MOVE_LENGTH = 200


@dataclass(frozen=True)
class PlayedMove:
    """A move with the side that played it and the time it took."""

    move: str
    side: int
    seconds: float
    why: Sentence | None = None
    """Which rule of its agent chose it; not stored."""


class LiveGame:
    """One game. Its methods are what clients, agents and the clock can do to it."""

    def __init__(
        self, services: Services, saved: SavedGame, setup: GameSetup, start: Position
    ) -> None:
        self.id = saved.id
        self.setup = setup
        self.services = services
        self.version = int(time.time() * 1000)
        """Grows with every change; it starts from the time, so it never decreases at a restart."""
        self.clients: set[Client] = set()
        first, second = (seat.name or seat.kind for seat in setup.seats)
        self.session = Session(start, (first, second), control=setup.control)
        self.moves = _list_setup_moves(start)
        self.offers: dict[str, int | None] = {"draw": None, "undo": None}
        self.rematch_id: str | None = None
        self.joined = [not seat.is_human for seat in setup.seats]
        self.is_closed = False
        self.idle_since = monotonic()
        self.turn_clock = TurnClock(self)
        self.warm_up = WarmUp(self)
        self._broadcast = Broadcast(self)
        self._lock = asyncio.Lock()
        self._rematch_lock = asyncio.Lock()
        self._is_saving = False
        self._has_unsent_changes = False
        """Is there a saved change that clients have not been sent yet?"""
        self._tasks: set[asyncio.Task[None]] = set()
        self._restore(saved)

    # State.

    @property
    def position(self) -> Position:
        return self.session.position

    @property
    def human_sides(self) -> tuple[int, ...]:
        return tuple(side for side, seat in enumerate(self.setup.seats) if seat.is_human)

    @property
    def is_idle(self) -> bool:
        """May it be evicted: no client, no running clock, no agent, no pending task?"""
        is_timed = self.turn_clock.is_running and self.setup.control.is_limited
        has_agent = self.turn_clock.agent_side is not None
        return not (self.clients or is_timed or has_agent or self._tasks)

    def is_connected(self, side: int) -> bool:
        return any(side in client.seats for client in self.clients)

    async def get_state(self) -> dict[str, Any]:
        """The whole state as it is saved, in the current language."""
        async with self._lock:
            return self._broadcast.make_state(())

    async def get_record(self) -> Record:
        """The record of the game as it is saved."""
        async with self._lock:
            return self.session.record

    # Actions of clients.

    async def join(self, client: Client) -> None:
        """Connect a spectator or a player, and send them the state."""

        def action() -> Change | None:
            new_sides = [side for side in client.seats if not self.joined[side]]
            for side in new_sides:
                self.joined[side] = True
            self.turn_clock.resume(client, bool(new_sides))
            return self._make_state_change() if new_sides else None

        def notify() -> None:
            if client.close_code is not None:
                return
            is_new = any(not self.is_connected(side) for side in client.seats)
            self.clients.add(client)
            if is_new or self._has_unsent_changes:
                self.notify_clients(exclude=client)
            self._broadcast.send_state(client)

        await self._apply(action, notify)

    def leave(self, client: Client) -> None:
        if client in self.clients:
            self.clients.discard(client)
            self.idle_since = monotonic()
            if any(not self.is_connected(side) for side in client.seats):
                self.notify_clients()

    async def move(self, client: Client, text: str, ply: int) -> None:
        elapsed = self.turn_clock.elapsed

        def action() -> Change:
            self._check_seat(client)
            if ply != len(self.position.history):
                raise Conflict("server.problem.ply")
            if self.position.side not in client.seats:
                raise Forbidden("server.problem.turn")
            if len(text) > MAX_MOVE_LENGTH:
                raise Problem("server.problem.move")
            return self._play(text, elapsed)

        await self._apply(action)

    async def handle_undo(self, client: Client, answer: str = "") -> None:
        """Take moves back: at once if no other human plays, else offer, accept or decline it."""

        def action() -> Change | None:
            self._check_seat(client)
            if not self.setup.undo:
                raise Problem("server.problem.undo")
            if len(self.human_sides) == 1:
                return self._take_back(client.seats[0])
            if len(client.seats) == 2:
                return self._take_back(None)
            side = client.seats[0]
            if answer == "decline":
                self.offers["undo"] = None
            elif self.offers["undo"] == 1 - side:
                return self._take_back(1 - side)
            elif answer == "accept":
                raise Conflict("server.problem.offer")
            else:
                self._count_plies_back(side)
                self.offers["undo"] = side
            return self._make_state_change()

        await self._apply(action)

    async def resign(self, client: Client) -> None:
        def action() -> Change:
            self._check_seat(client)
            both = len(client.seats) == 2
            self.session.resign(self.position.side if both else client.seats[0])
            return self._finish()

        await self._apply(action)

    async def handle_draw(self, client: Client, answer: str) -> None:
        """Offer a draw, or accept or decline one. Agents never accept."""

        def action() -> Change:
            self._check_seat(client)
            if self.session.is_over:
                raise Problem("play.problem.over")
            if len(self.human_sides) == 1:
                raise Problem("server.problem.draw")
            side = client.seats[0]
            is_offered = self.offers["draw"] == 1 - side
            if answer == "decline":
                self.offers["draw"] = None
            elif is_offered or len(client.seats) == 2:
                self.session.agree_draw()
                return self._finish()
            elif answer == "accept":
                raise Conflict("server.problem.offer")
            else:
                self.offers["draw"] = side
            return self._make_state_change()

        await self._apply(action)

    async def start_rematch(self, seats: tuple[int, ...]) -> str:
        """The id of the rematch with sides exchanged; creates it if there is none yet."""
        if not seats:
            raise Forbidden("server.problem.seat")
        if not self.session.is_over:
            raise Conflict("server.problem.rematch")
        async with self._rematch_lock:
            if self.rematch_id is None:
                next_id = await self.services.lobby.create(self.setup.swap_seats())

                def action() -> Change:
                    self.rematch_id = next_id
                    return self._make_state_change()

                await self._apply(action)
        assert self.rematch_id is not None
        return self.rematch_id

    # Actions of agents and of the clock.

    async def play_agent_move(self, before: Position, found: Analysis, seconds: float) -> None:
        def action() -> Change | None:
            if self.position is not before or self.session.is_over:
                return None
            allowed = self.session.clocks.seconds_left(before.side)
            spent = seconds
            if allowed is not None and spent <= allowed + GRACE_SECONDS:
                spent = min(spent, allowed)
            try:
                return self._play(str(found.move), spent, found.why)
            except Problem:
                return self._forfeit(before.side, "reason.illegal")

        await self._apply(action)

    async def forfeit_agent(self, before: Position, reason: str) -> None:
        def action() -> Change | None:
            if self.position is not before or self.session.is_over:
                return None
            return self._forfeit(before.side, reason)

        await self._apply(action)

    async def handle_timeout(self, before: Position) -> None:
        """End the game on time, if this position is still the current one."""

        def action() -> Change | None:
            if self.position is not before or self.session.is_over:
                return None
            self.session.forfeit(before.side, "time")
            return self._finish()

        await self._apply(action)

    # Applying changes.

    async def _apply(
        self, action: Callable[[], Change | None], notify: Callable[[], None] | None = None
    ) -> None:
        """Run an action, save its change, notify clients. A Problem means that nothing changed."""
        # Shielded: a client that disconnects must not interrupt it halfway.
        await asyncio.shield(self.spawn(self._apply_locked(action, notify)))

    async def _apply_locked(
        self, action: Callable[[], Change | None], notify: Callable[[], None] | None
    ) -> None:
        async with self._lock:
            if self.is_closed:
                raise Conflict("server.problem.broken")
            change = action()
            if change is not None:
                await self._save(change)
                self._has_unsent_changes = True
            if notify is not None:
                notify()
            if self._has_unsent_changes:
                self.notify_clients()

    async def _save(self, change: Change) -> None:
        """Wait until the store has committed a change; until then no client is notified."""
        self._is_saving = True
        try:
            await asyncio.wrap_future(self.services.store.write(change))
        except Exception:
            log.exception("game %s could not be saved", self.id)
            self.close(1011)
            raise
        finally:
            self._is_saving = False

    def notify_clients(self, exclude: Client | None = None) -> None:
        """Send the state to all clients but one, as soon as all of it is saved."""
        self._has_unsent_changes = self._is_saving
        if not self._is_saving:
            self.version += 1
            self._broadcast.send_updates(exclude)

    def close(self, code: int) -> None:
        """Close all sockets and leave the lobby; the store has the game."""
        self.is_closed = True
        self.turn_clock.stop()
        for client in self.clients:
            client.close(code)
        self.services.lobby.remove(self)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a task that belongs to this game."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _play(self, text: str, seconds: float, why: Sentence | None = None) -> Change:
        before = self.position
        self.session.play(text, seconds)
        if self.position is before:
            # Out of time: the session ended instead.
            return self._finish()
        drop_cached_moves(self.position)
        move = before.game.move_text(before.state, self.position.history[-1])
        self.moves.append(PlayedMove(move, before.side, seconds, why))
        self.services.metrics.moves += 1
        self.offers["undo"] = None
        if self.offers["draw"] != before.side:
            self.offers["draw"] = None
        self.turn_clock.start()
        ply = len(self.moves) - len(self.setup.moves) - 1
        saved = SavedMove(move, seconds)
        return partial(
            game_store.add_move, id=self.id, ply=ply, move=saved, state=self._dump_state()
        )

    def _take_back(self, side: int | None) -> Change:
        plies = self._count_plies_back(side)
        self.session.undo(side)
        del self.moves[-plies:]
        self.offers = {"draw": None, "undo": None}
        self.turn_clock.start()
        left = len(self.moves) - len(self.setup.moves)
        return partial(game_store.truncate_moves, id=self.id, plies=left, state=self._dump_state())

    def _count_plies_back(self, side: int | None) -> int:
        """How many plies an undo takes back; moves of the setup stay."""
        position, plies = self.position.undo(), 1
        while side is not None and position.side != side:
            position, plies = position.undo(), plies + 1
        if len(self.moves) - plies < len(self.setup.moves):
            raise Problem("problem.undo")
        return plies

    def _forfeit(self, side: int, reason: str) -> Change:
        self.session.end(Outcome(1 - side, None, reason))
        return self._finish()

    def _finish(self) -> Change:
        self.turn_clock.stop()
        self.offers = {"draw": None, "undo": None}
        return self._make_state_change()

    def _check_seat(self, client: Client) -> None:
        if not client.seats:
            raise Forbidden("server.problem.seat")

    # What the store saves.

    def _make_state_change(self) -> Change:
        return partial(game_store.set_state, id=self.id, state=self._dump_state())

    def _dump_state(self) -> dict[str, Any]:
        result = self.session.result
        return {
            "result": None if result is None else asdict(result),
            "offers": dict(self.offers),
            "rematch": self.rematch_id,
            "joined": list(self.joined),
        }

    def _restore(self, saved: SavedGame) -> None:
        for played in saved.moves:
            side = self.position.side
            self.session.play(played.move, played.seconds)
            drop_cached_moves(self.position)
            self.moves.append(PlayedMove(played.move, side, played.seconds))
        state = saved.state
        result = state.get("result")
        if result is not None and not self.session.is_over:
            self.session.end(Outcome(**result))
        self.offers.update(state.get("offers", {}))
        self.rematch_id = state.get("rematch")
        self.joined = state.get("joined", self.joined)


def _list_setup_moves(start: Position) -> list[PlayedMove]:
    """The moves that led to the position in which the game starts."""
    sides = []
    position = start
    while position.before is not None:
        position = position.before
        sides.append(position.side)
    return [
        PlayedMove(move, side, 0.0) for move, side in zip(start.line, reversed(sides), strict=True)
    ]
