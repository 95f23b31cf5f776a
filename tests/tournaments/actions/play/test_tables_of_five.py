"""Tables of five in a tournament of four at a table: four play, one waits in turn, five results."""

from collections import Counter

import pytest

from tests.thorough import examples
from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import BALANCED, Hall, confirm_all, open_hall, phones_of, seats_of
from tests.tournaments.odd_hall import FIVES, tables_of
from tournaments.actions.draws.checks import check_draw
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.files import draw_as_csv, import_draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.repairs import ScheduleChange, repair_schedule
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.imports.results import import_results
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, report_sheet
from tournaments.actions.play.seat_draws import draw_seats, set_seat_draw_rule
from tournaments.actions.play.turn_order import reseat_table
from tournaments.actions.setup.house_rules import change_house_rules
from tournaments.actions.setup.odd_tables import name_odd_rulebook
from tournaments.models import Publication, Round, Scoresheet, Standing, Tournament
from tournaments.standings import publish_standings, publish_tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.database("sqlite")


@pytest.fixture
def hall9(db: None) -> Hall:
    return FIVES.named(open_hall(players=9))


def spread(counts: Counter[int], entries: list[int]) -> int:
    return max(counts[entry] for entry in entries) - min(counts[entry] for entry in entries)


def fives(rounds: list[list[list[int]]]) -> Counter[int]:
    return Counter(p for tables in rounds for table in tables if len(table) == 5 for p in table)


def waits(rounds: list[list[list[int]]]) -> Counter[int]:
    return Counter(table[4] for tables in rounds for table in tables if len(table) == 5)


class TestNaming:
    def test_both_sizes_may_stand_beside_the_tournaments_own(self, hall9: Hall) -> None:
        tournament = name_odd_rulebook(
            tournament=hall9.tournament, players=3, rulebook_id="mahjongsoul_sanma", by=hall9.alice
        )

        assert tournament.odd_sizes == [3, 5]
        assert [tournament.rulebook_for(n).table.players for n in (3, 4, 5)] == [3, 4, 5]

    @pytest.mark.slow
    def test_the_first_round_pins_it(self, hall9: Hall) -> None:
        FIVES.started(hall9)

        tournament = Tournament.objects.get()
        assert [one.is_pinned for one in tournament.formats.order_by("players")] == [True, True]
        assert hall9.kinds()[-3:] == ["started", "rulebook_pinned", "odd_rulebook_pinned"]
        with pytest.raises(StateRefuses) as refusal:
            FIVES.named(hall9)
        assert refusal.value.code == "rulebook_pinned"

    @pytest.mark.parametrize(
        ("house_rules", "code"),
        [
            ({}, "wrong_number_of_players"),
            ({"table.players": 5}, "contradiction"),
            ({**FIVES.rules, "result.tie_remainder": "exact"}, "units_differ"),
            ({**FIVES.rules, "result.uma": {}}, "rulebook_leaves_open"),
        ],
    )
    def test_what_cannot_be_added_up_or_settled_is_refused_at_once(
        self, db: None, house_rules: dict[str, object], code: str
    ) -> None:
        hall = open_hall()
        before = hall.kinds()

        with pytest.raises(RulesRefuse) as refusal:
            name_odd_rulebook(
                tournament=hall.tournament,
                players=5,
                rulebook_id="mleague",
                house_rules=house_rules,
                by=hall.alice,
            )

        assert refusal.value.code == code
        assert (hall.kinds(), hall.tournament.odd_sizes) == (before, [])

    def test_a_tournaments_own_tables_are_not_of_five(self, db: None) -> None:
        hall = open_hall()

        with pytest.raises(RulesRefuse) as refusal:
            change_house_rules(
                tournament=hall.tournament,
                house_rules=FIVES.rules,
                seen=hall.tournament.rulebook.hash(),
                by=hall.alice,
            )
        with pytest.raises(RulesRefuse) as set_up:
            open_hall("five-cup", rulebook_id="mleague", house_rules=FIVES.rules)

        assert (refusal.value.code, set_up.value.code) == ("tournament_not_of_four", "tournament_not_of_four")
        assert Tournament.objects.get().usual_format.house_rules == {}


