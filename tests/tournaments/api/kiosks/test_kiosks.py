"""The tablet of a table enters hands for whoever taps their name; what binds a player takes the PIN of their card."""

from typing import Any

import pytest
from django.http import HttpResponse

from tests.permissions import digest
from tests.tournaments.api.callers import BALANCED, body_of, code_of, signed_in
from tests.tournaments.api.play.test_seat_bearers import BarePhone
from tests.tournaments.hall import Hall, seats_of
from tournaments.actions.credentials.kiosks import claim_kiosk, issue_kiosks, revoke_kiosk
from tournaments.actions.credentials.player_cards import claim_card, issue_player_cards, revoke_player_card
from tournaments.actions.play.rounds import close_round
from tournaments.actions.rate_limits import PINS_OF_A_CARD, attempts_counted
from tournaments.credentials.claims import take_pin
from tournaments.models import (
    Confirmation,
    HandRecord,
    IdempotencyKey,
    LedgerEntry,
    PlayerCard,
    Round,
    Scoresheet,
    Seat,
    Table,
    TableKiosk,
)
from tournaments.models.credentials.kiosks import KIOSK_BEARER_PREFIX
from tournaments.models.play.hands import EMPTY_LOG

CLAIM, OWN = "/v1/kiosks/claim/", "/v1/kiosks/own/"
RON = {"kind": "win", "wins": [{"winner": 0, "han": 3, "fu": 40}], "loser": 1}


@pytest.fixture
def round_(hall: Hall) -> Round:
    issue_player_cards(tournament=hall.tournament, by=hall.alice)
    return Round.objects.get(status="started")


@pytest.fixture
def table(round_: Round) -> Table:
    return round_.tables.get(number=1)


@pytest.fixture
def kiosk(hall: Hall) -> TableKiosk:
    return issue_kiosks(tournament=hall.tournament, numbers=[1], by=hall.rob)[0]


@pytest.fixture
def tablet(kiosk: TableKiosk) -> BarePhone:
    return BarePhone(bearer=KIOSK_BEARER_PREFIX + claim_kiosk(code=kiosk.code, key="k")[1])


def pin_of(seat: Seat) -> str:
    return PlayerCard.objects.get(entry=seat.entry_id, revoked_at=None).pin


def wrong(pin: str) -> str:
    return f"{(int(pin) + 1) % 10_000:04}"


def report(tablet: BarePhone, seat: Seat, pin: str | None = None, **more: Any) -> HttpResponse:
    body = {**BALANCED, "seat": seat.pk, "pin": pin_of(seat) if pin is None else pin}
    return tablet.post(f"/v1/tables/{seat.table_id}/scoresheets/", body, **more)


def confirm(tablet: BarePhone, sheet: Scoresheet, seat: Seat, pin: str | None = None) -> HttpResponse:
    body = {"seat": seat.pk, "pin": pin_of(seat) if pin is None else pin}
    return tablet.post(f"/v1/scoresheets/{sheet.pk}/confirm/", body, if_match=sheet.tag)


