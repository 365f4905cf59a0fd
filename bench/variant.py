"""One side of `duel.py`: a process in which one name of one module has another value.

The module is changed while it is imported, so that whatever is made of the value, in this module
or in others, is made of the new one: tables, other constants, native code. Native code is cached
by what it was made of, so a variant never meets that of another.

It reads one question a line (a list: the game, then the moves played so far) and answers each by
a line with its move and the positions it looked at.
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

AS_IT_IS = "-"


class ChangedLoader(importlib.machinery.SourceFileLoader):
    """Loads a module with another value for one of its names."""

    def __init__(self, module: str, path: str, name: str, value: str) -> None:
        super().__init__(module, path)
        self._name, self._value = name, value

    def get_code(self, fullname: str) -> types.CodeType:
        tree = ast.parse(self.get_data(self.path), self.path)
        change(tree, self._name, ast.parse(self._value, mode="eval").body)
        return compile(tree, self.path, "exec")


class Changer(importlib.abc.MetaPathFinder):
    """Finds the one module that is to be changed."""

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
            spec.loader = ChangedLoader(fullname, spec.origin, self._name, self._value)
        return spec


def change(tree: ast.Module, name: str, value: ast.expr) -> None:
    """Put a value in the place of a constant's, or of all that a function does."""
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=found)]) if found == name:
                put(statement, value)
                statement.value = value
                return
            case ast.FunctionDef(name=found) if found == name:
                result = ast.Return(value)
                put(statement.body[-1], result)
                statement.body = [result]
                return
    sys.exit(f"There is no constant or function {name!r} in that module.")


def put(old: ast.stmt, new: ast.AST) -> None:
    """Give the new part the place of the old one in the file."""
    for part in ast.walk(new):
        ast.copy_location(part, old)


def answer_questions(given: argparse.Namespace) -> None:
    # Imported only now, when the change is prepared.
    import numpy as np

    from plyground.agents.specs import parse_spec
    from plyground.core.iterative_deepening import AlphaBeta
    from plyground.core.limits import Limit, Stop
    from plyground.games.game import Game
    from plyground.games.registry import load_game

    @lru_cache(maxsize=2)
    def game_of(spec: str) -> Game:
        wanted = parse_spec(spec)
        return load_game(wanted.name, True, **wanted.settings)

    limit = Limit(depth=given.depth, nodes=given.nodes)
    for line in sys.stdin:
        spec, moves = json.loads(line)
        game = game_of(spec)
        native = game.native()
        state = np.array(game.rules.start)
        for move in moves:
            native.compiled["play"].call(state, move, game.rules.tables)
        # A new search every time: what it answers depends on nothing but the question.
        search = AlphaBeta(game.rules, native, given.hash)
        found = search.run(state, limit, Stop(), exact=given.exact)
        print(json.dumps([found.best.move, found.nodes]), flush=True)


def main() -> None:
    given = arguments()
    module, _, name = given.constant.partition(":")
    if given.value != AS_IT_IS:
        sys.meta_path.insert(0, Changer(module, name, given.value))
    answer_questions(given)


def arguments() -> argparse.Namespace:
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
