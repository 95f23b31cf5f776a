"""The tag of a scoresheet version: a confirmation names it, so that it can only mean this version."""

import hashlib
import json
from collections.abc import Sequence


def sheet_tag(
    table: int, version: int, points: Sequence[int], chombo: Sequence[int], leftover: int, imbalance: int
) -> str:
    """Return the tag for these figures of this table, such as `r2-1f0c9a3b`."""
    seen = json.dumps([table, version, list(points), list(chombo), leftover, imbalance])
    return f"r{version}-{hashlib.sha256(seen.encode()).hexdigest()[:8]}"
