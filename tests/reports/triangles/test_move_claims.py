"""What the report claims of moves, against minimax over positions."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from plyground.agents.specs import agent
from plyground.core.limits import Limit
from plyground.games.triangles import Triangles
from plyground.reports.triangles import move_claims
from plyground.reports.triangles.set_claims import find_values, make_games


def ignore_progress(done: int, total: int) -> None:
    pass


def test_captures_cost_points_only_if_they_hand_back_two(monkeypatch, exact_values, gain_of):
    monkeypatch.setattr(move_claims, "CAPTURE_SIZES", range(5, 6))
    rows = move_claims.check_captures(ignore_progress).rows
    assert [row.cells[0] for row in rows] == [0, 1, 2]
    assert [row.cells[2] > 0 for row in rows] == [False, False, True]
    position = rows[2].position
    values = exact_values(position)
    taken = max(position.moves, key=lambda move: gain_of(position, move))
    after = position.play(taken)
    assert gain_of(position, taken) > 0
    assert max(gain_of(after, reply) for reply in after.moves) == 2
    assert values[taken] < max(values.values())


def test_offers_are_counted_and_valued(monkeypatch, exact_values, gain_of):
    monkeypatch.setattr(move_claims, "OFFER_SIZES", range(4, 5))
    monkeypatch.setattr(move_claims, "OFFER_SETS", 6)
    expected = {number: [0, 0, 0, 0] for number in range(3)}
    for number, game in enumerate(make_games([4], 6), start=1):
        for position in move_claims.list_random_positions(game, Random(number)):
            if any(gain_of(position, move) for move in position.moves):
                continue
            values = exact_values(position)
            for move, value in values.items():
                after = position.play(move)
                gains = {reply: gain_of(after, reply) for reply in after.moves}
                best = [reply for reply in gains if gains[reply] == max(gains.values())]
                later = [after.play(reply) for reply in best]
                tally = expected[min(sum(gains.values()), 2)]
                tally[0] += 1
                tally[1] += value == max(values.values())
                tally[2] += max(values.values()) - value
                tally[3] += all(any(gain_of(one, move) for move in one.moves) for one in later)
    rows = move_claims.check_offers(ignore_progress).rows
    for row, tally in zip(rows, expected.values(), strict=True):
        assert row.cells[1:3] == tuple(tally[:2])
        assert row.cells[3] == pytest.approx(tally[2] / max(1, tally[0]))
    assert [row.cells[4] for row in rows[1:]] == [expected[1][3], expected[2][3]]


def test_phases_are_those_that_the_agents_say(monkeypatch, exact_values):
    monkeypatch.setattr(move_claims, "PHASE_SIZE", 5)
    monkeypatch.setattr(move_claims, "PHASE_SETS", 3)
    counts = Counter()
    for seed in range(3):
        for spec in ("report", "improved", "printed"):
            start = Triangles(n=5, seed=seed).start()
            position = start.play(Random(seed).choice(start.codes))
            while not position.is_over:
                found = agent(f"baseline:{spec}").choose(position, Limit())
                values = exact_values(position)
                phase = "search"
                if str(found.why).startswith("takes"):
                    phase = "capture"
                elif "independent" in str(found.why):
                    phase = "case"
                loss = max(values.values()) - values[found.move]
                counts.update({(spec, phase, "moves"): 1, (spec, phase, "loss"): loss})
                position = position.play(found.move)
    for row in move_claims.check_phases(ignore_progress).rows:
        spec, phase = (cell.key.rpartition(".")[2] for cell in row.cells[:2])
        assert (row.cells[2], row.cells[4]) == (
            counts[spec, phase, "moves"],
            counts[spec, phase, "loss"],
        )


def test_chains_are_judged_by_exact_values():
    """The two positions of the report's page: refusing two gains, refusing an even chain costs."""
    two = Triangles(set="hexagon_centre").start().play_all("A-B A-G B-C C-D D-G")
    assert find_values(two)["A-C"] == max(find_values(two).values()) - 2
    chain = Triangles(set="triangle_inside").start().play_all("C-D A-C B-D B-C")
    assert find_values(chain) == {"A-B": -3, "A-D": -1}
