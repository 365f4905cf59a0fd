"""Every shipped certificate is accepted, and corrupted ones are refused.

Here only the smaller ones; `python tools/check_certificate.py FILE...` checks a file completely.
"""

from __future__ import annotations

import base64
import copy
import json
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from random import Random

import pytest

from plyground import load_game

ROOT = Path(__file__).parents[2]
FILES = sorted(
    [*ROOT.glob("src/plyground/games/*/*.atlas.json"), *ROOT.glob("examples/*.atlas.json")]
)
SMALL = 2000
"""Positions in a proof."""

SUMO = "a1 b1 c1 d1 e1++ f1 g1 h1+ / h8+++ g8 f8+ e8 d8 c8 b8 a8 / 0 -"


def read_small(path: Path) -> list[dict]:
    entries = json.loads(path.read_text(encoding="utf-8"))["entries"]
    return [one for one in entries if sum(proof["positions"] for proof in one["proofs"]) < SMALL]


def name_of(path: Path) -> str:
    return path.name.partition(".")[0]


def test_every_solved_game_has_its_atlas():
    assert {name_of(path) for path in FILES} == {
        "breakthrough", "dots_and_boxes", "hex", "kalah", "kamisado", "othello", "tictactoe",
        "triangles",
    }  # fmt: skip
    assert sum(path.stat().st_size for path in FILES) < 15e6


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_shipped_certificates_are_accepted(check_certificate, path):
    rules = check_certificate.load_rules(name_of(path))
    entries = read_small(path)
    assert entries
    for entry in Random(1).sample(entries, min(12, len(entries))):
        assert check_certificate.check_entry(rules, entry) > 0


def change_choices(proof: dict, chance: Random) -> None:
    """Every fifth one: a single other move may be as good, and the proof is one all the same."""
    numbers = list(read(proof))
    numbers[::5] = [(number + 1) % 4 for number in numbers[::5]]
    write(proof, numbers)


def drop_choice(proof: dict, chance: Random) -> None:
    write(proof, list(read(proof))[:-1])


def add_choice(proof: dict, chance: Random) -> None:
    write(proof, [*read(proof), 0])


def claim_more(proof: dict, chance: Random) -> None:
    proof["value"] += 1


def claim_less(proof: dict, chance: Random) -> None:
    proof["value"] -= 1


def swap_sides(proof: dict, chance: Random) -> None:
    proof["side"] = 1 - proof["side"]


def change_text(proof: dict, chance: Random) -> None:
    text = proof["choices"]
    index = chance.randrange(len(text) - 4)
    other = "A" if text[index] != "A" else "B"
    proof["choices"] = text[:index] + other + text[index + 1 :]


def read(proof: dict) -> tuple[int, ...]:
    data = zlib.decompress(base64.b64decode(proof["choices"]))
    return struct.unpack(f">{len(data) // 2}H", data)


def write(proof: dict, numbers: list[int]) -> None:
    data = zlib.compress(struct.pack(f">{len(numbers)}H", *numbers))
    proof["choices"] = base64.b64encode(data).decode()


CORRUPTIONS = [
    change_choices, drop_choice, add_choice, claim_more, claim_less, swap_sides, change_text,
]  # fmt: skip


@pytest.mark.parametrize("corrupt", CORRUPTIONS, ids=lambda function: function.__name__)
def test_a_hundred_corrupted_certificates_are_refused(check_certificate, corrupt):
    """Fifteen in each of seven ways."""
    chance = Random(3)
    for number in range(15):
        path = FILES[number % len(FILES)]
        entries = [one for one in read_small(path) if one["proofs"][0]["positions"] > 40]
        entry = copy.deepcopy(chance.choice(entries))
        corrupt(entry["proofs"][0], chance)
        with pytest.raises(check_certificate.Refused):
            check_certificate.check_entry(check_certificate.load_rules(name_of(path)), entry)


