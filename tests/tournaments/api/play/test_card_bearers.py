"""A program on a phone claims a player's card once, and acts for the player from round to round by a bearer alone."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse

from tests.permissions import digest
from tests.tournaments.api.callers import BALANCED, Caller, body_of, code_of, program, signed_in
from tests.tournaments.api.play.test_seat_bearers import BarePhone
from tests.tournaments.hall import Hall, open_hall, seats_of
from tournaments.actions.credentials.player_cards import issue_player_cards, revoke_player_card
from tournaments.actions.credentials.seat_tokens import issue_seat_tokens
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import close_round
from tournaments.actions.rate_limits import (
    API_TOKENS_OF_A_NETWORK,
    CARD_CODES_OF_A_NETWORK,
    PINS_OF_A_CARD,
    SEAT_CODES_WITHOUT_A_DEVICE,
    SECOND_PHONES_OF_A_CARD,
    attempts_counted,
    count_attempt,
)
from tournaments.models import (
    CardPhone,
    Entry,
    IdempotencyKey,
    LedgerEntry,
    PlayerCard,
    Round,
    Scoresheet,
    Seat,
    Table,
)

CLAIM, OWN, PIN, LEAVE = (
    "/v1/player-cards/claim/",
    "/v1/player-card/",
    "/v1/player-card/pin/",
    "/v1/player-card/leave/",
)
HERE = "127.0.0.1"
KEY = "one-and-the-same"


@pytest.fixture(autouse=True)
def _cards(hall: Hall) -> None:
    issue_player_cards(tournament=hall.tournament, by=hall.alice)


def card_of(entry: Entry | int) -> PlayerCard:
    return PlayerCard.objects.select_related("entry__player").get(entry=entry, revoked_at=None)


def claim(card: PlayerCard, **more: Any) -> HttpResponse:
    return BarePhone().post(CLAIM, {"code": card.code}, **more)


def phone_of(card: PlayerCard) -> BarePhone:
    """A program that claimed this card and has nothing but the answer's token."""
    return BarePhone(bearer=body_of(claim(card))["token"])


def east_of(round_: Round) -> Seat:
    return seats_of(round_.tables.get(number=1))[0]


def report(phone: Caller, table: Table, **more: Any) -> HttpResponse:
    return phone.post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED, **more)


def wrong(pin: str, step: int = 1) -> str:
    return f"{(int(pin) + step) % 10_000:04}"


