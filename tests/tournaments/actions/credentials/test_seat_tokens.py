"""The codes of single seats, and the phones that hold them."""

import pytest

from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import Hall, seats_of
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.seat_tokens import (
    claim_seat,
    code_for,
    issue_seat_tokens,
    revoke_seat_token,
)
from tournaments.actions.draws.draft_rounds import redraw_round
from tournaments.actions.errors import ActionError, NotAllowed, StateRefuses
from tournaments.actions.play.rounds import close_round, reopen_round
from tournaments.models import LedgerEntry, Round, Seat, SeatToken, Table
from tournaments.models.codes import hash_of


@pytest.fixture
def seat(table: Table) -> Seat:
    return seats_of(table)[0]


@pytest.fixture
def code(hall: Hall, seat: Seat) -> str:
    return issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]


class TestIssuing:
    def test_a_key_that_is_used_anew_makes_new_codes(self, hall: Hall, seat: Seat) -> None:
        first = issue_seat_tokens(seats=[seat], by=hall.alice, key="once-and-again")[seat.pk]

        second = issue_seat_tokens(seats=[seat], by=hall.alice, key="once-and-again")[seat.pk]

        assert first != second
        assert SeatToken.objects.get(revoked_at=None).code_hash == hash_of(second)

    def test_the_code_of_a_call_can_be_worked_out_again_from_key_and_card_alone(
        self, hall: Hall, table: Table
    ) -> None:
        codes = issue_seat_tokens(seats=seats_of(table), by=hall.alice, key="once-and-again")

        cards = dict(SeatToken.objects.values_list("seat_id", "pk"))
        again = {seat: code_for(card, by=hall.alice, key="once-and-again") for seat, card in cards.items()}
        assert again == codes


class TestClaim:
    def test_the_first_phone_gets_the_seat(self, seat: Seat, code: str) -> None:
        token, secret = claim_seat(code=code, key="k1", device_name="Pixel")

        assert (token.seat, token.device_hash, token.device_name) == (seat, hash_of(secret), "Pixel")

    def test_neither_code_nor_secret_is_stored(self, code: str) -> None:
        _token, secret = claim_seat(code=code, key="k1")

        stored = SeatToken.objects.values_list("code_hash", "device_hash").get()
        assert stored == (hash_of(code), hash_of(secret))
        assert code not in stored
        assert secret not in stored

    def test_the_same_phone_may_repeat_a_call_whose_answer_was_lost(self, hall: Hall, code: str) -> None:
        first = claim_seat(code=code, key="k1")

        assert claim_seat(code=code, key="k1") == first
        assert hall.kinds().count("seat_claimed") == 1

    def test_another_phone_is_refused_and_the_referee_sees_it(self, hall: Hall, code: str) -> None:
        claim_seat(code=code, key="k1")

        with pytest.raises(StateRefuses) as refusal:
            claim_seat(code=code, key="k2")

        assert refusal.value.code == "seat_already_claimed"
        assert SeatToken.objects.get().second_claims == 1
        assert hall.kinds()[-1] == "second_claim_refused"

    def test_one_phone_holds_one_seat_of_a_table(self, hall: Hall, table: Table) -> None:
        east, south, *_ = seats_of(table)
        codes = issue_seat_tokens(seats=[east, south], by=hall.alice)
        held, _secret = claim_seat(code=codes[east.pk], key="k1")

        with pytest.raises(StateRefuses) as refusal:
            claim_seat(code=codes[south.pk], key="k2", held=held)

        assert refusal.value.code == "another_seat_held"
        assert SeatToken.objects.get(seat=south).device_hash is None

    @pytest.mark.parametrize("end", ["revoked", "closed", "reissued"])
    def test_a_dead_code_opens_nothing(
        self, hall: Hall, round_: Round, seat: Seat, code: str, end: str
    ) -> None:
        if end == "revoked":
            revoke_seat_token(token=SeatToken.objects.get(), by=hall.rob)
        elif end == "closed":
            close_round(round_=round_, by=hall.alice, leave_open=True)
        else:
            issue_seat_tokens(seats=[seat], by=hall.alice)

        with pytest.raises(NotAllowed) as refusal:
            claim_seat(code=code, key="k1")

        assert refusal.value.code == "code_unknown"

    def test_who_shut_a_phone_out_is_in_the_ledger_and_once(self, hall: Hall, seat: Seat, code: str) -> None:
        claim_seat(code=code, key="k1")
        token = SeatToken.objects.get()

        revoke_seat_token(token=token, by=hall.rob)
        revoke_seat_token(token=token, by=hall.alice)

        revoked = LedgerEntry.objects.filter(kind="token_revoked")
        assert [(entry.content["seat"], entry.actor) for entry in revoked] == [
            (seat.pk, f"user:{hall.rob.user.pk}")
        ]

    def test_a_reopened_round_gives_the_phones_their_seats_back(
        self, hall: Hall, round_: Round, code: str
    ) -> None:
        token, _secret = claim_seat(code=code, key="k1")
        close_round(round_=round_, by=hall.alice, leave_open=True)
        assert not SeatToken.objects.alive().exists()

        reopen_round(round_=round_, by=hall.alice)

        assert SeatToken.objects.alive().get() == token

    def test_each_code_is_new(self, hall: Hall, table: Table) -> None:
        codes = issue_seat_tokens(seats=seats_of(table), by=hall.alice)

        assert len(set(codes.values())) == 4
        assert {len(code) for code in codes.values()} == {26}


def test_only_a_signed_in_person_issues_tokens(table: Table) -> None:
    with pytest.raises(ActionError):
        issue_seat_tokens(seats=seats_of(table), by=Actor())

    assert not SeatToken.objects.exists()


def test_seats_that_were_redrawn_meanwhile_get_no_codes(hall: Hall) -> None:
    draft = hall.draw()
    seats = list(Seat.objects.filter(round=draft))
    redraw_round(round_=draft, by=hall.alice, seed="another")

    says = refused(lambda: issue_seat_tokens(seats=seats, by=hall.alice), StateRefuses, "not_now")

    assert says == "These seats were redrawn in the meantime. Please open the round again."
