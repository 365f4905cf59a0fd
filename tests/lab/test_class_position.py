"""Classes of a user's own in the laboratory: with the textbook's names, or with a student's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from plyground.classic import alphabeta, minimax
from plyground.classic.table import Table
from plyground.games.game import Game
from plyground.games.registry import load_game
from plyground.lab.class_position import ClassPosition, load_class
from plyground.lab.comparison import compare
from plyground.lab.trace import trace
from plyground.lab.tree_svg import draw_tree
from plyground.locale import Problem

BOARD = '''
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


class TicTacToe:
    """With the names of a student: a list of cells, whose turn it is, and `empty_cells`."""

    def __init__(self):
        self.board = [" "] * 9
        self.player = "X"
        self.round = 0

    def empty_cells(self):
        return [cell for cell in range(9) if self.board[cell] == " "]

    def has_line(self, player):
        return any(all(self.board[int(cell)] == player for cell in line) for line in LINES)

    def is_terminal(self):
        return self.has_line("X") or self.has_line("O") or not self.empty_cells()

    def utility(self):
        return self.has_line("X") - self.has_line("O")

    def result(self, move):
        after = TicTacToe()
        after.board = self.board.copy()
        after.board[move] = self.player
        after.player = "O" if self.player == "X" else "X"
        return after

    def __str__(self):
        rows = (self.board[start : start + 3] for start in (0, 3, 6))
        return "\\n".join("".join(f"|{cell}|" for cell in row) for row in rows)
'''

STICKS = '''
class Sticks:
    """With the textbook's names: take one, two or three of a heap; the last one wins."""

    def __init__(self, left=7, side=FIRST):
        self.left, self.side = left, side

    def to_move(self):
        return self.side

    def actions(self):
        return range(1, min(self.left, 3) + 1)

    def result(self, action):
        return Sticks(self.left - action, OTHER[self.side])

    def is_terminal(self):
        return self.left == 0

    def utility(self):
        return 1 if self.side != FIRST else -1