class TestDraws:
    @pytest.mark.parametrize(
        ("players", "code"), [(7, "players_do_not_fit"), (3, "players_do_not_fill_tables")]
    )
    def test_too_few_players_for_tables_of_five_are_refused(self, db: None, players: int, code: str) -> None:
        hall = FIVES.named(open_hall(players=players))

        with pytest.raises(RulesRefuse) as refusal:
            draw_round(stage=hall.stage, by=hall.alice, remainder="five")

        assert refusal.value.code == code

    def test_eleven_are_no_sum_of_fours_and_fives_and_what_would_do_is_said(self, db: None) -> None:
        hall = FIVES.named(open_hall(players=11))

        with pytest.raises(RulesRefuse) as refusal:
            draw_round(stage=hall.stage, by=hall.alice, remainder="five")

        assert refusal.value.message == (
            "11 players do not fill tables of these sizes. Possible alternatives: tables of four and three, "
            "letting some sit out, substitutes."
        )

    @pytest.mark.parametrize(
        ("players", "sizes"), [(4, [4]), (5, [5]), (8, [4, 4]), (10, [5, 5]), (21, [5, 4, 4, 4, 4])]
    )
    def test_as_few_tables_of_five_as_the_players_need(
        self, db: None, players: int, sizes: list[int]
    ) -> None:
        hall = FIVES.named(open_hall(players=players))

        round_ = draw_round(stage=hall.stage, by=hall.alice, remainder="five")

        assert [table.seats.count() for table in round_.tables.order_by("number")] == sizes

    @pytest.mark.slow
    def test_a_schedule_shares_out_the_table_of_five_and_who_waits_first(self, db: None) -> None:
        hall = FIVES.named(open_hall(players=13))

        stored = draw(
            stage=hall.stage, plan=Plan(method="schedule", rounds=8, remainder="five"), by=hall.alice
        )

        rounds = tables_of(stored)
        assert all(sorted(p for t in tables for p in t) == hall.entries() for tables in rounds)
        assert spread(fives(rounds), hall.entries()) <= 1
        assert spread(waits(rounds), hall.entries()) <= 1
        assert check_draw(stored).is_same
        remarks = stored.quality["remarks"]
        assert {"code": "short_tables_even", "most": 4, "fewest": 3, "sizes": [5]} in remarks
        assert {"code": "waiting_even", "most": 1, "fewest": 0} in remarks

    @pytest.mark.slow
    def test_wishes_hold_at_tables_of_five(self, hall9: Hall) -> None:
        entries = list(hall9.tournament.entries.order_by("number"))
        add_seating_constraint(
            tournament=hall9.tournament, wish=Wish("never", entries[0], other=entries[1]), by=hall9.alice
        )
        add_seating_constraint(
            tournament=hall9.tournament, wish=Wish("wind", entries[2], wind=4), by=hall9.alice
        )

        schedule = Plan(method="schedule", rounds=examples(2, of=5), remainder="five")
        rounds = tables_of(draw(stage=hall9.stage, plan=schedule, by=hall9.alice))
        for seed in range(5):
            stored = draw(stage=hall9.stage, plan=Plan(remainder="five"), by=hall9.alice, seed=str(seed))
            rounds += tables_of(stored)

        for tables in rounds:
            assert not any({entries[0].pk, entries[1].pk} <= set(table) for table in tables)
            assert any(table[3] == entries[2].pk for table in tables)

    def test_nobody_asks_to_wait(self, hall9: Hall) -> None:
        entry = hall9.tournament.entries.get(number=3)

        with pytest.raises(RulesRefuse) as refusal:
            add_seating_constraint(
                tournament=hall9.tournament, wish=Wish("wind", entry, wind=5), by=hall9.alice
            )

        assert refusal.value.code == "seat_unknown"

    @pytest.mark.slow
    @pytest.mark.once(
        "a search of seconds; that a repair is stored is proven on both by draws/test_repairs.py"
    )
    def test_a_repair_opens_tables_of_five_and_shares_them_out(self, db: None) -> None:
        hall = FIVES.named(open_hall(players=14))
        absent = hall.tournament.entries.filter(number__gt=12)
        stored = draw(
            stage=hall.stage,
            plan=Plan(method="schedule", rounds=examples(4, of=6), sit_out=[entry.pk for entry in absent]),
            by=hall.alice,
        )
        publish_round(round_=stored.rounds.get(number=1), by=hall.alice)

        repaired = repair_schedule(
            stage=hall.stage, change=ScheduleChange(joiners=[absent[0]], remainder="five"), by=hall.alice
        )

        here = [entry for entry in hall.entries() if entry != absent[1].pk]
        assert all(sorted(map(len, tables)) == [4, 4, 5] for tables in tables_of(repaired))
        assert spread(fives(tables_of(repaired)), here) <= 1
        assert check_draw(repaired).is_same

    def test_a_file_has_a_column_for_who_waits_first(self, hall9: Hall) -> None:
        text = "round,table,east,south,west,north,fifth\n1,1,1,2,3,4,5\n1,2,6,7,8,9,\n"

        report = import_draw(stage=hall9.stage, text=text, by=hall9.alice)

        assert [list(map(len, tables)) for tables in report.rounds] == [[5, 4]]
        assert draw_as_csv(list(Round.objects.all())).splitlines() == text.splitlines()

    def test_without_a_rulebook_a_fifth_in_a_file_is_a_mistake(self, db: None) -> None:
        hall = open_hall(players=9)

        report = import_draw(
            stage=hall.stage,
            text="round,table,east,south,west,north,fifth\n1,1,1,2,3,4,5\n1,2,6,7,8,9,\n",
            by=hall.alice,
            dry_run=True,
        )

        assert [(finding.code, finding.column) for finding in report.errors] == [
            ("no_rulebook_for_size", "fifth")
        ]