class TestClaiming:
    def test_the_first_phone_gets_a_token_and_acts_at_once(self, hall: Hall) -> None:
        card = card_of(hall.entries()[0])

        answer = claim(card)

        phone = CardPhone.objects.get()
        body = body_of(answer)
        token = body.pop("token")
        assert token.startswith("mjc_")
        assert body == {
            "card_phone": {
                "id": phone.pk,
                "device_name": "",
                "asked_at": body["card_phone"]["asked_at"],
                "admitted_at": body["card_phone"]["admitted_at"],
                "admission": "first",
            },
            "tournament": "spring-open",
            "entry": {
                "id": card.entry_id,
                "number": card.entry.number,
                "player": card.entry.player_id,
                "name": card.entry.player.name,
                "team": None,
            },
        }
        assert body["card_phone"]["admitted_at"] is not None
        assert answer.cookies == {}

    def test_a_code_may_be_typed_in_small_letters_with_hyphens(self, hall: Hall) -> None:
        card = card_of(hall.entries()[0])

        answer = BarePhone().post(CLAIM, {"code": f" {card.code[:4].lower()}-{card.code[4:]}"})

        assert answer.status_code == 200

    def test_neither_token_nor_code_nor_pin_is_stored(self, hall: Hall) -> None:
        card = card_of(hall.entries()[0])
        claim(card)
        waits = phone_of(card)
        waits.post(PIN, {"pin": card.pin})

        assert waits.bearer is not None
        stored = [
            *CardPhone.objects.values(),
            *IdempotencyKey.objects.values(),
            *LedgerEntry.objects.values("payload"),
        ]
        for secret in (waits.bearer.removeprefix("mjc_"), card.code, f"'{card.pin}'", f'"{card.pin}"'):
            assert not [row for row in stored if secret in repr(row)]

    def test_what_is_stored_of_a_pin_cannot_be_found_by_trying_ten_thousand(
        self, hall: Hall, settings: Any
    ) -> None:
        card = card_of(hall.entries()[0])
        claim(card)
        waits = phone_of(card)
        waits.post(PIN, {"pin": card.pin}, key=KEY)

        settings.SECRET_KEY = "another" * 10

        assert code_of(waits.post(PIN, {"pin": card.pin}, key=KEY)) == (422, "idempotency_key_reused")

    def test_an_unknown_code_opens_nothing_and_is_counted_as_on_the_page(self, hall: Hall) -> None:
        answer = BarePhone().post(CLAIM, {"code": "AAAABBBB"})

        assert code_of(answer) == (403, "code_unknown")
        counted = [
            attempts_counted(one, HERE) for one in (CARD_CODES_OF_A_NETWORK, SEAT_CODES_WITHOUT_A_DEVICE)
        ]
        assert counted == [1, 1]
        assert not CardPhone.objects.exists()

    def test_whoever_goes_on_guessing_has_to_wait_and_who_has_a_right_code_has_not(self, hall: Hall) -> None:
        for _guess in range(CARD_CODES_OF_A_NETWORK.most):
            count_attempt(CARD_CODES_OF_A_NETWORK, HERE)

        guess, right = BarePhone().post(CLAIM, {"code": "AAAABBBB"}), claim(card_of(hall.entries()[0]))

        assert (code_of(guess), guess["Retry-After"]) == ((429, "too_many_attempts"), "900")
        assert right.status_code == 200

    def test_not_even_the_referees_list_can_be_filled(self, hall: Hall) -> None:
        card = card_of(hall.entries()[0])

        statuses = [claim(card).status_code for _phone in range(SECOND_PHONES_OF_A_CARD.most + 2)]

        assert statuses == [*[200] * 11, 429]

    def test_a_program_that_follows_a_player_takes_no_other_players_card_nor_seat(
        self, hall: Hall, table: Table
    ) -> None:
        east, south, *_rest = seats_of(table)
        phone = phone_of(card_of(east.entry))
        code = issue_seat_tokens(seats=[south], by=hall.alice)[south.pk]

        card = phone.post(CLAIM, {"code": card_of(south.entry).code})
        seat = phone.post("/v1/seats/claim/", {"code": code})

        assert [code_of(card), code_of(seat)] == [(409, "another_seat_held")] * 2
        assert CardPhone.objects.count() == 1

    def test_nor_does_one_that_holds_a_seat_or_whose_owner_plays(self, hall: Hall, table: Table) -> None:
        east, south, *_rest = seats_of(table)
        code = issue_seat_tokens(seats=[east], by=hall.alice)[east.pk]
        holds = BarePhone(bearer=body_of(BarePhone().post("/v1/seats/claim/", {"code": code}))["token"])
        not_bobs = PlayerCard.objects.exclude(entry__player__user=hall.bob).exclude(entry=east.entry)[0]

        answers = [
            holds.post(CLAIM, {"code": card_of(south.entry).code}),
            program(hall.bob).post(CLAIM, {"code": not_bobs.code}),
        ]

        assert [code_of(answer) for answer in answers] == [(409, "another_seat_held")] * 2
        assert not CardPhone.objects.exists()


