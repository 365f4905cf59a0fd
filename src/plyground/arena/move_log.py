"""What agents said, not only what they played: whoever stands beside them writes it down."""

from __future__ import annotations

from dataclasses import replace

from plyground.agents.agent import Agent
from plyground.arena.match import Contender
from plyground.core.limits import Limit
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis


class Witness:
    """Notes the answers of one contender, whichever agents come to play for it."""

    def __init__(self, contender: Contender) -> None:
        self.contender = replace(contender, make=lambda: _Heard(contender.make(), self))
        """To be sent to the match instead of the one that was given."""
        self._notes: list[tuple[Position, Analysis]] = []

    def note(self, position: Position, answer: Analysis) -> None:
        self._notes.append((position, answer))

    def take(self) -> list[tuple[Position, Analysis]]:
        """What was answered to what since this was last asked."""
        notes, self._notes = self._notes, []
        return notes


class _Heard:
    """An agent that thinks aloud."""

    def __init__(self, agent: Agent, witness: Witness) -> None:
        self._agent = agent
        self._witness = witness

    def prepare(self, game: Game) -> None:
        prepare = getattr(self._agent, "prepare", None)
        if prepare is not None:
            prepare(game)

    def choose(self, position: Position, limit: Limit) -> Analysis:
        answer = self._agent.choose(position, limit)
        self._witness.note(position, answer)
        return answer
