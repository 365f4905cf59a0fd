"""`check_game` on a small game that conforms to the contract, and on broken versions of it."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pytest

from plyground import (
    LOSS,
    ONGOING,
    Game,
    Kernels,
    Label,
    Piece,
    Problem,
    Rules,
    Scene,
    Spot,
    check_game,
    kernel,
    margin,
    vector,
)
from plyground.core.contract import POSITIONS, WIN_ESTIMATE
from plyground.core.values import EVALUATION_LIMIT, lost_in, won_in

# A heap of sticks: take one, two or three; who takes the last one wins. State: side to move,
# sticks left, sticks taken by each side. Tables: the most that one may take. Memory: sticks left.


@kernel
def moves(state, out, tables):
    count = min(state[1], tables[0])
    for take in range(count):
        out[take] = take
    return count


@kernel
def play(state, move, tables):
    state[1] -= move + 1
    state[2 + state[0]] += move + 1
    state[0] = 1 - state[0]


@kernel
def outcome(state, tables):
    return LOSS if state[1] == 0 else ONGOING


@kernel
def key(state, tables):
    return (state[0] * 100 + state[1]) * 10_000 + state[2] * 100 + state[3]


@kernel
def canonical(state, out, tables):
    out[0] = 0
    out[1] = state[1]
    out[2] = 0
    out[3] = 0


@kernel
def known_result(state, tables):
    if state[1] <= tables[0]:
        return won_in(1)
    if state[1] == tables[0] + 1:
        return lost_in(2)
    return 0


@kernel
def init_features(state, features, tables):
    features[0] = state[1]


@kernel
def update_features(state, move, features, tables):
    features[0] -= move + 1


@kernel
def revert_features(state, move, features, tables):
    features[0] += move + 1


@kernel
def evaluate(state, features, tables):
    return -100 if features[0] % (tables[0] + 1) == 0 else 100


@kernel
def priors(state, moves, count, out, features, tables):
    for index in range(count):
        out[index] = (features[0] - moves[index] - 1) % (tables[0] + 1) == 0


@kernel
def candidates(state, out, info, features, tables):
    wanted = features[0] % (tables[0] + 1)
    out[0] = wanted - 1 if wanted > 0 else 0
    return 1


@kernel
def threat_search(state, budget, line, info, features, tables):
    if features[0] <= tables[0]:
        line[0] = features[0] - 1
        line[1] = -1
        return won_in(1)
    return 0


RULES: dict[str, Any] = {
    "moves": moves,
    "play": play,
    "outcome": outcome,
    "key": key,
    "canonical": canonical,
    "known_result": known_result,
    "init_features": init_features,
    "update_features": update_features,
    "revert_features": revert_features,
    "evaluate": evaluate,
    "priors": priors,
    "candidates": candidates,
    "threat_search": threat_search,
}
NEEDED = ("moves", "play", "outcome")


class Sticks(Game):
    """The game with some of its kernels, or with others in their place."""

    name = "sticks"
    kernels_given: ClassVar[dict[str, Any]] = {name: RULES[name] for name in NEEDED}
    rules_given: ClassVar[dict[str, Any]] = {}

    def build(self):
        given: dict[str, Any] = {
            "kernels": Kernels(**self.kernels_given),
            "start": vector([0, 12, 0, 0]),
            "tables": vector([3]),
            "move_limit": 3,
            "branching": 3,
        }
        return Rules(**given | self.rules_given)

    def path(self, state, move):
        return (str(move + 1),)

    def scene(self, state):
        spots = tuple(Spot(str(take), take, 0) for take in (1, 2, 3))
        return Scene("plane", spots, labels=(Label(0, 1, "|" * int(state[1])),))

    def write_state(self, state):
        return "/".join(map(str, state))

    def read_state(self, text):
        return vector([int(part) for part in text.split("/")])


def with_kernels(others=(), /, **kernels):
    """A sticks game with the needed kernels, some others as they are, and some replaced."""
    given = {name: RULES[name] for name in (*NEEDED, *others)} | kernels
    size = 1 if "init_features" in given else 0
    parts = {"kernels_given": given, "rules_given": {"features_size": size}}
    return type("Sticks", (Sticks,), parts)()


def with_rules(**rules):
    return type("Sticks", (Sticks,), {"rules_given": rules})()


def with_methods(**methods):
    return type("Sticks", (Sticks,), methods)()


def test_a_game_with_every_kernel_passes():
    report = check_game(with_kernels(RULES), playouts=10)
    assert report.playouts == 10
    assert set(report.kernels) == set(RULES)
    assert report.widest == 3
    assert 4 <= report.longest <= 12
    assert report.positions >= report.compared > 0
    assert "keeps its promises" in str(report)


def test_the_three_needed_kernels_suffice():
    assert check_game(Sticks(), playouts=3).kernels == NEEDED


# Broken kernels.


@kernel
def moves_beyond_room(state, out, tables):
    for take in range(5):
        out[take] = take
    return 3


@kernel
def moves_before_room(state, out, tables):
    for take in range(3):
        out[take - 3] = take
    return 3


@kernel
def moves_too_many(state, out, tables):
    return moves(state, out, tables) + 9


@kernel
def moves_less_than_none(state, out, tables):
    return -1


@kernel
def moves_above_limit(state, out, tables):
    out[0] = 3
    return 1


@kernel
def moves_below_zero(state, out, tables):
    out[0] = -1
    return 1


@kernel
def moves_repeated(state, out, tables):
    out[0] = 0
    out[1] = 0
    return 2


@kernel
def moves_that_play(state, out, tables):
    state[1] -= 1
    return moves(state, out, tables)


@kernel
def moves_without_number(state, out, tables):
    moves(state, out, tables)


@kernel
def moves_dividing_by_zero(state, out, tables):
    return moves(state, out, tables) // (state[1] - 12)


@kernel
def play_to_third_side(state, move, tables):
    play(state, move, tables)
    state[0] = 2


@kernel
def play_for_ever(state, move, tables):
    state[0] = 1 - state[0]


@kernel
def play_on_tables(state, move, tables):
    play(state, move, tables)
    tables[0] = 2


@kernel
def play_that_raises(state, move, tables):
    raise ValueError("no such move")


@kernel
def outcome_unheard_of(state, tables):
    return 77


@kernel
def outcome_by_points(state, tables):
    return margin(state[2 + state[0]] - state[3 - state[0]]) if state[1] == 0 else ONGOING


@kernel
def key_of_big_numbers(state, tables):
    product = 1
    for _ in range(60):
        product *= 3
    return key(state, tables) * 1_009 + product % 1_009


@kernel
def key_of_side(state, tables):
    return state[0]


@kernel
def canonical_restless(state, out, tables):
    for slot in range(4):
        out[slot] = state[slot]
    out[2] = 1 - state[2]


@kernel
def canonical_of_another(state, out, tables):
    canonical(state, out, tables)
    if state[1] == 4:
        out[1] = 5


@kernel
def known_result_wishful(state, tables):
    return won_in(1)


@kernel
def known_result_at_once(state, tables):
    return won_in(0)


@kernel
def evaluate_too_well(state, features, tables):
    return EVALUATION_LIMIT


@kernel
def update_nothing(state, move, features, tables):
    pass


@kernel
def revert_nothing(state, move, features, tables):
    pass


@kernel
def priors_by_moving(state, moves, count, priors, features, tables):
    moves[0] = 2


@kernel
def candidates_illegal(state, out, info, features, tables):
    out[0] = 2
    return 1


@kernel
def candidates_none(state, out, info, features, tables):
    return 0


@kernel
def threat_search_without_line(state, budget, line, info, features, tables):
    return threat_search(state, budget, line, info, features, tables) if state[1] > 3 else won_in(1)


@kernel
def threat_search_untrue(state, budget, line, info, features, tables):
    line[0] = 0
    line[1] = -1
    return won_in(3)


@kernel
def threat_search_miscounting(state, budget, line, info, features, tables):
    info[POSITIONS] = -1
    return threat_search(state, budget, line, info, features, tables)


@kernel
def threat_search_too_certain(state, budget, line, info, features, tables):
    score = threat_search(state, budget, line, info, features, tables)
    if score == 0:
        info[WIN_ESTIMATE] = 101
    return score


@kernel
def score_bounds_short(state, out, tables):
    out[0] = state[2 + state[0]] - state[3 - state[0]]
    out[1] = -1
    out[2] = 1


@kernel
def moves_in_objects(state, out, tables):
    with np.errstate(all="ignore"):
        return moves(state, out, tables)


def count_of(state, tables):
    return min(state[1], tables[0])


@kernel
def moves_by_stranger(state, out, tables):
    for take in range(count_of(state, tables)):
        out[take] = take
    return count_of(state, tables)


SEEING = ("init_features", "update_features", "revert_features", "evaluate")

BROKEN_KERNELS = [
    ("bounds", {"moves": moves_beyond_room}),
    ("bounds", {"moves": moves_before_room}),
    ("count", {"moves": moves_too_many}),
    ("count", {"moves": moves_less_than_none}),
    ("move", {"moves": moves_above_limit}),
    ("move", {"moves": moves_below_zero}),
    ("twice", {"moves": moves_repeated}),
    ("changed", {"moves": moves_that_play}),
    ("returned", {"moves": moves_without_number}),
    ("failed", {"moves": moves_dividing_by_zero}),
    ("side", {"play": play_to_third_side}),
    ("endless", {"play": play_for_ever}),
    ("failed", {"play": play_on_tables}),
    ("failed", {"play": play_that_raises}),
    ("outcome", {"outcome": outcome_unheard_of}),
    ("margin", {"outcome": outcome_by_points}),
    ("compiled", {"key": key_of_big_numbers}),
    ("key_shared", {"key": key_of_side}),
    ("canonical_moves_on", {"canonical": canonical_restless}),
    ("canonical_value", {"canonical": canonical_of_another}),
    ("untrue", {"known_result": known_result_wishful}),
    ("claim", {"known_result": known_result_at_once}),
    ("evaluate", {**{name: RULES[name] for name in SEEING}, "evaluate": evaluate_too_well}),
    (
        "features_differ",
        {**{name: RULES[name] for name in SEEING}, "update_features": update_nothing},
    ),
    (
        "features_differ",
        {**{name: RULES[name] for name in SEEING}, "revert_features": revert_nothing},
    ),
    ("changed", {"priors": priors_by_moving}),
    ("candidate", {"candidates": candidates_illegal}),
    ("no_candidates", {"candidates": candidates_none}),
    ("line", {**RULES, "threat_search": threat_search_without_line}),
    ("untrue", {**RULES, "threat_search": threat_search_untrue}),
    ("positions", {**RULES, "threat_search": threat_search_miscounting}),
    ("win_estimate", {**RULES, "threat_search": threat_search_too_certain}),
]


def violated_key(game):
    """The key of the violation that `check_game` reports."""
    with pytest.raises(Problem) as caught:
        check_game(game, playouts=20)
    problem = caught.value
    sentence = str(problem)
    assert "\n" not in sentence
    assert sentence
    inner = problem.values.get("why")
    return (inner if isinstance(inner, Problem) else problem).key


@pytest.mark.parametrize(
    ("violation", "kernels"),
    BROKEN_KERNELS,
    ids=[f"{key}-{list(given)[-1]}-{number}" for number, (key, given) in enumerate(BROKEN_KERNELS)],
)
def test_a_broken_kernel_is_reported_in_a_sentence(violation, kernels):
    assert violated_key(with_kernels(**kernels)) == f"problem.check.{violation}"


def test_a_problem_names_the_game_and_the_moves_and_the_kernel():
    with pytest.raises(Problem) as caught:
        check_game(with_kernels(play=play_to_third_side), playouts=1)
    assert str(caught.value).startswith("Sticks(), after ")
    assert "kernel play" in str(caught.value)


def test_a_kernel_that_numba_cannot_compile_is_reported_by_name():
    game = with_kernels(moves=moves_in_objects)
    assert violated_key(game) == "problem.kernel.compile"
    with pytest.raises(Problem, match="moves_in_objects cannot be compiled"):
        check_game(game)


def test_a_helper_without_the_mark_is_reported_by_name():
    with pytest.raises(Problem, match="calls count_of, which is no kernel"):
        check_game(with_kernels(moves=moves_by_stranger))


def test_points_without_scoring_and_scoring_without_points_are_reported():
    assert violated_key(with_rules(scoring=True)) == "problem.check.points"


def test_score_bounds_that_the_game_leaves_are_reported():
    given = {
        "moves": moves,
        "play": play,
        "outcome": outcome_by_points,
        "score_bounds": score_bounds_short,
    }
    broken = {"kernels_given": given, "rules_given": {"scoring": True}}
    assert violated_key(type("Sticks", (Sticks,), broken)()) == "problem.check.score_bounds"


# Broken numbers around the kernels.


@pytest.mark.parametrize(
    ("violation", "rules"),
    [
        ("rules.first_slot", {"start": vector([7, 12, 0, 0])}),
        ("check.bounds", {"branching": 2}),
        ("check.move", {"move_limit": 2}),
    ],
)
def test_numbers_that_do_not_fit_are_reported(violation, rules):
    assert violated_key(with_rules(**rules)) == f"problem.{violation}"


def test_rules_that_cannot_be_built_are_reported():
    def build(self):
        raise KeyError("board")

    assert violated_key(with_methods(build=build)) == "problem.check.build"


# Broken texts and scenes.


def scene_with(**parts):
    def scene(self, state):
        spots = tuple(Spot(str(take), take, 0) for take in (1, 2, 3))
        return Scene(**{"board": "plane", "spots": spots} | parts)

    return scene


def scene_that_raises(self, state):
    raise KeyError("colour")


@pytest.mark.parametrize(
    ("violation", "methods"),
    [
        ("text_twice", {"move_text": lambda self, state, move: "take"}),
        ("spaces", {"move_text": lambda self, state, move: f"take {move}"}),
        ("spaces", {"move_text": lambda self, state, move: ""}),
        ("text_lost", {"tidy": lambda self, text: str(int(text) % 3 + 1)}),
        ("failed", {"tidy": lambda self, text: text.upper().index("X")}),
        ("position_lost", {"write_state": lambda self, state: "0/12/0/0"}),
        ("failed", {"read_state": lambda self, text: vector(text)}),
        ("spot_twice", {"scene": scene_with(spots=(Spot("1", 0, 0), Spot("1", 1, 0)))}),
        ("spot_unknown", {"scene": scene_with(pieces=(Piece("9", 0),))}),
        ("spot_unknown", {"path": lambda self, state, move: (f"stick{move}",)}),
        ("failed", {"scene": scene_that_raises}),
        ("reason", {"reason": lambda self, state: "reason.sticks"}),
        (
            "path_twice",
            {"path": lambda self, state, move: ("1",), "move_text": lambda _, __, move: str(move)},
        ),
        (
            "path_empty",
            {"path": lambda self, state, move: (), "move_text": lambda _, __, move: str(move)},
        ),
    ],
)
def test_texts_and_scenes_that_do_not_hold_together_are_reported(violation, methods):
    assert violated_key(with_methods(**methods)) == f"problem.check.{violation}"


def test_points_shown_otherwise_than_counted_are_reported():
    broken = {
        "kernels_given": {"moves": moves, "play": play, "outcome": outcome_by_points},
        "rules_given": {"scoring": True},
        "scene": scene_with(score=(99, 0)),
    }
    assert violated_key(type("Sticks", (Sticks,), broken)()) == "problem.check.score"


@kernel
def play_without_return(state, move, tables):
    while True:
        state[1] += 0


def test_a_kernel_that_does_not_return_is_interrupted(monkeypatch):
    monkeypatch.setattr("plyground.games.checking.sandbox.CALL_SECONDS", 0.2)
    with pytest.raises(Problem, match="play did not return"):
        check_game(with_kernels(play=play_without_return))
