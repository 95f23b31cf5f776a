"""Why an action was refused. Each says what is so, what was expected and what to do; nothing has changed."""

from collections.abc import Mapping, Sequence

from scoring.rulebook.choices import Choices
from tournaments.models import Scoresheet


class ActionError(Exception):
    """A person's mistake or bad luck. `code` is for programs, `message` for people, `status` what HTTP calls it.

    `sheet` is the one that stands instead, so that a phone can offer to confirm or dispute it. `choices` are what may
    be answered where something is left open.
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
    """Not now: the thing is in a state in which this cannot be done."""

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
    """What was named as seen is not what stands now."""

    code = "stale_version"
    status = 412


class StaleSheet(StaleVersion):
    """The version of a scoresheet named is not the one that stands now."""


class RulesRefuse(ActionError):
    """The rulebook, or common sense about this tournament, does not allow these figures."""

    code = "rules_refuse"
    status = 422


class NotAllowed(ActionError):
    """This person may not do this, whatever the state."""

    code = "not_allowed"
    status = 403


class TooManyAttempts(ActionError):
    """Somebody, or something, is guessing."""

    code = "too_many_attempts"
    status = 429

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class KeyReused(RulesRefuse):
    code = "idempotency_key_reused"
