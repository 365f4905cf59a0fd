"""A live game: a session, the clients that follow it, and the turn that is being played.

Everything runs in the event loop, one action at a time under the game's lock: the session changes,
the store commits the change, and only then clients are notified. If the store fails, the live game
is closed and loaded again from the store.

Clocks start when all players have joined. A game that nobody follows is put away; a clock that runs
goes on, and the store has its deadline. After a restart of the server a clock resumes from its
value at the last move when the first player reconnects: the downtime is charged to nobody.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from time import monotonic
from typing import Any

from sqlalchemy import Connection

from plyground.agents.answers import IllegalAnswer
from plyground.games.position import Outcome, Position
from plyground.games.score import Analysis
from plyground.locale import Failure, Problem
from plyground.play.session import Event, GameEnded, MovePlayed, MovesUndone, Offers, Session
from plyground.records.record import Record
from plyground.store import game_store
from plyground.store.database import Database
from plyground.store.game_store import SavedGame
from plyground.store.usage import mark_visited
from plyground.web.agent_policy import AgentPolicy
from plyground.web.compile_queue import CompileQueue
from plyground.web.game_cache import drop_cached_moves
from plyground.web.game_setup import GameSetup
from plyground.web.http_errors import Conflict, Forbidden
from plyground.web.live.agent_turn import AgentTurn
from plyground.web.live.broadcast import Broadcast, GameStatus, Pace, make_state
from plyground.web.live.seating import Seating
from plyground.web.live.turn_clock import TurnClock
from plyground.web.live.warm_up import WarmUp
from plyground.web.metrics import Metrics
from plyground.web.seats import Seat
from plyground.web.socket_loop import Client
from plyground.web.worker_pool import UnresponsiveAgent, WorkerPool

log = logging.getLogger(__name__)

Change = Callable[[Connection], None]
"""A write to the store."""

MAX_MOVE_LENGTH = 200
MAX_DELAY_SECONDS = 60.0
"""Maximum seconds before each move of a game between agents."""
GRACE_SECONDS = 2.0
"""Seconds that an agent may exceed its time: the machine is shared with other games."""
TIMEOUT_SECONDS = 5.0
"""Seconds by which it loses even if it only waited for a core."""


@dataclass(frozen=True)
class GameServices:
    """What all live games share."""

    store: Database
    agent_policy: AgentPolicy
    compile_queue: CompileQueue
    pool: WorkerPool
    metrics: Metrics


class LiveGame:
    """One game. Its methods are what clients, agents and the clock can do to it."""

    def __init__(
        self, services: GameServices, saved: SavedGame, setup: GameSetup, start: Position
    ) -> None:
        self.id = saved.id
        self.setup = setup
        self.version = int(time.time() * 1000)
        """Grows with every change; it starts from the time, so it never decreases at a restart."""
        self.session = restore_session(saved, setup, start)
        self.session.subscribe(self._on_event)
        self.rematch_id: str | None = saved.state.get("rematch")
        self.seating = Seating.load(saved.setup, saved.state)
        self.pace = Pace(**saved.state.get("pace", {"delay": setup.delay}))
        self.is_closed = False
        self.open_sockets = 0
        """Those of its clients, and of whoever has yet to say hello."""
        self.idle_since = monotonic()
        self._is_visited = False
        """Does the store know that a player was here since this was loaded?"""
        self._row_version = saved.version
        """The version of the game in the store."""
        self._services = services
        self._broadcast = Broadcast()
        self._turn_clock = TurnClock(self.session.clocks)
        self._warm_up = WarmUp()
        self._agent_turn: AgentTurn | None = None
        self._agent_task: asyncio.Task[None] | None = None
        self._has_started = False
        """Has a player connected since the server started? Before that, no clock runs."""
        self._client_address = ""
        """The client whose limits an agent's search counts against: the last player to join."""
        self._lock = asyncio.Lock()
        self._rematch_lock = asyncio.Lock()
        self._events: list[Event] = []
        """What has happened to the session and is not yet saved."""
        self._is_saving = False
        self._has_unsent_changes = False
        """Is there a saved change that clients have not been sent yet?"""
        self._tasks: set[asyncio.Task[None]] = set()

    # State.

    @property
    def position(self) -> Position:
        return self.session.position

    @property
    def clients(self) -> set[Client]:
        return self._broadcast.clients

    @property
    def human_sides(self) -> tuple[int, ...]:
        return self.seating.human_sides

    @property
    def is_idle(self) -> bool:
        """May it be put away: no socket, no agent that thinks, no pending task?"""
        return not (self.open_sockets or self._agent_turn is not None or self._tasks)

    @property
    def _deadline(self) -> float | None:
        """When the clock that is running runs out."""
        clocks = self.session.clocks
        allowed = clocks.seconds_left(self.position.side) if clocks.is_running else None
        return None if allowed is None else time.time() + allowed - clocks.elapsed

    async def get_state(self) -> dict[str, Any]:
        """The whole state as it is saved, in the current language."""
        async with self._lock:
            return make_state(self._get_status(), ())

    async def get_record(self) -> Record:
        """The record of the game as it is saved."""
        async with self._lock:
            return self.session.record

    def _get_status(self) -> GameStatus:
        is_connected = self._broadcast.is_connected
        return GameStatus(
            id=self.id,
            version=self.version,
            setup=self.setup,
            session=self.session,
            seating=self.seating,
            connected=(is_connected(0), is_connected(1)),
            rematch=self.rematch_id,
            warming_up=self._warm_up.seconds,
            thinking=self.position.side if self._agent_turn is not None else None,
            pace=self.pace,
        )

    def start_warm_up(self) -> None:
        """Compile for the agents while players still look at the board."""
        queue, policy = self._services.compile_queue, self._services.agent_policy
        specs = self.seating.specs
        self._warm_up.start(self.position.game, specs, queue, policy, self._notify_clients)

    # Actions of clients.

    async def join(
        self, client: Client, tokens: Sequence[str], claim: str | None = None, name: str = ""
    ) -> None:
        """Connect a spectator, or a player with their tokens, and send them the state. Who has an
        invitation takes the seat: the token `claim` holds it from then on."""

        def action() -> None:
            taken = self.seating.take_invited(tokens, claim, name)
            known = self.seating.find_sides([*tokens, claim] if claim else tokens)
            client.seats = tuple(sorted({*known, *taken}))
            if taken:
                self.session.players = self.seating.names
            joined = self.seating.joined
            is_new = not all(joined[side] for side in client.seats)
            for side in client.seats:
                joined[side] = True
            self._resume_turn(client, is_new)

        def notify() -> None:
            if client.close_code is not None:
                return
            is_new = any(not self._broadcast.is_connected(side) for side in client.seats)
            self.clients.add(client)
            if is_new or self._has_unsent_changes:
                self._notify_clients(exclude=client)
            self._broadcast.send_state(self._get_status(), client)

        await self._apply(action, notify)
        if client.seats and not self._is_visited:
            self._is_visited = True
            visit = partial(mark_visited, kind="games", id=self.id, now=time.time())
            self._services.store.write(visit)

    def leave(self, client: Client) -> None:
        if client in self.clients:
            self.clients.discard(client)
            self.idle_since = monotonic()
            if any(not self._broadcast.is_connected(side) for side in client.seats):
                self._notify_clients()

    async def move(self, client: Client, text: str, ply: int) -> None:
        elapsed = self.session.clocks.elapsed

        def action() -> None:
            _check_seat(client)
            if self._has_played(client, text, ply):
                return
            if ply != len(self.position.history):
                raise Conflict("server.problem.ply")
            if self.position.side not in self.seating.list_played(client.seats):
                raise Forbidden("server.problem.turn")
            if len(text) > MAX_MOVE_LENGTH:
                raise Problem("server.problem.move")
            self.session.play(text, elapsed)

        await self._apply(action)

    def _has_played(self, client: Client, text: str, ply: int) -> bool:
        """Has this client made the move already? Who reconnects repeats what was not answered."""
        if not 0 <= ply < len(self.session.log):
            return False
        made = self.session.log[ply]
        return made.move == text and made.side in client.seats

    async def handle_undo(self, client: Client, answer: str = "") -> None:
        """Take moves back: at once if no other human plays, else offer, accept or decline it."""

        def action() -> None:
            _check_seat(client)
            if not self.setup.undo:
                raise Problem("server.problem.undo")
            side, played = client.seats[0], self.seating.list_played(client.seats)
            if set(self.human_sides) <= set(played):
                self.session.undo(played[0] if len(played) == 1 else None)
            elif answer == "decline":
                self.session.decline_undo()
            elif answer == "accept" and self.session.offers.undo != 1 - side:
                raise Conflict("server.problem.offer")
            else:
                self.session.offer_undo(side)

        await self._apply(action)

    async def resign(self, client: Client) -> None:
        def action() -> None:
            _check_seat(client)
            both = len(client.seats) == 2
            self.session.resign(self.position.side if both else client.seats[0])

        await self._apply(action)

    async def handle_draw(self, client: Client, answer: str) -> None:
        """Offer a draw, or accept or decline one. Agents never accept."""

        def action() -> None:
            _check_seat(client)
            if self.session.is_over:
                raise Problem("play.problem.over")
            if len(self.human_sides) < 2:
                raise Problem("server.problem.draw")
            side = client.seats[0]
            if answer == "decline":
                self.session.decline_draw()
            elif len(client.seats) == 2:
                self.session.agree_draw()
            elif answer == "accept" and self.session.offers.draw != 1 - side:
                raise Conflict("server.problem.offer")
            else:
                self.session.offer_draw(side)

        await self._apply(action)

    async def start_rematch(
        self, seats: tuple[int, ...], create: Callable[[GameSetup], Awaitable[str]]
    ) -> str:
        """The id of the rematch with sides exchanged; creates it if there is none yet."""
        if not seats:
            raise Forbidden("server.problem.seat")
        if not self.session.is_over:
            raise Conflict("server.problem.rematch")
        async with self._rematch_lock:
            if self.rematch_id is None:
                next_id = await create(self.setup.swap_seats(self.seating.seats))

                def action() -> None:
                    self.rematch_id = next_id

                await self._apply(action)
        assert self.rematch_id is not None
        return self.rematch_id

    # Who plays, and how fast.

    async def rename(self, client: Client, name: str) -> None:
        """Set the name of the person at this client."""

        def action() -> None:
            _check_seat(client)
            for side in self.seating.list_played(client.seats):
                self.seating.rename(side, name)
            self.session.players = self.seating.names

        await self._apply(action)

    async def give_seat(self, client: Client, side: int, player: Seat) -> None:
        """Let another agent, or the person who holds the seat, play on for a side."""

        def action() -> None:
            if self.session.is_over:
                raise Problem("play.problem.over")
            self.seating.give(client.seats, side, player)
            self.session.players = self.seating.names
            self.session.offers = Offers()
            if side == self.position.side:
                self.session.clocks.charge(side)
                self._start_turn()
            self.start_warm_up()

        await self._apply(action)

    async def set_pace(self, client: Client, pace: Pace) -> None:
        """Show a game between agents faster or slower, or pause it."""

        def action() -> None:
            _check_seat(client)
            if self.human_sides:
                raise Problem("server.problem.pace")
            self.pace = pace
            self._start_turn()

        await self._apply(action)

    # The current turn.

    def _on_event(self, event: Event) -> None:
        """Follow the session: every move and every undo starts a turn."""
        self._events.append(event)
        if isinstance(event, MovePlayed):
            drop_cached_moves(event.position)
            self._services.metrics.moves += 1
        if isinstance(event, MovePlayed | MovesUndone):
            self._start_turn()
        elif isinstance(event, GameEnded):
            self._stop_turn()

    def _resume_turn(self, client: Client, is_new: bool) -> None:
        """Start or continue the turn if the game was waiting for this client."""
        if not client.seats and self.human_sides:
            return
        self._client_address = client.address
        is_paused = not self.session.clocks.is_running and self._agent_turn is None
        if is_new or is_paused or not self._has_started:
            self._has_started = True
            self._start_turn(is_watched=True)

    def _start_turn(self, is_watched: bool = False) -> None:
        self._stop_turn()
        if self.session.is_over or not self._has_started or not all(self.seating.joined):
            return
        spec = self.seating.seats[self.position.side].spec
        if spec is None:
            self._start_clock()
        elif self.pace.paused and not self.human_sides:
            return
        elif self.clients or self.human_sides or is_watched:
            # A game between agents goes on only while somebody is watching.
            limit = self.session.clocks.limit(self.position.side)
            on_start = partial(self._start_agent_clock, self.position)
            turn = AgentTurn(spec, self.position, limit, self._client_address, on_start)
            self._agent_turn = turn
            self._agent_task = self._spawn(self._run_agent(turn))

    def _stop_turn(self) -> None:
        self._turn_clock.stop()
        self._agent_turn = None
        if self._agent_task is not None:
            self._agent_task.cancel()
            self._agent_task = None

    async def resume_clock(self, deadline: float) -> None:
        """Go on with the clock that was running when the game was put away."""
        self._has_started = True
        allowed = self.session.clocks.seconds_left(self.position.side)
        if self.session.is_over or allowed is None:
            return
        elapsed = allowed - (deadline - time.time())
        self._start_clock(elapsed=max(0.0, elapsed))
        if elapsed >= allowed:
            await self._forfeit(self.position, "time")

    def _start_clock(self, grace: float = 0.0, elapsed: float = 0.0) -> None:
        def on_flag() -> None:
            self._spawn(self._forfeit(position, "time"))

        position = self.position
        self._turn_clock.start(position.side, on_flag, grace, elapsed)

    def _start_agent_clock(self, position: Position) -> None:
        if self.position is position and self._agent_turn is not None:
            self._start_clock(TIMEOUT_SECONDS)
            if self.setup.control.is_limited:
                self._notify_clients()

    async def _run_agent(self, turn: AgentTurn) -> None:
        if not self.human_sides:
            await asyncio.sleep(self.pace.delay)
        try:
            found, seconds = await turn.run(self._services.pool, self._warm_up)
        except UnresponsiveAgent:
            await self._forfeit(turn.position, "silent")
        except IllegalAnswer:
            await self._forfeit(turn.position, "illegal")
        except Exception:
            log.exception("agent %s failed at %r", turn.spec, turn.position)
            await self._forfeit(turn.position, "crashed")
        else:
            await self._play_agent_move(turn, found, seconds)

    async def _play_agent_move(self, turn: AgentTurn, found: Analysis, seconds: float) -> None:
        before = turn.position

        def action() -> None:
            # Meanwhile moves may have been taken back, the game paused, the agent exchanged.
            if self._agent_turn is not turn or self.session.is_over:
                return
            allowed = self.session.clocks.seconds_left(before.side)
            is_late = allowed is not None and seconds > allowed + GRACE_SECONDS
            spent = seconds if allowed is None or is_late else min(seconds, allowed)
            try:
                self.session.play(str(found.move), spent, found)
            except Problem:
                self.session.forfeit(before.side, "illegal")

        await self._apply(action)

    async def _forfeit(self, before: Position, reason: str) -> None:
        """End the game as lost by the side to move, if this position is still the current one."""

        def action() -> None:
            if self.position is before and not self.session.is_over:
                self.session.forfeit(before.side, reason)

        await self._apply(action)

    # Applying changes.

    async def _apply(
        self, action: Callable[[], None], notify: Callable[[], None] | None = None
    ) -> None:
        """Run an action, save its change, notify clients. A Problem means that nothing changed."""
        # Shielded: a client that disconnects must not interrupt it halfway.
        await asyncio.shield(self._spawn(self._apply_locked(action, notify)))

    async def _apply_locked(
        self, action: Callable[[], None], notify: Callable[[], None] | None
    ) -> None:
        async with self._lock:
            if self.is_closed:
                raise Conflict("server.problem.broken")
            before = self._dump_state()
            action()
            if self._events or self._dump_state() != before:
                await self._save(self._make_change())
                self._has_unsent_changes = True
            if notify is not None:
                notify()
            if self._has_unsent_changes:
                self._notify_clients()

    async def _save(self, change: Change) -> None:
        """Wait until the store has committed a change; until then no client is notified."""
        self._is_saving = True
        try:
            await asyncio.wrap_future(self._services.store.write(change))
            self._row_version += 1
        except Exception as error:
            # A failure of the database is one sentence, and not for each of its games a traceback.
            is_defect = not isinstance(error, Failure)
            log.error("game %s could not be saved: %s", self.id, error, exc_info=is_defect)
            self.close(1011)
            raise
        finally:
            self._is_saving = False

    def _notify_clients(self, exclude: Client | None = None) -> None:
        """Send the state to all clients but one, as soon as all of it is saved."""
        self._has_unsent_changes = self._is_saving
        if not self._is_saving:
            self.version += 1
            self._broadcast.send_updates(self._get_status(), exclude)

    async def put_away(self) -> None:
        """Close it if nobody follows it; the store has the game, and the deadline of its clock."""
        async with self._lock:
            if self.is_closed or not self.is_idle:
                return
            deadline = self._deadline
            if deadline is not None:
                change = partial(
                    game_store.set_deadline,
                    id=self.id,
                    version=self._row_version,
                    deadline=deadline,
                )
                await asyncio.wrap_future(self._services.store.write(change))
            # Somebody may have come meanwhile.
            if self.is_idle:
                self.close(1012)

    def close(self, code: int) -> None:
        """Close all sockets; the store has the game."""
        self.is_closed = True
        self._warm_up.close()
        self._stop_turn()
        for client in self.clients:
            client.close(code)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a task that belongs to this game."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # What the store saves.

    def _make_change(self) -> Change:
        """The write that saves what has happened since the last one."""
        events, self._events = self._events, []
        plies = len(self.session.log) - len(self.setup.moves)
        return partial(
            game_store.save_events,
            id=self.id,
            version=self._row_version,
            events=events,
            plies=plies,
            state=self._dump_state(),
        )

    def _dump_state(self) -> dict[str, Any]:
        result = self.session.result
        return {
            "result": None if result is None else asdict(result),
            "offers": asdict(self.session.offers),
            "rematch": self.rematch_id,
            "pace": asdict(self.pace),
            **self.seating.to_document(),
            "clocks": self.session.clocks.final,
        }


def restore_session(saved: SavedGame, setup: GameSetup, start: Position) -> Session:
    """The session of a saved game, with all its moves played again."""
    players = Seating.load(saved.setup, saved.state).names
    session = Session(start, players, control=setup.control, keeps_opening=True)
    for played in saved.moves:
        session.play(played.move, played.seconds)
        drop_cached_moves(session.position)
    result = saved.state.get("result")
    if result is not None and not session.is_over:
        session.end(Outcome(**result))
        if saved.state.get("clocks"):
            session.clocks.final = tuple(saved.state["clocks"])
    session.offers = Offers(**saved.state.get("offers", {}))
    return session


def _check_seat(client: Client) -> None:
    if not client.seats:
        raise Forbidden("server.problem.seat")
