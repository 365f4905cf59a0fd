"""The text of a search tree: numbers, windows, cuts, steps, headings and summaries."""

from __future__ import annotations

import math
from collections.abc import Sequence

from plyground.classic.search_events import Cut, Role
from plyground.lab.search_tree import CutInfo, Node, SearchSettings, SearchTree, SearchWindow
from plyground.locale import say

SHOWN_ACTIONS = 4
"""How many of the skipped actions are listed at a cut."""

_STEPS = {"enter": 1, "leaf": 2, "cut": 4, "window": 5, "value": 6}
"""The numbered steps in the code of alpha-beta and negamax that emit these events."""


def format_number(number: float) -> str:
    if math.isinf(number):
        return "∞" if number > 0 else "-∞"
    return f"{number + 0.0:g}"


def format_window(window: SearchWindow) -> str:
    return f"[{format_number(window.alpha)}, {format_number(window.beta)}]"


def describe_cut(cut: Cut, role: Role) -> CutInfo:
    words = say(
        f"classic.cut.{role}", bound=format_number(cut.bound), value=format_number(cut.value)
    )
    return CutInfo(cut.value, cut.bound, tuple(map(str, cut.skipped)), words)


def format_actions(actions: Sequence[str], most: int = SHOWN_ACTIONS) -> str:
    """The first few actions, as text."""
    return " ".join(actions[:most]) + (" …" if len(actions) > most else "")


def find_step_number(algorithm: str, kind: str) -> int:
    """The number of the step in the code of an algorithm that emits a kind of event."""
    return 4 if (algorithm, kind) == ("minimax", "value") else _STEPS[kind]


def describe_step(algorithm: str, kind: str) -> str:
    """The step of an event, under its name in the code of the algorithm."""
    return say(f"lab.step.{kind}", number=find_step_number(algorithm, kind))


def describe_subject(setup: SearchSettings) -> str:
    """What is searched, to which depth and in which order."""
    parts = [setup.title or say("lab.by_hand")]
    if not math.isinf(setup.depth):
        parts.append(say("lab.depth", depth=format_number(setup.depth)))
    if setup.order != "natural":
        parts.append(say("lab.order", order=setup.order))
    return " · ".join(parts)


def describe_search(setup: SearchSettings) -> str:
    """What is searched, and by which algorithm."""
    parts = [describe_subject(setup), say(f"classic.{setup.algorithm}")]
    if setup.table:
        parts.append(say("lab.table"))
    return " · ".join(parts)


def summarise(tree: SearchTree) -> list[str]:
    """The lines below a tree: result, counts and what is not shown; or the task of a quiz."""
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
            depth=format_number(shown.depth),
            counts=lines[0],
        )
    if tree.value is not None:
        line = " ".join(tree.line)
        value = format_number(tree.value)
        kind = ".over" if not line else "" if tree.setup.title else ".by_hand"
        lines.insert(0, say(f"lab.result{kind}", value=value, line=line))
    if not tree.complete:
        lines.insert(0, say("lab.at", step=tree.step, steps=tree.steps, told=tree.event_text))
    if any(node.leaf == "depth" for node in tree.nodes):
        lines.append(say(f"lab.horizon.{tree.setup.static_value}"))
    if counts.folded:
        lines.append(say("lab.folding", folded=f"{counts.folded:,}"))
    return lines


def describe_node(node: Node) -> str:
    """A node in one line."""
    if node.role is None:
        return " ".join(line.text for line in node.lines)
    parts = [node.action or getattr(node.position, "name", ""), say(f"lab.role.{node.role}")]
    window = node.now if node.state == "open" else node.entry
    if window is not None:
        parts.append(format_window(window))
    if node.value is not None:
        parts.append(f"= {format_number(node.value)}")
    if node.leaf is not None:
        parts.append(f"({say(f'classic.leaf.{node.leaf}')})")
    if node.cut is not None:
        parts.append(f"({node.cut.words})")
    return " ".join(part for part in parts if part)
