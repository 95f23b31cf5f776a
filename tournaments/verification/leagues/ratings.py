"""Ratings of a league against the games played."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.models import League, Rating, RatingRule
from tournaments.standings.ratings.games import tournaments_of
from tournaments.standings.ratings.publish import ROW, rows_of
from tournaments.verification.findings import Found


def findings_of_ratings(league: League) -> Iterator[Found]:
    """Yield ratings that differ from the games. Outdated ratings are recomputed soon and are not reported."""
    rule = RatingRule.objects.filter(league=league).first()
    order, first_behind = tournaments_of(league.pk)
    if rule is not None and first_behind is not None:
        return
    should = rows_of(rule, [pk for pk, _seq in order], {}) if rule is not None else {}
    latest = {player: tournament for tournament, player in should}
    expected = {key: (*row, latest[key[1]] == key[0]) for key, row in should.items()}
    rows = Rating.objects.filter(league=league).values_list("tournament", "player", *ROW, "is_latest")
    here = {(tournament, player): tuple(row) for tournament, player, *row in rows}
    for key in sorted(here.keys() | expected.keys()):
        if here.get(key) != expected.get(key):
            words = _(
                "The rating of player %(player)s after tournament %(tournament)s does not match the games "
                "played."
            )
            yield None, words % {"player": key[1], "tournament": key[0]}
