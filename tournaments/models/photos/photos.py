"""Photos of a table's paper sheet, and how long they are kept."""

from datetime import datetime
from typing import Self

from django.db import models
from django.db.models.functions import Length, Now
from django.db.models.lookups import LessThanOrEqual
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import User
from tournaments.models.play.rounds import Seat, Table
from tournaments.models.play.triggers import comes_to_another_table
from web.pictures import LONGEST_SIDE, MOST_KEPT
from web.triggers import Guard, changes

MOST_PHOTOS = 4
# Removed ones count too, so that taking and removing cannot fill the database.
MOST_EVER = 20


class PhotoQuerySet(models.QuerySet["Photo"]):
    def kept(self) -> Self:
        """Photos that can be viewed: not deleted and not expired, even if not yet cleaned up."""
        return self.filter(deleted_at__isnull=True, delete_at__gt=Now())

    def due(self) -> Self:
        """Expired photos whose bytes still exist."""
        return self.filter(deleted_at__isnull=True, delete_at__lte=Now())

    def for_display(self) -> Self:
        """In order, with the photographer's name and `is_kept`: whether it can be viewed."""
        kept = models.Q(deleted_at__isnull=True, delete_at__gt=Now())
        people = self.select_related("taken_by_seat__entry__player", "taken_by")
        return people.annotate(is_kept=models.ExpressionWrapper(kept, models.BooleanField())).order_by("pk")


class Photo(models.Model):
    """That a photo of a paper sheet was taken. The image is a separate row, `PhotoContent`, so that it is not read by
    accident; once that is deleted, this row says when.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="photos")
    number = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "number"), help_text="Among the photos of the table."
    )
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField(help_text="Bytes.")
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    # Like calls from a seat: rows of games not played are deleted with the seats of a redrawn round.
    taken_by_seat = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="photos")
    taken_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    taken_at = models.DateTimeField(pgettext_lazy("field", "at"), db_default=Now(), editable=False)
    delete_at = models.DateTimeField(editable=False)
    deleted_at = models.DateTimeField(null=True, editable=False)
    # Both are empty if it expired.
    removed_by_seat = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="+")
    removed_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")

    objects = PhotoQuerySet.as_manager()

    # Set by `for_display()`.
    is_kept: bool

    class Meta:
        verbose_name = pgettext_lazy("record", "photo")
        verbose_name_plural = pgettext_lazy("record", "photos")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"],
                condition=models.Q(deleted_at__isnull=True),
                name="one_kept_photo_per_number",
            ),
            models.CheckConstraint(
                condition=models.Q(number__range=(1, MOST_PHOTOS)), name="a_table_has_few_photos"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    size__range=(1, MOST_KEPT),
                    width__range=(1, LONGEST_SIDE),
                    height__range=(1, LONGEST_SIDE),
                ),
                name="a_photo_within_bounds",
            ),
            models.CheckConstraint(
                condition=models.Q(taken_by_seat__isnull=True, taken_by__isnull=False)
                | models.Q(taken_by_seat__isnull=False, taken_by__isnull=True),
                name="a_photo_says_who_took_it",
            ),
            models.CheckConstraint(
                condition=models.Q(removed_by_seat__isnull=True, removed_by__isnull=True)
                | models.Q(deleted_at__isnull=False, removed_by_seat__isnull=True)
                | models.Q(deleted_at__isnull=False, removed_by__isnull=True),
                name="a_removed_photo_says_by_whom",
            ),
            Guard(
                name="a_photo_is_taken_at_a_seat_of_its_table_insert",
                on="INSERT",
                when="NEW.taken_by_seat_id IS NOT NULL AND (SELECT table_id FROM tournaments_seat"
                " WHERE id = NEW.taken_by_seat_id) <> NEW.table_id",
            ),
            Guard(
                name="what_a_photo_was_stays",
                on="UPDATE",
                when=changes("table_id", "sha256", "size", "width", "height", "taken_at", "delete_at"),
            ),
            Guard(
                name="a_deleted_photo_has_no_bytes",
                on="UPDATE",
                when="NEW.deleted_at IS NOT NULL AND EXISTS (SELECT 1 FROM tournaments_photocontent"
                " WHERE photo_id = NEW.id)",
            ),
            Guard(
                name="a_photo_is_taken_at_a_seat_of_its_table_update",
                on="UPDATE",
                when=comes_to_another_table("taken_by_seat_id"),
            ),
        ]
        indexes = [
            models.Index(
                fields=["delete_at"], condition=models.Q(deleted_at__isnull=True), name="kept_photos_by_end"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table} #{self.number}"

    @property
    def photographer(self) -> str:
        """The name of the player or staff member who took it, who must be loaded."""
        if self.taken_by_seat is not None:
            return self.taken_by_seat.entry.player.name
        return self.taken_by.name if self.taken_by is not None else ""

    @property
    def gone_at(self) -> datetime:
        """When it was deleted, or expired if that has not been done yet."""
        return self.deleted_at or self.delete_at

    @property
    def is_removed(self) -> bool:
        """Whether it was removed by a person rather than expired."""
        return self.removed_by_seat_id is not None or self.removed_by_id is not None


class PhotoContent(models.Model):
    """A photo's bytes: a JPEG made by `web.pictures`."""

    photo = models.OneToOneField(Photo, models.CASCADE, primary_key=True, related_name="content")
    content = models.BinaryField()

    class Meta:
        verbose_name = _("bytes of a photo")
        verbose_name_plural = _("bytes of photos")
        constraints = [
            models.CheckConstraint(
                condition=LessThanOrEqual(Length("content"), MOST_KEPT), name="a_photos_bytes_have_an_end"
            ),
            Guard(
                name="a_deleted_photo_gets_no_bytes",
                on="INSERT",
                when="(SELECT deleted_at FROM tournaments_photo WHERE id = NEW.photo_id) IS NOT NULL",
            ),
            Guard(name="a_photos_bytes_are_never_changed", on="UPDATE"),
        ]

    def __str__(self) -> str:
        return str(self.photo_id)
