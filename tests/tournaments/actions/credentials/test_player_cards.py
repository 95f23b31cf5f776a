"""One card for each player: it is scanned once and opens all their seats; who lost the browser comes back."""

from typing import Any

import pytest

from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import BALANCED, Hall, seats_of
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.player_cards import (
    admit_phone,
    claim_card,
    enter_pin,
    issue_player_cards,
    revoke_player_card,
    sign_phone_out,
)
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.actions.errors import NotAllowed, StateRefuses
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.reporting import TableReport, confirm_sheet, report_sheet
from tournaments.models import CardPhone, Entry, LedgerEntry, PlayerCard, Table
from tournaments.models.codes import hash_of

pytestmark = pytest.mark.database("sqlite", thorough="both")


@pytest.fixture
def card(hall: Hall) -> PlayerCard:
    return issue_player_cards(tournament=hall.tournament, by=hall.alice)[0]


def wrong(pin: str) -> str:
    return "0000" if pin != "0000" else "1111"


class TestIssuing:
    def test_everybody_who_takes_part_gets_one_and_keeps_it(self, hall: Hall) -> None:
        first = issue_player_cards(tournament=hall.tournament, by=hall.alice)

        again = issue_player_cards(tournament=hall.tournament, by=hall.alice)

        assert ([card.entry_id for card in first], again) == (hall.entries(), [])
        assert hall.kinds().count("cards_issued") == 1

    def test_codes_are_short_and_each_is_new(self, hall: Hall) -> None:
        cards = issue_player_cards(tournament=hall.tournament, by=hall.alice)

        assert ({len(card.code) for card in cards}, {len(card.pin) for card in cards}) == ({8}, {4})
        assert len({card.code for card in cards}) == 8

    def test_neither_code_nor_pin_is_stored_or_in_the_ledger(self, card: PlayerCard) -> None:
        stored = " ".join(map(str, PlayerCard.objects.values_list().get(pk=card.pk)))
        told = " ".join(LedgerEntry.objects.values_list("payload", flat=True))

        assert card.code not in stored + told
        assert f'"{card.pin}"' not in stored + told
        # A plain hash of eight letters could be found by trying them all.
        assert hash_of(card.code) not in stored + told

    def test_a_card_code_works_until_the_house_has_another_secret(self, card: PlayerCard, settings) -> None:
        assert card.code_works

        settings.SECRET_KEY = "another" * 10

        assert not card.code_works

    def test_a_new_card_ends_the_old_one_and_its_phones_and_no_others(
        self, hall: Hall, card: PlayerCard
    ) -> None:
        other = PlayerCard.objects.exclude(pk=card.pk).first()
        assert other is not None
        phone, _secret = claim_card(code=card.code, key="k1")
        stays, _secret = claim_card(code=other.code, key="k2")

        issue_player_cards(tournament=hall.tournament, entries=[card.entry_id], renew=True, by=hall.rob)

        with pytest.raises(NotAllowed):
            claim_card(code=card.code, key="k3")
        assert list(CardPhone.objects.admitted()) == [stays]
        assert hall.last_payload()["phones_out"] == [phone.pk]

    def test_of_another_tournament_no_card_is_made(self, hall: Hall) -> None:
        assert issue_player_cards(tournament=hall.tournament, entries=[10**9], by=hall.alice) == []

    def test_only_a_signed_in_person_issues_cards(self, hall: Hall) -> None:
        with pytest.raises(NotAllowed):
            issue_player_cards(tournament=hall.tournament, by=Actor())

        assert not PlayerCard.objects.exists()

    def test_of_what_is_over_no_card_is_made(self, hall: Hall) -> None:
        close_round(round_=hall.started(), by=hall.alice, leave_open=True)
        finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["results_missing"])

        with pytest.raises(StateRefuses):
            issue_player_cards(tournament=hall.tournament, by=hall.alice)

        assert not PlayerCard.objects.exists()


