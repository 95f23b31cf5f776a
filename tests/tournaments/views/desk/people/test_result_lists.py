"""Files of results at the desk: looked at game by game before anything is written."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.tournaments.actions.refusals import facts
from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of, value
from tournaments.actions.imports.players import import_players
from tournaments.actions.play.ending import finish_tournament
from tournaments.models import LedgerEntry, Round, Scoresheet

pytestmark = pytest.mark.django_db

PAGE = DESK + "results/import/"
GAMES = """round,table,date,player,points
1,1,2026-04-01,Bob,45000
1,1,,Kaoru,30000
1,1,,Dora,20000
1,1,,Mei,5000
"""


def looked_at(alice: Client, hall: Hall, text: str, **more: str):
    return alice.post(PAGE, {"text": text, "stage": hall.stage.pk, "do": "look", **more})


def test_games_are_shown_as_they_were_understood_and_nothing_is_written(hall: Hall, alice: Client) -> None:
    before = LedgerEntry.objects.count()

    page = looked_at(alice, hall, GAMES)

    words = text_of(page)
    assert page.status_code == 200
    assert (
        "Bob 45,000 ( +65.0 ) Kaoru 30,000 ( +10.0 ) Dora 20,000 ( −20.0 ) Mei 5,000 ( −55.0 ) new game"
        in words
    )
    assert "New players 2" in words
    assert "Already registered 2" in words
    assert "Import 1 game" in words
    assert (LedgerEntry.objects.count(), Round.objects.count()) == (before, 0)


def test_of_many_games_the_first_twenty_are_shown_and_the_others_counted(hall: Hall, alice: Client) -> None:
    players = (("Bob", 45000), ("Dora", 30000), ("Emil", 20000), ("Fumi", 5000))
    rows = [f"{number},1,,{name},{points}" for number in range(1, 24) for name, points in players]

    said = text_of(looked_at(alice, hall, "\n".join(["round,table,date,player,points", *rows])))

    assert (said.count("new game"), "and 3 more" in said) == (20, True)


def test_what_was_looked_at_is_imported_and_then_here_already(hall: Hall, alice: Client) -> None:
    page = looked_at(alice, hall, GAMES)

    done = send(alice, PAGE, text=GAMES, stage=hall.stage.pk, do="import", as_of=value(page, "as_of"))

    assert "1 game imported." in text_of(done)
    assert Scoresheet.objects.get().points == [45_000, 30_000, 20_000, 5_000]
    assert "here already" in text_of(looked_at(alice, hall, GAMES))


def test_somebody_who_imported_meanwhile_makes_one_look_again(hall: Hall, alice: Client) -> None:
    page = looked_at(alice, hall, GAMES)
    import_players(tournament=hall.tournament, text="name\nSomebody\n", by=hall.alice)

    answer = alice.post(
        PAGE, {"text": GAMES, "stage": hall.stage.pk, "do": "import", "as_of": value(page, "as_of")}
    )

    assert answer.status_code == 409
    assert not Round.objects.exists()


def test_what_is_refused_is_said_by_line_and_comes_back(hall: Hall, alice: Client) -> None:
    answer = looked_at(alice, hall, GAMES.replace("45000", "45100"))

    words = text_of(answer)
    assert "Cannot be imported yet" in words
    assert "add up to 100,100, not 100,000" in words
    assert words.count("100,100") == 1
    assert "Import 1 game" not in words
    assert "Kaoru,30000" in answer.content.decode()


def test_games_that_do_not_add_up_are_taken_for_a_reason(hall: Hall, alice: Client) -> None:
    text = GAMES.replace("45000", "44900")

    page = looked_at(alice, hall, text, accept_unbalanced="a stick was lost")
    send(
        alice,
        PAGE,
        text=text,
        stage=hall.stage.pk,
        do="import",
        accept_unbalanced="a stick was lost",
        as_of=value(page, "as_of"),
    )

    assert "Game 1/1 (line 2): 99,900, not 100,000 · a stick was lost" in text_of(page)
    assert Scoresheet.objects.get().imbalance_reason == "a stick was lost"


def test_a_file_does_as_well(hall: Hall, alice: Client) -> None:
    file = SimpleUploadedFile("games.csv", GAMES.encode("cp932"))

    page = alice.post(PAGE, {"file": file, "stage": hall.stage.pk, "do": "look", "key": "a-key-of-its-own"})

    assert "Import 1 game" in text_of(page)
    assert "Kaoru,30000" in page.content.decode()


def test_a_file_without_the_columns_says_which(hall: Hall, alice: Client) -> None:
    answer = looked_at(alice, hall, "name,score\nBob,1\n")

    words = text_of(answer)
    assert "Cannot be imported yet" in words
    assert "player" in words.partition("Cannot be imported yet")[2].partition("Nothing was imported")[0]


def test_a_referee_does_not_import(hall: Hall) -> None:
    assert (
        signed_in(hall.rob).post(PAGE, {"text": GAMES, "stage": hall.stage.pk, "do": "look"}).status_code
        == 403
    )


def test_once_the_tournament_is_finished_nothing_is_even_looked_at(hall: Hall, alice: Client) -> None:
    hall.started()
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["rounds_open"])
    before = facts()

    answer = looked_at(alice, hall, GAMES)

    assert answer.status_code == 409
    assert answer.context["form"].errors == {"__all__": ["This tournament is finished."]}
    assert "Bob,45000" in answer.content.decode()
    assert facts() == before
