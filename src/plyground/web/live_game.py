"""One live game: a contest, the people around it, and whose time runs.

Everything happens in the event loop, one thing after the other under the table's lock: the contest
changes, the store has it, and only then anybody is told. If the store fails, the table is given up
and made again from what the store has.
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
from plyground.store import game_store as rows
from plyground.store.game_store import SavedGame, SavedMove
from plyground.web.broadcast import Telling
from plyground.web.client import Watcher
from plyground.web.game_cache import lightened
from plyground.web.game_setup import Setup
from plyground.web.http_errors import Conflict, Forbidden
from plyground.web.turn_clock import GRACE, Turn

if TYPE_CHECKING:
    from plyground.web.services import House

log = logging.getLogger(__name__)

Change = Callable[[Connection], None]

LONGEST_MOVE = 200


@dataclass(frozen=True)
class Made:
    """A move that was made."""

    move: str
    side: int
    seconds: float
    why: Sentence | None = None
    """Which rule of its agent chose it; not stored."""


class Table:
    """One game. Its methods are what people at it can do."""

    def __init__(self, house: House, saved: SavedGame, setup: Setup, begun: Position) -> None:
        self.id = saved.id
        self.setup = setup
        self.house = house
        self.version = int(time.time() * 1000)
        """Grows with every change; beginning with the time, it never goes back at a restart."""
        self.watchers: set[Watcher] = set()
        first, second = (seat.name or seat.kind for seat in setup.seats)
        self.contest = Session(begun, (first, second), control=setup.control)
        self.made = _made_before(begun)
        self.offers: dict[str, int | None] = {"draw": None, "undo": None}
        self.rematch: str | None = None
        self.joined = [not seat.is_human for seat in setup.seats]
        self.is_broken = False
        self.idle_since = monotonic()
        self.turn = Turn(self)
        self._telling = Telling(self)
        self._lock = asyncio.Lock()
        self._rematching = asyncio.Lock()
        self._is_keeping = False
        self._has_news = False
        """Has something happened that not everybody was told?"""
        self._tasks: set[asyncio.Task[None]] = set()
        self._restore(saved)

    # How it stands.

    @property
    def position(self) -> Position:
        return self.contest.position

    @property
    def humans(self) -> tuple[int, ...]:
        return tuple(side for side, seat in enumerate(self.setup.seats) if seat.is_human)

    @property
    def is_idle(self) -> bool:
        """Would nobody notice if the table were put away?"""
        is_timed = self.turn.is_clock_running and self.setup.control.is_limited
        return not (self.watchers or is_timed or self.turn.thinker is not None or self._tasks)

    def is_connected(self, side: int) -> bool:
        return any(side in watcher.seats for watcher in self.watchers)

    async def view(self) -> dict[str, Any]:
        """The whole state as it is kept, in the language spoken here."""
        async with self._lock:
            return self._telling.state(())

    async def record(self) -> Record:
        """The game on paper, as it is kept."""
        async with self._lock:
            return self.contest.record

    # What people do.

    async def join(self, watcher: Watcher) -> None:
        """Somebody looks on, or takes a seat; they are told how it stands."""

        def action() -> Change | None:
            arrived = [side for side in watcher.seats if not self.joined[side]]
            for side in arrived:
                self.joined[side] = True
            self.turn.wake(watcher, bool(arrived))
            return self._state_change() if arrived else None

        def tell() -> None:
            if watcher.close_code is not None:
                return
            is_new = any(not self.is_connected(side) for side in watcher.seats)
            self.watchers.add(watcher)
            if is_new or self._has_news:
                self.announce(besides=watcher)
            self._telling.send_state(watcher)

        await self._act(action, tell)

    def leave(self, watcher: Watcher) -> None:
        if watcher in self.watchers:
            self.watchers.discard(watcher)
            self.idle_since = monotonic()
            if any(not self.is_connected(side) for side in watcher.seats):
                self.announce()

    async def move(self, watcher: Watcher, text: str, ply: int) -> None:
        thought = self.turn.thought

        def action() -> Change:
            self._check_seat(watcher)
            if ply != len(self.position.history):
                raise Conflict("server.problem.ply")
            if self.position.side not in watcher.seats:
                raise Forbidden("server.problem.turn")
            if len(text) > LONGEST_MOVE:
                raise Problem("server.problem.move")
            return self._play(text, thought)

        await self._act(action)

    async def undo(self, watcher: Watcher, answer: str = "") -> None:
        """Take moves back: at once where nobody else minds, else as an offer."""

        def action() -> Change | None:
            self._check_seat(watcher)
            if not self.setup.undo:
                raise Problem("server.problem.undo")
            if len(self.humans) == 1:
                return self._take_back(watcher.seats[0])
            if len(watcher.seats) == 2:
                return self._take_back(None)
            me = watcher.seats[0]
            if answer == "decline":
                self.offers["undo"] = None
            elif self.offers["undo"] == 1 - me:
                return self._take_back(1 - me)
            elif answer == "accept":
                raise Conflict("server.problem.offer")
            else:
                self._plies_back(me)
                self.offers["undo"] = me
            return self._state_change()

        await self._act(action)

    async def resign(self, watcher: Watcher) -> None:
        def action() -> Change:
            self._check_seat(watcher)
            both = len(watcher.seats) == 2
            self.contest.resign(self.position.side if both else watcher.seats[0])
            return self._ended()

        await self._act(action)

    async def draw(self, watcher: Watcher, answer: str) -> None:
        """Offer a draw, or answer an offer. Agents play on."""

        def action() -> Change:
            self._check_seat(watcher)
            if self.contest.is_over:
                raise Problem("play.problem.over")
            if len(self.humans) == 1:
                raise Problem("server.problem.draw")
            me = watcher.seats[0]
            is_offered = self.offers["draw"] == 1 - me
            if answer == "decline":
                self.offers["draw"] = None
            elif is_offered or len(watcher.seats) == 2:
                self.contest.accept_draw()
                return self._ended()
            elif answer == "accept":
                raise Conflict("server.problem.offer")
            else:
                self.offers["draw"] = me
            return self._state_change()

        await self._act(action)

    async def play_again(self, seats: tuple[int, ...]) -> str:
        """The address of the next game with sides exchanged; begun if nobody did yet."""
        if not seats:
            raise Forbidden("server.problem.seat")
        if not self.contest.is_over:
            raise Conflict("server.problem.rematch")
        async with self._rematching:
            if self.rematch is None:
                next_id = await self.house.lobby.create(self.setup.swapped())

                def action() -> Change:
                    self.rematch = next_id
                    return self._state_change()

                await self._act(action)
        assert self.rematch is not None
        return self.rematch

    # What agents do.

    async def agent_moves(self, before: Position, found: Analysis, seconds: float) -> None:
        def action() -> Change | None:
            if self.position is not before or self.contest.is_over:
                return None
            allowed = self.contest.clocks.seconds_left(before.side)
            spent = seconds
            if allowed is not None and spent <= allowed + GRACE:
                spent = min(spent, allowed)
            try:
                return self._play(str(found.move), spent, found.why)
            except Problem:
                return self._forfeit(before.side, "reason.illegal")

        await self._act(action)

    async def agent_fails(self, before: Position, reason: str) -> None:
        def action() -> Change | None:
            if self.position is not before or self.contest.is_over:
                return None
            return self._forfeit(before.side, reason)

        await self._act(action)

    async def time_is_up(self, before: Position) -> None:
        """The side to move in a position has thought too long, if it still is to move."""

        def action() -> Change | None:
            if self.position is not before or self.contest.is_over:
                return None
            self.contest.lose_on_time(before.side)
            return self._ended()

        await self._act(action)

    # Changes.

    async def _act(
        self, action: Callable[[], Change | None], tell: Callable[[], None] | None = None
    ) -> None:
        """Do something, keep it, tell everybody. A problem means that nothing was done."""
        # Not interrupted halfway when whoever asked for it goes away.
        await asyncio.shield(self.spawn(self._acting(action, tell)))

    async def _acting(
        self, action: Callable[[], Change | None], tell: Callable[[], None] | None
    ) -> None:
        async with self._lock:
            if self.is_broken:
                raise Conflict("server.problem.broken")
            change = action()
            if change is not None:
                await self._keep(change)
                self._has_news = True
            if tell is not None:
                tell()
            if self._has_news:
                self.announce()

    async def _keep(self, change: Change) -> None:
        """Wait until the store has it; until then nobody is told."""
        self._is_keeping = True
        try:
            await asyncio.wrap_future(self.house.store.write(change))
        except Exception:
            log.exception("game %s could not be kept", self.id)
            self.give_up(1011)
            raise
        finally:
            self._is_keeping = False

    def announce(self, besides: Watcher | None = None) -> None:
        """Tell everybody how it stands, as soon as all of it is kept."""
        self._has_news = self._is_keeping
        if not self._is_keeping:
            self.version += 1
            self._telling.send_updates(besides)

    def give_up(self, code: int) -> None:
        """Close all sockets and forget what is in memory."""
        self.is_broken = True
        self.turn.stop()
        for watcher in self.watchers:
            watcher.close(code)
        self.house.lobby.forget(self)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something that belongs to this table."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _play(self, text: str, seconds: float, why: Sentence | None = None) -> Change:
        before = self.position
        self.contest.play(text, seconds)
        if self.position is before:
            # The move came too late.
            return self._ended()
        lightened(self.position)
        move = before.game.move_text(before.state, self.position.history[-1])
        self.made.append(Made(move, before.side, seconds, why))
        self.house.metrics.moves += 1
        self.offers["undo"] = None
        if self.offers["draw"] != before.side:
            self.offers["draw"] = None
        self.turn.begin()
        ply = len(self.made) - len(self.setup.moves) - 1
        saved = SavedMove(move, seconds)
        return partial(rows.add_move, id=self.id, ply=ply, made=saved, state=self._state())

    def _take_back(self, side: int | None) -> Change:
        plies = self._plies_back(side)
        self.contest.undo(side)
        del self.made[-plies:]
        self.offers = {"draw": None, "undo": None}
        self.turn.begin()
        left = len(self.made) - len(self.setup.moves)
        return partial(rows.take_back, id=self.id, plies=left, state=self._state())

    def _plies_back(self, side: int | None) -> int:
        """How many plies would be taken back; not those from before the game."""
        position, plies = self.position.undo(), 1
        while side is not None and position.side != side:
            position, plies = position.undo(), plies + 1
        if len(self.made) - plies < len(self.setup.moves):
            raise Problem("problem.undo")
        return plies

    def _forfeit(self, side: int, reason: str) -> Change:
        self.contest.end(Outcome(1 - side, None, reason))
        return self._ended()

    def _ended(self) -> Change:
        self.turn.stop()
        self.offers = {"draw": None, "undo": None}
        return self._state_change()

    def _check_seat(self, watcher: Watcher) -> None:
        if not watcher.seats:
            raise Forbidden("server.problem.seat")

    # What the store keeps.

    def _state_change(self) -> Change:
        return partial(rows.set_state, id=self.id, state=self._state())

    def _state(self) -> dict[str, Any]:
        result = self.contest.result
        return {
            "result": None if result is None else asdict(result),
            "offers": dict(self.offers),
            "rematch": self.rematch,
            "joined": list(self.joined),
        }

    def _restore(self, saved: SavedGame) -> None:
        for made in saved.moves:
            side = self.position.side
            self.contest.play(made.move, made.seconds)
            lightened(self.position)
            self.made.append(Made(made.move, side, made.seconds))
        state = saved.state
        result = state.get("result")
        if result is not None and not self.contest.is_over:
            self.contest.end(Outcome(**result))
        self.offers.update(state.get("offers", {}))
        self.rematch = state.get("rematch")
        self.joined = state.get("joined", self.joined)


def _made_before(begun: Position) -> list[Made]:
    """The moves with which a game was set up."""
    sides = []
    position = begun
    while position.before is not None:
        position = position.before
        sides.append(position.side)
    return [Made(move, side, 0.0) for move, side in zip(begun.line, reversed(sides), strict=True)]
