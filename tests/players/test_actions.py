"""What people do to people: clubs, licences, names on file, the first account of a server."""

import pytest
from django.core.exceptions import ValidationError

from players.actions import (
    add_player,
    club_named,
    clubs_named,
    forget_sign_up,
    has_operator,
    licences_of,
    namesakes,
    rename_account,
    set_licences,
    set_up_operator,
    update_player,
)
from players.models import Club, Licence, NameTrace, Player, User

pytestmark = pytest.mark.django_db

EMA, WRC = ("EMA", "04090035"), ("WRC", "17")


def people() -> list[tuple[str, str, str]]:
    return list(Player.objects.order_by("pk").values_list("name", "reading", "country"))


class TestPlayers:
    def test_a_player_is_recorded_as_typed_but_for_blanks_and_small_letters_of_the_country(self) -> None:
        add_player(name="  Alice   Sato ", reading="さとう　アリス", country="jp")

        assert people() == [("Alice Sato", "さとう アリス", "JP")]

    def test_two_people_may_share_a_name_and_are_found_by_it(self) -> None:
        first, second = add_player(name="Alice Sato"), add_player(name="ａｌｉｃｅ SATO")
        add_player(name="Alice Saito")

        assert namesakes("ALICE　sato") == [first, second]

    def test_a_name_that_cannot_be_shown_records_nobody(self) -> None:
        with pytest.raises(ValidationError):
            add_player(name="Alice\u202e")

        assert (people(), NameTrace.objects.count()) == ([], 0)

    def test_a_mended_name_is_found_and_the_old_one_is_not(self) -> None:
        alice = add_player(name="Alcie")
        alice.name = " Alice "

        update_player(player=alice)

        assert (people(), namesakes("alice"), namesakes("alcie")) == ([("Alice", "", "")], [alice], [])


class TestClubs:
    def test_a_club_is_founded_once(self) -> None:
        assert club_named(" East  Club") == club_named("East Club") == Club.objects.get()

    def test_of_many_clubs_only_the_new_ones_are_founded(self) -> None:
        east = club_named("East Club")

        found = clubs_named(["East Club", "West Club", "West Club"])

        assert found == {"East Club": east, "West Club": Club.objects.exclude(pk=east.pk).get()}


class TestLicences:
    def test_they_are_exactly_those_that_were_named(self) -> None:
        alice = add_player(name="Alice")
        set_licences(player=alice, licences=[WRC, EMA])
        stays = Licence.objects.get(body="EMA")

        taken = set_licences(player=alice, licences=[EMA, ("JPML", "9")])

        assert (taken, licences_of(alice)) == ([], [EMA, ("JPML", "9")])
        assert Licence.objects.get(body="EMA") == stays

    def test_somebody_elses_licence_is_named_and_nothing_changes(self) -> None:
        alice, bob = add_player(name="Alice"), add_player(name="Bob")
        set_licences(player=bob, licences=[EMA])
        set_licences(player=alice, licences=[WRC])

        taken = set_licences(player=alice, licences=[EMA, ("JPML", "9")])

        assert [(one.player, one.body, one.number) for one in taken] == [(bob, *EMA)]
        assert (licences_of(alice), licences_of(bob)) == ([WRC], [EMA])

    def test_the_same_number_with_another_federation_is_another_licence(self) -> None:
        alice, bob = add_player(name="Alice"), add_player(name="Bob")
        set_licences(player=bob, licences=[("EMA", "17")])

        assert set_licences(player=alice, licences=[WRC]) == []


class TestAccounts:
    def test_an_account_is_renamed(self) -> None:
        user = User.objects.create_user("bob@club.example", name="Bob")

        rename_account(user=user, name=" Robert  B ")

        assert User.objects.get().name == "Robert B"

    def test_a_sign_up_that_was_never_used_is_forgotten_and_one_that_was_stays(self, client) -> None:
        used = User.objects.create_user("alice@club.example", password="four-winds-and-dragons")
        client.force_login(used)
        unused = User.objects.create_user("bob@club.example")

        for user in (used, unused):
            forget_sign_up(user)

        assert list(User.objects.all()) == [used]

    def test_the_first_account_may_do_everything_and_there_is_only_one_first(self) -> None:
        first = set_up_operator(name="Alice", email="alice@club.example", password="four-winds-and-dragons")
        second = set_up_operator(
            name="Charlie", email="charlie@club.example", password="stranger-at-the-door"
        )

        assert (first, second, has_operator()) == (User.objects.get(), None, True)
        assert first is not None
        assert (first.name, first.is_superuser, first.is_staff) == ("Alice", True, True)
        assert first.check_password("four-winds-and-dragons")

    def test_somebody_who_has_signed_up_before_becomes_the_first_by_their_address(self) -> None:
        alice = User.objects.create_user("alice@club.example", name="Al", password="an-old-password")

        found = set_up_operator(name="Alice", email=" ALICE@club.example", password="four-winds-and-dragons")

        alice.refresh_from_db()
        assert (found, alice.name, alice.is_superuser) == (alice, "Alice", True)
        assert alice.check_password("four-winds-and-dragons")
