"""What holds for all tests.

They read English, whatever the machine speaks and whatever an earlier test chose; none of them
depends on how fast the machine is; Ctrl-C works in all of them, and no process outlives the test
that started it.

Tests of databases run on SQLite, and on PostgreSQL where Debian's `postgresql` is installed or
`PLYGROUND_TEST_POSTGRES` is the URL of a server on which databases may be created and dropped.
"""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import settings

import plyground
from plyground import Game, locale
from plyground.games.score import Analysis

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")

# A run in the background of a script (`nohup make test &`) starts with SIGINT ignored, and so would
# every program that a test starts. A handler of our own is not inherited: they get the default.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The check of a user's game costs seconds; the tests of the check want it, all others do not.
os.environ.setdefault("PLYGROUND_NO_CHECK", "1")

# Matches and tournaments are stored; those of tests not among the user's own.
_FOLDER = tempfile.TemporaryDirectory(prefix="plyground-tests-")
os.environ["PLYGROUND_DATABASE"] = f"sqlite:///{_FOLDER.name}/test.db"

StartProcess = Callable[..., "subprocess.Popen[Any]"]


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setenv("PLYGROUND_LANG", "en")
    monkeypatch.setattr(locale, "_process_language", [])


# Processes.


@pytest.fixture
def start_process() -> Iterator[StartProcess]:
    """`subprocess.Popen` for processes that end, with all they have started, when the test does."""
    with _processes() as start:
        yield start


@pytest.fixture(scope="session")
def start_session_process() -> Iterator[StartProcess]:
    """The same for processes that several tests share."""
    with _processes() as start:
        yield start


@contextmanager
def _processes() -> Iterator[StartProcess]:
    started: list[subprocess.Popen[Any]] = []

    def start(command: Sequence[str], **options: Any) -> subprocess.Popen[Any]:
        # A group of its own, so that the whole group can be killed.
        started.append(subprocess.Popen(command, start_new_session=True, **options))
        return started[-1]

    try:
        yield start
    finally:
        for process in started:
            _end(process)


def _end(process: subprocess.Popen[Any]) -> None:
    if sys.platform == "win32":
        process.kill()
    else:
        # The group may outlive its first process; it is gone when all its processes are.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


# Databases.

PRIVATE_POSTGRES = Path(__file__).parents[1] / "bench" / "private_postgres.py"


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory) -> str:
    """The URL of a PostgreSQL server, one for all processes that run these tests."""
    if given := os.environ.get("PLYGROUND_TEST_POSTGRES"):
        return given
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return _start_postgres(os.getpid())[0]
    import fcntl

    # The folder of all workers; the first that needs the server starts it.
    with (tmp_path_factory.getbasetemp().parent / "postgres").open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if not (url := file.read()):
            url, _ = _start_postgres(os.getppid())
            file.write(url)
        return url


@pytest.fixture
def own_postgres() -> Iterator[tuple[str, Callable[[signal.Signals], None]]]:
    """The URL of a server for one test, and a function that sends a signal to its guard: USR1
    stops the server, USR2 starts it again."""
    url, guard = _start_postgres(os.getpid())
    yield url, lambda number: os.kill(guard, number)
    os.kill(guard, signal.SIGTERM)
    os.waitpid(guard, 0)


def _start_postgres(process: int) -> tuple[str, int]:
    """Start a server that ends with that process: its URL, and the process that guards it."""
    if not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        pytest.skip("PostgreSQL is not installed; on Debian: sudo apt-get install postgresql")
    command = [sys.executable, str(PRIVATE_POSTGRES), "--while", str(process)]
    guard = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    # It ends by itself, after this process: nobody waits for it.
    guard.returncode = 0
    assert guard.stdout is not None
    with guard.stdout as output:
        url = output.readline().strip()
    assert url, "PostgreSQL did not start"
    return url, guard.pid


