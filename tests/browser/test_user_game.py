"""A user's own game appears in the lobby and can be played, without any JavaScript."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "connect4.py"


@pytest.fixture
def server_with_connect4(serve, tmp_path):
    """A server that finds Connect Four as an installed package's entry point."""
    packages = tmp_path / "packages"
    info = packages / "connect4-1.0.dist-info"
    info.mkdir(parents=True)
    (packages / "connect4.py").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: connect4\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[plyground.games]\nconnect4 = connect4:ConnectFour\n")
    return serve({"PYTHONPATH": str(packages)})


def test_a_users_game_is_set_up_and_played_to_its_end(server_with_connect4, player):
    page = player.page
    player.set_up(server_with_connect4.url, "connect4", opponent="agent")
    assert page.locator("#setup-title").inner_text() == "Connect Four"
    page.locator('select[name="agent"]').select_option("random")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")
    random = Random(3)
    while player.wait_for_turn():
        before = len(player.made)
        player.click(random.choice(sorted(player.paths.values())))
        player.wait_for_moves(before + 1)
    assert len(player.made) >= 7
    assert page.locator("#board .pieces .piece").count() == len(player.made)
