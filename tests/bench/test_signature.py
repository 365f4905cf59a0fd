"""Search behaves as it did: a change of the numbers must be meant.

After a change that is meant, write the new numbers with
`PLYGROUND_GOLDEN=write pytest tests/bench/test_signature.py`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from plyground.bench.signature import signature

GOLDEN = Path(__file__).parent.parent / "golden" / "signature.json"


def test_fixed_searches_look_at_as_many_positions_as_before():
    found = signature()
    if os.environ.get("PLYGROUND_GOLDEN") == "write":
        GOLDEN.write_text(json.dumps(found, indent=2) + "\n")
    assert found == json.loads(GOLDEN.read_text())
    assert found == signature(), "the same searches must look at the same positions"
