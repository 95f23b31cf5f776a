"""What needs the staff of a hall now: what belongs on the list, in which order, and what it costs."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db.models import F
from django.db.models.functions import Now

from tests.tournaments.hall import BALANCED, Hall, open_hall, phones_of, play, seats_of
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.player_cards import claim_card, issue_player_cards
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.errors import StateRefuses
from tournaments.actions.hall.referee_calls import call_referee, end_call
from tournaments.actions.play.clocks import extend_clock, pause_clock, start_clock
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.reporting import TableReport, dispute_sheet, report_sheet
from tournaments.models import RefereeCall, Round, RoundClock, Scoresheet, Table, TableClock
from tournaments.models.hall.staff_tasks import LONG, HallNow, hall_now


def needs(hall: Hall) -> list[tuple[str, list[int]]]:
    """Why somebody is needed, and at which tables, most urgent first."""
    return [
        (need.kind.value, [table.number for table in need.tables]) for need in hall_now(hall.tournament).needs
    ]


def run_out(round_: Round, *, left: int) -> None:
    """Start the round's clock so that it has so many seconds left."""
    start_clock(round_=round_, minutes=60, by=Actor(round_.stage.tournament.staff.get(role="organizer").user))
    RoundClock.objects.filter(round=round_).update(ends_at=Now() + timedelta(seconds=left))


def wait_for_long(sheet: Scoresheet) -> None:
    Scoresheet.objects.filter(pk=sheet.pk).update(reported_at=F("reported_at") - LONG)


def disputed(table: Table, hall: Hall, reason: str = "It was less") -> Scoresheet:
    phones = phones_of(table, hall.alice)
    sheet = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
    return dispute_sheet(sheet=sheet, if_match=sheet.tag, reason=reason, by=phones[1])


def test_a_hall_where_all_goes_well_needs_nobody(hall: Hall, round_: Round) -> None:
    play(round_.tables.get(number=2), hall.alice)

    now = hall_now(hall.tournament)

    assert now.needs == []
    assert [(table.number, table.sheet and table.sheet.status) for table in now.tables] == [
        (1, None),
        (2, Scoresheet.Status.CONFIRMED),
    ]
    assert [seat.name for seat in now.tables[0].seats] == [
        seat.entry.player.name for seat in seats_of(round_.tables.get(number=1))
    ]


def test_a_call_waits_with_who_called_and_why_until_it_is_done(hall: Hall, table: Table) -> None:
    phones = phones_of(table, hall.alice)
    call = call_referee(table=table, reason="A tile is missing", by=phones[2])

    (need,) = hall_now(hall.tournament).needs

    assert need.seat is not None
    assert need.seat.call is not None
    assert (need.kind, need.key, need.since) == ("call", f"call-{call.pk}", call.called_at)
    assert (need.table.pk, need.seat.wind, need.seat.call.reason) == (table.pk, 3, "A tile is missing")

    end_call(call=call, by=hall.rob)

    assert needs(hall) == []


def test_a_table_of_a_published_round_may_call_already_and_a_closed_one_no_more(hall: Hall) -> None:
    round_ = hall.draw()
    publish_round(round_=round_, by=hall.alice)
    call_referee(table=round_.tables.get(number=2), by=phones_of(round_.tables.get(number=2), hall.alice)[0])

    assert needs(hall) == [("call", [2])]
    assert hall_now(hall.tournament).rounds == []


def test_nothing_of_a_closed_round_is_left(hall: Hall, round_: Round, table: Table) -> None:
    disputed(table, hall)
    call_referee(table=table, by=phones_of(table, hall.alice)[0])

    close_round(round_=round_, by=hall.alice, leave_open=True)

    assert needs(hall) == []
    assert RefereeCall.objects.filter(ended_at=None).exists()


def test_a_dispute_comes_with_every_version_that_was_reported(hall: Hall, table: Table) -> None:
    sheet = disputed(table, hall)
    second = report_sheet(
        table=table, report=TableReport(BALANCED, if_match=sheet.tag), by=phones_of(table, hall.alice)[1]
    )
    dispute_sheet(sheet=second, if_match=second.tag, reason="No", by=phones_of(table, hall.alice)[0])

    (need,) = hall_now(hall.tournament).needs

    assert (need.kind, need.key) == ("dispute", f"dispute-{second.pk}")
    assert [(one.version, one.status) for one in need.table.versions] == [(1, "superseded"), (2, "disputed")]


def test_a_result_is_on_the_list_once_it_has_waited_for_long(hall: Hall, table: Table) -> None:
    sheet = report_sheet(table=table, report=TableReport(BALANCED), by=phones_of(table, hall.alice)[0])
    before = needs(hall)

    wait_for_long(sheet)

    assert (before, needs(hall)) == ([], [("unconfirmed", [1])])
    assert [one.number for one in hall_now(hall.tournament).submitted] == [1]


