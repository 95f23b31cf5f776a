"""To found leagues and tournaments is a right of its own: it opens nothing that others founded, nor does the mark by
which an account signs in on the admin site.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from players.models import User
from tests.permissions import digest
from tests.sign_in import sign_in
from tests.tournaments.api.callers import Caller, program, signed_in
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.staff import appoint_organizer, dismiss_organizer
from tournaments.actions.seen_versions import divisions_tag, league_tag, season_tag
from tournaments.actions.staff.invitations import accept_invitation, invite_organizer
from tournaments.models import League, LeagueStaff, Season
from tournaments.permissions import (
    can_create_leagues,
    can_create_tournaments,
    can_run,
    can_run_league,
    runnable_leagues,
    usable_seasons,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]
MARKS = [{"is_founder": True}, {"is_staff": True}, {"is_founder": True, "is_staff": True}]


@pytest.fixture
def league() -> League:
    """Lea's league, with a private tournament in it."""
    lea = Actor(User.objects.create_user("lea@example.org", name="Lea"))
    league = create_league(slug="river", name="River League", by=lea)
    season = create_season(league=league, name="2026", by=lea)
    open_hall("river-1", players=4, visibility="private", season=season, by=lea)
    return league


def fiona(**marks: bool) -> User:
    return User.objects.create_user("fiona@example.org", name="Fiona", **marks)


@pytest.mark.parametrize("marks", MARKS)
def test_a_mark_opens_no_league_of_others(league: League, marks: dict[str, bool]) -> None:
    by = Actor(fiona(**marks))
    own = create_league(slug="own", name="Own League", by=by)
    season = create_season(league=own, name="2026", by=by)

    assert (can_run_league(by, league), can_run_league(by, own)) == (False, True)
    assert list(runnable_leagues(by)) == [own]
    assert list(usable_seasons(by)) == [season]


Call = Callable[[Caller, League, Season], HttpResponse]
CALLS: dict[str, Call] = {
    "rename": lambda who, league, _season: who.call(
        "PATCH", f"/v1/leagues/{league.slug}/", {"name": "Mine"}, if_match=league_tag(league)
    ),
    "remove": lambda who, league, _season: who.delete(f"/v1/leagues/{league.slug}/"),
    "see the staff": lambda who, league, _season: who.get(f"/v1/leagues/{league.slug}/staff/"),
    "dismiss the founder": lambda who, league, _season: who.delete(
        f"/v1/leagues/{league.slug}/staff/{league.staff.get().pk}/"
    ),
    "invite oneself": lambda who, league, _season: who.post(f"/v1/leagues/{league.slug}/invitations/"),
    "open a season": lambda who, league, _season: who.post(
        f"/v1/leagues/{league.slug}/seasons/", {"name": "2027"}
    ),
    "rename a season": lambda who, _league, season: who.call(
        "PATCH", f"/v1/seasons/{season.pk}/", {"name": "Mine"}, if_match=season_tag(season)
    ),
    "remove a season": lambda who, _league, season: who.delete(f"/v1/seasons/{season.pk}/"),
    "divide a season": lambda who, _league, season: who.post(
        f"/v1/seasons/{season.pk}/divisions/", {"divisions": [{"name": "A"}]}, if_match=divisions_tag([])
    ),
    "rate": lambda who, league, _season: who.post(f"/v1/leagues/{league.slug}/rating/", {"method": "elo"}),
    "rank": lambda who, _league, season: who.post(f"/v1/seasons/{season.pk}/ranking/", {"worth": "total"}),
    "set up a tournament in it": lambda who, _league, season: who.post(
        "/v1/tournaments/",
        {"slug": "in-it", "name": "In it", "rulebook": "mleague", "season": season.pk, "level": 2},
    ),
    "look at its private tournament": lambda who, _league, _season: who.get("/v1/tournaments/river-1/"),
}


@pytest.mark.parametrize("marks", MARKS)
def test_what_was_done_with_a_mark_to_leagues_of_others_is_refused(
    league: League, marks: dict[str, bool]
) -> None:
    user = fiona(**marks)
    by_page, by_program = signed_in(user), program(user)
    season = league.seasons.get()
    before = digest()

    statuses = {
        name: (call(by_page, league, season).status_code, call(by_program, league, season).status_code)
        for name, call in CALLS.items()
    }

    expected = dict.fromkeys(CALLS, (403, 403))
    # A season that is not the founder's own is none that can be chosen, and a private tournament is not there.
    expected |= {"set up a tournament in it": (400, 400), "look at its private tournament": (404, 404)}
    assert statuses == expected
    assert what_stayed(before) == {}


