"""A newcomer's first minute: seconds until the page, the engine's first reply, and full strength.

    python bench/cold.py                                 # this checkout, every game
    python bench/cold.py --wheel dist/plyground-*-cp*.whl --before 2dac9a0
    python bench/cold.py --wheel --game gomoku:rule=renju --json      # builds the wheel first

Every figure is of a new process with an empty cache of native code, an empty database and, for a
checkout, no bytecode of Plyground: `wall / CPU`, the CPU seconds of the process and of all that it
starts. The clock starts

* for the page with the process: until `/` and then the catalogue of the games are answered;
* for the first reply when a game against the engine is created: until its move arrives on the
  socket, as in a browser (the engine has the first move, and a tenth of a second for it);
* for full strength at the same time: until the game says that native code plays;
* for a script with the process: a few lines of Python that have the engine choose a move.

`--before` is another checkout, or a commit. A wheel is installed in a new virtual environment. Use
an otherwise idle machine.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect

from plyground.games.registry import game_names

ROOT = Path(__file__).parent.parent
ENGINE = "engine:time=0.1,book=false"
LONGEST = 900.0
"""Seconds after which a measurement is given up."""
WARMING = ("preparing", "warming_up")
"""What a game's state has while native code is on its way; older versions have the first."""
COLUMNS = ("page", "first reply", "full strength", "script")

SCRIPT = """
import json, sys
from plyground import Limit, agent, load_game

game = load_game(sys.argv[1], **json.loads(sys.argv[2]))
print(agent("engine:book=false").choose(game.start(), Limit(time=0.1)).move)
"""


@dataclass(frozen=True)
class Source:
    """Plyground as somebody has it: from a checkout, or installed from a wheel."""

    name: str
    python: Path
    code: Path | None = None
    """The folder `src` of a checkout."""


@dataclass(frozen=True)
class Seconds:
    wall: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.wall:.1f} / {self.cpu:.1f}"


@dataclass(frozen=True)
class GameSpec:
    name: str
    options: dict[str, str]


def read_game(text: str) -> GameSpec:
    """Parse `gomoku:rule=renju,size=19`."""
    name, _, settings = text.partition(":")
    pairs = (setting.partition("=") for setting in settings.split(",") if setting)
    return GameSpec(name, {key: value for key, _, value in pairs})


class Stopwatch:
    """Wall and CPU seconds of a process and its descendants, from now on."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._started = monotonic()
        self._cpu = measure_cpu(process)

    def read(self) -> Seconds:
        return Seconds(monotonic() - self._started, measure_cpu(self._process) - self._cpu)


def measure_cpu(process: int) -> float:
    """CPU seconds of a process and its descendants, also of those that have ended."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(") ")[2].split()
        except OSError:
            continue  # It has just ended.
        number = int(file.parent.name)
        parents[number] = int(fields[1])
        # Of itself, and of its children that have ended and were waited for.
        ticks[number] = sum(map(int, fields[11:15]))
    family = {process}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(ticks.get(member, 0) for member in family) / os.sysconf("SC_CLK_TCK")


@contextmanager
def make_newcomer(source: Source) -> Iterator[tuple[dict[str, str], Path]]:
    """The environment variables and the empty home of somebody who has just installed it."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        environment = {**kept, "HOME": folder, "PLYGROUND_CACHE": str(home / "kernels")}
        if source.code is not None:
            without_bytecode = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source.code, home / "src", ignore=without_bytecode)
            environment["PYTHONPATH"] = str(home / "src")
        yield environment, home


def measure_server(source: Source, game: GameSpec) -> dict[str, Seconds]:
    """Seconds until the page, the first reply, and full strength."""
    with make_newcomer(source) as (environment, home):
        database = f"sqlite:///{home / 'games.db'}"
        line = ["serve", "--port", "0", "--no-open", "--lang", "en", "--database", database]
        process = subprocess.Popen(
            [source.python, "-m", "plyground", *line],
            stdout=subprocess.PIPE, text=True, env=environment, cwd=home,
        )  # fmt: skip
        watch = Stopwatch(process.pid)
        try:
            assert process.stdout is not None
            found = re.search(r"http://([\d.:]+)/", process.stdout.readline())
            if found is None:
                raise SystemExit(f"The server of {source.name} does not start.")
            for path in ("", "api/catalogue"):
                urlopen(f"http://{found[1]}/{path}", timeout=LONGEST).read()
            page = watch.read()
            return {"page": page, **measure_game(found[1], game, Stopwatch(process.pid))}
        finally:
            process.terminate()
            process.wait(60)


def measure_game(address: str, game: GameSpec, watch: Stopwatch) -> dict[str, Seconds]:
    """Seconds until the engine's first move, and until it plays by native code."""
    players = [{"kind": "agent", "spec": ENGINE}, {"kind": "human"}]
    request = Request(
        f"http://{address}/api/games",
        json.dumps({"game": game.name, "options": game.options, "players": players}).encode(),
        {"Content-Type": "application/json"},
    )
    with urlopen(request, timeout=LONGEST) as answer:
        created = json.load(answer)
    socket_address = f"ws://{address}/api/games/{created['id']}/socket"
    with connect(socket_address, compression=None, max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "tokens": [created["tokens"][1]]}))

        taken: dict[str, Seconds] = {}
        while "full strength" not in taken:
            state = json.loads(socket.recv(LONGEST))
            if state["type"] == "refused":
                raise SystemExit(state["why"])
            if state["moves"]:
                taken.setdefault("first reply", watch.read())
                if all(state.get(field) is None for field in WARMING):
                    taken["full strength"] = watch.read()
        return taken


