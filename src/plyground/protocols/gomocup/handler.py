"""The commands of the protocol: what each one does, and when it is an error.

One thread reads lines and passes them to `handle`; a search answers from another thread. Both hold
the lock while they send, and the handler is idle again before a move is sent: a manager may send
the next command as soon as it has read the move.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from random import Random
from time import monotonic
from typing import Any

from plyground import __version__
from plyground.agents.engine import Engine
from plyground.agents.python_search import choose_at_once
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.locale import Problem, say
from plyground.protocols.gomocup.dialect import find_game, load_dialect
from plyground.protocols.gomocup.manager_board import ENEMY, OWN, Board
from plyground.protocols.gomocup.match_info import MatchInfo
from plyground.protocols.gomocup.search_thread import (
    EngineSetup,
    MoveRequest,
    Player,
    SearchTask,
    SearchThread,
)
from plyground.protocols.gomocup.swap2 import Swap2Opening
from plyground.protocols.gomocup.wire_format import Point, quote, read_numbers, write_points

ABOUT = (
    f'name="Plyground", version="{__version__}", author="The Plyground developers", '
    'country="", www="", email=""'
)
EVEN_CHANCES = 0.5
SWAP2_LENGTHS = (0, 3, 5)
COMMON_SIZE = 15
"""Of the board for which rules are prepared before the manager sends any."""

OPENING_STONES = 4
"""With fewer stones on the board, the engine varies its moves, so that games differ."""

BOARD_COMMANDS = ("BOARD", "YXBOARD", "SWAP2BOARD")
ANYTIME_COMMANDS = ("INFO", "ABOUT", "START", "RECTSTART", "RESTART")
"""Commands that are allowed during a search and between the lines of a board."""


class CommandHandler:
    """Handles the commands of one manager. `send` sends it a line."""

    def __init__(self, send: Callable[[str], None], seed: int | None = None) -> None:
        self._send = send
        self._game_class = find_game()
        self._dialect = load_dialect(self._game_class)
        self._random = Random(seed)
        self._search_thread = SearchThread(seed, self._list_common_games)
        self._search_thread.start()
        self._lock = threading.RLock()
        self._idle = threading.Condition(self._lock)
        self._match_info = MatchInfo()
        self._board: Board | None = None
        self._game: Game | None = None
        self._pending_board: tuple[str, Board] | None = None
        """The command whose lines are being received, and its stones so far."""
        self._request: MoveRequest | None = None
        self._received = 0.0
        """The time of arrival of the current command."""
        self._clear_count = 0
        self._commands: dict[str, Callable[[str], None]] = {
            "START": self._start,
            "RECTSTART": self._start_rectangle,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._answer_move,
            "PLAY": self._play,
            "TAKEBACK": self._remove_stone,
            "DONE": self._finish_board,
            "INFO": self._update_info,
            "ABOUT": self._send_about,
            "YXSTOP": self._stop,
            "YXSHOWFORBID": self._send_forbidden,
            "YXHASHCLEAR": self._clear_table,
        }

    def _list_common_games(self) -> Iterable[Game]:
        """The games that managers usually start."""
        game = self._game_class(**self._dialect.make_options(COMMON_SIZE, COMMON_SIZE, 0))
        return self._dialect.list_common(game)

    def handle(self, line: str, received: float | None = None) -> bool:
        """Handle a line, which arrived at `received` or now. False after `END`."""
        words = line.split(None, 1)
        if not words:
            return True
        command, rest = words[0].upper(), words[1].strip() if len(words) > 1 else ""
        with self._lock:
            if command == "END":
                self._cancel_search()
                return False
            if self._pending_board is None:
                self._received = monotonic() if received is None else received
            try:
                self._dispatch(command, rest, line)
            except Problem as problem:
                self._send(f"ERROR {problem}")
        return True

    def wait(self) -> None:
        """Wait until no search is running."""
        with self._idle:
            self._idle.wait_for(lambda: self._request is None)

    def stop_waiting(self) -> None:
        """Answer from now on without waiting for the engine: the program is about to end."""
        self._search_thread.stop_waiting()

    def _dispatch(self, command: str, rest: str, line: str) -> None:
        if self._pending_board is not None and command not in ("DONE", *ANYTIME_COMMANDS):
            self._add_board_line(command, line)
        elif command not in (*self._commands, *BOARD_COMMANDS):
            self._send(f"UNKNOWN {say('gomocup.unknown', given=quote(line))}")
        elif self._request is not None and command not in ("YXSTOP", *ANYTIME_COMMANDS):
            raise Problem("gomocup.problem.busy", command=command)
        elif command in BOARD_COMMANDS:
            self._pending_board = command, self._make_empty_board()
        else:
            self._commands[command](rest)

    # Setup.

    def _start(self, rest: str) -> None:
        [size] = read_numbers(rest, 1)
        self._set_board(Board(size, size))

    def _start_rectangle(self, rest: str) -> None:
        width, height = read_numbers(rest, 2)
        self._set_board(Board(width, height))

    def _restart(self, rest: str) -> None:
        self._set_board(self._make_empty_board())

    def _set_board(self, board: Board) -> None:
        self._game_class(
            **self._dialect.make_options(board.width, board.height, self._match_info.rule)
        )
        self._cancel_search()
        self._board, self._pending_board = board, None
        self._prepare()
        # No clock runs before this answer, so the engine is made ready first if nothing has to be
        # compiled for it.
        self._search_thread.wait_until_settled()
        self._send("OK")

    def _update_info(self, rest: str) -> None:
        self._match_info.update(rest)
        if self._board is not None and self._request is None:
            try:
                self._prepare()
            except Problem:
                # An unsupported rule is an error of the next command, since INFO has no answer.
                return

    def _prepare(self) -> Game:
        """The game for the current settings; the search thread prepares an engine for it."""
        board = self._require_board()
        game = self._game_class(
            **self._dialect.make_options(board.width, board.height, self._match_info.rule)
        )
        if self._game is None or self._game != game:
            # Make its tables now, before a clock runs.
            _ = game.rules
            self._game = game
        info = self._match_info
        setup = EngineSetup(self._game, info.memory, info.hash, info.threads, self._clear_count)
        self._search_thread.prepare(setup)
        return self._game

    def _require_board(self) -> Board:
        if self._board is None:
            raise Problem("gomocup.problem.start")
        return self._board

    def _make_empty_board(self) -> Board:
        board = self._require_board()
        return Board(board.width, board.height)

    # Moves.

    def _begin(self, rest: str) -> None:
        if self._require_board().stones:
            raise Problem("gomocup.problem.begin")
        game = self._prepare()
        # An empty board needs no search.
        self._reply(game, choose_at_once(game.start()))

    def _answer_move(self, rest: str) -> None:
        self._search_move(self._require_board().place(rest, ENEMY))

    def _play(self, rest: str) -> None:
        self._board = self._require_board().place(rest, OWN)
        self._send(write_points(list(self._board.stones)[-1:]))

    def _remove_stone(self, rest: str) -> None:
        self._board = self._require_board().remove(rest)
        self._send("OK")

    def _search_move(self, board: Board) -> None:
        """Search for a move on a board, which becomes the current one unless the game is over."""
        game = self._prepare()
        position = self._make_position(
            game, self._dialect.write_position(game, board.own, board.enemy, board.holds_black)
        )
        self._board = board
        task = _make_task(position, is_opening=len(board.stones) < OPENING_STONES)
        self._start_search(choose_at_once(position), task, self._reply)

    @staticmethod
    def _make_position(game: Game, text: str) -> Position:
        position = game.position(text)
        if position.is_over:
            raise Problem("gomocup.problem.over")
        return position

    def _reply(self, game: Game, analysis: Analysis) -> None:
        x, y = self._dialect.to_point(game, analysis.move)
        self._board = self._require_board().place(f"{x},{y}", OWN)
        self._send(write_points([(x, y)]))

    # Boards.

    def _add_board_line(self, command: str, line: str) -> None:
        """Add a line to the pending board; a wrong line discards the board."""
        assert self._pending_board is not None
        (kind, board), self._pending_board = self._pending_board, None
        if command in BOARD_COMMANDS:
            self._pending_board = command, self._make_empty_board()
        if command in (*BOARD_COMMANDS, *self._commands):
            raise Problem("gomocup.problem.unfinished", command=kind)
        if kind != "SWAP2BOARD" and line.count(",") != 2:
            raise Problem("gomocup.problem.stone", given=quote(line))
        self._pending_board = kind, board.place_line(line)

    def _finish_board(self, rest: str) -> None:
        if self._pending_board is None:
            raise Problem("gomocup.problem.done")
        (kind, board), self._pending_board = self._pending_board, None
        if kind == "SWAP2BOARD":
            self._answer_swap2(tuple(board.stones))
        elif kind == "YXBOARD":
            self._board = board
        else:
            self._search_move(board)

    def _answer_swap2(self, stones: Sequence[Point]) -> None:
        """Decide a step of swap2; the resulting board follows later by `BOARD`."""
        if len(stones) not in SWAP2_LENGTHS:
            raise Problem("gomocup.problem.swap2", count=len(stones))
        game = self._prepare()
        if not stones:
            opening = Swap2Opening(game, self._dialect, self._random)
            initial = opening.choose_first(self._search_thread.is_ready)
            self._start_search(initial, opening.search, self._reply_stones)
            return
        # Black and white alternate: without a swap the engine has white, which is to move.
        text = self._dialect.write_position(game, stones[1::2], stones[::2], holds_black=False)
        position = self._make_position(game, text)
        self._start_search(choose_at_once(position), _make_task(position), self._reply_choice)

    def _reply_stones(self, game: Game, stones: Sequence[Point]) -> None:
        self._send(write_points(stones))

    def _reply_choice(self, game: Game, analysis: Analysis) -> None:
        if analysis.score is not None and analysis.score.chance < EVEN_CHANCES:
            self._send("SWAP")
        else:
            self._send(write_points([self._dialect.to_point(game, analysis.move)]))

    # Searches.

    def _start_search(
        self, initial: Any, task: SearchTask, reply: Callable[[Game, Any], None]
    ) -> None:
        """Start a search; `reply` sends the best answer, which is `initial` at first."""
        game, info = self._game, self._match_info
        assert game is not None

        def on_answer(request: MoveRequest) -> None:
            with self._idle:
                if self._request is request:
                    self._request = None
                    info.spend(request.elapsed)
                    reply(game, request.best)
                    self._idle.notify_all()

        budget = info.make_budget(self._search_thread.overhead)
        limit = Limit(depth=info.depth, nodes=info.nodes)
        self._request = MoveRequest(self._received, initial, task, limit, budget, on_answer)
        self._search_thread.submit(self._request)

    def _cancel_search(self) -> None:
        if self._request is not None:
            self._request.cancel()
            self._request = None
            self._idle.notify_all()

    def _stop(self, rest: str) -> None:
        if self._request is None:
            raise Problem("gomocup.problem.idle")
        self._request.finish()

    # Queries.

    def _send_about(self, rest: str) -> None:
        self._send(ABOUT)

    def _send_forbidden(self, rest: str) -> None:
        game, board = self._prepare(), self._require_board()
        text = self._dialect.write_position(game, board.own, board.enemy, board.holds_black)
        points = self._dialect.list_forbidden(game.position(text))
        self._send("FORBID " + "".join(f"{x:02}{y:02}" for x, y in points) + ".")

    def _clear_table(self, rest: str) -> None:
        self._clear_count += 1
        self._prepare()


def _make_task(position: Position, is_opening: bool = False) -> SearchTask:
    """The search of a player. What it has before the first depth is worse than the first answer."""

    def task(player: Player, limit: Limit, stop: Stop, improve: Callable[[Analysis], None]) -> None:
        if is_opening and isinstance(player, Engine):
            analysis = player.think_with_variety(position, limit, stop, improve)
        else:
            analysis = player.think(position, limit, stop, on_depth=improve)
        if analysis.depth:
            improve(analysis)

    return task
