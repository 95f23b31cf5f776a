"""A captain hands in from the phone that follows their card, and is the only one to read it."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.permissions import digest
from tests.tournaments.actions.teams.league_of_teams import LeagueOfTeams, league_of_teams
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_player_cards import card_of, scan
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.actions.people.line_up_quotas import add_line_up_quota
from tournaments.actions.play.round_times import plan_times
from tournaments.actions.play.rounds import start_round
from tournaments.actions.teams.line_ups import LINE_UPS_MISSING, set_line_up_rule, show_line_ups
from tournaments.actions.teams.quotas import set_game_quota
from tournaments.models import LineUp, Round, Seat, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> LeagueOfTeams:
    found = league_of_teams()
    set_line_up_rule(stage=found.hall.stage, by=found.hall.alice)
    issue_player_cards(tournament=found.hall.tournament, by=found.hall.alice)
    return found


def phone_of(league: LeagueOfTeams, name: str) -> Client:
    return scan(card_of(league.player(name)))


def address(league: LeagueOfTeams) -> str:
    return f"/seat/line-up/{league.rounds[0].pk}/"


def selected(page: str) -> list[str]:
    return [part.split("</option>")[0].split(">")[1].split(" ", 1)[1] for part in page.split(" selected")[1:]]


def bench_of(league: LeagueOfTeams, team: str) -> str:
    return next(
        f"{team} {n}" for n in range(1, 5) if [f"{team} {n}"] != league.seated(league.rounds[0])[team]
    )


def test_the_phone_leads_there_and_the_form_begins_with_the_drawn_players(league: LeagueOfTeams) -> None:
    phone = phone_of(league, "Foxes 1")
    here = phone.get("/seat/card/", follow=True).content.decode()

    assert [f'href="/seat/line-up/{round_.pk}/"' in here for round_ in league.rounds] == [True, True]
    page = phone.get(address(league))
    assert selected(page.content.decode()) == league.seated(league.rounds[0])["Foxes"]
    assert "Line-up of Foxes for Round 1" in text_of(page)


def test_it_is_handed_in_read_again_by_the_captain_and_changed(league: LeagueOfTeams) -> None:
    phone, bench = phone_of(league, "Foxes 1"), bench_of(league, "Foxes")

    done = phone.post(address(league), {"table_1": league.player(bench).pk}, follow=True)

    assert "Your line-up was handed in. It is hidden until all line-ups are shown." in text_of(done)
    assert selected(done.content.decode()) == [bench]
    assert [one.entries for one in LineUp.objects.all()] == [[league.player(bench).pk]]


def test_a_captain_who_is_signed_in_needs_no_card(league: LeagueOfTeams) -> None:
    captain = league.player("Foxes 1")
    captain.player.user = league.hall.bob
    captain.player.save(update_fields=["user"])

    page = signed_in(Actor(league.hall.bob)).get(address(league))

    assert (page.status_code, "Line-up of Foxes for Round 1" in text_of(page)) == (200, True)


@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_else_gets_there(league: LeagueOfTeams, method: str) -> None:
    bench = league.player(bench_of(league, "Foxes"))
    visitors = {
        "/seat/table/": phone_of(league, "Foxes 2"),
        "/me/": signed_in(league.hall.alice),
        "/seat/": Client(),
    }
    before = digest()

    for leads_to, visitor in visitors.items():
        answer = getattr(visitor, method)(address(league), {"table_1": bench.pk})
        assert (answer.status_code, answer["Location"]) == (302, leads_to)
    assert digest() == before


def test_what_is_wrong_is_said_in_the_form(league: LeagueOfTeams) -> None:
    phone = phone_of(league, "Foxes 1")

    stranger = phone.post(address(league), {"table_1": league.player("Bears 2").pk})
    nobody = phone.post(address(league), {})

    assert (stranger.status_code, nobody.status_code) == (422, 422)
    assert LineUp.objects.count() == 0


@pytest.mark.slow
def test_the_same_player_at_two_tables_is_refused_in_words() -> None:
    league = league_of_teams(line_up=2)
    set_line_up_rule(stage=league.hall.stage, by=league.hall.alice)
    issue_player_cards(tournament=league.hall.tournament, by=league.hall.alice)
    one = league.player("Foxes 2").pk

    answer = phone_of(league, "Foxes 1").post(address(league), {"table_1": one, "table_2": one})

    assert (answer.status_code, LineUp.objects.count()) == (422, 0)
    assert "Please choose a different player for each table." in text_of(answer)


def test_once_the_round_has_started_it_is_settled(league: LeagueOfTeams) -> None:
    phone = phone_of(league, "Foxes 1")
    phone.post(address(league), {"table_1": league.player("Foxes 2").pk})
    show_line_ups(round_=league.rounds[0], by=league.hall.alice, confirm=[LINE_UPS_MISSING])
    start_round(round_=league.rounds[0], by=league.hall.alice)

    page = phone.get(address(league))

    assert "The line-ups of this round are settled." in text_of(page)
    assert "<select" not in page.content.decode()


def test_in_japanese(league: LeagueOfTeams) -> None:
    phone = phone_of(league, "Foxes 1")

    assert "オーダー" in text_of(phone.get(f"/ja{address(league)}"))


def test_the_captain_reads_who_of_the_team_is_needed_and_is_refused_without(league: LeagueOfTeams) -> None:
    names = ("Foxes 2", "Foxes 3", "Bears 2")
    add_line_up_quota(
        tournament=league.hall.tournament,
        name="Women",
        least=1,
        entries=[league.player(name) for name in names],
        by=league.hall.alice,
    )
    phone, path = phone_of(league, "Foxes 1"), address(league)
    assert "At least 1 of Women: Foxes 2 , Foxes 3 Table" in text_of(phone.get(path))

    answer = phone.post(path, {"table_1": league.player("Foxes 4").pk, "confirm": "line_up_quota_missed"})

    assert answer.status_code == 422
    assert "1 more player of “Women” is needed: Foxes 2, Foxes 3." in text_of(answer)
    assert not LineUp.objects.exists()


def test_it_says_until_when_it_is_due(league: LeagueOfTeams) -> None:
    phone = phone_of(league, "Foxes 1")
    assert "Due:" not in text_of(phone.get(address(league)))
    at = datetime(2098, 12, 4, 9, tzinfo=UTC)
    plan_times(tournament=league.hall.tournament, times={league.rounds[0].pk: at}, by=league.hall.alice)

    # In Tokyo's zone, which is the tournament's.
    assert "Due: Dec. 4, 2098, 6 p.m." in text_of(phone.get(address(league)))


def test_until_line_ups_are_shown_the_team_is_told_when_its_captain_decides(league: LeagueOfTeams) -> None:
    set_line_up_rule(stage=league.hall.stage, closes_before=60, by=league.hall.alice)
    at = datetime(2098, 12, 4, 10, tzinfo=UTC)
    plan_times(tournament=league.hall.tournament, times={league.rounds[0].pk: at}, by=league.hall.alice)
    words = (
        "Round 1 · Dec. 4, 2098, 7 p.m. · against Bears , Hares , Owls "
        "Your captain decides who plays by Dec. 4, 2098, 6 p.m."
    )
    phones = {name: phone_of(league, name) for name in (f"Foxes {number}" for number in range(1, 5))}

    def read() -> dict[str, str]:
        return {name: text_of(phone.get("/seat/table/", follow=True)) for name, phone in phones.items()}

    assert [words in page for page in read().values()] == [True, True, True, True]

    show_line_ups(round_=league.rounds[0], by=league.hall.alice, confirm=[LINE_UPS_MISSING])

    [plays] = league.seated(league.rounds[0])["Foxes"]
    after = read()
    assert [name for name, page in after.items() if f"This phone: {name}" in page] == [plays]
    waiting = [page for name, page in after.items() if name != plays]
    assert [("Round 1" in page, "Round 2 · against" in page) for page in waiting] == [(False, True)] * 3


def test_the_captains_page_has_open_rounds_first_and_who_has_played_how_often(league: LeagueOfTeams) -> None:
    set_game_quota(stage=league.hall.stage, least=2, most=3, by=league.hall.alice)
    phone, foxes = phone_of(league, "Foxes 1"), league.team("Foxes")
    phone.post(address(league), {"table_1": league.player("Foxes 3").pk})
    at = datetime(2098, 12, 4, 10, tzinfo=UTC)
    plan_times(tournament=league.hall.tournament, times={league.rounds[0].pk: at}, by=league.hall.alice)

    page = text_of(phone.get(f"/seat/line-ups/{foxes.pk}/"))

    assert "Round 1 · Dec. 4, 2098, 7 p.m. handed in against Bears , Hares , Owls" in page
    assert "Round 2 not yet against Bears , Hares , Owls" in page
    assert "Foxes 1 0 0 3 2 Foxes 2 0 0 3 2 Foxes 3 0 1 2 1 Foxes 4 0 0 3 2" in page
    show_line_ups(round_=league.rounds[0], by=league.hall.alice, confirm=[LINE_UPS_MISSING])
    shown = text_of(phone.get(f"/seat/line-ups/{foxes.pk}/"))
    assert "1 settled round Round 1 · Dec. 4, 2098, 7 p.m." in shown
    assert shown.index("Round 2 not yet") < shown.index("Foxes 3 0 1 2 1") < shown.index("1 settled round")


def test_the_captains_page_is_the_captains_alone(league: LeagueOfTeams) -> None:
    path = f"/seat/line-ups/{league.team('Foxes').pk}/"
    phone_of(league, "Foxes 1").post(address(league), {"table_1": league.player("Foxes 3").pk})

    visitors = {
        "Foxes 2": phone_of(league, "Foxes 2"),
        "Bears 1": phone_of(league, "Bears 1"),
        "alice": signed_in(league.hall.alice),
        "anybody": Client(),
    }
    assert {name: visitor.get(path).status_code for name, visitor in visitors.items()} == dict.fromkeys(
        visitors, 302
    )


def test_of_a_long_season_the_phone_shows_what_comes_next(league: LeagueOfTeams) -> None:
    rounds = Round.objects.bulk_create(
        Round(stage=league.hall.stage, number=number, status="published") for number in range(3, 121)
    )
    tables = Table.objects.bulk_create(Table(round=round_, number=1) for round_ in rounds)
    captain = league.player("Foxes 1")
    Seat.objects.bulk_create(Seat(table=table, round=table.round, wind=1, entry=captain) for table in tables)
    phone = phone_of(league, "Foxes 1")

    here = phone.get("/seat/card/", follow=True).content.decode()
    with CaptureQueriesContext(connection) as queries:
        page = text_of(phone.get(f"/seat/line-ups/{league.team('Foxes').pk}/"))

    assert (here.count("/seat/line-up/"), here.count("/seat/line-ups/")) == (2, 1)
    assert "114 later rounds" in page
    assert len(queries) < 20
