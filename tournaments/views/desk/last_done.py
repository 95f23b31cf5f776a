"""What was done last at the desk, and the form that takes it back, where there is one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Announcement, Entry, LedgerEntry, Penalty, Round, Tournament
from tournaments.models.origins.reading import Ids
from tournaments.models.people.events import PlayerWithdrew
from tournaments.models.play.events import (
    Announced,
    ClockExtended,
    RoundClosed,
    RoundPublished,
    RoundStarted,
    TableClockExtended,
)
from tournaments.models.play.penalty_kinds import PENALTY_KINDS
from tournaments.models.texts.reading import Texts
from tournaments.views.desk.frame import BACK, DESK
from tournaments.views.public.ledger_wording import Line, in_words

# Most lines shown, and how many of the newest ledger entries are searched for them.
SHOWN, LOOKED_AT = 5, 500
# Each of these turns a round's state, as long as it has it, into the one before.
ROUND_UNDO = {
    RoundPublished.kind: (Round.Status.PUBLISHED, "unpublish"),
    RoundStarted.kind: (Round.Status.STARTED, "cancel_start"),
    RoundClosed.kind: (Round.Status.CLOSED, "reopen"),
}
EXTENSIONS = (ClockExtended.kind, TableClockExtended.kind)
RULINGS = tuple(one.kind for kind in PENALTY_KINDS.values() for one in (kind.of_player, kind.of_team))
# Which field of an entry names the row that is taken back; other kinds are about a round.
ABOUT = {
    PlayerWithdrew.kind: "entry",
    Announced.kind: "announcement",
    **dict.fromkeys(RULINGS, "penalty"),
}
KINDS = (*ROUND_UNDO, *EXTENSIONS, *ABOUT)


@dataclass(frozen=True)
class Undo:
    """A form that takes something back: where it is sent, with what, and whether referees may send it, too."""

    address: str
    fields: Mapping[str, object] = field(default_factory=dict)
    by_referees: bool = False


@dataclass(frozen=True)
class Done:
    line: Line
    undo: Undo | None


def last_done(tournament: Tournament, rounds: Mapping[int, Round], with_results: set[int]) -> list[Done]:
    """Return what was done last of what can be taken back, newest first.

    `rounds` are all of the tournament by id, `with_results` the ids of those in which a table has reported. Two
    queries, one more each where tables or players are named, and for withdrawals, announcements and penalties.
    """
    seq = tournament.head.seq
    entries = list(
        LedgerEntry.objects.filter(tournament=tournament, kind__in=KINDS, seq__gt=seq - LOOKED_AT).order_by(
            "-seq"
        )[:SHOWN]
    )
    ids = Ids.of(tournament)
    contents = [ids.content(entry.seq, entry.kind, entry.content) for entry in entries]
    undos = list(_undos(tournament, entries, contents, rounds, with_results))
    # One step back at a time: the newest that can be.
    first = next((number for number, undo in enumerate(undos) if undo is not None), 0)
    undos = [undo if number == first else None for number, undo in enumerate(undos)]
    lines = in_words(tournament, entries, Texts(tournament, entries), staff=True)
    return [Done(line, undo) for line, undo in zip(lines, undos, strict=True)]


def _undos(
    tournament: Tournament,
    entries: Sequence[LedgerEntry],
    contents: Sequence[Mapping[str, Any]],
    rounds: Mapping[int, Round],
    with_results: set[int],
) -> Iterator[Undo | None]:
    """The form for each of these entries, newest first; None for what is not so any more, or was done again since."""
    kinds = [entry.kind for entry in entries]
    named: dict[str, set[int]] = {}
    for kind, content in zip(kinds, contents, strict=True):
        if kind in ABOUT:
            named.setdefault(ABOUT[kind], set()).add(content[ABOUT[kind]])
    standing = {name: _standing(tournament, name, ids) for name, ids in named.items()}
    seen: set[object] = set()
    for kind, content in zip(kinds, contents, strict=True):
        about = content[ABOUT.get(kind, "round")]
        # Of rounds that were closed, the last one; an earlier one is opened on its page.
        key = (kind, None if kind == RoundClosed.kind else about)
        is_newest = key not in seen and tournament.status != Tournament.Status.FINISHED
        seen.add(key)
        if kind in ABOUT:
            is_so = is_newest and about in standing[ABOUT[kind]]
            yield _undo_of_row(tournament, kind, about) if is_so else None
            continue
        round_ = rounds.get(about)
        if round_ is None or not is_newest:
            yield None
        elif kind in EXTENSIONS:
            # The newest of all, so that minutes are taken back once.
            seen.update((other, about) for other in EXTENSIONS)
            minutes = {"minutes": -content["minutes"], "table": content.get("table", "")}
            is_in_play = round_.status == Round.Status.STARTED
            yield _undo(tournament, "clock_extend", about, **minutes) if is_in_play else None
        else:
            status, action = ROUND_UNDO[kind]
            is_refused = action == "cancel_start" and about in with_results
            is_so = round_.status == status and not is_refused
            yield _undo(tournament, f"round_{action}", about) if is_so else None


def _standing(tournament: Tournament, name: str, ids: set[int]) -> set[int]:
    """Which of these entries are withdrawn, or which announcements or penalties stand."""
    if name == "entry":
        rows = Entry.objects.filter(tournament=tournament, status=Entry.Status.WITHDRAWN, pk__in=ids)
        return set(rows.values_list("pk", flat=True))
    if name == "announcement":
        announced = Announcement.objects.filter(tournament=tournament, pk__in=ids).standing()
        return set(announced.values_list("pk", flat=True))
    imposed = Penalty.objects.filter(stage__tournament=tournament, lifted_at=None, pk__in=ids)
    return set(imposed.values_list("pk", flat=True))


def _undo_of_row(tournament: Tournament, kind: str, pk: int) -> Undo:
    if kind == PlayerWithdrew.kind:
        return _undo(tournament, "entry_reinstate", pk)
    found = (
        _undo(tournament, "remove_announcement", pk)
        if kind == Announced.kind
        else _undo(tournament, "lift", pk, reason=lifted_by_mistake())
    )
    return replace(found, by_referees=True)


def lifted_by_mistake() -> str:
    """The reason that is recorded where a penalty is taken back by Undo."""
    return _("imposed by mistake")


def _undo(tournament: Tournament, action: str, pk: int, **fields: object) -> Undo:
    return Undo(reverse(f"desk_{action}", args=[tournament.slug, pk]), {BACK: DESK, **fields})
