"""Metrics of the server in the Prometheus text format."""

from __future__ import annotations

from collections.abc import Mapping

Samples = Mapping[str, tuple[str, float]]
"""Name, help and value."""

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Histogram:
    """A histogram of response times, in seconds."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BUCKETS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        index = next((i for i, bound in enumerate(BUCKETS) if seconds <= bound), len(BUCKETS))
        self._counts[index] += 1
        self._sum += seconds

    def format(self, name: str) -> list[str]:
        lines, total = [], 0
        for bound, count in zip((*BUCKETS, "+Inf"), self._counts, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{name}_sum {self._sum:.6f}", f"{name}_count {total}"]


class Metrics:
    """Counters since the server started."""

    def __init__(self) -> None:
        self.games = 0
        self.moves = 0
        self.requests = 0
        self.refused = 0
        """Requests and sockets refused: wrong host or origin, too large, too many."""
        self.errors = 0
        self.answers = Histogram()
        """From a message on a game's socket to its response, the store included."""

    def format(self, counters: Samples, gauges: Samples) -> str:
        """These counters and those given, and the gauges, as text."""
        counters = {
            "games_total": ("Games created.", self.games),
            "moves_total": ("Moves played.", self.moves),
            "requests_total": ("HTTP requests.", self.requests),
            "refused_total": ("Requests and sockets refused.", self.refused),
            "errors_total": ("Internal errors.", self.errors),
            **counters,
        }
        lines = []
        for kind, group in (("counter", counters), ("gauge", gauges)):
            for name, (about, value) in group.items():
                full = f"plyground_{name}"
                lines += [f"# HELP {full} {about}", f"# TYPE {full} {kind}", f"{full} {value:g}"]
        full = "plyground_answer_seconds"
        lines += [f"# HELP {full} Time from a message to its response.", f"# TYPE {full} histogram"]
        lines += self.answers.format(full)
        return "\n".join(lines) + "\n"
