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


UNKNOWN = "who,where,shoe size\nFrieda,Kiel,38\nGustav,Bremen,44\n"


def test_a_dry_run_tells_how_the_columns_were_understood(hall: Hall):
    answer = signed_in(hall.alice.user).post(
        IMPORT, {"csv": "name,shoe size\nFrieda,38\nGustav,44\n", "dry_run": True}
    )

    assert answer.json()["header"] == {
        "line": 1,
        "columns": [
            {"title": "name", "read_as": "name", "samples": ["Frieda", "Gustav"]},
            {"title": "shoe size", "read_as": "", "samples": ["38", "44"]},
        ],
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (UNKNOWN, {"columns": ["name", "club", ""]}),
        (UNKNOWN, {"columns": ["name", "club"]}),
        (UNKNOWN.replace("where", "club"), {"columns": ["name"]}),
        (UNKNOWN.replace("where", "club"), {"columns": ["name", None, None]}),
        (UNKNOWN.partition("\n")[2], {"columns": ["name", "club"], "header_line": 0}),
        (f"name,list of\n{UNKNOWN}", {"columns": ["name", "club"], "header_line": 2}),
        (UNKNOWN.replace("who", "club").replace("where", "name"), {"columns": ["name", "club"]}),
    ],
)
def test_columns_that_are_named_by_hand_are_read_so(hall: Hall, text: str, said: dict[str, object]):
    caller = signed_in(hall.alice.user)

    looked = caller.post(IMPORT, {"csv": text, "dry_run": True, **said}).json()
    answer = caller.post(IMPORT, {"file": encoded(text.encode()), "as_of": looked["as_of"], **said})

    assert [(line["name"], line["club"]) for line in looked["lines"]] == [
        ("Frieda", "Kiel"),
        ("Gustav", "Bremen"),
    ]
    assert (answer.status_code, answer.json()["entered"]) == (200, 2)
    entered = Entry.objects.order_by("-number").values_list("player__name", "player__club__name")[:2]
    assert list(entered) == [("Gustav", "Bremen"), ("Frieda", "Kiel")]


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        ({"columns": ["shoe"]}, 400, "invalid"),
        ({"columns": "name"}, 400, "invalid"),
        ({"columns": ["name"] + [""] * 50}, 400, "invalid"),
        ({"columns": {"0": "name"}}, 400, "invalid"),
        ({"columns": [1]}, 400, "invalid"),
        ({"header_line": -1}, 400, "invalid"),
        ({"header_line": "1"}, 400, "invalid"),
        ({"columns": ["name", "name"]}, 422, "import_has_errors"),
        ({"columns": ["", "club"]}, 422, "import_has_errors"),
        ({"columns": ["name", "", "", "club"]}, 422, "import_has_errors"),
    ],
)
def test_what_is_said_of_columns_is_refused_where_it_cannot_be(
    hall: Hall, said: dict[str, object], status: int, code: str
):
    before = Entry.objects.count()

    answer = signed_in(hall.alice.user).post(IMPORT, {"csv": UNKNOWN, **said})

    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert Entry.objects.count() == before


def test_the_columns_of_a_draw_are_named_by_hand_too(hall: Hall):
    address = f"/v1/stages/{hall.stage.pk}/draws/import/"
    said = {"csv": "a,b,c,d,e,f\n1,1,1,2,3,4\n1,2,5,6,7,8\n"}
    caller = signed_in(hall.alice.user)

    refused = caller.post(address, said)
    answer = caller.post(address, {**said, "columns": ["round", "table", "east", "south", "west", "north"]})

    assert refused.status_code == 422
    assert (answer.status_code, answer.json()["tables"]) == (200, 2)
