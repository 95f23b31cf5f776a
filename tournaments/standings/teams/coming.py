"""What a team plays next: the rounds that are published and not over, whom it meets there and who sits for it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournaments.models import Round, Score, Seat
from tournaments.models.people.entries import COUNTED_ENTRY
from tournaments.models.play.rounds import OPEN_ROUNDS

# Of a longer list of rounds the first ones.
MOST_ROUNDS = 6


@dataclass(frozen=True)
class ComingRound:
    """A round with games of a team that have no confirmed result, and the names of the other teams at its tables.

    `seats` are the team's own; empty until the line-ups of the round are shown.
    """

    round: Round
    opponents: list[str]
    seats: list[Seat]


@dataclass(frozen=True)
class Coming:
    """How many games a team has to play yet, and the first rounds of them in the order of play."""

    games: int
    rounds: list[ComingRound]


def coming_of(tournament: int, team: int, entries: Collection[int]) -> Coming:
    """Return what `entries`, the present players of a team, play next. One query, two where there is something."""
    seats = Seat.objects.filter(
        round__stage__tournament=tournament, round__status__in=OPEN_ROUNDS, table__is_unranked=False
    )
    seats = seats.annotate(counts_for=COUNTED_ENTRY).filter(counts_for__in=list(entries))
    seats = seats.exclude(Exists(Score.objects.filter(seat=OuterRef("pk"), counts=True)))
    found = seats.with_proposals().select_related("entry__player", "table", "round__stage")
    by_round: dict[Round, list[Seat]] = {}
    games = 0
    for seat in found.order_by("round__stage__ordinal", "round__number", "table__number", "wind"):
        by_round.setdefault(seat.round, []).append(seat)
        games += 1
    first = list(by_round)[:MOST_ROUNDS]
    opponents = opponents_of(team, first) if first else {}
    return Coming(
        games,
        [
            ComingRound(
                one, opponents.get(one.pk, []), [seat for seat in by_round[one] if not seat.is_proposed]
            )
            for one in first
        ],
    )


def opponents_of(team: int, rounds: Iterable[Round]) -> dict[int, list[str]]:
    """The names of the teams that a team meets, by the round's id. One query."""
    pairs = Seat.objects.filter(round__in=list(rounds), table__seats__entry__team=team)
    rows = pairs.exclude(entry__team=team).exclude(entry__team=None).order_by("entry__team__name")
    found: dict[int, list[str]] = {}
    for round_, name in rows.values_list("round", "entry__team__name").distinct():
        found.setdefault(round_, []).append(name)
    return found