class TestRepeating:
    def test_a_repeated_claim_gives_the_first_answer_and_the_same_token(self, hall: Hall) -> None:
        card = card_of(hall.entries()[0])
        first = claim(card, key=KEY)

        second = claim(card, key=KEY)

        assert second["Idempotent-Replay"] == "true"
        assert second.content == first.content
        assert CardPhone.objects.count() == 1

    def test_also_when_the_phone_was_let_in_or_put_out_since_and_nothing_happens_by_it(
        self, hall: Hall
    ) -> None:
        card = card_of(hall.entries()[0])
        claim(card)
        first = claim(card, key=KEY)
        waits = CardPhone.objects.waiting().get()
        rob = signed_in(hall.rob.user)

        rob.post(f"/v1/card-phones/{waits.pk}/admit/")
        let_in = claim(card, key=KEY)
        rob.delete(f"/v1/card-phones/{waits.pk}/")
        before = digest()
        put_out = claim(card, key=KEY)

        assert [let_in.content, put_out.content] == [first.content] * 2
        assert digest() == before

    def test_also_when_the_card_was_replaced_since_and_the_token_opens_nothing(self, hall: Hall) -> None:
        card = card_of(hall.entries()[0])
        first = claim(card, key=KEY)
        revoke_player_card(card=card, by=hall.rob)

        again = claim(card, key=KEY)

        assert again.content == first.content
        assert code_of(BarePhone(bearer=body_of(again)["token"]).get(OWN)) == (401, "bad_card_token")

    def test_the_key_of_a_claim_is_for_that_card_alone(self, hall: Hall) -> None:
        card, other = (card_of(pk) for pk in hall.entries()[:2])
        first = body_of(claim(card, key=KEY))

        second = body_of(claim(other, key=KEY))

        assert second["entry"]["id"] == other.entry_id
        assert second["token"] != first["token"]

    def test_the_pin_and_the_leave_are_answered_as_the_first_time(self, hall: Hall) -> None:
        card = card_of(hall.entries()[0])
        claim(card)
        waits = phone_of(card)

        calls: list[Callable[[], HttpResponse]] = [
            lambda: waits.post(PIN, {"pin": card.pin}, key="the-key-of-the-pin"),
            lambda: waits.post(LEAVE, key="the-key-of-leaving"),
        ]
        pairs = [(call(), call()) for call in calls]
        late = calls[0]()

        assert [(one.status_code, one.content) for one, _again in pairs] == [
            (again.status_code, again.content) for _one, again in pairs
        ]
        assert [again["Idempotent-Replay"] for _one, again in pairs] == ["true"] * 2
        assert late.content == pairs[0][0].content

    def test_a_phone_that_waited_and_left_is_told_so_again(self, hall: Hall) -> None:
        card = card_of(hall.entries()[0])
        claim(card)
        waits = phone_of(card)

        answers = [waits.post(LEAVE, key=KEY) for _time in range(2)]

        assert [one.status_code for one in answers] == [204, 204]
        assert hall.kinds().count("card_phone_out") == 1

    def test_a_report_whose_answer_was_lost_comes_again_after_the_round_and_after_the_card(
        self, hall: Hall
    ) -> None:
        seat = east_of(hall.started())
        card = card_of(seat.entry)
        phone = phone_of(card)
        first = report(phone, seat.table, key=KEY)
        close_round(round_=seat.round, by=hall.alice, leave_open=True)

        after_the_round = report(phone, seat.table, key=KEY)
        revoke_player_card(card=card, by=hall.rob)
        after_the_card = report(phone, seat.table, key=KEY)
        another = report(phone, seat.table)

        assert [one.content for one in (after_the_round, after_the_card)] == [first.content] * 2
        assert code_of(another) == (401, "bad_card_token")


