"""Leavers, latecomers and substitutes: rounds that have not started change, those in play and played never."""

from itertools import combinations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.actions import add_player
from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.replay import replayed
from tournaments.actions.credentials.seat_tokens import issue_seat_tokens
from tournaments.actions.draws.checks import check_draw
from tournaments.actions.draws.draft_rounds import publish_draw, publish_round
from tournaments.actions.draws.draws import draw, seat_anew
from tournaments.actions.draws.inputs import seats_of
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.repairs import ScheduleChange, repair_schedule
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.people.entries import form_team, register, withdraw
from tournaments.actions.play.rounds import (
    EARLIER_ROUND_OPEN,
    PLAYERS_IN_PLAY,
    cancel_start,
    close_round,
    start_round,
)
from tournaments.actions.play.seat_draws import draw_seats, set_seat_draw_rule
from tournaments.models import (
    Draw,
    Entry,
    LedgerEntry,
    Round,
    Seat,
    SeatDraw,
    SeatingConstraint,
    SeatToken,
    Standing,
    Table,
)
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.database("sqlite")


@pytest.fixture
def planned(db: None) -> Hall:
    return sixteen()


@replayed
def sixteen() -> Hall:
    """Sixteen players, four rounds drawn, the first in play."""
    hall = open_hall(players=16)
    draw(stage=hall.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=4), by=hall.alice)
    start_round(round_=publish_round(round_=Round.objects.get(number=1), by=hall.alice), by=hall.alice)
    return hall


def newcomer(hall: Hall, name: str = "Late", **more: bool) -> Entry:
    return register(tournament=hall.tournament, player=add_player(name=name), by=hall.alice, **more)


def plan_of_rounds() -> list[list[list[int]]]:
    return [seats_of(round_) for round_ in Round.objects.order_by("number")]


def test_a_substitute_takes_over_the_seats_and_nothing_else_changes(planned: Hall) -> None:
    before, out, late = plan_of_rounds(), Entry.objects.get(number=5), newcomer(planned, is_substitute=True)

    stored = repair_schedule(
        stage=planned.stage, change=ScheduleChange(substitutes={out: late}), by=planned.alice
    )

    expected = [[[late.pk if p == out.pk else p for p in table] for table in tables] for tables in before[1:]]
    assert plan_of_rounds() == [before[0], *expected]
    assert Entry.objects.get(number=5).status == "active"  # still sits in round 1, which is in play
    late.refresh_from_db()
    assert (late.is_substitute, stored.quality["repair"]) == (
        False,
        {"kept": 12, "intact": 12, "new_rematches": 0},
    )


@pytest.mark.slow
def test_four_leave_and_the_rest_plays_at_three_tables(planned: Hall) -> None:
    before, gone = plan_of_rounds(), list(Entry.objects.filter(number__gte=13))

    repair_schedule(stage=planned.stage, change=ScheduleChange(leavers=gone), by=planned.alice)

    after = plan_of_rounds()
    staying = sorted(Entry.objects.filter(number__lt=13).values_list("pk", flat=True))
    assert after[0] == before[0]
    assert [sorted(p for table in tables for p in table) for tables in after[1:]] == [staying] * 3


def test_latecomers_come_in(planned: Hall) -> None:
    before, late = plan_of_rounds(), [newcomer(planned, f"Late {n}") for n in range(4)]

    repair_schedule(stage=planned.stage, change=ScheduleChange(joiners=late), by=planned.alice)

    after = plan_of_rounds()
    everybody = sorted(Entry.objects.values_list("pk", flat=True))
    assert after[0] == before[0]
    assert [sorted(p for table in tables for p in table) for tables in after[1:]] == [everybody] * 3


def test_substitutes_who_come_in_for_good_stand_in_the_standings(planned: Hall) -> None:
    spares = [newcomer(planned, f"Spare {n}", is_substitute=True) for n in range(4)]
    publish_tournament(planned.tournament.pk)

    repair_schedule(stage=planned.stage, change=ScheduleChange(joiners=spares), by=planned.alice)
    publish_tournament(planned.tournament.pk)

    assert Standing.objects.filter(entry__in=spares).count() == 4
    assert verify_ledger(planned.tournament.pk).problems == []


def test_an_odd_number_is_asked_about(planned: Hall) -> None:
    with pytest.raises(RulesRefuse) as refusal:
        repair_schedule(
            stage=planned.stage,
            change=ScheduleChange(leavers=[Entry.objects.get(number=5)]),
            by=planned.alice,
        )

    assert (refusal.value.code, Draw.objects.count()) == ("players_do_not_fill_tables", 1)


