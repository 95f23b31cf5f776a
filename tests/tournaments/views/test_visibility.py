"""One law says who may know of a tournament: pages and API ask the same, and nobody keeps what is not everybody's."""

from collections.abc import Iterable, Sequence

import pytest
from django.test import Client

from players.models import User
from tests.thorough import THOROUGH, in_turn
from tests.tournaments.api.callers import Caller, phone_of, signed_in, stranger
from tests.tournaments.hall import Hall, open_hall
from tournaments.models import Round, Table
from tournaments.standings import publish_tournament
from web.page_memory import memory

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite"), pytest.mark.most_trusted]

VISIBILITIES = ("public", "unlisted", "private")
# Where everybody may look, those who are least let in elsewhere look.
LEAST_LET_IN = ("anybody", "stranger", "organizer elsewhere", "revoked phone", "phone elsewhere")
# The page, and the address of the API that shows the same thing.
SAME = {
    "/t/{slug}/": "/v1/tournaments/{slug}/",
    "/t/{slug}/players/": "/v1/tournaments/{slug}/entries/",
    "/t/{slug}/ledger/": "/v1/tournaments/{slug}/ledger/",
    "/t/{slug}/downloads/": "/v1/tournaments/{slug}/exports/",
    "/t/{slug}/downloads/results.csv": "/v1/tournaments/{slug}/exports/results/",
    "/t/{slug}/standings/": "/v1/stages/{stage}/standings/",
    "/t/{slug}/standings/1/": "/v1/stages/{stage}/standings/",
    "/t/{slug}/rounds/": "/v1/tournaments/{slug}/rounds/",
    "/t/{slug}/rounds/1/": "/v1/rounds/{round}/",
    "/t/{slug}/stages/1/rounds/1/": "/v1/rounds/{round}/",
    "/t/{slug}/tables/{table}/": "/v1/tables/{table}/",
    "/t/{slug}/draw/{draw}/": "/v1/draws/{draw}/",
    "/t/{slug}/statistics/": "/v1/tournaments/{slug}/hand-statistics/",
    "/players/{player}/": "/v1/players/{player}/",
    "/players/{player}/against/{opponent}/": "/v1/players/{player}/against/{opponent}/",
}
# The API has no address of their own for these; they belong to the tournament.
OF_THE_TOURNAMENT = (
    "/t/{slug}/rules/",
    "/t/{slug}/calculator/",
    "/t/{slug}/draw/",
    "/t/{slug}/draw/{draw}/record.json",
    "/t/{slug}/news/",
    "/t/{slug}/tables/{table}/conditions/",
)


def things(hall: Hall, round_: Round) -> dict[str, object]:
    table = round_.tables.get(number=1)
    return {
        "slug": hall.tournament.slug,
        "stage": hall.stage.pk,
        "round": round_.pk,
        "table": table.pk,
        "draw": round_.draw_id,
        "player": table.seats.order_by("pk")[0].entry.player_id,
        "opponent": table.seats.order_by("pk")[1].entry.player_id,
    }


def callers(hall: Hall, elsewhere: Hall, table: Table) -> dict[str, Caller]:
    """One of every kind; the private tournament is nobody's business but its staff's, players' and phones'."""
    root = User.objects.create_superuser(f"root@{hall.tournament.slug}.example", name="Root")
    revoked = phone_of(table.seats.get(wind=3), hall.alice)
    table.seats.get(wind=3).tokens.update(revoked_at="2026-01-01T00:00:00Z")
    return {
        "anybody": stranger(),
        "stranger": signed_in(hall.charlie.user),
        "player": signed_in(hall.bob),
        "referee": signed_in(hall.rob.user),
        "organizer": signed_in(hall.alice.user),
        "organizer elsewhere": signed_in(elsewhere.alice.user),
        "superuser": signed_in(root),
        "phone": phone_of(table.seats.get(wind=1), hall.alice),
        "revoked phone": revoked,
        "phone elsewhere": phone_of(
            elsewhere.started().tables.get(number=1).seats.get(wind=1), elsewhere.alice
        ),
    }


IN_THE_KNOW = {"player", "referee", "organizer", "superuser", "phone"}


