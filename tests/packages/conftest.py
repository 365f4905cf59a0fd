"""What the tests of the house share: where its source is, and how to read it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground

SOURCE = Path(plyground.__file__).parent


class House:
    """The package as files."""

    source = SOURCE

    def files(self) -> list[Path]:
        return sorted(SOURCE.rglob("*.py"))

    def trees(self) -> Iterator[tuple[Path, ast.Module]]:
        for file in self.files():
            yield file, ast.parse(file.read_text(encoding="utf-8"))

    def games(self) -> list[str]:
        return sorted(file.parent.name for file in (SOURCE / "games").glob("*/rules.py"))

    def room(self, file: Path) -> str:
        return file.relative_to(SOURCE).as_posix()


@pytest.fixture(scope="session")
def house() -> House:
    return House()
