"""What the games of a tournament brought by the seat players started in."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count, Q, Sum

from tournaments.models import Score, Tournament
from tournaments.models.play.results import IS_LAST_PLACE

PLACES = 5


class OfWind(NamedTuple):
    """Confirmed games started in one wind: sums of places, points, and totals in units, and how often each place was
    taken.
    """

    wind: int
    games: int
    place_sum: int
    points: int
    total: int
    lasts: int
    taken: Sequence[int]

    @property
    def mean_place(self) -> Fraction:
        return Fraction(self.place_sum, self.games)

    @property
    def mean_points(self) -> int:
        """Rounded to a whole point."""
        return round(Fraction(self.points, self.games))

    def mean_total(self, units_per_point: int) -> int:
        """In units, rounded to a tenth of a point."""
        tenth = max(units_per_point // 10, 1)
        return tenth * round(Fraction(self.total, self.games * tenth))

    @property
    def first_rate(self) -> Fraction:
        return Fraction(self.taken[0], self.games)

    @property
    def last_rate(self) -> Fraction:
        return Fraction(self.lasts, self.games)


def games_by_wind(tournament: Tournament) -> list[OfWind]:
    """East first; winds of which no game is confirmed are left out. One query."""
    taken = {f"place_{place}": Count("pk", Q(place=place)) for place in range(1, PLACES + 1)}
    rows = (
        Score.objects.filter(counts=True, stage__tournament=tournament)
        .order_by("seat__wind")
        .values_list("seat__wind")
        .annotate(
            n=Count("pk"),
            place_sum=Sum("place"),
            points_sum=Sum("points"),
            total_sum=Sum("total"),
            lasts=Count("pk", IS_LAST_PLACE),
            **taken,
        )
    )
    return [
        OfWind(wind, games, place_sum, points, total, lasts, places)
        for wind, games, place_sum, points, total, lasts, *places in rows
    ]


def of_all_winds(winds: Sequence[OfWind]) -> OfWind:
    """The sums of all winds, under wind 0."""
    return OfWind(
        0,
        sum(one.games for one in winds),
        sum(one.place_sum for one in winds),
        sum(one.points for one in winds),
        sum(one.total for one in winds),
        sum(one.lasts for one in winds),
        tuple(map(sum, zip(*(one.taken for one in winds), strict=True))),
    )