def test_five_who_stay_are_joined_by_three_substitutes(planned: Hall) -> None:
    before, gone = plan_of_rounds(), list(Entry.objects.filter(number__gte=6))
    for number in range(3):
        newcomer(planned, f"Spare {number}", is_substitute=True)

    repair_schedule(
        stage=planned.stage, change=ScheduleChange(leavers=gone, remainder="substitutes"), by=planned.alice
    )

    after = plan_of_rounds()
    here = sorted(set(Entry.objects.values_list("pk", flat=True)) - {entry.pk for entry in gone})
    assert after[0] == before[0]
    assert [sorted(p for table in tables for p in table) for tables in after[1:]] == [here] * 3


def test_or_some_sit_out_in_turn(planned: Hall) -> None:
    gone = Entry.objects.get(number=5)

    repair_schedule(
        stage=planned.stage, change=ScheduleChange(leavers=[gone], remainder="byes"), by=planned.alice
    )

    assert [len(tables) for tables in plan_of_rounds()] == [4, 3, 3, 3]
    assert gone.pk not in {p for tables in plan_of_rounds()[1:] for table in tables for p in table}


@pytest.mark.slow
def test_a_repair_can_be_drawn_again_and_so_can_what_was_published_before(planned: Hall) -> None:
    repair_schedule(
        stage=planned.stage,
        change=ScheduleChange(leavers=Entry.objects.filter(number__gte=13)),
        by=planned.alice,
    )
    repair_schedule(
        stage=planned.stage,
        change=ScheduleChange(joiners=[newcomer(planned, f"L{n}") for n in range(4)]),
        by=planned.alice,
    )

    verdicts = [check_draw(stored) for stored in Draw.objects.filter(rounds__isnull=False).distinct()]
    assert [(verdict.reasons, verdict.rounds) for verdict in verdicts] == [([], 1), ([], 3)]


@pytest.mark.slow
def test_who_is_kept_apart_stays_apart(db: None) -> None:
    hall = open_hall(players=16)
    red, blue = list(Entry.objects.filter(number__lte=4)), list(Entry.objects.filter(number__in=[5, 6, 7]))
    for country, entries in (("JP", red), ("FR", blue)):
        for entry in entries:
            entry.player.country = country
            entry.player.save(update_fields=["country"])
    draw(stage=hall.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=3, apart=["country"]), by=hall.alice)

    repair_schedule(
        stage=hall.stage,
        change=ScheduleChange(leavers=[red[0], *Entry.objects.filter(number__gte=14)]),
        by=hall.alice,
    )

    country = dict(Entry.objects.values_list("pk", "player__country"))
    met = [two for tables in plan_of_rounds() for table in tables for two in combinations(table, 2)]
    assert not [two for two in met if country[two[0]] and country[two[0]] == country[two[1]]]


@pytest.mark.slow
def test_fixed_tables_and_seats_stay_fixed(db: None) -> None:
    hall = open_hall(players=16)
    wheelchair, player = Entry.objects.get(number=1), Entry.objects.get(number=2)
    add_seating_constraint(
        tournament=hall.tournament,
        wish=Wish(SeatingConstraint.Kind.TABLE, wheelchair, table=3),
        by=hall.alice,
    )
    add_seating_constraint(
        tournament=hall.tournament, wish=Wish(SeatingConstraint.Kind.WIND, player, wind=2), by=hall.alice
    )
    draw(stage=hall.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=4), by=hall.alice)

    repair_schedule(
        stage=hall.stage, change=ScheduleChange(leavers=Entry.objects.filter(number__gte=13)), by=hall.alice
    )

    after = plan_of_rounds()
    assert [wheelchair.pk in tables[2] for tables in after] == [True] * 4
    assert [t.index(player.pk) for tables in after for t in tables if player.pk in t] == [1] * 4


def test_the_ledger_tells_who_left_and_who_came(planned: Hall) -> None:
    out, late = Entry.objects.get(number=5), newcomer(planned)

    stored = repair_schedule(
        stage=planned.stage, change=ScheduleChange(substitutes={out: late}), by=planned.alice
    )

    entry = planned.tournament.ledger.get(kind="repaired")
    assert entry.content == {"draw": stored.pk, "number": 2, "left": [out.pk], "came": [late.pk]}


