"""The checks of `plyground doctor`: each section is a list of findings, and never an exception.

Nothing is changed: no folder is made, no database created or migrated, nothing compiled into the
cache.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from plyground import __version__
from plyground.locale import Problem, current_language, has_words, say

if TYPE_CHECKING:
    from sqlalchemy import Connection

State = Literal["ok", "note", "missing", "problem", "broken"]
"""`missing` is something that only one feature needs, `problem` something that does not work, and
`broken` something without which nothing does."""

DISTRIBUTION = "plyground"
VERSIONED = ("numba", "llvmlite", "numpy")
FOR_DEVELOPERS = ("dev",)
"""Extras that no feature needs."""
GIBIBYTE = 1 << 30
MEBIBYTE = 1 << 20

PROGRAMS = {
    "bwrap": (("bwrap",), "bubblewrap"),
    "chromium": (("chromium", "chromium-browser", "google-chrome"), "chromium"),
    "postgres": (("postgres", "/usr/lib/postgresql/*/bin/postgres"), "postgresql"),
}
"""Programs of others that some feature or test uses: where they are, and their package."""
INSTALLERS = {
    "apt-get": "sudo apt-get install {package}",
    "dnf": "sudo dnf install {package}",
    "pacman": "sudo pacman -S {package}",
    "brew": "brew install {package}",
}


@dataclass(frozen=True)
class Finding:
    section: str
    name: str
    """The same in every language."""
    state: State
    value: str
    fix: str = ""
    """The command that would change it."""

    @property
    def title(self) -> str:
        key = f"cli.doctor.name.{self.name}"
        return say(key) if has_words(key) else self.name

    def as_json(self) -> dict[str, str]:
        return asdict(self)


def check_all() -> Iterator[Finding]:
    """All findings, section by section."""
    for section, name, check, state in CHECKS:
        try:
            for found in check():
                yield Finding(section, *found)
        except (Exception, SystemExit) as error:
            why = str(error) if isinstance(error, Problem) else f"{type(error).__name__}: {error}"
            yield Finding(section, name, state, " ".join(why.split()))


Found = tuple[str, State, str] | tuple[str, State, str, str]
"""Name, state, value, and perhaps the fix."""


# Versions.


def check_versions() -> Iterator[Found]:
    yield "plyground", "ok", f"{__version__} ({Path(__file__).parents[1]})"
    yield "python", "ok", f"{platform.python_version()} ({sys.executable})"
    yield "system", "ok", f"{platform.platform()}, {platform.machine()}"
    for package in VERSIONED:
        if (found := find_version(package)) is not None:
            yield package, "ok", found
    for package in list_requirements()[""]:
        if find_version(package) is None:
            yield package, "broken", say("cli.doctor.uninstalled"), f"pip install {package}"


def check_compiler() -> Iterator[Found]:
    import numba

    if numba.njit("int64(int64)")(lambda number: number + 1)(41) != 42:
        raise RuntimeError(numba.__version__)
    yield "compiler", "ok", say("cli.doctor.compiler")


def find_version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def list_requirements() -> dict[str, list[str]]:
    """The packages that the distribution needs, by extra; "" is what it always needs."""
    try:
        lines = requires(DISTRIBUTION) or []
    except PackageNotFoundError:
        # It runs from its source, and nobody has installed it.
        lines = []
    found: dict[str, list[str]] = {"": []}
    for line in lines:
        package, marked = re.match(r"[\w.-]+", line), re.search(r"extra == ['\"]([\w-]+)", line)
        if package is not None:
            found.setdefault(marked[1] if marked else "", []).append(package[0])
    return found


# The cache, and what is compiled.


def check_cache() -> Iterator[Found]:
    from plyground.core.jit import cache_root

    folder = cache_root()
    files = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    size = sum(path.stat().st_size for path in files)
    yield "folder", "ok", say("cli.doctor.cache", folder=folder, size=f"{size / MEBIBYTE:.1f}")
    if (why := find_obstacle(folder)) is not None:
        value = say("cli.doctor.cache.unwritable", why=why)
        yield "writable", "problem", value, "PLYGROUND_CACHE=/another/folder plyground ..."


def check_kernels() -> Iterator[Found]:
    from plyground.cli.warmup import list_core_kernels, list_kernels_of_variants
    from plyground.core.jit import is_cached
    from plyground.games.registry import game_names, load_game

    def describe(name: str, entries: list[Any], fix: str) -> Found:
        count = sum(is_cached(function) for function, _ in entries)
        if count == len(entries):
            return name, "ok", say("cli.doctor.compiled")
        return name, "note", say("cli.doctor.uncompiled", count=count, total=len(entries)), fix

    yield describe("core", list_core_kernels(), "plyground warmup")
    for name in game_names():
        try:
            entries = list_kernels_of_variants(load_game(name))
            yield describe(name, entries, f"plyground warmup {name}")
        except Problem as problem:
            yield name, "problem", str(problem)


def find_obstacle(folder: Path) -> str | None:
    """Why nothing can be written to a folder, or to the one in which it would be made."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return f"{folder}: {error.strerror}"


# The machine.


def check_machine() -> Iterator[Found]:
    cores = os.cpu_count() or 1
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else cores
    yield "cores", "ok", say("cli.doctor.cores", usable=usable, cores=cores)
    memory, free = read_memory()
    if memory:
        total, left = f"{memory / GIBIBYTE:.1f}", f"{free / GIBIBYTE:.1f}"
        yield "memory", "ok", say("cli.doctor.memory", total=total, free=left)


