"""The line of a list that names its columns: which of ours each of them is."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Reading:
    """A header of another shape than one column for each of ours. `names`: what each of its cells is, or None for a
    header that is not of this shape; `lacks`: what is wrong with columns that were named so, in sentences, or None if
    they are not of this shape.
    """

    names: Callable[[Sequence[str]], list[str | None] | None]
    lacks: Callable[[Sequence[str]], list[str] | None]


@dataclass(frozen=True)
class Header:
    """The columns of a file: the line that names them, their titles, what each is here ("" for those that are not
    read), and the first cells below them.
    """

    line: int = 0
    titles: Sequence[str] = ()
    names: Sequence[str] = ()
    samples: list[list[str]] = field(default_factory=list)

    def as_dict(self) -> dict[str, object]:
        """As programs read it: a column is read as "" where it is not read."""
        return {
            "line": self.line,
            "columns": [
                {
                    "title": title,
                    "read_as": name,
                    "samples": [row[index] for row in self.samples if index < len(row) and row[index]],
                }
                for index, (title, name) in enumerate(zip(self.titles, self.names, strict=True))
            ],
        }


@dataclass
class Matched:
    """What the titles of a file mean, and which of them, counted from 0, mean nothing or what another one means."""

    names: list[str | None]
    unknown: list[int] = field(default_factory=list)
    repeated: list[int] = field(default_factory=list)


def comparable_title(title: str) -> str:
    """A title as titles are compared: case, width, blanks and punctuation do not matter."""
    return re.sub(r"[\s_\-./・()]+", "", unicodedata.normalize("NFKC", title).casefold())


def matched(titles: Sequence[str], columns: Mapping[str, Sequence[str]]) -> Matched:
    """Which column of ours each title names; of two that mean the same, the better name is read."""
    meant: dict[str, tuple[str, int]] = {}
    for name, others in columns.items():
        for strength, other in enumerate(others if name in others else (name, *others)):
            meant.setdefault(comparable_title(other), (name, strength))
    found = Matched([None] * len(titles))
    best: dict[str, tuple[int, int]] = {}
    for index, title in enumerate(titles):
        if not title.strip():
            continue
        name, strength = meant.get(comparable_title(title), ("", 0))
        if not name:
            found.unknown.append(index)
        elif name in best and best[name][0] == strength:
            found.repeated.append(index)
        elif name not in best or strength < best[name][0]:
            if name in best:
                found.names[best[name][1]] = None
            found.names[index], best[name] = name, (strength, index)
    return found
