"""What was typed with a hand can be removed for good: the hands stay sealed as they are, and the ledger says so."""

import json

import pytest
from django.db import transaction
from django.db.utils import IntegrityError

from tests.tournaments.actions.every_action import RON, SET_RIGHT
from tests.tournaments.actions.refusals import refused
from tests.tournaments.bad_day import CANARY, everywhere
from tests.tournaments.hall import Hall, phones_of
from tests.tournaments.verification.attacker import run, take_guards_down
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.errors import StateRefuses
from tournaments.actions.hands.hands import CorrectedHand, change_hand, enter_hand
from tournaments.actions.hands.text_removal import remove_texts_of_hand
from tournaments.models import HandRecord, Table
from tournaments.models.play.hands import EMPTY_LOG, hand_hash
from tournaments.models.texts.declared import REMOVED
from tournaments.verification import verify_ledger

PASSES = {"kind": "draw", "tenpai": []}


@pytest.fixture
def hand(hall: Hall, table: Table) -> HandRecord:
    """The second entry corrects the first, with words; a third follows."""
    phones = phones_of(table, hall.alice)
    tag = enter_hand(table=table, outcome=RON, by=phones[0], if_match=EMPTY_LOG).tag
    hand = change_hand(table=table, correction=CorrectedHand(1, SET_RIGHT, CANARY), by=hall.rob, if_match=tag)
    enter_hand(table=table, outcome=PASSES, by=phones[0], if_match=hand.tag)
    return hand


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def test_the_words_go_and_the_log_stays_sealed(hall: Hall, hand: HandRecord) -> None:
    before = list(HandRecord.objects.values_list("number", "hash", "state"))
    assert (everywhere(), problems(hall)) == (["tournaments_handrecord"], [])

    remove_texts_of_hand(hand=hand, by=hall.alice)

    hand.refresh_from_db()
    assert (hand.reason, hand.content) == (REMOVED, {**SET_RIGHT, "reason": REMOVED})
    assert (everywhere(), problems(hall)) == ([], [])
    assert before == list(HandRecord.objects.values_list("number", "hash", "state"))
    assert (hall.kinds()[-1], hall.last_payload()) == (
        "hand_text_removed",
        {"table": hand.table_id, "number": 2},
    )


def test_removing_twice_is_removing_once(hall: Hall, hand: HandRecord) -> None:
    remove_texts_of_hand(hand=hand, by=hall.alice)

    remove_texts_of_hand(hand=hand, by=hall.alice)

    assert hall.kinds().count("hand_text_removed") == 1


def test_a_hand_without_words_is_refused(hall: Hall, hand: HandRecord) -> None:
    first = HandRecord.objects.get(number=1)

    says = refused(lambda: remove_texts_of_hand(hand=first, by=hall.alice), StateRefuses, "no_text")

    assert says == "This hand has no text that could be removed."


class TestEarlierVersions:
    """They sealed the words themselves."""

    @pytest.fixture
    def old(self, hand: HandRecord) -> HandRecord:
        take_guards_down()
        run("UPDATE tournaments_handrecord SET salt = '', digests = ''")
        prev = HandRecord.objects.get(number=1).hash
        for number in (2, 3):
            record = HandRecord.objects.select_related("seat").get(number=number)
            prev = hand_hash(record, wind=record.seat.wind if record.seat else None, prev=prev)
            run("UPDATE tournaments_handrecord SET hash = %s WHERE number = %s", prev, number)
        return hand

    def test_they_are_sound_and_cannot_be_removed(self, hall: Hall, old: HandRecord) -> None:
        says = refused(lambda: remove_texts_of_hand(hand=old, by=hall.alice), StateRefuses, "sealed_text")

        assert says == "An earlier version sealed this text together with the game. It cannot be removed."
        assert (everywhere(), problems(hall)) == (["tournaments_handrecord"], [])

    def test_an_edit_is_found(self, hall: Hall, old: HandRecord) -> None:
        run("UPDATE tournaments_handrecord SET reason = 'No reason' WHERE number = 2")

        assert problems(hall) == [f"Hand 2 of table {old.table_id} differs from what was entered."]


