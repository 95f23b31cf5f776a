"""The error of a draw: a message for people, a code and fields for programs."""

from __future__ import annotations

from collections.abc import Mapping


class SeatingError(ValueError):
    """A refused draw; nothing has been drawn.

    `code` is stable and used for translation, `message` is plain English, `fields` holds the numbers and ids of the
    message (JSON values only).
    """

    def __init__(self, code: str, message: str, **fields: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.fields: Mapping[str, object] = fields

    def as_dict(self) -> dict[str, object]:
        """Return the API's error shape without its envelope."""
        return {"code": self.code, "message": self.message, "fields": dict(self.fields)}
