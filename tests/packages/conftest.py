"""The source of the package as files, for tests of its structure."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground

ROOT = Path(plyground.__file__).parent


class SourceTree:
    """The package as files."""

    root = ROOT

    def files(self) -> list[Path]:
        return sorted(ROOT.rglob("*.py"))

    def modules(self) -> list[str]:
        """The paths of all modules but `__init__`, relative to the package."""
        return [self.relative(file) for file in self.files() if file.stem != "__init__"]

    def trees(self) -> Iterator[tuple[Path, ast.Module]]:
        for file in self.files():
            yield file, ast.parse(file.read_text(encoding="utf-8"))

    def games(self) -> list[str]:
        return sorted(file.parent.name for file in (ROOT / "games").glob("*/rules.py"))

    def relative(self, file: Path) -> str:
        return file.relative_to(ROOT).as_posix()


@pytest.fixture(scope="session")
def source_tree() -> SourceTree:
    return SourceTree()
