"""Native code and its cache. Each run is a process of its own, as it is for users."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import time

import numpy as np
import pytest
from numba.core.errors import TypingError

from plyground import Problem, kernel
from plyground.core import jit
from plyground.core.jit import UNUSED_DAYS, compile_kernel, fingerprint
from plyground.core.pointers import _define_pointer

TOY = {
    "constants.py": "STEP = 10\n",
    "steps.py": """
from plyground import kernel

@kernel
def step(value):
    return value + 1
""",
    "toy.py": """
import constants
from constants import STEP
from plyground import kernel
from steps import step

@kernel(signature="int64(int64)")
def climb(value):
    return 0 if value <= 0 else 1 + climb(value - 1)

@kernel
def result(state):
    # A recursion called with a constant, too, crashed once when it came from the cache.
    same = 0 * climb(3)
    return step(state[0]) + STEP + 1_000 * constants.STEP + 100_000 * climb(state[0]) + same
""",
    "run.py": """
import json
import numpy as np
from plyground.core.jit import compile_kernel
from toy import result

compiled = compile_kernel(result, "int64(int64[::1])")
value = int(compiled.call(np.array([5])))
print(json.dumps({"value": value, "from_cache": compiled.from_cache}))
""",
}
VALUE = 6 + 10 + 10_000 + 500_000

ANYWHERE = """
import json
import numpy as np
from plyground import kernel
from plyground.core.jit import compile_kernel

@kernel
def inner(value):
    return value + 1

@kernel
def outer(state):
    return inner(state[0]) * 2

compiled = compile_kernel(outer, "int64(int64[::1])")
value = int(compiled.call(np.array([5])))
print(json.dumps({"value": value, "from_cache": compiled.from_cache}))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in TOY.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def run(
    folder: Path, *arguments: str, given: str = "", cache: Path | None = None
) -> dict[str, object]:
    """What a program prints, `run.py` if no other is named."""
    environment = {**os.environ, "PLYGROUND_CACHE": str(cache or folder / "cache")}
    # A source that is edited twice within a second must not be taken from its .pyc.
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    done = subprocess.run(
        [sys.executable, *(arguments or ("run.py",))],
        cwd=folder,
        env=environment,
        input=given,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def test_a_cold_cache_compiles_and_a_warm_one_does_not(folder: Path) -> None:
    assert run(folder) == {"value": VALUE, "from_cache": False}
    # `climb` calls itself: recursion is what crashes when it is cached with inferred types.
    assert run(folder) == {"value": VALUE, "from_cache": True}


@pytest.mark.parametrize(
    ("file", "before", "after", "value"),
    [
        ("steps.py", "value + 1", "value + 2", VALUE + 1),
        ("constants.py", "STEP = 10", "STEP = 20", VALUE + 10_010),
        ("toy.py", "1 + climb", "2 + climb", VALUE + 500_000),
    ],
    ids=["helper", "constant", "own file"],
)
def test_an_edit_is_never_answered_by_old_code(
    folder: Path, file: str, before: str, after: str, value: int
) -> None:
    run(folder)
    text = (folder / file).read_text()
    assert before in text
    (folder / file).write_text(text.replace(before, after))
    assert run(folder) == {"value": value, "from_cache": False}


def test_an_edit_of_something_else_keeps_the_native_code(folder: Path) -> None:
    run(folder)
    (folder / "steps.py").write_text(TOY["steps.py"] + "\nUNUSED = 1\n")
    assert run(folder) == {"value": VALUE, "from_cache": True}


def test_code_that_nobody_asked_for_in_months_is_thrown_away(folder: Path) -> None:
    run(folder)
    cache = folder / "cache"
    old = {entry.name for entry in cache.iterdir()}
    long_ago = time() - (UNUSED_DAYS + 1) * 86_400
    for name in old:
        os.utime(cache / name, (long_ago, long_ago))
    (folder / "constants.py").write_text("STEP = 20\n")
    run(folder)
    assert not old & {entry.name for entry in cache.iterdir()}


def test_a_cache_that_cannot_be_written_is_done_without(folder: Path) -> None:
    blocked = folder / "constants.py" / "cache"
    assert run(folder, cache=blocked) == {"value": VALUE, "from_cache": False}


def test_a_cache_that_can_only_be_read_is_read(folder: Path) -> None:
    run(folder)
    refusal = "def refuse(*_):\n    raise PermissionError\n\n\nPath.touch = refuse\n"
    (folder / "steps.py").write_text(f"from pathlib import Path\n{TOY['steps.py']}\n\n{refusal}")
    assert run(folder) == {"value": VALUE, "from_cache": True}


def test_a_damaged_cache_is_done_without_and_made_anew(folder: Path) -> None:
    run(folder)
    damaged = [*(folder / "cache").rglob("*.nbi"), *(folder / "cache").rglob("*.nbc")]
    assert damaged
    for file in damaged:
        file.write_bytes(file.read_bytes()[:20])
    assert run(folder) == {"value": VALUE, "from_cache": False}
    assert run(folder) == {"value": VALUE, "from_cache": False}
    assert run(folder) == {"value": VALUE, "from_cache": True}


def test_kernels_from_standard_input_work_uncached(folder: Path) -> None:
    for _ in range(2):
        answer = run(folder, "-", given=ANYWHERE)
        assert answer == {"value": 12, "from_cache": False}


def test_kernels_without_a_file_work_uncached(folder: Path) -> None:
    code = f"exec(compile({ANYWHERE!r}, '<cell 1>', 'exec'), {{'__name__': '__main__'}})"
    answer = run(folder, "-c", code)
    assert answer == {"value": 12, "from_cache": False}


def test_two_processes_may_compile_at_once(folder: Path) -> None:
    with ThreadPoolExecutor(2) as both:
        assert [answer["value"] for answer in both.map(run, [folder] * 2)] == [VALUE, VALUE]
    assert run(folder) == {"value": VALUE, "from_cache": True}


# In this process.

ONE = "int64(int64[::1])"


def test_called_from_python_a_kernel_stays_plain() -> None:
    @kernel
    def answer(value: object) -> object:
        return [value]

    assert answer(1) == [1]
    assert answer.__name__ == "answer"


def test_a_kernel_that_allocates_is_compiled_after_all() -> None:
    @kernel
    def total(state):
        copy = np.zeros(state.shape[0], np.int64)
        for slot in range(state.shape[0]):
            copy[slot] = state[slot]
        return copy.sum()

    assert compile_kernel(total, ONE).call(np.arange(5)) == 10


def test_kernels_inside_a_function_find_each_other() -> None:
    offset = 3

    @kernel
    def inner(value: int) -> int:
        return value + offset

    @kernel
    def outer(state):
        return inner(state[0]) * 2

    assert compile_kernel(outer, ONE).call(np.array([4])) == 14


def test_kernels_of_a_module_are_found_through_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "stairs.py").write_text(TOY["steps.py"] + "\n@kernel\ndef two(v): return step(v) + 1")
    monkeypatch.syspath_prepend(folder)
    import stairs

    @kernel
    def first(state):
        return stairs.step(state[0]) + second(state)

    @kernel
    def second(state):
        return stairs.two(state[0])

    assert compile_kernel(first, ONE).call(np.array([4])) == 11


