import io
import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.test import TestCase

from players.models import Player
from tests.tournaments.hall import seats_of
from tests.tournaments.replay import replayed
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.seat_tokens import claim_seat
from tournaments.demo import event, ladder, league, teams
from tournaments.models import (
    Draw,
    HandStatistics,
    LedgerEntry,
    Night,
    Round,
    Score,
    Scoresheet,
    SeatToken,
    Standing,
    Table,
    Tournament,
)
from tournaments.verification import verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]


@pytest.fixture(autouse=True)
def embedded(settings):
    settings.EMBEDDED = True


@pytest.fixture
def load(settings):
    return lambda: loaded(is_embedded=settings.EMBEDDED)


@replayed
def loaded(*, is_embedded: bool) -> str:
    """What the command prints. A second call in one test calls it again."""
    out = io.StringIO()
    with TestCase.captureOnCommitCallbacks(execute=True):
        call_command("load_demo", stdout=out)
    return out.getvalue()


def counts():
    models = (Tournament, Player, Round, Table, Scoresheet, Score, Standing, EmailAddress)
    return [model.objects.count() for model in models]


def test_a_real_league_and_a_tournament_in_mid_round_are_there_with_their_standings(load):
    load()

    assert Scoresheet.objects.filter(table__round__stage__tournament__slug=league.SLUG).count() == 106
    demo = Tournament.objects.get(slug=event.SLUG)
    assert list(demo.stages.get().rounds.values_list("number", "status")) == [
        (1, "closed"),
        (2, "closed"),
        (3, "closed"),
        (4, "started"),
        (5, "published"),
    ]
    live = Scoresheet.objects.live().filter(table__round__stage__tournament=demo, table__round__number=4)
    assert sorted(live.values_list("status", flat=True)) == ["confirmed"] * 3 + ["disputed", "submitted"]
    assert Table.objects.filter(round__number=4, round__stage__tournament=demo).count() == 8
    assert Standing.objects.filter(stage__tournament=demo).count() == 32
    assert Standing.objects.filter(stage__tournament__slug=league.SLUG).count() == 21


def test_the_teams_play_their_final_with_half_of_what_they_had(load):
    load()

    season, semifinal, final = Tournament.objects.get(slug=teams.SLUG).stages.order_by("ordinal")
    assert [stage.rounds.count() for stage in (season, semifinal, final)] == [12, 6, 2]
    assert [stage.team_standings.count() for stage in (season, semifinal, final)] == [8, 6, 4]
    # Half of the total, to 0.1; halves upwards (-20.75 is -20.7).
    for earlier, later in ((season, semifinal), (semifinal, final)):
        had = dict(earlier.team_standings.values_list("team", "total"))
        carried = dict(later.team_standings.values_list("team", "carried"))
        assert carried == {team: (had[team] // 2 + 50) // 100 * 100 for team in carried}
        assert sorted(carried) == sorted(sorted(had, key=lambda team: -had[team])[: len(carried)])
    assert verify_ledger(season.tournament_id).problems == []


@pytest.mark.slow
def test_players_sign_up_for_the_clubs_next_nights(load):
    load()

    nights = Night.objects.filter(stage__tournament__slug=ladder.SLUG).order_by("starts_at")
    assert [night.players.count() for night in nights] == [8, 0, 0, 0]


def test_in_the_clubs_ladder_whoever_has_played_ten_games_is_ranked(load):
    load()

    rows = Standing.objects.filter(stage__tournament__slug=ladder.SLUG)
    games = sorted(rows.values_list("games", flat=True))
    assert (len(games), sum(games)) == (16, 4 * 51)
    assert {row.rank is not None for row in rows if row.games >= 10} == {True}
    assert {row.rank is not None for row in rows if row.games < 10} == {False}


def test_of_the_clubs_games_tonight_every_hand_is_known(load):
    load()

    rows = HandStatistics.objects.filter(stage__tournament__slug=ladder.SLUG)
    assert [row.games for row in rows] == [3] * 12
    assert min(row.hands for row in rows) >= 20
    # All but the yakuman tell their yaku.
    assert all(row.yaku_wins == row.wins - row.yakuman for row in rows)
    assert sum(row.dora for row in rows) > 0
    assert verify_ledger(rows[0].stage.tournament_id).problems == []


def test_the_tournament_is_drawn_as_well_as_one_can(load):
    load()

    stored = Draw.objects.get(stage__tournament__slug=event.SLUG)
    assert stored.method == "schedule"
    assert [stored.quality[name] for name in ("excess_meetings", "players_off_winds", "broken_wishes")] == [
        0,
        0,
        [],
    ]


@pytest.mark.slow
def test_loading_again_changes_nothing_but_the_links_of_unclaimed_seats(load):
    load()
    before, actions = counts(), LedgerEntry.objects.count()

    load()

    assert counts() == before
    assert LedgerEntry.objects.count() == actions + 1
    assert LedgerEntry.objects.order_by("pk").last().kind == "tokens_issued"


def test_the_hall_is_the_same_every_time():
    games = [event._game(round_number, 1).points for round_number in (1, 2)]

    assert games == [[46400, 31200, 21700, 20700], [40000, 15200, 28000, 36800]]


def test_the_printed_password_signs_in_everybody_printed_and_their_addresses_are_verified(load):
    output = load()

    password = re.search(r"password: (\S+)", output).group(1)
    addresses = re.findall(r"\S+@demo\.example", output)
    assert len(addresses) == 3
    assert [authenticate(username=email, password=password).email for email in addresses] == addresses
    assert EmailAddress.objects.filter(verified=True, primary=True, email__in=addresses).count() == 3


def test_the_printed_links_open_the_seats_of_the_players_own_table(load):
    output = load()

    codes = re.findall(r"/seat/#(\w+)", output)
    seats = [claim_seat(code=code, key=f"phone {code}")[0].seat for code in codes]
    assert seats == seats_of(seats[0].table)
    player = Actor(user=Player.objects.exclude(user=None).get().user)
    assert sum(player.sits_on(seat) for seat in seats) == 1


def test_every_printed_address_is_a_page(load, client):
    addresses = {address.partition("#")[0] for address in re.findall(r"http://[^/]+(/\S*)", load())}

    assert {address: client.get(address).status_code for address in addresses} == dict.fromkeys(
        (
            "/t/m-league-2018/",
            "/t/demo-spring-open/",
            "/t/demo-club-ladder/",
            "/t/demo-team-league/",
            "/accounts/login/",
            "/seat/",
        ),
        200,
    )


def test_a_seat_that_a_phone_has_claimed_is_left_to_it(load):
    code = re.findall(r"/seat/#(\w+)", load())[0]
    token, _secret = claim_seat(code=code, key="my phone")

    output = load()

    assert SeatToken.objects.alive().filter(pk=token.pk).exists()
    assert len(re.findall(r"/seat/#(\w+)", output)) == 3


def test_where_other_people_work_the_public_password_is_not_let_in(load, settings):
    settings.EMBEDDED = False

    with pytest.raises(CommandError, match="known to everybody"):
        load()

    assert Tournament.objects.count() == 0
