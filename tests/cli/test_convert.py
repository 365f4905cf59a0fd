"""`plyground convert`: from file to file, and through pipes."""

from __future__ import annotations

import json
import subprocess
import sys

SGF = "(;GM[4]SZ[15]RU[renju]PB[Ada]PW[Bob];B[hh];W[ig](;B[ii])(;B[gg]))"


def test_formats_follow_the_endings_of_files(line, tmp_path):
    first, second, third = (tmp_path / name for name in ("a.sgf", "b.json", "c.psq"))
    first.write_text(SGF)
    done = line("convert", str(first), str(second))
    assert done.exit_code == 0, done.stderr
    assert "3 moves" in done.stdout
    record = json.loads(second.read_text())
    assert record["moves"] == ["h8", "i9", "i7"]
    assert record["variations"] == [{"at": 2, "moves": ["g9"]}]
    assert record["options"] == {"rule": "renju"} | {"size": 15}
    assert line("convert", str(second), str(third)).exit_code == 0
    assert third.read_text().splitlines()[1:4] == ["8,8,0", "9,7,0", "9,9,0"]


def test_standard_streams(tmp_path):
    code = "from plyground.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "convert", "-", "-", "--to", "text"],
        input=SGF,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "h8 i9 i7"


def test_a_list_of_moves_needs_a_game(line, tmp_path):
    moves = tmp_path / "moves.txt"
    moves.write_text("d1-d5")
    error = line.refused("convert", str(moves), str(tmp_path / "out.json"))
    assert "which game" in error
    out = tmp_path / "out.json"
    done = line("convert", str(moves), str(out), "--game", "kamisado", "--set", "points=3")
    assert done.exit_code == 0, done.stderr
    assert json.loads(out.read_text())["options"] == {"points": 3}


def test_a_game_of_the_users_own(line, tmp_path):
    from pathlib import Path

    example = Path(__file__).parents[2] / "examples" / "connect4.py"
    moves, out = tmp_path / "moves.txt", tmp_path / "out.json"
    moves.write_text("d1 d2 c1")
    done = line("convert", str(moves), str(out), "--game", str(example))
    assert done.exit_code == 0, done.stderr
    again = tmp_path / "again.txt"
    assert line("convert", str(out), str(again), "--game", str(example)).exit_code == 0
    assert again.read_text().splitlines()[-1] == "d1 d2 c1"


def test_invalid_input_is_refused(line, tmp_path):
    good = tmp_path / "good.sgf"
    good.write_text(SGF)
    assert "no file" in line.refused("convert", str(tmp_path / "none.sgf"), "-")
    assert 'Did you mean "sgf"' in line.refused("convert", str(good), "-", "--to", "sfg")
    assert "tells no format" in line.refused("convert", str(good), str(tmp_path / "out"))
    assert "another game" in refused_text(line, tmp_path, "(;GM[1];B[aa])")
    assert 'no game "chess"' in line.refused("convert", str(good), "-", "--game", "chess")


def refused_text(line, tmp_path, text):
    file = tmp_path / "bad.sgf"
    file.write_text(text)
    return line.refused("convert", str(file), "-")
