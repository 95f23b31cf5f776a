"""The results kit: what an organizer hands out after the end, each one click away."""

import html
import re

import pytest

from players.models import Player
from tests.tournaments.hall import Hall, finished_hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK

pytestmark = pytest.mark.django_db
KIT = f"{DESK}results/"


@pytest.fixture
def finished() -> Hall:
    return finished_hall(players=4)


def texts_to_copy(hall: Hall) -> list[str]:
    page = signed_in(hall.alice).get(KIT).content.decode()
    return [html.unescape(one) for one in re.findall(r"<textarea[^>]*>\n?(.*?)</textarea>", page, re.DOTALL)]


def test_leads_to_everything_in_one_click(finished: Hall) -> None:
    desk = signed_in(finished.rob).get(DESK).content.decode()
    page = signed_in(finished.rob).get(KIT).content.decode()

    assert f'href="{KIT}"' in desk
    for address in (
        "final-ranking/",
        "downloads/final-ranking.xlsx",
        "downloads/final-ranking.csv",
        "downloads/result-list.xlsx",
        "downloads/certificates.pdf",
        "downloads/certificates.pdf?first=3",
        "prize-giving/",
        "downloads/podium-square.png",
        "downloads/podium-wide.png",
    ):
        assert f'href="/t/spring-open/{address}"' in page


def test_has_the_table_for_the_press_as_text(finished: Hall) -> None:
    names = list(finished.stage.standings.order_by("position").values_list("entry__player__name", flat=True))

    text, _html = texts_to_copy(finished)

    assert text == (
        f"Spring Open\n\n1. {names[0]} +60.0\n2. {names[1]} +10.0\n3. {names[2]} −20.0\n4. {names[3]} −50.0\n"
    )


def test_has_it_as_html_in_which_names_are_text(finished: Hall) -> None:
    Player.objects.filter(name="Bob").update(name="<b>Bob</b> & Co")

    text, table = texts_to_copy(finished)

    assert "<b>Bob</b> & Co" in text
    assert "<td>&lt;b&gt;Bob&lt;/b&gt; &amp; Co</td>" in table


def test_leads_to_the_desk_until_the_tournament_is_finished() -> None:
    hall = open_hall()

    assert signed_in(hall.alice).get(KIT)["Location"] == DESK
    assert KIT not in signed_in(hall.alice).get(DESK).content.decode()
