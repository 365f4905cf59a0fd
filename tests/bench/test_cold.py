"""`bench/cold.py`: what it reads and prints. A whole run compiles for minutes."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

BURN = "from time import process_time\nwhile process_time() < {}: pass\n"
WITH_CHILDREN = f"""
import subprocess, sys
subprocess.run([sys.executable, "-c", {BURN.format(0.4)!r}])
with subprocess.Popen([sys.executable, "-c", {BURN.format(0.4) + "print(flush=True); input()"!r}],
                      stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
    child.stdout.readline()
    print(flush=True)
    input()
    child.communicate(b"\\n")
"""


@pytest.fixture(scope="module")
def cold():
    spec = importlib.util.spec_from_file_location("cold", ROOT / "bench" / "cold.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_a_game_is_read_with_its_options(cold):
    assert cold.read_game("gomoku") == cold.GameSpec("gomoku", {})
    assert cold.read_game("gomoku:rule=renju,size=19") == cold.GameSpec(
        "gomoku", {"rule": "renju", "size": "19"}
    )


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_children_count_while_they_run_and_when_they_have_ended(cold):
    with subprocess.Popen(
        [sys.executable, "-c", WITH_CHILDREN], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        watch = cold.Stopwatch(process.pid)
        process.stdout.readline()
        # One child has used 0.4 s and ended, the other as much and still runs.
        assert watch.read().cpu > 0.7
        process.communicate(b"\n")


def test_a_commit_is_extracted_without_touching_the_checkout(cold, tmp_path):
    if subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True).returncode:
        pytest.skip("this is no git checkout")
    code = cold.extract_commit("HEAD", tmp_path)
    assert (code / "plyground" / "__init__.py").is_file()


def test_the_table_is_markdown_with_a_row_for_each_source(cold, capsys):
    taken = dict.fromkeys(cold.COLUMNS, cold.Seconds(1.25, 20.0))
    cold.print_table([{"game": "gomoku", "from": name, **taken} for name in ("before", "clone")])
    heads, rule, *rows = capsys.readouterr().out.splitlines()
    assert [cell.strip() for cell in heads.split("|")[1:-1]] == ["game", "from", *cold.COLUMNS]
    assert set(rule) == set("|- ")
    assert [row.split()[3] for row in rows] == ["before", "clone"]
    assert all("1.2 / 20.0" in row for row in rows)
