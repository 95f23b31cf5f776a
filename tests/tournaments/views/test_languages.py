"""A visitor reads their browser's language from the first page on, and what they chose instead from then on."""

import pytest
from django.test import Client

from tests.tournaments.hall import seats_of
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.credentials.seat_tokens import issue_seat_tokens
from tournaments.views.desk.play.phones import qr_of

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]
JAPANESE = {"Accept-Language": "ja-JP,ja;q=0.9,en-US;q=0.8"}
ENGLISH = {"Accept-Language": "en-GB,en;q=0.9,ja;q=0.8"}
PAGES = [
    "/",
    "/seat/",
    "/t/spring-open/",
    "/t/spring-open/rounds/1/?q=Bob",
    "/rulebooks/",
    "/accounts/login/?next=/me/",
]


def language_of(answer) -> str:
    return answer.content.decode().split('<html lang="')[1].split('"')[0]


@pytest.mark.parametrize("path", PAGES)
def test_a_japanese_browser_is_led_to_the_japanese_page(path, hall, round_):
    answer = Client().get(path, headers=JAPANESE)

    assert (answer.status_code, answer.headers["Location"]) == (302, f"/ja{path}")
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert {"Accept-Language", "Cookie"} <= {name.strip() for name in answer.headers["Vary"].split(",")}


@pytest.mark.parametrize(
    "headers", [ENGLISH, {}, {"Accept-Language": "fr,de;q=0.5"}, {"Accept-Language": "*"}]
)
def test_whoever_asks_for_none_of_our_other_languages_reads_the_houses_own(headers, db):
    answer = Client().get("/", headers=headers)

    assert (answer.status_code, language_of(answer)) == (200, "en")
    assert answer.headers["Cache-Control"] == "public, max-age=1, stale-while-revalidate=1"


def test_an_address_with_a_language_is_in_that_language_for_everybody(db):
    for headers in (JAPANESE, ENGLISH):
        answer = Client().get("/ja/", headers=headers)

        assert (answer.status_code, language_of(answer)) == (200, "ja")
        assert answer.headers["Cache-Control"] == "public, max-age=1, stale-while-revalidate=1"


def test_the_switch_stays(hall):
    browser = Client(headers=JAPANESE)
    page = browser.get("/ja/t/spring-open/")
    assert 'href="/t/spring-open/?language=en"' in page.content.decode()

    switched = browser.get("/t/spring-open/?language=en")
    answers = [browser.get(path) for path in ("/t/spring-open/", "/", "/seat/")]

    assert (switched.status_code, switched.headers["Location"]) == (302, "/t/spring-open/")
    cookie = switched.cookies["django_language"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == ("en", True, "Lax")
    assert int(cookie["max-age"]) >= 365 * 24 * 3600
    assert [(answer.status_code, language_of(answer)) for answer in answers] == [(200, "en")] * 3
    assert [answer.headers["Cache-Control"] for answer in answers] == ["private, no-store"] * 3


def test_switching_back_leads_to_japanese_again_and_keeps_what_was_looked_for(hall, round_):
    browser = Client(headers=ENGLISH)

    switched = browser.get("/t/spring-open/rounds/1/?q=Bob&language=ja")
    later = browser.get("/seat/")

    assert switched.headers["Location"] == "/ja/t/spring-open/rounds/1/?q=Bob"
    assert later.headers["Location"] == "/ja/seat/"


@pytest.mark.parametrize("path", ["//evil.example/", "//evil.example/%2e%2e/"])
def test_the_switch_leads_to_no_other_site(path, db):
    answer = Client().get(path + "?language=ja")

    assert not answer.headers.get("Location", "").startswith("//")


@pytest.mark.parametrize("language", ["", "xx", "ja;drop", "\x00", "j" * 600])
def test_a_language_that_nobody_speaks_changes_nothing(language, db):
    answer = Client().get("/", {"language": language})

    assert (answer.status_code, language_of(answer)) == (200, "en")
    assert "django_language" not in answer.cookies


def test_what_is_not_there_is_said_in_the_visitors_language(db):
    answer = Client().get("/nowhere/", headers=JAPANESE)

    assert (answer.status_code, language_of(answer)) == (404, "ja")


@pytest.mark.parametrize("path", ["/api/v1/tournaments/", "/healthz"])
def test_programs_are_led_nowhere(path, db):
    assert Client().get(path, headers=JAPANESE).status_code == 200


def test_a_form_is_never_led_away(hall):
    answer = Client(headers=JAPANESE).post("/seat/", {"code": "WRONG"})

    assert answer.status_code == 403


def test_seat_cards_carry_no_language_and_can_be_switched(hall, round_, alice):
    english = alice.post(f"/t/spring-open/desk/rounds/{round_.pk}/cards/", {"key": "k" * 32})
    anew = {"key": "l" * 32, "confirm": "sure"}
    japanese = alice.post(f"/ja/t/spring-open/desk/rounds/{round_.pk}/cards/", anew)

    again = alice.post(f"/ja/t/spring-open/desk/rounds/{round_.pk}/cards/?language=en", anew)

    assert 'src="' + qr_of("CODE")[:40] in english.content.decode()
    for page in (english, japanese):
        assert "http://testserver/seat/<br>" in page.content.decode() or "/seat/<br>" in page.content.decode()
        assert "/ja/seat/<br>" not in page.content.decode()
    assert 'action="?language=en"' in japanese.content.decode()
    assert (again.status_code, language_of(again)) == (200, "en")
    assert codes_of(again) == codes_of(japanese)
    assert again.cookies["django_language"].value == "en"


def codes_of(answer) -> list[str]:
    return [part.split("<")[0] for part in answer.content.decode().split("<strong>") if part[:4].isupper()]


def test_a_phone_is_asked_for_its_code_in_its_own_language(hall, table):
    seat = seats_of(table)[0]
    code = issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]
    phone = Client(headers=JAPANESE)
    page = phone.get("/seat/", follow=True)
    taken = phone.post("/ja/seat/", {"code": code})

    assert language_of(page) == "ja"
    assert taken.headers["Location"] == "/ja/seat/table/"
    assert "結果を送信" in text_of(phone.get("/seat/table/", follow=True))
