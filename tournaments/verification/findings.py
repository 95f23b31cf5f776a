"""Differences between stored rows and the ledger, in words: shared by all parts of `verification`."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from django.db.models import Model
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.verification.entry import Entry

# A fact is written in the same transaction as its entry, shortly before it, by the same clock.
SAME_TIME = timedelta(minutes=10)

# A problem, and the number of the entry it concerns, if any.
Found = tuple[int | None, str]


class Part(Protocol):
    """One subject: follows the ledger entry by entry, then reports differences from the stored facts."""

    # What an earlier version did not record, in words; that much is not compared.
    unrecorded: set[str]

    @property
    def about(self) -> type[Model]:
        """The model whose rows it compares."""

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        """The handlers by kind of entry. Not stored: a part holding its own bound methods would be a
        reference cycle.
        """

    def findings(self, tournament: Tournament) -> Iterator[Found]: ...


@dataclass(frozen=True)
class Problem:
    """A problem in words; `seq` is the ledger entry it concerns, if any."""

    message: str
    seq: int | None = None

    def __str__(self) -> str:
        return (
            self.message
            if self.seq is None
            else _("Entry %(seq)s: %(message)s")
            % {
                "seq": self.seq,
                "message": self.message,
            }
        )


@dataclass
class Verification:
    """The problems of one ledger; none means that everything matches. `about`: an address."""

    about: str
    ledger: str
    seq: int
    hash: str
    problems: list[Problem] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    # Stages whose standings have been outdated for longer than any worker takes.
    behind: list[str] = field(default_factory=list)
    # Columns that earlier versions did not record and that were therefore not compared.
    unrecorded: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        return not self.problems

    @property
    def first_bad_seq(self) -> int | None:
        """The first ledger entry with a problem."""
        return min((problem.seq for problem in self.problems if type(problem.seq) is int), default=None)


def differs(what: str, columns: Iterable[str], seq: int | None = None) -> Iterator[Found]:
    """Yield a problem that names the columns in which a row differs from the ledger; nothing if there are none."""
    names = ", ".join(columns)
    if names:
        message = _("%(what)s differs from the ledger in: %(columns)s.")
        yield seq, message % {"what": what[:1].upper() + what[1:] if seq is None else what, "columns": names}


def without_entry(what: str) -> Found:
    return None, _("There is %(what)s, but no ledger entry records it.") % {"what": what}


def gone(what: str, seq: int) -> Found:
    return seq, _("%(what)s, which this entry records, is gone.") % {"what": what}


def differing(names: Sequence[str], has: Sequence[object], should: Sequence[object]) -> list[str]:
    return [name for name, one, two in zip(names, has, should, strict=True) if one != two]


def is_about(moment: datetime | None, recorded: datetime | None) -> bool:
    """Whether a fact was written when its entry was. True if both are missing."""
    if moment is recorded:
        return True
    if moment is None or recorded is None:
        return False
    return abs(moment - recorded) <= SAME_TIME


def day_of(text: object) -> str | None:
    """Return a ledger day, or None."""
    return text if isinstance(text, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", text) else None
