"""Check that an installed platform wheel leaves nothing to compile.

    python -m venv /tmp/fresh
    /tmp/fresh/bin/pip install --constraint constraints.txt dist/plyground-*-cp*.whl
    /tmp/fresh/bin/python packaging/check_wheel.py

Runs every kind of command on every built-in game and its variants, each with an empty cache, and
prints what was compiled after all. The seconds are those of the whole command.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

ENGINE = """
    tictactoe
    gomoku
    gomoku --set rule=standard
    gomoku --set rule=omok
    gomoku --set rule=renju
    gomoku --set rule=renju --set foul=loses
    gomoku --set rule=caro
    gomoku --set rule=report
    gomoku --set opening=swap2
    gomoku --set opening=swap2 --set rule=renju
    kamisado
    kamisado --set points=3
    kamisado --set deadlock=printed
    triangles
    triangles --set n=12
    triangles --set n=30
    triangles --set extra_move=true
"""
OTHERS = """
    solve tictactoe
    solve gomoku --set size=5 --time 1
    solve kamisado --set points=3 --time 1
    solve triangles --set n=6
    perft kamisado --depth 3
    openings kamisado --count 1 --time 0.1
    lab tictactoe --compare --depth 3
    lab --experiment gomoku-threats
    match tictactoe mcts:playouts=50 minimax:depth=2 --games 2
    match tictactoe baseline:minimax baseline:printed --games 2
    match gomoku alphabeta:depth=2 baseline:omok,time=0.1 --set size=7 --games 2
    match gomoku baseline:deepening,time=0.1 baseline:printed,depth=1 --set size=9 --games 2
    match kamisado negamax:depth=2 baseline:negamax,depth=2 --games 2
    match kamisado baseline:novice baseline:trick --games 2
    match triangles baseline:report baseline:printed --set n=8 --games 2
    match triangles baseline:improved mcts:playouts=50 --set n=8 --games 2
    bench --quick
"""


def main() -> int:
    lines = [f"analyse {line} --time 0.1" for line in _split(ENGINE)] + _split(OTHERS)
    failed = 0
    for line in lines:
        started = perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, "-m", "plyground", *line.split()],
                env={**os.environ, "PLYGROUND_CACHE": folder},
                cwd=folder,
                capture_output=True,
                text=True,
            )
            seconds = perf_counter() - started
            compiled = sorted(file.stem for file in Path(folder).rglob("*.nbi"))
        # `solve` ends with 1 if it has found no proof in its time.
        has_run = done.returncode == 0 or (done.returncode == 1 and line.startswith("solve "))
        is_good = has_run and not compiled
        failed += not is_good
        print(f"{'ok' if is_good else 'NO':3}{seconds:6.1f} s  {line}", *compiled, flush=True)
        if not has_run:
            print(done.stderr)
    return 1 if failed else 0


def _split(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


if __name__ == "__main__":
    sys.exit(main())
