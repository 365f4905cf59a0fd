"""Every game as a PettingZoo environment in which agents take turns (AEC).

    from plyground.adapters.pettingzoo import env

    environment = env("kamisado", points=3)

The rewards come at the end: +1 and -1, 0 for a draw, or the margin in a game won by points. An
illegal action loses the game, by PettingZoo's own wrapper; `raw_env` refuses it.
"""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from plyground.adapters.observation_space import (
    RENDER_MODES,
    make_action_space,
    make_observation_space,
    observe,
    render,
)
from plyground.games.game import Game
from plyground.games.registry import load_game

AGENTS = ["player_0", "player_1"]


def env(game: Game | str, render_mode: str | None = None, **options: Any) -> AECEnv:
    """The environment of a game, with PettingZoo's usual wrappers."""
    raw = raw_env(game, render_mode=render_mode, **options)
    terminating = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801 (PettingZoo's own name for it)
    """The environment of a game without wrappers."""

    def __init__(self, game: Game | str, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self.game = load_game(game, **options) if isinstance(game, str) else game
        self.metadata = {
            "name": self.game.name,
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self._observation_space = make_observation_space(self.game)
        self._action_spaces = {agent: make_action_space(self.game) for agent in AGENTS}
        self.reset()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.position = self.game.start()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.position.side]

    def observe(self, agent: str) -> dict[str, Any]:
        return observe(self.position, acting=AGENTS[self.position.side] == agent)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.position = self.position.play(int(action))  # type: ignore[arg-type]
        outcome = self.position.outcome
        if outcome is not None:
            self.rewards = {AGENTS[0]: float(outcome.value), AGENTS[1]: -float(outcome.value)}
            self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[self.position.side]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        return render(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
