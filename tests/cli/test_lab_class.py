"""`plyground lab FILE[:Class]`: a class of the user's own, seen, stepped, compared and quizzed."""

from __future__ import annotations

import pytest

HEAP = """
class Heap:
    def __init__(self, left=7, player="X"):
        self.left, self.player = left, player

    def empty_cells(self):
        return range(1, min(self.left, 3) + 1)

    def result(self, move):
        return Heap(self.left - move, "O" if self.player == "X" else "X")

    def is_terminal(self):
        return self.left == 0

    def utility(self):
        return 1 if self.player == "O" else -1

    def __str__(self):
        return "|" * self.left
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    (tmp_path / "heap_of_sticks.py").write_text(HEAP, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "heap_of_sticks.py"


def test_it_is_shown_as_a_tree(line, file):
    done = line("lab", file, "--moves", "3", "--depth", "4")
    assert done.exit_code == 0, done.stderr
    assert "Heap · depth 4 · alpha-beta" in done.stdout
    assert "\n||||\n" in done.stdout
    assert "Value 1 for Max (the first player)" in done.stdout


@pytest.mark.parametrize("name", ["heap_of_sticks.py:Heap", "heap_of_sticks:Heap"])
def test_the_class_may_be_named(line, file, name):
    document = line.json("lab", name, "--depth", "7")
    assert (document["title"], document["value"]) == ("Heap", 1)
    assert document["nodes"][0]["position"] == "|||||||"


def test_it_is_stepped_drawn_compared_and_made_a_quiz(line, file, tmp_path):
    assert "After 4 of" in line("lab", file, "--step", "4").stdout
    sheet = tmp_path / "sheet.svg"
    assert line("lab", file, "--moves", "3", "--quiz", "--svg", str(sheet)).exit_code == 0
    assert "||||" in sheet.read_text(encoding="utf-8")
    compared = line.json("lab", file, "--compare")
    assert {effort["value"] for effort in compared["efforts"]} == {1}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--set", "size=3"), "--set does not go with"),
        (("--position", "a1"), "--position does not go with"),
        (("--moves", "1 4"), '"4" is no legal move here; legal are: 1 2 3'),
    ],
)
def test_what_does_not_fit_a_class_is_refused(line, file, words, said):
    assert said in line.refused("lab", file, *words)


def test_what_is_wrong_is_one_sentence(line, file):
    assert "no file nowhere.py" in line.refused("lab", "nowhere.py")
    assert "no file nowhere.py" in line.refused("lab", "nowhere.py:Heap")
    assert 'Did you mean "Heap"?' in line.refused("lab", f"{file}:Heaps")
    assert "ModuleNotFoundError" in line.refused("lab", "nowhere_at_all:Heap")
