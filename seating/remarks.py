"""Remarks on a draw: codes and numbers. Sentences are made where the reader's language is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark on a draw; `seating.quality` lists the codes."""

    code: str
    numbers: Mapping[str, object] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        return {"code": self.code, **self.numbers}


def remark(code: str, **numbers: object) -> Remark:
    return Remark(code, numbers)
