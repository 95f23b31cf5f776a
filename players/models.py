"""People: accounts, players, clubs, licences. Knows nothing of tournaments."""

from typing import ClassVar

from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower, Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from players.names import LONGEST_NAME, validate_name
from web.triggers import Guard


class UserManager(BaseUserManager["User"]):
    use_in_migrations = True

    def create_user(self, email: str, password: str | None = None, **fields: object) -> "User":
        """Create an account; the email address is stored in lower case."""
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> "User":
        """Create an operator account, which may use the admin site."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractUser):
    """An account. Most players never have one: see Player.user."""

    username = None  # type: ignore[assignment]
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(pgettext_lazy("field", "e-mail address"), unique=True)
    name = models.CharField(
        pgettext_lazy("field", "name"), max_length=LONGEST_NAME, validators=[validate_name]
    )
    is_founder = models.BooleanField(
        _("can create leagues and tournaments"),
        default=False,
        help_text=_("Gives no rights over the leagues and tournaments of others."),
    )

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    objects: ClassVar[UserManager] = UserManager()  # type: ignore[assignment]

    class Meta:
        verbose_name = pgettext_lazy("record", "account")
        verbose_name_plural = pgettext_lazy("record", "accounts")
        constraints = [models.UniqueConstraint(Lower("email"), name="one_account_per_email")]

    def __str__(self) -> str:
        """The display name. Never the email address, which is private."""
        return self.name or pgettext("with a number", "Account %(number)s") % {"number": self.pk}

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name


class Club(models.Model):
    name = models.CharField(
        pgettext_lazy("field", "name"), max_length=LONGEST_NAME, unique=True, validators=[validate_name]
    )
    country = models.CharField(
        pgettext_lazy("field", "country"), max_length=2, blank=True, help_text=_("ISO 3166 code, such as JP")
    )

    class Meta:
        verbose_name = pgettext_lazy("record", "club")
        verbose_name_plural = pgettext_lazy("record", "clubs")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A player. Needs no account: `user` stays empty until a person claims the player."""

    name = models.CharField(
        pgettext_lazy("field", "name"), max_length=LONGEST_NAME, validators=[validate_name]
    )
    reading = models.CharField(
        pgettext_lazy("field", "reading"),
        max_length=LONGEST_NAME,
        blank=True,
        help_text=_("kana, for sorting"),
    )
    country = models.CharField(pgettext_lazy("field", "country"), max_length=2, blank=True)
    club = models.ForeignKey(
        Club,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=pgettext_lazy("field", "club"),
    )
    aliases = models.JSONField(pgettext_lazy("field", "other names"), default=list, blank=True)
    user = models.OneToOneField(User, models.SET_NULL, null=True, blank=True, related_name="player")
    skeleton = models.CharField(max_length=4 * LONGEST_NAME, db_index=True, editable=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    EDITABLE = ("name", "reading", "country", "club", "aliases")

    class Meta:
        verbose_name = pgettext_lazy("record", "player")
        verbose_name_plural = pgettext_lazy("record", "players")
        ordering = ["reading", "name", "pk"]
        indexes = [models.Index(fields=["reading", "name", "id"], name="players_by_name")]
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="a_player_has_a_name")]

    def __str__(self) -> str:
        return self.name


class NameTrace(models.Model):
    """Records since when a name existed, but not which: see `players.traces`."""

    subject = models.CharField(max_length=40)
    # Deleted when the name is replaced, so that the old one cannot be found by trying.
    salt = models.CharField(max_length=32, blank=True)
    # Empty in the last trace of a deleted subject.
    digest = models.CharField(max_length=32)
    recorded_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name = _("trace of a name")
        verbose_name_plural = _("traces of names")
        ordering = ["subject", "pk"]
        indexes = [models.Index(fields=["subject"], name="traces_of_a_name")]
        constraints = [
            models.UniqueConstraint(
                fields=["subject"], condition=~models.Q(salt=""), name="one_name_at_a_time"
            ),
            Guard(name="traces_of_names_are_never_deleted", on="DELETE"),
            Guard(
                name="traces_of_names_are_never_rewritten",
                on="UPDATE",
                when="NEW.subject <> OLD.subject OR NEW.digest <> OLD.digest"
                " OR NEW.recorded_at <> OLD.recorded_at OR (NEW.salt <> OLD.salt AND NEW.salt <> '')",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subject} {self.digest[:8]}"


class Licence(models.Model):
    """A player's number with a federation, such as EMA 04090035."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="licences")
    body = models.CharField(pgettext_lazy("field", "federation"), max_length=20)
    number = models.CharField(pgettext_lazy("field", "number"), max_length=30)

    class Meta:
        verbose_name = pgettext_lazy("record", "licence")
        verbose_name_plural = pgettext_lazy("record", "licences")
        constraints = [models.UniqueConstraint(fields=["body", "number"], name="one_player_per_licence")]

    def __str__(self) -> str:
        return f"{self.body} {self.number}"
