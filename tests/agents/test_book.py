"""The book: its moves against the rules beside the checker, and never a word of a damaged file."""

from __future__ import annotations

import base64
import importlib.util
import json
import struct
import sys
import zlib
from pathlib import Path
from random import Random

import pytest

from plyground.agents import book
from plyground.agents.book import Book, load_book
from plyground.agents.engine import Engine
from plyground.core.limits import Limit, Stop
from plyground.core.solver import Solver
from plyground.games.registry import load_game
from plyground.games.tictactoe import TicTacToe

ROOT = Path(__file__).parents[2]
ATLAS = ROOT / "src" / "plyground" / "games" / "kamisado" / "kamisado.atlas.json"


@pytest.fixture(scope="module")
def kamisado():
    game = load_game("kamisado")
    game.native()
    return game


@pytest.fixture(scope="module")
def slow():
    """The rules of the checker, which share no code with the game's."""
    path = ROOT / "tools" / "rules" / "kamisado.py"
    spec = importlib.util.spec_from_file_location("slow_rules", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def play_out(position, slow, chance):
    """Play by the book against random replies; how many plies the win took by the slow rules."""
    winner, plies = position.side, 0
    while slow.result is None:
        if slow.side == winner:
            found = load_book(position.game).look_up(position)
            assert found is not None
            assert found.score.kind == "win"
            assert found.score.proven
            left = found.score.plies
            move = chance.choice(found.best_moves)
        else:
            move = chance.choice(slow.moves)
        assert move in slow.moves
        slow, position, plies = slow.play(move), position.play(move), plies + 1
        if slow.result is None and slow.side == winner:
            assert load_book(position.game).look_up(position).score.plies < left
    assert slow.winner == winner
    return plies


def test_the_start_is_won_within_the_stated_distance_against_any_reply(kamisado, slow):
    start = load_book(kamisado).look_up(kamisado.start())
    assert (start.score.kind, start.score.plies) == ("win", 17)
    chance = Random(1)
    for _ in range(150):
        assert play_out(kamisado.start(), slow.start(), chance) <= 17


def test_a_lost_first_move_is_refuted_by_the_book(kamisado, slow):
    for move in ("a1-a3", "d1-d2", "h1-h7"):
        after = kamisado.start().play(move)
        found = load_book(kamisado).look_up(after)
        assert found.score.kind == "win"
        chance = Random(2)
        for _ in range(10):
            assert play_out(after, slow.start().play(move), chance) <= found.score.plies


def test_what_the_book_says_is_what_the_solver_finds(kamisado):
    """Values, distances and best moves; of the winner's best moves it knows some."""
    solver = Solver(kamisado.rules, kamisado.native(), 64)
    chance = Random(3)
    for _ in range(12):
        position = kamisado.start()
        for _ in range(chance.randrange(3, 14)):
            found = load_book(kamisado).look_up(position)
            moves = found.best_moves if found.score.kind == "win" else position.moves
            after = position.play(chance.choice(moves))
            if after.is_over:
                break
            position = after
        found = load_book(kamisado).look_up(position)
        exact = solver.solve(position.state, Stop())
        best = {kamisado.move_text(position.state, code) for code in exact.best_moves}
        assert (found.score.value, found.score.plies) == (exact.value, exact.plies)
        assert len(found.lines[0].moves) == exact.plies
        if found.score.kind == "win":
            assert set(found.best_moves) <= best
        else:
            assert set(found.best_moves) == best


def test_symmetric_positions_count_as_the_same(kamisado):
    """Left and right with the colours reversed: a1-a5 is h1-h5."""
    start = load_book(kamisado).look_up(kamisado.start())
    assert set(start.best_moves) == {"a1-a5", "h1-h5"}
    one, two = (load_book(kamisado).look_up(kamisado.start().play(m)) for m in start.best_moves)
    assert one.score == two.score
    mirrored = {
        "-".join("hgfedcba"["abcdefgh".index(end[0])] + end[1] for end in move.split("-"))
        for move in one.best_moves
    }
    assert mirrored == set(two.best_moves)


def test_with_the_board_turned_the_sides_are_exchanged(kamisado, slow):
    """By 180 degrees colours stay as they are: what the first player wins, the second does then."""

    def turn(text):
        first, second, rest = text.split(" / ")
        turned = [
            " ".join("hgfedcba"["abcdefgh".index(s[0])] + "87654321"[int(s[1]) - 1] for s in towers)
            for towers in (second.split(), first.split())
        ]
        side, colour = rest.split()
        return " / ".join([*turned, f"{1 - int(side)} {colour}"])

    line = load_book(kamisado).look_up(kamisado.start()).lines[0].moves
    for plies in range(5):
        position = kamisado.start().play_all(" ".join(line[:plies]))
        turned = kamisado.position(turn(position.text))
        here, there = (load_book(kamisado).look_up(one) for one in (position, turned))
        assert turned.side == 1 - position.side
        assert here.score == there.score
        assert here.score.kind == ("win" if plies % 2 == 0 else "loss")
        if plies % 2 == 0:
            assert play_out(turned, slow.start(turned.text), Random(6)) <= there.score.plies


def test_positions_without_a_history_are_found(kamisado):
    line = load_book(kamisado).look_up(kamisado.start()).lines[0].moves
    position = kamisado.start().play_all(" ".join(line[:6]))
    bare = kamisado.position(position.text)
    assert bare.before is None
    assert load_book(kamisado).look_up(bare).score.plies == 11


def test_a_match_and_other_rules_have_no_book():
    for options in ({"points": 3}, {"deadlock": "two"}):
        game = load_game("kamisado", **options)
        assert load_book(game).look_up(game.start()) is None


def test_a_draw_is_known_while_both_sides_keep_to_it():
    game = load_game("tictactoe")
    game.native()
    found = load_book(game).look_up(game.start())
    assert (found.score.kind, found.score.plies, found.score.proven) == ("draw", None, True)
    assert game.start().play_all(" ".join(found.lines[0].moves)).outcome.winner is None
    # After a mistake more than a draw may be had, so nothing is said.
    assert load_book(game).look_up(game.start().play_all("b2 a2")) is None


def test_the_engine_plays_by_the_book_without_a_search(kamisado):
    engine = Engine(hash=1)
    found = engine.choose(kamisado.start(), Limit(time=60))
    assert (found.move, found.score.plies, found.nodes) == ("a1-a5", 17, 0)
    assert str(found.why) == "from the book of proven positions"
    depths = []
    with Stop() as stop:
        found = engine.think(kamisado.start(), Limit(nodes=20_000), stop, 4, depths.append)
    assert depths[0].score.plies == 17
    assert (found.score.plies, len(found.lines)) == (17, 4)
    assert not found.lines[-1].score.proven


@pytest.mark.parametrize("settings", [{"book": False}, {"level": 9}])
def test_the_book_can_be_left_out_and_weaker_levels_have_none(kamisado, settings):
    found = Engine(hash=1, **settings).choose(kamisado.start(), Limit(nodes=2_000))
    assert found.nodes > 0
    assert found.why is None


def test_who_asks_for_a_depth_gets_that_depth(kamisado):
    found = Engine(hash=1).choose(kamisado.start(), Limit(depth=3))
    assert found.depth == 3
    assert not found.score.proven


def damage(entry, kind, chance):
    """A copy of an entry that proves something else, or nothing."""
    entry = json.loads(json.dumps(entry))
    [proof] = entry["proofs"]
    data = bytearray(zlib.decompress(base64.b64decode(proof["choices"])))
    if kind == "choice":
        place = 2 * chance.randrange(len(data) // 2)
        data[place : place + 2] = struct.pack(">H", (data[place + 1] + 1) % 14)
    elif kind == "short":
        del data[-2:]
    elif kind == "long":
        data += b"\0\0"
    proof["choices"] = base64.b64encode(zlib.compress(bytes(data))).decode()
    if kind == "text":
        proof["choices"] = proof["choices"][:-9]
    elif kind == "plies":
        entry["plies"] = proof["plies"] = 15
    elif kind == "value":
        entry["value"] = -1
    elif kind == "missing":
        del proof["choices"]
    elif kind == "moves":
        entry["moves"] = "a1-b1"
    return entry


KINDS = ["choice", "short", "long", "text", "plies", "value", "missing", "moves"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_book_is_never_used(kamisado, monkeypatch, tmp_path, kind):
    sound = json.loads(ATLAS.read_text(encoding="utf-8"))["entries"][0]
    path = tmp_path / "damaged.json"
    monkeypatch.setattr(book, "find_atlas_file", lambda kind: path)
    chance = Random(4)
    refused = 0
    tries = 12 if kind == "choice" else 1
    for _ in range(tries):
        path.write_text(json.dumps({"entries": [damage(sound, kind, chance)]}), encoding="utf-8")
        found = Book(kamisado).look_up(kamisado.start())
        refused += found is None
        # Another move may win as soon.
        assert found is None or (kind == "choice" and found.score.plies == 17)
    assert refused


@pytest.mark.parametrize("text", ["", "{", "[]", '{"entries": 7}', '{"entries": [{}]}', "\x00"])
def test_a_file_that_cannot_be_read_is_no_book(kamisado, monkeypatch, tmp_path, text):
    path = tmp_path / "damaged.json"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(book, "find_atlas_file", lambda kind: path)
    assert Book(kamisado).look_up(kamisado.start()) is None


def test_a_game_of_ones_own_has_a_book(monkeypatch, tmp_path):
    """A class beside its file, here a won board of tic-tac-toe."""
    shipped = ROOT / "src/plyground/games/tictactoe/tictactoe.atlas.json"
    entries = json.loads(shipped.read_text(encoding="utf-8"))["entries"]
    won = next(one for one in entries if one["value"] == 1 and one["plies"] is not None)

    class Own(TicTacToe):
        name = "own"

    (tmp_path / "own.atlas.json").write_text(json.dumps({"entries": [won]}), encoding="utf-8")
    monkeypatch.setattr(sys.modules[__name__], "__file__", str(tmp_path / "own.py"))
    game = Own(**won["options"])
    found = Book(game).look_up(game.start())
    assert (found.score.kind, found.score.plies) == ("win", won["plies"])
