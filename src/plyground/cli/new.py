"""`plyground new`: a package of a game, or an agent, of one's own, that runs at once.

Templates are complete small games of different kinds; only their name is replaced.
"""

from __future__ import annotations

import keyword
import re
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.arguments import Language
from plyground.locale import Failure, Problem, say

TEMPLATES = ("line", "move", "draw", "score")
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="cli.new.name")],
    template: Annotated[
        str | None, typer.Option("--template", metavar="KIND", help="cli.new.template")
    ] = None,
    agent: Annotated[bool, typer.Option("--agent", help="cli.new.agent")] = False,
    path: Annotated[str, typer.Option("--path", metavar="DIR", help="cli.new.path")] = ".",
    lang: Language = None,
) -> None:
    if agent and template is not None:
        raise Problem("cli.new.problem.both")
    kind = "agent" if agent else template or TEMPLATES[0]
    if kind not in (*TEMPLATES, "agent"):
        raise Problem("cli.new.problem.template", given=kind, known=", ".join(TEMPLATES))
    check_name(name)
    folder = Path(path).expanduser() / name
    write_project(folder, name, choose_files(kind, name))
    made = "agent" if agent else "game"
    print(say(f"cli.new.made.{made}", folder=folder))
    print(say(f"cli.new.try.{made}", folder=folder, name=name, title=make_class_name(name)))


def check_name(name: str) -> None:
    """Raise a Problem if no module can have this name, or something else has it."""
    from importlib.util import find_spec

    from plyground.games.registry import game_names

    if not NAME.fullmatch(name) or keyword.iskeyword(name) or name == "oracle":
        raise Problem("cli.new.problem.name", given=name)
    if name in game_names() or find_spec(name) is not None:
        raise Problem("cli.new.problem.taken", given=name)


def choose_files(kind: str, name: str) -> dict[str, str]:
    """Which template each file of the project is made of."""
    if kind == "agent":
        return {
            f"{name}.py": "agent.py",
            f"test_{name}.py": "agent.test.py",
            "README.md": "agent.README.md",
        }
    return {
        f"{name}.py": f"{kind}.py",
        "tests/oracle.py": f"{kind}.oracle.py",
        f"tests/test_{name}.py": "test.py",
        "pyproject.toml": "pyproject.toml",
        "README.md": "README.md",
    }


def write_project(folder: Path, name: str, files: dict[str, str]) -> None:
    """Write all files, into a folder that does not exist or is empty."""
    templates = resources.files("plyground") / "templates"
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise Problem("cli.new.problem.exists", folder=folder)
        for file, template in files.items():
            text = (templates / f"{template}.template").read_text(encoding="utf-8")
            target = folder / file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(fill_in(text, name), encoding="utf-8")
    except OSError as error:
        raise Failure("cli.new.problem.write", folder=folder, why=error.strerror) from error


def fill_in(text: str, name: str) -> str:
    """A template with the name in place of its own."""
    title = name.replace("_", " ").title()
    text = text.replace("My Game", title).replace("MyGame", make_class_name(name))
    return text.replace("mygame", name)


def make_class_name(name: str) -> str:
    return name.replace("_", " ").title().replace(" ", "")
