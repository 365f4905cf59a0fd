"""`perft` and `warmup`. Counts of tic-tac-toe are products of its free squares, less lines."""

from __future__ import annotations

import pytest

from plyground import load_game
from plyground.cli.warmup import list_variants


@pytest.mark.parametrize(
    ("depth", "nodes"),
    # The well-known counts: 9, 9*8, ...; at depth 9 the 127,872 games that fill the board.
    [(0, 1), (1, 9), (2, 72), (3, 504), (4, 3024), (5, 15120), (6, 54720), (9, 127872)],
)
def test_sequences_are_counted(line, depth, nodes):
    counted = line.json("perft", "tictactoe", "--depth", str(depth))
    assert counted["nodes"] == nodes
    assert counted["seconds"] >= 0


def test_counts_below_each_move_add_up(line):
    counted = line.json("perft", "tictactoe", "--depth", "6", "--divide")
    assert len(counted["divide"]) == 9
    assert sum(counted["divide"].values()) == counted["nodes"] == 54720
    shown = line("perft", "tictactoe", "--depth", "2", "--divide").stdout.splitlines()
    assert shown[0] == "a1: 8"
    assert shown[-1].startswith("72 sequences of 2 moves")


def test_a_finished_game_has_nothing_below_it(line):
    won = ("perft", "tictactoe", "--moves", "a1 b2 a2 c3 a3")
    assert line.json(*won, "--depth", "0")["nodes"] == 1
    assert line.json(*won, "--depth", "1")["nodes"] == 0
    assert line.json(*won, "--depth", "3")["nodes"] == 0


def test_counting_starts_from_the_given_position(line):
    one = line.json("perft", "tictactoe", "--moves", "b2 a1", "--depth", "3")["nodes"]
    other = line.json("perft", "tictactoe", "--position", "b2 / a1 / 0", "--depth", "3")["nodes"]
    # 7 * 6 * 5 sequences; none of them can be over before its third move.
    assert one == other == 210


def test_warmup_lists_what_it_compiled(line):
    done = line("warmup", "tictactoe")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1].endswith("Tic-tac-toe")


def test_warmup_makes_every_named_rule_ready():
    ready = [kind.kernels for kind in list_variants(load_game("gomoku"))]
    for rule in ("freestyle", "standard", "omok", "renju", "caro", "caro5", "report"):
        assert load_game("gomoku", rule=rule).kernels in ready
    assert load_game("gomoku", rule="renju", foul="loses").kernels in ready
    assert len(ready) == 3, "rules without fouls, with illegal ones and with lost ones"
