"""A solved position with proofs of its value, as `tools/check_certificate.py` checks them."""

from __future__ import annotations

import base64
import shlex
import struct
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from time import monotonic
from typing import Any

from plyground.core.certificate import Certificate, certify
from plyground.core.contract import Vector
from plyground.core.limits import Stop
from plyground.core.prover import Prover
from plyground.core.solver import Solver
from plyground.core.values import ONGOING
from plyground.games.captions import describe_value
from plyground.games.game import Game
from plyground.games.position import Position


@dataclass(frozen=True)
class Proof:
    """A strategy of one side, with the least that it gets."""

    side: int
    value: int
    plies: int | None
    """The most plies that a win takes."""
    positions: int
    """In how many positions the side has to choose."""
    choices: str


@dataclass(frozen=True)
class SolvedPosition:
    """The value of a position, how it was found, and proofs of it."""

    options: Mapping[str, object]
    position: str
    """Where the moves begin, as text; empty for the start of the game."""
    moves: str
    value: int
    """For the first player: 1, 0 or -1, or the margin."""
    plies: int | None
    best_moves: tuple[str, ...]
    nodes: int
    seconds: float
    command: str
    proofs: tuple[Proof, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> SolvedPosition:
        proofs = tuple(Proof(**proof) for proof in document["proofs"])
        return cls(**{**document, "best_moves": tuple(document["best_moves"]), "proofs": proofs})

    @property
    def title(self) -> str:
        """What tells it from the other positions of its game."""
        options = (f"{name}={value}" for name, value in self.options.items())
        return " ".join(filter(None, (*options, self.position, self.moves)))

    def describe(self, kind: type[Game]) -> str:
        """The value in words."""
        return describe_value(self.value, self.plies, kind(**self.options).rules.scoring)

    def load(self, kind: type[Game]) -> Position:
        """The position in the game itself."""
        return load_start(kind, self.options, self.position).play_all(self.moves)


def load_start(kind: type[Game], options: Mapping[str, object], text: str) -> Position:
    """The position of a text, or the start of the game if it is empty."""
    game = kind(**options)
    return game.position(text) if text else game.start()


def prove(
    solver: Solver, position: Position, stop: Stop, distance: bool = True
) -> SolvedPosition | None:
    """Solve a position and prove its value; None if stopped before that."""
    game, before, start = position.game, solver.nodes, monotonic()
    solution = solver.solve(position.state, stop, distance=distance)
    # What is needed to write the proof down is another matter.
    nodes, seconds = solver.nodes - before, monotonic() - start
    certificates = certify(solver, position.state, stop, distance=distance, name=game.name_position)
    if certificates is None or solution.value is None:
        return None
    origin = position.origin
    is_start = origin == game.start()
    return SolvedPosition(
        options=game.explicit_settings,
        position="" if is_start else origin.text,
        moves=" ".join(position.recorded_line),
        value=solution.value if position.side == 0 else -solution.value,
        plies=solution.plies,
        best_moves=tuple(game.move_text(position.state, move) for move in solution.best_moves),
        nodes=nodes,
        seconds=round(seconds, 3),
        command=_write_command(position, is_start),
        proofs=tuple(
            _write_proof(game, solver.provers[0], position.state, one) for one in certificates
        ),
    )


def make_document(game: Game | type[Game], entries: list[SolvedPosition]) -> dict[str, Any]:
    """A file of certificates."""
    return {"game": game.name, "entries": [entry.to_json() for entry in entries]}


def _write_command(position: Position, is_start: bool) -> str:
    options = position.game.canonical.changed_settings
    words = ["plyground", "solve", position.game.name]
    for name, value in options.items():
        words += ["--set", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    if not is_start:
        words += ["--position", position.origin.text]
    if position.history:
        words += ["--moves", " ".join(position.recorded_line)]
    return shlex.join(words)


def _write_proof(game: Game, prover: Prover, state: Vector, certificate: Certificate) -> Proof:
    numbers = _list_choices(game.canonical, prover, state, certificate)
    data = zlib.compress(struct.pack(f">{len(numbers)}H", *numbers), 9)
    return Proof(
        certificate.side,
        certificate.value,
        certificate.plies,
        len(certificate.moves),
        base64.b64encode(data).decode(),
    )


def _list_choices(game: Game, prover: Prover, state: Vector, strategy: Certificate) -> list[int]:
    """The moves of the strategy as numbers in the sorted lists of legal moves, depth first."""
    numbers = []
    seen: set[bytes] = set()
    waiting = [(game.name_position(state), state)]
    while waiting:
        name, here = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        expansion = prover.expand_root(here)
        if expansion.outcome != ONGOING:
            continue
        names = list(map(game.name_position, expansion.states))
        texts = [game.move_text(here, move) for move in expansion.moves]
        order = sorted(range(len(texts)), key=texts.__getitem__)
        if here[0] == strategy.side:
            chosen = next(index for index in order if names[index] == strategy.following[name])
            if len(order) > 1:
                numbers.append(order.index(chosen))
            order = [chosen]
        waiting += [(names[index], expansion.states[index]) for index in reversed(order)]
    return numbers
