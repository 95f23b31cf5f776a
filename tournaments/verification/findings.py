"""Where stored rows differ from what the ledger recorded, in words: what the parts of `verification` share."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from django.db.models import Model
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.verification.entry import Entry

# A fact is written in the transaction of its entry: a short while before it, by the same clock.
SAME_TIME = timedelta(minutes=10)

# What is wrong, and the number of the entry that it is about, if it is about one.
Found = tuple[int | None, str]


class Part(Protocol):
    """One subject: follows the ledger entry by entry, then says where the stored facts differ from it."""

    # What an earlier version of Jantaku did not record, in words; as far as that goes nothing is compared.
    unrecorded: set[str]

    @property
    def about(self) -> type[Model]:
        """The model whose rows it compares."""

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        """Who reads an entry of which kind. Not stored: a part that holds its own methods would outlive its use."""

    def findings(self, tournament: Tournament) -> Iterator[Found]: ...


@dataclass(frozen=True)
class Problem:
    """What is wrong, in words; `seq` is the ledger entry it is about, if it is about one."""

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
    """What was found in one ledger; without problems, everything agrees. `about`: an address."""

    about: str
    ledger: str
    seq: int
    hash: str
    problems: list[Problem] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    # Stages whose standings are behind the ledger for longer than any worker takes.
    behind: list[str] = field(default_factory=list)
    # Columns that earlier versions did not record, and that were not compared for that reason.
    unrecorded: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        return not self.problems

    @property
    def first_bad_seq(self) -> int | None:
        """The first ledger entry that something is wrong with."""
        return min((problem.seq for problem in self.problems if type(problem.seq) is int), default=None)


def differs(what: str, columns: Iterable[str], seq: int | None = None) -> Iterator[Found]:
    """Say in which columns a row is not what the ledger tells; nothing when there are none."""
    names = ", ".join(columns)
    if names:
        message = _("%(what)s differs from the ledger in: %(columns)s.")
        yield seq, message % {"what": what[:1].upper() + what[1:] if seq is None else what, "columns": names}


def without_entry(what: str) -> Found:
    return None, _("There is %(what)s, but no ledger entry records it.") % {"what": what}


def gone(what: str, seq: int) -> Found:
    return seq, _("%(what)s, which this entry records, is gone.") % {"what": what}


def differing(names: Sequence[str], has: Sequence[object], should: Sequence[object]) -> list[str]:
    """The names of the values that differ."""
    return [name for name, one, two in zip(names, has, should, strict=True) if one != two]


def is_about(moment: datetime | None, recorded: datetime | None) -> bool:
    """Was a fact written when its entry was? Both may be missing, and only both."""
    if moment is recorded:
        return True
    if moment is None or recorded is None:
        return False
    return abs(moment - recorded) <= SAME_TIME


def day_of(text: object) -> str | None:
    """A day as the ledger writes it, or none."""
    return text if isinstance(text, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", text) else None
