"""What hands count for everybody is published with the standings, and comes to the same as counting all anew."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from players.actions import add_player
from tests.tournaments.actions.free_play.club_night import club_night
from tests.tournaments.hall import BALANCED, Hall, open_hall, phones_of, play, seats_of
from tests.tournaments.told import DRAW, GAME, GONG, KOKUSHI, RON, TSUMO, WITH_YAKU, enter, tell
from tournaments.actions.hands.hands import report_hands, take_hands_back
from tournaments.actions.people.entries import register, reinstate, withdraw
from tournaments.actions.people.merging import MERGED_FOR_GOOD, merge_players
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet, void_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, dispute_sheet, report_sheet
from tournaments.actions.seen_versions import player_tag
from tournaments.models import HandStatistics, SeatHands, Stage, Table
from tournaments.standings import publish_standings
from tournaments.standings.hands import publish as publishing
from tournaments.verification import published_differences

pytestmark = pytest.mark.django_db


def stored(stage: Stage) -> tuple[list[Any], list[Any]]:
    """All rows of seats and of entries, without their numbers."""
    seats = SeatHands.objects.filter(stage=stage).order_by("pk").values()
    sums = HandStatistics.objects.filter(stage=stage).order_by("entry", "players").values()
    return list(seats), [{name: value for name, value in row.items() if name != "id"} for row in sums]


def told(stage: Stage) -> dict[str, tuple[int, int, int, int]]:
    """By name: games, hands, wins, deal-ins."""
    rows = HandStatistics.objects.filter(stage=stage).order_by("entry__number")
    return {
        name: tuple(numbers)
        for name, *numbers in rows.values_list("entry__player__name", "games", "hands", "wins", "deal_ins")
    }


def at(table: Table, wind: int) -> str:
    return table.seats.get(wind=wind).entry.player.name


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many tables' games were counted, publication by publication."""
    calls: list[int] = []
    count = publishing.seats_from_logs

    def watched(stage: Stage, tables: Any) -> Any:
        calls.append(len(tables))
        return count(stage, tables)

    monkeypatch.setattr(publishing, "seats_from_logs", watched)
    return calls


def test_a_confirmed_game_counts_for_the_four_who_played_it(hall: Hall, table: Table) -> None:
    tell(table, hall)
    publish_standings(hall.stage.pk)

    assert told(hall.stage) == {
        at(table, 1): (1, 3, 1, 0),
        at(table, 2): (1, 3, 0, 1),
        at(table, 3): (1, 3, 1, 0),
        at(table, 4): (1, 3, 0, 0),
    }
    east = HandStatistics.objects.get(entry__seats__table=table, entry__seats__wind=1)
    assert (east.win_points, east.riichi_wins, east.tenpai, east.draws, east.dealer_streak) == (
        7_700,
        1,
        1,
        1,
        3,
    )


def test_yaku_and_dora_are_added_up(hall: Hall, round_: Any) -> None:
    """Of games with and without them, in two rounds, for one player."""
    for table in round_.tables.all():
        tell(table, hall, (WITH_YAKU, RON))
    close_round(round_=round_, by=hall.alice)
    for table in hall.started().tables.all():
        tell(table, hall, (WITH_YAKU,))
    publish_standings(hall.stage.pk)

    rows = HandStatistics.objects.filter(stage=hall.stage, wins__gt=0)
    assert {(row.wins, row.yaku_wins, row.dora, row.won_yaku) for row in rows} <= {
        (3, 2, 4, "pinfu:2 riichi:2"),
        (2, 1, 2, "pinfu:1 riichi:1"),
        (1, 1, 2, "pinfu:1 riichi:1"),
    }
    assert sum(row.yaku_wins for row in rows) == 4
    assert published_differences(hall.stage.publication) == []


def test_hands_count_from_the_confirmation_on(hall: Hall, table: Table) -> None:
    phones = phones_of(table, hall.alice)
    tag = enter(table, hall.rob, (*GAME, GONG))
    report_hands(table=table, by=phones[0], if_match=tag)

    publish_standings(hall.stage.pk, anew=True)

    assert stored(hall.stage) == ([], [])


def test_a_game_that_was_left_half_told_says_nothing(hall: Hall, table: Table) -> None:
    enter(table, hall.rob, GAME)
    play(table, hall.alice, BALANCED)
    publish_standings(hall.stage.pk)

    assert stored(hall.stage) == ([], [])


