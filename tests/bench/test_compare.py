"""`bench/compare.py`: two checkouts in turns. Both are this one here, so they visit equal nodes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, str(ROOT / "bench" / "compare.py")]
SMALL = ["--rounds", "1", "--game", "tictactoe", "--nodes", "1000"]


def run(*arguments):
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=600)


def test_a_checkout_visits_as_many_nodes_as_itself():
    done = run(str(ROOT), *SMALL, "--at-least", "0")
    assert done.returncode == 0, done.stderr
    heads, row = done.stdout.splitlines()
    assert heads.split()[0] == "game"
    assert row.split()[0] == "tictactoe"
    assert row.split()[-1] == "equal"


def test_a_slower_checkout_fails():
    done = run(str(ROOT), *SMALL, "--at-least", "1e9")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "below 1e+09 of the old rate: tictactoe"


def test_a_folder_without_the_package_is_refused(tmp_path):
    done = run(str(tmp_path), *SMALL)
    assert done.returncode == 1
    assert "has no plyground" in done.stderr
    assert "Traceback" not in done.stderr
