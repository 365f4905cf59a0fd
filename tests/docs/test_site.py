"""The site is built without a warning, and nothing on it leads nowhere."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("zensical", reason="the extra docs is not installed")

ROOT = Path(__file__).parents[2]
PROPER_NAMES = {"Plyground", "REST"}
BUILD = ROOT / "docs" / "site" / "build.py"


class Page(HTMLParser):
    """What a page links to, what it loads, and where in it links can lead."""

    def __init__(self, text: str):
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.navigation: set[str] = set()
        self._is_item = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if given.get("id"):
            self.anchors.add(given["id"])
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif tag in ("img", "script", "iframe", "source") and given.get("src"):
            self.loads.append(given["src"])
        elif tag == "link" and given.get("href") and given.get("rel") != "alternate":
            self.loads.append(given["href"])
        if tag in ("a", "label", "span") and "md-nav__link" in (given.get("class") or ""):
            self._is_item = True

    def handle_data(self, data):
        if self._is_item and data.strip():
            self.navigation.add(data.strip())
            self._is_item = False


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> dict[Path, Page]:
    """All pages of the site, by their files."""
    folder = tmp_path_factory.mktemp("docs")
    done = subprocess.run(
        [sys.executable, BUILD, folder], capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Warning" not in done.stdout + done.stderr
    return {
        file: Page(file.read_text(encoding="utf-8")) for file in (folder / "site").rglob("*.html")
    }


def test_every_page_is_there_in_both_languages(site):
    [home] = [file.parent for file in site if file.parts[-2:] == ("site", "index.html")]
    english = {file.relative_to(home) for file in site if "ko" not in file.relative_to(home).parts}
    korean = {file.relative_to(home / "ko") for file in site if (home / "ko") in file.parents}
    assert english == korean
    for source in (ROOT / "docs").rglob("*.md"):
        if not source.name.endswith(".ko.md"):
            assert source.relative_to(ROOT / "docs").with_suffix(".html") in english


def test_korean_navigation_is_korean(site):
    pages = {file.parts[-2:]: page for file, page in site.items()}
    english, korean = (pages[home, "glossary.html"] for home in ("site", "ko"))
    assert len(korean.navigation) > 20
    assert english.navigation & korean.navigation <= PROPER_NAMES


def test_links_and_pictures_lead_somewhere(site):
    for file, page in site.items():
        if file.name == "404.html":
            continue
        for target in page.links + page.loads:
            place = urlsplit(target)
            if place.scheme:
                continue
            found = (file.parent / unquote(place.path)).resolve() if place.path else file
            found = found / "index.html" if found.is_dir() else found
            assert found.exists(), f"{target} in {file}"
            if place.fragment and found in site:
                anchor = unquote(place.fragment)
                assert anchor in site[found].anchors, f"{target} in {file}"


def test_nothing_is_loaded_from_elsewhere(site):
    for file, page in site.items():
        assert page.loads
        for target in page.loads:
            assert urlsplit(target).scheme in ("", "data"), f"{target} in {file}"


def test_the_reference_has_what_the_code_has(site):
    import plyground

    def anchors(name):
        [page] = [page for file, page in site.items() if file.parts[-3:] == ("site", *name)]
        return page.anchors

    names = {anchor.rpartition(".")[2] for anchor in anchors(("reference", "api.html"))}
    assert set(plyground.__all__) - {"__version__"} <= names
    assert {"plyground-match", "plyground-serve"} <= anchors(("reference", "commands.html"))
    assert {"engine", "mcts", "baseline"} <= anchors(("reference", "agents.html"))
    assert "post-apigames" in anchors(("reference", "rest.html"))
    assert {"required", "expert"} <= anchors(("reference", "contract.html"))
