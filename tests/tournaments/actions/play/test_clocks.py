"""The clock of a round: by whose time it runs, and what stopping, letting go and giving time do to whom."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.db.models.functions import Now

from tests.tournaments.hall import Hall
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.play.clocks import (
    extend_clock,
    pause_clock,
    reset_clock,
    resume_clock,
    start_clock,
)
from tournaments.actions.play.rounds import cancel_start, close_round
from tournaments.actions.setup.time_limits import Limit, limit_of, set_time_limit
from tournaments.models import AfterGong, Round, RoundClock, Table, TableClock, TimeLimit
from tournaments.verification import verify_ledger


@pytest.fixture
def table(round_: Round) -> Table:
    return round_.tables.get(number=2)


def now() -> object:
    return Round.objects.annotate(now=Now()).values_list("now", flat=True)[0]


def minutes_left(clock: RoundClock | TableClock) -> float:
    """Until the end, to a tenth of a minute: a test takes no longer."""
    clock.refresh_from_db()
    return round(clock.seconds_left(now()) / 60, 1)  # type: ignore[arg-type]


def pass_minutes(minutes: int) -> None:
    """As if so many minutes had gone by."""
    gone = timedelta(minutes=minutes)
    for model in (RoundClock, TableClock):
        model.objects.filter(ends_at__isnull=False).update(ends_at=F("ends_at") - gone)


class TestHowLong:
    def test_a_rulebook_that_names_a_length_and_a_last_hand_gives_both(self, hall: Hall) -> None:
        hall.tournament.usual_format.rulebook_id = "ema_2016"

        assert limit_of(hall.tournament) == Limit(75, AfterGong.ONE_MORE_HAND)

    def test_one_that_names_the_last_hand_alone_leaves_the_length_open(self, hall: Hall) -> None:
        hall.tournament.usual_format.rulebook_id = "wrc_2025"

        assert limit_of(hall.tournament) == Limit(None, AfterGong.FINISH_HAND)

    def test_the_tournaments_own_length_goes_before_the_rulebooks_and_a_rounds_before_both(
        self, hall: Hall, round_: Round
    ) -> None:
        set_time_limit(tournament=hall.tournament, minutes=60, after_gong="one_more_hand", by=hall.alice)

        assert limit_of(hall.tournament, round_) == Limit(60, AfterGong.ONE_MORE_HAND)

        set_time_limit(
            tournament=hall.tournament,
            stage=hall.stage,
            number=round_.number,
            minutes=90,
            after_gong="stop",
            by=hall.alice,
        )

        assert limit_of(hall.tournament, round_) == Limit(90, AfterGong.STOP)
        assert limit_of(hall.tournament) == Limit(60, AfterGong.ONE_MORE_HAND)
        assert hall.kinds()[-2:] == ["time_limit_set", "time_limit_set"]
        assert verify_ledger(hall.tournament.pk).is_sound

    def test_taken_away_the_one_before_holds_again(self, hall: Hall, round_: Round) -> None:
        place = {
            "tournament": hall.tournament,
            "stage": hall.stage,
            "number": round_.number,
            "by": hall.alice,
        }
        set_time_limit(minutes=90, **place)

        set_time_limit(minutes=None, **place)

        assert limit_of(hall.tournament, round_).minutes is None
        assert not TimeLimit.objects.exists()
        assert verify_ledger(hall.tournament.pk).is_sound

    def test_the_same_again_is_no_second_entry(self, hall: Hall) -> None:
        set_time_limit(tournament=hall.tournament, minutes=60, by=hall.alice)
        before = hall.kinds()

        set_time_limit(tournament=hall.tournament, minutes=60, by=hall.alice)

        assert hall.kinds() == before

    @pytest.mark.parametrize(
        "what",
        [
            {"minutes": 0},
            {"minutes": 601},
            {"minutes": 60, "after_gong": "for_ever"},
            {"minutes": 60, "number": 1},
        ],
    )
    def test_what_no_round_can_take_is_refused(self, hall: Hall, what: dict[str, object]) -> None:
        before = hall.kinds()

        with pytest.raises(RulesRefuse):
            set_time_limit(tournament=hall.tournament, by=hall.alice, **what)

        assert hall.kinds() == before
        assert not TimeLimit.objects.exists()


class TestStarting:
    def test_a_clock_ends_so_many_minutes_after_the_databases_time(self, hall: Hall, round_: Round) -> None:
        clock = start_clock(round_=round_, minutes=75, by=hall.rob)

        assert minutes_left(clock) == 75.0
        assert (clock.minutes, clock.after_gong, clock.remaining) == (75, "finish_hand", None)
        assert hall.kinds()[-1] == "clock_started"
        assert verify_ledger(hall.tournament.pk).is_sound

    def test_without_a_length_it_takes_the_rounds(self, hall: Hall, round_: Round) -> None:
        set_time_limit(tournament=hall.tournament, minutes=50, after_gong="one_more_hand", by=hall.alice)

        clock = start_clock(round_=round_, by=hall.rob)

        assert (clock.minutes, clock.after_gong) == (50, "one_more_hand")

    def test_where_nobody_names_one_it_is_asked_for(self, hall: Hall, round_: Round) -> None:
        with pytest.raises(RulesRefuse) as refused:
            start_clock(round_=round_, by=hall.rob)

        assert refused.value.code == "no_time_limit"
        assert not RoundClock.objects.exists()

    def test_a_round_that_is_not_in_play_has_no_clock(self, hall: Hall, round_: Round) -> None:
        close_round(round_=round_, by=hall.alice, leave_open=True)

        with pytest.raises(StateRefuses) as refused:
            start_clock(round_=round_, minutes=60, by=hall.rob)

        assert refused.value.code == "round_closed"
        assert not RoundClock.objects.exists()

    def test_a_clock_is_started_once(self, hall: Hall, round_: Round) -> None:
        start_clock(round_=round_, minutes=60, by=hall.rob)

        with pytest.raises(StateRefuses) as refused:
            start_clock(round_=round_, minutes=90, by=hall.rob)

        assert refused.value.code == "clock_started"
        assert RoundClock.objects.get().minutes == 60

    def test_set_back_it_can_be_started_anew(self, hall: Hall, round_: Round, table: Table) -> None:
        start_clock(round_=round_, minutes=60, by=hall.rob)
        extend_clock(round_=round_, table=table, minutes=5, by=hall.rob)

        reset_clock(round_=round_, by=hall.rob)

        assert (RoundClock.objects.count(), TableClock.objects.count()) == (0, 0)
        assert minutes_left(start_clock(round_=round_, minutes=90, by=hall.rob)) == 90.0
        assert verify_ledger(hall.tournament.pk).is_sound

    def test_a_start_that_is_taken_back_takes_the_clock_with_it(self, hall: Hall, round_: Round) -> None:
        start_clock(round_=round_, minutes=60, by=hall.rob)

        cancel_start(round_=round_, by=hall.alice)

        assert not RoundClock.objects.exists()
        assert verify_ledger(hall.tournament.pk).is_sound


class TestAllTables:
    def test_time_that_stands_is_not_lost(self, hall: Hall, round_: Round) -> None:
        clock = start_clock(round_=round_, minutes=60, by=hall.rob)
        pass_minutes(20)

        pause_clock(round_=round_, by=hall.rob)
        pass_minutes(15)

        assert minutes_left(clock) == 40.0

        resume_clock(round_=round_, by=hall.rob)

        assert minutes_left(clock) == 40.0
        assert hall.kinds()[-2:] == ["clock_paused", "clock_resumed"]
        assert verify_ledger(hall.tournament.pk).is_sound

    def test_stopping_and_going_on_twice_is_once(self, hall: Hall, round_: Round) -> None:
        start_clock(round_=round_, minutes=60, by=hall.rob)
        for action in (pause_clock, pause_clock, resume_clock, resume_clock):
            action(round_=round_, by=hall.rob)

        assert hall.kinds()[-3:] == ["clock_started", "clock_paused", "clock_resumed"]

    @pytest.mark.parametrize(("minutes", "left"), [(10, 70.0), (-10, 50.0)])
    def test_everybody_gets_more_or_less(
        self, hall: Hall, round_: Round, table: Table, minutes: int, left: float
    ) -> None:
        clock = start_clock(round_=round_, minutes=60, by=hall.rob)
        extend_clock(round_=round_, table=table, minutes=5, by=hall.rob)

        extend_clock(round_=round_, minutes=minutes, by=hall.rob)

        assert minutes_left(clock) == left
        assert minutes_left(TableClock.objects.get()) == left + 5

    def test_after_the_gong_more_time_counts_from_now(self, hall: Hall, round_: Round) -> None:
        clock = start_clock(round_=round_, minutes=60, by=hall.rob)
        pass_minutes(63)

        extend_clock(round_=round_, minutes=5, by=hall.rob)

        assert minutes_left(clock) == 5.0

    @pytest.mark.parametrize("minutes", [0, 121, -121, -61])
    def test_nobody_gets_less_than_nothing_or_more_than_two_hours(
        self, hall: Hall, round_: Round, minutes: int
    ) -> None:
        clock = start_clock(round_=round_, minutes=60, by=hall.rob)

        with pytest.raises(RulesRefuse) as refused:
            extend_clock(round_=round_, minutes=minutes, by=hall.rob)

        assert refused.value.code == "minutes_out_of_range"
        assert minutes_left(clock) == 60.0
        assert hall.kinds()[-1] == "clock_started"


class TestOneTable:
    def test_a_table_that_is_held_stands_while_the_others_play(
        self, hall: Hall, round_: Round, table: Table
    ) -> None:
        clock = start_clock(round_=round_, minutes=60, by=hall.rob)
        pause_clock(round_=round_, table=table, by=hall.rob)

        pass_minutes(4)
        resume_clock(round_=round_, table=table, by=hall.rob)

        assert (minutes_left(clock), minutes_left(TableClock.objects.get())) == (56.0, 60.0)
        assert hall.kinds()[-2:] == ["table_clock_paused", "table_clock_resumed"]
        assert verify_ledger(hall.tournament.pk).is_sound

    def test_held_before_a_pause_it_is_held_after_it(self, hall: Hall, round_: Round, table: Table) -> None:
        clock = start_clock(round_=round_, minutes=60, by=hall.rob)
        pause_clock(round_=round_, table=table, by=hall.rob)
        pause_clock(round_=round_, by=hall.rob)

        resume_clock(round_=round_, by=hall.rob)
        pass_minutes(10)

        assert (minutes_left(clock), minutes_left(TableClock.objects.get())) == (50.0, 60.0)

    def test_let_go_during_a_pause_it_goes_on_with_the_others(
        self, hall: Hall, round_: Round, table: Table
    ) -> None:
        start_clock(round_=round_, minutes=60, by=hall.rob)
        pause_clock(round_=round_, table=table, by=hall.rob)
        pause_clock(round_=round_, by=hall.rob)

        resume_clock(round_=round_, table=table, by=hall.rob)

        own = TableClock.objects.get()
        assert (own.is_held, own.ends_at, minutes_left(own)) == (False, None, 60.0)

        resume_clock(round_=round_, by=hall.rob)
        pass_minutes(10)

        assert minutes_left(own) == 50.0

    def test_time_for_one_table_is_nobody_elses(self, hall: Hall, round_: Round, table: Table) -> None:
        clock = start_clock(round_=round_, minutes=60, by=hall.rob)

        extend_clock(round_=round_, table=table, minutes=5, by=hall.rob)

        assert (minutes_left(clock), minutes_left(TableClock.objects.get())) == (60.0, 65.0)
        assert verify_ledger(hall.tournament.pk).is_sound

    def test_a_table_of_another_round_is_refused(self, hall: Hall, round_: Round, table: Table) -> None:
        start_clock(round_=round_, minutes=60, by=hall.rob)
        other = hall.started()

        with pytest.raises(RulesRefuse) as refused:
            extend_clock(round_=round_, table=other.tables.get(number=1), minutes=5, by=hall.rob)

        assert refused.value.code == "foreign_table"
        assert not TableClock.objects.exists()

    def test_without_a_clock_there_is_nothing_to_hold(self, hall: Hall, round_: Round, table: Table) -> None:
        with pytest.raises(StateRefuses) as refused:
            pause_clock(round_=round_, table=table, by=hall.rob)

        assert refused.value.code == "no_clock"
