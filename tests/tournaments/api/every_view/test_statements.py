"""How many statements an answer costs. The numbers are literal: whoever changes one has a reason."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from players.models import User
from tests.tournaments.api.callers import (
    BALANCED,
    Caller,
    body_of,
    phone_of,
    phones_at,
    program,
    signed_in,
    stranger,
)
from tests.tournaments.hall import Hall, open_hall, play
from tests.tournaments.replay import replayed
from tests.tournaments.told import DRAW, RON, enter
from tests.tournaments.worlds import card_bearers_of
from tournaments.actions.credentials.api_tokens import create_api_token
from tournaments.actions.credentials.seat_tokens import issue_seat_tokens
from tournaments.actions.draws.draft_rounds import draw_round
from tournaments.actions.leagues.founding import create_league
from tournaments.actions.people.entries import form_team
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.setup.tournaments import add_stage, appoint
from tournaments.models import Publication, Round, Table
from tournaments.standings import publish_standings

pytestmark = pytest.mark.database("sqlite")

CONTROL = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")


def cost(caller: Caller, method: str, path: str, body: object = None, **headers: Any) -> int:
    """The statements of a call that succeeds, without those that begin and end transactions."""
    with CaptureQueriesContext(connection) as queries:
        response = caller.call(method, path, body, **headers)
    assert response.status_code in (200, 201, 304), response.content
    return sum(not query["sql"].startswith(CONTROL) for query in queries)


def test_a_report_is_nine_statements_with_authentication_whoever_reports(hall: Hall, round_: Round) -> None:
    first, second = round_.tables.order_by("number")
    phone, token = phone_of(first.seats.get(wind=1), hall.alice), program(hall.alice.user)
    token.get("/v1/rulebooks/")  # that a token is used is noted once a minute

    costs = [
        cost(caller, "POST", f"/v1/tables/{table.pk}/scoresheets/", BALANCED)
        for caller, table in ((phone, first), (token, second))
    ]

    assert costs == [9, 9]


def test_a_phone_that_follows_a_card_reports_in_as_many(hall: Hall, table: Table) -> None:
    phone, _waits = card_bearers_of(table.seats.select_related("entry__tournament").get(wind=1), hall.alice)

    assert cost(phone, "POST", f"/v1/tables/{table.pk}/scoresheets/", BALANCED) == 9


def test_a_confirmation_is_eight_statements_and_one_more_where_it_is_the_last(
    hall: Hall, table: Table
) -> None:
    east, south, west, north = phones_at(table, hall.alice)
    sheet = body_of(east.post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED))
    path = f"/v1/scoresheets/{sheet['id']}/confirm/"

    costs = [cost(phone, "POST", path, {}, if_match=sheet["tag"]) for phone in (south, west, north)]

    assert costs == [8, 8, 9]
    assert body_of(stranger().get(f"/v1/scoresheets/{sheet['id']}/"))["status"] == "confirmed"


@pytest.mark.parametrize("before", [0, 3])
def test_a_hand_is_seven_statements_however_many_there_are_and_its_repeat_six(
    hall: Hall, table: Table, before: int
) -> None:
    phones = phones_at(table, hall.alice)
    path, tag = f"/v1/tables/{table.pk}/hands/", enter(table, hall.rob, [DRAW] * before)

    first, same = (
        cost(phone, "POST", path, {"outcome": RON}, if_match=tag) for phone in (phones[0], phones[1])
    )

    assert (first, same) == (7, 6)


def test_a_report_is_one_transaction_without_a_savepoint_of_its_own(hall: Hall, table: Table) -> None:
    phone = phone_of(table.seats.get(wind=1), hall.alice)

    with CaptureQueriesContext(connection) as queries:
        phone.post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED)

    # The one there is stands for the transaction, within that of the test.
    assert sum(query["sql"].startswith("SAVEPOINT") for query in queries) == 1


def test_a_retry_of_a_report_is_three_statements(hall: Hall, table: Table) -> None:
    phone = phone_of(table.seats.get(wind=1), hall.alice)
    path = f"/v1/tables/{table.pk}/scoresheets/"
    phone.post(path, BALANCED, key="one-and-the-same")

    assert cost(phone, "POST", path, BALANCED, key="one-and-the-same") == 3


@pytest.mark.parametrize("games", [0, 2])
def test_standings_are_three_statements_however_many_games(hall: Hall, round_: Round, games: int) -> None:
    for table in round_.tables.order_by("number")[:games]:
        play(table, hall.alice)
    publish_standings(hall.stage.pk)
    form_team(tournament=hall.tournament, name="Bears", by=hall.alice)

    assert cost(stranger(), "GET", f"/v1/stages/{hall.stage.pk}/standings/") == 3


def test_polling_standings_that_have_not_moved_is_one_statement(hall: Hall) -> None:
    publish_standings(hall.stage.pk)
    path = f"/v1/stages/{hall.stage.pk}/standings/"
    tag = stranger().get(path)["ETag"]

    assert cost(stranger(), "GET", path, If_None_Match=tag) == 1
    assert stranger().get(path, If_None_Match=tag).content == b""


@pytest.fixture
def three_of_each(db: None) -> Hall:
    return with_three_of_each()


@replayed
def with_three_of_each() -> Hall:
    """A tournament with at least three of everything that is listed."""
    hall = open_hall()
    first_stage = hall.stage
    for slug in ("summer-open", "autumn-open"):
        open_hall(slug, players=4)
    for number, entry in enumerate(hall.tournament.entries.order_by("number")[:3]):
        form_team(tournament=hall.tournament, name=f"Team {number}", by=hall.alice)
        penalize(stage=first_stage, entry=entry, ruling=Ruling(1_000, "late"), by=hall.alice)
        sam = User.objects.create_user(f"sam{number}@example.org", name="Sam")
        appoint(tournament=hall.tournament, user=sam, role="scorer", by=hall.alice)
        add_stage(tournament=hall.tournament, name=f"Final {number}", by=hall.alice)
        create_league(slug=f"league-{number}", name=f"League {number}", by=hall.alice)
        create_api_token(name="a program", scope="read", days=1, by=hall.alice)
        round_ = draw_round(stage=first_stage, by=hall.alice)
    issue_seat_tokens(seats=round_.seats.all(), by=hall.alice)
    return hall


LISTS = (
    "/v1/leagues/",
    "/v1/tournaments/",
    "/v1/players/",
    "/v1/rulebooks/",
    "/v1/tokens/",
    "/v1/tournaments/spring-open/entries/",
    "/v1/tournaments/spring-open/rounds/",
    "/v1/tournaments/spring-open/teams/",
    "/v1/tournaments/spring-open/stages/",
    "/v1/tournaments/spring-open/ledger/",
    "/v1/tournaments/spring-open/penalties/",
    "/v1/tournaments/spring-open/staff/",
    "/v1/rounds/{round}/seat-tokens/",
)


@pytest.mark.parametrize("path", LISTS)
def test_a_list_costs_the_same_with_one_row_and_with_three(three_of_each: Hall, path: str) -> None:
    alice = signed_in(three_of_each.alice.user)
    path = path.format(round=Round.objects.order_by("-pk")[0].pk)
    rows = body_of(alice.get(f"{path}?limit=3"))

    one, three = (cost(alice, "GET", f"{path}?limit={limit}") for limit in (1, 3))

    assert len(rows.get("results") or rows["entries"]) == 3
    assert one == three


def test_the_last_page_of_a_list_is_not_counted_once_more(three_of_each: Hall) -> None:
    alice, path = signed_in(three_of_each.alice.user), "/v1/tournaments/spring-open/teams/"
    alice.get(path)

    first, last, middle = (
        cost(alice, "GET", f"{path}?{part}") for part in ("limit=3", "limit=4", "offset=2&limit=2")
    )

    assert (last, middle) == (first - 1, first - 1)


@pytest.mark.parametrize(
    ("part", "on_page", "has_next"),
    [
        ("limit=2", 2, True),
        ("limit=3", 3, False),
        ("limit=4", 3, False),
        ("offset=2&limit=2", 1, False),
        ("offset=3", 0, False),
        ("offset=100", 0, False),
    ],
)
def test_every_page_of_a_list_says_how_many_there_are(
    three_of_each: Hall, part: str, on_page: int, has_next: bool
) -> None:
    page = body_of(stranger().get(f"/v1/tournaments/spring-open/teams/?{part}"))

    assert (page["count"], len(page["results"]), page["next"] is not None) == (3, on_page, has_next)


def test_a_round_costs_the_same_with_one_table_and_with_three(db: None) -> None:
    one, three = (open_hall(f"hall-{players}", players=players).started() for players in (4, 12))

    assert (
        cost(stranger(), "GET", f"/v1/rounds/{one.pk}/")
        == cost(stranger(), "GET", f"/v1/rounds/{three.pk}/")
        == 6
    )


def test_the_versions_of_a_sheet_cost_the_same_with_one_and_with_three(hall: Hall, table: Table) -> None:
    path = f"/v1/tables/{table.pk}/scoresheets/"
    phone = phone_of(table.seats.get(wind=1), hall.alice)
    tag = body_of(phone.post(path, BALANCED))["tag"]
    one = cost(stranger(), "GET", path)

    for points in ([25_000] * 4, [30_000, 30_000, 20_000, 20_000]):
        tag = body_of(phone.post(path, {"points": points}, if_match=tag))["tag"]

    assert cost(stranger(), "GET", path) == one
    assert body_of(stranger().get(path))["count"] == 3


def test_standings_show_what_they_are_as_of(hall: Hall, round_: Round) -> None:
    first, second = round_.tables.order_by("number")
    play(first, hall.alice)
    phone_of(second.seats.get(wind=1), hall.alice).post(f"/v1/tables/{second.pk}/scoresheets/", BALANCED)
    publish_standings(hall.stage.pk)

    body = body_of(stranger().get(f"/v1/stages/{hall.stage.pk}/standings/"))

    assert (body["games_counted"], body["games_reported"], body["is_current"]) == (1, 2, True)
    assert [row["position"] for row in body["standings"]] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert body["standings"][0]["total"] == 60_000
    assert body["as_of_seq"] == Publication.objects.get(stage=hall.stage).as_of_seq


@pytest.mark.parametrize(("is_embedded", "is_current", "counted"), [(True, True, 1), (False, False, 0)])
def test_standings_that_are_behind_are_mended_where_no_worker_would(
    hall: Hall, table: Table, settings: Settings, is_embedded: bool, is_current: bool, counted: int
) -> None:
    settings.EMBEDDED = is_embedded
    publish_standings(hall.stage.pk)
    play(table, hall.alice)

    response = stranger().get(f"/v1/stages/{hall.stage.pk}/standings/")

    assert (body_of(response)["is_current"], body_of(response)["games_counted"]) == (is_current, counted)
    assert response["ETag"].endswith('"' if is_current else '-behind"')
