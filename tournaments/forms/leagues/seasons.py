"""The divisions of a league's seasons, and moves between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from players.models import Player
from players.names import LONGEST_NAME
from tournaments.actions.actor import Actor
from tournaments.actions.seasons.confirming import LONGEST_REASON, UNRANKED_STAY, Change, TeamChange
from tournaments.actions.seasons.proposal import Proposal, Unranked
from tournaments.forms.leagues.joining import JoiningField
from tournaments.forms.leagues.points import PointsField
from tournaments.forms.setup import TitleField
from tournaments.models import Division, Move
from tournaments.models.leagues.boundaries import MOST_PLAYERS, MOST_POINTS, PART
from tournaments.standings.seasons.final_places import FinalPlace
from tournaments.standings.seasons.who_moves import Place
from web.text.typed_figures import in_one_script
from web.typed_fields import DayField, WholeField

ROUNDINGS = (
    ("down", pgettext_lazy("choice", "down")),
    ("up", pgettext_lazy("choice", "up")),
    ("half_up", gettext_lazy("to the nearest, halves up")),
    ("half_down", gettext_lazy("to the nearest, halves down")),
)


class ShareField(forms.CharField):
    """A number of players such as 4, or a fraction of them such as 1/4; empty for none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=9, required=False, **kwargs)

    def clean(self, value: object) -> int | str:
        text = in_one_script(super().clean(value)).replace(" ", "")
        if not text:
            return 0
        part = PART.fullmatch(text)
        if part is not None and int(part[1]) <= int(part[2]):
            return str(text)
        if text.isascii() and text.isdigit() and int(text) <= MOST_PLAYERS:
            return int(text)
        raise forms.ValidationError(_("Please enter a number such as 4, or a fraction such as 1/4."))


class DivisionForm(forms.Form):
    """A division, and its boundary with the one below. Without a name it is left out."""

    name = TitleField(label=gettext_lazy("Name of the division"), required=False, max_length=LONGEST_NAME)
    down = ShareField(label=pgettext_lazy("field", "Relegated"))
    up = ShareField(label=gettext_lazy("Promoted from below"))
    mode = forms.ChoiceField(label=gettext_lazy("Fractions are rounded"), choices=ROUNDINGS, required=False)
    play_off = WholeField(
        label=gettext_lazy("Play-off places on each side"),
        required=False,
        min_value=0,
        max_value=MOST_PLAYERS,
    )
    points_up = PointsField(label=gettext_lazy("Points kept toward promotion, 1st first"), most=MOST_POINTS)
    points_down = PointsField(
        label=gettext_lazy("Points kept toward relegation, last first"), most=MOST_POINTS
    )
    threshold = WholeField(
        label=gettext_lazy("Points needed to move"), required=False, min_value=1, max_value=10_000
    )
    seasons = WholeField(
        label=gettext_lazy("Within how many seasons"), required=False, min_value=1, max_value=MOST_POINTS
    )

    def moving(self) -> list[forms.BoundField]:
        return [self[name] for name in ("name", "down", "up", "mode", "play_off")]

    def keeping(self) -> list[forms.BoundField]:
        """Return the fields for points kept over seasons, which few leagues use."""
        return [self[name] for name in ("points_up", "points_down", "threshold", "seasons")]

    def keeps_points(self) -> bool:
        """Whether these fields have values or errors."""
        return any(field.value() or field.errors for field in self.keeping())

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        has_points = cleaned.get("points_up") or cleaned.get("points_down")
        if has_points and cleaned.get("threshold") is None and "threshold" not in self.errors:
            self.add_error("threshold", _("Please enter how many points mean promotion or relegation."))
        return cleaned

    def boundary(self) -> dict[str, Any]:
        """Return the rule as stored, without parts that move nobody."""
        typed = self.cleaned_data
        rule = {name: typed[name] for name in ("up", "down", "play_off") if typed.get(name)}
        if any(isinstance(rule.get(name), str) for name in ("up", "down")):
            rule["mode"] = typed.get("mode") or "down"
        for name in ("points_up", "points_down"):
            if typed[name]:
                rule[name] = {
                    "by_rank": typed[name],
                    "threshold": typed["threshold"],
                    "seasons": typed.get("seasons") or 2,
                }
        return rule


