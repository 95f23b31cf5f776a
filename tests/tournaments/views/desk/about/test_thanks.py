"""At the desk an organizer thanks players and helpers, looks at it, and saves it."""

import pytest
from django.test import Client

from tests.permissions import digest
from tests.tournaments.hall import Hall
from tests.tournaments.said import HOSTILE, THANKS
from tests.tournaments.views.desk.browser import DESK
from tournaments.actions.seen_versions import said_tag
from tournaments.models import Thanks
from tournaments.models.about.events import ThanksSet

pytestmark = pytest.mark.django_db
PAGE = f"{DESK}results/thanks/"
NEW = {**THANKS, "seen": said_tag(ThanksSet, [])}


def test_what_is_saved_is_in_the_form_again(hall: Hall, alice: Client) -> None:
    page = alice.post(PAGE, NEW, follow=True).content.decode()

    assert "Saved. The final ranking shows it." in page
    assert "Thank **you** all!</textarea>" in page
    assert Thanks.objects.values(*THANKS).get() == THANKS


def test_a_preview_shows_it_and_saves_nothing(hall: Hall, alice: Client) -> None:
    before = digest()

    page = alice.post(PAGE, {**NEW, "preview": "1"}).content.decode()

    assert "Preview, not saved yet" in page
    assert "Thank <strong>you</strong> all!" in page
    assert "ありがとう<strong>ございました</strong>。" in page
    assert digest() == before


def test_markup_is_shown_as_it_was_typed(hall: Hall, alice: Client) -> None:
    page = alice.post(PAGE, {**NEW, "text_en": HOSTILE, "preview": "1"}).content.decode()

    assert ("<script>alert" in page, "onerror" in page.replace("onerror=alert", "")) == (False, False)


@pytest.mark.parametrize("text", ["a\u202eb", "a\x00b", "x" * 4_001])
def test_what_nobody_can_read_comes_back_with_the_form(hall: Hall, alice: Client, text: str) -> None:
    response = alice.post(PAGE, {**NEW, "text_en": text})

    assert (response.status_code, Thanks.objects.exists()) == (422, False)
