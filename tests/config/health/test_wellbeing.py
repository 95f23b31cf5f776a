"""The page that says in plain words whether all is well: for superusers, in both languages."""

import pytest
from django.test import Client

from players.models import User
from tournaments.models import Heartbeat


@pytest.fixture
def operator(db: None, settings) -> Client:
    settings.EMBEDDED = False
    client = Client()
    client.force_login(User.objects.create_superuser("ops@example.org", name="Ops"))
    return client


def test_it_says_what_is_wrong_and_what_to_do(operator):
    Heartbeat.objects.beat(Heartbeat.Name.BACKUP)

    page = operator.get("/is-it-well/").content.decode()
    japanese = operator.get("/ja/is-it-well/").content.decode()

    assert "No worker has run yet: standings are not updated." in page
    assert "systemctl restart jantaku-worker jantaku-beat" in page
    assert "There is no backup yet." not in page
    assert "ワーカーがまだ一度も動いていません。順位表が更新されません。" in japanese


def test_it_says_that_all_is_well(operator, settings):
    settings.EMBEDDED = True
    settings.DATABASE_DISK = "/"

    page = operator.get("/is-it-well/").content.decode()

    assert "Everything is working." in page
    assert "Worker last ran" not in page


def test_the_superusers_own_page_leads_there_and_no_other(operator):
    bob = Client()
    bob.force_login(User.objects.create_user("bob@example.org", name="Bob"))

    pages = [client.get("/me/").content.decode() for client in (operator, bob)]

    assert ["/is-it-well/" in page for page in pages] == [True, False]
    assert bob.get("/is-it-well/").status_code == 403
