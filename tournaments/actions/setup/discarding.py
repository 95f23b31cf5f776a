from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.models import Discard, Draw, DrawJob, OldAddress, Penalty, Round, Tournament
from tournaments.models.setup.events import TournamentDiscarded


@transaction.atomic
def discard_tournament(*, tournament: Tournament, by: Actor) -> None:
    """Discard a tournament in which nothing was drawn: it disappears for everyone, including its staff.

    Its rows and its ledger are kept, closed by an entry, so that a noted ledger head can still be proven; the
    operator can verify it as before. Its addresses become free, and it leaves its season. Refused once a round was
    drawn, a draw ordered or a penalty imposed. Idempotent.
    """
    tournament = lock_tournament(tournament.pk)
    if Discard.objects.filter(tournament=tournament).exists():
        return
    in_use = (
        Round.objects.filter(stage__tournament=tournament),
        Draw.objects.filter(stage__tournament=tournament),
        DrawJob.objects.filter(stage__tournament=tournament),
        Penalty.objects.filter(stage__tournament=tournament),
    )
    if tournament.status != Tournament.Status.PLANNED or any(rows.exists() for rows in in_use):
        message = _("“%(name)s” has rounds, draws or penalties and cannot be discarded.") % {
            "name": tournament.name
        }
        raise StateRefuses(message, code="tournament_in_use")
    record_discarded(tournament, was=put_away(tournament), by=by)


def put_away(tournament: Tournament) -> str:
    """Discard a tournament without rounds and return its slug; part of an action that has checked and locked it, and
    records it at the end (`record_discarded`).
    """
    was, tournament.slug = tournament.slug, f"discarded-{tournament.pk}"
    tournament.season = None
    OldAddress.objects.filter(tournament=tournament).delete()
    tournament.save(update_fields=["slug", "season"])
    Discard.objects.create(tournament=tournament)
    return was


def record_discarded(tournament: Tournament, *, was: str, by: Actor) -> None:
    """Close the ledger of a discarded tournament."""
    record(
        TournamentDiscarded(was=was, slug=tournament.slug, season=None), tournament_id=tournament.pk, by=by
    )
