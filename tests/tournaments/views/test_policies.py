import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import get_resolver, path, reverse

from config.routes import OTHER_PACKAGES, every_route_has_a_policy, routes
from players.models import User
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tournaments.models import LedgerEntry, Tournament
from tournaments.views.policies import account_required

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]

DESK_PAGES = ["desk", "desk_entries", "desk_import", "desk_phones", "desk_penalties", "desk_staff"]


def forgotten(request):
    return HttpResponse()


urlpatterns = [path("forgotten/", forgotten)]


@override_settings(ROOT_URLCONF="tests.tournaments.views.test_policies")
def test_a_page_that_does_not_say_who_may_open_it_stops_the_start():
    [error] = every_route_has_a_policy()

    assert error.id == "jantaku.E010"
    assert "forgotten" in error.msg


def test_every_page_says_who_may_open_it():
    assert every_route_has_a_policy() == []


def test_the_check_looks_at_our_own_pages():
    own = [
        view for _address, view in routes(get_resolver()) if not view.__module__.startswith(OTHER_PACKAGES)
    ]

    assert len(own) > 30


@pytest.mark.parametrize("page", DESK_PAGES)
def test_the_desk_is_the_staffs(page: str, hall: Hall, alice: Client, charlie: Client):
    address = reverse(page, args=["spring-open"])

    assert [alice.get(address).status_code, charlie.get(address).status_code] == [200, 403]
    assert Client().get(address).headers["Location"].startswith("/accounts/login/?next=")


@pytest.mark.parametrize("page", ["tournament", "standings", "entries", "ledger", *DESK_PAGES])
def test_a_private_tournament_does_not_exist_for_strangers(page: str):
    hall = open_hall("secret", visibility=Tournament.Visibility.PRIVATE)
    address = reverse(page, args=["secret"])
    missing = reverse(page, args=["missing"])

    stranger = signed_in(hall.charlie)

    assert signed_in(hall.alice).get(address).status_code == 200
    assert [Client().get(address).status_code, stranger.get(address).status_code] == [404, 404]
    assert stranger.get(address).content == stranger.get(missing).content.replace(b"missing", b"secret")


def test_a_referee_decides_results_but_does_not_draw(hall: Hall):
    rob = signed_in(hall.rob)

    assert rob.get(reverse("desk_penalties", args=["spring-open"])).status_code == 200
    assert rob.post(reverse("desk_draw", args=["spring-open"])).status_code == 403
    assert hall.stage.rounds.count() == 0


def test_another_tournaments_table_is_not_at_this_desk(hall: Hall):
    other = open_hall("other")
    table = other.started().tables.get(number=1)

    answer = signed_in(hall.alice).get(reverse("desk_table", args=["spring-open", table.pk]))

    assert answer.status_code == 404


def test_no_action_is_done_by_looking(hall: Hall, alice: Client):
    round_ = hall.draw()
    before = LedgerEntry.objects.count()

    for action in ("publish", "redraw", "discard", "start", "close", "reopen"):
        assert alice.get(reverse(f"desk_round_{action}", args=["spring-open", round_.pk])).status_code == 405

    assert LedgerEntry.objects.count() == before


def test_a_form_from_elsewhere_is_refused(hall: Hall):
    browser = Client(enforce_csrf_checks=True)
    assert hall.alice.user is not None
    browser.force_login(hall.alice.user)

    answer = browser.post(reverse("desk_draw", args=["spring-open"]))

    assert answer.status_code == 403
    assert "open for too long" in answer.content.decode()


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("front", []),
        ("tournament", ["spring-open"]),
        ("standings", ["spring-open"]),
        ("ledger", ["spring-open"]),
    ],
)
def test_public_pages_may_be_kept_by_caches_and_look_the_same_to_everybody(name, args, hall, alice):
    address = reverse(name, args=args)

    anonymous, organizer = Client().get(address), alice.get(address)

    assert anonymous.headers["Cache-Control"] == "public, max-age=1, stale-while-revalidate=1"
    assert "Cookie" not in anonymous.headers.get("Vary", "")
    assert not anonymous.cookies
    assert anonymous.content == organizer.content


@pytest.mark.parametrize("name", ["me", "tokens", "create_tournament", "seat"])
def test_private_pages_are_kept_by_nobody(name: str, alice: Client):
    assert alice.get(reverse(name)).headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("pk", [0, 10**19, 10**30])
def test_numbers_that_are_no_ids_are_not_found(pk: int, hall: Hall, alice: Client):
    for address in (f"/players/{pk}/", f"/t/spring-open/tables/{pk}/", f"/t/spring-open/rounds/{pk}/"):
        assert Client().get(address).status_code == 404
    for address in (f"/t/spring-open/desk/tables/{pk}/", f"/t/spring-open/standings/{pk}/"):
        assert alice.get(address).status_code == 404


def test_a_page_for_some_people_refuses_others_and_asks_strangers_to_sign_in(hall: Hall) -> None:
    page = account_required(lambda actor: actor.user == hall.alice.user)(forgotten)

    def opened_by(user: User | AnonymousUser) -> int:
        request = RequestFactory().get("/some/")
        request.user = user
        return page(request).status_code

    assert (opened_by(AnonymousUser()), opened_by(hall.alice.user)) == (302, 200)
    with pytest.raises(PermissionDenied):
        opened_by(hall.charlie.user)
