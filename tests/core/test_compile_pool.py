"""Compiling on all cores: what is compiled when and where, and what becomes of the processes."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import CancelledError, wait

import pytest

from plyground.core import compile_pool
from plyground.core.compile_pool import CompilePool
from plyground.core.compile_times import FILE, CompileTimes
from plyground.core.jit import compile_kernel, is_cached, kernel
from plyground.locale import Problem

SOON = 600
"""Seconds within which a busy machine does anything."""
ONE = "int64(int64)"
SOURCE = """
from plyground.core.jit import kernel

print("modules may print")

@kernel
def double(x):
    return 2 * x

@kernel
def triple(x):
    return 3 * x

@kernel
def wrong(x):
    return x.nothing
"""


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("PLYGROUND_CACHE", str(folder))
    return folder


@pytest.fixture
def module(tmp_path, request, monkeypatch):
    """A user's file, as a module of this process."""
    name = f"pooled_{request.node.name.partition('[')[0]}"
    file = tmp_path / f"{name}.py"
    file.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location(name, file)
    made = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, made)
    spec.loader.exec_module(made)
    return made


@pytest.fixture
def pool():
    made = CompilePool(2)
    yield made
    made.close()


def list_processes(pool):
    return [worker._process for worker in pool._workers]


def test_processes_compile_and_this_one_loads(pool, module, cache):
    request = pool.submit([(module.double, ONE), (module.triple, ONE)])
    request.ready.result(SOON)
    assert request.remaining_seconds == 0
    for function, expected in ((module.double, 14), (module.triple, 21)):
        compiled = compile_kernel(function, ONE)
        assert compiled.from_cache
        assert compiled.call(7) == expected
    names = {name.partition(".")[2] for name in CompileTimes(cache)._measured}
    assert names == {"double", "triple"}


def test_code_that_is_not_wanted_here_is_only_cached(pool, module):
    pool.submit([(module.double, ONE)], load=False).ready.result(SOON)
    assert is_cached(module.double)
    assert not compile_pool.is_compiled(module.double, ONE)


def test_what_is_cached_needs_no_process(pool, module):
    compile_kernel(module.double, ONE)
    pool.submit(lambda: [(module.double, ONE)]).ready.result(SOON)
    assert not list_processes(pool)


def test_a_kernel_that_fails_fails_its_request_alone(pool, module):
    failing = pool.submit([(module.wrong, ONE)])
    other = pool.submit([(module.double, ONE)])
    with pytest.raises(Problem) as here:
        compile_kernel(module.wrong, ONE)
    with pytest.raises(Problem) as there:
        failing.ready.result(SOON)
    assert str(there.value) == str(here.value)
    other.ready.result(SOON)


def test_typed_in_kernels_are_compiled_here(pool):
    @kernel
    def typed(x):
        return x + 1

    pool.submit([(typed, ONE)]).ready.result(SOON)
    assert compile_kernel(typed, ONE).call(1) == 2
    assert not list_processes(pool)


def test_a_file_that_has_changed_is_compiled_as_it_was_loaded(pool, module):
    with open(module.__file__, "a") as file:
        file.write("\n@kernel\ndef double(x):\n    return 4 * x\n")
    pool.submit([(module.double, ONE)]).ready.result(SOON)
    assert compile_kernel(module.double, ONE).call(1) == 2


def test_what_a_killed_process_had_is_compiled_here(pool, module, monkeypatch):
    def start():
        worker = CompilePool._start_worker(pool)
        worker._process.kill()
        return worker

    monkeypatch.setattr(pool, "_start_worker", start)
    pool.submit([(module.double, ONE)]).ready.result(SOON)
    assert compile_kernel(module.double, ONE).call(1) == 2


