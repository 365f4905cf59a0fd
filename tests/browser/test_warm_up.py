"""While native code is compiled, a quiet line says so, and the engine plays all the same."""

from __future__ import annotations

import threading

import pytest

from plyground.web.app import create_app
from plyground.web.server import bind_socket, make_server
from plyground.web.settings import Settings

TIMEOUT = 300


@pytest.fixture
def site(native_code, held_compilation, tmp_path):
    """A server in this process, whose compiler is held back until the test releases it."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}")
    app = create_app(settings)
    app.state.services.compile_queue.submit = held_compilation.submit
    server = make_server(app, settings)
    with bind_socket("127.0.0.1", 0) as listener:
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join(TIMEOUT)


def top_of(page, selector):
    return page.locator(selector).bounding_box()["y"]


@pytest.mark.parametrize("width", [1280, 360])
def test_the_engine_replies_and_the_line_goes_when_native_code_is_ready(
    site, open_page, player_at, held_compilation, width
):
    page = open_page(viewport={"width": width, "height": 740})
    player = player_at(page)
    player.begin(site, "tictactoe", level="3")
    line = page.locator("#warmup")
    line.wait_for()
    assert line.inner_text().startswith("warming up: ")
    assert line.inner_text().endswith(" s; playing at reduced strength")
    assert "warming up" in page.locator("#announcer").inner_text()
    player.click(["b2"])
    player.wait_for_moves(2)
    places = [top_of(page, selector) for selector in ("#status", "#actions", "#extras")]
    held_compilation.release()
    line.wait_for(state="hidden")
    assert [top_of(page, selector) for selector in ("#status", "#actions", "#extras")] == places
    assert page.locator("#announcer").inner_text() == "The engine is at full strength."
    player.wait_for_turn()
    player.click(next(iter(player.paths.values())))
    player.wait_for_moves(4)


def test_analysis_streams_at_once_and_changes_over_by_itself(site, open_page, held_compilation):
    page = open_page(locale="ko-KR")
    page.goto(f"{site}/analysis/kamisado")
    line = page.locator(".engine-status .warmup")
    line.wait_for()
    assert line.inner_text().startswith("예열 중: ")
    page.locator(".lines li").first.wait_for()
    height = page.locator("#engine").bounding_box()["height"]
    held_compilation.release()
    line.wait_for(state="hidden")
    page.get_by_text("초당").wait_for()
    assert page.locator("#engine").bounding_box()["height"] == height