@pytest.mark.parametrize("change", [{"value": 0}, {"value": -1}, {"plies": 16}, {"plies": 19}])
def test_a_false_claim_is_refused(check_certificate, change):
    """Kamisado's start, which is won in 17."""
    entry = read_small(ROOT / "src/plyground/games/kamisado/kamisado.atlas.json")[0]
    assert (entry["moves"], entry["value"], entry["plies"]) == ("", 1, 17)
    proofs = [{**proof, **change} for proof in entry["proofs"]]
    for changed in ({**entry, **change}, {**entry, **change, "proofs": proofs}):
        with pytest.raises(check_certificate.Refused):
            check_certificate.check_entry(check_certificate.load_rules("kamisado"), changed)


def test_the_checker_runs_alone(tmp_path):
    """Without the package: `-I` leaves out what is installed for the user, `-S` the rest."""
    entry = read_small(ROOT / "src/plyground/games/tictactoe/tictactoe.atlas.json")[0]
    good, bad, none = (tmp_path / name for name in ("good.json", "bad.json", "none.json"))
    good.write_text(json.dumps({"game": "tictactoe", "entries": [entry]}))
    bad.write_text(json.dumps({"game": "tictactoe", "entries": [{**entry, "value": 1}]}))
    none.write_text("[]")
    checker = [sys.executable, "-I", "-S", ROOT / "tools" / "check_certificate.py"]

    def run(*files: Path) -> tuple[int, str]:
        done = subprocess.run([*checker, *files], capture_output=True, text=True)
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout + done.stderr

    assert run(good) == (0, "tictactoe: +0, 559 positions checked\n")
    assert run(good, bad)[0] == 1
    assert "REFUSED" in run(bad)[1]
    for wrong in ((none,), (tmp_path / "missing.json",), ()):
        assert run(*wrong)[0] == 1


@pytest.mark.parametrize(
    ("name", "options", "position"),
    [
        ("tictactoe", {}, ""),
        ("tictactoe", {"width": 5, "height": 4, "line": 4}, ""),
        ("kamisado", {}, ""),
        ("kamisado", {}, SUMO),
        ("triangles", {"points": "0,0 4,0 4,4 0,4 2,2 2,0 1,3"}, ""),
        ("triangles", {"points": "0,0 5,1 6,4 2,5 3,3", "extra_move": True}, ""),
        ("triangles", {"points": "2,0 2,6 0,3 8,3 6,0 6,6"}, ""),
    ],
)
def test_the_rules_of_the_checker_are_those_of_the_game(check_certificate, name, options, position):
    """Those of the examples are compared by their own tests."""
    game = load_game(name, **options)
    rules = check_certificate.load_rules(name)
    chance = Random(5)
    for _ in range(60):
        ours = game.position(position) if position else game.start()
        slow = rules.start(**options, **({"position": position} if position else {}))
        while not ours.is_over:
            assert slow.result is None
            assert ours.side == slow.side
            assert sorted(ours.moves) == sorted(slow.moves)
            move = chance.choice(ours.moves)
            ours, slow = ours.play(move), slow.play(move)
        assert ours.utility() == slow.result


@pytest.mark.parametrize("extra_move", [False, True])
def test_positions_that_the_checker_takes_for_one_have_the_same_future(
    check_certificate, extra_move
):
    """All positions of six convex points, by what each move gains and leads to, whatever its name.

    The certificates of convex points rest on this.
    """
    rules = check_certificate.load_rules("triangles")
    futures, by_name = {}, {}

    def find_future(position):
        key = position.drawn, position.side
        if key not in futures:
            sign = 1 - 2 * position.side
            after = [position.play(move) for move in position.moves]
            follow = sorted(
                (sign * (one.lead - position.lead), one.side != position.side, find_future(one))
                for one in after
            )
            futures[key] = hash(tuple(follow))
            polygons, _, side = position.name
            assert by_name.setdefault((polygons, side), futures[key]) == futures[key]
        return futures[key]

    find_future(rules.start("2,0 2,6 0,3 8,3 6,0 6,6", extra_move))
    assert len(by_name) < len(futures) / 20


def test_the_checker_tells_positions_of_other_points_apart(check_certificate):
    """A symmetric set that is not convex: nothing is taken for something else."""
    start = check_certificate.load_rules("triangles").start("0,0 4,0 4,4 0,4 2,2")
    after = [start.play(move) for move in start.moves]
    assert len(set(after)) == len(after)
