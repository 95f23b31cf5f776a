"""Ratios of a run, written down so that a change shows in its diff what it costs."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.measure import ROOT
from benchmarks.serving.client import Taken

PLACE = ROOT / "benchmarks" / "results"
Row = dict[str, Any]


def row_of(ours: Sequence[Taken], floor: Sequence[Taken], floor_name: str) -> Row:
    """The ratio of the medians of one path's rounds and its floor's, with the least and greatest ratio of a round."""
    each = sorted(mine.each / base.each for mine, base in zip(ours, floor, strict=True))
    mine, base = (median(one.each for one in rounds) for rounds in (ours, floor))
    return {
        "floor": floor_name,
        "ratio": _short(mine / base),
        "least": _short(each[0]),
        "most": _short(each[-1]),
        "cpu_ms": _short(mine),
        "floor_ms": _short(base),
    }


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` of a hundred of them do not exceed (nearest rank).

    >>> percentile([4, 1, 3, 2], 50), percentile([4, 1, 3, 2], 95)
    (2, 4)
    """
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * int(share) // 100) - 1)]


def line_of(name: str, row: Row, before: Row | None = None) -> str:
    """One row for the terminal; with `before`, what it was and how it changed."""
    if "ratio" not in row:
        return f"{name:<46}" + ", ".join(f"{key} {value}" for key, value in row.items() if key != "at")
    rounds = f"({row['least']}-{row['most']})"
    text = f"{name:<46}{row['ratio']:>8} x  {rounds:<16}{row['cpu_ms']:>8} ms"
    text += f" / {row['floor_ms']} {row['floor']}"
    if row.get("statements") is not None:
        text += f", {row['statements']} SQL"
    if row.get("bytes"):
        text += f", {row['bytes']:,} bytes ({row['gzip']:,} gzip)"
    if before and "ratio" in before:
        text += f"   was {before['ratio']} x, {_change(before, row)}"
    return text


def _change(before: Row, after: Row) -> str:
    if before["least"] <= after["most"] and after["least"] <= before["most"]:
        return "the same within its rounds"
    return f"now {after['ratio'] / before['ratio']:.2f} of it"


def load(form: str, place: Path = PLACE) -> dict[str, Row]:
    """The rows written down for a form, by path."""
    file = place / f"{form}.json"
    rows: dict[str, Row] = json.loads(file.read_text())["paths"] if file.exists() else {}
    return rows


def save(form: str, rows: Mapping[str, Row], place: Path = PLACE) -> None:
    """Write these rows down in place of the older ones of their names, and the table of all."""
    place.mkdir(exist_ok=True)
    at = f"{measured_commit()}, {datetime.now(UTC):%Y-%m-%d}"
    merged = load(form, place) | {name: {**row, "at": at} for name, row in rows.items()}
    content = {"machine": _machine(), "paths": merged}
    (place / f"{form}.json").write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    (place / "README.md").write_text(readme({name: load(name, place) for name in ("embedded", "servers")}))


def readme(forms: Mapping[str, Mapping[str, Row]]) -> str:
    """All forms side by side."""
    names = list(dict.fromkeys(name for rows in forms.values() for name in rows))
    lines = [
        "# Effect of the exchange",
        "",
        "Written by `make bench`. A ratio is CPU of all processes that serve (web, database, Redis) beside a floor",
        "measured in the same run, in turns: *Django bytes* is Django without middleware that answers as many bytes",
        "from memory, *DRF game* is Django REST framework with a token and a serializer that writes a game and four",
        "seats and commits, *GROUP BY* is the database adding up the same games. In brackets the least and the",
        "greatest ratio of a round. Compare ratios, never milliseconds.",
        "",
        f"{_machine()}",
        "",
        "| path | floor | embedded | servers | SQL | bytes | gzip | measured at |",
        "|---|---|---|---|---|---|---|---|",
    ]
    others = []
    for name in names:
        rows = {form: found[name] for form, found in forms.items() if name in found}
        one = next(iter(rows.values()))
        if "ratio" not in one:
            others += [(form, name, row) for form, row in rows.items()]
            continue
        ratios = [_cell(rows.get(form)) for form in ("embedded", "servers")]
        sql = " / ".join(dict.fromkeys(str(row.get("statements", "–")) for row in rows.values()))
        sizes = [f"{one[key]:,}" if one.get(key) else "–" for key in ("bytes", "gzip")]
        lines.append(
            f"| {name} | {one['floor']} | {' | '.join(ratios)} | {sql} | {' | '.join(sizes)} | {one['at']} |"
        )
    lines += ["", "| form | what | figures | measured at |", "|---|---|---|---|"]
    for form, name, row in others:
        figures = ", ".join(f"{key} {value}" for key, value in row.items() if key != "at")
        lines.append(f"| {form} | {name} | {figures} | {row['at']} |")
    return "\n".join(lines) + "\n"


def _cell(row: Row | None) -> str:
    return f"**{row['ratio']}** ({row['least']}–{row['most']})" if row else "–"


def _short(value: float) -> float:
    """Three figures are all that a shared machine can tell."""
    return float(f"{value:.3g}")


@cache
def measured_commit() -> str:
    """The commit that is measured; with a + if something was changed since, other than results. Ask at the start."""
    commit = _git("rev-parse", "--short=10", "HEAD") or "unknown"
    return commit + ("+" if _git("status", "--porcelain", "--", ".", ":!benchmarks/results") else "")


def _git(*arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603


def _machine() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return f"{os.cpu_count()} cores, {memory:.0f} GB, Linux, Python {python}; client and servers share it."
