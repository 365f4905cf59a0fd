"""The agents of the report on tic-tac-toe: minimax, alpha-beta, and minimax as it is printed.

What they ought to play is worked out here on boards of nine characters, numbered from the top left
as in the report. The transcripts and counts are those of a program typed from the report's pages.
"""

from __future__ import annotations

from functools import cache

import pytest

from plyground import Limit, Problem, load_game
from plyground.agents.specs import agent
from plyground.classic import alphabeta, minimax
from plyground.core.limits import Clock, Stop
from plyground.locale import override_language
from plyground.reports import load_experiments
from plyground.reports.tictactoe import DEFAULT_SECONDS, FullSearch

SOUND = ["baseline", "baseline:alphabeta"]
METHODS = ["minimax", "alphabeta", "printed"]
SPECS = [*SOUND, "baseline:printed"]

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
SQUARES = ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")


@pytest.fixture(scope="module")
def game():
    made = load_game("tictactoe")
    made.native()
    return made


@pytest.fixture(scope="module")
def wide():
    made = load_game("tictactoe", width=10, height=10, line=5)
    made.native()
    return made


def chosen(spec, position, limit=None):
    return agent(spec).choose(position, limit or Limit())


# The same, slowly.


def utility(board):
    for line in LINES:
        marks = {board[int(square)] for square in line}
        if marks in ({"X"}, {"O"}):
            return 1 if marks == {"X"} else -1
    return 0 if "-" not in board else None


def mover(board):
    return "X" if board.count("X") == board.count("O") else "O"


def children(board):
    for square in range(9):
        if board[square] == "-":
            yield square, board[:square] + mover(board) + board[square + 1 :]


@cache
def value(board, chooser):
    """For X, if `chooser` picks every move; with None, whoever is to move does."""
    if (known := utility(board)) is not None:
        return known
    best = max if (chooser or mover(board)) == "X" else min
    return best(value(after, chooser) for _, after in children(board))


def first_best(board, chooser):
    wanted = value(board, chooser)
    return next(square for square, after in children(board) if value(after, chooser) == wanted)


def reachable():
    boards, waiting = set(), ["-" * 9]
    while waiting:
        board = waiting.pop()
        if board not in boards and utility(board) is None:
            boards.add(board)
            waiting += [after for _, after in children(board)]
    return sorted(boards)


def text_of(board):
    marks = (
        " ".join(SQUARES[square] for square in range(9) if board[square] == mark) for mark in "XO"
    )
    return " / ".join([*(own or "-" for own in marks), str("XO".index(mover(board)))])


class TopLeft:
    """A position of the game whose actions come in the order of the report."""

    def __init__(self, position):
        self.position = position
        self.to_move = position.side

    def actions(self):
        return [square for square in SQUARES if square in self.position.moves]

    def result(self, action):
        return TopLeft(self.position.play(action))

    def is_terminal(self):
        return self.position.is_over

    def utility(self):
        return self.position.utility()


# What is played.


@pytest.mark.parametrize("method", METHODS)
def test_every_position_is_played_as_the_report_would(game, method):
    boards = reachable()
    assert len(boards) == 4_520
    player = FullSearch(method)
    player.prepare(game)
    with Stop() as stop:
        for board in boards:
            position = game.position(text_of(board))
            helped = mover(board) if method == "printed" else None
            found = player.search(position, board.count("-"), player.find_chooser(position), stop)
            assert found.best == value(board, helped)
            move = game.move_text(position.state, found.move)
            assert move == SQUARES[first_best(board, helped)]


@pytest.mark.parametrize(
    ("spec", "squares", "nodes"),
    [
        ("baseline:printed", "012346587", (549_946, 59_705, 8_232, 1_349, 234, 41, 12, 5, 2)),
        ("baseline:minimax", "041263578", (549_946, 59_705, 7_332, 935, 198, 47, 14, 5, 2)),
        ("baseline:alphabeta", "041263578", (18_297, 2_338, 844, 75, 64, 17, 10, 5, 2)),
    ],
)
def test_the_transcripts_of_the_report_are_played(game, spec, squares, nodes):
    position, searched = game.start(), []
    while not position.is_over:
        found = chosen(spec, position)
        searched.append(found.nodes)
        position = position.play(found.move)
    assert position.line == tuple(SQUARES[int(square)] for square in squares)
    assert position.outcome.winner is None
    assert tuple(searched) == nodes


def test_the_slip_passes_over_a_win(game):
    """The seventh move of the report's transcript: c1 wins at once, c2 comes first."""
    position = game.start().play_all("a3 b3 c3 a2 b2 a1")
    assert [chosen(spec, position).move for spec in SPECS] == ["c1", "c1", "c2"]
    assert position.play("c1").outcome.winner == 0


def test_the_slip_lets_the_opponent_win(game):
    """X threatens to complete the left column; the text's minimax stops that."""
    position = game.start().play_all("a3 b2 a2")
    assert [chosen(spec, position).move for spec in SPECS] == ["a1", "a1", "b3"]
    assert position.play_all("b3 a1").outcome.winner == 0