class TestBehindTheActionsBack:
    @pytest.fixture(autouse=True)
    def _attack(self, hand: HandRecord) -> None:
        take_guards_down()

    @pytest.mark.parametrize(
        "statement",
        [
            "reason = 'Dora was late'",
            "outcome = REPLACE(outcome, 'insulted', 'praised')",
            "salt = 'f'",
            "reason = '[…]'",
            "reason = '[…]', salt = ''",
        ],
    )
    def test_other_words_are_found(self, hall: Hall, hand: HandRecord, statement: str) -> None:
        run(f"UPDATE tournaments_handrecord SET {statement} WHERE number = 2")

        assert problems(hall) == [
            f"The text entered with hand 2 of table {hand.table_id} differs from what was recorded."
        ]

    def test_words_that_no_entry_removed_are_missed(self, hall: Hall, hand: HandRecord) -> None:
        run("UPDATE tournaments_handrecord SET reason = '[…]', salt = '' WHERE number = 2")
        run(
            "UPDATE tournaments_handrecord SET outcome = REPLACE(outcome, %s, '[…]') WHERE number = 2", CANARY
        )

        assert problems(hall) == [
            f"The text entered with hand 2 of table {hand.table_id} was removed without a ledger entry."
        ]

    def test_words_that_came_back_are_found(self, hall: Hall, hand: HandRecord) -> None:
        remove_texts_of_hand(hand=hand, by=hall.alice)
        told = hall.tournament.ledger.get(kind="hand_text_removed").seq
        run(
            "UPDATE tournaments_handrecord SET reason = %s, outcome = %s, salt = %s WHERE number = 2",
            *(hand.reason, hand.outcome, hand.salt),
        )

        assert problems(hall) == [
            f"Entry {told}: the text entered with hand 2 of table {hand.table_id}, "
            "which this entry removed, is still there."
        ]

    def test_another_hand_is_found_though_its_words_were_removed(self, hall: Hall, hand: HandRecord) -> None:
        remove_texts_of_hand(hand=hand, by=hall.alice)
        other = json.dumps({**SET_RIGHT, "delta": [9_000, -9_000, 0, 0], "reason": REMOVED})

        run("UPDATE tournaments_handrecord SET outcome = %s WHERE number = 2", other)

        assert problems(hall) == [f"Hand 2 of table {hand.table_id} differs from what was entered."]


@pytest.mark.parametrize(
    "changes",
    [
        "reason = 'another'",
        "reason = '[…]'",
        "reason = 'another', salt = ''",
        "salt = '', state = '{}'",
        "salt = '', seat_id = NULL, user_id = user_id + 1",
    ],
)
def test_the_database_keeps_words_as_they_are_until_they_are_removed(
    hall: Hall, hand: HandRecord, changes: str
) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        run(f"UPDATE tournaments_handrecord SET {changes} WHERE number = 2")

    assert (everywhere(), problems(hall)) == (["tournaments_handrecord"], [])


def test_an_organizer_removes_them_at_the_desk(hall: Hall, hand: HandRecord) -> None:
    browser, page = signed_in(hall.alice), "/t/spring-open/desk/texts/"
    assert CANARY in browser.get(page).content.decode()

    answer = browser.post(f"{page}tables/{hand.table_id}/hands/2/remove/", follow=True)

    text = answer.content.decode()
    assert "The text was removed. The ledger records that, and by whom." in text
    assert (CANARY in text, everywhere()) == (False, [])


def test_a_program_removes_them_once(hall: Hall, hand: HandRecord) -> None:
    browser, call = signed_in(hall.alice), f"/api/v1/tables/{hand.table_id}/hands/2/texts/"

    answers = [
        browser.delete(call, HTTP_IDEMPOTENCY_KEY=key)
        for key in ("removed-once", "removed-once", "removed-again")
    ]

    assert [answer.status_code for answer in answers] == [204, 204, 204]
    assert hall.kinds().count("hand_text_removed") == 1


def test_pages_say_that_they_were_removed(hall: Hall, hand: HandRecord) -> None:
    remove_texts_of_hand(hand=hand, by=hall.alice)

    page = signed_in(hall.alice).get(f"/t/spring-open/tables/{hand.table_id}/").content.decode()

    assert (REMOVED in page, page.count("(text removed)")) == (False, 2)
