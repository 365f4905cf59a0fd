import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core.contract import KERNELS
from plyground.core.values import EVALUATION_LIMIT, POINT
from plyground.games.triangles import Triangles, rules
from plyground.games.triangles.evaluate import count_quadrilaterals, count_regions

NO_FEATURES = np.zeros(1, np.int64)
VARIANTS = [False, True]


def score_bounds(position):
    out = np.zeros(3, np.int64)
    position.game.kernels.score_bounds(position.state, out, position.game.rules.tables)
    return tuple(int(number) for number in out)


def key(position):
    return int(position.game.kernels.key(position.state, position.game.rules.tables))


def evaluate(position):
    return int(
        position.game.kernels.evaluate(position.state, NO_FEATURES, position.game.rules.tables)
    )


def ordered(position):
    """The legal moves, the one to be searched first in front."""
    moves = np.array(position.codes, np.int64)
    priors = np.zeros_like(moves)
    position.game.kernels.priors(
        position.state, moves, len(moves), priors, NO_FEATURES, position.game.rules.tables
    )
    return [position.moves[index] for index in np.argsort(-priors, kind="stable")]


def span_of_results(position, seen):
    """The least and the most that the side to move can add, by trying all that can be played."""
    if position.is_over:
        return 0, 0
    if position not in seen:
        spans = []
        for move in position.codes:
            after = position.play(move)
            gain = sum(after.scene.score) - sum(position.scene.score)
            low, high = span_of_results(after, seen)
            same = after.side == position.side
            spans.append((gain + low, gain + high) if same else (gain - high, gain - low))
        seen[position] = min(low for low, _ in spans), max(high for _, high in spans)
    return seen[position]


@pytest.mark.parametrize("extra_move", VARIANTS)
@pytest.mark.parametrize(
    "name",
    ["triangle", "quadrilateral", "triangle_inside", "triangle_side", "square_centre", "line"],
)
def test_bounds_hold_whatever_is_played(name, extra_move):
    game = Triangles(set=name, extra_move=extra_move)
    seen = {}
    span_of_results(game.start(), seen)
    for position, (low, high) in seen.items():
        first, second = position.scene.score
        ahead, least, most = score_bounds(position)
        assert ahead == (first - second if position.side == 0 else second - first)
        assert least <= low <= high <= most


@given(
    st.sampled_from(["grid7", "general", "convex"]),
    st.integers(2, 20),
    st.integers(0, 10**6),
    st.booleans(),
    st.randoms(use_true_random=False),
)
@settings(deadline=None, max_examples=40)
def test_bounds_hold_in_long_games(layout, count, seed, extra_move, chance):
    game = Triangles(layout=layout, n=count, seed=seed, extra_move=extra_move)
    game.native()
    positions = [game.start()]
    while not positions[-1].is_over:
        positions.append(positions[-1].play(chance.choice(positions[-1].codes)))
    final = positions[-1].outcome.margin
    for position in positions:
        ahead, least, most = score_bounds(position)
        added = (final if position.side == 0 else -final) - ahead
        assert least <= added <= most
        assert (least - added) % 2 == (most - added) % 2 == 0
        assert abs(evaluate(position)) < EVALUATION_LIMIT
    assert score_bounds(positions[-1])[1:] == (0, 0)


def test_bounds_meet_at_the_last_move():
    position = Triangles(set="course8").start()
    while position.state[rules.SEGMENTS_LEFT] > 1:
        position = position.play(position.codes[0])
    ahead, least, most = score_bounds(position)
    final = position.play(position.codes[0]).outcome.margin
    assert least == most == (final if position.side == 0 else -final) - ahead


def positions_of(game):
    """All positions, each once."""
    found = {game.start()}
    waiting = list(found)
    while waiting:
        position = waiting.pop()
        fresh = {position.play(move) for move in position.codes} - found
        found |= fresh
        waiting += fresh
    return found


def future_of(position, seen):
    """What can still be played, and what it gains: all of it, as one nested value."""
    if position not in seen:
        points = sum(position.scene.score)
        follow = frozenset(
            (text, sum(after.scene.score) - points, future_of(after, seen))
            for text in position.moves
            for after in [position.play(text)]
        )
        seen[position] = hash(follow)
    return seen[position]


