from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy

from web.pictures import BadPicture, Picture, picture_of


class PhotoForm(forms.Form):
    """`photo` cleans to a picture."""

    # Django's image field would decode the file a second time.
    photo = forms.FileField(
        error_messages={
            "required": gettext_lazy("Please take or choose a photo first."),
            "empty": gettext_lazy("The photo is empty. Please take it again."),
            "invalid": gettext_lazy("Please take or choose a photo first."),
        }
    )

    def clean_photo(self) -> Picture:
        file: UploadedFile[Any] = self.cleaned_data["photo"]
        file.seek(0)
        try:
            return picture_of(file)  # type: ignore[arg-type]
        except BadPicture as refusal:
            raise ValidationError(refusal.message, code=refusal.code) from refusal