@pytest.fixture(params=["sqlite", "postgresql"])
def each_database(request, tmp_path) -> Iterator[str]:
    """The URL of an empty database; the test runs once for each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'folder' / 'test.db'}"
        return
    from sqlalchemy import create_engine, make_url, text

    server = make_url(request.getfixturevalue("postgres_server"))
    name = f"test_{uuid4().hex}"
    engine = create_engine(
        server.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
        yield server.set(database=name).render_as_string(hide_password=False)
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@pytest.fixture
def first_version(each_database) -> str:
    """The URL of a database as the first version left it: a game and a study."""
    from plyground.store.connections import make_engine

    script = (Path(__file__).parent / "data" / "first_version.sql").read_text(encoding="utf-8")
    engine = make_engine(each_database)
    with engine.begin() as connection:
        for statement in script.split(";\n"):
            connection.exec_driver_sql(statement)
    engine.dispose()
    return each_database


# What the program does, compared with what docs/explanation/architecture.md says.


@pytest.fixture(scope="session")
def architecture() -> ModuleType:
    """docs/draw_architecture.py."""
    return load_script("docs/draw_architecture.py")


@pytest.fixture(scope="session")
def check_certificate() -> ModuleType:
    return load_script("tools/check_certificate.py")


@pytest.fixture(scope="session")
def slow_rules(check_certificate: ModuleType) -> Callable[..., Any]:
    """The start of a game by the slow and obvious rules of `tools/rules`: see its README."""

    def start(game: Game) -> Any:
        return check_certificate.load_rules(game.name).start(**game.changed_settings)

    return start


def load_script(path: str) -> ModuleType:
    """A Python file of the project that belongs to no package."""
    file = Path(__file__).parents[1] / path
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[file.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Calls(list[tuple[str, str]]):
    """Calls of functions of the package, oldest first: file and name. What is compiled in the
    background is not recorded."""

    _root = f"{Path(plyground.__file__).parent}{os.sep}"
    is_recording = True

    def profile(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        is_ours = event == "call" and code.co_filename.startswith(self._root)
        if self.is_recording and is_ours and threading.current_thread().name != "compile pool":
            file = code.co_filename.removeprefix(self._root).replace(os.sep, "/")
            self.append((file, code.co_qualname))


@pytest.fixture
def record_calls() -> Callable[..., Any]:
    """`with record_calls() as calls`: in this thread, and in those that are started inside."""

    @contextmanager
    def record(is_recording: bool = True) -> Iterator[Calls]:
        calls, before = Calls(), sys.getprofile()
        calls.is_recording = is_recording
        threading.setprofile(calls.profile)
        sys.setprofile(calls.profile)
        try:
            yield calls
        finally:
            sys.setprofile(before)
            threading.setprofile(None)
            calls.is_recording = False

    return record


# Agents for whoever plays games: each does one thing, right or wrong.


class Scripted:
    """Plays the first of its wishes that is legal, else the first legal move."""

    def __init__(self, *wishes):
        self.wishes = wishes
        self.asked = []

    def choose(self, position, limit):
        self.asked.append((position, limit))
        return Analysis(
            next((wish for wish in self.wishes if wish in position.moves), "") or position.moves[0]
        )


class Clock:
    """A clock that only players move on."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class Slow(Scripted):
    """Takes so many seconds for each move, by that clock."""

    def __init__(self, clock, seconds, *wishes):
        super().__init__(*wishes)
        self.clock = clock
        self.seconds = seconds

    def choose(self, position, limit):
        self.clock.now += self.seconds
        return super().choose(position, limit)


class Answering:
    """Gives the same answer to every question."""

    def __init__(self, answer):
        self.answer = answer

    def choose(self, position, limit):
        return self.answer


class Raising:
    def __init__(self, error):
        self.error = error

    def choose(self, position, limit):
        raise self.error


class Hanging:
    """Answers only when it is set free."""

    def __init__(self):
        self.free = threading.Event()

    def choose(self, position, limit):
        self.free.wait(60)
        return Analysis(position.moves[0])


class Players:
    scripted = Scripted
    slow = Slow
    answering = Answering
    raising = Raising
    hanging = Hanging


@pytest.fixture
def players():
    return Players


@pytest.fixture
def clock(monkeypatch):
    """The referee's clock, to be moved on by slow players."""
    clock = Clock()
    monkeypatch.setattr("plyground.arena.referee.monotonic", clock)
    return clock


class HeldCompilation:
    """A request to the compiler that takes as long as a test wants."""

    def __init__(self):
        self.ready = Future()
        self.remaining_seconds = 40.0
        self.submitted = []
        """Games and agents that it was submitted for."""

    @property
    def is_ready(self):
        return self.ready.done()

    def submit(self, game, spec=None):
        self.submitted.append((game.name, spec))
        return self

    def release(self):
        self.ready.set_result(None)


@pytest.fixture
def held_compilation():
    return HeldCompilation()
