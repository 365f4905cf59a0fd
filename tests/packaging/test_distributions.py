"""What is published: a source distribution with everything, and a wheel that runs anywhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
from configparser import ConfigParser
from dataclasses import dataclass
from email import message_from_string
from pathlib import Path
from zipfile import ZipFile

import pytest

from plyground import __version__

ROOT = Path(__file__).parents[2]

LEFT_OUT: set[str] = set()
"""Files of the repository that are not in the source distribution."""


@dataclass(frozen=True)
class Distributions:
    source: Path
    """The source distribution, unpacked."""
    wheel: Path


@pytest.fixture(scope="module")
def distributions(tmp_path_factory) -> Distributions:
    """A source distribution of this folder, and the wheel built from it, as `build` does."""
    folder = tmp_path_factory.mktemp("dist")
    build(ROOT, "sdist", folder)
    [archive] = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    source = folder / f"plyground-{__version__}"
    build(source, "wheel", folder)
    [wheel] = folder.glob("*.whl")
    return Distributions(source, wheel)


def build(source: Path, kind: str, folder: Path) -> None:
    line = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", folder]
    environment = {name: os.environ[name] for name in os.environ if name != "PLYGROUND_NATIVE"}
    done = subprocess.run(line, cwd=source, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def list_files(folder: Path) -> set[str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix() for path in files}


@pytest.mark.skipif(
    not (ROOT / ".git").exists() or not shutil.which("git"), reason="this is no clone"
)
def test_the_source_distribution_has_every_file_of_the_repository(distributions):
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    # Links to folders are a developer's own, like an environment that is shared.
    ours = {name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()}
    assert list_files(distributions.source) - {"PKG-INFO"} == ours - LEFT_OUT


def test_the_wheel_has_every_file_of_the_package(distributions):
    with ZipFile(distributions.wheel) as packed:
        names = {name for name in packed.namelist() if name.startswith("plyground/")}
    kept = list_files(distributions.source / "src")
    assert names == kept
    for needed in ("templates/line.py.template", "locale/ko/web.json", "web/static/js/board.js"):
        assert f"plyground/{needed}" in names


def test_the_wheel_is_pure_and_says_who_it_is(distributions):
    assert distributions.wheel.name == f"plyground-{__version__}-py3-none-any.whl"
    with ZipFile(distributions.wheel) as packed:
        info = f"plyground-{__version__}.dist-info"
        metadata = message_from_string(packed.read(f"{info}/METADATA").decode())
        programs = ConfigParser()
        programs.read_string(packed.read(f"{info}/entry_points.txt").decode())
        assert f"{info}/licenses/LICENSE" in packed.namelist()
    assert metadata["Version"] == __version__
    assert metadata["Requires-Python"] == ">=3.11"
    assert set(programs["console_scripts"]) == {"plyground", "pbrain-plyground"}


def test_the_version_stands_in_one_place():
    assert "version" not in json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    assert f'version = "{__version__}"' not in (ROOT / "pyproject.toml").read_text("utf-8")
    assert "\nversion:" not in (ROOT / "CITATION.cff").read_text("utf-8")


def test_the_wheel_runs_in_an_environment_of_its_own(distributions, tmp_path):
    """What it depends on is borrowed from this environment: nothing is downloaded."""
    venv.create(tmp_path / "venv", with_pip=False)
    programs = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    line = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install"]
    line += ["--no-index", "--no-deps", "--quiet", str(distributions.wheel)]
    subprocess.run(line, check=True, cwd=tmp_path)
    packages = subprocess.run(
        [programs / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    [ours] = {path for path in sys.path if path.endswith("site-packages") and sys.prefix in path}
    Path(packages, "borrowed.pth").write_text(ours + "\n", encoding="utf-8")
    # Without the editable installation that the borrowed packages may have.
    environment = {name: os.environ[name] for name in os.environ if name != "PYTHONPATH"}

    def run(*words: str) -> str:
        done = subprocess.run(
            [programs / words[0], *words[1:]],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    home = run("python", "-c", "import plyground; print(plyground.__file__)")
    assert Path(home.strip()).is_relative_to(tmp_path)
    assert "kamisado" in run("plyground", "games")
    assert "a1" in run("plyground", "show", "tictactoe", "--json")
    run("plyground", "new", "mygame")
    assert "mygame" in run("plyground", "games", "mygame/mygame.py")


def is_index_reachable() -> bool:
    line = [sys.executable, "-m", "pip", "--timeout", "5", "--retries", "0", "index", "versions"]
    return subprocess.run([*line, "numba"], capture_output=True).returncode == 0


@pytest.mark.parametrize(
    "runner", [("uvx", "--from"), ("pipx", "run", "--spec")], ids=lambda r: r[0]
)
def test_the_wheel_runs_without_being_installed(distributions, tmp_path, runner):
    """With all that it needs, which is downloaded: where these programs and an index are."""
    if not shutil.which(runner[0]) or not is_index_reachable():
        pytest.skip(f"{runner[0]}, or the packages that it would download, are not at hand")
    done = subprocess.run(
        [*runner, distributions.wheel, "plyground", "show", "tictactoe", "--json"],
        cwd=tmp_path,
        env={name: os.environ[name] for name in os.environ if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["moves"]
