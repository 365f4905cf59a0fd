"""A real server and a real browser: Debian's Chromium, driven by Playwright.

`site` is the URL of a server with a fresh database; `page` is a tab with an English locale. A tab
must neither log an error to its console nor request anything from another host: that is checked
when a test ends.

All native code is compiled before the server starts, so that no page waits for the compiler. Tests
wait for events; the one timeout is a limit, not a duration that anything is expected to take.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from plyground.agents.engine import Engine
from plyground.agents.solver_agent import SolverAgent
from plyground.cli.warmup import list_variants
from plyground.games.registry import game_names, load_game

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
DESKTOP = {"width": 1200, "height": 800}
TIMEOUT = 300
"""Seconds after which a test gives up waiting, however busy the machine is."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    missing = _missing()
    for item in here:
        if missing:
            item.add_marker(pytest.mark.skip(reason=missing))


def _missing() -> str | None:
    if CHROMIUM is None:
        return "no Chromium here; install it (apt install chromium) to test the pages"
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "playwright is not installed; pip install playwright to test the pages"
    return None


class Server:
    """`plyground serve` in a process of its own, which can be killed and started again."""

    def __init__(
        self,
        start_process: Callable[..., subprocess.Popen[bytes]],
        folder: Path,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._start_process = start_process
        self._environment = {
            **os.environ,
            "PLYGROUND_LANG": "en",
            "PLYGROUND_DATABASE": f"sqlite:///{folder / 'games.db'}",
            **(environment or {}),
        }
        self._log = folder / "server.log"
        self._port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        code = "from plyground.cli.main import main; main()"
        line = ("serve", "--no-open", "--port", str(self._port))
        with self._log.open("ab") as log:
            self._process = self._start_process(
                [sys.executable, "-c", code, *line],
                env=self._environment,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + TIMEOUT
        while not self._answers():
            ended = self._process.poll() is not None
            if ended or time.monotonic() > until:
                raise AssertionError(f"the server did not start: {self.log}")
            time.sleep(0.1)

    @property
    def log(self) -> str:
        """What the server has printed."""
        return self._log.read_text()

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def native_code() -> None:
    """Everything compiled that the engine and the solver need for any of our games; servers find it
    cached."""
    for name in game_names():
        for variant in list_variants(load_game(name)):
            Engine().prepare(variant)
            SolverAgent(hash=1).prepare(variant)


@pytest.fixture(scope="session")
def server(
    native_code: None,
    start_session_process: Callable[..., subprocess.Popen[bytes]],
    tmp_path_factory: pytest.TempPathFactory,
) -> Server:
    running = Server(start_session_process, tmp_path_factory.mktemp("server"))
    running.start()
    return running


@pytest.fixture
def serve(
    native_code: None, start_process: Callable[..., subprocess.Popen[bytes]], tmp_path: Path
) -> Callable[..., Server]:
    """Starts a server for one test, which may kill it."""

    def start(environment: Mapping[str, str] | None = None) -> Server:
        running = Server(start_process, tmp_path, environment)
        running.start()
        return running

    return start


@pytest.fixture
def own_server(serve: Callable[..., Server]) -> Server:
    return serve()


@pytest.fixture(scope="session")
def site(server: Server) -> str:
    """The URL of the server, without a slash at the end."""
    return server.url


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-background-networking"]
        )
        yield running
        running.close()


OpenPage = Callable[..., Any]


@pytest.fixture
def open_page(browser: Any) -> Iterator[OpenPage]:
    """Opens a tab of a new visitor: `open_page(viewport=..., has_touch=True, locale="ko-KR")`."""
    visitors = []
    wrong: list[str] = []

    def open_one(allow_errors: bool = False, **options: Any) -> Any:
        """`allow_errors=True`: the server will refuse requests or be killed, which browsers log."""
        settings = {"viewport": DESKTOP, "locale": "en-GB", **options}
        context = browser.new_context(**settings)
        context.set_default_timeout(1000 * TIMEOUT)
        visitors.append(context)
        page = context.new_page()
        if not allow_errors:
            page.on("console", lambda said: _judge(said, wrong))
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on("request", lambda request: _check_host(request.url, wrong))
        return page

    yield open_one
    for context in visitors:
        context.close()
    assert wrong == []


def _judge(said: Any, wrong: list[str]) -> None:
    if said.type == "error":
        wrong.append(f"console: {said.text}")


def _check_host(url: str, wrong: list[str]) -> None:
    if not url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:", "file:")):
        wrong.append(f"asked elsewhere: {url}")


@pytest.fixture
def page(open_page: OpenPage) -> Any:
    """A tab of a visitor with a mouse, a keyboard and a desktop."""
    return open_page()


class Player:
    """A player on the game page, who reads the legal moves off the board."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def set_up(
        self, site: str, game: str, options: Mapping[str, str] | None = None, **wishes: str
    ) -> None:
        """Choose a game, its options, and what else is to be chosen (`opponent="here"`)."""
        self.page.goto(f"{site}/#{game}")
        self.page.locator("#fields fieldset").first.wait_for()
        self.page.locator("#cards").get_by_role("radio", checked=True).wait_for(state="attached")
        for name, value in wishes.items():
            if name == "level":
                self.page.locator("#level").fill(value)
            else:
                self.page.locator(f'label:has(input[name="{name}"][value="{value}"])').click()
        for name, value in (options or {}).items():
            self._choose(name, value)

    def _choose(self, option: str, value: str) -> None:
        if not self.page.locator("details[open]").count():
            self.page.locator("summary").click()
        field = self.page.locator(f'[name="option.{option}"]')
        if field.evaluate("field => field.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)

    def begin(
        self, site: str, game: str, options: Mapping[str, str] | None = None, **wishes: str
    ) -> None:
        self.set_up(site, game, options, **wishes)
        self.page.locator("#start").click()
        self.page.wait_for_url("**/game/*")
        self.wait_for_turn()

    def wait_for_turn(self) -> bool:
        """Until a move can be made here; False if the game is over."""
        self.page.wait_for_function(
            "() => document.querySelector('#board')?.interactive"
            " || document.querySelector('#status.over')"
        )
        return not self.is_over

    @property
    def is_over(self) -> bool:
        return bool(self.page.locator("#status.over").count())

    @property
    def paths(self) -> dict[str, list[str]]:
        """The legal moves with their spots."""
        found: dict[str, list[str]] = self.page.evaluate(
            "() => document.querySelector('#board').position.paths"
        )
        return found

    @property
    def made(self) -> list[str]:
        """The moves in the list beside the board."""
        texts: list[str] = self.page.locator("#moves button").all_inner_texts()
        return texts

    def place(self, spot: str, board: str = "#board") -> tuple[float, float]:
        """The place of a spot, once the board is drawn, which is a frame after it is created."""
        drawn = self.page.wait_for_function(
            "([board, spot]) => document.querySelector(board).getScreenPlace(spot)",
            arg=[board, spot],
        )
        place = drawn.json_value()
        return place["x"], place["y"]

    def click(self, path: list[str]) -> None:
        self._each(path, self.page.mouse.click)

    def tap(self, path: list[str]) -> None:
        self._each(path, self.page.touchscreen.tap)

    def drag(self, path: list[str]) -> None:
        start, end = self.place(path[0]), self.place(path[-1])
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.page.mouse.move(*end)
        self.page.mouse.up()

    def _each(self, path: list[str], press: Callable[[float, float], None]) -> None:
        for spot in path:
            choice = self.page.locator("#move-buttons button")
            if len(path) == 1 and choice.count():
                choice.first.click()
            else:
                press(*self.place(spot))

    def wait_for_moves(self, count: int) -> None:
        self.page.wait_for_function(
            "count => document.querySelectorAll('#moves button').length >= count", arg=count
        )


@pytest.fixture
def player(page: Any) -> Player:
    return Player(page)


@pytest.fixture
def player_at() -> type[Player]:
    """`player_at(page)`: a player in another tab."""
    return Player


@pytest.fixture
def axe_violations() -> Callable[[Any], list[tuple[str, list[Any]]]]:
    """`axe_violations(page)`: serious and critical findings of axe, and where they are."""
    from axe_playwright_python.sync_playwright import Axe

    def found(page: Any) -> list[tuple[str, list[Any]]]:
        return [
            (problem["id"], [node["target"] for node in problem["nodes"]][:4])
            for problem in Axe().run(page).response["violations"]
            if problem["impact"] in ("serious", "critical")
        ]

    return found
