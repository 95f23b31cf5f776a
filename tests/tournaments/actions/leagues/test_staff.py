"""A league has organizers, and they organize every tournament of its seasons."""

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.permissions import digest
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.actions.leagues.founding import create_league, create_season, remove_league, remove_season
from tournaments.actions.leagues.staff import appoint_organizer, dismiss_organizer
from tournaments.actions.locks import lock_table
from tournaments.actions.setup.tournaments import appoint
from tournaments.actions.staff.invitations import accept_invitation, invite_organizer
from tournaments.models import League, Season, Staff, Table
from tournaments.permissions import (
    can_run,
    can_run_league,
    listed_tournaments,
    role_of,
    roles_everywhere,
    visible_rounds,
    visible_tournaments,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(hall: Hall) -> League:
    """Charlie's; Alice's tournament of it is private."""
    return create_league(slug="river", name="River League", by=hall.charlie)


@pytest.fixture
def season(league: League, hall: Hall) -> Season:
    return create_season(league=league, name="2026", by=hall.charlie)


@pytest.fixture
def division(season: Season) -> Hall:
    return open_hall("first", season=season, visibility="private")


def names(rows) -> set[str]:
    return set(rows.values_list("slug", flat=True))


def test_whoever_founds_a_league_organizes_it(league: League, hall: Hall) -> None:
    assert [one.user for one in league.staff.all()] == [hall.charlie.user]
    assert can_run_league(hall.charlie, league)
    assert not can_run_league(hall.alice, league)


def test_its_organizers_organize_its_tournaments_and_no_others(hall: Hall, division: Hall) -> None:
    charlie, tournament = hall.charlie, division.tournament
    round_ = division.draw()

    assert role_of(charlie, tournament) == "organizer"
    assert can_run(charlie, tournament)
    assert "first" in names(visible_tournaments(charlie))
    assert "first" in names(listed_tournaments(charlie))
    assert round_ in visible_rounds(charlie)
    assert roles_everywhere(charlie.user) == {tournament.pk: "organizer"}
    assert role_of(charlie, hall.tournament) is None
    assert not can_run(charlie, hall.tournament)


def test_a_strangers_view_of_it_stays_what_it_was(hall: Hall, division: Hall) -> None:
    assert role_of(hall.alice, division.tournament) is None
    assert "first" not in names(visible_tournaments(hall.alice))
    assert not visible_rounds(hall.alice).filter(pk=division.draw().pk).exists()


def test_a_league_counts_more_than_a_smaller_role_on_the_staff(hall: Hall, division: Hall) -> None:
    appoint(tournament=division.tournament, user=hall.charlie.user, role=Staff.Role.SCORER, by=division.alice)

    assert role_of(Actor(hall.charlie.user), division.tournament) == "organizer"
    assert roles_everywhere(hall.charlie.user) == {division.tournament.pk: "organizer"}


def test_a_role_is_read_in_one_statement(hall: Hall, division: Hall) -> None:
    for tournament in (hall.tournament, division.tournament):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            role_of(Actor(hall.charlie.user), tournament)

        assert len(asked) == 1


def test_a_report_reads_it_with_the_table(hall: Hall, division: Hall) -> None:
    table = Table.objects.filter(round=division.started()).first()
    charlie = Actor(hall.charlie.user)

    with transaction.atomic():
        lock_table(charlie, pk=table.pk)

    assert charlie.roles == {division.tournament.pk: "organizer"}
    with CaptureQueriesContext(connection) as asked:
        assert can_run(charlie, division.tournament)
    assert len(asked) == 0


def test_a_person_finds_the_leagues_tournaments_on_their_page(hall: Hall, division: Hall) -> None:
    page = signed_in(hall.charlie).get("/me/").content.decode()
    me = signed_in(hall.charlie).get("/api/v1/me/").json()

    assert "/t/first/desk/" in page
    assert me["roles"] == [{"tournament": "first", "role": "organizer"}]


def test_one_who_was_invited_joins_and_may_say_it_twice(hall: Hall, league: League) -> None:
    invitation, _code = invite_organizer(league=league, by=hall.charlie)

    for _time in range(2):
        accept_invitation(invitation=invitation, by=hall.alice)

    assert {one.user for one in league.staff.all()} == {hall.charlie.user, hall.alice.user}
    with pytest.raises(StateRefuses, match="already accepted"):
        accept_invitation(invitation=invitation, by=hall.rob)
    assert league.staff.count() == 2


def test_an_organizer_is_not_invited_again(hall: Hall, league: League) -> None:
    invitation, _code = invite_organizer(league=league, by=hall.charlie)
    before = digest()

    with pytest.raises(StateRefuses, match="already organize this league"):
        accept_invitation(invitation=invitation, by=hall.charlie)

    assert digest() == before


def test_whoever_was_dismissed_leaves_no_invitation_that_works(hall: Hall, league: League) -> None:
    invitation, _code = invite_organizer(league=league, by=hall.charlie)
    appoint_organizer(league=league, user=hall.alice.user, by=hall.charlie)
    dismiss_organizer(staff=league.staff.get(user=hall.charlie.user), by=hall.alice)
    before = digest()

    with pytest.raises(StateRefuses, match="no longer runs this league"):
        accept_invitation(invitation=invitation, by=hall.rob)

    assert digest() == before


def test_a_league_that_was_removed_takes_nobody_in(hall: Hall, league: League) -> None:
    invitation, _code = invite_organizer(league=league, by=hall.charlie)
    remove_league(league=league, by=hall.charlie)

    with pytest.raises(StateRefuses, match="no longer runs this league"):
        accept_invitation(invitation=invitation, by=hall.alice)


def test_a_league_keeps_an_organizer(hall: Hall, league: League) -> None:
    staff = league.staff.get()
    before = digest()

    with pytest.raises(StateRefuses, match="needs an organizer"):
        dismiss_organizer(staff=staff, by=hall.charlie)

    assert digest() == before
    other = appoint_organizer(league=league, user=hall.alice.user, by=hall.charlie)
    for _time in range(2):
        dismiss_organizer(staff=staff, by=hall.charlie)
    assert list(league.staff.all()) == [other]


def test_every_action_is_in_the_leagues_ledger(hall: Hall, league: League) -> None:
    season = create_season(league=league, name="2026", by=hall.charlie)
    remove_season(season=season, by=hall.charlie)
    invitation, _code = invite_organizer(league=league, by=hall.charlie)
    accept_invitation(invitation=invitation, by=hall.alice)
    dismiss_organizer(staff=league.staff.get(user=hall.alice.user), by=hall.charlie)

    assert list(league.ledger.order_by("seq").values_list("kind", "actor")) == [
        ("founded", hall.charlie.key),
        ("organizer_appointed", hall.charlie.key),
        ("season_opened", hall.charlie.key),
        ("season_removed", hall.charlie.key),
        ("organizer_invited", hall.charlie.key),
        ("organizer_appointed", hall.alice.key),
        ("organizer_invitation_accepted", hall.alice.key),
        ("organizer_dismissed", hall.charlie.key),
    ]
    page = Client().get("/l/river/ledger/").content.decode()
    assert "Alice is no longer an organizer" in page
    answer = Client().get("/api/v1/leagues/river/ledger/?after=7").json()
    assert [entry["kind"] for entry in answer["entries"]] == ["organizer_dismissed"]
    assert answer["head"]["seq"] == 8


def test_the_ledger_takes_four_statements_however_long_it_is(hall: Hall, league: League) -> None:
    counts = []
    for _time in range(2):
        with CaptureQueriesContext(connection) as asked:
            Client().get("/l/river/ledger/")
        counts.append(len(asked))
        for number in range(10):
            create_season(league=league, name=str(number), by=hall.alice)

    assert counts == [4, 4]
