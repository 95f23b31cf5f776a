"""Four phones at one table."""

import re

import pytest
from django.test import Client

from tests.tournaments.hall import open_hall, seats_of
from tournaments.actions.credentials.seat_tokens import issue_seat_tokens
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import void_sheet
from tournaments.models import LedgerEntry, Scoresheet, SeatToken, Tournament

pytestmark = pytest.mark.django_db
PAGE = "/seat/table/"
GOOD = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}
OTHER = {"points_0": "100", "points_1": "200", "points_2": "300", "points_3": "400"}


def text_of(answer) -> str:
    """What a person reads on the page, from its hero on, where it has one, without the tabs."""
    head, main = answer.content.decode().split("<main")
    hero = "".join(re.findall(r'<div class="hero.*?</div>', head, re.DOTALL))
    return " ".join(re.sub(r"<[^>]+>", " ", f"{hero}<main{main}").split())


def value(answer, name: str) -> str:
    """What a field of the page's first form that has it holds."""
    return re.search(rf'name="{name}"[^>]*value="([^"]*)"', answer.content.decode())[1]


def form(answer, **fields) -> dict[str, str]:
    """The page's form as a browser would send it."""
    return {"key": value(answer, "key"), **fields}


def report(phone: Client, figures=GOOD):
    page = phone.get(PAGE)
    seated = value(page, "seated")
    return phone.post(PAGE + "report/", form(page, seated=seated, if_match="", **figures))


def judge(phone: Client, action: str, **fields):
    page = phone.get(PAGE)
    return phone.post(f"{PAGE}{action}/", form(page, if_match=value(page, "if_match"), **fields))


def test_a_typed_code_opens_its_seat(hall, table):
    seat = seats_of(table)[1]
    code = issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]
    phone = Client()
    phone.get("/seat/")

    answer = phone.post("/seat/", {"code": f" {code[:4].lower()}-{code[4:]} "})

    assert (answer.status_code, answer.headers["Location"]) == (302, PAGE)
    cookie = answer.cookies["jantaku_seat"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert f"This phone: {seat.entry.player.name}, South" in text_of(phone.get(PAGE))


def test_a_phone_whose_answer_was_lost_may_take_its_seat_again(hall, table):
    seat = seats_of(table)[0]
    code = issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]
    phone = Client()
    phone.get("/seat/")
    phone.post("/seat/", {"code": code})
    del phone.cookies["jantaku_seat"]

    answer = phone.post("/seat/", {"code": code})

    assert answer.status_code == 302
    assert SeatToken.objects.get(seat=seat).second_claims == 0


def test_where_scores_may_end_in_50_the_phone_asks_for_all_digits(db, client):
    """Wareme on the noten penalty moves 2,250: the short 412 for 41,200 is not offered, and not read."""
    doubled = {"overlay.wareme": "wareme", "overlay.wareme_on_noten": True}
    hall = open_hall(house_rules=doubled)
    seat = seats_of(hall.started().tables.get(number=1))[0]
    client.get("/seat/")
    client.post("/seat/", {"code": issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]})

    page = client.get(PAGE)
    answer = report(
        client, {f"points_{index}": p for index, p in enumerate(("42250", "27750", "200", "100"))}
    )

    assert "Please enter all digits here, such as 41250." in text_of(page)
    assert "412 means 41,200" not in text_of(page)
    assert "add up to 70,300, not 100,000" in text_of(answer)
    report(client, {f"points_{index}": p for index, p in enumerate(("42250", "27750", "20000", "10000"))})
    assert Scoresheet.objects.get().points == [42_250, 27_750, 20_000, 10_000]


def test_a_second_phone_is_refused_and_the_desk_sees_it(hall, table, alice):
    seat = seats_of(table)[0]
    code = issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]
    Client().post("/seat/", {"code": code})

    answer = Client().post("/seat/", {"code": code})

    assert answer.status_code == 409
    assert "Another phone already holds this seat" in text_of(answer)
    assert f"Another phone tried to take the seat of {seat.entry.player.name}." in text_of(
        alice.get("/t/spring-open/desk/")
    )


@pytest.mark.parametrize("code", ["", "WRONG", "A" * 26, "\x00", "<script>", "東" * 30])
def test_a_wrong_code_says_so_and_opens_nothing(code, db):
    answer = Client().post("/seat/", {"code": code})

    assert answer.status_code == 403
    assert "This code does not open a seat" in text_of(answer)
    assert "jantaku_seat" not in answer.cookies


def test_guessing_codes_is_stopped(db):
    answers = [Client().post("/seat/", {"code": "WRONG"}).status_code for _guess in range(51)]

    assert answers == [403] * 50 + [429]


def test_without_a_seat_the_page_asks_for_the_code(db):
    assert Client().get(PAGE).headers["Location"] == "/seat/"
    assert Client().post(PAGE + "report/", GOOD).headers["Location"] == "/seat/"


