"""Who would have more games of a stage than its quota allows."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from tournaments.models import Entry, GameQuota, Stage
from tournaments.models.play.games_of_players import games_with_line_ups

TOO_MANY_GAMES = "too_many_games"


def too_many_games(stage: Stage, people: Iterable[Entry], *, but: int | None = None) -> list[str]:
    """A sentence for each of these who has as many games of the stage already as its quota allows, in their order.

    Games are those that were played, those to come, and those for which a captain has named them; not what a draw
    proposes while line-ups are not shown. The games of the round with the id `but` are left out.
    """
    quota = GameQuota.objects.filter(stage=stage, most__gt=0).first()
    if quota is None:
        return []
    entries = list(people)
    games = games_with_line_ups(stage, entries, but=but)
    words = _(
        "%(player)s has no games left in this stage: %(played)s played, %(to_come)s scheduled, at most "
        "%(most)s allowed."
    )
    return [
        words
        % {
            "player": entry.player,
            "played": games[entry.pk].played,
            "to_come": games[entry.pk].to_come,
            "most": quota.most,
        }
        for entry in entries
        if sum(games[entry.pk]) >= quota.most
    ]


def asked_of_games(said: Sequence[str]) -> dict[str, str]:
    """What `too_many_games` says, as a question for whoever may decide otherwise; see `ask_first`."""
    return {TOO_MANY_GAMES: " ".join(said)} if said else {}
