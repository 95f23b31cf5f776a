"""Photos of a table's paper sheet: taken by its players or the staff, and removed."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, RoundClosed, StateRefuses
from tournaments.actions.hall.photo_deletion import delete_due_photos
from tournaments.actions.idempotency import one_transaction
from tournaments.actions.ledger import record
from tournaments.actions.play.locked_tables import (
    LockedTable,
    Permit,
    lock_and_look,
    permitted_already,
    refuse_unless_running,
)
from tournaments.actions.states import refuse_finished
from tournaments.models import Photo, PhotoContent, Round, Seat, Table
from tournaments.models.photos.events import PhotoRemoved, PhotoTaken
from tournaments.models.photos.photos import MOST_EVER, MOST_PHOTOS
from tournaments.wake_workers import wake
from web.pictures import Picture

# The staff also photograph sheets at the desk after a round has closed.
PLAYED = (Round.Status.STARTED, Round.Status.CLOSED)


@one_transaction
def take_photo(
    *,
    table: Table,
    picture: Picture,
    by: Actor,
    as_staff: bool = False,
    permit: Permit = permitted_already,
) -> Photo:
    """Store a photo of a table's sheet for as long as the tournament keeps photos. The same photo again returns the
    existing one.

    Refuses photos if the tournament takes none (`photos_off`), from a seat unless its round is in play, from the
    staff before the round started or after the tournament finished, and more than MOST_PHOTOS at a time.
    """
    at = lock_and_look(by, pk=table.pk)
    permit(at)
    seat = None if as_staff else _seat_of(at, by)
    days = at.tournament.photo_days
    if days is None:
        message = _("This tournament does not use photos of paper sheets. The organizer can turn them on.")
        raise StateRefuses(message, code="photos_off")
    if seat is None:
        _refuse_before_play(at)
    else:
        refuse_unless_running(at)
    same = Photo.objects.kept().filter(table=at.table, sha256=picture.sha256).first()
    if same is not None:
        return same
    photo = Photo.objects.create(
        table=at.table,
        number=_free_number(at.table),
        sha256=picture.sha256,
        size=len(picture.content),
        width=picture.width,
        height=picture.height,
        taken_by_seat=seat,
        taken_by=None if seat else by.user,
        delete_at=Now() + Value(timedelta(days=days)),
    )
    PhotoContent.objects.create(photo=photo, content=picture.content)
    photo.refresh_from_db(fields=["taken_at", "delete_at"])
    record(
        PhotoTaken(
            photo=photo.pk,
            table=at.table.pk,
            seat=seat.pk if seat else None,
            number=photo.number,
            sha256=photo.sha256,
            size=photo.size,
            width=photo.width,
            height=photo.height,
            days=days,
        ),
        tournament_id=at.tournament.pk,
        by=by,
    )

    # Where no worker has a clock, taking a photo deletes the expired ones.
    def wake_for_photos() -> None:
        wake(delete_due_photos)

    transaction.on_commit(wake_for_photos, robust=True)
    return photo


@one_transaction
def remove_photo(
    *, photo: Photo, by: Actor, as_staff: bool = False, permit: Permit = permitted_already
) -> None:
    """Delete a photo early. Idempotent.

    A seat may delete only its own photos until its round closes; the staff at any time, because a photo may show a
    face.
    """
    at = lock_and_look(by, pk=photo.table_id)
    permit(at)
    seat = None if as_staff else _seat_of(at, by)
    found = Photo.objects.select_for_update(of=("self",), no_key=True).filter(pk=photo.pk).first()
    if found is None or found.deleted_at is not None:
        return
    if seat is not None:
        if found.taken_by_seat_id != seat.pk:
            message = _(
                "Only the person who took a photo and the staff can remove it. Please call the referee."
            )
            raise NotAllowed(message)
        refuse_unless_running(at)
    PhotoContent.objects.filter(photo=found).delete()
    found.deleted_at = Now()
    found.removed_by_seat, found.removed_by = seat, None if seat else by.user
    found.save(update_fields=["deleted_at", "removed_by_seat", "removed_by"])
    record(
        PhotoRemoved(photo=found.pk, table=at.table.pk, seat=seat.pk if seat else None),
        tournament_id=at.tournament.pk,
        by=by,
    )


def _seat_of(at: LockedTable, by: Actor) -> Seat:
    seat = by.seat_among(at.seats)
    if seat is None:
        raise NotAllowed(_("Only players at this table and the staff can do this."))
    return seat


def _refuse_before_play(at: LockedTable) -> None:
    refuse_finished(at.tournament)
    if at.table.round.status not in PLAYED:
        message = _("This round has not started yet. Photos can be taken after it starts.")
        raise RoundClosed(message, code="round_not_started")


def _free_number(table: Table) -> int:
    """Return the first unused photo number of the table; an expired photo uses its number until it is deleted."""
    taken = list(Photo.objects.filter(table=table).values_list("number", "deleted_at"))
    if len(taken) >= MOST_EVER:
        message = _("%(most)s photos have been taken at this table. No more can be added.")
        raise StateRefuses(message % {"most": MOST_EVER}, code="photos_used_up")
    numbers = {number for number, deleted_at in taken if deleted_at is None}
    free = next((number for number in range(1, MOST_PHOTOS + 1) if number not in numbers), None)
    if free is None:
        message = _("This table already has %(most)s photos. Please remove one first.")
        raise StateRefuses(message % {"most": MOST_PHOTOS}, code="too_many_photos")
    return free
