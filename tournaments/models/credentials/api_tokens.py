"""API tokens: programs act with a person's rights."""

from typing import Self

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import User
from players.names import LONGEST_NAME
from tournaments.models.fast_sql.reading import JoinedRows
from tournaments.models.setup.structure import Tournament

# Lets secret scanners recognize leaks.
API_TOKEN_PREFIX = "mjt_"  # noqa: S105


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    def alive(self) -> Self:
        return self.filter(revoked_at__isnull=True, expires_at__gt=Now(), user__is_active=True)

    def presented(self, token_hash: str) -> "ApiToken | None":
        """Return the living token that a call presented, with its user: the first query of every API call."""
        token: ApiToken | None = None
        for token, user in PRESENTED.read(token_hash):  # at most one
            token.user = user
        return token


class ApiToken(models.Model):
    """A program's key: a person's rights, limited by scopes and time."""

    class Scope(models.TextChoices):
        READ = "read", pgettext_lazy("choice", "Read")
        REPORT = "report", _("Report and confirm results")
        MANAGE = "manage", _("Everything its owner can do")

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("what it is for"), max_length=LONGEST_NAME)
    scope = models.CharField(
        pgettext_lazy("field", "scope"), max_length=10, choices=Scope.choices, default=Scope.READ
    )
    tournament = models.ForeignKey(
        Tournament,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("only this tournament"),
    )
    start = models.CharField(max_length=12, help_text="The first characters, to tell tokens apart.")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField(pgettext_lazy("field", "expires"))
    last_used_at = models.DateTimeField(pgettext_lazy("field", "last used"), null=True)
    revoked_at = models.DateTimeField(null=True)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "API token")
        verbose_name_plural = pgettext_lazy("record", "API tokens")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.start}… {self.name}"


PRESENTED = JoinedRows(
    """
    SELECT {columns} FROM tournaments_apitoken token JOIN players_user person ON person.id = token.user_id
    WHERE token_hash = %s AND revoked_at IS NULL AND expires_at > CURRENT_TIMESTAMP AND is_active
    """,
    token=ApiToken,
    person=User,
)
