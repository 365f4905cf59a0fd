"""Wins by threats: what is claimed holds against every legal answer, not only the likely ones."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from plyground.core.contract import INFO_SIZE, LINE_SIZE, RESUMABLE, WIN_ESTIMATE
from plyground.core.values import WON
from plyground.games.gomoku import Gomoku, pattern_state, vct, vct_table
from plyground.games.position import Position

BUDGET = 20_000
# Positions that one confirmation may take.
ROOM = 1_500
# Positions that may be tried until enough wins are found.
TRIES = 400


def confirm(eyes, position: Position, line: list[int], seen: set[str]) -> None:
    """Play the first move of a claimed win, and claim again after every legal answer."""
    after = position.play(line[0])
    if after.is_over:
        assert after.outcome.winner == position.side
        return
    for answer in after.codes:
        then = after.play(answer)
        if then.is_over:
            assert then.outcome.winner == position.side
        elif then.text not in seen and len(seen) < ROOM:
            seen.add(then.text)
            score, on = eyes.threat_search(then, BUDGET)
            assert score > 0, (position.text, after.text, then.text)
            confirm(eyes, then, on, seen)


def find_wins(eyes, options, sizes, wanted, seed):
    """Crowded positions where a win is claimed, with its score and line; fails if they are few."""
    random, found = Random(seed), 0
    for _ in range(TRIES):
        size = random.choice(sizes)
        stones = random.randint(4, size * size // 2 + 4)
        position = eyes.crowded(Gomoku(**options(size)), random, stones)
        score, line = eyes.threat_search(position, BUDGET)
        if score > 0:
            assert 0 < len(line) <= WON - score
            yield position, line
            found += 1
            if found == wanted:
                return
    raise AssertionError(f"only {found} wins were claimed in {TRIES} positions")


@pytest.mark.parametrize("foul", ["illegal", "loses"])
def test_a_claimed_win_holds_against_every_legal_answer(ruled, eyes, foul):
    def options(size):
        return {**ruled.options(size), "foul": foul}

    for position, line in find_wins(eyes, options, range(6, 10), 4, f"{ruled.name} {foul}"):
        confirm(eyes, position, line, set())


def test_the_line_is_legal_and_ends_won_or_in_a_four_that_nothing_stops(ruled, eyes):
    referee = ruled.referee(10)
    ends = {"won": 0, "four": 0}
    for position, line in find_wins(eyes, ruled.options, [10], 12, ruled.name):
        attacker = position.side
        for move in line:
            assert move in position.codes
            position = position.play(move)
        if position.is_over:
            assert position.outcome.winner == attacker
            ends["won"] += 1
            continue
        stones = eyes.stones(position)
        assert position.side != attacker
        assert not referee.fives(stones, 1 - attacker)
        for x, y in referee.legal(stones, 1 - attacker):
            assert referee.fives({**stones, (x, y): 1 - attacker}, attacker)
        ends["four"] += 1
    assert sum(ends.values()) == 12
    assert ends["four"] > 0


def test_two_threes_in_the_open_win_where_they_are_no_foul(eyes):
    # g7 would make two threes: no four is on the board, so it is no win by fours.
    crossing = "e7 f7 g5 g6 / a1 a15 o1 o15 / 0"
    assert eyes.threat_search(Gomoku().position(crossing), BUDGET)[0] > 0
    assert eyes.threat_search(Gomoku().position(crossing), 900)[0] == 0


def test_a_search_cut_short_goes_on_where_it_stopped(eyes):
    position = Gomoku().position("g7 i7 h8 l9 f10 f12 g12 / g9 g10 i10 g11 k11 l11 / 1")
    # From the beginning each time, the budget is never enough.
    assert [eyes.threat_search(position, 1_000)[0] for _ in range(3)] == [0, 0, 0]
    features = eyes.features(position)
    scores = [eyes.threat_search(position, 1_000, features)[0] for _ in range(30)]
    assert scores[0] == 0
    assert scores[-1] > 0


def test_a_four_of_the_defender_that_stops_nothing_puts_the_win_off(eyes):
    # White can make a four at the edge; its only five is stopped, and both threes are still there.
    position = Gomoku().position("e7 f7 g5 g6 / a1 b1 c1 a2 / 0")
    score, line = eyes.threat_search(position, BUDGET)
    assert score > 0
    confirm(eyes, position, line, set())


def test_no_win_is_claimed_where_a_five_must_be_stopped_first(eyes):
    # Black must play e1, which threatens nothing, and then white has g7.
    position = Gomoku().position("e7 f7 g5 g6 / a1 b1 c1 d1 / 0")
    assert eyes.threat_search(position, BUDGET)[0] <= 0


def test_a_foul_is_no_threat_though_the_position_after_it_is_known_as_won(eyes):
    """Black may have got there by other moves, the forbidden stone having been put first."""
    black = "c13 f13 e12 d11 f11 g11 c10 d10 e10 h10 d9 i9 g8 h8"
    white = "g14 d12 f12 g12 e11 f10 i10 b9 f9 g9 h9 d8 f8 j8"
    position = Gomoku(rule="renju").position(f"{black} / {white} / 0")
    forbidden = 12 * 15 + 3
    assert forbidden not in position.codes
    features = eyes.features(position)
    after = features[pattern_state.HASH] ^ pattern_state.stone_hash(forbidden, 0)
    known = vct_table.pack(0, vct_table.ENDLESS, 5)
    vct_table.store(vct_table.key_of(after, 1, vct_table.DEFENDS), known, features)
    _, line = eyes.threat_search(position, BUDGET, features)
    assert forbidden not in line[:1]
    # Where the stone is allowed, the same entry is used: it decides the search.
    free = Gomoku().position(position.text)
    features = eyes.features(free)
    vct_table.store(vct_table.key_of(after, 1, vct_table.DEFENDS), known, features)
    assert eyes.threat_search(free, BUDGET, features)[1][0] == forbidden


def test_a_search_without_a_win_can_be_resumed_or_is_over(eyes):
    game, random = Gomoku(), Random(5)
    seen = set()
    for _ in range(60):
        position = eyes.crowded(game, random, random.randint(4, 60))
        line, info = np.full(LINE_SIZE, -1, np.int64), np.zeros(INFO_SIZE, np.int64)
        state, features = np.array(position.state), eyes.features(position)
        search = eyes.call(game, "threat_search")
        if search(state, 1_000, line, info, features, game.rules.tables) == 0:
            resumable, estimate = info[[RESUMABLE, WIN_ESTIMATE]].tolist()
            assert 0 <= estimate <= (100 if resumable else 0)
            seen.add(resumable)
    assert seen == {0, 1}


def test_a_win_is_the_likelier_the_nearer_the_proof():
    most = vct_table.ENDLESS - 1
    numbers = ((1, most), (13, 270), (30, 170), (most, 1))
    estimates = [vct.estimate_win(*pair) for pair in numbers]
    assert estimates == sorted(estimates, reverse=True)
    assert estimates[0] >= 99
    assert estimates[1] > 50 > estimates[2]
    assert estimates[3] == 0
