"""The tag of a version of a scoresheet: what a confirmation names, so that it can only mean this one."""

import hashlib
import json
from collections.abc import Sequence


def sheet_tag(
    table: int, version: int, points: Sequence[int], chombo: Sequence[int], leftover: int, imbalance: int
) -> str:
    """Return what stands for these figures of this table, such as `r2-1f0c9a3b`."""
    seen = json.dumps([table, version, list(points), list(chombo), leftover, imbalance])
    return f"r{version}-{hashlib.sha256(seen.encode()).hexdigest()[:8]}"
