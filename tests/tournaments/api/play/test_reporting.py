"""From phone to standings, through the API."""

import pytest

from tests.tournaments.api.callers import BALANCED, Caller, body_of, code_of, phone_of, phones_at, signed_in
from tests.tournaments.hall import Hall
from tournaments.actions.play.seats import substitute
from tournaments.actions.setup.tournaments import appoint
from tournaments.models import Confirmation, LedgerHead, Round, Scoresheet, Table


@pytest.fixture
def phones(hall: Hall, table: Table) -> list[Caller]:
    return phones_at(table, hall.alice)


def report_path(table: Table) -> str:
    return f"/v1/tables/{table.pk}/scoresheets/"


def test_a_phone_reports_its_table_and_is_told_who_has_to_confirm(table: Table, phones: list[Caller]) -> None:
    response = phones[0].post(report_path(table), BALANCED)

    sheet = Scoresheet.objects.get(table=table)
    body = body_of(response)
    seats = list(table.seats.order_by("wind").values_list("pk", flat=True))
    assert response.status_code == 201
    assert response["ETag"] == f'"{sheet.tag}"'
    assert {
        name: body[name] for name in ("id", "version", "status", "points", "tag", "reported_by_seat")
    } == {
        "id": sheet.pk,
        "version": 1,
        "status": "submitted",
        "points": [40_000, 30_000, 20_000, 10_000],
        "tag": sheet.tag,
        "reported_by_seat": seats[0],
    }
    assert [(seat["place"], seat["total"]) for seat in body["seats"]] == [
        (1, 60_000),
        (2, 10_000),
        (3, -20_000),
        (4, -50_000),
    ]
    assert body["agreement"] == {"needed": 3, "given": 0, "missing": seats[1:], "by_referee": False}


def test_the_receipt_is_the_end_of_the_ledger(hall: Hall, table: Table, phones: list[Caller]) -> None:
    body = body_of(phones[0].post(report_path(table), BALANCED))

    head = LedgerHead.objects.get(tournament=hall.tournament)
    assert body["receipt"] == {"ledger": head.chain, "seq": head.seq, "hash": head.hash}


def test_a_retry_with_the_same_key_gets_the_first_answer_word_for_word(
    table: Table, phones: list[Caller]
) -> None:
    first = phones[0].post(report_path(table), BALANCED, key="the-same-key")

    second = phones[0].post(report_path(table), BALANCED, key="the-same-key")

    assert (first.status_code, "Idempotent-Replay" in first) == (201, False)
    assert (second.status_code, second["Idempotent-Replay"]) == (201, "true")
    assert second.content == first.content
    assert second["ETag"] == first["ETag"]
    assert Scoresheet.objects.filter(table=table).count() == 1


def test_the_same_key_for_other_figures_is_refused(table: Table, phones: list[Caller]) -> None:
    phones[0].post(report_path(table), BALANCED, key="the-same-key")

    response = phones[0].post(report_path(table), {"points": [25_000] * 4}, key="the-same-key")

    assert code_of(response) == (422, "idempotency_key_reused")
    assert Scoresheet.objects.filter(table=table).count() == 1


@pytest.mark.parametrize(
    ("key", "code"),
    [
        (None, "idempotency_key_missing"),
        ("short", "idempotency_key_malformed"),
        ("has blanks in it", "idempotency_key_malformed"),
    ],
)
def test_without_a_proper_key_nothing_is_done(
    table: Table, phones: list[Caller], key: str | None, code: str
) -> None:
    response = phones[0].post(report_path(table), BALANCED, key=key)

    assert code_of(response) == (400, code)
    assert body_of(response)["error"]["message"] == (
        "Please send an Idempotency-Key: a UUID, or 8 to 64 letters, digits, hyphens and underscores. "
        "Use a new one for each action, and the same one when you retry."
    )
    assert not Scoresheet.objects.filter(table=table).exists()


def test_the_second_report_is_told_which_sheet_stands(table: Table, phones: list[Caller]) -> None:
    first = body_of(phones[0].post(report_path(table), BALANCED))

    response = phones[1].post(report_path(table), {"points": [25_000] * 4})

    assert code_of(response) == (409, "live_sheet_exists")
    assert body_of(response)["sheet"] == {name: value for name, value in first.items() if name != "receipt"}