class TestTheTablet:
    def test_it_is_handed_out_claimed_and_ended(self, hall: Hall, round_: Round, table: Table) -> None:
        rob = signed_in(hall.rob.user)
        made = body_of(rob.post(f"/v1/tournaments/{hall.tournament.slug}/kiosks/", {"numbers": [1]}))
        [one] = made["kiosks"]
        taken = body_of(BarePhone().post(CLAIM, {"code": one["code"], "device_name": "iPad"}))
        tablet = BarePhone(bearer=taken["token"])

        assert (taken["table"], taken["tournament"]) == (table.pk, hall.tournament.slug)
        assert body_of(tablet.get(OWN))["table"] == table.pk
        listed = body_of(rob.get(f"/v1/tournaments/{hall.tournament.slug}/kiosks/"))["results"]
        assert [(shown["number"], shown["device_name"], shown["revoked_at"]) for shown in listed] == [
            (1, "iPad", None)
        ]
        assert rob.delete(f"/v1/kiosks/{one['id']}/").status_code == 204
        assert code_of(tablet.get(OWN)) == (401, "bad_kiosk_token")

    def test_a_repeat_hands_out_the_same_codes_and_claims_the_same_tablet(self, hall: Hall) -> None:
        rob, path = signed_in(hall.rob.user), f"/v1/tournaments/{hall.tournament.slug}/kiosks/"
        first = body_of(rob.post(path, {"numbers": [1, 2]}, key="hand-them-out"))

        assert body_of(rob.post(path, {"numbers": [1, 2]}, key="hand-them-out")) == first
        code = first["kiosks"][0]["code"]
        tokens = [
            body_of(BarePhone().post(CLAIM, {"code": code}, key="one-claim"))["token"] for _time in range(2)
        ]
        assert tokens[0] == tokens[1]
        assert code not in str(list(IdempotencyKey.objects.values_list()))
        # Once a device has it no answer shows it any more.
        again = body_of(rob.post(path, {"numbers": [1, 2]}, key="hand-them-out"))
        assert [one["code"] for one in again["kiosks"]] == ["", first["kiosks"][1]["code"]]

    def test_a_second_device_is_refused(self, tablet: BarePhone, kiosk: TableKiosk) -> None:
        assert code_of(BarePhone().post(CLAIM, {"code": kiosk.code})) == (409, "kiosk_already_claimed")

    def test_it_may_do_nothing_else(self, hall: Hall, tablet: BarePhone, table: Table) -> None:
        before = digest()
        slug = hall.tournament.slug
        calls = {
            f"/v1/tables/{table.pk}/scoresheets/correct/": BALANCED,
            f"/v1/tournaments/{slug}/kiosks/": {"numbers": [1]},
            f"/v1/tables/{table.pk}/photos/": {},
        }

        assert {tablet.post(path, body).status_code for path, body in calls.items()} <= {401, 403, 404, 415}
        assert tablet.delete(f"/v1/kiosks/{TableKiosk.objects.get().pk}/").status_code in (401, 403)
        assert digest() == before


class TestWithoutPin:
    def test_hands_and_a_call_are_of_whoever_tapped_their_name(self, tablet: BarePhone, table: Table) -> None:
        east, south, *_ = seats_of(table)
        path = f"/v1/tables/{table.pk}/hands/"
        entered = tablet.post(path, {"outcome": RON, "seat": south.pk}, if_match=EMPTY_LOG)
        tag = body_of(entered)["tag"]
        undone = tablet.post(f"{path}undo/", {"first": 1, "seat": east.pk}, if_match=tag)
        called = tablet.post(f"/v1/tables/{table.pk}/referee-calls/", {"seat": south.pk})

        assert [one.status_code for one in (entered, undone, called)] == [201, 201, 201]
        assert [(one.kind, one.seat) for one in HandRecord.objects.order_by("number")] == [
            ("hand", south),
            ("undo", east),
        ]
        entry = LedgerEntry.objects.order_by("seq").last()
        assert entry is not None
        assert entry.actor == f"seat:{south.pk}/kiosk:{TableKiosk.objects.get().pk}"

    def test_somebody_has_to_be_tapped_who_sits_there(
        self, tablet: BarePhone, round_: Round, table: Table
    ) -> None:
        before = digest()
        path = f"/v1/tables/{table.pk}/hands/"
        elsewhere = seats_of(round_.tables.get(number=2))[0]

        assert code_of(tablet.post(path, {"outcome": RON}, if_match=EMPTY_LOG)) == (403, "no_seat")
        body = {"outcome": RON, "seat": elsewhere.pk}
        assert code_of(tablet.post(path, body, if_match=EMPTY_LOG)) == (403, "no_such_seat")
        other = f"/v1/tables/{elsewhere.table_id}/hands/"
        assert code_of(tablet.post(other, body, if_match=EMPTY_LOG)) == (403, "another_table")
        assert digest() == before

    def test_a_phone_does_not_say_who_acts(self, hall: Hall, table: Table) -> None:
        east = seats_of(table)[0]

        refused = signed_in(hall.rob.user).post(
            f"/v1/tables/{table.pk}/scoresheets/", {**BALANCED, "seat": east.pk, "pin": "0000"}
        )

        assert (refused.status_code, Scoresheet.objects.count()) == (400, 0)


