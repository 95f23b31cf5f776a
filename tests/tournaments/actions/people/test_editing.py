"""What was typed about a player or an entry can be mended; a mended name stands everywhere at once."""

from typing import Any

import pytest
from django.test import Client

from players.actions import add_player, club_named, licences_of
from players.models import Player
from tests.permissions import digest
from tests.tournaments.api.callers import program
from tests.tournaments.hall import Hall, hall_with_a_game, open_hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.actor import Actor
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.errors import ActionError, NameTaken, StaleVersion, StateRefuses
from tournaments.actions.people.editing import (
    HAS_A_SEAT,
    PLAYS_ELSEWHERE,
    edit_entry,
    edit_player,
    remove_entry,
)
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.seen_versions import entry_tag, player_tag
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.models import Entry, Standing
from tournaments.standings import publish_tournament
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.django_db


def dora() -> Entry:
    return Entry.objects.select_related("player", "team").get(player__name="Dora")


def mend(player: Player, by: Actor, confirm: tuple[str, ...] = (), **changes: Any) -> Player:
    return edit_player(player=player, changes=changes, seen=player_tag(player), by=by, confirm=confirm)


def change(entry: Entry, by: Actor, confirm: tuple[str, ...] = (), **changes: Any) -> Entry:
    return edit_entry(entry=entry, changes=changes, seen=entry_tag(entry), by=by, confirm=confirm)


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def test_a_player_of_a_discarded_tournament_can_be_mended() -> None:
    hall = open_hall(players=2)
    player = dora().player
    discard_tournament(tournament=hall.tournament, by=hall.alice)

    mend(player, hall.alice, name="Dora Dee")

    assert hall.kinds()[-2:] == ["tournament_discarded", "player_edited"]
    assert problems(hall) == []


def test_a_mended_name_stands_on_every_page_at_once() -> None:
    hall = hall_with_a_game()
    pages = ["standings/", "players/", "rounds/1/"]
    browser = Client()
    before = browser.get("/t/spring-open/standings/")["ETag"]
    player = dora().player

    mend(player, hall.alice, name="Dora Dee", reading="ドラ", country="JP", club=club_named("Dragons"))

    publish_tournament(hall.tournament.pk)
    for page in pages:
        text = browser.get(f"/t/spring-open/{page}").content.decode()
        assert "Dora Dee" in text, page
        assert ">Dora<" not in text, page
    assert browser.get("/t/spring-open/standings/")["ETag"] != before
    payload = hall.last_payload()
    assert hall.kinds()[-1] == "player_edited"
    assert "Dora" not in str(payload)
    assert payload["changed"] == ["name", "reading", "country", "club"]
    assert problems(hall) == []


def test_who_plays_elsewhere_is_asked_about_and_changed_there_too(hall: Hall) -> None:
    other = open_hall("other-open", players=0)
    player = dora().player
    register(tournament=other.tournament, player=player, by=other.alice)
    before = digest()

    with pytest.raises(StateRefuses) as refusal:
        mend(player, hall.alice, name="Dora Dee")

    assert refusal.value.fields["confirm"] == [PLAYS_ELSEWHERE]
    assert digest() == before
    mend(Player.objects.get(pk=player.pk), hall.alice, (PLAYS_ELSEWHERE,), name="Dora Dee")
    assert (hall.kinds()[-1], other.kinds()[-1]) == ("player_edited", "player_edited")
    assert (problems(hall), problems(other)) == ([], [])


def test_a_name_that_was_changed_behind_the_ledger_is_found(hall: Hall) -> None:
    mend(dora().player, hall.alice, name="Dora Dee")

    Player.objects.filter(name="Dora Dee").update(name="Dora D")

    assert any("was changed without a trace" in problem for problem in problems(hall))


def test_number_team_and_substitute_change_and_standings_follow() -> None:
    hall = hall_with_a_game()
    entry = dora()
    team = form_team(tournament=hall.tournament, name="Bears", by=hall.alice)

    change(entry, hall.alice, (HAS_A_SEAT,), number=77, team=team, is_substitute=True)

    publish_tournament(hall.tournament.pk)
    found = dora()
    assert (found.number, found.team, found.is_substitute) == (77, team, True)
    assert hall.last_payload() == {"entry": entry.pk, "number": 77, "team": team.pk, "substitute": True}
    assert Standing.objects.filter(entry=entry, rank=None).exists() or not Standing.objects.filter(
        entry=entry
    )
    assert problems(hall) == []


