"""`explore`: a position of which both sides are played, with the engine's lines beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from traitlets import Int, List

from plyground.agents.agent import SearchAgent
from plyground.agents.specs import agent
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.locale import Problem, override_language
from plyground.notebook.board_widget import BoardWidget, describe_game
from plyground.notebook.live_analysis import AnalysisRequest, LiveAnalysis
from plyground.notebook.widget import Body, check_language, play_moves, read_position
from plyground.web.views import View, make_overlay_view


def explore(
    position: Position | Game | type[Game] | str,
    engine: str = "engine",
    lang: str | None = None,
) -> ExploreWidget:
    """A board on which both sides are played, forward and back, beside the lines of an engine."""
    searching = agent(engine)
    if not isinstance(searching, SearchAgent):
        raise Problem("cli.analyse.problem.agent", agent=engine)
    return ExploreWidget(read_position(position), LiveAnalysis(searching, engine), lang)


class ExploreWidget(BoardWidget):
    """A line of moves, and the position of it that is shown."""

    overlays: List[View] = List().tag(sync=True)
    origin_ply = Int().tag(sync=True)

    def __init__(self, position: Position, analysis: LiveAnalysis, lang: str | None) -> None:
        self._analysis = analysis
        self._line = position
        """The last position of the line; those before it lead to it."""
        self._shown = position
        game, origin = position.game, position.origin
        with override_language(check_language(lang)):
            titles = {name: game.overlay_title(name) for name in game.overlays}
        super().__init__(
            origin,
            lang,
            kind="explore",
            origin_ply=len(origin.history),
            overlays=[{"name": name, "title": title} for name, title in titles.items()],
        )
        self._publish()

    # For the cells of a notebook.

    @property
    def position(self) -> Position:
        return self._shown

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves to the position that is shown."""
        return self._shown.line

    def play(self, *moves: str) -> None:
        """Play moves from the position that is shown; another move begins a new line."""
        with self._lock:
            self._shown = play_moves(self._shown, list(moves))
            if self._shown.line != self._line.line[: len(self._shown.line)]:
                self._line = self._shown
            self._publish()

    def go_to(self, ply: int) -> None:
        """Show the position after so many moves of the line."""
        with self._lock:
            position = self._line
            for _ in range(len(self._line.line) - max(ply, 0)):
                position = position.undo()
            self._shown = position
            self._publish()

    def close(self) -> None:
        self._analysis.stop()
        super().close()

    # For the page.

    @property
    def handlers(self) -> Mapping[str, Callable[[Body], Any]]:
        return {
            **super().handlers,
            "/move": lambda body: self._play_clicked([body["move"]], body["ply"], self._ply),
            "/line": lambda body: self._play_clicked(body["moves"], body["ply"], len(self.moves)),
            "/go": lambda body: self.go_to(body["ply"]),
            "/api/overlays": self._show_overlay,
        }

    @property
    def _ply(self) -> int:
        return len(self.position.history)

    def _play_clicked(self, moves: list[str], clicked: int, ply: int) -> None:
        # A click may have been made in a position that is no longer on the board.
        if clicked == ply:
            self.play(*moves)
        else:
            self._publish()

    def _show_overlay(self, body: Body) -> View:
        position = play_moves(self._origin, body["moves"])
        return make_overlay_view(position.game.overlay(body["overlay"], position))

    def analyse(self, view: str, message: Body) -> None:
        self._analysis.stop()
        if message["type"] != "analyse":
            return
        request = AnalysisRequest(
            play_moves(self._origin, message["moves"]), message["lines"], message.get("seconds")
        )
        ask = message["ask"]

        def report(view_of_depth: View) -> None:
            self.send({"view": view, "analysis": {"ask": ask, **view_of_depth}})

        self._analysis.start(request, self.language, report)

    def _make_state(self) -> View:
        line: list[Position] = []
        position = self._line
        while position.before is not None:
            position = position.before
            line.insert(0, position)
        moves = [
            {"move": move, "side": before.side}
            for move, before in zip(self._line.line, line, strict=True)
        ]
        return {**describe_game(self.position), "moves": moves, "result": None}