@pytest.mark.parametrize("spec", SOUND)
def test_a_threat_is_met(game, spec):
    """X has a1 and a2: only a3 does not lose."""
    found = chosen(spec, game.start().play_all("a1 b2 a2"))
    assert found.move == "a3"
    assert (found.score.kind, found.score.proven, found.stopped_by) == ("draw", True, "proven")


@pytest.mark.parametrize("spec", SOUND)
def test_a_win_is_taken_rather_than_a_threat_met(game, spec):
    """X may block at a2, which comes first and draws, or win at c2."""
    found = chosen(spec, game.start().play_all("c1 a1 c3 a3"))
    assert found.move == "c2"
    assert (found.score.kind, found.score.plies, found.score.proven) == ("win", 1, True)


@pytest.mark.parametrize("spec", SOUND)
def test_a_slow_win_that_comes_first_is_kept(game, spec):
    """a1 completes a line, but b2 comes first and makes two threats at once."""
    found = chosen(spec, game.start().play_all("a3 b3 a2 c2"))
    assert found.move == "b2"
    assert (found.score.kind, found.score.plies) == ("win", 3)


@pytest.mark.parametrize("spec", SOUND)
def test_when_all_is_lost_the_first_move_is_played(game, spec):
    """a1 would hold out longer; c3 loses at once and comes first."""
    found = chosen(spec, game.start().play_all("a3 b3 a2"))
    assert found.move == "c3"
    assert (found.score.kind, found.score.plies) == ("loss", 2)


@pytest.mark.parametrize(
    ("spec", "results"),
    [
        ("baseline", ({0, None}, {1, None})),
        ("baseline:alphabeta", ({0, None}, {1, None})),
        ("baseline:printed", ({0, 1, None}, {0, 1, None})),
    ],
)
def test_only_the_slip_can_be_beaten(game, spec, results):
    """Every game that an opponent can play against it, on either side."""
    player = agent(spec)

    def winners(position, side):
        if position.is_over:
            return {position.outcome.winner}
        own = position.side == side
        moves = [player.choose(position, Limit()).move] if own else position.moves
        return set().union(*(winners(position.play(move), side) for move in moves))

    assert (winners(game.start(), 0), winners(game.start(), 1)) == results


# How it is found, and what is said of it.


@pytest.mark.parametrize("moves", ["a3", "b2", "b3", "a3 b2", "a3 b3 a2", "a3 b3 a2 c2"])
@pytest.mark.parametrize(("method", "search"), [("minimax", minimax), ("alphabeta", alphabeta)])
def test_the_search_is_that_of_the_textbook(game, method, search, moves):
    position = game.start().play_all(moves)
    told = FullSearch(method).choose(position, Limit())
    found = search(TopLeft(position))
    [line] = told.lines
    assert line.moves == found.line
    assert (told.move, told.nodes) == (found.action, found.nodes)
    assert told.stopped_by == "proven"


@pytest.mark.parametrize("depth", range(1, 9))
@pytest.mark.parametrize(("method", "search"), [("minimax", minimax), ("alphabeta", alphabeta)])
def test_a_depth_is_searched_once(game, method, search, depth):
    position = game.start().play("a1")
    told = FullSearch(method, depth).choose(position, Limit())
    found = search(TopLeft(position), depth)
    assert (told.nodes, told.move, told.depth) == (found.nodes, found.action, depth)
    assert (told.stopped_by == "proven") == found.complete


def test_every_move_of_the_same_worth_is_told(game):
    assert len(chosen("baseline", game.start()).best_moves) == 9
    assert len(chosen("baseline:alphabeta", game.start()).best_moves) == 1


@pytest.mark.parametrize(
    ("spec", "moves", "english", "korean"),
    [
        ("baseline", "a3 b3 a2 c2", "wins against every reply", "이기는 첫 번째 수"),
        ("baseline:alphabeta", "", "first that draws", "비기는 첫 번째 수"),
        ("baseline", "a3 b3 a2", "Every move loses", "모든 수가 집니다"),
        ("baseline:depth=2", "", "within depth 2", "깊이 2까지는"),
        ("baseline:printed", "", "X can still win if O helps", "O가 도와주면 X가"),
        ("baseline:printed", "a3", "O can still win if X helps", "X가 도와주면 O가"),
        ("baseline:printed", "a3 b3 c3 a2 b2", "O cannot win any more", "O는 이제 이길 수"),
        ("baseline:printed", "a3 b3 c3 a2 b2 c2 b1", "O can only lose", "O는 질 수밖에"),
    ],
)
def test_why_a_move_was_chosen_is_told(game, spec, moves, english, korean):
    why = chosen(spec, game.start().play_all(moves)).why
    for language, words in (("en", english), ("ko", korean)):
        with override_language(language):
            assert words in str(why)


