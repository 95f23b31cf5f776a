"""Two players of a round in play who sit at each other's places, at one table or two."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import RoundClosed, RulesRefuse, StaleVersion
from tournaments.actions.ledger import record
from tournaments.actions.play.locked_tables import LockedTable, lock_and_look, sealed_hands
from tournaments.actions.play.turn_order import FREE_WIND, reseat
from tournaments.actions.play.what_stands import refuse_what_stands
from tournaments.actions.states import REPORTABLE, refuse_finished
from tournaments.models import Entry, Round, Seat, Table
from tournaments.models.draws.draws import OF_TEAMS
from tournaments.models.play.events import PlacesChanged, TableMoved

# What may be a slip when two players of different teams change tables; see `ask_first`.
OTHER_TEAM = "other_team"


@dataclass(frozen=True)
class Places:
    """Where two players of a round sit, and the tag that names these places: their next exchange names it."""

    one: Seat
    other: Seat

    @property
    def tag(self) -> str:
        return "-".join(f"s{seat.pk}t{seat.table_id}w{seat.wind}" for seat in (self.one, self.other))

    @property
    def tables(self) -> list[int]:
        return sorted({self.one.table_id, self.other.table_id})


def places_of(*, round_: Round, one: Entry, other: Entry) -> Places:
    """Return where these two sit in a round. Refused: one player, and somebody without a seat in it."""
    seats = {
        seat.entry_id: seat
        for seat in Seat.objects.filter(round=round_, entry__in=[one, other]).select_related(
            "table", "entry__player"
        )
    }
    if len(seats) < 2:
        raise RulesRefuse(_("Both players must have a seat in this round."), code="not_seated")
    return Places(seats[one.pk], seats[other.pk])


def exchangeable_places_of(*, round_: Round, one: Entry, other: Entry) -> Places:
    """Return where these two sit in a round in play, if they can be exchanged, else refuse it."""
    refuse_unless_in_play(round_)
    places = places_of(round_=round_, one=one, other=other)
    refuse_what_stands(Table.objects.filter(pk__in=places.tables))
    sizes = [Seat.objects.filter(table=pk).count() for pk in places.tables]
    if min(sizes) >= FREE_WIND:
        message = _("The seating cannot be changed at a table of %(players)s.")
        raise RulesRefuse(message % {"players": min(sizes)}, code="table_of_five")
    return places


@transaction.atomic
def change_places(
    *, round_: Round, one: Entry, other: Entry, if_match: str, by: Actor, confirm: Collection[str] = ()
) -> Places:
    """Exchange two seated players of a round in play; return where they sit then.

    Their seats move with them, and so phones and seat cards. `if_match` is the tag of the places that the person saw,
    so that two who mend one mistake at once do not undo each other: the second is refused (StaleVersion). Asks first
    (`OTHER_TEAM`) where teams meet and the two would play at each other's tables. Refused: as long as a result or a
    hand stands at their tables, at tables of five, and in a round that is not in play.
    """
    # Alone, before anything is looked at: no table of it reports meanwhile, and nobody closes it.
    Round.objects.select_for_update(no_key=True).get(pk=round_.pk)
    tables = places_of(round_=round_, one=one, other=other).tables
    at = {pk: lock_and_look(by, pk=pk) for pk in tables}
    now = at[tables[0]].table.round
    places = exchangeable_places_of(round_=now, one=one, other=other)
    if if_match != places.tag:
        message = _(
            "The two players have moved to other places in the meantime. Please check the round again."
        )
        raise StaleVersion(message, code="stale_places")
    ask_first(_asked_of_teams(places, now), confirm)
    before = {pk: [seat.pk for seat in here.seats] for pk, here in at.items()}
    if len(at) == 1:
        (here,) = at.values()
        exchanged = {one.pk: other.pk, other.pk: one.pk}
        reseat(here, [exchanged.get(seat.entry_id, seat.entry_id) for seat in here.seats])
    else:
        _across(at, places)
    moved = [
        TableMoved(
            table=pk,
            seats_before=before[pk],
            seats=list(Seat.objects.filter(table=pk).order_by("wind").values_list("pk", flat=True)),
            hands=sealed_hands(here),
        )
        for pk, here in at.items()
    ]
    record(
        PlacesChanged(round=now.pk, one=one.pk, other=other.pk, moved=moved),
        tournament_id=now.stage.tournament_id,
        by=by,
    )
    return places_of(round_=now, one=one, other=other)


def refuse_unless_in_play(round_: Round) -> None:
    """Refuse a round that is over or has not started. Expects the round's tournament."""
    refuse_finished(round_.stage.tournament)
    if round_.status not in REPORTABLE:
        message = _("%(round)s is %(status)s, so this is not possible.")
        raise RoundClosed(
            message % {"round": round_, "status": round_.get_status_display().lower()},
            code=f"round_{round_.status}",
        )


def _asked_of_teams(places: Places, round_: Round) -> dict[str, str]:
    """The question whether two players of different teams shall leave their teams' tables."""
    one, other = places.one.entry, places.other.entry
    is_of_teams = round_.draw is not None and round_.draw.method in OF_TEAMS
    if not is_of_teams or one.team_id == other.team_id or places.one.table_id == places.other.table_id:
        return {}
    message = _("%(one)s and %(other)s play for different teams; each would sit at the other team's table.")
    return {OTHER_TEAM: message % {"one": one.player, "other": other.player}}


def _across(at: dict[int, LockedTable], places: Places) -> None:
    """Each seat takes the other's place at its table. For a moment one of them takes a wind that is free."""
    one, other = places.one, places.other
    if len(at[one.table_id].seats) >= FREE_WIND:
        one, other = other, one
    here, there = (one.table_id, one.wind), (other.table_id, other.wind)
    for seat, (table, wind) in ((one, (one.table_id, FREE_WIND)), (other, here), (one, there)):
        seat.table_id, seat.wind = table, wind
        seat.save(update_fields=["table", "wind"])
