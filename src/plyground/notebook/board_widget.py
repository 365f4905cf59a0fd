"""A widget with a board: what playing and exploring have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from traitlets import Dict

from plyground.games.position import Position
from plyground.locale import override_language
from plyground.notebook.widget import Body, Widget, play_moves
from plyground.web.views import View, make_board_view, make_position_view


class BoardWidget(Widget):
    """A board of one game, whose positions start from an origin."""

    board = Dict().tag(sync=True)
    state = Dict().tag(sync=True)

    def __init__(self, origin: Position, lang: str | None, **traits: Any) -> None:
        self._origin = origin
        super().__init__(lang, **traits)

    @property
    @abstractmethod
    def position(self) -> Position:
        """The position on the board."""

    @abstractmethod
    def _make_state(self) -> View:
        """What the page shows, in the current language."""

    @property
    def handlers(self) -> Mapping[str, Callable[[Body], Any]]:
        return {"/api/positions": self._show_position}

    def _publish(self) -> None:
        """Let the page show what has changed."""
        with override_language(self.language), self.hold_sync():
            self.board = make_board_view(self.position)
            self.state = {**self._make_state(), "position": make_position_view(self.position)}

    def _show_position(self, body: Body) -> View:
        """Another position, which is looked at."""
        return {"position": make_position_view(play_moves(self._origin, body["moves"]))}

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()


def describe_game(position: Position) -> View:
    """What a state says of its game."""
    game = position.game
    return {"game": game.name, "title": game.title, "options": game.changed_settings, "start": None}
