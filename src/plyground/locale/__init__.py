"""The text shown to users, by key, in every language.

Each sentence has a key in `en/*.json` and `ko/*.json`, one file per game or package, so that a
game's text is added and removed with the game. `Problem` is the one exception meant for users: a
key with its values, formatted in the language of its reader.
"""

from __future__ import annotations

import json
import locale as system_locale
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from plyground.locale.grammar import format_sentence

LANGUAGES = ("en", "ko")

_process_language: list[str] = []
_override: ContextVar[str | None] = ContextVar("language", default=None)


def use_language(language: str) -> None:
    """Make `language` the language of this process."""
    if language not in LANGUAGES:
        raise Problem("problem.language", given=language, known=", ".join(LANGUAGES))
    _process_language[:] = [language]


@contextmanager
def override_language(language: str) -> Iterator[None]:
    """Use `language` inside the `with` block only: each client of a server has its own."""
    token = _override.set(language)
    try:
        yield
    finally:
        _override.reset(token)


def current_language() -> str:
    """The overriding language, else that of the process, PLYGROUND_LANG or the system locale."""
    if override := _override.get():
        return override
    if _process_language:
        return _process_language[0]
    requested = os.environ.get("PLYGROUND_LANG") or system_locale.getlocale()[0] or ""
    return "ko" if requested.lower().startswith(("ko", "korean")) else "en"


@cache
def load_catalogue(language: str) -> dict[str, str]:
    """All sentences of a language by key."""
    words: dict[str, str] = {}
    for file in resources.files(__package__).joinpath(language).iterdir():
        if file.name.endswith(".json"):
            words.update(json.loads(file.read_text(encoding="utf-8")))
    return words


def has_words(key: str) -> bool:
    return key in load_catalogue("en")


def say(key: str, /, **values: object) -> str:
    """The sentence of `key` in the current language."""
    return format_sentence(load_catalogue(current_language())[key], values)


def localize(texts: str | Mapping[str, str], /, **values: object) -> str:
    """The text of the current language, else the English one, of those that a game brings along:
    `localize({"en": "Give a piece.", "ko": "말을 고르세요."})`."""
    if not isinstance(texts, str):
        texts = texts.get(current_language()) or texts.get("en") or ""
    return format_sentence(texts, values) if values else texts


@dataclass(frozen=True)
class Sentence:
    """A key with its values, formatted in the language in use when it is shown.

    A value may be a sentence itself: the name of a colour.
    """

    key: str
    values: Mapping[str, str | int | Sentence] = field(default_factory=dict)

    def __str__(self) -> str:
        return say(self.key, **self.values)

    @classmethod
    def from_json(cls, document: Any) -> Sentence:
        """The reverse of `asdict`; a ValueError if the key or its values are wrong."""
        values = {
            name: cls.from_json(value) if isinstance(value, dict) else value
            for name, value in document["values"].items()
        }
        sentence = cls(document["key"], values)
        if not has_words(sentence.key):
            raise ValueError
        str(sentence)
        return sentence


class Problem(ValueError):
    """An error the user can correct, in one sentence: what was wrong, and what would be right."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        return say(self.key, **self.values)

    def __reduce__(self) -> tuple[object, ...]:
        return (_restore, (type(self), self.key, self.values))


class Failure(Problem):
    """A problem that is not the fault of the request, such as a full disk or a broken game."""


def _restore(kind: type[Problem], key: str, values: dict[str, object]) -> Problem:
    return kind(key, **values)
