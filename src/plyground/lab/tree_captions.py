"""Numbers, windows and cuts of a search in words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from plyground.classic.search_events import Cut, Role
from plyground.lab.search_tree import Node, Setup, Severed, Tree, Window
from plyground.locale import say

SHOWN_ACTIONS = 4
"""Of those that a cut skipped."""

_STEPS = {"enter": 1, "leaf": 2, "cut": 4, "window": 5, "value": 6}
"""The steps in the code of alpha-beta and negamax that tell of these events."""


def number_words(number: float) -> str:
    if math.isinf(number):
        return "∞" if number > 0 else "-∞"
    return f"{number + 0.0:g}"


def window_words(window: Window) -> str:
    return f"[{number_words(window.alpha)}, {number_words(window.beta)}]"


def severed(cut: Cut, role: Role) -> Severed:
    words = say(f"classic.cut.{role}", bound=number_words(cut.bound), value=number_words(cut.value))
    return Severed(cut.value, cut.bound, tuple(map(str, cut.skipped)), words)


def action_words(actions: Sequence[str], most: int = SHOWN_ACTIONS) -> str:
    """The first of some actions."""
    return " ".join(actions[:most]) + (" …" if len(actions) > most else "")


def step_number(algorithm: str, kind: str) -> int:
    """The step in the code of the algorithm that tells of a kind of event."""
    return 4 if (algorithm, kind) == ("minimax", "value") else _STEPS[kind]


def told(algorithm: str, kind: str) -> str:
    """What happened at a step, by the step's name in the code of the algorithm."""
    return say(f"lab.step.{kind}", number=step_number(algorithm, kind))


def subject(setup: Setup) -> str:
    """What is searched, how deep and in which order."""
    parts = [setup.title or say("lab.by_hand")]
    if not math.isinf(setup.depth):
        parts.append(say("lab.depth", depth=number_words(setup.depth)))
    if setup.order != "natural":
        parts.append(say("lab.order", order=setup.order))
    return " · ".join(parts)


def heading(setup: Setup) -> str:
    """What is searched, and how."""
    parts = [subject(setup), say(f"classic.{setup.algorithm}")]
    if setup.table:
        parts.append(say("lab.table"))
    return " · ".join(parts)


def summary(tree: Tree) -> list[str]:
    """Lines below a tree: the work, the result, and what was left out; or what is to be done."""
    if tree.quiz:
        has_window = tree.setup.algorithm != "minimax"
        return [say("lab.quiz.task" if has_window else "lab.quiz.task.minimax")]
    counts = tree.counts
    lines = [
        say(
            "lab.counts",
            nodes=f"{counts.nodes:,}",
            leaves=f"{counts.leaves:,}",
            cuts=f"{counts.cuts:,}",
        )
    ]
    if len(tree.rounds) > 1:
        shown = tree.rounds[tree.round]
        lines[0] = say(
            "lab.round",
            round=tree.round + 1,
            rounds=len(tree.rounds),
            depth=number_words(shown.depth),
            counts=lines[0],
        )
    if tree.value is not None:
        line = " ".join(tree.line)
        value = number_words(tree.value)
        kind = ".over" if not line else "" if tree.setup.title else ".by_hand"
        lines.insert(0, say(f"lab.result{kind}", value=value, line=line))
    if not tree.complete:
        lines.insert(0, say("lab.at", step=tree.step, steps=tree.steps, told=tree.told))
    if any(node.leaf == "depth" for node in tree.nodes):
        lines.append(say(f"lab.horizon.{tree.setup.horizon}"))
    if counts.folded:
        lines.append(say("lab.folding", folded=f"{counts.folded:,}"))
    return lines


def describe(node: Node) -> str:
    """A node in one line."""
    if node.role is None:
        return " ".join(line.text for line in node.lines)
    parts = [node.action or getattr(node.position, "name", ""), say(f"lab.role.{node.role}")]
    window = node.now if node.state == "open" else node.entry
    if window is not None:
        parts.append(window_words(window))
    if node.value is not None:
        parts.append(f"= {number_words(node.value)}")
    if node.leaf is not None:
        parts.append(f"({say(f'classic.leaf.{node.leaf}')})")
    if node.cut is not None:
        parts.append(f"({node.cut.words})")
    return " ".join(part for part in parts if part)
