"""Tables of three in a tournament of four at a table: a rulebook of their own, draws, results, standings."""

from collections import Counter

import pytest

from tests.tournaments.hall import BALANCED, Hall, confirm_all, open_hall, phones_of, seats_of
from tests.tournaments.odd_hall import THREES, tables_of
from tournaments.actions.draws.checks import check_draw
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.files import draw_as_csv, import_draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.repairs import ScheduleChange, repair_schedule
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.imports.results import import_results
from tournaments.actions.play.ending import ROUNDS_OPEN, finish_tournament
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.actions.setup.house_rules import change_house_rules
from tournaments.actions.setup.odd_tables import name_odd_rulebook
from tournaments.models import Publication, Round, Standing, TableFormat, Tournament
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger


@pytest.fixture
def hall7(db: None) -> Hall:
    return THREES.named(open_hall(players=7))


def odd_games(rounds: list[list[list[int]]], entries: list[int]) -> set[int]:
    games = Counter(p for tables in rounds for table in tables if len(table) == 3 for p in table)
    return {games[entry] for entry in entries}


class TestNaming:
    def test_a_rulebook_for_three_stands_beside_the_tournaments_own(self, hall7: Hall) -> None:
        tournament = hall7.tournament

        assert tournament.odd_sizes == [3]
        assert tournament.rulebook_for(4) == tournament.rulebook
        assert tournament.rulebook_for(3).table.players == 3
        assert hall7.last_payload() == {
            "players": 3,
            "rulebook": "mleague",
            "house_rules": THREES.rules,
            "hash": tournament.rulebook_for(3).hash(),
        }

    def test_until_it_is_pinned_it_may_be_named_anew(self, hall7: Hall) -> None:
        name_odd_rulebook(
            tournament=hall7.tournament, players=3, rulebook_id="mahjongsoul_sanma", by=hall7.alice
        )

        named = TableFormat.objects.get(players=3)
        assert (named.rulebook_id, named.house_rules) == ("mahjongsoul_sanma", {})

    def test_the_first_round_pins_both(self, hall7: Hall) -> None:
        THREES.started(hall7)

        tournament = Tournament.objects.get()
        assert [one.is_pinned for one in tournament.formats.order_by("players")] == [True, True]
        assert hall7.kinds()[-3:] == ["started", "rulebook_pinned", "odd_rulebook_pinned"]
        with pytest.raises(StateRefuses) as refusal:
            name_odd_rulebook(tournament=tournament, players=3, rulebook_id="tenhou_sanma", by=hall7.alice)
        assert refusal.value.code == "rulebook_pinned"
        assert TableFormat.objects.get(players=3).rulebook_id == "mleague"

    def test_named_in_a_running_tournament_the_next_round_pins_it(self, db: None) -> None:
        hall = open_hall(players=8)
        close_round(round_=hall.started(), by=hall.alice, leave_open=True)
        THREES.named(hall)
        assert not TableFormat.objects.get(players=3).is_pinned

        round_ = hall.draw()
        publish_round(round_=round_, by=hall.alice)
        start_round(round_=round_, by=hall.alice)

        assert TableFormat.objects.get(players=3).is_pinned
        assert hall.kinds().count("odd_rulebook_pinned") == 1

    @pytest.mark.parametrize(
        ("rulebook_id", "house_rules", "players", "code"),
        [
            ("mleague", {}, 3, "wrong_number_of_players"),
            ("mleague", {"table.players": 3}, 3, "contradiction"),
            ("mleague", {**THREES.rules, "result.tie_remainder": "exact"}, 3, "units_differ"),
            ("no_such_book", {}, 3, "unknown_rulebook"),
            ("mleague", {**THREES.rules, "result.uma": {}}, 3, "rulebook_leaves_open"),
            ("mleague", {}, 4, "unknown_table_size"),
            ("mleague", {}, 6, "unknown_table_size"),
        ],
    )
    def test_what_cannot_be_added_up_or_settled_is_refused_at_once(
        self, db: None, rulebook_id: str, house_rules: dict[str, object], players: int, code: str
    ) -> None:
        hall = open_hall()
        before = hall.kinds()

        with pytest.raises(RulesRefuse) as refusal:
            name_odd_rulebook(
                tournament=hall.tournament,
                players=players,
                rulebook_id=rulebook_id,
                house_rules=house_rules,
                by=hall.alice,
            )

        assert refusal.value.code == code
        assert (hall.kinds(), hall.tournament.odd_sizes) == (before, [])

    @pytest.mark.parametrize(
        ("house_rules", "code"),
        [
            ({"result.tie_remainder": "exact"}, "units_differ"),
            ({"table.players": 3, "result.uma": {"*": [20, 0, -20]}}, "tournament_not_of_four"),
        ],
    )
    def test_the_tournaments_own_rules_stay_such_that_both_can_be_added_up(
        self, hall7: Hall, house_rules: dict[str, object], code: str
    ) -> None:
        before = hall7.kinds()

        with pytest.raises(RulesRefuse) as refusal:
            change_house_rules(
                tournament=hall7.tournament,
                house_rules=house_rules,
                seen=hall7.tournament.rulebook.hash(),
                by=hall7.alice,
            )

        assert refusal.value.code == code
        assert (hall7.kinds(), Tournament.objects.get().usual_format.house_rules) == (before, {})

    def test_a_tournament_of_three_players_needs_no_other_tables(self, db: None) -> None:
        hall = open_hall(players=6, rulebook_id="mahjongsoul_sanma")

        with pytest.raises(RulesRefuse) as refusal:
            name_odd_rulebook(
                tournament=hall.tournament, players=3, rulebook_id="mahjongsoul_sanma", by=hall.alice
            )

        assert refusal.value.code == "tournament_not_of_four"

    def test_after_the_end_nothing_is_named(self, db: None) -> None:
        hall = open_hall()
        hall.started()
        finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=[ROUNDS_OPEN])

        with pytest.raises(StateRefuses) as refusal:
            THREES.named(hall)

        assert refusal.value.code == "tournament_finished"


