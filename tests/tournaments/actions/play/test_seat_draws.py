"""The players of a table draw who sits where and who deals first; the ledger knows what fell."""

from dataclasses import replace

import pytest
from django.db import DatabaseError, transaction

from scoring.rulebook.fields import UNSET
from tests.permissions import digest
from tests.tournaments.hall import BALANCED, Hall, open_hall, phones_of, seats_of
from tests.tournaments.replay import replayed
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.errors import NotAllowed, RoundClosed, RulesRefuse, StateRefuses
from tournaments.actions.hands.hands import enter_hand
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.actions.play.seat_draws import draw_seats, procedure_of, seats_by, set_seat_draw_rule
from tournaments.models import LedgerEntry, Seat, SeatDraw, SeatDrawRule, Table
from tournaments.models.chain import canonical
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.verification import verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]

# The M-League draws tiles: B takes east and chooses chair 2, so that C, who has west, sits opposite on chair 0.
TAKEN = [["A", "N"], ["B", "E"], ["C", "W"], ["D", "S"]]
AS_THEY_SIT = {"draws": [["A", "E"], ["B", "S"], ["C", "W"], ["D", "N"]], "east_chair": 0}
FELL = {"draws": TAKEN, "east_chair": 2}


@replayed
def hall_that_draws_seats() -> tuple[Hall, Table]:
    hall = open_hall()
    set_seat_draw_rule(stage=hall.stage, is_on=True, by=hall.alice)
    return hall, hall.started().tables.order_by("number").first()


@pytest.fixture
def hall(db: None, request: pytest.FixtureRequest) -> Hall:
    """Nothing is drawn yet, or `table` is what the test asks for: then it draws its seats."""
    return request.getfixturevalue("_drawing")[0] if "table" in request.fixturenames else open_hall()


@pytest.fixture
def _drawing(db: None) -> tuple[Hall, Table]:
    return hall_that_draws_seats()


@pytest.fixture
def table(_drawing: tuple[Hall, Table]) -> Table:
    return _drawing[1]


def names(table: Table) -> list[str]:
    """Who sits there, East first."""
    return [seat.entry.player.name for seat in seats_of(table)]


def content_of(kind: str) -> dict[str, object]:
    return LedgerEntry.objects.filter(kind=kind).latest("seq").content


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


class TestDrawing:
    def test_whoever_takes_east_deals_first_and_the_others_sit_by_their_winds(
        self, hall: Hall, table: Table
    ) -> None:
        a, b, c, d = names(table)

        draw_seats(table=table, fell=FELL, by=phones_of(table, hall.alice)[1])

        assert names(table) == [b, d, c, a]
        assert problems(hall) == []

    def test_seats_stay_with_their_players(self, hall: Hall, table: Table) -> None:
        before = {seat.entry_id: seat.pk for seat in seats_of(table)}

        draw_seats(table=table, fell=FELL, by=hall.rob)

        assert {seat.entry_id: seat.pk for seat in seats_of(table)} == before

    def test_the_ledger_has_what_fell_and_no_names(self, hall: Hall, table: Table) -> None:
        before = [seat.pk for seat in seats_of(table)]
        phone = phones_of(table, hall.alice)[0]

        draw_seats(table=table, fell=FELL, by=phone)

        assert content_of("seats_drawn") == {
            "round": table.round_id,
            "table": table.pk,
            "seats_before": before,
            "seats": [before[1], before[3], before[2], before[0]],
            "procedure": "tile_draw",
            "fell": canonical(FELL),
            "seed": None,
            "by_seat": before[0],
        }
        drawn = SeatDraw.objects.get()
        assert (drawn.procedure, drawn.fell, drawn.seed, drawn.seat_id, drawn.user) == (
            *("tile_draw", FELL, ""),
            *(before[0], None),
        )

    def test_jantaku_draws_by_a_seed_by_which_anybody_can_draw_again(self, hall: Hall, table: Table) -> None:
        draw_seats(table=table, by=phones_of(table, hall.alice)[0])

        said = content_of("seats_drawn")
        assert len(said["seed"]) == 32
        assert said["fell"] == SeatDraw.objects.get().content
        assert problems(hall) == []

    def test_nobody_of_the_table_draws_twice_and_the_referee_may(self, hall: Hall, table: Table) -> None:
        phones = phones_of(table, hall.alice)
        draw_seats(table=table, fell=FELL, by=phones[0])
        before = digest()

        with pytest.raises(NotAllowed) as refusal:
            draw_seats(table=table, fell=FELL, by=phones[1])

        assert (refusal.value.code, digest()) == ("seats_are_drawn", before)
        a, _b, _c, _d = names(table)
        draw_seats(
            table=table,
            fell=AS_THEY_SIT,
            by=hall.rob,
        )
        assert names(table)[0] == a
        assert (SeatDraw.objects.count(), SeatDraw.objects.get().user) == (1, hall.rob.user)
        assert problems(hall) == []

    def test_the_order_in_which_they_sit_already(self, hall: Hall, table: Table) -> None:
        before = names(table)

        draw_seats(table=table, fell=AS_THEY_SIT, by=phones_of(table, hall.alice)[0])

        assert names(table) == before
        assert problems(hall) == []


