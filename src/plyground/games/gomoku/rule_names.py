"""Rule names in files of other programs: a name, and the settings that differ from it.

`renju`, or `standard ban33=black`; names in other files are guessed, and a name that nobody
knows is free play, which forbids nothing that was played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.games.game import Game
from plyground.games.gomoku.rules import BLACK_SIDE
from plyground.games.gomoku.variants import NAMED, OPTIONS
from plyground.games.interchange import GameFile, list_main_line
from plyground.games.options import Setting
from plyground.locale import Problem

_PARTS = {
    option.name: option
    for option in OPTIONS
    if option.name not in ("size", "rule", "begins") and not option.is_display
}

# How the words of a name begin, in files of others; the first that fits counts.
_GUESSES = (
    ("renju", "renju"),
    ("rif", "renju"),
    ("omok", "omok"),
    ("caro", "caro"),
    ("standard", "standard"),
)


def write_rule(settings: Mapping[str, Any]) -> str:
    """The rule of a game in one line. How the game was opened is not a rule of the stones."""
    parts = [
        f"{name}={_word(settings[name])}"
        for name, option in _PARTS.items()
        if name != "opening" and settings[name] != option.default
    ]
    return " ".join((settings["rule"], *parts))


def read_rule(text: str) -> dict[str, Setting]:
    """Options from the rule line of a file."""
    words = text.lower().replace(",", " ").split()
    if not words:
        return {}
    options: dict[str, Setting] = {}
    if words[0] in NAMED:
        options["rule"] = words[0]
    else:
        guess = (rule for start, rule in _GUESSES if any(word.startswith(start) for word in words))
        options["rule"] = next(guess, "freestyle")
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if equals and name in _PARTS:
            try:
                options[name] = _PARTS[name].read(value)
            except Problem:
                continue
    return options


def _word(value: Setting) -> str:
    return str(value).lower()


def holder_of_black(game: Game, game_file: GameFile) -> int:
    """The side that has the black stones at the end: a swap may have changed it."""
    if game.settings["opening"] == "none":
        return int(game.rules.start[BLACK_SIDE])
    position = game.start() if game_file.start is None else game.position(game_file.start)
    for step in list_main_line(game_file):
        position = position.play(step.move)
    return int(position.state[BLACK_SIDE])
