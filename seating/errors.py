"""The error of a draw: a message for the person who can correct the input, a code and fields for programs."""

from __future__ import annotations

from collections.abc import Mapping


class SeatingError(ValueError):
    """A draw that was refused. Nothing has been drawn.

    `code` is stable and meant for translation, `message` is plain English, `fields` holds the numbers and
    ids of the message (JSON values only).
    """

    def __init__(self, code: str, message: str, **fields: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.fields: Mapping[str, object] = fields

    def as_dict(self) -> dict[str, object]:
        """The error shape of the API, without its envelope."""
        return {"code": self.code, "message": self.message, "fields": dict(self.fields)}
