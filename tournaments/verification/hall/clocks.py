"""Time limits, and the clocks of rounds in play."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.models import RoundClock, TableClock, TimeLimit, Tournament
from tournaments.models.ledger import instant
from tournaments.models.play.events import (
    ClockExtended,
    ClockPaused,
    ClockReset,
    ClockResumed,
    ClockStarted,
    RoundStartCancelled,
    TableClockExtended,
    TableClockPaused,
    TableClockResumed,
    TableTakenBack,
    TimeLimitSet,
)
from tournaments.models.setup.events import StageRemoved
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differs, gone, without_entry
from tournaments.verification.pages import Numbers, Pages
from tournaments.verification.reading import each

Row = dict[str, Any]
# The entry's number, a round's clock, and those of its tables.
RecordedClock = tuple[int, Row, dict[Any, Row]]


class Clocks:
    """Follows time limits and clocks: every clock entry has the state of all clocks of the round."""

    about = RoundClock

    def __init__(self) -> None:
        # By stage and number, both None for all rounds of the tournament; with the entry's number.
        self.limits: dict[tuple[Any, Any], tuple[int, Row]] = {}
        # By round.
        self.clocks: Pages[RecordedClock] = Pages(RecordedClock)
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        stands = (
            ClockStarted.kind,
            ClockPaused.kind,
            ClockResumed.kind,
            ClockExtended.kind,
            TableClockPaused.kind,
            TableClockResumed.kind,
            TableClockExtended.kind,
        )
        return {
            TimeLimitSet.kind: self._limited,
            StageRemoved.kind: self._stage_removed,
            **dict.fromkeys(stands, self._stands),
            ClockReset.kind: self._dropped,
            RoundStartCancelled.kind: self._dropped,
            TableTakenBack.kind: self._taken_back,
        }

    def _limited(self, entry: Entry) -> None:
        payload = entry.payload
        place = payload["stage"], payload["number"]
        if payload["minutes"] is None:
            self.limits.pop(place, None)
        else:
            self.limits[place] = entry.seq, {name: payload[name] for name in ("minutes", "after_gong")}

    def _stage_removed(self, entry: Entry) -> None:
        gone_with_it = [place for place in self.limits if place[0] == entry.payload["stage"]]
        for place in gone_with_it:
            del self.limits[place]

    def _stands(self, entry: Entry) -> None:
        tables = {own["id"]: {**own} for own in entry.payload["tables"]}
        self.clocks[entry.payload["round"]] = entry.seq, dict(entry.payload["clock"]), tables

    def _dropped(self, entry: Entry) -> None:
        self.clocks.pop(entry.payload["round"], None)

    def _taken_back(self, entry: Entry) -> None:
        if entry.payload["is_last"]:
            self._dropped(entry)
        elif entry.payload["round"] in self.clocks:
            seq, clock, tables = self.clocks[entry.payload["round"]]
            left = {table: row for table, row in tables.items() if table != entry.payload["table"]}
            self.clocks[entry.payload["round"]] = seq, clock, left

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        yield from self._of_limits(tournament)
        here = Numbers()
        clocks = RoundClock.objects.filter(round__stage__tournament=tournament)
        yield from each(clocks, lambda clock: self._of_clock(clock, here))
        for round_id in self.clocks.missing_from(here):
            yield gone(_("the clock of round %(id)s") % {"id": round_id}, self.clocks[round_id][0])
        yield from self._of_tables(tournament)

    def _of_clock(self, clock: RoundClock, here: Numbers) -> Iterator[Found]:
        here.add(clock.round_id)
        about = _("the clock of round %(id)s") % {"id": clock.round_id}
        recorded = self.clocks.get(clock.round_id)
        if recorded is None:
            yield without_entry(about)
            return
        has = {**_standing(clock), "minutes": clock.minutes, "after_gong": clock.after_gong}
        yield from differs(about, _differing(has, recorded[1]), recorded[0])

    def _of_limits(self, tournament: Tournament) -> Iterator[Found]:
        here: set[Any] = set()
        mine = Q(tournament=tournament) | Q(stage__tournament=tournament)
        yield from each(TimeLimit.objects.filter(mine), lambda limit: self._of_limit(limit, here))
        for place in sorted(self.limits.keys() - here, key=str):
            yield gone(_("a time limit"), self.limits[place][0])

    def _of_limit(self, limit: TimeLimit, here: set[Any]) -> Iterator[Found]:
        place = limit.stage_id, limit.number
        here.add(place)
        about = _("time limit %(id)s") % {"id": limit.pk}
        recorded = self.limits.get(place)
        if recorded is None:
            yield without_entry(about)
            return
        has = {"minutes": limit.minutes, "after_gong": limit.after_gong}
        yield from differs(about, _differing(has, recorded[1]), recorded[0])

    def _of_tables(self, tournament: Tournament) -> Iterator[Found]:
        recorded: Pages[tuple[int, Row]] = Pages(tuple[int, Row])
        for _round, (seq, _clock, tables) in self.clocks.in_order():
            recorded.update({table: (seq, row) for table, row in tables.items()})
        here = Numbers()
        rows = TableClock.objects.filter(table__round__stage__tournament=tournament)
        yield from each(rows, lambda own: _of_table(own, recorded, here))
        for table in recorded.missing_from(here):
            yield gone(_("the clock of table %(id)s") % {"id": table}, recorded[table][0])


def _of_table(own: TableClock, recorded: Mapping[Any, tuple[int, Row]], here: Numbers) -> Iterator[Found]:
    here.add(own.table_id)
    about = _("the clock of table %(id)s") % {"id": own.table_id}
    if own.table_id not in recorded:
        yield without_entry(about)
        return
    seq, row = recorded[own.table_id]
    yield from differs(about, _differing({**_standing(own), "is_held": own.is_held}, row), seq)


def _standing(clock: RoundClock | TableClock) -> Row:
    return {"ends_at": instant(clock.ends_at) if clock.ends_at else None, "remaining": clock.remaining}


def _differing(has: Row, recorded: Row) -> list[str]:
    return [name for name, value in has.items() if value != recorded.get(name)]
