"""At the desk an organizer says what the event is, looks at it, and saves it."""

import pytest
from django.test import Client

from tests.permissions import digest
from tests.tournaments.hall import Hall
from tests.tournaments.said import ABOUT, HOSTILE
from tests.tournaments.views.desk.browser import DESK
from tournaments.actions.seen_versions import said_tag
from tournaments.models import About
from tournaments.models.about.events import AboutSet

pytestmark = pytest.mark.django_db
PAGE = f"{DESK}about/"
NEW = {**ABOUT, "seen": said_tag(AboutSet, [])}


def test_what_is_saved_is_in_the_form_again(hall: Hall, alice: Client) -> None:
    page = alice.post(PAGE, NEW, follow=True).content.decode()

    assert "Saved and shown on the tournament’s page." in page
    assert "3,000 yen" in page
    assert "参加者募集" in page
    assert About.objects.values(*ABOUT).get() == ABOUT


def test_a_preview_shows_it_and_saves_nothing(hall: Hall, alice: Client) -> None:
    before = digest()

    page = alice.post(PAGE, {**NEW, "preview": "1"}, follow=True).content.decode()

    assert "<h2>Come and play</h2>" in page
    assert "<h2>参加者募集</h2>" in page
    assert "Preview, not saved yet" in page
    assert '<input type="text" name="fee" value="3,000 yen"' in page
    assert digest() == before


def test_a_preview_of_something_wrong_says_what(hall: Hall, alice: Client) -> None:
    answer = alice.post(PAGE, {**NEW, "website": "javascript:alert(1)", "preview": "1"}, follow=True)

    assert answer.status_code == 422
    assert "Expected a web address, such as https://club.example/." in answer.content.decode()


def test_hostile_words_execute_nowhere_at_the_desk(hall: Hall, alice: Client) -> None:
    hostile = NEW | {"description_en": HOSTILE, "fee": HOSTILE[:200], "contact": HOSTILE[:200]}

    for more in ({"preview": "1"}, {}):
        page = alice.post(PAGE, {**hostile, **more}, follow=True).content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert 'href="javascript' not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
        assert "{{ 7*7 }}" in page


def test_an_organizer_who_looked_too_long_ago_is_told(hall: Hall, alice: Client) -> None:
    alice.post(PAGE, NEW, follow=True)

    answer = alice.post(PAGE, {**NEW, "fee": "free"}, follow=True)

    assert answer.status_code == 412
    assert "Someone else has changed this in the meantime." in answer.content.decode()
    assert About.objects.values_list("fee").get() == ("3,000 yen",)


def test_the_page_is_found_from_editing_the_tournament(hall: Hall, alice: Client) -> None:
    assert f'href="{PAGE}"' in alice.get(f"{DESK}edit/").content.decode()
