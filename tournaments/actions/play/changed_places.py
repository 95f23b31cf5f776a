"""Two players of a round in play who sit in each other's places, at one table or two."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import RoundClosed, RulesRefuse, StaleVersion
from tournaments.actions.ledger import record
from tournaments.actions.play.live_results import refuse_live_results
from tournaments.actions.play.locked_tables import LockedTable, lock_and_look, sealed_hands
from tournaments.actions.play.turn_order import FREE_WIND, reseat
from tournaments.actions.states import REPORTABLE, refuse_finished
from tournaments.models import Entry, Round, Seat, Table
from tournaments.models.draws.draws import OF_TEAMS
from tournaments.models.play.events import PlacesChanged, TableMoved

# Asked when players of different teams change tables; see `ask_first`.
OTHER_TEAM = "other_team"


@dataclass(frozen=True)
class Places:
    """The seats of two players in a round, and a tag of these seats that their next swap has to name."""

    one: Seat
    other: Seat

    @property
    def tag(self) -> str:
        return "-".join(f"s{seat.pk}t{seat.table_id}w{seat.wind}" for seat in (self.one, self.other))

    @property
    def tables(self) -> list[int]:
        return sorted({self.one.table_id, self.other.table_id})


def places_of(*, round_: Round, one: Entry, other: Entry) -> Places:
    """Return where two players sit in a round. Refuses the same player twice and players without a seat."""
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
    """Return where two players sit in a round in play; refuses seats that cannot be swapped."""
    refuse_unless_in_play(round_)
    places = places_of(round_=round_, one=one, other=other)
    refuse_live_results(Table.objects.filter(pk__in=places.tables))
    sizes = [Seat.objects.filter(table=pk).count() for pk in places.tables]
    if min(sizes) >= FREE_WIND:
        message = _("The seating cannot be changed at a table of %(players)s.")
        raise RulesRefuse(message % {"players": min(sizes)}, code="table_of_five")
    return places


@transaction.atomic
def change_places(
    *, round_: Round, one: Entry, other: Entry, if_match: str, by: Actor, confirm: Collection[str] = ()
) -> Places:
    """Swap two seated players of a round in play; return their new places.

    Seats move with them, so phones and seat cards still work. `if_match` is the tag of the places shown, so that two
    people who fix one mistake do not undo each other: the second is refused (StaleVersion). Asks first (`OTHER_TEAM`)
    if in a team match they would play at each other's tables. Refused while their tables have a result or a hand, at
    tables of five, and outside a round in play.
    """
    # Exclusive, before reading: no table of the round reports meanwhile, and it cannot be closed.
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
    """Refuse a round that is not in play. The round's tournament must be loaded."""
    refuse_finished(round_.stage.tournament)
    if round_.status not in REPORTABLE:
        message = _("%(round)s is %(status)s, so this is not possible.")
        raise RoundClosed(
            message % {"round": round_, "status": round_.get_status_display().lower()},
            code=f"round_{round_.status}",
        )


def _asked_of_teams(places: Places, round_: Round) -> dict[str, str]:
    """Return the question whether two players of different teams should leave their teams' tables."""
    one, other = places.one.entry, places.other.entry
    is_of_teams = round_.draw is not None and round_.draw.method in OF_TEAMS
    if not is_of_teams or one.team_id == other.team_id or places.one.table_id == places.other.table_id:
        return {}
    message = _("%(one)s and %(other)s play for different teams; each would sit at the other team's table.")
    return {OTHER_TEAM: message % {"one": one.player, "other": other.player}}


def _across(at: dict[int, LockedTable], places: Places) -> None:
    """Each seat takes the other's place at its table, one of them via a free wind."""
    one, other = places.one, places.other
    if len(at[one.table_id].seats) >= FREE_WIND:
        one, other = other, one
    here, there = (one.table_id, one.wind), (other.table_id, other.wind)
    for seat, (table, wind) in ((one, (one.table_id, FREE_WIND)), (other, here), (one, there)):
        seat.table_id, seat.wind = table, wind
        seat.save(update_fields=["table", "wind"])
