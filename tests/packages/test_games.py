"""A game is contained in its folder: its name occurs nowhere else, and it can be removed."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

from plyground.games.registry import game_names

NAMES = game_names()


def words_of_code(file: Path) -> list[str]:
    """Names, comments and strings of a file; docstrings may give examples."""
    words = []
    text = file.read_text(encoding="utf-8")
    is_statement = True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_docstring = token.type == tokenize.STRING and is_statement
        if not is_docstring:
            words.append(token.string)
        if token.type != tokenize.COMMENT:
            is_statement = token.type in (
                tokenize.NEWLINE,
                tokenize.NL,
                tokenize.INDENT,
                tokenize.DEDENT,
                tokenize.ENCODING,
            )
    return words


@pytest.mark.parametrize("name", NAMES)
def test_a_games_name_occurs_only_where_it_belongs(source_tree, name):
    for file in source_tree.files():
        path = source_tree.relative(file)
        if path.startswith((f"games/{name}/", f"reports/{name}/", f"reports/{name}.py")):
            continue
        mentions = [word for word in words_of_code(file) if re.search(name, word, re.IGNORECASE)]
        assert not mentions, f"{path} names {name}: {mentions}"


@pytest.mark.parametrize("name", NAMES)
def test_without_a_game_everything_else_works(source_tree, name, tmp_path):
    copy = tmp_path / "plyground"
    shutil.copytree(source_tree.root, copy, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.rmtree(copy / "games" / name)
    (copy / "reports" / f"{name}.py").unlink(missing_ok=True)
    shutil.rmtree(copy / "reports" / name, ignore_errors=True)

    names = {game["name"] for game in json.loads(run(tmp_path, "games", "--json"))["games"]}
    assert names == set(NAMES) - {name}
    other = next(known for known in ("tictactoe", "triangles") if known != name)
    result = json.loads(run(tmp_path, "perft", other, "--depth", "2", "--json"))
    assert result["nodes"] > 0
    assert "Traceback" not in run(tmp_path, "--help")


def run(folder: Path, *line: str) -> str:
    code = "from plyground.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *line],
        env={**os.environ, "PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
