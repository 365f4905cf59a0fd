"""The parts of the reference that are made from the code, as Markdown in the current language."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import typer
from pydantic import BaseModel

from plyground.agents.specs import KINDS, AgentKind
from plyground.cli.agents import list_baselines
from plyground.cli.command_group import translate_help
from plyground.cli.main import build_app
from plyground.core import contract
from plyground.core.jit import Intrinsic
from plyground.locale import say
from plyground.reports import describe_baseline
from plyground.web import settings
from plyground.web.app import create_app

NO_MEMBERS = "    options:\n      members: false\n"
"""For mkdocstrings, of a class whose members are described elsewhere."""
PACKAGE = Path(contract.__file__).parents[1]
ORDER = (
    "games.game",
    "games.position",
    "games.registry",
    "games",
    "agents",
    "core.contract",
    "core",
)
"""The modules of the public names: those come first that most readers look for."""


# Python: what mkdocstrings reads is named here, and not written.


def make_api() -> str:
    """Every public name below the module that it comes from."""
    parts = []
    for name, exports in sorted(read_exports(), key=lambda export: rank(export[0])):
        module = importlib.import_module(name)
        about = (
            "[The contract](contract.md) has a page of its own."
            if module is contract
            else inspect.getdoc(module)
        )
        parts += [f"## {name.removeprefix('plyground.')}", about or ""]
        parts += [describe_export(module, export) for export in exports]
    return "\n\n".join(parts) + "\n"


def describe_export(module: ModuleType, name: str) -> str:
    value = getattr(module, name)
    if isinstance(value, Intrinsic) and value.plain is not None:
        # To those who read the source these are no functions.
        call = f"{name}{inspect.signature(value.plain)}".replace("'", "")
        heading = f"### `{name}` {{#{module.__name__}.{name}}}"
        return f"{heading}\n\n```python\n{call}\n```\n\n{value.__doc__}"
    return f"::: {module.__name__}.{name}\n" + (NO_MEMBERS if value is contract.Kernels else "")


def rank(module: str) -> int:
    name = module.removeprefix("plyground.")
    return next((place for place, start in enumerate(ORDER) if name.startswith(start)), len(ORDER))


def read_exports() -> Iterator[tuple[str, list[str]]]:
    """The modules whose names the package exports, with these names."""
    stub = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
    for node in stub.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module, [alias.name for alias in node.names]


def make_contract() -> str:
    """The docstring of the contract, its kernels as definitions, and its classes."""
    text = re.sub(
        r"^(`\w+\(.*`)\n((?:    .*\n)+)",
        lambda entry: f"{entry[1]}\n:   {entry[2].strip()}\n\n",
        f"{inspect.getdoc(contract)}\n",
        flags=re.MULTILINE,
    )
    text = re.sub(r"^\*\*([\w ]+)\*\*$", r"## \1", text, flags=re.MULTILINE)
    classes = [describe_export(contract, name) for name in ("Kernels", "Rules")]
    return "\n\n".join([text, "## Classes", *classes]) + "\n"


# Commands and agents.


def make_commands() -> str:
    group: Any = typer.main.get_command(build_app())
    translate_help(group)
    return "\n".join(describe_command(name, group.commands[name]) for name in group.commands)


def describe_command(name: str, command: Any) -> str:
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option"]
    usage = " ".join(["plyground", name, *map(write_argument, arguments)])
    parts = [f"## plyground {name}", command.help, f"```text\n{usage} [...]\n```"]
    for key, rows in (("arguments", arguments), ("options", options)):
        if rows:
            table = make_table(
                (say(f"cli.help.{key}"), ""), ((write_names(one), explain(one)) for one in rows)
            )
            parts.append(table)
    return "\n\n".join([*parts, command.epilog or ""]) + "\n"


def write_argument(one: Any) -> str:
    text = (one.metavar or one.name.upper()).strip("[]")
    text = f"{text}..." if one.nargs == -1 else text
    return text if one.required else f"[{text}]"


def write_names(one: Any) -> str:
    if one.param_type_name == "argument":
        return f"`{write_argument(one)}`"
    value = "" if one.is_flag else f" {one.metavar or one.name.upper()}"
    return f"`{', '.join(one.opts)}{value}`"


def explain(one: Any) -> str:
    has_default = one.default not in (None, False, ()) and not getattr(one, "is_flag", False)
    default = f" {say('cli.help.default').format(one.default)}" if has_default else ""
    return f"{one.help or ''}{default}"


def make_agents() -> str:
    parts = []
    for name, kind in KINDS.items():
        parts += [f"## {name}", say(f"agent.{name}"), write_options(kind, ", ")]
        for game, kinds in list_baselines(kind).items():
            parts.append(f"### {name}: {game}")
            for variant, baseline in kinds.items():
                about = describe_baseline(game, variant)
                parts.append(f"- `{name}:{variant}`: {about}. {write_options(baseline, ', ')}")
    return "\n\n".join([*parts, say("cli.agents.own")]) + "\n"


def write_options(kind: AgentKind, separator: str) -> str:
    return separator.join(f"`{option.name}={option.known}`" for option in kind.options)


# The server.


def make_rest() -> str:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(settings.Settings(database=f"sqlite:///{folder}/reference.db"))
        document = app.openapi()
        app.state.services.close()
    requests = [
        describe_request(method, path, operation)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    ]
    schemas = document["components"]["schemas"]
    bodies = [describe_schema(name, schema) for name, schema in sorted(schemas.items())]
    return "\n".join([*requests, "## Schemas\n", *bodies])


def describe_request(method: str, path: str, operation: dict[str, Any]) -> str:
    parts = [f"## {method.upper()} {path}", operation.get("description", "")]
    rows = [
        (f"`{one['name']}`", one["in"], one.get("description", ""), write_type(one["schema"]))
        for one in operation.get("parameters", [])
    ]
    if rows:
        parts.append(make_table(("parameter", "in", "meaning", "type"), rows))
    body = operation.get("requestBody", {}).get("content", {})
    parts += [f"Body: {write_type(content['schema'])}" for content in body.values()]
    return "\n\n".join(parts) + "\n"


def describe_schema(name: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    texts = read_texts(name)
    rows = (
        (
            f"`{field}`" + (" *" if field in required else ""),
            write_type(one),
            f"`{one['default']}`" if "default" in one else "",
            one.get("description") or texts.get(field, ""),
        )
        for field, one in schema.get("properties", {}).items()
    )
    head = ("field", "type", "default", "meaning")
    return f"### {name}\n\n{schema.get('description', '')}\n\n{make_table(head, rows)}\n"


def read_texts(name: str) -> dict[str, str]:
    """The docstrings of the fields of a model, which OpenAPI does not have."""
    texts: dict[str, str] = {}
    for model in list_models(BaseModel):
        if model.__name__ == name:
            for one in reversed(model.__mro__):
                if one.__module__.startswith("plyground.web"):
                    texts |= dict(read_attributes(sys.modules[one.__module__], one.__name__))
    return texts


def list_models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for below in model.__subclasses__():
        yield below
        yield from list_models(below)


def write_type(schema: dict[str, Any]) -> str:
    """A JSON schema in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "enum" in schema or "const" in schema:
        return ", ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(map(write_type, schema[key]))
    kind = schema.get("type", "any")
    if kind == "array" and schema.get("items"):
        return f"array of {write_type(schema['items'])}"
    bounds = [f"{schema[key]}" if key in schema else "" for key in ("minimum", "maximum")]
    return f"{kind} {'..'.join(bounds)}" if any(bounds) else str(kind)


