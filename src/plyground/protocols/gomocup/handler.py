"""The engine's side of the conversation: what each command does, and when it is out of place.

One thread reads lines and hands them to `hear`; a search answers from another thread. Both hold
the lock while they speak, and a session is idle again before its move is printed: a manager may
send the next command in the very instant in which it reads the move.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any

from plyground import __version__
from plyground.agents.fallback_move import glance
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.locale import Problem, say
from plyground.protocols.gomocup.dialect import dialect_of, speaker
from plyground.protocols.gomocup.match_info import Terms
from plyground.protocols.gomocup.message_parsing import Point, quoted, read_numbers, write_points
from plyground.protocols.gomocup.move_search import Setup, Thinker, Turn, Work
from plyground.protocols.gomocup.stones import ENEMY, OWN, Board
from plyground.protocols.gomocup.swap2 import Opening

if TYPE_CHECKING:
    from plyground.agents.engine import Engine

ABOUT = (
    f'name="Plyground", version="{__version__}", author="The Plyground developers", '
    'country="", www="", email=""'
)
EVEN_CHANCES = 0.5
SWAP2_LENGTHS = (0, 3, 5)

OPENING_STONES = 4
"""With fewer stones on the board, games should differ: any good move will do."""

LISTS = ("BOARD", "YXBOARD", "SWAP2BOARD")
ANYTIME = ("INFO", "ABOUT", "START", "RECTSTART", "RESTART")
"""Commands that are heard while a move is thought about, and between the lines of a board."""


class Session:
    """One conversation. `speak` prints a line."""

    def __init__(self, speak: Callable[[str], None], seed: int | None = None) -> None:
        self._speak = speak
        self._kind = speaker()
        self._dialect = dialect_of(self._kind)
        self._random = Random(seed)
        self._thinker = Thinker(seed)
        self._thinker.start()
        self._lock = threading.RLock()
        self._idle = threading.Condition(self._lock)
        self._terms = Terms()
        self._board: Board | None = None
        self._game: Game | None = None
        self._listed: tuple[str, Board] | None = None
        """The command whose lines are being told, and its stones so far."""
        self._turn: Turn | None = None
        self._heard = 0.0
        """When the command came that is to be answered."""
        self._cleared = 0
        self._commands: dict[str, Callable[[str], None]] = {
            "START": self._start,
            "RECTSTART": self._start_rectangle,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._take_turn,
            "PLAY": self._play,
            "TAKEBACK": self._take_back,
            "DONE": self._done,
            "INFO": self._info,
            "ABOUT": self._about,
            "YXSTOP": self._stop,
            "YXSHOWFORBID": self._show_forbidden,
            "YXHASHCLEAR": self._clear_table,
        }

    def hear(self, line: str, came: float | None = None) -> bool:
        """Do what a line says that came now, or then. False: the conversation is over."""
        words = line.split(None, 1)
        if not words:
            return True
        command, rest = words[0].upper(), words[1].strip() if len(words) > 1 else ""
        with self._lock:
            if command == "END":
                self._drop()
                return False
            if self._listed is None:
                self._heard = monotonic() if came is None else came
            try:
                self._obey(command, rest, line)
            except Problem as problem:
                self._speak(f"ERROR {problem}")
        return True

    def wait(self) -> None:
        """Until no answer is owed."""
        with self._idle:
            self._idle.wait_for(lambda: self._turn is None)

    def _obey(self, command: str, rest: str, line: str) -> None:
        if self._listed is not None and command not in ("DONE", *ANYTIME):
            self._list(command, line)
        elif command not in (*self._commands, *LISTS):
            self._speak(f"UNKNOWN {say('gomocup.unknown', given=quoted(line))}")
        elif self._turn is not None and command not in ("YXSTOP", *ANYTIME):
            raise Problem("gomocup.problem.busy", command=command)
        elif command in LISTS:
            self._listed = command, self._empty_board()
        else:
            self._commands[command](rest)

    # Beginning.

    def _start(self, rest: str) -> None:
        [size] = read_numbers(rest, 1)
        self._set_board(Board(size, size))

    def _start_rectangle(self, rest: str) -> None:
        width, height = read_numbers(rest, 2)
        self._set_board(Board(width, height))

    def _restart(self, rest: str) -> None:
        self._set_board(self._empty_board())

    def _set_board(self, board: Board) -> None:
        self._kind(**self._dialect.options(board.width, board.height, self._terms.rule))
        self._drop()
        self._board, self._listed = board, None
        self._speak("OK")
        self._prepare()

    def _info(self, rest: str) -> None:
        self._terms.hear(rest)
        if self._board is not None and self._turn is None:
            try:
                self._prepare()
            except Problem:
                # A limit that cannot be met is complained of at the next command.
                return

    def _prepare(self) -> Game:
        """The game by what was told so far, with an engine that gets ready for it."""
        board = self._known_board()
        game = self._kind(**self._dialect.options(board.width, board.height, self._terms.rule))
        if self._game is None or self._game != game:
            # Its tables are made now, and not when a clock runs.
            _ = game.rules
            self._game = game
        terms = self._terms
        setup = Setup(self._game, terms.memory, terms.hash, terms.threads, self._cleared)
        self._thinker.prepare(setup)
        return self._game

    def _known_board(self) -> Board:
        if self._board is None:
            raise Problem("gomocup.problem.start")
        return self._board

    def _empty_board(self) -> Board:
        board = self._known_board()
        return Board(board.width, board.height)

    # Moves.

    def _begin(self, rest: str) -> None:
        if self._known_board().stones:
            raise Problem("gomocup.problem.begin")
        game = self._prepare()
        # There is nothing to search for on an empty board.
        self._reply(game, self._first(game.start()))

    def _take_turn(self, rest: str) -> None:
        self._ask(self._known_board().put(rest, ENEMY))

    def _play(self, rest: str) -> None:
        self._board = self._known_board().put(rest, OWN)
        self._speak(write_points(list(self._board.stones)[-1:]))

    def _take_back(self, rest: str) -> None:
        self._board = self._known_board().take(rest)
        self._speak("OK")

    def _ask(self, board: Board) -> None:
        """Think about our move on a board, which counts from now on if the game goes on there."""
        game = self._prepare()
        position = self._ongoing(
            game, self._dialect.text(game, board.own, board.enemy, board.holds_black)
        )
        self._board = board
        work = _search(position, is_opening=len(board.stones) < OPENING_STONES)
        self._begin_turn(self._first(position), work, self._reply)

    def _first(self, position: Position) -> Analysis:
        """What to play if no search comes about."""
        if self._thinker.is_ready:
            return glance(position)
        return Analysis(self._dialect.reflex(position))

    @staticmethod
    def _ongoing(game: Game, text: str) -> Position:
        position = game.position(text)
        if position.is_over:
            raise Problem("gomocup.problem.over")
        return position

    def _reply(self, game: Game, found: Analysis) -> None:
        x, y = self._dialect.point(game, found.move)
        self._board = self._known_board().put(f"{x},{y}", OWN)
        self._speak(write_points([(x, y)]))

    # Boards.

    def _list(self, command: str, line: str) -> None:
        """One more line of a board; a wrong one ends the list."""
        assert self._listed is not None
        (kind, board), self._listed = self._listed, None
        if command in LISTS:
            self._listed = command, self._empty_board()
        if command in (*LISTS, *self._commands):
            raise Problem("gomocup.problem.unfinished", command=kind)
        if kind != "SWAP2BOARD" and line.count(",") != 2:
            raise Problem("gomocup.problem.stone", given=quoted(line))
        self._listed = kind, board.put_line(line)

    def _done(self, rest: str) -> None:
        if self._listed is None:
            raise Problem("gomocup.problem.done")
        (kind, board), self._listed = self._listed, None
        if kind == "SWAP2BOARD":
            self._open(tuple(board.stones))
        elif kind == "YXBOARD":
            self._board = board
        else:
            self._ask(board)

    def _open(self, stones: Sequence[Point]) -> None:
        """A move of swap2; the board itself comes later, by `BOARD`."""
        if len(stones) not in SWAP2_LENGTHS:
            raise Problem("gomocup.problem.swap2", count=len(stones))
        game = self._prepare()
        if not stones:
            opening = Opening(game, self._dialect, self._random)
            self._begin_turn(
                opening.first(self._thinker.is_ready), opening.search, self._reply_stones
            )
            return
        # Black and white took turns: whoever stays has white, and white moves.
        text = self._dialect.text(game, stones[1::2], stones[::2], holds_black=False)
        position = self._ongoing(game, text)
        self._begin_turn(self._first(position), _search(position), self._reply_choice)

    def _reply_stones(self, game: Game, stones: Sequence[Point]) -> None:
        self._speak(write_points(stones))

    def _reply_choice(self, game: Game, found: Analysis) -> None:
        if found.score is not None and found.score.chance < EVEN_CHANCES:
            self._speak("SWAP")
        else:
            self._speak(write_points([self._dialect.point(game, found.move)]))

    # Answers.

    def _begin_turn(self, first: Any, work: Work, reply: Callable[[Game, Any], None]) -> None:
        """Have something thought about; `reply` tells the answer, which at first is `first`."""
        game, terms = self._game, self._terms
        assert game is not None

        def on_answer(turn: Turn) -> None:
            with self._idle:
                if self._turn is turn:
                    self._turn = None
                    terms.spend(turn.elapsed)
                    reply(game, turn.best)
                    self._idle.notify_all()

        budget = terms.budget(self._thinker.overhead)
        limit = Limit(depth=terms.depth, nodes=terms.nodes)
        self._turn = Turn(self._heard, first, work, limit, budget, on_answer)
        self._thinker.begin(self._turn)

    def _drop(self) -> None:
        if self._turn is not None:
            self._turn.drop()
            self._turn = None
            self._idle.notify_all()

    def _stop(self, rest: str) -> None:
        if self._turn is None:
            raise Problem("gomocup.problem.idle")
        self._turn.answer()

    # Questions.

    def _about(self, rest: str) -> None:
        self._speak(ABOUT)

    def _show_forbidden(self, rest: str) -> None:
        game, board = self._prepare(), self._known_board()
        text = self._dialect.text(game, board.own, board.enemy, board.holds_black)
        points = self._dialect.forbidden(game.position(text))
        self._speak("FORBID " + "".join(f"{x:02}{y:02}" for x, y in points) + ".")

    def _clear_table(self, rest: str) -> None:
        self._cleared += 1
        self._prepare()


def _search(position: Position, is_opening: bool = False) -> Work:
    """The engine's search; a glance is worth more than what it has before its first depth."""

    def work(engine: Engine, limit: Limit, stop: Stop, improve: Callable[[Analysis], None]) -> None:
        think = engine.think_of_several if is_opening else engine.think
        found = think(position, limit, stop, on_depth=improve)
        if found.depth:
            improve(found)

    return work
