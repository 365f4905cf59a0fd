"""Every game as a Gymnasium environment: one player learns, an agent plays the other.

from plyground.adapters.gymnasium import GameEnv

environment = GameEnv("kamisado", opponent="alphabeta:depth=2", side=0)
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium

from plyground.adapters.observation_space import (
    RENDER_MODES,
    make_action_space,
    make_observation_space,
    observe,
    render,
)
from plyground.agents.agent import Agent, prepare_agent
from plyground.agents.human import Human
from plyground.agents.specs import agent
from plyground.core.limits import Limit
from plyground.games.game import Game
from plyground.games.registry import load_game
from plyground.locale import Problem

SECONDS = 1.0
"""What an opponent may take for a move unless its spec says less."""


class GameEnv(gymnasium.Env[dict[str, Any], Any]):
    """A game against an agent.

    The reward comes at the end: +1, 0 or -1, or the margin in a game won by points. An action that
    is no legal move changes nothing and costs `ILLEGAL_REWARD`.
    """

    ILLEGAL_REWARD = -1.0
    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": RENDER_MODES,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: Game | str,
        opponent: str | Agent = "random",
        side: int = 0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = load_game(game, **options) if isinstance(game, str) else game
        self.side = side
        self.render_mode = render_mode
        self._spec = opponent
        self._opponent = _make_opponent(opponent)
        self.observation_space = make_observation_space(self.game)
        self.action_space = make_action_space(self.game)
        self.position = self.game.start()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None and self._spec == "random":
            self._opponent = _make_opponent(f"random:seed={seed}")
        prepare_agent(self._opponent, self.game)
        self.position = self.game.start()
        self._let_opponent_move()
        return self._observe(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        move = int(action)
        is_legal = move in self.position.codes
        if is_legal:
            self.position = self.position.play(move)
            self._let_opponent_move()
        if self.render_mode == "human":
            self.render()
        outcome = self.position.outcome
        reward = 0.0 if is_legal else self.ILLEGAL_REWARD
        if outcome is not None:
            reward = float(outcome.value if self.side == 0 else -outcome.value)
        return self._observe(), reward, outcome is not None, False, {"legal": is_legal}

    def render(self) -> str | None:
        return render(self.position, self.render_mode)

    def _let_opponent_move(self) -> None:
        while not self.position.is_over and self.position.side != self.side:
            answer = self._opponent.choose(self.position, Limit(time=SECONDS))
            self.position = self.position.play(answer.move)

    def _observe(self) -> dict[str, Any]:
        return observe(self.position)


def _make_opponent(opponent: str | Agent) -> Agent:
    made = agent(opponent) if isinstance(opponent, str) else opponent
    if isinstance(made, Human):
        raise Problem("adapters.problem.human")
    return made