class TestDraws:
    def test_with_full_tables_none_is_needed(self, db: None) -> None:
        hall = open_hall(players=8)

        round_ = draw_round(stage=hall.stage, by=hall.alice, remainder="three")

        assert [table.seats.count() for table in round_.tables.all()] == [4, 4]

    def test_five_players_fit_no_tables_of_three_and_four(self, db: None) -> None:
        hall = THREES.named(open_hall(players=5))

        with pytest.raises(RulesRefuse) as refusal:
            draw_round(stage=hall.stage, by=hall.alice, remainder="three")

        assert refusal.value.code == "players_do_not_fit"

    @pytest.mark.slow
    def test_a_schedule_shares_the_table_of_three_out(self, db: None) -> None:
        hall = THREES.named(open_hall(players=11))

        stored = draw(
            stage=hall.stage, plan=Plan(method="schedule", rounds=7, remainder="three"), by=hall.alice
        )

        assert all(sorted(p for t in tables for p in t) == hall.entries() for tables in tables_of(stored))
        assert odd_games(tables_of(stored), hall.entries()) <= {1, 2}
        assert check_draw(stored).is_same
        assert {"code": "short_tables_even", "most": 2, "fewest": 1, "sizes": [3]} in stored.quality[
            "remarks"
        ]

    def test_wishes_hold_at_tables_of_three(self, hall7: Hall) -> None:
        entries = list(hall7.tournament.entries.order_by("number"))
        add_seating_constraint(
            tournament=hall7.tournament, wish=Wish("never", entries[0], other=entries[1]), by=hall7.alice
        )
        add_seating_constraint(
            tournament=hall7.tournament, wish=Wish("wind", entries[2], wind=3), by=hall7.alice
        )

        for seed in range(6):
            stored = draw(stage=hall7.stage, plan=Plan(remainder="three"), by=hall7.alice, seed=str(seed))
            (tables,) = tables_of(stored)
            assert not any({entries[0].pk, entries[1].pk} <= set(table) for table in tables)
            assert any(table[2] == entries[2].pk for table in tables)

    def test_a_wish_for_north_is_refused_by_name(self, hall7: Hall) -> None:
        entry = hall7.tournament.entries.get(number=3)
        add_seating_constraint(tournament=hall7.tournament, wish=Wish("wind", entry, wind=4), by=hall7.alice)

        with pytest.raises(RulesRefuse) as refusal:
            draw_round(stage=hall7.stage, by=hall7.alice, remainder="three")

        assert (refusal.value.code, refusal.value.fields) == ("seat_unknown", {"entries": [entry.pk]})
        assert str(entry.player) in refusal.value.message
        assert not Round.objects.exists()

    @pytest.mark.slow
    @pytest.mark.once(
        "a search of seconds; that a repair is stored is proven on both by draws/test_repairs.py"
    )
    def test_a_repair_opens_tables_of_three_and_shares_them_out(self, db: None) -> None:
        hall = THREES.named(open_hall(players=12))
        stored = draw(stage=hall.stage, plan=Plan(method="schedule", rounds=6), by=hall.alice)
        publish_round(round_=stored.rounds.get(number=1), by=hall.alice)
        leaver = hall.tournament.entries.get(number=5)

        repaired = repair_schedule(
            stage=hall.stage, change=ScheduleChange(leavers=[leaver], remainder="three"), by=hall.alice
        )

        left = [entry for entry in hall.entries() if entry != leaver.pk]
        assert all(sorted(map(len, tables)) == [3, 4, 4] for tables in tables_of(repaired))
        assert odd_games(tables_of(repaired), left) <= {1, 2}
        assert check_draw(repaired).is_same

    def test_a_file_may_leave_north_empty(self, hall7: Hall) -> None:
        text = "round,table,east,south,west,north\n1,1,1,2,3,4\n1,2,5,6,7,\n"

        report = import_draw(stage=hall7.stage, text=text, by=hall7.alice)

        assert [list(map(len, tables)) for tables in report.rounds] == [[4, 3]]
        assert draw_as_csv(list(Round.objects.all())).splitlines()[1:] == ["1,1,1,2,3,4", "1,2,5,6,7,"]

    def test_without_a_rulebook_an_empty_north_is_a_mistake(self, db: None) -> None:
        hall = open_hall(players=7)

        report = import_draw(
            stage=hall.stage,
            text="round,table,east,south,west,north\n1,1,1,2,3,4\n1,2,5,6,7,\n",
            by=hall.alice,
            dry_run=True,
        )

        assert [finding.code for finding in report.errors] == ["seat_empty"]


