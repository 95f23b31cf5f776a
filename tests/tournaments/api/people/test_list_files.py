"""Lists as programs find them on a disk: the same files as on the page, in base64."""

import base64
import io

import pytest
from openpyxl import Workbook

from tests.tournaments.api.callers import signed_in
from tests.tournaments.hall import Hall
from tournaments.models import Entry

IMPORT = "/v1/tournaments/spring-open/import/"
JAPANESE = "氏名,所属\n渡邊 一,東クラブ\n髙橋 二,西クラブ\n"


def encoded(file: bytes) -> str:
    return base64.b64encode(file).decode()


def workbook(*rows: list[object]) -> bytes:
    book, out = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    "file",
    [
        JAPANESE.encode("cp932"),
        JAPANESE.encode(),
        JAPANESE.encode("utf-16"),
        workbook(["氏名", "所属"], ["渡邊 一", "東クラブ"], ["髙橋 二", "西クラブ"]),
    ],
    ids=["Shift-JIS", "UTF-8", "UTF-16", "XLSX"],
)
def test_a_list_is_read_as_the_page_reads_it(hall: Hall, file: bytes):
    caller = signed_in(hall.alice.user)

    answer = caller.post(IMPORT, {"file": encoded(file)})

    assert (answer.status_code, answer.json()["entered"]) == (200, 2)
    names = Entry.objects.order_by("-number").values_list("player__name", flat=True)[:2]
    assert list(names) == ["髙橋 二", "渡邊 一"]


def test_a_draw_is_taken_from_a_workbook(hall: Hall):
    rows = [["round", "table", "east", "south", "west", "north"], [1, 1, 1, 2, 3, 4], [1, 2, 5, 6, 7, 8]]

    answer = signed_in(hall.alice.user).post(
        f"/v1/stages/{hall.stage.pk}/draws/import/", {"file": encoded(workbook(*rows))}
    )

    assert (answer.status_code, answer.json()["tables"]) == (200, 2)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"file": "not base64!"}, "file"),
        ({"file": 7}, "file"),
        ({"file": encoded(b"PK\x03\x04 nothing")}, "file"),
        ({"file": encoded(b"x" * (2 * 1024 * 1024 + 1))}, "file"),
        ({"file": encoded(b"name\nKei\n"), "csv": "name\nKei\n"}, "csv"),
        ({}, "csv"),
    ],
    ids=["not base64", "a number", "a broken workbook", "too large", "both", "neither"],
)
def test_what_is_no_list_is_refused_by_its_field_and_nothing_is_entered(hall: Hall, body: dict, field: str):
    before = Entry.objects.count()

    answer = signed_in(hall.alice.user).post(IMPORT, body)

    assert (answer.status_code, list(answer.json()["error"]["fields"])) == (400, [field])
    assert Entry.objects.count() == before
