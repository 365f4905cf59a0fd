"""Draws the pictures of the web app, `docs/pictures/web-*.png`, in Chromium.

python docs/draw_web.py
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

PICTURES = Path(__file__).parent / "pictures"
TIMEOUT = 120
THINKING = 6000
"""Milliseconds in which the engine fills its lines."""

# A seat is kept by the browser, as after a game that was set up in the lobby.
CREATE_GAME = """async (request) => {
  const { fetchJson } = await import("/static/js/api.js");
  const { saveSeat } = await import("/static/js/seats.js");
  const { id, tokens } = await fetchJson("/api/games", request);
  saveSeat(id, tokens.filter(Boolean));
  return id;
}"""


def main() -> None:
    with sync_playwright() as playwright, serve() as site:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        game = open_page(browser, 1280, 820)
        moves = "h8 g7 h9 g8 h7 h6 g9 i7 i9 j9 f9 e9 f8 i5 g10"
        play(game, site, "gomoku", moves.split())
        save(game, "game")

        analysis = open_page(browser, 1280, 860)
        query = urlencode({"moves": "d1-e2 g8-g6"})
        analysis.goto(f"{site}/analysis/kamisado?{query}")
        analysis.locator("#engine .lines:not(.stale) li").first.wait_for()
        analysis.wait_for_timeout(THINKING)
        save(analysis, "analysis")

        lab = open_page(browser, 1280, 860)
        lab.goto(f"{site}/lab")
        lab.wait_for_timeout(THINKING)
        save(lab, "lab")

        phone = open_page(
            browser, 360, 740, locale="ko-KR", color_scheme="dark", device_scale_factor=2
        )
        play(phone, site, "kamisado", ["d1-d5", "a8-a4"])
        save(phone, "phone")


@contextmanager
def serve() -> Iterator[str]:
    """A server of its own; its URL."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"PLYGROUND_DATABASE": f"sqlite:///{folder}/games.db", "PLYGROUND_LANG": "en"}
        server = subprocess.Popen(
            [sys.executable, "-m", "plyground", "serve", "--no-open", "--port", "0"],
            env={**os.environ, **own},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            for line in server.stdout:
                if url := re.search(r"http://[\d.]+:\d+", line):
                    yield url[0]
                    break
            else:
                raise SystemExit("the server did not start")
        finally:
            server.terminate()
            server.wait()


def open_page(browser: Browser, width: int, height: int, **options: Any) -> Page:
    settings = {"locale": "en-GB", "color_scheme": "light", **options}
    context = browser.new_context(viewport={"width": width, "height": height}, **settings)
    context.set_default_timeout(1000 * TIMEOUT)
    return context.new_page()


def play(page: Page, site: str, name: str, moves: list[str]) -> None:
    """Show a game against the engine after some moves."""
    page.goto(site)
    page.locator("html[data-ready]").wait_for()
    players = [{"kind": "human"}, {"kind": "agent", "spec": "engine:level=4"}]
    request = {"game": name, "players": players, "moves": moves}
    page.goto(f"{site}/game/{page.evaluate(CREATE_GAME, request)}")
    page.locator("#board .spot").first.wait_for(state="attached")
    page.wait_for_timeout(THINKING)


def save(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.screenshot(path=PICTURES / f"web-{name}.png")


if __name__ == "__main__":
    main()
