"""Who would exceed a stage's game quota."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from tournaments.models import Entry, GameQuota, Stage
from tournaments.models.play.games_of_players import games_with_line_ups

TOO_MANY_GAMES = "too_many_games"


def too_many_games(stage: Stage, people: Iterable[Entry], *, but: int | None = None) -> list[str]:
    """Return a sentence for each player who has used up the stage's game quota, in order.

    Counts games played, scheduled games and line-ups submitted by captains, but not a draw's proposals before
    line-ups are revealed. Games of the round with id `but` are ignored.
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
    """Return what `too_many_games` says as a question for someone who may decide otherwise; see `ask_first`."""
    return {TOO_MANY_GAMES: " ".join(said)} if said else {}