class TestScanning:
    def test_the_first_phone_follows_the_card_at_once(self, hall: Hall, card: PlayerCard) -> None:
        phone, secret = claim_card(code=card.code, key="k1", device_name="Pixel")

        assert (phone.is_admitted, phone.device_hash, phone.device_name) == (True, hash_of(secret), "Pixel")
        assert hall.kinds()[-1] == "card_claimed"

    def test_the_same_phone_may_repeat_a_call_whose_answer_was_lost(
        self, hall: Hall, card: PlayerCard
    ) -> None:
        first = claim_card(code=card.code, key="k1")

        assert claim_card(code=card.code, key="k1") == first
        assert hall.kinds().count("card_claimed") == 1

    def test_another_phone_waits_and_the_ledger_says_so_once(self, hall: Hall, card: PlayerCard) -> None:
        claim_card(code=card.code, key="k1")

        phones = [claim_card(code=card.code, key="k2")[0] for _time in range(2)]

        assert [phone.is_admitted for phone in phones] == [False, False]
        assert hall.kinds().count("card_asked") == 1

    def test_an_unknown_code_opens_nothing(self, card: PlayerCard) -> None:
        with pytest.raises(NotAllowed) as refusal:
            claim_card(code="AAAABBBB", key="k1")

        assert refusal.value.code == "code_unknown"
        assert not CardPhone.objects.exists()

    def test_one_phone_follows_one_player_of_a_tournament(self, hall: Hall, card: PlayerCard) -> None:
        other = PlayerCard.objects.exclude(pk=card.pk).first()
        assert other is not None
        claim_card(code=card.code, key="k1")

        with pytest.raises(StateRefuses) as refusal:
            claim_card(code=other.code, key="k2", held=Actor(card=card))

        assert refusal.value.code == "another_seat_held"
        assert not other.phones.exists()

    def test_a_phone_that_holds_a_seat_takes_no_other_players_card(self, hall: Hall, table: Table) -> None:
        east, south, *_ = seats_of(table)
        issue_player_cards(tournament=hall.tournament, by=hall.alice)
        code = issue_seat_tokens(seats=[east], by=hall.alice)[east.pk]
        held, _secret = claim_seat(code=code, key="k1")
        theirs = PlayerCard.objects.get(entry=south.entry)

        with pytest.raises(StateRefuses):
            claim_card(code=theirs.code, key="k2", held=Actor(seat_token=held))

        assert not CardPhone.objects.exists()

    def test_a_phone_that_follows_a_card_takes_no_other_seat_of_its_table(
        self, hall: Hall, table: Table
    ) -> None:
        east, south, *_ = seats_of(table)
        issue_player_cards(tournament=hall.tournament, by=hall.alice)
        code = issue_seat_tokens(seats=[south], by=hall.alice)[south.pk]

        with pytest.raises(StateRefuses) as refusal:
            claim_seat(code=code, key="k1", held_card=PlayerCard.objects.get(entry=east.entry))

        assert refusal.value.code == "another_seat_held"

    def test_whoever_plays_follows_nobody_elses_card(self, hall: Hall, card: PlayerCard) -> None:
        theirs = PlayerCard.objects.exclude(entry__player__user=hall.bob).first()
        assert theirs is not None

        with pytest.raises(StateRefuses) as refusal:
            claim_card(code=theirs.code, key="k1", user=hall.bob)

        assert refusal.value.code == "another_seat_held"


