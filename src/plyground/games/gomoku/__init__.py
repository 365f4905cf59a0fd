"""Gomoku and its kin: freestyle, standard, omok, renju, caro, and any mixture of their rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from plyground.core.contract import Kernels, Rules, Vector
from plyground.games.game import Game
from plyground.games.gomoku import (
    candidates,
    evaluate,
    explain,
    notation,
    overlays,
    pattern_state,
    patterns,
    rules,
    variants,
    vct_moves,
)
from plyground.games.gomoku.fouls import DOUBLE_FOUR, DOUBLE_THREE, FIVE, LONG_ROW, PLAIN, judge
from plyground.games.grid import STONE_BRUSHES, Coordinates, find_rows
from plyground.games.observation import Observation
from plyground.games.position import Position
from plyground.games.remark import Remark
from plyground.games.scene import Button, Overlay, Path, Piece, Scene
from plyground.locale import Problem, say

_REASONS = {
    PLAIN: "reason.full",
    FIVE: "game.gomoku.reason.five",
    **overlays.FOUL_REASONS,
}
_REFUSALS = {
    DOUBLE_THREE: "game.gomoku.problem.double_three",
    DOUBLE_FOUR: "game.gomoku.problem.double_four",
    LONG_ROW: "game.gomoku.problem.overline",
}


class Gomoku(Game):
    name = "gomoku"
    options = variants.OPTIONS
    benches: ClassVar[Mapping[str, str]] = {
        "forbidden": "plyground.games.gomoku.bench_forbidden:check_file",
        "puzzles": "plyground.games.gomoku.bench_puzzles:check_file",
    }
    formats: ClassVar[Mapping[str, str]] = {
        "sgf": "plyground.games.gomoku.sgf",
        "psq": "plyground.games.gomoku.psq",
    }
    protocols: ClassVar[Mapping[str, str]] = {"gomocup": "plyground.games.gomoku.gomocup_dialect"}
    yardsticks: ClassVar[Mapping[str, int]] = {"simulations": 2_000, "threads": 8}
    brushes = STONE_BRUSHES

    def settle(self) -> None:
        variants.settle(self.settings)

    @property
    def size(self) -> int:
        return int(self.settings["size"])

    @cached_property
    def coordinates(self) -> Coordinates:
        return notation.coordinates(self)

    @property
    def swap2(self) -> bool:
        return bool(self.settings["opening"] == "swap2")

    def build(self) -> Rules:
        cells = self.size * self.size
        start = np.zeros(rules.BOARD + self.size, np.int64)
        start[rules.STAGE] = rules.FIRST_STONE if self.swap2 else rules.PLAYING
        start[rules.BLACK_SIDE] = self.settings["begins"] == "white"
        head = variants.tables(self.settings)
        # Judging fouls takes time, to compile and to play: only where there are any.
        fouls = bool(head[variants.FOULS : variants.FOULS + 2].any())
        losing = fouls and bool(head[variants.FOUL_LOSES])
        judged = fouls and not losing
        return Rules(
            kernels=Kernels(
                moves=rules.moves_without_fouls if judged else rules.moves,
                play=rules.play_and_judge if losing else rules.play,
                outcome=rules.outcome,
                init_features=pattern_state.init_features,
                update_features=pattern_state.update_features,
                revert_features=pattern_state.revert_features,
                evaluate=evaluate.evaluate,
                priors=evaluate.priors,
                candidates=candidates.candidates_without_fouls if judged else candidates.candidates,
                threat_search=candidates.threat_search,
            ),
            start=start,
            tables=np.concatenate([head, patterns.make_pattern_tables(head)]),
            features_size=vct_moves.FEATURES_SIZE,
            features_scratch=vct_moves.FEATURES_SIZE - pattern_state.TRAIL,
            scale=evaluate.SCALE,
            futility=evaluate.FUTILITY,
            move_limit=cells + (len(notation.CHOICES) if self.swap2 else 0),
            branching=cells + (self.size if judged else 0),
        )

    def path(self, state: Vector, move: int) -> Path:
        choice = move - self.size * self.size
        return (self._name(move) if choice < 0 else notation.CHOICES[choice],)

    def scene(self, state: Vector) -> Scene:
        """Stones look like their colour (black 0, white 1), whichever side holds it."""
        pieces = tuple(
            Piece(self._name(cell), colour, "●○"[colour])
            for colour in (0, 1)
            for cell in notation.cells_of(state, colour, self.size)
        )
        buttons = tuple(
            Button(choice, say(f"game.gomoku.choice.{choice}"))
            for choice in self._choices(int(state[rules.STAGE]))
        )
        black = int(state[rules.BLACK_SIDE])
        return Scene(
            "points",
            self.coordinates.spots(),
            pieces,
            buttons=buttons,
            edges=self.coordinates.edges,
            winning=self._winning_spots(state),
            prompt=self._prompt(int(state[rules.STAGE])),
            colours=(black, 1 - black),
        )

    def _winning_spots(self, state: Vector) -> Path:
        """The stones of the row that won, and of a second one that the last stone completed."""
        if state[rules.RESULT] != FIVE:
            return ()
        colour, size = 1 - int(rules.colour_to_move(state)), self.size
        stones = [(cell % size, cell // size) for cell in notation.cells_of(state, colour, size)]
        rows = [row for row in find_rows(stones, 5) if self._is_winning(state, row, colour)]
        return tuple(self.coordinates.name(*place) for row in rows for place in row)

    def _is_winning(self, state: Vector, row: list[tuple[int, int]], colour: int) -> bool:
        tables = self.rules.tables
        if len(row) > 5:
            return bool(tables[variants.OVERLINE + colour] == variants.LONG_WINS)
        (x, y), (next_x, next_y) = row[:2]
        step_x, step_y = next_x - x, next_y - y
        ends = ((x - step_x, y - step_y), (x + 5 * step_x, y + 5 * step_y))
        blocked = all(rules.holds(state, *end, 1 - colour, self.size) for end in ends)
        return not (tables[variants.BLOCKED_ENDS] and blocked)

    def _prompt(self, stage: int) -> str:
        """What the opening asks for; after it, any stone."""
        return "" if stage == rules.PLAYING else say(f"game.gomoku.prompt.{stage}")

    def side_names(self, state: Vector) -> tuple[str, str]:
        """Black and White; in swap2 not before a colour was chosen."""
        if state[rules.STAGE] != rules.PLAYING:
            return super().side_names(state)
        black = int(state[rules.BLACK_SIDE])
        return say(f"game.gomoku.colour.{black}"), say(f"game.gomoku.colour.{1 - black}")

    def observe(self, position: Position) -> Observation:
        """Black stones are 1 and white ones 2, whichever side holds the colour."""
        own = int(rules.colour_to_move(position.state)) + 1
        return replace(super().observe(position), own=own)

    @property
    def overlays(self) -> tuple[str, ...]:
        return overlays.names(self.rules.tables)

    def overlay(self, name: str, position: Position) -> Overlay:
        return overlays.overlay(name, self, position.state)

    def remark(self, before: Position, move: int, better: int) -> Remark | None:
        return explain.explain_move(before, move, better)

    def write_state(self, state: Vector) -> str:
        return notation.write(self, state)

    def read_state(self, text: str) -> Vector:
        return notation.read(self, text)

    def arrange(self, text: str, brush: str, spots: Path) -> str:
        return self.coordinates.arrange_stones(text, brush, spots)

    def reason(self, state: Vector) -> str:
        return _REASONS[int(state[rules.RESULT])]

    def tidy(self, text: str) -> str:
        wanted = text.strip().lower()
        if self.swap2 and wanted in notation.CHOICES:
            return wanted
        return self.coordinates.name(*self.coordinates.parse(text))

    def explain_illegal(self, position: Position, text: str) -> Problem:
        verdict = PLAIN if position.is_over else self._verdict(position.state, text)
        if verdict in _REFUSALS:
            return Problem(_REFUSALS[verdict], spot=self.tidy(text))
        return super().explain_illegal(position, text)

    def _verdict(self, state: Vector, text: str) -> int:
        """What the rules say to a stone on an empty spot of that name; to all else, nothing."""
        try:
            column, row = self.coordinates.parse(text)
        except Problem:
            return PLAIN
        taken = any(rules.holds(state, column, row, colour, self.size) for colour in (0, 1))
        if taken or state[rules.STAGE] != rules.PLAYING:
            return PLAIN
        colour = int(rules.colour_to_move(state))
        cell = row * self.size + column
        return int(judge(np.array(state), rules.BOARD, cell, colour, self.rules.tables))

    def _choices(self, stage: int) -> tuple[str, ...]:
        if stage == rules.FIRST_CHOICE:
            return notation.CHOICES
        return notation.CHOICES[:2] if stage == rules.LAST_CHOICE else ()

    def _name(self, cell: int) -> str:
        return self.coordinates.name(cell % self.size, cell // self.size)
