"""Two-player board games: write the rules in Python; play, analyse and solve at native speed."""

from __future__ import annotations

import importlib

# Names are loaded when they are used, so that `plyground --help` need not wait for NumPy. Type
# checkers read them in `__init__.pyi`.
_HOMES = {
    "VectorGame": "adapters.vector_game",
    "agent": "agents.specs",
    "Verdict": "agents.verdict",
    "solve": "agents.verdict",
    "Tournament": "arena.tournament",
    "play_match": "arena.tournament",
    "play_tournament": "arena.tournament",
    "draw_llr_chart": "arena.llr_chart",
    "MatchReport": "arena.match",
    "Sprt": "arena.sprt",
    "kernel": "core.jit",
    "Kernels": "core.contract",
    "Rules": "core.contract",
    "Vector": "core.contract",
    "vector": "core.contract",
    "Clock": "core.limits",
    "Limit": "core.limits",
    "hash_vector": "core.hashing",
    "mix": "core.hashing",
    "bit": "core.bits",
    "clear_lowest": "core.bits",
    "highest_bit": "core.bits",
    "lowest_bit": "core.bits",
    "multiply": "core.bits",
    "popcount": "core.bits",
    "shift_left": "core.bits",
    "shift_right": "core.bits",
    "word": "core.bits",
    "DRAW": "core.values",
    "LOSS": "core.values",
    "ONGOING": "core.values",
    "POINT": "core.values",
    "WIN": "core.values",
    "lost_in": "core.values",
    "margin": "core.values",
    "won_in": "core.values",
    "Report": "games.checking.checker",
    "check_game": "games.checking.checker",
    "Game": "games.game",
    "grid_spots": "games.grid",
    "hex_spots": "games.grid",
    "mark_rows": "games.grid",
    "spot_name": "games.grid",
    "Observation": "games.observation",
    "Option": "games.options",
    "Outcome": "games.position",
    "Position": "games.position",
    "game_names": "games.registry",
    "load_game": "games.registry",
    "Analysis": "games.score",
    "Line": "games.score",
    "Score": "games.score",
    "Area": "games.scene",
    "Arrow": "games.scene",
    "Border": "games.scene",
    "Button": "games.scene",
    "Label": "games.scene",
    "Mark": "games.scene",
    "Overlay": "games.scene",
    "Piece": "games.scene",
    "Pit": "games.scene",
    "Scene": "games.scene",
    "Spot": "games.scene",
    "Stroke": "games.scene",
    "Problem": "locale",
    "localize": "locale",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


__version__ = "0.1.0"
