"""Substitutes: another player in a seat."""

import pytest

from players.actions import add_player
from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import BALANCED, Hall, open_hall, seats_of
from tournaments.actions.credentials.seat_tokens import (
    claim_seat,
    issue_seat_tokens,
)
from tournaments.actions.errors import RoundClosed, RulesRefuse, StateRefuses
from tournaments.actions.people.entries import register, withdraw
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.actions.play.seats import substitute
from tournaments.models import Entry, Round, Seat, SeatToken, Table


@pytest.fixture
def seat(table: Table) -> Seat:
    return seats_of(table)[0]


@pytest.fixture
def code(hall: Hall, seat: Seat) -> str:
    return issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]


class TestSubstitute:
    @pytest.fixture
    def walk_in(self, hall: Hall) -> Entry:
        return register(
            tournament=hall.tournament, player=add_player(name="Walter"), by=hall.alice, is_substitute=True
        )

    def test_the_seat_is_the_substitutes_and_knows_who_was_drawn(
        self, hall: Hall, seat: Seat, walk_in: Entry
    ) -> None:
        drawn = seat.entry

        seat = substitute(seat=seat, entry=walk_in, by=hall.rob)

        assert (seat.entry, seat.replaces) == (walk_in, drawn)
        assert hall.last_payload() == {
            "seat": seat.pk,
            "round": seat.round_id,
            "out": drawn.pk,
            "in": walk_in.pk,
        }

    def test_the_phone_of_the_player_who_left_is_out_at_once(
        self, hall: Hall, seat: Seat, code: str, walk_in: Entry
    ) -> None:
        claim_seat(code=code, key="k1")

        substitute(seat=seat, entry=walk_in, by=hall.rob)

        assert not SeatToken.objects.alive().exists()

    def test_a_substitute_is_not_drawn(self, hall: Hall, walk_in: Entry) -> None:
        assert walk_in.pk not in [
            seat.entry_id for table in hall.draw().tables.all() for seat in seats_of(table)
        ]

    def test_the_drawn_player_may_come_back(self, hall: Hall, seat: Seat, walk_in: Entry) -> None:
        drawn = seat.entry
        substitute(seat=seat, entry=walk_in, by=hall.rob)

        seat = substitute(seat=seat, entry=drawn, by=hall.rob)

        assert (seat.entry, seat.replaces) == (drawn, None)

    def test_nobody_sits_at_two_tables(self, hall: Hall, round_: Round, seat: Seat) -> None:
        other = seats_of(round_.tables.get(number=2))[0].entry

        with pytest.raises(StateRefuses) as refusal:
            substitute(seat=seat, entry=other, by=hall.rob)

        seat.refresh_from_db()
        assert (refusal.value.code, seat.replaces) == ("seated_already", None)

    def test_not_once_the_table_has_reported(
        self, hall: Hall, table: Table, seat: Seat, walk_in: Entry
    ) -> None:
        report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)

        with pytest.raises(StateRefuses):
            substitute(seat=seat, entry=walk_in, by=hall.rob)

        seat.refresh_from_db()
        assert seat.replaces is None

    def test_a_withdrawn_or_foreign_player_is_refused(self, hall: Hall, seat: Seat, walk_in: Entry) -> None:
        withdraw(entry=walk_in, by=hall.alice)
        foreign = Entry.objects.filter(tournament=open_hall("other").tournament).first()
        assert foreign is not None

        for entry, kind in ((walk_in, StateRefuses), (foreign, RulesRefuse)):
            with pytest.raises(kind):
                substitute(seat=seat, entry=entry, by=hall.rob)

        seat.refresh_from_db()
        assert seat.replaces is None


def test_who_played_a_round_that_is_closed_is_not_exchanged(hall: Hall, round_: Round) -> None:
    seat = seats_of(round_.tables.get(number=1))[0]
    late = register(tournament=hall.tournament, player=add_player(name="Late"), by=hall.alice)
    close_round(round_=round_, by=hall.alice, leave_open=True)

    says = refused(lambda: substitute(seat=seat, entry=late, by=hall.rob), RoundClosed, "round_closed")

    assert says == "This round is closed; players of a finished game cannot be exchanged."
