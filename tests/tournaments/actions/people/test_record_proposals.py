"""Who may not change a player's record proposes a change; those who may decide about it. Nothing changes before."""

from collections.abc import Mapping
from datetime import datetime

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from players.actions import add_player, licences_of, set_licences
from players.models import Player, User
from tests.permissions import digest
from tests.tournaments.api.callers import signed_in
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in as browser_of
from tournaments.actions.actor import Actor
from tournaments.actions.errors import ActionError
from tournaments.actions.people.entries import register
from tournaments.actions.people.record_proposals import (
    MOST_FOR_A_PLAYER,
    MOST_IN_A_DAY,
    MOST_OPEN,
    accept_proposal,
    propose_change,
    refuse_proposal,
)
from tournaments.actions.seen_versions import player_tag
from tournaments.models import LedgerEntry, RecordProposal, Tournament

pytestmark = pytest.mark.django_db
CONFIRMED = ["plays_elsewhere"]


@pytest.fixture
def guest(hall: Hall) -> Hall:
    """Another hall, in which Dora and Bob of Alice's take part."""
    other = open_hall("guests", players=0)
    for entry in hall.tournament.entries.select_related("player").filter(number__lte=2).order_by("number"):
        register(tournament=other.tournament, player=entry.player, by=other.alice)
    return other


def dora() -> Player:
    return Player.objects.select_related("club").get(entries__tournament__slug="guests", entries__number=2)


def propose(guest: Hall, **changes: object) -> RecordProposal:
    return propose_change(player=dora(), tournament=guest.tournament, changes=changes, by=guest.alice)


def rows() -> list[Mapping[str, object]]:
    return list(RecordProposal.objects.order_by("pk").values("status", "changes", "decided_by"))


def refusal(do: object) -> ActionError:
    before = digest()
    with pytest.raises(ActionError) as caught:
        do()  # type: ignore[operator]
    assert digest() == before
    return caught.value


class TestProposing:
    def test_changes_nothing_about_the_player(self, guest: Hall) -> None:
        before = (player_tag(dora()), LedgerEntry.objects.count())

        propose(guest, name="Dora Dee", reading="ドラ", club="Hill Club", licence=("EMA", "1"))

        assert (player_tag(dora()), LedgerEntry.objects.count()) == before
        assert rows() == [
            {
                "status": "open",
                "changes": {
                    "name": "Dora Dee",
                    "reading": "ドラ",
                    "club": "Hill Club",
                    "licence": ["EMA", "1"],
                },
                "decided_by": None,
            }
        ]

    def test_keeps_only_what_differs(self, guest: Hall) -> None:
        propose(guest, name="Dora", reading="ドラ", club="", licence=None)

        assert [row["changes"] for row in rows()] == [{"reading": "ドラ"}]

    def test_refuses_what_is_on_file(self, guest: Hall) -> None:
        set_licences(player=dora(), licences=[("EMA", "1")])

        assert refusal(lambda: propose(guest, name="Dora", licence=("EMA", "1"))).code == "nothing_to_change"

    def test_twice_is_one_proposal(self, guest: Hall) -> None:
        first, second = propose(guest, reading="ドラ"), propose(guest, reading="ドラ")

        assert (first.pk == second.pk, len(rows())) == (True, 1)

    def test_takes_the_place_of_the_open_one(self, guest: Hall) -> None:
        propose(guest, reading="ドラ")

        propose(guest, reading="ドーラ")

        assert [(row["status"], row["changes"]) for row in rows()] == [
            ("refused", {}),
            ("open", {"reading": "ドーラ"}),
        ]

    def test_is_limited_for_a_player(self, guest: Hall) -> None:
        for number in range(MOST_FOR_A_PLAYER):
            propose(guest, reading=f"ドラ{number}")

        assert refusal(lambda: propose(guest, reading="もう")).code == "too_many_attempts"

    def test_is_limited_for_a_person(self, guest: Hall) -> None:
        players = [add_player(name=f"Player {number}") for number in range(MOST_IN_A_DAY)]
        RecordProposal.objects.bulk_create(
            RecordProposal(player=one, tournament=guest.tournament, proposed_by=guest.alice.user)
            for one in players
        )

        assert refusal(lambda: propose(guest, reading="ドラ")).code == "too_many_attempts"

    def test_is_limited_for_a_record(self, guest: Hall) -> None:
        for number in range(MOST_OPEN):
            somebody = Actor(User.objects.create_user(f"s{number}@example.org", name="S"))
            propose_change(
                player=dora(), tournament=guest.tournament, changes={"reading": "ドラ"}, by=somebody
            )

        assert refusal(lambda: propose(guest, reading="ドラ")).code == "too_many_proposals"


