"""What all widgets share: their script, their language, and requests from the page.

The state of a widget is in its traits, from which a page that is loaded again is restored. Handlers
of requests may run beside a cell (a notebook may use another thread for them), so they hold a lock.
"""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

import anywidget
from traitlets import Dict, Unicode

from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.registry import load_game, make_game
from plyground.locale import LANGUAGES, Problem, current_language, override_language
from plyground.notebook.bundle import make_bundle
from plyground.web.page_words import load_page_words

Body = Mapping[str, Any]


class Widget(anywidget.AnyWidget):
    """A widget of one kind in one language."""

    _esm = make_bundle()
    kind = Unicode().tag(sync=True)
    language = Unicode().tag(sync=True)
    words = Dict().tag(sync=True)

    def __init__(self, lang: str | None, **traits: Any) -> None:
        language = check_language(lang)
        self._lock = threading.RLock()
        with override_language(language):
            words = load_page_words()
        super().__init__(language=language, words=words, **traits)
        self.on_msg(self._receive)

    @property
    @abstractmethod
    def handlers(self) -> Mapping[str, Callable[[Body], Any]]:
        """What answers the requests of the page, by path."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    @abstractmethod
    def _repr_svg_(self) -> str:
        """A picture, for where nothing is live."""

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle
        with override_language(self.language):
            return {**data, "image/svg+xml": self._repr_svg_()}, metadata

    def _receive(self, _: object, message: Body, _buffers: object) -> None:
        with override_language(self.language), self._lock:
            if "analysis" in message:
                self.analyse(message["view"], message["analysis"])
                return
            path = message["path"].partition("?")[0]
            try:
                answer = {"answer": self.handlers[path](message["body"])}
            except Problem as problem:
                answer = {"problem": str(problem)}
            self.send({"view": message["view"], "id": message["id"], **answer})

    def analyse(self, view: str, message: Body) -> None:
        """Start or stop an analysis for a view; most widgets have none."""


def check_language(lang: str | None) -> str:
    if lang is not None and lang not in LANGUAGES:
        raise Problem("problem.language", given=lang, known=", ".join(LANGUAGES))
    return lang or current_language()


def read_position(given: Position | Game | type[Game] | str) -> Position:
    """The position to begin with: as it is, or the start of a game, of its class, of its name."""
    if isinstance(given, Position):
        return given
    if isinstance(given, str):
        given = load_game(given, True)
    if isinstance(given, type) and issubclass(given, Game):
        given = make_game(given, {})
    if not isinstance(given, Game):
        raise Problem("notebook.problem.position", given=type(given).__name__)
    return given.start()


def play_moves(position: Position, moves: list[str]) -> Position:
    for move in moves:
        position = position.play(move)
    return position
