"""Kamisado: the colour of the square a tower lands on decides which tower must move next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

import numpy as np

from plyground.core.contract import Kernels, Rules, Vector, vector
from plyground.games.atlas_task import AtlasTask
from plyground.games.game import Game
from plyground.games.kamisado import evaluate, match, overlays, rules
from plyground.games.kamisado.board import COLOUR_NAMES, SQUARE_COLOURS, home_square
from plyground.games.kamisado.explain import explain_move
from plyground.games.kamisado.notation import (
    FILLS,
    edit_position,
    parse_square,
    read_position,
    square_name,
    write_position,
)
from plyground.games.kamisado.open_lines import build_lines, known_result
from plyground.games.kamisado.scene import make_scene
from plyground.games.kamisado.symmetry import canonical
from plyground.games.observation import Observation
from plyground.games.options import Option
from plyground.games.position import Position
from plyground.games.remark import Remark
from plyground.games.rounds import Grades
from plyground.games.scene import Overlay, Path, Scene
from plyground.locale import Problem, say

_MOVE = re.compile(r"([a-h][1-8])\s*-?\s*([a-h][1-8])")


class Kamisado(Game):
    name = "kamisado"
    options = (
        Option("points", 1, choices=(1, 3, 7, 15)),
        Option("deadlock", "cycle", choices=rules.DEADLOCKS, kind="str"),
        Option("fill_order", "home_first", choices=("home_first", "advanced_first"), kind="str"),
    )

    yardsticks: ClassVar = {"depth": 6, "threads": 20, "proof": 1024}
    brushes = ("move", "turn")

    def observe(self, position: Position) -> Observation:
        from plyground.games.kamisado.observation import observe

        return observe(position)

    @classmethod
    def list_atlas_tasks(cls) -> Iterator[AtlasTask]:
        """The start with all its moves, and rounds against one sumo, who defends."""
        yield AtlasTask(every_move=True)
        start = cls().start().text
        for column in "abcdefgh":
            yield AtlasTask(position=start.replace(f"{column}8", f"{column}8+"))

    def build(self) -> Rules:
        start = np.zeros(rules.SLOTS, np.int64)
        start[rules.FORCED] = rules.ANY
        start[rules.LAST_MOVER] = 1
        for side in (0, 1):
            for colour in range(8):
                square = home_square(side, colour)
                start[rules.SQUARES + side] |= square << (6 * colour)
                start[rules.OCCUPANCY + (square >> 5)] |= 1 << (square & 31)
        settings = self.settings
        choices = (
            settings["points"],
            rules.DEADLOCKS.index(settings["deadlock"]),
            settings["fill_order"] == "advanced_first",
        )
        return Rules(
            kernels=Kernels(
                moves=rules.moves,
                play=rules.play,
                outcome=rules.outcome,
                canonical=canonical,
                known_result=known_result,
                evaluate=evaluate.evaluate,
                priors=evaluate.priors,
            ),
            start=start,
            tables=vector((*SQUARE_COLOURS, *choices, *build_lines())),
            move_limit=rules.MOVE_LIMIT,
            branching=rules.BRANCHING,
            scale=evaluate.choose_scale(settings["points"]),
        )

    @property
    def is_match(self) -> bool:
        return bool(self.settings["points"] > 1)

    @cached_property
    def round(self) -> Kamisado | None:
        return Kamisado(**{**self.settings, "points": 1}) if self.is_match else None

    def grade_round(self, position: Position) -> Grades:
        assert self.round is not None
        return match.grade_round(position, self.round)

    def path(self, state: Vector, move: int) -> Path:
        if move >= rules.LEFT:
            return (FILLS[move - rules.LEFT],)
        return square_name(move // 64), square_name(move % 64)

    def tidy(self, text: str) -> str:
        found = _MOVE.fullmatch(text.strip().lower())
        return f"{found[1]}-{found[2]}" if found else super().tidy(text)

    def scene(self, state: Vector) -> Scene:
        return make_scene(state, self.is_match)

    @property
    def overlays(self) -> tuple[str, ...]:
        return overlays.NAMES

    def overlay(self, name: str, position: Position) -> Overlay:
        return overlays.overlay(name, position)

    def write_state(self, state: Vector) -> str:
        return write_position(state, self.rules.tables)

    def read_state(self, text: str) -> Vector:
        return read_position(text, self.rules.tables)

    def arrange(self, text: str, brush: str, spots: Path) -> str:
        return edit_position(text, brush, spots)

    def remark(self, before: Position, move: int, better: int) -> Remark | None:
        return explain_move(before, move, better)

    def reason(self, state: Vector) -> str:
        if self.is_match:
            return "game.kamisado.reason.match"
        if state[rules.PASSES]:
            return "game.kamisado.reason.deadlock"
        return "game.kamisado.reason.far_row"

    def explain_illegal(self, position: Position, text: str) -> Problem:
        """If another tower was to move, name the one that must."""
        state = position.state
        forced = int(state[rules.FORCED])
        found = _MOVE.fullmatch(text.strip().lower())
        if position.is_over or forced >= rules.ANY or not found:
            return super().explain_illegal(position, text)
        must = int(rules.square_of(state, position.side, forced))
        if parse_square(found[1]) == must:
            return super().explain_illegal(position, text)
        return Problem(
            "game.kamisado.problem.other_tower",
            given=text,
            colour=say(f"game.kamisado.colour.{COLOUR_NAMES[forced]}"),
            spot=square_name(must),
        )
