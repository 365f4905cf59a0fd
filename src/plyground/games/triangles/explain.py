"""Why a segment was a mistake: points missed or given, and who draws the last safe segment.

A segment is safe if it completes nothing and lets the next one complete nothing. Who is to draw
when none is left has to give points away. If there are few, it is found out by trying all of them
who draws the last one, should both draw safe segments only; no more than this is claimed.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.games.position import Position
from plyground.games.remark import Remark
from plyground.games.triangles import rules
from plyground.games.triangles.geometry import PointSet
from plyground.games.triangles.regions import Prospect, Region, find_regions, list_prospects
from plyground.locale import Sentence

MOST_TRIED = 400
"""Positions that are tried to find out who draws the last safe segment."""


class _TooMany(Exception):
    pass


def explain_move(before: Position, move: int, better: int, points: PointSet) -> Remark | None:
    """What a segment misses or gives, and the better one does not."""
    if before.is_over or move == better:
        return None
    state, tables = before.state, before.game.rules.tables
    prospects = {one.segment: one for one in list_prospects(state, tables, points)}
    played, preferred = prospects[move], prospects[better]
    if preferred.gain > played.gain:
        points_missed = preferred.gain - played.gain
        sentence = _say("misses", points=points_missed, better=_name(before, better))
        return Remark(sentence, missed=(better,))
    if played.reply > preferred.reply:
        return _explain_gift(before, played, prospects)
    if played.is_safe and preferred.is_safe:
        return _explain_parity(before, move, better, points)
    return None


def _explain_gift(
    before: Position, played: Prospect, prospects: dict[int, Prospect]
) -> Remark | None:
    """The points that the opponent takes next, which were there already or are there now."""
    after = before.play(played.segment)
    if after.side == before.side:
        return None
    tables = after.game.rules.tables
    gains = {code: int(rules.count_gain(after.state, code, tables)) for code in after.codes}
    reply = max(gains, key=lambda code: gains[code])
    key = "leaves" if prospects[reply].gain >= gains[reply] else "gives"
    sentence = _say(key, points=gains[reply], reply=_name(after, reply))
    return Remark(sentence, allowed=(reply,))


def _explain_parity(before: Position, move: int, better: int, points: PointSet) -> Remark | None:
    """Who draws the last safe segment, after the move and after the better one."""
    played, preferred = before.play(move), before.play(better)
    try:
        is_theirs = has_last_safe(played.state, played.game.rules.tables, points)
        is_own = not has_last_safe(preferred.state, played.game.rules.tables, points)
    except _TooMany:
        return None
    if not (is_theirs and is_own):
        return None
    [region] = (
        region
        for region in find_regions(before.state, before.game.rules.tables, points)
        if move in region.segments
    )
    parity = "odd" if (region.left - 1) % 2 else "even"
    sentence = _say(
        f"safe.{parity}",
        region=_name_region(before, region),
        left=region.left - 1,
        better=_name(before, better),
    )
    return Remark(sentence)


def has_last_safe(
    state: Vector, tables: Vector, points: PointSet, known: dict[bytes, bool] | None = None
) -> bool:
    """Does the side to move draw the last safe segment, if both draw only such, and well?"""
    known = {} if known is None else known
    key = state.tobytes()
    if key not in known:
        if len(known) >= MOST_TRIED:
            raise _TooMany
        found = False
        for prospect in list_prospects(state, tables, points):
            if prospect.is_safe:
                after = state.copy()
                rules.play(after, prospect.segment, tables)
                if not has_last_safe(after, tables, points, known):
                    found = True
                    break
        known[key] = found
    return known[key]


def _name_region(position: Position, region: Region) -> str:
    """The points of a region, those that its triangles have for corners."""
    scene = position.game.scene(position.state)
    corners = sorted({corner for tile in region.tiles for corner in tile})
    return " ".join(scene.spots[corner].name for corner in corners)


def _name(position: Position, move: int) -> str:
    return position.game.move_text(position.state, move)


def _say(what: str, **values: str | int) -> Sentence:
    return Sentence(f"game.triangles.why.{what}", values)
