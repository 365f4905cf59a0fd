"""What may import what."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

HEAVY = {
    "numba",
    "llvmlite",
    "numpy",
    "sqlalchemy",
    "alembic",
    "fastapi",
    "uvicorn",
    "joblib",
    "ray",
    "pyspiel",
    "easyAI",
}


def test_imports_go_downward_only():
    program = shutil.which("lint-imports", path=Path(sys.executable).parent)
    done = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_no_game_imports_another(source_tree):
    for file, tree in source_tree.trees():
        if file.parent.parent != source_tree.root / "games":
            continue
        others = {f"plyground.games.{name}" for name in source_tree.games()}
        others.discard(f"plyground.games.{file.parent.name}")
        for module in imported_modules(tree):
            assert not any(f"{module}.".startswith(f"{other}.") for other in others), file


def imported_modules(tree: ast.Module) -> set[str]:
    modules = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports inside the package are written in full"
            modules.add(f"{node.module}")
            modules.update(f"{node.module}.{alias.name}" for alias in node.names)
    return modules


@pytest.mark.parametrize(
    "line", [["--help"], ["--version"], ["play", "--help"], ["bench", "--help"]], ids=" ".join
)
def test_help_imports_nothing_heavy(line):
    code = f"""
import sys
from plyground.cli.main import main
sys.argv = ["plyground", *{line!r}]
try:
    main()
finally:
    print("HEAVY", *sorted({HEAVY!r} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "HEAVY"


def test_the_package_itself_is_light():
    code = "import sys, plyground; print(len(sys.modules.keys() & {'numpy', 'numba', 'typer'}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "0"


def test_pages_need_neither_the_compiler_nor_migrations(tmp_path):
    code = f"""
import sys
from fastapi.testclient import TestClient
from plyground.web.app import create_app
from plyground.web.settings import Settings
# Without its lifespan, in which native code is made ready.
client = TestClient(create_app(Settings(database="sqlite:///{tmp_path.as_posix()}/new.db")))
for path in ("/", "/api/catalogue", "/api/words", "/analysis", "/lab", "/experiments"):
    assert client.get(path, headers={{"host": "127.0.0.1"}}).status_code == 200, path
print("HEAVY", *sorted({{"numba", "llvmlite", "alembic", "sgfmill"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["HEAVY"]


def test_kernels_are_imported_without_the_compiler():
    code = """
import pkgutil, sys
import plyground
for module in pkgutil.walk_packages(plyground.__path__, "plyground."):
    if module.name.startswith(("plyground.core.", "plyground.games.", "plyground.agents.")):
        if module.name != "plyground.core.native_cache":
            __import__(module.name)
print(*sys.modules.keys() & {"numba", "llvmlite"})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""


# Imports that only type checkers see.

MAX_HIDDEN = 15


def test_hidden_imports_are_few_and_have_reasons(source_tree):
    """Such an import hides a cycle, or a heavy module that is loaded later. The command line may
    have any number: there, every heavy import waits until a command needs it."""
    hidden = []
    for file, tree in source_tree.trees():
        path = source_tree.relative(file)
        if path.startswith("cli/"):
            continue
        lines = file.read_text(encoding="utf-8").splitlines()
        for block in find_hidden_blocks(tree):
            hidden += [f"{path}: {ast.unparse(node)}" for node in block.body]
            assert lines[block.lineno].strip().startswith("#"), f"{path} gives no reason"
    assert len(hidden) <= MAX_HIDDEN, hidden


def find_hidden_blocks(tree: ast.Module) -> list[ast.If]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
    ]
