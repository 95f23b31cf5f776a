"""Errors of the rules. Each message says how to correct the input."""

from collections.abc import Sequence


class RuleError(ValueError):
    """Something the rules do not allow.

    ``code`` is stable and for programs (and translations), ``message`` says what is wrong, what was expected and
    what to do, ``field`` is the first field concerned, ``fields`` all of them.
    """

    def __init__(self, code: str, message: str, *, fields: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.fields = tuple(fields)

    @property
    def field(self) -> str:
        """Return the first field of the error, or ""."""
        return self.fields[0] if self.fields else ""

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.message, self.fields)


class RulebookError(RuleError):
    """An invalid rulebook, or an invalid change to one."""


class ScoringError(RuleError):
    """Points, hands or settings without a result."""


class NeedsEventSetting(ScoringError):
    """The rulebook leaves open a value needed here: the event has to set it."""

    def __init__(self, fields: Sequence[str]) -> None:
        super().__init__(
            "needs_event_setting",
            "The rulebook leaves open what is needed here. Please set for this event: "
            + ", ".join(fields)
            + ".",
            fields=fields,
        )

    def __reduce__(self) -> tuple[object, ...]:
        return NeedsEventSetting, (self.fields,)


def _rebuild(kind: type[RuleError], code: str, message: str, fields: tuple[str, ...]) -> RuleError:
    return kind(code, message, fields=fields)
