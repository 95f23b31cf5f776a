"""PostgreSQL's execution plans."""

import json
from collections.abc import Iterator
from typing import Any

from django.db import connection


def rows_read(sql: str, params: Any, table: str) -> list[float]:
    """Return how many rows of the table each part of the plan read, including those filtered out."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
        [[explained]] = cursor.fetchall()
    [found] = json.loads(explained) if isinstance(explained, str) else explained
    return [
        node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
        for node in _nodes(found["Plan"])
        if node.get("Relation Name") == table
    ]


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", []):
        yield from _nodes(part)
