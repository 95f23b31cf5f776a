"""The organizer mends what was typed on pages; who had the old address finds the new one."""

import pytest
from django.test import Client

from tests.tournaments.hall import Hall
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.seen_versions import entry_tag, player_tag, stage_tag, tournament_tag
from tournaments.models import Entry, Stage, Tournament

pytestmark = pytest.mark.django_db
EDIT = "/t/spring-open/desk/edit/"


def frame(**changes: str) -> dict[str, str]:
    return {
        "name": "Spring Open",
        "slug": "spring-open",
        "time_zone": "Asia/Tokyo",
        "visibility": "public",
        "confirmation_rule": "all_others",
        "seen": tournament_tag(Tournament.objects.get()),
    } | changes


def test_the_page_shows_what_stands_and_saves_what_is_typed(hall: Hall, alice: Client) -> None:
    shown = alice.get(EDIT).content.decode()

    answer = alice.post(EDIT, frame(name="Autumn Open", venue="River Hall"), follow=True)

    assert 'value="Spring Open"' in shown
    assert "The tournament was saved." in text_of(answer)
    assert Tournament.objects.values_list("name", "venue").get() == ("Autumn Open", "River Hall")
    assert "The tournament was edited: name, venue" in text_of(alice.get("/t/spring-open/ledger/"))


def test_the_old_address_leads_on_for_readers_forms_and_files(hall: Hall, alice: Client) -> None:
    answer = alice.post(EDIT, frame(slug="autumn-open"))

    assert answer["Location"] == "/t/autumn-open/desk/edit/"
    found = Client().get("/t/spring-open/standings/?view=hall")
    assert (found.status_code, found["Location"]) == (302, "/t/autumn-open/standings/?view=hall")
    assert "private" in found["Cache-Control"] or "no-store" in found["Cache-Control"]
    japanese = Client().get("/ja/t/spring-open/players/")
    assert (japanese.status_code, japanese["Location"]) == (302, "/ja/t/autumn-open/players/")
    form = alice.post("/t/spring-open/desk/stages/", {"name": "Final"})
    assert (form.status_code, form["Location"]) == (307, "/t/autumn-open/desk/stages/")
    assert Client().get("/t/never-there/").status_code == 404


def test_the_old_address_of_a_private_tournament_leads_on_those_who_may_know_of_it(
    hall: Hall, alice: Client
) -> None:
    alice.post(EDIT, frame(slug="autumn-open", visibility="private"))

    assert alice.get("/t/spring-open/players/")["Location"] == "/t/autumn-open/players/"
    assert Client().get("/t/spring-open/players/").status_code == 404


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"starts_on": "0001-01-01"}, "The year must be between 1900 and 2199."),
        ({"starts_on": "2026-05-02", "ends_on": "2026-05-01"}, "The last day is before the first day."),
        ({"seen": "e0"}, "Someone else has changed this in the meantime."),
        ({"name": ""}, "This field is required."),
    ],
)
def test_what_is_refused_comes_back_with_what_was_typed(
    hall: Hall, alice: Client, changes: dict[str, str], says: str
) -> None:
    answer = alice.post(EDIT, frame(venue="River Hall") | changes)

    assert answer.status_code in (412, 422)
    assert says in text_of(answer)
    assert 'value="River Hall"' in answer.content.decode()
    assert Tournament.objects.get().venue == ""


def test_a_stage_is_renamed(hall: Hall, alice: Client) -> None:
    stage = hall.stage

    answer = alice.post(
        f"/t/spring-open/desk/stages/{stage.pk}/rename/",
        {"name": "Final", "seen": stage_tag(stage)},
        follow=True,
    )

    assert "The stage was renamed." in text_of(answer)
    assert Stage.objects.get().name == "Final"


def test_a_player_is_mended_in_one_form(hall: Hall, alice: Client) -> None:
    entry = Entry.objects.select_related("player").get(player__name="Dora")
    address = f"/t/spring-open/desk/entries/{entry.pk}/edit/"
    sent = {
        "name": "Dora Dee",
        "reading": "ドラ",
        "country": "jp",
        "club": "Dragons",
        "number": "50",
        "team": "Bears",
        "is_substitute": "on",
        "seen_player": player_tag(entry.player),
        "seen_entry": entry_tag(entry),
    }

    shown, answer = alice.get(address), alice.post(address, sent, follow=True)

    assert 'value="Dora"' in shown.content.decode()
    assert "Dora Dee was saved." in text_of(answer)
    entry.refresh_from_db()
    assert (entry.number, entry.team.name, entry.is_substitute) == (50, "Bears", True)
    assert (entry.player.name, entry.player.country, entry.player.club.name) == ("Dora Dee", "JP", "Dragons")


def test_what_is_asked_first_is_asked_on_the_page_and_saved_once_it_is_meant(
    hall: Hall, alice: Client
) -> None:
    hall.started()
    entry = Entry.objects.select_related("player").get(player__name="Dora")
    address = f"/t/spring-open/desk/entries/{entry.pk}/edit/"
    sent = {
        "name": "Dora",
        "number": str(entry.number),
        "is_substitute": "on",
        "seen_player": player_tag(entry.player),
        "seen_entry": entry_tag(entry),
    }

    asked = alice.post(address, sent)
    done = alice.post(address, sent | {"confirm": "has_a_seat"}, follow=True)

    assert asked.status_code == 409
    assert "already has a seat in a round" in text_of(asked)
    assert "Dora was saved." in text_of(done)
    assert Entry.objects.get(pk=entry.pk).is_substitute
