"""A player's whole day, on the phone that follows their card: where they sit in every round, and what they scored."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.credentials.visitors import card_phone_of
from tournaments.models import CardPhone, Round, Score, Seat, Tournament
from tournaments.models.credentials.card_seats import seats_of
from tournaments.standings import publish_for_readers
from tournaments.standings.seasons.final_places import FinalPlace, final_places
from tournaments.views.policies import on_a_phone


class Game(NamedTuple):
    """A published round with the player's seat, and the confirmed result of it, if there is one."""

    seat: Seat
    score: Score | None

    @property
    def is_to_come(self) -> bool:
        return self.score is None and self.seat.round.status == Round.Status.PUBLISHED


@on_a_phone
@require_safe
def my_day(request: HttpRequest) -> HttpResponse:
    """Also after the tournament is finished, with the final place; else the card's page says what the phone needs."""
    phone = card_phone_of(request)
    if phone is None or not _is_theirs(phone):
        return redirect("my_card" if phone else "seat")
    tournament, player = phone.card.entry.tournament, phone.card.entry.player
    games = _games(phone)
    is_over = tournament.status == Tournament.Status.FINISHED
    context = {
        "tournament": tournament,
        "player": player,
        "games": games,
        "next": next((game for game in games if game.is_to_come), None),
        "has_stages": len({game.seat.round.stage_id for game in games}) > 1,
        "units": tournament.rulebook.units_per_point,
        "is_over": is_over,
        "place": _place(tournament, player.pk) if is_over else None,
    }
    with timezone.override(tournament.time_zone):
        return render(request, "seat/day.html", context)


def _is_theirs(phone: CardPhone) -> bool:
    """Whether the phone follows the card, or did when the tournament was finished."""
    return phone.is_admitted and phone.ended_at is None and phone.card.revoked_at is None


def _games(phone: CardPhone) -> Sequence[Game]:
    """Two queries."""
    seats = list(seats_of(phone.card).select_related("table", "round__stage"))
    scores = Score.objects.filter(seat__in=[seat.pk for seat in seats], counts=True)
    by_seat = {score.seat_id: score for score in scores}
    return [Game(seat, by_seat.get(seat.pk)) for seat in seats]


def _place(tournament: Tournament, player: int) -> FinalPlace | None:
    publish_for_readers([tournament.pk])
    places = final_places([tournament.pk]).get(tournament.pk, ())
    return next((one for one in places if one.player == player), None)
