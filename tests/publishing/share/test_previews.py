"""The pictures that messengers show beside a link."""

from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from tests.tournaments.hall import Hall, play
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PAGE = "/t/spring-open/"


def seq_of(hall: Hall) -> int:
    return Tournament.objects.get(pk=hall.tournament.pk).head.seq


def preview(client: Client, hall: Hall, page: str = PAGE):
    return client.get(f"{page}preview-{seq_of(hall)}.png")


def test_an_event_has_one_of_its_state(hall: Hall, client: Client) -> None:
    before = preview(client, hall)
    round_ = hall.started()
    begun = preview(client, hall)
    play(round_.tables.get(number=1), hall.alice)
    after = preview(client, hall)

    assert [answer["Content-Type"] for answer in (before, begun, after)] == ["image/png"] * 3
    assert Image.open(BytesIO(after.content)).size == (1200, 630)
    assert len({before.content, begun.content, after.content}) == 3
    assert after["Cache-Control"] == "public, max-age=300"
