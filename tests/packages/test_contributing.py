"""CONTRIBUTING lists every module in one line, package by package, lowest layer first."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

HEADING = re.compile(r"### `([\w/]+)`: \S")
LINE = re.compile(r"- `([\w/]+\.py)`: \S.*")


@pytest.fixture(scope="module")
def sections() -> dict[str, list[str]]:
    """The lines below each package's heading."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    package = ""
    for line in text.partition("## Every module in one line\n")[2].splitlines():
        if heading := HEADING.match(line):
            package = heading[1]
            found[package] = []
        elif line.startswith("-"):
            found[package].append(line)
    return found


def test_every_module_has_one_line(sections, source_tree):
    paths = []
    for package, lines in sections.items():
        for line in lines:
            match = LINE.fullmatch(line)
            assert match, line
            paths.append(match[1] if package == "plyground" else f"{package}/{match[1]}")
    assert sorted(paths) == sorted(source_tree.modules())


def test_packages_are_listed_from_the_lowest_layer_up(sections):
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    level = {
        name.strip(" ()").removeprefix("plyground."): -number
        for number, layer in enumerate(layers)
        for name in layer.split("|")
    }
    listed = [level[package.partition("/")[0]] for package in sections if package != "plyground"]
    assert listed == sorted(listed)
