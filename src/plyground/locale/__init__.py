"""Every word a user reads, and in which language.

A sentence has a key in `en/*.json` and `ko/*.json`, one file a game or a room, so that a game's
words come and go with the game; code speaks in keys. `Problem` is the one exception made for
users: a key with its values, turned into a sentence where it is shown.
"""

from __future__ import annotations

import json
import locale as system_locale
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

LANGUAGES = ("en", "ko")

_chosen: list[str] = []
_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


def use_language(language: str) -> None:
    """Speak `language` from now on in this process."""
    if language not in LANGUAGES:
        raise Problem("problem.language", given=language, known=", ".join(LANGUAGES))
    _chosen[:] = [language]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak `language` here, whatever the process speaks: a server's guests differ."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def language() -> str:
    """The language spoken here, else the chosen one, else PLYGROUND_LANG's, else the locale's."""
    if spoken := _spoken.get():
        return spoken
    if _chosen:
        return _chosen[0]
    wished = os.environ.get("PLYGROUND_LANG") or system_locale.getlocale()[0] or ""
    return "ko" if wished.lower().startswith(("ko", "korean")) else "en"


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of a language by key."""
    words: dict[str, str] = {}
    for file in resources.files(__package__).joinpath(language).iterdir():
        if file.name.endswith(".json"):
            words.update(json.loads(file.read_text(encoding="utf-8")))
    return words


def has_words(key: str) -> bool:
    return key in catalogue("en")


def say(key: str, /, **values: object) -> str:
    """The sentence of `key` in the language in use."""
    return catalogue(language())[key].format(**values)


@dataclass(frozen=True)
class Sentence:
    """A sentence that is put into words where it is read, in the reader's language."""

    key: str
    values: dict[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return say(self.key, **self.values)

    @classmethod
    def from_json(cls, document: Any) -> Sentence:
        """The reverse of `asdict`; a ValueError if it is none that can be said."""
        sentence = cls(document["key"], dict(document["values"]))
        if not has_words(sentence.key):
            raise ValueError
        str(sentence)
        return sentence


class Problem(ValueError):
    """Something the user can put right: what was wrong, and what would be right."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        return say(self.key, **self.values)

    def __reduce__(self) -> tuple[object, ...]:
        return (_restore, (self.key, self.values))


def _restore(key: str, values: dict[str, object]) -> Problem:
    return Problem(key, **values)
