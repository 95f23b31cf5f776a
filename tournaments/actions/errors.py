"""Refusals of actions. Each says what is wrong, what was expected and what to do; nothing has changed."""

from collections.abc import Mapping, Sequence

from scoring.rulebook.choices import Choices
from tournaments.models import Scoresheet


class ActionError(Exception):
    """A refusal. `code` is for programs, `message` for people, `status` is the HTTP status.

    `sheet` is the current one, so that a phone can offer to confirm or dispute it. `choices` are the possible answers
    where something is left open.
    """

    code = "refused"
    status = 409

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        fields: Mapping[str, object] | None = None,
        sheet: Scoresheet | None = None,
        choices: Sequence[Choices] = (),
    ) -> None:
        super().__init__(message)
        self.message = str(message)
        self.code = code or self.code
        self.fields = dict(fields or {})
        self.sheet = sheet
        self.choices = tuple(choices)


class StateRefuses(ActionError):
    """The current state does not allow this."""

    code = "not_now"


class RoundClosed(StateRefuses):
    code = "round_closed"


class LiveSheetExists(StateRefuses):
    code = "live_sheet_exists"


class StillSeated(StateRefuses):
    code = "still_seated"


class NameTaken(StateRefuses):
    code = "taken"


class StaleVersion(ActionError):
    """The version named as seen is outdated."""

    code = "stale_version"
    status = 412


class StaleSheet(StaleVersion):
    """The named version of a scoresheet is outdated."""


class RulesRefuse(ActionError):
    """The rulebook, or common sense about this tournament, does not allow these figures."""

    code = "rules_refuse"
    status = 422


class NotAllowed(ActionError):
    """This person may never do this, whatever the state."""

    code = "not_allowed"
    status = 403


class TooManyAttempts(ActionError):
    """Too many failed attempts: a person or program is guessing."""

    code = "too_many_attempts"
    status = 429

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class KeyReused(RulesRefuse):
    code = "idempotency_key_reused"
