"""The wheel of a platform: its tag."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from packaging.tags import parse_tag, sys_tags

SCRIPT = Path(__file__).parents[2] / "packaging" / "build_native.py"


def test_the_wheel_is_for_this_python_and_this_platform_only():
    spec = importlib.util.spec_from_file_location("build_native", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    tags = parse_tag(module.find_tag())
    assert tags & set(sys_tags())
    assert all(tag.interpreter.startswith("cp") and tag.platform != "any" for tag in tags)
