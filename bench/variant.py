"""One side of `duel.py`: a process in which one name of one module has another value.

The module is patched while it is imported, so that everything derived from the value, in this
module or in others, has the new one: tables, other constants, native code. The cache of native code
has keys made of its source, so variants do not share it.

Each line of input is a request: a list of the game and the moves played so far. The answer is a
line with a move and the number of nodes.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.machinery
import json
import sys
import types
from collections.abc import Sequence
from functools import lru_cache

CURRENT_VALUE = "-"


class PatchingLoader(importlib.machinery.SourceFileLoader):
    """Loads a module with another value for one of its names."""

    def __init__(self, module: str, path: str, name: str, value: str) -> None:
        super().__init__(module, path)
        self._name, self._value = name, value

    def get_code(self, fullname: str) -> types.CodeType:
        tree = ast.parse(self.get_data(self.path), self.path)
        patch(tree, self._name, ast.parse(self._value, mode="eval").body)
        return compile(tree, self.path, "exec")


class PatchingFinder(importlib.abc.MetaPathFinder):
    """Finds the module to patch."""

    def __init__(self, module: str, name: str, value: str) -> None:
        self._module, self._name, self._value = module, name, value

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: types.ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        spec = None
        if fullname == self._module:
            spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is not None and spec.origin is not None:
            spec.loader = PatchingLoader(fullname, spec.origin, self._name, self._value)
        return spec


def patch(tree: ast.Module, name: str, value: ast.expr) -> None:
    """Replace the value of a constant, or the body of a function."""
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=found)]) if found == name:
                copy_locations(statement, value)
                statement.value = value
                return
            case ast.FunctionDef(name=found) if found == name:
                result = ast.Return(value)
                copy_locations(statement.body[-1], result)
                statement.body = [result]
                return
    sys.exit(f"There is no constant or function {name!r} in that module.")


def copy_locations(old: ast.stmt, new: ast.AST) -> None:
    """Give the new node the line numbers of the old one."""
    for part in ast.walk(new):
        ast.copy_location(part, old)


def answer_requests(given: argparse.Namespace) -> None:
    # Imported only now that the patch is installed.
    import numpy as np

    from plyground.agents.specs import parse_spec
    from plyground.core.iterative_deepening import AlphaBeta
    from plyground.core.limits import Limit, Stop
    from plyground.games.game import Game
    from plyground.games.registry import load_game

    @lru_cache(maxsize=2)
    def load(spec: str) -> Game:
        parsed = parse_spec(spec)
        return load_game(parsed.name, True, **parsed.settings)

    limit = Limit(depth=given.depth, nodes=given.nodes)
    for line in sys.stdin:
        spec, moves = json.loads(line)
        game = load(spec)
        native = game.native()
        state = np.array(game.rules.start)
        for move in moves:
            native.compiled["play"].call(state, move, game.rules.tables)
        # A new search every time, so that an answer depends on its request only.
        search = AlphaBeta(game.rules, native, given.hash)
        found = search.run(state, limit, Stop(), exact=given.exact)
        print(json.dumps([found.best.move, found.nodes]), flush=True)


def main() -> None:
    given = parse_arguments()
    module, _, name = given.constant.partition(":")
    if given.value != CURRENT_VALUE:
        sys.meta_path.insert(0, PatchingFinder(module, name, given.value))
    answer_requests(given)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("constant", help="MODULE:NAME")
    parser.add_argument("value")
    parser.add_argument("--depth", type=int)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--hash", type=float, default=4)
    parser.add_argument("--exact", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
