"""Proposed changes to a player's record, by people who may not change it."""

from typing import Self

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import Player, User
from tournaments.models.setup.structure import Tournament


class RecordProposalQuerySet(models.QuerySet["RecordProposal"]):
    def made_by(self, user: User) -> Self:
        """A person's proposals about players of tournaments they still help to run, newest first."""
        return self.filter(proposed_by=user, tournament__staff__user=user).order_by("-pk")

    def open(self) -> Self:
        """Undecided proposals, oldest first."""
        return self.filter(status=RecordProposal.Status.OPEN).order_by("pk")


class RecordProposal(models.Model):
    """An organizer's proposal, made at the desk of `tournament`; people who may change the record decide.

    `changes` maps `name`, `reading`, `club` (its name) and `licence` ([federation, number], an additional one) to new
    values. Emptied once decided: a rejected name must not be kept.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("Awaiting a decision")
        ACCEPTED = "accepted", pgettext_lazy("a proposal", "Accepted")
        REFUSED = "refused", pgettext_lazy("a proposal", "Refused")

    player = models.ForeignKey(Player, models.CASCADE, related_name="proposals")
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="record_proposals")
    changes = models.JSONField(default=dict)
    status = models.CharField(
        pgettext_lazy("field", "status"), max_length=10, choices=Status.choices, default=Status.OPEN
    )
    proposed_by = models.ForeignKey(User, models.CASCADE, related_name="record_proposals")
    proposed_at = models.DateTimeField(db_default=Now(), editable=False)
    decided_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True, editable=False)

    objects = RecordProposalQuerySet.as_manager()

    class Meta:
        verbose_name = _("proposed change of a player")
        verbose_name_plural = _("proposed changes of players")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "proposed_by"],
                condition=models.Q(status="open"),
                name="one_open_proposal_of_a_person_for_a_player",
            ),
            models.CheckConstraint(
                condition=models.Q(status="open", decided_at=None)
                | models.Q(status__in=["accepted", "refused"], decided_at__isnull=False, changes={}),
                name="a_decided_proposal_is_emptied",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_status_display()}"

    @property
    def is_taken_back(self) -> bool:
        """Whether the person replaced the proposal by another or withdrew it."""
        return self.status == self.Status.REFUSED and self.decided_by_id == self.proposed_by_id
