"""Plays a match on a Ray cluster of two nodes on this machine, and kills one of them midway.

    python bench/ray_cluster.py

Needs the extra `cluster`. At the end the database must have exactly the schedule, each game once.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from killed_event import Event


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    given = parser.parse_args()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        other = cluster.add_node(num_cpus=1)
        with tempfile.TemporaryDirectory() as folder:
            url = f"sqlite:///{folder}/event.db"
            event = Event(Path(folder), url, given.games, "--ray", cluster.address)
            process = event.start()
            while process.poll() is None and event.log.read_text().count("Game ") < given.games / 4:
                time.sleep(0.05)
            is_midway = process.poll() is None
            cluster.remove_node(other, allow_graceful=False)
            process.wait()
            print("\n".join(event.log.read_text().splitlines()[-3:]))
            wrong = event.check(event.finish())
            if not is_midway:
                wrong.append("the match was over before the node was killed")
            if process.returncode:
                wrong.append(f"the match ended with exit code {process.returncode}")
    finally:
        cluster.shutdown()
    print("\n".join(wrong) or f"{given.games} games, each once, though a node was killed")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
