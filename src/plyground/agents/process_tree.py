"""A process with all that it has started, and the memory they use, as Linux tells it in `/proc`.

Elsewhere nothing is known: a tree is the process alone, and it uses no memory.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

# What a process holds of its own, and its share of what it has in common with others; pages of
# files are the machine's.
_HELD = ("status", ("RssAnon:", "RssShmem:", "VmSwap:"))
_SHARE = ("smaps_rollup", ("Pss_Anon:", "Pss_Shmem:", "SwapPss:"))


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


def uses_more_memory(pids: Sequence[int], most: int) -> bool:
    """Do processes hold more than so many bytes?"""
    # Two forked processes share most pages, but to find out which takes longer.
    return all(sum(_sum_lines(pid, *lines) for pid in pids) > most for lines in (_HELD, _SHARE))


def _sum_lines(pid: int, file: str, names: tuple[str, ...]) -> int:
    """The sum of the lines of a file in `/proc` that begin with these names, in bytes."""
    kibibytes = 0
    with suppress(OSError, ValueError):
        for line in Path(f"/proc/{pid}/{file}").read_text().splitlines():
            if line.startswith(names):
                kibibytes += int(line.split()[1])
    return kibibytes << 10
