"""Native code that a wheel carries: used where it fits, and never when it is stale."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from plyground.core.native_cache import BASELINES, MANIFEST, bundle_fits, describe_runtime

TOY = """
from plyground import kernel

@kernel
def step(value):
    return value + 1

@kernel
def result(state):
    return 10 * step(state[0])
"""
RUN = """
import json, sys
from pathlib import Path
import numpy as np
from plyground.core import native_cache
from plyground.core.jit import compile_kernel
from toy import result

native_cache.BUNDLE = Path("bundle").absolute()
compiled = compile_kernel(result, "int64(int64[::1])")
value = int(compiled.call(np.array([5])))
print(json.dumps({"value": value, "from_cache": compiled.from_cache}))
"""

USERS_OWN = """
import numba
from llvmlite import binding

@numba.njit
def own(value):
    return value + 1

assert compiled.from_cache
answer = {"own": own(42)}
_, processor, features = own.targetctx.codegen().magic_tuple()
host = binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
print(json.dumps(answer | {"is_for_host": (processor, features) == host}))
"""


def run(folder: Path) -> dict[str, object]:
    environment = {
        **os.environ,
        "PLYGROUND_CACHE": str(folder / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, "run.py"], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return answer


def write_manifest(bundle: Path, **changes: object) -> None:
    manifest: dict[str, object] = {"runtime": describe_runtime(), "features": []}
    (bundle / MANIFEST).write_text(json.dumps(manifest | changes), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A toy whose native code is in a bundle, and an empty cache."""
    (tmp_path / "toy.py").write_text(TOY, encoding="utf-8")
    (tmp_path / "run.py").write_text(RUN, encoding="utf-8")
    run(tmp_path)
    bundle = tmp_path / "bundle"
    bundle.mkdir()
    for kernel in (tmp_path / "cache").iterdir():
        shutil.copytree(kernel, bundle / kernel.name.split("-")[0])
    shutil.rmtree(tmp_path / "cache")
    write_manifest(bundle)
    return tmp_path


def test_a_bundle_that_fits_replaces_compiling(folder: Path) -> None:
    assert run(folder) == {"value": 60, "from_cache": True}
    assert not (folder / "cache").exists()


def test_a_bundle_moves_with_its_source(folder: Path) -> None:
    moved = folder.parent / "elsewhere"
    shutil.copytree(folder, moved)
    (moved / "toy.py").write_text("# A line more, and another time.\n" + TOY, encoding="utf-8")
    assert run(moved) == {"value": 60, "from_cache": True}


def test_an_edit_is_never_answered_by_bundled_code(folder: Path) -> None:
    (folder / "toy.py").write_text(TOY.replace("value + 1", "value + 2"), encoding="utf-8")
    assert run(folder) == {"value": 70, "from_cache": False}
    assert run(folder) == {"value": 70, "from_cache": True}


@pytest.mark.parametrize("part", sorted(describe_runtime()))
def test_a_bundle_for_something_else_is_left_alone(folder: Path, part: str) -> None:
    write_manifest(folder / "bundle", runtime={**describe_runtime(), part: "another"})
    assert run(folder) == {"value": 60, "from_cache": False}


def test_a_bundle_for_a_better_processor_is_left_alone(tmp_path: Path) -> None:
    write_manifest(tmp_path)
    assert bundle_fits(tmp_path)
    bundle_fits.cache_clear()
    write_manifest(tmp_path, features=["a-feature-that-no-processor-has"])
    assert not bundle_fits(tmp_path)


@pytest.mark.parametrize("damaged", ["*.nbi", "*.nbc", MANIFEST])
def test_what_is_damaged_is_compiled_anew(folder: Path, damaged: str) -> None:
    files = list((folder / "bundle").rglob(damaged))
    assert files
    for file in files:
        file.write_bytes(file.read_bytes()[:20])
    assert run(folder) == {"value": 60, "from_cache": False}
    assert run(folder) == {"value": 60, "from_cache": True}


def test_what_is_missing_is_compiled(folder: Path) -> None:
    for file in (folder / "bundle").rglob("*.nb?"):
        file.unlink()
    assert run(folder) == {"value": 60, "from_cache": False}
    assert run(folder) == {"value": 60, "from_cache": True}


def test_code_of_users_is_still_compiled_for_this_processor(folder: Path) -> None:
    with (folder / "run.py").open("a", encoding="utf-8") as file:
        file.write(USERS_OWN)
    assert run(folder) == {"own": 43, "is_for_host": True}


def test_every_machine_has_one_baseline() -> None:
    assert {name for name, _ in BASELINES.values()} == {"x86-64-v3", "generic"}
