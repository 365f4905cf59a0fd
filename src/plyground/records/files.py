"""Reads files, and writes them atomically: a crash or a full disk never leaves half a file."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from plyground.locale import Failure, Problem
from plyground.records.record import Record


def save_record(path: Path, record: Record) -> None:
    write_text(path, record.to_json())


def load_record(path: Path) -> Record:
    return Record.from_json(read_text(path))


def read_text(path: Path) -> str:
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Problem("file.problem.text", path=path) from None


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (FileNotFoundError, ValueError):
        raise Problem("problem.file", path=path) from None
    except OSError as error:
        raise Failure("file.problem.read", path=path, why=error.strerror) from None


def write_text(path: Path, text: str) -> None:
    """Write a file atomically: to a temporary file next to it, which then replaces it."""
    temporary = None
    try:
        path = path.resolve()
        if path.exists() and not path.is_file():
            # Do not replace a device or a pipe by a file.
            path.write_text(text, encoding="utf-8", errors="replace")
            return
        with tempfile.NamedTemporaryFile(
            "w",
            encoding="utf-8",
            errors="replace",
            newline="\n",
            dir=path.parent,
            prefix=f".{path.name}.",
            delete=False,
        ) as file:
            temporary = file.name
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _choose_mode(path))
        os.replace(temporary, path)
    except (OSError, ValueError) as error:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        why = getattr(error, "strerror", None) or error
        raise Failure("file.problem.write", path=path, why=why) from None


def _choose_mode(path: Path) -> int:
    """The permissions of the file that is replaced, or the default for new files."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
