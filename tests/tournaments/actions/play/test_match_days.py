"""A match day in play: each table goes through its games at its own pace, and the day starts and ends as one."""

import pytest

from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import Hall, open_hall, play
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.late_tables import add_late_table
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.errors import StateRefuses
from tournaments.actions.play.rounds import cancel_start, close_round, reopen_round, start_round
from tournaments.actions.setup.time_limits import set_time_limit
from tournaments.models import Entry, PlayerCard, Round, RoundClock, TableKiosk
from tournaments.models.credentials.card_seats import seat_now_of
from tournaments.models.credentials.kiosks import table_now_of
from tournaments.verification import verify_ledger

TWO_DAYS = Plan(method=Method.SCHEDULE, rounds=6, games=3)


@pytest.fixture
def hall(db: None) -> Hall:
    """Two tables with two published match days of three games."""
    opened = open_hall()
    publish_draw(draw=draw(stage=opened.stage, plan=TWO_DAYS, by=opened.alice), by=opened.alice)
    return opened


def nth(hall: Hall, number: int) -> Round:
    return hall.stage.rounds.get(number=number)


def statuses(hall: Hall) -> list[str]:
    return list(hall.stage.rounds.order_by("number").values_list("status", flat=True))


def play_game(hall: Hall, number: int, *tables: int) -> None:
    for table in nth(hall, number).tables.filter(number__in=tables or (1, 2)).order_by("number"):
        play(table, hall.alice)


def test_any_of_its_games_starts_the_day(hall: Hall) -> None:
    started = start_round(round_=nth(hall, 2), by=hall.alice)

    assert (started.number, started.status) == (2, "started")
    assert statuses(hall) == ["started"] * 3 + ["published"] * 3
    assert hall.kinds()[-4:].count("started") == 3


def test_the_clock_of_the_first_game_starts_with_the_day(hall: Hall) -> None:
    set_time_limit(tournament=hall.tournament, minutes=60, by=hall.alice)

    start_round(round_=nth(hall, 3), by=hall.alice, clock=True)

    assert [clock.round.number for clock in RoundClock.objects.select_related("round")] == [1]


def test_a_table_goes_on_to_its_next_game_at_its_own_pace(hall: Hall) -> None:
    start_round(round_=nth(hall, 1), by=hall.alice)
    issue_player_cards(tournament=hall.tournament, by=hall.alice)
    first, second = nth(hall, 1).tables.order_by("number")
    fast = PlayerCard.objects.get(entry=first.seats.get(wind=1).entry)
    slow = PlayerCard.objects.get(entry=second.seats.get(wind=1).entry)

    games = []
    for number in (1, 2, 3):
        play_game(hall, number, 1)
        now = [seat_now_of(card) for card in (fast, slow)]
        games.append([(seat.round.game, seat.table.number) for seat in now if seat is not None])

    assert games == [[(2, 1), (1, 2)], [(3, 1), (1, 2)], [(3, 1), (1, 2)]]


def test_the_day_closes_once_all_its_games_are_confirmed(hall: Hall) -> None:
    start_round(round_=nth(hall, 1), by=hall.alice)
    play_game(hall, 1)
    play_game(hall, 2, 1)

    message = refused(
        lambda: close_round(round_=nth(hall, 1), by=hall.alice), StateRefuses, "results_missing"
    )

    assert message == (
        "No confirmed result yet from table 2 (game 2), 1 (game 3), 2 (game 3). Please wait, decide the result, or "
        "close without it."
    )
    play_game(hall, 2, 2)
    play_game(hall, 3)
    close_round(round_=nth(hall, 1), by=hall.alice)
    assert statuses(hall) == ["closed"] * 3 + ["published"] * 3
    assert verify_ledger(hall.tournament.pk).problems == []


def test_a_day_can_be_closed_without_its_last_games(hall: Hall) -> None:
    start_round(round_=nth(hall, 1), by=hall.alice)
    play_game(hall, 1)

    close_round(round_=nth(hall, 1), by=hall.alice, leave_open=True)

    assert statuses(hall) == ["closed"] * 3 + ["published"] * 3
    assert hall.last_payload()["open"] == [1, 2]


def test_a_closed_day_is_reopened_as_a_whole(hall: Hall) -> None:
    start_round(round_=nth(hall, 1), by=hall.alice)
    close_round(round_=nth(hall, 1), by=hall.alice, leave_open=True)

    reopen_round(round_=nth(hall, 3), by=hall.alice)

    assert statuses(hall) == ["started"] * 3 + ["published"] * 3


def test_the_start_of_a_day_is_undone_until_a_game_has_a_result(hall: Hall) -> None:
    start_round(round_=nth(hall, 1), by=hall.alice)

    cancel_start(round_=nth(hall, 2), by=hall.alice)

    assert statuses(hall) == ["published"] * 6
    start_round(round_=nth(hall, 1), by=hall.alice)
    play_game(hall, 2, 2)
    refused(lambda: cancel_start(round_=nth(hall, 1), by=hall.alice), StateRefuses, "results_exist")


def test_the_next_day_asks_about_the_one_before(hall: Hall) -> None:
    start_round(round_=nth(hall, 1), by=hall.alice)

    message = refused(lambda: start_round(round_=nth(hall, 5), by=hall.alice), StateRefuses, "please_confirm")

    assert "Day 1" in message


def test_latecomers_wait_for_the_next_day(hall: Hall) -> None:
    start_round(round_=nth(hall, 1), by=hall.alice)
    players = list(Entry.objects.filter(tournament=hall.tournament)[:4])

    refused(
        lambda: add_late_table(round_=nth(hall, 1), players=players, by=hall.alice), StateRefuses, "match_day"
    )


def test_a_tablet_shows_the_game_its_table_plays_and_stays_with_the_last_one(hall: Hall) -> None:
    start_round(round_=nth(hall, 1), by=hall.alice)
    kiosk = TableKiosk(tournament=hall.tournament, number=1)

    games = []
    for number in (1, 2, 3):
        play_game(hall, number, 1)
        table = table_now_of(kiosk)
        games.append(table.round.game if table else None)

    assert games == [2, 3, 3]
