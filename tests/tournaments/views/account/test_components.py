"""The parts of pages on one page, for the operator."""

import pytest
from django.test import Client

from players.models import User

pytestmark = pytest.mark.django_db
PARTS = ("chip live", "place place-4", "wind wind-1", "team-mark own-8", "key", "standings", "tiles", "seats")


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("ops@example.org", name="Ops"))
    return client


@pytest.mark.parametrize("language", ["", "/ja"])
def test_every_part_is_there_on_a_light_and_on_a_dark_ground(operator: Client, language: str):
    page = operator.get(f"{language}/components/").content.decode()

    light, dark = page.split('class="scheme-')[1:]
    assert (light.partition('"')[0], dark.partition('"')[0]) == ("light", "dark")
    for part in PARTS:
        assert f'class="{part}' in light, part
        assert f'class="{part}' in dark, part


def test_the_parts_are_those_of_the_pages(operator: Client):
    page = operator.get("/components/").content.decode()

    assert "Places 1 to 3 qualify for Final" in page
    assert "3 of 8 tables confirmed" in page
    assert "Łukasz Brzęczyszczykiewicz" in page
    assert "Enter a whole number." in page
