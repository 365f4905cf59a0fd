"""Compile the built-in games for a baseline processor, to be carried by a wheel.

    python packaging/build_native.py build/native
    PLYGROUND_NATIVE=build/native python -m build --wheel      # or both steps: make dist

Every game is compiled in a process of its own, as many at once as there are cores.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from plyground.core.native_cache import BASELINES, MANIFEST, describe_runtime
from plyground.games.registry import game_names


def main() -> int:
    target = Path(sys.argv[1])
    machine = platform.machine().lower()
    if machine not in BASELINES:
        print(f"There is no baseline processor for {machine}.", file=sys.stderr)
        return 1
    processor, features = BASELINES[machine]
    kernels = target.with_name(f"{target.name}-kernels")
    environment = {
        **os.environ,
        "NUMBA_CPU_NAME": processor,
        "NUMBA_CPU_FEATURES": "",
        "PLYGROUND_CACHE": str(kernels),
    }

    def compile_game(name: str) -> None:
        subprocess.run(
            [sys.executable, "-m", "plyground", "warmup", name], env=environment, check=True
        )

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compile_game, game_names()))
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for folder in kernels.iterdir():
        shutil.copytree(folder, target / folder.name.split("-")[0])
    manifest = {"runtime": describe_runtime(), "processor": processor, "features": features}
    (target / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    size = sum(file.stat().st_size for file in target.rglob("*") if file.is_file())
    print(f"{target}: {size / 1e6:.1f} MB of native code for {processor}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
