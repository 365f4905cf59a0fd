"""The names that users may rely on."""

from __future__ import annotations

import ast

import plyground


def test_public_names_are_those_that_type_checkers_see(house):
    tree = ast.parse((house.source / "__init__.py").read_text(encoding="utf-8"))
    typed = {
        alias.name: node.module
        for guard in tree.body
        if isinstance(guard, ast.If)
        for node in guard.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert sorted(typed) == plyground.__all__
    homes = {name: f"plyground.{home}" for name, home in plyground._HOMES.items()}
    assert typed == homes


def test_every_public_name_can_be_had():
    for name in plyground.__all__:
        assert getattr(plyground, name) is not None
    assert set(plyground.__all__) <= set(dir(plyground))


def test_the_version_is_that_of_the_distribution():
    from importlib.metadata import version

    assert plyground.__version__ == version("plyground")


def test_no_module_is_named_after_nothing(house):
    forbidden = {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc"}
    assert not {file.stem for file in house.files()} & forbidden