@pytest.mark.parametrize("visibility", VISIBILITIES)
def test_pages_and_api_agree_for_everybody(visibility: str):
    hall = open_hall("spring-open", visibility=visibility)
    round_ = hall.started()
    publish_tournament(hall.tournament.pk)
    table = round_.tables.get(number=1)
    those = callers(hall, open_hall("elsewhere", visibility="private"), table)
    named = things(hall, round_)
    may_see = set(those) if visibility != "private" else IN_THE_KNOW

    seen = {
        (name, page): (
            those[name].client.get(page.format(**named)).status_code,
            those[name].get(address.format(**named)).status_code,
        )
        for turn, (page, address) in enumerate(SAME.items())
        for name in who_looks(visibility, turn, those)
    }
    more = {
        (name, page): those[name].client.get(page.format(**named)).status_code
        for turn, page in enumerate(OF_THE_TOURNAMENT)
        for name in who_looks(visibility, turn, those)
    }

    assert {page for _name, page in (*seen, *more)} == {*SAME, *OF_THE_TOURNAMENT}
    assert seen == {(name, page): (200, 200) if name in may_see else (404, 404) for name, page in seen}
    assert more == {(name, page): 200 if name in may_see else 404 for name, page in more}
    assert {name for name, _page in seen} == (
        set(those) if THOROUGH or visibility == "private" else set(LEAST_LET_IN)
    )


def who_looks(visibility: str, turn: int, those: Iterable[str]) -> Sequence[str]:
    """Every day one in turn of those who are least let in elsewhere, and where not everybody may look, one who may
    and one who may not; thoroughly all.
    """
    if THOROUGH:
        return list(those)
    if visibility != "private":
        return in_turn(LEAST_LET_IN, turn, of=len(LEAST_LET_IN))
    kinds = ([name for name in those if (name in IN_THE_KNOW) == may] for may in (True, False))
    return [name for kind in kinds for name in in_turn(kind, turn, of=len(kind))]


def test_a_phones_view_of_a_private_tournament_is_kept_by_nobody():
    hall = open_hall("secret-cup", visibility="private")
    round_ = hall.started()
    publish_tournament(hall.tournament.pk)
    phone = phone_of(round_.tables.get(number=1).seats.get(wind=1), hall.alice)
    pages = [page for page in (*SAME, *OF_THE_TOURNAMENT) if page != "/players/{player}/"]

    answers = [phone.client.get(page.format(**things(hall, round_))) for page in pages]
    afterwards = [Client().get(page.format(**things(hall, round_))) for page in pages]

    assert {answer.headers["Cache-Control"] for answer in answers} == {"private, no-store"}
    assert {answer.status_code for answer in afterwards} == {404}
    assert len(memory) == 0


@pytest.mark.parametrize(("visibility", "is_kept"), [("public", True), ("private", False)])
def test_only_a_page_for_everybody_is_kept_whoever_asked_first(visibility: str, is_kept: bool):
    hall = open_hall("spring-open", visibility=visibility)
    publish_tournament(hall.tournament.pk)
    address = "/t/spring-open/standings/"

    for_staff = signed_in(hall.alice.user).client.get(address)
    kept_for_staff = len(memory)
    for_stranger = Client().get(address)

    assert (for_staff.status_code, kept_for_staff) == (200, int(is_kept))
    assert (for_stranger.status_code, len(memory)) == (200 if is_kept else 404, int(is_kept))
    assert (for_stranger.content == for_staff.content) == is_kept


def test_a_phone_that_left_is_not_led_to_pages_it_may_not_see():
    hall = open_hall("secret-cup", visibility="private")
    phone = phone_of(hall.started().tables.get(number=1).seats.get(wind=1), hall.alice)
    Round.objects.update(status=Round.Status.CLOSED)

    page = phone.client.get("/seat/").content.decode()

    assert "/t/secret-cup/" not in page


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_phone_does_not_cost_more_queries_where_everybody_may_look(
    visibility: str, django_assert_num_queries: object
):
    hall = open_hall("spring-open", visibility=visibility)
    phone = phone_of(hall.started().tables.get(number=1).seats.get(wind=1), hall.alice)
    anybody = {"public": 3, "private": 5}

    with django_assert_num_queries(anybody[visibility]):  # type: ignore[operator]
        phone.client.get("/t/spring-open/players/")