def test_a_sum_that_is_off_says_what_may_be_missing(table: Table, phones: list[Caller]) -> None:
    response = phones[0].post(report_path(table), {"points": [39_900, 30_000, 20_000, 10_000]})

    assert code_of(response) == (422, "points_do_not_balance")
    assert body_of(response)["error"]["message"] == (
        "The four scores add up to 99,900, not 100,000. Is a riichi stick missing?"
    )


def test_a_phone_on_another_tables_page_is_refused(table: Table, phones: list[Caller]) -> None:
    entries = list(table.seats.order_by("-wind").values_list("entry", flat=True))

    response = phones[0].post(report_path(table), {**BALANCED, "entries": entries})

    assert code_of(response) == (422, "other_players_seated")


def test_three_confirmations_make_a_result_and_each_leaves_a_receipt(
    table: Table, phones: list[Caller]
) -> None:
    sheet = body_of(phones[0].post(report_path(table), BALANCED))

    answers = [
        body_of(phone.post(f"/v1/scoresheets/{sheet['id']}/confirm/", if_match=sheet["tag"]))
        for phone in phones[1:]
    ]

    assert [answer["status"] for answer in answers] == ["submitted", "submitted", "confirmed"]
    assert len({answer["receipt"]["hash"] for answer in answers}) == 3
    assert [len(answer["agreement"]["missing"]) for answer in answers] == [2, 1, 0]


def test_confirming_needs_the_version_that_was_seen(table: Table, phones: list[Caller]) -> None:
    sheet = body_of(phones[0].post(report_path(table), BALANCED))
    path = f"/v1/scoresheets/{sheet['id']}/confirm/"

    missing = phones[1].post(path)
    stale = phones[1].post(path, if_match="r9-00000000")

    assert code_of(missing) == (428, "version_missing")
    assert code_of(stale) == (412, "stale_version")
    assert body_of(stale)["sheet"]["tag"] == sheet["tag"]
    assert not Confirmation.objects.exists()


def test_whoever_reported_does_not_confirm(table: Table, phones: list[Caller]) -> None:
    sheet = body_of(phones[0].post(report_path(table), BALANCED))

    response = phones[0].post(f"/v1/scoresheets/{sheet['id']}/confirm/", if_match=sheet["tag"])

    assert code_of(response) == (403, "own_report")


def test_bait_and_switch_does_not_collect_confirmations(table: Table, phones: list[Caller]) -> None:
    seen = body_of(phones[0].post(report_path(table), BALANCED))
    phones[0].post(report_path(table), {"points": [60_000, 10_000, 20_000, 10_000]}, if_match=seen["tag"])

    response = phones[1].post(f"/v1/scoresheets/{seen['id']}/confirm/", if_match=seen["tag"])

    assert code_of(response) == (412, "stale_version")
    assert body_of(response)["sheet"]["points"] == [60_000, 10_000, 20_000, 10_000]


def test_a_disputed_result_says_why_and_may_be_reported_again(table: Table, phones: list[Caller]) -> None:
    sheet = body_of(phones[0].post(report_path(table), BALANCED))
    disputed = body_of(
        phones[1].post(
            f"/v1/scoresheets/{sheet['id']}/dispute/", {"reason": "I had 31,000"}, if_match=sheet["tag"]
        )
    )

    again = phones[1].post(
        report_path(table), {"points": [39_000, 31_000, 20_000, 10_000]}, if_match=sheet["tag"]
    )

    assert (disputed["status"], disputed["dispute_reason"]) == ("disputed", "I had 31,000")
    assert (again.status_code, body_of(again)["version"]) == (201, 2)


