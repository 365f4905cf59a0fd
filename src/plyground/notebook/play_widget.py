"""`play`: a game against an agent, which thinks in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from traitlets import Bool

from plyground.agents.agent import Agent, CompiledAgent
from plyground.agents.human import Human
from plyground.agents.python_search import make_stand_in
from plyground.agents.specs import agent
from plyground.agents.user_agent import UserAgent
from plyground.agents.warm_start import WarmStart, needs_compiling
from plyground.core.limits import Cancel
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.locale import Failure, Problem, override_language
from plyground.notebook.board_widget import BoardWidget, describe_game
from plyground.notebook.widget import Body, read_position
from plyground.play.session import Session, TimedMove
from plyground.records.record import Record
from plyground.web.views import View, make_outcome_view


def play(
    game: Position | Game | type[Game] | str,
    opponent: str | Any = "engine:level=3",
    side: int = 0,
    lang: str | None = None,
) -> PlayWidget:
    """A board to play on, from the start of a game or from a position.

    `opponent` is the spec of an agent, or an agent of your own: a class or an object with `choose`
    or `act`, or a function. Against `human` you play both sides. `side` is yours: 0 moves first.
    """
    if side not in (0, 1):
        raise Problem("notebook.problem.side", given=side)
    return PlayWidget(read_position(game), _read_opponent(opponent), side, lang)


@dataclass(frozen=True)
class Opponent:
    """Who plays against a person."""

    name: str
    agent: Agent | Human
    is_spec: bool = False
    """Is the name the spec of the agent?"""


class PlayWidget(BoardWidget):
    """A game in progress."""

    oriented = Bool().tag(sync=True)
    """Do pieces move, so that those of the player should be near?"""

    def __init__(self, start: Position, opponent: Opponent, side: int, lang: str | None) -> None:
        self._opponent = opponent
        players = ("human", opponent.name) if side == 0 else (opponent.name, "human")
        self._seats = [0, 1] if isinstance(opponent.agent, Human) else [side]
        self._start, self._players = start, players
        self._session = Session(start, players, keeps_opening=True)
        self._cancel = Cancel()
        """Ends the agent's turn."""
        self._agent_lock = threading.Lock()
        """An agent thinks about one position at a time, also if its last turn has yet to end."""
        self._warm_start: WarmStart | None = None
        self._problem = ""
        moves = [start.game.path(start.state, code) for code in start.codes]
        oriented = bool(start.scene.pieces) and any(len(path) > 1 for path in moves)
        super().__init__(start.origin, lang, kind="play", oriented=oriented)
        self._go_on()

    # For the cells of a notebook.

    @property
    def position(self) -> Position:
        return self._session.position

    @property
    def moves(self) -> tuple[str, ...]:
        return self.position.line

    @property
    def record(self) -> Record:
        return self._session.record

    def play(self, move: str) -> None:
        """Play a move for the side to move, as a click does."""
        with self._lock:
            if not self._is_human_turn:
                raise Problem("web.type.wait")
            self._session.play(move)
            self._go_on()

    def undo(self) -> None:
        """Take moves back to your own last turn."""
        with self._lock:
            self._cancel.set()
            try:
                self._session.undo(self._seats[0] if len(self._seats) == 1 else None)
            finally:
                self._go_on()

    def new_game(self) -> None:
        """Begin again."""
        with self._lock:
            self._cancel.set()
            self._session = Session(self._start, self._players, keeps_opening=True)
            self._go_on()

    def wait(self) -> None:
        """Wait until it is your turn, or the game is over."""
        while not self._is_human_turn and not self._session.is_over:
            self._turn.join()

    def close(self) -> None:
        self._cancel.set()
        super().close()

    # For the page.

    @property
    def handlers(self) -> Mapping[str, Callable[[Body], Any]]:
        return {
            **super().handlers,
            "/move": self._play_clicked,
            "/undo": lambda _: self.undo(),
            "/new": lambda _: self.new_game(),
        }

    def _play_clicked(self, body: Body) -> None:
        # A click may have been made in a position that is no longer on the board.
        if body["ply"] == len(self.position.history):
            self.play(body["move"])
        else:
            self._publish()

    def _make_state(self) -> View:
        session = self._session
        names = self.position.game.side_names(self.position.state)
        warm_start = self._warm_start
        return {
            **describe_game(self.position),
            "moves": [_make_move(timed) for timed in session.log],
            "players": [self._make_player(side) for side in (0, 1)],
            "seats": self._seats,
            "held": self._seats,
            "result": make_outcome_view(session.result, names),
            "settings": {"undo": self._can_undo()},
            "clocks": None,
            "thinking": None if self._is_human_turn or session.is_over else self.position.side,
            "warming_up": warm_start.seconds if warm_start and warm_start.is_running else None,
            "problem": self._problem,
        }

    def _make_player(self, side: int) -> View:
        kind = "human" if side in self._seats else "agent"
        name = "" if kind == "human" else self._players[side]
        return {"kind": kind, "name": name, "spec": name, "connected": True, "joined": True}

    def _can_undo(self) -> bool:
        own = [timed.side for timed in self._session.log[len(self._start.line) :]]
        return any(side in self._seats for side in own)

    # The course of the game.

    @property
    def _is_human_turn(self) -> bool:
        return self.position.side in self._seats

    def _go_on(self) -> None:
        """Show the position, and let the agent think if it is its turn."""
        self._problem = ""
        if not self._session.is_over and not self._is_human_turn:
            self._cancel = Cancel()
            self._turn = threading.Thread(target=self._take_turn, args=(self._cancel,), daemon=True)
            self._publish()
            self._turn.start()
        else:
            self._publish()

    def _take_turn(self, cancel: Cancel) -> None:
        """Play the move of the agent. If it fails, or answers with no legal move, it has lost."""
        with override_language(self.language), self._agent_lock:
            position = self.position
            if cancel.is_set:
                return
            try:
                with cancel:
                    found: Analysis | Problem = self._choose_move(position)
            except Problem as problem:
                found = problem
            with self._lock:
                if not cancel.is_set:
                    self._end_turn(position.side, found)

    def _end_turn(self, side: int, found: Analysis | Problem) -> None:
        try:
            if isinstance(found, Problem):
                raise found
            self._session.play(found.move, found.seconds, found)
            self._go_on()
        except Problem as problem:
            reason = "crashed" if isinstance(problem, Failure) else "illegal"
            self._session.forfeit(side, reason)
            self._problem = str(problem)
            self._publish()

    def _choose_move(self, position: Position) -> Analysis:
        """The agent's choice; that of plain Python until the agent is compiled."""
        player = self._opponent.agent
        assert isinstance(player, Agent)
        limit = self._session.clocks.limit(position.side)
        if isinstance(player, CompiledAgent) and self._opponent.is_spec:
            if self._warm_start is None and needs_compiling([player], position.game):
                self._warm_start = WarmStart([player], position.game)
                self._publish()
            if self._warm_start is not None and self._warm_start.is_running:
                return make_stand_in(self._opponent.name).choose(position, limit)
        return player.choose(position, limit)


def _read_opponent(given: Any) -> Opponent:
    if isinstance(given, str):
        return Opponent(given, agent(given), is_spec=True)
    target = given() if isinstance(given, type) else given
    name = getattr(target, "__name__", type(target).__name__)
    if isinstance(target, Agent) and isinstance(target, CompiledAgent):
        return Opponent(name, target)
    return Opponent(name, UserAgent(name, target))


def _make_move(timed: TimedMove) -> View:
    why = timed.analysis.why if timed.analysis is not None else None
    return {"move": timed.move, "side": timed.side, "why": str(why) if why else ""}