class TestPlaying:
    @pytest.mark.slow
    def test_report_confirm_and_dispute_from_round_to_round_with_one_claim(self, hall: Hall) -> None:
        phones = {pk: phone_of(card_of(pk)) for pk in hall.entries()}
        for _round in range(2):
            table = hall.started().tables.get(number=1)
            east, south, west, north = (phones[seat.entry_id] for seat in seats_of(table))

            now = body_of(east.get(OWN))["now"]
            sheet = body_of(report(east, Table.objects.get(pk=now["table"])))
            for phone in (south, west):
                phone.post(f"/v1/scoresheets/{sheet['id']}/confirm/", if_match=sheet["tag"])
            said = north.post(
                f"/v1/scoresheets/{sheet['id']}/dispute/", {"reason": "not so"}, if_match=sheet["tag"]
            )

            assert body_of(said)["status"] == "disputed"
            assert Scoresheet.objects.get(pk=sheet["id"]).reported_by_seat_id == seats_of(table)[0].pk
            close_round(round_=table.round, by=hall.alice, leave_open=True)

    def test_at_another_table_it_does_nothing(self, hall: Hall) -> None:
        round_ = hall.started()
        phone = phone_of(card_of(east_of(round_).entry))
        before = digest()

        answer = report(phone, round_.tables.get(number=2))

        assert code_of(answer) == (403, "not_allowed")
        assert digest() == before

    def test_it_sees_the_private_tournament_of_its_player_and_acts_for_no_person(self, hall: Hall) -> None:
        hall.tournament.visibility = "private"
        hall.tournament.save(update_fields=["visibility"])
        card = card_of(hall.entries()[0])
        follows, waits = phone_of(card), phone_of(card)

        statuses = [phone.get("/v1/tournaments/spring-open/").status_code for phone in (follows, waits)]

        assert statuses == [200, 404]
        assert follows.get("/v1/tokens/").status_code == 403

    def test_a_bearer_goes_before_whatever_cookies_say(self, hall: Hall, table: Table) -> None:
        east, south, *_rest = seats_of(table)
        phone = signed_in(hall.alice.user)
        phone.bearer = phone_of(card_of(south.entry)).bearer

        me = body_of(phone.get("/v1/me/"))

        assert me["seat"] == {"id": south.pk, "table": table.pk, "wind": 2}
        assert (me["user"], east.pk == south.pk) == (None, False)

    def test_where_to_sit_now_and_next(self, hall: Hall, django_assert_num_queries: Any) -> None:
        first = hall.started()
        seat = east_of(first)
        phone = phone_of(card_of(seat.entry))
        second = hall.draw()
        publish_round(round_=second, by=hall.alice)
        later = Seat.objects.select_related("table").get(round=second, entry=seat.entry)

        with django_assert_num_queries(3):
            body = body_of(phone.get(OWN))

        assert body["now"] == {
            "id": seat.pk,
            "wind": 1,
            "table": seat.table_id,
            "table_number": 1,
            "stage": hall.stage.pk,
            "round": first.pk,
            "round_number": 1,
            "round_name": first.name,
            "round_status": "started",
            "planned_at": None,
        }
        assert (body["next"]["id"], body["next"]["table_number"]) == (later.pk, later.table.number)
        assert [one["id"] for one in body["seats"]] == [seat.pk, later.pk]
        assert body["entry"]["id"] == seat.entry_id

    def test_before_anything_is_drawn_and_after_the_last_round_there_is_no_seat_now(self, hall: Hall) -> None:
        phone = phone_of(card_of(hall.entries()[0]))
        before = body_of(phone.get(OWN))
        round_ = hall.started()
        close_round(round_=round_, by=hall.alice, leave_open=True)

        after = body_of(phone.get(OWN))

        assert (before["now"], before["next"], before["seats"]) == (None, None, [])
        assert (after["now"], after["next"], len(after["seats"])) == (None, None, 1)

    def test_seats_of_a_draft_are_nobodys_business(self, hall: Hall) -> None:
        hall.draw()

        assert body_of(phone_of(card_of(hall.entries()[0])).get(OWN))["seats"] == []


