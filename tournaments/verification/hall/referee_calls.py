"""Who called the referee, and when that was done. Part of `verification`."""

from collections.abc import Callable, Iterator, Mapping

from django.utils.translation import gettext as _

from tournaments.models import RefereeCall, Tournament
from tournaments.models.play.events import RefereeCalled, RefereeCallEnded
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differs, gone, is_about, without_entry
from tournaments.verification.pages import Numbers, Pages
from tournaments.verification.reading import each
from tournaments.verification.rounds import Rounds


class RefereeCalls:
    """Follows calls for the referee: made, and ended."""

    about = RefereeCall

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self.made: Pages[Entry] = Pages(Entry)
        self.ended: Pages[Entry] = Pages(Entry)
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            RefereeCalled.kind: lambda entry: self.made.update({entry.payload["call"]: entry}),
            RefereeCallEnded.kind: lambda entry: self.ended.update({entry.payload["call"]: entry}),
        }

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        here = Numbers()
        rows = RefereeCall.objects.filter(seat__round__stage__tournament=tournament)
        yield from each(rows, self._of_row, here)
        missing = self.made.without(here)
        seats = {seat for pk in missing for seat in self._seats_of(pk)}
        there = self.rounds.still_there(tournament, seats)
        for pk in missing:
            # The calls of a round that was drawn again went with its seats.
            if self._seats_of(pk) - there:
                continue
            yield gone(_("the call for the referee %(id)s") % {"id": pk}, self.made[pk].seq)

    def _of_row(self, row: RefereeCall) -> Iterator[Found]:
        about = _("the call for the referee %(id)s") % {"id": row.pk}
        made, ended = self.made.get(row.pk), self.ended.get(row.pk)
        if made is None:
            yield without_entry(about)
            return
        ended_by_seat = ended.payload["seat"] if ended else None
        should = {
            "seat_id": row.seat_id == made.payload["seat"],
            "reason": row.reason == made.payload["reason"],
            "called_at": is_about(row.called_at, made.at),
            "ended_by_seat_id": row.ended_by_seat_id == ended_by_seat,
            "ended_by_id": row.ended_by_id == (ended.user if ended and ended_by_seat is None else None),
            "ended_at": is_about(row.ended_at, ended.at if ended else None),
        }
        yield from differs(about, [name for name, is_so in should.items() if not is_so], made.seq)

    def _seats_of(self, call: object) -> set[object]:
        """Who called, and who of the table ended it."""
        entries = (self.made.get(call), self.ended.get(call))
        return {entry.payload["seat"] for entry in entries if entry is not None} - {None}
