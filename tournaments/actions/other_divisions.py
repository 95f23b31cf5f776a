"""Players in another division of the same season: asked about wherever a player joins."""

from collections.abc import Collection, Iterable

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from players.models import Player
from tournaments.models import Entry, Tournament
from tournaments.models.people.entries import divisions_beside, divisions_of_both

# Asked about; see `ask_first`.
IN_ANOTHER_DIVISION = "in_another_division"


def has_a_rank(tournament: Tournament, *, is_substitute: bool) -> bool:
    """Whether such a player has a final rank, by which they move between divisions."""
    return not is_substitute or tournament.substitutes == Tournament.Substitutes.RANKED


def in_another_division(tournament: Tournament, players: Collection[Player]) -> dict[str, str]:
    """Return the question about players who also play in another division of the season, by its code; empty if there
    are none. One query, none outside a season.
    """
    beside = divisions_beside(tournament, [player.pk for player in players])
    message = _(
        "%(player)s plays in %(tournament)s, another division of this season. At the end of the season a player can "
        "move from one division only."
    )
    sentences = [
        message % {"player": player.name, "tournament": beside[player.pk].name}
        for player in players
        if player.pk in beside
    ]
    return {IN_ANOTHER_DIVISION: " ".join(sentences)} if sentences else {}


def in_two_divisions(player: Player, other: Player, tournaments: QuerySet[Tournament]) -> dict[str, str]:
    """Return the same question about two players to be merged: seasons in which they play in different divisions
    among these tournaments. Two queries.
    """
    message = _(
        "%(player)s plays in %(tournament)s, and %(other)s in %(beside)s, two divisions of the season %(season)s. At "
        "the end of the season a player can move from one division only."
    )
    sentences = [
        message
        % {
            "player": player.name,
            "tournament": here.name,
            "other": other.name,
            "beside": there.name,
            "season": here.season,
        }
        for here, there in divisions_of_both(player, other, tournaments)
    ]
    return {IN_ANOTHER_DIVISION: " ".join(sentences)} if sentences else {}


def names_in_another_division(tournament: Tournament, skeletons: Iterable[str]) -> set[str]:
    """Return which of these names, by skeleton, also occur in another division of the season. One query, none outside
    a season.
    """
    if tournament.season_id is None:
        return set()
    beside = Entry.objects.of_other_divisions(tournament).filter(player__skeleton__in=list(skeletons))
    return set(beside.values_list("player__skeleton", flat=True))