'''


@pytest.fixture
def written(tmp_path):
    """Writes a file, and returns its name."""

    def write(text, name="mine.py"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return str(tmp_path / name)

    return write


def sticks(first=0, second=1):
    return f"FIRST = {first!r}\nOTHER = {{{first!r}: {second!r}, {second!r}: {first!r}}}\n" + STICKS


def start_of(reference):
    return ClassPosition.start(load_class(reference))


@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_a_students_class_is_searched_like_the_game(written, search):
    """Both number cells, one from the top left and one from below: only the counts are alike."""
    ours = load_game("tictactoe").start().play_all("a3 b2")
    own = start_of(written(BOARD)).play("0 4")
    assert search(own).value == search(ours).value == 0
    assert minimax(own).nodes == minimax(ours).nodes


@pytest.mark.parametrize("players", [(0, 1), ("X", "O"), (1, -1), (1, 2), ("red", "blue")])
def test_who_is_max_is_found_by_the_names(written, players):
    """Seven sticks: who moves takes three and leaves four, so the first player wins."""
    own = start_of(written(sticks(*players)))
    assert own.to_move == 0
    found = alphabeta(own)
    assert (found.value, found.line[0]) == (1, 3)
    assert own.result(3).to_move == 1


@pytest.mark.parametrize("players", [(1, 0), ("O", "X"), (-1, 1)])
def test_min_may_begin(written, players):
    own = start_of(written(sticks(*players)))
    assert own.to_move == 1
    assert own.result(3).to_move == 0


def test_equal_positions_are_found_in_a_table(written):
    own = start_of(written(BOARD)).play("0 4")
    table = Table()
    assert minimax(own, table=table).nodes < minimax(own).nodes / 4
    assert own == start_of(written(BOARD)).play("0 4")
    assert own != start_of(written(BOARD)).play("4 0")


def test_what_a_class_says_of_equality_counts(written):
    rounds = sticks() + (
        "    def __eq__(self, other):\n        return self.left % 4 == other.left % 4\n"
        "    def __hash__(self):\n        return self.left % 4\n"
    )
    own = start_of(written(rounds))
    assert own.result(1).result(3) == own.result(2).result(2)
    assert own.result(1) != own.result(2)
    assert own.result(3) == own.result(3).result(1).result(3)


def test_arrays_are_compared_by_what_is_in_them(written):
    text = "import numpy as np\n" + BOARD.replace('[" "] * 9', 'np.array([" "] * 9)')
    own = start_of(written(text))
    assert isinstance(own.wrapped.board, np.ndarray)
    assert own.result(0).result(1) == own.result(0).result(1)
    assert own.result(0) != own.result(1)


def test_it_is_drawn_stepped_compared_and_made_a_quiz(written):
    own = start_of(written(BOARD)).play("6 3 8 4 1")
    traced = trace(own, depth=4)
    tree = traced.tree()
    assert (tree.setup.title, tree.value, tree.line) == ("TicTacToe", -1, ("5",))
    assert "|O||O||\N{NO-BREAK SPACE}|" in draw_tree(tree)
    assert traced.tree(step=5).step == 5
    quiz = traced.tree(quiz=True)
    assert quiz.nodes[0].asks == ("alpha", "beta", "value")
    assert draw_tree(quiz) != draw_tree(tree)
    efforts = list(compare(own))
    assert {effort.value for effort in efforts} == {-1}
    assert efforts[1].nodes < efforts[0].nodes


def test_a_class_without_a_text_is_drawn_by_its_values(written):
    drawn = draw_tree(trace(start_of(written(sticks()))).tree())
    assert "Sticks" in drawn


def test_a_long_text_is_cut_and_a_small_one_fits(written):
    text = sticks() + "    def __str__(self):\n        return ('x' * 900 + '\\n') * self.left * 9\n"
    own = start_of(written(text))
    lines = own.text.splitlines()
    assert (len(lines), len(lines[0])) == (16, 40)
    assert draw_tree(trace(own, depth=2).tree())


def test_a_file_may_hold_a_game(written):
    connect4 = Path(__file__).parents[2] / "examples" / "connect4.py"
    assert issubclass(load_class(str(connect4)), Game)


# What can be wrong, each in one sentence.


@pytest.mark.parametrize(
    ("text", "asked", "words"),
    [
        ("", "", "is no class"),
        ("LIMIT = 3", ":LIMIT", "is no class"),
        (sticks(), ":Stick", 'nothing called "Stick". Did you mean "Sticks"?'),
        (sticks() + BOARD, "", "several classes (Sticks, TicTacToe); name one"),
        ("class Half:\n    def actions(self): ...", "", "Half lacks to_move, result, is_terminal"),
        (sticks().replace("left=7", "left"), "", "Sticks() could not be made: TypeError"),
        ("import nothing_there", "", "could not be loaded: ModuleNotFoundError"),
        ("def broken(:", "", "could not be loaded: SyntaxError"),
        ("raise SystemExit('bye')", "", "could not be loaded: SystemExit: bye"),
        (sticks().replace("return Sticks(", "return print("), "", "must return a new position"),
    ],
)
def test_a_wrong_file_or_class_is_one_sentence(written, text, asked, words):
    with pytest.raises(Problem) as caught:
        start_of(written(text) + asked)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_class_that_changes_itself_is_refused(written):
    text = sticks().replace(
        "return Sticks(self.left - action, OTHER[self.side])",
        "self.left -= action\n        return Sticks(self.left, OTHER[self.side])",
    )
    with pytest.raises(Problem, match="leave its own as it was"):
        start_of(written(text))


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("return self.left == 0", "return self.heap == 0", "Sticks.is_terminal failed: Attribute"),
        ("return 1 if", "return 'won' if", "utility() returned 'won'"),
        ("range(1, min(self.left, 3) + 1)", "()", "is_terminal() must be true where actions()"),
    ],
)
def test_what_fails_in_a_search_is_one_sentence(written, before, after, words):
    with pytest.raises(Problem, match=words.replace("(", r"\(").replace(")", r"\)")):
        alphabeta(start_of(written(sticks().replace(before, after))))