class TestComingBack:
    @pytest.fixture
    def card(self, hall: Hall) -> PlayerCard:
        return card_of(east_of(hall.started()).entry)

    @pytest.fixture
    def first(self, card: PlayerCard) -> BarePhone:
        return phone_of(card)

    def test_a_second_phone_waits_and_does_nothing_meanwhile(
        self, hall: Hall, card: PlayerCard, first: BarePhone
    ) -> None:
        waits = phone_of(card)
        before = digest()

        own = body_of(waits.get(OWN))
        answer = report(waits, Table.objects.get(number=1))

        assert own["card_phone"]["admitted_at"] is None
        assert (own["now"], own["next"], own["seats"]) == (None, None, [])
        assert code_of(answer) == (403, "phone_waits")
        assert body_of(waits.get("/v1/me/"))["seat"] is None
        assert digest() == before

    def test_the_pin_lets_it_in_and_the_first_stays(self, card: PlayerCard, first: BarePhone) -> None:
        waits = phone_of(card)

        answer = waits.post(PIN, {"pin": f" {card.pin[:2]} {card.pin[2:]}"})

        assert body_of(answer)["card_phone"]["admission"] == "pin"
        seats = [body_of(phone.get("/v1/me/"))["seat"]["wind"] for phone in (first, waits)]
        assert seats == [1, 1]

    def test_a_wrong_pin_does_not_and_the_right_one_may_be_sent_under_the_same_key(
        self, card: PlayerCard, first: BarePhone
    ) -> None:
        waits = phone_of(card)

        refused = waits.post(PIN, {"pin": wrong(card.pin)}, key=KEY)
        let_in = waits.post(PIN, {"pin": card.pin}, key=KEY)

        assert code_of(refused) == (403, "wrong_pin")
        assert let_in.status_code == 200

    def test_pins_cannot_be_tried_one_after_the_other(self, card: PlayerCard, first: BarePhone) -> None:
        waits = phone_of(card)
        pins = [*(wrong(card.pin, step) for step in range(1, PINS_OF_A_CARD.most + 1)), card.pin]

        statuses = [waits.post(PIN, {"pin": pin}).status_code for pin in pins]

        assert statuses == [*[403] * PINS_OF_A_CARD.most, 429]
        assert CardPhone.objects.admitted().count() == 1

    def test_the_referees_tap_lets_it_in(self, hall: Hall, card: PlayerCard, first: BarePhone) -> None:
        waits = phone_of(card)
        (row,) = CardPhone.objects.waiting()

        signed_in(hall.rob.user).post(f"/v1/card-phones/{row.pk}/admit/")

        assert body_of(waits.get(OWN))["card_phone"]["admission"] == "referee"
        assert report(waits, Table.objects.get(number=1)).status_code == 201

    def test_a_card_that_was_let_go_of_is_free_for_its_player(
        self, card: PlayerCard, first: BarePhone
    ) -> None:
        left = first.post(LEAVE)

        assert (left.status_code, code_of(first.get(OWN))) == (204, (401, "bad_card_token"))
        assert body_of(claim(card))["card_phone"]["admission"] == "first"

    @pytest.mark.parametrize("end", ["put out", "revoked", "issued again", "finished"])
    def test_a_bearer_dies_where_the_pages_cookie_would(
        self, hall: Hall, card: PlayerCard, first: BarePhone, end: str
    ) -> None:
        table = Table.objects.get(number=1)
        match end:
            case "put out":
                signed_in(hall.rob.user).delete(f"/v1/card-phones/{CardPhone.objects.get().pk}/")
            case "revoked":
                revoke_player_card(card=card, by=hall.rob)
            case "issued again":
                issue_player_cards(
                    tournament=hall.tournament, entries=[card.entry_id], renew=True, by=hall.rob
                )
            case "finished":
                close_round(round_=table.round, by=hall.alice, leave_open=True)
                finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["results_missing"])
        before = digest()

        answers = [first.get("/v1/tournaments/"), first.get(OWN), report(first, table)]

        assert [code_of(answer) for answer in answers] == [(401, "bad_card_token")] * 3
        assert answers[0]["WWW-Authenticate"] == 'Bearer realm="jantaku"'
        assert attempts_counted(API_TOKENS_OF_A_NETWORK, HERE) == 0
        assert digest() == before


class TestOthers:
    def test_a_bearer_nobody_gave_is_counted(self, hall: Hall) -> None:
        answer = BarePhone(bearer="mjc_" + "0" * 64).get("/v1/me/")

        assert code_of(answer) == (401, "bad_card_token")
        assert attempts_counted(API_TOKENS_OF_A_NETWORK, HERE) == 1

    def test_a_cards_bearer_is_no_seats_nor_the_other_way_round(self, hall: Hall, table: Table) -> None:
        seat = seats_of(table)[0]
        code = issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]
        of_seat = body_of(BarePhone().post("/v1/seats/claim/", {"code": code}))["token"]
        of_card = phone_of(card_of(seat.entry)).bearer

        crossed = [
            BarePhone(bearer=one).get("/v1/me/")
            for one in (of_seat.replace("mjs_", "mjc_"), str(of_card).replace("mjc_", "mjs_"))
        ]

        assert [answer.status_code for answer in crossed] == [401, 401]

    def test_of_another_tournament_it_knows_what_everybody_knows(self, hall: Hall) -> None:
        open_hall("secret-cup", visibility="private")
        phone = phone_of(card_of(hall.entries()[0]))

        assert phone.get("/v1/tournaments/secret-cup/").status_code == 404

    def test_the_calls_of_a_card_are_for_phones_with_a_card(self, hall: Hall) -> None:
        callers = [BarePhone(), signed_in(hall.alice.user), program(hall.alice.user)]

        statuses = [caller.get(OWN).status_code for caller in callers]

        assert statuses == [401, 403, 403]