class TestDeciding:
    def test_accepting_changes_the_player_by_who_accepts(self, hall: Hall, guest: Hall) -> None:
        set_licences(player=dora(), licences=[("WRC", "9")])
        made = propose(guest, name="Dora Dee", club="Hill Club", licence=("EMA", "1"))

        accept_proposal(proposal=made, seen=player_tag(dora()), by=hall.alice, confirm=CONFIRMED)

        player = dora()
        assert (player.name, str(player.club)) == ("Dora Dee", "Hill Club")
        assert licences_of(player) == [("EMA", "1"), ("WRC", "9")]
        edits = LedgerEntry.objects.filter(kind="player_edited").order_by("tournament__slug")
        assert [(one.tournament.slug, one.actor, one.content["changed"]) for one in edits] == [
            (slug, hall.alice.key, ["name", "club", "licences"]) for slug in ("guests", "spring-open")
        ]

    def test_a_decided_proposal_keeps_no_words(self, hall: Hall, guest: Hall) -> None:
        made = propose(guest, reading="ドラ")
        accept_proposal(proposal=made, seen=player_tag(dora()), by=hall.alice, confirm=CONFIRMED)

        refuse_proposal(proposal=propose(guest, name="Rude"), by=hall.alice)

        assert hall.alice.user is not None
        assert rows() == [
            {"status": status, "changes": {}, "decided_by": hall.alice.user.pk}
            for status in ("accepted", "refused")
        ]
        assert dora().name == "Dora"

    def test_may_be_repeated_and_not_turned_round(self, hall: Hall, guest: Hall) -> None:
        made = propose(guest, reading="ドラ")
        seen = player_tag(dora())
        accept_proposal(proposal=made, seen=seen, by=hall.alice, confirm=CONFIRMED)
        before = digest()

        accept_proposal(proposal=made, seen=seen, by=hall.alice)

        assert digest() == before
        assert refusal(lambda: refuse_proposal(proposal=made, by=hall.alice)).code == "proposal_decided"

    def test_a_player_who_was_changed_meanwhile_is_looked_at_again(self, hall: Hall, guest: Hall) -> None:
        made, seen = propose(guest, reading="ドラ"), player_tag(dora())
        set_licences(player=dora(), licences=[("EMA", "1")])

        def accept() -> None:
            accept_proposal(proposal=made, seen=seen, by=hall.alice, confirm=CONFIRMED)

        assert refusal(accept).code == "stale_version"

    def test_what_follows_elsewhere_is_asked_first(self, hall: Hall, guest: Hall) -> None:
        made = propose(guest, reading="ドラ")

        def accept() -> None:
            accept_proposal(proposal=made, seen=player_tag(dora()), by=hall.alice)

        assert refusal(accept).code == "please_confirm"


@pytest.mark.parametrize(
    "broken",
    [
        {"status": "refused"},
        {"status": "open", "decided_at": "2026-01-01T00:00:00Z"},
        {"status": "accepted", "decided_at": "2026-01-01T00:00:00Z", "changes": {"name": "X"}},
    ],
)
def test_the_database_refuses_half_a_decision(guest: Hall, broken: Mapping[str, object]) -> None:
    made = propose(guest, reading="ドラ")

    with pytest.raises(IntegrityError), transaction.atomic():
        RecordProposal.objects.filter(pk=made.pk).update(**broken)


def test_a_person_has_one_open_proposal_for_a_player(guest: Hall) -> None:
    made = propose(guest, reading="ドラ")

    with pytest.raises(IntegrityError), transaction.atomic():
        RecordProposal.objects.create(
            player=made.player, tournament=made.tournament, proposed_by=made.proposed_by
        )


