"""The report's claims that have an exact answer: agents against themselves, positions solved.

Random games choose every legal move with the same chance; game n is that of `random.Random(n)`, so
the figures are the same each time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from plyground.agents.verdict import solve
from plyground.core.limits import Limit
from plyground.games.game import Game
from plyground.games.kamisado.rules import DEADLOCKS, PASSES
from plyground.games.position import Position
from plyground.games.registry import load_game
from plyground.locale import Sentence
from plyground.reports.experiment import ExactFindings, OnCase, Row
from plyground.reports.kamisado.negamax_agent import DEPTH, Negamax
from plyground.reports.kamisado.opponents import (
    columns_before_end,
    is_side_by_side,
    winning_moves,
)

DEEPEST = 7
"""Of the first player. Depths 8 and 9 take a minute and lose as well."""
PAIR_GAMES = 2_000
DEADLOCK_GAMES = 4_000
SOLVER_MEBIBYTES = 8

DUEL_COLUMNS = (
    "experiment.kamisado-duel.column.depth",
    "experiment.kamisado-duel.column.winner",
    "experiment.kamisado-duel.column.plies",
    "experiment.kamisado-duel.column.moves",
)
PAIR_COLUMNS = (
    "experiment.kamisado-pair.column.towers",
    "experiment.kamisado-pair.column.turn",
    "experiment.kamisado-pair.column.positions",
    "experiment.kamisado-pair.column.won",
    "experiment.kamisado-pair.column.percent",
)
DEADLOCK_COLUMNS = (
    "experiment.kamisado-deadlock.column.rule",
    "experiment.kamisado-deadlock.column.deadlocks",
    "experiment.kamisado-deadlock.column.earlier",
    "experiment.kamisado-deadlock.column.winner",
)


def play_duels(on_case: OnCase, deepest: int = DEEPEST) -> ExactFindings:
    """The report's agent against itself, the first player looking ever deeper."""
    depths = range(DEPTH, deepest + 1)
    rows = []
    won = 0
    for number, depth in enumerate(depths):
        on_case(number, len(depths))
        end = play_duel(Negamax(depth), Negamax())
        winner = end.outcome.winner if end.outcome else None
        won += winner == 1
        side = Sentence(f"experiment.side.{'second' if winner == 1 else 'first'}")
        rows.append(Row((depth, side, len(end.history), " ".join(end.line)), end))
    values: dict[str, str | int] = {"won": won, "games": len(depths), "deepest": deepest}
    return ExactFindings(
        tuple(rows),
        "agrees" if won == len(depths) else "contradicts",
        Sentence("experiment.kamisado-duel.conclusion", values),
    )


def play_duel(first: Negamax, second: Negamax) -> Position:
    """The end of the only game that two deterministic agents play."""
    position = load_game("kamisado", deadlock="printed").start()
    while not position.is_over:
        player = second if position.side else first
        position = position.play(player.choose(position, Limit()).move)
    return position


def solve_pairs(on_case: OnCase, games: int = PAIR_GAMES) -> ExactFindings:
    """Positions of random games in which one side has two towers one step from the end.

    From each game the first position of each kind is taken. The towers stand side by side or
    apart; their owner or the opponent, who has no such two towers, is to move. Positions with the
    opponent to move are also counted without those that the opponent wins at once.
    """
    won: Counter[tuple[str, str]] = Counter()
    total: Counter[tuple[str, str]] = Counter()
    examples: dict[tuple[str, str], Position] = {}
    for number in range(games):
        on_case(number, games)
        for kind, position, owner in find_pairs(number):
            verdict = solve(position, distance=False, memory=SOLVER_MEBIBYTES)
            is_won = verdict.value == 1 - 2 * owner
            for turn in classify_turn(position, owner):
                total[kind, turn] += 1
                won[kind, turn] += is_won
                if not is_won:
                    examples.setdefault((kind, turn), position)
    rows = []
    for kind in ("beside", "apart"):
        for turn in ("owner", "opponent", "harmless"):
            count, wins = total[kind, turn], won[kind, turn]
            words = (
                Sentence(f"experiment.kamisado-pair.towers.{kind}"),
                Sentence(f"experiment.kamisado-pair.turn.{turn}"),
            )
            share = round(100 * wins / count, 1) if count else 0.0
            rows.append(Row((*words, count, wins, share), examples.get((kind, turn))))
    values: dict[str, str | int] = {
        f"{turn}_{name}": counts["beside", turn]
        for turn in ("owner", "opponent")
        for name, counts in (("won", won), ("all", total))
    }
    turns = (("beside", turn) for turn in ("owner", "opponent"))
    is_certain = all(won[key] == total[key] for key in turns)
    return ExactFindings(
        tuple(rows),
        "agrees" if is_certain else "contradicts",
        Sentence("experiment.kamisado-pair.conclusion", values),
    )


def find_pairs(number: int) -> Iterator[tuple[str, Position, int]]:
    """How the towers stand, the position, and whose towers they are."""
    seen = set()
    for position in play_randomly(load_game("kamisado"), number):
        for owner in (0, 1):
            columns = columns_before_end(position, owner)
            others = columns_before_end(position, 1 - owner)
            if position.is_over or len(columns) < 2 or len(others) >= 2:
                continue
            kind = "beside" if is_side_by_side(columns) else "apart"
            if (kind, position.side == owner) not in seen:
                seen.add((kind, position.side == owner))
                yield kind, position, owner


def classify_turn(position: Position, owner: int) -> tuple[str, ...]:
    if position.side == owner:
        return ("owner",)
    return ("opponent",) if winning_moves(position) else ("opponent", "harmless")


def compare_deadlocks(on_case: OnCase, games: int = DEADLOCK_GAMES) -> ExactFindings:
    """The same random games by each deadlock rule, against the rule of the printed program."""
    rules = {name: load_game("kamisado", deadlock=name) for name in DEADLOCKS}
    counts = {name: Counter[str]() for name in rules}
    for number in range(games):
        on_case(number, games)
        ends = {name: list(play_randomly(game, number))[-1] for name, game in rules.items()}
        printed = ends["printed"]
        for name, end in ends.items():
            counts[name]["deadlocks"] += bool(end.state[PASSES])
            counts[name]["earlier"] += len(end.history) < len(printed.history)
            counts[name]["winner"] += end.utility() != printed.utility()
    rows = tuple(
        Row((name, *(counts[name][column] for column in ("deadlocks", "earlier", "winner"))))
        for name in rules
    )
    values: dict[str, str | int] = {"games": games, "earlier": counts["two"]["earlier"]}
    return ExactFindings(
        rows,
        "contradicts" if counts["two"]["earlier"] else "agrees",
        Sentence("experiment.kamisado-deadlock.conclusion", values),
    )


def play_randomly(game: Game, number: int) -> Iterator[Position]:
    """The positions of a random game, from the start to the end."""
    chance = Random(number)
    position = game.start()
    yield position
    while not position.is_over:
        position = position.play(chance.choice(position.codes))
        yield position
