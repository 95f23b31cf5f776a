"""What was typed of a league and its seasons can be mended, and what is empty goes."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from players.models import NameTrace
from tests.permissions import digest
from tests.tournaments.hall import Hall
from tournaments.actions.actor import Actor
from tournaments.actions.errors import NameTaken, RulesRefuse, StaleVersion, StateRefuses
from tournaments.actions.leagues.founding import (
    create_league,
    create_season,
    edit_league,
    remove_league,
    remove_season,
    rename_season,
)
from tournaments.actions.seen_versions import league_tag, season_tag
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.models import League, OldLeagueAddress, Season

pytestmark = pytest.mark.django_db

BY = Actor(is_console=True)


@pytest.fixture
def league(db: None) -> League:
    return create_league(slug="river", name="River League", by=BY)


def edit(league: League, **changes: str) -> League:
    return edit_league(
        league=league, changes=changes, seen=league_tag(League.objects.get(pk=league.pk)), by=BY
    )


def traces(subject: str) -> int:
    return NameTrace.objects.filter(subject=subject).count()


def test_name_address_and_text_change_and_the_old_address_leads_on(league: League) -> None:
    edit(league, name="Lake League", slug="lake", about="Wednesdays")

    page = Client().get("/l/lake/")
    assert "Lake League" in page.content.decode()
    assert "Wednesdays" in page.content.decode()
    assert Client().get("/l/river/")["Location"] == "/l/lake/"
    assert Client().get("/api/v1/leagues/river/").json()["slug"] == "lake"


def test_every_name_leaves_a_dated_trace(league: League) -> None:
    edit(league, name="Lake League")
    season = create_season(league=league, name="2026", by=BY)
    rename_season(season=season, name="2026/27", seen=season_tag(season), by=BY)

    assert (traces(f"league:{league.pk}"), traces(f"season:{season.pk}")) == (2, 2)


def test_an_address_that_was_left_is_nobody_elses_and_can_be_taken_again(league: League) -> None:
    other = create_league(slug="hill", name="Hill League", by=BY)
    edit(league, slug="lake")

    for taken in ("lake", "river"):
        with pytest.raises(NameTaken):
            edit(other, slug=taken)
    with pytest.raises(NameTaken):
        create_league(slug="river", name="Another", by=BY)
    with pytest.raises(IntegrityError), transaction.atomic():
        League.objects.filter(pk=other.pk).update(slug="river")
    edit(league, slug="river")
    assert list(OldLeagueAddress.objects.values_list("slug", flat=True)) == ["lake"]


def test_what_was_not_seen_is_not_replaced(league: League) -> None:
    seen = league_tag(league)
    edit(league, about="Wednesdays")
    season = create_season(league=league, name="2026", by=BY)
    before = digest()

    with pytest.raises(StaleVersion):
        edit_league(league=league, changes={"about": "Fridays"}, seen=seen, by=BY)
    with pytest.raises(StaleVersion):
        rename_season(season=season, name="2027", seen="e0", by=BY)

    assert digest() == before


def test_without_a_name_it_is_refused_and_the_same_again_changes_nothing(league: League) -> None:
    before = digest()

    with pytest.raises(RulesRefuse):
        edit(league, name="")
    edit(league, name="River League", slug="river")

    assert digest() == before


def test_what_is_empty_goes_and_may_go_twice(league: League) -> None:
    edit(league, slug="lake")
    season = create_season(league=league, name="2026", by=BY)

    with pytest.raises(StateRefuses, match="has seasons"):
        remove_league(league=league, by=BY)
    for _time in range(2):
        remove_season(season=season, by=BY)
        remove_league(league=league, by=BY)

    assert not League.objects.not_removed().exists()
    assert Client().get("/l/lake/").status_code == 404
    assert create_league(slug="lake", name="Another", by=BY).slug == "lake"


def test_a_season_with_tournaments_stays(hall: Hall, league: League) -> None:
    season = create_season(league=league, name="2026", by=BY)
    create_tournament(
        frame=Frame(slug="cup", name="Cup", rulebook_id="mleague", season=season), by=hall.alice
    )
    before = digest()

    with pytest.raises(StateRefuses, match="has tournaments"):
        remove_season(season=season, by=BY)

    assert digest() == before
    assert Season.objects.count() == 1
