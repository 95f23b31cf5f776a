"""What the page of a seat hands to its number pad; the pad itself is tried in journeys/test_number_pad.py."""

import json
import re
from collections.abc import Callable

import pytest
from django.test import Client

from scoring.lookup.result_table import result_table
from tests.tournaments.hall import Hall
from tournaments.models import Table

pytestmark = pytest.mark.django_db
HANDED_OVER = re.compile(r'<script type="application/json">(.*?)</script>')


def test_the_phone_gets_the_tournaments_results_as_a_table(
    table: Table, phones: Callable[[Table], list[Client]]
):
    shown = phones(table)[0].get("/seat/table/").content.decode()

    rulebook = table.round.stage.tournament.rulebook_for(4)
    assert json.loads(HANDED_OVER.findall(shown)[0]) == json.loads(json.dumps(result_table(rulebook)))


def test_the_pad_waits_for_a_script_to_show_it(table: Table, phones: Callable[[Table], list[Client]]):
    shown = phones(table)[0].get("/seat/table/").content.decode()

    pad = re.search(r"<fieldset[^>]*data-pad[^>]*>", shown)
    assert pad is not None
    assert " hidden" in pad[0]
    assert shown.count('inputmode="none"') == 0


def test_the_desk_types_with_a_keyboard(hall: Hall, alice: Client, table: Table):
    shown = alice.get(f"/t/{hall.tournament.slug}/desk/tables/{table.pk}/").content.decode()

    assert "data-points" in shown
    assert "data-pad" not in shown
    assert HANDED_OVER.findall(shown) == []


def test_the_server_says_of_what_a_total_is_made(table: Table, phones: Callable[[Table], list[Client]]):
    phone = phones(table)[0]
    page = phone.get("/seat/table/").content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(key|seated|seat)"[^>]*value="([^"]*)"', page))
    figures = {f"points_{index}": points for index, points in enumerate(("411", "308", "180", "101"))}

    answer = phone.post("/seat/table/report/", {**hidden, **figures, "do": "preview", "if_match": ""})

    parts = re.findall(r"<small class=\"parts\"[^>]*>(.*?)</small>", answer.content.decode(), re.DOTALL)
    words = [" ".join(re.sub(r"<[^>]+>", "", one).split()) for one in parts]
    assert words == ["Uma +30.0 Oka +20.0", "Uma +10.0", "Uma −10.0", "Uma −30.0"]
