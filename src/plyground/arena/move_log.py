"""A log of the analyses with which a contender's agents choose their moves."""

from __future__ import annotations

from dataclasses import replace

from plyground.agents.agent import Agent
from plyground.arena.match import Contender, prepare_agent
from plyground.core.limits import Limit
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis


class MoveLog:
    """Logs the analyses of all agents that a contender makes."""

    def __init__(self, contender: Contender) -> None:
        self.contender = replace(contender, make=lambda: _LoggedAgent(contender.make(), self))
        """Plays in the match instead of the contender that is logged."""
        self._entries: list[tuple[Position, Analysis]] = []

    def add(self, position: Position, analysis: Analysis) -> None:
        self._entries.append((position, analysis))

    def drain(self) -> list[tuple[Position, Analysis]]:
        """Return the entries since the last call."""
        entries, self._entries = self._entries, []
        return entries


class _LoggedAgent:
    """An agent whose analyses are logged."""

    def __init__(self, agent: Agent, log: MoveLog) -> None:
        self._agent = agent
        self._log = log

    def prepare(self, game: Game) -> None:
        prepare_agent(self._agent, game)

    def choose(self, position: Position, limit: Limit) -> Analysis:
        analysis = self._agent.choose(position, limit)
        self._log.add(position, analysis)
        return analysis
