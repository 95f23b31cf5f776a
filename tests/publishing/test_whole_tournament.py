"""A whole tournament as a file, by the pages and by calls: who gets it, who brings it in, and what is said."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from players.actions import add_player
from tests.permissions import digest
from tests.sign_in import sign_in
from tests.thorough import part
from tests.tournaments.actions.transfer.files import busy_server, event_file, lines_of, summed, written
from tests.tournaments.hall import Hall, order_draw
from tournaments.actions.actor import Actor
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.people.entries import register
from tournaments.models import Draw, LedgerEntry, Tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db
DOWNLOAD, BRING = "/t/spring-open/downloads/tournament/", "/new/from-a-file/"
CALL, CALLS = "/api/v1/tournaments/spring-open/file/", "/api/v1/tournament-files/"
KEY = "a-key-of-its-own"


def signed_in(actor: Actor) -> Client:
    client = Client()
    sign_in(client, actor.user)
    return client


def bring(client: Client, file: bytes, key: str = KEY, **fields: str):
    upload = SimpleUploadedFile("there.jantaku", file)
    return client.post(BRING, {"file": upload, "key": key, **fields})


def send(client: Client, file: bytes, key: str = KEY, **fields: str):
    body = {"file": file.decode(), **fields}
    return client.post(CALLS, json.dumps(body), content_type="application/json", HTTP_IDEMPOTENCY_KEY=key)


def test_the_organizer_takes_the_whole_tournament_home(hall: Hall):
    response = signed_in(hall.alice).get(DOWNLOAD)

    assert b"".join(response) == written(hall.tournament)
    assert response["Content-Disposition"].startswith("attachment; filename")
    assert ".jantaku" in response["Content-Disposition"]


def test_the_call_gives_the_same_file(hall: Hall):
    answer = signed_in(hall.alice).get(CALL).json()

    assert answer["file"].encode() == written(hall.tournament)
    assert answer["sha256"] == lines_of(written(hall.tournament))[-1]["sha256"]


def test_nobody_but_organizers_gets_it(hall: Hall):
    for actor in (hall.rob, hall.charlie, Actor(hall.bob)):
        assert signed_in(actor).get(DOWNLOAD).status_code == 403
        assert signed_in(actor).get(CALL).status_code == 403
    assert Client().get(DOWNLOAD).status_code == 302
    assert Client().get(CALL).status_code == 401


def test_the_page_of_downloads_leads_to_it(hall: Hall):
    assert DOWNLOAD in signed_in(hall.alice).get("/t/spring-open/downloads/").content.decode()


def test_while_a_draw_is_computed_no_file_is_written(hall: Hall):
    long = Plan(method=Method.SCHEDULE, rounds=2, effort=4)
    order_draw(stage=hall.stage, plan=long, by=hall.alice)

    page = signed_in(hall.alice).get(DOWNLOAD, follow=True)
    call = signed_in(hall.alice).get(CALL)

    assert "A draw is being computed" in page.content.decode()
    assert (call.status_code, call.json()["error"]["code"]) == (409, "draw_is_computed")


@pytest.mark.parametrize("size", part([8, 40], [200]))
def test_writing_asks_the_database_the_same_however_large(hall: Hall, size: int, django_assert_num_queries):
    for number in range(size - 8):
        register(tournament=hall.tournament, player=add_player(name=f"Player {number}"), by=hall.alice)

    with django_assert_num_queries(71):
        written(hall.tournament)


def test_whoever_has_an_account_brings_a_tournament_and_organizes_it():
    by = busy_server()

    response = bring(signed_in(by), event_file())

    assert (response.status_code, response["Location"]) == (302, "/t/summer-open/desk/")
    tournament = Tournament.objects.get(slug="summer-open")
    assert tournament.staff.get(user=by.user).role == "organizer"
    assert verify_ledger(tournament.pk).is_sound


def test_it_may_have_another_address_here():
    by = busy_server()

    bring(signed_in(by), event_file(), slug="Other-Place")

    assert Tournament.objects.filter(slug="other-place").exists()


def test_the_form_sent_twice_brings_it_once():
    client = signed_in(busy_server())

    first, again = bring(client, event_file()), bring(client, event_file())

    assert first["Location"] == again["Location"]
    assert Tournament.objects.filter(slug="summer-open").count() == 1


def test_the_same_form_with_another_file_is_another_form():
    client = signed_in(busy_server())
    bring(client, event_file())

    response = bring(client, b"something else")

    assert response.status_code == 422


def test_what_is_altered_is_refused_with_its_line_on_the_page():
    client = signed_in(busy_server())
    lines = lines_of(event_file())
    number = next(number for number, line in enumerate(lines) if line["row"] == "entry")
    lines[number]["number"] = "one"

    response = bring(client, summed(lines))

    assert response.status_code == 422
    assert f"Line {number + 1}: " in response.content.decode()
    assert not Tournament.objects.filter(slug="summer-open").exists()


def test_an_address_that_is_taken_is_said_beside_its_field():
    client = signed_in(busy_server(slug="summer-open"))

    response = bring(client, event_file())

    assert response.status_code == 409
    assert (
        "The address “summer-open” already belongs to a tournament. Please choose another."
        in response.content.decode()
    )


def test_too_many_files_are_refused_for_a_while():
    client = signed_in(busy_server())
    for number in range(30):
        bring(client, b"nothing", key=f"a-key-{number:04}")

    page, call = (
        bring(client, event_file(), key="a-last-key"),
        send(client, event_file(), key="another-last-key"),
    )

    assert (page.status_code, call.status_code) == (429, 429)


def test_a_program_brings_a_tournament():
    by = busy_server()

    answer = send(signed_in(by), event_file(), slug="by-a-program")

    assert (answer.status_code, answer.json()["slug"]) == (201, "by-a-program")
    assert LedgerEntry.objects.filter(tournament__slug="by-a-program", kind="taken_in").count() == 1


def test_the_call_refuses_what_was_altered_with_its_line():
    lines = lines_of(event_file())
    number = next(number for number, line in enumerate(lines) if line["row"] == "entry")
    del lines[number]["lot"]

    answer = send(signed_in(busy_server()), summed(lines))

    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (422, "bad_file")
    assert error["fields"]["lines"][0]["line"] == number + 1


@pytest.mark.parametrize("slug", ["a b", "ü", "x" * 61, "../me"])
def test_an_address_that_is_none_is_refused(slug: str):
    client = signed_in(busy_server())

    page, call = bring(client, event_file(), slug=slug), send(client, event_file(), slug=slug)

    assert (page.status_code, call.status_code) == (422, 400)


def test_the_pages_of_what_came_are_there_for_everybody():
    client = signed_in(busy_server())
    bring(client, event_file())
    paths = ["", "standings/", "players/", "draw/", "ledger/", "rounds/1/", "rules/", "downloads/"]

    statuses = {path: Client().get(f"/t/summer-open/{path}").status_code for path in paths}

    assert statuses == dict.fromkeys(paths, 200)


def test_the_ledgers_page_takes_one_query_more_for_what_came(django_assert_max_num_queries):
    client = signed_in(busy_server())
    bring(client, event_file())

    with django_assert_max_num_queries(12):
        page = Client().get("/t/summer-open/ledger/").content.decode()

    assert "Imported from a file" in page
    assert "Bob" in page


@pytest.mark.slow
def test_a_file_that_is_too_large_for_a_call_is_fetched_by_the_page(hall: Hall):
    hall.draw()
    Draw.objects.update(quality={"remarks": "x" * 2**23})
    alice, before = signed_in(hall.alice), digest()

    answer = alice.get(CALL)

    says = "The file is 9 MB; the API returns at most 8 MB. Please use the page “Downloads”."
    assert answer.status_code == 409
    assert answer.json()["error"] == {"code": "file_too_large", "message": says, "fields": {}}
    assert digest() == before
    assert len(b"".join(alice.get(DOWNLOAD))) > 2**23
