"""What was done last at the desk, and the form that takes it back, where there is one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice
from typing import Any

from django.db.models import Model, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.actions.wording.lists import rounds_in_short
from tournaments.models import Announcement, Entry, LedgerEntry, Penalty, Round, Scoresheet, Tournament
from tournaments.models.origins.reading import Ids
from tournaments.models.people.events import PlayerWithdrew
from tournaments.models.play.events import (
    Announced,
    ClockExtended,
    PaperConfirmed,
    PaperCounted,
    ResultConfirmed,
    ResultCorrected,
    RoundClosed,
    RoundPublished,
    RoundStarted,
    TableClockExtended,
)
from tournaments.models.play.penalty_kinds import PENALTY_KINDS
from tournaments.models.texts.reading import Texts
from tournaments.views.desk.frame import BACK, DESK
from tournaments.views.public.ledger_wording import Line, in_words

# Most lines shown, and how many of the newest ledger entries are searched for them, so many acts at once.
SHOWN, LOOKED_AT = 5, 500
READ_AT_ONCE = 20
# Each of these turns a round's state, as long as it has it, into the one before.
ROUND_UNDO = {
    RoundPublished.kind: (Round.Status.PUBLISHED, "unpublish"),
    RoundStarted.kind: (Round.Status.STARTED, "cancel_start"),
    RoundClosed.kind: (Round.Status.CLOSED, "reopen"),
}
EXTENSIONS = (ClockExtended.kind, TableClockExtended.kind)
RULINGS = tuple(one.kind for kind in PENALTY_KINDS.values() for one in (kind.of_player, kind.of_team))
# By these the desk made a result count.
CONFIRMATIONS = (ResultConfirmed.kind, PaperConfirmed.kind, PaperCounted.kind, ResultCorrected.kind)
# Which field of an entry names the row that is taken back; other kinds are about a round.
ABOUT = {
    PlayerWithdrew.kind: "entry",
    Announced.kind: "announcement",
    **dict.fromkeys(RULINGS, "penalty"),
    **dict.fromkeys(CONFIRMATIONS, "sheet"),
}
KINDS = (*ROUND_UNDO, *EXTENSIONS, *ABOUT)
# A player's confirmation names a seat; payloads have no spaces.
BY_PLAYERS = Q(kind=ResultConfirmed.kind) & ~Q(payload__contains='"seat":null')


@dataclass(frozen=True)
class Undo:
    """A form that takes something back: where it is sent, with what, and whether referees may send it, too."""

    address: str
    fields: Mapping[str, object] = field(default_factory=dict)
    by_referees: bool = False


@dataclass(frozen=True)
class Act:
    """What was done at once: its newest entry, and the rounds if several were published together."""

    entry: LedgerEntry
    content: Mapping[str, Any]
    rounds: Sequence[Round] = ()

    @property
    def about(self) -> int:
        """The id of the row it is about."""
        return int(self.content[ABOUT.get(self.entry.kind, "round")])


@dataclass(frozen=True)
class Done:
    line: Line
    undo: Undo | None


def last_done(tournament: Tournament, rounds: Mapping[int, Round], with_results: set[int]) -> list[Done]:
    """Return what was done last of what can be taken back, newest first.

    `rounds` are all of the tournament by id, `with_results` the ids of those in which a table has reported. Two
    queries, one more each where tables or players are named, and for withdrawals, announcements, penalties and
    results.
    """
    newest = _newest(tournament, rounds)
    possible = zip(newest, _undos(tournament, newest, rounds, with_results), strict=True)
    # Results that stand would fill the list: of these, those that can be taken back.
    shown = [(act, undo) for act, undo in possible if undo is not None or act.entry.kind not in CONFIRMATIONS]
    acts, undos = [act for act, _undo in shown[:SHOWN]], [undo for _act, undo in shown[:SHOWN]]
    # One step back at a time: the newest that can be.
    first = next((number for number, undo in enumerate(undos) if undo is not None), 0)
    undos = [undo if number == first else None for number, undo in enumerate(undos)]
    entries = [act.entry for act in acts]
    lines = in_words(tournament, entries, Texts(tournament, entries), staff=True)
    return [Done(_said(act, line), undo) for act, line, undo in zip(acts, lines, undos, strict=True)]


def _newest(tournament: Tournament, rounds: Mapping[int, Round]) -> list[Act]:
    """Read the newest entries of what can be taken back; rounds that were published together are one act."""
    before = tournament.head.seq - LOOKED_AT
    found = LedgerEntry.objects.filter(tournament=tournament, kind__in=KINDS, seq__gt=before)
    # An act may have any number of entries, so they are read as long as acts are missing.
    entries = found.exclude(BY_PLAYERS).order_by("-seq").iterator(chunk_size=READ_AT_ONCE)
    together = [list(act) for _key, act in islice(groupby(entries, key=_act_of), READ_AT_ONCE)]
    if together and together[-1][-1].seq == before + 1:
        # The rest of this act may lie before the first entry that was read.
        together.pop()
    ids, acts = Ids.of(tournament), list[Act]()
    for act in together:
        told = [Act(one, ids.content(one.seq, one.kind, one.content)) for one in act]
        published = [rounds[one.about] for one in told if one.about in rounds] if len(told) > 1 else []
        draws = {round_.draw_id for round_ in published}
        if len(published) == len(told) and len(draws) == 1 and None not in draws:
            acts.append(replace(told[0], rounds=published[::-1]))
        else:
            acts += told
    return acts[:READ_AT_ONCE]


def _act_of(entry: LedgerEntry) -> tuple[object, ...]:
    """What an entry has in common with the others of its act: rounds published together have one time."""
    return (entry.actor, entry.recorded_at) if entry.kind == RoundPublished.kind else (entry.seq,)


def _said(act: Act, line: Line) -> Line:
    if not act.rounds:
        return line
    words = pgettext("ledger", "%(rounds)s published") % {"rounds": rounds_in_short(act.rounds)}
    return replace(line, words=words)


def _undos(
    tournament: Tournament, acts: Sequence[Act], rounds: Mapping[int, Round], with_results: set[int]
) -> Iterator[Undo | None]:
    """The form for each of these acts, newest first; None for what is not so any more, or was done again since."""
    named: dict[str, set[int]] = {}
    for act in acts:
        if act.entry.kind in ABOUT:
            named.setdefault(ABOUT[act.entry.kind], set()).add(act.about)
    standing = {name: _standing(tournament, name, ids) for name, ids in named.items()}
    seen: set[object] = set()
    for act in acts:
        kind, content, about = act.entry.kind, act.content, act.about
        # Of rounds that were closed, the last one; an earlier one is opened on its page.
        keys = {(kind, None if kind == RoundClosed.kind else pk) for pk in _rows_of(act)}
        is_newest = keys.isdisjoint(seen) and tournament.status != Tournament.Status.FINISHED
        seen |= keys
        if kind in ABOUT:
            row = standing[ABOUT[kind]].get(about) if is_newest else None
            yield _undo_of_row(tournament, kind, row) if row is not None else None
            continue
        round_ = rounds.get(about)
        if round_ is None or not is_newest:
            yield None
        elif act.rounds:
            is_so = all(one.status == Round.Status.PUBLISHED for one in act.rounds)
            numbers = ",".join(str(one.pk) for one in act.rounds)
            draw = act.rounds[0].draw_id or 0
            yield _undo(tournament, "draft_unpublish", draw, rounds=numbers) if is_so else None
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


def _rows_of(act: Act) -> list[int]:
    return [round_.pk for round_ in act.rounds] or [act.about]


def _standing(tournament: Tournament, name: str, ids: set[int]) -> Mapping[int, Model]:
    """Which of these entries are withdrawn, which announcements or penalties stand, which results still count in a
    round in play, by id.
    """
    if name == "entry":
        withdrawn = Entry.objects.filter(tournament=tournament, status=Entry.Status.WITHDRAWN)
        return withdrawn.in_bulk(ids)
    if name == "announcement":
        return Announcement.objects.filter(tournament=tournament).standing().in_bulk(ids)
    if name == "sheet":
        in_play = Scoresheet.objects.confirmed().filter(
            table__round__stage__tournament=tournament, table__round__status=Round.Status.STARTED
        )
        return in_play.in_bulk(ids)
    return Penalty.objects.filter(stage__tournament=tournament, lifted_at=None).in_bulk(ids)


def _undo_of_row(tournament: Tournament, kind: str, row: Model) -> Undo:
    if kind == PlayerWithdrew.kind:
        return _undo(tournament, "entry_reinstate", row.pk)
    if isinstance(row, Scoresheet):
        found = _undo(tournament, "undo_confirmation", row.pk, if_match=row.tag)
    elif kind == Announced.kind:
        found = _undo(tournament, "remove_announcement", row.pk)
    else:
        found = _undo(tournament, "lift", row.pk, reason=lifted_by_mistake())
    return replace(found, by_referees=True)


def lifted_by_mistake() -> str:
    """The reason that is recorded where a penalty is taken back by Undo."""
    return _("imposed by mistake")


def _undo(tournament: Tournament, action: str, pk: int, **fields: object) -> Undo:
    return Undo(reverse(f"desk_{action}", args=[tournament.slug, pk]), {BACK: DESK, **fields})
