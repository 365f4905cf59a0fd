"""`plyground analyse --review`: mistakes with their lines, as text, as JSON and as a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.records.formats import read_tree

LOST = "b2 b1 a1 c3 a3 c1 a2"
"""The second player answers the centre with an edge, which loses."""
REVIEW = ("analyse", "tictactoe", "--review", "--moves", LOST)
NIM = str(Path(__file__).parents[2] / "examples" / "nim.py")


def test_a_mistake_is_printed_with_its_lines(line):
    told = line(*REVIEW, COLUMNS="300").stdout.splitlines()
    assert told[0].startswith("2. b1?? Blunder: chances 50 % → 0 %; better was")
    assert told[1].startswith("   What was there, to the end: ")
    assert told[2].startswith("   What follows, to the end: ")
    assert told[3] == "First player: accuracy 100 %"
    assert told[4].startswith("Second player: accuracy ")
    korean = line(*REVIEW, "--lang", "ko", COLUMNS="300").stdout
    assert "이렇게 둘 수 있었습니다(끝까지): " in korean


def test_a_game_without_mistakes(line):
    assert "No mistakes" in line("analyse", "tictactoe", "--review", "--moves", "b2 a1").stdout


def test_as_json_every_move_is_judged(line):
    document = line.json(*REVIEW)
    assert document["moves"] == LOST.split()
    assert len(document["chances"]) == 8
    graded = [one for one in document["judgements"] if one["grade"]]
    assert len(document["judgements"]) == 7
    assert [(one["ply"], one["move"], one["allowed"]) for one in graded] == [(2, "b1", 5)]
    assert graded[0]["missed_line"]["proven"]
    assert len(graded[0]["refutation"]["moves"]) == 5


def test_a_file_is_reviewed_and_written_with_comments_and_variations(line, tmp_path):
    source, target = tmp_path / "game.txt", tmp_path / "reviewed.json"
    source.write_text(LOST)
    asked = ("analyse", "tictactoe", "--review", "--from", str(source), "--export", str(target))
    assert str(target) in line(*asked).stdout
    tree = read_tree(target.read_text(), "json")
    moves = tree.root.main_line
    assert [node.move for node in moves[1:]] == LOST.split()
    assert moves[2].comment.startswith("?? Blunder:")
    # One begins before the mistake, the other after it.
    assert len(moves[1].children) == 2
    for node in (moves[1].children[1], moves[2]):
        assert node.children[-1].main_line[-1].position.is_over


def test_a_line_that_would_continue_the_game_itself_is_written_in_the_comment(line, tmp_path):
    target = tmp_path / "reviewed.json"
    line("analyse", "tictactoe", "--review", "--moves", "b2 b1", "--export", str(target))
    last = read_tree(target.read_text(), "json").root.main_line[-1]
    assert last.move == "b1"
    assert "\nWhat follows, to the end: " in last.comment


def test_a_strangers_game_is_reviewed(line):
    # 1, 2 and 4 sticks; who leaves 1, 2 and 3 wins.
    asked = ("analyse", NIM, "--set", "heaps=1 2 4", "--review", "--moves", "c1")
    told = line(*asked, "--nodes", "20000").stdout
    assert "a win in" in told
    assert "What follows, to the end: " in told


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--review",), "no move to review"),
        (("--review", "--moves", "b2", "--lines", "2"), "--lines"),
        (("--review", "--moves", "b2", "--from", "x.txt"), "--from"),
        (("--export", "x.json"), "--review"),
        (("--review", "--moves", "b2", "--export", "x.doc"), ".doc"),
        (("--review", "--from", "nowhere.json"), "nowhere.json"),
        (("--review", "--moves", "b2", "--agent", "random"), "cannot analyse"),
    ],
)
def test_what_makes_no_sense_is_refused(line, words, why):
    assert why in line.refused("analyse", "tictactoe", *words)