def test_what_moves_results_is_asked_first_once_somebody_has_a_seat(hall: Hall, round_: object) -> None:
    before = digest()

    with pytest.raises(StateRefuses) as refusal:
        change(dora(), hall.alice, is_substitute=True)

    assert refusal.value.fields["confirm"] == [HAS_A_SEAT]
    assert digest() == before
    change(dora(), hall.alice, number=99)
    assert dora().number == 99


def test_a_number_that_is_taken_stays_with_its_owner(hall: Hall) -> None:
    before = digest()

    with pytest.raises(NameTaken):
        change(dora(), hall.alice, number=1)

    assert digest() == before


def test_another_tournaments_team_is_refused(hall: Hall) -> None:
    other = open_hall("other-open", players=0)
    team = form_team(tournament=other.tournament, name="Bears", by=other.alice)
    before = digest()

    with pytest.raises(ActionError) as refusal:
        change(dora(), hall.alice, team=team)

    assert refusal.value.code == "foreign_team"
    assert digest() == before


def test_two_who_edit_at_once_do_not_undo_each_other(hall: Hall) -> None:
    entry = dora()
    stale, old = entry_tag(entry), player_tag(entry.player)
    change(entry, hall.alice, number=50)
    mend(entry.player, hall.alice, reading="ドラ")
    before = digest()

    with pytest.raises(StaleVersion):
        edit_entry(entry=entry, changes={"number": 51}, seen=stale, by=hall.alice)
    with pytest.raises(StaleVersion):
        edit_player(player=entry.player, changes={"reading": ""}, seen=old, by=hall.alice)

    assert digest() == before


def test_the_same_again_changes_nothing(hall: Hall) -> None:
    before = digest()

    change(dora(), hall.alice, number=dora().number)
    mend(dora().player, hall.alice, name="Dora")

    assert digest() == before


def test_when_all_is_over_entries_stay_and_names_can_still_be_mended(hall: Hall) -> None:
    hall.started()
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["rounds_open", "results_missing"])

    with pytest.raises(ActionError) as refusal:
        change(dora(), hall.alice, number=50)

    assert refusal.value.code == "tournament_finished"
    mend(dora().player, hall.alice, name="Dora Dee")
    assert Player.objects.filter(name="Dora Dee").exists()


def test_a_person_mends_their_own_name_without_being_asked(hall: Hall) -> None:
    player = add_player(name="Kei")
    player.user = hall.charlie.user
    player.save(update_fields=["user"])
    register(tournament=hall.tournament, player=player, by=hall.alice)

    mend(player, hall.charlie, name="Keiko")

    assert Player.objects.get(pk=player.pk).name == "Keiko"


def test_who_was_entered_by_mistake_is_taken_off_the_list(hall: Hall) -> None:
    publish_tournament(hall.tournament.pk)
    entry = dora()

    remove_entry(entry=entry, by=hall.alice)

    publish_tournament(hall.tournament.pk)
    assert not Entry.objects.filter(pk=entry.pk).exists()
    assert Player.objects.filter(name="Dora").exists()
    assert Standing.objects.filter(stage=hall.stage).count() == 7
    assert (hall.kinds()[-1], hall.last_payload()) == (
        "entry_removed",
        {"entry": entry.pk, "number": entry.number},
    )
    assert problems(hall) == []
    before = digest()
    remove_entry(entry=entry, by=hall.alice)
    assert digest() == before


def test_who_has_a_seat_or_a_penalty_or_is_named_in_a_wish_stays(hall: Hall) -> None:
    one, other, last = hall.tournament.entries.order_by("number")[:3]
    penalize(stage=hall.stage, entry=one, ruling=Ruling(1_000, "Late"), by=hall.rob)
    add_seating_constraint(tournament=hall.tournament, wish=Wish("never", other, other=last), by=hall.alice)
    before = digest()

    for entry in (one, other, last):
        with pytest.raises(StateRefuses) as refusal:
            remove_entry(entry=entry, by=hall.alice)
        assert refusal.value.code == "entry_in_use"

    assert digest() == before
    hall.started()
    with pytest.raises(StateRefuses):
        remove_entry(entry=hall.tournament.entries.get(number=8), by=hall.alice)


EMA, JPML = ("EMA", "04090035"), ("JPML", "A 12")


def test_licences_are_added_changed_and_removed(hall: Hall) -> None:
    player = dora().player

    mend(player, hall.alice, licences=[EMA, JPML])
    first = licences_of(player)
    payload = hall.last_payload()
    mend(player, hall.alice, licences=[("EMA", "04090036")])

    assert (first, licences_of(player)) == ([EMA, JPML], [("EMA", "04090036")])
    assert payload["changed"] == ["licences"]
    assert "04090035" not in str(payload)
    assert problems(hall) == []