class DivisionsForm(forms.Form):
    """All divisions of a season, the top one first, and an empty one."""

    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, stored: Sequence[Division], data: Any, *, seen: str) -> None:
        super().__init__(data, initial={"seen": seen})
        rows = len(stored) + 1
        if data is not None:
            rows = max(rows, 1 + sum(1 for number in range(1, 100) if f"{number}-name" in data))
        self.rows = [
            DivisionForm(
                data if data is not None and f"{number}-name" in data else None,
                prefix=str(number),
                initial=_typed(stored[number - 1]) if number <= len(stored) else None,
            )
            for number in range(1, rows + 1)
        ]

    def is_valid(self) -> bool:
        return all([super().is_valid(), *(row.is_valid() for row in self.rows if row.is_bound)])

    def divisions(self) -> list[dict[str, Any]]:
        return [
            {"name": row.cleaned_data["name"], "boundary": row.boundary()}
            for row in self.rows
            if row.is_bound and row.cleaned_data["name"]
        ]


def _typed(division: Division) -> dict[str, Any]:
    rule = division.boundary
    points = rule.get("points_up") or rule.get("points_down") or {}
    return {
        **{name: rule.get(name) for name in ("up", "down", "mode", "play_off")},
        "name": str(division),
        "threshold": points.get("threshold"),
        "seasons": points.get("seasons"),
        **{
            name: ", ".join(map(str, (rule.get(name) or {}).get("by_rank", ())))
            for name in ("points_up", "points_down")
        },
    }


@dataclass(frozen=True)
class Row:
    """A player or team of the proposal with their two fields; `stood` is empty without a rank. `about`: a team's
    players, or that a player is a substitute.
    """

    name: str
    stood: FinalPlace | None
    way: str
    plays_off: bool
    about: str
    to: forms.BoundField
    reason: forms.BoundField

    @property
    def is_changed(self) -> bool:
        """Whether the organizer decided differently, or the input has errors."""
        is_other = str(self.to.value() or "") != str(self.to.initial)
        return is_other or bool(self.reason.value() or self.to.errors or self.reason.errors)

    @property
    def label(self) -> str:
        return str(Move.Way(self.way).label)

    @property
    def tone(self) -> str:
        """Return the colour of the proposed move."""
        return {Move.Way.UP: "good", Move.Way.POINTS_UP: "good"}.get(
            Move.Way(self.way), "plain" if self.way == Move.Way.STAYS else "wait"
        )


