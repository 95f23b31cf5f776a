"""Who would have more games of a stage than its quota allows."""

from collections.abc import Iterable

from django.utils.translation import ngettext

from tournaments.models import Entry, GameQuota, Stage
from tournaments.models.play.games_of_players import Games, games_of_players

TOO_MANY_GAMES = "too_many_games"


def too_many_games(stage: Stage, people: Iterable[Entry], *, but: int | None = None) -> list[str]:
    """A sentence for each of these who has as many games of the stage already as its quota allows, in their order.

    The games of the round with the id `but` are left out.
    """
    quota = GameQuota.objects.filter(stage=stage, most__gt=0).first()
    if quota is None:
        return []
    entries = list(people)
    games = games_of_players(stage, [entry.pk for entry in entries], but=but)
    said = []
    for entry in entries:
        has = sum(games.get(entry.pk, Games()))
        if has >= quota.most:
            words = ngettext(
                "%(player)s has %(games)s game of this stage already; at most it may be %(most)s.",
                "%(player)s has %(games)s games of this stage already; at most it may be %(most)s.",
                has,
            )
            said.append(words % {"player": entry.player, "games": has, "most": quota.most})
    return said
