"""Places by country and club: who finds none waits, and who moves up is somebody for whom there is one."""

from typing import Any

import pytest

from tests.tournaments.actions.refusals import facts
from tests.tournaments.hall import Hall
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.people.place_quotas import Kind, Quota, Room
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import (
    NO_PLACE,
    About,
    accept_registration,
    cancel_registration,
    decline_registration,
    sign_up,
)
from tournaments.actions.people.waiting_list import missing_quota
from tournaments.models import LedgerEntry, Registration, SelfRegistration
from tournaments.models.digests import text_hash
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db


def opened(hall: Hall, **terms: Any) -> SelfRegistration:
    given = RegistrationTerms(**{"is_open": True, **terms})
    return set_self_registration(tournament=hall.tournament, terms=given, by=hall.alice)


def comes(hall: Hall, name: str, country: str = "", club: str = "") -> Registration:
    return sign_up(tournament=hall.tournament, about=About(name, country=country, club=club), by=Actor())


def statuses(hall: Hall) -> dict[str, str]:
    rows = Registration.objects.filter(tournament=hall.tournament).order_by("pk")
    return dict(rows.values_list("name", "status"))


class TestWhoFindsAPlace:
    def test_a_country_has_so_many_places(self, hall: Hall) -> None:
        opened(hall, country_limits={"JP": 2})

        for name, country in (("Ken", "JP"), ("Mia", "jp"), ("Kai", "JP"), ("Léa", "FR")):
            comes(hall, name, country)

        assert statuses(hall) == {"Ken": "accepted", "Mia": "accepted", "Kai": "waiting", "Léa": "accepted"}
        assert verify_ledger(hall.tournament.pk).is_sound

    def test_a_country_of_its_own_number_is_not_held_to_that_of_others(self, hall: Hall) -> None:
        opened(hall, country_limit=1, country_limits={"JP": 2})

        for name, country in (("Ken", "JP"), ("Mia", "JP"), ("Léa", "FR"), ("Luc", "FR")):
            comes(hall, name, country)

        assert statuses(hall) == {"Ken": "accepted", "Mia": "accepted", "Léa": "accepted", "Luc": "waiting"}

    def test_clubs_that_read_alike_are_one(self, hall: Hall) -> None:
        opened(hall, club_limit=1)

        for name, club in (("Ken", "Kanda"), ("Mia", "ＫＡＮＤＡ"), ("Kai", ""), ("Léa", "")):
            comes(hall, name, club=club)

        assert statuses(hall) == {"Ken": "accepted", "Mia": "waiting", "Kai": "accepted", "Léa": "accepted"}

    def test_places_are_reserved_for_members_of_a_club_which_has_no_limit(self, hall: Hall) -> None:
        taken = hall.tournament.entries.active().count()
        opened(hall, capacity=taken + 3, club_limit=1, own_club="Bears", own_places=2)

        for name, club in (("Ken", "Kanda"), ("Mia", "Ueno"), ("Kai", "Bears"), ("Léa", "Bears")):
            comes(hall, name, club=club)

        assert statuses(hall) == {"Ken": "accepted", "Mia": "waiting", "Kai": "accepted", "Léa": "accepted"}

    def test_a_place_that_awaits_approval_is_taken(self, hall: Hall) -> None:
        opened(hall, country_limits={"JP": 1}, needs_approval=True)

        for name in ("Ken", "Mia"):
            comes(hall, name, "JP")

        assert statuses(hall) == {"Ken": "pending", "Mia": "waiting"}

    def test_without_a_country_nobody_registers_where_it_matters(self, hall: Hall) -> None:
        opened(hall, country_limit=4)
        before = facts()

        with pytest.raises(RulesRefuse) as refused:
            comes(hall, "Ken")

        assert (refused.value.code, list(refused.value.fields)) == ("country_missing", ["country"])
        assert facts() == before


