"""A small game with bugs to plant in it."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from plyground.games.checking import admission


def load_bugs():
    """The module beside this file; `bench/planted_bugs.py` reads it, too."""
    spec = importlib.util.spec_from_file_location(
        "planted_bugs", Path(__file__).with_name("planted_bugs.py")
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


planted_bugs = load_bugs()


@pytest.fixture
def plant(tmp_path):
    """Write the game with a bug to a file."""

    def write(bug, name="row"):
        file = tmp_path / f"{name}.py"
        file.write_text(planted_bugs.plant(bug))
        return str(file)

    return write


@pytest.fixture
def checks(monkeypatch, tmp_path):
    """Games are checked, whatever was checked before."""
    monkeypatch.delenv(admission.NO_CHECK, raising=False)
    monkeypatch.setattr(admission, "_failed", {})
    monkeypatch.setattr(admission, "_passed", set())
    monkeypatch.setattr(admission, "cache_root", lambda: tmp_path / "cache")
