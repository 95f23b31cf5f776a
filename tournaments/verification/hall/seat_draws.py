"""Seat draws at tables: what was drawn, and whether the seating follows from it."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.ceremony.dice import CHAIRS
from scoring.ceremony.seats import PLAYERS, PROCEDURES
from scoring.ceremony.seeded import draw_ceremony
from scoring.errors import RuleError
from scoring.verbs.ceremony import what_fell
from tournaments.models import SeatDraw, Tournament
from tournaments.models.ceremony.events import SeatsDrawn
from tournaments.models.chain import canonical
from tournaments.models.play.events import TableTakenBack
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differing, differs, gone, is_about, without_entry
from tournaments.verification.pages import Numbers, Pages
from tournaments.verification.reading import each

COLUMNS = ("procedure", "content", "seed", "seat_id", "user_id")


class SeatDraws:
    """Follows the last seat draw of each table and repeats it."""

    about = SeatDraw

    def __init__(self) -> None:
        self.drawn: Pages[Entry] = Pages(Entry)
        self.wrong: list[Found] = []
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            SeatsDrawn.kind: self._drawn,
            TableTakenBack.kind: self._taken_back,
        }

    def _taken_back(self, entry: Entry) -> None:
        self.drawn.pop(entry.payload["table"], None)

    def _drawn(self, entry: Entry) -> None:
        payload = entry.payload
        self.drawn[payload["table"]] = entry
        if not _follows(payload):
            message = _("the seats of table %(id)s do not follow from the outcome of their draw.")
            self.wrong.append((entry.seq, message % {"id": payload["table"]}))

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        yield from self.wrong
        here = Numbers()
        draws = SeatDraw.objects.filter(table__round__stage__tournament=tournament)
        yield from each(draws, self._of_row, here)
        for pk in self.drawn.missing_from(here):
            yield gone(_about(pk), self.drawn[pk].seq)

    def _of_row(self, row: SeatDraw) -> Iterator[Found]:
        drawn = self.drawn.get(row.pk)
        if drawn is None:
            yield without_entry(_about(row.pk))
        else:
            yield from _of_one(row, drawn)


def _about(table: object) -> str:
    return _("the seat draw of table %(id)s") % {"id": table}


def _of_one(row: SeatDraw, entry: Entry) -> Iterator[Found]:
    payload = entry.payload
    seat = payload["by_seat"]
    has = [getattr(row, name) for name in COLUMNS]
    by = seat, None if seat else entry.user
    columns = differing(COLUMNS, has, [payload["procedure"], payload["fell"], payload["seed"] or "", *by])
    if not is_about(row.drawn_at, entry.at):
        columns.append("drawn_at")
    yield from differs(_about(row.pk), columns, entry.seq)


def _follows(payload: Mapping[str, Any]) -> bool:
    """Whether repeating the draw, from its seed if there is one, gives this seating."""
    procedure, before = payload["procedure"], payload["seats_before"]
    try:
        fell = what_fell(json.loads(payload["fell"]), procedure)
        seats = PROCEDURES[procedure](**fell)
        if payload["seed"] and canonical(draw_ceremony(procedure, payload["seed"]).fell) != payload["fell"]:
            return False
    except (RuleError, KeyError, ValueError):
        return False
    by_letter = dict(zip(PLAYERS, before, strict=True))
    first = seats.first_dealer_chair
    order = [by_letter[seats.seats[(first + turn) % CHAIRS]] for turn in range(CHAIRS)]
    return bool(payload["seats"] == order)
