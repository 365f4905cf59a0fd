"""`openings`: what it prints can be read by `match --openings`."""

from __future__ import annotations


def test_openings_can_be_played_in_a_match(line, tmp_path):
    found = line("openings", "tictactoe", "--count", "3", "--plies", "2", "--within", "0")
    assert found.exit_code == 0
    lines = found.stdout.splitlines()
    assert len(lines) == 3
    assert all("50%" in text for text in lines)
    file = tmp_path / "fair.txt"
    file.write_text(found.stdout, encoding="utf-8")
    played = line.json(
        "match", "tictactoe", "minimax", "minimax", "--games", "6", "--openings", str(file)
    )
    # Solved as draws, so two perfect players draw them all.
    assert played["a"]["draws"] == 6


def test_json_has_the_chances(line):
    document = line.json("openings", "tictactoe", "--count", "2", "--plies", "1", "--within", "50")
    assert [len(one["moves"].split()) for one in document["openings"]] == [1, 1]
    assert all(0 <= one["chance"] <= 1 for one in document["openings"])


def test_nonsense_is_refused(line):
    assert "--within" in line.refused("openings", "tictactoe", "--within", "80")
    assert "human" in line.refused("openings", "tictactoe", "--agent", "human")
