"""The line of a list that names its columns: which of ours each of them is."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

Reading = Callable[[Sequence[str]], list[str | None] | None]
"""Reads a header of another shape than one column for each of ours: the name of each cell, or None if it is none."""


@dataclass(frozen=True)
class Header:
    """The columns of a file: the line that names them, their titles, what each is here ("" for those that are not
    read), and the first cells below them.
    """

    line: int = 0
    titles: Sequence[str] = ()
    names: Sequence[str] = ()
    samples: list[list[str]] = field(default_factory=list)


@dataclass
class Matched:
    """What the titles of a file mean, and which of them, counted from 0, mean nothing or what another one means."""

    names: list[str | None]
    unknown: list[int] = field(default_factory=list)
    repeated: list[int] = field(default_factory=list)


def plain(title: str) -> str:
    """A title as titles are compared: case, width, blanks and punctuation do not matter."""
    return re.sub(r"[\s_\-./・()]+", "", unicodedata.normalize("NFKC", title).casefold())


def matched(titles: Sequence[str], columns: Mapping[str, Sequence[str]]) -> Matched:
    """Which column of ours each title names; of two that mean the same, the better name is read."""
    meant: dict[str, tuple[str, int]] = {}
    for name, others in columns.items():
        for strength, other in enumerate(others if name in others else (name, *others)):
            meant.setdefault(plain(other), (name, strength))
    found = Matched([None] * len(titles))
    best: dict[str, tuple[int, int]] = {}
    for index, title in enumerate(titles):
        if not title.strip():
            continue
        name, strength = meant.get(plain(title), ("", 0))
        if not name:
            found.unknown.append(index)
        elif name in best and best[name][0] == strength:
            found.repeated.append(index)
        elif name not in best or strength < best[name][0]:
            if name in best:
                found.names[best[name][1]] = None
            found.names[index], best[name] = name, (strength, index)
    return found
