"""A program in any language as an agent: `program:COMMAND`.

It is sent lines of text and answers with lines; docs/how-to/program-over-a-pipe.md is the
specification. Before every `go` stands all that there is to know, so that a program may forget
everything in between, and a game has no state of its own here.
"""

from __future__ import annotations

from time import monotonic

from plyground.agents.messages import clean_text
from plyground.core.limits import Limit
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.locale import Failure, Problem, Sentence
from plyground.protocols.program_process import ProgramProcess, Reply, parse_command

NAME = "program"
VERSION = 1
"""Of the protocol. A new version may add lines, which older programs ignore."""
UNLIMITED_SECONDS = 60.0
"""After which a program is given up that has no limit of time."""
DEFAULT_MILLISECONDS = 1000
"""What a program without a limit of time is told, so that it need not choose."""


class ProgramAgent:
    """Plays the moves of a program; whatever else it does is a Problem with its name."""

    def __init__(self, command: str) -> None:
        self._command = parse_command(NAME, command)
        self._process: ProgramProcess | None = None
        self._game: Game | None = None

    def prepare(self, game: Game) -> None:
        """Start the program if it is not running, and let it prepare for a game."""
        if self._process is None or not self._process.is_alive:
            self.release()
            self._process = ProgramProcess(self._command, goodbye="quit")
            self._process.send(f"plyground {VERSION}")
        self._request("prepare", [*describe_game(game), "prepare"], "ready", seconds=0.0)
        self._game = game

    def choose(self, position: Position, limit: Limit) -> Analysis:
        if self._process is None or not self._process.is_alive or self._game != position.game:
            self.prepare(position.game)
        started = monotonic()
        times = [limit.time] if limit.time is not None else []
        times += [limit.clock.left] if limit.clock is not None else []
        lines = [*describe_position(position), *describe_limit(limit), "go"]
        seconds = min(times, default=UNLIMITED_SECONDS)
        move, info = self._request("go", lines, "move", seconds)
        why = Sentence("program.info", {"text": info}) if info else None
        return Analysis(move, seconds=monotonic() - started, why=why)

    def release(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.terminate()
        self._process = self._game = None

    def _request(
        self, command: str, lines: list[str], answer: str, seconds: float
    ) -> tuple[str, str]:
        """What follows the word of the answer, and the last `info` before it."""
        process = self._process
        assert process is not None
        info = ""

        def judge(line: str) -> Reply:
            nonlocal info
            word, _, rest = line.partition(" ")
            if word == "info":
                info = clean_text(rest)
                return Reply.COMMENT
            if word == "error":
                text = clean_text(rest)
                raise Failure("program.problem.error", name=process.name, text=text)
            return Reply.ANSWER if word == answer else Reply.UNEXPECTED

        try:
            line = process.request(command, lines, seconds, judge)
        except Problem:
            # Its state is unknown, so the next game begins with a new process.
            self.release()
            raise
        return line.partition(" ")[2].strip(), info


def describe_game(game: Game) -> list[str]:
    """The lines of a new game: its options, and where its spots are."""
    lines = [_join("newgame", game.name)]
    for name, value in game.settings.items():
        if value is not None:
            text = str(value).lower() if isinstance(value, bool) else value
            lines.append(_join("option", name, text))
    spots = game.start().scene.spots
    return lines + [_join("spot", spot.name, f"{spot.x:g}", f"{spot.y:g}") for spot in spots]


def describe_position(position: Position) -> list[str]:
    return [
        _join("start", position.origin.text),
        _join("moves", *position.line),
        _join("position", position.text),
        _join("side", position.side),
        _join("legal", *position.moves),
    ]


def describe_limit(limit: Limit) -> list[str]:
    seconds = limit.seconds
    milliseconds = DEFAULT_MILLISECONDS if seconds is None else _to_milliseconds(seconds)
    lines = [_join("time", milliseconds)]
    if limit.clock is not None:
        left, increment = limit.clock.left, limit.clock.increment
        lines.append(_join("clock", _to_milliseconds(left), _to_milliseconds(increment)))
    if limit.depth is not None:
        lines.append(_join("depth", limit.depth))
    if limit.nodes is not None:
        lines.append(_join("nodes", limit.nodes))
    return lines


def _to_milliseconds(seconds: float) -> int:
    """At least 1, and what fits into an `int` of C."""
    return round(min(max(1000 * seconds, 1), 2**31 - 1))


def _join(*words: object) -> str:
    """One line, whatever the words are."""
    return " ".join(" ".join(str(word).splitlines()) for word in words).rstrip()