def test_one_reports_and_the_other_three_confirm(table, phones):
    east, *others = phones(table)

    assert report(east).headers["Location"] == PAGE
    assert "You reported" in text_of(east.get(PAGE))
    for phone in others:
        assert "Confirm: this is right" in text_of(phone.get(PAGE))
        assert judge(phone, "confirm").headers["Location"] == PAGE

    sheet = Scoresheet.objects.get(table=table)
    assert (sheet.status, sheet.points) == (Scoresheet.Status.CONFIRMED, [40_000, 30_000, 20_000, 10_000])
    assert "The result is final" in text_of(east.get(PAGE))


def test_each_phone_gets_a_receipt_of_what_it_did(table, phones):
    east, south, *_rest = phones(table)
    report(east)
    judge(south, "confirm")
    entry = LedgerEntry.objects.get(kind="agreed")

    assert f"Ledger entry {entry.seq} ·" in text_of(south.get(PAGE))
    assert entry.hash[:8] in text_of(south.get(PAGE))


def test_a_double_tap_reports_once(table, phones):
    east = phones(table)[0]
    page = east.get(PAGE)
    sent = form(page, seated=value(page, "seated"), if_match="", **GOOD)

    answers = [east.post(PAGE + "report/", sent) for _tap in range(3)]

    assert [answer.headers["Location"] for answer in answers] == [PAGE] * 3
    assert Scoresheet.objects.filter(table=table).count() == 1


def test_nothing_typed_is_lost_when_it_does_not_add_up(table, phones):
    east = phones(table)[0]

    answer = report(east, {**GOOD, "points_3": "99", "sticks": "2", "chombo_1": "1"})

    assert answer.status_code == 422
    assert "1,900 too many" in text_of(answer)
    assert [value(answer, name) for name in ("points_0", "points_3", "sticks", "chombo_1")] == [
        "400",
        "99",
        "2",
        "1",
    ]
    assert not Scoresheet.objects.filter(table=table).exists()


@pytest.mark.parametrize("typed", ["abc", "1e5", "41250", "9" * 20, "\x00", "NaN", "‮400"])
def test_what_is_no_number_is_answered_with_words(typed, table, phones):
    answer = report(phones(table)[0], {**GOOD, "points_0": typed})

    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.content.decode()
    assert not Scoresheet.objects.filter(table=table).exists()


def test_who_comes_second_sees_the_other_result_beside_what_they_typed(table, phones):
    east, south, *_rest = phones(table)
    page = south.get(PAGE)
    report(east)

    answer = south.post(PAGE + "report/", form(page, seated=value(page, "seated"), if_match="", **OTHER))

    assert answer.status_code == 409
    assert "This table already has a result" in text_of(answer)
    assert "What you entered" in text_of(answer)
    assert "Confirm: this is right" in text_of(answer)
    assert Scoresheet.objects.get(table=table).points == [40_000, 30_000, 20_000, 10_000]


def test_a_confirmation_counts_only_for_the_version_it_saw(table, phones):
    east, south, *_rest = phones(table)
    report(east)
    seen = south.get(PAGE)
    again = east.get(PAGE + "?again=1")
    east.post(
        PAGE + "report/",
        form(again, seated=value(again, "seated"), if_match=value(again, "if_match"), **OTHER),
    )

    answer = south.post(PAGE + "confirm/", form(seen, if_match=value(seen, "if_match")))

    assert answer.status_code == 412
    assert "The result has changed since you opened it" in text_of(answer)
    assert not Scoresheet.objects.get(version=2).confirmations.exists()


def test_a_dispute_shows_its_reason_and_the_form_again(table, phones):
    east, south, *_rest = phones(table)
    report(east)

    judge(south, "dispute", reason="South has 34,000")

    assert "Disputed: South has 34,000" in text_of(east.get(PAGE))
    assert "Enter it again" in text_of(east.get(PAGE))


@pytest.mark.parametrize(
    ("reason", "refused"),
    [
        (
            "a\x00b",
            "The reason contains a character that cannot be displayed (U+0000). Please enter it again without it.",
        ),
        (
            "\u202e000,1",
            "The reason contains a character that cannot be displayed (U+202E). Please enter it again without it.",
        ),
        ("x" * 201, "The reason has 201 characters; the limit is 200. Please shorten it."),
    ],
)
def test_a_dispute_that_cannot_be_read_disputes_nothing(table, phones, reason, refused):
    east, south, *_rest = phones(table)
    report(east)

    answer = judge(south, "dispute", reason=reason)

    assert answer.status_code == 422
    assert refused in text_of(answer)
    assert Scoresheet.objects.get(table=table).status == "submitted"