class TestTime:
    def test_it_is_no_ones_matter_as_long_as_there_is_enough(self, hall: Hall, round_: Round) -> None:
        run_out(round_, left=600)

        assert needs(hall) == []

    def test_the_tables_that_are_not_in_are_one_line_when_it_is_nearly_up(
        self, hall: Hall, round_: Round
    ) -> None:
        play(round_.tables.get(number=1), hall.alice)
        run_out(round_, left=200)

        assert needs(hall) == [("time", [2])]

    def test_the_last_few_are_told_one_by_one_once_it_is_up(self, hall: Hall, round_: Round) -> None:
        run_out(round_, left=-30)

        assert needs(hall) == [("late", [1]), ("late", [2])]

    def test_those_that_are_late_since_one_moment_come_by_number(self, hall: Hall, round_: Round) -> None:
        run_out(round_, left=-30)
        tables = [
            replace(table, pk=pk) for table, pk in zip(hall_now(hall.tournament).tables, (9, 10), strict=True)
        ]

        assert [need.table.number for need in HallNow(tables, []).needs] == [1, 2]

    def test_a_table_with_extra_time_is_not_late_before_that_is_up(self, hall: Hall, round_: Round) -> None:
        run_out(round_, left=-30)
        extend_clock(round_=round_, table=round_.tables.get(number=2), minutes=10, by=hall.rob)

        assert needs(hall) == [("late", [1])]

        TableClock.objects.update(ends_at=Now() - timedelta(seconds=1))

        assert needs(hall) == [("late", [1]), ("late", [2])]

    def test_a_table_whose_clock_is_stopped_is_not_late(self, hall: Hall, round_: Round) -> None:
        run_out(round_, left=120)
        pause_clock(round_=round_, table=round_.tables.get(number=2), by=hall.rob)
        RoundClock.objects.update(ends_at=Now() - timedelta(seconds=1))

        assert needs(hall) == [("late", [1])]
        assert [table.is_held for table in hall_now(hall.tournament).tables] == [False, True]

    @pytest.mark.parametrize(("tables", "expected"), [(4, ["late"] * 4), (5, ["time"])])
    def test_many_late_tables_are_one_line(self, db: None, tables: int, expected: list[str]) -> None:
        hall = open_hall(players=4 * tables)
        run_out(hall.started(), left=-30)

        assert [kind for kind, _tables in needs(hall)] == expected

    def test_when_the_list_will_be_another_by_itself_is_known(self, hall: Hall, round_: Round) -> None:
        nothing = hall_now(hall.tournament).next_change
        run_out(round_, left=600)
        to_warning = hall_now(hall.tournament).next_change
        sheet = report_sheet(
            table=round_.tables.get(number=1),
            report=TableReport(BALANCED),
            by=phones_of(round_.tables.get(number=1), hall.alice)[0],
        )
        Scoresheet.objects.filter(pk=sheet.pk).update(reported_at=Now() - LONG + timedelta(seconds=60))
        to_long = hall_now(hall.tournament).next_change

        assert nothing is None
        assert to_warning is not None
        assert 295 < to_warning.total_seconds() <= 300
        assert to_long is not None
        assert 55 < to_long.total_seconds() <= 60


def test_a_second_phone_that_wanted_a_seat_is_told_with_the_seat(hall: Hall, table: Table) -> None:
    (seat, *_rest) = seats_of(table)
    codes = issue_seat_tokens(seats=[seat], by=hall.alice)
    claim_seat(code=codes[seat.pk], key="first")
    with pytest.raises(StateRefuses):
        claim_seat(code=codes[seat.pk], key="second")

    (need,) = hall_now(hall.tournament).needs

    assert need.seat is not None
    assert (need.kind, need.table.number, need.seat.pk) == ("second_phone", 1, seat.pk)


def test_a_phone_that_waits_is_told_with_the_table_of_its_player_or_without(hall: Hall) -> None:
    issue_player_cards(tournament=hall.tournament, by=hall.alice)
    entry = hall.tournament.entries.get(player__name="Bob")
    code = entry.cards.get().code
    claim_card(code=code, key="first")
    claim_card(code=code, key="second")
    between_rounds = needs(hall)

    round_ = hall.started()

    at = round_.seats.get(entry=entry).table.number
    assert (between_rounds, needs(hall)) == ([("phone", [])], [("phone", [at])])


def test_what_is_most_urgent_comes_first_and_of_each_kind_what_has_waited_longest(db: None) -> None:
    hall = open_hall(players=20)
    round_ = hall.started()
    tables = {table.number: table for table in round_.tables.all()}
    wait_for_long(
        report_sheet(table=tables[1], report=TableReport(BALANCED), by=phones_of(tables[1], hall.alice)[0])
    )
    disputed(tables[2], hall)
    call_referee(table=tables[4], by=phones_of(tables[4], hall.alice)[0])
    call_referee(table=tables[3], by=phones_of(tables[3], hall.alice)[0])
    run_out(round_, left=-30)

    assert needs(hall) == [
        ("call", [4]),
        ("call", [3]),
        ("dispute", [2]),
        ("late", [3]),
        ("late", [4]),
        ("late", [5]),
        ("unconfirmed", [1]),
    ]


@pytest.mark.parametrize("players", [4, 12, 24])
def test_it_is_three_queries_however_many_tables_there_are(
    db: None, players: int, django_assert_num_queries
) -> None:
    hall = open_hall(players=players)
    round_ = hall.started()
    for table in round_.tables.all():
        call_referee(table=table, by=phones_of(table, hall.alice)[0])
        disputed(table, hall)

    with django_assert_num_queries(3):
        found = hall_now(hall.tournament)
        assert len(found.needs) == 2 * players // 4
        assert [(str(round_), str(round_.stage), len(tables)) for round_, tables in found.rounds] == [
            ("Round 1", "Main stage", players // 4)
        ]
        assert found.next_change is None


def test_the_clock_of_a_round_costs_no_more(hall: Hall, round_: Round, django_assert_num_queries) -> None:
    run_out(round_, left=-30)

    with django_assert_num_queries(3):
        ((found, tables),) = hall_now(hall.tournament).rounds

        assert (found.clock.minutes, [table.is_late for table in tables]) == (60, [True, True])
