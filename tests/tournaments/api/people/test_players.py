"""The list of players is one of the whole house: it goes on behind a row, and is counted up to a thousand."""

from itertools import count, pairwise
from typing import Any

import pytest
from django.db import connection

from players.models import Licence, Player
from players.names import skeleton
from tests.explained import rows_read
from tests.permissions import digest
from tests.tournaments.api.callers import Caller, body_of, stranger
from tests.tournaments.hall import Hall
from tournaments.api.resources.people.players import ORDERS
from tournaments.models import Entry, Tournament
from web.api.docs import description
from web.api.pagination import MOST_COUNTED

pytestmark = pytest.mark.django_db
READINGS = ("", "", "あべ", "", "あべ", "あべ", "いとう", "")


def enter(tournament: Tournament, *people: Player) -> list[Player]:
    made = Player.objects.bulk_create(people)
    numbers = count(1 + tournament.entries.count())
    Entry.objects.bulk_create(
        Entry(tournament=tournament, player=player, number=number, lot=number)
        for player, number in zip(made, numbers, strict=False)
    )
    return made


def walked(caller: Caller, address: str) -> list[dict[str, Any]]:
    """Every page, as a program reads them that follows `next`."""
    pages = [body_of(caller.get(address))]
    while following := pages[-1]["next"]:
        assert len(pages) < 100, following
        pages.append(body_of(caller.get(following.partition("/api")[2])))
    return pages


@pytest.mark.parametrize("limit", [1, 2, 3, 50])
@pytest.mark.parametrize("ordering", sorted(ORDERS))
def test_a_walk_along_next_meets_everybody_once(hall: Hall, ordering: str, limit: int) -> None:
    people = [
        Player(name=f"{'Abe' if n % 2 else 'Ito'}", reading=reading) for n, reading in enumerate(READINGS)
    ]
    enter(hall.tournament, *people)
    everybody = list(Player.objects.order_by(*ORDERS[ordering]).values_list("pk", flat=True))

    pages = walked(stranger(), f"/v1/players/?ordering={ordering}&limit={limit}")

    assert [player["id"] for page in pages for player in page["results"]] == everybody
    assert {page["count"] for page in pages} == {len(everybody)}
    assert all(len(page["results"]) == limit for page, _next in pairwise(pages))


def test_a_walk_keeps_to_what_was_searched_for(hall: Hall) -> None:
    names = [f"Searched {number}" for number in range(3)]
    enter(hall.tournament, *(Player(name=name, skeleton=skeleton(name)) for name in names))

    pages = walked(stranger(), "/v1/players/?search=searched&limit=2")

    assert [[player["name"] for player in page["results"]] for page in pages] == [
        ["Searched 0", "Searched 1"],
        ["Searched 2"],
    ]


@pytest.mark.parametrize(("more", "counted"), [(0, MOST_COUNTED), (1, None)])
def test_more_than_a_thousand_are_not_counted(hall: Hall, more: int, counted: int | None) -> None:
    others = MOST_COUNTED - Player.objects.count() + more
    enter(hall.tournament, *(Player(name=f"Player {number:04}") for number in range(others)))

    pages = [
        body_of(stranger().get(f"/v1/players/{address}"))
        for address in ("", f"?after={Player.objects.order_by(*ORDERS['name'])[3].pk}", "?offset=50")
    ]

    assert [page["count"] for page in pages] == [counted] * 3
    assert all(page["next"] for page in pages)


def test_the_description_says_of_this_list_alone_that_its_count_may_be_null() -> None:
    counts = {
        call["operationId"]: page["properties"]["count"]
        for methods in description()["paths"].values()
        for call in methods.values()
        if "count" in (page := page_of(call)).get("properties", {})
    }

    assert "listEntries" in counts
    assert [name for name, count in counts.items() if count.get("nullable")] == ["listPlayers"]


def page_of(call: dict[str, Any]) -> dict[str, Any]:
    content = call["responses"].get("200", {}).get("content", {})
    schema: dict[str, Any] = content.get("application/json", {}).get("schema", {})
    return schema


def test_an_offset_leads_back_and_goes_on_behind_its_last_row(hall: Hall) -> None:
    first, second, third, *_others = Player.objects.order_by(*ORDERS["name"])

    page = body_of(stranger().get("/v1/players/?limit=1&offset=2"))

    assert [player["id"] for player in page["results"]] == [third.pk]
    assert page["previous"].endswith("/api/v1/players/?limit=1&offset=1")
    assert page["next"].endswith(f"/api/v1/players/?after={third.pk}&limit=1")
    assert body_of(stranger().get("/v1/players/?limit=1&offset=1"))["results"][0]["id"] == second.pk
    assert body_of(stranger().get(f"/v1/players/?limit=1&after={first.pk}"))["previous"] is None


def test_it_does_not_go_on_behind_who_is_on_no_list(hall: Hall) -> None:
    hidden = Player.objects.create(name="Charlie")
    before = digest()

    answers = [stranger().get(f"/v1/players/?after={pk}") for pk in (hidden.pk, 10**17)]

    message = "This list has no row {} to continue from. Start again without after."
    assert [(answer.status_code, body_of(answer)["error"]["fields"]) for answer in answers] == [
        (400, {"after": [message.format(pk)]}) for pk in (hidden.pk, 10**17)
    ]
    assert digest() == before


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        (
            "?after=1&offset=1",
            {"after": ["A page starts at an offset or after a row. Leave out offset or after."]},
        ),
        ("?offset=1001", {"offset": ["Ensure this value is less than or equal to 1000."]}),
    ],
)
def test_a_place_that_is_none_is_refused(hall: Hall, address: str, fields: dict[str, list[str]]) -> None:
    answer = stranger().get(f"/v1/players/{address}")

    assert (answer.status_code, body_of(answer)["error"]["fields"]) == (400, fields)


@pytest.mark.postgres
@pytest.mark.parametrize("ordering", sorted(ORDERS))
def test_postgresql_reads_no_player_that_is_not_on_the_page(hall: Hall, ordering: str) -> None:
    people = enter(hall.tournament, *(Player(name=f"Player {number:04}") for number in range(MOST_COUNTED)))
    statements: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        statements.append((sql, params))
        return execute(sql, params, many, context)

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE players_player, tournaments_entry, tournaments_tournament")
    with connection.execute_wrapper(note):
        answer = stranger().get(f"/v1/players/?limit=5&ordering={ordering}&after={people[500].pk}")
    [(sql, params)] = [one for one in statements if "ORDER BY" in one[0] and one[0].endswith("LIMIT 6")]

    read = rows_read(sql, params, "players_player")

    assert len(body_of(answer)["results"]) == 5
    assert read
    assert max(read) <= 8


@pytest.mark.parametrize("search", ["04090035", "EMA 04090035", "ema 04090035"])
def test_a_licence_number_finds_its_holder(hall: Hall, search: str) -> None:
    player = Entry.objects.get(pk=hall.entries()[0]).player
    Licence.objects.create(player=player, body="EMA", number="04090035")

    found = body_of(stranger().get(f"/v1/players/?search={search}"))

    assert [one["id"] for one in found["results"]] == [player.pk]
