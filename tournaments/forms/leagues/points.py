"""Points by rank, typed with commas."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _


class PointsField(forms.CharField):
    """Points by rank, such as 2, 1; empty for none. No rank brings more than `most`."""

    def __init__(self, *, most: int, max_length: int = 200, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, required=False, **kwargs)
        self.most = most

    def clean(self, value: object) -> list[int]:
        parts = [part.strip() for part in super().clean(value).split(",")]
        if parts == [""]:
            return []
        if all(part.isascii() and part.isdigit() and int(part) <= self.most for part in parts):
            return [int(part) for part in parts]
        raise forms.ValidationError(_("Please give whole numbers with commas, such as 2, 1."))