def test_read_only_vectors_need_no_second_compilation() -> None:
    @kernel
    def first(state):
        return state[0]

    compiled = compile_kernel(first, ONE)
    state = np.array([7])
    state.flags.writeable = False
    assert compiled.call(state) == 7
    assert len(compiled.native.signatures) == 1


def test_a_kernel_that_cannot_be_compiled_is_one_sentence() -> None:
    @kernel
    def wrong(state):
        return state.colour

    with pytest.raises(Problem, match=r"wrong cannot be compiled: Unknown attribute 'colour'"):
        compile_kernel(wrong, ONE)


def test_what_is_wrong_with_a_kernel_is_told_without_colours() -> None:
    @kernel
    def wrong(state):
        return state

    coloured = TypingError("\x1b[1mFailed in nopython mode\x1b[0m\n\x1b[1mUnknown\x1b[0m attribute")
    problem = str(jit._explain_error(wrong, coloured))
    assert problem.endswith("wrong cannot be compiled: Unknown attribute")


def test_the_fingerprint_sees_all_that_decides_the_code() -> None:
    def variant(constant: int, default: int, table: np.ndarray, signature: str | None) -> str:
        def inner(value: int, add: int = default) -> int:
            return value + add + constant + table[0]

        marked = kernel(signature=signature)(inner) if signature else kernel(inner)

        @kernel
        def outer(value: int) -> int:
            return marked(value)

        return fingerprint(outer)

    long = np.arange(5_000)
    other = long.copy()
    other[2_500] = 0
    same = variant(1, 2, long, None)
    assert variant(1, 2, long.copy(), None) == same
    assert variant(9, 2, long, None) != same
    assert variant(1, 9, long, None) != same
    assert variant(1, 2, other, None) != same
    assert variant(1, 2, long, "int64(int64, int64)") != same


def test_an_intrinsic_counts_by_what_it_is_defined_with() -> None:
    def read_first(slot: int) -> str:
        # In a function of its own, so that both kernels have the same code and names.
        first_of = jit.Intrinsic(_define_pointer, "moves", slot, "int64(int64)")

        @kernel
        def call(kernels: object) -> object:
            return first_of(kernels)

        return fingerprint(call)

    assert read_first(0) == read_first(0)
    assert read_first(0) != read_first(1)


@kernel
def add_constant(value, constant, flag):
    return value + constant if flag else value


@kernel
def add_constants(vector):
    return add_constant(add_constant(vector[0], 1, True), 2, vector[0] > 5)


def test_a_kernel_called_with_constants_is_compiled_once(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    compiled = compile_kernel(add_constants, ONE)
    assert compiled.call(np.array([4])) == 5
    assert compiled.call(np.array([6])) == 9
    helper = compiled.native.py_func.__globals__["add_constant"]
    assert len(helper.nopython_signatures) == 1