class TestPublishedRounds:
    @pytest.fixture
    def published(self, planned: Hall) -> Hall:
        """All four rounds are published, and the phones of round 2 have their seats."""
        for round_ in Round.objects.filter(number__gte=2):
            publish_round(round_=round_, by=planned.alice)
        issue_seat_tokens(seats=Seat.objects.filter(round__number=2), by=planned.alice)
        return planned

    def test_they_become_drafts_which_the_organizer_looks_at_first(self, published: Hall) -> None:
        out, late = Entry.objects.get(number=5), newcomer(published)

        kept = repair_schedule(
            stage=published.stage, change=ScheduleChange(substitutes={out: late}), by=published.alice
        )

        assert list(Round.objects.values_list("status", flat=True)) == ["started", *["drafted"] * 3]
        assert published.kinds()[-7:] == [*["unpublished"] * 3, "repaired", *["drawn"] * 3]
        assert verify_ledger(published.tournament.pk).problems == []

        publish_draw(draw=kept, by=published.alice)

        assert verify_ledger(published.tournament.pk).problems == []

    def test_the_cards_of_tables_that_stay_open_their_seats_again(self, published: Hall) -> None:
        out, late = Entry.objects.get(number=5), newcomer(published)
        second = Round.objects.get(number=2)
        tables = second.tables.exclude(seats__entry=out)
        unchanged = set(SeatToken.objects.filter(seat__table__in=tables).values_list("pk", flat=True))

        kept = repair_schedule(
            stage=published.stage, change=ScheduleChange(substitutes={out: late}), by=published.alice
        )
        publish_draw(draw=kept, by=published.alice)

        assert len(unchanged) == 12
        assert set(SeatToken.objects.alive().values_list("pk", flat=True)) == unchanged

    def test_the_lots_of_a_tables_seats_go_with_those_who_drew_them(self, published: Hall) -> None:
        """The round had been started too early, and was taken back."""
        set_seat_draw_rule(stage=published.stage, is_on=True, by=published.alice)
        close_round(round_=Round.objects.get(number=1), by=published.alice, leave_open=True)
        second = start_round(round_=Round.objects.get(number=2), by=published.alice)
        for table in second.tables.all():
            draw_seats(table=table, by=published.rob)
        cancel_start(round_=second, by=published.alice)
        out, late = Entry.objects.get(number=5), newcomer(published)
        changed = Table.objects.filter(seats__entry=out)
        lots = set(SeatDraw.objects.exclude(table__in=changed).values_list("pk", flat=True))
        tables = list(Table.objects.values_list("pk", "round", "number"))

        repair_schedule(
            stage=published.stage, change=ScheduleChange(substitutes={out: late}), by=published.alice
        )

        assert len(lots) == 3
        assert set(SeatDraw.objects.values_list("pk", flat=True)) == lots
        assert list(Table.objects.values_list("pk", "round", "number")) == tables

    def test_who_sat_only_in_them_is_withdrawn_at_once(self, published: Hall) -> None:
        close_round(round_=Round.objects.get(number=1), by=published.alice, leave_open=True)
        out, late = Entry.objects.get(number=5), newcomer(published)

        repair_schedule(
            stage=published.stage, change=ScheduleChange(substitutes={out: late}), by=published.alice
        )

        out.refresh_from_db()
        assert (out.status, published.kinds()[-1]) == ("withdrawn", "withdrew")

    @pytest.mark.slow
    def test_a_round_drawn_by_itself_is_repaired_too(self, db: None) -> None:
        hall = open_hall(players=16)
        close_round(round_=hall.started(), by=hall.alice, leave_open=True)
        swiss = draw(stage=hall.stage, plan=Plan(method=Draw.Method.SWISS), by=hall.alice)
        publish_draw(draw=swiss, by=hall.alice)
        gone = list(Entry.objects.filter(number__gte=13))

        kept = repair_schedule(stage=hall.stage, change=ScheduleChange(leavers=gone), by=hall.alice)

        assert [len(tables) for tables in plan_of_rounds()] == [4, 3]
        assert {entry.status for entry in Entry.objects.filter(number__gte=13)} == {"withdrawn"}
        assert check_draw(publish_draw(draw=kept, by=hall.alice)[0].draw).reasons == []
        assert verify_ledger(hall.tournament.pk).problems == []


def test_without_a_round_that_waits_there_is_nothing_to_repair(planned: Hall) -> None:
    Round.objects.filter(number__gte=2).delete()
    before = planned.kinds()

    with pytest.raises(StateRefuses) as refusal:
        repair_schedule(
            stage=planned.stage,
            change=ScheduleChange(joiners=[Entry.objects.get(number=1)]),
            by=planned.alice,
        )

    assert (refusal.value.code, planned.kinds()) == ("no_schedule", before)


def test_a_round_that_waits_before_one_in_play_is_not_repaired_past_it(planned: Hall) -> None:
    third = publish_round(round_=Round.objects.get(number=3), by=planned.alice)
    start_round(round_=third, by=planned.alice, confirm=[EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY])
    before, late = plan_of_rounds(), newcomer(planned)

    with pytest.raises(StateRefuses) as refusal:
        repair_schedule(
            stage=planned.stage, change=ScheduleChange(joiners=[late], remainder="byes"), by=planned.alice
        )

    assert (refusal.value.code, plan_of_rounds()) == ("drafts_between", before)


