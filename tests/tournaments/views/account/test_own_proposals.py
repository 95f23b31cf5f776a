"""Whoever proposed a change of a player's record learns what became of it, on their page and by the API."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Player
from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.actor import Actor
from tournaments.actions.people.record_proposals import accept_proposal, propose_change, refuse_proposal
from tournaments.actions.seen_versions import player_tag
from tournaments.models import RecordProposal

CALL = "/api/v1/me/proposals/"
CONSOLE = Actor(is_console=True)


@pytest.fixture
def proposals(hall: Hall) -> dict[str, RecordProposal]:
    """Four: one is accepted, one refused, one taken back for another, which waits."""
    players = [entry.player for entry in hall.tournament.entries.order_by("number")[:3]]

    def propose(player: Player, reading: str) -> RecordProposal:
        return propose_change(
            player=player, tournament=hall.tournament, changes={"reading": reading}, by=hall.alice
        )

    accepted, refused = propose(players[0], "ボブ"), propose(players[1], "ドラ")
    accept_proposal(proposal=accepted, seen=player_tag(players[0]), by=CONSOLE, confirm=["plays_elsewhere"])
    refuse_proposal(proposal=refused, by=CONSOLE)
    taken_back, waits = propose(players[2], "ケイ"), propose(players[2], "けい")
    return {"accepted": accepted, "refused": refused, "taken_back": taken_back, "waits": waits}


def test_the_page_says_what_became_of_each(hall: Hall, proposals: dict[str, RecordProposal]) -> None:
    page = signed_in(hall.alice).get("/me/").content.decode()

    _before, found, section = page.partition("Changes you proposed")
    section = section.partition("</section>")[0]
    words = ["Awaiting a decision", "Taken back", "Refused", "Accepted"]
    assert found
    assert sorted(words, key=section.index) == words
    assert [section.count(word) for word in words] == [1, 1, 1, 1]


def test_a_program_reads_the_same(hall: Hall, proposals: dict[str, RecordProposal]) -> None:
    answer = signed_in(hall.alice).get(CALL).json()["proposals"]

    told = [(one["id"], one["status"], one["is_taken_back"], one["decided_at"] is None) for one in answer]
    assert told == [
        (proposals["waits"].pk, "open", False, True),
        (proposals["taken_back"].pk, "refused", True, False),
        (proposals["refused"].pk, "refused", False, False),
        (proposals["accepted"].pk, "accepted", False, False),
    ]


def test_nobody_else_is_told(hall: Hall, proposals: dict[str, RecordProposal]) -> None:
    others = [signed_in(one) for one in (hall.rob, hall.charlie)]

    pages = [browser.get("/me/").content.decode() for browser in others]
    answers = [browser.get(CALL).json() for browser in others]

    assert ["Changes you proposed" in page for page in pages] == [False, False]
    assert answers == [{"proposals": []}, {"proposals": []}]
    assert Client().get(CALL).status_code == 401


def test_more_proposals_ask_the_database_no_more(hall: Hall, proposals: dict[str, RecordProposal]) -> None:
    browser = signed_in(hall.alice)
    browser.get("/me/")
    with CaptureQueriesContext(connection) as many:
        browser.get("/me/")
    RecordProposal.objects.exclude(pk=proposals["waits"].pk).delete()

    with CaptureQueriesContext(connection) as one:
        browser.get("/me/")

    assert len(many) == len(one)
