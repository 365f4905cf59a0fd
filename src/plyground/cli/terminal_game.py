"""A game in the terminal: shows the board, and reads moves and commands."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import monotonic

from plyground.agents.agent import Agent, CompiledAgent, get_process_id
from plyground.agents.answers import IllegalAnswer
from plyground.agents.human import Human
from plyground.agents.python_search import make_stand_in
from plyground.agents.specs import agent
from plyground.agents.user_agent import AgentError
from plyground.agents.warm_start import WarmStart, needs_compiling
from plyground.cli.interrupts import record_interrupts, run_interruptibly
from plyground.cli.output import make_console
from plyground.cli.progress import prepare_agents
from plyground.cli.prompt import TimeUp, read_line
from plyground.cli.terminal_board import make_text_style, render_board
from plyground.core.limits import Limit
from plyground.games.captions import describe_score, describe_turn, side_name
from plyground.games.position import Position
from plyground.games.score import Analysis, Score
from plyground.locale import Failure, Problem, say
from plyground.play.run_queue import RunQueueDelay
from plyground.play.session import Event, MovePlayed, MovesUndone, MoveTooLate, Session, TimedMove
from plyground.records.files import load_record, save_record

COMMANDS = ("moves", "hint", "undo", "resign", "save", "help", "quit")
"""Input besides moves; each command also has a name in the user's language."""

HINT_AGENT = "engine"
HINT_LIMIT = Limit(time=1.0)
"""The agent that gives hints, and its limit."""