@pytest.mark.parametrize("extra_move", VARIANTS)
@pytest.mark.parametrize("name", ["pentagon", "square_centre", "triangle_side"])
def test_keys_are_equal_only_where_the_future_is(name, extra_move):
    """Of a region that is finished in one of several ways, the key does not tell in which."""
    game = Triangles(set=name, extra_move=extra_move)
    seen = {}
    future_of(game.start(), seen)
    keys = {(key(position), future) for position, future in seen.items()}
    assert len({one for one, _ in keys}) == len(keys)
    drawings = {int(position.state[rules.DRAWN]) for position in seen}
    assert len(keys) < len(drawings) or name != "pentagon"


def test_keys_are_well_spread():
    game = Triangles(layout="convex", n=20)
    keys = set()
    for a in range(190):
        after = game.start().play(a)
        keys |= {key(after.play(b)) for b in after.codes if b > a}
    # So many balls in 4096 boxes leave about e^-(balls/boxes) of the boxes empty.
    empty = np.exp(-len(keys) / 4096) * 4096
    for shift in (0, 20, 40):
        boxes = {(number >> shift) % 4096 for number in keys}
        assert abs(4096 - len(boxes) - empty) < 5 * np.sqrt(empty) + 5


@pytest.mark.parametrize(
    ("name", "moves", "enclosed", "waiting"),
    [
        ("quadrilateral", "A-B B-C C-D", 0, 0),
        ("quadrilateral", "A-B B-C C-D A-D", 1, 1),
        ("quadrilateral", "A-B B-C C-D A-D A-C", 0, 0),
        ("pentagon", "A-B B-C C-D D-E A-E", 1, 0),
        ("pentagon", "A-B B-C C-D D-E A-E A-C", 1, 1),
        ("hexagon", "A-B B-C C-D D-E E-F A-F A-D", 2, 2),
        ("triangle_inside", "A-B B-C A-C", 1, 0),
        ("triangle_inside", "A-B B-C A-C A-D B-D", 1, 1),
    ],
)
def test_regions_and_quadrilaterals_are_counted(name, moves, enclosed, waiting):
    position = Triangles(set=name).start().play_all(moves)
    tables = position.game.rules.tables
    assert count_regions(position.state, tables) == enclosed
    assert count_quadrilaterals(position.state, tables) == waiting


def test_captures_are_tried_first_and_two_triangles_before_one():
    # A square whose diagonal takes two, and beside it a triangle that lacks one side.
    game = Triangles(points="0,0 4,0 5,4 0,5 20,1 24,0 23,5")
    position = game.start().play_all("A-B B-C C-D A-D E-F F-G")
    assert set(ordered(position)[:3]) == {"A-C", "B-D", "E-G"}
    assert ordered(position)[2] == "E-G"


def test_moves_that_give_nothing_come_before_those_that_give():
    position = Triangles(set="square_centre").start().play("A-B")
    giving = {"A-E", "B-E"}
    assert set(ordered(position)[-2:]) == giving


def test_evaluation_is_the_lead_plus_what_does_not_depend_on_it():
    game = Triangles(set="pentagon_centre")
    expectations = {}
    for moves in ("A-B B-F A-F C-D", "A-B B-F C-D A-F", "B-F A-F C-D A-B"):
        position = game.start().play_all(moves)
        expected = evaluate(position) - score_bounds(position)[0] * POINT
        expectations[score_bounds(position)[0]] = expected
    assert set(expectations) == {-1, 1}
    assert len(set(expectations.values())) == 1


@pytest.mark.parametrize("extra_move", VARIANTS)
def test_evaluation_likes_having_something_to_take(extra_move):
    game = Triangles(set="hexagon", extra_move=extra_move)
    something, nothing = (game.start().play_all(moves) for moves in ("A-B B-C", "A-B C-D"))
    assert evaluate(something) > evaluate(nothing)


@pytest.mark.parametrize("name", ["score_bounds", "key", "evaluate", "priors"])
def test_kernels_are_compiled_to_the_same(name):
    game = Triangles(n=12, seed=3)
    native = game.native().compiled[name].call
    plain = getattr(game.kernels, name)
    position = game.start()
    while not position.is_over:
        answers = []
        for function in (plain, native):
            moves = np.array(position.codes, np.int64)
            room = np.zeros(max(3, len(moves)), np.int64)
            given = {
                "state": np.array(position.state),
                "out": room,
                "moves": moves,
                "count": len(moves),
                "features": NO_FEATURES,
                "tables": np.array(game.rules.tables),
            }
            answer = function(*(given[part] for part in KERNELS[name][0]))
            answers.append((answer, room.tolist()))
        assert answers[0] == answers[1]
        position = position.play(position.codes[len(position.history) % len(position.codes)])
