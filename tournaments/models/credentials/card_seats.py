"""The seats that a player card, or being signed in as its player, opens."""

from django.db.models import Case, Exists, F, OuterRef, Q, Value, When

from players.models import User
from tournaments.models.credentials.player_cards import PlayerCard
from tournaments.models.play.results import Scoresheet
from tournaments.models.play.rounds import Round, Seat, SeatQuerySet
from tournaments.models.setup.structure import Tournament

IN_PLAY, PLAYED, TO_COME = range(3)
# More than the rounds of any stage.
A_STAGE = 100_000


def seat_now_of(card: PlayerCard) -> Seat | None:
    """Return the seat that a card opens now: the first in play without a confirmed result, else the last played in an
    open round, else the first published. One query.
    """
    return _seat_now(Q(entry=card.entry_id))


def seat_now_of_person(user: User) -> Seat | None:
    """Return the same for a signed-in person, in any tournament that is not finished. One query."""
    return _seat_now(
        Q(entry__player__user=user) & ~Q(round__stage__tournament__status=Tournament.Status.FINISHED)
    )


def _seat_now(theirs: Q) -> Seat | None:
    confirmed = Scoresheet.objects.filter(table=OuterRef("table"), status=Scoresheet.Status.CONFIRMED)
    started = Q(round__status=Round.Status.STARTED)
    place = F("round__stage__ordinal") * A_STAGE + F("round__number")
    return (
        Seat.objects.to_come()
        .filter(theirs)
        .annotate(
            turn=Case(
                When(started & Exists(confirmed), then=Value(PLAYED)),
                When(started, then=Value(IN_PLAY)),
                default=Value(TO_COME),
            )
        )
        .order_by("turn", Case(When(turn=PLAYED, then=place * -1), default=place))
        .select_related("table", "entry__player", "round__stage__tournament__usual_format")
        .first()
    )


def seats_of(card: PlayerCard) -> SeatQuerySet:
    """Return all seats of a card's player in published rounds, in order of play, without proposals of a draw."""
    seats = Seat.objects.settled().filter(entry=card.entry_id).exclude(round__status=Round.Status.DRAFTED)
    return seats.order_by("round__stage__ordinal", "round__number")