class TestComingBack:
    @pytest.fixture
    def waiting(self, card: PlayerCard) -> CardPhone:
        claim_card(code=card.code, key="k1")
        return claim_card(code=card.code, key="k2")[0]

    def test_the_pin_lets_a_phone_in_and_nobody_out(self, card: PlayerCard, waiting: CardPhone) -> None:
        phone = enter_pin(phone=waiting, pin=card.pin)

        assert (phone.is_admitted, phone.admission) == (True, "pin")
        assert card.phones.admitted().count() == 2

    def test_a_wrong_pin_lets_nobody_in(self, hall: Hall, card: PlayerCard, waiting: CardPhone) -> None:
        before = len(hall.kinds())

        with pytest.raises(NotAllowed) as refusal:
            enter_pin(phone=waiting, pin=wrong(card.pin))

        assert refusal.value.code == "wrong_pin"
        assert (card.phones.admitted().count(), len(hall.kinds())) == (1, before)

    def test_the_referees_tap_lets_a_phone_in_and_nobody_out(
        self, hall: Hall, card: PlayerCard, waiting: CardPhone
    ) -> None:
        phone = admit_phone(phone=waiting, by=hall.rob)

        assert (phone.is_admitted, phone.admission) == (True, "referee")
        assert card.phones.admitted().count() == 2
        assert hall.kinds()[-1] == "card_phone_admitted"

    @pytest.mark.parametrize("end", ["signed out", "card replaced", "finished"])
    def test_whoever_does_not_wait_any_more_is_not_let_in(
        self, hall: Hall, card: PlayerCard, waiting: CardPhone, end: str
    ) -> None:
        if end == "signed out":
            sign_phone_out(phone=waiting, by=hall.rob)
        elif end == "card replaced":
            issue_player_cards(tournament=hall.tournament, entries=[card.entry_id], renew=True, by=hall.rob)
        else:
            close_round(round_=hall.started(), by=hall.alice, leave_open=True)
            finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["results_missing"])

        for act in (
            lambda: admit_phone(phone=waiting, by=hall.rob),
            lambda: enter_pin(phone=waiting, pin=card.pin),
        ):
            with pytest.raises(StateRefuses):
                act()

        assert not CardPhone.objects.admitted().filter(pk=waiting.pk).exists()

    def test_after_a_phone_was_put_out_the_card_alone_is_not_enough(
        self, hall: Hall, card: PlayerCard
    ) -> None:
        phone, _secret = claim_card(code=card.code, key="k1")
        sign_phone_out(phone=phone, by=hall.rob)

        again, _secret = claim_card(code=card.code, key="k1")

        assert (again.pk, again.is_admitted) == (phone.pk, False)

    def test_a_card_that_was_let_go_of_is_free_again(self, card: PlayerCard) -> None:
        phone, _secret = claim_card(code=card.code, key="k1")
        sign_phone_out(phone=phone, by=Actor(card=card))

        assert claim_card(code=card.code, key="k2")[0].is_admitted


class TestPlaying:
    def phone_of(self, seat: Any) -> Actor:
        return Actor(card=PlayerCard.objects.get(entry=seat.entry))

    def test_a_card_reports_and_confirms_at_its_own_seats_in_every_round(self, hall: Hall) -> None:
        issue_player_cards(tournament=hall.tournament, by=hall.alice)
        for _round in range(2):
            round_ = hall.started()
            table = round_.tables.get(number=1)
            phones = [self.phone_of(seat) for seat in seats_of(table)]
            sheet = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
            for phone in phones[1:]:
                sheet = confirm_sheet(sheet=sheet, if_match=sheet.tag, by=phone)
            assert (sheet.status, sheet.reported_by_seat_id) == ("confirmed", seats_of(table)[0].pk)
            close_round(round_=round_, by=hall.alice, leave_open=True)

    def test_who_reported_by_a_card_does_not_confirm(self, hall: Hall, table: Table) -> None:
        issue_player_cards(tournament=hall.tournament, by=hall.alice)
        east = self.phone_of(seats_of(table)[0])
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=east)

        with pytest.raises(NotAllowed) as refusal:
            confirm_sheet(sheet=sheet, if_match=sheet.tag, by=east)

        assert refusal.value.code == "own_report"

    def test_the_card_of_a_substitute_leads_to_the_seat_and_that_of_who_left_no_longer(
        self, hall: Hall, table: Table
    ) -> None:
        issue_player_cards(tournament=hall.tournament, by=hall.alice)
        seat = seats_of(table)[0]
        left = self.phone_of(seat)
        other = Entry.objects.exclude(pk=seat.entry_id).first()

        seat.entry = other

        assert (left.sits_on(seat), self.phone_of(seat).sits_on(seat)) == (False, True)


def test_nobody_in_particular_takes_a_card_back(card: PlayerCard) -> None:
    says = refused(lambda: revoke_player_card(card=card, by=Actor()), NotAllowed, "not_allowed")

    assert says == "Only staff can take back player cards."
