"""Where a game is played in the terminal: the board, and words typed under it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from plyground.agents.agent import Agent
from plyground.agents.human import Human
from plyground.agents.specs import agent
from plyground.cli.interrupts import interruptible
from plyground.cli.output import console
from plyground.cli.progress import get_ready
from plyground.cli.prompt import TimeUp, typed
from plyground.cli.terminal_board import board, pen_for
from plyground.core.limits import Limit
from plyground.games.captions import describe_score, describe_turn, side_name
from plyground.games.position import Outcome
from plyground.games.score import Analysis, Score
from plyground.locale import Problem, say
from plyground.play.events import Event, MovePlayed, MovesUndone
from plyground.play.session import Session
from plyground.records.failure import Failure
from plyground.records.files import load_record, save_record

WORDS = ("moves", "hint", "undo", "resign", "save", "help", "quit")
"""What can be typed besides moves; each has a word in the user's language too."""

ADVISER = "engine"
ADVICE = Limit(time=1.0)
"""Who is asked for a hint, and how long it may think."""


class Parlour:
    """One session at this terminal. `source` is how the game was named, if by a file."""

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
        self.page = console()
        self.ascii_only = ascii_only
        self.said: list[str] = []
        """What is to be told under the next board."""
        self.answers: list[str] = []
        """The moves since a human's last, told until there is a next."""
        self._left = False
        self._turn_began = monotonic()
        session.subscribe(self._hear)

    def play(self) -> None:
        """Until somebody leaves, or the game is over and nobody is there to look back."""
        try:
            self._prepare()
            while not self._left:
                self._turn()
        except (EOFError, KeyboardInterrupt):
            print()
            self._leave()

    def _prepare(self) -> None:
        """No clock runs before the players can think."""
        get_ready(self.agents, self.session.position.game)
        self._turn_began = monotonic()

    def _turn(self) -> None:
        player = self.agents[self.session.position.side]
        if self.session.is_over:
            self._draw()
            if self.humans:
                self._answer()
            else:
                self._left = True
        elif isinstance(player, Human):
            self._draw()
            self._answer()
        else:
            if not self.humans:
                # Nobody will type, so every round is shown as it comes.
                self._draw()
                self.answers.clear()
            self._let_play(player)

    def _let_play(self, player: Agent) -> None:
        """A move of an agent. A stranger's program that fails loses the game by it."""
        before = self.session.position
        try:
            found = self._advice(player, self.session.clocks.limit(before.side))
        except Failure as failure:
            self.said.append(str(failure))
            self.session.end(Outcome(1 - before.side, None, "reason.crashed"))
            return
        try:
            self.session.play(found.move, self._thought)
        except Problem as problem:
            self.said.append(str(problem))
            self.session.end(Outcome(1 - before.side, None, "reason.illegal"))
            return
        if self.session.position is not before:
            comments = [str(found.why)] if found.why else []
            if found.score is not None:
                comments.append(_judgement(found.score))
            if comments:
                self.answers[-1] += f" ({'; '.join(comments)})"

    def _advice(self, player: Agent, limit: Limit) -> Analysis:
        """What an agent would play; Ctrl-C is heard while it thinks."""
        position = self.session.position
        return interruptible(lambda: player.choose(position, limit))

    @property
    def _thought(self) -> float:
        """How long the side to move has been thinking."""
        return monotonic() - self._turn_began

    def _hear(self, event: Event) -> None:
        self._turn_began = monotonic()
        if isinstance(event, MovePlayed):
            if self.humans in ([0, 1], [event.side]):
                self.answers.clear()
            if self.humans != [event.side]:
                player = side_name(event.side)
                self.answers.append(say("cli.play.moved", player=player, move=event.move))
        elif isinstance(event, MovesUndone):
            self.answers.clear()
            self.said.append(say("cli.play.undone", count=event.count))

    # What is shown.

    def _draw(self) -> None:
        if self.page.is_terminal and self.humans:
            self.page.clear()
        else:
            self.page.print()
        position = self.session.position
        names = (
            f"{side_name(side)}: {self.session.players[side]}{self._clock(side)}" for side in (0, 1)
        )
        if self.humans or not position.history:
            self.page.print(position.game.title, style="bold", end="")
            self.page.print("   " + "   ".join(names), style="dim")
        else:
            self.page.print(describe_turn(position), style="bold")
        self.page.print()
        self.page.print(board(position.scene, pen_for(self.page, self.ascii_only)))
        for sentence in (*self.answers, *self.said):
            self.page.print(sentence)
        self.said.clear()
        if self.session.result is not None:
            self.page.print(str(self.session.result), style="bold")

    def _clock(self, side: int) -> str:
        """What a side has left, in brackets."""
        seconds = self.session.clocks.seconds_left(side)
        if seconds is None:
            return ""
        minutes, rest = divmod(int(seconds), 60)
        return f" [{minutes}:{rest:02}]"

    # What is typed.

    def _answer(self) -> None:
        side = self.session.position.side
        allowed = None if self.session.is_over else self.session.clocks.seconds_left(side)
        try:
            line = typed(self._prompt(), None if allowed is None else allowed - self._thought)
        except TimeUp:
            print()
            self.session.lose_on_time(side)
            return
        line = line.strip()
        if not line:
            if self.session.is_over:
                self._left = True
            return
        try:
            self._obey(line)
        except Problem as problem:
            self.said.append(str(problem))

    def _prompt(self) -> str:
        if self.session.is_over:
            return say("cli.play.after")
        return say("cli.play.prompt", player=side_name(self.session.position.side))

    def _obey(self, line: str) -> None:
        """A legal move first: no word of ours may stand in its way."""
        word, _, rest = line.partition(" ")
        meant = _meaning(word)
        if meant is None or line.lower() in self.session.position.moves:
            self.session.play(line, self._thought)
        elif meant == "hint":
            self._hint()
        elif meant == "moves":
            self.said.append(" ".join(self.session.position.moves) or say("play.problem.over"))
        elif meant == "undo":
            self.session.undo(self.humans[0] if len(self.humans) == 1 else None)
        elif meant == "resign":
            self.session.resign(
                self.humans[0] if len(self.humans) == 1 else self.session.position.side
            )
        elif meant == "save":
            self._save(rest.strip())
        elif meant == "help":
            self.said.extend(_help())
        else:
            self._leave()

    def _hint(self) -> None:
        """What the engine would play; the clock runs on meanwhile."""
        if self.session.is_over:
            raise Problem("play.problem.over")
        adviser = agent(ADVISER)
        assert not isinstance(adviser, Human)
        found = self._advice(adviser, ADVICE)
        score = "" if found.score is None else _judgement(found.score)
        self.said.append(say("cli.play.hinted", move=found.move, score=score))

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
        self.said.append(say("cli.play.saved", path=path, quoted=shlex.quote(name)))

    def _leave(self) -> None:
        self._left = True
        if self.session.is_over or not self.session.position.history:
            return
        self.page.print(say("cli.play.left"))
        self.page.print(f"  {self._command()}", style="cyan")

    def _command(self) -> str:
        """The command that goes on from here."""
        position = self.session.position
        words = ["plyground", "play", self.source]
        for name, value in position.game.changed_settings.items():
            words += ["--set", f"{name}={value}"]
        words += ["--first", self.session.players[0], "--second", self.session.players[1]]
        if position.origin != position.game.start():
            words += ["--position", position.origin.text]
        return shlex.join([*words, "--moves", " ".join(position.line)])


def _judgement(score: Score) -> str:
    """What an engine thinks of its own chances, so that anybody understands."""
    if score.kind != "value":
        return describe_score(score)
    return say("cli.play.chance", percent=f"{100 * score.chance:.0f}")


def _meaning(word: str) -> str | None:
    """Which of `WORDS` somebody typed, in English or in the language in use."""
    given = word.lower()
    if given == "?":
        return "help"
    for known in WORDS:
        if given in (known, say(f"cli.play.word.{known}")):
            return known
    return None


def _help() -> list[str]:
    lines = [say("cli.play.help.move")]
    for word in WORDS:
        local = say(f"cli.play.word.{word}")
        name = word if local == word else f"{local} ({word})"
        lines.append(f"  {name}: {say(f'cli.play.help.{word}')}")
    return lines
