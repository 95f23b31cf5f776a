"""Editing a tournament, a stage, and a participant."""

from collections.abc import Mapping
from typing import Any, Literal

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from players.actions import aliases_of, club_named, licences_of
from players.models import Player
from players.names import LONGEST_NAME, MOST_LICENCES, clean_aliases, clean_licence
from tournaments.actions.people.entries import MOST_NUMBER
from tournaments.actions.seen_versions import entry_tag, player_tag, tournament_tag
from tournaments.actions.setup.tournaments import time_zones
from tournaments.actions.teams.rosters import NOW, Since, next_round_of
from tournaments.forms.desk import NameField
from tournaments.forms.setup import COMMON_ZONES, AddressField, TitleField
from tournaments.models import Entry, Tournament
from tournaments.models.leagues.league import LONGEST_TITLE
from tournaments.models.setup.structure import MOST_DELAY, MOST_PHOTO_DAYS, USUAL_PHOTO_DAYS
from web.form_choices import offer
from web.typed_fields import DayField, WholeField

# How many rounds back a team change can be dated.
MOST_ROUNDS_BACK = 60
BEGINNING = "beginning"


class EditTournamentForm(forms.Form):
    name = TitleField(label=pgettext_lazy("field", "Name"), max_length=LONGEST_TITLE)
    slug = AddressField(help_text=gettext_lazy("The old address redirects to the new one."))
    starts_on = DayField(label=pgettext_lazy("field", "First day"), required=False)
    ends_on = DayField(label=pgettext_lazy("field", "Last day"), required=False)
    venue = TitleField(label=pgettext_lazy("field", "Venue"), required=False, max_length=LONGEST_TITLE)
    time_zone = forms.ChoiceField(label=pgettext_lazy("field", "Time zone"))
    visibility = forms.ChoiceField(
        label=pgettext_lazy("field", "Visible to"), choices=Tournament.Visibility.choices
    )
    confirmation_rule = forms.ChoiceField(
        label=gettext_lazy("Who confirms results"), choices=Tournament.ConfirmationRule.choices
    )
    confirmations_needed = WholeField(
        label=gettext_lazy("How many other seats, if only some"), required=False, min_value=1, max_value=3
    )
    paper_counts = forms.ChoiceField(
        label=gettext_lazy("Paper sheets entered by a scorer count"),
        choices=Tournament.PaperCounts.choices,
        required=False,
        help_text=gettext_lazy(
            "For sheets signed by the players. Sheets entered by a referee always count. Where the referee "
            "confirms results, paper waits for the referee unless it always counts."
        ),
    )
    live_delay = WholeField(
        label=gettext_lazy("Delay of live points, in minutes"),
        required=False,
        min_value=0,
        max_value=MOST_DELAY,
        help_text=gettext_lazy(
            "Everyone except the table and the staff sees each hand this much later. Leave empty for no "
            "delay."
        ),
    )
    takes_photos = forms.BooleanField(
        label=gettext_lazy("Photos of the paper sheets"),
        required=False,
        help_text=gettext_lazy(
            "Players photograph their sheet by phone. Only the table and the staff can see it."
        ),
    )
    photo_days = WholeField(
        label=gettext_lazy("Delete photos after this many days"),
        required=False,
        min_value=1,
        max_value=MOST_PHOTO_DAYS,
        help_text=gettext_lazy("Applies to photos taken from now on."),
    )
    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, tournament: Tournament, data: object = None) -> None:
        names = [name for name in self.base_fields if name not in ("seen", "takes_photos")]
        initial = {name: getattr(tournament, name) for name in names} | {"seen": tournament_tag(tournament)}
        initial["takes_photos"] = tournament.photo_days is not None
        initial["photo_days"] = tournament.photo_days or USUAL_PHOTO_DAYS
        super().__init__(data, initial=initial)  # type: ignore[arg-type]
        zones = dict.fromkeys([*COMMON_ZONES, *sorted(time_zones())])
        offer(self, "time_zone", [(zone, zone) for zone in zones])

    def clean_live_delay(self) -> int | None:
        return self.cleaned_data["live_delay"] or None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        # Without JavaScript the field is always visible.
        if cleaned.get("confirmation_rule") != Tournament.ConfirmationRule.K_OF_N:
            cleaned["confirmations_needed"] = None
        if not cleaned.get("paper_counts"):
            cleaned.pop("paper_counts", None)
        takes_photos = cleaned.pop("takes_photos", False)
        if "photo_days" in cleaned:
            cleaned["photo_days"] = (cleaned["photo_days"] or USUAL_PHOTO_DAYS) if takes_photos else None
        return cleaned


class DiscardForm(forms.Form):
    """The name is typed again, because discarding cannot be undone."""

    name = TitleField(label=gettext_lazy("Enter the name of the tournament"), max_length=LONGEST_TITLE)

    def __init__(self, tournament: Tournament, data: object = None) -> None:
        self.tournament = tournament
        super().__init__(data, auto_id="discard-%s")  # type: ignore[arg-type]

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if name != self.tournament.name:
            raise forms.ValidationError(_("This is not the name of the tournament."))
        return name


class RenameStageForm(forms.Form):
    name = NameField(label=gettext_lazy("Name of the stage"))
    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)


class RenameTeamForm(forms.Form):
    name = NameField(label=gettext_lazy("Name of the team"))
    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)