def test_the_same_licences_again_and_none_named_change_nothing(hall: Hall) -> None:
    player = mend(dora().player, hall.alice, licences=[EMA, JPML])
    before = digest()

    mend(player, hall.alice, licences=[JPML, EMA])
    mend(player, hall.alice, name="Dora")

    assert digest() == before


def test_a_licence_that_somebody_else_has_is_refused(hall: Hall) -> None:
    mend(dora().player, hall.alice, licences=[EMA])
    other = Player.objects.get(name="Bob")
    before = digest()

    with pytest.raises(NameTaken) as refusal:
        mend(other, hall.alice, name="Bobby", licences=[("EMA", "1"), EMA])

    assert (refusal.value.code, list(refusal.value.fields)) == ("licence_taken", ["licences"])
    assert digest() == before


def test_who_did_not_see_a_licence_does_not_remove_it(hall: Hall) -> None:
    player = dora().player
    seen = player_tag(player)
    mend(player, hall.alice, licences=[EMA])
    before = digest()

    with pytest.raises(StaleVersion):
        edit_player(player=player, changes={"licences": []}, seen=seen, by=hall.alice)

    assert digest() == before


@pytest.mark.parametrize(
    ("typed", "status", "stored"),
    [
        ("EMA 04090035", 302, [EMA]),
        ("EMA  04090035\r\n\r\nJPML A 12", 302, [EMA, JPML]),
        ("JPML A 12\nWorld Riichi 7", 302, [JPML, ("World Riichi", "7")]),
        ("", 302, []),
        ("EMA", 422, [JPML]),
        ("E" * 21 + " 1", 422, [JPML]),
        ("\n".join(f"EMA {number}" for number in range(11)), 422, [JPML]),
    ],
)
def test_the_page_takes_one_licence_a_line(
    hall: Hall, typed: str, status: int, stored: list[tuple[str, str]]
) -> None:
    player = mend(dora().player, hall.alice, licences=[JPML])
    entry = dora()
    sent = {
        "name": "Dora",
        "number": entry.number,
        "licences": typed,
        "seen_player": player_tag(player),
        "seen_entry": entry_tag(entry),
    }

    answer = signed_in(hall.alice).post(f"/t/spring-open/desk/entries/{entry.pk}/edit/", sent)

    assert (answer.status_code, licences_of(player)) == (status, stored)


@pytest.mark.parametrize(
    ("licences", "status"),
    [
        ([{"body": "EMA", "number": "04090035"}], 200),
        ([{"body": "EMA", "number": ""}], 400),
        ([{"body": "EMA"}], 400),
        ([{"body": "E" * 21, "number": "1"}], 400),
        ("EMA 1", 400),
        (None, 400),
    ],
)
def test_a_program_sends_all_licences(hall: Hall, licences: object, status: int) -> None:
    alice = program(hall.alice.user, "manage")
    path = f"/v1/players/{dora().player_id}/"

    answer = alice.call("PATCH", path, {"licences": licences}, if_match=alice.get(path).json()["tag"])

    assert answer.status_code == status, answer.content
    if status == 200:
        assert answer.json()["licences"] == licences == alice.get(path).json()["licences"]


@pytest.mark.parametrize(
    ("typed", "status", "stored"),
    [
        ("sparrow\r\n\r\n  kuma  \nsparrow", 302, ["sparrow", "kuma"]),
        ("", 302, []),
        ("\u202esparrow", 422, ["owl"]),
        ("\n".join(f"bird {number}" for number in range(11)), 422, ["owl"]),
    ],
)
def test_the_page_takes_one_other_name_a_line(hall: Hall, typed: str, status: int, stored: list[str]) -> None:
    player = mend(dora().player, hall.alice, aliases=["owl"])
    entry = dora()
    sent = {
        "name": "Dora",
        "number": entry.number,
        "aliases": typed,
        "seen_player": player_tag(player),
        "seen_entry": entry_tag(entry),
    }
    browser = signed_in(hall.alice)

    answer = browser.post(f"/t/spring-open/desk/entries/{entry.pk}/edit/", sent)

    assert (answer.status_code, dora().player.aliases) == (status, stored)
    assert hall.last_payload()["changed"] == ["aliases"]
    assert ("sparrow" in browser.get(f"/t/spring-open/desk/entries/{entry.pk}/edit/").content.decode()) == (
        "sparrow" in stored
    )


def test_only_those_who_edit_somebody_read_their_other_names(hall: Hall) -> None:
    player = mend(dora().player, hall.alice, aliases=["owl"])
    address = f"/api/v1/players/{player.pk}/"

    read = [browser.get(address).json()["aliases"] for browser in (signed_in(hall.alice), Client())]

    assert read == [["owl"], None]
