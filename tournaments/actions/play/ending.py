"""Finishing a tournament, and reopening it."""

from collections.abc import Collection
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.play.rounds import RESULTS_MISSING
from tournaments.actions.wording.lists import in_short, rounds_in_short
from tournaments.models import Night, Round, Scoresheet, Table, Tournament
from tournaments.models.setup.events import TournamentFinished, TournamentReopened

# What may have been forgotten when a tournament is finished; see `ask_first`.
NIGHTS_OPEN, ROUNDS_OPEN, STAGES_EMPTY = "nights_open", "rounds_open", "stages_empty"

Status = Tournament.Status


@transaction.atomic
def finish_tournament(*, tournament: Tournament, by: Actor, confirm: Collection[str] = ()) -> Tournament:
    """Finish the tournament: no round can be drawn or started until it is reopened.

    Asks first, unless the code is in `confirm`, about stages without tables (`stages_empty`), open rounds
    (`rounds_open`), closed rounds without confirmed results (`results_missing`) and nights neither settled nor
    cancelled (`nights_open`).
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Status.RUNNING:
        raise StateRefuses(_("Only a running tournament can be finished."))
    ask_first(what_is_open(tournament), confirm)
    tournament.status = Status.FINISHED
    tournament.save(update_fields=["status"])
    record(TournamentFinished(), tournament_id=tournament.pk, by=by)
    return tournament


@transaction.atomic
def reopen_tournament(*, tournament: Tournament, by: Actor) -> Tournament:
    """Reopen a finished tournament: rounds can be drawn and played as before."""
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Status.FINISHED:
        raise StateRefuses(_("Only a finished tournament can be reopened."))
    tournament.status = Status.RUNNING
    tournament.save(update_fields=["status"])
    record(TournamentReopened(), tournament_id=tournament.pk, by=by)
    return tournament


def what_is_open(tournament: Tournament) -> dict[str, str]:
    """Return what is still open, as sentences by code: stages without tables, open rounds, missing results of closed
    rounds, nights neither settled nor cancelled.
    """
    found = {}
    played = Table.objects.filter(round__stage__tournament=tournament).values("round__stage")
    stages = tournament.stages.exclude(pk__in=played).order_by("ordinal")
    empty = list(stages.values_list("name", flat=True))
    if empty:
        message = _("Nothing was played in: %(stages)s.")
        found[STAGES_EMPTY] = message % {"stages": in_short(empty)}
    rounds = Round.objects.filter(stage__tournament=tournament).select_related("stage")
    still_open = rounds.exclude(status=Round.Status.CLOSED).order_by("stage__ordinal", "number")
    if still_open:
        message = _("Not closed yet: %(rounds)s.")
        found[ROUNDS_OPEN] = message % {"rounds": rounds_in_short(still_open, with_state=True)}
    missing = (
        Table.objects.filter(round__stage__tournament=tournament, round__status=Round.Status.CLOSED)
        .exclude(scoresheets__status=Scoresheet.Status.CONFIRMED)
        .select_related("round")
        .order_by("round__stage__ordinal", "round__number", "number")
    )
    if missing:
        message = _("No confirmed result: %(tables)s.")
        found[RESULTS_MISSING] = message % {"tables": in_short(table.full_name for table in missing)}
    nights = Night.objects.filter(stage__tournament=tournament, status=Night.Status.PLANNED)
    if starts := list(nights.order_by("starts_at").values_list("starts_at", flat=True)):
        message = _("Nights not settled or cancelled: %(nights)s.")
        zone = ZoneInfo(tournament.time_zone)
        days = (date_format(localtime(at, zone), "DATE_FORMAT") for at in starts)
        found[NIGHTS_OPEN] = message % {"nights": in_short(days)}
    return found
