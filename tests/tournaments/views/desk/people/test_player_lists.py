"""Whole lists of players: imported, and taken home."""

import html
import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from openpyxl import Workbook

from tests.tournaments.hall import NAMES, Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of, value
from tournaments.actions.imports.players import import_players
from tournaments.actions.people.fees import note_fees_paid

pytestmark = pytest.mark.django_db


def test_the_list_holds_everybody_and_no_name_in_it_is_a_formula(hall: Hall, alice: Client) -> None:
    send(alice, DESK + "entries/", name="=1+1", club="Dragons")
    page = alice.get(DESK + "entries/").content.decode()
    found = re.search(r'href="([^"]*players\.csv)"', page)
    assert found is not None

    answer = alice.get(found[1])

    head, *rows = answer.content.decode().splitlines()
    assert (answer["Content-Type"], answer["Content-Disposition"], answer["Cache-Control"]) == (
        "text/csv; charset=utf-8",
        'attachment; filename="spring-open-players.csv"',
        "private, no-store",
    )
    assert head == "name,reading,country,club,team,number,substitute,licence_body,licence_number,paid"
    assert rows == [
        *(f"{name},,,,,{number},,,," for number, name in enumerate(NAMES, 1)),
        "'=1+1,,,Dragons,,9,,,,",
    ]


def test_the_list_says_who_has_paid_and_its_import_leaves_fees_alone(hall: Hall, alice: Client) -> None:
    note_fees_paid(
        tournament=hall.tournament, entries=hall.tournament.entries.filter(number=2), by=hall.alice
    )

    text = alice.get(DESK + "entries/players.csv").content.decode()
    report = import_players(tournament=hall.tournament, text=text, by=hall.alice)

    assert [line.rpartition(",")[2] for line in text.splitlines()] == ["paid", "", "yes", *[""] * 6]
    assert (report.already_entered, report.findings) == (8, [])
    assert list(hall.tournament.entries.exclude(paid_at=None).values_list("number", flat=True)) == [2]


def test_a_large_list_takes_no_more_statements(db: None) -> None:
    counts = []
    for slug, players in (("small", 1), ("large", 30)):
        alice = signed_in(open_hall(slug, players=players).alice)
        with CaptureQueriesContext(connection) as captured:
            alice.get(f"/t/{slug}/desk/entries/players.csv")
        counts.append(len(captured))

    assert counts[0] == counts[1]


def test_a_list_is_looked_at_before_it_is_imported(hall, alice):
    text = "name,club\nKaoru,Dragons\nMei,Winds\n"

    looked = alice.post(DESK + "entries/import/", {"text": text, "do": "look"})
    nothing_yet = hall.tournament.entries.count()
    done = send(alice, DESK + "entries/import/", text=text, do="import", as_of=value(looked, "as_of"))

    assert "Register 2 players" in text_of(looked)
    assert (nothing_yet, hall.tournament.entries.count()) == (8, 10)
    assert "2 players registered." in text_of(done)


def test_a_list_with_an_error_says_where_and_comes_back(hall, alice):
    answer = alice.post(DESK + "entries/import/", {"text": "name,number\nKaoru,1\n", "do": "import"})

    assert answer.status_code == 422
    assert "Line 2:" in text_of(answer)
    assert "Kaoru,1" in answer.content.decode()
    assert hall.tournament.entries.count() == 8


def upload(alice: Client, name: str, content: bytes, **more: str) -> str:
    file = SimpleUploadedFile(name, content)
    answer = alice.post(
        DESK + "entries/import/", {"file": file, "do": "look", "key": "a-key-of-its-own", **more}
    )
    return answer.content.decode()


def test_the_rehearsal_shows_whom_it_understood_so_that_swapped_columns_are_seen(
    hall: Hall, alice: Client
) -> None:
    page = upload(alice, "list.csv", "氏名,所属\n東京クラブ,髙橋\n".encode("cp932"))

    (table,) = re.findall(r'<table class="as-read">.*?</table>', page, re.DOTALL)
    found = re.findall(r"<t[hd].*?</t[hd]>", table, re.DOTALL)
    cells = [" ".join(re.sub("<[^>]+>", "", cell).split()) for cell in found]
    assert cells == ["Line", "Name", "Club", "What would happen", "2", "東京クラブ", "髙橋", "new player"]
    assert hall.tournament.entries.count() == len(NAMES)


def test_of_a_long_list_the_first_twenty_are_shown_and_the_others_counted(hall: Hall, alice: Client) -> None:
    names = "\n".join(f"Newcomer {number}" for number in range(23))

    page = upload(alice, "list.csv", f"name\n{names}\n".encode())

    (table,) = re.findall(r'<table class="as-read">.*?</table>', page, re.DOTALL)
    assert "Newcomer 19" in table
    assert "Newcomer 20" not in table
    assert "and 3 more" in page


def test_a_workbook_is_rehearsed_and_then_imported(hall: Hall, alice: Client) -> None:
    book = Workbook()
    for row in (["氏名", "番号"], ["髙橋", 21], ["=1+1", 22]):
        book.active.append(row)
    book.active["A3"].data_type = "s"
    out = io.BytesIO()
    book.save(out)

    page = upload(alice, "list.xlsx", out.getvalue())
    (typed,) = re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    send(alice, DESK + "entries/import/", do="import", text=html.unescape(typed).strip())

    entered = hall.tournament.entries.filter(number__gte=21).order_by("number")
    assert list(entered.values_list("number", "player__name")) == [(21, "髙橋"), (22, "=1+1")]


def test_a_file_that_is_no_list_is_refused_with_what_to_do(hall: Hall, alice: Client) -> None:
    assert "save it as XLSX again" in upload(alice, "list.xlsx", b"PK\x03\x04 broken")
    assert "without a password" in upload(alice, "list.xls", b"\xd0\xcf\x11\xe0")


def test_a_list_of_which_nobody_was_understood_shows_no_table(hall: Hall, alice: Client) -> None:
    page = upload(alice, "list.csv", b"club\nDragons\n")

    assert "Cannot be imported yet" in page
    assert "How the file was read" not in page
    assert hall.tournament.entries.count() == len(NAMES)


def test_what_may_be_meant_is_no_error(hall: Hall, alice: Client) -> None:
    page = alice.post(DESK + "entries/import/", {"text": "name,number\nBob,99\n", "do": "look"})

    said = text_of(page)
    left = "Bob is already entered with number 1, no team, and stays unchanged."
    assert "Preview of the import Lines 1" in said
    assert f"Please check: Line 2: {left}" in said
    assert "Error" not in said
