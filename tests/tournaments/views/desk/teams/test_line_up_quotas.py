"""The desk says of whom a team has to send some; captains read who of their own team is meant, and are refused."""

import pytest

from tests.tournaments.actions.teams.league_of_teams import LeagueOfTeams, league_of_teams
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.people.entries import withdraw
from tournaments.actions.people.line_up_quotas import add_line_up_quota
from tournaments.actions.seen_versions import line_up_quota_tag
from tournaments.actions.teams.line_ups import set_line_up_rule
from tournaments.models import LineUp, LineUpQuota

pytestmark = pytest.mark.django_db

QUOTAS = f"{DESK}line-up-quotas/"


@pytest.fixture
def league() -> LeagueOfTeams:
    found = league_of_teams()
    set_line_up_rule(stage=found.hall.stage, by=found.hall.alice)
    return found


def women(league: LeagueOfTeams, *names: str) -> LineUpQuota:
    return add_line_up_quota(
        tournament=league.hall.tournament,
        name="Women",
        least=1,
        entries=[league.player(name) for name in names],
        by=league.hall.alice,
    )


def test_it_is_added_from_the_page_of_line_ups(league: LeagueOfTeams) -> None:
    alice = signed_in(league.hall.alice)
    rule = alice.get(f"{DESK}stages/{league.hall.stage.pk}/line-ups/").content.decode()
    assert f'href="{QUOTAS}"' in rule
    assert f'href="{QUOTAS}add/"' in alice.get(QUOTAS).content.decode()
    players = [league.player(name).pk for name in ("Foxes 2", "Bears 3")]

    done = send(alice, f"{QUOTAS}add/", name="Women", least="1", entries=players)

    assert done.request["PATH_INFO"] == QUOTAS
    assert "Women Teams with too few of them: Hares , Owls 1 2" in text_of(done)


def test_it_is_changed_where_its_players_are_ticked(league: LeagueOfTeams) -> None:
    alice, quota = signed_in(league.hall.alice), women(league, "Foxes 2")
    assert f'href="{QUOTAS}{quota.pk}/"' in alice.get(QUOTAS).content.decode()
    page = alice.get(f"{QUOTAS}{quota.pk}/").content.decode()
    assert page.count(" checked") == 1

    typed = {"name": "Juniors", "least": "2", "entries": [league.player("Foxes 3").pk]}
    send(alice, f"{QUOTAS}{quota.pk}/", seen=line_up_quota_tag(quota), **typed)

    quota.refresh_from_db()
    names = list(quota.members.values_list("entry__player__name", flat=True))
    assert (quota.name, quota.least, names) == ("Juniors", 2, ["Foxes 3"])


def test_what_is_wrong_is_said_beside_its_field(league: LeagueOfTeams) -> None:
    alice = signed_in(league.hall.alice)
    women(league, "Foxes 2")

    answer = alice.post(f"{QUOTAS}add/", {"name": "Women", "least": "1"})

    assert answer.status_code == 409
    assert "Another quota is called “Women”. Please choose another name." in text_of(answer)
    assert LineUpQuota.objects.count() == 1


def test_it_is_removed(league: LeagueOfTeams) -> None:
    quota = women(league, "Foxes 2")

    done = send(signed_in(league.hall.alice), f"{QUOTAS}{quota.pk}/remove/")

    assert "The quota was removed." in text_of(done)
    assert not LineUpQuota.objects.exists()


def test_who_has_withdrawn_is_none_that_a_team_has(league: LeagueOfTeams) -> None:
    bench = next(name for name in ("Foxes 2", "Foxes 3", "Foxes 4") if not league.player(name).seats.exists())
    women(league, bench, "Bears 3", "Hares 3", "Owls 3")
    withdraw(entry=league.player(bench), by=league.hall.alice)

    assert "Teams with too few of them: Foxes 1 4" in text_of(signed_in(league.hall.alice).get(QUOTAS))


def test_where_every_team_has_enough_of_them_none_is_named(league: LeagueOfTeams) -> None:
    women(league, "Foxes 2", "Bears 3", "Hares 3", "Owls 3")

    said = text_of(signed_in(league.hall.alice).get(QUOTAS))

    assert "Women 1 4" in said
    assert "Teams with too few of them" not in said


@pytest.mark.parametrize("quotas", [1, 5])
def test_the_list_takes_eight_statements(
    league: LeagueOfTeams, quotas: int, django_assert_num_queries
) -> None:
    alice = signed_in(league.hall.alice)
    for number in range(quotas):
        add_line_up_quota(
            tournament=league.hall.tournament,
            name=f"Quota {number}",
            least=1,
            entries=[league.player("Foxes 2")],
            by=league.hall.alice,
        )
    alice.get(QUOTAS)

    with django_assert_num_queries(8):
        alice.get(QUOTAS)


def test_the_desk_hands_in_another_line_up_once_it_was_asked(league: LeagueOfTeams) -> None:
    alice = signed_in(league.hall.alice)
    women(league, "Foxes 2")
    address = f"{DESK}rounds/{league.rounds[0].pk}/line-ups/{league.team('Foxes').pk}/"
    assert "At least 1 of Women: Foxes 2" in text_of(alice.get(address))
    three = league.player("Foxes 3").pk

    asked = alice.post(address, {"table_1": three})
    assert "1 more player of “Women” is needed: Foxes 2." in text_of(asked)
    assert not LineUp.objects.exists()

    send(alice, address, table_1=three, confirm="line_up_quota_missed")
    assert [one.entries for one in LineUp.objects.all()] == [[three]]