class TestWhoMovesUp:
    def test_a_freed_place_goes_to_the_first_for_whom_there_is_one(self, hall: Hall) -> None:
        taken = hall.tournament.entries.active().count()
        opened(hall, capacity=taken + 2, country_limits={"JP": 1})
        ken, lea = comes(hall, "Ken", "JP"), comes(hall, "Léa", "FR")
        for name, country in (("Mia", "JP"), ("Luc", "FR")):
            comes(hall, name, country)

        cancel_registration(registration=lea, by=Actor())

        assert statuses(hall) == {"Ken": "accepted", "Léa": "cancelled", "Mia": "waiting", "Luc": "accepted"}

        cancel_registration(registration=ken, by=Actor())

        assert statuses(hall) == {
            "Ken": "cancelled",
            "Léa": "cancelled",
            "Mia": "accepted",
            "Luc": "accepted",
        }
        assert verify_ledger(hall.tournament.pk).is_sound

    def test_several_move_up_as_far_as_the_quota_goes(self, hall: Hall) -> None:
        opened(hall, country_limits={"JP": 1})
        for name in ("Ken", "Mia", "Kai", "Rei"):
            comes(hall, name, "JP")

        opened(hall, country_limits={"JP": 3})

        assert statuses(hall) == {"Ken": "accepted", "Mia": "accepted", "Kai": "accepted", "Rei": "waiting"}

    def test_a_registration_says_for_which_quota_it_waits(self, hall: Hall) -> None:
        taken = hall.tournament.entries.active().count()
        opened(hall, capacity=taken + 2, club_limit=1, own_club="Bears", own_places=1)
        comes(hall, "Ken", club="Kanda")
        mia, kai = comes(hall, "Mia", club="Kanda"), comes(hall, "Kai")

        found = [missing_quota(one) for one in (mia, kai)]

        assert found == [Quota(Kind.CLUB, "Kanda", 1, 1), Quota(Kind.RESERVED, "Bears", 1, 0)]
        assert [one.why_waiting for one in found if one] == [
            "The only place for Kanda is taken.",
            "The places that are left are reserved for members of Bears.",
        ]

        opened(hall, capacity=taken + 1)

        assert [missing_quota(one) for one in (mia, kai)] == [None, None]

    def test_the_organizer_gives_an_extra_place_once_asked(self, hall: Hall) -> None:
        opened(hall, country_limits={"JP": 1})
        _ken, mia = comes(hall, "Ken", "JP"), comes(hall, "Mia", "JP")
        before = facts()

        with pytest.raises(StateRefuses) as asked:
            accept_registration(registration=mia, is_new=True, by=hall.alice)

        assert asked.value.fields == {
            NO_PLACE: ["The only place for JP is taken. Mia would get a place nevertheless."],
            "confirm": [NO_PLACE],
        }
        assert facts() == before
        accept_registration(registration=mia, is_new=True, confirm=[NO_PLACE], by=hall.alice)
        assert statuses(hall) == {"Ken": "accepted", "Mia": "accepted"}

    def test_declining_frees_the_place_of_a_quota(self, hall: Hall) -> None:
        opened(hall, club_limit=1, needs_approval=True)
        ken = comes(hall, "Ken", club="Kanda")
        comes(hall, "Mia", club="Kanda")

        decline_registration(registration=ken, by=hall.alice)

        assert statuses(hall) == {"Ken": "declined", "Mia": "pending"}


class TestHowTheyStand:
    def test_the_fullest_are_first_and_what_nobody_confirmed_is_for_organizers(self, hall: Hall) -> None:
        terms = opened(hall, club_limit=2, country_limits={"JP": 3, "FR": 1})
        for name, country, club in (("Ken", "JP", "Kanda"), ("Mia", "JP", "Ueno"), ("Kai", "JP", "Kanda")):
            comes(hall, name, country, club)
        terms = opened(hall, club_limit=2, country_limits={"JP": 3, "FR": 1}, needs_approval=True)
        comes(hall, "Léa", "FR", "Made up")

        found = [(one.of, one.taken, one.places) for one in Room(terms, 0).quotas()]
        of_organizers = [(one.of, one.taken, one.places) for one in Room(terms, 0).quotas(of_pending=True)]

        assert found == [("FR", 1, 1), ("JP", 3, 3), ("Kanda", 2, 2), ("Ueno", 1, 2)]
        assert of_organizers == [*found[:3], ("Made up", 1, 2), ("Ueno", 1, 2)]

    def test_without_quotas_nothing_is_asked(self, hall: Hall, django_assert_num_queries: Any) -> None:
        terms = opened(hall, capacity=9)

        with django_assert_num_queries(0):
            room = Room(terms, 1)
            assert (room.has_place(country="", club=""), room.quotas()) == (True, [])


class TestTerms:
    def test_the_ledger_has_them_and_of_the_club_a_hash(self, hall: Hall) -> None:
        opened(hall, capacity=40, club_limit=4, country_limits={"JP": 8}, own_club="Bears", own_places=6)

        settings = hall.last_payload()["settings"]

        assert settings == {
            "is_open": True,
            "capacity": 40,
            "opens_at": None,
            "closes_at": None,
            "needs_approval": False,
            "email": "not_asked",
            "club_limit": 4,
            "country_limits": {"JP": 8},
            "own_club": text_hash("Bears"),
            "own_places": 6,
        }
        assert verify_ledger(hall.tournament.pk).is_sound

    def test_the_same_terms_again_change_nothing(self, hall: Hall) -> None:
        terms = {"capacity": 40, "country_limits": {"JP": 8}, "own_club": " Bears ", "own_places": 6}
        opened(hall, **terms)
        before = LedgerEntry.objects.count()

        opened(hall, **terms)

        assert LedgerEntry.objects.count() == before

    @pytest.mark.parametrize(
        ("terms", "field"),
        [
            ({"club_limit": 0}, "club_limit"),
            ({"country_limit": 2_001}, "country_limit"),
            ({"country_limits": {"JP": 0}}, "country_limits"),
            ({"country_limits": {"Japan": 8}}, "country_limits"),
            ({"capacity": 40, "own_club": "Bears"}, "own_places"),
            ({"capacity": 40, "own_places": 3}, "own_club"),
            ({"own_club": "Bears", "own_places": 3}, "own_places"),
            ({"capacity": 40, "own_club": "Bears", "own_places": 41}, "own_places"),
        ],
    )
    def test_quotas_that_cannot_be_are_refused(self, hall: Hall, terms: dict[str, Any], field: str) -> None:
        before = facts()

        with pytest.raises(RulesRefuse) as refused:
            opened(hall, **terms)

        assert (refused.value.code, list(refused.value.fields)) == ("quota", [field])
        assert facts() == before
