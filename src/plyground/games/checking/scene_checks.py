"""Checks of what people see: notation that can be read back, and consistent scenes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import ParamSpec, TypeVar

from plyground.games.checking.piece_checks import PieceChecks
from plyground.games.checking.random_games import SampledPosition, locate_problems
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.scene import Scene
from plyground.locale import Problem, has_words

P = ParamSpec("P")
R = TypeVar("R")

_POSITIONS_CHECKED = 12
_MOVES_CHECKED = 20


def check_scenes(
    game: Game, samples: Sequence[SampledPosition], random: Random, pieces: PieceChecks
) -> None:
    """Check the texts and scenes of a game at its start, its end and some positions between."""
    inner = range(1, len(samples) - 1)
    chosen = {0, len(samples) - 1, *random.sample(inner, min(len(inner), _POSITIONS_CHECKED))}
    position = game.start()
    for sample in samples:
        with locate_problems(game, sample.history):
            if sample.ply:
                position = _call("play", position.play, sample.played[sample.ply - 1])
            if sample.ply in chosen:
                _check_texts(game, position, random)
                _check_scene(_call("scene", lambda shown: shown.scene, position))
                _check_overlays(game, position)
                _check_end(position)
                pieces.look_at_moves(position)
                if position.before is not None:
                    pieces.look_at_result(position.before, position)


def _call(what: str, function: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
    try:
        return function(*given, **named)
    except Exception as error:
        why = str(error) if isinstance(error, Problem) else f"{type(error).__name__}: {error}"
        raise Problem("problem.check.failed", kernel=what, why=why) from error


def _check_texts(game: Game, position: Position, random: Random) -> None:
    texts = _call("move_text", lambda position: position.moves, position)
    for text in texts:
        if not text or text.split() != [text]:
            raise Problem("problem.check.spaces", text=text)
    duplicate = _find_duplicate(texts)
    if duplicate is not None:
        raise Problem("problem.check.text_twice", text=duplicate)
    for text in random.sample(texts, min(len(texts), _MOVES_CHECKED)):
        if _call("tidy", game.tidy, text) != text:
            raise Problem("problem.check.text_lost", text=text)
    line = _call("write_state", lambda position: position.text, position)
    if "\n" in line or _call("read_state", game.position, line) != position:
        raise Problem("problem.check.position_lost", text=line)


def _check_scene(scene: Scene) -> None:
    names = [spot.name for spot in scene.spots] + [button.name for button in scene.buttons]
    duplicate = _find_duplicate(names)
    if duplicate is not None:
        raise Problem("problem.check.spot_twice", spot=duplicate)
    known = set(names)
    mentioned = {
        *(piece.spot for piece in scene.pieces),
        *(pit.spot for pit in scene.pits),
        *(spot for border in scene.borders for spot in border.path),
        *(spot for stroke in scene.lines for spot in (stroke.start, stroke.end)),
        *(spot for area in scene.areas for spot in area.corners),
        *(spot for path in scene.paths.values() for spot in path),
        *scene.winning,
    }
    if not mentioned <= known:
        raise Problem("problem.check.spot_unknown", spot=min(mentioned - known))
    for text, path in scene.paths.items():
        if not path:
            raise Problem("problem.check.path_empty", text=text)
    shared_path = _find_duplicate(scene.paths.values())
    if shared_path is not None:
        raise Problem("problem.check.path_twice", path="-".join(shared_path))


def _check_overlays(game: Game, position: Position) -> None:
    known = {spot.name for spot in position.scene.spots}
    for name in game.overlays:
        overlay = _call("overlay", game.overlay, name, position)
        mentioned = {
            *(mark.spot for mark in overlay.marks),
            *(spot for arrow in overlay.arrows for spot in arrow.path),
            *(spot for zone in overlay.zones for spot in zone.corners),
        }
        if not mentioned <= known:
            raise Problem("problem.check.overlay", overlay=name, spot=min(mentioned - known))


def _check_end(position: Position) -> None:
    if not position.is_over:
        return
    outcome = position.outcome
    assert outcome is not None
    if position.moves or position.scene.paths:
        raise Problem("problem.check.moves_after_end")
    sign = {None: 0, 0: 1, 1: -1}[outcome.winner]
    if (position.utility() > 0) - (position.utility() < 0) != sign:
        raise Problem("problem.check.sign", value=position.utility())
    score = position.scene.score
    if outcome.margin is not None and score is not None and score[0] - score[1] != outcome.margin:
        raise Problem("problem.check.score", score=score, margin=outcome.margin)
    if outcome.reason is not None and not has_words(outcome.reason):
        raise Problem("problem.check.reason", reason=outcome.reason)


def _find_duplicate(names: Iterable[R]) -> R | None:
    return next((name for name, count in Counter(names).items() if count > 1), None)
