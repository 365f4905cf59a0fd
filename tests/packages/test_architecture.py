"""The paths of docs/explanation/architecture.md are those that the program takes."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from plyground.cli.main import build_app

DOCS = Path(__file__).parents[2] / "docs"
PATHS = ("move", "analyse", "match")


@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize("ending", [".svg", ".ko.svg"])
def test_pictures_are_drawn_by_the_program(architecture, name, ending):
    drawn = architecture.draw(architecture.PATHS[name], ending == ".ko.svg")
    picture = DOCS / "pictures" / f"path-{name}{ending}"
    assert picture.read_text(encoding="utf-8") == drawn, "run `python docs/draw_architecture.py`"
    page = DOCS / "explanation" / f"architecture{ending.replace('svg', 'md')}"
    assert f"../pictures/{picture.name}" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PATHS)
def test_a_path_has_at_most_fifteen_files_each_once(architecture, name):
    files = [step.file for step in architecture.PATHS[name].steps]
    assert len(files) == len(set(files)) <= 15


@pytest.mark.parametrize("name", PATHS)
def test_every_function_of_a_path_is_in_its_file(architecture, source_tree, name):
    for step in architecture.PATHS[name].steps:
        file = source_tree.root / step.file.replace("NAME", "tictactoe")
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".js":
            assert re.search(rf"^\s*(export )?(function )?{step.function}\(", text, re.MULTILINE)
        else:
            assert step.function in list_functions(ast.parse(text)), step


def list_functions(tree: ast.AST, prefix: str = "") -> set[str]:
    names = set()
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(f"{prefix}{node.name}")
        elif isinstance(node, ast.ClassDef):
            names |= list_functions(node, f"{node.name}.")
    return names


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("analyse", "analyse tictactoe --depth 3 --json"),
        ("match", "match tictactoe engine:level=3 random:seed=1 --games 2"),
    ],
)
def test_a_command_takes_its_path(architecture, record_calls, name, line):
    with record_calls() as calls:
        done = CliRunner().invoke(build_app(), line.split(), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert architecture.find_missing_step(name, "tictactoe", calls) is None
