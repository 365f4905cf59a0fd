"""A search of the textbook that has run, with what it found and what was recorded of it."""

from __future__ import annotations

from plyground.classic.textbook import Stop, TextbookResult
from plyground.lab.search_recorder import Recorder
from plyground.lab.search_setup import TextbookSearch
from plyground.lab.search_tree import DeepeningRound


class RecordedSearch:
    """Runs a search, and records it. A search of more events than the recorder takes is a
    `Problem`."""

    def __init__(
        self, search: TextbookSearch, stop: Stop | None = None, recorder: Recorder | None = None
    ) -> None:
        self.search = search
        self.recorder = recorder or Recorder()
        self.found: TextbookResult = search.run(self.recorder, stop)

    @property
    def steps(self) -> int:
        """The number of events."""
        return self.recorder.steps

    @property
    def rounds(self) -> tuple[DeepeningRound, ...]:
        """The searches of iterative deepening, or the one search."""
        return tuple(
            DeepeningRound(self.depth_of(number), root.entered, root.closed, root.size, root.value)
            for number, root in enumerate(self.recorder.roots)
        )

    def depth_of(self, round: int) -> float:
        """The depth limit of a round."""
        if self.search.algorithm != "deepening":
            return self.search.depth
        return min(round + 1, self.search.depth)
