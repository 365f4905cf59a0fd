"""The memory of gomoku, its patterns, and what is claimed from them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core.values import WON, lost_in, won_in
from plyground.games.gomoku import Gomoku, pattern_state, patterns, rules
from plyground.games.gomoku.lines import PLANE
from plyground.games.position import Position


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**40), size=st.integers(5, 11))
def test_memory_kept_move_by_move_is_that_from_scratch(ruled, eyes, seed, size):
    random = Random(seed)
    game = Gomoku(**ruled.options(size), opening=random.choice(("none", "swap2")))
    update_features, revert_features = (
        eyes.call(game, "update_features"),
        eyes.call(game, "revert_features"),
    )
    tables = game.rules.tables
    position = game.start()
    features = eyes.features(position)
    while not position.is_over:
        before, state = features.copy(), np.array(position.state)
        other = random.choice(position.codes)
        update_features(state, other, features, tables)
        revert_features(state, other, features, tables)
        assert np.array_equal(features[: pattern_state.TOP], before[: pattern_state.TOP])
        move = random.choice(position.codes)
        update_features(state, move, features, tables)
        position = position.play(move)
        if not position.is_over:
            assert np.array_equal(
                features[: pattern_state.TOP], eyes.features(position)[: pattern_state.TOP]
            )


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**40), size=st.integers(5, 11))
def test_stones_put_for_fours_alone_leave_every_kind_and_three_right(ruled, eyes, seed, size):
    random = Random(seed)
    game = Gomoku(**ruled.options(size))
    position = eyes.crowded(game, random, random.randint(0, size * size // 2))
    state, features, tables = np.array(position.state), eyes.features(position), game.rules.tables
    before = features.copy()
    empty = [y * size + x for x, y in ruled.referee(size).empty(eyes.stones(position))]
    added = []
    for cell in random.sample(empty, min(len(empty), random.randint(1, 12))):
        # Often the same colour again, so that rows come about.
        colour = 0 if random.random() < 0.7 else 1
        pattern_state.add_stone(cell, colour, False, features, tables)
        added.append((cell, colour))
        state[rules.BOARD + cell // size] |= 1 << (cell % size + PLANE * colour)
        fresh = np.zeros(game.rules.features_size, np.int64)
        eyes.call(game, "init_features")(state, fresh, tables)
        for parts in (
            slice(pattern_state.COUNTS, pattern_state.SUMS),
            slice(pattern_state.HASH, pattern_state.CELLS),
        ):
            assert np.array_equal(features[parts], fresh[parts])
        for place in range(0, 32, 4):
            found, expected = (
                m[pattern_state.CELLS : pattern_state.TOP] >> place & 15 for m in (features, fresh)
            )
            are_trifles = np.maximum(found, expected) < patterns.BLOCKED_THREE
            assert ((found == expected) | are_trifles).all()
    for cell, colour in reversed(added):
        pattern_state.remove_stone(cell, colour, features, tables)
    assert np.array_equal(features[: pattern_state.TOP], before[: pattern_state.TOP])


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**40), size=st.integers(5, 10))
def test_a_cell_is_winning_exactly_if_the_referee_sees_a_five(ruled, eyes, seed, size):
    random = Random(seed)
    game, referee = Gomoku(**ruled.options(size)), ruled.referee(size)
    state = np.array(game.rules.start)
    fill = random.choice((0.2, 0.4, 0.6))
    cells = [point for point in referee.empty({}) if random.random() < fill]
    stones = {point: random.randint(0, 1) for point in cells}
    for (x, y), colour in stones.items():
        state[rules.BOARD + y] |= 1 << (x + PLANE * colour)
    features = np.zeros(game.rules.features_size, np.int64)
    eyes.call(game, "init_features")(state, features, game.rules.tables)
    for x, y in referee.empty(stones):
        for colour in (0, 1):
            entry = pattern_state.read_entry(y * size + x, colour, features, game.rules.tables)
            is_winning = patterns.kind_of(int(entry)) == patterns.WINNING
            assert is_winning == referee.makes_five(stones, (x, y), colour)


def solve(position: Position, plies: int) -> int:
    """The score to a depth by brute force over all legal moves, 0 beyond it."""
    if position.is_over:
        winner = position.outcome.winner
        return 0 if winner is None else (WON if winner == position.side else -WON)
    if plies == 0:
        return 0
    best = -WON - 1
    for move in position.codes:
        after = position.play(move)
        score = solve(after, plies - 1)
        score = score if after.side == position.side else -score
        best = max(best, score - (score > 0) + (score < 0))
        if best >= WON - 1:
            break
    return best


@pytest.mark.parametrize("foul", ["illegal", "loses"])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**40))
def test_what_tactics_claims_is_true(ruled, eyes, foul, seed):
    random = Random(seed)
    game = Gomoku(**ruled.options(random.choice((5, 6))), foul=foul)
    position = eyes.crowded(game, random, random.randint(6, 24))
    score, _ = eyes.threat_search(position, 0)
    if score:
        plies = WON - abs(score)
        found = solve(position, plies)
        assert abs(found) >= abs(score)
        assert (found > 0) == (score > 0)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**40), size=st.integers(5, 9))
def test_candidates_are_legal_and_leave_out_no_win_or_defence(ruled, eyes, seed, size):
    random = Random(seed)
    game, referee = Gomoku(**ruled.options(size)), ruled.referee(size)
    position = eyes.crowded(game, random, random.randint(0, 40))
    chosen, _ = eyes.candidates(position)
    assert chosen
    assert set(chosen) <= set(position.codes)
    stones = eyes.stones(position)

    def fives(colour: int) -> set[int]:
        points = referee.empty(stones)
        return {y * size + x for x, y in points if referee.makes_five(stones, (x, y), colour)}

    own, enemy = fives(position.side), fives(1 - position.side)
    if own:
        assert len(chosen) == 1
        assert set(chosen) <= own
    elif enemy & set(position.codes):
        assert enemy & set(position.codes) <= set(chosen)
        if not referee.blocked_ends:
            assert set(chosen) <= enemy


def pattern(drawing: str, long_wins: bool = False, blocked_ends: bool = False) -> int:
    """The pattern of a stone on `*` in a line with room around it; `#` is the edge."""
    line = "......" + drawing + "......"
    middle = line.index("*")
    own = enemy = 0
    for distance in (*range(-5, 0), *range(1, 6)):
        sign = line[middle + distance]
        bit = distance + 5 if distance < 0 else distance + 4
        own |= (sign in "x#") << bit
        enemy |= (sign in "o#") << bit
    return int(patterns.build_line_patterns(long_wins, blocked_ends)[own << 10 | enemy])


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("*", patterns.OPEN_ONE),
        ("x*", patterns.OPEN_TWO),
        ("ox*", patterns.BLOCKED_TWO),
        ("xx*", patterns.OPEN_THREE),
        ("x.x*", patterns.OPEN_THREE),
        ("oxx*", patterns.BLOCKED_THREE),
        ("#####xx*", patterns.BLOCKED_THREE),
        ("o.xx*.o", patterns.BLOCKED_THREE),
        ("x..xx*..x", patterns.BLOCKED_THREE),
        ("oxx*o", patterns.NOTHING),
        ("xxx*", patterns.OPEN_FOUR),
        ("oxxx*", patterns.FOUR),
        ("x.xx*", patterns.FOUR),
        ("x.x*x.x", patterns.OPEN_FOUR),
        ("x.xx*x.x", patterns.NOTHING),
        ("xxxx*", patterns.FIVE),
        ("xxxxx*", patterns.NOTHING),
    ],
)
def test_patterns_where_exactly_five_wins(drawing, expected):
    assert pattern(drawing) == expected


def test_patterns_follow_what_wins():
    assert pattern("xxxxx*", long_wins=True) == patterns.FIVE
    assert pattern("x.xx*x.x", long_wins=True) == patterns.OPEN_FOUR
    assert pattern("oxxx*x.o", blocked_ends=True) == patterns.FIVE
    assert pattern("oxxx*xo", blocked_ends=True) == patterns.NOTHING
    # One end is taken beyond: a stone at the other end spoils the five there, too.
    assert pattern("o.xxx*.", blocked_ends=True) == patterns.FOUR


def test_an_open_four_and_a_pair_of_fives_are_seen_at_once(eyes):
    game = Gomoku()
    three = game.position("h8 i8 j8 / a1 a3 c5 / 0")
    assert eyes.threat_search(three, 0)[0] == won_in(3)
    four = game.position("h8 i8 j8 k8 / a1 a3 c5 / 1")
    assert eyes.threat_search(four, 0)[0] == lost_in(2)
    assert eyes.threat_search(game.position("h8 i8 j8 k8 / a1 a3 c5 / 0"), 0)[0] == won_in(1)


def test_in_caro_an_enemy_stone_two_away_spoils_an_open_four(eyes):
    game = Gomoku(rule="caro")
    assert eyes.threat_search(game.position("h8 i8 j8 / a1 a3 c5 / 0"), 0)[0] == won_in(3)
    assert eyes.threat_search(game.position("h8 i8 j8 / f8 a3 c5 / 0"), 0)[0] == 0


def test_more_stones_in_a_row_look_better_to_their_owner(eyes):
    game = Gomoku()

    def look(text: str) -> int:
        position = game.position(text)
        state, tables = np.array(position.state), game.rules.tables
        return int(eyes.call(game, "evaluate")(state, eyes.features(position), tables))

    assert look("h8 i8 / a1 o15 / 0") > look("h8 a15 / a1 o15 / 0") > 0
    assert look("a1 o15 / h8 i8 / 0") < look("a1 o15 / h8 a15 / 0")
