"""The widgets in a real JupyterLab: clicks and keys reach Python, and pages can be loaded again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip(
    "jupyterlab", reason='jupyterlab is not installed: pip install "plyground[dev]"'
)
pytest.importorskip("anywidget", reason='pip install "plyground[notebook]" to test its widgets')

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

TIMEOUT = 300
"""Seconds after which a test gives up waiting, however busy the machine is."""

CELLS = {
    "game": """\
import json
from plyground import load_game
from plyground.lab.trace import trace
from plyground.notebook import explore, play, show_tree

class LastLegal:
    def act(self, state):
        return state.moves[-1]

game = play("tictactoe", LastLegal)
game""",
    "towers": """\
towers = play("kamisado", "human")
towers""",
    "explorer": """\
explorer = explore(load_game("kamisado").start().play("d1-d6"))
explorer""",
    "tree": """\
search = trace(load_game("tictactoe").start().play_all("a1 b2 c3 a2 c2"))
tree = show_tree(search, step=1)
tree""",
    "state": """\
print(json.dumps([*map(" ".join, (game.moves, towers.moves, explorer.moves)), tree.step]))""",
}
"""The widgets, each by the name that its cell gives it, and what Python knows of them."""


class Lab:
    """A JupyterLab server, and a notebook in one of its tabs."""

    def __init__(self, url: str, page: Any) -> None:
        self.page = page
        self.address = f"{url}/lab/tree/boards.ipynb?token=secret"

    def open(self) -> None:
        self.page.goto(self.address)
        self.page.locator(".jp-Notebook .jp-Cell").nth(len(CELLS) - 1).wait_for(state="attached")
        self.page.get_by_text("(ipykernel) | Idle").wait_for()

    def run_all(self) -> None:
        """Run all cells; again, if the kernel was not yet listening."""
        prompt = self._cell("state").locator(".jp-InputPrompt")
        until = time.monotonic() + TIMEOUT
        while prompt.inner_text() in ("", "[ ]:") and time.monotonic() < until:
            self._choose("Run", "Run All Cells")
            self.page.wait_for_timeout(2000)
        self.widget("tree").locator(".node").first.wait_for()

    def ask(self) -> list[Any]:
        """What the last cell prints of the state of all widgets in Python."""
        cell = self._cell("state")
        before = cell.locator(".jp-InputPrompt").inner_text()
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")
        self.page.wait_for_function(
            "([cell, before]) => ![before, '[*]:'].includes("
            "cell.querySelector('.jp-InputPrompt').innerText)",
            arg=[cell.element_handle(), before],
        )
        state: list[Any] = json.loads(cell.locator(".jp-OutputArea-output").inner_text())
        return state

    def widget(self, name: str) -> Any:
        """The widget of the cell that gives it this name."""
        return self._cell(name).locator(".plyground")

    def click(self, name: str, *spots: str) -> None:
        """Click on spots of a board."""
        for spot in spots:
            self.widget(name).locator(f'.spot[data-spot="{spot}"]').click()

    def check_moves(self, name: str, *moves: str) -> None:
        """Wait until these moves are listed beside a board."""
        from playwright.sync_api import expect

        buttons = self.widget(name).locator("#moves button")
        expect(buttons).to_have_text(list(moves), timeout=1000 * TIMEOUT)

    def _cell(self, name: str) -> Any:
        return self.page.locator(".jp-CodeCell").nth(list(CELLS).index(name))

    def _choose(self, menu: str, entry: str) -> None:
        self.page.locator(".lm-MenuBar-item", has_text=menu).first.click()
        self.page.locator(".lm-Menu-itemLabel").get_by_text(entry, exact=True).click()


@pytest.fixture(scope="module")
def jupyter(
    start_session_process: Callable[..., subprocess.Popen[bytes]],
    tmp_path_factory: pytest.TempPathFactory,
) -> str:
    """The URL of a JupyterLab with a notebook of the cells above."""
    folder = tmp_path_factory.mktemp("jupyter")
    cells = [new_code_cell(source) for source in CELLS.values()]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)"}}
    nbformat.write(new_notebook(cells=cells, metadata=kernel), folder / "boards.ipynb")
    _refuse_news(folder / "config")
    own = {f"JUPYTER_{name.upper()}_DIR": str(folder / name) for name in ("config", "runtime")}
    environment = {
        **os.environ,
        **own,
        "IPYTHONDIR": str(folder / "ipython"),
        "PLYGROUND_LANG": "en",
    }
    log = folder / "jupyter.log"
    with log.open("wb") as output:
        process = start_session_process(
            [
                *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
                *("--ServerApp.port=0", "--IdentityProvider.token=secret"),
                f"--ServerApp.root_dir={folder}",
            ],
            env=environment,
            stdout=output,
            stderr=output,
        )
    until = time.monotonic() + TIMEOUT
    while not (found := list((folder / "runtime").glob("jpserver-*.json"))):
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < until, log.read_text()
        time.sleep(0.1)
    return f"http://127.0.0.1:{json.loads(found[0].read_text())['port']}"


def _refuse_news(config: Path) -> None:
    """JupyterLab asks whether to fetch news, above what is to be clicked."""
    name = "@jupyterlab/apputils-extension:notification"
    folder = config / "labconfig"
    folder.mkdir(parents=True)
    settings = {name: {"fetchNews": "false", "checkForUpdates": False}}
    (folder / "default_setting_overrides.json").write_text(json.dumps(settings))


@pytest.fixture
def lab(jupyter: str, open_page: Callable[..., Any]) -> Lab:
    # JupyterLab itself logs errors, of servers for languages that are not installed.
    page = open_page(allow_errors=True, viewport={"width": 1300, "height": 900})
    lab = Lab(jupyter, page)
    lab.open()
    return lab


def test_clicks_keys_and_steps_reach_python_and_survive_a_reload(lab):
    lab.run_all()
    page = lab.page
    assert lab.ask() == ["", "", "d1-d6", 1]

    # A click on a square, and the answer of the agent; then the same by keys, which must not be
    # those of the notebook, where x cuts a cell and an arrow goes to another.
    lab.click("game", "b2")
    lab.check_moves("game", "b2", "c3")
    lab.widget("game").locator(".spot[data-spot='b2']").focus()
    for key in ("x", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    lab.check_moves("game", "b2", "c3", "a2", "b3")
    assert page.locator(".jp-CodeCell").count() == len(CELLS)

    # A move of a piece. The second player must move the tower that the rules name.
    lab.click("towers", "d1", "d5")
    lab.check_moves("towers", "d1-d5")
    lab.click("towers", "b8")
    page.locator(".plyground .message.problem").wait_for()

    # The engine's lines, of which one is played, and the way back.
    explorer = lab.widget("explorer")
    best = explorer.locator(".lines li").first.get_by_role("button").first
    best.wait_for()
    explorer.get_by_role("switch", name="Engine").click()
    lab.click("explorer", "d1")  # No tower there: nothing happens.
    explorer.locator("[data-nav=back]").click()
    explorer.get_by_text("First player to move", exact=True).wait_for()
    lab.click("explorer", "a1", "a5")
    lab.check_moves("explorer", "a1-a5")

    # The tree of a search, step by step.
    tree = lab.widget("tree")
    for _ in range(3):
        tree.get_by_role("button", name="One step forward").click()
    tree.get_by_text("4 / 84").wait_for()

    state = ["b2 c3 a2 b3", "d1-d5", "a1-a5", 4]
    assert lab.ask() == state

    page.keyboard.press("Control+s")
    page.locator(".jp-mod-dirty").wait_for(state="detached")
    lab.open()
    lab.check_moves("game", "b2", "c3", "a2", "b3")
    lab.check_moves("explorer", "a1-a5")
    lab.widget("tree").get_by_text("4 / 84").wait_for()
    assert lab.ask() == state
