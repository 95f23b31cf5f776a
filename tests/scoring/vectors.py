"""The worked cases of ``tests/vectors``."""

import json
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[1] / "vectors"


def read(name: str) -> Any:
    """A file of worked cases."""
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