def make_settings() -> str:
    """The settings of the server, each with the text below it or below the next that has one."""
    rows = []
    waiting: list[str] = []
    for name, text in read_attributes(settings, "Settings"):
        waiting.append(name)
        if text:
            fields = [(one, settings.Settings.model_fields[one]) for one in waiting]
            names = "<br>".join(f"`PLYGROUND_{one.upper()}`" for one, _ in fields)
            defaults = "<br>".join(
                f"`{field.default}`" if field.default_factory is None else "" for _, field in fields
            )
            rows.append((names, defaults, text))
            waiting.clear()
    assert not waiting, f"{waiting} have no docstring"
    return make_table(("variable", "default", "meaning"), rows)


def read_attributes(module: ModuleType, name: str) -> Iterator[tuple[str, str]]:
    """The attributes of a class, each with the string that follows it."""
    tree = ast.parse(inspect.getsource(module))
    [found] = [one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == name]
    for index, node in enumerate(found.body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            following = found.body[index + 1] if index + 1 < len(found.body) else None
            text = ""
            if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
                text = inspect.cleandoc(str(following.value.value))
            yield node.target.id, text


def make_table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(escape, line))} |" for line in lines)


def escape(cell: str) -> str:
    return " ".join(cell.split()).replace("|", "\\|")


MAKERS: dict[str, Callable[[], str]] = {
    "api": make_api,
    "contract": make_contract,
    "commands": make_commands,
    "agents": make_agents,
    "rest": make_rest,
    "settings": make_settings,
}
