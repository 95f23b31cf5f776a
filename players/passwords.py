"""Passwords that are not allowed."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from players.models import User

DEMO_PASSWORD = "jantaku-demo"  # noqa: S105 - printed for everybody who starts the demo


class NotTheDemoPassword:
    """Refuses the password of the demo accounts."""

    def validate(self, password: str, user: User | None = None) -> None:
        if password.strip().casefold() == DEMO_PASSWORD:
            raise ValidationError(
                _("This is the public password of the demo. Choose another one."),
                code="demo_password",
            )

    def get_help_text(self) -> str:
        return ""
