"""What typed texts on pages may contain: visible characters, and web addresses."""

import unicodedata
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.translation import gettext_lazy as _

from web.text.hidden_characters import first_hidden

LONGEST_ADDRESS = 500
_IS_ADDRESS = URLValidator(schemes=["http", "https"])


def as_typed(text: str) -> str:
    """Normalize a multi-line text from any browser: NFC, line feeds, no tabs."""
    return unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\t", "    ").strip()


def validate_line(text: str) -> None:
    """Refuse invisible and display-changing characters, and line feeds."""
    if hidden := first_hidden(text):
        raise ValidationError(
            _("One character cannot be displayed (U+%(code)s). Please enter the text again without it."),
            code="unprintable",
            params={"code": f"{ord(hidden):04X}"},
        )


def validate_lines(text: str) -> None:
    """Like `validate_line`, for multi-line texts."""
    validate_line(text.replace("\n", " "))


def validate_web_address(text: str) -> None:
    """Refuse addresses that are not http or https, or hide their host behind a name and an @."""
    validate_line(text)
    try:
        _IS_ADDRESS(text)
        if urlsplit(text).username is None:
            return
    except ValidationError:
        pass
    raise ValidationError(_("Expected a web address, such as https://club.example/."), code="web_address")