def test_the_referee_corrects_a_confirmed_result_and_voids_it(
    hall: Hall, table: Table, phones: list[Caller]
) -> None:
    rob = signed_in(hall.rob.user)
    sheet = body_of(phones[0].post(report_path(table), BALANCED))
    for phone in phones[1:]:
        phone.post(f"/v1/scoresheets/{sheet['id']}/confirm/", if_match=sheet["tag"])
    correction = {"points": [30_000, 40_000, 20_000, 10_000], "reason": "seats mixed up"}
    path = f"/v1/tables/{table.pk}/correct/"

    unnamed = rob.post(path, correction)
    corrected = rob.post(path, correction, if_match=sheet["tag"])
    new = body_of(corrected)
    voided = rob.post(f"/v1/scoresheets/{new['id']}/void/", {"reason": "wrong round"}, if_match=new["tag"])

    assert code_of(unnamed) == (428, "version_missing")
    assert (corrected.status_code, new["status"], new["version"], new["reason"]) == (
        201,
        "confirmed",
        2,
        "seats mixed up",
    )
    assert (voided.status_code, body_of(voided)["status"]) == (200, "void")
    versions = body_of(rob.get(report_path(table)))["results"]
    assert [(version["version"], version["status"]) for version in versions] == [
        (2, "void"),
        (1, "superseded"),
    ]


def test_a_paper_sheet_is_entered_by_the_referee_without_a_version(hall: Hall, table: Table) -> None:
    response = signed_in(hall.rob.user).post(
        f"/v1/tables/{table.pk}/correct/", {**BALANCED, "reason": "signed paper sheet"}
    )

    assert (response.status_code, body_of(response)["status"]) == (201, "confirmed")


def test_the_player_who_left_cannot_report_any_more(hall: Hall, table: Table) -> None:
    seat = table.seats.get(wind=1)
    phone = phone_of(seat, hall.alice)
    unseated = hall.tournament.entries.exclude(seats__round=table.round)
    assert not unseated.exists()
    other = Table.objects.exclude(pk=table.pk).get().seats.get(wind=1)
    other_entry = other.entry
    other.delete()
    substitute(seat=seat, entry=other_entry, by=hall.alice)

    response = phone.post(report_path(table), BALANCED)

    assert code_of(response) == (401, "not_authenticated")
    assert not Scoresheet.objects.exists()


def test_a_refusal_is_the_answer_to_its_key_from_then_on(table: Table, phones: list[Caller]) -> None:
    phones[0].post(report_path(table), BALANCED)
    first = phones[1].post(report_path(table), BALANCED, key="the-same-key")
    Scoresheet.objects.filter(table=table).update(status="void")

    again = phones[1].post(report_path(table), BALANCED, key="the-same-key")

    assert (first.status_code, again.status_code, again["Idempotent-Replay"]) == (409, 409, "true")
    assert again.content == first.content
    assert phones[1].post(report_path(table), BALANCED).status_code == 201


def test_what_was_not_allowed_may_be_tried_again_with_the_same_key(hall: Hall, table: Table) -> None:
    charlie = signed_in(hall.charlie.user)
    refused = charlie.post(report_path(table), BALANCED, key="the-same-key")
    assert hall.charlie.user is not None
    appoint(tournament=hall.tournament, user=hall.charlie.user, role="scorer", by=hall.alice)

    taken = charlie.post(report_path(table), BALANCED, key="the-same-key")

    assert (refused.status_code, taken.status_code) == (403, 201)


def test_one_person_with_a_phone_and_an_account_confirms_nothing_of_their_own(
    hall: Hall, round_: Round
) -> None:
    seat = round_.seats.select_related("table").get(entry__player__user=hall.bob)
    sheet = body_of(phone_of(seat, hall.alice).post(report_path(seat.table), BALANCED))

    response = signed_in(hall.bob).post(f"/v1/scoresheets/{sheet['id']}/confirm/", if_match=sheet["tag"])

    assert code_of(response) == (403, "own_report")


@pytest.mark.parametrize(
    ("when", "status"),
    [("1970-01-01T00:00:00Z", 201), ("2026-03-29T02:30:00", 201), ("9999-12-31T23:59:59-14:00", 400)],
)
def test_a_phone_with_a_wrong_clock_reports_as_well_as_any(
    table: Table, phones: list[Caller], when: str, status: int
) -> None:
    assert phones[0].post(report_path(table), {**BALANCED, "claimed_at": when}).status_code == status
