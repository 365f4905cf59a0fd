"""Options of games and agents: names, kinds, defaults and limits, and how values are parsed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from plyground.locale import Problem, say

Setting = int | bool | str | float


@dataclass(frozen=True)
class Option:
    """One option. Its help is in the catalogue, at `game.GAME.option.NAME`, or in `help`:
    one text, or one by language."""

    name: str
    default: Setting | None
    """None: the game decides, in `settle`."""
    low: float | None = None
    high: float | None = None
    """The least and the most, both included."""
    choices: tuple[Setting, ...] = ()
    """If there are any, only these are accepted."""
    help: str | Mapping[str, str] = ""
    """One sentence, or one by language, for a game that is not in the catalogue."""
    kind: Literal["int", "float", "bool", "str"] = "int"
    is_display: bool = False
    """Does it only change how moves are written for people? Records do not have it."""

    def read(self, given: object) -> Setting:
        """Parse `given` (a value, or its text), and check it."""
        value = self._convert(given)
        if self.choices and value not in self.choices:
            raise Problem("problem.option.choice", option=self.name, given=given, known=self.known)
        if isinstance(value, int | float) and not isinstance(value, bool):
            low, high = self.low, self.high
            if (low is not None and value < low) or (high is not None and value > high):
                raise Problem(
                    "problem.option.range", option=self.name, given=given, low=low, high=high
                )
        return value

    @property
    def known(self) -> str:
        """The values that are accepted, for an error message."""
        if self.choices:
            return ", ".join(str(choice) for choice in self.choices)
        if self.kind == "bool":
            return "true, false"
        if self.low is not None:
            return f"{self.low}..{self.high}" if self.high is not None else f"{self.low}.."
        return self.kind

    def _convert(self, given: object) -> Setting:
        text = str(given).strip()
        if self.kind == "bool":
            if text.lower() in ("true", "yes", "on", "1"):
                return True
            if text.lower() in ("false", "no", "off", "0"):
                return False
            raise Problem("problem.option.bool", option=self.name, given=given)
        if self.kind == "int":
            try:
                return int(text)
            except ValueError:
                raise Problem("problem.option.int", option=self.name, given=given) from None
        if self.kind == "float":
            try:
                return float(text)
            except ValueError:
                raise Problem("problem.option.float", option=self.name, given=given) from None
        return text


def resolve(owner: str, options: Iterable[Option], given: Mapping[str, object]) -> dict[str, Any]:
    """All settings: the given ones checked, the others at their defaults."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise Problem(
                "problem.option.unknown",
                game=owner,
                option=name,
                hint=did_you_mean(name, known),
                known=", ".join(known) or "-",
            )
    return {
        name: option.read(given[name]) if name in given else option.default
        for name, option in known.items()
    }


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """` Did you mean "x"?` if a known word is close, else an empty text."""
    near = difflib.get_close_matches(given.lower(), list(known), n=1, cutoff=0.6)
    return say("hint.did_you_mean", guess=near[0]) if near else ""