class TestRefusals:
    def refused(self, table: Table, error: type[Exception], code: str, by: Actor) -> None:
        before = digest()
        with pytest.raises(error) as refusal:
            draw_seats(table=table, fell=FELL, by=by)
        assert (refusal.value.code, digest()) == (code, before)

    def test_without_the_rule_everybody_sits_as_drawn(self, hall: Hall, table: Table) -> None:
        set_seat_draw_rule(stage=hall.stage, is_on=False, by=hall.alice)
        phone = phones_of(table, hall.alice)[0]

        self.refused(table, StateRefuses, "no_seat_draw", by=phone)

    @pytest.mark.parametrize(
        "fell",
        [
            {},
            {"draws": TAKEN},
            {"draws": TAKEN, "east_chair": 4},
            {"draws": TAKEN, "east_chair": "2"},
            {"draws": TAKEN[:3], "east_chair": 2},
            {"draws": [["A", "E"]] * 4, "east_chair": 2},
            {"draws": [["Ann", "E"], *TAKEN[1:]], "east_chair": 2},
            {"draws": "AE", "east_chair": 2},
            {"draws": TAKEN, "east_chair": 2, "d1": 7},
        ],
    )
    def test_what_cannot_have_fallen(self, hall: Hall, table: Table, fell: dict[str, object]) -> None:
        before = digest()
        with pytest.raises(RulesRefuse):
            draw_seats(table=table, fell=fell, by=hall.rob)
        assert digest() == before

    def test_once_a_hand_or_a_result_is_in(self, hall: Hall, table: Table) -> None:
        phone = phones_of(table, hall.alice)[0]
        enter_hand(table=table, outcome={"kind": "draw", "tenpai": []}, by=phone, if_match=EMPTY_LOG)
        self.refused(table, StateRefuses, "has_played", by=phone)

        other = table.round.tables.exclude(pk=table.pk).get()
        report_sheet(table=other, report=TableReport(BALANCED), by=hall.rob)
        self.refused(other, StateRefuses, "has_played", by=hall.rob)

    def test_before_the_round_has_started(self, hall: Hall) -> None:
        set_seat_draw_rule(stage=hall.stage, is_on=True, by=hall.alice)
        table = publish_round(round_=hall.draw(), by=hall.alice).tables.first()

        self.refused(table, RoundClosed, "round_not_started", by=hall.rob)


def test_white_left_over_is_drawn_again() -> None:
    winds = [[player, wind] for player, wind in zip("ABCD", "ESWN", strict=True)]

    with pytest.raises(RulesRefuse) as refusal:
        seats_by("five_tiles", {"draws": winds, "d3": 5, "d4": 5})

    assert (refusal.value.code, refusal.value.message) == (
        "draw_again",
        "White is left over: please mix the tiles and draw again.",
    )


def test_a_rulebook_that_names_no_procedure_draws_by_lot(hall: Hall) -> None:
    rulebook = hall.tournament.rulebook
    silent = replace(rulebook, seating=replace(rulebook.seating, seat_draw=UNSET))

    assert (procedure_of(rulebook), procedure_of(silent)) == ("tile_draw", "random")


def test_the_rule_is_set_and_unset_and_the_same_again_changes_nothing(hall: Hall) -> None:
    set_seat_draw_rule(stage=hall.stage, is_on=True, by=hall.alice)
    assert content_of("seat_draw_rule_set") == {"stage": hall.stage.pk, "is_on": True}
    before = digest()
    set_seat_draw_rule(stage=hall.stage, is_on=True, by=hall.alice)
    assert digest() == before

    assert set_seat_draw_rule(stage=hall.stage, is_on=False, by=hall.alice) is None
    assert not SeatDrawRule.objects.exists()
    assert problems(hall) == []


class TestVerification:
    @pytest.mark.parametrize("column", ["procedure", "content", "seed"])
    def test_another_draw_in_the_row_is_found(self, hall: Hall, table: Table, column: str) -> None:
        draw_seats(table=table, fell=FELL, by=hall.rob)
        SeatDraw.objects.update(**{column: "{}"})

        last = LedgerEntry.objects.latest("seq").seq
        assert problems(hall) == [
            f"Entry {last}: the seat draw of table {table.pk} differs from the ledger in: {column}."
        ]

    def test_seats_of_another_table_draw_for_nobody(self, hall: Hall, table: Table) -> None:
        draw_seats(table=table, fell=FELL, by=hall.rob)
        stranger = Seat.objects.exclude(table=table).first()

        with (
            pytest.raises(DatabaseError, match="a_seat_draw_is_of_a_seat_of_its_table"),
            transaction.atomic(),
        ):
            SeatDraw.objects.update(seat=stranger, user=None)
