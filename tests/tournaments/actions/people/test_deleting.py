"""A person whom nobody has is deleted; while anything refers to them they stay, and the page says what."""

import pytest
from django.urls import reverse

from players.actions import add_player, club_named, set_licences
from players.models import Licence, NameTrace, Player
from tests.permissions import digest
from tests.players.test_traces import traces
from tests.tournaments.api.callers import program
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.actor import Actor
from tournaments.actions.errors import ActionError, StaleVersion, StateRefuses
from tournaments.actions.people.deleting import delete_player, remove_entry_and_player
from tournaments.actions.people.editing import remove_entry
from tournaments.actions.people.entries import register
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import cancel_registration, sign_up
from tournaments.actions.seen_versions import player_tag
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.actions.setup.tournaments import appoint
from tournaments.models import Entry, FirstTournament
from tournaments.permissions import can_edit_player
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.django_db
CONSOLE = Actor(is_console=True)


def dora() -> Entry:
    return Entry.objects.select_related("player").get(player__name="Dora")


def people() -> tuple[list[str], list[int]]:
    """What the page may change: who is on file, and who takes part."""
    return sorted(Player.objects.values_list("name", flat=True)), sorted(
        Entry.objects.values_list("pk", flat=True)
    )


def remove(entry: Entry) -> str:
    return reverse("desk_entry_remove", args=["spring-open", entry.pk])


def test_a_person_to_whom_nothing_refers_is_gone_with_their_licences_and_leaves_a_dated_trace() -> None:
    player = add_player(name="Dobra")
    set_licences(player=player, licences=[("EMA", "04090035")])
    pk, (subject, name, _has_salt) = player.pk, traces()[0]

    delete_player(player=player, seen=player_tag(player), by=CONSOLE)

    assert (Player.objects.count(), Licence.objects.count()) == (0, 0)
    # That there was a name, and that none stands any more; which one it was, nobody can find out.
    assert traces() == [(subject, name, False), (f"player:{pk}", "", False)]
    assert NameTrace.objects.last().recorded_at >= NameTrace.objects.first().recorded_at


def test_who_is_deleted_already_is_left_alone() -> None:
    player = add_player(name="Dobra")
    seen = player_tag(player)
    gone = Player.objects.get()
    delete_player(player=player, seen=seen, by=CONSOLE)
    before = digest()

    delete_player(player=gone, seen=seen, by=CONSOLE)

    assert digest() == before


def test_who_was_edited_meanwhile_is_not_deleted() -> None:
    player = add_player(name="Dobra")
    seen = player_tag(player)
    set_licences(player=player, licences=[("EMA", "04090035")])
    before = digest()

    with pytest.raises(StaleVersion):
        delete_player(player=player, seen=seen, by=CONSOLE)

    assert digest() == before


def refusal_of(player: Player) -> str:
    before = digest()
    with pytest.raises(StateRefuses) as refusal:
        delete_player(player=player, seen=player_tag(player), by=CONSOLE)
    assert (refusal.value.code, digest()) == ("player_in_use", before)
    return refusal.value.message


def test_who_takes_part_stays_also_in_a_tournament_that_nobody_sees(hall: Hall) -> None:
    hidden = open_hall("hidden", players=0, visibility="private")
    discarded = open_hall("discarded", players=0)
    player = add_player(name="Kei")
    for other in (hidden, discarded):
        register(tournament=other.tournament, player=player, by=other.alice)
    discard_tournament(tournament=discarded.tournament, by=discarded.alice)

    assert refusal_of(dora().player) == "Dora is on the list of 1 tournament."
    assert refusal_of(player) == "Kei is on the lists of 2 tournaments."


def test_who_has_an_account_stays(hall: Hall) -> None:
    player = add_player(name="Kei")
    player.user = hall.charlie.user
    player.save(update_fields=["user"])

    assert refusal_of(player) == "Kei has an account here."


