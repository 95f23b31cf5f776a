"""Deleting expired photos of paper sheets: hourly, nightly, and whenever a photo is taken."""

from celery import shared_task
from django.db import transaction
from django.db.models.functions import Now

from tournaments.actions.actor import Actor
from tournaments.actions.ledger import record
from tournaments.models import Photo, PhotoContent
from tournaments.models.photos.events import PhotosDeleted

TOURNAMENT = "table__round__stage__tournament"
# For one tournament, in one transaction and one ledger entry.
MOST_AT_ONCE = 200


@shared_task(name="tournaments.tasks.delete_due_photos")
def delete_due_photos() -> int:
    """Delete expired photos, one tournament at a time; return how many. Safe to call at any time."""
    tournaments = Photo.objects.due().order_by().values_list(TOURNAMENT, flat=True).distinct()
    deleted = 0
    for tournament_id in sorted(tournaments):
        while found := delete_photos_of(tournament_id=tournament_id):
            deleted += found
    return deleted


@transaction.atomic
def delete_photos_of(*, tournament_id: int) -> int:
    """Delete up to MOST_AT_ONCE expired photos of a tournament; return how many."""
    rows = Photo.objects.due().filter(**{TOURNAMENT: tournament_id}).order_by("pk")
    locked = rows.select_for_update(of=("self",), no_key=True)
    photos = list(locked.values_list("pk", flat=True)[:MOST_AT_ONCE])
    if photos:
        PhotoContent.objects.filter(photo__in=photos).delete()
        Photo.objects.filter(pk__in=photos).update(deleted_at=Now())
        by = Actor(is_console=True)
        record(PhotosDeleted(photos=photos), tournament_id=tournament_id, by=by)
    return len(photos)