def test_a_game_whose_result_is_another_says_nothing_until_it_is_that_again(hall: Hall, table: Table) -> None:
    sheet = tell(table, hall)
    publish_standings(hall.stage.pk)
    before = stored(hall.stage)
    right = Figures(sheet.points, leftover=sheet.leftover)

    sheet = correct_sheet(
        table=table, report=TableReport(BALANCED, if_match=sheet.tag), reason="x", by=hall.rob
    )
    publish_standings(hall.stage.pk)
    meanwhile = stored(hall.stage)
    correct_sheet(table=table, report=TableReport(right, if_match=sheet.tag), reason="x", by=hall.rob)
    publish_standings(hall.stage.pk)

    assert meanwhile == ([], [])
    assert stored(hall.stage) == before


def test_what_a_table_tells_again_after_a_dispute_is_what_counts(hall: Hall, table: Table) -> None:
    phones = phones_of(table, hall.alice)
    tag = enter(table, hall.rob, (RON, GONG))
    sheet = report_hands(table=table, by=phones[0], if_match=tag)
    dispute_sheet(sheet=sheet, if_match=sheet.tag, reason="It was a tsumo", by=phones[1])
    tag = take_hands_back(table=table, first=1, by=hall.rob, if_match=tag).tag
    enter(table, hall.rob, (TSUMO, GONG), tag)
    figures = Figures([21_000, 23_000, 33_000, 23_000])

    correct_sheet(table=table, report=TableReport(figures, if_match=sheet.tag), reason="x", by=hall.rob)
    publish_standings(hall.stage.pk)

    assert told(hall.stage)[at(table, 3)] == (1, 1, 1, 0)
    assert told(hall.stage)[at(table, 1)] == (1, 1, 0, 0)


def test_unranked_games_count_for_nothing(db: None) -> None:
    night = club_night()
    hall, four = night.hall, ("Bob", "Dora", "Emil", "Fumi")
    for is_unranked in (True, False):
        tell(night.open(*four, is_unranked=is_unranked), hall)
        publish_standings(hall.stage.pk)
        assert {row[0] for row in told(hall.stage).values()} == (set() if is_unranked else {1})


def test_who_was_merged_into_another_gives_them_their_hands(hall: Hall, round_: Any) -> None:
    one, two = round_.tables.order_by("number")
    tell(one, hall)
    tell(two, hall)
    close_round(round_=round_, by=hall.alice)
    bob = hall.tournament.entries.get(player__name="Bob")
    withdraw(entry=bob, by=hall.alice)
    register(tournament=hall.tournament, player=add_player(name="Bobby"), by=hall.alice)
    for table in hall.started().tables.all():
        tell(table, hall)
    publish_standings(hall.stage.pk)
    bobby = hall.tournament.entries.get(player__name="Bobby").player
    before = told(hall.stage)

    merge_players(
        player=bobby, other=bob.player, seen=player_tag(bobby), by=hall.alice, confirm=[MERGED_FOR_GOOD]
    )
    publish_standings(hall.stage.pk)

    together = tuple(a + b for a, b in zip(before.pop("Bob"), before.pop("Bobby"), strict=True))
    assert together[:2] == (2, 6)
    assert told(hall.stage) == {**before, "Bobby": together}
    assert published_differences(hall.stage.publication) == []


def test_tables_of_three_are_counted_apart(db: None) -> None:
    hall = open_hall("sanma", players=3, rulebook_id="mahjongsoul_sanma")
    [table] = hall.started().tables.all()
    tell(table, hall, [{"kind": "win", "wins": [{"winner": 1, "han": 3, "fu": 30}], "loser": 0}])
    publish_standings(hall.stage.pk)

    assert set(HandStatistics.objects.values_list("players", "hands")) == {(3, 1)}


def test_a_hand_of_more_than_a_column_holds_keeps_no_standings_waiting(db: None) -> None:
    hall = open_hall("aotenjo", house_rules={"overlay.unlimited": True, "game_end.tobi": "none"})
    table = hall.started().tables.get(number=1)
    endless = {"kind": "win", "wins": [{"winner": 1, "han": 100, "fu": 30}], "loser": 0}
    enter(table, hall.rob, [endless])
    play(table, hall.alice, BALANCED)

    assert publish_standings(hall.stage.pk)
    assert stored(hall.stage) == ([], [])


