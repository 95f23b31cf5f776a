"""What the columns of a file mean, said by hand at the desk; without scripts."""

import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.tournaments.hall import Hall
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of, value
from tournaments.models import Entry, Round, Scoresheet

pytestmark = pytest.mark.django_db

PAGE, RESULTS = DESK + "entries/import/", DESK + "results/import/"
UNKNOWN = "who,where,shoe size\nFrieda,Kiel,38\nGustav,Bremen,44\n"


def chosen_in(page: str) -> list[tuple[str, str]]:
    """The columns that the page asks about, and what each is read as."""
    selects = re.findall(r'<select name="(column_\d+)".*?</select>', page, re.DOTALL)
    values = [
        re.search(rf'name="{name}".*?<option value="([\w ]*)" selected>', page, re.DOTALL) for name in selects
    ]
    return [(name, found[1] if found else "?") for name, found in zip(selects, values, strict=True)]


def test_a_file_without_known_titles_shows_its_columns_with_their_first_rows(
    hall: Hall, alice: Client
) -> None:
    page = alice.post(PAGE, {"text": UNKNOWN, "do": "look"})

    words = text_of(page)
    assert chosen_in(page.content.decode()) == [("column_0", ""), ("column_1", ""), ("column_2", "")]
    assert "<details open>" in page.content.decode()
    assert "who Frieda · Gustav" in words
    assert "The column “name” is missing" in words


def test_columns_that_were_named_by_hand_are_read_so_and_imported_so(hall: Hall, alice: Client) -> None:
    by_hand = {"column_0": "name", "column_1": "club", "column_2": "", "header_line": "1"}

    page = alice.post(PAGE, {"text": UNKNOWN, "do": "look", **by_hand})
    done = send(alice, PAGE, text=UNKNOWN, do="import", as_of=value(page, "as_of"), **by_hand)

    assert chosen_in(page.content.decode()) == [("column_0", "name"), ("column_1", "club"), ("column_2", "")]
    assert "Frieda Kiel new player" in text_of(page)
    assert "2 players registered." in text_of(done)
    assert list(Entry.objects.order_by("-number").values_list("player__name", "player__club__name")[:2]) == [
        ("Gustav", "Bremen"),
        ("Frieda", "Kiel"),
    ]


def test_a_file_without_titles_is_read_from_its_first_line(hall: Hall, alice: Client) -> None:
    page = alice.post(
        PAGE, {"text": "Frieda;Kiel\nGustav;Bremen\n", "do": "look", "header_line": "0", "column_0": "name"}
    )

    assert "Register 2 players" in text_of(page)
    assert "Column 2 Kiel · Bremen" in text_of(page)


def test_the_titles_may_stand_in_another_line_than_was_thought(hall: Hall, alice: Client) -> None:
    text = "name,of the list\nwho,where\nFrieda,Kiel\n"

    page = alice.post(
        PAGE, {"text": text, "do": "look", "header_line": "2", "column_0": "name", "column_1": ""}
    )

    assert "Register 1 player" in text_of(page)


@pytest.mark.parametrize(
    "said",
    [
        {"column_0": "name", "column_1": "name"},
        {"column_0": "shoe"},
        {"column_49": "name"},
        {"column_0": "name", "header_line": "9999"},
        {"column_0": "name", "header_line": "-1"},
        {"column_0": "name", "header_line": "x"},
        {"column_x": "name", "column_-1": "name"},
        {"header_line": "0"},
    ],
)
def test_whatever_is_said_of_columns_is_read_or_refused(
    hall: Hall, alice: Client, said: dict[str, str]
) -> None:
    before = Entry.objects.count()

    page = alice.post(PAGE, {"text": UNKNOWN, "do": "look", **said})

    assert page.status_code in (200, 422)
    assert Entry.objects.count() == before


def test_a_file_that_is_chosen_anew_is_read_by_its_own_titles(hall: Hall, alice: Client) -> None:
    file = SimpleUploadedFile("list.csv", b"club,name\nKiel,Frieda\n")

    page = alice.post(
        PAGE, {"file": file, "do": "look", "column_0": "name", "column_1": "club", "key": "a-key-of-its-own"}
    )

    assert chosen_in(page.content.decode()) == [("column_0", "club"), ("column_1", "name")]


def test_results_are_named_by_hand_too(hall: Hall, alice: Client) -> None:
    text = "Spiel,Wer,Endstand\n1,Bob,45.000\n1,Dora,30.000\n1,Emil,20.000\n1,Fumi,5.000\n"
    by_hand = {"column_0": "game", "column_1": "player", "column_2": "points", "stage": str(hall.stage.pk)}

    page = alice.post(RESULTS, {"text": text, "do": "look", **by_hand})
    send(alice, RESULTS, text=text, do="import", as_of=value(page, "as_of"), **by_hand)

    assert Scoresheet.objects.get().points == [45_000, 30_000, 20_000, 5_000]


