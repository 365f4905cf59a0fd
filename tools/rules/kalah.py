"""Kalah: sow the seeds of a pit; the last one may give another move, or capture."""

from __future__ import annotations

from dataclasses import dataclass

SCORING = True


@dataclass(frozen=True)
class Position:
    """A ring: the pits of the first player, the store, the pits of the second, the store."""

    ring: tuple[int, ...]
    side: int = 0

    @property
    def pits(self) -> int:
        return len(self.ring) // 2 - 1

    def places(self, side: int) -> range:
        first = side * (self.pits + 1)
        return range(first, first + self.pits)

    @property
    def moves(self) -> list[str]:
        own = enumerate(self.places(self.side), 1)
        return [f"{'ab'[self.side]}{number}" for number, place in own if self.ring[place]]

    def play(self, move: str) -> Position:
        ring, own = list(self.ring), self.places(self.side)
        store, others_store = own.stop, self.places(1 - self.side).stop
        place = own[int(move[1:]) - 1]
        seeds, ring[place] = ring[place], 0
        while seeds:
            place = (place + 1) % len(ring)
            if place != others_store:
                ring[place] += 1
                seeds -= 1
        opposite = 2 * self.pits - place
        if place in own and ring[place] == 1 and ring[opposite]:
            ring[store] += ring[place] + ring[opposite]
            ring[place] = ring[opposite] = 0
        return Position(tuple(ring), self.side if place == store else 1 - self.side)

    @property
    def result(self) -> int | None:
        rows = [[self.ring[place] for place in self.places(side)] for side in (0, 1)]
        if all(map(any, rows)):
            return None
        first, second = (sum(rows[side]) + self.ring[self.places(side).stop] for side in (0, 1))
        return first - second


def start(pits: int = 6, seeds: int = 4) -> Position:
    return Position((*(seeds,) * pits, 0) * 2)
