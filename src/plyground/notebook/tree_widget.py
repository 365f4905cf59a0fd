"""`show_tree`: a traced search as a tree, stepped through as on the page of the laboratory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from traitlets import Dict, Int, List

from plyground.games.position import Position
from plyground.lab.trace import Trace
from plyground.lab.tree_svg import draw_tree
from plyground.locale import Problem
from plyground.notebook.widget import Body, Widget, play_moves
from plyground.web.code_listing import make_listings
from plyground.web.lab_views import make_timeline_view, make_trace_view
from plyground.web.views import View, make_board_view, make_position_view

MAX_BOXES = 800
"""Nodes that are shown, with those that are unfolded."""


def show_tree(
    search: Trace, step: int | None = None, limit: int | None = None, lang: str | None = None
) -> TreeWidget:
    """A search, as `plyground.lab.trace.trace` returns it, to be stepped through.

    At first it shows the end of the search, or `step`. `limit` is how many nodes are shown before
    others are unfolded.
    """
    if not isinstance(search, Trace):
        raise Problem("notebook.problem.search", given=type(search).__name__)
    return TreeWidget(search, step, limit, lang)


class TreeWidget(Widget):
    """The tree of a search, and the step that is shown."""

    settings: Dict[str, Any] = Dict().tag(sync=True)
    step = Int().tag(sync=True)
    expanded: List[str] = List().tag(sync=True)

    def __init__(
        self, search: Trace, step: int | None, limit: int | None, lang: str | None
    ) -> None:
        self.search = search
        step = search.steps if step is None else step
        if not 1 <= step <= search.steps:
            raise Problem("lab.problem.step", given=step, steps=search.steps)
        is_game = isinstance(search.search.position, Position)
        settings: View = {"source": "game" if is_game else "tree", "moves": [], "limit": limit}
        super().__init__(lang, kind="tree", settings=settings, step=step)

    @property
    def handlers(self) -> Mapping[str, Callable[[Body], Any]]:
        return {
            "/api/lab/trace": self._show_trace,
            "/api/lab/film": self._show_timeline,
            "/api/lab/source": lambda _: {"listings": make_listings(self.search.search.algorithm)},
            "/api/positions": self._show_position,
        }

    def _show_trace(self, body: Body) -> View:
        return {"trace": make_trace_view(self.search), "film": self._show_timeline(body)}

    def _show_timeline(self, body: Body) -> View:
        timeline = self.search.timeline(
            body.get("step"), body.get("limit"), body.get("expanded", ()), MAX_BOXES
        )
        return make_timeline_view(timeline)

    def _show_position(self, body: Body) -> View:
        position = play_moves(self.search.search.position, body["moves"])
        return {"board": make_board_view(position), "position": make_position_view(position)}

    def _repr_svg_(self) -> str:
        return draw_tree(self.search.tree(self.step))
