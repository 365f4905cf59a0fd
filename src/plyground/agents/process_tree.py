"""A process with all that it has started, and the memory they use, as Linux tells it in `/proc`.

Elsewhere nothing is known: a tree is the process alone, and its memory is 0.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_MEMORY = ("RssAnon:", "RssShmem:", "VmSwap:")
"""What a process holds of its own; pages of files are the machine's."""


def list_tree(pid: int, most: int | None = None) -> list[int]:
    """A process and its descendants, parents first; of a large tree perhaps only `most`."""
    tree = [pid]
    for parent in tree:
        for thread in list_threads(parent):
            with suppress(OSError, ValueError):
                tree += map(int, Path(thread, "children").read_text().split())
        if most is not None and len(tree) >= most:
            break
    return tree


def list_threads(pid: int) -> list[str]:
    """The folders of a process's threads in `/proc`."""
    with suppress(OSError):
        return [f"/proc/{pid}/task/{thread}" for thread in os.listdir(f"/proc/{pid}/task")]
    return []


def measure_memory(pids: Iterable[int]) -> int:
    """The bytes that processes hold."""
    kibibytes = 0
    for pid in pids:
        with suppress(OSError, ValueError):
            for line in Path(f"/proc/{pid}/status").read_text().splitlines():
                if line.startswith(_MEMORY):
                    kibibytes += int(line.split()[1])
    return kibibytes << 10
