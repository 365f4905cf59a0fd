"""What the report claims of moves, and what its agents give away, by exact values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from plyground.core.contract import Vector
from plyground.core.limits import Limit
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.games.triangles import Triangles
from plyground.locale import Sentence
from plyground.reports.experiment import ExactFindings, OnCase, Row
from plyground.reports.triangles.printed_agent import PrintedAgent
from plyground.reports.triangles.segment_scan import GAIN, MOVE, OFFERED, SegmentScanner
from plyground.reports.triangles.set_claims import find_values, make_experiment, make_games
from plyground.reports.triangles.text_agent import SearchNode, TextAgent

# Take what scores; more so if it hands back nothing.

CAPTURE_SIZES, CAPTURE_SETS = range(5, 9), 40


def check_captures(on_case: OnCase) -> ExactFindings:
    """Positions of random play in which a segment scores: does the best one keep the value?"""
    games = make_games(CAPTURE_SIZES, CAPTURE_SETS)
    counts: Counter[tuple[int, bool]] = Counter()
    examples: dict[int, Position] = {}
    agent = TextAgent()
    for number, game in enumerate(games, start=1):
        scanner = SegmentScanner(game)
        for position in list_random_positions(game, Random(number)):
            if not scanner.scan(position.state)[:, GAIN].any():
                continue
            values = find_values(position)
            move = agent.choose(position, Limit()).move
            after = position.play(move)
            prepared = SearchNode(scanner, after.state).list_prepared(after.history[-1])
            back = max((gain for _, gain in prepared), default=0)
            is_worse = values[move] < max(values.values())
            counts[back, is_worse] += 1
            if is_worse:
                examples.setdefault(back, position)
        on_case(number, len(games))
    rows = tuple(
        Row(
            (back, counts[back, False] + counts[back, True], counts[back, True]), examples.get(back)
        )
        for back in range(3)
    )
    worse = sum(counts[back, True] for back in range(3))
    conclusion = Sentence(
        "experiment.triangles-captures.conclusion",
        {"positions": sum(counts.values()), "worse": worse, "nothing": counts[0, True]},
    )
    return ExactFindings(rows, "contradicts" if worse else "agrees", conclusion)


def list_random_positions(game: Triangles, rng: Random) -> Iterator[Position]:
    """The positions of a game of random moves."""
    position = game.start()
    while not position.is_over:
        yield position
        position = position.play(rng.choice(position.codes))


# Better to offer two triangles than one: then a point comes back for certain.

OFFER_SIZES, OFFER_SETS = range(5, 8), 40


def check_offers(on_case: OnCase) -> ExactFindings:
    """All moves of positions in which nothing scores, by the triangles that they offer."""
    games = make_games(OFFER_SIZES, OFFER_SETS)
    counts: dict[int, Counter[str]] = {offered: Counter() for offered in range(3)}
    examples: dict[int, Position] = {}
    for number, game in enumerate(games, start=1):
        scanner = SegmentScanner(game)
        for position in list_random_positions(game, Random(number)):
            rows = scanner.scan(position.state)
            if rows[:, GAIN].any():
                continue
            values = find_values(position)
            for row in rows.tolist():
                count = counts[min(row[OFFERED], 2)]
                loss = max(values.values()) - values[game.move_text(position.state, row[MOVE])]
                after = scanner.play(position.state, row[MOVE])
                count["moves"] += 1
                count["keep"] += loss == 0
                count["loss"] += loss
                if returns_a_point(scanner, after):
                    count["back"] += 1
                elif row[OFFERED] > 1:
                    examples.setdefault(2, position.play(row[MOVE]))
        on_case(number, len(games))
    facts = tuple(
        Row(
            (
                Sentence("experiment.triangles-offers.more") if offered == 2 else offered,
                count["moves"],
                count["keep"],
                count["loss"] / max(1, count["moves"]),
                count["back"] if offered else "-",
            ),
            examples.get(offered),
        )
        for offered, count in counts.items()
    )
    one, more = counts[1], counts[2]
    conclusion = Sentence(
        "experiment.triangles-offers.conclusion",
        {
            "moves": more["moves"],
            "back": more["back"],
            "one": f"{one['loss'] / max(1, one['moves']):.2f}",
            "more": f"{more['loss'] / max(1, more['moves']):.2f}",
        },
    )
    is_certain = more["back"] == more["moves"]
    return ExactFindings(facts, "agrees" if is_certain else "contradicts", conclusion)


def returns_a_point(scanner: SegmentScanner, state: Vector) -> bool:
    """Can the other side score after each of the best captures?"""
    rows = scanner.scan(state)
    best = [row for row in rows.tolist() if row[GAIN] == max(rows[:, GAIN], default=0)]
    return all(scanner.scan(scanner.play(state, row[MOVE]))[:, GAIN].any() for row in best)


# Rules first, then a search of limited depth and width: what does each phase give away?

PHASE_SIZE, PHASE_SETS = 7, 40
PHASES = ("capture", "case", "search")
AGENTS: dict[str, Callable[[], TextAgent | PrintedAgent]] = {
    "report": TextAgent,
    "improved": partial(TextAgent, afterthought=True),
    "printed": PrintedAgent,
}


def check_phases(on_case: OnCase) -> ExactFindings:
    """The moves of each agent in games against itself, beside the exact values."""
    counts: Counter[tuple[str, str, str]] = Counter()
    players = {name: make() for name, make in AGENTS.items()}
    for seed in range(PHASE_SETS):
        game = Triangles(n=PHASE_SIZE, seed=seed)
        for name, player in players.items():
            rng = Random(seed)
            position = game.start().play(rng.choice(game.start().codes))
            while not position.is_over:
                found = player.choose(position, Limit())
                values = find_values(position)
                loss = max(values.values()) - values[found.move]
                phase = name_phase(found)
                counts[name, phase, "moves"] += 1
                counts[name, phase, "keep"] += loss == 0
                counts[name, phase, "loss"] += loss
                position = position.play(found.move)
        on_case(seed + 1, PHASE_SETS)
    rows = tuple(
        Row(
            (
                Sentence(f"experiment.triangles-phases.agent.{name}"),
                Sentence(f"experiment.triangles-phases.{phase}"),
                *(counts[name, phase, part] for part in ("moves", "keep", "loss")),
            )
        )
        for name in AGENTS
        for phase in PHASES
    )
    losses: dict[str, str | int] = {
        name: sum(counts[name, phase, "loss"] for phase in PHASES) for name in AGENTS
    }
    conclusion = Sentence("experiment.triangles-phases.conclusion", {"sets": PHASE_SETS, **losses})
    return ExactFindings(rows, "agrees", conclusion)


def name_phase(found: Analysis) -> str:
    """The phase in which an agent of the report chose its move."""
    assert found.why is not None
    rule = found.why.key.rpartition(".")[2]
    if rule in ("search", "inner"):
        return "search"
    return "case" if rule == "case" else "capture"


# The afterthought: no point that hands back two, and the first of a chain only if it is odd.

CHAIN_SIZE, CHAIN_SETS = 8, 100


def check_chains(on_case: OnCase) -> ExactFindings:
    """Wherever the agents with and without it differ, in games of the one without."""
    plain, improved = TextAgent(), TextAgent(afterthought=True)
    counts: Counter[tuple[str, int]] = Counter()
    for seed in range(CHAIN_SETS):
        game = Triangles(n=CHAIN_SIZE, seed=seed)
        scanner = SegmentScanner(game)
        rng = Random(seed)
        position = game.start()
        for _ in range(2):
            position = position.play(rng.choice(position.codes))
        while not position.is_over:
            one, other = (agent.choose(position, Limit()).move for agent in (plain, improved))
            after = position.play(one)
            if one != other:
                values = find_values(position)
                best_reply = scanner.scan(after.state)[:, GAIN].max(initial=0)
                reason = "two" if best_reply == 2 else "chain"
                gained = values[other] - values[one]
                counts[reason, (gained > 0) - (gained < 0)] += 1
            position = after
        on_case(seed + 1, CHAIN_SETS)
    rows = tuple(
        Row(
            (
                Sentence(f"experiment.triangles-chains.{reason}"),
                *(counts[reason, gained] for gained in (1, 0, -1)),
            )
        )
        for reason in ("two", "chain")
    )
    is_good = all(counts[reason, 1] > counts[reason, -1] for reason in ("two", "chain"))
    conclusion = Sentence(
        "experiment.triangles-chains.conclusion",
        {
            f"{reason}_{name}": counts[reason, gained]
            for reason in ("two", "chain")
            for name, gained in (("gains", 1), ("costs", -1))
        },
    )
    return ExactFindings(rows, "agrees" if is_good else "contradicts", conclusion)


EXPERIMENTS = {
    "triangles-captures": make_experiment(check_captures, "back", "positions", "costs"),
    "triangles-offers": make_experiment(
        check_offers, "offered", "all_moves", "keep", "mean_loss", "returned"
    ),
    "triangles-phases": make_experiment(
        check_phases, "agent", "phase", "all_moves", "keep", "lost"
    ),
    "triangles-chains": make_experiment(check_chains, "refused", "gains", "same", "costs"),
}
