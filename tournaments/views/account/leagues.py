"""A league's own pages: founding it, and mending what was typed of it and of its seasons."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Prefetch
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.leagues.founding import (
    create_league,
    edit_league,
    remove_league,
    remove_season,
    rename_season,
)
from tournaments.actions.leagues.presets import open_season
from tournaments.actions.seen_versions import league_tag, season_tag
from tournaments.forms.setup import EditLeagueForm, LeagueForm, OpenSeasonForm, SeasonForm
from tournaments.models import Division, League, Season, Tournament
from tournaments.models.setup.structure import earliest_first
from tournaments.permissions import can_create_leagues, can_run_league
from tournaments.views.account.new_tournament import query_of
from tournaments.views.action_views import (
    ActionFormView,
    ActionView,
    BaseActionView,
    PermittedMixin,
    SignedInMixin,
)
from tournaments.views.repeatable_forms import Outcome


class FoundLeague(PermittedMixin, ActionFormView):
    """Found a league with its first season, for whom the installation allows it."""

    allowed = can_create_leagues
    template_name = "account/new_league.html"
    success_message = gettext_lazy("League created. Now set up its first tournament.")

    def get_form(self, data: QueryDict | None) -> LeagueForm:
        return LeagueForm(data, preset=self.request.GET.get("shape", ""))

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        league = create_league(slug=data["slug"], name=data["name"], about=data["about"], by=self.by)
        open_season(league=league, name=data["season"], preset=data["preset"], by=self.by)
        return {"slug": league.slug}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        # A page of its founder's own: the league's public one is the same for everyone and has no personal messages.
        return redirect("edit_league", str(outcome.body["slug"]))


class OwnLeagueMixin(SignedInMixin, BaseActionView):
    """For those who may run the league of the address."""

    success_page = "edit_league"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.league = get_object_or_404(League.objects.not_removed(), slug=kwargs["slug"])
        if not can_run_league(self.by, self.league):
            raise PermissionDenied
        return super().dispatch(request, *args, **kwargs)

    def page_arguments(self) -> tuple[object, ...]:
        return (self.league.slug,)


class EditLeague(OwnLeagueMixin, ActionFormView):
    """Name, address and text of a league, and its seasons."""

    template_name = "account/edit_league.html"
    success_message = gettext_lazy("The league was saved.")

    def get_form(self, data: QueryDict | None) -> EditLeagueForm:
        league = self.league
        initial = {
            "name": league.name,
            "slug": league.slug,
            "about": league.about,
            "seen": league_tag(league),
        }
        return EditLeagueForm(data, initial=initial)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        changes = {name: data[name] for name in ("name", "slug", "about")}
        league = edit_league(league=self.league, changes=changes, seen=data["seen"], by=self.by)
        return {"slug": league.slug}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("edit_league", str(outcome.body["slug"]))

    def get_context(self, form: EditLeagueForm) -> dict[str, Any]:
        return {
            "league": self.league,
            "seasons": seasons_of(self.league),
            "new_season": OpenSeasonForm(),
        }


@dataclass(frozen=True)
class DivisionRow:
    """A division with its tournaments; without divisions, a season as a whole."""

    name: str
    tournaments: list[Tournament]
    query: str
    """The end of the address at which a tournament is set up for it."""


@dataclass(frozen=True)
class SeasonRow:
    season: Season
    form: SeasonForm
    is_used: bool
    is_followed: bool
    divisions: list[DivisionRow]


def seasons_of(league: League) -> list[SeasonRow]:
    """The seasons of a league, the newest first, each division with what is set up for it: three queries."""
    is_used = Exists(Tournament.objects.filter(season=OuterRef("pk")))
    is_followed = Exists(Season.objects.filter(follows=OuterRef("pk")))
    tournaments = Tournament.objects.not_discarded().order_by("level", earliest_first(), "name")
    seasons = (
        league.seasons.order_by("-ordinal")
        .annotate(is_used=is_used, is_followed=is_followed)
        .prefetch_related(
            Prefetch("divisions", Division.objects.order_by("level")), Prefetch("tournaments", tournaments)
        )
    )
    return [
        SeasonRow(
            season,
            _season_form(season),
            season.is_used or season.is_followed or season.follows_id is not None,
            season.is_followed,
            _divisions_of(season),
        )
        for season in seasons
    ]


def _divisions_of(season: Season) -> list[DivisionRow]:
    tournaments = list(season.tournaments.all())
    if not (divisions := season.divisions.all()):
        return [DivisionRow("", tournaments, query_of({"season": season.pk}))]
    return [
        DivisionRow(
            str(division),
            [one for one in tournaments if one.level == division.level],
            query_of({"season": season.pk, "level": division.level}),
        )
        for division in divisions
    ]


class RemoveLeague(OwnLeagueMixin, ActionView):
    question = gettext_lazy("Remove the league permanently?")
    success_message = gettext_lazy("The league was removed.")

    def perform(self) -> None:
        remove_league(league=self.league, by=self.by)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("me")

    def refused_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("edit_league", self.league.slug)


class SeasonAction(OwnLeagueMixin, ActionView):
    """What can be done with one season."""

    def season(self) -> Season:
        return get_object_or_404(Season, ordinal=self.kwargs["ordinal"], league=self.league)


class NamedSeasonAction(SeasonAction):
    """With a form in which the name of a season is typed."""

    form_class: type[SeasonForm | OpenSeasonForm] = SeasonForm

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self.form = self.form_class(request.POST)
        if not self.form.is_valid():
            errors = (
                self.form.errors.get("name") or self.form.errors.get("preset") or [_("Please enter a name.")]
            )
            messages.error(request, " ".join(map(str, errors)))
            return redirect("edit_league", self.league.slug)
        return super().post(request, **kwargs)


class OpenSeason(NamedSeasonAction):
    form_class = OpenSeasonForm
    success_message = gettext_lazy("The season was opened.")

    def perform(self) -> None:
        typed = self.form.cleaned_data
        open_season(league=self.league, name=typed["name"], preset=typed["preset"], by=self.by)


class RenameSeason(NamedSeasonAction):
    success_message = gettext_lazy("The season was renamed.")

    def perform(self) -> None:
        typed = self.form.cleaned_data
        rename_season(season=self.season(), name=typed["name"], seen=typed["seen"], by=self.by)


class RemoveSeason(SeasonAction):
    success_message = gettext_lazy("The season was removed.")

    def perform(self) -> None:
        remove_season(season=self.season(), by=self.by)


def _season_form(season: Season) -> SeasonForm:
    return SeasonForm(
        initial={"name": season.name, "seen": season_tag(season)}, auto_id=f"season-{season.pk}-%s"
    )
