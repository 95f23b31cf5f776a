"""Two players of a published round change places: it is published again, and only their cards are void."""

import pytest

from players.actions import add_player
from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.credentials.seat_tokens import issue_seat_tokens
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.exchanges import swap_players
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.people.entries import register, withdraw
from tournaments.models import Entry, Round, Seat, SeatToken
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.database("sqlite", thorough="both")


def test_a_published_round_is_published_again_and_the_cards_of_the_other_seats_stay(hall: Hall) -> None:
    round_ = publish_round(round_=hall.draw(), by=hall.alice)
    issue_seat_tokens(seats=Seat.objects.filter(round=round_), by=hall.alice)
    one, other = (round_.tables.get(number=number).seats.get(wind=1).entry for number in (1, 2))
    stay = SeatToken.objects.exclude(seat__entry__in=[one, other]).values_list("pk", flat=True)
    unchanged = set(stay)

    swap_players(round_=round_, one=one, other=other, by=hall.alice)

    assert hall.kinds()[-3:] == ["unpublished", "swapped", "published"]
    found = Round.objects.get()
    assert (found.status, found.publications) == ("published", 2)
    assert [table.seats.get(wind=1).entry for table in found.tables.order_by("number")] == [other, one]
    assert len(unchanged) == 6
    assert set(SeatToken.objects.alive().values_list("pk", flat=True)) == unchanged
    assert verify_ledger(hall.tournament.pk).problems == []


def test_in_a_round_that_has_started_nobody_changes_places_by_hand(hall: Hall, round_: Round) -> None:
    one, other = (hall.tournament.entries.get(number=number) for number in (1, 2))

    says = refused(
        lambda: swap_players(round_=round_, one=one, other=other, by=hall.alice),
        StateRefuses,
        "round_started",
    )

    assert says == "Only a round that has not started can be changed by hand."


def somebody(who: str, hall: Hall) -> Entry:
    """One who cannot come into the place of the first on the list."""
    if who == "the same":
        return hall.tournament.entries.get(number=1)
    if who == "of another tournament":
        return open_hall("other").tournament.entries.get(number=1)
    late = register(tournament=hall.tournament, player=add_player(name="Late"), by=hall.alice)
    return withdraw(entry=late, by=hall.alice)


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        ("the same", "Both players must have a seat in this round."),
        ("of another tournament", "Bob is not taking part."),
        ("withdrawn", "Late is not taking part."),
    ],
)
def test_who_cannot_come_in_is_refused(hall: Hall, who: str, sentence: str) -> None:
    round_ = hall.draw()
    one, other = hall.tournament.entries.get(number=1), somebody(who, hall)

    says = refused(
        lambda: swap_players(round_=round_, one=one, other=other, by=hall.alice), RulesRefuse, "not_seated"
    )

    assert says == sentence


def test_two_who_both_sit_out_change_no_places(hall: Hall) -> None:
    round_ = hall.draw()
    one, other = (
        register(tournament=hall.tournament, player=add_player(name=name), by=hall.alice)
        for name in ("Late", "Later")
    )

    says = refused(
        lambda: swap_players(round_=round_, one=one, other=other, by=hall.alice), RulesRefuse, "not_seated"
    )

    assert says == "Both players must have a seat in this round."