def read_memory() -> tuple[int, int]:
    """The bytes of this machine, and how many are free; 0 where the system does not say."""
    try:
        page = os.sysconf("SC_PAGE_SIZE")
        return page * os.sysconf("SC_PHYS_PAGES"), page * os.sysconf("SC_AVPHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 0, 0


# The database.


def check_database() -> Iterator[Found]:
    from sqlalchemy import make_url
    from sqlalchemy.exc import SQLAlchemyError

    from plyground.cli.event_options import find_database_url
    from plyground.store.connections import make_engine
    from plyground.store.errors import first_line

    given = find_database_url(None)
    try:
        url = make_url(given)
    except (SQLAlchemyError, ValueError):
        # It may have a password in it.
        yield "url", "problem", say("cli.doctor.database.url"), "PLYGROUND_DATABASE=sqlite:///FILE"
        return
    yield "url", "ok", str(url)
    file = Path(url.database or "") if url.get_backend_name() == "sqlite" else None
    if file is not None and (why := find_obstacle(file.parent)) is not None:
        yield "writable", "problem", say("cli.doctor.database.unwritable", why=why)
    if file is not None and not file.exists():
        yield "tables", "ok", say("cli.doctor.database.new")
        return
    try:
        engine = make_engine(given)
        with engine.connect() as connection:
            yield from _check_tables(connection)
        engine.dispose()
    except (Problem, SQLAlchemyError) as error:
        # The sentence may quote the password.
        why = first_line(error).replace(given, str(url))
        yield "tables", "problem", say("cli.doctor.database.away", why=why)


def _check_tables(connection: Connection) -> Iterator[Found]:
    from sqlalchemy import inspect

    from plyground.store.schema import VERSION, metadata
    from plyground.store.upgrade import read_version

    found = read_version(connection)
    if found is None:
        yield "tables", "ok", say("cli.doctor.database.new")
    elif found != VERSION:
        is_newer = found.isdecimal() and found > VERSION
        key = "newer" if is_newer else "older"
        value = say(f"cli.doctor.database.{key}", found=found, version=VERSION)
        if is_newer:
            yield "tables", "problem", value, f"pip install --upgrade {DISTRIBUTION}"
        else:
            yield "tables", "note", value
    else:
        known = inspect(connection)
        lacking = [
            f"{name}.{column.name}"
            for name, table in metadata.tables.items()
            for column in table.columns
            if not known.has_table(name)
            or column.name not in {each["name"] for each in known.get_columns(name)}
        ]
        if lacking:
            value = say("cli.doctor.database.lacking", names=", ".join(lacking[:5]))
            yield "tables", "problem", value, "PLYGROUND_DATABASE=sqlite:///FILE"
        else:
            yield "tables", "ok", say("cli.doctor.database.version", version=VERSION)


# The terminal.


def check_terminal() -> Iterator[Found]:
    from rich.console import Console

    encoding = sys.stdout.encoding or "ascii"
    try:
        "┌가●".encode(encoding)
        yield "unicode", "ok", encoding
    except (UnicodeEncodeError, LookupError):
        value = say("cli.doctor.unicode", encoding=encoding)
        yield "unicode", "problem", value, "PYTHONUTF8=1 plyground ..."
    console = Console()
    colours = console.color_system if console.is_terminal else None
    yield "colours", "ok", colours or say("cli.doctor.colourless")
    yield "width", "ok", str(console.width)
    yield "language", "ok", current_language()


# What features need beside the core.


def check_extras() -> Iterator[Found]:
    for extra, packages in list_requirements().items():
        if not extra or extra in FOR_DEVELOPERS:
            continue
        key = f"cli.doctor.extra.{extra}"
        about = say(key) if has_words(key) else extra
        lacking = [package for package in packages if find_version(package) is None]
        if lacking:
            value = say("cli.doctor.lacking", about=about, names=", ".join(lacking))
            yield extra, "missing", value, f'pip install "{DISTRIBUTION}[{extra}]"'
        else:
            yield extra, "ok", about


def check_programs() -> Iterator[Found]:
    from plyground.agents.isolation import describe_isolation, find_isolation

    for name, (places, package) in PROGRAMS.items():
        about = say(f"cli.doctor.program.{name}")
        path = find_program(places)
        if path is None:
            value = say("cli.doctor.lacking", about=about, names=places[0])
            yield name, "missing", value, suggest_command(package)
        elif name == "bwrap" and find_isolation() != "sandbox":
            yield name, "problem", str(describe_isolation())
        else:
            yield name, "ok", f"{about}: {path}"


def find_program(places: tuple[str, ...]) -> str | None:
    """A program by its names, or by a pattern of its path."""
    for place in places:
        if "*" in place:
            found = sorted(Path("/").glob(place.lstrip("/")))
            if found:
                return str(found[-1])
        elif path := shutil.which(place):
            return path
    return None


def suggest_command(package: str) -> str:
    """The command that installs a package of this system."""
    for installer, command in INSTALLERS.items():
        if shutil.which(installer):
            return command.format(package=package)
    return ""


CHECKS: tuple[tuple[str, str, Callable[[], Iterator[Found]], State], ...] = (
    ("versions", "packages", check_versions, "broken"),
    ("versions", "compiler", check_compiler, "broken"),
    ("cache", "folder", check_cache, "problem"),
    ("cache", "games", check_kernels, "broken"),
    ("machine", "cores", check_machine, "problem"),
    ("database", "tables", check_database, "problem"),
    ("terminal", "unicode", check_terminal, "problem"),
    ("extras", "packages", check_extras, "problem"),
    ("programs", "programs", check_programs, "problem"),
)
"""The section of a check; and, if the check itself fails, the name and state of that finding."""