class NextSeasonForm(forms.Form):
    """Everyone's destination in the next season, and newcomers. `changes` and `teams` hold differences from the
    proposal.

    `nights_from` is asked if there were nights.
    """

    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)
    name = TitleField(label=gettext_lazy("Name of the season"), max_length=LONGEST_NAME)

    def __init__(
        self,
        proposal: Proposal | None,
        players: Mapping[int, Player],
        data: Any,
        *,
        by: Actor,
        nights_from: date | None = None,
    ) -> None:
        super().__init__(data, initial={"seen": proposal.tag if proposal else ""})
        self.proposal, self.players = proposal, players
        divisions = [one.division for one in proposal.rankings if not one.is_series] if proposal else []
        self.levels = [(str(one.level), str(one)) for one in divisions]
        if divisions:
            self.fields["joining"] = JoiningField(divisions, by)
        if nights_from is not None:
            self.fields["nights_from"] = DayField(
                label=_("Plan club nights again from this day"),
                required=False,
                initial=nights_from,
                help_text=_("On the same weekdays and times, as many as before. If empty, none are planned."),
            )
        if proposal is None:
            return
        for team, place in proposal.teams.items():
            self._add_fields(f"team_{team}", proposal.team_names[team], place.to_level)
        one_by_one: dict[int, Place | Unranked] = {**proposal.places, **proposal.unranked}
        for player, where in one_by_one.items():
            if proposal.team_of(player) is None:
                self._add_fields(str(player), players[player].name, where.to_level)

    def _add_fields(self, key: str, name: str, to_level: int) -> None:
        self.fields[f"to_{key}"] = forms.ChoiceField(
            label=_("Next season of %(name)s") % {"name": name},
            choices=[*self.levels, ("", pgettext("choice", "Leaves"))],
            required=False,
            initial=str(to_level),
        )
        self.fields[f"reason_{key}"] = forms.CharField(
            label=_("Reason for a change: %(name)s") % {"name": name},
            required=False,
            max_length=LONGEST_REASON,
        )

    def rows_of(self, level: int) -> list[Row]:
        """The players, or teams, of a division in their final order."""
        proposal = self._proposal()
        rows = []
        for team, place in proposal.teams.items():
            if place.level == level:
                roster = [player for player in proposal.members if proposal.team_of(player) == team]
                about = pgettext("between names", ", ").join(self.players[player].name for player in roster)
                rows.append(self._row(f"team_{team}", proposal.team_names[team], place.way, place, about))
        rows += [
            self._row(str(place.player), self.players[place.player].name, place.way, place)
            for place in proposal.places.values()
            if place.level == level and proposal.team_of(place.player) is None
        ]
        return rows

    def unranked_of(self, level: int) -> list[Row]:
        """Return a division's players without a rank who do not move with a team."""
        return [
            self._row(
                str(one.player),
                self.players[one.player].name,
                one.way,
                about=pgettext("status", "Substitute") if one.is_substitute else "",
            )
            for one in self._proposal().unranked.values()
            if one.level == level and not one.has_team
        ]

    def _row(self, key: str, name: str, way: str, place: Place | None = None, about: str = "") -> Row:
        return Row(
            name,
            place.stood if place is not None else None,
            way,
            place is not None and place.plays_off,
            about,
            self[f"to_{key}"],
            self[f"reason_{key}"],
        )

    def _proposal(self) -> Proposal:
        assert self.proposal is not None
        return self.proposal

    @property
    def own_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("joining", "nights_from", "name") if name in self.fields]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        changes: list[Change] = []
        teams: list[TeamChange] = []
        if self.proposal is not None:
            one_by_one: dict[int, Place | Unranked] = {**self.proposal.places, **self.proposal.unranked}
            for player, place in one_by_one.items():
                changes += [
                    Change(player, *change) for change in self._changed(cleaned, str(player), place.to_level)
                ]
            for team, place in self.proposal.teams.items():
                found = self._changed(cleaned, f"team_{team}", place.to_level)
                teams += [TeamChange(team, *change) for change in found]
        changes += [Change(*one) for one in cleaned.get("joining", ())]
        cleaned["changes"], cleaned["teams"] = changes, teams
        # The page lists them, each with its choice.
        unranked = [] if self.proposal is None else self.proposal.unranked.values()
        is_listed = all(one.has_team or f"to_{one.player}" in self.data for one in unranked)
        cleaned["confirm"] = [UNRANKED_STAY] if is_listed else []
        return cleaned

    def _changed(self, cleaned: Mapping[str, Any], key: str, to_level: int) -> list[tuple[int | None, str]]:
        """Return the organizer's different destination and reason, or nothing. An outdated proposal may miss
        players; its tag is refused.
        """
        sent = cleaned.get(f"to_{key}", str(to_level))
        if f"to_{key}" not in self.data or sent == str(to_level):
            return []
        return [(int(sent) if sent else None, cleaned.get(f"reason_{key}", ""))]
