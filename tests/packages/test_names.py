"""The names of the package: those that users may rely on, and the words that all others use."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import plyground

ROOT = Path(plyground.__file__).parent

SHARED_MODULE_NAMES = {
    "alphabeta": "one algorithm as the textbook prints it and as native code, to be compared",
    "claims": "the claims of a report, in the folder of its game",
    "minimax": "one algorithm as the textbook prints it and as native code, to be compared",
    "openspiel": "one library, to be compared with and to play in",
    "printed_agent": "the agent that a report prints, in the folder of its game",
}
"""Modules that may share a name, and why. Commands, REST resources and the parts of game folders
may share theirs, too: `cli/match.py` is the command for `arena/match.py`."""

EMPTY_WORDS = {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc"}

RETIRED_WORDS = {
    *("burrow", "contest", "desk", "door", "film", "foresee", "forget", "glance", "grab", "grown"),
    *("guard", "guest", "habit", "harvest", "hope", "house", "leash", "lure", "luring", "parlour"),
    *("pen", "planting", "portrait", "promise", "refusal", "remember", "rooms", "searcher"),
    *("severed", "sheet", "shelf", "sight", "sober", "sprout", "stranger", "tactics", "telling"),
    *("thinker", "told", "trail", "witness", "workshop"),
    *("counted", "explained", "judged", "lightened", "listed", "mixed", "spelled", "written"),
}
"""Metaphors and participles that the field's own words have replaced (see docs/glossary.md)."""


def list_constants(path: Path) -> Iterator[tuple[str, str]]:
    """The constants that a module defines, with their values as they are written."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and re.fullmatch("[A-Z][A-Z_]+", target.id):
                    yield target.id, ast.unparse(node.value)


def test_a_slot_imported_from_the_wrong_module_of_the_core_cannot_compile_silently():
    """Slots, fields and columns are plain numbers: one name must not stand for two of them."""
    values: dict[str, set[str]] = defaultdict(set)
    for path in (ROOT / "core").glob("*.py"):
        for name, value in list_constants(path):
            values[name].add(value)
    # What a module compiles is always written `module.ENTRIES`.
    del values["ENTRIES"]
    assert {name: found for name, found in values.items() if len(found) > 1} == {}


# Public names.


def test_public_names_are_those_that_type_checkers_see(source_tree):
    tree = ast.parse((source_tree.root / "__init__.pyi").read_text(encoding="utf-8"))
    typed = {
        alias.name: node.module
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert sorted(typed) == plyground.__all__
    homes = {name: f"plyground.{home}" for name, home in plyground._HOMES.items()}
    assert typed == homes


def test_every_public_name_can_be_imported():
    for name in plyground.__all__:
        assert getattr(plyground, name) is not None
    assert set(plyground.__all__) <= set(dir(plyground))


def test_the_version_is_that_of_the_distribution():
    from importlib.metadata import version

    assert plyground.__version__ == version("plyground")


# One name for one thing.


def test_no_two_modules_share_a_name_without_a_reason(source_tree):
    shared = find_shared_module_names(source_tree.modules(), source_tree.games())
    assert shared.keys() == SHARED_MODULE_NAMES.keys(), shared


def find_shared_module_names(paths: list[str], games: list[str]) -> dict[str, list[str]]:
    by_name = defaultdict(list)
    for path in paths:
        if not is_part_by_design(path, games):
            by_name[path.rpartition("/")[2].removesuffix(".py")].append(path)
    return {name: shared for name, shared in by_name.items() if len(shared) > 1}


def is_part_by_design(path: str, games: list[str]) -> bool:
    """Is a module a command, a REST resource, or a part of a game's folder?"""
    folder, _, file = path.rpartition("/")
    if folder == "cli":
        source = (ROOT / path).read_text(encoding="utf-8")
        return source.startswith(f'"""`plyground {file.removesuffix(".py")}`')
    return folder == "web/api" or folder in {f"games/{game}" for game in games}


def test_shared_module_names_are_found():
    paths = ["core/tree.py", "lab/tree.py", "web/api/tree.py", "games/chess/tree.py"]
    assert find_shared_module_names(paths, ["chess"]) == {"tree": ["core/tree.py", "lab/tree.py"]}
    assert find_shared_module_names(paths[1:], ["chess"]) == {}


def test_no_class_name_is_used_three_times(source_tree):
    names = Counter(
        node.name
        for _, tree in source_tree.trees()
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    )
    assert {name: count for name, count in names.items() if count > 2} == {}


# The field's own words.


def test_no_module_has_an_empty_name(source_tree):
    assert not {file.stem for file in source_tree.files()} & EMPTY_WORDS


def test_no_retired_word_is_in_a_name(source_tree):
    for file, tree in source_tree.trees():
        for name in (file.stem, *defined_names(tree)):
            retired = split_words(name) & RETIRED_WORDS
            assert not retired, f"{source_tree.relative(file)}: {name}"


def defined_names(tree: ast.Module | ast.ClassDef) -> Iterator[str]:
    """The functions and classes of a module, and their methods."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        if isinstance(node, ast.ClassDef):
            yield from defined_names(node)


def split_words(name: str) -> set[str]:
    """The words of a name, each also without a final s."""
    words = {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}
    return words | {word.removesuffix("s") for word in words}


def test_retired_words_are_found_in_names():
    assert split_words("_NativeGuards") == {"native", "guards", "guard"}
    assert split_words("read_HTTPSheet") >= {"read", "sheet"}
    source = "class Plain:\n    async def told(self): ...\n"
    assert list(defined_names(ast.parse(source))) == ["Plain", "told"]


# Parameters.

MAX_LONG = 6


def test_functions_with_eight_parameters_are_few(source_tree):
    """More want a value that groups them. In the command line an option is a parameter."""
    long = [
        f"{source_tree.relative(file)}: {node.name}"
        for file, tree in source_tree.trees()
        if not source_tree.relative(file).startswith("cli/")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and len(node.args.posonlyargs + node.args.args + node.args.kwonlyargs) >= 8
    ]
    assert len(long) <= MAX_LONG, long