def actions_of_a_day(hall: Hall) -> Iterator[object]:
    """One action after the other that may move what hands count."""
    round_ = hall.started()
    one, two, three = round_.tables.order_by("number")
    sheet = tell(one, hall)
    yield sheet
    yield tell(two, hall, (RON, WITH_YAKU, KOKUSHI))
    yield play(three, hall.alice, BALANCED)
    entry = seats_of(one)[0].entry
    yield penalize(stage=hall.stage, entry=entry, ruling=Ruling(7_000, "Late"), by=hall.rob)
    right = Figures(sheet.points, leftover=sheet.leftover)
    sheet = correct_sheet(
        table=one, report=TableReport(BALANCED, if_match=sheet.tag), reason="x", by=hall.rob
    )
    yield sheet
    sheet = correct_sheet(table=one, report=TableReport(right, if_match=sheet.tag), reason="x", by=hall.rob)
    yield sheet
    yield void_sheet(sheet=sheet, if_match=sheet.tag, reason="x", by=hall.rob)
    yield report_sheet(table=one, report=TableReport(right), by=hall.alice)
    close_round(round_=round_, by=hall.alice, leave_open=True)
    yield withdraw(entry=entry, by=hall.alice)
    yield reinstate(entry=entry, by=hall.alice)
    again = hall.started()
    for table in again.tables.all():
        yield tell(table, hall, (DRAW, WITH_YAKU))


def test_after_every_action_it_comes_to_the_same_as_counting_all_anew(db: None, counted: list[int]) -> None:
    hall = open_hall(players=12)
    publish_standings(hall.stage.pk)
    for _action in actions_of_a_day(hall):
        counted.clear()
        publish_standings(hall.stage.pk)
        assert counted in ([], [1])
        quick = stored(hall.stage)
        publish_standings(hall.stage.pk, anew=True)

        assert stored(hall.stage) == quick


def spoil_sums() -> None:
    HandStatistics.objects.filter(wins=1).update(wins=2)


def spoil_yaku() -> None:
    HandStatistics.objects.filter(yaku_wins=1).update(won_yaku="tanyao:1")


def lose_seats() -> None:
    SeatHands.objects.all().delete()


def invent() -> None:
    row = HandStatistics.objects.first()
    assert row is not None
    row.pk, row.players = None, 5
    row.save(force_insert=True)


@pytest.mark.parametrize("spoil", [spoil_sums, spoil_yaku, lose_seats, invent])
def test_the_command_says_what_was_wrong_and_puts_it_right(
    spoil: Callable[[], None], hall: Hall, table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    tell(table, hall, (*GAME, WITH_YAKU))
    publish_standings(hall.stage.pk)
    right = stored(hall.stage)
    spoil()

    call_command("publish_standings", "--anew")

    assert "do not match its hands for" in capsys.readouterr().out
    assert stored(hall.stage) == right


def of_hands(statements: CaptureQueriesContext) -> list[str]:
    """Which tables of hands the statements are about, one after the other."""
    tables = ("handrecord", "seathands", "handstatistics")
    asked = ((one["sql"].split()[0], table) for one in statements for table in tables if table in one["sql"])
    return [f"{verb} {table}" for verb, table in asked]


def test_no_statement_more_without_a_result_one_without_hands_and_seven_with_some(
    hall: Hall, round_: Any, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    one, two = round_.tables.order_by("number")
    publish_standings(hall.stage.pk)
    asked = []
    for act in (
        lambda: penalize(
            stage=hall.stage, entry=seats_of(one)[0].entry, ruling=Ruling(7_000, "Late"), by=hall.rob
        ),
        lambda: play(one, hall.alice, BALANCED),
        lambda: tell(two, hall),
    ):
        act()
        with django_assert_max_num_queries(27) as statements:
            publish_standings(hall.stage.pk)
        asked.append(of_hands(statements))

    assert asked == [
        [],
        ["SELECT handrecord"],
        [
            "SELECT handrecord",
            "DELETE seathands",
            "SELECT handrecord",
            "INSERT seathands",
            "DELETE handstatistics",
            "SELECT seathands",
            "INSERT handstatistics",
        ],
    ]
