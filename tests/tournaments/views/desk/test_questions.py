"""What may be a slip at the desk is asked on a page of its own; yes sends the same form again."""

import re

import pytest
from django.test import Client

from tests.tournaments.hall import Hall, play
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.models import Round, Table, Tournament


def test_starting_the_wrong_round_is_asked_and_yes_starts_it(
    hall: Hall, round_: Round, alice: Client
) -> None:
    second = publish_round(round_=hall.draw(), by=hall.alice)
    address = f"{DESK}rounds/{second.pk}/start/"

    question = send(alice, address)

    assert question.status_code == 409
    assert "Round 1 comes before this round and is not closed." in text_of(question)
    assert "8 players of this round are still in Round 1, which is in play." in text_of(question)
    codes = re.findall(r'name="confirm" value="(\w+)"', question.content.decode())
    assert codes == ["earlier_round_open", "players_in_play"]
    second.refresh_from_db()
    assert second.status == "published"

    answer = send(alice, address, key="yes", confirm=codes)

    second.refresh_from_db()
    assert (answer.status_code, second.status) == (200, "started")


def test_closing_with_a_table_missing_names_it(hall: Hall, round_: Round, alice: Client) -> None:
    question = send(alice, f"{DESK}rounds/{round_.pk}/close/")

    assert question.status_code == 409
    assert "No confirmed result yet from table 1, 2." in text_of(question)
    round_.refresh_from_db()
    assert round_.status == "started"


def test_a_start_is_taken_back_from_the_desk(hall: Hall, round_: Round, alice: Client) -> None:
    assert "Undo the start" in text_of(alice.get(DESK))

    send(alice, f"{DESK}rounds/{round_.pk}/cancel-start/")

    round_.refresh_from_db()
    assert round_.status == "published"
    assert "Return to draft" in text_of(alice.get(DESK))


def test_once_a_table_has_reported_the_desk_offers_no_way_back(
    hall: Hall, table: Table, alice: Client
) -> None:
    points = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}
    send(alice, f"{DESK}tables/{table.pk}/", **points, do="report")

    assert "Undo the start" not in text_of(alice.get(DESK))


def test_a_finished_tournament_is_opened_again_from_its_desk(
    hall: Hall, round_: Round, alice: Client
) -> None:
    send(alice, DESK + "finish/", confirm="rounds_open")
    assert "Reopen the tournament" in text_of(alice.get(DESK))

    send(alice, DESK + "reopen/")

    assert Tournament.objects.get().status == "running"


@pytest.mark.slow
def test_a_published_round_whose_standings_changed_is_drawn_again_by_one_tap_and_its_question(
    hall: Hall, round_: Round, alice: Client
) -> None:
    for table in round_.tables.all():
        play(table, hall.alice)
    close_round(round_=round_, by=hall.alice)
    drawn = draw(stage=hall.stage, plan=Plan(method="swiss"), by=hall.alice)
    second = publish_round(round_=drawn.rounds.get(), by=hall.alice)
    assert "Draw again" not in text_of(alice.get(DESK))
    table = round_.tables.get(number=1)
    figures, tag = Figures([10_000, 20_000, 30_000, 40_000]), table.scoresheets.live().get().tag
    correct_sheet(table=table, report=TableReport(figures, if_match=tag), reason="Upside down", by=hall.rob)
    for page in (DESK, f"{DESK}draw/{drawn.pk}/"):
        assert f'action="{DESK}rounds/{second.pk}/redraw/"' in alice.get(page).content.decode()

    question = send(alice, f"{DESK}rounds/{second.pk}/redraw/")

    assert question.status_code == 409
    assert "Round 2 is published. Drawing it again makes it a draft, and every seat may change." in text_of(
        question
    )
    second.refresh_from_db()
    assert second.status == "published"

    send(alice, f"{DESK}rounds/{second.pk}/redraw/", key="yes", confirm=["published"])

    second.refresh_from_db()
    assert (second.status, second.draw_id == drawn.pk) == ("drafted", False)
