"""Every game, with every value of every option, keeps the contract that users' games keep."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from plyground import Option, Problem, check_game, game_names, load_game
from plyground.games.checking.checker import check_plain
from plyground.games.registry import find_game_class

# Settings that no list of values can give, or that only mean something together.
TOGETHER: dict[str, list[dict[str, object]]] = {
    "tictactoe": [
        {"width": 1, "height": 1, "line": 1},
        {"width": 7, "height": 2, "line": 4},
        {"width": 5, "height": 5, "line": 4},
    ],
    "gomoku": [
        {"rule": rule, "size": 7}
        for rule in ("freestyle", "standard", "omok", "renju", "caro", "caro5", "report")
    ]
    + [
        {"rule": "renju", "size": 9, "foul": "loses"},
        {"rule": "omok", "size": 9, "allow_forced_33": True},
        {"rule": "standard", "size": 8, "ban33": "black", "ban44": "both"},
    ],
    "kamisado": [
        {"points": 3, "fill_order": "advanced_first"},
        {"points": 3, "deadlock": "two"},
    ],
    "triangles": [
        {"points": "0,0 4,0 2,3"},
        {"points": "0,0 1,0 2,0 3,0"},
        {"points": "-1000000,-1000000 1000000,1000000 0,1 7,-3"},
        {"layout": "convex", "n": 7, "extra_move": True},
    ],
}


def values_of(option: Option) -> Iterator[object]:
    """All values of an option, or its ends and what is near them."""
    if option.choices:
        yield from option.choices
    elif option.kind == "bool":
        yield from (True, False)
    elif option.kind == "int" and option.low is not None:
        yield from (option.low, option.low + 1)
        if option.high is not None:
            yield option.high


def settings_of(name: str) -> Iterator[dict[str, object]]:
    yield {}
    for option in find_game_class(name).options:
        for value in values_of(option):
            if value != option.default:
                yield {option.name: value}
    yield from TOGETHER.get(name, [])


def expected_suspicions(settings: dict[str, object]) -> set[str]:
    """What is rightly suspected, and yet meant: stones have colours, and where white begins or the
    opening decides who has which, a side does put stones of the other's usual colour."""
    swaps = settings.get("begins") == "white" or "opening" in settings
    return {"check.suspicion.opposing"} if swaps else set()


CASES = [
    pytest.param(name, settings, id=f"{name} {settings or ''}".strip())
    for name in game_names()
    for settings in settings_of(name)
]


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_game_keeps_the_contract(name: str, settings: dict[str, object]) -> None:
    try:
        game = load_game(name, **settings)
    except Problem:
        # An extreme that conflicts with another option's default: refused in a sentence.
        assert len(settings) == 1
        return
    report = check_game(game, playouts=2, seed=7, patience=0.4)
    assert report.positions > 2
    # Twelve games, one or more of each kind: enough to suspect something, if there were anything.
    suspicions = check_plain(game, playouts=12, patience=0.4).suspicions
    assert {sentence.key for sentence in suspicions} <= expected_suspicions(settings)
