"""The workflow that publishes: it may do little, and what it uses cannot change under it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORKFLOWS = ROOT / ".github" / "workflows"
RELEASE = (WORKFLOWS / "release.yml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["release.yml", "wheels.yml"])
def test_actions_are_pinned_to_commits(name):
    used = re.findall(r"uses: (\S+)(.*)", (WORKFLOWS / name).read_text(encoding="utf-8"))
    assert used
    for action, comment in used:
        if not action.startswith("./"):
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action), action
            assert re.fullmatch(r"\s+# v[0-9.]+", comment), f"{action}: which version?"


def test_nobody_has_a_password():
    assert "secrets" not in RELEASE
    assert "password" not in RELEASE.partition("permissions:")[2]
    assert "id-token: write" in RELEASE
    assert "attestations: true" in RELEASE
    assert RELEASE.count("write") == 1


def test_what_is_published_is_what_is_built():
    [called] = re.findall(r"uses: \./(\S+)", RELEASE)
    assert (ROOT / called).exists()
    assert "workflow_call:" in (ROOT / called).read_text(encoding="utf-8")
