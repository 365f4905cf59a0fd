"""Triangles, also known as Gaining Territory: draw segments between points, complete triangles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

import numpy as np

from plyground.core.contract import Kernels, Rules, Vector
from plyground.games.atlas_task import AtlasTask
from plyground.games.game import Game
from plyground.games.options import Option, Setting
from plyground.games.position import Position
from plyground.games.remark import Remark
from plyground.games.scene import Area, Overlay, Path, Scene, Spot, Stroke
from plyground.games.triangles import convex, evaluate, layouts, overlays, rules
from plyground.games.triangles.explain import explain_move
from plyground.games.triangles.geometry import Point, PointSet, point_name
from plyground.games.triangles.observation import TrianglesObservation, observe
from plyground.locale import Problem, Sentence

# The convex sets that the atlas has.
CONVEX_SIZES = range(3, 13)


class Triangles(Game):
    name = "triangles"
    options = (
        Option("points", None, kind="str"),
        Option("set", None, choices=tuple(layouts.SETS), kind="str"),
        Option("layout", "grid7", choices=tuple(layouts.LAYOUTS), kind="str"),
        Option("n", 8, low=layouts.MIN_POINTS, high=layouts.MAX_POINTS),
        Option("seed", 0, low=0, high=10**9),
        Option("extra_move", False, kind="bool"),
    )

    points: list[Point]

    def settle(self) -> None:
        chosen = self.changed_settings.keys() - {"extra_move"}
        if len(chosen) > 1 and chosen & {"points", "set"}:
            raise Problem("game.triangles.problem.options", given=", ".join(sorted(chosen)))
        if self.settings["points"] is not None:
            self.points = layouts.read_points(self.settings["points"])
            self.settings["points"] = layouts.write_points(self.points)
        elif self.settings["set"] is not None:
            self.points = layouts.read_points(layouts.SETS[self.settings["set"]])
        else:
            layout = layouts.LAYOUTS[self.settings["layout"]]
            self.points = layout(self.settings["n"], self.settings["seed"])

    @property
    def explicit_settings(self) -> dict[str, Setting]:
        extra = {"extra_move": True} if self.settings["extra_move"] else {}
        return {"points": layouts.write_points(self.points), **extra}

    @classmethod
    def list_atlas_tasks(cls) -> Iterator[AtlasTask]:
        """Convex points, and all order types of a few points, with and without extra moves."""
        convex = [layouts.write_points([(x, x * x) for x in range(size)]) for size in CONVEX_SIZES]
        for extra in ({}, {"extra_move": True}):
            for points in (*convex, *layouts.list_order_types()):
                yield AtlasTask({"points": points, **extra})

    @cached_property
    def point_set(self) -> PointSet:
        return PointSet(self.points)

    def build(self) -> Rules:
        return Rules(
            kernels=Kernels(
                moves=rules.moves,
                play=rules.play,
                outcome=rules.outcome,
                key=evaluate.key,
                canonical=convex.canonical if self.point_set.convex_order else None,
                score_bounds=evaluate.score_bounds,
                evaluate=evaluate.evaluate,
                priors=evaluate.priors,
            ),
            start=rules.build_start(self.point_set),
            tables=rules.build_tables(self.point_set, self.settings["extra_move"]),
            move_limit=len(self.point_set.segments),
            branching=len(self.point_set.segments),
            scale=evaluate.SCALE,
            scoring=True,
        )

    def name_position(self, state: Vector) -> bytes:
        """With convex points it does not matter where the polygons of a drawing lie."""
        if self.kernels.canonical is None:
            return super().name_position(state)
        image = np.zeros_like(state)
        self.call("canonical", state, image, self.rules.tables)
        return bytes([state[0]]) + image.tobytes()

    # Notation.

    def path(self, state: Vector, move: int) -> Path:
        a, b = self.point_set.segments[move]
        return point_name(a), point_name(b)

    def tidy(self, text: str) -> str:
        return "-".join(map(point_name, self._parse_endpoints(text)))

    def explain_illegal(self, position: Position, text: str) -> Problem:
        if position.is_over:
            return super().explain_illegal(position, text)
        ends = self._parse_endpoints(text)
        move = "-".join(map(point_name, ends))
        for third, is_between in enumerate(self.point_set.between[ends]):
            if is_between:
                return Problem("game.triangles.refuse.through", move=move, point=point_name(third))
        segment = self.point_set.segments.index(ends)
        if rules.is_drawn(position.state, segment):
            return Problem("game.triangles.refuse.drawn", move=move)
        for other, crosses in enumerate(self.point_set.crossings[segment]):
            if crosses and rules.is_drawn(position.state, other):
                drawn = self.move_text(position.state, other)
                return Problem("game.triangles.refuse.crosses", move=move, drawn=drawn)
        return super().explain_illegal(position, text)

    def _parse_endpoints(self, text: str) -> tuple[int, int]:
        """The two points that a move names, the smaller index first."""
        names = re.split(r"\s*-\s*", text.strip().upper())
        known = {point_name(index): index for index in range(len(self.points))}
        if len(names) != 2 or "" in names:
            raise Problem("game.triangles.problem.move", given=text)
        for name in names:
            if name not in known:
                last = point_name(len(self.points) - 1)
                raise Problem("game.triangles.problem.name", given=name, last=last)
        a, b = sorted(known[name] for name in names)
        if a == b:
            raise Problem("game.triangles.problem.move", given=text)
        return a, b

    def observe(self, position: Position) -> TrianglesObservation:
        return observe(position)

    # Picture and words.

    def scene(self, state: Vector) -> Scene:
        spots = tuple(Spot(point_name(index), x, y) for index, (x, y) in enumerate(self.points))
        lines = tuple(
            Stroke(point_name(a), point_name(b))
            for segment, (a, b) in enumerate(self.point_set.segments)
            if rules.is_drawn(state, segment)
        )
        first, second = state[rules.SCORE : rules.SCORE + 2]
        return Scene("plane", spots, lines=lines, score=(int(first), int(second)))

    def draw(self, position: Position) -> Scene:
        """The scene with the owners of lines and triangles, which only the history shows."""
        scene = super().draw(position)
        owners: dict[Path, int] = {}
        areas: list[Area] = []
        while position.before is not None:
            before, move = position.before, position.history[-1]
            owners[self.path(before.state, move)] = before.side
            areas += (Area(corners, before.side) for corners in self._find_completed(before, move))
            position = before
        lines = (replace(line, side=owners.get((line.start, line.end))) for line in scene.lines)
        return replace(scene, lines=tuple(lines), areas=tuple(reversed(areas)))

    def _find_completed(self, position: Position, move: int) -> Iterator[Path]:
        """The corners of the triangles that a move completes."""
        segments = self.point_set.segments
        for others in rules.list_triangles(move, self.rules.tables):
            if all(rules.is_drawn(position.state, other) for other in others):
                corners = {point for side in (move, *others) for point in segments[side]}
                yield tuple(map(point_name, sorted(corners)))

    @property
    def overlays(self) -> tuple[str, ...]:
        return overlays.NAMES

    def overlay(self, name: str, position: Position) -> Overlay:
        return overlays.overlay(name, position, self.point_set)

    def note(self, position: Position) -> Sentence | None:
        return overlays.count_segments(self.point_set, self.settings["extra_move"])

    def remark(self, before: Position, move: int, better: int) -> Remark | None:
        return explain_move(before, move, better, self.point_set)

    def reason(self, state: Vector) -> str:
        return "game.triangles.reason"