def measure_script(source: Source, game: GameSpec) -> Seconds:
    """Seconds until a script has printed the move that the engine chooses."""
    with make_newcomer(source) as (environment, home):
        options = json.dumps(game.options)
        process = subprocess.Popen(
            [source.python, "-c", SCRIPT, game.name, options],
            stdout=subprocess.PIPE, text=True, env=environment, cwd=home,
        )  # fmt: skip
        watch = Stopwatch(process.pid)
        assert process.stdout is not None
        if not process.stdout.readline():
            raise SystemExit(f"The script fails with {source.name}.")
        taken = watch.read()
        process.wait(60)
        return taken


@contextmanager
def open_sources(before: str | None, wheel: str | None) -> Iterator[list[Source]]:
    """What is to be measured, in the order of the table."""
    sources = [Source("clone", Path(sys.executable), ROOT / "src")]
    with tempfile.TemporaryDirectory() as folder:
        if before is not None:
            code = Path(before, "src")
            if not code.is_dir():
                code = extract_commit(before, Path(folder))
            sources.insert(0, Source("before", Path(sys.executable), code))
        if wheel is not None:
            file = Path(wheel) if wheel else build_wheel()
            sources.append(Source("wheel", install_wheel(file, Path(folder, "venv"))))
        yield sources


def extract_commit(commit: str, folder: Path) -> Path:
    """The folder `src` of a commit."""
    done = subprocess.run(
        ["git", "archive", commit, "src"], cwd=ROOT, check=True, capture_output=True
    )
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"


def build_wheel() -> Path:
    """The wheel of this platform, from this checkout."""
    subprocess.run(["make", "dist"], cwd=ROOT, check=True, stdout=sys.stderr)
    wheels = [file for file in (ROOT / "dist").glob("*.whl") if "-none-any" not in file.name]
    return max(wheels, key=lambda file: file.stat().st_mtime)


def install_wheel(file: Path, folder: Path) -> Path:
    """The interpreter of a new environment with the wheel and all that it needs."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    constraints = ROOT / "constraints.txt"
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--constraint", constraints, file.resolve()],
        check=True,
        stdout=sys.stderr,
    )
    return python


def print_table(rows: list[dict[str, Any]]) -> None:
    """A table in Markdown, aligned to be read as it is."""
    lines = [["game", "from", *COLUMNS]]
    lines += [[row["game"], row["from"], *(str(row[name]) for name in COLUMNS)] for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, ["-" * width for width in widths])
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print(f"| {' | '.join(cells)} |")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", action="append", metavar="GAME[:OPTION=VALUE,...]")
    parser.add_argument("--before", metavar="CHECKOUT|COMMIT")
    parser.add_argument("--wheel", nargs="?", const="", metavar="FILE", help="built if not given")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if not Path("/proc/self/stat").exists():
        parser.error("CPU seconds of all processes are read from /proc, which is not here.")
    rows: list[dict[str, Any]] = []
    with open_sources(given.before, given.wheel) as sources:
        for text in given.game or game_names():
            for source in sources:
                print(f"{text}, {source.name} ...", file=sys.stderr)
                game = read_game(text)
                taken = {**measure_server(source, game), "script": measure_script(source, game)}
                rows.append({"game": text, "from": source.name, **taken})
    if given.json:
        print(json.dumps(rows, default=asdict, indent=2))
    else:
        print_table(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
