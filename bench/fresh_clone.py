"""Follow the documentation in a fresh clone and an empty environment.

    python bench/fresh_clone.py [pytest's arguments]

Clones this repository into a temporary folder, makes an environment there as `make` does, with the
versions of constraints.txt, and runs the commands and the code of every page, in order, as a reader
would who has just come: nothing is installed, and nothing is compiled yet. Fails if one of them
does. Takes some minutes; `-k README` follows one page.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="fresh-clone-") as folder:
        clone = Path(folder, "plyground")
        ours = ("PLYGROUND_", "PYTHONPATH", "VIRTUAL_ENV")
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith(ours)
        } | {"PLYGROUND_CACHE": str(Path(folder, "kernels"))}
        commands = (
            ["git", "clone", "--quiet", str(ROOT), str(clone)],
            ["make", "--directory", str(clone), f"PYTHON={sys.executable}", ".venv/developing"],
            [
                str(clone / ".venv/bin/pytest"),
                str(clone / "tests/docs/test_pages.py"),
                *sys.argv[1:],
            ],
        )
        for command in commands:
            print("$", *command, flush=True)
            cwd = clone if clone.exists() else None
            if code := subprocess.run(command, cwd=cwd, env=environment).returncode:
                return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
