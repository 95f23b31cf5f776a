"""What a request may say about a tournament."""

from typing import Any

from tournaments.models.setup.structure import LONGEST_TITLE
from web.api.fields import Several, Text

# Something that may be a slip is refused with the code please_confirm; these are the codes that may be asked for.
CONFIRM_DRAW = (
    "A draw from standings to which results are missing is refused with the code please_confirm; if meant, send "
    "it again with results_missing."
)
CONFIRM_PUBLISHING = (
    "A round drawn from standings that have changed since is refused with the code please_confirm; if it is meant, "
    "send it again with standings_changed."
)


class Title(Text):
    """The name of a tournament or a league."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_TITLE, **kwargs)

    def to_internal_value(self, data: object) -> str:
        return " ".join(super().to_internal_value(data).split())


class Confirmed(Several):
    """Codes of house rules or figures that are meant although they can hardly be."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=Text(max_length=40), max_length=20, **kwargs)
