"""The desk sets how captains name line-ups, sees who has handed one in but not whom, and shows them all at once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.actions.teams.league_of_teams import LeagueOfTeams, league_of_teams
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.draws.draft_rounds import unpublish_round
from tournaments.actions.play.round_times import plan_times
from tournaments.actions.teams.line_ups import hand_in_line_up, set_line_up_rule
from tournaments.models import LineUp, LineUpRule, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> LeagueOfTeams:
    return league_of_teams()


@pytest.fixture
def with_rule(league: LeagueOfTeams) -> LeagueOfTeams:
    set_line_up_rule(stage=league.hall.stage, by=league.hall.alice)
    return league


def main_of(answer) -> str:
    return answer.content.decode().split("<main")[1]


def hand_in(league: LeagueOfTeams, name: str) -> None:
    hand_in_line_up(
        round_=league.rounds[0],
        team=league.team(name.split()[0]),
        entries=[league.player(name)],
        by=league.hall.alice,
    )


def bench_of(league: LeagueOfTeams, team: str) -> str:
    return next(
        f"{team} {n}" for n in range(1, 5) if [f"{team} {n}"] != league.seated(league.rounds[0])[team]
    )


def test_the_rule_is_set_from_the_tournaments_page_and_leads_to_the_rounds(league: LeagueOfTeams) -> None:
    alice = signed_in(league.hall.alice)
    address = f"{DESK}stages/{league.hall.stage.pk}/line-ups/"
    assert f'href="{address}"' in alice.get(f"{DESK}edit/").content.decode()

    done = send(alice, address, is_on="on", closes_before="60", late_penalty="20")

    assert list(LineUpRule.objects.values_list("closes_before", "late_penalty")) == [(60, 20_000)]
    page = done.content.decode()
    assert 'value="20"' in page
    for round_ in league.rounds:
        assert f'href="{DESK}rounds/{round_.pk}/line-ups/"' in page
    assert f'href="{DESK}rounds/{league.rounds[0].pk}/line-ups/"' in alice.get(DESK).content.decode()
    send(alice, address)
    assert not LineUpRule.objects.exists()


def test_a_rule_without_rounds_to_send_players_to_says_so(with_rule: LeagueOfTeams) -> None:
    address = f"{DESK}stages/{with_rule.hall.stage.pk}/line-ups/"
    alice = signed_in(with_rule.hall.alice)
    before = alice.get(address)
    for round_ in with_rule.rounds:
        unpublish_round(round_=round_, by=with_rule.hall.alice)

    after = alice.get(address)

    nothing = "No round of this stage is published and waiting to start."
    assert [nothing in text_of(page) for page in (before, after)] == [False, True]
    assert ["/line-ups/" in main_of(page).replace(address, "") for page in (before, after)] == [True, False]


def test_line_ups_are_for_rounds_that_are_published_and_have_not_started(with_rule: LeagueOfTeams) -> None:
    address = f"{DESK}rounds/{with_rule.rounds[0].pk}/line-ups/"
    unpublish_round(round_=with_rule.rounds[0], by=with_rule.hall.alice)

    page = signed_in(with_rule.hall.alice).get(address)

    assert "Line-ups can be handed in for rounds that are published and have not started." in text_of(page)
    assert "Hand in for this team" not in text_of(page)


def test_once_all_are_shown_players_are_exchanged_elsewhere(with_rule: LeagueOfTeams) -> None:
    alice = signed_in(with_rule.hall.alice)
    address = f"{DESK}rounds/{with_rule.rounds[0].pk}/line-ups/"
    send(alice, f"{address}show/", confirm="line_ups_missing")

    pages = [alice.get(address), alice.get(f"{address}{with_rule.team('Foxes').pk}/")]

    shown = "The line-ups of this round have been shown. Exchange players on the draw page."
    assert [shown in text_of(page) for page in pages] == [True, True]
    assert ['name="key"' in main_of(page) for page in pages] == [False, False]


def test_it_says_until_when_and_who_was_late(with_rule: LeagueOfTeams) -> None:
    alice, first = signed_in(with_rule.hall.alice), with_rule.rounds[0]
    address = f"{DESK}rounds/{first.pk}/line-ups/"
    hand_in(with_rule, bench_of(with_rule, "Foxes"))
    before = text_of(alice.get(address))
    plan_times(
        tournament=with_rule.hall.tournament,
        times={first.pk: timezone.now() - timedelta(minutes=5)},
        by=with_rule.hall.alice,
    )
    send(
        alice,
        f"{address}{with_rule.team('Bears').pk}/",
        table_1=with_rule.player(bench_of(with_rule, "Bears")).pk,
    )

    after = text_of(alice.get(address))

    assert ("Due: " in before, "Due: " in after) == (False, True)
    assert "Foxes 1 handed in Hand in" in after
    assert "Bears 1 handed in late Hand in" in after


def test_without_teams_no_page_speaks_of_it(hall) -> None:
    assert "line-ups" not in signed_in(hall.alice).get(f"{DESK}edit/").content.decode()


def test_it_says_who_has_handed_in_and_not_whom(with_rule: LeagueOfTeams) -> None:
    alice, bench = signed_in(with_rule.hall.alice), bench_of(with_rule, "Foxes")
    hand_in(with_rule, bench)
    address = f"{DESK}rounds/{with_rule.rounds[0].pk}/line-ups/"

    page = alice.get(address)
    form = alice.get(f"{address}{with_rule.team('Foxes').pk}/").content.decode()

    assert "Foxes 1 handed in Hand in for this team : Foxes" in text_of(page)
    assert "Bears 1 not yet Hand in for this team : Bears" in text_of(page)
    assert bench not in page.content.decode()
    # The form begins with the drawn player, whoever was handed in.
    assert f'value="{with_rule.player(bench).pk}" selected' not in form
    assert "which is hidden until all are shown" in form


def test_the_list_takes_nine_statements(with_rule: LeagueOfTeams, django_assert_num_queries) -> None:
    alice = signed_in(with_rule.hall.alice)
    address = f"{DESK}rounds/{with_rule.rounds[0].pk}/line-ups/"
    alice.get(address)

    with django_assert_num_queries(9):
        alice.get(address)


def test_the_organizer_hands_in_for_a_team(with_rule: LeagueOfTeams) -> None:
    alice, bench = signed_in(with_rule.hall.alice), bench_of(with_rule, "Foxes")
    address = f"{DESK}rounds/{with_rule.rounds[0].pk}/line-ups/{with_rule.team('Foxes').pk}/"

    done = send(alice, address, table_1=with_rule.player(bench).pk)

    assert "The line-up was handed in." in text_of(done)
    assert [one.entries for one in LineUp.objects.all()] == [[with_rule.player(bench).pk]]


def test_showing_asks_while_some_are_missing_and_leads_to_the_round(with_rule: LeagueOfTeams) -> None:
    alice, bench = signed_in(with_rule.hall.alice), bench_of(with_rule, "Foxes")
    hand_in(with_rule, bench)
    address = f"{DESK}rounds/{with_rule.rounds[0].pk}/line-ups/show/"

    asked = send(alice, address)
    assert "No line-up from Bears, Hares, Owls. The drawn players would play." in text_of(asked)
    assert LineUp.objects.count() == 1

    done = send(alice, address, confirm="line_ups_missing")
    assert done.request["PATH_INFO"] == f"/t/spring-open/rounds/{with_rule.rounds[0].pk}/"
    assert with_rule.seated(Round.objects.get(pk=with_rule.rounds[0].pk))["Foxes"] == [bench]


def test_a_refusal_leads_back_to_the_list(with_rule: LeagueOfTeams) -> None:
    alice = signed_in(with_rule.hall.alice)
    set_line_up_rule(stage=with_rule.hall.stage, is_on=False, by=with_rule.hall.alice)

    done = send(alice, f"{DESK}rounds/{with_rule.rounds[0].pk}/line-ups/show/")

    assert "In this stage the draw decides who plays; captains hand in no line-ups." in text_of(done)


def test_a_penalty_beyond_what_is_counted_is_refused_beside_its_field(league: LeagueOfTeams) -> None:
    alice = signed_in(league.hall.alice)

    answer = alice.post(
        f"{DESK}stages/{league.hall.stage.pk}/line-ups/", {"is_on": "on", "late_penalty": "1000000000"}
    )

    says = "Enter a number from 0 to 1,000,000,000."
    assert answer.context["form"].errors == {"late_penalty": [says]}
    assert not LineUpRule.objects.exists()
