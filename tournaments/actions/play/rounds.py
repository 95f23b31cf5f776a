"""A round in play: start, close, reopen."""

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.round_transitions import locked_round, move_round
from tournaments.actions.setup.odd_tables import pin_format, pin_odd_rulebooks
from tournaments.models import Round, Scoresheet, Tournament
from tournaments.models.ledger_kinds import Kind


@transaction.atomic
def start_round(*, round_: Round, by: Actor) -> Round:
    """Let the games begin: from now on tables report. The tournament's first start pins its rulebook."""
    # Locked before it is read: house rules changed at this very moment are pinned, too, or come too late.
    lock_tournament(round_.stage.tournament_id)
    round_ = move_round(round_, "start", Kind.STARTED, by, started_at=Now())
    pin_rulebook(round_.stage.tournament, by=by)
    return round_


@transaction.atomic
def close_round(*, round_: Round, by: Actor, leave_open: bool = False) -> Round:
    """End a round: phones can no longer report or confirm; the referee can still correct.

    Refuses while a table has no confirmed result, and names those tables, unless `leave_open` says that they
    shall stay without one.
    """
    # Locked before looking: a report on its way is either seen here or finds the round closed.
    round_ = locked_round(round_, "close")
    waiting = list(
        round_.tables.exclude(scoresheets__status=Scoresheet.Status.CONFIRMED)
        .order_by("number")
        .values_list("number", flat=True)
    )
    if waiting and not leave_open:
        raise StateRefuses(
            _(
                "No confirmed result yet from table %(tables)s. Please wait, decide the result, or close without it."
            )
            % {"tables": ", ".join(map(str, waiting))},
            code="results_missing",
            fields={"tables": waiting},
        )
    return move_round(round_, "close", Kind.CLOSED, by, extra={"open": waiting}, closed_at=Now())


@transaction.atomic
def reopen_round(*, round_: Round, by: Actor) -> Round:
    """Let phones report again in a round closed too early."""
    # Finished at this very moment, the tournament would have an open round.
    lock_tournament(round_.stage.tournament_id)
    return move_round(round_, "reopen", Kind.REOPENED, by, closed_at=None)


def pin_rulebook(tournament: Tournament, *, by: Actor) -> None:
    """Copy the whole content of its rulebooks into the tournament: a later edition never rewrites its history."""
    if tournament.status != Tournament.Status.PLANNED:
        pin_odd_rulebooks(tournament, by=by)
        return
    payload = pin_format(tournament.usual_format)
    tournament.status = Tournament.Status.RUNNING
    tournament.save(update_fields=["status"])
    record(tournament_id=tournament.pk, kind=Kind.RULEBOOK_PINNED, payload=payload, by=by)
    pin_odd_rulebooks(tournament, by=by)
