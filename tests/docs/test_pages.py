"""What the documentation shows is true: its files, code and commands run in order, as a reader
would run them; both languages show the same; every link leads somewhere.

A page is read as it is written (see CONTRIBUTING.md, "Documentation"). Its blocks are run in one
fresh folder, which looks like a clone to commands that draw the pictures of the page, and in an
environment of its own, where `pip install -e .` reaches nothing else.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote
from urllib.request import urlopen

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from typer.testing import CliRunner

from plyground.cli.main import build_app
from plyground.core.jit import cache_root

ROOT = Path(__file__).parents[2]
PAGES = [
    *sorted(ROOT.glob("README*.md")),
    *sorted((ROOT / "examples").glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
KOREAN = [page for page in PAGES if page.name.endswith(".ko.md")]
LINKED = [*PAGES, *(page for page in ROOT.glob("*/*.md")), *ROOT.glob("[A-Z]*.md")]
"""Pages whose links are checked: also those for developers."""
LANGUAGES = {"sh", "python", "text"}
NOT_RUN = re.compile(r"<!-- not run: (.*\S) -->\s*$")
EDIT = "<!-- edit -->"
DRAWN = "docs/pictures/"


@dataclass(frozen=True)
class Block:
    line: int
    language: str
    title: str | None
    text: str
    not_run: str | None
    """Why a test cannot run it."""
    is_edit: bool = False
    """Does it change a file that an earlier block has made?"""

    def commands(self) -> Iterator[str]:
        if self.language == "sh" and not self.not_run:
            for line in self.text.replace("\\\n", "").splitlines():
                if line.strip() and not line.startswith("#"):
                    yield line


def name_page(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def parse(page: Path) -> list[Token]:
    return MarkdownIt().enable("table").parse(page.read_text(encoding="utf-8"))


def read_blocks(page: Path) -> list[Block]:
    blocks: list[Block] = []
    reason, is_edit = None, False
    for token in parse(page):
        if token.type == "fence":
            title = re.search(r'\btitle="([^"]+)"', token.info)
            assert token.map is not None
            language = token.info.split()[0] if token.info else ""
            blocks.append(
                Block(
                    token.map[0] + 1, language, title and title[1], token.content, reason, is_edit
                )
            )
        assert reason is None or token.type == "fence", f"no block follows “{reason}”"
        reason, is_edit = None, False
        if token.type == "html_block" and token.content.strip() == EDIT:
            is_edit = True
        if token.type == "html_block" and "not run" in token.content:
            match = NOT_RUN.match(token.content)
            assert match, f"without a reason: {token.content}"
            reason = match[1]
    return blocks


def english_of(page: Path) -> Path:
    return page.with_name(page.name.replace(".ko.md", ".md"))


# Running.


class Reader:
    """Somebody who follows a page in a terminal: folder and variables stay from line to line."""

    def __init__(self, folder: Path, start_process, edit):
        self.folder = folder / "folder"
        self.state = folder / "state"
        self.start_process = start_process
        self.edit = edit
        (self.folder / DRAWN).mkdir(parents=True)
        shutil.copytree(ROOT / "examples", self.folder / "examples")
        (self.folder / "bench").symlink_to(ROOT / "bench")
        self.state.write_text("", encoding="utf-8")
        home = folder / "home"
        home.mkdir()
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("XDG_", "PLYGROUND_DATABASE"))
        } | {
            "HOME": str(home),
            "PATH": f"{self._make_environment(folder / 'venv')}{os.pathsep}{os.environ['PATH']}",
            "PLYGROUND_CACHE": str(cache_root()),
            "PLYGROUND_LANG": "en",
            "PLYGROUND_PORT": "0",
            "COLUMNS": "100",
            # Packages of the page are built by what is installed. ("0": with no isolation.)
            "PIP_NO_BUILD_ISOLATION": "0",
            "PIP_NO_INDEX": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PIP_ROOT_USER_ACTION": "ignore",
        }

    def _make_environment(self, folder: Path) -> Path:
        """An environment that has all that this one has; returns its programs."""
        venv.create(folder, symlinks=True)
        programs = folder / "bin"
        [packages] = folder.glob("lib/python*/site-packages")
        [ours] = [path for path in sys.path if path.startswith(sys.prefix) and "site-" in path]
        (packages / "ours.pth").write_text(f"import site; site.addsitedir({ours!r})\n")
        for name, module in (("pip", "pip"), ("plyground", "plyground"), ("pytest", "pytest")):
            self._write_program(programs / name, f'-P -m {module} "$@"')
        start = "from plyground.__main__ import run_engine; run_engine()"
        self._write_program(programs / "pbrain-plyground", f"-c '{start}'")
        for program in Path(sys.executable).parent.iterdir():
            if not (programs / program.name).exists():
                (programs / program.name).symlink_to(program)
        return programs

    @staticmethod
    def _write_program(path: Path, arguments: str) -> None:
        path.write_text(f'#!/bin/sh\nexec "{path.parent}/python" {arguments}\n')
        path.chmod(0o755)

    def follow(self, block: Block, only: str = "") -> None:
        """Save it, or run it; of a shell's commands, those that contain `only`."""
        if block.title:
            file = self.working_folder / block.title
            file.parent.mkdir(parents=True, exist_ok=True)
            text = block.text
            if block.is_edit:
                text = self.edit(file.read_text(encoding="utf-8"), text)
            file.write_text(text, encoding="utf-8")
        elif block.language == "python" and not (block.not_run or only):
            self.run("python", "-c", block.text)
        for command in filter(lambda command: only in command, block.commands()):
            is_korean = only and DRAWN not in command
            self.environment["PLYGROUND_LANG"] = "ko" if is_korean else "en"
            if re.search(r"\bplyground serve\b(?!.*--help)", command):
                self.serve(command)
            elif DRAWN in command and command.startswith("plyground "):
                self.draw(command)
            else:
                self.run_line(command)

    @property
    def working_folder(self) -> Path:
        entered = re.findall(r"^cd '(.*)'$", self.state.read_text(encoding="utf-8"), re.MULTILINE)
        return Path(entered[-1]) if entered else self.folder

    def run_line(self, command: str) -> None:
        keep = """status=$?; { export -p; echo "cd '$PWD'"; } >"$STATE"; exit $status"""
        self.run("sh", "-c", f'. "$STATE"\n{command}\n{keep}', told=command)

    def draw(self, command: str) -> None:
        """Pictures are drawn by this process: they are many, and starting takes longest."""
        _, *words = shlex.split(command)
        with chdir(self.working_folder):
            done = CliRunner().invoke(build_app(), words, env={"COLUMNS": "100"})
        assert done.exit_code == 0, f"{command}\n{done.output}"

    def run(self, *words: str, told: str = "") -> None:
        process = self._start(*words)
        output, errors = process.communicate()
        assert process.returncode == 0, f"{told}\n{output}\n{errors}"
        assert "Traceback" not in errors, f"{told}\n{errors}"

    def serve(self, command: str) -> None:
        """Start a server, wait until it answers, and interrupt it."""
        process = self._start("sh", "-c", f'. "$STATE"\n{command}')
        assert process.stdout is not None
        told = ""
        while not (address := re.search(r"http://\S+", told)):
            line = process.stdout.readline()
            assert line, f"{command}\n{told}\n{process.communicate()[1]}"
            told += line
        with urlopen(address[0]) as answer:
            assert answer.status == 200
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate()
        assert "Traceback" not in errors, f"{command}\n{errors}"

    def _start(self, *words: str) -> subprocess.Popen[str]:
        program = shutil.which(words[0], path=self.environment["PATH"])
        return self.start_process(
            [program, *words[1:]],
            cwd=self.working_folder if words[0] == "python" else self.folder,
            env=self.environment | {"STATE": str(self.state)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are those of a Unix shell")
@pytest.mark.parametrize("page", PAGES, ids=name_page)
def test_every_block_runs(page, tmp_path, start_process, edit):
    reader = Reader(tmp_path, start_process, edit)
    shown = {Path(target).name for target in read_targets(page)}
    for block in read_blocks(page):
        # Of a Korean page, what is the same as in English is run there.
        reader.follow(block, only="--svg" if page in KOREAN else "")
    for made in (reader.folder / DRAWN).iterdir():
        kept = ROOT / DRAWN / made.name
        assert made.read_bytes() == kept.read_bytes(), f"{made.name} is not what its command draws"
    for made in reader.folder.glob("*.svg"):
        # A command draws `board.svg` in the reader's language; Korean pages show `board.ko.svg`.
        name = f"{made.stem}.ko.svg" if page in KOREAN else made.name
        if name in shown:
            assert made.read_bytes() == (ROOT / DRAWN / name).read_bytes(), (
                f"{name} is not drawn so"
            )


# Reading.


@pytest.mark.parametrize("page", PAGES, ids=name_page)
def test_blocks_are_written_so_that_they_can_be_run(page):
    for block in read_blocks(page):
        known = block.language in LANGUAGES or block.title or block.not_run
        assert known, f"line {block.line}: neither sh, python, text nor a file with a title"


@pytest.mark.parametrize("page", KOREAN, ids=name_page)
def test_korean_shows_the_same_blocks(page):
    def shown(page):
        return [
            (
                block.language,
                block.title,
                # Output is translated, and so are the words in pictures.
                block.text.replace(" --lang ko", "").replace(".ko.svg", ".svg")
                if block.language != "text"
                else "",
                block.not_run is None,
            )
            for block in read_blocks(page)
        ]

    assert shown(page) == shown(english_of(page))


def read_targets(page: Path) -> list[str]:
    """Where links and pictures of a page lead, also those written in HTML."""
    targets = []
    for token in parse(page):
        for part in [token, *(token.children or [])]:
            if part.type in ("html_block", "html_inline"):
                targets += re.findall(r'\b(?:src|href)="([^"]*)"', part.content)
            targets += [str(part.attrs[name]) for name in ("href", "src") if name in part.attrs]
    return targets


def read_anchors(page: Path) -> set[str]:
    """The names of a page's headings, as GitHub and the site make them."""
    tokens = parse(page)
    titles = [
        "".join(part.content for part in following.children or [] if part.type != "html_inline")
        for token, following in pairwise(tokens)
        if token.type == "heading_open"
    ]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", sorted(set(LINKED)), ids=name_page)
def test_links_lead_somewhere(page):
    for target in read_targets(page):
        if re.match(r"https?://|mailto:", target):
            continue
        path, _, anchor = unquote(target).partition("#")
        file = (page.parent / path) if path else page
        assert file.exists(), target
        assert not anchor or anchor in read_anchors(file), target


@pytest.mark.parametrize("page", PAGES, ids=name_page)
def test_pages_of_two_languages_link_to_each_other(page):
    other = english_of(page) if page in KOREAN else page.with_suffix(".ko.md")
    if page.parent != ROOT or other.exists():
        assert other.name in read_targets(page)


def test_the_file_of_the_tutorial_is_what_its_steps_make(edit):
    page = ROOT / "docs/tutorials/write-a-game.md"
    file = ""
    for block in read_blocks(page):
        if block.title == "quilt.py":
            file = edit(file, block.text) if block.is_edit else block.text
    assert file == page.with_name("quilt.py").read_text(encoding="utf-8")


def test_defining_a_game_takes_about_forty_lines():
    [game] = [block for block in read_blocks(ROOT / "README.md") if block.title]
    assert len(game.text.splitlines()) <= 40
