"""Two players of a published round change places: it is published again, and only their cards are void."""

from tests.tournaments.hall import Hall
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.exchanges import swap_players
from tournaments.actions.play.seats import issue_seat_tokens
from tournaments.models import Round, Seat, SeatToken
from tournaments.verification import verify_ledger


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
