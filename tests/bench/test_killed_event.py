"""A match that is killed is resumed without losing or repeating a game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "bench" / "killed_event.py"


@pytest.mark.skipif(sys.platform != "linux", reason="the script looks for workers in /proc")
def test_every_game_is_played_once_after_two_kills(start_process):
    line = [sys.executable, str(SCRIPT), "--kills", "2", "--games", "100"]
    running = start_process(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    printed, _ = running.communicate()
    assert running.returncode == 0, printed
    assert "100 games, each once, after 2 kills" in printed
