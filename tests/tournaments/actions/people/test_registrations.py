"""Players register themselves; places, the waiting list, the organizer's approval."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils.timezone import now

from players.actions import add_player
from players.models import Player, User
from tests.tournaments.hall import Hall
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.actions.draws.draft_rounds import discard_round
from tournaments.actions.draws.draws import discard_draw
from tournaments.actions.errors import ActionError, NameTaken, RulesRefuse, StateRefuses
from tournaments.actions.people.editing import edit_entry, remove_entry
from tournaments.actions.people.entries import register, withdraw
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import (
    NO_PLACE,
    About,
    accept_registration,
    accept_registrations,
    cancel_registration,
    decline_registration,
    sign_up,
)
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import pin_rulebook
from tournaments.actions.seen_versions import entry_tag
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.models import Entry, LedgerEntry, Registration, SelfRegistration
from tournaments.models.digests import text_hash
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db
Status = Registration.Status
NOBODY = Actor()


def opened(hall: Hall, *, places: int | None = None, **terms: Any) -> SelfRegistration:
    """Registration is open, with so many places left beside those who take part."""
    capacity = None if places is None else hall.tournament.entries.active().count() + places
    given = RegistrationTerms(**{"is_open": True, "capacity": capacity, **terms})
    return set_self_registration(tournament=hall.tournament, terms=given, by=hall.alice)


def signed_up(hall: Hall, name: str, **about: str) -> Registration:
    return sign_up(tournament=hall.tournament, about=About(name, **about), by=NOBODY)


def statuses(hall: Hall) -> dict[str, str]:
    rows = Registration.objects.filter(tournament=hall.tournament).order_by("pk")
    return dict(rows.values_list("name", "status"))


def refused(act: Callable[[], object], error: type[ActionError] = StateRefuses) -> str:
    """The act is refused and nothing is another afterwards; the code of the refusal."""
    before = everything()
    with pytest.raises(error) as raised:
        act()
    assert everything() == before
    return raised.value.code


def everything() -> tuple[object, ...]:
    tables = (Registration, SelfRegistration, Entry, Player)
    return (
        *(list(model._default_manager.order_by("pk").values_list()) for model in tables),
        LedgerEntry.objects.count(),
    )


def is_sound(hall: Hall) -> bool:
    return verify_ledger(hall.tournament.pk).is_sound


class TestSigningUp:
    def test_with_a_place_and_no_approval_somebody_takes_part_at_once(self, hall: Hall) -> None:
        opened(hall, places=1)

        made = signed_up(hall, " Ken  Ito ", reading="いとう けん", club="Bears", country="jp")

        entry = hall.tournament.entries.order_by("number").last()
        assert (made.status, made.entry, made.name) == (Status.ACCEPTED, entry, "Ken Ito")
        player = entry.player
        assert (player.name, player.reading, player.country) == ("Ken Ito", "いとう けん", "JP")
        assert player.club is not None
        assert player.club.name == "Bears"
        assert hall.kinds()[-2:] == ["registered", "signed_up"]
        assert hall.last_payload() == {
            "registration": made.pk,
            "status": "accepted",
            "hash": text_hash(made.code_hash),
            "entry": entry.pk,
        }
        assert is_sound(hall)

    def test_nothing_that_somebody_typed_is_in_the_ledger(self, hall: Hall) -> None:
        opened(hall, places=0, email="required")

        sign_up(
            tournament=hall.tournament,
            about=About("Ken Ito", reading="いとう", club="Bears", country="JP"),
            email="ken@home.example",
            by=NOBODY,
        )

        ledger = "".join(LedgerEntry.objects.values_list("payload", flat=True))
        assert [word for word in ("Ken", "いとう", "Bears", "ken@home") if word in ledger] == []

    def test_of_the_private_code_a_hash_is_stored_and_the_house_can_show_it_again(
        self, hall: Hall, settings
    ) -> None:
        opened(hall)

        made = signed_up(hall, "Ken")

        again = Registration.objects.get()
        assert (again.code, len(again.code)) == (made.code, 12)
        assert again.code_hash == Registration.hash_of_code(made.code)
        assert again.code_works
        settings.SECRET_KEY = "another house's secret, which is fifty characters long or more"
        assert not Registration.objects.get().code_works

    def test_when_all_places_are_taken_people_wait_in_their_order(self, hall: Hall) -> None:
        opened(hall, places=1)

        for name in ("Ken", "Lars", "Mia"):
            signed_up(hall, name)

        assert statuses(hall) == {"Ken": "accepted", "Lars": "waiting", "Mia": "waiting"}
        assert is_sound(hall)

    def test_with_approval_a_place_is_reserved_until_the_organizer_decides(self, hall: Hall) -> None:
        opened(hall, places=1, needs_approval=True)

        for name in ("Ken", "Lars"):
            signed_up(hall, name)

        assert statuses(hall) == {"Ken": "pending", "Lars": "waiting"}
        assert Player.objects.filter(name__in=["Ken", "Lars"]).count() == 0
        assert hall.tournament.entries.count() == 8

    def test_substitutes_and_those_who_have_withdrawn_take_no_place(self, hall: Hall) -> None:
        opened(hall, places=1)
        register(
            tournament=hall.tournament, player=add_player(name="Spare"), by=hall.alice, is_substitute=True
        )
        withdraw(entry=hall.tournament.entries.get(number=8), by=hall.alice)

        for name in ("Ken", "Lars", "Mia"):
            signed_up(hall, name)

        assert statuses(hall) == {"Ken": "accepted", "Lars": "accepted", "Mia": "waiting"}

    @pytest.mark.parametrize("name", ["Bob", "ｂｏｂ", "Ken"])
    def test_somebody_of_a_name_that_is_registered_waits_for_the_organizer(
        self, hall: Hall, name: str
    ) -> None:
        opened(hall, places=5)
        signed_up(hall, "Ken")

        again = signed_up(hall, name)

        assert again.status == Status.PENDING
        assert hall.tournament.entries.count() == 9

    def test_a_signed_in_player_registers_as_who_they_are_on_file(self, hall: Hall) -> None:
        opened(hall)
        ken = add_player(name="Ken", reading="けん", country="JP")
        ken.user = User.objects.create_user("ken@home.example", name="Ken")
        ken.save()

        made = sign_up(tournament=hall.tournament, about=ken, by=Actor(ken.user))

        assert (made.entry.player, made.name, made.reading) == (ken, "Ken", "けん")
        again = refused(lambda: sign_up(tournament=hall.tournament, about=ken, by=Actor(ken.user)), NameTaken)
        assert again == "already_entered"

    def test_a_player_on_the_waiting_list_does_not_register_again(self, hall: Hall) -> None:
        opened(hall, places=0)
        ken = add_player(name="Ken")
        sign_up(tournament=hall.tournament, about=ken, by=NOBODY)

        code = refused(lambda: sign_up(tournament=hall.tournament, about=ken, by=NOBODY), NameTaken)

        assert code == "already_entered"

    def test_an_address_is_stored_only_where_the_organizer_wants_one(self, hall: Hall) -> None:
        stored = {}
        for asked in SelfRegistration.Email.values:
            opened(hall, email=asked)
            made = sign_up(
                tournament=hall.tournament, about=About(asked), email="ken@home.example", by=NOBODY
            )
            stored[asked] = Registration.objects.get(pk=made.pk).email

        assert stored == {
            "not_asked": "",
            "optional": "ken@home.example",
            "required": "ken@home.example",
        }

    def test_a_required_address_that_is_missing_is_refused(self, hall: Hall) -> None:
        opened(hall, email="required")

        assert refused(lambda: signed_up(hall, "Ken", club="New club"), RulesRefuse) == "email_missing"


class TestClosed:
    def test_where_the_organizer_has_opened_nothing_nobody_registers(self, hall: Hall) -> None:
        assert refused(lambda: signed_up(hall, "Ken")) == "registration_closed"

    def test_nobody_registers_once_the_organizer_has_closed_it(self, hall: Hall) -> None:
        opened(hall)
        opened(hall, is_open=False)

        assert refused(lambda: signed_up(hall, "Ken")) == "registration_closed"

    def test_nobody_registers_before_the_time_the_organizer_named(self, hall: Hall) -> None:
        opened(hall, opens_at=now() + timedelta(days=1))

        assert refused(lambda: signed_up(hall, "Ken")) == "registration_closed"

        SelfRegistration.objects.update(opens_at=now() - timedelta(seconds=1))
        assert signed_up(hall, "Ken").status == Status.ACCEPTED

    def test_nobody_registers_after_the_time_the_organizer_named(self, hall: Hall) -> None:
        opened(hall, closes_at=now() + timedelta(days=1))
        SelfRegistration.objects.update(closes_at=now() - timedelta(seconds=1))

        assert refused(lambda: signed_up(hall, "Ken")) == "registration_closed"

    def test_a_draft_of_the_first_tables_closes_it_and_discarding_it_opens_it_again(self, hall: Hall) -> None:
        opened(hall)
        draft = hall.draw()

        assert refused(lambda: signed_up(hall, "Ken")) == "registration_closed"

        draft.delete()
        assert signed_up(hall, "Ken").status == Status.ACCEPTED

    def test_a_tournament_that_was_discarded_takes_nobody(self, hall: Hall) -> None:
        opened(hall)
        discard_tournament(tournament=hall.tournament, by=hall.alice)

        assert refused(lambda: signed_up(hall, "Ken")) == "registration_closed"

    def test_a_finished_tournament_takes_nobody(self, hall: Hall) -> None:
        opened(hall)
        pin_rulebook(hall.tournament, by=hall.alice)
        finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["stages_empty"])

        assert refused(lambda: signed_up(hall, "Ken")) == "registration_closed"
        hall.tournament.refresh_from_db()
        assert refused(lambda: opened(hall, is_open=False)) == "tournament_finished"


class TestTheOrganizerDecides:
    def test_accepting_makes_an_entry(self, hall: Hall) -> None:
        opened(hall, places=1, needs_approval=True)
        made = signed_up(hall, "Ken", club="Bears")

        accepted = accept_registration(registration=made, by=hall.alice)

        entry = hall.tournament.entries.get(player__name="Ken")
        assert (accepted.status, accepted.entry, entry.player.club.name) == (Status.ACCEPTED, entry, "Bears")
        assert hall.kinds()[-2:] == ["registered", "registration_accepted"]
        assert hall.last_payload() == {"registration": made.pk, "entry": entry.pk}
        assert is_sound(hall)

    def test_accepting_twice_is_accepting_once(self, hall: Hall) -> None:
        opened(hall, needs_approval=True)
        made = signed_up(hall, "Ken")
        accept_registration(registration=made, by=hall.alice)
        before = everything()

        accept_registration(registration=made, by=hall.alice)

        assert everything() == before

    def test_who_may_be_on_file_is_said_before_somebody_is_accepted(self, hall: Hall) -> None:
        on_file = add_player(name="Ken")
        opened(hall, needs_approval=True)
        made = signed_up(hall, "Ken")

        assert (
            refused(lambda: accept_registration(registration=made, by=hall.alice), RulesRefuse) == "who_is_it"
        )

        accepted = accept_registration(registration=made, player=on_file, by=hall.alice)
        assert accepted.entry.player == on_file

    def test_a_namesake_is_somebody_new_when_the_organizer_says_so(self, hall: Hall) -> None:
        on_file = add_player(name="Ken")
        opened(hall, needs_approval=True)
        made = signed_up(hall, "Ken")

        accepted = accept_registration(registration=made, is_new=True, by=hall.alice)

        assert accepted.entry.player != on_file

    def test_an_entry_that_the_organizer_made_meanwhile_is_taken_for_it(self, hall: Hall) -> None:
        opened(hall, needs_approval=True)
        made = signed_up(hall, "Bob")
        bob = hall.tournament.entries.get(player__name="Bob")

        accepted = accept_registration(registration=made, player=bob.player, by=hall.alice)

        assert (accepted.entry, hall.tournament.entries.count()) == (bob, 8)
        assert is_sound(hall)

    def test_one_entry_comes_from_one_registration(self, hall: Hall) -> None:
        opened(hall, needs_approval=True)
        one, two = signed_up(hall, "Ken"), signed_up(hall, "Ken")
        ken = accept_registration(registration=one, by=hall.alice).entry.player

        code = refused(lambda: accept_registration(registration=two, player=ken, by=hall.alice), NameTaken)

        assert code == "already_entered"

    def test_all_at_once_leaves_those_of_whom_only_a_person_can_say_who_they_are(self, hall: Hall) -> None:
        add_player(name="Mia")
        opened(hall, needs_approval=True)
        for name in ("Ken", "Lars", "Mia", "Noa", "Noa"):
            signed_up(hall, name)

        counts = accept_registrations(tournament=hall.tournament, by=hall.alice)

        assert counts == (2, 3)
        rows = Registration.objects.order_by("pk").values_list("name", "status")
        assert list(rows) == [
            ("Ken", "accepted"),
            ("Lars", "accepted"),
            ("Mia", "pending"),
            ("Noa", "pending"),
            ("Noa", "pending"),
        ]
        assert is_sound(hall)

    def test_beyond_the_places_it_asks_before_somebody_waiting_is_accepted(self, hall: Hall) -> None:
        opened(hall, places=0)
        made = signed_up(hall, "Ken")

        assert refused(lambda: accept_registration(registration=made, by=hall.alice)) == "please_confirm"

        accept_registration(registration=made, by=hall.alice, confirm=[NO_PLACE])
        assert statuses(hall) == {"Ken": "accepted"}

    def test_who_is_declined_loses_the_reserved_place_and_the_address(self, hall: Hall) -> None:
        opened(hall, places=1, needs_approval=True, email="optional")
        first = sign_up(tournament=hall.tournament, about=About("Ken"), email="ken@home.example", by=NOBODY)
        signed_up(hall, "Lars")

        decline_registration(registration=first, by=hall.alice)

        first.refresh_from_db()
        assert (first.status, first.email, first.ended_at is None) == (Status.DECLINED, "", False)
        assert statuses(hall) == {"Ken": "declined", "Lars": "pending"}
        assert hall.kinds()[-2:] == ["registration_declined", "registration_moved_up"]
        assert is_sound(hall)

    def test_who_takes_part_is_not_declined_and_who_was_declined_is_not_accepted(self, hall: Hall) -> None:
        opened(hall, places=1)
        taking_part, waiting = signed_up(hall, "Ken"), signed_up(hall, "Lars")
        decline_registration(registration=waiting, by=hall.alice)

        assert refused(lambda: decline_registration(registration=taking_part, by=hall.alice)) == (
            "registration_accepted"
        )
        assert (
            refused(lambda: accept_registration(registration=waiting, by=hall.alice)) == "registration_ended"
        )


class TestMovingUp:
    """A place that becomes free goes to whoever has waited longest, in the same transaction."""

    def waiting(self, hall: Hall, **terms: Any) -> Registration:
        opened(hall, places=1, **terms)
        first = signed_up(hall, "Ken")
        signed_up(hall, "Lars")
        signed_up(hall, "Mia")
        return first

    def test_when_somebody_cancels(self, hall: Hall) -> None:
        first = self.waiting(hall)

        cancel_registration(registration=first, by=NOBODY)

        assert statuses(hall) == {"Ken": "cancelled", "Lars": "accepted", "Mia": "waiting"}
        assert not hall.tournament.entries.filter(player__name="Ken").exists()
        assert hall.kinds()[-4:] == [
            "entry_removed",
            "registration_cancelled",
            "registered",
            "registration_accepted",
        ]
        assert is_sound(hall)

    def test_when_the_organizer_takes_somebody_off_the_list(self, hall: Hall) -> None:
        first = self.waiting(hall)

        remove_entry(entry=first.entry, by=hall.alice)

        assert statuses(hall) == {"Ken": "removed", "Lars": "accepted", "Mia": "waiting"}
        assert is_sound(hall)

    def test_when_somebody_withdraws(self, hall: Hall) -> None:
        first = self.waiting(hall)

        withdraw(entry=first.entry, by=hall.alice)

        assert statuses(hall) == {"Ken": "accepted", "Lars": "accepted", "Mia": "waiting"}
        assert is_sound(hall)

    def test_when_somebody_becomes_a_substitute(self, hall: Hall) -> None:
        first = self.waiting(hall)

        edit_entry(
            entry=first.entry, changes={"is_substitute": True}, seen=entry_tag(first.entry), by=hall.alice
        )

        assert statuses(hall) == {"Ken": "accepted", "Lars": "accepted", "Mia": "waiting"}

    def test_when_there_are_more_places(self, hall: Hall) -> None:
        self.waiting(hall)

        opened(hall, places=1)

        assert statuses(hall) == {"Ken": "accepted", "Lars": "accepted", "Mia": "waiting"}

    def test_when_there_is_no_limit_any_more(self, hall: Hall) -> None:
        self.waiting(hall)

        opened(hall)

        assert statuses(hall) == {"Ken": "accepted", "Lars": "accepted", "Mia": "accepted"}

    def test_nobody_loses_a_place_when_there_are_fewer(self, hall: Hall) -> None:
        self.waiting(hall)
        before = statuses(hall)

        opened(hall, capacity=1, places=None)

        assert statuses(hall) == before

    def test_whoever_needs_approval_moves_up_to_the_organizer(self, hall: Hall) -> None:
        first = self.waiting(hall, needs_approval=True)

        decline_registration(registration=first, by=hall.alice)

        assert statuses(hall) == {"Ken": "declined", "Lars": "pending", "Mia": "waiting"}

    def test_closing_registration_keeps_the_waiting_list_moving(self, hall: Hall) -> None:
        first = self.waiting(hall)
        opened(hall, is_open=False)

        cancel_registration(registration=first, by=NOBODY)

        assert statuses(hall)["Lars"] == "accepted"

    def test_once_tables_are_drawn_nobody_moves_up_by_themselves(self, hall: Hall) -> None:
        opened(hall, places=0)
        waiting = signed_up(hall, "Ken")
        round_ = hall.started()
        round_.status = "closed"
        round_.save()

        withdraw(entry=hall.tournament.entries.get(number=1), by=hall.alice)

        assert statuses(hall) == {"Ken": "waiting"}
        accept_registration(registration=waiting, by=hall.alice)
        assert statuses(hall) == {"Ken": "accepted"}

    @pytest.mark.parametrize("whole_draw", [True, False])
    def test_when_the_last_draft_is_discarded(self, hall: Hall, whole_draw: bool) -> None:
        opened(hall, places=0)
        signed_up(hall, "Ken")
        round_ = hall.draw()
        opened(hall, places=1)
        before = statuses(hall)

        if whole_draw:
            assert round_.draw is not None
            discard_draw(old=round_.draw, by=hall.alice)
        else:
            discard_round(round_=round_, by=hall.alice)

        assert (before, statuses(hall)) == ({"Ken": "waiting"}, {"Ken": "accepted"})
        assert hall.kinds()[-3:] == ["discarded", "registered", "registration_accepted"]
        assert verify_ledger(hall.tournament.pk).is_sound

    def test_not_while_another_draft_is_left(self, hall: Hall) -> None:
        opened(hall, places=0)
        signed_up(hall, "Ken")
        first, second = hall.draw(), hall.draw()
        opened(hall, places=1)

        discard_round(round_=second, by=hall.alice)

        assert (statuses(hall), first.status) == ({"Ken": "waiting"}, "drafted")

    def test_who_waits_and_was_entered_by_the_organizer_takes_no_second_place(self, hall: Hall) -> None:
        opened(hall, places=0)
        ken = add_player(name="Ken")
        sign_up(tournament=hall.tournament, about=ken, by=NOBODY)
        entry = register(tournament=hall.tournament, player=ken, by=hall.alice)

        opened(hall)

        assert Registration.objects.get().entry == entry
        assert is_sound(hall)


class TestCancelling:
    def test_cancelling_twice_is_cancelling_once(self, hall: Hall) -> None:
        opened(hall)
        made = signed_up(hall, "Ken")
        cancel_registration(registration=made, by=NOBODY)
        before = everything()

        cancel_registration(registration=made, by=NOBODY)

        assert everything() == before

    def test_an_entry_that_something_refers_to_is_withdrawn(self, hall: Hall) -> None:
        opened(hall)
        made = signed_up(hall, "Ken")
        issue_player_cards(tournament=hall.tournament, entries=[made.entry.pk], by=hall.alice)

        cancel_registration(registration=made, by=NOBODY)

        ken = hall.tournament.entries.get(player__name="Ken")
        assert (ken.status, statuses(hall)) == (Entry.Status.WITHDRAWN, {"Ken": "cancelled"})
        assert is_sound(hall)

    def test_once_tables_are_drawn_who_takes_part_tells_the_organizer(self, hall: Hall) -> None:
        opened(hall, places=4, needs_approval=True)
        taking_part = [signed_up(hall, name) for name in ("Ken", "Lars", "Mia", "Noa")]
        accept_registrations(tournament=hall.tournament, by=hall.alice)
        waiting = signed_up(hall, "Oda")
        hall.draw()

        assert refused(lambda: cancel_registration(registration=taking_part[0], by=NOBODY)) == "tables_drawn"

        cancel_registration(registration=waiting, by=NOBODY)
        assert statuses(hall)["Oda"] == "cancelled"

    def test_who_was_declined_has_nothing_to_cancel(self, hall: Hall) -> None:
        opened(hall, needs_approval=True)
        made = signed_up(hall, "Ken")
        decline_registration(registration=made, by=hall.alice)

        assert refused(lambda: cancel_registration(registration=made, by=NOBODY)) == "registration_ended"


class TestTerms:
    def test_the_ledger_says_on_which_terms(self, hall: Hall) -> None:
        closes_at = datetime(2098, 12, 4, 9, tzinfo=UTC)

        opened(hall, capacity=40, closes_at=closes_at, needs_approval=True, email="optional")

        assert hall.kinds()[-1] == "self_registration_set"
        assert hall.last_payload() == {
            "settings": {
                "is_open": True,
                "capacity": 40,
                "opens_at": None,
                "closes_at": "2098-12-04T09:00:00.000000Z",
                "needs_approval": True,
                "email": "optional",
            }
        }
        assert is_sound(hall)

    def test_the_same_again_changes_nothing(self, hall: Hall) -> None:
        opened(hall, capacity=40)
        before = everything()

        opened(hall, capacity=40)

        assert everything() == before

    @pytest.mark.parametrize(
        ("terms", "code"),
        [
            ({"capacity": 0}, "capacity"),
            ({"capacity": 2_001}, "capacity"),
            ({"closes_at": datetime(2026, 1, 1, tzinfo=UTC)}, "closes_in_the_past"),
            ({"closes_at": datetime(2100, 1, 1, tzinfo=UTC)}, "time_out_of_range"),
            ({"closes_at": datetime(26, 1, 1, tzinfo=UTC), "is_open": False}, "time_out_of_range"),
            ({"opens_at": datetime(2100, 1, 1, tzinfo=UTC)}, "time_out_of_range"),
            (
                dict.fromkeys(("opens_at", "closes_at"), datetime(2098, 1, 1, tzinfo=UTC)),
                "closes_before_it_opens",
            ),
        ],
    )
    def test_what_no_tournament_has_is_refused(self, hall: Hall, terms: dict[str, Any], code: str) -> None:
        assert refused(lambda: opened(hall, **terms), RulesRefuse) == code
