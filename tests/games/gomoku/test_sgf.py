"""SGF of gomoku: what we write comes back, what others write is understood."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf as sgfmill_sgf

from plyground.games.gomoku import Gomoku, sgf
from plyground.games.position import Outcome
from plyground.locale import Problem
from plyground.records.variation_tree import VariationTree

NAMES = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=8)


def steps(text):
    return [step.move for step in sgf.read(text).steps]


@st.composite
def trees(draw):
    rule = draw(st.sampled_from(["freestyle", "omok", "renju", "caro5"]))
    game = Gomoku(size=draw(st.sampled_from([5, 9, 15, 22])), rule=rule)
    start = draw(st.sampled_from([None, "c3 / - / 0", "c3 d4 / b2 / 1"]))
    origin = game.start() if start is None else game.position(start)
    tree = VariationTree(origin, (draw(NAMES), draw(NAMES)))
    tree.root.comment = draw(st.sampled_from(["", "[brackets] and \\ slashes: (;)"]))
    nodes = [tree.root]
    for _ in range(draw(st.integers(0, 12))):
        node = nodes[draw(st.integers(max(0, len(nodes) - 3), len(nodes) - 1))]
        if node.position.moves:
            nodes.append(tree.play(node, draw(st.sampled_from(node.position.moves))))
            nodes[-1].comment = draw(st.sampled_from(["", "좋은 수", "two\nlines"]))
    return tree


@settings(max_examples=60, deadline=None)
@given(trees())
def test_a_tree_comes_back(tree):
    game_file = tree.to_game_file()
    back = sgf.read(sgf.write(tree.game, game_file))
    assert Gomoku(**back.options) == tree.game
    assert VariationTree.from_game_file(back, tree.game).to_game_file() == game_file


@settings(max_examples=30, deadline=None)
@given(trees())
def test_another_reader_sees_the_same_stones(tree):
    """sgfmill counts rows from below as we do, and columns from the left."""
    read = sgfmill_sgf.Sgf_game.from_string(sgf.write(tree.game, tree.to_game_file()))
    position = tree.root.main_line[-1].position
    size = read.get_size()
    assert size == tree.game.settings["size"]
    stones = {}
    for colour, points in zip("bw", read.get_root().get_setup_stones()[:2], strict=True):
        stones |= dict.fromkeys(points, colour)
    for node in read.get_main_sequence()[1:]:
        colour, point = node.get_move()
        stones[point] = colour
    ours = {
        (int(piece.spot[1:]) - 1, ord(piece.spot[0]) - ord("a")): "bw"[piece.side]
        for piece in position.scene.pieces
    }
    assert stones == ours


def test_points_count_from_the_top_left():
    game_file = sgf.read("(;FF[4]GM[4]SZ[15];B[hh];W[aa];B[oo];W[ao])")
    assert [step.move for step in game_file.steps] == ["h8", "a15", "o1", "a1"]
    assert game_file.options == {"size": 15}


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[4]SZ[15];B[hh];W[ig])",
        "(;SZ[15];B[hh];W[ig])",
        "(;GM[4];B[hh];W[ig])",
        "(;GM[4]SZ[15:15];B[hh];W[ig])",
        "(;GM[4]SZ[15];B[h8];W[i9])",
        "(;GM[4]SZ[15];B[H8];W[I9])",
        "some mail\n( ;\nGM[4]SZ[15]\n;\nB[hh]C[a\\]b]\n;W[ig]XX[y])",
        "(;GM[4]SZ[15]B[hh];W[ig])",
        "(;GaMe[4]SiZe[15];Black[hh];White[ig])",
        "(;GM[4]SZ[15];B[hh];W[ig])(;GM[1];B[aa])",
    ],
)
def test_what_others_write_is_read(text):
    assert steps(text) == ["h8", "i9"]


def test_stones_before_the_first_move_are_the_start():
    game_file = sgf.read("(;GM[4]SZ[15]AB[hh][ii]AW[hi]PL[W]C[puzzle])")
    assert game_file.start == "h8 i7 / h7 / 1"
    assert game_file.comment == "puzzle"
    assert sgf.read("(;GM[4]SZ[9]AB[aa:bb])").start == "a8 b8 a9 b9 / - / 1"
    assert sgf.read("(;GM[4]SZ[9];AB[aa]AW[bb];AE[bb];B[cc])").start == "a9 / - / 0"
    assert sgf.read("(;GM[4]SZ[9];W[cc];B[dd])").start == "- / - / 1"


def test_variations_and_comments_are_kept():
    game_file = sgf.read("(;GM[4]SZ[9];B[ee](;W[ef];B[ff])(;W[ff]C[or so]))")
    assert [(step.move, step.after, step.comment) for step in game_file.steps] == [
        ("e5", None, ""),
        ("e4", 0, ""),
        ("f4", 1, ""),
        ("f4", 0, "or so"),
    ]


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("Renju", "renju"),
        ("RIF", "renju"),
        ("Gomoku", "freestyle"),
        ("Standard gomoku", "standard"),
        ("CARO", "caro"),
        ("omok", "omok"),
        ("Japanese", "freestyle"),
    ],
)
def test_names_of_rules_are_guessed(said, rule):
    assert sgf.read(f"(;GM[4]RU[{said}];B[hh])").options["rule"] == rule


@pytest.mark.parametrize(
    ("said", "result"),
    [
        ("B+", Outcome(0)),
        ("W+R", Outcome(1, None, "reason.resigned")),
        ("b+time", Outcome(0, None, "reason.time")),
        ("W+5", Outcome(1)),
        ("0", Outcome(None)),
        ("Draw", Outcome(None)),
        ("?", None),
        ("Void", None),
    ],
)
def test_results_are_read(said, result):
    assert sgf.read(f"(;GM[4]RE[{said}];B[hh])").result == result


def test_a_swapped_opening_is_written_by_colours():
    game = Gomoku(opening="swap2")
    moves = ["h8", "h9", "i8", "black", "g7"]
    tree = VariationTree(game.start(), ("Ada", "Bob"), Outcome(1, None, "reason.resigned"))
    node = tree.root
    for move in moves:
        node = tree.play(node, move)
    back = sgf.read(sgf.write(game, tree.to_game_file()))
    # Bob took black, so that Ada goes on with white.
    assert back.players == ("Bob", "Ada")
    assert back.result == Outcome(0, None, "reason.resigned")
    assert [step.move for step in back.steps] == ["h8", "h9", "i8", "g7"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no SGF"),
        ("hello", "no SGF"),
        ("(;GM[4];B[hh]", "no SGF"),
        ("(;GM[4];B)", "no SGF"),
        ("(;GM[1]SZ[19];B[pd])", r"another game \(GM\[1\]\)"),
        ("(;GM[4]SZ[15:13];B[hh])", "no board"),
        ("(;GM[4]SZ[big];B[hh])", "no board"),
        ("(;GM[4]SZ[15];B[pp])", '"pp"'),
        ("(;GM[4]SZ[15];B[h99])", '"h99"'),
        ("(;GM[4]SZ[15];B[hh];W[])", "Move 2 is a pass"),
        ("(;GM[4]SZ[15];B[hh];W[tt])", "Move 2 is a pass"),
        ("(;GM[4]SZ[15];B[hh];B[ii])", "Move 2 is made by the side"),
        ("(;GM[4]SZ[15];B[hh];AW[ii])", "in the middle"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(text, words):
    with pytest.raises(Problem, match=words):
        sgf.read(text)


def test_a_board_of_more_than_nineteen_lines_has_a_point_tt():
    assert steps("(;GM[4]SZ[20];B[tt])") == ["t1"]
