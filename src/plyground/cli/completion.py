"""`plyground completion`: what the Tab key suggests, in bash, zsh, fish and PowerShell.

A script, which the shell loads, starts this program with the line that is being typed in variables
of the environment, and gets the candidates, one a line.
"""

from __future__ import annotations

import os
import sys
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.arguments import Language
from plyground.locale import Failure, Problem, say

if TYPE_CHECKING:
    from plyground.cli.completion_candidates import Candidate

ASKING_SHELL = "_PLYGROUND_COMPLETE"
"""The variable with the shell that asks for candidates."""
LINE = "_PLYGROUND_LINE"
"""The variable with the command line up to the cursor."""
BREAKS = "_PLYGROUND_BREAKS"
"""The variable with the characters at which bash breaks words."""

SCRIPTS = {"bash": "bash", "zsh": "zsh", "fish": "fish", "powershell": "ps1"}
"""Shells, and the endings of their scripts."""
STARTUP_FILES = {"bash": ".bashrc", "zsh": ".zshrc"}
"""In the home folder; fish finds its script by itself."""
MAX_ABOUT = 80


def completion(
    shell: Annotated[
        str | None,
        typer.Argument(metavar="bash|zsh|fish|powershell", help="cli.completion.shell"),
    ] = None,
    install: Annotated[bool, typer.Option("--install", help="cli.completion.install")] = False,
    lang: Language = None,
) -> None:
    name = shell or Path(os.environ.get("SHELL", "")).name
    if name not in SCRIPTS:
        raise Problem("cli.completion.problem.shell", given=name, known=", ".join(SCRIPTS))
    if not install:
        print(read_script(name), end="")
        return
    if name == "powershell":
        raise Problem("cli.completion.problem.powershell")
    try:
        path = install_script(name)
    except OSError as error:
        raise Failure("cli.completion.problem.write", why=error) from error
    print(say("cli.completion.installed", path=path, shell=name))


def read_script(shell: str) -> str:
    folder = resources.files("plyground.cli") / "completions"
    return (folder / f"plyground.{SCRIPTS[shell]}").read_text(encoding="utf-8")


def install_script(shell: str) -> Path:
    """Write the script where the shell loads it at its next start; returns that file."""
    home = Path.home()
    if shell == "fish":
        base = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
        path = base / "fish" / "completions" / "plyground.fish"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
        path = base / "plyground" / f"completion.{shell}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(read_script(shell), encoding="utf-8")
    if shell in STARTUP_FILES:
        startup, line = home / STARTUP_FILES[shell], f"source '{path}'"
        text = startup.read_text(encoding="utf-8") if startup.exists() else ""
        if line not in text.splitlines():
            with startup.open("a", encoding="utf-8") as file:
                file.write(f"{'' if text.endswith(chr(10)) or not text else chr(10)}{line}\n")
    return path


def answer_shell(group: Any) -> None:
    """Print the candidates for the line in the environment. Whatever goes wrong, nobody who
    presses Tab wants to read of it."""
    from plyground.cli.command_group import translate_help
    from plyground.cli.completion_candidates import find_candidates, split_line

    try:
        translate_help(group)
        words, partial = split_line(os.environ.get(LINE, ""))
        found = find_candidates(group, words, partial)
        lines = [_write_candidate(candidate, partial) for candidate in found]
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()
    except Exception:
        return


def _write_candidate(candidate: Candidate, partial: str) -> str:
    if os.environ[ASKING_SHELL] == "bash":
        # Bash replaces only what is behind the last of these.
        breaks = os.environ.get(BREAKS, "")
        start = max((partial.rfind(each) + 1 for each in breaks), default=0)
        return candidate.value[start:]
    about = " ".join(candidate.about.split())
    if len(about) > MAX_ABOUT:
        about = f"{about[:MAX_ABOUT]}..."
    return f"{candidate.value}\t{about}" if about else candidate.value