class TestResults:
    def test_all_four_others_have_to_agree(self, hall9: Hall) -> None:
        phones = phones_of(FIVES.table(FIVES.started(hall9)), hall9.alice)

        sheet = report_sheet(
            table=phones[0].seat_token.seat.table, report=TableReport(FIVES.figures), by=phones[0]
        )  # type: ignore[union-attr]
        confirm_all(sheet, phones[:4])

        assert Scoresheet.objects.get().status == "submitted"

    def test_a_chombo_of_the_one_who_waited_first_counts(self, hall9: Hall) -> None:
        table = FIVES.table(FIVES.started(hall9))

        sheet = correct_sheet(
            table=table,
            report=TableReport(Figures(FIVES.figures.points, chombo=[0, 0, 0, 0, 1])),
            reason="paper",
            by=hall9.rob,
        )

        assert (sheet.fifth_chombo, sheet.chombo) == (1, [0, 0, 0, 0, 1])
        assert sheet.scores.get(seat__wind=5).total == -59_000

    def test_results_played_elsewhere_come_in_by_the_size_of_their_game(self, hall9: Hall) -> None:
        lines = ["round,table,seat,player,points,total"]
        lines += [
            f"1,1,{'ESWN'[n]},P{n},{p},{t}"
            for n, (p, t) in enumerate([(40_000, 60), (30_000, 10), (20_000, -20), (10_000, -50)])
        ]
        lines += [
            f"1,2,{'ESWNF'[n]},Q{n},{p},{t // 1_000}"
            for n, (p, t) in enumerate(zip(FIVES.figures.points, FIVES.totals, strict=True))
        ]

        report = import_results(stage=hall9.stage, text="\n".join(lines), by=hall9.alice)

        assert (report.new_games, report.findings) == (2, [])
        assert list(Scoresheet.objects.order_by("table__number").values_list("fifth", flat=True)) == [
            None,
            1_000,
        ]
        assert verify_ledger(hall9.tournament.pk).problems == []


class TestTheFullWay:
    def test_21_players_from_the_first_draw_to_the_standings(self, db: None) -> None:
        """M-League: 60, 10, -20, -50 at a table of four; 56, 10, -6, -21, -39 at the table of five."""
        hall = FIVES.named(open_hall(players=21))
        round_ = FIVES.started(hall, method="schedule", rounds=1)
        tables = list(round_.tables.order_by("number"))
        assert [table.seats.count() for table in tables] == [5, 4, 4, 4, 4]
        for table, figures in ((tables[0], FIVES.figures), (tables[1], BALANCED)):
            phones = phones_of(table, hall.alice)
            confirm_all(report_sheet(table=table, report=TableReport(figures), by=phones[0]), phones)
        for table in tables[2:]:
            correct_sheet(table=table, report=TableReport(BALANCED), reason="paper", by=hall.rob)
        close_round(round_=round_, by=hall.alice)

        publish_tournament(hall.tournament.pk)

        expected = {
            seat.entry_id: (total, 1, [int(n == place) for n in range(5)], int(place >= 3))
            for table, totals in [
                (tables[0], FIVES.totals),
                *((t, (60_000, 10_000, -20_000, -50_000)) for t in tables[1:]),
            ]
            for place, (seat, total) in enumerate(zip(seats_of(table), totals, strict=True))
        }
        rows = {row.entry_id: (row.total, row.games, row.places, row.lasts) for row in Standing.objects.all()}
        assert rows == expected
        assert Publication.objects.get().games_counted == 5
        assert verify_ledger(hall.tournament.pk).problems == []

    def test_a_later_action_adds_up_to_the_same_as_all_anew(self, hall9: Hall) -> None:
        round_ = FIVES.started(hall9)
        for table in round_.tables.all():
            figures = FIVES.figures if table.seats.count() == 5 else BALANCED
            correct_sheet(table=table, report=TableReport(figures), reason="paper", by=hall9.rob)
            publish_tournament(hall9.tournament.pk)
        step_by_step = list(Standing.objects.order_by("position").values_list("entry", "total", "fifths"))

        publish_standings(hall9.stage.pk, anew=True)

        assert (
            list(Standing.objects.order_by("position").values_list("entry", "total", "fifths"))
            == step_by_step
        )
        assert sum(fifths for _entry, _total, fifths in step_by_step) == 1


def test_at_a_table_of_five_everybody_sits_as_the_round_was_drawn(hall9: Hall) -> None:
    set_seat_draw_rule(stage=hall9.stage, is_on=True, by=hall9.alice)
    table = FIVES.table(FIVES.started(hall9))
    turned = [seat.entry_id for seat in seats_of(table)][::-1]

    says = [
        refused(lambda: draw_seats(table=table, by=hall9.rob), RulesRefuse, "four_players"),
        refused(
            lambda: reseat_table(table=table, entries=turned, by=hall9.rob), RulesRefuse, "table_of_five"
        ),
    ]

    assert says == [
        "Seats are drawn only at tables of four. At this table, players sit as the round was drawn.",
        "The seating cannot be changed at a table of 5.",
    ]
