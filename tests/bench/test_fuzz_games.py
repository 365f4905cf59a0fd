"""Mutants of an example game: each is fine or ends with a sentence; `bench/` has many more."""

from __future__ import annotations

import importlib.util
from pathlib import Path

FILE = Path(__file__).parents[2] / "bench" / "fuzz_games.py"


def load():
    spec = importlib.util.spec_from_file_location("fuzz_games", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_mutant_crashes_or_hangs_the_process(tmp_path):
    fuzz = load()
    files = fuzz.write_mutants(tmp_path, 30, 1, "connect4.py")
    ends = {file.name: (kind, text) for file, kind, text in fuzz.run_mutants(files)}
    assert len(ends) == 30
    assert [end for end in ends.values() if end[0] not in ("fine", "sentence")] == []
    kinds = [kind for kind, _ in ends.values()]
    assert kinds.count("fine") > 0
    assert kinds.count("sentence") > 0


def test_a_crash_and_a_failure_are_reported(tmp_path):
    fuzz = load()
    sources = {
        "crash": "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n",
        "sentence": "1 / 0\n",
    }
    for name, source in sources.items():
        (tmp_path / f"{name}.py").write_text(source)
    files = [tmp_path / f"{name}.py" for name in sources]
    assert [kind for _, kind, _ in fuzz.run_mutants(files)] == ["signal", "sentence"]