class EditPlayerForm(forms.Form):
    """A player's details, which apply in all tournaments."""

    name = NameField(label=pgettext_lazy("field", "Name"))
    reading = NameField(label=pgettext_lazy("field", "Reading"), required=False)
    country = forms.RegexField(
        r"^[A-Za-z]{2}$",
        label=pgettext_lazy("field", "Country"),
        required=False,
        help_text=gettext_lazy("ISO 3166 code, such as JP"),
    )
    club = NameField(label=pgettext_lazy("field", "Club"), required=False)
    licences = forms.CharField(
        label=pgettext_lazy("field", "Licences"),
        required=False,
        max_length=1_000,
        widget=forms.Textarea(attrs={"rows": 2, "placeholder": "EMA 04090035"}),
        help_text=gettext_lazy("One per line: federation, space, number."),
    )
    aliases = forms.CharField(
        label=pgettext_lazy("field", "Other names"),
        required=False,
        max_length=1_000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy(
            "One per line, such as a nickname on Tenhou or Mahjong Soul: logs of online games find the "
            "player by it. Only people who can edit the player see it."
        ),
    )
    seen_player = forms.CharField(max_length=LONGEST_NAME, widget=forms.HiddenInput)

    def __init__(self, player: Player, data: object = None, **more: object) -> None:
        self.stored_licences = licences_of(player)
        initial = {
            "name": player.name,
            "reading": player.reading,
            "country": player.country,
            "club": player.club.name if player.club else "",
            "licences": "\n".join(map(" ".join, self.stored_licences)),
            "aliases": "\n".join(aliases_of(player)),
            "seen_player": player_tag(player),
        }
        super().__init__(data, initial=initial | more)  # type: ignore[arg-type]

    def clean_country(self) -> str:
        return str(self.cleaned_data["country"]).upper()

    def clean_aliases(self) -> list[str]:
        return clean_aliases(line for line in self.cleaned_data["aliases"].splitlines() if line.strip())

    def clean_licences(self) -> list[tuple[str, str]]:
        lines = [line.strip() for line in self.cleaned_data["licences"].splitlines() if line.strip()]
        if len(lines) > MOST_LICENCES:
            raise forms.ValidationError(_("At most %(most)s licences are allowed.") % {"most": MOST_LICENCES})
        # Existing licences are kept as stored, even with a blank in their number.
        stands = {" ".join(licence): licence for licence in self.stored_licences}
        return [stands.get(line) or _licence_of(line) for line in lines]


def changes_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of `edit_player` from a clean `EditPlayerForm`; an unknown club is created."""
    changes = {name: data[name] for name in ("name", "reading", "country", "licences", "aliases")}
    return {**changes, "club": club_named(data["club"]) if data["club"] else None}


class EditEntryForm(EditPlayerForm):
    """The person and the entry; only the entry without `edits_person`."""

    number = WholeField(label=pgettext_lazy("field", "Number"), min_value=1, max_value=MOST_NUMBER)
    team = NameField(label=pgettext_lazy("field", "Team"), required=False)
    team_since = forms.ChoiceField(
        label=gettext_lazy("Change of team"),
        required=False,
        help_text=gettext_lazy(
            "Earlier games stay with the former team. To move the last change to an earlier round, keep the team "
            "and choose that round."
        ),
    )
    is_substitute = forms.BooleanField(
        label=gettext_lazy("Substitute: plays only in place of others"), required=False
    )
    seen_entry = forms.CharField(max_length=LONGEST_NAME, widget=forms.HiddenInput)

    def __init__(self, entry: Entry, data: object = None, *, edits_person: bool = True) -> None:
        self.entry_id, self.is_merged = entry.pk, entry.merged_into_id is not None
        super().__init__(
            entry.player,
            data,
            number=entry.number,
            team=entry.team.name if entry.team else "",
            is_substitute=entry.is_substitute,
            seen_entry=entry_tag(entry),
        )
        if not edits_person:
            for name in EditPlayerForm.base_fields:
                del self.fields[name]
        self._offer_rounds(entry)

    def _offer_rounds(self, entry: Entry) -> None:
        """Offer the rounds from which the team may change: the next, earlier ones, and the beginning."""
        self.stage = None
        next_round = next_round_of(entry) if entry.tournament.teams.exists() else None
        if next_round is None:
            del self.fields["team_since"]
            return
        self.stage, last = next_round
        rounds: list[tuple[str, str]] = [(NOW, _("from Round %(number)s on, the next") % {"number": last})]
        first = 2 if self.stage.ordinal == 1 else 1
        for number in range(last - 1, max(first, last - MOST_ROUNDS_BACK) - 1, -1):
            rounds.append((str(number), _("from Round %(number)s on") % {"number": number}))
        offer(self, "team_since", [*rounds, (BEGINNING, _("from the beginning: it was entered incorrectly"))])

    def clean_team_since(self) -> Since | Literal["now"] | None:
        """Return the round from which the typed team applies."""
        chosen = self.cleaned_data["team_since"] or NOW
        if self.stage is None or chosen == BEGINNING:
            return None
        return NOW if chosen == NOW else Since(self.stage, int(chosen))


def _licence_of(line: str) -> tuple[str, str]:
    body, _blank, number = line.rpartition(" ")
    return clean_licence(body, number)
