"""The node counts of fixed searches change only on purpose.

After an intended change, write the new counts with
`PLYGROUND_GOLDEN=write pytest tests/bench/test_signature.py`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from plyground.bench.signature import compute_signature

GOLDEN = Path(__file__).parent.parent / "golden" / "signature.json"


def test_fixed_searches_visit_as_many_nodes_as_before():
    found = compute_signature()
    if os.environ.get("PLYGROUND_GOLDEN") == "write":
        GOLDEN.write_text(json.dumps(found, indent=2) + "\n")
    assert found == json.loads(GOLDEN.read_text())
    assert found == compute_signature(), "the same searches must visit the same nodes"