WHOLE_GAMES = (
    "Tag,Wer 1,Endstand 1,Wer 2,Endstand 2,Wer 3,Endstand 3,Wer 4,Endstand 4\n"
    "2026/1/5,Bob,45.000,Dora,30.000,Emil,20.000,Fumi,5.000\n"
)
EACH = [f"{what} number {number}" for number in range(1, 5) for what in ("player", "points")]


def named(*names: str) -> dict[str, str]:
    return {f"column_{index}": name for index, name in enumerate(names)}


def test_one_row_a_game_is_named_by_hand_looked_at_and_imported(hall: Hall, alice: Client) -> None:
    stage = str(hall.stage.pk)

    asked = alice.post(RESULTS, {"text": WHOLE_GAMES, "do": "look", "stage": stage})
    by_hand = {"stage": stage, **named("date", *EACH)}
    page = alice.post(RESULTS, {"text": WHOLE_GAMES, "do": "look", **by_hand})
    send(alice, RESULTS, text=WHOLE_GAMES, do="import", as_of=value(page, "as_of"), **by_hand)

    assert "Player 2: points" in text_of(asked)
    assert chosen_in(page.content.decode()) == [*named("date", *EACH).items()]
    assert (Scoresheet.objects.get().points, Round.objects.get().played_on) == (
        [45_000, 30_000, 20_000, 5_000],
        date(2026, 1, 5),
    )


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (
            ["date", *EACH[:-1], ""],
            "Player 4 needs a column with the name, and one with the points or the total.",
        ),
        (["date", *EACH[:4]], "A row with a whole game needs the columns of at least three players."),
        (["player", *EACH], "A row holds either one player or a whole game."),
        (["seat", *EACH], "A row holds either one player or a whole game."),
        (["date", "player seat 1", *EACH[1:]], "A row holds either one player or a whole game."),
        (["date", *EACH[:-1], "points number 3"], "appears twice. Please keep one."),
    ],
)
def test_one_row_a_game_that_is_named_by_half_is_refused(
    hall: Hall, alice: Client, names: list[str], why: str
) -> None:
    said = {"text": WHOLE_GAMES, "stage": str(hall.stage.pk), **named(*names)}

    page = alice.post(RESULTS, {**said, "do": "look"})
    refused = send(alice, RESULTS, **said, do="import", as_of=value(page, "as_of"))

    assert why in text_of(page)
    assert refused.status_code == 422
    assert Scoresheet.objects.count() == 0


def test_of_one_row_a_game_that_was_understood_single_columns_are_named_by_hand(
    hall: Hall, alice: Client
) -> None:
    titles = "when,East,E points,South,S points,West,W points,North,N points"
    text = f"{titles}\n2026/1/5,Bob,45000,Dora,30000,Emil,20000,Fumi,5000\n"

    page = alice.post(RESULTS, {"text": text, "do": "look", "stage": hall.stage.pk})

    said = {"text": text, "do": "look", "stage": str(hall.stage.pk), "column_0": "date"}
    corrected = alice.post(RESULTS, said)

    each = [f"{what} seat {number}" for number in range(1, 5) for what in ("player", "points")]
    assert "Import 1 game" in text_of(page)
    assert "East: points" in text_of(page)
    assert chosen_in(page.content.decode()) == [*named("", *each).items()]
    assert chosen_in(corrected.content.decode()) == [*named("date", *each).items()]
    assert corrected.context["games"][0].played_on == date(2026, 1, 5)


def test_letters_that_could_be_others_are_asked_about_and_read_as_was_said(hall: Hall, alice: Client) -> None:
    data = "name;club\r\nIbáñez Ruiz;Málaga\r\n".encode("cp1252")

    refused = alice.post(
        PAGE, {"file": SimpleUploadedFile("list.csv", data), "do": "look", "key": "key-number-one"}
    )
    read = alice.post(
        PAGE,
        {
            "file": SimpleUploadedFile("list.csv", data),
            "encoding": "cp1252",
            "do": "look",
            "key": "key-number-two",
        },
    )

    assert "or choose its encoding" in text_of(refused)
    assert "Ibáñez Ruiz Málaga new player" in text_of(read)


def test_two_spellings_are_asked_and_the_answer_is_kept(hall: Hall, alice: Client) -> None:
    text = "name\n高橋 一\n髙橋 一\n"

    asked = alice.post(PAGE, {"text": text, "do": "look"})
    page = alice.post(PAGE, {"text": text, "do": "look", "two_people": "on"})
    done = send(alice, PAGE, text=text, do="import", two_people="on", as_of=value(page, "as_of"))

    assert "are probably the same person" in text_of(asked)
    assert 'name="two_people"' in asked.content.decode()
    assert 'name="two_people"' not in alice.get(PAGE).content.decode()
    assert "2 players registered." in text_of(done)