class TestWithPin:
    def test_a_reports_and_the_others_confirm_each_by_their_own_pin(
        self, tablet: BarePhone, table: Table
    ) -> None:
        east, *others = seats_of(table)

        reported = report(tablet, east)
        sheet = Scoresheet.objects.get()
        own = confirm(tablet, sheet, east)
        answers = [confirm(tablet, sheet, seat).status_code for seat in others]

        assert (reported.status_code, code_of(own), answers) == (201, (403, "own_report"), [200, 200, 200])
        sheet.refresh_from_db()
        assert (sheet.status, sheet.reported_by_seat, sheet.reported_by_user) == ("confirmed", east, None)
        assert [one.seat for one in Confirmation.objects.order_by("pk")] == others
        number = TableKiosk.objects.get().pk
        actors = list(LedgerEntry.objects.order_by("seq").values_list("actor", flat=True))[-4:]
        assert actors == [f"seat:{seat.pk}/kiosk:{number}" for seat in (east, *others)]

    def test_a_pin_makes_nobody_the_referee(self, tablet: BarePhone, table: Table) -> None:
        east, south, *_ = seats_of(table)
        report(tablet, east)
        sheet, before = Scoresheet.objects.get(), digest()
        body = {"seat": south.pk, "pin": pin_of(south), "as_referee": True}

        refused = tablet.post(f"/v1/scoresheets/{sheet.pk}/confirm/", body, if_match=sheet.tag)

        assert (refused.status_code, digest()) == (403, before)

    def test_the_pin_of_one_does_not_confirm_for_another(self, tablet: BarePhone, table: Table) -> None:
        east, south, west, _north = seats_of(table)
        report(tablet, east)
        before = digest()

        refused = confirm(tablet, Scoresheet.objects.get(), south, pin_of(west))

        assert code_of(refused) == (403, "wrong_pin")
        assert digest() == before

    @pytest.mark.parametrize("pin", ["", "12", "12345", "abcd", "٣٣٣٣"])
    def test_what_is_no_pin_reports_nothing(self, tablet: BarePhone, table: Table, pin: str) -> None:
        assert report(tablet, seats_of(table)[0], pin).status_code in (400, 403)
        assert not Scoresheet.objects.exists()

    def test_after_five_wrong_pins_the_right_one_has_to_wait_too(
        self, tablet: BarePhone, table: Table
    ) -> None:
        east, south, *_ = seats_of(table)
        refused = [code_of(report(tablet, east, wrong(pin_of(east)))) for _time in range(5)]

        assert refused == [(403, "wrong_pin")] * 5
        assert report(tablet, east).status_code == 429
        assert not Scoresheet.objects.exists()
        # The others go on.
        assert report(tablet, south).status_code == 201

    def test_wrong_pins_of_phones_and_of_the_tablet_are_counted_together(
        self, tablet: BarePhone, table: Table
    ) -> None:
        east = seats_of(table)[0]
        card = PlayerCard.objects.get(entry=east.entry_id)
        claim_card(code=card.code, key="one")
        waiting, _secret = claim_card(code=card.code, key="two")
        for _time in range(4):
            with pytest.raises(Exception, match="not the PIN"):
                take_pin(phone=waiting, pin=wrong(card.pin))

        assert code_of(report(tablet, east, wrong(card.pin))) == (403, "wrong_pin")
        assert report(tablet, east).status_code == 429
        assert attempts_counted(PINS_OF_A_CARD, str(card.pk)) == 6

    def test_a_right_pin_is_not_counted(self, tablet: BarePhone, table: Table) -> None:
        east = seats_of(table)[0]
        report(tablet, east)

        assert attempts_counted(PINS_OF_A_CARD, str(PlayerCard.objects.get(entry=east.entry_id).pk)) == 0

    def test_nothing_remembers_the_pin(self, tablet: BarePhone, table: Table) -> None:
        east = seats_of(table)[0]
        first = report(tablet, east, key="the-report")
        again = report(tablet, east, key="the-report")
        after = report(tablet, east, "", key="another-one")

        assert (first.status_code, again.status_code, again["Idempotent-Replay"]) == (201, 201, "true")
        assert after.status_code in (400, 403)
        stored = (
            f"{list(IdempotencyKey.objects.values_list())} {list(LedgerEntry.objects.values_list('payload'))}"
        )
        assert f'"{pin_of(east)}"' not in stored

    def test_whoever_has_no_card_is_told_what_to_do(
        self, hall: Hall, tablet: BarePhone, table: Table
    ) -> None:
        east = seats_of(table)[0]
        pin, card = pin_of(east), PlayerCard.objects.get(entry=east.entry_id)
        revoke_player_card(card=card, by=hall.rob)

        refused = report(tablet, east, pin)

        assert code_of(refused) == (409, "no_pin")
        assert "your own phone" in body_of(refused)["error"]["message"]
        assert not Scoresheet.objects.exists()

    def test_the_pin_of_a_replaced_card_opens_nothing(
        self, hall: Hall, tablet: BarePhone, table: Table
    ) -> None:
        east = seats_of(table)[0]
        old = pin_of(east)
        new = old
        while new == old:
            issue_player_cards(tournament=hall.tournament, entries=[east.entry_id], renew=True, by=hall.alice)
            new = pin_of(east)

        assert code_of(report(tablet, east, old)) == (403, "wrong_pin")

    def test_a_dispute_is_the_seats_that_typed_its_pin(self, tablet: BarePhone, table: Table) -> None:
        east, south, *_ = seats_of(table)
        report(tablet, east)
        sheet = Scoresheet.objects.get()
        body = {"reason": "South has 23,400", "seat": south.pk, "pin": pin_of(south)}

        disputed = tablet.post(f"/v1/scoresheets/{sheet.pk}/dispute/", body, if_match=sheet.tag)

        assert disputed.status_code == 200
        entry = LedgerEntry.objects.order_by("seq").last()
        assert entry is not None
        assert (entry.kind, entry.content["seat"]) == ("disputed", south.pk)


