"""Makes mutants of the example games, and plays them: none may crash or hang the process.

    python bench/fuzz_games.py                      # 500 mutants of all examples
    python bench/fuzz_games.py --count 100 --seed 7 --keep /tmp/mutants
    python bench/fuzz_games.py --planted            # every planted bug of the tests instead

A mutant is an example game with one or two small changes in its kernels or its rules: another
constant, operator, comparison or index, a statement left out. A process loads each of them as the
commands do, solves, searches and plays it for a moment, and says how that ended: fine, or one
sentence. The exit code is 1 if a mutant ended the process by a signal, did not end, or failed with
anything but a sentence.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
from collections import Counter, deque
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

ROOT = Path(__file__).parent.parent
SECONDS = 180
"""A mutant that takes longer than this hangs; a check takes up to half a minute."""
NODES = 20_000
SOLVE_SECONDS = 0.5
PLIES = 4

COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift)
MUTABLE = (
    ast.Compare, ast.BinOp, ast.Subscript, ast.AugAssign, ast.BoolOp, ast.For, ast.While, ast.If,
)  # fmt: skip
NUMBERS = (-1, 0, 1, 2, 1_000, -(2**40), 2**62)


# Making mutants.


def mutate(source: str, choose: random.Random) -> str:
    """The source of a game with a few small changes."""
    tree = ast.parse(source)
    for _ in range(choose.choice((1, 1, 2))):
        places = list(find_places(tree))
        change(choose.choice(places), choose)
    return ast.unparse(ast.fix_missing_locations(tree))


def find_places(tree: ast.Module) -> Iterator[ast.AST]:
    """What can be changed in the kernels and in the method that builds the rules."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and is_mutable(function):
            for node in ast.walk(function):
                is_number = isinstance(node, ast.Constant) and type(node.value) is int
                if is_number or isinstance(node, MUTABLE):
                    yield node


def is_mutable(function: ast.FunctionDef) -> bool:
    marks = {ast.unparse(mark).partition("(")[0] for mark in function.decorator_list}
    return "kernel" in marks or function.name == "build"


def change(node: ast.AST, choose: random.Random) -> None:
    """Change one node of the tree in place."""
    if isinstance(node, ast.Constant):
        value = int(node.value)  # type: ignore[arg-type]
        node.value = choose.choice((value + 1, value - 1, 2 * value, choose.choice(NUMBERS)))
    elif isinstance(node, ast.Compare):
        node.ops[0] = choose.choice(COMPARISONS)()
    elif isinstance(node, ast.BinOp | ast.AugAssign):
        node.op = choose.choice(OPERATORS)()
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
        step = ast.Constant(choose.choice((1, -1, 7, 10_000_000)))
        node.slice = ast.BinOp(node.slice, ast.Add(), step)
    elif isinstance(node, ast.If | ast.While):
        node.test = choose.choice((ast.UnaryOp(ast.Not(), node.test), ast.Constant(1)))
    elif isinstance(node, ast.For):
        node.body.pop(choose.randrange(len(node.body)))
        node.body = node.body or [ast.Pass()]


def write_mutants(folder: Path, count: int, seed: int, pattern: str = "*.py") -> list[Path]:
    """Mutants of the example games, the same ones for the same seed."""
    choose = random.Random(seed)
    examples = sorted((ROOT / "examples").glob(pattern))
    files = []
    for number in range(count):
        example = examples[number % len(examples)]
        files.append(folder / f"{example.stem}_{number}.py")
        files[-1].write_text(mutate(example.read_text(encoding="utf-8"), choose), encoding="utf-8")
    return files


def load_planted_bugs() -> Any:
    """The module of the tests with the planted bugs."""
    path = ROOT / "tests" / "games" / "checking" / "planted_bugs.py"
    spec = importlib.util.spec_from_file_location("planted_bugs", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write_planted_bugs(folder: Path) -> list[Path]:
    """The game of the tests with each of its bugs."""
    planted = load_planted_bugs()
    files = []
    for bug in planted.BUGS:
        files.append(folder / f"{bug.replace(' ', '_')}.py")
        files[-1].write_text(planted.plant(bug), encoding="utf-8")
    return files


# Playing them, in a process of their own.


def play(file: str) -> str:
    """Load a game as the commands do, and run every search on it for a moment."""
    from plyground import Limit, agent, load_game, solve

    position = load_game(file, True).start()
    players = [agent("engine"), agent("mcts:playouts=500,seed=1"), agent("minimax:depth=2")]
    for ply in range(PLIES):
        if position.is_over:
            break
        found = players[ply % len(players)].choose(position, Limit(nodes=NODES, time=2.0))
        solve(position, seconds=SOLVE_SECONDS, memory=4)
        position = position.play(found.move)
    return f"{position.scene and len(position.history)} plies"


def run_worker() -> None:
    """Play the files that are named on standard input; a line of JSON for each."""
    from plyground.locale import Problem

    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        answer = {"file": line.strip(), "fine": True, "sentence": True, "text": ""}
        try:
            answer["text"] = play(line.strip())
        except Problem as problem:
            answer |= {"fine": False, "text": str(problem)}
        except Exception as error:
            answer |= {"fine": False, "sentence": False, "text": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def run_mutants(files: list[Path]) -> Iterator[tuple[Path, str, str]]:
    """Each file with how it ended (fine, sentence, error, signal, hang) and what was said."""
    waiting = deque(files)
    while waiting:
        # A new process after each crash or hang.
        with start_worker() as worker:
            try:
                yield from feed(worker, waiting)
            finally:
                worker.kill()


def feed(worker: subprocess.Popen[str], waiting: deque[Path]) -> Iterator[tuple[Path, str, str]]:
    """Have a worker play files until it crashes or hangs, or there are no more."""
    assert worker.stdin is not None
    lines: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=read_lines, args=(worker, lines), daemon=True).start()
    while waiting:
        file = waiting.popleft()
        worker.stdin.write(f"{file}\n")
        worker.stdin.flush()
        try:
            line = lines.get(timeout=SECONDS)
        except Empty:
            yield file, "hang", f"no answer within {SECONDS} s"
            return
        if not line:
            yield file, "signal", f"the process ended with {worker.wait()}"
            return
        answer = json.loads(line)
        kind = "fine" if answer["fine"] else "sentence" if answer["sentence"] else "error"
        yield file, kind, answer["text"]


def start_worker() -> subprocess.Popen[str]:
    environment = {
        name: value for name, value in os.environ.items() if name != "PLYGROUND_NO_CHECK"
    }
    return subprocess.Popen(
        [sys.executable, __file__, "--worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**environment, "PLYGROUND_LANG": "en"},
    )


def read_lines(worker: subprocess.Popen[str], lines: SimpleQueue[str]) -> None:
    """Pass on the lines of a worker, and an empty one at its end."""
    assert worker.stdout is not None
    for line in worker.stdout:
        lines.put(line)
    lines.put("")


def main() -> int:
    given = parse_arguments()
    if given.worker:
        run_worker()
        return 0
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        files = (
            write_planted_bugs(folder)
            if given.planted
            else write_mutants(folder, given.count, given.seed)
        )
        for file, kind, text in run_mutants(files):
            counts[kind] += 1
            if kind not in ("fine", "sentence") or given.verbose:
                print(f"{file.name}: {kind}: {text}", flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    return int(any(counts[kind] for kind in ("signal", "hang", "error")))


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the mutants, to be looked at")
    parser.add_argument("--planted", action="store_true", help="the planted bugs of the tests")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