def test_closing_ends_processes_and_cancels_requests(pool, module, monkeypatch):
    started = threading.Event()
    monkeypatch.setattr(compile_pool._Worker, "compile", lambda worker, task: started.set())
    monkeypatch.setattr(pool, "_end_task", lambda task, problem: None)
    request = pool.submit([(module.double, ONE)])
    assert started.wait(SOON)
    [process] = list_processes(pool)
    if hasattr(os, "getsid"):
        # Ctrl-C at a terminal goes to the processes of its session.
        assert os.getsid(process.pid) != os.getsid(0)
    pool.close()
    assert process.returncode is not None
    with pytest.raises(CancelledError):
        request.ready.result(SOON)
    assert wait([request.ready], SOON).done == {request.ready}
    with pytest.raises(CancelledError):
        pool.submit([(module.triple, ONE)]).ready.result(SOON)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_processes_end_when_their_parent_is_killed(start_process):
    code = """
import os, sys
from plyground.agents.agent import list_kernels
from plyground.core import compile_pool
from plyground.games.registry import load_game
pool = compile_pool.CompilePool(2)
start = pool._start_worker
def start_and_tell():
    worker = start()
    # In one piece: two threads do it.
    os.write(1, b"%d\\n" % worker._process.pid)
    return worker
pool._start_worker = start_and_tell
pool.submit(lambda: list_kernels(None, load_game("gomoku")))
sys.stdin.read()
"""
    parent = start_process(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    pids = [int(parent.stdout.readline()) for _ in range(2)]
    parent.kill()
    parent.wait()
    # The output of the parent is theirs, too: it ends with the last of them.
    for pid in pids:
        while is_alive(pid):
            threading.Event().wait(0.05)


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A process that nobody waits for stays in the table.
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# The order of tasks, with processes that compile only when they are told to.


class Steps:
    """A pool with one process, which takes a step when it is told to."""

    is_running = True

    def __init__(self, pool):
        self.pool = pool
        self.taken = []
        self._go = threading.Semaphore(0)
        self._took = threading.Semaphore(0)

    def compile(self, task):
        self.taken.append(task.function.__name__)
        self._took.release()
        assert self._go.acquire(timeout=SOON)

    def kill(self):
        pass

    def wait_for_task(self):
        assert self._took.acquire(timeout=SOON)

    def step(self):
        self._go.release()

    def submit(self, *functions, **options):
        request = self.pool.submit([(function, ONE) for function in functions], **options)
        planned = threading.Event()
        request.add_listener(lambda: request.tasks is not None and planned.set())
        if request.tasks is None:
            assert planned.wait(SOON)
        return request


@pytest.fixture
def steps(monkeypatch):
    pool = CompilePool(1)
    steps = Steps(pool)
    monkeypatch.setattr(compile_pool, "_is_findable", lambda function: True)
    monkeypatch.setattr(pool, "_start_worker", lambda: steps)
    monkeypatch.setattr(pool, "_load", lambda request, task: None)
    yield steps
    pool.close()
    for _ in range(20):
        steps.step()


def make_kernels(**seconds):
    """Kernels of different names, and how long each will take."""

    def make(name):
        code = f"def {name}(x):\n    return x + {len(name)}, {name!r}"
        namespace = {}
        exec(code, namespace)
        return kernel(namespace[name])

    return {name: make(name) for name in seconds}


@pytest.fixture
def kernels(monkeypatch):
    seconds = {"first": 1.0, "small": 2.0, "large": 30.0, "big": 60.0, "bigger": 70.0, "late": 90.0}
    made = make_kernels(**seconds)
    monkeypatch.setattr(
        CompileTimes, "estimate", lambda times, function: seconds[function.__name__]
    )
    return made


def run_all(steps, count):
    for _ in range(count):
        steps.step()
        steps.wait_for_task()
    steps.step()


def test_the_longest_is_first_and_the_last_request_overtakes(steps, kernels):
    steps.submit(kernels["first"])
    steps.wait_for_task()
    steps.submit(kernels["large"], kernels["big"])
    steps.submit(kernels["bigger"])
    run_all(steps, 3)
    assert steps.taken == ["first", "bigger", "big", "large"]


def test_a_request_that_is_wanted_again_overtakes(steps, kernels):
    steps.submit(kernels["first"])
    steps.wait_for_task()
    chosen = steps.submit(kernels["big"])
    steps.submit(kernels["bigger"])
    steps.pool.prefer(chosen)
    run_all(steps, 2)
    assert steps.taken == ["first", "big", "bigger"]


def test_a_small_request_never_waits_for_a_big_one(steps, kernels):
    steps.submit(kernels["first"])
    steps.wait_for_task()
    steps.submit(kernels["late"], ahead=True)
    steps.submit(kernels["small"])
    steps.submit(kernels["big"], kernels["large"])
    run_all(steps, 4)
    assert steps.taken == ["first", "small", "big", "large", "late"]


def test_what_two_requests_want_is_compiled_once(steps, kernels):
    steps.submit(kernels["first"])
    steps.wait_for_task()
    one = steps.submit(kernels["big"], kernels["large"])
    other = steps.submit(kernels["large"], kernels["small"])
    run_all(steps, 3)
    one.ready.result(SOON)
    other.ready.result(SOON)
    assert steps.taken == ["first", "large", "small", "big"]


def test_the_wait_is_that_of_all_that_goes_before(steps, kernels):
    one = steps.submit(kernels["big"])
    steps.wait_for_task()
    other = steps.submit(kernels["large"])
    ahead = steps.submit(kernels["late"], ahead=True)
    # Time passes, so each is a bit less.
    assert 60 + 30 + 90 - SOON < ahead.remaining_seconds <= 60 + 30 + 90 + 2
    assert other.remaining_seconds <= 60 + 30 + 2 < ahead.remaining_seconds
    assert one.remaining_seconds < other.remaining_seconds


def test_a_listener_that_comes_late_is_called(steps):
    called = threading.Event()
    request = steps.pool.submit([])
    request.ready.result(SOON)
    request.add_listener(called.set)
    assert called.wait(SOON)


# How long it takes.


def test_times_are_kept_and_estimate_what_is_new(tmp_path, module):
    times = CompileTimes(tmp_path)
    before = times.estimate(module.double)
    times.record(module.double, 1000 * before)
    again = CompileTimes(tmp_path)
    assert again.estimate(module.double) == pytest.approx(1000 * before, rel=1e-3)
    # Of about the same size.
    assert again.estimate(module.triple) == pytest.approx(1000 * before, rel=0.5)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"a": 1}', '{"a": [0, 1], "b": ["x", 2], "c": [1, null]}', "\0"]
)
def test_a_damaged_file_of_times_is_as_good_as_none(tmp_path, module, content):
    (tmp_path / FILE).write_text(content)
    times = CompileTimes(tmp_path)
    assert times._measured == {}
    times.record(module.double, 2.0)
    assert CompileTimes(tmp_path).estimate(module.double) == 2.0


def test_times_that_cannot_be_kept_are_no_problem(tmp_path, module):
    (tmp_path / "file").write_text("")
    times = CompileTimes(tmp_path / "file")
    times.record(module.double, 2.0)
    assert times.estimate(module.double) == 2.0


SCRIPT = """
from plyground import Limit, agent, load_game
from plyground.core import compile_pool
compile_pool.START_SECONDS = 0.0
for name in ("tictactoe", "triangles"):
    print(agent("minimax:depth=1").choose(load_game(name).start(), Limit()).depth)
"""


def test_a_script_says_once_that_it_compiles_and_nothing_when_warm():
    def run():
        return subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True)

    cold, warm = run(), run()
    assert cold.stdout == warm.stdout == "1\n1\n"
    assert cold.stderr.count("\n") == 1
    assert "compiling" in cold.stderr
    assert warm.stderr == ""
