"""Why a segment was a mistake: every sentence against the slow rules."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from plyground.games.triangles import Triangles, point_name
from plyground.games.triangles.explain import has_last_safe
from plyground.locale import override_language


def follow(oracle, position):
    """The slow game of a position."""
    game = position.game
    slow = oracle(game.points, game.settings["extra_move"])
    for code in position.history:
        slow.play(game.point_set.segments[code])
    return slow


def after(slow, oracle, segment):
    copy = oracle(slow.points, slow.extra_move)
    copy.drawn, copy.side = slow.drawn, slow.side
    copy.play(segment)
    return copy


def best_gain(slow):
    return max(map(slow.gain, slow.legal()), default=0)


def is_safe(slow, oracle, segment):
    return slow.gain(segment) == 0 and best_gain(after(slow, oracle, segment)) == 0


def wins_safe_game(slow, oracle):
    """Does the side to move draw the last safe segment? By trying everything."""

    @cache
    def wins(drawn):
        here = oracle(slow.points)
        here.drawn = drawn
        safe = [segment for segment in here.legal() if is_safe(here, oracle, segment)]
        return any(not wins(drawn | {segment}) for segment in safe)

    return wins(slow.drawn)


@pytest.mark.parametrize("extra_move", [False, True])
def test_every_sentence_is_true_by_the_slow_rules(oracle, extra_move):
    told = {}
    for seed in range(50):
        random = Random(seed)
        position = Triangles(n=6, seed=seed, extra_move=extra_move).start()
        while not position.is_over:
            slow, segments = follow(oracle, position), position.game.point_set.segments
            safe = [code for code in position.codes if is_safe(slow, oracle, segments[code])]
            # The slow rules try everything that is safe: later there is less of it.
            for _ in range(4 if position.history else 0):
                move, better = (random.choice(safe or position.codes) for _ in range(2))
                if random.random() < 0.3:
                    move = random.choice(position.codes)
                remark = position.game.remark(position, move, better)
                if remark is not None:
                    what = remark.sentence.key.removeprefix("game.triangles.why.")
                    told[what] = told.get(what, 0) + 1
                    check(oracle, position, move, better, what, remark)
            position = position.play(random.choice(safe or position.codes))
    assert told.keys() >= {"misses", "gives"}
    assert told.keys() >= {"safe.odd", "safe.even"}


def check(oracle, position, move, better, what, remark):
    slow, segments = follow(oracle, position), position.game.point_set.segments
    values = remark.sentence.values
    played, preferred = segments[move], segments[better]
    if what == "misses":
        assert values["points"] == slow.gain(preferred) - slow.gain(played) > 0
        assert remark.missed == (better,)
    elif what in ("gives", "leaves"):
        then = after(slow, oracle, played)
        reply = segments[remark.allowed[0]]
        assert then.side != slow.side
        assert values["points"] == then.gain(reply) == best_gain(then)
        assert (what == "leaves") == (slow.gain(reply) >= then.gain(reply))
        assert best_gain(after(slow, oracle, preferred)) < then.gain(reply)
    else:
        assert is_safe(slow, oracle, played)
        assert is_safe(slow, oracle, preferred)
        assert wins_safe_game(after(slow, oracle, played), oracle)
        assert not wins_safe_game(after(slow, oracle, preferred), oracle)
        check_region(position.play(move), played, what, values)


def check_region(position, played, what, values):
    """However it goes on, so many segments are drawn between the points of the region."""
    names = values["region"].split()
    assert {point_name(end) for end in played} <= set(names)
    assert what.endswith("odd" if values["left"] % 2 else "even")
    for seed in range(5):
        random, end = Random(seed), position
        while not end.is_over:
            end = end.play(random.choice(end.codes))
        drawn = [move.split("-") for move in end.line[len(position.history) :]]
        within = [ends for ends in drawn if set(ends) <= set(names)]
        assert len(within) >= values["left"]
        if len(names) == len(position.game.points):
            assert len(drawn) == values["left"]


def test_who_draws_the_last_safe_segment_is_found_by_trying(oracle):
    for seed in range(12):
        random = Random(seed)
        position = Triangles(n=6, seed=seed).start()
        for _ in range(3):
            position = position.play(random.choice(position.codes))
        game = position.game
        found = has_last_safe(position.state, game.rules.tables, game.point_set)
        assert found == wins_safe_game(follow(oracle, position), oracle)


def test_where_too_much_is_to_be_tried_nothing_is_said():
    position = Triangles(n=20, seed=1).start()
    move, better = position.codes[:2]
    assert position.game.remark(position, move, better) is None


def test_points_are_told_in_both_languages():
    position = Triangles(n=8, seed=0).start().play_all("A-B")
    assert position.game.remark(position, *position.codes[:1] * 2) is None
    square = Triangles(points="0,0 4,0 4,4 0,4").start().play_all("A-B B-C")
    remark = square.game.remark(square, square.find("A-D"), square.find("A-C"))
    assert str(remark.sentence) == "It misses 1 point at once with A-C."
    with override_language("ko"):
        assert str(remark.sentence) == "A-C로 바로 얻을 수 있는 1점을 놓쳤습니다."
