"""Checks of the static files: types, references, translations, and nothing from other hosts."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest

from plyground.locale import load_catalogue

ROOT = Path(__file__).parents[2]
PACKAGE = Path(str(resources.files("plyground")))
STATIC = PACKAGE / "web" / "static"
FILES = sorted(
    file
    for folder in (STATIC, PACKAGE / "notebook" / "static")
    for file in folder.rglob("*")
    if file.suffix in (".html", ".css", ".js", ".webmanifest")
)
PAGES = [file for file in FILES if file.suffix == ".html"]
SCRIPTS = [file for file in FILES if file.suffix == ".js"]

NAMESPACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")


def name(file):
    return file.relative_to(PACKAGE).as_posix()


def test_types_are_right():
    if shutil.which("npm") is None and not os.environ.get("CI"):
        pytest.skip("there is no npm here, so the types of the scripts are not checked")
    wanted = json.loads((ROOT / "package.json").read_text())["devDependencies"]["typescript"]
    compiler = ROOT / "node_modules" / "typescript"
    assert compiler.is_dir(), f"TypeScript {wanted} is not installed: run `npm ci`"
    found = json.loads((compiler / "package.json").read_text())["version"]
    assert found == wanted, f"TypeScript {found} is installed, not {wanted}: run `npm ci`"
    done = subprocess.run(
        ["node", str(compiler / "bin" / "tsc"), "--project", str(ROOT / "tsconfig.json")],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("file", FILES, ids=name)
def test_nothing_comes_from_another_host(file):
    text = file.read_text(encoding="utf-8")
    for namespace in NAMESPACES:
        text = text.replace(namespace, "")
    assert not re.search(r"(https?:|wss?:|[\"'(=]\s*)//[a-z0-9]", text, re.IGNORECASE)


@pytest.mark.parametrize("file", PAGES, ids=name)
def test_pages_have_neither_script_nor_style_inside(file):
    text = file.read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle\s*=|\son[a-z]+\s*=|javascript:", text, re.IGNORECASE)
    for script in re.findall(r"<script\b([^>]*)>(.*?)</script>", text, re.DOTALL):
        assert 'src="/static/' in script[0]
        assert script[1].strip() == ""


@pytest.mark.parametrize("file", SCRIPTS, ids=name)
def test_scripts_write_neither_markup_nor_style_attributes(file):
    """User input must not become markup, and the content security policy forbids inline styles."""
    text = file.read_text(encoding="utf-8")
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
    assert not re.search(forbidden, text)
    assert not re.search(r"setAttribute\(\s*[\"']style|[{,]\s*style:\s*[`\"'][^`\"']*:", text)


@pytest.mark.parametrize("file", SCRIPTS + PAGES, ids=name)
def test_every_key_is_in_the_catalogue(file):
    known = load_catalogue("en")
    text = file.read_text(encoding="utf-8")
    for key in re.findall(r"[\"'](web\.[a-z0-9_.]+)[\"']", text):
        assert key in known, key
    for key in re.findall(r"`(web\.[a-z0-9_.]*)\$\{", text):
        assert any(word.startswith(key) for word in known), key


def test_no_two_scripts_share_a_name():
    counts = Counter(file.name for file in SCRIPTS)
    assert [file for file, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("file", FILES, ids=name)
def test_referenced_files_exist(file):
    text = file.read_text(encoding="utf-8")
    for path in re.findall(r"[\"'(]/static/([\w./-]+)", text):
        assert (STATIC / path).is_file(), path
    for path in re.findall(r"(?:from|import) \"(\.[^\"]+)\"", text):
        assert (file.parent / path).is_file(), path
