"""Every game as a Python game of OpenSpiel.

from plyground.adapters import openspiel

game = openspiel.load("kamisado", points=3)     # a pyspiel.Game
openspiel.register("kamisado")                  # or by name, for OpenSpiel's own tools:
game = pyspiel.load_game("plyground_kamisado", {"options": "points=3"})
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from plyground.core.values import MARGIN_LIMIT, PLY_LIMIT
from plyground.games.game import Game
from plyground.games.registry import load_game

PREFIX = "plyground_"

_registered: set[str] = set()


def load(name: str, **options: Any) -> pyspiel.Game:
    """A game with these options."""
    register(name)
    given = ";".join(f"{option}={value}" for option, value in options.items())
    return pyspiel.load_game(PREFIX + name, {"options": given})


def register(name: str) -> None:
    """Make a game known to OpenSpiel as `plyground_NAME`."""
    if name in _registered:
        return
    game_type = _describe_type(load_game(name))

    class RegisteredGame(PlygroundGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, game_type, params or {})

    pyspiel.register_game(game_type, RegisteredGame)
    _registered.add(name)


class PlygroundGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options fixed."""

    def __init__(self, name: str, game_type: Any, params: dict[str, Any]) -> None:
        pairs = (part.split("=", 1) for part in params.get("options", "").split(";") if part)
        self.game = load_game(name, **dict(pairs))
        super().__init__(game_type, _describe_info(self.game), params)

    def new_initial_state(self, state: None = None) -> PlygroundState:
        return PlygroundState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> StateObserver:
        return StateObserver(self.game)


class PlygroundState(pyspiel.State):  # type: ignore[misc]
    """A position of a game."""

    def __init__(self, game: PlygroundGame) -> None:
        super().__init__(game)
        self.position = game.game.start()

    def current_player(self) -> Any:
        return pyspiel.PlayerId.TERMINAL if self.position.is_over else self.position.side

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.codes)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.move_text(self.position.state, action)

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        outcome = self.position.outcome
        value = 0.0 if outcome is None else float(outcome.value)
        return [value, -value]

    def __str__(self) -> str:
        return str(self.position)


class StateObserver:
    """Shows the state vector, which is all that decides the future."""

    def __init__(self, game: Game) -> None:
        self.tensor = np.zeros(len(game.rules.start), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: PlygroundState, player: int) -> None:
        self.tensor[:] = state.position.state

    def string_from(self, state: PlygroundState, player: int) -> str:
        return str(state.position)


def _describe_type(game: Game) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + game.name,
        long_name=f"{game.title} (Plyground)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"options": ""},
    )


def _describe_info(game: Game) -> Any:
    most = float(MARGIN_LIMIT) if game.rules.scoring else 1.0
    return pyspiel.GameInfo(
        num_distinct_actions=game.rules.move_limit,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=PLY_LIMIT,
    )