class TestResults:
    def test_results_played_elsewhere_come_in_by_the_size_of_their_game(self, hall7: Hall) -> None:
        lines = ["round,table,player,points,total"]
        lines += [
            f"1,1,P{n},{p},{t}"
            for n, (p, t) in enumerate([(40_000, 60), (30_000, 10), (20_000, -20), (10_000, -50)])
        ]
        lines += [f"1,2,Q{n},{p},{t}" for n, (p, t) in enumerate([(50_000, 45), (35_000, -5), (20_000, -40)])]

        report = import_results(stage=hall7.stage, text="\n".join(lines), by=hall7.alice)

        assert (report.new_games, report.findings) == (2, [])
        assert TableFormat.objects.get(players=3).is_pinned
        assert verify_ledger(hall7.tournament.pk).problems == []


class TestTheFullWay:
    def test_23_players_from_the_first_draw_to_the_standings(self, db: None) -> None:
        """M-League: 41.0 → 60, 10, -20, -50 at a table of four; 45, -5, -40 at the table of three."""
        hall = THREES.named(open_hall(players=23))
        round_ = THREES.started(hall, method="schedule", rounds=1)
        tables = list(round_.tables.order_by("number"))
        assert [table.seats.count() for table in tables] == [4, 4, 4, 4, 4, 3]
        small, large = tables[5], tables[0]
        for table, figures in ((small, THREES.figures), (large, BALANCED)):
            phones = phones_of(table, hall.alice)
            confirm_all(report_sheet(table=table, report=TableReport(figures), by=phones[0]), phones)
        for table in tables[1:5]:
            correct_sheet(table=table, report=TableReport(BALANCED), reason="paper", by=hall.rob)
        close_round(round_=round_, by=hall.alice)

        publish_tournament(hall.tournament.pk)

        totals = {
            row.entry_id: (row.total, row.games, row.places, row.lasts) for row in Standing.objects.all()
        }
        expected = {}
        for table in tables[:5]:
            for place, (seat, total) in enumerate(
                zip(seats_of(table), (60_000, 10_000, -20_000, -50_000), strict=True)
            ):
                expected[seat.entry_id] = (total, 1, [int(n == place) for n in range(5)], int(place == 3))
        for place, (seat, total) in enumerate(zip(seats_of(small), THREES.totals, strict=True)):
            expected[seat.entry_id] = (total, 1, [int(n == place) for n in range(5)], int(place == 2))
        assert totals == expected
        assert Publication.objects.get().games_counted == 6
        assert Standing.objects.get(position=6).entry_id == seats_of(small)[0].entry_id
        assert verify_ledger(hall.tournament.pk).problems == []