def test_who_registered_stays_also_when_that_has_ended(hall: Hall) -> None:
    set_self_registration(tournament=hall.tournament, terms=RegistrationTerms(is_open=True), by=hall.alice)
    player = add_player(name="Kei")
    made = sign_up(tournament=hall.tournament, about=player, by=Actor())
    cancel_registration(registration=made, by=Actor())

    assert refusal_of(player) == "Kei has registered for a tournament, which stays on record."


def test_one_step_takes_somebody_off_the_list_and_deletes_them(hall: Hall) -> None:
    entry = dora()

    remove_entry_and_player(entry=entry, by=hall.alice)

    assert not Player.objects.filter(name="Dora").exists()
    assert (hall.kinds()[-1], hall.last_payload()) == (
        "entry_removed",
        {"entry": entry.pk, "number": entry.number},
    )
    assert [str(problem) for problem in verify_ledger(hall.tournament.pk).problems] == []
    before = digest()
    remove_entry_and_player(entry=entry, by=hall.alice)
    assert digest() == before


def test_who_is_on_another_list_of_the_same_organizer_stays_on_both(hall: Hall) -> None:
    other = open_hall("other-open", players=0)
    appoint(tournament=other.tournament, user=hall.alice.user, role="organizer", by=other.alice)
    register(tournament=other.tournament, player=dora().player, by=other.alice)
    entry = hall.tournament.entries.get(player__name="Dora")
    before = digest()

    with pytest.raises(StateRefuses) as refusal:
        remove_entry_and_player(entry=entry, by=hall.alice)

    assert (refusal.value.code, digest()) == ("player_in_use", before)


class TestWhatAStrangerMade:
    """An entry, a registration, a season's record: it takes nobody's leave, so it is in nobody's way."""

    def test_is_left_with_the_name_alone(self, hall: Hall) -> None:
        entry, other = dora(), open_hall("other-open", players=0)
        player = entry.player
        player.reading, player.country, player.club = "ドラ", "JP", club_named("Hill Club")
        player.aliases = ["dora_the_owl"]
        player.save()
        set_licences(player=player, licences=[("EMA", "04090035")])
        theirs = register(tournament=other.tournament, player=player, by=other.alice)

        remove_entry_and_player(entry=entry, by=hall.alice)

        player = Player.objects.get(pk=player.pk)
        left = (player.name, player.reading, player.country, player.club, player.aliases)
        assert left == ("Dora", "", "", None, [])
        assert (Licence.objects.count(), list(Entry.objects.filter(player=player))) == (0, [theirs])
        assert other.last_payload() == {
            "entry": theirs.pk,
            "player": player.pk,
            "changed": ["reading", "country", "club", "aliases", "licences"],
        }
        for tournament in (hall.tournament, other.tournament):
            assert verify_ledger(tournament.pk).problems == []

    def test_is_answered_for_by_them_from_then_on(self, hall: Hall) -> None:
        entry, other = dora(), open_hall("other-open", players=0)
        player = entry.player
        register(tournament=other.tournament, player=player, by=other.alice)

        remove_entry_and_player(entry=entry, by=hall.alice)

        assert FirstTournament.objects.get(player=player).tournament == other.tournament
        assert [can_edit_player(by, player) for by in (hall.alice, other.alice)] == [False, True]

    def test_keeps_a_registration(self, hall: Hall) -> None:
        entry, other = dora(), open_hall("other-open", players=0)
        set_self_registration(
            tournament=other.tournament,
            terms=RegistrationTerms(is_open=True, needs_approval=True),
            by=other.alice,
        )
        made = sign_up(tournament=other.tournament, about=entry.player, by=Actor())

        remove_entry_and_player(entry=entry, by=hall.alice)

        made.refresh_from_db()
        assert (made.player, Player.objects.filter(name="Dora").count()) == (entry.player, 1)

    def test_is_no_reason_at_the_desk_or_for_a_program(self, hall: Hall) -> None:
        other = open_hall("other-open", players=0)
        entries = list(hall.tournament.entries.select_related("player").filter(number__in=(2, 3)))
        for entry in entries:
            register(tournament=other.tournament, player=entry.player, by=other.alice)

        page = signed_in(hall.alice).post(
            remove(entries[0]), {"player": "delete", "confirm": "delete_player"}
        )
        call = program(hall.alice.user).delete(f"/v1/entries/{entries[1].pk}/?player=delete")

        assert (page.status_code, call.status_code) == (302, 204)
        assert not hall.tournament.entries.filter(number__in=(2, 3)).exists()