def test_a_voided_result_is_explained_to_the_table(hall, table, phones):
    east = phones(table)[0]
    report(east)
    sheet = Scoresheet.objects.get(table=table)
    void_sheet(sheet=sheet, if_match=sheet.tag, reason="wrong table", by=hall.rob)

    assert "The referee voided the earlier result: wrong table" in text_of(east.get(PAGE))


def test_when_the_round_is_over_the_phone_says_so(hall, round_, table, phones):
    east = phones(table)[0]
    close_round(round_=round_, by=hall.alice, leave_open=True)

    answer = east.get(PAGE, follow=True)

    assert "Round 1 is over. Thank you for playing." in text_of(answer)
    assert east.post(PAGE + "report/", GOOD).headers["Location"] == "/seat/"


def test_a_waiting_phone_asks_cheaply_whether_something_happened(table, phones):
    east, south, *_rest = phones(table)
    report(east)
    etag = east.get(PAGE).headers["ETag"]

    same = east.get(PAGE, headers={"If-None-Match": etag})
    compressed = east.get(PAGE, headers={"If-None-Match": f"W/{etag}"})
    judge(south, "confirm")
    changed = east.get(PAGE, headers={"If-None-Match": etag})

    assert [same.status_code, compressed.status_code, changed.status_code] == [304, 304, 200]


def test_the_imbalance_of_a_real_table_is_taken_with_its_reason(table, phones):
    answer = report(phones(table)[0], {**GOOD, "points_3": "90", "imbalance_reason": "a stick was lost"})

    assert answer.status_code == 302
    sheet = Scoresheet.objects.get(table=table)
    assert (sheet.imbalance, sheet.imbalance_reason) == (1_000, "a stick was lost")


def test_the_page_speaks_japanese(table, phones):
    answer = phones(table)[0].get("/ja" + PAGE)

    assert "結果を送信" in text_of(answer)


def test_tied_players_read_that_they_are_tied(table, phones):
    east = phones(table)[0]
    report(east, {"points_0": "300", "points_1": "300", "points_2": "300", "points_3": "100"})

    assert text_of(east.get(PAGE)).count("tied") == 3


def test_a_result_says_which_sticks_were_left_and_what_is_missing_why(table, phones):
    east, south, *_rest = phones(table)
    odd = {**GOOD, "points_0": "380", "sticks": "1", "imbalance_reason": "a stick was lost"}
    report(east, odd)

    page = text_of(south.get(PAGE))

    assert "Riichi sticks left on the table: 1,000 points" in page
    assert "1,000 points are missing: a stick was lost" in page


@pytest.mark.parametrize(
    ("needed", "says"), [(1, "1 of them must agree."), (2, "2 of them must agree."), (3, "")]
)
def test_where_some_seats_are_enough_the_phone_says_how_many(db, needed, says):
    hall = open_hall(confirmation_rule="k_of_n", confirmations_needed=needed)
    seats = seats_of(hall.started().tables.get(number=1))
    codes = issue_seat_tokens(seats=seats, by=hall.alice)
    east, south = Client(), Client()
    for phone, seat in ((east, seats[0]), (south, seats[1])):
        phone.get("/seat/")
        phone.post("/seat/", {"code": codes[seat.pk]})
    report(east)

    page = text_of(south.get(PAGE))

    assert says in page
    assert ("of them" in page) == bool(says)


def test_a_chombo_that_was_typed_is_to_be_seen_when_the_form_comes_back(table, phones):
    east = phones(table)[0]
    opened = r'<details class="card" (open)?>\s*<summary>Chombo'
    assert re.findall(opened, east.get(PAGE).content.decode()) == [""]

    answer = report(east, {**GOOD, "points_0": "four", "chombo_1": "1"})

    assert answer.status_code == 422
    assert re.findall(opened, answer.content.decode()) == ["open"]


@pytest.mark.parametrize(("kind", "is_said"), [("mangan", True), ("after_game", False)])
def test_where_a_chombo_is_paid_at_the_table_the_form_says_that_it_changes_no_result(kind, is_said, db):
    amount = 0 if kind == "mangan" else 20
    hall = open_hall(house_rules={"chombo.kind": kind, "chombo.amount": amount})
    seat = seats_of(hall.started().tables.get(number=1))[0]
    phone = Client()
    phone.post("/seat/", {"code": issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]})

    text = text_of(phone.get(PAGE))

    assert ("The count here is for the record and does not change the result." in text) == is_said


def test_where_the_rules_leave_the_start_open_no_sum_is_expected(db):
    """A tournament that came in a file of another server may play by such; nobody can name one here."""
    hall = open_hall()
    Tournament.objects.get().formats.update(rulebook_id="shinhochi")
    hall.tournament = Tournament.objects.get()
    seat = seats_of(hall.started().tables.get(number=1))[0]
    phone = Client()
    phone.post("/seat/", {"code": issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]})

    page = phone.get(PAGE).content.decode()

    assert "Enter the result" in page
    assert "data-balance" not in page