def test_somebody_who_plays_already_does_not_come_in_again(planned: Hall) -> None:
    with pytest.raises(RulesRefuse):
        repair_schedule(
            stage=planned.stage,
            change=ScheduleChange(joiners=[Entry.objects.get(number=1)], remainder="byes"),
            by=planned.alice,
        )


@pytest.mark.parametrize(
    ("who", "code", "sentence"),
    [
        ("of another tournament", "foreign_entry", "This player belongs to another tournament."),
        ("withdrawn", "withdrawn", "Late has withdrawn. Please reinstate them first."),
    ],
)
def test_who_does_not_take_part_does_not_come_in(planned: Hall, who: str, code: str, sentence: str) -> None:
    if who == "withdrawn":
        late = withdraw(entry=newcomer(planned), by=planned.alice)
    else:
        late = open_hall("other").tournament.entries.get(number=1)

    says = refused(
        lambda: repair_schedule(
            stage=planned.stage, change=ScheduleChange(joiners=[late], remainder="byes"), by=planned.alice
        ),
        RulesRefuse,
        code,
    )

    assert says == sentence


def test_matches_of_teams_are_not_repaired(db: None) -> None:
    hall = open_hall()
    for number, entry in enumerate(hall.tournament.entries.order_by("number")):
        entry.team = form_team(tournament=hall.tournament, name="ABCD"[number % 4], by=hall.alice)
        entry.save(update_fields=["team"])
    draw(stage=hall.stage, plan=Plan(method=Draw.Method.TEAMS, rounds=2), by=hall.alice)
    gone = hall.tournament.entries.get(number=1)

    says = refused(
        lambda: repair_schedule(
            stage=hall.stage, change=ScheduleChange(leavers=[gone], remainder="byes"), by=hall.alice
        ),
        StateRefuses,
        "team_matches",
    )

    assert says == "Team matches cannot be repaired. Exchange players of one team, or draw the matches again."


def test_a_repair_writes_seats_of_changed_tables_in_two_statements_however_many_rounds_there_are(
    planned: Hall,
) -> None:
    before, out, late = list(Seat.objects.all().values()), Entry.objects.get(number=5), newcomer(planned)
    table = Seat._meta.db_table

    with CaptureQueriesContext(connection) as asked:
        repair_schedule(stage=planned.stage, change=ScheduleChange(substitutes={out: late}), by=planned.alice)

    statements = [one["sql"] for one in asked if one["sql"].startswith(("INSERT", "DELETE", "UPDATE"))]
    written = [sql.split()[0] for sql in statements if sql.split()[2].strip('"') == table]
    kept = set(Seat.objects.values_list("pk", flat=True)) & {row["id"] for row in before}
    assert written == ["DELETE", "INSERT"]
    # The draws of all rounds are written into the ledger at once.
    drawn = [sql for sql in statements if LedgerEntry._meta.db_table in sql and "tables_hash" in sql]
    assert [sql.split()[0] for sql in drawn] == ["INSERT"]
    # Three rounds wait, in each of which one of four tables changes.
    assert len(before) - len(kept) == 3 * 4


def test_who_only_trade_winds_keep_their_seats_and_what_was_made_for_the_old_ones_goes(planned: Hall) -> None:
    second = Round.objects.get(number=2)
    issue_seat_tokens(seats=Seat.objects.filter(round=second), by=planned.alice)
    before = plan_of_rounds()[1]
    seats = dict(Seat.objects.filter(round=second).values_list("entry", "pk"))
    (a, b, c, d), (e, f, g, h), (i, j, k, el), last = before
    # One circle of four, two of two, one of three, and a table that stays.
    wanted = [[b, c, d, a], [f, e, h, g], [j, k, i, el], last]

    with CaptureQueriesContext(connection) as asked:
        seat_anew([(second, wanted)])

    written = [one["sql"] for one in asked if f'"{Seat._meta.db_table}"' in one["sql"].split("WHERE")[0]]
    assert [sql for sql in written if sql.startswith(("INSERT", "DELETE"))] == []
    assert sum("SET wind" in one["sql"] for one in asked) == 6
    assert plan_of_rounds()[1] == wanted
    assert dict(Seat.objects.filter(round=second).values_list("entry", "pk")) == seats
    assert set(SeatToken.objects.filter(seat__round=second).values_list("seat__entry", flat=True)) == set(
        last
    )


def test_a_seat_that_somebody_took_over_is_written_anew_when_its_table_changes(planned: Hall) -> None:
    second, late = Round.objects.get(number=2), newcomer(planned)
    (a, b, c, d), *others = plan_of_rounds()[1]
    Seat.objects.filter(round=second, entry=a).update(entry=late, replaces=a)

    seat_anew([(second, [[b, a, c, d], *others])])

    assert plan_of_rounds()[1] == [[b, a, c, d], *others]
    assert not Seat.objects.filter(round=second, replaces__isnull=False).exists()
