"""What the README shows is true: its Python runs, and so do its commands."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


COMMANDS = [
    line for block in blocks("sh") for line in block.splitlines() if line.startswith("plyground ")
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Where a reader has saved the first block as the file that the text names."""
    folder = tmp_path_factory.mktemp("reader")
    (folder / "sticks.py").write_text(blocks("python")[0], encoding="utf-8")
    return folder


@pytest.mark.parametrize("block", blocks("python")[1:], ids=lambda block: block.splitlines()[0])
def test_python_runs(folder, block):
    run(folder, sys.executable, "-c", block)


@pytest.mark.parametrize("command", COMMANDS)
def test_command_runs(folder, command):
    name, *arguments = shlex.split(command)
    run(folder, str(Path(sys.executable).with_name(name)), *arguments)


def run(folder: Path, *line: str) -> None:
    done = subprocess.run(
        line,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_links_lead_somewhere():
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert targets
    for target in targets:
        assert target.startswith("https://") or (ROOT / target).exists(), target


def test_defining_a_game_takes_about_forty_lines():
    assert len(blocks("python")[0].splitlines()) <= 40