class TestPages:
    def test_lead_from_the_desk_to_who_decides_and_back(self, hall: Hall, guest: Hall) -> None:
        entry = guest.tournament.entries.get(player=dora())
        desk, home = browser_of(guest.alice), browser_of(hall.alice)
        edit = desk.get(reverse("desk_entry_edit", args=["guests", entry.pk])).content.decode()
        path = reverse("desk_entry_propose", args=["guests", entry.pk])
        assert path in edit

        desk.post(path, {"name": "Dora", "reading": "ドラ", "licence": "EMA 04090035"})

        record = reverse("player_record", args=[entry.player_id])
        for page in (reverse("me"), reverse("desk_entries", args=["spring-open"])):
            assert f"{record}#proposals" in home.get(page).content.decode()
            assert record not in desk.get(reverse("me")).content.decode()
        shown = home.get(record).content.decode()
        assert ("ドラ" in shown, "EMA 04090035" in shown, "Guests" in shown or "Spring Open" in shown) == (
            True,
            True,
            True,
        )

    def test_ask_before_others_are_changed_and_then_do_it(self, hall: Hall, guest: Hall) -> None:
        made, home = propose(guest, reading="ドラ"), browser_of(hall.alice)
        path = reverse("decide_proposal", args=[made.pk])
        sent = {"decision": "accept", "seen": player_tag(dora())}

        asked = home.post(path, sent)
        answer = home.post(path, {**sent, "confirm": "plays_elsewhere"}, follow=True)

        assert (
            asked.status_code,
            "also takes part in tournaments of other organizers" in asked.content.decode(),
        ) == (
            409,
            True,
        )
        assert "Your change was saved." in answer.content.decode()
        assert dora().reading == "ドラ"

    def test_refuse(self, hall: Hall, guest: Hall) -> None:
        made = propose(guest, reading="ドラ")

        answer = browser_of(hall.alice).post(
            reverse("decide_proposal", args=[made.pk]), {"decision": "refuse"}, follow=True
        )

        assert "The proposal was refused." in answer.content.decode()
        assert (dora().reading, rows()[0]["status"]) == ("", "refused")

    def test_of_a_person_are_on_their_own_page(self, hall: Hall, guest: Hall) -> None:
        bob = Player.objects.get(user=hall.bob)
        propose_change(player=bob, tournament=guest.tournament, changes={"name": "Bobby"}, by=guest.alice)
        record = reverse("player_record", args=[bob.pk])

        own = browser_of(Actor(hall.bob)).get(reverse("me")).content.decode()
        alices = browser_of(hall.alice).get(reverse("me")).content.decode()

        assert (record in own, record in alices) == (True, False)

    def test_of_everybody_are_on_the_operators(self, guest: Hall) -> None:
        made = propose(guest, reading="ドラ")
        root = Actor(User.objects.create_superuser("root@example.org", name="Root"))

        page = browser_of(root).get(reverse("me")).content.decode()

        assert reverse("player_record", args=[made.player_id]) in page


class TestCalls:
    def test_propose_list_and_accept(self, hall: Hall, guest: Hall) -> None:
        entry = guest.tournament.entries.get(player=dora())
        theirs, ours = signed_in(guest.alice.user), signed_in(hall.alice.user)

        made = theirs.post(f"/v1/entries/{entry.pk}/proposals/", {"reading": "ドラ"})
        listed = ours.get(f"/v1/players/{entry.player_id}/proposals/").json()
        accepted = ours.call(
            "POST",
            f"/v1/proposals/{made.json()['id']}/accept/",
            {"confirm": CONFIRMED},
            if_match=player_tag(dora()),
        )

        shape = {
            "id": RecordProposal.objects.get().pk,
            "player": entry.player_id,
            "tournament": "guests",
            "changes": {"name": None, "reading": "ドラ", "club": None, "licence": None},
            "status": "open",
            "proposed_by": guest.alice.user.pk if guest.alice.user else None,
            "decided_at": None,
            "is_taken_back": False,
        }
        decided_at = RecordProposal.objects.get().decided_at
        assert decided_at is not None
        nothing = dict.fromkeys(("name", "reading", "club", "licence"))
        assert (made.status_code, made.json(), listed) == (201, shape, {"proposals": [shape]})
        assert accepted.json() == {
            **shape,
            "status": "accepted",
            "changes": nothing,
            "decided_at": accepted.json()["decided_at"],
        }
        assert datetime.fromisoformat(accepted.json()["decided_at"]) == decided_at
        assert dora().reading == "ドラ"

    def test_are_not_for_who_proposed(self, guest: Hall) -> None:
        made, theirs = propose(guest, reading="ドラ"), signed_in(guest.alice.user)
        before = digest()

        answers = [
            theirs.get(f"/v1/players/{made.player_id}/proposals/"),
            theirs.call(
                "POST",
                f"/v1/proposals/{made.pk}/accept/",
                {"confirm": CONFIRMED},
                if_match=player_tag(dora()),
            ),
            theirs.post(f"/v1/proposals/{made.pk}/refuse/", {}),
        ]

        assert [answer.status_code for answer in answers] == [404, 404, 404]
        assert digest() == before
        assert Tournament.objects.filter(slug="guests").exists()
