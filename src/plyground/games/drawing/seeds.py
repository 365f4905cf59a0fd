"""Where the seeds in a pit lie: close together, never on top of each other, the same every time."""

from __future__ import annotations

import math

LARGEST_HEAP = 40
"""More seeds than this cannot be told apart; the number beside them says how many there are."""

_GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))


def scatter_seeds(count: int, span: float = 1.0) -> list[tuple[float, float, float]]:
    """Offset from the middle of a pit, y downward, and radius of each seed, in widths of a pit.

    They lie on a sunflower's spiral, stretched in a pit that is higher than wide.
    """
    shown = max(0, min(count, LARGEST_HEAP))
    heap = min(0.24, 0.08 * math.sqrt(shown))
    stretch = max(1.0, min(1.7 * span - 0.7, shown / 5))
    radius = 0.77 * heap / math.sqrt(max(1, shown))
    seeds = []
    for number in range(shown):
        away = heap * math.sqrt((number + 0.5) / shown)
        angle = number * _GOLDEN_ANGLE
        seeds.append((away * math.cos(angle), stretch * away * math.sin(angle) - 0.03, radius))
    return seeds
