"""The podium as a picture to share."""

from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from publishing.share.drawing import SHAPES, Poster, poster_png
from tests.tournaments.hall import open_hall, play
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import close_round
from tournaments.standings import publish_tournament

PODIUM = Poster(
    "春風リーグ", "春の麻雀大会", [("1", "髙橋 翔", "+47.3"), ("2", "Łódź", "▲2.0")], "神田", "#0d4438"
)
MARGIN = 24


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content)).convert("RGB")


@pytest.mark.parametrize("shape", SHAPES)
def test_has_the_size_that_networks_show_and_the_colour_of_the_event(shape: str) -> None:
    picture = opened(poster_png(PODIUM, shape))

    assert (picture.size, picture.getpixel((5, 5))) == (SHAPES[shape], (0x0D, 0x44, 0x38))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("text", ["W" * 200, "龍" * 200, "<b>&</b>", "\u202eBob", "김민수 😀", "", " "])
def test_no_text_leaves_the_frame(shape: str, text: str) -> None:
    """Outside of the frame there is nothing but the ground."""
    podium = Poster(text, text, [("1", text, "−1,234.5")] * 6, text, "#0d4438")

    picture = opened(poster_png(podium, shape))

    width, height = picture.size
    edges = [(0, 0, width, MARGIN), (0, 0, MARGIN, height), (width - MARGIN, 0, width, height)]
    assert [len(picture.crop(edge).getcolors() or []) for edge in edges] == [1, 1, 1]


@pytest.mark.parametrize("text", ["髙橋 翔", "Łódź", "Дмитрий"])
def test_every_script_of_the_fonts_is_drawn(text: str) -> None:
    empty = poster_png(PODIUM._replace(lines=[("1", "", "")]), "wide")

    assert poster_png(PODIUM._replace(lines=[("1", text, "")]), "wide") != empty


@pytest.mark.django_db
def test_is_for_the_staff_of_a_finished_tournament() -> None:
    hall = open_hall()
    address = "/t/spring-open/downloads/podium-square.png"
    before = signed_in(hall.rob).get(address)
    round_ = hall.started()
    for table in round_.tables.all():
        play(table, hall.alice)
    close_round(round_=round_, by=hall.alice)
    publish_tournament(hall.tournament.pk)
    finish_tournament(tournament=hall.tournament, by=hall.alice)

    after = signed_in(hall.rob).get(address)

    assert before["Location"] == "/t/spring-open/desk/"
    assert (after["Content-Type"], opened(after.content).size) == ("image/png", (1080, 1080))
    assert signed_in(hall.rob).get(address.replace("square", "round")).status_code == 404
    assert Client().get(address)["Location"].startswith("/accounts/login/")
