"""A short form of bench/killed_server.py, on both databases."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

FILE = Path(__file__).parents[2] / "bench" / "killed_server.py"


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_every_acknowledged_move_survives_two_kills(each_database, start_process):
    line = ("--kills", "2", "--games", "6", "--moves", "30", "--database", each_database)
    run = start_process([sys.executable, str(FILE), *line], stdout=subprocess.PIPE, text=True)
    output, _ = run.communicate()
    assert run.returncode == 0, output
    [(moves, lost)] = re.findall(r"  2 kills: (\d+) .* games, (\d+) lost", output)
    assert int(moves) >= 30
    assert lost == "0"
