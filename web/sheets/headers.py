"""Match the header of a list with our columns."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Reading:
    """A header of another shape than one column for each of ours. `names`: the meaning of each cell, or None if the
    header is not of this shape; `lacks`: problems with the mapped columns, in sentences, or None if they are not of
    this shape.
    """

    names: Callable[[Sequence[str]], list[str | None] | None]
    lacks: Callable[[Sequence[str]], list[str] | None]


@dataclass(frozen=True)
class Header:
    """The columns of a file: the header's line, titles, our names ("" if ignored), and the first cells below."""

    line: int = 0
    titles: Sequence[str] = ()
    names: Sequence[str] = ()
    samples: list[list[str]] = field(default_factory=list)

    def as_dict(self) -> dict[str, object]:
        """For programs: ignored columns are ""."""
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
    """The meaning of a file's titles, and the indexes of unknown and duplicate ones."""

    names: list[str | None]
    unknown: list[int] = field(default_factory=list)
    repeated: list[int] = field(default_factory=list)


def comparable_title(title: str) -> str:
    """Normalize a title for comparison: case, width, blanks and punctuation are ignored."""
    return re.sub(r"[\s_\-./・()]+", "", unicodedata.normalize("NFKC", title).casefold())


def matched(titles: Sequence[str], columns: Mapping[str, Sequence[str]]) -> Matched:
    """Match titles with our columns; of two with the same meaning, the better name wins."""
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