def test_who_has_a_seat_stays(hall: Hall) -> None:
    hall.started()
    before = digest()

    with pytest.raises(ActionError) as refusal:
        remove_entry_and_player(entry=dora(), by=hall.alice)

    assert (refusal.value.code, digest()) == ("entry_in_use", before)


def test_the_page_asks_before_it_deletes(hall: Hall) -> None:
    entry = dora()
    alice = signed_in(hall.alice)
    before = people()

    asked = alice.post(remove(entry), {"player": "delete"})

    assert (asked.status_code, people()) == (409, before)
    assert "Dora will be deleted for good" in asked.content.decode()
    done = alice.post(remove(entry), {"player": "delete", "confirm": "delete_player"}, follow=True)
    assert "Dora was deleted." in done.content.decode()
    assert not Player.objects.filter(name="Dora").exists()


def test_the_page_says_why_somebody_stays(hall: Hall) -> None:
    other = open_hall("other-open", players=0)
    appoint(tournament=other.tournament, user=hall.alice.user, role="organizer", by=other.alice)
    entry = dora()
    register(tournament=other.tournament, player=entry.player, by=other.alice)
    before = people()
    sent = {"player": "delete", "confirm": "delete_player"}

    answer = signed_in(hall.alice).post(remove(entry), sent, follow=True)

    assert "Dora is on the list of 1 other tournament. Nothing was changed" in answer.content.decode()
    assert people() == before


def test_without_the_tick_the_person_stays_on_file(hall: Hall) -> None:
    signed_in(hall.alice).post(remove(dora()), {"confirm": "sure"})

    assert Player.objects.filter(name="Dora").exists()
    assert not Entry.objects.filter(player__name="Dora").exists()


def test_a_program_of_the_operator_deletes_whom_nobody_has_once(hall: Hall) -> None:
    hall.alice.user.is_superuser = True
    hall.alice.user.save(update_fields=["is_superuser"])
    alice = signed_in(hall.alice)
    entry = dora()
    path, seen = f"/api/v1/players/{entry.player_id}/", player_tag(entry.player)
    headers = {"Idempotency-Key": "delete-dora", "If-Match": f'"{seen}"'}
    refused = alice.delete(path, headers={**headers, "Idempotency-Key": "too-early"})
    remove_entry(entry=entry, by=hall.alice)

    answers = [alice.delete(path, headers=headers) for _ in range(2)]

    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "player_in_use")
    assert [answer.status_code for answer in answers] == [204, 204]
    assert answers[1]["Idempotent-Replay"] == "true"
    assert not Player.objects.filter(name="Dora").exists()


def test_a_program_has_to_say_which_version_it_saw(hall: Hall) -> None:
    alice = program(hall.alice.user, "manage")
    before = people()

    answers = [
        alice.call("DELETE", f"/v1/players/{dora().player_id}/"),
        alice.call("DELETE", f"/v1/players/{dora().player_id}/", if_match="e1234567890abcdef"),
    ]

    assert [answer.status_code for answer in answers] == [428, 412]
    assert people() == before


def test_a_program_takes_somebody_off_the_list_and_deletes_them(hall: Hall) -> None:
    alice = program(hall.alice.user, "manage")

    answer = alice.call("DELETE", f"/v1/entries/{dora().pk}/?player=delete")

    assert answer.status_code == 204, answer.content
    assert not Player.objects.filter(name="Dora").exists()
