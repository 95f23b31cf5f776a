"""The form for an online game: its log and its players."""

import json
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.errors import ScoringError
from scoring.online.online_game import OnlineGame, game_as_json, game_from_json
from scoring.online.reading import MOST_CHARACTERS, read_online_game, text_of_log
from scoring.text.errors import say_refusal
from tournaments.models import Seat
from web.visitor_language import language


class OnlineGameForm(forms.Form):
    """The log of a table's game: a file, pasted text, or the text read earlier (`game_json`).

    A valid form has `game` (an OnlineGame) and `players`: the entry ids chosen for its seats, None if not chosen;
    empty if nothing was chosen.
    """

    file = forms.FileField(
        label=gettext_lazy("File of the log"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".json,.xml,.mjlog,.gz,.txt"}),
        help_text=gettext_lazy("At most 2 MB: .json, .xml, or .mjlog as downloaded."),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste the log here"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy("Logs over 200 KB must be uploaded as a file."),
    )
    game_json = forms.CharField(required=False, widget=forms.HiddenInput)
    if_match = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, seats: Sequence[Seat], data: Any = None, files: Any = None) -> None:
        super().__init__(data, files)
        people = [(str(seat.entry_id), seat.entry.player.name) for seat in seats]
        self.choices = [f"player_{place}" for place in range(len(seats))]
        for name in self.choices:
            self.fields[name] = forms.ChoiceField(
                choices=[("", pgettext("choice", "Please choose")), *people], required=False
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            cleaned["game"] = self._game(cleaned)
        except ScoringError as error:
            raise ValidationError(say_refusal(error, language()), code=error.code) from error
        chosen = [cleaned[name] for name in self.choices]
        cleaned["players"] = [int(one) if one else None for one in chosen] if any(chosen) else []
        return cleaned

    def _game(self, cleaned: dict[str, Any]) -> OnlineGame:
        file, text = cleaned["file"], cleaned["text"]
        if file is not None:
            if file.size > MOST_CHARACTERS:
                raise ValidationError(_("The file is larger than 2 MB. Please choose the log of one game."))
            return read_online_game(text_of_log(file.read()))
        if text:
            return read_online_game(text)
        if not cleaned["game_json"]:
            raise ValidationError(_("Please choose a file or paste a log."), code="empty")
        try:
            game = json.loads(cleaned["game_json"])
        except (ValueError, RecursionError) as error:
            raise ValidationError(_("Please choose the log again."), code="empty") from error
        return game_from_json(game)


def written(game: OnlineGame) -> str:
    """Return the game as the form reads it again."""
    return json.dumps(game_as_json(game))
