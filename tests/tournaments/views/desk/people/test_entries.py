"""Who takes part, at the desk."""

import re

import pytest

from players.actions import add_player, club_named, set_licences
from players.models import Player
from tests.tournaments.actions.refusals import facts
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.models import Entry, LedgerEntry

pytestmark = pytest.mark.django_db


def test_a_player_is_registered_with_club_team_and_number(hall, alice):
    send(alice, DESK + "entries/", name="  Kaoru   山田 ", club="Dragons", team="Winds", number="70")

    entry = Entry.objects.get(number=70)
    assert (entry.player.name, entry.player.club.name, entry.team.name) == ("Kaoru 山田", "Dragons", "Winds")


def test_a_namesake_is_asked_about_before_anybody_is_registered(hall, alice):
    stranger = Player.objects.create(name="Zoe", skeleton="zoe")

    question = alice.post(DESK + "entries/", {"name": "ZOE"})
    send(alice, DESK + "entries/", name="ZOE", player=str(stranger.pk))

    assert question.status_code == 422
    assert "Is this ZOE one of the players on file?" in text_of(question)
    assert hall.tournament.entries.filter(player=stranger).exists()


@pytest.mark.parametrize("choice", ["known", "new"])
def test_who_was_meant_stays_chosen_when_something_else_is_refused(hall, alice, choice):
    known = add_player(name="Zoe", club=club_named("Dragons"))
    chosen = str(known.pk) if choice == "known" else "new"

    answer = alice.post(DESK + "entries/", {"name": "Zoe", "player": chosen, "number": "1"})

    radios = re.findall(r'name="player" value="(\w+)"[^>]*?( checked)?>', answer.content.decode())
    assert answer.status_code == 409
    assert f"Zoe · Dragons #{known.pk}" in text_of(answer)
    assert [value for value, checked in radios if checked] == [chosen]
    assert (hall.tournament.entries.count(), Player.objects.filter(name="Zoe").count()) == (8, 1)


@pytest.mark.parametrize("name", ["‮evil", "​", "x" * 61, "\x07"])
def test_a_name_that_hides_something_is_refused(name, hall, alice):
    answer = alice.post(DESK + "entries/", {"name": name})

    assert answer.status_code == 422
    assert hall.tournament.entries.count() == 8


def test_withdrawn_and_back(hall, alice):
    entry = hall.tournament.entries.get(number=8)
    statuses = []
    for action, fields in (("withdraw", {"confirm": "withdraw"}), ("reinstate", {})):
        send(alice, f"{DESK}entries/{entry.pk}/{action}/", **fields)
        entry.refresh_from_db()
        statuses.append(entry.status)

    assert statuses == ["withdrawn", "active"]


def test_withdrawing_asks_first_and_changes_nothing(hall, alice):
    entry = hall.tournament.entries.get(number=8)
    before = LedgerEntry.objects.count()

    question = send(alice, f"{DESK}entries/{entry.pk}/withdraw/")

    entry.refresh_from_db()
    name = entry.player.name
    assert question.status_code == 409
    assert f"{name} will not be drawn in later rounds; games already played still count." in text_of(question)
    assert (entry.status, LedgerEntry.objects.count()) == ("active", before)


@pytest.mark.parametrize(
    ("query", "numbers"),
    [("dor", ["2"]), ("2", ["2"]), ("WINDS", ["70"]), ("Dragons", ["70"]), ("nobody", [])],
)
def test_players_are_found_by_name_number_team_and_club(hall, alice, query, numbers):
    send(alice, DESK + "entries/", name="Kaoru", club="Dragons", team="Winds", number="70")

    page = alice.get(DESK + "entries/", {"q": query})

    found = re.findall(r'<td class="number">(\d+)</td>', page.content.decode())
    assert found == numbers
    assert "Show everybody" in text_of(page)


@pytest.mark.parametrize(
    ("typed", "field", "says"),
    [
        ({"number": "3"}, "number", "Number 3 is already taken. Please choose another."),
        (
            {"licences": "EMA 04090035"},
            "licences",
            "The licence EMA 04090035 belongs to someone else. If it is this player's, the operator can "
            "reassign it.",
        ),
    ],
)
def test_what_somebody_else_has_is_refused_beside_its_field(hall, alice, typed, field, says):
    holder = hall.tournament.entries.get(number=3).player
    set_licences(player=holder, licences=[("EMA", "04090035")])
    address = f"{DESK}entries/{hall.tournament.entries.get(number=2).pk}/edit/"
    form = alice.get(address).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields}
    before = facts()

    answer = alice.post(address, {**sent, **typed})

    assert (answer.context["form"].errors, facts()) == ({field: [says]}, before)
