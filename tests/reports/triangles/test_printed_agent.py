"""The agent of the printed program against the program written once more, slip by slip."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from plyground.agents.specs import agent
from plyground.core.jit import compile_kernel
from plyground.core.limits import Limit, Stop
from plyground.games.position import Position
from plyground.games.triangles import Triangles
from plyground.reports.triangles.printed_agent import chain_hull
from plyground.reports.triangles.segment_scan import (
    CAPTURES,
    LAST_PAIR,
    PREPARED,
    PRINTED_SIGNATURE,
    scan_as_printed,
)

REPORT, PRINTED = "baseline:report", "baseline:printed"

# Where the text and the program differ: the slip, the game, the moves, what the program draws, what
# the text does, and what the program would draw without this slip alone.
DIFFERENCES = [
    ("lowest h", {"n": 5, "layout": "general", "seed": 676}, "D-E B-C", "C-E", "B-D", "B-D"),
    ("six plies", {"n": 6, "seed": 358}, "D-F C-E A-B", "B-C", "A-C", "A-C"),
    ("last pair", {"n": 5, "layout": "general", "seed": 676}, "D-E B-C", "C-E", "B-D", "B-D"),
    ("three or more", {"n": 5, "layout": "convex", "seed": 984}, "C-D B-E", "A-E", "B-C", "A-B"),
    ("swapped weights", {"n": 7, "seed": 431}, "D-G A-E C-F B-G", "F-G", "A-B", "A-B"),
    ("inner nodes", {"set": "quadrilateral"}, "C-D A-B", "B-C", "A-C", "A-D"),
    ("crossed sides", {"set": "course8"}, "A-G G-H B-H", "A-H", "C-F", "C-F"),
    ("hull edges searched", {"n": 5, "layout": "convex", "seed": 442}, "", "C-E", "A-C", "A-C"),
    ("hull edges only", {"n": 4, "layout": "convex", "seed": 273}, "A-D", "A-B", "B-C", "B-C"),
    ("hull from left to right", {"n": 5, "seed": 907}, "A-C", "D-E", "A-E", "A-E"),
    ("order of coordinates", {"n": 7, "layout": "convex", "seed": 402}, "", "D-F", "A-C", "A-C"),
]


@pytest.fixture(scope="module")
def play():
    agents = {spec: agent(spec) for spec in (REPORT, PRINTED)}

    def choose(spec: str, position: Position) -> str:
        return agents[spec].choose(position, Limit()).move

    return choose


@pytest.mark.parametrize(
    ("slip", "options", "moves", "printed", "text", "corrected"),
    DIFFERENCES,
    ids=[difference[0] for difference in DIFFERENCES],
)
def test_each_slip_changes_a_move(play, program, slip, options, moves, printed, text, corrected):
    position = Triangles(**options).start().play_all(moves)
    assert printed not in (text, corrected)
    assert program(position).choose() == printed
    assert program(position, without=slip).choose() == corrected
    assert play(PRINTED, position) == printed
    assert play(REPORT, position) == text


def test_every_slip_has_its_position(slips):
    assert [difference[0] for difference in DIFFERENCES] == list(slips)


def random_positions(count: int, seed: int):
    """From empty to nearly full, with few triangles; half of the point lists are not sorted."""
    rng = Random(seed)
    while count:
        size, layout = rng.randint(3, 6), rng.choice(["grid7", "general", "convex"])
        points = Triangles(n=size, layout=layout, seed=rng.randrange(10**6)).points
        if rng.random() < 0.5:
            rng.shuffle(points)
        position = Triangles(points=" ".join(f"{x},{y}" for x, y in points)).start()
        for _ in range(rng.randrange(2 * size - 2)):
            scored = sum(position.scene.score)
            quiet = [
                move for move in position.moves if sum(position.play(move).scene.score) == scored
            ]
            if position.moves:
                position = position.play(rng.choice(quiet or position.moves))
        if not position.is_over:
            count -= 1
            yield position


def test_plays_as_the_program_everywhere(play, program):
    for position in random_positions(40, seed=1):
        assert play(PRINTED, position) == program(position).choose(), position


def test_takes_the_first_segment_with_most_triangles(play):
    position = Triangles(set="square_centre").start().play_all("A-D A-E C-D C-E A-B")
    assert play(PRINTED, position) == "D-E"


def test_compiled_scan_equals_the_plain_one():
    native = compile_kernel(scan_as_printed, PRINTED_SIGNATURE).call
    for size in (3, 8, 20):
        game = Triangles(n=size, layout="general")
        root = position = game.start()
        rng = Random(2)
        while not position.is_over:
            rows = [np.zeros((CAPTURES + 1, game.rules.branching), np.int64) for _ in range(2)]
            counts = [
                scan(position.state, root.state, out, game.rules.tables)
                for scan, out in zip((native, scan_as_printed.function), rows, strict=True)
            ]
            assert counts[0] == counts[1] == len(position.codes)
            assert np.array_equal(rows[0][:CAPTURES], rows[1][:CAPTURES])
            position = position.play(rng.choice(position.codes))
            root = position if len(position.history) % 4 == 0 else root


def test_scan_counts_at_the_last_two_points_and_sides_open_at_the_root():
    # A convex quadrilateral with its diagonal A-C and one side: B-C then prepares B-D no more.
    game = Triangles(set="quadrilateral")
    root = game.start()
    position = root.play_all("A-C A-B")
    out = np.zeros((CAPTURES + 1, game.rules.branching), np.int64)
    count = scan_as_printed.function(position.state, root.state, out, game.rules.tables)
    rows = {game.move_text(position.state, int(row[0])): row for row in out.T[:count]}
    assert set(rows) == {"A-D", "B-C", "C-D"}
    # A-D with A-B prepares B-D, open at the root; with A-C it prepares C-D.
    assert rows["A-D"][PREPARED] == 2
    # B-C can be taken now and touches C, C-D is prepared and touches both.
    assert rows["A-D"][LAST_PAIR] == 2
    assert rows["B-C"][LAST_PAIR] == 0


def test_hull_goes_from_left_to_right_twice():
    hexagon = Triangles(set="hexagon").points
    assert chain_hull(hexagon) == [(0, 3), (2, 6), (6, 6), (8, 3), (2, 0), (6, 0)]


@pytest.mark.parametrize(
    ("name", "moves", "words"),
    [
        ("square_centre", "A-D A-E C-D C-E A-B", "takes two triangles"),
        ("triangle", "A-B B-C", "takes a triangle"),
        ("quadrilateral", "", "draws an independent segment, of 1 until saturation"),
        ("pentagon", "B-E D-E B-D", "beam search of depth 6 over the 3 segments chosen by h"),
    ],
)
def test_says_which_rule_chose(name, moves, words):
    position = Triangles(set=name).start().play_all(moves)
    assert str(agent(PRINTED).choose(position, Limit()).why) == words


def test_says_when_the_answer_is_not_a_choice_of_the_root():
    position = Triangles(n=5, layout="general", seed=676).start().play_all("D-E B-C")
    why = str(agent(PRINTED).choose(position, Limit()).why)
    assert why.startswith("left over from an inner node")


@pytest.mark.parametrize("moves", ["", "C-D A-E C-E"])
def test_plays_the_best_so_far_when_it_must_stop(moves):
    position = Triangles(set="two_triangles").start().play_all(moves)
    made = agent(PRINTED)
    made.prepare(position.game)
    with Stop() as stop:
        stop.set("time")
        found = made.think(position, Limit(), stop)
    assert found.move in position.moves
    assert found.stopped_by == "time"
    for nodes in (1, 2, 5):
        few = made.choose(position, Limit(nodes=nodes))
        assert few.move in position.moves
        assert few.stopped_by == "nodes"


@pytest.mark.parametrize("options", [{"set": "course8", "extra_move": True}, {"set": "course10"}])
def test_plays_a_game_to_its_end(play, options):
    position = Triangles(**options).start()
    while not position.is_over:
        position = position.play(play(PRINTED, position))
    assert sum(position.scene.score) == position.game.point_set.triangle_total
