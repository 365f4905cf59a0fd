"""The puzzles over REST: hints, right moves and replies, and the refutation of every wrong try."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plyground.games.tictactoe import TicTacToe
from plyground.locale import load_catalogue
from plyground.solving.puzzle import Difficulty, Puzzle, PuzzleSet, Refutation
from plyground.web.api import puzzles

EASY = Difficulty(2, (), 0)

FORK = Puzzle(
    # X has b1, c2 and a3: a1 stops the diagonal of O and makes two lines at once.
    options={}, position="b1 c2 a3 / b2 b3 c3 / 0", side=0, goal="win", value=1, plies=3,
    solution=("a1", "c1", "a2"), wrong={"c1": Refutation(-1, ("a1",))}, difficulty=EASY,
    themes=("all_or_nothing",), method="solver", nodes=19,
)  # fmt: skip
BLOCK = Puzzle(
    options={}, position="a1 c1 / b2 / 1", side=1, goal="draw", value=0, plies=None,
    solution=("b1", "b3", "a2", "c2", "c3", "a3"), wrong={}, difficulty=EASY, themes=(),
    method="solver", nodes=4,
)  # fmt: skip
STALE = Puzzle(
    options={}, position="b1 c2 a3 / b2 b3 c3 / 0", side=0, goal="win", value=1, plies=3,
    solution=("b2",), wrong={}, difficulty=EASY, themes=(), method="solver", nodes=1,
)  # fmt: skip


@pytest.fixture
def ready(monkeypatch):
    """Let tic-tac-toe come with two puzzles, and no other game with any."""

    def load(kind):
        found = (FORK, BLOCK) if kind.name == "tictactoe" else ()
        return PuzzleSet(kind.name, f"{kind.name}@1", "plyground puzzles", found)

    monkeypatch.setattr(puzzles, "load_puzzles", load)


def try_moves(server, puzzle, *moves):
    answer = server.post(f"/api/puzzles/tictactoe/{puzzle.id}/tries", {"moves": moves})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_games_with_puzzles_are_listed_with_their_grades(server, ready):
    [game] = server.get("/api/puzzles").json()["games"]
    assert (game["name"], game["count"], sum(game["grades"])) == ("tictactoe", 2, 2)
    listed = server.get("/api/puzzles/tictactoe").json()["puzzles"]
    assert listed == [{"id": one.id, "grade": one.grade} for one in (FORK, BLOCK)]
    assert server.get("/api/puzzles/gomoku").json()["puzzles"] == []


def test_a_puzzle_has_a_task_and_three_hints_in_the_visitors_language(server, ready):
    shown = server.get(f"/api/puzzles/tictactoe/{FORK.id}").json()
    assert shown["start"] == FORK.position
    assert len(shown["hints"]) == 3
    assert "c1" in shown["hints"][1]["text"], "the natural wrong move is among the choices"
    assert shown["hints"][2]["spots"] == ["a1"]
    korean = server.get(f"/api/puzzles/tictactoe/{FORK.id}", params={"lang": "ko"}).json()
    theme = load_catalogue("ko")["puzzles.theme.all_or_nothing"]
    assert korean["hints"][0]["text"].endswith(theme)


def test_the_solution_is_played_move_by_move(server, ready):
    first = try_moves(server, FORK, "a1")
    assert (first["verdict"], first["solved"], first["line"][0]) == ("right", False, "c1")
    last = try_moves(server, FORK, "a1", "c1", "a2")
    assert (last["verdict"], last["solved"], last["line"]) == ("right", True, [])
    assert server.get(f"/api/puzzles/tictactoe/{FORK.id}/solution").json() == {
        "moves": list(FORK.solution)
    }


def test_another_move_that_keeps_the_win_later_is_right_as_well(server, ready):
    other = try_moves(server, FORK, "a1", "a2", "c1")
    assert (other["verdict"], other["solved"]) == ("right", True)


def test_a_draw_is_kept_by_the_one_right_move(server, ready):
    answer = try_moves(server, BLOCK, "b1")
    assert (answer["verdict"], answer["solved"]) == ("right", True)
    assert answer["text"] == load_catalogue("en")["puzzles.right"]
    assert answer["line"] == list(BLOCK.solution[1:])


def test_moves_that_lead_to_a_puzzle_are_no_part_of_the_try(server, monkeypatch):
    # A game without a notation of its own for positions writes them as moves.
    monkeypatch.setattr(TicTacToe, "read_state", lambda self, text: None)
    moved = replace(BLOCK, position="a1 b2 c1")
    found = PuzzleSet("tictactoe", "tictactoe@1", "", (moved,))
    monkeypatch.setattr(puzzles, "load_puzzles", lambda kind: found)
    answer = try_moves(server, moved, "b1")
    assert answer["text"] == load_catalogue("en")["puzzles.right"]
    assert answer["line"] == list(moved.solution[1:])


@pytest.mark.parametrize(("puzzle", "move", "reply"), [(FORK, "c1", "a1"), (FORK, "a2", "a1")])
def test_a_wrong_move_is_refuted_stored_or_not(server, ready, puzzle, move, reply):
    answer = try_moves(server, puzzle, move)
    assert (answer["verdict"], answer["line"][0]) == ("wrong", reply)
    assert answer["text"] == load_catalogue("en")["puzzles.wrong.loses"]
    assert not answer["solved"]


def test_what_cannot_be_answered_is_refused_in_a_sentence(server, ready, monkeypatch):
    path = f"/api/puzzles/tictactoe/{FORK.id}/tries"
    assert server.get("/api/puzzles/tictactoe/nothing").status_code == 404
    assert server.get("/api/puzzles/no-game").status_code == 400
    for moves in (["a3"], ["a1", "c1"], []):
        answer = server.post(path, {"moves": moves})
        assert answer.status_code in (400, 422), moves
        assert answer.json()["problem"]
    old = PuzzleSet("tictactoe", "tictactoe@0", "", (STALE,))
    monkeypatch.setattr(puzzles, "load_puzzles", lambda kind: old)
    answer = server.get(f"/api/puzzles/tictactoe/{STALE.id}")
    assert answer.status_code == 400
    assert STALE.id in answer.json()["problem"]


def test_the_pages_of_puzzles_exist(server):
    for path in ("/puzzles", "/puzzles/kamisado", "/puzzles/kamisado/12345678"):
        assert 'class="puzzles"' in server.get(path).text
    assert server.get("/puzzles/no-game").status_code == 404
