"""An event: pairs that are claimed, played by workers, and stored, each exactly once.

Several processes may play one event. Whoever wants to play a pair claims it in the store first; a
claim is a lease, which its process renews and which ends with it. A pair is stored in one
transaction if its claim still holds, so whatever is killed, no pair is lost or stored twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import sleep
from typing import Any, Protocol

from plyground.arena.pairs import Document, EventSetup, Pair, PlayedPair, make_task

POLL_SECONDS = 0.5
"""Between two looks at pairs that another process plays."""


class PairStore(Protocol):
    """Keeps the pairs of one event."""

    def list_played(self) -> list[PlayedPair]:
        """All pairs that are stored."""

    def claim(self, pair: Pair) -> bool:
        """Lease a pair to this process; False if it is stored, or leased to another."""

    def finish(self, played: PlayedPair) -> bool:
        """Store a pair; False, without any change, if this process has lost its lease."""

    def find_played(self, number: int) -> PlayedPair | None:
        """A pair, if it is stored."""


class Workers(Protocol):
    """Plays tasks at the same time; a context manager that ends all it has started."""

    def run(self, tasks: Iterable[Document]) -> Iterator[tuple[Document, Any]]:
        """Each task with its answer, in the order in which they are finished.

        A task is taken when a worker is free for it. If a worker dies, another one gets its task.
        """


def play_event(
    setup: EventSetup,
    schedule: Iterable[Pair],
    store: PairStore,
    workers: Workers,
    on_wait: Callable[[int], None] = lambda pairs: None,
) -> Iterator[PlayedPair]:
    """All pairs of a schedule: first those that are stored, then the others when they are played.

    `on_wait` is called with the number of pairs that only other processes still play.
    """
    stored = store.list_played()
    yield from stored
    done = {played.pair.number for played in stored}
    elsewhere: list[Pair] = []

    def claim_tasks(pairs: Iterable[Pair]) -> Iterator[Document]:
        for pair in pairs:
            if pair.number in done:
                continue
            if store.claim(pair):
                yield make_task(setup, pair)
            else:
                elsewhere.append(pair)

    pairs = schedule
    while True:
        for task, games in workers.run(claim_tasks(pairs)):
            played = PlayedPair(Pair(**task["pair"]), games)
            if not store.finish(played):
                elsewhere.append(played.pair)
                continue
            done.add(played.pair.number)
            yield played
        # What was claimed by others is stored by now, or may be claimed when they have died.
        pairs, elsewhere[:] = list(elsewhere), []
        for pair in pairs:
            found = store.find_played(pair.number)
            if found is not None:
                done.add(pair.number)
                yield found
        pairs = [pair for pair in pairs if pair.number not in done]
        if not pairs:
            return
        on_wait(len(pairs))
        sleep(POLL_SECONDS)
