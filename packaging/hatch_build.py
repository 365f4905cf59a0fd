"""The build hook of platform wheels: adds the native code that `build_native.py` made.

Without PLYGROUND_NATIVE in the environment the wheel is a pure one.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NativeCodeHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        native = os.environ.get("PLYGROUND_NATIVE")
        if native:
            manifest = json.loads(Path(native, "manifest.json").read_text(encoding="utf-8"))
            build_data["force_include"][native] = "plyground/native"
            build_data["pure_python"] = False
            build_data["tag"] = manifest["tag"]
