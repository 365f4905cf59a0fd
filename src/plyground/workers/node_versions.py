"""What a node of a cluster has installed.

It is sent to the node as source, so that a node without Plyground can say so: only the standard
library is imported here.
"""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

PACKAGES = ("plyground", "numba", "numpy", "ray")


def read_versions() -> dict[str, str]:
    """The versions that must be the same everywhere; of what is missing, an empty text."""
    versions = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = ""
    return versions
