"""Invitations to the staff of a tournament or of a league.

Only a hash of the code is stored, and nothing of the address it was mailed to.
"""

from typing import TYPE_CHECKING, Self, TypeAlias, TypedDict, cast

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import pgettext_lazy

from players.models import User
from players.names import LONGEST_NAME
from tournaments.models.codes import Coded
from tournaments.models.leagues.league import League
from tournaments.models.people.staff import Staff
from tournaments.models.setup.structure import Tournament

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class StatusAnnotation(TypedDict):
    """Annotations of `with_status()`."""

    status: str


InvitationWithStatus: TypeAlias = "WithAnnotations[Invitation, StatusAnnotation]"


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self) -> Self:
        """Invitations that can still be accepted, by the database clock."""
        return self.filter(accepted_at=None, declined_at=None, withdrawn_at=None, expires_at__gt=Now())

    def with_status(self) -> "models.QuerySet[InvitationWithStatus]":
        """Annotate `status`: open, accepted, declined, withdrawn or expired, by the database clock."""
        cases = [
            models.When(accepted_at__isnull=False, then=models.Value("accepted")),
            models.When(declined_at__isnull=False, then=models.Value("declined")),
            models.When(withdrawn_at__isnull=False, then=models.Value("withdrawn")),
            models.When(expires_at__lte=Now(), then=models.Value("expired")),
        ]
        status = models.Case(*cases, default=models.Value("open"), output_field=models.CharField())
        return cast("models.QuerySet[InvitationWithStatus]", self.annotate(status=status))


class Invitation(Coded):
    """An invitation to help run a tournament or league. The holder of the code may accept it once."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, null=True, related_name="invitations")
    league = models.ForeignKey(League, models.PROTECT, null=True, related_name="invitations")
    role = models.CharField(pgettext_lazy("field", "role"), max_length=10, choices=Staff.Role.choices)
    for_whom = models.CharField(pgettext_lazy("field", "for whom"), max_length=LONGEST_NAME, blank=True)
    invited_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField(pgettext_lazy("field", "expires"))
    accepted_at = models.DateTimeField(null=True)
    accepted_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    declined_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "invitation")
        verbose_name_plural = pgettext_lazy("record", "invitations")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(accepted_at=None, declined_at=None)
                | models.Q(accepted_at=None, withdrawn_at=None)
                | models.Q(declined_at=None, withdrawn_at=None),
                name="an_invitation_ends_in_one_way",
            ),
            models.CheckConstraint(
                condition=models.Q(accepted_at=None, accepted_by=None)
                | models.Q(accepted_at__isnull=False, accepted_by__isnull=False),
                name="who_accepted_an_invitation_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("created_at")),
                name="an_invitation_expires_after_it_was_made",
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=["organizer", "referee", "scorer"]),
                name="an_invitation_is_for_a_role",
            ),
            models.CheckConstraint(
                condition=models.Q(tournament__isnull=False, league=None)
                | models.Q(tournament=None, league__isnull=False, role="organizer"),
                name="an_invitation_is_to_a_tournament_or_to_run_a_league",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.to}: {self.get_role_display()}"

    @property
    def to(self) -> Tournament | League:
        """The tournament or league."""
        found = self.league if self.tournament is None else self.tournament
        assert found is not None, "a constraint of the database"
        return found
