"""Substitutes: another player in a seat."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RoundClosed, RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_table
from tournaments.models import Entry, Round, Scoresheet, Seat, SeatToken
from tournaments.models.play.events import PlayerSubstituted
from tournaments.models.play.rounds import waits_for_line_ups


def refuse_proposed(seats: Iterable[Seat]) -> None:
    """Refuse seats whose players are only proposals to a captain."""
    of_teams = Seat.objects.filter(pk__in=[seat.pk for seat in seats]).exclude(entry__team=None)
    if of_teams.filter(waits_for_line_ups("round")).exists():
        message = _(
            "The line-ups of this round have not been shown yet. Until then, captains decide who plays."
        )
        raise StateRefuses(message, code="line_ups_wait")


@transaction.atomic
def substitute(*, seat: Seat, entry: Entry, by: Actor) -> Seat:
    """Seat `entry` in place of the drawn player, whose phone is signed out at once.

    Refused while captains are still naming line-ups.
    """
    # Table and round first, so that neither a report of the current players nor the round's end slips in between.
    lock_table(by, pk=seat.table_id)
    seat = (
        Seat.objects.select_for_update(of=("self",), no_key=True)
        .select_related("round__stage", "entry", "table")
        .get(pk=seat.pk)
    )
    entry = (
        Entry.objects.select_for_update(of=("self",), no_key=True).select_related("player").get(pk=entry.pk)
    )
    round_ = seat.round
    if round_.status == Round.Status.CLOSED:
        raise RoundClosed(_("This round is closed; players of a finished game cannot be exchanged."))
    refuse_proposed([seat])
    if entry.tournament_id != round_.stage.tournament_id:
        raise RulesRefuse(_("This player belongs to another tournament."), code="foreign_entry")
    if entry.status != Entry.Status.ACTIVE:
        raise StateRefuses(_("%(player)s has withdrawn.") % {"player": entry.player}, code="withdrawn")
    if Seat.objects.filter(round=round_, entry=entry).exists():
        raise StateRefuses(
            _("%(player)s already has a table in this round.") % {"player": entry.player},
            code="seated_already",
        )
    if Scoresheet.objects.live().filter(table=seat.table).exists():
        raise StateRefuses(
            _("This table has reported a result. Please void it before exchanging a player."),
            code="live_sheet_exists",
        )
    left = seat.entry
    # The drawn player stays known when a substitute is replaced in turn or the drawn player returns.
    drawn_id = seat.replaces_id or left.pk
    seat.entry = entry
    seat.replaces_id = None if drawn_id == entry.pk else drawn_id
    seat.save(update_fields=["entry", "replaces"])
    SeatToken.objects.filter(seat=seat, revoked_at=None).update(revoked_at=Now())
    record(
        PlayerSubstituted(seat=seat.pk, round=round_.pk, left=left.pk, came=entry.pk),
        tournament_id=round_.stage.tournament_id,
        by=by,
    )
    return seat
