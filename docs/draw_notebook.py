"""Draws `docs/pictures/notebook.png`: the widgets in a real JupyterLab, in Chromium.

python docs/draw_notebook.py
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Page, sync_playwright

PICTURE = Path(__file__).parent / "pictures" / "notebook.png"
CELLS = (
    """\
from plyground.notebook import explore, play

play("tictactoe", "engine:level=3")""",
    """explore("kamisado")""",
)
TIMEOUT = 120


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, url = start_jupyter(Path(folder))
        try:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            page = browser.new_page(viewport={"width": 980, "height": 1120})
            page.set_default_timeout(1000 * TIMEOUT)
            page.goto(f"{url}/doc/tree/boards.ipynb?token=secret")
            draw(page)
        finally:
            server.terminate()
            server.wait()


def start_jupyter(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)"}}
    cells = [new_code_cell(source) for source in CELLS]
    nbformat.write(new_notebook(cells=cells, metadata=kernel), folder / "boards.ipynb")
    overrides = folder / "config" / "labconfig" / "default_setting_overrides.json"
    overrides.parent.mkdir(parents=True)
    news = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false"}}
    overrides.write_text(json.dumps(news))
    own = {f"JUPYTER_{name.upper()}_DIR": str(folder / name) for name in ("config", "runtime")}
    command = ("-m", "jupyterlab", "--no-browser", "--allow-root", "--ServerApp.port=0")
    server = subprocess.Popen(
        [
            *(sys.executable, *command, "--IdentityProvider.token=secret"),
            f"--ServerApp.root_dir={folder}",
        ],
        env={**os.environ, **own, "PLYGROUND_LANG": "en"},
        stderr=subprocess.DEVNULL,
    )
    until = time.monotonic() + TIMEOUT
    while not (found := list((folder / "runtime").glob("jpserver-*.json"))):
        if server.poll() is not None or time.monotonic() > until:
            raise SystemExit("JupyterLab did not start")
        time.sleep(0.1)
    return server, f"http://127.0.0.1:{json.loads(found[0].read_text())['port']}"


def draw(page: Page) -> None:
    """Run the cells, play a move, and let the engine think."""
    page.locator(".jp-CodeCell").nth(len(CELLS) - 1).wait_for(state="attached")
    boards = page.locator(".plyground ply-board")
    until = time.monotonic() + TIMEOUT
    # The kernel may not be listening yet.
    while not boards.count() and time.monotonic() < until:
        page.locator(".lm-MenuBar-item", has_text="Run").first.click()
        page.locator(".lm-Menu-itemLabel").get_by_text("Run All Cells", exact=True).click()
        page.wait_for_timeout(5000)
    boards.first.locator('.spot[data-spot="b2"]').click()
    page.locator(".plyground #moves button").nth(1).wait_for()
    page.locator(".plyground .lines li").nth(2).wait_for()
    page.wait_for_timeout(4000)
    page.mouse.move(0, 0)
    page.locator(".jp-Notebook").screenshot(path=PICTURE)


if __name__ == "__main__":
    main()
