"""What cannot be undone asks first, on a page of its own and without a script; no browser's dialog asks anything."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.permissions import digest
from tests.tournaments.hall import Hall
from tests.tournaments.views.desk.browser import DESK
from tools.environment import ROOT
from tournaments.actions.credentials.seat_tokens import issue_seat_tokens
from tournaments.models import Round, SeatToken, Table

pytestmark = pytest.mark.django_db


def test_a_draft_is_discarded_after_a_yes_and_a_no_leads_back(hall: Hall, alice: Client) -> None:
    round_ = hall.draw()
    address, before = f"{DESK}rounds/{round_.pk}/discard/", digest()

    asked = alice.post(address, {"key": "k" * 32})
    page = asked.content.decode()

    assert (asked.status_code, digest()) == (200, before)
    assert "Discard the draft of Round 1?" in page
    assert f'href="{DESK}"' in page
    assert '<input type="hidden" name="confirm" value="sure">' in page
    assert alice.post(address, {"confirm": "sure"})["Location"] == DESK
    assert not Round.objects.exists()


def test_what_was_sent_along_is_sent_again_with_the_yes(hall: Hall, alice: Client, table: Table) -> None:
    seat = table.seats.get(wind=1)
    issue_seat_tokens(seats=[seat], by=hall.alice)

    page = alice.post(
        f"{DESK}rounds/{table.round_id}/cards/", {"seat": seat.pk, "back": "referee"}
    ).content.decode()

    assert f'<input type="hidden" name="seat" value="{seat.pk}">' in page
    assert '<input type="hidden" name="back" value="referee">' in page
    assert f'<a class="button secondary outline" href="{DESK}referee/">' in page
    assert SeatToken.objects.filter(revoked_at=None).count() == 1


def test_seat_cards_ask_only_where_a_card_stops_working(hall: Hall, alice: Client, round_: Round) -> None:
    address, sent = f"{DESK}rounds/{round_.pk}/cards/", {"key": "k" * 32}

    first, again = alice.post(address, sent), alice.post(address, sent)
    asked = alice.post(address, {"key": "l" * 32})

    assert len(codes_of(first)) == 4 * round_.tables.count()
    assert codes_of(again) == codes_of(first)
    assert "Make new seat cards?" in asked.content.decode()


def codes_of(page: HttpResponse) -> list[str]:
    return re.findall(r"<br><strong>([^<]+)</strong>", page.content.decode())


def test_what_belongs_to_another_tournament_is_not_asked_about(hall: Hall, alice: Client) -> None:
    staff = hall.tournament.staff.get(user=hall.rob.user)
    hall.tournament.staff.filter(pk=staff.pk).delete()

    assert alice.post(f"{DESK}staff/{staff.pk}/dismiss/").status_code == 404


def test_no_script_asks_by_a_dialog_of_the_browser() -> None:
    asking = re.compile(r"\b(?:confirm|alert|prompt)\(")

    assert [
        path.name for path in (ROOT / "static" / "js").glob("*.js") if asking.search(path.read_text("utf-8"))
    ] == []