def what_stayed(before: Any) -> dict[str, str]:
    """The tables that are others than before; answers kept for their keys are none of it."""
    return {
        table: after
        for table, after in digest().items()
        if after != before[table] and table != "tournaments_idempotencykey"
    }


@pytest.mark.parametrize("marks", MARKS)
def test_an_invitation_of_a_dismissed_organizer_with_a_mark_is_over(
    league: League, marks: dict[str, bool]
) -> None:
    lea = Actor(league.staff.get().user)
    user = fiona(**marks)
    mine = appoint_organizer(league=league, user=user, by=lea)
    invitation, _code = invite_organizer(league=league, by=Actor(user))
    dismiss_organizer(staff=mine, by=lea)
    before = digest()

    with pytest.raises(StateRefuses) as refusal:
        accept_invitation(invitation=invitation, by=Actor(user))

    assert refusal.value.code == "invitation_withdrawn"
    assert (digest(), list(LeagueStaff.objects.values_list("user", flat=True))) == (before, [lea.user.pk])


def test_the_operator_runs_every_league_and_invites_to_it(league: League, hall: Hall) -> None:
    root = Actor(User.objects.create_superuser("root@example.org", name="Root"))

    invitation, _code = invite_organizer(league=league, by=root)
    accept_invitation(invitation=invitation, by=hall.charlie)

    assert can_run_league(root, league)
    assert league.staff.filter(user=hall.charlie.user).exists()


@pytest.mark.parametrize(
    ("leagues", "tournaments", "may"),
    [
        ("nobody", "founders", [(False, False), (False, True), (False, True)]),
        ("founders", "founders", [(False, False), (True, True), (False, True)]),
        # Anybody founds a league alone: that must not make them somebody who may set up tournaments.
        ("everybody", "founders", [(True, False), (True, True), (True, False)]),
        ("everybody", "everybody", [(True, True), (True, True), (True, True)]),
    ],
)
def test_who_founds_is_a_setting_and_a_right_that_is_given(
    settings: Any, league: League, hall: Hall, leagues: str, tournaments: str, may: list[tuple[bool, bool]]
) -> None:
    settings.LEAGUE_FOUNDERS, settings.TOURNAMENT_FOUNDERS = leagues, tournaments
    people = (hall.charlie, Actor(fiona(is_founder=True)), Actor(league.staff.get().user))

    assert [(can_create_leagues(one), can_create_tournaments(one)) for one in people] == may


def test_the_mark_of_the_admin_site_founds_nothing(settings: Any) -> None:
    settings.LEAGUE_FOUNDERS = settings.TOURNAMENT_FOUNDERS = "founders"
    by = Actor(fiona(is_staff=True))

    assert (can_create_leagues(by), can_create_tournaments(by)) == (False, False)


def test_the_right_to_found_runs_no_tournament_of_others(hall: Hall) -> None:
    assert not can_run(Actor(fiona(is_founder=True, is_staff=True)), hall.tournament)


def test_the_mark_of_the_admin_site_shows_and_changes_nothing_there(hall: Hall) -> None:
    user = fiona(is_staff=True, is_founder=True)
    browser = Client()
    sign_in(browser, user)
    rows: list[tuple[str, type[Model]]] = [
        (f"admin:{model._meta.app_label}_{model._meta.model_name}", model) for model in admin.site._registry
    ]
    rights = {"name": "Fiona", "email": user.email, "is_active": "on", "is_staff": "on", "is_superuser": "on"}
    before = digest()

    statuses = {browser.get(reverse(f"{name}_changelist")).status_code for name, _model in rows}
    change = browser.post(reverse("admin:players_user_change", args=[user.pk]), rights)

    assert (statuses, change.status_code, digest()) == ({403}, 403, before)


def test_an_account_that_may_edit_accounts_makes_nobody_the_operator() -> None:
    user = fiona(is_staff=True)
    user.user_permissions.add(*apps.get_model("auth", "Permission").objects.all())
    browser = Client()
    sign_in(browser, user)
    page = reverse("admin:players_user_change", args=[user.pk])

    answer = browser.post(
        page, {"name": "Fiona", "email": user.email, "is_superuser": "on", "is_active": "on"}
    )

    user.refresh_from_db()
    assert (answer.status_code, user.is_superuser) == (403, False)


def test_the_operator_gives_the_right_on_the_admin_site(client: Client) -> None:
    client.force_login(User.objects.create_superuser("root@example.org", name="Root"))
    user = fiona()

    client.post(
        reverse("admin:players_user_change", args=[user.pk]),
        {"name": "Fiona", "email": user.email, "is_active": "on", "is_founder": "on"},
    )

    user.refresh_from_db()
    assert (user.is_founder, user.is_staff, user.is_superuser) == (True, False, False)
