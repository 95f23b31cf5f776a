"""Dead hands in a game hand by hand: entered, corrected, sealed with the result, taken along."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.actions.hands.test_hands import PASSES, RON, entered, refused
from tests.tournaments.actions.transfer.files import taken_in, written_elsewhere
from tests.tournaments.hall import Hall, hall_in_play, phones_of
from tests.tournaments.replay import replayed
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StaleVersion
from tournaments.actions.hands.hand_log import last_state, read_log
from tournaments.actions.hands.hands import CorrectedHand, change_hand, enter_hand, enter_log, report_hands
from tournaments.actions.play.locked_tables import lock_and_look
from tournaments.models import HandRecord, Round, Table, Tournament
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.verification.ledger import verify_ledger

SOUTH_IS_DEAD = [{"seat": 1, "why": "too_many_tiles"}]
DRAW = {"kind": "draw", "tenpai": [0, 2]}
DEAD_DRAW = {**DRAW, "riichi": [1], "dead_hands": SOUTH_IS_DEAD}


@replayed
def hall_with_phones() -> tuple[Hall, Round, list[Actor]]:
    hall, round_ = hall_in_play()
    return hall, round_, phones_of(round_.tables.get(number=1), hall.alice)


@pytest.fixture
def _in_play(db: None) -> tuple[Hall, Round, list[Actor]]:
    return hall_with_phones()


@pytest.fixture
def hall(_in_play: tuple[Hall, Round, list[Actor]]) -> Hall:
    return _in_play[0]


@pytest.fixture
def table(_in_play: tuple[Hall, Round, list[Actor]]) -> Table:
    return _in_play[1].tables.get(number=1)


@pytest.fixture
def phones(_in_play: tuple[Hall, Round, list[Actor]]) -> list[Actor]:
    return _in_play[2]


def entering(table: Table, by: Actor, outcome: dict[str, Any]) -> Callable[[], HandRecord]:
    return lambda: enter_hand(table=table, outcome=outcome, by=by, if_match=EMPTY_LOG)


def test_a_hand_keeps_whose_was_dead_and_why_and_is_paid_by_it(table: Table, phones: list[Actor]) -> None:
    record = entered(table, phones[3], DEAD_DRAW)

    assert record.content == DEAD_DRAW
    # South is noten, and the stick of the riichi stays on the table.
    assert last_state(record)["points"] == [26_500, 22_500, 26_500, 23_500]
    assert last_state(record)["deposits"] == 1


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        ({**RON, "dead_hands": [{"seat": 0, "why": "kuikae"}]}, "dead_hand_wins"),
        ({**DRAW, "dead_hands": [{"seat": 2, "why": "other"}]}, "dead_hand_tenpai"),
        ({**DRAW, "dead_hands": [{"seat": 1, "why": "bored"}]}, "invalid_outcome"),
        ({**DRAW, "dead_hands": [*SOUTH_IS_DEAD, {"seat": 1, "why": "other"}]}, "invalid_outcome"),
        ({"kind": "gong", "dead_hands": SOUTH_IS_DEAD}, "invalid_outcome"),
    ],
)
def test_what_no_dead_hand_does_is_refused(
    table: Table, phones: list[Actor], outcome: dict[str, Any], code: str
) -> None:
    refused(RulesRefuse, code, entering(table, phones[0], outcome))


def test_a_win_that_another_phone_tells_with_a_dead_hand_is_another_hand(
    table: Table, phones: list[Actor]
) -> None:
    """Else what it tells would be lost without a word."""
    entered(table, phones[0], RON)

    refused(StaleVersion, "stale_hands", entering(table, phones[2], {**RON, "dead_hands": SOUTH_IS_DEAD[:1]}))


def test_a_correction_adds_a_dead_hand_and_takes_it_away(
    hall: Hall, table: Table, phones: list[Actor]
) -> None:
    three = entered(table, phones[0], {"kind": "draw", "tenpai": [0, 1, 2]})

    added = change_hand(
        table=table,
        correction=CorrectedHand(1, {**DRAW, "dead_hands": SOUTH_IS_DEAD}, "South had 14 tiles"),
        by=hall.rob,
        if_match=three.tag,
    )
    gone = change_hand(
        table=table,
        correction=CorrectedHand(1, {"kind": "draw", "tenpai": [0, 1, 2]}, "Counted again: 13"),
        by=hall.rob,
        if_match=added.tag,
    )

    points = [last_state(record)["points"] for record in (three, added, gone)]
    assert points == [
        [26_000, 26_000, 26_000, 22_000],
        [26_500, 23_500, 26_500, 23_500],
        [26_000, 26_000, 26_000, 22_000],
    ]
    assert ("dead_hands" in added.content, "dead_hands" in gone.content) == (True, False)


def _reported(hall: Hall, table: Table, by: Actor) -> None:
    tag = entered(table, by, DEAD_DRAW, *[PASSES] * 8).tag
    report_hands(table=table, by=by, if_match=tag)


def test_the_ledger_seals_it_with_the_result_and_verification_plays_it_again(
    hall: Hall, table: Table, phones: list[Actor]
) -> None:
    _reported(hall, table, phones[0])

    last = HandRecord.objects.filter(table=table).latest("number")
    assert hall.last_payload()["hands"] == {"count": 9, "hash": last.hash, "users": []}
    assert verify_ledger(hall.tournament.pk).problems == []


def test_it_goes_to_another_server_with_its_tournament(db: None) -> None:
    def there() -> Tournament:
        hall, round_ = hall_in_play()
        _reported(hall, round_.tables.get(number=1), hall.rob)
        return hall.tournament

    tournament = taken_in(written_elsewhere(there), Actor(is_console=True))

    first = HandRecord.objects.get(table__round__stage__tournament=tournament, number=1)
    assert first.content == DEAD_DRAW
    assert verify_ledger(tournament.pk).problems == []


def test_a_log_of_a_whole_game_has_it(hall: Hall, table: Table) -> None:
    game = {"format": 1, "rulebook": hall.tournament.rulebook_for(4).hash(), "outcomes": [DEAD_DRAW, PASSES]}

    enter_log(table=table, game=game, by=hall.rob, if_match=EMPTY_LOG)

    log = read_log(lock_and_look(hall.rob, pk=table.pk))
    assert log.records[0].content == DEAD_DRAW
