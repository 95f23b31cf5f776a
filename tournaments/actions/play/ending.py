"""The end of a tournament: finish it, open it again."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.play.rounds import RESULTS_MISSING
from tournaments.actions.wording.lists import in_short
from tournaments.models import Round, Scoresheet, Table, Tournament
from tournaments.models.ledger_kinds import Kind

# What may have been forgotten when a tournament is finished; see `ask_first`.
ROUNDS_OPEN, STAGES_EMPTY = "rounds_open", "stages_empty"

Status = Tournament.Status


@transaction.atomic
def finish_tournament(*, tournament: Tournament, by: Actor, confirm: Collection[str] = ()) -> Tournament:
    """End the tournament: no further round can be drawn or started until it is opened again.

    Asks first, unless the code is in `confirm`, when stages have no round (`stages_empty`), rounds are not closed
    (`rounds_open`) or tables of closed rounds have no confirmed result (`results_missing`).
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Status.RUNNING:
        raise StateRefuses(_("Only a running tournament can be finished."))
    ask_first(what_is_open(tournament), confirm)
    tournament.status = Status.FINISHED
    tournament.save(update_fields=["status"])
    record(tournament_id=tournament.pk, kind=Kind.FINISHED, payload={}, by=by)
    return tournament


@transaction.atomic
def reopen_tournament(*, tournament: Tournament, by: Actor) -> Tournament:
    """Open a finished tournament again: rounds can be drawn, opened and played as before."""
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Status.FINISHED:
        raise StateRefuses(_("Only a finished tournament can be opened again."))
    tournament.status = Status.RUNNING
    tournament.save(update_fields=["status"])
    record(tournament_id=tournament.pk, kind=Kind.TOURNAMENT_REOPENED, payload={}, by=by)
    return tournament


def what_is_open(tournament: Tournament) -> dict[str, str]:
    """What a tournament still waits for, in sentences by code: stages without a round, rounds not closed, results
    missing in closed ones.
    """
    found = {}
    empty = list(tournament.stages.filter(rounds=None).order_by("ordinal").values_list("name", flat=True))
    if empty:
        message = _("Nothing was played in: %(stages)s.")
        found[STAGES_EMPTY] = message % {"stages": in_short(empty)}
    rounds = Round.objects.filter(stage__tournament=tournament).select_related("stage")
    still_open = rounds.exclude(status=Round.Status.CLOSED).order_by("stage__ordinal", "number")
    if still_open:
        message = _("Not closed: %(rounds)s.")
        states = (f"{round_} ({round_.get_status_display()})" for round_ in still_open)
        found[ROUNDS_OPEN] = message % {"rounds": in_short(states)}
    missing = (
        Table.objects.filter(round__stage__tournament=tournament, round__status=Round.Status.CLOSED)
        .exclude(scoresheets__status=Scoresheet.Status.CONFIRMED)
        .select_related("round")
        .order_by("round__stage__ordinal", "round__number", "number")
    )
    if missing:
        message = _("No confirmed result: %(tables)s.")
        found[RESULTS_MISSING] = message % {"tables": in_short(table.full_name for table in missing)}
    return found
