"""Photos of paper sheets through the API: sent as a form, listed without their bytes, read as a picture."""

import hashlib

import pytest
from django.http import HttpResponse
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from tests.pictures import PhotoFile, photo
from tests.tournaments.api.callers import Caller, body_of, code_of, phones_at, program, signed_in, stranger
from tests.tournaments.hall import Hall
from tournaments.actions.play.rounds import close_round
from tournaments.models import Photo, PhotoContent, Table, Tournament


@pytest.fixture
def phones(hall: Hall, table: Table) -> list[Caller]:
    Tournament.objects.update(photo_days=30)
    return phones_at(table, hall.alice)


def form(data: bytes = b"", **more: object) -> bytes:
    return encode_multipart(BOUNDARY, {"photo": PhotoFile(data), **more})


def take(caller: Caller, table: Table, body: object = None, **more: str) -> HttpResponse:
    headers = {"Content_Type": MULTIPART_CONTENT, **more}
    return caller.post(f"/v1/tables/{table.pk}/photos/", form() if body is None else body, **headers)


def test_a_phone_takes_a_photo_and_its_table_lists_and_reads_it(table: Table, phones: list[Caller]) -> None:
    taken = body_of(take(phones[0], table))

    listed = body_of(phones[2].get(f"/v1/tables/{table.pk}/photos/"))
    assert listed["results"] == [taken]
    assert (taken["table"], taken["number"], taken["seat"]) == (table.pk, 1, table.seats.get(wind=1).pk)
    assert (taken["width"], taken["height"], taken["deleted_at"]) == (60, 40, None)
    shown = phones[3].get(f"/v1/photos/{taken['id']}/", Accept="image/jpeg")
    assert (shown.status_code, shown["Content-Type"]) == (200, "image/jpeg")
    assert shown["Cache-Control"] == "private, no-store"
    assert shown["X-Content-Type-Options"] == "nosniff"
    assert hashlib.sha256(shown.content).hexdigest() == taken["sha256"]
    assert len(shown.content) == taken["size"]


def test_for_everybody_else_there_is_none(hall: Hall, table: Table, phones: list[Caller]) -> None:
    taken = body_of(take(phones[0], table))
    elsewhere = phones_at(table.round.tables.exclude(pk=table.pk).get(), hall.alice)[0]

    for caller in (stranger(), signed_in(hall.charlie.user), elsewhere):
        assert body_of(caller.get(f"/v1/tables/{table.pk}/photos/"))["results"] == []
        assert caller.get(f"/v1/photos/{taken['id']}/").status_code == 404
        assert caller.delete(f"/v1/photos/{taken['id']}/").status_code in (401, 404)
    assert PhotoContent.objects.count() == 1


def test_what_is_no_photo_is_refused_in_words(table: Table, phones: list[Caller]) -> None:
    refused = [
        take(phones[0], table, body)
        for body in (
            form(b"<svg/>"),
            form(photo(600, 400)[:2_000]),
            form(b"", other="x"),
            encode_multipart(BOUNDARY, {"photo": "sheet.jpg"}),
            b"",
            b"no form at all",
        )
    ]

    assert [code_of(one) for one in refused] == [
        (422, "no_picture"),
        (422, "broken_picture"),
        (400, "invalid"),
        (400, "invalid"),
        (400, "invalid"),
        (400, "invalid"),
    ]
    assert take(phones[0], table, {}, Content_Type="application/json").status_code == 415
    assert Photo.objects.count() == 0


def test_the_same_call_again_gets_the_first_answer_and_another_photo_does_not(
    table: Table, phones: list[Caller]
) -> None:
    path, headers = f"/v1/tables/{table.pk}/photos/", {"Content_Type": MULTIPART_CONTENT, "key": "one-photo"}

    first, again, other = (phones[0].post(path, form(data), **headers) for data in (b"", b"", photo(80, 40)))

    assert body_of(first) == body_of(again)
    assert again["Idempotent-Replay"] == "true"
    assert code_of(other) == (422, "idempotency_key_reused")
    assert Photo.objects.count() == 1


def test_the_staff_take_and_remove_also_after_the_round(
    hall: Hall, table: Table, phones: list[Caller]
) -> None:
    of_the_table = body_of(take(phones[0], table))
    close_round(round_=table.round, by=hall.alice, leave_open=True)
    rob = program(hall.rob.user, "report")

    own = body_of(take(rob, table, form(photo(80, 40))))
    gone = rob.delete(f"/v1/photos/{of_the_table['id']}/")

    assert (own["seat"], gone.status_code) == (None, 204)
    listed = body_of(rob.get(f"/v1/tables/{table.pk}/photos/"))["results"]
    assert [one["deleted_at"] is not None for one in listed] == [True, False]
    assert rob.get(f"/v1/photos/{of_the_table['id']}/").status_code == 404


def test_whoever_did_not_take_it_is_told_who_removes_it(table: Table, phones: list[Caller]) -> None:
    taken = body_of(take(phones[0], table))

    refused = phones[1].delete(f"/v1/photos/{taken['id']}/")

    assert code_of(refused) == (403, "not_allowed")
    assert phones[0].delete(f"/v1/photos/{taken['id']}/").status_code == 204


def test_the_organizer_says_for_how_long_they_are_kept(hall: Hall) -> None:
    alice, path = signed_in(hall.alice.user), "/v1/tournaments/spring-open/"
    tag = body_of(alice.get(path))["tag"]

    answers = [alice.call("PATCH", path, {"photo_days": days}, if_match=tag) for days in (0, 366, 90)]

    assert [one.status_code for one in answers] == [400, 400, 200]
    assert body_of(answers[2])["photo_days"] == 90
