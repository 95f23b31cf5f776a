"""Two real leagues with hand logs, entered hand by hand through the API; see their SOURCE.md."""

from collections.abc import Iterator
from itertools import cycle

import pytest

from players.models import User
from scoring.game.log import write
from scoring.game.outcome import Outcome, as_json
from scoring.rulebook.rulebook import load
from tests.leagues import club_nights, madrid_2017
from tests.leagues.league import MCR
from tests.leagues.test_replays import COMPLETE
from tests.thorough import examples, in_turn
from tests.tournaments.api.callers import Caller, body_of, signed_in
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.setup.tournaments import appoint
from tournaments.models import HandRecord, Staff, Table
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.slow

# As many tables as this play at a time.
TABLES = 50


def tables_of(hall: Hall) -> Iterator[Table]:
    """Tables in play, as many as are asked for."""
    while True:
        yield from hall.started().tables.order_by("number")


def some_staff(hall: Hall) -> Iterator[Caller]:
    """Eight scorers in turn: one alone would enter more in a minute than anybody may."""
    scorers = [User.objects.create_user(f"scorer{number}@club.example", name="Scorer") for number in range(8)]
    for scorer in scorers:
        appoint(tournament=hall.tournament, user=scorer, role=Staff.Role.SCORER, by=hall.alice)
    return cycle([signed_in(scorer) for scorer in scorers])


def enter(caller: Caller, table: Table, outcome: Outcome, tag: str) -> dict[str, object]:
    answer = caller.post(f"/v1/tables/{table.pk}/hands/", {"outcome": as_json(outcome)}, if_match=tag)
    assert answer.status_code == 201, answer.content
    return body_of(answer)


@pytest.mark.django_db
def test_all_running_totals_of_the_club_nights_come_out_of_what_is_entered() -> None:
    hall = open_hall(players=4 * TABLES, rulebook_id="mleague", house_rules={"table.length": "issou"})
    staff, tables, right = some_staff(hall), tables_of(hall), 0

    # All are played by the rules alone in test_replays. Every sixth game here has each kind of correction, too.
    for rows in in_turn(list(club_nights.games().values()), 2, of=6):
        caller, table, tag = next(staff), next(tables), EMPTY_LOG
        for row, _state, corrected in club_nights.replay(rows):
            before = [one for one in corrected if one.round is not None]
            for outcome in (*before, *club_nights.tell(row)):
                body = enter(caller, table, outcome, tag)
                tag = str(body["tag"])
            assert body["game"]["points"] == list(row.points), (row.game, row.hand)  # type: ignore[index]
            right += len(row.points)

    assert right == examples(968, of=5_936)
    assert verify_ledger(hall.tournament.pk).problems == []


@pytest.mark.django_db
def test_the_tables_of_the_mcr_championship_are_taken_in_from_their_logs() -> None:
    hall = open_hall(players=4 * TABLES, **MCR)
    book = hall.tournament.rulebook_for(4)
    assert book.hash() != load("mcr").hash()  # house rules: nothing is open
    alice, tables = signed_in(hall.alice.user), tables_of(hall)

    # All are played by the rules alone in test_replays.
    for key in in_turn(sorted(COMPLETE), 0, of=3):
        table, (players, points, _match_points) = next(tables), madrid_2017.tables()[key]
        game = write(book, madrid_2017.tell(players, madrid_2017.hands()[key]))
        answer = alice.post(f"/v1/tables/{table.pk}/hands/log/", game, if_match=EMPTY_LOG)
        assert answer.status_code == 201, answer.content
        state = body_of(answer)["game"]
        assert (state["points"], state["over"], state["hands"]) == (list(points), "last_hand", 16), key

    assert HandRecord.objects.values("table").distinct().count() == examples(31, of=93)
    assert verify_ledger(hall.tournament.pk).problems == []
