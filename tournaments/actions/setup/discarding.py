from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from msgspec import UNSET

from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.models import (
    Discard,
    DrawJob,
    OldAddress,
    Photo,
    PhotoContent,
    Rehearsal,
    Round,
    Scoresheet,
    Tournament,
)
from tournaments.models.photos.events import PhotosDeleted
from tournaments.models.setup.events import TournamentDiscarded


@transaction.atomic
def discard_tournament(*, tournament: Tournament, by: Actor) -> None:
    """Discard a tournament that was a mistake or a test: it disappears for everyone, including its staff.

    Its rows and its ledger are kept, closed by an entry, so that a noted ledger head can still be proven; the
    operator can verify it as before. Its photos are deleted, its addresses become free, it leaves its season, and its
    results are in no career, record or comparison. Refused while a round is published or in play or a draw is being
    computed, and if results of it are confirmed in a season. Idempotent.
    """
    tournament = lock_tournament(tournament.pk)
    if Discard.objects.filter(tournament=tournament).exists():
        return
    rounds = Round.objects.filter(stage__tournament=tournament)
    _refuse_in_use(tournament)
    has_rounds = rounds.exists()
    if has_rounds:
        _delete_photos(tournament, by)
    was = put_away(tournament, hide=has_rounds)
    record_discarded(tournament, was=was, by=by, is_hidden=has_rounds)


def _refuse_in_use(tournament: Tournament) -> None:
    name = {"name": tournament.name}
    rounds = Round.objects.filter(stage__tournament=tournament)
    if rounds.filter(status__in=(Round.Status.PUBLISHED, Round.Status.STARTED)).exists():
        message = _(
            "“%(name)s” has a round that is published or in play. Please close it, or return it to draft, first."
        )
    elif DrawJob.objects.live().filter(stage__tournament=tournament).exists():
        message = _("“%(name)s” is being drawn. Please wait for the draw, or cancel it, first.")
    elif tournament.season_id is not None and _confirmed(tournament):
        message = _("“%(name)s” has confirmed results that count in its season, so it cannot be discarded.")
    else:
        return
    raise StateRefuses(message % name, code="tournament_in_use")


def _confirmed(tournament: Tournament) -> bool:
    sheets = Scoresheet.objects.filter(table__round__stage__tournament=tournament)
    return sheets.filter(status=Scoresheet.Status.CONFIRMED).exists()


def _delete_photos(tournament: Tournament, by: Actor) -> None:
    """Delete them now: nothing can be recorded in the ledger when they are due."""
    rows = Photo.objects.filter(table__round__stage__tournament=tournament, deleted_at=None)
    photos = list(rows.order_by("pk").values_list("pk", flat=True))
    if photos:
        PhotoContent.objects.filter(photo__in=photos).delete()
        Photo.objects.filter(pk__in=photos).update(deleted_at=Now())
        record(PhotosDeleted(photos=photos), tournament_id=tournament.pk, by=by)


def put_away(tournament: Tournament, *, hide: bool = False) -> str:
    """Discard a tournament and return its slug; part of an action that has checked and locked it, and records it at
    the end (`record_discarded`). `hide` makes it private, so that no list of results has it.
    """
    was, tournament.slug = tournament.slug, f"discarded-{tournament.pk}"
    tournament.season = None
    if hide:
        tournament.visibility = Tournament.Visibility.PRIVATE
    OldAddress.objects.filter(tournament=tournament).delete()
    Rehearsal.objects.filter(tournament=tournament).delete()
    tournament.save(update_fields=["slug", "season", "visibility"])
    Discard.objects.create(tournament=tournament)
    return was


def record_discarded(tournament: Tournament, *, was: str, by: Actor, is_hidden: bool = False) -> None:
    """Close the ledger of a discarded tournament."""
    discarded = TournamentDiscarded(
        was=was,
        slug=tournament.slug,
        season=None,
        visibility=tournament.visibility if is_hidden else UNSET,
    )
    record(discarded, tournament_id=tournament.pk, by=by)
