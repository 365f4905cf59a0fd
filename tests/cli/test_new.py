"""`plyground new`: what it makes runs, passes its own tests, and is typed and linted."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

BIN = Path(sys.executable).parent


def run(folder: Path, *line: object, paths: Iterable[Path] = ()) -> str:
    known = [*map(str, paths), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [str(part) for part in line],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(known), "PLYGROUND_LANG": "en"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def mypy_cache(tmp_path_factory) -> Path:
    """What mypy knows of Plyground and NumPy is the same for all."""
    return tmp_path_factory.mktemp("mypy")


@pytest.mark.parametrize("template", ["line", "move", "draw", "score"])
def test_a_template_is_a_game_that_passes_its_tests(line, tmp_path, mypy_cache, template):
    name = f"tiny_{template}"
    assert line("new", name, "--template", template, "--path", str(tmp_path)).exit_code == 0
    folder = tmp_path / name
    run(folder, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    run(folder, BIN / "ruff", "check")
    run(folder, BIN / "ruff", "format", "--check")
    run(folder, BIN / "mypy", "--cache-dir", mypy_cache)
    report = line("check", str(folder / f"{name}.py"), "--games", "10").stdout
    assert "keeps its promises" in report
    assert "Suspicious" not in report
    document = line.json("analyse", str(folder / f"{name}.py"), "--depth", "2")
    assert document["move"]


def test_it_is_a_game_of_every_command_once_installed(line, tmp_path):
    """Installed as pip leaves it, without pip: the module, and the entry point in its metadata."""
    assert line("new", "four_stones", "--path", str(tmp_path)).exit_code == 0
    site = tmp_path / "site"
    metadata = site / "plyground_four_stones-0.1.0.dist-info"
    metadata.mkdir(parents=True)
    shutil.copy(tmp_path / "four_stones" / "four_stones.py", site)
    project = (tmp_path / "four_stones" / "pyproject.toml").read_text(encoding="utf-8")
    _, _, entry = project.partition('[project.entry-points."plyground.games"]\n')
    entry = entry.splitlines()[0].replace('"', "")
    (metadata / "METADATA").write_text("Name: plyground-four-stones\nVersion: 0.1.0\n")
    (metadata / "entry_points.txt").write_text(f"[plyground.games]\n{entry}\n")
    assert "Four Stones" in run(tmp_path, BIN / "plyground", "games", "four_stones", paths=[site])


def test_an_agent_passes_its_tests_and_plays(line, tmp_path, mypy_cache):
    assert line("new", "tiny_bot", "--agent", "--path", str(tmp_path)).exit_code == 0
    folder = tmp_path / "tiny_bot"
    run(folder, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    run(folder, BIN / "mypy", "--strict", "--cache-dir", mypy_cache, "tiny_bot.py")
    document = line.json(
        "match",
        "tictactoe",
        f"{folder}/tiny_bot.py:TinyBot",
        "random",
        "--games",
        "4",
        "--time",
        "5",
    )
    assert document["forfeits"] == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["Four"], "small letters"),
        (["4x"], "small letters"),
        (["class"], "small letters"),
        (["../x"], "small letters"),
        (["gomoku"], "already the name"),
        (["numpy"], "already the name"),
        (["tiny", "--template", "chess"], "no template"),
        (["tiny", "--agent", "--template", "line"], "either"),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_sentence(line, tmp_path, arguments, why):
    assert why in line.refused("new", *arguments, "--path", str(tmp_path))
    assert not any(tmp_path.iterdir())


def test_nothing_is_overwritten(line, tmp_path):
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "notes.txt").write_text("mine")
    assert "not empty" in line.refused("new", "tiny", "--path", str(tmp_path))
    assert [file.name for file in (tmp_path / "tiny").iterdir()] == ["notes.txt"]
