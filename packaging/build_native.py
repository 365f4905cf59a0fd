"""Compile the built-in games for a baseline processor, to be carried by a wheel.

python packaging/build_native.py build/native
PLYGROUND_NATIVE=build/native python -m build --wheel      # or both steps: make dist
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import distribution
from pathlib import Path

from plyground.core.native_cache import BASELINES, MANIFEST, describe_runtime


def main() -> int:
    target = Path(sys.argv[1])
    machine = platform.machine().lower()
    if machine not in BASELINES:
        print(f"There is no baseline processor for {machine}.", file=sys.stderr)
        return 1
    processor, features = BASELINES[machine]
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as cache:
        # Only this process and those that it starts compile for another processor.
        chosen = {"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": "", "PLYGROUND_CACHE": cache}
        command = [sys.executable, "-m", "plyground", "warmup"]
        subprocess.run(command, env={**os.environ, **chosen}, check=True)
        for folder in Path(cache).iterdir():
            if folder.is_dir():
                shutil.copytree(folder, target / folder.name.split("-")[0])
    manifest = {
        "runtime": describe_runtime(),
        "processor": processor,
        "features": features,
        "tag": find_tag(),
    }
    (target / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    size = sum(file.stat().st_size for file in target.rglob("*") if file.is_file())
    print(f"{target}: {size / 1e6:.1f} MB of native code for {processor}")
    return 0


def find_tag() -> str:
    """The tag of the wheel: that of Numba's own.

    The code calls Python, Numba's helpers, and log, pow, memset and the like by their bare names,
    which Numba looks up in the running process. So it runs wherever this Numba runs, and needs no
    newer system than that.
    """
    lines = (distribution("numba").read_text("WHEEL") or "").splitlines()
    tags = [line.removeprefix("Tag: ").split("-") for line in lines if line.startswith("Tag: ")]
    return "-".join(".".join(sorted(set(part))) for part in zip(*tags, strict=True))


if __name__ == "__main__":
    sys.exit(main())