class TerminalGame:
    """A session in this terminal. `source` is the name or file that the game was loaded by."""

    def __init__(
        self,
        session: Session,
        agents: Sequence[Agent | Human],
        source: str | None = None,
        ascii_only: bool = False,
    ) -> None:
        self.session = session
        self.agents = agents
        self.source = source or session.position.game.name
        self.humans = [side for side in (0, 1) if isinstance(self.agents[side], Human)]
        self.console = make_console()
        self.ascii_only = ascii_only
        self.messages: list[str] = []
        """Messages below the next board."""
        self.last_moves: list[str] = []
        """The moves since the last one by a human, shown below the board."""
        self._is_done = False
        self._warm_start: WarmStart | None = None
        session.subscribe(self._on_event)

    def play(self) -> None:
        """Play until the user quits; without a human player, until the game is over."""
        try:
            with record_interrupts():
                self._prepare()
                while not self._is_done:
                    self._play_turn()
        except (EOFError, KeyboardInterrupt) as end:
            print()
            self._quit()
            if isinstance(end, KeyboardInterrupt):
                # The command line makes the exit code of it.
                raise

    def _prepare(self) -> None:
        """Prepare the agents before the first clock starts, or start to play without them."""
        searching = [player for player in self.agents if isinstance(player, CompiledAgent)]
        if not self._warm_up(searching):
            prepare_agents(self.agents, self.session.position.game)
        self.session.clocks.start()

    def _warm_up(self, players: Sequence[object]) -> bool:
        """Begin to compile for agents if a user would have to wait for it."""
        game = self.session.position.game
        if self.humans and sys.stdin.isatty() and needs_compiling(players, game):
            self._warm_start = WarmStart(players, game)
        return self._warm_start is not None

    def _get_ready_agent(self, player: Agent, spec: str) -> Agent:
        """An agent, or the one that plays in its place while native code is compiled."""
        if not isinstance(player, CompiledAgent):
            return player
        if self._warm_start is None and not self._warm_up([player]):
            return player
        assert self._warm_start is not None
        if self._warm_start.is_running:
            return make_stand_in(spec)
        self._warm_start = None
        prepare_agents(self.agents, self.session.position.game)
        self.messages.append(say("cli.play.warmed"))
        return player

    def _play_turn(self) -> None:
        player = self.agents[self.session.position.side]
        if self.session.is_over:
            self._draw()
            if self.humans:
                self._handle_input()
            else:
                self._is_done = True
        elif isinstance(player, Human):
            self._draw()
            self._handle_input()
        else:
            if not self.humans:
                # Without input in between, every turn is shown at once.
                self._draw()
                self.last_moves.clear()
            self._play_agent(player)

    def _play_agent(self, player: Agent) -> None:
        """Play the move of an agent. Who fails, or answers with no legal move, loses the game."""
        side = self.session.position.side
        try:
            analysis, delay = self._choose_move(
                player, self.session.players[side], self.session.clocks.limit(side)
            )
            seconds = max(self.session.clocks.elapsed - delay, 0.0)
            self.session.play(analysis.move, seconds, analysis)
        except Problem as problem:
            message, reason = str(problem), "illegal"
            if isinstance(problem, Failure | AgentError):
                reason = "crashed"
            elif isinstance(problem, IllegalAnswer):
                name = side_name(self.session.position, side)
                message = say("arena.forfeit.illegal", player=name, detail=problem)
            self.messages.append(message)
            self.session.forfeit(side, reason)

    def _choose_move(self, player: Agent, spec: str, limit: Limit) -> tuple[Analysis, float]:
        """Let an agent choose a move; also, how long it waited for a core. Ctrl-C works."""
        position, ready = self.session.position, self._get_ready_agent(player, spec)

        def choose() -> tuple[Analysis, float]:
            delay, began = RunQueueDelay(partial(get_process_id, ready)), monotonic()
            analysis = ready.choose(position, limit)
            return analysis, delay.measure(monotonic() - began)

        return run_interruptibly(choose)

    def _on_event(self, event: Event) -> None:
        if not self.session.is_over:
            self.session.clocks.start()
        if isinstance(event, MovePlayed):
            side = event.timed.side
            if self.humans in ([0, 1], [side]):
                self.last_moves.clear()
            if self.humans != [side]:
                self.last_moves.append(_format_move(self.session.position, event.timed))
        elif isinstance(event, MoveTooLate):
            player = side_name(self.session.position, event.side)
            self.messages.append(say("cli.play.late", player=player, move=event.move))
        elif isinstance(event, MovesUndone):
            self.last_moves.clear()
            self.messages.append(say("cli.play.undone", count=event.count))

    # Output.

    def _draw(self) -> None:
        if self.console.is_terminal and self.humans:
            self.console.clear()
        else:
            self.console.print()
        position = self.session.position
        names = (
            f"{side_name(position, side)}: {self.session.players[side]}{self._format_clock(side)}"
            for side in (0, 1)
        )
        if self.humans or not position.history:
            self.console.print(position.game.title, style="bold", end="")
            self.console.print("   " + "   ".join(names), style="dim")
        else:
            self.console.print(describe_turn(position), style="bold")
        self.console.print()
        self.console.print(
            render_board(position.scene, make_text_style(self.console, self.ascii_only))
        )
        for sentence in (*self.last_moves, *self.messages):
            self.console.print(sentence)
        if self._warm_start is not None and self._warm_start.is_running:
            warming = say("cli.play.warming", seconds=self._warm_start.seconds)
            self.console.print(warming, style="dim")
        self.messages.clear()
        if self.humans and not self.session.is_over and position.scene.prompt:
            self.console.print(position.scene.prompt)
        if self.session.result is not None:
            sides = position.game.side_names(position.state)
            self.console.print(self.session.result.describe(sides), style="bold")

    def _format_clock(self, side: int) -> str:
        """The time left to a side, in brackets."""
        seconds = self.session.clocks.seconds_left(side)
        if seconds is None:
            return ""
        minutes, rest = divmod(int(seconds), 60)
        return f" [{minutes}:{rest:02}]"

    # Input.

    def _handle_input(self) -> None:
        side = self.session.position.side
        allowed = None if self.session.is_over else self.session.clocks.seconds_left(side)
        try:
            left = None if allowed is None else allowed - self.session.clocks.elapsed
            line = read_line(self._make_prompt(), left)
        except TimeUp:
            print()
            self.session.forfeit(side, "time")
            return
        line = line.strip()
        if not line:
            if self.session.is_over:
                self._is_done = True
            return
        try:
            self._execute(line)
        except Problem as problem:
            self.messages.append(str(problem))

    def _make_prompt(self) -> str:
        if self.session.is_over:
            return say("cli.play.after")
        position = self.session.position
        return say("cli.play.prompt", player=side_name(position, position.side))

    def _execute(self, line: str) -> None:
        """Execute a command or play a move. A legal move takes precedence over a command."""
        word, _, rest = line.partition(" ")
        command = _find_command(word)
        if command is None or line.lower() in self.session.position.moves:
            self.session.play(line)
        elif command == "hint":
            self._show_hint()
        elif command == "moves":
            self.messages.append(" ".join(self.session.position.moves) or say("play.problem.over"))
        elif command == "undo":
            self.session.undo(self.humans[0] if len(self.humans) == 1 else None)
        elif command == "resign":
            self.session.resign(
                self.humans[0] if len(self.humans) == 1 else self.session.position.side
            )
        elif command == "save":
            self._save(rest.strip())
        elif command == "help":
            self.messages.extend(_format_help())
        else:
            self._quit()

    def _show_hint(self) -> None:
        """Show what the engine would play; the clock keeps running."""
        if self.session.is_over:
            raise Problem("play.problem.over")
        engine = agent(HINT_AGENT)
        assert not isinstance(engine, Human)
        analysis, _ = self._choose_move(engine, HINT_AGENT, HINT_LIMIT)
        score = "" if analysis.score is None else _format_score(analysis.score)
        self.messages.append(say("cli.play.hinted", move=analysis.move, score=score))

    def _save(self, name: str) -> None:
        if not name:
            raise Problem("cli.play.problem.save")
        path = Path(name).expanduser()
        if path.exists():
            try:
                load_record(path)
            except Problem:
                raise Problem("cli.play.problem.exists", path=path) from None
        save_record(path, self.session.record)
        self.messages.append(say("cli.play.saved", path=path, quoted=shlex.quote(name)))

    def _quit(self) -> None:
        self._is_done = True
        if self.session.is_over or not self.session.position.history:
            return
        self.console.print(say("cli.play.left"))
        self.console.print(f"  {self._make_resume_command()}", style="cyan")

    def _make_resume_command(self) -> str:
        """The command line that continues from here."""
        position = self.session.position
        words = ["plyground", "play", self.source]
        for name, value in position.game.changed_settings.items():
            words += ["--set", f"{name}={value}"]
        words += ["--first", self.session.players[0], "--second", self.session.players[1]]
        if position.origin != position.game.start():
            words += ["--position", position.origin.text]
        return shlex.join([*words, "--moves", " ".join(position.line)])


def _format_move(position: Position, timed: TimedMove) -> str:
    """A move, with the reason and the score that an agent gives for it."""
    sentence = say("cli.play.moved", player=side_name(position, timed.side), move=timed.move)
    comments = []
    if timed.analysis is not None and timed.analysis.why:
        comments.append(str(timed.analysis.why))
    if timed.analysis is not None and timed.analysis.score is not None:
        comments.append(_format_score(timed.analysis.score))
    return f"{sentence} ({'; '.join(comments)})" if comments else sentence


def _format_score(score: Score) -> str:
    """A score in words, of which a bare percentage needs one more."""
    words = describe_score(score)
    return say("cli.play.chance", score=words) if score.kind == "value" else words


def _find_command(word: str) -> str | None:
    """The command that a word stands for, in English or in the current language."""
    given = word.lower()
    if given == "?":
        return "help"
    for command in COMMANDS:
        if given in (command, say(f"cli.play.word.{command}")):
            return command
    return None


def _format_help() -> list[str]:
    lines = [say("cli.play.help.move")]
    for command in COMMANDS:
        local = say(f"cli.play.word.{command}")
        name = command if local == command else f"{local} ({command})"
        lines.append(f"  {name}: {say(f'cli.play.help.{command}')}")
    return lines
