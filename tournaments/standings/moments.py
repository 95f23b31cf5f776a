"""What people talk about after a round: a yakuman, a very high game, a comeback in the last hand."""

import json
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from scoring.hand.value import is_riichi
from tournaments.models import HandRecord, Round, Score, Table, Tournament
from tournaments.standings.hands.reading import WonYakuman, yakuman_of_tournament

# Points at the end of a game of riichi that are told, and how many moments of each kind.
HIGH = 60_000
MOST = 3
# What a query calls the state of a game before its last hand.
BEFORE = "before_last"


class Moment(NamedTuple):
    """A game that is told, by the player it is about: `points` are theirs at its end."""

    player: int
    name: str
    round: Round
    table: Table
    points: int


class Moments(NamedTuple):
    """The latest yakuman and games of `HIGH` points, and who won a game of the latest round that they were last in
    before its last hand.
    """

    yakuman: list[WonYakuman]
    high: list[Moment]
    comebacks: list[Moment]

    def __bool__(self) -> bool:
        return any(self._asdict().values())


def high_games(tournament: Tournament) -> QuerySet[Score]:
    """The confirmed games of riichi that ended with `HIGH` points or more."""
    if not is_riichi(tournament.rulebook):
        return Score.objects.none()
    return Score.objects.filter(counts=True, points__gte=HIGH)


def moments_of(tournament: Tournament, latest: Round, *, has_hands: bool, has_high: bool) -> Moments:
    """Return the moments of a tournament whose `latest` round has begun. Two queries where hands were entered, one
    where there are high games.
    """
    return Moments(
        yakuman_of_tournament(tournament)[:MOST] if has_hands else [],
        _high(tournament) if has_high else [],
        _comebacks(latest) if has_hands else [],
    )


def _high(tournament: Tournament) -> list[Moment]:
    scores = high_games(tournament).filter(stage__tournament=tournament)
    scores = scores.select_related("entry__player", "seat__round", "seat__table")
    return [
        _moment(one) for one in scores.order_by("-stage__ordinal", "-seat__round__number", "-points")[:MOST]
    ]


def _comebacks(latest: Round) -> list[Moment]:
    """Of games without a hand that was taken back or corrected: after those a log says less simply what counts."""
    records = HandRecord.objects.order_by().filter(table=OuterRef("seat__table"))
    # The gong is in the log of a game, and is no hand.
    before = records.exclude(outcome__contains='"gong"').order_by("-number").values("state")[1:2]
    won = Score.objects.filter(seat__round=latest, counts=True, place=1)
    won = won.filter(~Exists(records.exclude(kind=HandRecord.Kind.HAND)))
    won = won.annotate(**{BEFORE: Subquery(before)}).exclude(**{BEFORE: None})
    rows = won.select_related("entry__player", "seat__round", "seat__table", "stage").order_by(
        "-points", "pk"
    )
    return [_moment(score) for score in rows if _was_last(score)][:MOST]


def _was_last(score: Score) -> bool:
    points = json.loads(getattr(score, BEFORE))["points"]
    own = points.pop(score.seat.wind - 1)
    return bool(own < min(points))


def _moment(score: Score) -> Moment:
    player, seat = score.entry.player, score.seat
    return Moment(player.pk, player.name, seat.round, seat.table, score.points)