def test_what_the_slip_sees_is_no_proof(game):
    """It takes the start for won, with the opponent's help all the way."""
    found = chosen("baseline:printed", game.start())
    assert (found.score.kind, found.score.value, found.score.proven) == ("value", 1, False)
    assert game.start().play_all(" ".join(found.lines[0].moves)).outcome.winner == 0


# Its claims. The counts are those of the program typed from the report.


def plain(cell):
    return cell if isinstance(cell, int) else str(cell)


@pytest.fixture(scope="module")
def facts():
    """By name, the rows of an experiment: their words in English, then their figures."""

    @cache
    def run(name):
        found = load_experiments()[name].run(lambda done, total: None)
        with override_language("en"):
            rows = [tuple(map(plain, row.cells)) for row in found.rows]
            return found, rows, str(found.conclusion)

    return run


def test_minimax_and_alphabeta_give_the_same_result(facts):
    found, rows, said = facts("tictactoe-same-result")
    assert rows == [
        ("minimax", 4_520, 4_520, 0, 549_946),
        ("alpha-beta", 4_520, 4_520, 0, 18_297),
        ("minimax as printed", 3_292, 2_771, 1_546, 549_946),
    ]
    assert found.verdict == "agrees"
    assert "4,520 of 4,520" in said
    assert "another move in 1,749, and a worse one in 1,546" in said


def test_what_the_slip_costs(facts):
    found, rows, said = facts("tictactoe-slip")
    assert rows == [
        ("won", "won", 1_708),
        ("won", "drawn", 315),
        ("won", "lost", 813),
        ("drawn", "drawn", 634),
        ("drawn", "lost", 418),
        ("lost", "lost", 632),
    ]
    assert found.verdict == "contradicts"
    assert "1,546 of 4,520" in said


# Limits, and other boards.


@pytest.mark.parametrize("spec", SPECS)
def test_a_depth_is_obeyed(wide, spec):
    found = chosen(f"{spec}{',' if ':' in spec else ':'}depth=2", wide.start())
    assert (found.depth, found.stopped_by, found.move) == (2, "depth", "a10")
    assert (found.score.kind, found.score.proven) == ("value", False)
    assert len(found.lines[0].moves) == 2
    assert chosen(spec, wide.start(), Limit(depth=1)).depth == 1


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("limit", [Limit(time=0.5), Limit(clock=Clock(15.0))])
def test_on_a_large_board_the_last_finished_depth_counts(wide, spec, limit):
    found = chosen(spec, wide.start(), limit)
    assert found.stopped_by == "time"
    assert found.depth >= 1
    assert found.move in wide.start().moves


@pytest.mark.parametrize("spec", SPECS)
def test_on_a_large_board_it_completes_its_line(wide, spec):
    position = wide.position("c3 d3 e3 f3 / a1 b1 c1 j10 / 0")
    found = chosen(spec, position, Limit(depth=1))
    assert found.move == "b3"


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("nodes", "depth"), [(1, 0), (50, 0), (150, 1)])
def test_a_number_of_nodes_is_obeyed(wide, spec, nodes, depth):
    """A look one move ahead takes 101."""
    found = chosen(spec, wide.start(), Limit(nodes=nodes))
    assert found.stopped_by == "nodes"
    assert found.nodes <= nodes + 1
    assert found.depth == depth


@pytest.mark.parametrize("spec", SPECS)
def test_without_any_time_the_first_square_is_taken(game, spec):
    position = game.start().play_all("a3 b2 a2")
    player = agent(spec)
    player.prepare(game)
    with Stop() as stop:
        stop.set("cancel")
        found = player.think(position, Limit(), stop)
    assert (found.move, found.stopped_by, found.score) == ("b3", "cancel", None)
    assert found.why.key == "baseline.tictactoe.why.stopped"


@pytest.mark.parametrize("method", METHODS)
def test_nobody_waits_for_ever(method):
    def own(limit, **given):
        return FullSearch(method, **given).tighten_limit(limit).time

    assert own(Limit()) == DEFAULT_SECONDS
    assert own(Limit(), time=2.0) == 2.0
    assert own(Limit(time=0.5), time=2.0) == 0.5
    assert own(Limit(), depth=3) is None
    assert own(Limit(depth=3)) is None


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(
    "options",
    [
        {"width": 1, "height": 1, "line": 1},
        {"width": 5, "height": 1, "line": 3},
        {"width": 4, "height": 3, "line": 3},
        {"width": 19, "height": 19, "line": 5},
    ],
    ids=str,
)
def test_every_board_can_be_played(spec, options):
    position = load_game("tictactoe", **options).start()
    assert chosen(spec, position, Limit(time=0.2)).move in position.moves


def test_the_usual_baseline_is_minimax(game):
    position = game.start().play_all("a1 b2 c3")
    usual, by_name, other = (
        chosen(spec, position).nodes for spec in ("baseline", "baseline:minimax", SPECS[1])
    )
    assert usual == by_name > other


def test_a_wrong_setting_is_one_sentence(game):
    with pytest.raises(Problem, match="Option depth"):
        chosen("baseline:depth=0", game.start())
