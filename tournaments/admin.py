"""The operator's view of tournaments and leagues: to look, not to touch. Changes are made on the
desk or a league's own pages, where every action has its rules and its ledger entry."""

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from players.models import User
from tournaments.actions.actor import Actor
from tournaments.actions.errors import NameTaken
from tournaments.actions.leagues.founding import create_league, refuse_taken_league
from tournaments.models import (
    ApiToken,
    Entry,
    Invitation,
    League,
    LeagueLedgerEntry,
    LeagueLedgerHead,
    LeagueStaff,
    LedgerEntry,
    LedgerHead,
    Penalty,
    Publication,
    Round,
    Scoresheet,
    Season,
    SeatToken,
    Staff,
    Stage,
    Tournament,
)


class Window(admin.ModelAdmin):
    """Shows rows and changes none."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class NewLeagueForm(forms.ModelForm):
    class Meta:
        model = League
        fields = ("name", "slug", "about")

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        try:
            refuse_taken_league(slug)
        except NameTaken as refusal:
            raise forms.ValidationError(refusal.message) from refusal
        return slug


@admin.register(League)
class LeagueWindow(Window):
    """Leagues can be founded here, by the action; the rest is done on their own pages."""

    list_display = ("name", "slug", "removed_at")
    prepopulated_fields = {"slug": ("name",)}
    form = NewLeagueForm

    def has_add_permission(self, request: HttpRequest) -> bool:
        return admin.ModelAdmin.has_add_permission(self, request)

    def get_prepopulated_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return {} if obj is not None else self.prepopulated_fields

    def save_model(self, request: HttpRequest, obj: League, form: Any, change: bool) -> None:
        by = Actor(user=cast(User, request.user))
        obj.pk = create_league(slug=obj.slug, name=obj.name, about=obj.about, by=by).pk


@admin.register(Season)
class SeasonWindow(Window):
    list_display = ("league", "name", "ordinal")
    list_select_related = ("league",)


@admin.register(Tournament)
class TournamentWindow(Window):
    list_display = ("name", "slug", "status", "visibility", "usual_format__rulebook_id", "starts_on")
    list_filter = ("status", "visibility", "usual_format__rulebook_id")
    list_select_related = ("usual_format",)
    search_fields = ("name", "slug")


@admin.register(Stage, Round, Staff, LeagueStaff, Penalty, Publication, LedgerHead, LeagueLedgerHead)
class PlainWindow(Window):
    pass


@admin.register(Entry)
class EntryWindow(Window):
    list_display = ("number", "player", "tournament", "team", "status")
    list_select_related = ("player", "tournament", "team")
    search_fields = ("player__name",)


@admin.register(Scoresheet)
class ScoresheetWindow(Window):
    list_display = (
        "pk",
        "table",
        "version",
        "status",
        "east",
        "south",
        "west",
        "north",
        "fifth",
        "reported_at",
    )
    list_select_related = ("table__round",)
    list_filter = ("status",)


@admin.register(LedgerEntry)
class LedgerEntryWindow(Window):
    list_display = ("tournament", "seq", "kind", "actor", "recorded_at")
    list_select_related = ("tournament",)
    list_filter = ("kind",)


@admin.register(LeagueLedgerEntry)
class LeagueLedgerEntryWindow(Window):
    list_display = ("league", "seq", "kind", "actor", "recorded_at")
    list_select_related = ("league",)
    list_filter = ("kind",)


@admin.register(SeatToken)
class SeatTokenWindow(Window):
    list_display = ("pk", "seat", "issued_at", "claimed_at", "revoked_at", "second_claims")
    list_select_related = ("seat__entry__player",)
    exclude = ("code_hash", "device_hash")


@admin.register(ApiToken)
class ApiTokenWindow(Window):
    list_display = ("start", "name", "user", "scope", "expires_at", "last_used_at", "revoked_at")
    list_select_related = ("user",)
    exclude = ("token_hash",)


@admin.register(Invitation)
class InvitationWindow(Window):
    list_display = (
        "tournament",
        "league",
        "role",
        "for_whom",
        "invited_by",
        "created_at",
        "expires_at",
        "accepted_by",
    )
    list_select_related = ("tournament", "league", "invited_by", "accepted_by")
    exclude = ("code_hash",)