def test_a_tablet_that_was_ended_is_told_again_what_it_was_told_and_starts_nothing(
    hall: Hall, tablet: BarePhone, kiosk: TableKiosk, table: Table
) -> None:
    east, south, *_others = seats_of(table)
    first = report(tablet, east, key="the-report-whose-answer-was-lost")
    [other] = issue_kiosks(tournament=hall.tournament, numbers=[2], by=hall.rob)
    elsewhere = BarePhone(bearer=KIOSK_BEARER_PREFIX + claim_kiosk(code=other.code, key="k")[1])
    revoke_kiosk(kiosk=kiosk, by=hall.rob)
    revoke_kiosk(kiosk=other, by=hall.rob)
    before = digest()

    again = report(tablet, east, key="the-report-whose-answer-was-lost")

    assert (first.status_code, again.status_code, again.content) == (201, 201, first.content)
    assert again["Idempotent-Replay"] == "true"
    refused = [
        code_of(report(tablet, south)),
        code_of(report(elsewhere, east, key="the-report-whose-answer-was-lost")),
    ]
    assert refused == [(401, "bad_kiosk_token")] * 2
    assert digest() == before


def test_an_ended_tablet_and_one_of_a_closed_round_change_nothing(
    hall: Hall, tablet: BarePhone, kiosk: TableKiosk, round_: Round, table: Table
) -> None:
    east = seats_of(table)[0]
    close_round(round_=round_, by=hall.alice, leave_open=True)
    before = digest()
    assert code_of(report(tablet, east)) == (403, "another_table")
    assert digest() == before
    revoke_kiosk(kiosk=kiosk, by=hall.rob)
    before = digest()
    assert code_of(report(tablet, east)) == (401, "bad_kiosk_token")
    assert digest() == before
