"""A process that compiles kernels into the cache, one after the other, for the compile pool.

Started as `python -m plyground.core.compile_worker`. It reads a task from each line of its input
and answers each with a line, and ends when the input does: so it never outlives its parent, however
that ended.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import sys
import threading
from io import TextIOWrapper
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter
from types import ModuleType
from typing import Any, BinaryIO, TextIO

from plyground.core.jit import compile_kernel, fingerprint, is_cached, load_compiler
from plyground.locale import Problem

NICENESS = 5
"""Lowers the priority of this process: whoever waits for a move gets the processor first."""


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    requests, responses = take_pipes()
    tasks = TextIOWrapper(requests, "utf-8")
    answers = TextIOWrapper(responses, "utf-8")
    lines: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_read_lines, args=(tasks, lines), daemon=True).start()
    load_compiler()
    while True:
        answers.write(json.dumps(_compile(json.loads(lines.get()))) + "\n")
        answers.flush()


def take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the parent; modules of users may print and read without disturbing them."""
    tasks = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    return tasks, answers


def _read_lines(tasks: TextIO, lines: SimpleQueue[str]) -> None:
    for line in tasks:
        lines.put(line)
    # The parent has ended or closed the pool: a compilation in progress is for nobody.
    os._exit(0)


def _compile(task: dict[str, Any]) -> dict[str, Any]:
    """Compile the kernel of a task. The answer has its seconds, or what was wrong."""
    os.environ["PLYGROUND_CACHE"] = task["cache"]
    sys.path[:] = task["path"]
    try:
        function: Any = _load_module(task["module"], Path(task["file"]))
        for name in task["name"].split("."):
            function = getattr(function, name)
        if fingerprint(function) != task["fingerprint"]:
            raise LookupError(task["name"])
    except (Exception, SystemExit):
        # Only the parent has the very kernel.
        return {"unknown": True}
    if is_cached(function):
        return {}
    started = perf_counter()
    try:
        compile_kernel(function, task["signature"])
    except Problem as problem:
        return {"problem": problem.key, "values": {k: str(v) for k, v in problem.values.items()}}
    return {"seconds": perf_counter() - started}


def _load_module(name: str, file: Path) -> ModuleType:
    """The module of that name, from that file: its name is part of the names in the cache."""
    module = sys.modules.get(name)
    if module is None and importlib.util.find_spec(name) is not None:
        module = importlib.import_module(name)
    if module is not None and Path(module.__file__ or "") == file:
        return module
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main()
