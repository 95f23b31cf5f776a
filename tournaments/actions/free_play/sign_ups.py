"""Who comes to a night: sign up, wait for a place, sign off."""

from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Max
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.free_play.nights import locked_night
from tournaments.actions.ledger import record
from tournaments.actions.people.night_lists import move_up_for_night
from tournaments.models import Entry, Night, NightPlayer
from tournaments.models.free_play.events import NightSignedOff, NightSignedUp
from tournaments.standings.stages.who_takes_part import taking_part_in

Status = NightPlayer.Status
ON_THE_LIST = (Status.COMING, Status.WAITING)


@transaction.atomic
def sign_up_for_night(
    *, night: Night, entry: Entry, by: Actor, games: int | None = None, may_be_late: bool = False
) -> NightPlayer:
    """Sign a player up for a number of games of a night, or for all; without a free place they wait.

    A player already on the list keeps the place and may change the number of games. Refuses sign-ups after the
    deadline unless `may_be_late` (as at the desk), withdrawn players, players outside the stage, and more games than
    the night has.
    """
    night, now = locked_night(night)
    if night.is_late_at(now) and not may_be_late:
        closed = localtime(night.closes_at or night.starts_at, ZoneInfo(night.stage.tournament.time_zone))
        message = _("Sign-up for this night closed at %(time)s. Please ask the organizer.")
        raise StateRefuses(message % {"time": date_format(closed, "DATETIME_FORMAT")}, code="night_closed")
    games = night.games if games is None else games
    if not 1 <= games <= night.games:
        words = _("Enter a number from %(least)s to %(most)s.") % {"least": 1, "most": night.games}
        raise RulesRefuse(words, code="night_games", fields={"games": [words]})
    row = _locked_row(night, entry)
    if row is not None and row.is_listed and row.games == games:
        return row
    _refuse_others(night, entry)
    if row is None or not row.is_listed:
        last = night.players.aggregate(last=Max("turn"))["last"] or 0
        row = row or NightPlayer(night=night, entry=entry)
        row.turn = last + 1
        row.status = Status.COMING if _has_place(night) else Status.WAITING
    row.games = games
    row.save()
    record(
        NightSignedUp(night=night.pk, entry=entry.pk, games=games, status=row.status, turn=row.turn),
        tournament_id=night.stage.tournament_id,
        by=by,
    )
    return row


@transaction.atomic
def sign_off_from_night(*, night: Night, entry: Entry, by: Actor) -> NightPlayer | None:
    """Take a player off the list of a night; the next in line gets the place. A player with a place who signs off
    after the deadline is marked late. Idempotent; None for a player who was never on the list.
    """
    night, now = locked_night(night)
    row = _locked_row(night, entry)
    if row is None or not row.is_listed:
        return row
    is_late = row.status == Status.COMING and night.is_late_at(now)
    row.status = Status.LATE if is_late else Status.OFF
    row.save(update_fields=["status"])
    record(
        NightSignedOff(night=night.pk, entry=entry.pk, status=row.status, came=move_up_for_night(night, now)),
        tournament_id=night.stage.tournament_id,
        by=by,
    )
    return row


def _locked_row(night: Night, entry: Entry) -> NightPlayer | None:
    rows = NightPlayer.objects.select_for_update(of=("self",), no_key=True)
    return rows.filter(night=night, entry=entry).first()


def _has_place(night: Night) -> bool:
    if night.places is None:
        return True
    return night.players.filter(status__in=ON_THE_LIST).count() < night.places


def _refuse_others(night: Night, entry: Entry) -> None:
    found = Entry.objects.select_related("player").get(pk=entry.pk)
    if found.tournament_id != night.stage.tournament_id:
        words = _("This player belongs to another tournament.")
        raise RulesRefuse(words, code="foreign_entry", fields={"entry": [words]})
    if found.status != Entry.Status.ACTIVE:
        words = _("%(player)s has withdrawn.") % {"player": found.player}
        raise RulesRefuse(words, code="withdrawn", fields={"entry": [words]})
    takes_part = taking_part_in(night.stage)
    if takes_part is not None and found.pk not in takes_part:
        words = _("%(player)s does not play in the stage “%(stage)s”.")
        words %= {"player": found.player, "stage": night.stage.name}
        raise RulesRefuse(words, code="not_in_the_stage", fields={"entry": [words]})
